"""Attrition (8): who undergoes it and why, what changes the roll, and what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Event, Step
from fimbul.games.fornaldar import charts, evading, items, losses, pieces, scenarios, spells, weather
from fimbul.games.fornaldar.events import Rolled, Told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fimbul.games.fornaldar.cards import Letter
    from fimbul.games.fornaldar.state import Army, FornaldarState

LAND, SEA = "land", "sea"
WORN_BY_MUNDANE = ("merman", "kobold", "elf")  # races that mundane ground wears down (R8.1)
OUT_OF_PLACE = 3  # mermen, elves and kobolds in a mundane hex, mundanes in an enchanted one (R8.4.3)
VORTEX = 5
SNOW_HEX = 1
SNOW_TURN = 4
MAELSTROM = 3  # R20.26
TORQUE, TORQUE_REACH = 1, 3  # R21.59
DOKKVORDAR = "2714"  # R24.3.2.7

Reasons = frozenset[str]
NONE: Reasons = frozenset()


class Worn(msgspec.Struct, kw_only=True):
    """The pieces of a stack that undergo attrition, each with its reasons."""

    seat: int
    hex: int
    stack: str
    leaders: dict[int, Reasons] = msgspec.field(default_factory=dict)
    escorts: dict[int, Reasons] = msgspec.field(default_factory=dict)
    troops: dict[int, tuple[int, Reasons]] = msgspec.field(default_factory=dict)  # by banner
    swimmers: dict[int, tuple[int, Reasons]] = msgspec.field(default_factory=dict)
    ships: dict[int, Reasons] = msgspec.field(default_factory=dict)

    def any(self) -> bool:
        """Whether anything undergoes attrition."""
        return bool(self.leaders or self.escorts or self.troops or self.swimmers or self.ships)

    def reasons(self) -> Reasons:
        """All reasons of all pieces."""
        every = [*self.leaders.values(), *self.escorts.values(), *self.ships.values()]
        every += [why for _, why in (*self.troops.values(), *self.swimmers.values())]
        return NONE.union(*every)


# ---- the phase


class AttritionPhase(Step, frozen=True, tag=True):
    """Each player finds which pieces undergo attrition and rolls for them, the Fomorian first (R5.4)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        steps: list[Step] = []
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
    found.discard(pieces.NOWHERE)
    return sorted(found)


class Weary(Step, frozen=True, tag=True):
    """A stack undergoes attrition with one roll (R8.4)."""

    seat: int
    hex: int
    stack: str

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        pieces_worn = worn(state, self.seat, self.hex, self.stack)
        if pieces_worn.any():
            roll(state, pieces_worn, modifier(state, pieces_worn), "Attrition", events)


# ---- who, and why


def worn(state: FornaldarState, seat: int, hex_: int, stack: str) -> Worn:
    """The pieces of a stack that undergo attrition (R8.1)."""
    found = Worn(seat=seat, hex=hex_, stack=stack)
    book, common = state.book, common_reasons(state, seat, hex_)
    company = pieces.ashore(state, hex_, seat) if stack == LAND else pieces.at_sea(state, hex_, seat)
    for leader in company:
        if book.cast[leader].skill == "no_attrition":
            continue
        why = leader_reasons(state, leader, common)
        if why:
            found.leaders[leader] = why
        if state.leaders[leader].escort:
            why = escort_reasons(state, leader, common)
            if why:
                found.escorts[leader] = why
    chiefs = [leader for leader in company if pieces.awake(state, leader)]
    armies = (
        pieces.ground_armies(state, hex_, seat) if stack == LAND else pieces.sea_armies(state, hex_, seat)
    )
    for army in armies:
        why = army_reasons(state, army, common, chiefs)
        if why:
            held = found.swimmers if army.afloat else found.troops
            csp, before = held.get(army.banner, (0, NONE))
            held[army.banner] = (csp + army.csp, before | why)
    if stack == SEA:
        for ship in pieces.ships_at(state, hex_, seat):
            why = ship_reasons(state, ship, common)
            if why:
                found.ships[ship] = why
    return found


