"""Setting up, slot after slot (V14, V91)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.supply import action_at, in_supply


@compiled
def missing(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of a seat's warbands of which nobody stands yet."""
    found = 0
    for place in range(2):
        kind = book[at.BANDS + 2 * seat + place]
        if kind >= 0 and in_supply(state, book, seat, kind) == book[at.BAND_SIZE + kind]:
            found |= 1 << kind
    return found


@compiled
def is_slot(book: Numbers, seat: int, cell: int) -> bool:
    """Whether a cell is one of a seat's slots."""
    start = at.SLOTS + seat * at.SLOT_ROOM
    found = False
    for number in range(book[start]):
        found = found or book[start + 1 + number] == cell
    return found


@compiled
def fits(state: Numbers, board: Numbers, book: Numbers, seat: int, kind: int, slot: int) -> bool:
    """Whether a unit may be set on a slot."""
    tall = book[at.TALL]
    if kind == tall and not is_slot(book, seat, slot + at.SOUTH):
        return False
    if not in_supply(state, book, seat, kind):
        return False
    if board[at.UNIT + slot] >= 0 or (kind == tall and board[at.UNIT + slot + at.SOUTH] >= 0):
        return False
    for unit in range(book[at.UNITS]):
        if state[at.OWNER + unit] == seat and state[at.CELL + unit] > slot:
            return False
    lacking = missing(state, book, seat) & ~(1 << kind)
    if not lacking:
        return True
    start = at.SLOTS + seat * at.SLOT_ROOM
    needs_two = lacking == 1 << tall
    for number in range(book[start]):
        cell = book[start + 1 + number]
        if free_after(board, cell, slot, kind == tall) and (
            not needs_two
            or (
                is_slot(book, seat, cell + at.SOUTH)
                and free_after(board, cell + at.SOUTH, slot, kind == tall)
            )
        ):
            return True
    return False


@compiled
def free_after(board: Numbers, cell: int, slot: int, tall: bool) -> bool:
    """Whether a slot is left for others when one before it is taken."""
    return cell > slot and not (tall and cell == slot + at.SOUTH) and board[at.UNIT + cell] < 0


@compiled
def add_setup(state: Numbers, board: Numbers, book: Numbers, seat: int, actions: Numbers) -> int:
    """Every unit on every slot, or to be ready."""
    found = 0
    start = at.SLOTS + seat * at.SLOT_ROOM
    for number in range(book[start]):
        slot = book[start + 1 + number]
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if kind >= 0 and fits(state, board, book, seat, kind, slot):
                actions[found] = action_at(at.SETUP, kind, 0, 0, 0, slot, 0)
                found += 1
    if not missing(state, book, seat):
        actions[found] = action_at(at.READY, 0, 0, 0, 0, 0, 0)
        found += 1
    return found
