"""Interception: the side that is not phasing throws itself in the way of a moving force (R14.8)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Odds, Question, Sealed, Step, Told
from fimbul.games.fornaldar.actions import Done, Intercept, Leave, LetGo, Wait
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.model import LAND, NOWHERE, SEA, Army, Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, scenarios, secrecy, weather
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import recall_now, recall_others
from fimbul.games.fornaldar.rules.movement import forces, passage, reaching, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

RANGE = 3  # hexes (R14.8.3)
NEEDED = 7  # R14.8.8
BEST = 6  # on the die


class Chance(msgspec.Struct, frozen=True):
    """A force that can intercept: from where, how far, and what is added to the die."""

    hex: int
    distance: int
    added: int
    way: tuple[int, ...]

    @property
    def rolls(self) -> int:
        """On how many rolls of a die it succeeds."""
        return min(BEST, BEST + self.added - NEEDED + 1)


class Offer(Step["FornaldarState"], frozen=True, tag=True):
    """The other side is asked whether it intercepts, where that could succeed."""

    before: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None or force.stopped or scenarios.no_interception(state):
            return
        if force.hex not in watched(state, 1 - force.seat):
            return
        if tried(state, force, NOWHERE) or not (catchable(state, force) or is_hidden(state, force)):
            return
        if could(state, force, self.before):
            state.push(Intercepting((1 - force.seat,), self.before))


def watched(state: FornaldarState, seat: int) -> frozenset[int]:
    """The hexes that active pieces of a seat are near enough to reach by an interception (R14.8.3)."""
    return recall_others(
        state, 1 - seat, "watched", lambda: surroundings(state.book, reaching.active_hexes(state, seat))
    )


@functools.lru_cache(maxsize=64)
def surroundings(book: Book, hexes: frozenset[int]) -> frozenset[int]:
    """All hexes from which it is no farther to one of these."""
    return frozenset().union(*[book.within(hex_, RANGE) for hex_ in hexes])


def catchable(state: FornaldarState, force: Force) -> bool:
    """Whether a moving force can be intercepted: it has CSP, escorts or ships, and does not fly (R14.8.6)."""
    riding = any(items.has(state, each, "sea_horse") for each in force.leaders if state.leaders[each].afloat)
    return forces.is_force(state, force) and force.stack != "air" and not riding


def is_hidden(state: FornaldarState, force: Force) -> bool:
    """Whether the other side does not know what is in a moving force (R12.3)."""
    kind = SEA if force.stack == "sea" else LAND
    here = secrecy.stack_at(state, force.seat, force.hex, kind)
    return here is not None and not secrecy.is_open(state, 1 - force.seat, here)


def could(state: FornaldarState, force: Force, before: int) -> bool:
    """Whether the moving side must reckon with an interception, by what it can see.

    The other side is asked then, even if it can do nothing: else it would show what its stacks are not.
    """
    if spells.hidden(state, before, force.seat) or shared(state, force) or stopped(state, force):
        return False
    for stack, rating in watchers(state, force, force.hex, before):
        if held(state, stack.hex, stack.seat):
            continue
        if secrecy.is_open(state, force.seat, stack):
            if chance_of(state, force, stack.hex, stack.seat) is not None:
                return True
        elif might_lead(state, stack, rating):
            return True
    return False


def watchers(
    state: FornaldarState, force: Force, here: int, before: int
) -> Iterator[tuple[secrecy.Stack, int]]:
    """The enemy stacks that a force approaches when it comes into a hex, and what command they need."""
    book, enemy, kind = state.book, 1 - force.seat, SEA if force.stack == "sea" else LAND
    for hex_ in reaching.active_hexes(state, enemy).intersection(book.within(here, RANGE)):
        if hex_ == here:
            continue
        distance = book.distance(hex_, here)
        if distance > book.distance(hex_, before) or tried(state, force, hex_):
            continue
        stack = secrecy.stack_at(state, enemy, hex_, kind)
        if stack is not None:
            yield stack, NEEDED - BEST + distance


def goes_unseen(state: FornaldarState, force: Force, here: int, before: int) -> bool:
    """Whether nobody is asked to intercept a force if it comes alone into a hex, whatever it is."""
    return not any(
        secrecy.is_open(state, force.seat, stack) or might_lead(state, stack, rating)
        for stack, rating in watchers(state, force, here, before)
    )


def might_lead(state: FornaldarState, stack: secrecy.Stack, rating: int) -> bool:
    """Whether a hidden stack could have such a command rating, by its top piece and the items of its side.

    Under a character or a ship anybody could lie of whom the other does not know where he is (R12.2).
    """
    lid, seat = secrecy.top(state, stack), stack.seat
    if lid.kind == "army":
        return False  # nobody leads it
    book = state.book
    aids = [book.relics[item].command for item in book.commanding if items.holder(state, item) == seat]
    rating -= max(aids, default=0)
    if (
        lid.kind == "leader"
        and not state.leaders[lid.number].cast
        and book.cast[lid.number].command >= rating
    ):
        return True
    return recall_now(state, ("reserve", seat), lambda: reserve(state, seat)) >= rating


def reserve(state: FornaldarState, seat: int) -> int:
    """The best command rating among the characters of a seat whose places the other does not know."""
    placed, groups = secrecy.placed_of(state, 1 - seat, seat), state.book.leader_group
    unknown = [
        state.book.cast[number].command
        for number, someone in enumerate(state.leaders)
        if someone.hex >= 0 and not someone.cast and number not in placed
        if state.side[groups[number]] == seat and state.active[groups[number]]
    ]
    return max(unknown, default=-BEST)


def marks(state: FornaldarState, force: Force) -> list[int]:
    """What a moving force is known by: its characters and ships, or where it set out if it has none."""
    ships = [len(state.leaders) + each for each in force.ships]
    return [*force.leaders, *ships] or [-1 - force.start]


def tried(state: FornaldarState, force: Force, hex_: int) -> bool:
    """Whether those in a hex have tried to intercept this force in this phase (R14.8.4)."""
    attempts = state.attempts
    return bool(attempts) and any((hex_, mark) in attempts for mark in marks(state, force))


def remember(state: FornaldarState, force: Force, hex_: int) -> None:
    """Those in a hex do not try again; NOWHERE: nobody does."""
    state.attempts += [(hex_, mark) for mark in marks(state, force)]


def chances(state: FornaldarState, force: Force, before: int) -> list[Chance]:
    """Every force that may try to intercept now, and could succeed (R14.8.3, R14.8.6)."""
    book, enemy, here = state.book, 1 - force.seat, force.hex
    if spells.hidden(state, before, force.seat) or shared(state, force) or stopped(state, force):
        return []
    found = []
    active = reaching.active_hexes(state, enemy)
    for hex_ in book.within(here, RANGE):
        if hex_ == here or hex_ not in active:
            continue
        if book.distance(hex_, here) > book.distance(hex_, before):
            continue
        if tried(state, force, hex_) or held(state, hex_, enemy):
            continue
        chance = chance_of(state, force, hex_, enemy)
        if chance is not None:
            found.append(chance)
    return found


def shared(state: FornaldarState, force: Force) -> bool:
    """Whether other pieces of its side are in the hex that the force has entered (R14.8.5)."""
    leaders, armies, ships = pieces.ashore, pieces.ground_armies, []
    if force.stack == "sea":
        leaders, armies = pieces.at_sea, pieces.sea_armies
        ships = [each for each in pieces.ships_at(state, force.hex, force.seat) if each not in force.ships]
    others = [each for each in leaders(state, force.hex, force.seat) if each not in force.leaders]
    csp = sum(army.csp for army in armies(state, force.hex, force.seat))
    return bool(others or ships) or csp > sum(count for _, count in force.troops)


def stopped(state: FornaldarState, force: Force) -> bool:
    """Whether troops, heroes or a fortress of the other side are in the hex anyway (R14.8.5)."""
    if force.stack == "sea":
        return False
    enemy = 1 - force.seat
    return ratings.stands(state, force.hex, enemy) or pieces.fortress_seat(state, force.hex) == enemy


def held(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether enemies in its own hex keep a force from intercepting (R14.8.2)."""
    return pieces.has_ground(state, hex_, 1 - seat) or pieces.has_fleet(state, hex_, 1 - seat)


