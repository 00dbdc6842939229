"""The square and hex geometry that the games share, and search over either.

Squares are plain `(x, y)` pairs, x growing east and y south.  Hexes are axial `(q, r)` pairs that add up like
vectors; pointy-top and flat-top boards share them, turned by a twelfth, and differ only when drawn.  Boards
are not objects here: a game says which cells exist, and what blocks, in the `neighbours` function that it
hands to `groups`, `distances` and `path`.

Everything comes out in a stated order, so that the same position gives the same list on every machine.
"""

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, TypeVar

C = TypeVar("C", bound=Hashable)

Cell: TypeAlias = tuple[int, int]
"""A square: x grows east, y grows south."""

Point: TypeAlias = tuple[float, float]
"""A place in the drawing, in pixels: x grows to the right, y downwards."""

Lowered: TypeAlias = Literal["odd", "even"]
"""Which columns of a numbered flat-top map lie half a hex lower than the others."""

Top: TypeAlias = Literal["pointy", "flat"]
"""Whether a drawn hex has a corner or a side at the top."""

# --- squares ------------------------------------------------------------------------------------------------

ORTHOGONAL: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The steps over an edge: north, east, south, west."""

DIAGONAL: tuple[Cell, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The steps over a corner: north-west, north-east, south-east, south-west.

Corner i lies between `ORTHOGONAL[i - 1]` and `ORTHOGONAL[i]`.
"""

AROUND: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""All eight steps, clockwise from north."""


def neighbours(cell: Cell, offsets: Iterable[Cell] = AROUND) -> list[Cell]:
    """The cells one step away, in the order of the offsets: all eight unless told otherwise."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in offsets]


def adjacent(one: Cell, other: Cell) -> bool:
    """Whether two cells share an edge.  (Those that share an edge or a corner have `chebyshev` 1.)"""
    return manhattan(one, other) == 1


def manhattan(one: Cell, other: Cell) -> int:
    """The number of orthogonal steps between two cells."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def chebyshev(one: Cell, other: Cell) -> int:
    """The number of steps between two cells when diagonal steps count one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def ray(start: Cell, offset: Cell, blocked: Callable[[Cell], bool]) -> Iterator[Cell]:
    """The cells beyond start in one direction, up to but without the first blocked one.

    The grid has no edge of its own: where nothing blocks, the ray does not end.
    """
    dx, dy = offset
    x, y = start[0] + dx, start[1] + dy
    while not blocked((x, y)):
        yield x, y
        x, y = x + dx, y + dy


# --- hexes --------------------------------------------------------------------------------------------------


class Hex(NamedTuple):
    """A hex, or the step from one hex to another, in axial coordinates.

    q grows along `CLOCK[3]` (or 4) and r along `CLOCK[5]` (or 6).  A hex equals the plain pair `(q, r)`.
    """

    q: int
    r: int

    def __add__(self, other: Cell) -> "Hex":  # type: ignore[override]  # a vector, not a tuple to lengthen
        """The hex that lies the other's step away."""
        return Hex(self.q + other[0], self.r + other[1])

    def __sub__(self, other: Cell) -> "Hex":
        """The step that leads from the other hex to this one."""
        return Hex(self.q - other[0], self.r - other[1])

    def __mul__(self, factor: int) -> "Hex":  # type: ignore[override]
        """The same step, so many times."""
        return Hex(self.q * factor, self.r * factor)

    def __rmul__(self, factor: int) -> "Hex":  # type: ignore[override]
        """The same step, so many times."""
        return self * factor

    def neighbours(self) -> list["Hex"]:
        """The six hexes around, in the order of `HEX_DIRECTIONS`."""
        q, r = self
        return [Hex(q + dq, r + dr) for dq, dr in HEX_DIRECTIONS]

    def distance(self, other: Cell) -> int:
        """The number of steps to the other hex on an open board."""
        dq, dr = self.q - other[0], self.r - other[1]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, other: Cell) -> list["Hex"]:
        """The hexes on the straight line to the other, both ends included: one for each step of distance.

        Where the line runs along a hexside, the hex with the smaller (q, r) is on it.  The arithmetic is
        exact, so the way back is the same line.
        """
        steps = self.distance(other)
        dq, dr = other[0] - self.q, other[1] - self.r
        return [self + _nearest(dq * step, dr * step, steps or 1) for step in range(steps + 1)]

    def ring(self, radius: int) -> list["Hex"]:
        """The hexes at exactly this distance, clockwise from `CLOCK[1]` (or 2)."""
        if radius == 0:
            return [self]
        found: list[Hex] = []
        for side, direction in enumerate(HEX_DIRECTIONS):
            corner, along = self + direction * radius, HEX_DIRECTIONS[(side + 2) % 6]
            found.extend(corner + along * step for step in range(radius))
        return found

    def disk(self, radius: int) -> list["Hex"]:
        """The hexes up to this distance, ring after ring from the centre outwards."""
        return [place for distance in range(radius + 1) for place in self.ring(distance)]

    def rotate(self, sixths: int) -> "Hex":
        """This step turned clockwise by sixths; `pivot + (here - pivot).rotate(1)` turns a hex."""
        q, r = self
        for _ in range(sixths % 6):
            q, r = -r, q + r
        return Hex(q, r)

    def to_offset(self, lowered: Lowered = "odd") -> tuple[int, int]:
        """The (column, row) of this hex on a flat-top map numbered in columns."""
        return self.q, self.r + _drop(self.q, lowered)

    @staticmethod
    def from_offset(column: int, row: int, lowered: Lowered = "odd") -> "Hex":
        """The hex at a column and row of a flat-top map numbered in columns."""
        return Hex(column, row - _drop(column, lowered))


