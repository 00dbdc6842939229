"""A force on its way: left and taken pieces, step by step, whom it rouses and meets, what it pays (R11)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Event, Step, Told
from fimbul.games.fornaldar.actions import (
    Attach,
    Detach,
    Give,
    Go,
    Halt,
    Leave,
    Overrun,
    PutDown,
    Search,
    Show,
    Take,
    Use,
)
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import LAND, SEA, Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.combat import fighting
from fimbul.games.fornaldar.rules.magic import items, searching, vial
from fimbul.games.fornaldar.rules.movement import (
    arriving,
    evading,
    forces,
    passage,
    reaching,
    teleporting,
    telling,
    transport,
    wilderness,
)

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def act(state: FornaldarState, force: Force, action: Any, events: list[Event]) -> None:
    """Carry out an order to the force."""
    if isinstance(action, Go):
        go(state, force, reaching.place_named(state, action.hex), events)
    elif isinstance(action, Halt):
        passage.halt(state, force, events)
    elif isinstance(action, PutDown):
        state.force = None
    elif isinstance(action, Leave):
        leave(state, force, action.what, action.count, events)
    elif isinstance(action, Take):
        take_up(state, force, action.what, action.count)
    elif isinstance(action, Attach | Detach):
        attach(state, force, action)
    elif isinstance(action, Give):
        items.give(state, action, force.hex, force.seat, events)
        force.given.append(action.item)
        force.left = min(force.left, forces.points(state, force)) if not force.moved else force.left
    elif isinstance(action, Show):
        show(state, force, action.what)
    elif isinstance(action, Search):
        search(state, force, action.points, events)
    elif isinstance(action, Use):
        vial.open_vial(state, action, force.hex, force.seat, events)
    elif isinstance(action, Overrun):
        passage.spend(state, force, forces.OVERRUN)
        state.reveals += 1
        state.push(fighting.Joined(force.hex, "land", force.seat, True), AfterOverrun())
    elif not transport.act(state, force, action, events):
        teleporting.act(state, force, action, events)


def leave(state: FornaldarState, force: Force, what: str, count: int, events: list[Event]) -> None:
    """Leave pieces behind; once the force has moved, they move no more (R11.5).

    They have ended their movement then, so they pay for the march and the cold at once, and swimmers in a
    river are put on its bank (R14.7.3).
    """
    book = state.book
    if what == forces.GREUTUNG:
        force.engine = False
        force.left = force.left if force.moved else forces.points(state, force)
        return
    stack = "sea" if force.stack == "sea" else "land"
    before = msgspec.structs.replace(force, leaders=list(force.leaders), troops=list(force.troops))
    if force.river >= 0 and transport.swimmer(state, what):
        transport.put_ashore(state, force, what, count, events)
    elif what in book.leader:
        leader = book.leader[what]
        force.leaders.remove(leader)
        if force.moved:
            forces.rest_leader(state, force, leader)
    elif what in book.ship:
        ship = book.ship[what]
        force.ships.remove(ship)
        state.vessels[ship].done = state.vessels[ship].done or force.moved
    else:
        banner = book.banner[what]
        if force.moved:
            forces.tire(state, force, banner, count, stack)
        force.troops = [
            (each, csp - count if each == banner else csp)
            for each, csp in force.troops
            if each != banner or csp > count
        ]
    forces.drop_leaderless(state, force, stack)
    passage.toll(state, before, force)
    forces.refit(state, force)
    if not force.moved:
        force.left = forces.points(state, force)
    if not (force.leaders or force.troops or force.ships):
        state.force = None
        return
    if force.engine and not force.troops and not any(state.leaders[each].escort for each in force.leaders):
        force.engine = False


def take_up(state: FornaldarState, force: Force, what: str, count: int) -> None:
    """Pick up pieces that have not moved; the force goes on with what the slowest has left (R11.5)."""
    book = state.book
    if what == forces.GREUTUNG:
        force.engine = True
    elif what in book.leader:
        force.leaders = sorted([*force.leaders, book.leader[what]])
    elif what in book.ship:
        force.ships = sorted([*force.ships, book.ship[what]])
    else:
        counts = dict(force.troops)
        counts[book.banner[what]] = counts.get(book.banner[what], 0) + count
        force.troops = sorted(counts.items())
        if force.moved:
            wake(state, force, book.banner[what], count)
    forces.refit(state, force)
    now = forces.points(state, force)
    force.left = min(force.left, newcomer(state, force, what)) if force.moved else now


def newcomer(state: FornaldarState, force: Force, what: str) -> int:
    """What a piece that is picked up has: its own allowance less what the force has spent (R11.5)."""
    book = state.book
    if what == forces.GREUTUNG:
        return forces.ENGINE - force.used
    if what in book.leader:
        alone = msgspec.structs.replace(force, leaders=[book.leader[what]], troops=[], ships=[])
        own = forces.leader_points(state, alone)
    elif what in book.ship:
        own = forces.ship_points(state, msgspec.structs.replace(force, ships=[book.ship[what]]))
    elif force.stack == "sea" and not forces.swims(state, book.banner[what]):
        return force.left
    else:
        own = [forces.given(state, book.banners[book.banner[what]].allowance)]
    if force.way != "move":
        return force.left
    return min(own, default=force.left + force.used) - force.used


def wake(state: FornaldarState, force: Force, banner: int, count: int) -> None:
    """Mark fresh CSP as going with a force that has moved."""
    forces.move_csp(state, force, banner, count, force.hex, 0, "sea" if force.stack == "sea" else "land")


def attach(state: FornaldarState, force: Force, action: Any) -> None:
    """A CSP becomes an escort, or an escort a CSP (R13.2)."""
    leader = state.book.leader[action.leader]
    banner, someone = state.book.leader_banner[leader], state.leaders[leader]
    counts = dict(force.troops)
    if isinstance(action, Detach):
        fates.release_escort(state, leader)
        if forces.follows(state, force.hex, force.seat, force.leaders, banner, force.way):
            counts[banner] = counts.get(banner, 0) + 1
        elif force.moved:
            forces.tire(state, force, banner, 1, "land")
    else:
        armies = [a for a in forces.free_armies(state, force.hex, force.seat, "land") if a.banner == banner]
        army = max(armies, key=lambda each: each.spent)
        pieces.remove_csp(state, army, 1)
        someone.escort = True
        counts[banner] -= 1
    force.troops = sorted((each, csp) for each, csp in counts.items() if csp)
    forces.refit(state, force)
    if not force.moved:
        force.left = forces.points(state, force)


def show(state: FornaldarState, force: Force, what: str) -> None:
    """Put a piece on top of the stack (R12.1)."""
    stack = secrecy.stack_at(state, force.seat, force.hex, SEA if force.stack == "sea" else LAND)
    assert stack is not None
    lid = next(lid for _, lid in secrecy.lids(state, stack) if secrecy.lid_name(state, lid) == what)
    secrecy.raise_up(state, stack, lid)
    force.shown = sorted([*force.shown, what])


def search(state: FornaldarState, force: Force, points: int, events: list[Event]) -> None:
    """Search for artifacts (R21.1.2)."""
    passage.spend(state, force, points * POINT)
    searching.search(state, points, events)


def go(state: FornaldarState, force: Force, place: int, events: list[Event]) -> None:
    """Set out: in a reaction, out of the enemy's hands first (R14.9.4)."""
    way = reaching.explore(state, force).path(place)
    # Who goes and who stays shows now, with new tops; on a river all is seen, also of those who are there.
    state.reveals += secrecy.divides(state, force.seat, force.hex, SEA if force.stack == "sea" else LAND)
    if force.way == "react" and not force.moved and not slips_away(state, force, events):
        forces.settle(state, force)
        state.force = None
        return
    state.push(Advance(tuple(way), force.hex))


