"""The ends of moves, as sets of bits around a warrior (F26 to F31).

A step changes both the sum and the difference of column and row by one.  So the cells that an odd number of
steps leads to, and those that an even number leads to, are two boards, squares that stand on a corner: rows
are sums, columns are differences.  A step leads from one board to the other, with two shifts.  Within seven
steps each board is one number; what only an eighth step reaches is the rim.  Nothing is written down: a
layer of ends is counted, or searched, or listed, and then the next is made from it.
"""

from fimbul.kernels.bits import count, lowest, nth, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.typing import Numbers

Ways = tuple[int, int, int]  # where one can be without a vault, with one of two, with all of them
Around = tuple[
    int, int, int, int
]  # of the even and the odd board what is taken, then what is beside somebody
HERE, NOWHERE = (at.HOME, at.HOME, at.HOME), (0, 0, 0)


@compiled
def points_of(state: Numbers, book: Numbers, warrior: int) -> int:
    """How many steps and quarter turns a warrior may spend."""
    seat = int(warrior >= 6)
    points = book[at.POINTS + warrior]
    if state[at.BEARER + seat] == warrior and state[at.RELIC + seat] == 3:
        points += book[at.RELIC_POINTS]
    return points


@compiled
def facings(left: int) -> int:
    """How many facings a warrior can end with that has so many points left."""
    return 4 if left >= 2 else 3 if left == 1 else 1


@compiled
def nth_facing(facing: int, left: int, number: int) -> int:
    """The facing with this number among those."""
    if left >= 2:
        return number
    if left == 1:
        return number if number < (facing + 2) & 3 else number + 1
    return facing


# ---- the boards


@compiled
def to_odd(cells: int) -> int:
    """The cells of the odd board a step from these of the even one."""
    cells |= cells << 1
    return cells | cells << at.WINDOW


@compiled
def to_even(cells: int) -> int:
    """The cells of the even board a step from these of the odd one."""
    cells |= cells >> 1
    return (cells | cells >> at.WINDOW) & at.INSIDE


@compiled
def around(state: Numbers, warrior: int, points: int) -> Around:
    """What others are to a warrior that moves."""
    even = odd = strays = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    other = 0
    while other < 12:
        dx, dy = state[at.X + other] - x, state[at.Y + other] - y
        row, column, parity = (dx + dy + at.REACH) >> 1, (dx - dy + at.REACH) >> 1, (dx + dy) & 1
        far = (row | column | row + 1 - parity | column + 1 - parity) & 0xFFF8
        stands = others >> other & 1
        bit = (stands if far == 0 else 0) << (8 * row + column & 63)
        odd |= bit & -parity
        even |= bit & parity - 1
        strays |= (stands if far else 0) << other
        other += 1
    beside_even = (to_even(odd) | even << 1 | even >> 1 | even << 8 | even >> 8) & at.INSIDE
    beside_odd = (
        to_odd(even) | odd << 1 & at.NOT_FIRST | odd >> 1 & at.NOT_LAST | odd << 8 | odd >> 8 & at.NOT_TOP
    )
    if points > at.REACH - 2:  # only who goes so far gets beside somebody off the boards
        while strays:
            other = lowest(strays)
            strays &= strays - 1
            dx, dy = state[at.X + other] - x, state[at.Y + other] - y
            row, column, parity = (dx + dy + at.REACH) >> 1, (dx - dy + at.REACH) >> 1, (dx + dy) & 1
            if -1 <= row <= 8 and -1 <= column <= 8:
                # Three rows of the board of its own parity, and of the other, the first of them above it.
                one, three = 1 << column + 1 >> 1 & 0xFF, 7 << column + 1 >> 2 & 0xFF
                own = one | three << 8 | one << 16
                two = (3 << column + 1 >> 1 + parity & 0xFF) * 0x101 << 8 - 8 * parity
                beside_even |= moved_down(two if parity else own, row - 1) & at.INSIDE
                beside_odd |= moved_down(own if parity else two, row - 1)
    return even, odd, beside_even, beside_odd