def chance_of(
    state: FornaldarState, force: Force, hex_: int, seat: int, mine: Force | None = None
) -> Chance | None:
    """The chance of the stack in a hex, or of those of it who are sent; None if it has none."""
    stack = "sea" if force.stack == "sea" else "land"
    mine = mine or company(state, hex_, seat, stack)
    if mine is None:
        return None
    rating = ratings.best_command(state, mine.leaders)
    goal = forces.place_of(state, force)
    found = route(state, mine, hex_, goal)
    if found is None:
        return None
    way, penalty = found
    added = rating - len(way) - penalty
    if BEST + added < NEEDED:
        return None
    return Chance(hex_, len(way), added, way)


def company(state: FornaldarState, hex_: int, seat: int, stack: str) -> Force | None:
    """Those of a stack who would intercept: characters with CSP or ships, or heroes (R14.8.1, R14.8.7)."""
    if stack == "land":
        leaders = [
            e
            for e in pieces.ashore(state, hex_, seat)
            if pieces.awake(state, e) and not forces.bound(state, e)
        ]
        armies = [a for a in pieces.ground_armies(state, hex_, seat) if state.active[a.group]]
        armies = [a for a in armies if ratings.in_command(state, leaders, a.banner)]
        ships: list[int] = []
    else:
        leaders = [
            e
            for e in pieces.at_sea(state, hex_, seat)
            if pieces.awake(state, e) and not forces.bound(state, e)
        ]
        armies = [a for a in pieces.sea_armies(state, hex_, seat) if state.active[a.group]]
        armies = [a for a in armies if a.aboard or ratings.in_command(state, leaders, a.banner)]
        ships = [e for e in pieces.ships_at(state, hex_, seat) if can_sail(state, e)]
        ships = [e for e in ships if state.vessels[e].river == state.vessels[ships[0]].river]
        leaders, armies = carried(state, leaders, armies, ships)
    if not leaders:
        return None
    counts: dict[int, int] = {}
    for army in armies:
        counts[army.banner] = counts.get(army.banner, 0) + army.csp
    manned = counts or ships or any(state.leaders[each].escort for each in leaders)
    if not manned:
        leaders = [each for each in leaders if ratings.is_hero(state, each)]
        if not leaders:
            return None
    river = state.vessels[ships[0]].river if ships else -1
    force = Force(
        seat=seat,
        hex=hex_,
        river=river,
        stack=stack,
        leaders=leaders,
        troops=sorted(counts.items()),
        ships=ships,
        left=0,
        way="intercept",
        start=hex_,
    )
    forces.refit(state, force)
    return force


