"""Recovery and refit (9): the Recovery Phase of a player-turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.fornaldar.actions import Done, Refit, Unload
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.model import LAND, SEA, Army
from fimbul.games.fornaldar.rules import fates, pieces, ratings, scenarios, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

NEVER = 6  # a natural 6 heals nothing (R9.6)
COASTS = ("coastal", "lakeside")


class Recovery(Step["FornaldarState"], frozen=True, tag=True):
    """The Sampo, ships refitted and to be refitted, recovery rolls, places and items that heal (R5.5.1)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        # Where the Sampo and the damaged ships are is not known: what comes of them may show it.
        sampo = items.holder(state, state.book.relic["magic_sampo"]) == self.seat
        hurt = [ship for ship, vessel in enumerate(state.vessels) if vessel.damaged]
        state.reveals += sampo or any(pieces.ship_seat(state, ship) == self.seat for ship in hurt)
        grind(state, self.seat, events)
        repaired(state, self.seat, events)
        state.push(Refitting((self.seat,)), Healing(self.seat))


# ---- the Sampo (21.21)


def grind(state: FornaldarState, seat: int, events: list[Event]) -> None:
    """Where the bearer of the Sampo is in a friendly fortress, a CSP of its kingdom joins him."""
    if scenarios.halved(state):
        return  # it has made its CSP for this turn already (R24.1.2.1)
    book = state.book
    for leader, someone in enumerate(state.leaders):
        hex_ = someone.hex
        if hex_ < 0 or pieces.seat_of(state, leader) != seat or someone.aboard or someone.afloat:
            continue
        group = book.fort_group[hex_]
        if group < 0 or pieces.fortress_seat(state, hex_) != seat or not items.has(state, leader, "sampo"):
            continue
        if not pieces.awake(state, leader):
            continue
        banner = book.banner[book.groups[group].id]
        pieces.add_army(state, Army(hex=hex_, group=group, banner=banner, csp=1))
        where = pieces.place_name(state, hex_)
        text = f"The Sampo brings 1 {book.banners[banner].name} CSP at {where}."
        events.append(Told(text=text, about=(pieces.spot(state, hex_),), only=(seat,)))
        events.append(Told(text=f"The Sampo brings 1 {book.banners[banner].name} CSP.", besides=(seat,)))


# ---- refit


def repaired(state: FornaldarState, seat: int, events: list[Event]) -> None:
    """Refit markers come off, and their ships are undamaged (R5.5.1)."""
    for ship, vessel in enumerate(state.vessels):
        if vessel.refit and pieces.ship_seat(state, ship) == seat:
            vessel.refit = vessel.damaged = False
            where = pieces.spot(state, vessel.hex)
            events.append(Told(text=f"The {state.book.fleet[ship].name} is repaired.", about=(where,)))


def may_refit(state: FornaldarState, ship: int) -> bool:
    """Whether a ship can begin its repair, as far as its owner sees: on a coast without enemies (R9.1)."""
    vessel, seat = state.vessels[ship], pieces.ship_seat(state, ship)
    if vessel.hex < 0 or not vessel.damaged or vessel.refit or vessel.river >= 0 or ship in state.tried:
        return False
    if not state.active[state.book.ship_group[ship]] or state.book.ground[vessel.hex].water not in COASTS:
        return False
    return not surely_troubled(state, vessel.hex, seat)


