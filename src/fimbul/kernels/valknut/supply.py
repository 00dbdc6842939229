"""Actions as numbers, and who waits, lives and can come where (V6, V50, V51, V92)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at


@compiled
def action_at(verb: int, k: int, r: int, n: int, seat: int, p: int, q: int) -> int:
    """An action as one number."""
    return (
        verb
        | k << at.SHIFT_K
        | r << at.SHIFT_R
        | n << at.SHIFT_N
        | seat << at.SHIFT_S
        | p << at.SHIFT_P
        | q << at.SHIFT_Q
    )


@compiled
def step_of(way: int) -> int:
    """A direction as a difference of cells: north, east, south, west."""
    return at.NORTH if way == 0 else at.EAST if way == 1 else at.SOUTH if way == 2 else at.WEST


@compiled
def leads(book: Numbers, seat: int, kind: int) -> bool:
    """Whether a warband is one of a seat's own."""
    return book[at.BANDS + 2 * seat] == kind or book[at.BANDS + 2 * seat + 1] == kind


@compiled
def in_supply(state: Numbers, book: Numbers, seat: int, kind: int) -> int:
    """How many of a kind wait in a seat's supply."""
    found = 0
    for unit in range(book[at.UNITS]):
        if (
            book[at.KIND + unit] == kind
            and state[at.OWNER + unit] == seat
            and state[at.CELL + unit] == at.OFF
        ):
            found += 1
    return found


@compiled
def first_in_supply(state: Numbers, book: Numbers, seat: int, kind: int) -> int:
    """The first unit of a kind in a seat's supply; -1 if there is none."""
    for unit in range(book[at.UNITS]):
        if (
            book[at.KIND + unit] == kind
            and state[at.OWNER + unit] == seat
            and state[at.CELL + unit] == at.OFF
        ):
            return unit
    return -1


@compiled
def waiting(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of kinds in a seat's supply."""
    found = 0
    for unit in range(book[at.UNITS]):
        if state[at.OWNER + unit] == seat and state[at.CELL + unit] == at.OFF:
            found |= 1 << book[at.KIND + unit]
    return found


@compiled
def lives(state: Numbers, book: Numbers, seat: int, kind: int) -> bool:
    """Whether a seat has a unit of a kind on the Battleground."""
    for unit in range(book[at.UNITS]):
        if (
            book[at.KIND + unit] == kind
            and state[at.OWNER + unit] == seat
            and state[at.CELL + unit] != at.OFF
        ):
            return True
    return False


@compiled
def spawnable(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of kinds that may come from a seat's supply (V50, V94, V112)."""
    found = waiting(state, book, seat) & ~(1 << book[at.TALL])
    if book[at.RAGNAROK]:
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if found >> kind & 1 and not lives(state, book, seat, kind):
                found &= ~(1 << kind)
    return found


@compiled
def can_swarm(state: Numbers, book: Numbers, seat: int) -> bool:
    """Whether a seat has Massive Numbers (V73, V95)."""
    goblins = book[at.NUMBERS]
    return leads(book, seat, goblins) and (not book[at.RAGNAROK] or lives(state, book, seat, goblins))


@compiled
def visible(state: Numbers, board: Numbers) -> int:
    """How many Valknuts nobody stands on (V51)."""
    found = 0
    for number in range(state[at.VALKNUTS]):
        found += board[at.UNIT + state[at.VALKNUTS + 1 + number]] < 0
    return found


@compiled
def affords(state: Numbers, book: Numbers, seat: int, kind: int) -> bool:
    """Whether there is a movement point for a unit of this kind (V92)."""
    if state[at.POINTS] > 0:
        return True
    for place in range(2):
        if book[at.BANDS + 2 * seat + place] == kind and state[at.MARKED + place] > 0:
            return True
    return False
