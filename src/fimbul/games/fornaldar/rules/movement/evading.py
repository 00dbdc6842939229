"""Evasion: characters who meet the enemy slip away, stand, or die (R11.7, R11.8, R19)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Line, Question, Step, Told
from fimbul.games.fornaldar.actions import Evade, Stand, Use
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import LAND, SEA, Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import hosts
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import armies_by_hex, leaders_by_hex, ships_by_hex
from fimbul.games.fornaldar.rules.movement import forces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

HOME = 2  # on the roll, in the home hex of a character (R19.3)
DUST = 2  # R21.38


# ---- who is there


def crowd(state: FornaldarState, hex_: int, stack: str, seat: int) -> int:
    """What lone characters must fear: CSP and a garrison, at sea swimming CSP and ships."""
    if stack == "sea":
        return len(hosts.ships_here(state, hex_, -1, seat)) + swimming(state, hex_, seat)
    return pieces.troops(state, hex_, seat) + garrison(state, hex_, seat)


def swimming(state: FornaldarState, hex_: int, seat: int) -> int:
    """The swimming CSP of a seat."""
    return sum(army.csp for army in pieces.sea_armies(state, hex_, seat) if army.afloat)


def garrison(state: FornaldarState, hex_: int, seat: int) -> int:
    """The garrison of a seat's intact fortress (R18.4)."""
    wall = pieces.fortress(state, hex_)
    if wall is None or pieces.fortress_seat(state, hex_) != seat:
        return 0
    return state.book.garrison[wall.strength]


def characters(state: FornaldarState, hex_: int, stack: str, seat: int) -> list[int]:
    """The active characters of a seat on the ground, or swimming; those aboard are safe."""
    if stack == "sea":
        found = [each for each in pieces.at_sea(state, hex_, seat) if state.leaders[each].afloat]
    else:
        found = pieces.ashore(state, hex_, seat)
    return [each for each in found if pieces.awake(state, each)] if found else found


def inside(state: FornaldarState, hex_: int, stack: str, seat: int) -> bool:
    """Whether a seat's pieces are in their fortress: safe, but not able to evade (R19.1, R19.5)."""
    return stack == "land" and pieces.fortress_seat(state, hex_) == seat


def lone(state: FornaldarState, hex_: int, stack: str, seat: int) -> list[int]:
    """The characters whom the enemy's CSP would kill now (R19.1)."""
    mine = characters(state, hex_, stack, seat)
    if not mine or inside(state, hex_, stack, seat) or not crowd(state, hex_, stack, 1 - seat):
        return []
    if crowd(state, hex_, stack, seat) or any(ratings.is_hero(state, each) for each in mine):
        return []
    return [each for each in mine if not soars(state, each) and each not in state.evaded]


def soars(state: FornaldarState, leader: int) -> bool:
    """Whether a character escapes by flying: not the Jibalian (R19.1, R24.3.2.4)."""
    return ratings.flies(state, leader) and state.book.cast[leader].skill != "flying_ship"


def plights(state: FornaldarState, where: Iterable[int]) -> list[int]:
    """In which of these hexes characters are alone among enemy CSP: evasion ends with the player-turn (R19.1,
    R19.5).
    """
    both = [(stack, seat) for stack in (LAND, SEA) for seat in (0, 1)]
    return [hex_ for hex_ in where if any(lone(state, hex_, *each) for each in both)]


def plights_hide(state: FornaldarState, where: Iterable[int]) -> bool:
    """Whether it tells somebody what is hidden where characters must evade anew, or need not."""
    return any(hangs_on_hidden(state, hex_) for hex_ in where)


def disputes(state: FornaldarState) -> list[int]:
    """The hexes with characters in which there is anything of more than one side."""
    return [hex_ for hex_ in sorted(leaders_by_hex(state)) if hex_ >= 0 and is_disputed(state, hex_)]


def is_disputed(state: FornaldarState, hex_: int) -> bool:
    """Whether there is anything of more than one side in a hex: pieces, or a fortress."""
    book, side = state.book, state.side
    groups = [book.leader_group[leader] for leader in leaders_by_hex(state).get(hex_, ())]
    groups += [army.group for army in armies_by_hex(state).get(hex_, ())]
    groups += [book.ship_group[ship] for ship in ships_by_hex(state).get(hex_, ())]
    seats = {side[group] for group in groups}
    if hex_ in book.eventful:
        seats.add(pieces.fortress_seat(state, hex_))
    return len(seats) > 1


