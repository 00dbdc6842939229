"""E. Killing: flanks, and what happens to the flanked (V40 to V46, V61, V66, V83)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.valknut.events import Eliminated, Killed
from fimbul.games.valknut.library.warbands import ARCHERY, RAGE, TALL, UNIT_NAMES
from fimbul.games.valknut.model import (
    ANYBODY,
    EAST,
    FOREST,
    GRASS,
    NOBODY,
    NORTH,
    OFF,
    SOUTH,
    WEST,
    Grave,
    place_of,
)
from fimbul.games.valknut.rules import ending, ragnarok, warbands

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState

OPEN = (GRASS, FOREST)  # what an arrow crosses (V66)
NOTHING, OBSTACLE = -2, -1  # what a side can have instead of a unit


class Eyes:
    """One look at the Battleground for one seat: who stands where, and what stands on a side of a zone."""

    __slots__ = ("archers", "at", "kind", "owner", "seat", "zones")

    def __init__(self, state: ValknutState, seat: int) -> None:
        self.seat = seat
        self.zones = state.ground.zones
        self.at = state.standing()
        self.owner = state.owner
        self.kind = state.kind
        self.archers = ARCHERY in state.warbands[seat]

    def side(self, cell: int, step: int) -> int:
        """What the seat has on one side of a zone: a unit's number, an obstacle, or nothing (V40, V66).

        Units of third players help nobody (V84).
        """
        near = cell + step
        unit = self.at.get(near)
        if unit is not None:
            return unit if self.owner[unit] == self.seat else NOTHING
        terrain = self.zones.get(near)
        if terrain is None:
            return NOTHING
        if self.archers and terrain in OPEN:
            far = self.at.get(near + step)
            if far is not None and self.kind[far] == ARCHERY and self.owner[far] == self.seat:
                return far
        return NOTHING if terrain == GRASS else OBSTACLE

    def axis(self, one: int, step: int, other: int, back: int) -> tuple[int, ...]:
        """The seat's units that flank along an axis; none if it is not flanked (V40)."""
        first = self.side(one, step)
        if first == NOTHING:
            return ()
        second = self.side(other, back)
        if second == NOTHING:
            return ()
        return tuple(unit for unit in (first, second) if unit >= 0)  # of two obstacles none is left

    def flankers(self, unit: int, cell: int) -> tuple[int, ...]:
        """The seat's units that flank an enemy; none if it is safe (V40, V61)."""
        if self.kind[unit] != TALL:
            return self.axis(cell, WEST, cell, EAST) + self.axis(cell, NORTH, cell, SOUTH)
        foot = cell + SOUTH
        axes = (
            self.axis(cell, WEST, cell, EAST),
            self.axis(foot, WEST, foot, EAST),
            self.axis(cell, NORTH, foot, SOUTH),
        )
        return sum(axes, ()) if sum(map(bool, axes)) >= 2 else ()


def flanked(state: ValknutState, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """The enemies that a seat flanks now, each with the units that do it."""
    eyes = Eyes(state, seat)
    found = []
    for unit, cell in enumerate(state.cell):
        if cell != OFF and state.owner[unit] != seat:
            flankers = eyes.flankers(unit, cell)
            if flankers:
                found.append((unit, flankers))
    return found


class Resolve(Step["ValknutState"], frozen=True, tag=True):
    """Kill all flanked enemies together, let the acting warband's ability work, and look again (V42)."""

    acting: int
    berserk: bool = False  # a rage is due when nobody is flanked any more (V68)

    def run(self, state: ValknutState, events: list[Event]) -> None:
        found = flanked(state, state.active)  # V41: only enemies of the player whose turn it is
        if not found:
            if self.berserk:
                state.rage()
            return
        acting = self.acting
        graves = kill(state, dict(found), events)
        if state.outcome is not None:
            return
        if acting == ANYBODY:
            able = ragnarok.able(state, [unit for _, units in found for unit in units])
            if len(able) > 1:
                state.push(ragnarok.Acting((state.active,), able, graves))
                return
            acting = able[0] if able else NOBODY
        avenge(state, acting, graves, events, berserk=self.berserk)


def strike(
    state: ValknutState, units: list[int], acting: int, events: list[Event], by: tuple[int, ...] = ()
) -> None:
    """Kill units without a flank (V63, V107), then go on as after any kill."""
    graves = kill(state, dict.fromkeys(units, by), events)
    if state.outcome is None:
        avenge(state, acting, graves, events)


def avenge(
    state: ValknutState, acting: int, graves: tuple[Grave, ...], events: list[Event], *, berserk: bool = False
) -> None:
    """Let the acting warband's ability work on these kills, then look again (V42)."""
    state.push(Resolve(acting, berserk or (bool(graves) and acting == RAGE)))
    trigger = warbands.TRIGGERS.get(acting)
    if trigger and graves:
        trigger(state, state.active, graves, events)


def kill(state: ValknutState, units: dict[int, tuple[int, ...]], events: list[Event]) -> tuple[Grave, ...]:
    """Send units, each killed by some others, back to their owners' supplies (V42, V113).

    Whoever has none left is out (V46, V83).
    """
    graves = []
    for unit, by in units.items():
        cell, kind, seat = state.cell[unit], state.kind[unit], state.owner[unit]
        graves.append((cell, cell + SOUTH) if kind == TALL else (cell,))
        state.cell[unit] = OFF
        x, y = place_of(cell)
        name = UNIT_NAMES[kind]
        events.append(Killed(seat=seat, band=state.band(seat), unit=unit, name=name, x=x, y=y, by=by))
    eliminate(state, sorted({state.owner[unit] for unit in units}), events)
    ending.last_standing(state, events)
    return tuple(sorted(graves))


def eliminate(state: ValknutState, seats: list[int], events: list[Event]) -> None:
    """Who of these has no unit left is out, with supply and cards; gods go under their pile (V46, V83)."""
    gods: list[int] = []
    for seat in seats:
        if any(state.owner[unit] == seat and cell != OFF for unit, cell in enumerate(state.cell)):
            continue
        state.alive[seat] = False
        state.ambushes[seat] = ()
        gods += state.worshipped[seat]
        state.worshipped[seat] = ()
        events.append(Eliminated(seat=seat, band=state.band(seat)))
    state.god_pile[:0] = sorted(gods, reverse=True)
    state.returned += len(gods)
