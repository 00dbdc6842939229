"""Movement, forced march and reaction: forces are taken up, moved step by step, set down (R11, R14.4, R14.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fornaldar import (
    attrition,
    evading,
    fighting,
    forces,
    intercepting,
    items,
    pieces,
    refusing,
    scenarios,
    searching,
    teleporting,
    transport,
    ways,
    weather,
)
from fimbul.games.fornaldar.actions import (
    Attach,
    Detach,
    Done,
    Give,
    Go,
    Halt,
    Leave,
    Overrun,
    Pick,
    PutDown,
    Search,
    Take,
    Use,
    Withdraw,
)
from fimbul.games.fornaldar.events import Rolled, Told

if TYPE_CHECKING:
    from collections.abc import Callable

    from fimbul.games.fornaldar.state import Force, FornaldarState

POINT = ways.POINT
OVERRUN = 4 * POINT  # R14.5.3
ENGINE = "greutung"


# ---- the phases


class MovementPhase(Step, frozen=True, tag=True):
    """A side moves, then may force its marches (R5.5.3)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "movement"
        refresh(state, self.seat)
        state.came, state.entries, state.caught, state.late, state.attempts = [], [], [], [], []
        state.evaded, state.engine_moved = [], False
        state.push(Moving((self.seat,), "move"), MarchBegins(self.seat), Moving((self.seat,), "march"))


class PregameMove(Step, frozen=True, tag=True):
    """The move before the first turn of the Second Northern War (R24.2.2.1)."""

    seat: int
    points: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "movement"
        refresh(state, self.seat)
        state.push(Moving((self.seat,), "pregame"))


class MarchBegins(Step, frozen=True, tag=True):
    """Those on land who were not stopped may march again (R14.4)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "march"
        state.force = None
        for number, someone in enumerate(state.leaders):
            if someone.hex >= 0 and pieces.seat_of(state, number) == self.seat:
                someone.done = someone.sailed or (someone.done and tied(state, someone.hex, self.seat))
                someone.spent = 0
        for army in state.armies:
            if state.side[army.group] == self.seat:
                stopped = army.done and tied(state, army.hex, self.seat)
                army.done = army.sailed or army.aboard or army.afloat or stopped
                army.spent = 0
        pieces.tidy(state)


class ReactionPhase(Step, frozen=True, tag=True):
    """The side that is not phasing may react (R14.9)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "reaction"
        state.force = None
        refresh(state, self.seat, keep=True)
        if not scenarios.no_reaction(state):
            state.push(Moving((self.seat,), "react"))


def refresh(state: FornaldarState, seat: int, *, keep: bool = False) -> None:
    """Every piece of a seat may move again; `keep`: who has intercepted stays marked."""
    state.force = None
    for number, someone in enumerate(state.leaders):
        if pieces.seat_of(state, number) == seat:
            someone.spent, someone.done, someone.sailed = 0, False, False
            someone.intercepted = someone.intercepted and keep
    for army in state.armies:
        if state.side[army.group] == seat:
            army.spent, army.done, army.sailed, army.late = 0, False, False, False
            army.intercepted = army.intercepted and keep
    for ship, vessel in enumerate(state.vessels):
        if pieces.ship_seat(state, ship) == seat:
            vessel.spent, vessel.done, vessel.late = 0, False, False
    pieces.tidy(state)


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


# ---- the decision


class Moving(Decision, frozen=True, tag=True):
    """Which force moves, and what it does."""

    way: str  # move, march, react or pregame

    always: ClassVar[bool] = True  # that a side has nothing to move is its own affair
    rule: ClassVar[str] = "R11.3"
    otherwise: ClassVar[str] = "That force cannot do this."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        force = state.force
        if force is None:
            return [*picks(state, seat, self.way), *withdrawals(state, seat, self.way), Done()]
        return [*orders(state, force), *goals(state, force)]

    def refusal(self, state: FornaldarState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, Pick):
            return refuse_pick(state, action, seat, self.way)
        if isinstance(action, Go) and state.force is not None:
            return refuse_go(state, action, state.force)
        if action in self.actions(state, seat):
            return None
        if state.force is None:
            return Illegal("R11.5", "Take up a force first.")
        return refusing.refuse_order(state, state.force, action)

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((seat, action),) = answers.items()
        if isinstance(action, Done):
            state.force = None
            return
        state.push(self)
        if isinstance(action, Pick):
            hex_ = state.book.hex_named(action.hex)
            state.force = forces.muster(state, hex_, seat, action.stack, self.way)
        elif isinstance(action, Withdraw):
            scenarios.withdraw(state, action.group, events)
        elif state.force is not None:
            act(state, state.force, action, events)


