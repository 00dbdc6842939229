"""What things are called at the table: a unit, a zone, a place for a card, told by what is around it."""

import functools

from fimbul.core.wording import number
from fimbul.games.valknut.library.warbands import KINDS, NUMBER, TALL
from fimbul.games.valknut.model import Shape
from fimbul.games.valknut.table.view import LaidCard, Unit, ValknutView

Place = tuple[int, int]

GIANTESS = KINDS[TALL].id
TERRAIN = {".": "grassland", "v": "a Valknut", "f": "forest", "r": "river", "m": "mountain"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SPECIAL = {"PARLEY": "parley", "BIFROST": "bifrost"}  # the cards that are there before the game, by id
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def band_of(view: ValknutView, seat: int) -> str:
    """A seat's warbands in words."""
    return " and ".join(KINDS[NUMBER[kind]].name for kind in view.warbands[seat])


def at_zone(view: ValknutView, x: int, y: int) -> Unit | None:
    """Who stands on a zone."""
    for unit in view.units:
        if unit.x == x and (unit.y == y or (unit.kind == GIANTESS and unit.y + 1 == y)):
            return unit
    return None


def card_at(view: ValknutView, x: int, y: int) -> LaidCard | None:
    """The card that a zone belongs to."""
    for card in view.cards:
        if card.x <= x < card.x + len(card.rows[0]) and card.y <= y < card.y + len(card.rows):
            return card
    return None


def unit_name(view: ValknutView, unit: Unit) -> str:
    """A unit, told apart from its like: `the westernmost Viking`."""
    like = [(u.x, u.y) for u in view.units if (u.kind, u.seat) == (unit.kind, unit.seat) and u != unit]
    strange = unit.kind not in view.warbands[unit.seat]
    whose = f" of the {band_of(view, unit.seat)}" if strange else ""
    return told_apart(view, KINDS[NUMBER[unit.kind]].unit, (unit.x, unit.y), like) + whose


def valknut_name(view: ValknutView, x: int, y: int) -> str:
    """A Valknut, told apart from the others: `the easternmost Valknut`."""
    return told_apart(view, "Valknut", (x, y), [place for place in view.valknuts if place != (x, y)])


def told_apart(view: ValknutView, name: str, here: Place, others: list[Place]) -> str:
    """A thing with what tells it from others of its name: a side, its card, or the part of that card."""
    if not others:
        return f"the {name}"
    if side := furthest(here, others):
        return f"the {side} {name}"
    card = card_at(view, *here)
    near = [other for other in others if card_at(view, *other) == card]
    if not near:
        return f"the {name} on {card_name(card)}"
    if side := furthest(here, near):
        return f"the {side} {name} on {card_name(card)}"
    return f"the {name} on {part_of(card, *here)}"


def furthest(here: Place, others: list[Place]) -> str:
    """The side to which something is further than all others; nothing where it is in their midst."""
    x, y = here
    if all(x < other for other, _ in others):
        return "westernmost"
    if all(x > other for other, _ in others):
        return "easternmost"
    if all(y < other for _, other in others):
        return "northernmost"
    return "southernmost" if all(y > other for _, other in others) else ""


def who_is_at(view: ValknutView, x: int, y: int) -> str:
    """Who stands on a zone, in words."""
    unit = at_zone(view, x, y)
    return unit_name(view, unit) if unit else "nobody"


def zone_name(view: ValknutView, x: int, y: int) -> str:
    """A zone in words: a Valknut, or the part of a card that it is: `Wolf Valley (second row, west)`."""
    if (x, y) in view.valknuts:
        return valknut_name(view, x, y)
    return part_of(card_at(view, x, y), x, y)


def card_name(card: LaidCard | None) -> str:
    """A card of the Battleground in words."""
    return card.name if card is not None else "the void"


def part_of(card: LaidCard | None, x: int, y: int) -> str:
    """A zone of a card: `Wolf Valley (second row, west)`."""
    if card is None:
        return card_name(card)
    row = line(y - card.y, len(card.rows), ("north", "south"), "row")
    column = line(x - card.x, len(card.rows[0]), ("west", "east"), "column")
    return f"{card.name} ({', '.join(part for part in (row, column) if part)})"


def line(place: int, size: int, ends: tuple[str, str], word: str) -> str:
    """A row or column of a card: a side where there are two, counted where there are more."""
    if size < 3:
        return ends[place] if size == 2 else ""
    return f"{ORDINALS[place]} {word}"


# ---- where a card may go


@functools.lru_cache(maxsize=4096)
def lay_place(cards: tuple[LaidCard, ...], x: int, y: int, shape: Shape) -> str:
    """A place for a card in words: beside which of those that lie, and how far from flush with it."""
    wide, high = shape
    for card in cards:
        name, left, top, columns, rows = card.name, card.x, card.y, len(card.rows[0]), len(card.rows)
        if left - wide < x < left + columns:
            shift = moved(x - left, "east", "west")
            if y + high == top:
                return f"north of {name}{shift}"
            if y == top + rows:
                return f"south of {name}{shift}"
        if top - high < y < top + rows:
            shift = moved(y - top, "south", "north")
            if x + wide == left:
                return f"west of {name}{shift}"
            if x == left + columns:
                return f"east of {name}{shift}"
    return "apart from all cards"


def moved(by: int, more: str, less: str) -> str:
    """How far from flush."""
    if not by:
        return ""
    return f", {number(abs(by))} to the {more if by > 0 else less}"
