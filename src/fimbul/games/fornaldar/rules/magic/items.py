"""What magic items do for those who bear them, and how they change hands (R21).

Passive powers are asked for with `has` and `bonus`.  What is done with an item at a moment of the turn
belongs to that moment: the Sampo and healing items to the recovery phase, the Howling Mirror and the Stone of
Grotti to the reinforcement phase, the Talisman of Winds to the plotting of enchantments, Kobold Dust to
evasion and rounds of battle (`users_of`, then `spend`), the Demon Vial to movement (`vials`, `open_vial`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fimbul.core import Event, Told
from fimbul.games.fornaldar.actions import TROOPS, Give, Use
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import SIDES, Item
from fimbul.games.fornaldar.model import NOWHERE
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.memory import items_by_bearer, items_by_hex, leaders_by_hex

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

MOST = 2  # items that a character may use in a phase (R21.11)
MOST_USES = 4096
RATINGS = ("combat", "command", "magic")
# What serves in which phase: of more than two items those are used first that do (R21.11).
MOVING = (
    *("shoes", "terrain_discount", "sea_horse", "evade_alone", "evade_stack", "hero", "king", "vial", "dust"),
    *("command", "magic"),
)
SERVES: dict[str, tuple[str, ...]] = {
    "reinforcement": ("mirror", "grotti"),
    "enchantment": (
        *("hat", "kantele", "talisman", "vortex_anywhere", "fly_self", "hard_to_enchant", "amulet", "mask"),
        *("cast_freeze", "cast_fulguration", "cast_elements", "cast_maelstrom", "magic"),
    ),
    "attrition": ("torque", "amulet", "armor", "command", "magic"),
    "recovery": ("sampo", "heal_hex"),
    "mobilization": ("horn",),
    "movement": MOVING,
    "march": MOVING,
    "reaction": ("react_out", *MOVING),
    "combat": (
        *("hero", "king", "armor", "cancel_challenge", "melee_bonus", "trial_shift", "merman_shift"),
        *("double_hits", "first_hit_doubled", "six_hits", "e_becomes_f", "sudden_death", "mask"),
        *("evade_alone", "evade_stack", "dust", "combat", "command", "magic"),
    ),
}


# ---- who uses what


def borne(state: FornaldarState, leader: int) -> list[int]:
    """The items that a character carries."""
    return items_by_bearer(state).get(leader, [])


def eligible(book: Book, leader: int, item: int) -> bool:
    """Whether a character could use an item (R21.2, R21.3, R21.6, R21.7)."""
    card, person = book.relics[item], book.cast[leader]
    if card.kind == "artifact" and person.supernatural:
        return False
    if card.kind == "heirloom" and person.banner != card.users:
        return False
    if person.race in card.barred:
        return False
    return all(getattr(person, rating) > 0 for rating in RATINGS if getattr(card, rating))


def may_carry(state: FornaldarState, leader: int, item: int) -> bool:
    """Whether a character may bear an item: supernaturals no artifacts (R21.6)."""
    return not (state.book.cast[leader].supernatural and state.book.relics[item].kind == "artifact")


def usable(state: FornaldarState, leader: int) -> tuple[int, ...]:
    """The items that a character benefits from."""
    carried = items_by_bearer(state).get(leader)
    return used(state.book, leader, tuple(carried), state.phase) if carried else ()


@functools.lru_cache(maxsize=MOST_USES)
def used(book: Book, leader: int, carried: tuple[int, ...], phase: str) -> tuple[int, ...]:
    """Those of his items that a character uses in a phase: eligible ones, one of each slot, two at most."""
    fit = [item for item in carried if eligible(book, leader, item)]
    return tuple(best(book, fit, phase) if len(fit) > 1 else fit)


def best(book: Book, carried: list[int], phase: str) -> list[int]:
    """Those of several items that are used: what serves the phase, then what adds most (R21.8, R21.11)."""
    wanted, relics = SERVES.get(phase, ()), book.relics

    def order(item: int) -> tuple[bool, int, int, int, int]:
        card = relics[item]
        return (not serves(card, wanted), -card.combat, -card.command, -card.magic, card.number)

    found: list[int] = []
    for item in sorted(carried, key=order):
        slot = relics[item].slot
        if len(found) < MOST and not (slot and any(relics[other].slot == slot for other in found)):
            found.append(item)
    return sorted(found)


def serves(card: Item, wanted: tuple[str, ...]) -> bool:
    """Whether an item has one of these powers, or raises one of these ratings."""
    return any(power in wanted for power in card.powers) or any(
        rating in wanted and getattr(card, rating) for rating in RATINGS
    )


def with_power(state: FornaldarState, leader: int, power: str) -> int | None:
    """The item with this power that a character benefits from."""
    relics = state.book.relics
    return next((item for item in usable(state, leader) if power in relics[item].powers), None)


def has(state: FornaldarState, leader: int, power: str) -> bool:
    """Whether a character benefits from an item with this power."""
    return leader in items_by_bearer(state) and with_power(state, leader, power) is not None


def any_has(state: FornaldarState, leaders: Iterable[int], power: str) -> bool:
    """Whether any of these characters has that power."""
    bearers = items_by_bearer(state)
    return any(has(state, leader, power) for leader in leaders if leader in bearers)


def bonus(state: FornaldarState, leader: int, rating: str) -> int:
    """What items add to a rating: command, combat or magic."""
    if leader not in items_by_bearer(state):
        return 0
    relics = state.book.relics
    return sum(getattr(relics[item], rating) for item in usable(state, leader))


def idle_against_supernaturals(state: FornaldarState, leader: int) -> int:
    """How much of the combat bonus is worth nothing against supernatural characters (R21.27)."""
    relics = state.book.relics
    return sum(
        relics[item].combat for item in usable(state, leader) if "not_supernatural" in relics[item].powers
    )


def wields_weapon(state: FornaldarState, leader: int) -> bool:
    """Whether a character wields a weapon that is an artifact (R23.20)."""
    cards = [state.book.relics[item] for item in usable(state, leader)]
    return any(card.slot == "weapon" and card.kind == "artifact" for card in cards)


def evades_melee(state: FornaldarState, leader: int) -> bool:
    """Whether a character may keep out of a melee and evades without a roll (R16.7)."""
    if has(state, leader, "evade_alone"):
        return True
    someone = state.leaders[leader]
    company = pieces.leaders_at(state, someone.hex, pieces.seat_of(state, leader))
    beside = [other for other in company if together(state, leader, other)]
    return any_has(state, beside, "evade_stack")


def together(state: FornaldarState, one: int, other: int) -> bool:
    """Whether two characters of a side are in one stack."""
    first, second = state.leaders[one], state.leaders[other]
    return first.hex == second.hex and (first.aboard or first.afloat) == (second.aboard or second.afloat)


def guarded_by(state: FornaldarState, leader: int, power: str) -> bool:
    """Whether a character, or one stacked with him, has a power that shields the stack (R21.24)."""
    company = pieces.leaders_at(state, state.leaders[leader].hex, pieces.seat_of(state, leader))
    return any_has(state, [other for other in company if together(state, leader, other)], power)


# ---- where they are


def keeper(state: FornaldarState, item: int) -> int:
    """The seat whose troops, ships or fortress keep an item; -1 when they are gone (R21.4)."""
    treasure = state.treasures[item]
    if treasure.keeper < 0 or not can_keep(state, treasure.hex, treasure.keeper):
        return -1
    return treasure.keeper


def can_keep(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has CSP, an escort, a ship or a fortress in a hex (R21.4)."""
    return (
        bool(pieces.armies_at(state, hex_, seat))
        or any(state.leaders[leader].escort for leader in pieces.leaders_at(state, hex_, seat))
        or bool(pieces.ships_at(state, hex_, seat))
        or pieces.fortress_seat(state, hex_) == seat
    )