def hangs_on_hidden(state: FornaldarState, hex_: int) -> bool:
    """Whether it tells somebody what is hidden if characters in a disputed hex must fear the enemy."""
    both = [(stack, seat) for stack in (LAND, SEA) for seat in (0, 1)]
    return any(
        characters(state, hex_, stack, seat)
        and not inside(state, hex_, stack, seat)
        and (secrecy.stack_at(state, 1 - seat, hex_, stack) or crowd(state, hex_, stack, 1 - seat))
        and any(secrecy.is_secret(state, side, hex_, stack) for side in (0, 1))
        for stack, seat in both
    )


def check_lone(state: FornaldarState, hex_: int, events: list[Event]) -> None:
    """Characters who are left alone among enemy CSP are killed (R19.1)."""
    if not is_disputed(state, hex_):
        return
    state.reveals += hangs_on_hidden(state, hex_)
    for stack in ("land", "sea"):
        for seat in (0, 1):
            for each in lone(state, hex_, stack, seat):
                where = pieces.place_name(state, hex_)
                text = f"{state.book.cast[each].name} is caught by the enemy at {where}."
                events.append(Told(text=text, about=(pieces.spot(state, hex_),)))
                fates.kill(state, each, events, "other")


# ---- meeting the enemy


class Contact(Step["FornaldarState"], frozen=True, tag=True):
    """The force that is being moved has entered a hex with enemies: each side may evade (R19.2)."""

    hex: int
    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if state.force is None:
            return
        state.reveals += 1  # who is met, and whether anybody is asked
        state.push(
            Slipping(self.hex, self.seat, True), Slipping(self.hex, 1 - self.seat, False), Encounter(self.hex)
        )


def stack_of(force: Force) -> str:
    """Whether a force is on land or at sea."""
    return "sea" if force.stack == "sea" else "land"


class Slipping(Step["FornaldarState"], frozen=True, tag=True):
    """The characters of a side, if there is nothing else, try to evade, or their owner is asked."""

    hex: int
    seat: int
    mover: bool

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        stack = stack_of(force)
        who = movers(state, force) if self.mover else defenders(state, force)
        if not who:
            return
        state.evaded = [each for each in state.evaded if each not in who]  # others are to be evaded now
        doomed = lone(state, self.hex, stack, self.seat)
        sure = all(unseen(state, each) for each in who)
        asked = items.users_of(state, who, "dust") if not sure else []
        if (doomed or (sure and not heroes(state, who))) and not asked:
            state.push(Evasion(self.hex, stack, self.seat, tuple(who)))
        else:
            state.push(Evading((self.seat,), self.hex, stack, tuple(who), not doomed))


def heroes(state: FornaldarState, who: Iterable[int]) -> bool:
    """Whether there is a hero among these."""
    return any(ratings.is_hero(state, each) for each in who)


def movers(state: FornaldarState, force: Force) -> list[int]:
    """The moving characters who meet enemy CSP and could evade them, with friends in the same plight."""
    if forces.is_force(state, force) or not crowd(state, force.hex, stack_of(force), 1 - force.seat):
        return []
    if inside(state, force.hex, stack_of(force), force.seat):
        return []
    alike = lone(state, force.hex, stack_of(force), force.seat)
    walking = [each for each in sorted({*force.leaders, *alike}) if not soars(state, each)]
    return walking if able(state, force.hex, 1 - force.seat, walking) else []


def defenders(state: FornaldarState, force: Force) -> list[int]:
    """The characters whom the moving force meets and who could evade it (R19.2)."""
    hex_, stack, seat = force.hex, stack_of(force), 1 - force.seat
    if crowd(state, hex_, stack, seat) or inside(state, hex_, stack, seat):
        return []
    if not forces.is_force(state, force) and not force.leaders:
        return []
    if all(each in state.evaded for each in force.leaders) and not forces.is_force(state, force):
        return []
    mine = characters(state, hex_, stack, seat)
    return mine if able(state, hex_, force.seat, mine) else []