def common_reasons(state: FornaldarState, seat: int, hex_: int) -> Reasons:
    """What wears down every active piece of a seat in a hex: a vortex (R8.1), the Argian Torque (R21.59)."""
    found = set()
    if spells.vortex(state, hex_):
        found.add("vortex")
    if near_torque(state, seat, hex_):
        found.add("torque")
    return frozenset(found)


def near_torque(state: FornaldarState, seat: int, hex_: int) -> bool:
    """Whether an enemy within 3 hexes bears the Argian Torque."""
    for treasure, card in zip(state.treasures, state.book.relics, strict=True):
        bearer = treasure.bearer
        if bearer < 0 or "torque" not in card.powers or pieces.seat_of(state, bearer) != 1 - seat:
            continue
        if not pieces.awake(state, bearer) or not items.has(state, bearer, "torque"):
            continue
        if state.book.distance(state.leaders[bearer].hex, hex_) <= TORQUE_REACH:
            return True
    return False


def asleep(state: FornaldarState, group: int, common: Reasons) -> Reasons | None:
    """Inactive pieces undergo attrition only in a vortex; None for active ones: all reasons count."""
    if state.active[group]:
        return None
    return common & {"vortex"}


def leader_reasons(state: FornaldarState, leader: int, common: Reasons) -> Reasons:
    """Why a character undergoes attrition."""
    book, someone, card = state.book, state.leaders[leader], state.book.cast[leader]
    rests = asleep(state, book.leader_group[leader], common)
    if rests is not None:
        return rests
    hex_ = someone.hex
    found = set(common)
    if not (card.ancient or card.supernatural or card.skill == "flying_ship"):
        found |= aspect_reasons(state, card.race, hex_, aboard=someone.aboard)
    wet = someone.aboard or someone.afloat
    if not proof(state, leader) and not at_home(state, leader) and wild_wears(state, hex_, leader, wet=wet):
        found.add("wild")
    if snow_wears(state, hex_, aboard=someone.aboard) and not at_home(state, leader):
        found.add("snow")
    if someone.afloat and card.race == "merman" and weather.short_day(state):
        found.add("cold")
    return frozenset(found)


def escort_reasons(state: FornaldarState, leader: int, common: Reasons) -> Reasons:
    """Why an escort undergoes attrition: it is a CSP that needs no command (R13.1)."""
    book, someone = state.book, state.leaders[leader]
    rests = asleep(state, book.leader_group[leader], common)
    if rests is not None:
        return rests
    banner, hex_ = book.leader_banner[leader], someone.hex
    found = set(common) | aspect_reasons(state, book.banners[banner].race, hex_, aboard=someone.aboard)
    wet = someone.aboard or someone.afloat
    immune = spared(state, banner, hex_) or at_home(state, leader)
    if not immune and wild_wears(state, hex_, leader, wet=wet):
        found.add("wild")
    if snow_wears(state, hex_, aboard=someone.aboard) and not at_home(state, leader):
        found.add("snow")
    if someone.afloat and book.banners[banner].race == "merman" and weather.short_day(state):
        found.add("cold")
    return frozenset(found)


def army_reasons(state: FornaldarState, army: Army, common: Reasons, chiefs: list[int]) -> Reasons:
    """Why the CSP of an army undergo attrition."""
    rests = asleep(state, army.group, common)
    if rests is not None:
        return rests
    if is_stray(state, army, chiefs):
        return NONE
    race = state.book.banners[army.banner].race
    found = set(common) | aspect_reasons(state, race, army.hex, aboard=army.aboard)
    if wild_wears(state, army.hex, None, wet=army.aboard or army.afloat) and not spared(
        state, army.banner, army.hex
    ):
        found.add("wild")
    if snow_wears(state, army.hex, aboard=army.aboard):
        found.add("snow")
    if army.afloat and weather.short_day(state):
        found.add("cold")
    home = pieces.fortress_seat(state, army.hex) == state.side[army.group]
    if not home and not pieces.in_command(state, chiefs, army.banner):
        found.add("command")
    return frozenset(found)


