"""What things are called at the table: a unit, a zone, a place for a card, told by what is around it."""

import functools

from fimbul.games.valknut.events import NUMBERS
from fimbul.games.valknut.library.warbands import KINDS, NUMBER, TALL
from fimbul.games.valknut.model import Shape
from fimbul.games.valknut.table.view import LaidCard, Unit, ValknutView

GIANTESS = KINDS[TALL].id
TERRAIN = {".": "grassland", "v": "a Valknut", "f": "forest", "r": "river", "m": "mountain"}
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


def apart(here: tuple[int, int], others: list[tuple[int, int]]) -> str:
    """What tells one place from some others: the one furthest to a side, or its column and row."""
    x, y = here
    if not others:
        return ""
    if all(x < other for other, _ in others):
        return "westernmost "
    if all(x > other for other, _ in others):
        return "easternmost "
    if all(y < other for _, other in others):
        return "northernmost "
    if all(y > other for _, other in others):
        return "southernmost "
    return f"({x},{y}) "


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
    """A thing with what tells it from others of its name; its column and row come behind it."""
    how = apart(here, others)
    return f"the {name} at {here[0]},{here[1]}" if how.startswith("(") else f"the {how}{name}"


def who_is_at(view: ValknutView, x: int, y: int) -> str:
    """Who stands on a zone, in words."""
    unit = at_zone(view, x, y)
    return unit_name(view, unit) if unit else "nobody"


def zone_name(view: ValknutView, x: int, y: int) -> str:
    """A zone in words: a Valknut, or the part of a card that it is: `Wolf Valley, north-west`."""
    if (x, y) in view.valknuts:
        return valknut_name(view, x, y)
    card = card_at(view, x, y)
    return f"{part_of(card, x, y)} of {card.name}" if card else "the void"


def part_of(card: LaidCard, x: int, y: int) -> str:
    """Where on its card a zone is: `the north-west corner`, `the second zone from the north, west side`."""
    wide, high = len(card.rows[0]), len(card.rows)
    column, row = x - card.x, y - card.y
    rows = side(row, high, "north", "south")
    columns = side(column, wide, "west", "east")
    if row in (0, high - 1) and column in (0, wide - 1) and wide > 1 < high:
        return f"the {rows}-{columns} corner"
    return "the zone " + ", ".join(part for part in (rows, columns) if part)


def side(place: int, size: int, first: str, last: str) -> str:
    """A row or column, counted from the nearer end."""
    if size == 1:
        return ""
    near, name = (place, first) if 2 * place < size else (size - 1 - place, last)
    return name if near == 0 else f"{'second' if near == 1 else f'number {near + 1}'} from the {name}"


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