def carried(
    state: FornaldarState, leaders: list[int], armies: list[Army], ships: list[int]
) -> tuple[list[int], list[Army]]:
    """Those of a naval stack whom these ships can carry; the others stay with the other ships (R14.2.3)."""
    room = forces.capacity(state, ships)
    going = []
    for each in leaders:
        someone = state.leaders[each]
        if someone.afloat or (ships and someone.escort <= room):
            going.append(each)
            room -= someone.escort and someone.aboard
    troops = []
    for army in armies:
        part = army.csp if army.afloat else min(army.csp, room)
        room -= part if army.aboard else 0
        if part:
            troops.append(msgspec.structs.replace(army, csp=part))
    return going, troops


def can_sail(state: FornaldarState, ship: int) -> bool:
    """Whether a ship of the side that is not phasing can leave its place."""
    vessel = state.vessels[ship]
    stuck = state.book.land[vessel.hex] and reaching.frozen_in(state, vessel.hex)
    awake = state.active[state.book.ship_group[ship]]
    return awake and not vessel.refit and not stuck and not spells.becalmed(state, vessel.hex)


def route(state: FornaldarState, mine: Force, hex_: int, goal: int) -> tuple[tuple[int, ...], int] | None:
    """The best way of at most three hexes, and what it takes off the die (R14.8.10)."""
    table = forces.table(state, mine)
    start = forces.place_of(state, mine)
    closed = reaching.closed_ground(state, mine) if mine.stack != "sea" else set()
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {start: (0, 0, ())}
    frontier, shut = [start], dict[int, bool]()
    for step in range(1, RANGE + 1):
        near = state.book.within(goal, RANGE - step) if goal < state.book.size else ()
        reached = []
        for place in frontier:
            _, penalty, way = best[place]
            for there, _ in table[place]:
                if there < state.book.size and near and there not in near:
                    continue  # from there it is too far
                if there not in shut:
                    shut[there] = barred(state, mine, there, goal, closed)
                if shut[there]:
                    continue
                offer = (step, penalty + toll(state, mine, place, there), (*way, there))
                if there not in best or offer < best[there]:
                    if there not in best:
                        reached.append(there)
                    best[there] = offer
        frontier = reached
        if goal in best:
            break
    if goal not in best:
        return None
    _, penalty, way = best[goal]
    sky = weather.sky(state).at
    foul = any(sky[place] != "clear" for place in way if place < state.book.size)
    return way, penalty + foul


def barred(state: FornaldarState, mine: Force, place: int, goal: int, closed: set[int]) -> bool:
    """Whether enemies stand in the way, or the hex or its kingdom is closed to the interceptors."""
    if place >= state.book.size:
        return False
    if state.book.kingdom[place] in closed:
        return True
    if scenarios.may_enter(state, place, mine) is not None:
        return True
    return place != goal and mine.stack != "sea" and reaching.hostile(state, place, mine.seat)