def surely_troubled(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat knows of enemy ships or CSP in a hex: it may examine them, or sees what is on top."""
    enemy, active = 1 - seat, state.active
    for kind in (LAND, SEA):
        stack = secrecy.stack_at(state, enemy, hex_, kind)
        if stack is None:
            continue
        lid = secrecy.top(state, stack)
        if lid.kind != "leader" or state.leaders[lid.number].aboard or secrecy.on_river(state, stack):
            return True
    asleep = any(not active[army.group] for army in pieces.armies_at(state, hex_, enemy)) or any(
        not active[state.book.ship_group[ship]] for ship in pieces.ships_at(state, hex_, enemy)
    )
    return asleep or (secrecy.sees(state, seat, hex_) and is_troubled(state, hex_, seat))


def is_troubled(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether enemy ships, armies or escorts are in a hex, on land or at sea."""
    enemy = 1 - seat
    return (
        bool(pieces.armies_at(state, hex_, enemy))
        or bool(pieces.ships_at(state, hex_, enemy))
        or any(state.leaders[leader].escort for leader in pieces.leaders_at(state, hex_, enemy))
    )


def hides_enemies(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether enemies are in a hex of whom not everybody knows who they are."""
    return any(secrecy.is_secret(state, 1 - seat, hex_, kind) for kind in (LAND, SEA))


class Refitting(Decision["FornaldarState", Refit | Done], frozen=True, tag=True):
    """Which damaged ships begin their repair (R9.1, R9.2)."""

    rule: ClassVar[str] = "R9.1"
    otherwise: ClassVar[str] = (
        "Only a damaged ship in a coastal hex without enemy ships and CSP can be refitted."
    )

    def question(self, state: FornaldarState, seat: int) -> Question:
        ships = [each for each in range(len(state.vessels)) if pieces.ship_seat(state, each) == seat]
        hurt = [state.vessels[each].hex for each in ships if may_refit(state, each)]
        return ask(
            seat,
            "Choose a damaged ship to repair, or be done.",
            "may repair ships",
            about=tuple(dict.fromkeys(state.book.hex_name(hex_) for hex_ in hurt)),
            labels=(("done", "Repair no more ships"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Refit | Done]:
        ships = [
            ship
            for ship in range(len(state.vessels))
            if pieces.ship_seat(state, ship) == seat and may_refit(state, ship)
        ]
        return [*(Refit(state.book.fleet[ship].id) for ship in ships), Done()]

    def take(self, state: FornaldarState, action: Refit | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        ship = state.book.ship[action.ship]
        vessel = state.vessels[ship]
        where = pieces.spot(state, vessel.hex)
        # Whether enemies are there or not, where the ship lies, and what has to go ashore.
        state.reveals += hides_enemies(state, vessel.hex, seat) or secrecy.is_secret(
            state, seat, vessel.hex, SEA
        )
        if is_troubled(state, vessel.hex, seat):
            state.tried = sorted([*state.tried, ship])
            text = f"Enemies keep the {state.book.fleet[ship].name} from being refitted."
            events.append(Told(text=text, about=(where,)))
            state.push(self)
            return
        vessel.refit = True
        events.append(Told(text=f"The {state.book.fleet[ship].name} is being refitted.", about=(where,)))
        state.push(self)
        if losses.capacity(state, vessel.hex, seat) == 0:
            land_all(state, vessel.hex, seat)
        elif aboard(state, vessel.hex, seat):
            state.push(Landing((seat,), vessel.hex))


def aboard(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether anything is embarked in a hex."""
    carried = losses.carried(state, hex_, seat) > 0
    return carried or any(state.leaders[leader].aboard for leader in pieces.leaders_at(state, hex_, seat))


def land_all(state: FornaldarState, hex_: int, seat: int) -> None:
    """Everything that is embarked in a hex goes ashore."""
    for leader in pieces.leaders_at(state, hex_, seat):
        state.leaders[leader].aboard = False
    for army in pieces.armies_at(state, hex_, seat):
        army.aboard = False
    pieces.tidy(state)


class Landing(Decision["FornaldarState", Unload | Done], frozen=True, tag=True):
    """Who goes ashore when some ships of a hex are refitted and others can carry (R9.2)."""

    hex: int

    rule: ClassVar[str] = "R9.2"
    otherwise: ClassVar[str] = "What the other ships cannot carry must go ashore."

    def question(self, state: FornaldarState, seat: int) -> Question:
        where = pieces.place_name(state, self.hex)
        return ask(
            seat,
            f"Choose who goes ashore at {where} while ships are repaired.",
            "puts pieces ashore",
            about=(pieces.spot(state, self.hex),),
            labels=(("done", "All others stay aboard"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Unload | Done]:
        book, spot = state.book, state.book.hex_name(self.hex)
        found: list[Any] = [
            Unload(book.cast[leader].id, 1, spot)
            for leader in pieces.leaders_at(state, self.hex, seat)
            if state.leaders[leader].aboard
        ]
        for army in pieces.armies_at(state, self.hex, seat):
            if army.aboard:
                found += [
                    Unload(book.banners[army.banner].id, count, spot) for count in range(1, army.csp + 1)
                ]
        fits = losses.carried(state, self.hex, seat) <= losses.capacity(state, self.hex, seat)
        return [*dict.fromkeys(found), *([Done()] if fits else [])]

    def take(self, state: FornaldarState, action: Unload | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        book = state.book
        leader = book.leader.get(action.what, -1)
        if leader >= 0 and state.leaders[leader].hex == self.hex and state.leaders[leader].aboard:
            state.leaders[leader].aboard = False
        else:
            put_ashore(state, self.hex, seat, book.banner[action.what], action.count)
        if aboard(state, self.hex, seat):
            state.push(self)


def put_ashore(state: FornaldarState, hex_: int, seat: int, banner: int, count: int) -> None:
    """So many CSP of a banner go ashore."""
    for army in [
        army for army in pieces.armies_at(state, hex_, seat) if army.aboard and army.banner == banner
    ]:
        part = min(count, army.csp)
        if part:
            count -= part
            landed = msgspec.structs.replace(army, csp=part, aboard=False)
            pieces.remove_csp(state, army, part)
            pieces.add_army(state, landed)


def tests_hidden(state: FornaldarState) -> bool:
    """Whether it depends on hidden pieces what becomes of a ship under refit."""
    return any(
        hides_enemies(state, vessel.hex, pieces.ship_seat(state, ship))
        for ship, vessel in enumerate(state.vessels)
        if vessel.refit
    )


def check_refits(state: FornaldarState, events: list[Event]) -> None:
    """At the end of a phase ships under refit are lost to enemies in their hex (R9.3, R9.4)."""
    for ship, vessel in enumerate(state.vessels):
        if not vessel.refit:
            continue
        seat, hex_ = pieces.ship_seat(state, ship), vessel.hex
        friends = [other for other in pieces.ships_at(state, hex_, seat) if not state.vessels[other].refit]
        enemies = pieces.ships_at(state, hex_, 1 - seat)
        if (enemies and not friends) or pieces.troops(state, hex_, 1 - seat):
            fates.sink(state, ship, events)


# ---- wounds


class Healing(Step["FornaldarState"], frozen=True, tag=True):
    """Every wounded character rolls (R9.6), then places and items heal (R9.5)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        before = wounds_of(state, self.seat)
        state.reveals += before > 0  # how many roll
        for leader, someone in enumerate(state.leaders):
            if someone.wounds and recovers(state, leader, self.seat):
                roll(state, leader, events)
        for leader in range(len(state.leaders)):
            if recovers(state, leader, self.seat):
                heal(state, leader, relief(state, leader), events)
        healed = before - wounds_of(state, self.seat)
        if healed:
            word = "wound is" if healed == 1 else "wounds are"
            events.append(Told(text=f"{healed} {word} healed.", besides=(self.seat,)))


def wounds_of(state: FornaldarState, seat: int) -> int:
    """All wounds of a seat's living characters."""
    return sum(
        someone.wounds
        for leader, someone in enumerate(state.leaders)
        if not someone.dead and pieces.seat_of(state, leader) == seat
    )


def recovers(state: FornaldarState, leader: int, seat: int) -> bool:
    """Whether a character can be healed: he is on the map and active; the Jibalian never is (R24.3.2.4)."""
    if state.leaders[leader].hex < 0 or pieces.seat_of(state, leader) != seat:
        return False
    return pieces.awake(state, leader) and state.book.cast[leader].skill != "flying_ship"


def roll(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """A recovery roll: not more than the Current Combat Strength, and never a natural 6 (R9.6)."""
    die = state.rng.die()
    card = state.book.cast[leader]
    here = card.skill == "recovery" and state.book.names[state.leaders[leader].hex] == card.skill_at
    added = -1 if here else 0  # Dropmund in Alfars Mills (23)
    recovers_ = die != NEVER and die + added <= ratings.combat(state, leader)
    seat = pieces.seat_of(state, leader)
    result = "recovers" if recovers_ else "no better"
    events.append(Rolled(what=f"{card.name} recovers", dice=(die,), added=added, result=result, only=(seat,)))
    if recovers_:
        heal(state, leader, die + added, events)


def relief(state: FornaldarState, leader: int) -> int:
    """The wounds that the place of a character heals, and items in his hex (R9.5)."""
    hex_, seat = state.leaders[leader].hex, pieces.seat_of(state, leader)
    place = state.book.power_place[hex_]
    found = place.healing if place is not None else 0
    for other in pieces.leaders_at(state, hex_, seat):
        found += sum("heal_hex" in state.book.relics[item].powers for item in items.usable(state, other))
    return found


def heal(state: FornaldarState, leader: int, wounds: int, events: list[Event]) -> None:
    """So many wounds of a character heal, as far as he has any."""
    someone = state.leaders[leader]
    healed = min(wounds, someone.wounds)
    if healed > 0:
        someone.wounds -= healed
        word = "wound" if healed == 1 else "wounds"
        text = f"{state.book.cast[leader].name} is healed of {healed} {word}."
        events.append(Told(text=text, only=(pieces.seat_of(state, leader),)))
