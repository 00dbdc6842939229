"""A. Board and geometry: cells, neighbours and which corners touch (F2 to F6, F33).

A cell is one whole number, `row * STRIDE + column`, so that the offset between two cells is a subtraction
and a table look-up.  The board has no edge; columns and rows may be negative.
"""

STRIDE = 1 << 16
HALF = STRIDE >> 1
OFF = -(1 << 40)  # not on the board: waiting to be placed, or slain

NORTHWEST, NORTHEAST, SOUTHEAST, SOUTHWEST = range(4)  # F4, clockwise

ORTHOGONAL = (-STRIDE, 1, STRIDE, -1)  # F3
DIAGONAL = (-STRIDE - 1, -STRIDE + 1, STRIDE + 1, STRIDE - 1)
AROUND = ORTHOGONAL + DIAGONAL


def cell_at(x: int, y: int) -> int:
    """The cell in column x and row y."""
    return y * STRIDE + x


def place_of(cell: int) -> tuple[int, int]:
    """Column and row of a cell."""
    y = (cell + HALF) >> 16
    return cell - (y << 16), y


# F5: each corner touches three others, at the same vertex: (offset of their cell, their corner).
N, E, S, W = ORTHOGONAL
TOUCHING: tuple[tuple[tuple[int, int], ...], ...] = (
    ((W, NORTHEAST), (N, SOUTHWEST), (N + W, SOUTHEAST)),
    ((N, SOUTHEAST), (E, NORTHWEST), (N + E, SOUTHWEST)),
    ((E, SOUTHWEST), (S, NORTHEAST), (S + E, NORTHWEST)),
    ((W, SOUTHEAST), (S, NORTHWEST), (S + W, NORTHEAST)),
)

# F6, the same from cell to cell: which of my corners touch which corners of a neighbour at this offset.
CONTACTS: dict[int, tuple[tuple[int, int], ...]] = {
    offset: tuple((mine, theirs) for mine in range(4) for o, theirs in TOUCHING[mine] if o == offset)
    for offset in AROUND
}

# F33: the same lines stretched by one cell.
LINES: dict[int, tuple[tuple[int, int], ...]] = {2 * offset: pairs for offset, pairs in CONTACTS.items()}

# Both together: whether they touch, and the corners that meet.
REACH: dict[int, tuple[bool, tuple[tuple[int, int], ...]]] = {
    **{offset: (True, pairs) for offset, pairs in CONTACTS.items()},
    **{offset: (False, pairs) for offset, pairs in LINES.items()},
}

# The same again from vertex to vertex: corners touch when they stand at one vertex, which has the number of
# the cell to its south-east.
VERTEX = (0, 1, STRIDE + 1, STRIDE)
