"""Who undergoes attrition, and why (R8.1 to R8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.model import LAND, SEA, Army
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.magic import items, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

WORN_BY_MUNDANE = ("merman", "kobold", "elf")  # races that mundane ground wears down (R8.1)
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


# ---- who, and why


def worn(state: FornaldarState, seat: int, hex_: int, stack: str) -> Worn | None:
    """The pieces of a stack that undergo attrition (R8.1), no others (R8.4.5); None if there is no stack."""
    company = pieces.ashore(state, hex_, seat) if stack == LAND else pieces.at_sea(state, hex_, seat)
    armies = (
        pieces.ground_armies(state, hex_, seat) if stack == LAND else pieces.sea_armies(state, hex_, seat)
    )
    ships = pieces.ships_at(state, hex_, seat) if stack == SEA else []
    if not (company or armies or ships):
        return None
    found = Worn(seat=seat, hex=hex_, stack=stack)
    book, common = state.book, common_reasons(state, seat, hex_)
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
    for army in armies:
        why = army_reasons(state, army, common, chiefs)
        if why:
            held = found.swimmers if army.afloat else found.troops
            csp, before = held.get(army.banner, (0, NONE))
            held[army.banner] = (csp + army.csp, before | why)
    for ship in ships:
        why = ship_reasons(state, ship, common)
        if why:
            found.ships[ship] = why
    return found


def common_reasons(state: FornaldarState, seat: int, hex_: int) -> Reasons:
    """What wears down every active piece of a seat in a hex: a vortex (R8.1), the Argian Torque (R21.59)."""
    found = NONE
    if state.spells and spells.vortex(state, hex_):
        found |= {"vortex"}
    if near_torque(state, seat, hex_):
        found |= {"torque"}
    return found


def near_torque(state: FornaldarState, seat: int, hex_: int) -> bool:
    """Whether an enemy within 3 hexes bears the Argian Torque."""
    for item in state.book.torques:
        bearer = state.treasures[item].bearer
        if bearer < 0 or pieces.seat_of(state, bearer) != 1 - seat:
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
    if wild_wears(state, hex_, leader, wet=wet) and not proof(state, leader) and not at_home(state, leader):
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
    if not home and not ratings.in_command(state, chiefs, army.banner):
        found.add("command")
    return frozenset(found)


def ship_reasons(state: FornaldarState, ship: int, common: Reasons) -> Reasons:
    """Why a ship undergoes attrition: bad sailers in bad weather, storms, maelstroms (R6.3.1, R6.4.5)."""
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
    stronger = any(weather.weather_at(state, hex_, each) for each in ("talisman", "elements"))
    return weather.stormed(state, hex_) and not stronger


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
    """Whether snow wears down who is in a hex: not in a fortress or a ruin (R8.1, R6.4.3)."""
    return not aboard and state.book.fortress[hex_] is None and weather.at(state, hex_) == "snow"


def at_home(state: FornaldarState, leader: int) -> bool:
    """Whether a character is in his home hex (R3.7, R8.3, R23.18)."""
    home = state.book.home[leader]
    return bool(home) and state.book.names[state.leaders[leader].hex] == home


# ---- the off-map Mundanes (24.1, 24.2)


def is_stray(state: FornaldarState, army: Army, chiefs: list[int]) -> bool:
    """Whether an army is one of the off-map Mundanes without a leader (R24.1.2.3)."""
    if state.book.banners[army.banner].id != "mundanes":
        return False
    return not ratings.in_command(state, chiefs, army.banner)