def toll(state: FornaldarState, mine: Force, here: int, there: int) -> int:
    """What a step takes off the die: an unbridged minor river, a mountain off the road (R14.8.10)."""
    if mine.stack != "land":
        return 0
    sky = weather.sky(state).at
    kinds = state.book.sides.get((here, there), ways.NOTHING)
    frozen = sky[here] == sky[there] == "snow"
    river = "river_minor" in kinds and not frozen and not kinds & {"ford", "bridge"}
    roads = {"faerie_road"} if sky[there] == "snow" else {"trail", "faerie_road", "giants_path"}
    mountain = state.book.ground[there].terrain == ("mountain",) and not kinds & roads
    return river + mountain


class Intercepting(Decision["FornaldarState", Intercept | Wait | LetGo], frozen=True, tag=True):
    """Whether to intercept the moving force, and from where."""

    before: int

    always: ClassVar[bool] = True  # that none of its stacks can is a side's own affair
    rule: ClassVar[str] = "R14.8.3"
    otherwise: ClassVar[str] = "That force cannot intercept now."

    def question(self, state: FornaldarState, seat: int) -> Question:
        force = state.force
        if force is None:
            return ask(seat, "The force is gone.", "may intercept")
        here, where = pieces.spot(state, force.hex), pieces.place_name(state, force.hex)
        offers = chances(state, force, self.before)
        odds = tuple((pieces.place_name(state, each.hex), each.rolls / BEST) for each in offers)
        return ask(
            seat,
            f"Choose who intercepts the enemy at {where}, or let it pass."
            if offers
            else f"The enemy comes to {where}; none of your stacks can intercept it.",
            "may intercept",
            about=(here, *(pieces.spot(state, each.hex) for each in offers)),
            facts=(Odds("The chance to intercept from", odds),) if odds else (),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Intercept | Wait | LetGo]:
        force = state.force
        if force is None:
            return [Wait()]
        found: list[Any] = [
            Intercept(state.book.hex_name(each.hex)) for each in chances(state, force, self.before)
        ]
        return [*found, Wait(), LetGo()]

    def take(
        self, state: FornaldarState, action: Intercept | Wait | LetGo, seat: int, events: list[Event]
    ) -> None:
        force = state.force
        if force is None:
            return
        if isinstance(action, LetGo):
            remember(state, force, NOWHERE)
        if not isinstance(action, Intercept):
            state.reveals += 1  # where the force goes on to, or what it is
            return
        hex_ = state.book.hex_named(action.hex)
        remember(state, force, hex_)
        state.push(Dispatch((seat,), hex_), Spring(hex_, self.before))


class Dispatch(Sealed["FornaldarState"], frozen=True, tag=True):
    """Who of a stack intercepts is nobody else's affair before they come (R14.8.1)."""

    hex: int

    writes: ClassVar[tuple[str, ...]] = ("sent",)
    rule: ClassVar[str] = "R14.8.1"

    def part(self, state: FornaldarState, seat: int) -> tuple[Step[Any], ...]:
        force = state.force
        mine = company(state, self.hex, seat, SEA if force is not None and force.stack == "sea" else LAND)
        if mine is None:
            return ()
        return (Sending((seat,), self.hex, tuple(mine.leaders), tuple(mine.troops), tuple(mine.ships)),)

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(seat, "Choose who intercepts.", "chooses who intercepts")