def picks(state: FornaldarState, seat: int, way: str) -> list[Pick]:
    """The stacks that can be taken up."""
    found = []
    for hex_ in sorted(hexes(state, seat)):
        for stack in ("land", "sea"):
            if stack == "sea" and way in ("march", "react"):
                continue
            if can_pick(state, hex_, seat, stack, way):
                found.append(Pick(state.book.hex_name(hex_), stack))
    return found


def hexes(state: FornaldarState, seat: int) -> set[int]:
    """Where a seat has pieces."""
    book, side = state.book, state.side
    found = {army.hex for army in state.armies if side[army.group] == seat}
    found |= {each.hex for n, each in enumerate(state.leaders) if side[book.leader_group[n]] == seat}
    found |= {each.hex for n, each in enumerate(state.vessels) if side[book.ship_group[n]] == seat}
    found.discard(pieces.NOWHERE)
    return found


def can_pick(state: FornaldarState, hex_: int, seat: int, stack: str, way: str) -> bool:
    """Whether a stack has anything that can move now."""
    if way == "march" and weather.at(state, hex_) == "snow":
        return False
    force = forces.muster(state, hex_, seat, stack, way)
    if force is None or force.left <= 0:
        return False
    return way != "react" or any(provoked(state, force, [each]) for each in force.leaders)


def provoked(state: FornaldarState, force: Force, leaders: list[int]) -> bool:
    """Whether an enemy is near enough for these characters of a force to react to (R14.9.1, R14.9.2)."""
    reach, enemy = pieces.best_command(state, leaders), 1 - force.seat
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


def refuse_pick(state: FornaldarState, action: Pick, seat: int, way: str) -> Illegal | None:
    """Why a stack cannot be taken up."""
    if state.force is not None:
        return Illegal("R11.5", "Finish the move of the force that is under way first.")
    hex_ = state.book.hex_named(action.hex)
    if hex_ < 0 or action.stack not in ("land", "sea"):
        return Illegal("R25.3", "There is no such stack.")
    if hex_ not in hexes(state, seat):
        return Illegal("R11.2", "You have no pieces there.")
    if action.stack == "sea" and way in ("march", "react"):
        rule = "R14.4" if way == "march" else "R14.9.5"
        return Illegal(rule, "Ships and swimmers cannot do that: only land pieces can.")
    if can_pick(state, hex_, seat, action.stack, way):
        return None
    if way == "march" and weather.at(state, hex_) == "snow":
        return Illegal("R6.4.8", "A force in snow cannot force its march.")
    force = forces.muster(state, hex_, seat, action.stack, way)
    if force is None:
        return no_pick(state, hex_, seat, action.stack, way)
    if way == "react" and force.left > 0:
        return Illegal("R14.9.1", "No enemy is within the command rating of its leader.")
    return Illegal("R11.3", "It has no movement points.")


