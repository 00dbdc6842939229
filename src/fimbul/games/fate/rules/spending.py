"""The two action markers, and actions that are spent (G20, G28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate.events import Acted
from fimbul.games.fate.library.cards import ACTIONS
from fimbul.games.fate.rules.aftermath import Aftermath

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def free_actions(state: FateState, seat: int) -> tuple[str, ...]:
    """The actions that a hero may still take this turn (G20)."""
    taken = state.heroes[seat].taken
    if len(taken) >= state.book.figures.actions:
        return ()
    return tuple(action for action in ACTIONS if action not in taken) if taken else ACTIONS


def spend(state: FateState, seat: int, action: str, events: list[Event], granted: bool) -> None:
    """An action is taken without its normal effect (G28); what follows every attack action still follows."""
    hero = state.heroes[seat]
    if not granted:
        hero.taken = (*hero.taken, action)
    events.append(Acted(seat=seat, name=state.name(seat), action=action, spent=True))
    if action == "attack":
        state.push(Aftermath(seat))