def slips_away(state: FornaldarState, force: Force, events: list[Event]) -> bool:
    """Whether a reacting force gets out of a hex with enemy armies (R14.9.4)."""
    enemy = 1 - force.seat
    state.reveals += secrecy.is_secret(state, enemy, force.hex, LAND)  # whether CSP are there, and who leads
    if not pieces.troops(state, force.hex, enemy):
        return True
    chief = ratings.commander(state, force.leaders)
    assert chief is not None
    rating = ratings.command(state, chief)
    theirs = [ratings.command(state, each) for each in pieces.ashore(state, force.hex, enemy)]
    if rating <= max(theirs, default=0) and not items.has(state, chief, "react_out"):
        events.append(
            Told(text="The enemy's command is too high: the force cannot get away.", only=(force.seat,))
        )
        return False
    die = state.rng.die()
    free = die < rating and die != 6
    result = "it gets away" if free else "it is held"
    events.append(Rolled(what="A force reacts from a hex with enemies", dice=(die,), result=result))
    return free


class Advance(Step["FornaldarState"], frozen=True, tag=True):
    """The force goes on along its way, which it began at `start`, to where something may happen."""

    way: tuple[int, ...]
    start: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if (
            force is None
            or force.stopped
            or not self.way
            or not (force.leaders or force.troops or force.ships)
        ):
            if force is not None and not (force.leaders or force.troops or force.ships):
                state.force = None
            return
        here, table, far = forces.place_of(state, force), forces.table(state, force), force.left + 1
        passed = wilderness.quiet(state, force, self.way)
        prices = [table.price(here, self.way[0], far)]
        for one, other in itertools.pairwise(self.way[: passed + 1]):
            prices.append(table.price(one, other, far))
        if passed and (sum(prices) > force.left or 0 in prices):
            passed, prices = 0, prices[:1]
        if prices[0] > force.left:
            return
        left, deserted, there = force.hex, not force.moved, self.way[passed]
        before = self.way[passed - 1] if passed else left
        kind = SEA if force.stack == "sea" else LAND
        state.reveals += secrecy.is_secret(state, force.seat, forces.side_of(state, force, there), kind)
        forces.shift(state, force, there, sum(prices))
        if forces.through_snow(state, force, (left, *self.way[:passed])):
            force.snow = True
            force.cold = force.cold or forces.is_chilled(state, force)
        force.known = True
        for one, other in itertools.pairwise((left, *self.way[:passed])):
            passage.enter(state, force.seat, other, one)
        if before != force.hex:
            passage.remember(state, force, before)
        if len(self.way) == passed + 1 and self.start != force.hex:
            events.append(telling.tell_way(state, force, self.start))
        state.push(arriving.Arrive(before), Advance(self.way[passed + 1 :], self.start))
        if deserted:  # who was left among the enemy (R19.6)
            state.push(evading.Survivors(left))


class AfterOverrun(Step["FornaldarState"], frozen=True, tag=True):
    """The force goes on if the enemy is gone from the hex (R14.5.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        forces.gather(state, force)
        if not (force.leaders or force.troops):
            state.force = None
        elif ratings.stands(state, force.hex, 1 - force.seat):
            force.left = 0
        else:
            force.stopped = False