def no_pick(state: FornaldarState, hex_: int, seat: int, stack: str, way: str) -> Illegal:
    """Why nothing of a stack can move."""
    if stack == "land" and not pieces.has_ground(state, hex_, seat):
        return Illegal("R11.2", "You have no ground stack there.")
    if stack == "sea" and not pieces.has_fleet(state, hex_, seat):
        return Illegal("R11.2", "You have no naval stack there.")
    leaders = pieces.leaders_at(state, hex_, seat)
    groups = [army.group for army in pieces.armies_at(state, hex_, seat)]
    groups += [state.book.leader_group[each] for each in leaders]
    groups += [state.book.ship_group[each] for each in pieces.ships_at(state, hex_, seat)]
    if not any(state.active[group] for group in groups):
        return Illegal("R10.1", "Those pieces are inactive.")
    if any(forces.bound(state, each) for each in leaders):
        return Illegal("R20.6", "Who has tried an enchantment does nothing else in this turn.")
    if way == "march" and any(state.leaders[each].done for each in leaders):
        return Illegal("R14.4", "Who has marched, went by sea or met the enemy cannot march on.")
    if way == "react" and any(state.leaders[each].intercepted for each in leaders):
        return Illegal("R14.8.12", "Who has intercepted does not react.")
    if not any(forces.may_go(state, each) for each in leaders):
        tired = any(army.done or army.sailed for army in pieces.armies_at(state, hex_, seat))
        if not leaders and not tired:
            return Illegal("R11.6", "CSP without a character to command them cannot move.")
    return Illegal("R11.5", "They have moved already, or nobody there commands them.")


def withdrawals(state: FornaldarState, seat: int, way: str) -> list[Withdraw]:
    """Groups that may leave the map in this phase (R24.1.2.3)."""
    return [Withdraw(group) for group in scenarios.withdrawable(state, seat)] if way == "move" else []


# ---- what the force may do


def orders(state: FornaldarState, force: Force) -> list[Any]:
    """Everything that the force may do besides going somewhere."""
    found: list[Any] = []
    if may_halt(state, force):
        found.append(Halt())
    if not force.moved:
        found.append(PutDown())
    if force.way in ("move", "march") and may_overrun(state, force):
        found.append(Overrun())
    if not force.stopped:
        found += departures(state, force)
        found += additions(state, force)
    if force.way in ("move", "pregame") and (not force.stopped or force.stack == "sea"):
        found += transport.orders(state, force)
    if force.stack != "sea":
        found += escorts(state, force)
    found += items.transfers(state, force.hex, force.seat, force.leaders)
    if force.way in ("move", "march") and force.stack != "sea":
        found += items.vials(state, force.hex, force.seat, force.leaders)
    if force.way in ("move", "march") and not force.stopped:
        found += [Search(points) for points in searching.may_search(state)]
        found += teleporting.orders(state, force)
    return found


def may_halt(state: FornaldarState, force: Force) -> bool:
    """Whether the force can stop here: swimmers cannot rest in a river (R14.7.3)."""
    if force.river < 0:
        return True
    swimming = any(state.leaders[each].afloat for each in force.leaders)
    return not swimming and not any(forces.swims(state, banner) for banner, _ in force.troops)


def may_overrun(state: FornaldarState, force: Force) -> bool:
    """Whether the force may overrun the enemy that has stopped it (R14.5)."""
    if not force.stopped or force.stack != "land" or force.left < OVERRUN or not force.moved:
        return False
    if pieces.fortress_seat(state, force.hex) == 1 - force.seat or force.hex in state.caught:
        return False
    if not state.book.overrun.intersection(state.book.ground[force.hex].terrain):
        return False
    manned = bool(force.troops) or any(state.leaders[each].escort for each in force.leaders)
    return manned and pieces.stands(state, force.hex, 1 - force.seat)


def departures(state: FornaldarState, force: Force) -> list[Leave]:
    """Pieces that can be left behind (R11.5)."""
    book = state.book
    if len(force.leaders) + len(force.ships) + sum(csp for _, csp in force.troops) <= 1:
        return []
    stuck = force.river >= 0 and force.hex not in transport.landings(state, force)
    found = [
        Leave(book.cast[each].id, 1) for each in force.leaders if may_part(state, force, each, stuck=stuck)
    ]
    for banner, count in force.troops:
        if not (stuck and forces.swims(state, banner)):
            found += [Leave(book.banners[banner].id, part) for part in range(1, count + 1)]
    found += [Leave(book.fleet[each].id, 1) for each in force.ships]
    if force.engine:
        found.append(Leave(ENGINE, 1))
    return found


