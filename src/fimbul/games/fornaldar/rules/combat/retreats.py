"""Retreats: who may leave a battle or is driven out of it, and where to (R17.5.7, R17.5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.fornaldar.actions import DriveOut, Hold, Retreat, Stand
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import LAND, SEA, Army, Battle, Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, scenarios, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import clash, hosts, prospects, strengths
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading, forces, reaching, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


class Party(msgspec.Struct, kw_only=True):
    """The pieces of a side that would leave."""

    leaders: list[int]
    armies: list[Army]
    ships: list[int]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to go."""
        return not (self.leaders or self.armies or self.ships)


# ---- who


def everybody(state: FornaldarState, battle: Battle, seat: int) -> Party:
    """All pieces of a side's stack in the battle (R17.5.10)."""
    mine = hosts.host(state, battle, seat)
    if battle.kind == "draugr":
        return Party(leaders=list(mine.leaders), armies=[], ships=[])
    if battle.stack == "land":
        armies = [army for army in pieces.ground_armies(state, battle.hex, seat) if state.active[army.group]]
        if battle.overrun and seat == battle.first:
            went = {banner for banner, _ in mine.troops}
            armies = [army for army in armies if army.banner in went and not army.done]
        return Party(leaders=list(mine.leaders), armies=armies, ships=[])
    hexes = {state.vessels[each].hex for each in mine.ships} | {battle.hex}
    armies = [
        army
        for each in sorted(hexes)
        for army in pieces.sea_armies(state, each, seat)
        if state.active[army.group] and not (army.afloat and battle.river >= 0)
    ]
    return Party(leaders=list(mine.leaders), armies=armies, ships=list(mine.ships))


def free_to_go(state: FornaldarState, battle: Battle, seat: int) -> Party:
    """Those who may leave on an `o` whatever the command: centaurs, the Jibalian; nobody without ships."""
    if battle.stack == "sea":
        return Party(leaders=[], armies=[], ships=[])
    book, whole = state.book, everybody(state, battle, seat)
    centaur = book.race["centaur"]
    armies = [army for army in whole.armies if book.banner_race[army.banner] == centaur]
    leaders = [each for each in whole.leaders if book.cast[each].skill == "flying_ship"]
    leaders += [each for each in whole.leaders if book.leader_race[each] == centaur]
    if armies and len(armies) == len(whole.armies):
        others = [each for each in hosts.host(state, battle, seat).escorts if each not in leaders]
        if not others:
            leaders = list(whole.leaders)
    return Party(leaders=sorted(set(leaders)), armies=armies, ships=[])


