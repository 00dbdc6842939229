"""What a bot is given, and what it must answer."""

from abc import ABC, abstractmethod
from typing import Any, Protocol

import msgspec

from fimbul.core import Action, BadOption, Rng, State, View


class Sight:
    """A seat's window on a position: what it sees, what it may do, and worlds that could be the real one.

    The position itself stays behind the window: a bot that wants to look ahead plays in an imagined world,
    whose hidden cards and coming dice are not the real ones.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat

    @property
    def view(self) -> View:
        """What the seat knows."""
        return self._state.view(self.seat)

    def legal(self) -> list[Any]:
        """What the seat may do; a bot is asked only for a seat that has something to decide."""
        actions = self._state.legal(self.seat)
        if not actions:
            raise BadOption(
                f"The seat {self.seat} has nothing to decide now; `to_act` names those that have."
            )
        return actions

    def imagine(self, rng: Rng) -> State:
        """A whole world that fits what the seat knows."""
        return self._state.imagine(self.seat, rng)


class Idea(msgspec.Struct, frozen=True):
    """An action and what a bot expects of it, from -1 (lost) to 1 (won)."""

    action: Action
    value: float


class Bot(Protocol):
    """Anything that decides."""

    def choose(self, sight: Sight) -> Action:
        """The action to take."""

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions, best first."""


def pick(ideas: list[Idea], rng: Rng) -> Action:
    """One of the ideas that are as good as the best."""
    best = max(idea.value for idea in ideas)
    return rng.choice([idea.action for idea in ideas if idea.value >= best])


class Weigher(ABC):
    """A bot that gives every action a value and takes one of the best."""

    rng: Rng

    @abstractmethod
    def weigh(self, sight: Sight, actions: list[Any]) -> list[Idea]:
        """What it expects of these actions; it may leave some out."""

    def choose(self, sight: Sight) -> Action:
        """One of the best actions; where there is only one it does not think."""
        actions = sight.legal()
        if len(actions) == 1:
            only: Action = actions[0]
            return only
        return pick(self.weigh(sight, actions), self.rng)

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions."""
        return sorted(self.weigh(sight, sight.legal()), key=lambda idea: -idea.value)[:count]
