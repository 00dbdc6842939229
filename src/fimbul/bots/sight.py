"""What a bot is given, and what it must answer."""

from typing import Any, Protocol

import msgspec

from fimbul.core import Action, Rng, State, View


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
        """What the seat may do."""
        return self._state.legal(self.seat)

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
