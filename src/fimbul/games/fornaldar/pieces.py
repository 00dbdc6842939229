"""The pieces: who stands where, what they are worth now, one function for all that befalls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Event
from fimbul.games.fornaldar import charts, items, scenarios, spells, spoils
from fimbul.games.fornaldar.cards import RANKS, SIDES
from fimbul.games.fornaldar.events import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fimbul.games.fornaldar.cards import Fortress
    from fimbul.games.fornaldar.state import Army, FornaldarState

NOWHERE = -1
KING = RANKS.index("king")
MARSHAL = RANKS.index("marshal")
CAPTAIN = RANKS.index("captain")
GARRISON = {"A": 2, "B": 2, "C": 1, "D": 1}  # CSP, by the class of a fortress (R18.4)
KEEP = {"A": 4, "B": 3, "C": 2, "D": 1}  # its command rating (R18.4)
FORTRESS_POINTS = 10  # R22.2
CHARACTER_POINTS = 5


# ---- who is where


def seat_of(state: FornaldarState, leader: int) -> int:
    """The seat that a character is with, or -1."""
    return state.side[state.book.leader_group[leader]]


def ship_seat(state: FornaldarState, ship: int) -> int:
    """The seat that a ship is with, or -1."""
    return state.side[state.book.ship_group[ship]]


def awake(state: FornaldarState, leader: int) -> bool:
    """Whether a character is active (R10.1)."""
    return state.active[state.book.leader_group[leader]]


def leaders_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """All characters in a hex, of one seat or of all, active or not."""
    groups, side = state.book.leader_group, state.side
    return [
        number
        for number, leader in enumerate(state.leaders)
        if leader.hex == hex_ and (seat is None or side[groups[number]] == seat)
    ]


def ashore(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a ground stack: neither embarked nor swimming."""
    return [
        n for n in leaders_at(state, hex_, seat) if not (state.leaders[n].aboard or state.leaders[n].afloat)
    ]


