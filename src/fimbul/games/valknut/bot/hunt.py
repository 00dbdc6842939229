"""Whom a seat can kill, and in how many moves: what the bot's judgement of Valknut rests on.

What depends on the units alone is kept apart from what depends on the ground, because most positions that a
bot compares have the same units and another card.
"""

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from fimbul.games.valknut.library.warbands import ARCHERY, PASSES, PASSES_ENEMY, SPELL, TALL
from fimbul.games.valknut.model import EAST, FOREST, GRASS, NORTH, OFF, SOUTH, TERRAIN, WEST, place_of
from fimbul.games.valknut.rules.board import Ground
from fimbul.games.valknut.rules.warbands import FURY
from fimbul.games.valknut.state import ValknutState, standing_at

WAYS = (WEST, EAST, NORTH, SOUTH)
Warbands = tuple[tuple[int, ...], ...]  # the kinds of each seat
OPEN = (GRASS, FOREST)
NEVER = 9  # moves that nobody has

# What is on a side of a unit, if not one of those who hunt it: the less, the more is missing for a flank.
OBSTACLE, EMPTY, VOID, CLOSED = -1, -2, -3, -4
OPEN_SIDE = -5  # nobody: the ground decides which of them it is
BEYOND = len(TERRAIN)  # the void, as a kind of terrain that nobody passes
CROSSES = tuple((*passes, False) for passes in PASSES)


class Way(NamedTuple):
    """How a unit would come to a cell: found in which direction, over which empty cells."""

    unit: int
    found: int
    step: int
    tall: bool
    passes: tuple[bool, ...]  # by terrain, and last the void
    crossed: tuple[int, ...]


class Side(NamedTuple):
    """A cell beside a unit: who stands there, and which archer of the hunters stands behind it."""

    cell: int
    way: int
    unit: int  # OPEN_SIDE where nobody stands
    archer: int


class Ranks:
    """Who stands where, for one seat: what stays true while cards are laid around the same units."""

    __slots__ = ("archers", "at", "kind", "own", "owner", "prey", "seat", "spell", "summoned", "tall", "ways")

    def __init__(self, camp: "Camp", seat: int) -> None:
        at, kind, owner = camp.at, camp.kind, camp.owner
        bands = camp.warbands[seat]
        self.at, self.kind, self.owner, self.seat = at, kind, owner, seat
        self.archers, self.spell, self.tall = ARCHERY in bands, SPELL in bands, TALL in bands
        self.own = tuple((cell, *place_of(cell)) for cell, unit in at.items() if owner[unit] == seat)
        self.ways: dict[int, tuple[Way, ...]] = {}
        standing = [(unit, cell) for unit, cell in enumerate(camp.cells) if cell != OFF]
        self.summoned = tuple(unit for unit, _ in standing if kind[unit] == SPELL and owner[unit] == seat)
        self.prey = tuple(
            (unit, cell, self.axes(unit, cell)) for unit, cell in standing if owner[unit] != seat
        )

    def axes(self, unit: int, cell: int) -> tuple[tuple[Side, Side], ...]:
        """The pairs of sides of an enemy between which it could be flanked (V40, V60)."""
        foot = cell + SOUTH if self.kind[unit] == TALL else cell
        pairs = [(self.side(cell + WEST, WEST), self.side(cell + EAST, EAST))]
        if foot != cell:
            pairs.append((self.side(foot + WEST, WEST), self.side(foot + EAST, EAST)))
        pairs.append((self.side(cell + NORTH, NORTH), self.side(foot + SOUTH, SOUTH)))
        return tuple(pair for pair in pairs if pair[0].unit != CLOSED and pair[1].unit != CLOSED)

    def side(self, near: int, way: int) -> Side:
        """What is beside a unit, whatever the ground."""
        unit, archer = self.at.get(near), self.at.get(near + way, -1)
        if unit is not None:
            return Side(near, way, unit if self.owner[unit] == self.seat else CLOSED, -1)
        if archer >= 0 and (self.kind[archer] != ARCHERY or self.owner[archer] != self.seat):
            archer = -1
        return Side(near, way, OPEN_SIDE, archer)

    def ways_to(self, cell: int) -> tuple[Way, ...]:
        """The units of the seat that look straight at a cell, the nearest in each direction."""
        found = self.ways.get(cell)
        if found is None:
            found = self.ways[cell] = tuple(self.look(cell))
        return found

    def look(self, cell: int) -> Iterator[Way]:
        """Those of `ways_to`, in the order of the directions."""
        x, y = place_of(cell)
        nearest: dict[int, tuple[int, int]] = {}
        for own, column, row in self.own:
            if row == y:
                distance, step = (column - x, EAST) if column > x else (x - column, WEST)
            elif column == x:
                distance, step = (row - y, SOUTH) if row > y else (y - row, NORTH)
            else:
                continue
            if distance and (step not in nearest or distance < nearest[step][0]):
                nearest[step] = distance, own
        for step in WAYS:
            if step not in nearest:
                continue
            distance, here = nearest[step]
            between = range(cell + step, here, step)
            crossed = tuple(each for each in between if each not in self.at)
            unit = self.at[here]
            kind = self.kind[unit]
            if len(crossed) == len(between) or PASSES_ENEMY[kind]:
                yield Way(unit, here, step, kind == TALL, CROSSES[kind], crossed)

    def watched(self) -> set[int]:
        """The cells whose ground can matter to a hunt."""
        goals = {cell for _, cell, _ in self.prey} if self.tall else set()
        for _, _, axes in self.prey:
            for side in (side for axis in axes for side in axis if side.unit == OPEN_SIDE):
                goals.add(side.cell)
                if self.archers:
                    goals.add(side.cell + side.way)
        found = goals.copy()
        for goal in goals:
            for way in self.ways_to(goal):
                found.update(way.crossed)
                if way.tall:
                    found.update(goal + step for step in WAYS)
        return found


