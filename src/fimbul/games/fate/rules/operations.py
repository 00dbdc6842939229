"""The operations of cards by their kind (G29, G39): whether one would do anything, and doing it.

`uses` looks them up here; the modules that know the rules of an operation register it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from fimbul.core import Event, Step
from fimbul.games.fate.library.cards import Effect

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Do(Step["FateState"], frozen=True, tag=True):
    """One operation of a use."""

    seat: int
    card: int
    place: int
    part: int
    x: int

    def run(self, state: FateState, events: list[Event]) -> None:
        effect = state.book.effect(self.card, self.place, self.part)
        if possible(state, self.seat, effect, self.card):
            OPERATIONS[type(effect)].do(state, self, effect, events)


Possible = Callable[["FateState", int, Any, int], bool]
Doing = Callable[["FateState", Do, Any, list[Event]], None]


class Operation(NamedTuple):
    """How one kind of effect works."""

    possible: Possible
    do: Doing


OPERATIONS: dict[type, Operation] = {}


def operation(*kinds: type, possible: Possible) -> Callable[[Doing], Doing]:
    """Register how these kinds of effect are done, and when that would do anything."""

    def register(do: Doing) -> Doing:
        for kind in kinds:
            if kind in OPERATIONS:
                raise TypeError(f"{kind.__name__} is an operation already")
            OPERATIONS[kind] = Operation(possible, do)
        return do

    return register


def possible(state: FateState, seat: int, effect: Effect, card: int) -> bool:
    """Whether an operation would do anything (G39)."""
    return OPERATIONS[type(effect)].possible(state, seat, effect, card)


def cover_all() -> None:
    """Make sure that no kind of effect was forgotten."""
    missing = [kind.__name__ for kind in get_args(Effect) if kind not in OPERATIONS]
    if missing:
        raise TypeError(f"no operation for {', '.join(missing)}")
