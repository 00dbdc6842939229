"""The pieces: who stands where, what they are worth now, one function for all that befalls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.games.fornaldar.library.rows import SIDES, Fortress
from fimbul.games.fornaldar.model import Army

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
    groups, side = state.book.leader_group, state.side
    return [
        number
        for number, leader in enumerate(state.leaders)
        if leader.hex == hex_ and (seat is None or side[groups[number]] == seat)
    ]


def ashore(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a ground stack: neither embarked nor swimming."""
    return [
        n for n in leaders_at(state, hex_, seat) if not (state.leaders[n].aboard or state.leaders[n].afloat)
    ]


def at_sea(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a naval stack: embarked or swimming."""
    return [n for n in leaders_at(state, hex_, seat) if state.leaders[n].aboard or state.leaders[n].afloat]


def armies_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """All armies in a hex."""
    return [a for a in state.armies if a.hex == hex_ and (seat is None or state.side[a.group] == seat)]


def ground_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a ground stack."""
    return [army for army in armies_at(state, hex_, seat) if not (army.aboard or army.afloat)]


def sea_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a naval stack: embarked or swimming."""
    return [army for army in armies_at(state, hex_, seat) if army.aboard or army.afloat]


def ships_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The ships in a hex, on a river beside it too."""
    groups, side = state.book.ship_group, state.side
    return [
        number
        for number, ship in enumerate(state.vessels)
        if ship.hex == hex_ and (seat is None or side[groups[number]] == seat)
    ]


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
    return state.side[group] if group >= 0 else SIDES.index("mundane")  # Pellost (R3.6)


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
    for other in state.armies:
        if (
            other.hex == army.hex
            and other.banner == army.banner
            and other.group == army.group
            and other.aboard == army.aboard
            and other.afloat == army.afloat
            and other.done == army.done
            and other.spent == army.spent
            and other.intercepted == army.intercepted
            and other.sailed == army.sailed
            and other.late == army.late
        ):
            other.csp += army.csp
            return
    state.armies.append(army)
    state.armies.sort(key=army_order)


def army_order(army: Army) -> tuple[int, ...]:
    """The fixed order of armies in the state."""
    marks = (army.aboard, army.afloat, army.done, army.sailed, army.intercepted, army.late)
    return (army.hex, army.group, army.banner, *marks, army.spent)


def tidy(state: FornaldarState) -> None:
    """Join armies that have come into the same condition, and put all into their order."""
    armies, state.armies = state.armies, []
    for army in armies:
        add_army(state, army)
    state.armies.sort(key=army_order)


def remove_csp(state: FornaldarState, army: Army, count: int) -> None:
    """Take CSP off an army, without any consequence."""
    army.csp -= count
    if army.csp <= 0:
        state.armies.remove(army)


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