HEX_DIRECTIONS: tuple[Hex, ...] = (Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1))
"""The six steps, clockwise: NE, E, SE, SW, W, NW with pointy tops; NE, SE, S, SW, NW, N with flat ones."""

CLOCK: dict[int, Hex] = {hour: HEX_DIRECTIONS[(hour - 1) // 2] for hour in range(1, 13)}
"""The six steps by clock hour: the odd hours are those of pointy tops, the even ones those of flat tops."""

Hexside: TypeAlias = tuple[Hex, Hex]
"""The side between two neighbouring hexes, the smaller (q, r) first; made by `hexside`."""


def hexside(one: Hex, other: Hex) -> Hexside:
    """The side that two hexes share, the same whichever is named first; ValueError if they do not touch."""
    if one.distance(other) != 1:
        raise ValueError(f"{tuple(one)} and {tuple(other)} share no hexside")
    return (one, other) if one < other else (other, one)


def _drop(column: int, lowered: Lowered) -> int:
    """How much larger a row number is than r: rows run level where the q axis sinks half a hex a column."""
    return (column + {"odd": 0, "even": 1}[lowered]) // 2


def _nearest(q: float, r: float, unit: int) -> Hex:
    """The hex whose centre is nearest to (q / unit, r / unit); between two, the smaller.

    Rounds all three cube coordinates, halves down, and derives the one that was furthest off from the other
    two.  Whole numbers stay whole, so that they round without error.
    """

    def whole(value: float) -> int:
        return int(-((unit - 2 * value) // (2 * unit)))

    s = -q - r
    near_q, near_r, near_s = whole(q), whole(r), whole(s)
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return Hex(near_q, near_r)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where hexes lie in a drawing: `size` is from centre to corner, (x, y) the centre of the hex (0, 0)."""

    top: Top
    size: float
    x: float = 0.0
    y: float = 0.0

    def centre(self, place: Cell) -> Point:
        """The middle of a hex."""
        q, r = place
        if self.top == "pointy":
            across, down = math.sqrt(3) * (q + r / 2), 1.5 * r
        else:
            across, down = 1.5 * q, math.sqrt(3) * (r + q / 2)
        return self.x + self.size * across, self.y + self.size * down

    def corners(self, place: Cell) -> list[Point]:
        """The six corners, clockwise: corner i and the next bound the side towards `HEX_DIRECTIONS[i]`."""
        x, y = self.centre(place)
        first = -90 if self.top == "pointy" else -60
        angles = [math.radians(first + 60 * corner) for corner in range(6)]
        return [(x + self.size * math.cos(angle), y + self.size * math.sin(angle)) for angle in angles]

    def hex_at(self, point: Point) -> Hex:
        """The hex that a point of the drawing lies in."""
        across, down = (point[0] - self.x) / self.size, (point[1] - self.y) / self.size
        if self.top == "pointy":
            return _nearest(across / math.sqrt(3) - down / 3, down / 1.5, 1)
        return _nearest(across / 1.5, down / math.sqrt(3) - across / 3, 1)


# --- search over either -------------------------------------------------------------------------------------


def groups(cells: Iterable[C], neighbours: Callable[[C], Iterable[C]]) -> list[list[C]]:
    """The cells split into connected groups, largest first; of equals, the one whose first cell came first.

    Each group starts with its first cell and goes on by distance from it.  `neighbours` must be mutual, and
    may name cells that are not among the given ones.
    """
    given = dict.fromkeys(cells)
    seen: set[C] = set()
    found: list[list[C]] = []

    def inside(cell: C) -> list[C]:
        return [near for near in neighbours(cell) if near in given]

    for start in given:
        if start not in seen:
            group = list(distances([start], inside))
            seen.update(group)
            found.append(group)
    return sorted(found, key=len, reverse=True)


def distances(
    starts: Iterable[C], neighbours: Callable[[C], Iterable[C]], limit: int | None = None
) -> dict[C, int]:
    """The number of steps to every cell that can be reached from the nearest start, in order of distance.

    Stops at `limit` steps; an endless board needs one.
    """
    found = dict.fromkeys(starts, 0)
    frontier = list(found)
    steps = 0
    while frontier and (limit is None or steps < limit):
        steps += 1
        reached: list[C] = []
        for cell in frontier:
            for near in neighbours(cell):
                if near not in found:
                    found[near] = steps
                    reached.append(near)
        frontier = reached
    return found


def path(
    start: C,
    goal: C,
    neighbours: Callable[[C], Iterable[C]],
    cost: Callable[[C, C], float] = lambda _here, _there: 1,
) -> list[C] | None:
    """The cheapest way from start to goal, both included, or None where there is none.

    `cost(here, there)` is the price of one step: zero or more, infinite if forbidden, 1 unless told
    otherwise.  Of equally cheap ways it takes one with the fewest steps, and of those the one that it meets
    first in the order of `neighbours`.  A goal out of reach needs a board with an end.
    """
    best: dict[C, tuple[float, int]] = {start: (0, 0)}
    before: dict[C, C] = {}
    # The running number keeps the heap from ever comparing cells, which need not have an order.
    queue: list[tuple[float, int, int, C]] = [(0, 0, 0, start)]
    pushed = 0
    while queue:
        spent, steps, _, here = heapq.heappop(queue)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        if (spent, steps) > best[here]:
            continue
        for there in neighbours(here):
            price = cost(here, there)
            if not price >= 0:
                raise ValueError(f"the step from {here} to {there} costs {price}, less than nothing")
            offer = (spent + price, steps + 1)
            if price < math.inf and (there not in best or offer < best[there]):
                best[there] = offer
                before[there] = here
                pushed += 1
                heapq.heappush(queue, (*offer, pushed, there))
    return None
