"""A force on its way: left and taken pieces, step by step, whom it rouses and meets, what it pays (R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Event, Step
from fimbul.games.fornaldar import (
    attrition,
    evading,
    fighting,
    forces,
    intercepting,
    items,
    pieces,
    reaching,
    scenarios,
    searching,
    teleporting,
    telling,
    transport,
    ways,
    weather,
)
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
    Take,
    Use,
)
from fimbul.games.fornaldar.cards import POINT
from fimbul.games.fornaldar.events import Rolled, Told

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import Force, FornaldarState


def act(state: FornaldarState, force: Force, action: Any, events: list[Event]) -> None:
    """Carry out an order to the force."""
    if isinstance(action, Go):
        go(state, force, reaching.place_named(state, action.hex), events)
    elif isinstance(action, Halt):
        halt(state, force, events)
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
    elif isinstance(action, Search):
        search(state, force, action.points, events)
    elif isinstance(action, Use):
        items.open_vial(state, action, force.hex, force.seat, events)
    elif isinstance(action, Overrun):
        spend(state, force, forces.OVERRUN)
        state.reveals += 1
        state.push(fighting.Joined(force.hex, "land", force.seat, True), AfterOverrun())
    elif not transport.act(state, force, action, events):
        teleporting.act(state, force, action, events)


def spend(state: FornaldarState, force: Force, cost: int) -> None:
    """Pay for something that is no step."""
    force.left -= cost
    force.used += cost
    force.moved = True
    for each in force.leaders:
        state.leaders[each].spent += 0 if state.leaders[each].aboard else cost
    for each in force.ships:
        state.vessels[each].spent += cost


def leave(state: FornaldarState, force: Force, what: str, count: int, events: list[Event]) -> None:
    """Leave pieces behind; once the force has moved, they move no more (R11.5).

    They have ended their movement then, so they pay for the march and the cold at once, and swimmers in a
    river are put on its bank (R14.7.3).
    """
    book = state.book
    stack = "sea" if force.stack == "sea" else "land"
    before = msgspec.structs.replace(force, leaders=list(force.leaders), troops=list(force.troops))
    if force.river >= 0 and transport.swimmer(state, what):
        transport.put_ashore(state, force, what, count, events)
    elif what == forces.GREUTUNG:
        force.engine = False
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
    drop_leaderless(state, force, stack)
    toll(state, before, force)
    forces.refit(state, force)
    if not force.moved:
        force.left = forces.points(state, force)
    if not (force.leaders or force.troops or force.ships):
        state.force = None
        return
    if force.engine and not force.troops and not any(state.leaders[each].escort for each in force.leaders):
        force.engine = False


def drop_leaderless(state: FornaldarState, force: Force, stack: str) -> None:
    """CSP that have lost their commander stay too (R11.6)."""
    kept = []
    for banner, count in force.troops:
        carried = stack == "sea" and not forces.swims(state, banner)
        if carried or forces.follows(state, force.hex, force.seat, force.leaders, banner, force.way):
            kept.append((banner, count))
        elif force.moved:
            forces.tire(state, force, banner, count, stack)
    force.troops = kept


def toll(state: FornaldarState, before: Force, now: Force) -> None:
    """Those who were with a force and are no more pay for the way that they have come."""
    if not now.moved:
        return
    stayed = dict(now.troops)
    troops = [(banner, csp - stayed.get(banner, 0)) for banner, csp in before.troops]
    gone = msgspec.structs.replace(
        before,
        leaders=[each for each in before.leaders if each not in now.leaders],
        troops=[(banner, csp) for banner, csp in troops if csp],
    )
    state.push(Regroup())
    wear(state, gone, before.leaders)


class Regroup(Step, frozen=True, tag=True):
    """The force counts who is left after losses in its hex."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is not None:
            gather(state, force)
            if not (force.leaders or force.troops or force.ships):
                state.force = None


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
        pieces.release_escort(state, leader)
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


def search(state: FornaldarState, force: Force, points: int, events: list[Event]) -> None:
    """Search for artifacts (R21.1.2)."""
    spend(state, force, points * POINT)
    searching.search(state, points, events)


def halt(state: FornaldarState, force: Force, events: list[Event]) -> None:
    """The force has moved, and pays for the march and the cold (R14.4.1, R6.4.9)."""
    forces.settle(state, force)
    state.force = None
    if force.moved:
        wear(state, force, force.leaders)


def wear(state: FornaldarState, force: Force, company: list[int]) -> None:
    """What has marched or come through the snow rolls for attrition; `company` helps with its ratings."""
    stack = "sea" if force.stack == "sea" else "land"
    troops = tuple(force.troops)
    who = tuple(force.leaders)
    if not (who or troops):
        return
    command = pieces.best_command(state, company)
    if force.way == "march":
        why = "forced march"
        state.push(attrition.Wearing(force.seat, force.hex, stack, who, troops, 0, command, why))
    if force.snow:
        swimmers = stack == "sea"
        who = tuple(each for each in who if not swimmers or state.leaders[each].afloat)
        troops = tuple(each for each in troops if not swimmers or forces.swims(state, each[0]))
        minus = max([0, *(max(pieces.command(state, e), pieces.magic(state, e)) for e in company)])
        state.push(attrition.Wearing(force.seat, force.hex, stack, who, troops, 4, minus, "the snow"))


def go(state: FornaldarState, force: Force, place: int, events: list[Event]) -> None:
    """Set out: in a reaction, out of the enemy's hands first (R14.9.4)."""
    way = ways.path(reaching.explore(state, force), place)
    state.reveals += 1
    if force.way == "react" and not force.moved and not slips_away(state, force, events):
        forces.settle(state, force)
        state.force = None
        return
    state.push(Advance(tuple(way), force.hex))