def may_part(state: FornaldarState, force: Force, leader: int, *, stuck: bool) -> bool:
    """Whether a character may be left: from a river only onto the bank, and no swimmers without command."""
    if force.river < 0:
        return True
    others = [each for each in force.leaders if each != leader]
    commanded = all(
        forces.follows(state, force.hex, force.seat, others, banner, force.way)
        for banner, _ in force.troops
        if forces.swims(state, banner)
    )
    return commanded and not (stuck and state.leaders[leader].afloat)


def additions(state: FornaldarState, force: Force) -> list[Take]:
    """Pieces that have not moved and can be picked up (R11.5)."""
    book, seat, here = state.book, force.seat, force.hex
    found = []
    sea = force.stack == "sea"
    for each in pieces.at_sea(state, here, seat) if sea else pieces.ashore(state, here, seat):
        someone = state.leaders[each]
        fresh = each not in force.leaders and not someone.spent and forces.may_go(state, each)
        fresh = fresh and not (force.way == "react" and someone.intercepted)
        if fresh and not (someone.aboard and not force.ships) and fits(state, force, each):
            found.append(Take(book.cast[each].id, 1))
    for banner, count in rest(state, force):
        if forces.follows(state, here, seat, force.leaders, banner, "") or (
            sea and not forces.swims(state, banner)
        ):
            found += [Take(book.banners[banner].id, part) for part in range(1, count + 1)]
    if sea:
        for each in pieces.ships_at(state, here, seat):
            vessel = state.vessels[each]
            fresh = each not in force.ships and not vessel.spent and vessel.river == force.river
            if fresh and forces.may_sail(state, each):
                found.append(Take(book.fleet[each].id, 1))
    elif may_haul(state, force):
        found.append(Take(ENGINE, 1))
    return found


def may_haul(state: FornaldarState, force: Force) -> bool:
    """Whether the force may take the siege engine along: it has CSP, and the engine has not moved (R24.2.2.6)."""
    here = state.engine == force.hex and state.engine_seat == force.seat and not state.engine_moved
    manned = bool(force.troops) or any(state.leaders[each].escort for each in force.leaders)
    return here and manned and not force.engine


def fits(state: FornaldarState, force: Force, leader: int) -> bool:
    """Whether a character may join: who reacts must not be outranked by a newcomer (R14.9.2)."""
    if force.way != "react":
        return force.way != "march" or not force.moved
    return not force.moved


def rest(state: FornaldarState, force: Force) -> list[tuple[int, int]]:
    """The fresh CSP in the hex of the force that do not belong to it, by banner."""
    stack = "sea" if force.stack == "sea" else "land"
    counts: dict[int, int] = {}
    for army in forces.free_armies(state, force.hex, force.seat, stack):
        if not (force.way == "react" and army.intercepted):
            counts[army.banner] = counts.get(army.banner, 0) + army.csp
    for banner, count in force.troops:
        counts[banner] = counts.get(banner, 0) - count
    return sorted((banner, count) for banner, count in counts.items() if count > 0)


def escorts(state: FornaldarState, force: Force) -> list[Any]:
    """Escorts that can be attached or released (R13.2, R13.3)."""
    found: list[Any] = []
    book, troops = state.book, dict(force.troops)
    for each in force.leaders:
        someone, card = state.leaders[each], book.cast[each]
        if someone.escort:
            found.append(Detach(card.id))
        elif card.escort and troops.get(book.leader_banner[each], 0):
            found.append(Attach(card.id))
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
    deepest = (
        force.left if may_halt_on_river(state, force) else force.left - POINT
    )  # to go ashore again (R14.7.3)
    size = state.book.size
    return [
        (place_name(state, place), cost)
        for place, (cost, _) in sorted(found.items())
        if place != start and (place < size or cost <= deepest)
    ]


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
        if force.ships and (transport.fast(state, force.river) if start >= size else frozen_in(state, start)):
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


