"""G. Severance: those who lose touch with the largest group (F39 to F45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fimbulvetr.board import AROUND, OFF
from fimbul.games.fimbulvetr.events import Slain

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def smaller_groups(at: dict[int, int]) -> set[int]:
    """The cells of all groups smaller than the largest (F39, F40); usually there are none."""
    apart = set(at)
    groups: list[list[int]] = []
    while apart:
        group = [apart.pop()]
        for cell in group:
            for offset in AROUND:
                near = cell + offset
                if near in apart:
                    apart.discard(near)
                    group.append(near)
        if not groups and not apart:
            return apart
        groups.append(group)
    largest = max(map(len, groups))
    return {cell for group in groups if len(group) < largest for cell in group}


def severed(state: FimbulvetrState, small: set[int]) -> list[int]:
    """The active clan's warriors that are severed at the start of the turn (F39)."""
    return [warrior for warrior in state.roster.own[state.active] if state.cell[warrior] in small]


def resolve(state: FimbulvetrState, small: set[int]) -> list[Event]:
    """Slay the severed who were not reconnected, all at once (F41 to F43)."""
    book, seat = state.roster, state.active
    lost = [warrior for warrior in state.severed if state.cell[warrior] in small]
    for warrior in lost:
        state.cell[warrior] = OFF
    return [
        Slain(seat=seat, clan=book.clans[seat].name, warrior=book.ids[warrior], name=book.names[warrior])
        for warrior in lost
    ]
