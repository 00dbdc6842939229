"""The Battleground as planes of cells: what lies where, who stands where, where cards fit (V1 to V22)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at


@compiled
def mark_block(board: Numbers, book: Numbers, corner: int, turned: int, by: int) -> None:
    """Count a lying block in (or out) at every place where a new one would cover or touch it (V22)."""
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    width, height = (rows, columns) if turned else (columns, rows)
    for slot in range(2):
        wide, high = (rows, columns) if slot else (columns, rows)
        plane = at.SPOTS + slot * at.PLANE + corner
        for y in range(1 - high, height):
            for x in range(1 - wide, width):
                board[plane + y * at.STRIDE + x] += at.COVERED * by
            board[plane + y * at.STRIDE - wide] += by
            board[plane + y * at.STRIDE + width] += by
        for x in range(1 - wide, width):
            board[plane - high * at.STRIDE + x] += by
            board[plane + height * at.STRIDE + x] += by


@compiled
def lay_zones(board: Numbers, book: Numbers, laid: int) -> None:
    """Put the zones of a card on the board."""
    card, r, corner = laid & 0xFF, laid >> at.LAID_R & 3, laid >> at.LAID_CELL
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    width = rows if r & 1 else columns
    zones = at.CARDS + card * at.CARD_ROOM + at.CARD_ZONES + r * at.CARD_AREA
    cell, x = corner, 0
    for number in range(columns * rows):
        board[at.ZONE + cell] = book[zones + number]
        cell, x = cell + 1, x + 1
        if x == width:
            cell, x = cell + at.STRIDE - width, 0


@compiled
def lift_zones(board: Numbers, book: Numbers, laid: int) -> None:
    """Take the zones of a card off the board."""
    r, corner = laid >> at.LAID_R & 3, laid >> at.LAID_CELL
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    width = rows if r & 1 else columns
    cell, x = corner, 0
    for _ in range(columns * rows):
        board[at.ZONE + cell] = at.VOID
        cell, x = cell + 1, x + 1
        if x == width:
            cell, x = cell + at.STRIDE - width, 0


@compiled
def lay_block(board: Numbers, book: Numbers, laid: int) -> None:
    """Put a card on the board."""
    lay_zones(board, book, laid)
    mark_block(board, book, laid >> at.LAID_CELL, laid >> at.LAID_R & 1, 1)


@compiled
def lift_block(board: Numbers, book: Numbers, laid: int) -> None:
    """Take a card off the board."""
    lift_zones(board, book, laid)
    mark_block(board, book, laid >> at.LAID_CELL, laid >> at.LAID_R & 1, -1)


@compiled
def set_down(state: Numbers, board: Numbers, book: Numbers, unit: int, cell: int) -> None:
    """Put a unit on a cell."""
    state[at.CELL + unit] = cell
    board[at.UNIT + cell] = unit
    if unit == 0 and book[at.KIND] == book[at.TALL]:
        board[at.UNIT + cell + at.SOUTH] = unit


@compiled
def pick_up(state: Numbers, board: Numbers, book: Numbers, unit: int) -> None:
    """Take a unit off the board."""
    cell = state[at.CELL + unit]
    board[at.UNIT + cell] = at.NOBODY_THERE
    if unit == 0 and book[at.KIND] == book[at.TALL]:
        board[at.UNIT + cell + at.SOUTH] = at.NOBODY_THERE
    state[at.CELL + unit] = at.OFF


@compiled
def put_down(state: Numbers, board: Numbers, book: Numbers) -> None:
    """Put a position on an empty board, without marks of where cards fit."""
    for number in range(state[at.LAID]):
        lay_zones(board, book, state[at.LAID + 1 + number])
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] != at.OFF:
            set_down(state, board, book, unit, state[at.CELL + unit])


@compiled
def take_off(state: Numbers, board: Numbers, book: Numbers) -> None:
    """Take it off again; the position keeps its numbers."""
    for number in range(state[at.LAID]):
        lift_zones(board, book, state[at.LAID + 1 + number])
    tall = book[at.KIND] == book[at.TALL]
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        if cell != at.OFF:
            board[at.UNIT + cell] = at.NOBODY_THERE
            if unit == 0 and tall:
                board[at.UNIT + cell + at.SOUTH] = at.NOBODY_THERE


@compiled
def mark_all(state: Numbers, board: Numbers, book: Numbers, by: int) -> None:
    """Mark where cards fit, or take the marks off."""
    for number in range(state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        mark_block(board, book, laid >> at.LAID_CELL, laid >> at.LAID_R & 1, by)


@compiled
def build(state: Numbers, board: Numbers, book: Numbers) -> None:
    """Put everything of a position on an empty board."""
    put_down(state, board, book)
    mark_all(state, board, book, 1)


@compiled
def clear(state: Numbers, board: Numbers, book: Numbers) -> None:
    """Take everything of a position off the board; the position keeps its numbers."""
    mark_all(state, board, book, -1)
    take_off(state, board, book)


@compiled
def change(old: Numbers, new: Numbers, board: Numbers, book: Numbers) -> None:
    """Make a board that shows one position show another of the same game."""
    same = 0
    while same < old[at.LAID] and same < new[at.LAID] and old[at.LAID + 1 + same] == new[at.LAID + 1 + same]:
        same += 1
    for number in range(same, old[at.LAID]):
        lift_block(board, book, old[at.LAID + 1 + number])
    for number in range(same, new[at.LAID]):
        lay_block(board, book, new[at.LAID + 1 + number])
    tall = book[at.KIND] == book[at.TALL]
    for unit in range(book[at.UNITS]):
        cell = old[at.CELL + unit]
        if cell != new[at.CELL + unit] and cell != at.OFF:
            board[at.UNIT + cell] = at.NOBODY_THERE
            if unit == 0 and tall:
                board[at.UNIT + cell + at.SOUTH] = at.NOBODY_THERE
    for unit in range(book[at.UNITS]):
        cell = new[at.CELL + unit]
        if cell != old[at.CELL + unit] and cell != at.OFF:
            board[at.UNIT + cell] = unit
            if unit == 0 and tall:
                board[at.UNIT + cell + at.SOUTH] = unit


@compiled
def copy(old: Numbers, new: Numbers) -> None:
    """Copy a position: the fixed part and as much of every list as it holds."""
    for number in range(at.PILE):
        new[number] = old[number]
    copy_list(old, new, at.PILE)
    copy_list(old, new, at.GOD_PILE)
    copy_list(old, new, at.GOD_POOL)
    for seat in range(4):
        copy_list(old, new, at.WORSHIPPED + seat * (1 + at.MOST_GODS))
        copy_list(old, new, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES))
    copy_list(old, new, at.LAID)
    copy_list(old, new, at.VALKNUTS)
    copy_list(old, new, at.AGENDA)
    copy_list(old, new, at.GRAVES)


@compiled
def copy_list(old: Numbers, new: Numbers, start: int) -> None:
    """Copy one list."""
    for number in range(start, start + 1 + old[start]):
        new[number] = old[number]


@compiled
def append(state: Numbers, start: int, item: int) -> None:
    """Add to the end of a list."""
    state[start] += 1
    state[start + state[start]] = item


@compiled
def pop(state: Numbers, start: int) -> int:
    """Take the end of a list."""
    item = state[start + state[start]]
    state[start] -= 1
    return item


@compiled
def remove(state: Numbers, start: int, item: int) -> bool:
    """Take something out of a list; whether it was there."""
    for number in range(start + 1, start + 1 + state[start]):
        if state[number] == item:
            for later in range(number, start + state[start]):
                state[later] = state[later + 1]
            state[start] -= 1
            return True
    return False


@compiled
def insert_sorted(state: Numbers, start: int, item: int) -> None:
    """Put something in its place in a list that goes up."""
    number = start + 1 + state[start]
    while number > start + 1 and state[number - 1] > item:
        state[number] = state[number - 1]
        number -= 1
    state[number] = item
    state[start] += 1


@compiled
def room(state: Numbers, book: Numbers) -> tuple[int, int, int, int]:
    """Between which cells a card can be laid beside those that lie: west, north, east, south (V22)."""
    longest = max(book[at.COLUMNS], book[at.ROWS])
    left = top = at.STRIDE
    right = bottom = 0
    for number in range(state[at.LAID]):
        cell = state[at.LAID + 1 + number] >> at.LAID_CELL
        x, y = cell & (at.STRIDE - 1), cell >> 9
        left, right = min(left, x), max(right, x)
        top, bottom = min(top, y), max(bottom, y)
    return left - longest, top - longest, right + longest, bottom + longest


@compiled
def spots(state: Numbers, board: Numbers, book: Numbers, slot: int, found: Numbers, start: int) -> int:
    """The north-west cells where a card may be laid upright (or turned), by row and column; how many."""
    count = 0
    left, top, right, bottom = room(state, book)
    for y in range(top, bottom + 1):
        row = at.SPOTS + slot * at.PLANE + (y << 9)
        for x in range(left, right + 1):
            value = board[row + x]
            if 0 < value < at.COVERED:
                found[start + count] = (y << 9) + x
                count += 1
    return count