def may_halt_on_river(state: FornaldarState, force: Force) -> bool:
    """Whether the force has no swimmers, who cannot rest on a river."""
    swimming = any(state.leaders[each].afloat for each in force.leaders)
    return not swimming and not any(forces.swims(state, banner) for banner, _ in force.troops)


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
        if force.stack == "land" and not book.land[place]:
            return Illegal("R11.15", "Land pieces cannot enter open water.")
        if force.stack == "sea" and not book.watery[place]:
            return Illegal("R11.4.1", "Ships and swimmers cannot leave the water.")
        if force.stack == "sea" and force.ships and force.river < 0 and frozen_in(state, force.hex):
            return Illegal("R6.4.4", "Snow keeps the ships on the coast.")
        if force.ships and force.river >= 0 and transport.fast(state, force.river):
            rule = "R14.7.2" if transport.stranded(state, force.river) else "R14.7.5"
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


# ---- doing it


def act(state: FornaldarState, force: Force, action: Any, events: list[Event]) -> None:
    """Carry out an order to the force."""
    if isinstance(action, Go):
        go(state, force, place_named(state, action.hex), events)
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
        force.left = min(force.left, forces.points(state, force)) if not force.moved else force.left
    elif isinstance(action, Search):
        search(state, force, action.points, events)
    elif isinstance(action, Use):
        items.open_vial(state, action, force.hex, force.seat, events)
    elif isinstance(action, Overrun):
        spend(state, force, OVERRUN)
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
    elif what == ENGINE:
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
    if what == ENGINE:
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
    if what == ENGINE:
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
    way = ways.path(explore(state, force), place)
    state.reveals += 1
    if force.way == "react" and not force.moved and not slips_away(state, force, events):
        forces.settle(state, force)
        state.force = None
        return
    state.push(Advance(tuple(way)))


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
    """The force goes on along its way."""

    way: tuple[int, ...]

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
        before = force.hex
        forces.shift(state, force, there, price)
        force.snow = force.snow or forces.through_snow(state, force, before)
        force.known = True
        if before != force.hex:
            remember(state, force, before)
        if len(self.way) == 1:
            name = pieces.place_name(state, force.hex)
            events.append(Told(text=f"A force moves to {name}.", about=(pieces.spot(state, force.hex),)))
        state.push(Arrive(before), Advance(self.way[1:]))


def remember(state: FornaldarState, force: Force, before: int) -> None:
    """Keep where the pieces came from, for retreats (R17.5.10), and who came late to a battle (R14.8.9)."""
    pair = (force.hex, before)
    if pair not in state.came:
        state.came.append(pair)
    if (force.seat, *pair) not in state.entries:
        state.entries.append((force.seat, *pair))
    if force.hex in state.caught and force.way in ("move", "march"):
        state.late = sorted({*state.late, *force.leaders})
        for army in pieces.armies_at(state, force.hex, force.seat):
            if not army.done and (army.aboard or army.afloat) == (force.stack == "sea"):
                army.late = True
        for each in force.ships:
            state.vessels[each].late = True


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
            if force.ships and force.river < 0 and frozen_in(state, force.hex):
                force.stopped = True
        else:
            meets = hostile(state, force.hex, force.seat)
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
            invade(state, state.book.kingdom[force.hex], force.seat, events)
    elif forces.is_force(state, force) or any(pieces.is_hero(state, each) for each in force.leaders):
        intrude(state, force, force.hex, events)


def intrude(state: FornaldarState, force: Force, hex_: int, events: list[Event]) -> None:
    """Armed pieces have come into a hex: the kingdom and whoever stands there are provoked (R10.2)."""
    book, seat = state.book, force.seat
    groups = {army.group for army in pieces.ground_armies(state, hex_) if state.side[army.group] != seat}
    groups |= {
        book.leader_group[each] for each in pieces.ashore(state, hex_) if pieces.seat_of(state, each) != seat
    }
    for group in sorted({book.kingdom[hex_], *groups}):
        invade(state, group, seat, events)


def invade(state: FornaldarState, group: int, seat: int, events: list[Event]) -> None:
    """A group is provoked, unless a special rule lets the force that is being moved come and go (R10.2)."""
    scenarios.trespass(state, group, seat, events)


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