def at_sea(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The characters of a naval stack: embarked or swimming."""
    return [n for n in leaders_at(state, hex_, seat) if state.leaders[n].aboard or state.leaders[n].afloat]


def armies_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """All armies in a hex."""
    return [a for a in state.armies if a.hex == hex_ and (seat is None or state.side[a.group] == seat)]


def ground_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a ground stack."""
    return [army for army in armies_at(state, hex_, seat) if not (army.aboard or army.afloat)]


def sea_armies(state: FornaldarState, hex_: int, seat: int | None = None) -> list[Army]:
    """The armies of a naval stack: embarked or swimming."""
    return [army for army in armies_at(state, hex_, seat) if army.aboard or army.afloat]


def ships_at(state: FornaldarState, hex_: int, seat: int | None = None) -> list[int]:
    """The ships in a hex, on a river beside it too."""
    groups, side = state.book.ship_group, state.side
    return [
        number
        for number, ship in enumerate(state.vessels)
        if ship.hex == hex_ and (seat is None or side[groups[number]] == seat)
    ]


def troops(state: FornaldarState, hex_: int, seat: int) -> int:
    """The CSP of a ground stack, escorts among them."""
    escorts = sum(state.leaders[number].escort for number in ashore(state, hex_, seat))
    return escorts + sum(army.csp for army in ground_armies(state, hex_, seat))


def has_ground(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has a ground stack in a hex."""
    return bool(ground_armies(state, hex_, seat)) or bool(ashore(state, hex_, seat))


def has_fleet(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has a naval stack in a hex."""
    return (
        bool(ships_at(state, hex_, seat))
        or bool(at_sea(state, hex_, seat))
        or bool(sea_armies(state, hex_, seat))
    )


def stands(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat could hold a hex: it has CSP, an escort or a hero on the ground there (R11.7)."""
    if any(is_hero(state, number) or state.leaders[number].escort for number in ashore(state, hex_, seat)):
        return True
    return bool(ground_armies(state, hex_, seat))


# ---- what they are worth


def rank(state: FornaldarState, leader: int) -> int:
    """The rank of a character, 0 to 3: heirs and some items make a king."""
    if state.leaders[leader].crowned or items.has(state, leader, "king"):
        return KING
    if state.book.cast[leader].skill == "claimant":
        return MARSHAL  # until the succession is decided (R24.2.2.3)
    return RANKS.index(state.book.cast[leader].rank)


def command(state: FornaldarState, leader: int) -> int:
    """The command rating, with items."""
    return state.book.cast[leader].command + items.bonus(state, leader, "command")


def combat(state: FornaldarState, leader: int) -> int:
    """The current combat strength: maximum less wounds, with items and enchantments."""
    return face(state, leader) + items.bonus(state, leader, "combat") + spells.strength(state, leader)


def face(state: FornaldarState, leader: int) -> int:
    """The combat strength that is left of the printed one: the unmarked boxes (R7.10)."""
    return state.book.cast[leader].combat - state.leaders[leader].wounds


def magic(state: FornaldarState, leader: int) -> int:
    """The basic magic strength, with items."""
    return state.book.cast[leader].magic + items.bonus(state, leader, "magic")


def mana(state: FornaldarState) -> int:
    """The mana level of the turn."""
    return charts.month(state.book.library, state.month).mana


def current_magic(state: FornaldarState, leader: int) -> int:
    """The current magic strength: who has none gets no mana (R3.2)."""
    basic = magic(state, leader)
    return basic + mana(state) if basic > 0 else 0


def is_hero(state: FornaldarState, leader: int) -> bool:
    """Whether a character is a hero, by himself or by an item."""
    return state.book.cast[leader].hero or items.has(state, leader, "hero")


def is_enchanter(state: FornaldarState, leader: int) -> bool:
    """Whether a character is an enchanter, by himself or by an item."""
    return state.book.cast[leader].enchanter or (
        items.has(state, leader, "hat") and state.book.cast[leader].magic > 0
    )


def flies(state: FornaldarState, leader: int) -> bool:
    """Whether a character flies, by himself or by an enchantment."""
    return state.book.cast[leader].flies or spells.flight(state, leader)


def commander(state: FornaldarState, leaders: Iterable[int]) -> int | None:
    """Whose command rating counts among these: the highest rank, of equals the best (R15.5)."""
    return max(leaders, key=lambda each: (rank(state, each), command(state, each), -each), default=None)


def leads(state: FornaldarState, leader: int, banner: int) -> bool:
    """Whether a character may command CSP of this banner (R15.4)."""
    standing = rank(state, leader)
    if standing == KING:
        return True
    if standing == MARSHAL:
        return state.book.leader_race[leader] == state.book.banner_race[banner]
    return standing == CAPTAIN and state.book.leader_banner[leader] == banner


def in_command(state: FornaldarState, leaders: Iterable[int], banner: int) -> bool:
    """Whether any of these characters commands that banner (R15.2)."""
    return any(leads(state, leader, banner) for leader in leaders)


def best_command(state: FornaldarState, leaders: Iterable[int]) -> int:
    """The command rating that counts among these, 0 without any."""
    chief = commander(state, leaders)
    return command(state, chief) if chief is not None else 0


# ---- fortresses and coasts


def fortress(state: FornaldarState, hex_: int) -> Fortress | None:
    """The intact fortress of a hex; where one lies in ruins on the Fynvirke, that is left (R18.4)."""
    return state.book.walls[hex_] if hex_ in state.ruins else state.book.fortress[hex_]


def fortress_seat(state: FornaldarState, hex_: int) -> int:
    """Whose intact fortress stands in a hex, or -1."""
    if fortress(state, hex_) is None:
        return -1
    group = state.book.fort_group[hex_]
    return state.side[group] if group >= 0 else SIDES.index("mundane")  # Pellost


def friendly_coast(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a coastal hex belongs to one's side; islands never do (R3.1)."""
    ground, group = state.book.ground[hex_], state.book.kingdom[hex_]
    return (
        ground.water in ("coastal", "lakeside")
        and not ground.island
        and group in state.book.present
        and state.side[group] == seat
    )


# ---- what befalls them


def score(state: FornaldarState, seat: int, points: int) -> None:
    """Give victory points (R22)."""
    if seat in (0, 1):
        state.points[seat] += points


def add_army(state: FornaldarState, army: Army) -> None:
    """Put CSP into a hex; those in the same condition are one army."""
    if army.csp <= 0:
        return
    for other in state.armies:
        if (
            other.hex == army.hex
            and other.banner == army.banner
            and other.group == army.group
            and other.aboard == army.aboard
            and other.afloat == army.afloat
            and other.done == army.done
            and other.spent == army.spent
            and other.intercepted == army.intercepted
            and other.sailed == army.sailed
            and other.late == army.late
        ):
            other.csp += army.csp
            return
    state.armies.append(army)
    state.armies.sort(key=army_order)


def army_order(army: Army) -> tuple[int, ...]:
    """The fixed order of armies in the state."""
    marks = (army.aboard, army.afloat, army.done, army.sailed, army.intercepted, army.late)
    return (army.hex, army.group, army.banner, *marks, army.spent)


def tidy(state: FornaldarState) -> None:
    """Join armies that have come into the same condition, and put all into their order."""
    armies, state.armies = state.armies, []
    for army in armies:
        add_army(state, army)
    state.armies.sort(key=army_order)


def remove_csp(state: FornaldarState, army: Army, count: int) -> None:
    """Take CSP off an army, without any consequence."""
    army.csp -= count
    if army.csp <= 0:
        state.armies.remove(army)


def recast(
    state: FornaldarState, armies: Iterable[Army], count: int, change: Callable[[Army], dict[str, Any]]
) -> None:
    """So many CSP out of these armies change their condition: where they are, or what they may do."""
    for army in list(armies):
        part = min(count, army.csp)
        if not part:
            return
        count -= part
        other = msgspec.structs.replace(army, csp=part, **change(army))
        remove_csp(state, army, part)
        add_army(state, other)


def lose_csp(state: FornaldarState, army: Army, count: int, events: list[Event]) -> None:
    """CSP are destroyed: the enemy scores (R22.2)."""
    seat, banner = state.side[army.group], state.book.banners[army.banner]
    remove_csp(state, army, count)
    if seat >= 0 and banner.scores:
        score(state, 1 - seat, count * worth(state, army.group))
    events.append(
        Told(
            text=f"{count} {banner.name} CSP lost at {place_name(state, army.hex)}.",
            about=(spot(state, army.hex),),
        )
    )


def lose_escort(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """An escort is destroyed (R7.2)."""
    seat = seat_of(state, leader)
    state.leaders[leader].escort = False
    if seat >= 0:
        score(state, 1 - seat, worth(state, state.book.leader_group[leader]))
    where = state.leaders[leader].hex
    events.append(Told(text=f"An escort is lost at {place_name(state, where)}.", about=(spot(state, where),)))


def damage(state: FornaldarState, ship: int, events: list[Event]) -> None:
    """A ship loses a step: it is damaged, or sunk (R7.3)."""
    vessel, card = state.vessels[ship], state.book.fleet[ship]
    if not vessel.damaged:
        vessel.damaged = True
        events.append(Told(text=f"The {card.name} is damaged.", about=(spot(state, vessel.hex),)))
        return
    sink(state, ship, events)


def sink(state: FornaldarState, ship: int, events: list[Event]) -> None:
    """A ship is lost: the enemy scores its full strength (R22.2)."""
    vessel, card = state.vessels[ship], state.book.fleet[ship]
    seat = ship_seat(state, ship)
    events.append(Told(text=f"The {card.name} is sunk.", about=(spot(state, vessel.hex),)))
    vessel.hex, vessel.river, vessel.sunk, vessel.refit = NOWHERE, -1, True, False
    if seat >= 0:
        score(state, 1 - seat, card.strength * worth(state, state.book.ship_group[ship]))


def wound(
    state: FornaldarState, leader: int, count: int, events: list[Event], how: str, victor: int = -1
) -> None:
    """A character takes wounds, which only his owner sees (R7.4), and may be killed."""
    someone, seat = state.leaders[leader], seat_of(state, leader)
    taken = min(count, face(state, leader))
    someone.wounds += taken
    word = "wound" if taken == 1 else "wounds"
    events.append(Told(text=f"{state.book.cast[leader].name} takes {taken} {word}.", only=(seat,)))
    if face(state, leader) <= 0:
        kill(state, leader, events, how, victor)


def kill(state: FornaldarState, leader: int, events: list[Event], how: str, victor: int = -1) -> None:
    """A character dies: `how` is battle, challenge or other; his escort stays as a CSP (R7.4.2)."""
    someone, card = state.leaders[leader], state.book.cast[leader]
    seat, where, group = seat_of(state, leader), someone.hex, state.book.leader_group[leader]
    events.append(Told(text=f"{card.name} is killed.", about=(spot(state, where),)))
    if someone.escort:
        release_escort(state, leader)
    aboard = someone.aboard or someone.afloat
    someone.hex, someone.dead, someone.wounds = NOWHERE, True, card.combat
    someone.aboard = someone.afloat = someone.cast = False
    banner = state.book.leader_banner[leader]
    if seat >= 0 and (banner < 0 or state.book.banners[banner].scores):
        score(state, 1 - seat, CHARACTER_POINTS * worth(state, group))
    if state.force is not None and leader in state.force.leaders:
        state.force.leaders.remove(leader)
    if card.rank == "king" or someone.crowned:
        crown(state, leader, events)
    spoils.drop(state, leader, where, seat, how, victor, aboard=aboard)


def release_escort(state: FornaldarState, leader: int) -> None:
    """An escort becomes an ordinary CSP of the hex (R13.2, R7.4.2)."""
    from fimbul.games.fornaldar.state import Army

    someone, book = state.leaders[leader], state.book
    someone.escort = False
    add_army(
        state,
        Army(
            hex=someone.hex,
            group=book.leader_group[leader],
            banner=book.leader_banner[leader],
            csp=1,
            aboard=someone.aboard,
            afloat=someone.afloat,
            spent=someone.spent,
            done=someone.done,
        ),
    )


def crown(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """The heir of a dead king becomes king (R23)."""
    heir = state.book.leader.get(state.book.cast[leader].heir, -1)
    if heir < 0:
        return
    if state.leaders[heir].dead:
        crown(state, heir, events)
    elif rank(state, heir) != KING:
        state.leaders[heir].crowned = True
        events.append(Told(text=f"{state.book.cast[heir].name} becomes king."))


def raze(state: FornaldarState, hex_: int, events: list[Event]) -> None:
    """A fortress is destroyed for the rest of the game (R18.4)."""
    seat = fortress_seat(state, hex_)
    state.ruins.append(hex_)
    state.ruins.sort()
    score(state, 1 - seat, FORTRESS_POINTS)
    events.append(
        Told(text=f"The fortress of {place_name(state, hex_)} is destroyed.", about=(spot(state, hex_),))
    )


def worth(state: FornaldarState, group: int) -> int:
    """How many times a loss of a group counts: Auberon's expedition counts thrice (R24.2.4)."""
    return 3 if state.book.groups[group].id == "albion" else 1


def mobilize(state: FornaldarState, group: int, seat: int, events: list[Event]) -> None:
    """A group becomes active, on this side (R10)."""
    if state.active[group]:
        return
    state.active[group] = True
    state.side[group] = seat
    name = state.book.groups[group].name
    events.append(Told(text=f"{name} joins the {SIDES[seat].capitalize()} side in the war."))


def provoke(state: FornaldarState, group: int, seat: int, events: list[Event]) -> None:
    """A seat attacks, enchants or invades a group: if it was inactive it joins the other side (R10.2)."""
    if group not in state.book.present or state.active[group] or scenarios.paralysed(state, group):
        return
    if state.side[group] != seat:
        mobilize(state, group, 1 - seat, events)


# ---- how they are called


def spot(state: FornaldarState, hex_: int) -> str:
    """The node of a hex in the scene."""
    return state.book.hex_name(hex_)


def place_name(state: FornaldarState, hex_: int) -> str:
    """A hex in words: its name and number."""
    if hex_ < 0:
        return "nowhere"
    ground = state.book.ground[hex_]
    return f"{ground.name} ({ground.hex})" if ground.name else ground.hex
