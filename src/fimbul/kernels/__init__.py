"""Kernels: compiled twins of the readable rules, for those who want many positions a second (extra `fast`).

The rules in `fimbul.games` stay the only truth.  A kernel plays on flat numbers; `fimbul check GAME --kernel`
proves it against the rules position by position.  Nothing here is needed to play.
"""

import functools
import importlib
import importlib.util
from typing import Any, Protocol

from fimbul.core import State

GAMES = ("fimbulvetr", "valknut")


class Desk(Protocol):
    """A position on flat numbers, with all the room that it needs to be played on."""

    def __init__(self, state: Any) -> None: ...

    def legal(self) -> list[int]:
        """What may be done now, as numbers, in the order of the rules' list."""

    def decode(self, state: Any, action: int) -> Any:
        """The action of the rules that a number means, in this same position of the rules."""

    def apply(self, action: int) -> None:
        """Do it."""

    def unpack(self, template: Any) -> Any:
        """The position as a state of the rules; what a kernel does not keep is the template's."""

    def evaluate(self, seat: int) -> float:
        """What the game's own bot thinks of the position."""

    def random_action(self, chance: int) -> int:
        """The action that a random place in the legal list holds."""

    def play_random(self, games: int, chance: int) -> tuple[int, list[int]]:
        """Random games from here: plies in all, and how often each outcome came."""

    def perft(self, depth: int) -> int:
        """How many sequences of exactly so many actions there are."""


class Thinker(Protocol):
    """A search in a kernel, with what it remembers from one decision to the next."""

    nodes: int
    deepest: int

    def weigh(
        self,
        worlds: list[Any],
        actions: list[Any],
        *,
        seconds: float | None,
        nodes: int | None,
        exact: int = 1,
        seed: int = 0,
    ) -> list[tuple[Any, float]]:
        """Actions with what they are worth, from -1 to 1, the best first; the `exact` best are exact."""


def available() -> bool:
    """Whether the extra `fast` is installed."""
    return importlib.util.find_spec("numba") is not None


def supports(slug: str) -> bool:
    """Whether a game has a kernel that can be used here."""
    return slug in GAMES and available()


@functools.cache
def desk_class(slug: str) -> type[Desk]:
    """The desk of a game that has a kernel."""
    module = importlib.import_module(f"fimbul.kernels.{slug}.desk")
    kind: type[Desk] = module.Desk
    return kind


def desk(state: State) -> Desk:
    """A position on a desk."""
    return desk_class(state.slug)(state)


def thinker(slug: str) -> Thinker:
    """A search for a game that has a kernel."""
    module = importlib.import_module(f"fimbul.kernels.{slug}.thinker")
    made: Thinker = module.Thinker()
    return made
