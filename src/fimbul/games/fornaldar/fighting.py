"""Combat: it is announced, challenged for, and fought round after round (R5.5.5, R16, R17).

A combat that is announced is a `Fray` on the agenda, until it is joined: then it is `state.battle`.  All
challenges of a phase are fought before the first battle (challenges.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fornaldar import (
    challenges,
    items,
    melee,
    pieces,
    rounds,
    scenarios,
    secrecy,
    strengths,
)
from fimbul.games.fornaldar.actions import Done, Fight
from fimbul.games.fornaldar.cards import ODDS, SIDES
from fimbul.games.fornaldar.events import Told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fimbul.games.fornaldar.state import FornaldarState
    from fimbul.games.fornaldar.strengths import Forecast, Host


class Battle(msgspec.Struct, kw_only=True):
    """The combat that is being fought, with its last round."""

    hex: int
    stack: str  # land or sea
    kind: str  # ground, naval, melee or draugr
    first: int  # the seat that attacked first
    attacker: int  # the seat that has the initiative
    river: int = -1
    overrun: bool = False
    round: int = 0
    rolling: bool = False  # a round has begun and its losses are not off
    terrain: str = ""  # what is defended in: a terrain, or the kind of a fortress
    owner: int = -1  # whose fortress is attacked
    garrison: int = 0  # what is left of it
    declined: tuple[int, int] = (0, 0)  # by seat: what declined challenges cost
    absent: tuple[int, ...] = ()  # characters who keep out of a melee
    victims: tuple[int, ...] = ()  # whom a Draugr fights
    draugr: int = 0  # the strength that is left of it
    dusted: bool = False  # no fortress multiplier in this round
    # the last round
    table: str = "results"
    attack: int = 0
    defence: int = 0
    odds: str = ""
    column: str = ""
    added: int = 0
    reasons: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    row: int = 0  # of the table
    result: str = ""  # rD/Ao
    marks: tuple[str, str] = ("", "")  # by seat


class Fray(msgspec.Struct, frozen=True, kw_only=True):
    """A combat that has been announced."""

    hex: int
    stack: str
    kind: str
    attacker: int
    river: int = -1
    overrun: bool = False
    declined: tuple[int, int] = (0, 0)  # by seat
    bouts: tuple[challenges.Bout, ...] = ()


# ---- the phase


class CombatPhase(Step, frozen=True, tag=True):
    """The active player announces all combats, challenges are fought, then the combats (R5.5.5)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase, state.force, state.battle = "combat", None, None
        state.fought = []
        state.push(Announcing((self.seat,), ()))


def places(state: FornaldarState, seat: int) -> list[tuple[int, str]]:
    """Where a seat may start combat, on land or at sea (R16.1)."""
    mine, others = haunts(state, seat)
    others.update(hex_ for hex_ in mine if pieces.fortress_seat(state, hex_) == 1 - seat)
    rivers = {vessel.hex for vessel in state.vessels if vessel.river >= 0}
    found = [(hex_, stack) for hex_ in sorted(mine & (others | rivers)) for stack in ("land", "sea")]
    return [(hex_, stack) for hex_, stack in found if may_fight(state, hex_, stack, seat)]


def haunts(state: FornaldarState, seat: int) -> tuple[set[int], set[int]]:
    """Where a seat has active pieces, and where others have any."""
    book, side, active = state.book, state.side, state.active
    pairs = [(army.hex, army.group) for army in state.armies]
    pairs += [(each.hex, book.leader_group[number]) for number, each in enumerate(state.leaders)]
    pairs += [(each.hex, book.ship_group[number]) for number, each in enumerate(state.vessels)]
    here = [(hex_, group) for hex_, group in pairs if hex_ >= 0]
    mine = {hex_ for hex_, group in here if side[group] == seat and active[group]}
    return mine, {hex_ for hex_, group in here if side[group] != seat}


def may_fight(state: FornaldarState, hex_: int, stack: str, seat: int) -> bool:
    """Whether a seat may start combat there: both sides are in contact, and its pieces may attack."""
    if stack == "sea":
        return river_of(state, hex_, seat) is not None
    mine = strengths.ground_host(state, hex_, seat)
    if not in_contact(state, mine) or not eager(state, mine):
        return False
    if pieces.fortress_seat(state, hex_) == 1 - seat:
        return mine.csp > 0  # R18.5
    return met(state, hex_, seat)


def in_contact(state: FornaldarState, mine: Host) -> bool:
    """Whether anything of a stack has not evaded (R19.5)."""
    return mine.csp > 0 or any(each not in state.evaded for each in mine.leaders)