def slips_away(state: FornaldarState, force: Force, events: list[Event]) -> bool:
    """Whether a reacting force gets out of a hex with enemy armies (R14.9.4)."""
    enemy = 1 - force.seat
    if not pieces.troops(state, force.hex, enemy):
        return True
    chief = pieces.commander(state, force.leaders)
    assert chief is not None
    rating = pieces.command(state, chief)
    theirs = [pieces.command(state, each) for each in pieces.ashore(state, force.hex, enemy)]
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


class Advance(Step, frozen=True, tag=True):
    """The force goes on along its way, which it began at `start`."""

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
        here, there = forces.place_of(state, force), self.way[0]
        price = next((cost for place, cost in forces.table(state, force)[here] if place == there), None)
        if price is None or price > force.left:
            return
        before, deserted = force.hex, not force.moved
        forces.shift(state, force, there, price)
        force.snow = force.snow or forces.through_snow(state, force, before)
        force.known = True
        if before != force.hex:
            remember(state, force, before)
        if len(self.way) == 1 and self.start != force.hex:
            events.append(telling.tell_way(state, force, self.start))
        state.push(Arrive(before), Advance(self.way[1:], self.start))
        if deserted:  # who was left among the enemy (R19.6)
            state.push(evading.Survivors(before))


def enter(state: FornaldarState, seat: int, hex_: int, before: int) -> None:
    """Keep that pieces of a seat have come into a hex from another."""
    entry = (seat, hex_, before)
    if entry not in state.entries:
        state.entries.append(entry)


def remember(state: FornaldarState, force: Force, before: int) -> None:
    """Keep where the pieces came from, for retreats (R17.5.10), and who came late to a battle (R14.8.9)."""
    enter(state, force.seat, force.hex, before)
    stack = "sea" if force.stack == "sea" else "land"
    if force.way in ("move", "march") and comes_late(state, force.hex, force.seat, stack):
        state.late = sorted({*state.late, *force.leaders})
        for army in pieces.armies_at(state, force.hex, force.seat):
            if not army.done and (army.aboard or army.afloat) == (stack == "sea"):
                army.late = True
        for each in force.ships:
            state.vessels[each].late = True


def comes_late(state: FornaldarState, hex_: int, seat: int, stack: str) -> bool:
    """Whether a force was intercepted in a hex, on land or at sea, so that others come late (R14.8.9)."""
    company = pieces.at_sea if stack == "sea" else pieces.ashore
    return hex_ in state.caught and any(
        state.leaders[each].intercepted for each in company(state, hex_, 1 - seat)
    )


class Arrive(Step, frozen=True, tag=True):
    """The force has entered a hex: what that provokes, whom it meets, who intercepts it."""

    before: int
    seen: bool = True  # nobody is asked about a force that only changes sides (R14.8.5)

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        trespass(state, force, events)
        transport.strand(state, force, events)
        scenarios.entered(state, force.hex)
        if force.way == "march" and weather.at(state, force.hex) == "snow":  # R6.4.8
            force.stopped = True
        if force.stack == "sea":
            meets = force.river < 0 and pieces.has_fleet(state, force.hex, 1 - force.seat)
            if force.ships and force.river < 0 and reaching.frozen_in(state, force.hex):
                force.stopped = True
        else:
            meets = reaching.hostile(state, force.hex, force.seat)
        if self.seen and force.way in ("move", "march") and force.river < 0:
            state.push(intercepting.Offer(self.before))
        if meets:
            state.reveals += 1
            state.push(evading.Contact(force.hex, force.seat))


def trespass(state: FornaldarState, force: Force, events: list[Event]) -> None:
    """Armies, heroes and ships that enter a kingdom which the enemy could call mobilize it (R10.2)."""
    ground = state.book.ground[force.hex]
    if force.stack == "sea":
        coast = ground.water in ("coastal", "lakeside") and not ground.island and force.river < 0
        if coast and (force.ships or force.troops or any(state.book.cast[e].swims for e in force.leaders)):
            intrude(state, force, force.hex, events)
    elif forces.is_force(state, force) or any(pieces.is_hero(state, each) for each in force.leaders):
        intrude(state, force, force.hex, events)


def intrude(state: FornaldarState, force: Force, hex_: int, events: list[Event]) -> None:
    """Armed pieces have come into a hex: its kingdom is provoked (R10.2); who has no land is not."""
    scenarios.trespass(state, state.book.kingdom[hex_], force.seat, events)


class AfterOverrun(Step, frozen=True, tag=True):
    """The force goes on if the enemy is gone from the hex (R14.5.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        gather(state, force)
        if not (force.leaders or force.troops):
            state.force = None
        elif pieces.stands(state, force.hex, 1 - force.seat):
            force.left = 0
        else:
            force.stopped = False


def gather(state: FornaldarState, force: Force) -> None:
    """Strike from the force what it has lost."""
    here, seat = force.hex, force.seat
    force.leaders = [each for each in force.leaders if state.leaders[each].hex == here]
    stack = "sea" if force.stack == "sea" else "land"
    left: dict[int, int] = {}
    for army in forces.free_armies(state, here, seat, stack):
        left[army.banner] = left.get(army.banner, 0) + army.csp
    force.troops = [(b, min(csp, left[b])) for b, csp in force.troops if left.get(b)]
    force.ships = [each for each in force.ships if state.vessels[each].hex == here]
    drop_leaderless(state, force, stack)
