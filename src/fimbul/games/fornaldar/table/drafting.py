"""Where hexes lie in the drawing of the map, and how they become curves.

Hexes are 64 wide and 56 high, so that every corner and the middle of every side is a whole number.
"""

import functools
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable

from fimbul.core.grids import Hex
from fimbul.games.fornaldar.library.rows import Library

WIDE, HIGH = 64, 56  # of a hex
COLUMN = 48  # from one column to the next
COLUMNS, ROWS = 50, 50
CORNERS = ((16, -28), (32, 0), (16, 28), (-16, 28), (-32, 0), (-16, -28))
"""Corner i and the next bound the side towards `HEX_DIRECTIONS[i]`."""
HEX = "M-16-28H16L32 0 16 28H-16L-32 0z"
"""The outline of a hex around (0, 0)."""
Point = tuple[int, int]
Side = tuple[Point, Point]


def place_of(hex_id: str) -> Hex:
    """A hex by its printed number: odd columns lie half a hex lower."""
    return Hex.from_offset(int(hex_id[:2]), int(hex_id[2:4]), "odd")


def number_of(place: Hex) -> str:
    """The printed number of a hex."""
    column, row = place.to_offset("odd")
    return f"{column:02}{row:02}"


def middle(place: Hex) -> Point:
    """The middle of a hex in the drawing."""
    column, row = place.to_offset("odd")
    return COLUMN * column - 16, HIGH * row - (0 if column % 2 else 28)


def centre(hex_id: str) -> Point:
    """The middle of a hex in the drawing, by its printed number."""
    return middle(place_of(hex_id))


def spot(library: Library, hex_id: str) -> Point:
    """Where pieces stand: the middle of a hex, or of the part of a split one that they are in."""
    x, y = centre(hex_id)
    parts = [part for part in library.parts if part.hex[:4] == hex_id[:4]]
    own = {border[:4] for part in parts if part.hex == hex_id for border in part.borders}
    others = {border[:4] for part in parts if part.hex != hex_id for border in part.borders}
    ways = [centre(border) for border in sorted((own - others or own) - {hex_id[:4]})]
    if not ways:
        return x, y
    dx, dy = sum(way[0] - x for way in ways), sum(way[1] - y for way in ways)
    far = (dx * dx + dy * dy) ** 0.5 or 1
    return round(x + 15 * dx / far), round(y + 13 * dy / far)


def on_map(place: Hex) -> bool:
    """Whether a hex is on the map."""
    column, row = place.to_offset("odd")
    return 1 <= column <= COLUMNS and 1 <= row <= ROWS


def nearest(place: Hex) -> Hex:
    """The hex of the map that is nearest to one off its edge."""
    column, row = place.to_offset("odd")
    return Hex.from_offset(max(1, min(COLUMNS, column)), max(1, min(ROWS, row)), "odd")


def side_between(one: Hex, other: Hex) -> Side:
    """The ends of the side that two neighbours share, in the order of the one's corners."""
    x, y = middle(one)
    way = one.neighbours().index(other)
    (ax, ay), (bx, by) = CORNERS[way], CORNERS[(way + 1) % 6]
    return (x + ax, y + ay), (x + bx, y + by)


def half(one: Point, other: Point) -> Point:
    """The point between two."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def numbers(*values: int) -> str:
    """Numbers in a path, as short as they can be."""
    found = ""
    for value in values:
        found += str(value) if value < 0 or not found else f" {value}"
    return found


def bend(start: Point, by: Point, end: Point) -> str:
    """A curve from where the pen is, written in steps from there."""
    return "q" + numbers(by[0] - start[0], by[1] - start[1], end[0] - start[0], end[1] - start[1])


def veins(sides: Iterable[Side]) -> str:
    """Hexsides as curves: from the middle of each, around the corners, to the middles of the next."""
    at: dict[Point, list[Point]] = defaultdict(list)
    for one, other in sides:
        between = half(one, other)
        at[one].append(between)
        at[other].append(between)
    d = ""
    for corner, ends in sorted(at.items()):
        start = ends[0]
        if len(ends) == 1:
            d += f"M{numbers(*start)}l{numbers(corner[0] - start[0], corner[1] - start[1])}"
        for place, start in enumerate(ends):
            for end in ends[place + 1 :]:
                d += f"M{numbers(*start)}{bend(start, corner, end)}"
    return d


def outline(places: Iterable[Hex]) -> str:
    """The border around some hexes with its corners rounded off, as a path to be filled."""
    return border(frozenset(places))


@functools.lru_cache(maxsize=512)
def border(inside: frozenset[Hex]) -> str:
    """The same, drawn once: weather and enchantments stay for a while."""
    follows: dict[Point, Point] = {}
    for place in sorted(inside):
        for near in place.neighbours():
            if near not in inside:
                one, other = side_between(place, near)
                follows[one] = other
    d = ""
    while follows:
        first = next(iter(follows))
        ring = [first]
        while (after := follows.pop(ring[-1])) != first:
            ring.append(after)
        pen = half(ring[-1], ring[0])
        d += "M" + numbers(*pen)
        for here, after in zip(ring, (*ring[1:], ring[0]), strict=True):
            end = half(here, after)
            d += bend(pen, here, end)
            pen = end
        d += "z"
    return d


def hexes(places: Iterable[Hex]) -> str:
    """Hexes as they are."""
    return "".join(f"M{numbers(x - 16, y - 28)}h32l16 28-16 28h-32l-16-28z" for x, y in map(middle, places))


def path(style: str, d: str) -> str:
    """A path of a class, or nothing."""
    return f'<path class="{style}" d="{d}"/>' if d else ""


def twice(name: str, d: str, below: str, above: str) -> str:
    """A path that is drawn in two ways, one over the other, or nothing."""
    if not d:
        return ""
    uses = "".join(f'<use class="{style}" href="#{name}"/>' for style in (below, above))
    return f'<defs><path id="{name}" d="{d}"/></defs>{uses}'


def inner(place: Hex, size: int) -> str:
    """A hex drawn a little smaller; `size` is half of its width, of 32."""
    x, y = middle(place)
    points = [(round(dx * size / 32), round(dy * size / 32)) for dx, dy in CORNERS]
    steps = [value for (ax, ay), (bx, by) in itertools.pairwise(points) for value in (bx - ax, by - ay)]
    return f"M{numbers(x + points[0][0], y + points[0][1])}l{numbers(*steps)}z"


def hex_at(x: float, y: float) -> Hex:
    """About the hex that a point lies in: columns are taken as strips."""
    column = round((x + 16) / COLUMN)
    return Hex.from_offset(column, math.floor((y + (0 if column % 2 else 28)) / HIGH + 0.5), "odd")
