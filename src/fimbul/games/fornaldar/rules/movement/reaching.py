"""Where a force can go, what is in its way, and why it cannot go elsewhere (R11)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fimbul.core import Illegal
from fimbul.games.fornaldar.actions import Go
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import NOWHERE, Force
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.magic import spells
from fimbul.games.fornaldar.rules.memory import armies_by_hex, recall_now, recall_others
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
    side = state.side
    for army in armies_by_hex(state).get(hex_, ()):
        if side[army.group] != seat and not (army.aboard or army.afloat):
            return True
    return any(pieces.seat_of(state, number) != seat for number in pieces.ashore(state, hex_))


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
    return comes_near(state, force.hex, 1 - force.seat, ratings.best_command(state, leaders))


def comes_near(state: FornaldarState, hex_: int, seat: int, distance: int) -> bool:
    """Whether a seat has an active piece within so many hexes."""
    return distance >= 0 and not active_hexes(state, seat).isdisjoint(state.book.within(hex_, distance))


def active_hexes(state: FornaldarState, seat: int) -> frozenset[int]:
    """Where a seat has active pieces."""
    return recall_others(state, 1 - seat, "active", lambda: find_active(state, seat))


def find_active(state: FornaldarState, seat: int) -> frozenset[int]:
    """The same, worked out."""
    book = state.book
    mine = [side == seat and active for side, active in zip(state.side, state.active, strict=True)]
    found = {army.hex for army in state.armies if mine[army.group]}
    found |= {each.hex for group, each in zip(book.leader_group, state.leaders, strict=True) if mine[group]}
    found |= {each.hex for group, each in zip(book.ship_group, state.vessels, strict=True) if mine[group]}
    found.discard(NOWHERE)
    return frozenset(found)


@functools.lru_cache(maxsize=16)
def every_go(book: Book) -> tuple[Go, ...]:
    """The going to every place, by its number."""
    return tuple(Go(name) for name in book.place_names)


def goals(state: FornaldarState, force: Force) -> tuple[Go, ...]:
    """Everywhere that the force can go, in a fixed order."""
    found = destinations(state, force)
    return found.going(every_go(state.book)) if found is not None else ()


def reach(state: FornaldarState) -> tuple[tuple[str, int], ...]:
    """Where the force can go and what it costs, in half points, by name in a fixed order."""
    found = destinations(state, state.force) if state.force is not None else None
    return found.told(state.book.place_names) if found is not None else ()


def destinations(state: FornaldarState, force: Force) -> ways.Reach | None:
    """Where the force can go, in a fixed order, and what every place costs; None if it cannot go at all."""
    if force.stopped or not (force.leaders or force.troops or force.ships):
        return None
    if not forces.afloat(state, force) or unmoved(state, force):
        return None
    found = explore(state, force)
    if force.stack == "sea" and forces.swimming(state, force):
        deepest, size, prices = force.left - POINT, state.book.size, found.prices  # to go ashore (R14.7.3)
        return found.within([place for place in found.places if place < size or prices[place] <= deepest])
    if force.stack == "air" and must_land(state, force.leaders):
        size, land = state.book.size, state.book.land
        return found.within([place for place in found.places if place >= size or land[place]])
    return found


def may_rest(state: FornaldarState, leaders: Iterable[int], place: int) -> bool:
    """Whether these may stop there: who flies only by an enchantment comes down on land (R20.20)."""
    return place >= state.book.size or state.book.land[place] or not must_land(state, leaders)


def must_land(state: FornaldarState, leaders: Iterable[int]) -> bool:
    """Whether any of these flies only by an enchantment (R20.20)."""
    return any(spells.flight(state, each) and not state.book.cast[each].flies for each in leaders)


def unmoved(state: FornaldarState, force: Force) -> bool:
    """Whether those who would react have no enemy within their own range (R14.9.2)."""
    return force.way == "react" and not force.moved and not provoked(state, force, force.leaders)


def place_name(state: FornaldarState, place: int) -> str:
    """A hex or a river hexside in the notation."""
    return state.book.place_names[place]


def explore(state: FornaldarState, force: Force) -> ways.Reach:
    """The reach of the force: prices and ways.  Of the one that is under way it is asked several times."""
    if force is not state.force:
        return find_ways(state, force)
    return recall_now(state, "ways", lambda: find_ways(state, force))


def find_ways(state: FornaldarState, force: Force) -> ways.Reach:
    """The same, worked out."""
    start, points, table = forces.place_of(state, force), max(force.left, 0), forces.table(state, force)
    if points < min([cost for _, cost in table[start]], default=points + 1):
        return ways.Reach(points, {start: 0}, {start: start}, ())
    ends, shut = ways.OPEN, closed_hexes(state, force)
    if force.stack == "sea":
        if force.ships:
            fast = start >= state.book.size and ways.fast(state, force.river)
            if fast or (start < state.book.size and frozen_in(state, start)):
                return ways.Reach(points, {start: 0}, {start: start}, ())
            ends = frozen_coasts(state.book, weather.sky(state))
        return ways.reach(table, start, points, ends, shut)
    if force.stack == "land":
        ends = enemy_hexes(state, force.seat)
    if force.way == "march":
        ends |= weather.sky(state).snow  # R6.4.8
    asleep = closed_ground(state, force)
    if asleep:
        shut |= realms(state.book, frozenset(asleep))
    if force.way == "pregame":
        shut |= enemy_hexes(state, force.seat)
    return ways.reach(table, start, points, ends, shut)


@functools.lru_cache(maxsize=256)
def realms(book: Book, groups: frozenset[int]) -> frozenset[int]:
    """The hexes of all these kingdoms."""
    return ways.OPEN.union(*(book.realm[group] for group in groups))


@functools.lru_cache(maxsize=64)
def frozen_coasts(book: Book, sky: weather.Sky) -> frozenset[int]:
    """The coasts where ships must stop because of snow (R6.4.4)."""
    return frozenset(hex_ for hex_ in sky.snow if book.land[hex_])


def closed_hexes(state: FornaldarState, force: Force) -> frozenset[int]:
    """The hexes that special rules close to the force: they are asked only about those they could close."""
    book, kingless = state.book, scenarios.kingless(state, force.seat)
    if state.month == scenarios.landing(state):
        shut = [hex_ for hex_ in range(book.size) if scenarios.may_enter(state, hex_, force) is not None]
        return realms(book, kingless).union(shut)
    return shut_hexes(book, kingless, scenarios.unlocked(state, force))


@functools.lru_cache(maxsize=256)
def shut_hexes(book: Book, kingless: frozenset[int], unlocked: frozenset[int]) -> frozenset[int]:
    """The hexes of these kingdoms, and the closed ones that nobody of a force has unlocked."""
    doors = book.doors if "place_closed" in book.scenario.specials else ()
    return realms(book, kingless).union(frozenset(doors) - unlocked)


def frozen_in(state: FornaldarState, hex_: int) -> bool:
    """Whether ships cannot leave a coastal hex because of snow (R6.4.4)."""
    return state.book.land[hex_] and weather.at(state, hex_) == "snow"


def enemy_hexes(state: FornaldarState, seat: int) -> frozenset[int]:
    """The hexes where something of another side is seen on the ground: entering one ends a move (R11.7)."""
    return recall_others(state, seat, "enemy", lambda: find_enemies(state, seat))


def find_enemies(state: FornaldarState, seat: int) -> frozenset[int]:
    """The same, worked out."""
    side, group_of = state.side, state.book.leader_group
    found = {
        army.hex for army in state.armies if side[army.group] != seat and not (army.aboard or army.afloat)
    }
    for group, someone in zip(group_of, state.leaders, strict=True):
        if side[group] != seat and someone.hex >= 0 and not (someone.aboard or someone.afloat):
            found.add(someone.hex)
    found.update(pieces.fortresses(state, 1 - seat))
    return frozenset(found)


def closed_ground(state: FornaldarState, force: Force) -> set[int]:
    """Friendly kingdoms that are inactive: armies and escorts may not enter them (R10.4)."""
    if not forces.is_force(state, force):
        return set()
    active, side, here = state.active, state.side, state.book.kingdom[force.hex]
    return {
        group
        for group in state.book.present
        if not active[group] and side[group] == force.seat and group != here
    }


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
