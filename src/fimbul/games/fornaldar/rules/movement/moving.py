"""Movement, forced march and reaction: which force moves, and what it may do (R11, R14.4, R14.9)."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Action, Decision, Event, Illegal, Line, Prospect, Question, Step
from fimbul.games.fornaldar.actions import (
    Ashore,
    Attach,
    Detach,
    Done,
    Give,
    Go,
    Halt,
    Leave,
    Load,
    Overrun,
    Pick,
    PutDown,
    Search,
    Show,
    Swim,
    Take,
    Teleport,
    Unload,
    Use,
    Withdraw,
)
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import LAND, SEA, Force, Way
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, secrecy, weather
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items, searching, spells, vial
from fimbul.games.fornaldar.rules.memory import (
    ITEMS,
    armies_by_hex,
    recall_by_hex,
    recall_now,
)
from fimbul.games.fornaldar.rules.movement import (
    forces,
    foreseeing,
    marching,
    passage,
    reaching,
    teleporting,
    transport,
)

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


class MovementPhase(Step["FornaldarState"], frozen=True, tag=True):
    """A side moves, then may force its marches (R5.5.3)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "movement"
        refresh(state, self.seat)
        state.engine_moved = False
        state.push(Moving((self.seat,), "move"), MarchBegins(self.seat), Moving((self.seat,), "march"))


class PregameMove(Step["FornaldarState"], frozen=True, tag=True):
    """The move before the first turn of the Second Northern War (R24.2.2.1)."""

    seat: int
    points: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "movement"
        refresh(state, self.seat)
        state.push(Moving((self.seat,), "pregame"))