def eager(state: FornaldarState, mine: Host) -> bool:
    """Whether a stack may begin: casters alone do not (R20.6)."""
    return mine.manned or any(challenges.unbound(state, each) for each in mine.leaders)


def met(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether there are pieces of another side on the ground that have not evaded."""
    if any(state.side[army.group] != seat for army in pieces.ground_armies(state, hex_)):
        return True
    return any(
        pieces.seat_of(state, each) != seat and each not in state.evaded
        for each in pieces.ashore(state, hex_)
    )


def river_of(state: FornaldarState, hex_: int, seat: int) -> int | None:
    """Where the naval stacks of both sides meet: -1 on open water or coast, a river, or None (R16.2)."""
    rivers = {vessel.river for vessel in state.vessels if vessel.hex == hex_}
    for river in sorted({-1, *rivers}):
        mine = strengths.fleet(state, hex_, river, seat)
        if mine.ships or (river < 0 and (mine.swimmers or mine.leaders)):
            theirs = foes_afloat(state, hex_, river, seat)
            if theirs and sea_kind(state, hex_, mine, theirs, seat):
                return river
    return None


def foes_afloat(
    state: FornaldarState, hex_: int, river: int, seat: int
) -> tuple[bool, tuple[int, ...]] | None:
    """What others have there that could fight at sea: whether ships or CSP, and their swimming characters.

    Inactive ones count: to attack them is to mobilize them.
    """
    manned = any(
        pieces.ship_seat(state, number) != seat
        and not vessel.refit
        and vessel.hex >= 0
        and (vessel.river == river if river >= 0 else vessel.hex == hex_ and vessel.river < 0)
        for number, vessel in enumerate(state.vessels)
    )
    if river >= 0:
        return (True, ()) if manned else None
    manned = manned or any(
        army.afloat and state.side[army.group] != seat for army in pieces.armies_at(state, hex_)
    )
    swimming = tuple(
        each
        for each in pieces.leaders_at(state, hex_)
        if state.leaders[each].afloat and pieces.seat_of(state, each) != seat and each not in state.evaded
    )
    return (manned, swimming) if manned or swimming else None


def sea_kind(
    state: FornaldarState, hex_: int, mine: Host, theirs: tuple[bool, tuple[int, ...]], seat: int
) -> str:
    """A naval battle, a melee of swimmers with a sea monster, or nothing (R16.2, R16.6)."""
    manned, swimming = theirs
    if mine.ships or mine.swimmers or manned:
        return "naval"
    ours = [each for each in mine.leaders if each not in state.evaded]
    for side, one in ((seat, ours), (1 - seat, list(swimming))):
        if any(monster(state, each) for each in one):
            escorted = any(state.leaders[each].escort for each in pieces.leaders_at(state, hex_, side))
            return "" if escorted or pieces.armies_at(state, hex_, side) or not ours else "melee"
    return ""


def monster(state: FornaldarState, leader: int) -> bool:
    """Whether a character is a sea monster: Tursas, or Gestum (R11.13, R16.6)."""
    card = state.book.cast[leader]
    return card.supernatural and card.swims


def kind_of(state: FornaldarState, hex_: int, stack: str, seat: int) -> str:
    """What kind of combat it is, now that both sides show what they have (R16.2)."""
    if stack == "sea":
        river = river_of(state, hex_, seat)
        if river is None:
            return ""
        theirs = foes_afloat(state, hex_, river, seat)
        return (
            sea_kind(state, hex_, strengths.fleet(state, hex_, river, seat), theirs, seat) if theirs else ""
        )
    if not may_fight(state, hex_, stack, seat):
        return ""
    defended = pieces.fortress_seat(state, hex_) == 1 - seat
    troops = pieces.troops(state, hex_, seat) + pieces.troops(state, hex_, 1 - seat)
    return "ground" if defended or troops else "melee"


class Announcing(Decision, frozen=True, tag=True):
    """The active player announces where he starts combat (R16.1); an intercepted force must (R14.8.11)."""

    fights: tuple[tuple[int, str], ...]

    always: ClassVar[bool] = False
    rule: ClassVar[str] = "R16.1"
    otherwise: ClassVar[str] = "You cannot start a combat there."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        open_ = [each for each in places(state, seat) if each not in self.fights]
        found: list[Any] = [Fight(state.book.hex_name(hex_), stack) for hex_, stack in open_]
        if not owed(state, seat, open_, self.fights):
            found.append(Done())
        return found

    def refusal(self, state: FornaldarState, action: Any, seat: int) -> Illegal | None:
        if action in self.actions(state, seat):
            return None
        if isinstance(action, Done):
            return Illegal("R14.8.11", "A force that was intercepted must fight: announce that combat first.")
        if isinstance(action, Fight):
            return self.refuse_fight(state, action, seat)
        return Illegal(self.rule, self.otherwise)

    def refuse_fight(self, state: FornaldarState, action: Fight, seat: int) -> Illegal:
        """Why a combat cannot be announced."""
        hex_ = state.book.hex_named(action.hex)
        if hex_ < 0 or action.stack not in ("land", "sea"):
            return Illegal("R25.3", "There is no such place.")
        if (hex_, action.stack) in self.fights:
            return Illegal("R16.1", "That combat has been announced already.")
        if action.stack == "sea":
            return Illegal("R16.2", "Both sides need a ship or a swimming piece there.")
        mine = strengths.ground_host(state, hex_, seat)
        if pieces.fortress_seat(state, hex_) == 1 - seat and mine.leaders and not mine.csp:
            return Illegal("R18.5", "Characters may attack a fortress only together with CSP.")
        if mine.leaders and not mine.csp and not eager(state, mine):
            return Illegal("R20.6", "Who has tried an enchantment does not start a combat.")
        if (mine.leaders or mine.csp) and pieces.has_ground(state, hex_, 1 - seat):
            return Illegal("R19.5", "One side has evaded the other there.")
        return Illegal(self.rule, self.otherwise)

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((seat, action),) = answers.items()
        if isinstance(action, Fight):
            hex_ = state.book.hex_named(action.hex)
            provoke_all(state, hex_, action.stack, seat, events)
            where = pieces.place_name(state, hex_)
            how = "at sea" if action.stack == "sea" else "on land"
            text = f"The {SIDES[seat].capitalize()} side attacks {how} at {where}."
            events.append(Told(text=text, about=(pieces.spot(state, hex_),)))
            state.push(msgspec.structs.replace(self, fights=(*self.fights, (hex_, action.stack))))
        elif self.fights:
            frays = tuple(fray(state, hex_, stack, seat) for hex_, stack in self.fights)
            for each in frays:
                rounds.reveal(state, each.hex)
                where = pieces.place_name(state, each.hex)
                events.append(
                    Told(text=f"{where}: a {rounds.NAMES[each.kind]}.", about=(pieces.spot(state, each.hex),))
                )
            challenges.begin(state, frays, seat)


def owed(
    state: FornaldarState, seat: int, open_: Iterable[tuple[int, str]], fights: tuple[tuple[int, str], ...]
) -> bool:
    """Whether a combat that is a duty has not been announced (R14.8.11)."""
    return any(is_duty(state, hex_, stack, seat, fights) for hex_, stack in open_ if hex_ in state.caught)


def is_duty(
    state: FornaldarState, hex_: int, stack: str, seat: int, fights: tuple[tuple[int, str], ...]
) -> bool:
    """Whether the force that was intercepted in a hex must fight there on land, or at sea: where they met."""
    came = [each for each in pieces.leaders_at(state, hex_, 1 - seat) if state.leaders[each].intercepted]
    if not came:
        return all(there != hex_ for there, _ in fights)
    return any((each in pieces.at_sea(state, hex_)) == (stack == "sea") for each in came)


def provoke_all(state: FornaldarState, hex_: int, stack: str, seat: int, events: list[Event]) -> None:
    """Inactive pieces that are attacked become active (R10.2); the expedition's attack is noted (R24.2.4)."""
    book, wet = state.book, stack == "sea"
    groups = [army.group for army in pieces.armies_at(state, hex_) if (army.aboard or army.afloat) == wet]
    company = pieces.at_sea(state, hex_) if wet else pieces.ashore(state, hex_)
    groups += [book.leader_group[each] for each in company]
    if wet:
        groups += [book.ship_group[each] for each in pieces.ships_at(state, hex_)]
    elif book.fort_group[hex_] >= 0 and pieces.fortress(state, hex_) is not None:
        groups.append(book.fort_group[hex_])
    scenarios.outraged(state, [group for group in groups if state.side[group] == seat])
    for group in dict.fromkeys(groups):
        if state.side[group] != seat:
            pieces.provoke(state, group, seat, events)


def fray(state: FornaldarState, hex_: int, stack: str, seat: int, *, overrun: bool = False) -> Fray:
    """A combat as it is announced."""
    river = river_of(state, hex_, seat) if stack == "sea" else -1
    return Fray(
        hex=hex_,
        stack=stack,
        kind=kind_of(state, hex_, stack, seat) or "ground",
        attacker=seat,
        river=-1 if river is None else river,
        overrun=overrun,
    )


class Ordering(Decision, frozen=True, tag=True):
    """The active player chooses which combat comes next (R17.4)."""

    frays: tuple[Fray, ...]

    rule: ClassVar[str] = "R17.4"
    otherwise: ClassVar[str] = "Choose one of the combats that are still to be fought."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        return [Fight(state.book.hex_name(each.hex), each.stack) for each in self.frays]

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((_, action),) = answers.items()
        hex_ = state.book.hex_named(action.hex)
        chosen = next(each for each in self.frays if (each.hex, each.stack) == (hex_, action.stack))
        left = tuple(each for each in self.frays if each != chosen)
        if left:
            state.push(msgspec.structs.replace(self, frays=left))
        state.push(rounds.BattleBegins(chosen))


class DraugrMelee(Step, frozen=True, tag=True):
    """A Draugr fights a melee with characters of a seat (R10.6, R23.18)."""

    hex: int
    seat: int
    leaders: tuple[int, ...]

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        melee.rise(state, self.hex, self.seat, self.leaders, events)


class Joined(Step, frozen=True, tag=True):
    """A combat at once, with its challenges: in an overrun, for one round (R14.5.3)."""

    hex: int
    stack: str
    attacker: int
    overrun: bool = False

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        provoke_all(state, self.hex, self.stack, self.attacker, events)
        rounds.reveal(state, self.hex)
        one = fray(state, self.hex, self.stack, self.attacker, overrun=self.overrun)
        challenges.begin(state, (one,), self.attacker)


# ---- what could come of it


def forecast(state: FornaldarState, hex_: int, stack: str, seat: int) -> Forecast | None:
    """The odds as far as a seat can know them: of the battle there, or of one that it could start."""
    battle = state.battle
    if battle is None or (battle.hex, battle.stack) != (hex_, stack):
        if not may_fight(state, hex_, stack, seat):
            return None
        battle = supposed(state, hex_, stack, seat)
    else:
        battle = msgspec.structs.replace(battle, round=battle.round + (not battle.rolling), rolling=True)
    name = state.book.hex_name(hex_)
    if not knows(state, hex_, stack, seat):
        own = own_strength(state, battle, seat)
        attack, defence = (own, -1) if battle.attacker == seat else (-1, own)
        return strengths.Forecast(
            hex=name, stack=stack, kind="", attacker=battle.attacker, attack=attack, defence=defence
        )
    tally = min(
        (strengths.tally(state, each) for each in defended(state, battle)),
        key=lambda each: (ODDS.index(each.column), each.attack - each.defence),
    )
    return strengths.Forecast(
        hex=name,
        stack=stack,
        kind=battle.kind,
        attacker=battle.attacker,
        attack=tally.attack,
        defence=tally.defence,
        column=tally.column,
        added=tally.added,
        reasons=tally.reasons,
        chances=strengths.chances(state, tally.column, tally.added),
    )


def own_strength(state: FornaldarState, battle: Battle, seat: int) -> int:
    """What a seat brings against an enemy whom it does not know; -1 if that depends on the enemy."""
    battle = msgspec.structs.replace(battle, kind="naval" if battle.stack == "sea" else "ground")
    company = strengths.host(state, battle, seat).leaders
    if any(items.idle_against_supernaturals(state, each) for each in company):
        return -1
    return strengths.strength(state, battle, seat)


def supposed(state: FornaldarState, hex_: int, stack: str, seat: int) -> Battle:
    """The battle that would be fought if a seat attacked."""
    one = fray(state, hex_, stack, seat)
    battle = Battle(hex=hex_, stack=stack, kind=one.kind, first=seat, attacker=seat, river=one.river)
    battle.round, battle.rolling = 1, True
    if one.kind == "ground" and pieces.fortress_seat(state, hex_) == 1 - seat:
        wall = pieces.fortress(state, hex_)
        assert wall is not None
        battle.owner, battle.terrain, battle.garrison = 1 - seat, wall.kind, pieces.GARRISON[wall.strength]
    return battle


def defended(state: FornaldarState, battle: Battle) -> list[Battle]:
    """The battle in each terrain that the defender could choose."""
    if battle.kind != "ground" or battle.terrain:
        return [battle]
    return [msgspec.structs.replace(battle, terrain=kind) for kind in rounds.choices(state, battle.hex)] or [
        battle
    ]


def knows(state: FornaldarState, hex_: int, stack: str, seat: int) -> bool:
    """Whether a seat knows all that the other has in a stack."""
    theirs = [each for each in secrecy.stacks(state, 1 - seat) if (each.hex, each.kind) == (hex_, stack)]
    return all(secrecy.is_open(state, seat, each) for each in theirs)
