"""The pieces: who stands where, what they are worth now, one function for all that befalls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.games.fornaldar.library.rows import Fortress
from fimbul.games.fornaldar.model import MUNDANE, Army
from fimbul.games.fornaldar.rules.memory import (
    armies_by_hex,
    army_order,
    enrol,
    leaders_by_hex,
    reorder,
    ships_by_hex,
    strike,
)

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


# ---- who is where


def seat_of(state: FornaldarState, leader: int) -> int:
    """The seat that a character is with, or -1."""
    return state.side[state.book.leader_group[leader]]


def ship_seat(state: FornaldarState, ship: int) -> int:
    """The seat that a ship is with, or -1."""
    return state.side[state.book.ship_group[ship]]


def awake(state: FornaldarState, leader: int) -> bool:
    """Whether a character is active (R10.1)."""
    return state.active[state.book.leader_group[leader]]


def leaders_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """All characters in a hex, of one seat or of all, active or not."""
    here = leaders_by_hex(state).get(hex_)
    if here is None:
        return []
    if seat is None:
        return here.copy()
    groups, side = state.book.leader_group, state.side
    found = []
    for number in here:
        if side[groups[number]] == seat:
            found.append(number)
    return found


def ashore(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a ground stack: neither embarked nor swimming."""
    here = leaders_by_hex(state).get(hex_)
    found: list[int] = []
    if here is None:
        return found
    leaders, groups, side = state.leaders, state.book.leader_group, state.side
    for number in here:
        someone = leaders[number]
        if (seat is None or side[groups[number]] == seat) and not (someone.aboard or someone.afloat):
            found.append(number)
    return found


def at_sea(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a naval stack: embarked or swimming."""
    here = leaders_by_hex(state).get(hex_)
    found: list[int] = []
    if here is None:
        return found
    leaders, groups, side = state.leaders, state.book.leader_group, state.side
    for number in here:
        someone = leaders[number]
        if (someone.aboard or someone.afloat) and (seat is None or side[groups[number]] == seat):
            found.append(number)
    return found


def armies_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """All armies in a hex."""
    here = armies_by_hex(state).get(hex_)
    if here is None:
        return []
    if seat is None:
        return here.copy()
    side, found = state.side, []
    for army in here:
        if side[army.group] == seat:
            found.append(army)
    return found


def ground_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a ground stack."""
    here = armies_by_hex(state).get(hex_)
    found: list[Army] = []
    if here is None:
        return found
    side = state.side
    for army in here:
        if (seat is None or side[army.group] == seat) and not (army.aboard or army.afloat):
            found.append(army)
    return found


def sea_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a naval stack: embarked or swimming."""
    here = armies_by_hex(state).get(hex_)
    found: list[Army] = []
    if here is None:
        return found
    side = state.side
    for army in here:
        if (army.aboard or army.afloat) and (seat is None or side[army.group] == seat):
            found.append(army)
    return found


def ships_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The ships in a hex, on a river beside it too."""
    here = ships_by_hex(state).get(hex_)
    if here is None:
        return []
    if seat is None:
        return here.copy()
    groups, side, found = state.book.ship_group, state.side, []
    for number in here:
        if side[groups[number]] == seat:
            found.append(number)
    return found


def troops(state: FornaldarState, hex_: int, seat: int) -> int:
    """The CSP of a ground stack, escorts among them."""
    escorts = sum(state.leaders[number].escort for number in ashore(state, hex_, seat))
    return escorts + sum(army.csp for army in ground_armies(state, hex_, seat))


def has_ground(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has a ground stack in a hex."""
    return bool(ground_armies(state, hex_, seat)) or bool(ashore(state, hex_, seat))


def has_fleet(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has a naval stack in a hex."""
    return (
        bool(ships_at(state, hex_, seat))
        or bool(at_sea(state, hex_, seat))
        or bool(sea_armies(state, hex_, seat))
    )


# ---- fortresses and coasts


def fortress(state: FornaldarState, hex_: int) -> Fortress | None:
    """The intact fortress of a hex; where one lies in ruins on the Fynvirke, that is left (R18.4)."""
    return state.book.walls[hex_] if hex_ in state.ruins else state.book.fortress[hex_]


def fortress_seat(state: FornaldarState, hex_: int) -> int:
    """Whose intact fortress stands in a hex, or -1 (R3.6)."""
    if fortress(state, hex_) is None:
        return -1
    group = state.book.fort_group[hex_]
    return state.side[group] if group >= 0 else MUNDANE  # Pellost (R3.6)


def fortresses(state: FornaldarState, seat: int) -> list[int]:
    """The hexes of a seat's intact fortresses."""
    side, ruins, walls = state.side, state.ruins, state.book.walls
    return [
        hex_
        for hex_, group in state.book.fort_groups
        if (side[group] if group >= 0 else MUNDANE) == seat and (hex_ not in ruins or walls[hex_] is not None)
    ]


def friendly_coast(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a coastal hex belongs to a side; islands never do (R3.5)."""
    ground, group = state.book.ground[hex_], state.book.kingdom[hex_]
    return (
        ground.water in ("coastal", "lakeside")
        and not ground.island
        and group in state.book.present
        and state.side[group] == seat
    )


# ---- what befalls them


def score(state: FornaldarState, seat: int, points: int) -> None:
    """Give victory points (R22)."""
    if seat in (0, 1):
        state.points[seat] += points


def add_army(state: FornaldarState, army: Army) -> None:
    """Put CSP into a hex, however many are there (R12.4); those in the same condition are one army."""
    if army.csp <= 0:
        return
    here = armies_by_hex(state).get(army.hex)
    if here:
        condition = army_order(army)
        for other in here:
            if army_order(other) == condition:
                other.csp += army.csp
                return
    enrol(state, army)


def tidy(state: FornaldarState) -> None:
    """Join armies that have come into the same condition, and put all into their order."""
    found: dict[Any, Army] = {}
    armies_by_hex(state)
    for army in state.armies:
        first = found.setdefault(army_order(army), army)
        if first is not army:
            first.csp += army.csp
    reorder(state, [found[condition] for condition in sorted(found)])


def remove_csp(state: FornaldarState, army: Army, count: int) -> None:
    """Take CSP off an army, without any consequence."""
    army.csp -= count
    if army.csp <= 0:
        strike(state, army)


def recast(
    state: FornaldarState, armies: Iterable[Army], count: int, change: Callable[[Army], dict[str, Any]]
) -> None:
    """So many CSP out of these armies change their condition: where they are, or what they may do."""
    for army in list(armies):
        part = min(count, army.csp)
        if not part:
            return
        count -= part
        other = msgspec.structs.replace(army, csp=part, **change(army))
        remove_csp(state, army, part)
        add_army(state, other)


# ---- how they are called


def spot(state: FornaldarState, hex_: int) -> str:
    """The node of a hex in the scene."""
    return state.book.hex_name(hex_)


def place_name(state: FornaldarState, hex_: int) -> str:
    """A hex in words: its name and number."""
    if hex_ < 0:
        return "nowhere"
    ground = state.book.ground[hex_]
    return f"{ground.name} ({ground.hex})" if ground.name else ground.hex