class MarchBegins(Step["FornaldarState"], frozen=True, tag=True):
    """Those on land who were not stopped may march again (R14.4)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "march"
        state.force = None
        for number, someone in enumerate(state.leaders):
            if not (someone.spent or someone.done or someone.sailed) or someone.hex < 0:
                continue
            if pieces.seat_of(state, number) == self.seat:
                someone.done = someone.sailed or (
                    someone.done and reaching.tied(state, someone.hex, self.seat)
                )
                someone.spent = 0
        for army in state.armies:
            if not (army.spent or army.done or army.sailed or army.aboard or army.afloat):
                continue
            if state.side[army.group] == self.seat:
                stopped = army.done and reaching.tied(state, army.hex, self.seat)
                army.done = army.sailed or army.aboard or army.afloat or stopped
                army.spent = 0
        pieces.tidy(state)


class ReactionPhase(Step["FornaldarState"], frozen=True, tag=True):
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
        if not (someone.spent or someone.done or someone.sailed or someone.intercepted):
            continue
        if pieces.seat_of(state, number) == seat:
            someone.spent, someone.done, someone.sailed = 0, False, False
            someone.intercepted = someone.intercepted and keep
    for army in state.armies:
        if not (army.spent or army.done or army.sailed or army.late or army.intercepted):
            continue
        if state.side[army.group] == seat:
            army.spent, army.done, army.sailed, army.late = 0, False, False, False
            army.intercepted = army.intercepted and keep
    for ship, vessel in enumerate(state.vessels):
        if (vessel.spent or vessel.done or vessel.late) and pieces.ship_seat(state, ship) == seat:
            vessel.spent, vessel.done, vessel.late = 0, False, False
    pieces.tidy(state)


NOBODY_LEADS = -1  # in the place of a command rating

# What is asked before a force is taken up, where no stack can go, how it ends, and what the others read.
CHOOSE = {
    "move": "Choose a stack to move, or end the movement.",
    "march": "Choose a stack that forces its march and wears itself out, or march no further.",
    "react": "Choose a stack that reacts, or end the reaction.",
    "pregame": "Choose a stack that marches before the first turn, or begin.",
}
NOBODY = {
    "move": "None of your stacks can move: end the movement.",
    "march": "None of your stacks can force its march.",
    "react": "None of your stacks can react.",
    "pregame": "None of your stacks can march: begin.",
}
DONE = {
    "move": "End the movement",
    "march": "March no further",
    "react": "End the reaction",
    "pregame": "Begin the game",
}
WATCHED = {"move": "moves", "march": "may force marches", "react": "may react", "pregame": "marches early"}

Errand = Load | Unload | Ashore | Swim
Order = (
    Pick
    | Withdraw
    | Done
    | Halt
    | PutDown
    | Overrun
    | Leave
    | Take
    | Errand
    | Attach
    | Detach
    | Give
    | Show
    | Use
    | Search
    | Teleport
    | Go
)  # what a force does, besides being taken up


class Moving(Decision["FornaldarState", Order], frozen=True, tag=True):
    """Which force moves, and what it does."""

    way: Way

    always: ClassVar[bool] = True  # that a side has nothing to move is its own affair
    rule: ClassVar[str] = "R11.3"
    otherwise: ClassVar[str] = "That force cannot do this."

    def question(self, state: FornaldarState, seat: int) -> Question:
        force = state.force
        if force is None or force.seat != seat:
            stacks = self.stacks(state, seat)
            return ask(
                seat,
                (CHOOSE if stacks else NOBODY)[self.way],
                WATCHED[self.way],
                about=tuple(dict.fromkeys(each.hex for each in stacks)),
                labels=(("done", DONE[self.way]),),
            )
        place = reaching.place_name(state, forces.place_of(state, force))
        kind = "fleet" if force.stack == "sea" else "force"
        where = f"the {kind} at {pieces.place_name(state, force.hex)}"
        text = f"Choose where {where} goes, or what it does."
        if force.stopped:
            met = reaching.hostile(state, force.hex, seat) or pieces.has_fleet(state, force.hex, 1 - seat)
            text = (
                f"{where[0].upper()}{where[1:]} {'has met the enemy and must stop' if met else 'must stop'}."
            )
        return ask(
            seat,
            text,
            WATCHED[self.way],
            about=(place,),
            facts=(Line("Movement points left", points_name(force.left)),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Order]:
        return list(recall_now(state, ("actions", self.way, seat), lambda: self.find(state, seat)))

    def stacks(self, state: FornaldarState, seat: int) -> list[Pick]:
        """The stacks that can be taken up."""
        return recall_now(state, ("stacks", self.way, seat), lambda: picks(state, seat, self.way))

    def find(self, state: FornaldarState, seat: int) -> list[Order]:
        """What the seat may answer, worked out."""
        force = state.force
        if force is None:
            return [*self.stacks(state, seat), *withdrawals(state, seat, self.way), Done()]
        return [*orders(state, force), *reaching.goals(state, force)]

    def foresee(self, state: FornaldarState, seat: int, actions: list[Order]) -> dict[Order, Prospect]:
        goals = [action for action in actions if isinstance(action, Go)]
        found = foreseeing.foresee(state, goals) if goals else {}
        for pick in actions:
            if isinstance(pick, Pick) and state.force is None:
                force = forces.muster(state, state.book.hex_named(pick.hex), seat, pick.stack, self.way)
                if force is not None:
                    found[pick] = Prospect(facts=(Line("Movement points", points_name(force.left)),))
        return found

    def forbids(self, state: FornaldarState, action: Order, seat: int) -> Illegal | None:
        if isinstance(action, Pick):
            return refuse_pick(state, action, seat, self.way)
        if isinstance(action, Go) and state.force is not None:
            return reaching.refuse_go(state, action, state.force)
        if action in self.actions(state, seat):
            return None
        if state.force is None:
            return Illegal("R11.5", "Take up a force first.")
        return refuse_order(state, state.force, action)

    def take(self, state: FornaldarState, action: Order, seat: int, events: list[Event]) -> None:
        kind = type(action)
        if kind is Done:
            state.force = None
            return
        # That a force stops tells what is in it, so it stops by itself only after a step, which tells it too.
        state.push(*((Resting(), self) if kind is Go else (self,)))
        if type(action) is Pick:
            hex_ = state.book.hex_named(action.hex)
            state.force = forces.muster(state, hex_, seat, action.stack, self.way)
        elif type(action) is Withdraw:
            scenarios.withdraw(state, action.group, events)
        elif state.force is not None:
            marching.act(state, state.force, action, events)


class Resting(Step["FornaldarState"], frozen=True, tag=True):
    """A force without movement points, which has nothing to do in its hex, stops (R11.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None or not force.moved or force.left > 0:
            return
        if not forces.may_halt(state, force) or may_overrun(state, force) or reaching.goals(state, force):
            return
        if not (crossings(state, force) or errands(state, force)):
            passage.halt(state, force, events)


def picks(state: FornaldarState, seat: int, way: Way) -> list[Pick]:
    """The stacks that can be taken up."""
    book = state.book
    voices = tuple([(state.leaders[each].hex, state.leaders[each].crowned) for each in book.voices])
    ready = recall_by_hex(
        state,
        ("movers", seat),
        (tuple(state.whirlpools), voices),
        functools.partial(movers, state, seat),
    )
    found = recall_by_hex(
        state,
        ("picks", seat, way),
        (
            *(state.phase, state.month, state.game_turn, state.sky, ITEMS.last, voices),
            *(tuple(state.spells), tuple(state.whirlpools)),
            reaching.active_hexes(state, 1 - seat) if way == "react" else None,
        ),
        lambda hex_: picks_at(state, hex_, seat, way, *ready[hex_]) if hex_ in ready else None,
        ready.keys(),
    )
    return [pick for hex_ in sorted(found) for pick in found[hex_]]


def picks_at(
    state: FornaldarState, hex_: int, seat: int, way: Way, movable: dict[str, list[int]], fresh: set[str]
) -> list[Pick]:
    """The stacks of a hex that can be taken up, of those that have who might go."""
    if way != "move" or not state.book.brisk or spells.active(state, "freeze"):
        fresh = set()  # what marches has moved; half of so few points may be none; who is frozen has few
    return [
        Pick(state.book.hex_name(hex_), stack)
        for stack in (LAND, SEA)
        if stack in movable and not (stack == SEA and way in ("march", "react"))
        if stack in fresh or can_go(state, hex_, seat, stack, way, movable[stack])
    ]


def movers(state: FornaldarState, seat: int, hex_: int) -> tuple[dict[str, list[int]], set[str]] | None:
    """The stacks of a hex that have who might go, with who leads them on land, and those that surely can.

    A character might go, a ship, or CSP whom Arn's voice might reach (R23.8).  A stack whose characters or
    ships are free to go, and of which nothing has moved yet, surely can, without counting how far.
    """
    book = state.book
    movable: dict[str, list[int]] = {}
    ready, tired = set(), set()
    for leader in pieces.leaders_at(state, hex_, seat):
        someone = state.leaders[leader]
        ashore = not (someone.aboard or someone.afloat)
        here = LAND if ashore else SEA
        if someone.spent:
            tired.add(here)
        if someone.done or not (forces.may_go if ashore else forces.may_travel)(state, leader):
            continue
        company = movable.setdefault(here, [])
        if ashore:
            company.append(leader)
            ready.add(here)
    for ship in pieces.ships_at(state, hex_, seat):
        vessel = state.vessels[ship]
        if vessel.spent:
            tired.add(SEA)
        if not vessel.done and forces.may_sail(state, ship):
            movable.setdefault(SEA, [])
            ready.add(SEA)
    voices = (
        [leader for leader in book.voices if pieces.seat_of(state, leader) == seat] if book.voices else ()
    )
    if movable or voices:
        for army in pieces.armies_at(state, hex_, seat):
            here = SEA if army.aboard or army.afloat else LAND
            if army.spent:
                tired.add(here)
            if any(hears(state, leader, hex_) for leader in voices):
                movable.setdefault(here, [])
    return (movable, ready - tired) if movable else None


def hears(state: FornaldarState, leader: int, hex_: int) -> bool:
    """Whether the voice of a character could reach a hex (R23.8)."""
    here = state.leaders[leader].hex
    return here >= 0 and state.book.distance(here, hex_) <= state.book.cast[leader].magic


def can_pick(state: FornaldarState, hex_: int, seat: int, stack: str, way: Way) -> bool:
    """Whether a stack has anything that can move now."""
    return can_go(state, hex_, seat, stack, way, forces.marshals(state, hex_, seat, stack, way))


def can_go(state: FornaldarState, hex_: int, seat: int, stack: str, way: Way, leaders: list[int]) -> bool:
    """Whether a stack has anything that can move now, where these characters of it might go."""
    if way == "march" and weather.at(state, hex_) == "snow":
        return False
    if way == "react":
        leaders = [each for each in leaders if not state.leaders[each].intercepted]
        if not is_alarmed(state, hex_, seat, leaders):
            return False
    if way in ("march", "react") and not state.spells:  # nobody is frozen
        return bool(leaders) and forces.command_points(state, leaders) > 0
    force = forces.muster(state, hex_, seat, stack, way)
    return force is not None and force.left > 0


def is_alarmed(state: FornaldarState, hex_: int, seat: int, leaders: list[int]) -> bool:
    """Whether an enemy is near enough for one of these to react to (R14.9.2)."""
    best = max([ratings.command(state, each) for each in leaders], default=NOBODY_LEADS)
    return reaching.comes_near(state, hex_, 1 - seat, best)


def refuse_pick(state: FornaldarState, action: Pick, seat: int, way: Way) -> Illegal | None:
    """Why a stack cannot be taken up."""
    if state.force is not None:
        return Illegal("R11.5", "Finish the move of the force that is under way first.")
    hex_ = state.book.hex_named(action.hex)
    if hex_ < 0 or action.stack not in ("land", "sea"):
        return Illegal("R25.3", "There is no such stack.")
    if hex_ not in reaching.hexes(state, seat):
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


def no_pick(state: FornaldarState, hex_: int, seat: int, stack: str, way: Way) -> Illegal:
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


def points_name(half: int) -> str:
    """Movement points, of half points."""
    whole, rest = divmod(half, POINT)
    return (f"{whole}½" if whole else "½") if rest else str(whole)


def withdrawals(state: FornaldarState, seat: int, way: Way) -> list[Withdraw]:
    """Groups that may leave the map in this phase (R24.1.2.3)."""
    return [Withdraw(group) for group in scenarios.withdrawable(state, seat)] if way == "move" else []


def orders(state: FornaldarState, force: Force) -> list[Any]:
    """Everything that the force may do besides going somewhere."""
    found: list[Any] = []
    if forces.may_halt(state, force):
        found.append(Halt())
    if not force.moved:
        found.append(PutDown())
    if may_overrun(state, force):
        found.append(Overrun())
    if not force.stopped:
        found += departures(state, force)
        found += additions(state, force)
    found += crossings(state, force)
    if force.stack != "sea":
        found += escorts(state, force)
    return found + displays(state, force) + errands(state, force)


def crossings(state: FornaldarState, force: Force) -> list[Any]:
    """How the force may go between land and water."""
    if force.way in ("move", "pregame") and (not force.stopped or force.stack == "sea"):
        return transport.orders(state, force)
    return []


def errands(state: FornaldarState, force: Force) -> list[Any]:
    """What the force may do with items and magic."""
    found: list[Any] = []
    gifts = items.transfers(state, force.hex, force.seat, force.leaders)
    found += [gift for gift in gifts if gift.item not in force.given]  # R21.5
    if force.way in ("move", "march") and force.stack != "sea":
        found += vial.vials(state, force.hex, force.seat, force.leaders)
    if force.way in ("move", "march") and not force.stopped:
        found += [Search(points) for points in searching.may_search(state)]
        found += teleporting.orders(state, force)
    return found


def displays(state: FornaldarState, force: Force) -> list[Show]:
    """Pieces that can be put on top of the stack that the force is in (R12.1)."""
    if force.stack != "sea" and len(pieces.leaders_at(state, force.hex, force.seat)) < 2:
        return []
    stack = secrecy.stack_at(state, force.seat, force.hex, SEA if force.stack == "sea" else LAND)
    if stack is None or len(stack.ships) + len(stack.leaders) + bool(stack.ships and stack.armies) < 2:
        return []
    lids = sorted(secrecy.lids(state, stack), reverse=True, key=operator.itemgetter(0))
    names = (secrecy.lid_name(state, lid) for _, lid in lids[1:])
    return [Show(name) for name in names if name not in force.shown]


def refuse_show(state: FornaldarState, force: Force, action: Show) -> Illegal:
    """Why a piece cannot be put on top."""
    book = state.book
    stack = secrecy.stack_at(state, force.seat, force.hex, SEA if force.stack == "sea" else LAND)
    if stack is not None:
        armies = {book.banners[army.banner].id for army in stack.armies}
        if action.what in armies and stack.leaders:
            return Illegal("R12.2", "An army lies below the characters of its stack.")
        laden = {*stack.ships} - {*secrecy.empty_ships(state, stack)}
        if book.ship.get(action.what) in laden:
            return Illegal("R12.2", "What she carries lies on top of that ship.")
    return Illegal("R12.1", "That lies on top already, or did at this stop, or is not in this stack.")


def may_overrun(state: FornaldarState, force: Force) -> bool:
    """Whether the force may overrun the enemy that has stopped it (R14.5)."""
    if force.way not in ("move", "march"):
        return False
    if not force.stopped or force.stack != "land" or force.left < forces.OVERRUN or not force.moved:
        return False
    if pieces.fortress_seat(state, force.hex) == 1 - force.seat or force.hex in state.caught:
        return False
    if not state.book.overrun.intersection(state.book.ground[force.hex].terrain):
        return False
    manned = bool(force.troops) or forces.is_escorted(state, force)
    return manned and ratings.stands(state, force.hex, 1 - force.seat)


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
        found.append(Leave(forces.GREUTUNG, 1))
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
        fresh = fresh and not (someone.afloat and force.river >= 0)
        if fresh and not (someone.aboard and not force.ships) and fits(state, force, each):
            found.append(Take(book.cast[each].id, 1))
    for banner, count in rest(state, force):
        if (force.river >= 0 and forces.swims(state, banner)) or forces.rooted(state, force):
            continue
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
        found.append(Take(forces.GREUTUNG, 1))
    return found


def may_haul(state: FornaldarState, force: Force) -> bool:
    """Whether the force may take the siege engine along: it has CSP, and it has not moved (R24.2.2.6)."""
    if state.engine != force.hex or state.engine_seat != force.seat or state.engine_moved or force.engine:
        return False
    return bool(force.troops) or forces.is_escorted(state, force)


def fits(state: FornaldarState, force: Force, leader: int) -> bool:
    """Whether a character may join: who reacts must not be outranked by a newcomer (R14.9.2)."""
    if force.way != "react":
        return force.way != "march" or not force.moved
    return not force.moved


def rest(state: FornaldarState, force: Force) -> list[tuple[int, int]]:
    """The fresh CSP in the hex of the force that do not belong to it, by banner."""
    if force.hex not in armies_by_hex(state):
        return []
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


# ---- why not


PLAIN: dict[type[Action], tuple[str, str]] = {
    Halt: ("R14.7.3", "Swimmers cannot rest in a river: they must go ashore."),
    Leave: ("R11.5", "That cannot be left here."),
    Take: ("R11.5", "Only pieces that are here and have not moved can be taken along."),
    Attach: (
        "R13.3",
        "An escort is 1 CSP of his banner in the hex, for a character who can have one and has none.",
    ),
    Detach: ("R13.2", "That character has no escort to leave behind."),
    Give: ("R21.5", "That item cannot be handed over here, or changed hands here already."),
    Search: (
        "R21.1.2",
        "A search takes 4 to 8 movement points, a character ashore, and a hidden artifact in the hex.",
    ),
}
SPECIAL = (Load, Unload, Ashore, Swim, Overrun, Search, Teleport)


def refuse_order(state: FornaldarState, force: Force, action: Any) -> Illegal:
    """Why the force cannot do this; it is known that it cannot."""
    if isinstance(action, SPECIAL) and force.way == "react":
        return Illegal("R14.1", "In a reaction forces only move.")
    if isinstance(action, Load | Unload) and force.way == "march":
        return Illegal("R14.4.2", "Nobody embarks or lands in a forced march.")
    if isinstance(action, Overrun):
        return refuse_overrun(state, force)
    if isinstance(action, Teleport):
        return teleporting.refuse(state, force)
    if isinstance(action, Show):
        return refuse_show(state, force, action)
    if isinstance(action, Errand):
        return transport.refuse(state, force, action)
    if isinstance(action, Take) and action.what in state.book.banner:
        banner = state.book.banner[action.what]
        if not ratings.in_command(state, force.leaders, banner):
            return Illegal("R11.6", "Nobody of this force commands them.")
    rule, text = PLAIN.get(type(action), ("R11.5", "Finish the move of this force first."))
    return Illegal(rule, text)


def refuse_overrun(state: FornaldarState, force: Force) -> Illegal:
    """Why the force cannot overrun."""
    if force.stopped and force.left < forces.OVERRUN:
        return Illegal("R14.5.3", "An overrun costs 4 movement points.")
    return Illegal(
        "R14.5.1",
        "CSP overrun enemies whom they meet in a clear, woods or rough hex without an enemy fortress.",
    )
