"""The warriors' cells as bits of one number, for the questions that concern many cells at once.

A window is laid around all warriors, one cell wider on each side; a shift by one moves everything a column,
a shift by the window's width moves everything a row.  The last column is kept empty so that nothing wraps
into the next row. The window is enough for movement too: a way that leaves it can be pulled back to its
rim, where nobody stands, without becoming longer, and beyond the rim nobody has a neighbour.
"""

import functools
from collections.abc import Sequence

from fimbul.games.fimbulvetr.rules.board import HALF, OFF, STRIDE


class Field:
    """A window on the board with the standing warriors in it."""

    __slots__ = ("bits", "inside", "left", "standing", "top", "width")

    def __init__(self, cells: Sequence[int]) -> None:
        standing = [cell for cell in cells if cell != OFF]
        columns = [((cell + HALF) & 0xFFFF) - HALF for cell in standing]
        left = self.left = min(columns) - 1
        top = self.top = ((min(standing) + HALF) >> 16) - 1
        width = self.width = max(columns) - left + 3
        self.inside = window(width, ((max(standing) + HALF) >> 16) - top + 2)
        # In the window a row is `width` cells long instead of STRIDE.
        shorter, corner = STRIDE - width, top * width + left
        self.bits = [
            1 << cell - ((cell + HALF) >> 16) * shorter - corner if cell != OFF else 0 for cell in cells
        ]
        self.standing = sum(self.bits)

    def bit(self, x: int, y: int) -> int:
        """The bit of a cell; 0 if it lies outside the window."""
        column, row = x - self.left, y - self.top
        return 1 << row * self.width + column & self.inside if 0 <= column < self.width and row >= 0 else 0

    def around(self, bits: int) -> int:
        """The cells themselves and their neighbours (F3)."""
        band = bits | bits << 1 | bits >> 1
        return (band | band << self.width | band >> self.width) & self.inside

    def layers(self, start: int, others: int, points: int, vaults: int) -> list[int]:
        """The empty cells that take 1 step, 2 steps, ... to reach, none twice (F27, F28).

        The mover's own cell counts as empty.
        """
        if vaults:
            return self.vaulted_layers(start, others, points, vaults)
        width = self.width
        empty = self.inside ^ others
        found = start
        layers = []
        for _ in range(points):
            wider = (found | found << 1 | found >> 1 | found << width | found >> width) & empty
            layers.append(wider ^ found)
            found = wider
        return layers

    def vaulted_layers(self, start: int, others: int, points: int, vaults: int) -> list[int]:
        """The same for a warrior that may pass above others as often as it has Vaulted Move sigils.

        `ways[v]` are the cells, empty or not, that can be entered with at most v vaults.
        """
        width = self.width
        empty = self.inside ^ others
        ways = [start] * (vaults + 1)
        found = start
        layers = []
        for _ in range(points):
            below = 0
            for vault, way in enumerate(ways):
                onto = way << 1 | way >> 1 | way << width | way >> width
                ways[vault] = way | onto & empty | below & others
                below = onto
            fresh = ways[vaults] & empty & ~found
            found |= fresh
            layers.append(fresh)
        return layers

    def smaller_groups(self) -> int:
        """The warriors in groups smaller than the largest (F39, F40)."""
        apart = self.standing
        groups: list[int] = []
        while apart:
            group, grown = 0, apart & -apart
            while group != grown:
                group = grown
                grown = self.around(group) & apart
            apart ^= group
            if not apart and not groups:
                return 0
            groups.append(group)
        largest = max(group.bit_count() for group in groups)
        return sum(group for group in groups if group.bit_count() < largest)


@functools.lru_cache(maxsize=4096)
def window(width: int, height: int) -> int:
    """All cells of a window but its last column."""
    row = (1 << width - 1) - 1
    return sum(row << width * y for y in range(height))


@functools.lru_cache(maxsize=256)
def field_of(cells: tuple[int, ...]) -> Field:
    """The field of these cells; the last ones are kept, since a turn asks for its field more than once."""
    return Field(cells)
