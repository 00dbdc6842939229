"""What things are called at the table: a unit, a zone, a place for a card, told by what is around it."""

import functools

from fimbul.games.valknut.events import NUMBERS
from fimbul.games.valknut.library.warbands import KINDS, NUMBER, TALL
from fimbul.games.valknut.model import Shape
from fimbul.games.valknut.table.view import LaidCard, Unit, ValknutView

GIANTESS = KINDS[TALL].id
TERRAIN = {".": "grassland", "v": "a Valknut", "f": "forest", "r": "river", "m": "mountain"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SPECIAL = {"PARLEY": "parley", "BIFROST": "bifrost"}  # the cards that are there before the game, by id
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def band_of(view: ValknutView, seat: int) -> str:
    """A seat's warbands in words."""
    return " and ".join(KINDS[NUMBER[kind]].name for kind in view.warbands[seat])


def begun(words: str) -> str:
    """Some words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


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
    return told_apart(KINDS[NUMBER[unit.kind]].unit, (unit.x, unit.y), like) + whose


def valknut_name(view: ValknutView, x: int, y: int) -> str:
    """A Valknut, told apart from the others: `the easternmost Valknut`."""
    return told_apart("Valknut", (x, y), [place for place in view.valknuts if place != (x, y)])


def told_apart(name: str, here: tuple[int, int], others: list[tuple[int, int]]) -> str:
    """A thing with what tells it from others of its name: being furthest to a side, or its column and row."""
    x, y = here
    if not others:
        return f"the {name}"
    for side, first in (
        ("westernmost", all(x < other for other, _ in others)),
        ("easternmost", all(x > other for other, _ in others)),
        ("northernmost", all(y < other for _, other in others)),
        ("southernmost", all(y > other for _, other in others)),
    ):
        if first:
            return f"the {side} {name}"
    return f"the {name} at {x},{y}"


def who_is_at(view: ValknutView, x: int, y: int) -> str:
    """Who stands on a zone, in words."""
    unit = at_zone(view, x, y)
    return unit_name(view, unit) if unit else "nobody"


def zone_name(view: ValknutView, x: int, y: int) -> str:
    """A zone in words: a Valknut, or the part of a card that it is: `Wolf Valley (second row, west)`."""
    if (x, y) in view.valknuts:
        return valknut_name(view, x, y)
    card = card_at(view, x, y)
    if card is None:
        return "the void"
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
    return f"at {x},{y}"


def moved(by: int, more: str, less: str) -> str:
    """How far from flush."""
    if not by:
        return ""
    count = NUMBERS[abs(by)] if abs(by) < len(NUMBERS) else str(abs(by))
    return f", {count} to the {more if by > 0 else less}"
