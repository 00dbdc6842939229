"""The order in which to search: how promising every action looks at first sight, after the game's own bot."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.evaluate import CLOSED, EMPTY, OBSTACLE, VOID, beside
from fimbul.kernels.valknut.supply import leads, step_of

ONE = 1000  # a point of promise
KILL, STOP = 10 * ONE, ONE // 2
CELLS = 512  # in the scratch: where something stands in the plane of prey


@compiled
def mark_prey(
    state: Numbers, board: Numbers, book: Numbers, seat: int, missing: int, scratch: Numbers
) -> int:
    """Mark the cells where a unit, or in the void an obstacle, is all that a flank needs; how many."""
    archers = leads(book, seat, book[at.ARCHERY])
    found = 0
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        if cell == at.OFF or state[at.OWNER + unit] == seat:
            continue
        tall = book[at.KIND + unit] == book[at.TALL]
        foot = cell + at.SOUTH if tall else cell
        worth = book[at.WORTH + book[at.KIND + unit]]
        for line in range(3):
            if line == 1 and not tall:
                continue
            way = at.NORTH if line == 2 else at.WEST
            base = foot if line == 1 else cell
            one = base + way
            other = (foot if line == 2 else base) - way
            first = beside(state, board, book, seat, archers, one, way)
            second = beside(state, board, book, seat, archers, other, -way)
            if first == CLOSED or second == CLOSED:
                continue
            if second == missing and (first >= 0 or (first == OBSTACLE and missing == EMPTY)):
                board[at.PREY + other] += worth
                scratch[CELLS + found] = other
                found += 1
            if first == missing and (second >= 0 or (second == OBSTACLE and missing == EMPTY)):
                board[at.PREY + one] += worth
                scratch[CELLS + found] = one
                found += 1
    return found


@compiled
def promise(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    seat: int,
    size: int,
    actions: Numbers,
    ranks: Numbers,
    scratch: Numbers,
) -> None:
    """How promising each of the actions is: kills first, then spawns and ways out of Parley areas."""
    step = state[at.AGENDA + state[at.AGENDA]] & 15
    cards = step == at.LAYING or step == at.RAGING
    marks = 0
    if cards or step == at.MARCHING:
        marks = mark_prey(state, board, book, seat, VOID if cards else EMPTY, scratch)
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    for number in range(size):
        action = actions[number]
        verb, r = action & 31, action >> at.SHIFT_R & 3
        cell = action >> at.SHIFT_P & 0x3FFFF
        if verb == at.LAY:
            row = at.CARDS + ((action >> at.SHIFT_K & 0xFF) + 2) * at.CARD_ROOM
            rank = book[row + at.CARD_MOVE] * ONE + (book[row + at.CARD_VALKNUT + r] >= 0) * ONE
            if marks:
                width, height = (rows, columns) if r & 1 else (columns, rows)
                zones = row + at.CARD_ZONES + r * at.CARD_AREA
                for y in range(height):
                    for x in range(width):
                        if book[zones + y * width + x]:
                            prey = board[at.PREY + cell + y * at.STRIDE + x]
                            if prey:
                                rank += KILL + prey * ONE
            ranks[number] = rank
        elif verb == at.MOVE or verb == at.SUMMON:
            if verb == at.MOVE:
                end = cell + step_of(r) * (action >> at.SHIFT_N & 0x1FF)
            else:
                end = action >> at.SHIFT_Q & 0x3FFFF
            home = (board[at.ZONE + cell] & at.PARLEY_ZONE != 0) * ONE
            back = (board[at.ZONE + end] & at.PARLEY_ZONE != 0) * ONE
            prey = board[at.PREY + end]
            ranks[number] = home - back + (KILL + prey * ONE if prey else 0)
        elif verb == at.END:
            ranks[number] = STOP
        elif verb == at.DECLINE:
            ranks[number] = -ONE
        elif verb == at.READY:
            ranks[number] = 0
        else:
            ranks[number] = ONE
    for number in range(marks):
        board[at.PREY + scratch[CELLS + number]] = 0