def is_kept(state: FornaldarState, item: int, seat: int, hex_: int) -> bool:
    """Whether an item was left to the troops, ships or fortress of a seat in a hex (R21.4)."""
    treasure = state.treasures[item]
    return treasure.keeper == seat and treasure.hex == hex_


def holder(state: FornaldarState, item: int) -> int:
    """The seat that holds an item, with a character, with troops or in a fortress, or -1 (R22.2)."""
    treasure = state.treasures[item]
    if treasure.gone or treasure.hidden:
        return -1
    if treasure.bearer >= 0:
        return pieces.seat_of(state, treasure.bearer)
    kept = keeper(state, item)
    return kept if kept >= 0 else pieces.fortress_seat(state, treasure.hex)


def where(state: FornaldarState, item: int) -> int:
    """The hex of an item, or NOWHERE."""
    treasure = state.treasures[item]
    if treasure.gone:
        return NOWHERE
    return state.leaders[treasure.bearer].hex if treasure.bearer >= 0 else treasure.hex


def in_hex(state: FornaldarState, hex_: int, power: str) -> bool:
    """Whether an item with this power is in a hex, found and in anybody's hands or nobody's."""
    return hex_ != NOWHERE and any(
        power in card.powers and not state.treasures[item].hidden and where(state, item) == hex_
        for item, card in enumerate(state.book.relics)
    )