class Sending(Decision["FornaldarState", Leave | Done], frozen=True, tag=True):
    """Not all units of a hex need intercept: who is left behind (R14.8.1)."""

    hex: int
    leaders: tuple[int, ...]
    troops: tuple[tuple[int, int], ...]
    ships: tuple[int, ...]

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "R14.8.1"
    otherwise: ClassVar[str] = (
        "Those who intercept are characters with CSP or ships that they command, or heroes, with a chance."
    )

    def sent(self, state: FornaldarState, seat: int) -> Force:
        """Those who go, as a force."""
        return Force(
            seat=seat,
            hex=self.hex,
            river=state.vessels[self.ships[0]].river if self.ships else -1,
            stack=SEA if state.force is not None and state.force.stack == "sea" else LAND,
            leaders=list(self.leaders),
            troops=list(self.troops),
            ships=list(self.ships),
            left=0,
            way="intercept",
            start=self.hex,
        )

    def question(self, state: FornaldarState, seat: int) -> Question:
        chance = self.chance(state, seat)
        return ask(
            seat,
            "Choose who stays behind, then send the others.",
            "chooses who intercepts",
            about=(pieces.spot(state, self.hex),),
            facts=(Odds("The chance to intercept", (("success", chance.rolls / BEST),)),) if chance else (),
            labels=(("done", "Send them"),),
        )

    def chance(self, state: FornaldarState, seat: int) -> Chance | None:
        """The chance of those who go, if they may."""
        force, mine = state.force, self.sent(state, seat)
        forces.refit(state, mine)
        manned = mine.troops or mine.ships or any(state.leaders[each].escort for each in mine.leaders)
        if force is None or not mine.leaders or not forces.afloat(state, mine):
            return None
        if not manned and not any(ratings.is_hero(state, each) for each in mine.leaders):
            return None
        led = all(
            ratings.in_command(state, mine.leaders, banner)
            for banner, _ in mine.troops
            if mine.stack != "sea" or forces.swims(state, banner)
        )
        return chance_of(state, force, self.hex, seat, mine) if led else None

    def without(self, state: FornaldarState, action: Leave) -> Sending:
        """Those who go if this stays behind."""
        book = state.book
        return msgspec.structs.replace(
            self,
            leaders=tuple(each for each in self.leaders if book.cast[each].id != action.what),
            ships=tuple(each for each in self.ships if book.fleet[each].id != action.what),
            troops=tuple(
                (banner, csp - (action.count if book.banners[banner].id == action.what else 0))
                for banner, csp in self.troops
                if book.banners[banner].id != action.what or csp > action.count
            ),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Leave | Done]:
        book = state.book
        found = [Leave(book.cast[each].id, 1) for each in self.leaders]
        found += [Leave(book.fleet[each].id, 1) for each in self.ships]
        for banner, csp in self.troops:
            found += [Leave(book.banners[banner].id, part) for part in range(1, csp + 1)]
        return [*(each for each in found if self.without(state, each).chance(state, seat)), Done()]

    def take(self, state: FornaldarState, action: Leave | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Leave):
            state.push(self.without(state, action))
        else:
            state.sent = self.sent(state, seat)
            forces.refit(state, state.sent)


class Spring(Step["FornaldarState"], frozen=True, tag=True):
    """Those who were sent try to intercept (R14.8.8)."""

    hex: int
    before: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force, mine, state.sent = state.force, state.sent, None
        if force is None or mine is None:
            return
        chance = chance_of(state, force, self.hex, mine.seat, mine)
        if chance is None:
            return
        die = state.rng.die()
        caught = die + chance.added >= NEEDED
        result = "the force is intercepted" if caught else "the force gets through"
        if caught and not catchable(state, force):
            result = "there is nobody to fight"
        spots = (pieces.spot(state, self.hex), pieces.spot(state, force.hex))
        what = f"Interception from {pieces.place_name(state, self.hex)} ({NEEDED} needed)"
        events.append(Rolled(what=what, dice=(die,), added=chance.added, result=result, about=spots))
        if caught and catchable(state, force):
            throw_in(state, force, mine, events)
        elif could(state, force, self.before):
            state.push(Intercepting((mine.seat,), self.before))


def throw_in(state: FornaldarState, force: Force, mine: Force, events: list[Event]) -> None:
    """The interceptors move into the hex; the phasing force has moved and must fight (R14.8.8, R14.8.11)."""
    stack, hex_, seat = "sea" if force.stack == "sea" else "land", mine.hex, mine.seat
    flags = [(number, someone.done) for number, someone in enumerate(state.leaders)]
    for army in state.armies:
        if state.side[army.group] == seat:
            army.done = army.sailed = False
    forces.shift(state, mine, forces.place_of(state, force), 0)
    for number, done in flags:
        state.leaders[number].done = done
    for each in mine.leaders:
        state.leaders[each].intercepted = True
    landed = pieces.sea_armies if stack == "sea" else pieces.ground_armies
    for army in landed(state, force.hex, seat):
        army.intercepted = True
        army.spent = 0
    pieces.tidy(state)
    force.stopped = True
    if force.hex not in state.caught:
        state.caught = sorted([*state.caught, force.hex])
    passage.enter(state, seat, force.hex, hex_)
    intruded = mine.stack == "land" and (bool(mine.troops) or forces.is_force(state, mine))
    if intruded or any(ratings.is_hero(state, each) for each in mine.leaders):
        fates.provoke(state, state.book.kingdom[force.hex], seat, events)
    passage.halt(state, force, events)
    events.append(Told(text="The force must stop and fight.", about=(pieces.spot(state, force.hex),)))
