"""Where cards fit on a Battleground that has no marks of it, worked out by rows of bits (V22)."""

from fimbul.kernels.bits import place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.cards import TURNED_ROOM
from fimbul.kernels.valknut.ground import mark_all, room, spots

WIDEST = 63  # columns, of cards and of the room around them
BITS = 2 * TURNED_ROOM  # in the scratch, after the spots: a set of columns for each row


@compiled
def lay_bits(state: Numbers, book: Numbers, scratch: Numbers) -> tuple[int, int]:
    """Write down where cards lie, and how high that is; the north-west cell of the room around them.

    The height is 0 if they lie too far apart for the bits of a number.
    """
    left, top, right, bottom = room(state, book)
    height = bottom + 1 - top
    if right + 1 - left > WIDEST:
        return 0, 0
    for y in range(height + max(book[at.COLUMNS], book[at.ROWS])):
        scratch[BITS + y] = 0
    for number in range(state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        cell, turned = laid >> at.LAID_CELL, laid >> at.LAID_R & 1
        wide, high = book[at.COLUMNS], book[at.ROWS]
        if turned:
            wide, high = high, wide
        line = ((1 << wide) - 1) << (cell & (at.STRIDE - 1)) - left
        for y in range((cell >> 9) - top, (cell >> 9) - top + high):
            scratch[BITS + y] |= line
    return (top << 9) + left, height


@compiled
def fits(scratch: Numbers, corner: int, height: int, wide: int, high: int, start: int) -> int:
    """The cells where a card of this form covers none and touches one, by row and column; how many."""
    count = 0
    for y in range(height):
        beside, edges = 0, scratch[BITS + y + high]
        if y:
            edges |= scratch[BITS + y - 1]
        for row in range(BITS + y, BITS + y + high):
            beside |= scratch[row]
        covers, touches = 0, beside << 1 | beside >> wide
        for x in range(wide):
            covers |= beside >> x
            touches |= edges >> x
        free = touches & ~covers
        while free:
            scratch[start + count] = corner + (y << 9) + place(free)
            count += 1
            free &= free - 1
    return count


@compiled
def all_spots(state: Numbers, board: Numbers, book: Numbers, scratch: Numbers) -> tuple[int, int]:
    """The cells where cards may be laid upright, and those of turned ones; how many of both."""
    corner, height = lay_bits(state, book, scratch)
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    if height:
        return (
            fits(scratch, corner, height, columns, rows, 0),
            fits(scratch, corner, height, rows, columns, TURNED_ROOM),
        )
    mark_all(state, board, book, 1)
    upright = spots(state, board, book, 0, scratch, 0)
    turned = spots(state, board, book, 1, scratch, TURNED_ROOM)
    mark_all(state, board, book, -1)
    return upright, turned