def ship_reasons(state: FornaldarState, ship: int, common: Reasons) -> Reasons:
    """Why a ship undergoes attrition: bad sailers in bad weather, storms and maelstroms."""
    book, vessel = state.book, state.vessels[ship]
    rests = asleep(state, book.ship_group[ship], common)
    if rests is not None:
        return rests
    found = set(common)
    seat, hex_ = pieces.ship_seat(state, ship), vessel.hex
    if (
        book.fleet[ship].bad_sailer
        and not in_harbour(state, hex_, seat)
        and weather.at(state, hex_) != "clear"
    ):
        found.add("sail")
    if stormed(state, hex_):
        found.add("storm")
    if spells.whirled(state, hex_):
        found.add("maelstrom")
    return frozenset(found)


def stormed(state: FornaldarState, hex_: int) -> bool:
    """Whether Storm Calling strikes a hex and nothing stronger rules the weather there (R20.14)."""
    stronger = any(spells.weather_at(state, hex_, each) for each in ("talisman", "elements"))
    return spells.stormed(state, hex_) and not stronger


def in_harbour(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether ships are not at sea: in the hex of a friendly fortress, or on a friendly coast (R6.3.1)."""
    return pieces.fortress_seat(state, hex_) == seat or pieces.friendly_coast(state, hex_, seat)


def aspect_reasons(state: FornaldarState, race: str, hex_: int, *, aboard: bool) -> set[str]:
    """Ground that does not suit a race (R8.1)."""
    aspect = state.book.aspect[hex_]
    if aspect == "mundane" and (
        race in WORN_BY_MUNDANE or (race == "centaur" and scenarios.special(state, "centaurs"))
    ):
        return {"mundane"}
    if aspect == "enchanted" and race == "mundane" and not aboard:
        return {"enchanted"}
    return set()


def wild_wears(state: FornaldarState, hex_: int, leader: int | None, *, wet: bool) -> bool:
    """Whether wild magic wears down who is not at sea; Places of Power that heal spare characters."""
    if state.book.aspect[hex_] != "wild" or wet:
        return False
    place = state.book.power_place[hex_]
    return leader is None or place is None or not place.healing


def proof(state: FornaldarState, leader: int) -> bool:
    """Whether wild magic does nothing to a character: a centaur (R24.3.2.3), the Jibalian (R24.3.2.4)."""
    card = state.book.cast[leader]
    return card.skill == "flying_ship" or (card.race == "centaur" and scenarios.special(state, "centaurs"))


def spared(state: FornaldarState, banner: int, hex_: int) -> bool:
    """Whether wild magic does nothing to CSP: centaurs (R24.3.2.3), and Loherim in Dokkvordar (R24.3.2.7)."""
    card = state.book.banners[banner]
    if card.race == "centaur":
        return scenarios.special(state, "centaurs")
    return (
        card.id == "loherim" and state.book.names[hex_] == DOKKVORDAR and scenarios.special(state, "loherim")
    )


def snow_wears(state: FornaldarState, hex_: int, *, aboard: bool) -> bool:
    """Whether snow wears down who is in a hex: not in a fortress or a ruin (R8.1)."""
    return not aboard and state.book.fortress[hex_] is None and weather.at(state, hex_) == "snow"


def at_home(state: FornaldarState, leader: int) -> bool:
    """Whether a character is in his home hex (R8.3)."""
    home = state.book.home[leader]
    return bool(home) and state.book.names[state.leaders[leader].hex] == home


# ---- the roll


def modifier(state: FornaldarState, who: Worn) -> int:
    """What is added to the roll; what holds for any piece holds for all (R8.4.1, R8.4.3)."""
    leaders, reasons = list(who.leaders), who.reasons()
    total = -pieces.best_command(state, leaders)
    total -= max((pieces.magic(state, leader) for leader in leaders), default=0)
    total += OUT_OF_PLACE * ("mundane" in reasons) + OUT_OF_PLACE * ("enchanted" in reasons)
    total += VORTEX * ("vortex" in reasons)
    total += MAELSTROM * ("maelstrom" in reasons) + TORQUE * ("torque" in reasons)
    if wild_adds(state, who):
        total += pieces.mana(state)
    if weather.at(state, who.hex) == "snow" and pieces.fortress_seat(state, who.hex) != who.seat:
        total += SNOW_HEX * exposed(state, who)
    if weather.snow_turn(state) and state.book.fortress[who.hex] is None:
        total += SNOW_TURN * exposed(state, who)
    return total


def wild_adds(state: FornaldarState, who: Worn) -> bool:
    """Whether the mana level is added: not where the Amulet of Kluth is in the stack (R21.24)."""
    if "wild" not in who.reasons():
        return False
    company = pieces.ashore if who.stack == LAND else pieces.at_sea
    return not any(items.has(state, leader, "amulet") for leader in company(state, who.hex, who.seat))


def exposed(state: FornaldarState, who: Worn) -> bool:
    """Whether snow counts for any of these: not for ships and mermen on a friendly coast, nor at home."""
    coast = pieces.friendly_coast(state, who.hex, who.seat)
    races = state.book.banners
    if any(not (coast and races[banner].race == "merman") for banner in (*who.troops, *who.swimmers)):
        return True
    if who.ships and not coast:
        return True
    for leader in {*who.leaders, *who.escorts}:
        merman = state.book.cast[leader].race == "merman"
        if not at_home(state, leader) and not (coast and merman):
            return True
    return False


def roll(state: FornaldarState, who: Worn, added: int, what: str, events: list[Event]) -> None:
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


class LeftAlone(Step, frozen=True, tag=True):
    """After attrition characters may stand alone among enemies (R19.1)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        evading.check_lone(state, self.hex, events)


def tolls_of(state: FornaldarState, who: Worn, letter: Letter) -> tuple[losses.Toll, ...]:
    """What units and characters lose, each by its own strength (R8.4.6)."""
    library = state.book.library
    found = []
    csp = sum(count for count, _ in who.troops.values()) + len(who.escorts)
    cell = charts.casualties(library, csp, letter)
    if cell.csp:
        found.append(
            losses.Toll(
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
            losses.Toll(
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
            losses.Toll(
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
    return sum(max(0, pieces.combat(state, leader)) for leader in leaders)


def ship_strength(state: FornaldarState, ship: int) -> int:
    """The strength of a ship as it is now (R7.10)."""
    card = state.book.fleet[ship]
    return card.damaged if state.vessels[ship].damaged else card.strength


# ---- the off-map Mundanes (24.1, 24.2)


def is_stray(state: FornaldarState, army: Army, chiefs: list[int]) -> bool:
    """Whether an army is one of the off-map Mundanes without a leader (R24.1.2.3)."""
    if state.book.banners[army.banner].id != "mundanes":
        return False
    return not pieces.in_command(state, chiefs, army.banner)


def strays(state: FornaldarState, seat: int) -> list[int]:
    """Where off-map Mundanes are without a leader."""
    found = set()
    for army in state.armies:
        if state.side[army.group] != seat:
            continue
        wet = army.aboard or army.afloat
        company = pieces.at_sea(state, army.hex, seat) if wet else pieces.ashore(state, army.hex, seat)
        if is_stray(state, army, [leader for leader in company if pieces.awake(state, leader)]):
            found.add(army.hex)
    return sorted(found)


class Dwindle(Step, frozen=True, tag=True):
    """Half of the off-map Mundanes without a leader go home, rounded up; no roll is made (R24.1.2.3)."""

    seat: int
    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        for stack in (LAND, SEA):
            wet = stack == SEA
            company = (pieces.at_sea if wet else pieces.ashore)(state, self.hex, self.seat)
            here = (pieces.sea_armies if wet else pieces.ground_armies)(state, self.hex, self.seat)
            strays_here = [army for army in here if is_stray(state, army, company)]
            losses.take_csp(state, strays_here, (sum(army.csp for army in strays_here) + 1) // 2, events)
        state.push(LeftAlone(self.hex))


# ---- marches


class Wearing(Step, frozen=True, tag=True):
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
        who = Worn(seat=self.seat, hex=self.hex, stack=self.stack)
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
        else:
            events.append(Told(text="Nobody suffers from the march.", only=(self.seat,)))