def users_of(state: FornaldarState, leaders: Iterable[int], power: str) -> list[Use]:
    """The items with a power that these characters could use now, as actions."""
    bearers = items_by_bearer(state)
    found = [with_power(state, leader, power) for leader in leaders if leader in bearers]
    return [Use(item=state.book.relics[item].id) for item in found if item is not None]


# ---- how they change hands


def hand(state: FornaldarState, item: int, leader: int) -> None:
    """A character has an item from now on."""
    treasure = state.treasures[item]
    treasure.bearer, treasure.keeper, treasure.hex, treasure.hidden = leader, -1, NOWHERE, False


def store(state: FornaldarState, item: int, hex_: int, seat: int) -> None:
    """The troops, ships or fortress of a seat in a hex keep an item; -1: it lies there."""
    treasure = state.treasures[item]
    treasure.bearer, treasure.keeper, treasure.hex, treasure.hidden = -1, seat, hex_, False


def lose(state: FornaldarState, item: int) -> None:
    """An item is out of play."""
    treasure = state.treasures[item]
    treasure.bearer, treasure.keeper, treasure.hex, treasure.gone = -1, -1, NOWHERE, True


def carry(state: FornaldarState, seat: int, here: int, there: int) -> list[int]:
    """Pieces of a seat have left a hex: what its troops or ships kept there goes with the last of them."""
    kept = [item for item in items_by_hex(state).get(here, ()) if is_kept(state, item, seat, here)]
    if here == there or not kept or can_keep(state, here, seat) or not can_keep(state, there, seat):
        return []
    for item in kept:
        state.treasures[item].hex = there
    return kept


def forsake(state: FornaldarState, hex_: int) -> None:
    """Pieces in a hex are gone: what nobody is left to keep lies there, or is lost at sea (R21.5)."""
    for item in items_by_hex(state).get(hex_, ()):
        treasure = state.treasures[item]
        if treasure.keeper >= 0 and not can_keep(state, hex_, treasure.keeper):
            if state.book.land[hex_]:
                treasure.keeper = -1
            else:
                lose(state, item)


def spend(state: FornaldarState, item: int, events: list[Event]) -> None:
    """An item is thrown away for what it does."""
    at = where(state, item)
    lose(state, item)
    card = state.book.relics[item]
    events.append(Told(text=f"{card.name} is used up.", about=(pieces.spot(state, at),)))


def at_hand(state: FornaldarState, hex_: int, seat: int) -> list[int]:
    """The items in a hex that a seat could hand over or pick up: its own, and what lies there (R21.5)."""
    found: list[int] = []
    lying, carried = items_by_hex(state).get(hex_, ()), items_by_bearer(state)
    people = [each for each in leaders_by_hex(state).get(hex_, ()) if each in carried]
    if not lying and not people:
        return found
    for item in sorted([*lying, *(item for each in people for item in carried[each])]):
        treasure = state.treasures[item]
        if treasure.gone or treasure.hidden:
            continue
        if treasure.bearer >= 0:
            if pieces.seat_of(state, treasure.bearer) == seat and pieces.awake(state, treasure.bearer):
                found.append(item)
        elif keeper(state, item) == seat:
            found.append(item)
        elif (
            keeper(state, item) < 0
            and pieces.fortress_seat(state, hex_) in (seat, -1)
            and state.book.land[hex_]
        ):
            found.append(item)  # at sea it is lost
    return found


def transfers(state: FornaldarState, hex_: int, seat: int, leaders: Iterable[int]) -> list[Give]:
    """How items in a hex may change hands: to these characters, or from these to their friends (R21.5)."""
    found: list[Give] = []
    things = at_hand(state, hex_, seat)
    if not things:
        return found
    givers = frozenset(leaders)
    friends = [who for who in pieces.leaders_at(state, hex_, seat) if pieces.awake(state, who)]
    for item in things:
        bearer, name = state.treasures[item].bearer, state.book.relics[item].id
        for friend in friends:
            if friend != bearer and (friend in givers or bearer in givers) and may_carry(state, friend, item):
                found.append(Give(item=name, leader=state.book.cast[friend].id))
        if bearer in givers and can_keep(state, hex_, seat):
            found.append(Give(item=name, leader=TROOPS))
    return found


def give(
    state: FornaldarState, action: Give, hex_: int, seat: int, events: list[Event] | None = None
) -> None:
    """Hand an item over.  Who has it is a secret of its owner; that it was picked up is not."""
    item = state.book.relic[action.item]
    found = holder(state, item) < 0
    if action.leader == TROOPS:
        store(state, item, hex_, seat)
    else:
        hand(state, item, state.book.leader[action.leader])
    if found:
        state.reveals += 1
        if events is not None:
            text = f"The {SIDES[seat].capitalize()} side picks up {state.book.relics[item].name}."
            events.append(Told(text=text, about=(pieces.spot(state, hex_),)))
