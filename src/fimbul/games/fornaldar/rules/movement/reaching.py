"""Where a force can go, what is in its way, and why it cannot go elsewhere (R11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from fimbul.core import Illegal
from fimbul.games.fornaldar.actions import Go
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import NOWHERE, Force
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.magic import spells
from fimbul.games.fornaldar.rules.movement import forces, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def tied(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether an enemy on the ground holds the pieces of a seat in their hex."""
    return hex_ in state.caught or hostile(state, hex_, seat)


def hostile(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether anything of another side is seen on the ground of a hex: pieces, or an intact fortress."""
    if pieces.fortress_seat(state, hex_) == 1 - seat:
        return True
    return any(
        army.hex == hex_ and state.side[army.group] != seat and not (army.aboard or army.afloat)
        for army in state.armies
    ) or any(
        someone.hex == hex_
        and not (someone.aboard or someone.afloat)
        and pieces.seat_of(state, number) != seat
        for number, someone in enumerate(state.leaders)
    )


def hexes(state: FornaldarState, seat: int) -> set[int]:
    """Where a seat has pieces."""
    book, side = state.book, state.side
    found = {army.hex for army in state.armies if side[army.group] == seat}
    found |= {each.hex for n, each in enumerate(state.leaders) if side[book.leader_group[n]] == seat}
    found |= {each.hex for n, each in enumerate(state.vessels) if side[book.ship_group[n]] == seat}
    found.discard(NOWHERE)
    return found


def provoked(state: FornaldarState, force: Force, leaders: list[int]) -> bool:
    """Whether an enemy is near enough for these characters of a force to react to (R14.9.1, R14.9.2)."""
    reach, enemy = ratings.best_command(state, leaders), 1 - force.seat
    return any(state.book.distance(hex_, force.hex) <= reach for hex_ in active_hexes(state, enemy))


def active_hexes(state: FornaldarState, seat: int) -> set[int]:
    """Where a seat has active pieces."""
    book = state.book
    found = {army.hex for army in state.armies if state.side[army.group] == seat and state.active[army.group]}
    found |= {
        each.hex
        for n, each in enumerate(state.leaders)
        if each.hex >= 0 and pieces.seat_of(state, n) == seat and pieces.awake(state, n)
    }
    found |= {
        each.hex
        for n, each in enumerate(state.vessels)
        if each.hex >= 0 and pieces.ship_seat(state, n) == seat and state.active[book.ship_group[n]]
    }
    return found


def goals(state: FornaldarState, force: Force) -> list[Go]:
    """Everywhere that the force can go."""
    return [Go(name) for name, _ in reach(state)]


def reach(state: FornaldarState) -> list[tuple[str, int]]:
    """Where the force can go and what it costs, in half points, by name in a fixed order."""
    force = state.force
    if force is None or force.stopped or not (force.leaders or force.troops or force.ships):
        return []
    if not forces.afloat(state, force) or unmoved(state, force):
        return []
    start = forces.place_of(state, force)
    found = explore(state, force)
    deepest = force.left - POINT if forces.swimming(state, force) else force.left  # to go ashore (R14.7.3)
    size = state.book.size
    return [
        (place_name(state, place), cost)
        for place, (cost, _) in sorted(found.items())
        if place != start
        and (place < size or cost <= deepest)
        and (force.stack != "air" or may_rest(state, force.leaders, place))
    ]


def may_rest(state: FornaldarState, leaders: Iterable[int], place: int) -> bool:
    """Whether these may stop there: who flies only by an enchantment comes down on land (R20.20)."""
    if place >= state.book.size or state.book.land[place]:
        return True
    return not any(spells.flight(state, each) and not state.book.cast[each].flies for each in leaders)


def unmoved(state: FornaldarState, force: Force) -> bool:
    """Whether those who would react have no enemy within their own range (R14.9.2)."""
    return force.way == "react" and not force.moved and not provoked(state, force, force.leaders)


def place_name(state: FornaldarState, place: int) -> str:
    """A hex or a river hexside in the notation."""
    book = state.book
    return book.hex_name(place) if place < book.size else f"h{book.river_names[place - book.size]}"


def explore(state: FornaldarState, force: Force) -> dict[int, tuple[int, int]]:
    """The reach of the force: prices and ways."""
    book, seat, size = state.book, force.seat, state.book.size
    start = forces.place_of(state, force)
    if force.stack == "sea":
        if force.ships and (ways.fast(state, force.river) if start >= size else frozen_in(state, start)):
            return {start: (0, start)}
        sky = ways.skies(state)
        coasts = book.land

        def stops(place: int) -> bool:
            return bool(force.ships) and place < size and coasts[place] and sky[place] == "snow"

        shut_off = closed_hexes(state, force)

        def barred(place: int) -> bool:
            return place < size and shut_off(place)

        return ways.reach(forces.table(state, force), start, max(force.left, 0), stops, barred)
    occupied = enemy_hexes(state, seat)
    closed = closed_ground(state, force)
    locked = closed_hexes(state, force)

    cold = force.way == "march"

    def halted(place: int) -> bool:
        if cold and weather.at(state, place) == "snow":  # R6.4.8
            return True
        return force.stack == "land" and place in occupied

    def shut(place: int) -> bool:
        if book.kingdom[place] in closed:
            return True
        if force.way == "pregame" and place in occupied:
            return True
        return locked(place)

    return ways.reach(forces.table(state, force), start, max(force.left, 0), halted, shut)


def closed_hexes(state: FornaldarState, force: Force) -> Callable[[int], bool]:
    """Which hexes special rules close to the force: they are asked only about those that they could close."""
    book = state.book
    doors = {book.node[name] for name in scenarios.keys(state)}
    asleep = {group for group in book.present if scenarios.paralysed(state, group)}
    if state.month == scenarios.landing(state):
        return lambda place: scenarios.may_enter(state, place, force) is not None
    if not doors and not asleep:
        return lambda place: False
    return lambda place: (
        (place in doors or book.kingdom[place] in asleep)
        and scenarios.may_enter(state, place, force) is not None
    )


def frozen_in(state: FornaldarState, hex_: int) -> bool:
    """Whether ships cannot leave a coastal hex because of snow (R6.4.4)."""
    return state.book.land[hex_] and weather.at(state, hex_) == "snow"


def enemy_hexes(state: FornaldarState, seat: int) -> set[int]:
    """The hexes where something of another side is seen on the ground: entering one ends a move (R11.7)."""
    book = state.book
    found = {
        army.hex
        for army in state.armies
        if state.side[army.group] != seat and not (army.aboard or army.afloat)
    }
    for number, someone in enumerate(state.leaders):
        if (
            someone.hex >= 0
            and not (someone.aboard or someone.afloat)
            and pieces.seat_of(state, number) != seat
        ):
            found.add(someone.hex)
    found.update(hex_ for hex_ in book.forts if pieces.fortress_seat(state, hex_) == 1 - seat)
    return found


def closed_ground(state: FornaldarState, force: Force) -> set[int]:
    """Friendly kingdoms that are inactive: armies and escorts may not enter them (R10.4)."""
    if not forces.is_force(state, force):
        return set()
    own = {
        group for group in state.book.present if not state.active[group] and state.side[group] == force.seat
    }
    here = state.book.kingdom[force.hex]
    return own - {here}


def refuse_go(state: FornaldarState, action: Go, force: Force) -> Illegal | None:
    """Why the force cannot go there."""
    book = state.book
    place = place_named(state, action.hex)
    if place < 0:
        return Illegal("R25.3", "There is no such hex on the map.")
    if force.stopped:
        return refuse_stopped(state, force)
    if unmoved(state, force):
        return Illegal("R14.9.2", "No enemy is within the command rating of those who would go.")
    if not forces.afloat(state, force):
        return Illegal("R14.2.3", "The ships cannot carry that much: leave CSP or take more ships.")
    if place == forces.place_of(state, force):
        return Illegal("R11.3", "It is there already.")
    if any(name == action.hex for name, _ in reach(state)):
        return None
    if place < book.size:
        barred = scenarios.may_enter(state, place, force)
        if barred is not None:
            return Illegal(barred, "That hex is closed to this force.")
        if force.stack != "sea" and book.kingdom[place] in closed_ground(state, force):
            return Illegal("R10.4", "Armies may not enter a friendly kingdom that is inactive.")
        if force.stack == "air" and not may_rest(state, force.leaders, place):
            return Illegal("R20.20", "Who flies by an enchantment comes down on land.")
        if force.stack == "land" and not book.land[place]:
            return Illegal("R11.15", "Land pieces cannot enter open water.")
        if force.stack == "sea" and not book.watery[place]:
            return Illegal("R11.4.1", "Ships and swimmers cannot leave the water.")
        if force.stack == "sea" and force.ships and force.river < 0 and frozen_in(state, force.hex):
            return Illegal("R6.4.4", "Snow keeps the ships on the coast.")
        if force.ships and force.river >= 0 and ways.fast(state, force.river):
            rule = "R14.7.2" if ways.stranded(state, force.river) else "R14.7.5"
            return Illegal(rule, "The river does not carry ships now.")
    return Illegal("R11.3", "It is out of reach.")


def refuse_stopped(state: FornaldarState, force: Force) -> Illegal:
    """Why a force has to stay where it is."""
    if force.stack == "sea" and force.ships:
        return Illegal("R6.4.4", "Ships stop where they come to a coast with snow.")
    if force.way == "march" and weather.at(state, force.hex) == "snow":
        return Illegal("R6.4.8", "A forced march ends in the snow.")
    if forces.is_force(state, force):
        return Illegal("R11.7", "The force has met the enemy and must stop.")
    return Illegal("R11.8", "Characters must stop among enemy CSP.")


def place_named(state: FornaldarState, name: str) -> int:
    """The place of a name in the notation, or -1."""
    river = state.book.river_named.get(name)
    return state.book.hex_named(name) if river is None else state.book.size + river
