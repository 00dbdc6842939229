"""Supplies and Valknuts: who waits, where they may come back, and bringing them (V6, V50, V51)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.valknut.events import Spawned
from fimbul.games.valknut.library.warbands import TALL, UNIT_NAMES
from fimbul.games.valknut.model import place_of

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def visible(state: ValknutState) -> list[int]:
    """The Valknuts on which nobody stands, by row, then column (V51)."""
    at = state.standing()
    return [cell for cell in state.ground.valknuts if cell not in at]


def spawnable(state: ValknutState, seat: int) -> list[int]:
    """The kinds that may come from a seat's supply (V50, V94, V112)."""
    found = []
    for kind in sorted({k for unit, k in enumerate(state.kind) if state.waits(unit, seat)}):
        lost = state.ragnarok and kind in state.warbands[seat] and not state.lives(seat, kind)
        if kind != TALL and not lost:
            found.append(kind)
    return found


def bring(state: ValknutState, seat: int, kind: int, cell: int, events: list[Event]) -> int:
    """Put a unit of the seat's supply on a cell."""
    unit = state.supply(seat, kind)[0]
    state.cell[unit] = cell
    x, y = place_of(cell)
    events.append(Spawned(seat=seat, band=state.band(seat), unit=unit, name=UNIT_NAMES[kind], x=x, y=y))
    return unit