class Camp:
    """The units of all seats where they stand, and what has been found out about them.

    Most positions that a bot compares differ in one card, which lies where no hunt is changed by it.
    """

    def __init__(
        self, kind: tuple[int, ...], owner: tuple[int, ...], cells: tuple[int, ...], warbands: Warbands
    ) -> None:
        self.kind, self.owner, self.cells, self.warbands = kind, owner, cells, warbands
        self.at = standing_at(kind, cells)
        self.ranks = tuple(Ranks(self, seat) for seat in range(len(warbands)))
        self.counts_valknuts = any(ranks.spell or ranks.tall for ranks in self.ranks)
        self.asked = False
        self.watched: tuple[int, ...] | None = None
        self.charges: dict[Any, list[tuple[int, float]]] = {}

    def near(self, ground: Ground) -> tuple[Any, ...] | None:
        """As much of the ground as matters here; None when first asked, since there may be no second time."""
        if not self.asked:
            self.asked = True
            return None
        if self.watched is None:
            self.watched = tuple(set().union(*(ranks.watched() for ranks in self.ranks)))
        return *map(ground.zones.get, self.watched), ground.valknuts if self.counts_valknuts else None


@functools.lru_cache(maxsize=128)
def camp_of(
    kind: tuple[int, ...], owner: tuple[int, ...], cells: tuple[int, ...], warbands: Warbands
) -> Camp:
    """The camp of these units."""
    return Camp(kind, owner, cells, warbands)


def camp(state: ValknutState) -> Camp:
    """The camp of a position."""
    return camp_of(state.kind, tuple(state.owner), tuple(state.cell), state.warbands)


class Hunt:
    """One look at the Battleground for one seat: whom it can kill, and in how many moves."""

    __slots__ = ("archers", "at", "ranks", "spell", "stomps", "valknuts", "zones")

    def __init__(self, ground: Ground, ranks: Ranks) -> None:
        self.ranks = ranks
        self.at = ranks.at
        self.zones, self.valknuts = ground.zones, ground.valknuts
        self.archers, self.spell = ranks.archers, ranks.spell
        self.stomps = ranks.tall and sum(cell not in self.at for cell in self.valknuts) >= FURY

    def comes(self, cell: int, but: int = -1) -> int | None:
        """A unit of the seat, other than one, that a single move can bring to a cell."""
        zones = self.zones
        for unit, found, step, tall, passes, crossed in self.ranks.ways_to(cell):
            if unit == but:
                continue
            for between in crossed:
                if not passes[zones.get(between, BEYOND)]:
                    break
            else:
                if not tall or self.fits(cell, found, step):
                    return unit
        if self.spell and cell in self.valknuts:
            for unit in self.ranks.summoned:
                if unit != but:
                    return unit
        return None

    def fits(self, cell: int, found: int, step: int) -> bool:
        """Whether the Giantess, one of whose zones was found in a direction, has room to stand at a cell."""
        zones, at = self.zones, self.at
        if step in (WEST, EAST):
            head = at.get(found + SOUTH) == at[found]
            other = cell + (SOUTH if head else NORTH)
        else:
            other = cell + step
        return zones.get(other) == GRASS and (other not in at or at[other] == at[found])

    def side(self, side: Side) -> int:
        """What the hunters have next to their prey: a unit's number, or one of the words above (V40, V66)."""
        if side.unit != OPEN_SIDE:
            return side.unit
        terrain = self.zones.get(side.cell)
        if terrain is None:
            return VOID
        if side.archer >= 0 and self.archers and terrain in OPEN:
            return side.archer
        return OBSTACLE if terrain else EMPTY

    def axis(self, one: Side, other: Side) -> tuple[int, int]:
        """How many moves a flank along an axis takes: on this ground, and with a new card in the void."""
        first, second = self.side(one), self.side(other)
        if first < second:  # the lesser one is what is missing
            first, second, one, other = second, first, other, one
        if second == EMPTY:
            if first == EMPTY:  # two units must come
                unit = self.comes(one.cell)
                return (NEVER, NEVER) if unit is None or self.comes(other.cell, unit) is None else (2, 2)
            if self.comes(other.cell, first) is not None or (self.archers and self.shoots(other, first)):
                return 1, 1
            return NEVER, NEVER
        if second == VOID:  # the obstacle must come
            if first >= 0:
                return NEVER, 0
            return (NEVER, 1) if first == EMPTY and self.comes(one.cell) is not None else (NEVER, NEVER)
        return (0, 0) if first >= 0 else (NEVER, NEVER)

    def shoots(self, near: Side, but: int) -> bool:
        """Whether an Elf, other than one unit, can come where an arrow reaches across an empty zone (V66)."""
        far = near.cell + near.way
        return self.zones.get(far) == GRASS and far not in self.at and self.comes(far, but) is not None

    def moves_to_kill(self, unit: int, cell: int, axes: tuple[tuple[Side, Side], ...]) -> tuple[int, int]:
        """How many moves it takes to kill an enemy: on this ground, and with a new card."""
        if self.ranks.kind[unit] == TALL:  # two flanks (V61)
            flanks = [*(self.axis(*axis) for axis in axes), (NEVER, NEVER), (NEVER, NEVER)]
            plain, built = (sorted(moves) for moves in zip(*flanks, strict=True))
            return plain[0] + plain[1], built[0] + built[1]
        here = new = NEVER
        for one, other in axes:
            down, below = self.axis(one, other)
            here, new = min(here, down), min(new, below)
            if not here:
                return here, new
        if here > 1 and self.stomps and self.comes(cell) == 0:
            return 1, 1
        return here, new