def may_leave(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether the command of a side lets it retreat on an `o` (R17.5.7)."""
    ours = strengths.rating(state, battle, seat, leaving=True)
    return ours >= strengths.rating(state, battle, 1 - seat, leaving=True)


def leavers(state: FornaldarState, battle: Battle, seat: int, *, forced: bool) -> Party:
    """Who goes: everybody, or those who may always."""
    if forced or battle.kind == "draugr" or may_leave(state, battle, seat):
        return everybody(state, battle, seat)
    return free_to_go(state, battle, seat)


# ---- where to


def ways_out(state: FornaldarState, battle: Battle, seat: int, *, forced: bool = True) -> list[int]:
    """Where a side can retreat to: hexes, or river hexsides beyond their number."""
    party = leavers(state, battle, seat, forced=forced)
    if party.empty:
        return []
    here = state.book.size + battle.river if battle.river >= 0 else battle.hex
    reached = [
        place
        for place, _ in steps(state, party, seat, battle.stack)[here]
        if battle.stack == "sea" or reaching.may_rest(state, party.leaders, place)
    ]
    came = [before for who, there, before in state.entries if (who, there) == (seat, battle.hex)]
    if seat == state.phasing and came:
        return sorted(place for place in reached if place in came)
    foes = {before for who, there, before in state.entries if (who, there) == (1 - seat, battle.hex)}
    return sorted(
        place for place in reached if place not in foes and free(state, place, seat, battle.stack, party)
    )


def steps(state: FornaldarState, party: Party, seat: int, stack: str) -> ways.Table:
    """The steps that the party could take together."""
    book = state.book
    if stack == "sea":
        swimming = any(army.afloat for army in party.armies) or any(
            state.leaders[e].afloat for e in party.leaders
        )
        gate = bool(party.ships) and forces.gate_closed(state, seat)
        return ways.at_sea(state, ways.Sailing(ships=bool(party.ships), swimmers=swimming, enemy_gate=gate))
    walking = [each for each in party.leaders if state.leaders[each].escort or not ratings.flies(state, each)]
    if not walking and not party.armies:
        return ways.in_air(book)
    races = {book.leader_race[each] for each in walking} | {
        book.banner_race[army.banner] for army in party.armies
    }
    heavy = any(book.cast[each].skill == "no_woods" for each in walking)
    return ways.on_land(state, ways.Traveller(frozenset(races), discount=False, light=False, no_woods=heavy))


def free(state: FornaldarState, place: int, seat: int, stack: str, party: Party) -> bool:
    """Whether a place has no enemies and is open to the party."""
    book = state.book
    if place >= book.size:
        river = place - book.size
        return not any(
            ship.river == river and pieces.ship_seat(state, number) != seat
            for number, ship in enumerate(state.vessels)
        )
    if scenarios.may_enter(state, place, as_force(state, place, seat, stack, party)) is not None:
        return False
    if stack == "sea":
        return not any(
            someone.hex == place and pieces.ship_seat(state, number) != seat
            for number, someone in enumerate(state.vessels)
        ) and not any(pieces.seat_of(state, each) != seat for each in pieces.at_sea(state, place))
    if pieces.fortress_seat(state, place) == 1 - seat:
        return False
    armed = bool(party.armies) or any(state.leaders[each].escort for each in party.leaders)
    group = book.kingdom[place]
    if armed and group in book.present and not state.active[group]:
        return False
    if any(state.side[army.group] != seat for army in pieces.ground_armies(state, place)):
        return False
    return all(pieces.seat_of(state, each) == seat for each in pieces.ashore(state, place))


def as_force(state: FornaldarState, place: int, seat: int, stack: str, party: Party) -> Force:
    """The party as a force, for the rules that close some hexes."""
    troops = sorted((army.banner, army.csp) for army in party.armies)
    return Force(
        seat=seat,
        hex=place,
        stack=stack,
        leaders=party.leaders,
        troops=troops,
        ships=party.ships,
        left=0,
        way="react",
    )


# ---- the marks


def by_marks(state: FornaldarState, battle: Battle) -> list[Step[Any]]:
    """What the marks of the last round lead to: first who may be driven out, then who may leave (R17.5.7)."""
    order = (battle.attacker, 1 - battle.attacker)
    driven: list[Step[Any]] = [Marked(seat, "r") for seat in order if battle.marks[seat] == "r"]
    leaving: list[Step[Any]] = [Marked(seat, "o") for seat in order if battle.marks[seat] == "o"]
    return [*driven, *leaving]


class Marked(Step["FornaldarState"], frozen=True, tag=True):
    """A side bears a mark, if the battle still goes on: the enemy may drive it out, or it may leave."""

    seat: int
    mark: str

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        if not clash.goes_on(state, battle) or not ways_out(
            state, battle, self.seat, forced=self.mark == "r"
        ):
            return
        if self.mark == "r":
            state.push(DrivingOut((1 - self.seat,)))
        else:
            state.push(Retreating((self.seat,), False))


class DrivingOut(Decision["FornaldarState", DriveOut | Hold], frozen=True, tag=True):
    """Whether the enemy with an `r` is driven out of the hex (R17.5.7)."""

    rule: ClassVar[str] = "R17.5.7"
    otherwise: ClassVar[str] = "Drive the enemy out, or let it stay."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Drive the enemy out of the hex, or let it stay.",
            "may drive the enemy out",
            about=clash.spots(state),
            facts=prospects.now(state, seat),
            labels=(("hold", "Let the enemy stay"),),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[DriveOut | Hold]:
        return [DriveOut(), Hold()]

    def take(self, state: FornaldarState, action: DriveOut | Hold, seat: int, events: list[Event]) -> None:
        if isinstance(action, DriveOut):
            state.push(Retreating((1 - seat,), True))


class Retreating(Decision["FornaldarState", Retreat | Stand], frozen=True, tag=True):
    """Where a side retreats to; if it is not forced, whether it does (R17.5.10)."""

    forced: bool

    rule: ClassVar[str] = "R17.5.10"
    otherwise: ClassVar[str] = "The force cannot retreat there."

    def question(self, state: FornaldarState, seat: int) -> Question:
        battle = clash.the_battle(state)
        ways = [
            reaching.place_name(state, each) for each in ways_out(state, battle, seat, forced=self.forced)
        ]
        return ask(
            seat,
            "Choose where to retreat to." if self.forced else "Choose where to retreat to, or stay.",
            "retreats" if self.forced else "may retreat",
            about=(*clash.spots(state), *ways),
            facts=prospects.now(state, seat),
            labels=(("stand", "Stay and fight on"),),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Retreat | Stand]:
        battle = clash.the_battle(state)
        found: list[Any] = [
            Retreat(reaching.place_name(state, each))
            for each in ways_out(state, battle, seat, forced=self.forced)
        ]
        return found if self.forced and found else [*found, Stand()]

    def take(self, state: FornaldarState, action: Retreat | Stand, seat: int, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        if isinstance(action, Retreat):
            party = leavers(state, battle, seat, forced=self.forced)
            retreat(state, battle, seat, party, reaching.place_named(state, action.hex), events)
            if self.forced and battle.owner == seat:
                deserted(state, battle, events)


def deserted(state: FornaldarState, battle: Battle, events: list[Event]) -> None:
    """The defenders are driven out of their fortress: it falls, unless it is the Fynvirke (R18.4)."""
    seat, battle.garrison = battle.owner, 0
    if hosts.host(state, battle, seat).manned or hosts.host(state, battle, seat).leaders:
        return
    if battle.terrain != "fynvirke":
        fates.raze(state, battle.hex, events)
    battle.owner, battle.terrain = -1, ""


def retreat(
    state: FornaldarState, battle: Battle, seat: int, party: Party, place: int, events: list[Event]
) -> None:
    """The party leaves the battle, at no cost of movement (R17.5.10)."""
    book = state.book
    river = place - book.size if place >= book.size else -1
    there = place if river < 0 else book.rivers[river][0]
    kind = SEA if battle.stack == "sea" else LAND
    state.reveals += any(secrecy.is_secret(state, each, there, kind) for each in (0, 1))  # whom they join
    for each in party.leaders:
        state.leaders[each].hex = there
    for army in party.armies:
        army.hex = there
    for each in party.ships:
        state.vessels[each].hex, state.vessels[each].river = there, river
    pieces.tidy(state)
    items.carry(state, seat, battle.hex, there)
    force = state.force
    if battle.overrun and force is not None and seat == force.seat:
        force.hex, force.river, force.left, force.stopped = there, river, 0, True
    where = pieces.place_name(state, there)
    text = f"The {SIDES[seat].capitalize()} side retreats to {where}."
    events.append(Told(text=text, about=(pieces.spot(state, battle.hex), pieces.spot(state, there))))
    evading.check_lone(state, there, events)
