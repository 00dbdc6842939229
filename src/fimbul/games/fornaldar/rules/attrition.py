"""Attrition (8): who undergoes it and why, what changes the roll, and what is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Step, Told
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import Letter
from fimbul.games.fornaldar.model import LAND, NOWHERE, SEA, Toll
from fimbul.games.fornaldar.rules import exposure, pieces, ratings, secrecy, weather
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.exposure import TORQUE
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

OUT_OF_PLACE = 3  # mermen, elves and kobolds in a mundane hex, mundanes in an enchanted one (R8.4.3)
VORTEX = 5
SNOW_HEX = 1
SNOW_TURN = 4
MAELSTROM = 3  # R20.26


# ---- the phase


class AttritionPhase(Step["FornaldarState"], frozen=True, tag=True):
    """Each player finds which pieces undergo attrition and rolls for them, the Fomorian first (R5.4)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        steps: list[Step[Any]] = []
        for seat in (0, 1):
            steps += [Dwindle(seat, hex_) for hex_ in strays(state, seat)]
            for hex_ in places(state, seat):
                steps += [Weary(seat, hex_, stack) for stack in (LAND, SEA)]
        state.push(*steps)


def places(state: FornaldarState, seat: int) -> list[int]:
    """Where a seat has pieces."""
    side, book = state.side, state.book
    found = {army.hex for army in state.armies if side[army.group] == seat}
    found |= {each.hex for n, each in enumerate(state.leaders) if side[book.leader_group[n]] == seat}
    found |= {each.hex for n, each in enumerate(state.vessels) if side[book.ship_group[n]] == seat}
    found.discard(NOWHERE)
    return sorted(found)


class Weary(Step["FornaldarState"], frozen=True, tag=True):
    """A stack undergoes attrition with one roll (R8.4)."""

    seat: int
    hex: int
    stack: str

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        pieces_worn = exposure.worn(state, self.seat, self.hex, self.stack)
        if pieces_worn is None:
            return
        if pieces_worn.any():
            roll(state, pieces_worn, modifier(state, pieces_worn), "Attrition", events)
        else:  # that nobody rolls tells who is not there
            state.reveals += secrecy.is_secret(state, self.seat, self.hex, self.stack)


# ---- the roll


def modifier(state: FornaldarState, who: exposure.Worn) -> int:
    """What is added to the roll; what holds for any piece holds for all (R8.4.1, R8.4.3)."""
    leaders, reasons = list(who.leaders), who.reasons()
    total = -ratings.best_command(state, leaders)
    total -= max((ratings.magic(state, leader) for leader in leaders), default=0)
    total += OUT_OF_PLACE * ("mundane" in reasons) + OUT_OF_PLACE * ("enchanted" in reasons)
    total += VORTEX * ("vortex" in reasons)
    total += MAELSTROM * ("maelstrom" in reasons) + TORQUE * ("torque" in reasons)
    if wild_adds(state, who):
        total += ratings.mana(state)
    if weather.at(state, who.hex) == "snow" and pieces.fortress_seat(state, who.hex) != who.seat:
        total += SNOW_HEX * exposed(state, who)
    if weather.snow_turn(state) and state.book.fortress[who.hex] is None:
        total += SNOW_TURN * exposed(state, who)
    return total


def wild_adds(state: FornaldarState, who: exposure.Worn) -> bool:
    """Whether the mana level is added: not where the Amulet of Kluth is in the stack (R21.24)."""
    if "wild" not in who.reasons():
        return False
    company = pieces.ashore if who.stack == LAND else pieces.at_sea
    return not any(items.has(state, leader, "amulet") for leader in company(state, who.hex, who.seat))


def exposed(state: FornaldarState, who: exposure.Worn) -> bool:
    """Whether snow counts for any of these: not for ships and mermen on a friendly coast, nor at home."""
    coast = pieces.friendly_coast(state, who.hex, who.seat)
    races = state.book.banners
    if any(not (coast and races[banner].race == "merman") for banner in (*who.troops, *who.swimmers)):
        return True
    if who.ships and not coast:
        return True
    for leader in {*who.leaders, *who.escorts}:
        merman = state.book.cast[leader].race == "merman"
        if not exposure.at_home(state, leader) and not (coast and merman):
            return True
    return False


def roll(state: FornaldarState, who: exposure.Worn, added: int, what: str, events: list[Event]) -> None:
    """Two dice on the attrition table, and the losses that follow (R8.4.2, R8.4.6)."""
    dice = (state.rng.die(), state.rng.die())
    letter = charts.wear(state.book.library, sum(dice) + added)
    where = pieces.place_name(state, who.hex)
    events.append(
        Rolled(
            what=f"{what} at {where}",
            dice=dice,
            added=added,
            result=letter,
            table="attrition",
            about=(pieces.spot(state, who.hex),),
            only=(who.seat,),
        )
    )
    events.append(Told(text=f"{what} at {where}.", about=(pieces.spot(state, who.hex),), besides=(who.seat,)))
    tolls = tolls_of(state, who, letter)
    if tolls:
        state.push(losses.Bear(tolls), LeftAlone(who.hex))