@compiled
def moved_down(rows: int, by: int) -> int:
    """Some rows of a board further down, or up."""
    return rows << 8 * by if by >= 0 else rows >> -8 * by


@compiled
def reached(onto: Ways, before: Ways, taken: int, vaults: int) -> Ways:
    """Where one can be on a board, given the cells a step from where one could be, and what was known."""
    plain, once, over = onto
    over &= ~taken
    if vaults:
        over |= (once if vaults > 1 else plain) & taken
        once = once & ~taken | plain & taken
        plain &= ~taken
    return before[0] | plain, before[1] | once, before[2] | over


@compiled
def step(ways: Ways, before: Ways, given: Around, odd: bool, vaults: int) -> tuple[Ways, int]:
    """One step more, onto the odd or the even board: where one can be there, and the new ends."""
    plain = once = 0
    if odd:
        over, taken, beside = to_odd(ways[2]), given[1], given[3]
        if vaults:
            plain, once = to_odd(ways[0]), to_odd(ways[1])
    else:
        over, taken, beside = to_even(ways[2]), given[0], given[2]
        if vaults:
            plain, once = to_even(ways[0]), to_even(ways[1])
    after = reached((plain, once, over), before, taken, vaults)
    return after, after[2] & ~before[2] & ~taken & beside


@compiled
def rim(state: Numbers, warrior: int, odd: int) -> int:
    """The ends of an eighth step away from where it is: two bits a row, for its first and its last cell."""
    ends = 0
    for number in range(34):
        y = (number >> 1) - at.FAR
        x = at.FAR - (y if y >= 0 else -y)
        if number & 1 == 0:
            if x == 0:
                continue
            x = -x
        back_x, back_y = (x > 0) - (x < 0), (y > 0) - (y < 0)
        if (back_x and odd >> cell_of(x - back_x, y) & 1) or (back_y and odd >> cell_of(x, y - back_y) & 1):
            there_x, there_y = state[at.X + warrior] + x, state[at.Y + warrior] + y
            others, taken, beside = state[at.ALIVE] & ~(1 << warrior), False, False
            while others:
                other = lowest(others)
                others &= others - 1
                dx, dy = state[at.X + other] - there_x, state[at.Y + other] - there_y
                taken = taken or (dx == 0 and dy == 0)
                beside = beside or (-1 <= dx <= 1 and -1 <= dy <= 1)
            if beside and not taken:
                ends |= 1 << number
    return ends


@compiled
def cell_of(x: int, y: int) -> int:
    """The bit of a cell on its board."""
    return (x + y + at.REACH >> 1) << 3 | x - y + at.REACH >> 1


@compiled
def line(y: int) -> int:
    """A row of the field, on either board."""
    return (
        at.DIAGONAL << 4 * y << 4 * y if y >= 0 else at.UPPER >> 8 * (-1 - y)
    )  # 64 at once would be too many


@compiled
def column_of(cell: int, odd: bool) -> int:
    """How far to the right of the warrior a cell of a board is."""
    return (cell >> 3) + (cell & 7) - (at.REACH if odd else at.REACH - 1)


# ---- moves


@compiled
def layer(state: Numbers, book: Numbers, warrior: int, points: int, number: int) -> tuple[int, int, int, int]:
    """Of a warrior's moves away from where it is, those with as many steps as the one with this number.

    How many there are with fewer steps, or in all if there are not so many; the points left; the ends.
    """
    given, vaults, left = around(state, warrior, points), book[at.VAULTS + warrior], points
    ways, before, odd, passed = HERE, NOWHERE, False, 0
    ends = edge = 0
    while left > 0:
        odd, left = not odd, left - 1
        after, ends = step(ways, before, given, odd, vaults)
        ways, before = after, ways
        if points - left == at.FAR:
            edge = rim(state, warrior, before[2])
        found = (count(ends) + count(edge)) * facings(left)
        if number < passed + found:
            break
        passed += found
    return passed, left, ends, edge