def able(state: FornaldarState, hex_: int, enemy: int, who: list[int]) -> bool:
    """Whether these could evade: the Jibalian not from enemies who fly (R24.3.2.4)."""
    if not who:
        return False
    ship = any(state.book.cast[each].skill == "flying_ship" for each in who)
    return not ship or not any(ratings.flies(state, each) for each in pieces.leaders_at(state, hex_, enemy))


def unseen(state: FornaldarState, leader: int) -> bool:
    """Whether a character evades without a roll: by wings, by an item, by Hide (R19.1, R21.41, R20.19)."""
    someone = state.leaders[leader]
    if soars(state, leader) or items.has(state, leader, "evade_alone"):
        return True
    if someone.afloat and items.has(state, leader, "sea_horse"):
        return True
    seat = pieces.seat_of(state, leader)
    company = characters(state, someone.hex, "sea" if someone.afloat else "land", seat)
    if items.any_has(state, company, "evade_stack"):
        return True
    return not someone.afloat and spells.hidden(state, someone.hex, seat)


class Evading(Decision["FornaldarState", Evade | Use | Stand], frozen=True, tag=True):
    """Whether characters try to evade; `free`: they could stand as well (R19.2, R19.6)."""

    hex: int
    stack: str
    leaders: tuple[int, ...]
    free: bool

    rule: ClassVar[str] = "R19.2"
    otherwise: ClassVar[str] = "Try to evade, or stand."

    def question(self, state: FornaldarState, seat: int) -> Question:
        where = pieces.place_name(state, self.hex)
        names = tuple(Line(state.book.cast[each].name) for each in self.leaders)
        return ask(
            seat,
            f"Choose whether your characters at {where} evade the enemy.",
            "may evade",
            about=(pieces.spot(state, self.hex),),
            facts=names,
            labels=(("evade", "Try to evade"), ("stand", "Stand, and do not evade")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Evade | Use | Stand]:
        found: list[Any] = [Evade()]
        if not all(unseen(state, each) for each in self.leaders):
            found += items.users_of(state, self.leaders, "dust")
        return [*found, Stand()] if self.free else found

    def take(
        self, state: FornaldarState, action: Evade | Use | Stand, seat: int, events: list[Event]
    ) -> None:
        state.reveals += 1
        if isinstance(action, Stand):
            state.evaded = [each for each in state.evaded if each not in self.leaders]
            return
        plus = 0
        if isinstance(action, Use):
            items.spend(state, state.book.relic[action.item], events)
            plus = DUST
        state.push(Evasion(self.hex, self.stack, seat, self.leaders, plus))


class Evasion(Step["FornaldarState"], frozen=True, tag=True):
    """Characters try to evade: those who need no roll are away, the others roll together (R19.3)."""

    hex: int
    stack: str
    seat: int
    leaders: tuple[int, ...]
    plus: int = 0

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.reveals += 1
        sure = [each for each in self.leaders if unseen(state, each)]
        rest = [each for each in self.leaders if each not in sure]
        state.evaded = [each for each in state.evaded if each not in self.leaders]
        away = list(sure)
        if sure:
            side, where = SIDES[self.seat].capitalize(), pieces.place_name(state, self.hex)
            text = f"Characters of the {side} side evade at {where}."
            events.append(Told(text=text, about=(pieces.spot(state, self.hex),)))
        if rest and self.rolls(state, rest, events):
            away += rest
        state.evaded = sorted({*state.evaded, *away})

    def rolls(self, state: FornaldarState, who: list[int], events: list[Event]) -> bool:
        """Whether the evaders roll more than the enemy; ties are rolled again (R19.3)."""
        ours = figure(state, self.hex, self.stack, self.seat, who) + self.plus
        theirs = enemy_figure(state, self.hex, self.stack, 1 - self.seat)
        spot = (pieces.spot(state, self.hex),)
        while True:
            mine, other = state.rng.die(), state.rng.die()
            text = f"The {SIDES[1 - self.seat].capitalize()} side looks for them"
            events.append(Rolled(what=text, dice=(other,), added=theirs, about=spot))
            won = mine + ours > other + theirs
            result = "they evade" if won else "they are found"
            if mine + ours == other + theirs:
                result = "a tie, rolled again"
            text = f"Characters of the {SIDES[self.seat].capitalize()} side evade"
            events.append(Rolled(what=text, dice=(mine,), added=ours, result=result, about=spot))
            if mine + ours != other + theirs:
                return won


def figure(state: FornaldarState, hex_: int, stack: str, seat: int, who: Iterable[int]) -> int:
    """The best command or current magic of these characters, and 2 if one of them is at home (R19.3)."""
    who = list(who)
    best = max(
        (max(ratings.command(state, each), ratings.current_magic(state, each)) for each in who), default=0
    )
    home = any(state.book.home[each] == state.book.names[hex_] for each in who)
    return best + HOME * home


def enemy_figure(state: FornaldarState, hex_: int, stack: str, seat: int) -> int:
    """The best that the side that is evaded can add: a rating, its CSP, or its ships (R19.3)."""
    if stack == "sea":
        who = [each for each in pieces.at_sea(state, hex_, seat) if pieces.awake(state, each)]
        aboard = sum(army.csp for army in pieces.sea_armies(state, hex_, seat))
        csp = aboard + sum(state.leaders[each].escort for each in who)
        count = max(csp, len(hosts.ships_here(state, hex_, -1, seat)))
    else:
        who = characters(state, hex_, stack, seat)
        count = crowd(state, hex_, stack, seat)
    rated = figure(state, hex_, stack, seat, who)
    home = any(state.book.home[each] == state.book.names[hex_] for each in who)
    return max(rated, count + HOME * home)


# ---- what comes of it


class Encounter(Step["FornaldarState"], frozen=True, tag=True):
    """Who has not evaded is caught, or stops the force (R11.7, R11.8, R19.1); who has goes on (R19.4)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:

        check_lone(state, self.hex, events)
        force = state.force
        if force is None:
            return
        forces.gather(state, force)
        if not (force.leaders or force.troops or force.ships):
            state.force = None
        elif halts(state, force):
            force.stopped = True


def halts(state: FornaldarState, force: Force) -> bool:
    """Whether enemies stop a force: CSP stop for CSP, heroes and fortresses, characters for CSP."""
    stack, enemy = stack_of(force), 1 - force.seat
    if stack == "sea":
        return stops_swimmers(state, force)
    if forces.is_force(state, force):
        theirs = [each for each in characters(state, force.hex, stack, enemy) if each not in state.evaded]
        return crowd(state, force.hex, stack, enemy) > 0 or heroes(state, theirs)
    if not crowd(state, force.hex, stack, enemy):
        return False
    return any(each not in state.evaded and not soars(state, each) for each in force.leaders)


def stops_swimmers(state: FornaldarState, force: Force) -> bool:
    """Ships sail on; swimming CSP stop for swimming CSP and heroes, swimming characters for ships too."""
    enemy = 1 - force.seat
    if force.ships:
        return False
    if force.troops:
        theirs = [each for each in characters(state, force.hex, "sea", enemy) if each not in state.evaded]
        return swimming(state, force.hex, enemy) > 0 or heroes(state, theirs)
    return crowd(state, force.hex, "sea", enemy) > 0 and any(
        each not in state.evaded for each in force.leaders
    )


class Survivors(Step["FornaldarState"], frozen=True, tag=True):
    """Those who have lost all CSP and heroes, or have come ashore alone, may flee, or are killed (R19.2)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if not is_disputed(state, self.hex):
            return
        state.reveals += hangs_on_hidden(state, self.hex)
        steps: list[Step[Any]] = []
        for stack, seat in itertools.product(("land", "sea"), (0, 1)):
            doomed = tuple(lone(state, self.hex, stack, seat))
            if not doomed or not able(state, self.hex, 1 - seat, list(doomed)):
                continue
            if items.users_of(state, doomed, "dust") and not all(unseen(state, each) for each in doomed):
                steps.append(Evading((seat,), self.hex, stack, doomed, False))
            else:
                steps.append(Evasion(self.hex, stack, seat, doomed))
        state.push(*steps, Caught(self.hex))


class Caught(Step["FornaldarState"], frozen=True, tag=True):
    """Who has not got away is killed (R19.1)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        check_lone(state, self.hex, events)