class LeftAlone(Step["FornaldarState"], frozen=True, tag=True):
    """After attrition characters may stand alone among enemies (R19.1)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        evading.check_lone(state, self.hex, events)


def tolls_of(state: FornaldarState, who: exposure.Worn, letter: Letter) -> tuple[Toll, ...]:
    """What units and characters lose, each by its own strength (R8.4.6)."""
    library = state.book.library
    found = []
    csp = sum(count for count, _ in who.troops.values()) + len(who.escorts)
    cell = charts.casualties(library, csp, letter)
    if cell.csp:
        found.append(
            Toll(
                seat=who.seat,
                hex=who.hex,
                stack=who.stack,
                csp=cell.csp,
                banners=tuple(sorted(who.troops)),
                escorts=tuple(who.escorts),
                how="other",
            )
        )
    cell = charts.casualties(library, strength(state, who.leaders), letter)
    if cell.wounds:
        found.append(
            Toll(
                seat=who.seat,
                hex=who.hex,
                stack=who.stack,
                wounds=cell.wounds,
                star=cell.star,
                leaders=tuple(who.leaders),
                how="other",
            )
        )
    fleet = sum(ship_strength(state, ship) for ship in who.ships)
    fleet += sum(count for count, _ in who.swimmers.values())
    cell = charts.casualties(library, fleet, letter)
    if cell.wounds:
        found.append(
            Toll(
                seat=who.seat,
                hex=who.hex,
                stack=SEA,
                steps=cell.wounds,
                star=cell.star,
                ships=tuple(who.ships),
                swimmers=tuple(sorted(who.swimmers)),
                how="other",
            )
        )
    return tuple(found)


def strength(state: FornaldarState, leaders: Iterable[int]) -> int:
    """The sum of Current Combat Strengths."""
    return sum(max(0, ratings.combat(state, leader)) for leader in leaders)


def ship_strength(state: FornaldarState, ship: int) -> int:
    """The strength of a ship as it is now (R7.10)."""
    card = state.book.fleet[ship]
    return card.damaged if state.vessels[ship].damaged else card.strength


def strays(state: FornaldarState, seat: int) -> list[int]:
    """Where off-map Mundanes are without a leader."""
    found = set()
    for army in state.armies:
        if state.side[army.group] != seat:
            continue
        wet = army.aboard or army.afloat
        company = pieces.at_sea(state, army.hex, seat) if wet else pieces.ashore(state, army.hex, seat)
        if exposure.is_stray(state, army, [leader for leader in company if pieces.awake(state, leader)]):
            found.add(army.hex)
    return sorted(found)


class Dwindle(Step["FornaldarState"], frozen=True, tag=True):
    """Half of the off-map Mundanes without a leader go home, rounded up; no roll is made (R24.1.2.3)."""

    seat: int
    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        for stack in (LAND, SEA):
            wet = stack == SEA
            company = (pieces.at_sea if wet else pieces.ashore)(state, self.hex, self.seat)
            here = (pieces.sea_armies if wet else pieces.ground_armies)(state, self.hex, self.seat)
            strays_here = [army for army in here if exposure.is_stray(state, army, company)]
            losses.take_csp(state, strays_here, (sum(army.csp for army in strays_here) + 1) // 2, events)
        state.push(LeftAlone(self.hex))


# ---- marches


class Wearing(Step["FornaldarState"], frozen=True, tag=True):
    """A stack that has marched rolls on the attrition table at once (R8.2, R14.4.1, R6.4.9).

    `troops` are the banners and CSP that went.
    """

    seat: int
    hex: int
    stack: str
    leaders: tuple[int, ...]
    troops: tuple[tuple[int, int], ...]
    plus: int
    minus: int
    why: str

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        who = exposure.Worn(seat=self.seat, hex=self.hex, stack=self.stack)
        marched = frozenset({"march"})
        for leader in self.leaders:
            someone = state.leaders[leader]
            if someone.hex == self.hex and state.book.cast[leader].skill != "no_attrition":
                who.leaders[leader] = marched
                if someone.escort:
                    who.escorts[leader] = marched
        for banner, csp in self.troops:
            swims = self.stack == SEA and state.book.banners[banner].race == "merman"
            (who.swimmers if swims else who.troops)[banner] = (csp, marched)
        if who.any():
            roll(state, who, self.plus - self.minus, self.why.capitalize(), events)
        else:  # that nobody rolls tells who is not there
            state.reveals += secrecy.is_secret(state, self.seat, self.hex, self.stack)
            events.append(Told(text="Nobody suffers from the march.", only=(self.seat,)))