@compiled
def nth_of(state: Numbers, warrior: int, steps: int, left: int, ends: int, edge: int, number: int) -> int:
    """The move with this number among those of a layer."""
    turn = 0  # number divided by facings(left), which takes a GPU long
    if left >= 2:
        number, turn = number >> 2, number & 3
    elif left == 1:
        number, turn = (number & 0xFFFF) // 3, (number & 0xFFFF) % 3
    r = nth_facing(state[at.R + warrior] & 3, left, turn)
    x, y = 0, -steps
    while True:
        here, sides = ends & line(y), edge >> 2 * (y + at.FAR) & 3
        found = count(here) + count(sides)
        if number < found or y >= steps:
            break
        number, y = number - found, y + 1
    width = at.FAR - (y if y >= 0 else -y)
    number -= sides & 1
    if number < 0:
        x = -width
    elif number < count(here):
        x = column_of(nth(here, number), steps & 1 == 1)
    else:
        x = width
    return action_at(at.MOVE, warrior, 0, state[at.X + warrior] + x, state[at.Y + warrior] + y, r)


@compiled
def turns(state: Numbers, warrior: int, points: int) -> int:
    """In how many ways a warrior can turn where it stands."""
    return 0 if state[at.NEAR + warrior] == 0 else 3 if points > 1 else 2


@compiled
def nth_turn(state: Numbers, warrior: int, points: int, number: int) -> int:
    """The one with this number."""
    facing = state[at.R + warrior] & 3
    if points > 1:
        r = number if number < facing else number + 1
    else:
        r = 2 * number + 1 - (facing & 1)
    return action_at(at.MOVE, warrior, 0, state[at.X + warrior], state[at.Y + warrior], r)


@compiled
def add_end(actions: Numbers, found: int, there: int, facing: int, left: int) -> int:
    """Add the moves to a cell."""
    for r in range(4):
        turn = (r - facing) & 3
        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
            actions[found] = there | r << at.SHIFT_R
            found += 1
    return found


@compiled
def add_moves(state: Numbers, book: Numbers, actions: Numbers, found: int) -> int:
    """Add every move of the active clan."""
    seat = state[at.ACTIVE]
    rest = state[at.ALIVE] & (0x3F << 6 * seat)
    while rest:
        warrior = lowest(rest)
        rest &= rest - 1
        points = points_of(state, book, warrior)
        if not points:
            continue
        facing = state[at.R + warrior]
        stay = action_at(at.MOVE, warrior, 0, state[at.X + warrior], state[at.Y + warrior], 0)
        for number in range(turns(state, warrior, points)):
            actions[found] = nth_turn(state, warrior, points, number)
            found += 1
        given, vaults = around(state, warrior, points), book[at.VAULTS + warrior]
        ways, before, odd = HERE, NOWHERE, True
        for steps in range(1, points + 1):
            after, ends = step(ways, before, given, odd, vaults)
            edge = rim(state, warrior, ways[2]) if steps == at.FAR else 0
            for y in range(-steps if ends | edge else steps + 1, steps + 1):
                here, row = ends & line(y), stay + (y << at.SHIFT_Y)
                width, sides = at.FAR - (y if y >= 0 else -y), edge >> 2 * (y + at.FAR)
                if sides & 1:
                    found = add_end(actions, found, row - (width << at.SHIFT_X), facing, points - steps)
                while here:
                    x = column_of(place(here), odd)
                    here &= here - 1
                    found = add_end(actions, found, row + (x << at.SHIFT_X), facing, points - steps)
                if sides & 2:
                    found = add_end(actions, found, row + (width << at.SHIFT_X), facing, points - steps)
            ways, before, odd = after, ways, not odd
    return found
