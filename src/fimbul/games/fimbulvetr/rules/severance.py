"""G. Severance: those who lose touch with the largest group (F39 to F45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fimbulvetr.events import Slain
from fimbul.games.fimbulvetr.rules.board import OFF

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def severed(state: FimbulvetrState) -> list[int]:
    """The active clan's warriors that are in a group smaller than the largest (F39, F40)."""
    field = state.field
    small = field.smaller_groups()
    if not small:
        return []
    return [warrior for warrior in state.roster.own[state.active] if field.bits[warrior] & small]


def resolve(state: FimbulvetrState) -> list[Event]:
    """Slay the severed who were not reconnected, all at once (F41 to F43)."""
    book, seat = state.roster, state.active
    lost = [warrior for warrior in severed(state) if warrior in state.severed]
    for warrior in lost:
        state.cell[warrior] = OFF
    return [
        Slain(seat=seat, clan=book.clans[seat].name, warrior=book.ids[warrior], name=book.names[warrior])
        for warrior in lost
    ]
