"""The two action markers, and actions that are spent (G20, G28)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate.events import Acted
from fimbul.games.fate.library.cards import ACTIONS
from fimbul.games.fate.rules.aftermath import Aftermath

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def free_actions(state: FateState, seat: int) -> tuple[str, ...]:
    """The actions that a hero may still take this turn (G20)."""
    return left(state.heroes[seat].taken, state.book.figures.actions)


@functools.cache
def left(taken: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The actions that are left when these are taken."""
    return tuple(action for action in ACTIONS if action not in taken) if len(taken) < most else ()


def spend(state: FateState, seat: int, action: str, events: list[Event], granted: bool) -> None:
    """An action is taken without its normal effect (G28); what follows every attack action still follows."""
    hero = state.heroes[seat]
    if not granted:
        hero.taken = (*hero.taken, action)
    events.append(Acted(seat=seat, name=state.name(seat), action=action, spent=True))
    if action == "attack":
        state.push(Aftermath(seat))
