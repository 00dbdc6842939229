"""Empty country: hexes that a force goes through without anything that could happen there.

Of all that is asked when a force enters a hex (`arriving`, `passage.remember`, `evading.Survivors`), nothing
could have an answer there, so it is asked only where the force comes to something else, or to its goal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.games.fornaldar.model import NOWHERE, Force
from fimbul.games.fornaldar.rules import scenarios, weather
from fimbul.games.fornaldar.rules.memory import armies_by_hex, items_by_hex, leaders_by_hex, ships_by_hex
from fimbul.games.fornaldar.rules.movement import intercepting

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def quiet(state: FornaldarState, force: Force, way: tuple[int, ...]) -> int:
    """Through how many hexes of its way a force goes before it comes where something may happen."""
    last = len(way) - 1
    if not last or not is_left_quietly(state, force):
        return 0
    wrecks = banks(state) if force.stack == "land" else ()
    passed, before, watched = 0, force.hex, dangerous(state, force)
    while passed < last:
        hex_ = way[passed]
        if hex_ in wrecks or not is_empty(state, force, hex_):
            break
        if hex_ in watched and not intercepting.goes_unseen(state, force, hex_, before):
            break
        passed, before = passed + 1, hex_
    if passed and way[passed] >= state.book.size:
        return passed - 1  # onto a river a force goes from its bank
    return passed


def is_left_quietly(state: FornaldarState, force: Force) -> bool:
    """Whether a force leaves its hex and that is all: nothing goes along (R21.4), nobody is lost (R19.6)."""
    here, enemy = force.hex, 1 - force.seat
    if force.river >= 0 or force.towed or here in items_by_hex(state):
        return False
    return force.moved or not scenarios.occupied(state, here, enemy)


def banks(state: FornaldarState) -> set[int]:
    """Beside what hexes ships lie on a river: they could be stranded (R14.7.2)."""
    rivers = state.book.rivers
    return {hex_ for each in state.vessels if each.river >= 0 for hex_ in rivers[each.river][:2]}


def dangerous(state: FornaldarState, force: Force) -> frozenset[int]:
    """Where the other side might be asked whether it intercepts the force (R14.8)."""
    if force.way not in ("move", "march") or scenarios.no_interception(state):
        return frozenset()
    if intercepting.tried(state, force, NOWHERE):
        return frozenset()
    return intercepting.watched(state, 1 - force.seat)


def is_empty(state: FornaldarState, force: Force, hex_: int) -> bool:
    """Whether there is nothing in a hex that the force enters, and nobody whom it rouses."""
    book, seat = state.book, force.seat
    if hex_ >= book.size or hex_ in book.eventful or hex_ in state.caught or hex_ in items_by_hex(state):
        return False
    if hex_ in leaders_by_hex(state) or hex_ in armies_by_hex(state) or hex_ in ships_by_hex(state):
        return False
    group = book.kingdom[hex_]
    if group in book.present and not state.active[group] and state.side[group] != seat:
        return False  # its people are roused (R10.2)
    # In the snow it has to stop (R6.4.4, R6.4.8).
    stops = force.way == "march" or (force.ships and book.land[hex_])
    return not (stops and weather.at(state, hex_) == "snow")
