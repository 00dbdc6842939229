"""The ends of moves, as sets of bits around a warrior (F26 to F31).

A step from a set of cells is four shifts.  Warriors of up to three points have a window of seven by seven
cells in one number; the swift have one of seventeen by seventeen in six, each of three rows.  Nothing is
written down: a layer of ends is counted, or searched, or listed, and then the next is made from it.
"""

from fimbul.kernels.bits import count, nth, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.typing import Numbers

Six = tuple[int, int, int, int, int, int]
Ways = tuple[int, int, int, int]  # without a vault, with one of two, with all of them, and the new ends
WideWays = tuple[Six, Six, Six, Six]
START = (at.HOME, at.HOME, at.HOME, 0)
WIDE_START = (at.WIDE_HOME, at.WIDE_HOME, at.WIDE_HOME, at.WIDE_HOME)


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
    for r in range(4):
        turn = (r - facing) & 3
        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
            if number == 0:
                return r
            number -= 1
    return facing


# ---- up to three points


@compiled
def around(state: Numbers, warrior: int) -> tuple[int, int]:
    """Of the small window around a warrior the cells that are taken, and those that are next to somebody."""
    taken = beside = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        other = place(others)
        others &= others - 1
        dx, dy = state[at.X + other] - x, state[at.Y + other] - y
        if -4 <= dx <= 4 and -4 <= dy <= 4:
            band = ((7 << (dx + 4)) >> 2 & 0x7F) * 0x010101
            beside |= band << 8 * (dy + 2) if dy >= -2 else band >> -8 * (dy + 2)
            if -3 <= dx <= 3 and -3 <= dy <= 3:
                taken |= at.HOME << 8 * dy + dx if 8 * dy + dx >= 0 else at.HOME >> -(8 * dy + dx)
    return taken, beside & at.INSIDE


@compiled
def spread(cells: int) -> int:
    """The cells a step from these."""
    return cells << 1 | cells >> 1 | cells << at.WINDOW | cells >> at.WINDOW


@compiled
def step(ways: Ways, taken: int, vaults: int) -> Ways:
    """One step more: where one can be, and which free cells are new."""
    plain, once, over, _ = ways
    free = at.INSIDE & ~taken
    onto = leap = spread(plain)
    if vaults > 1:
        leap = spread(once)
        once |= leap & free | onto & taken
    grown = over | spread(over) & free
    if vaults:
        grown |= leap & taken
    return plain | onto & free, once, grown, grown & ~over & free


@compiled
def small_moves(state: Numbers, book: Numbers, warrior: int, points: int) -> int:
    """How many moves away from where it is a warrior has."""
    taken, beside = around(state, warrior)
    vaults, ways, total = book[at.VAULTS + warrior], START, 0
    for left in range(points - 1, -1, -1):
        ways = step(ways, taken, vaults)
        total += count(ways[3] & beside) * facings(left)
    return total


@compiled
def nth_small(state: Numbers, book: Numbers, warrior: int, points: int, number: int) -> int:
    """The one with this number."""
    taken, beside = around(state, warrior)
    vaults, ways, left = book[at.VAULTS + warrior], START, points
    ends = 0
    while True:
        ways, left = step(ways, taken, vaults), left - 1
        ends = ways[3] & beside
        if number < count(ends) * facings(left) or left <= 0:
            break
        number -= count(ends) * facings(left)
    cell = nth(ends, number // facings(left))
    x = state[at.X + warrior] + (cell & 7) - at.REACH
    y = state[at.Y + warrior] + (cell >> 3) - at.REACH
    r = nth_facing(state[at.R + warrior], left, number % facings(left))
    return action_at(at.MOVE, warrior, 0, x, y, r)


# ---- the swift


@compiled
def with_cell(cells: Six, column: int, row: int) -> Six:
    """A set of cells of the wide window, and one more."""
    a, b, c, d, e, f = cells
    part = row // at.ROWS
    bit = 1 << at.ROW * (row - at.ROWS * part) + column
    a |= bit if part == 0 else 0
    b |= bit if part == 1 else 0
    c |= bit if part == 2 else 0
    d |= bit if part == 3 else 0
    e |= bit if part == 4 else 0
    f |= bit if part == 5 else 0
    return a, b, c, d, e, f


@compiled
def up_and_down(cells: Six) -> Six:
    """The cells above and below these."""
    a, b, c, d, e, f = cells
    return (
        a << at.ROW | a >> at.ROW | b << 2 * at.ROW,
        b << at.ROW | b >> at.ROW | a >> 2 * at.ROW | c << 2 * at.ROW,
        c << at.ROW | c >> at.ROW | b >> 2 * at.ROW | d << 2 * at.ROW,
        d << at.ROW | d >> at.ROW | c >> 2 * at.ROW | e << 2 * at.ROW,
        e << at.ROW | e >> at.ROW | d >> 2 * at.ROW | f << 2 * at.ROW,
        f << at.ROW | f >> at.ROW | e >> 2 * at.ROW,
    )


@compiled
def sideways(cells: Six) -> Six:
    """The cells to the left and right of these."""
    a, b, c, d, e, f = cells
    return (
        a << 1 | a >> 1,
        b << 1 | b >> 1,
        c << 1 | c >> 1,
        d << 1 | d >> 1,
        e << 1 | e >> 1,
        f << 1 | f >> 1,
    )


@compiled
def both(one: Six, other: Six) -> Six:
    """The cells in either set."""
    a, b, c, d, e, f = one
    return a | other[0], b | other[1], c | other[2], d | other[3], e | other[4], f | other[5]


@compiled
def shared(one: Six, other: Six) -> Six:
    """The cells in both sets."""
    a, b, c, d, e, f = one
    return a & other[0], b & other[1], c & other[2], d & other[3], e & other[4], f & other[5]


@compiled
def without(one: Six, other: Six) -> Six:
    """The cells in the first set only."""
    a, b, c, d, e, f = one
    return a & ~other[0], b & ~other[1], c & ~other[2], d & ~other[3], e & ~other[4], f & ~other[5]


@compiled
def size_of(cells: Six) -> int:
    """How many cells there are."""
    a, b, c, d, e, f = cells
    return count(a) + count(b) + count(c) + count(d) + count(e) + count(f)


@compiled
def widely_around(state: Numbers, warrior: int) -> tuple[Six, Six]:
    """`around` for the wide window."""
    taken, tips = (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        other = place(others)
        others &= others - 1
        dx, dy = state[at.X + other] - x, state[at.Y + other] - y
        if -at.FAR <= dx <= at.FAR and -at.FAR <= dy <= at.FAR:
            taken = with_cell(taken, dx + at.FAR, dy + at.FAR)
        elif (dx == at.FAR + 1 or dx == -at.FAR - 1) and -1 <= dy <= 1:
            tips = with_cell(tips, 0 if dx < 0 else 2 * at.FAR, at.FAR)  # of all cells at the edge, only
        elif (dy == at.FAR + 1 or dy == -at.FAR - 1) and -1 <= dx <= 1:
            tips = with_cell(tips, at.FAR, 0 if dy < 0 else 2 * at.FAR)  # these four can be reached
    rows = shared(both(taken, sideways(taken)), at.WIDE_INSIDE)
    return taken, both(tips, both(rows, up_and_down(rows)))


@compiled
def wide_spread(cells: Six) -> Six:
    """`spread` for the wide window."""
    return both(sideways(cells), up_and_down(cells))


@compiled
def wide_step(ways: WideWays, taken: Six, vaults: int) -> WideWays:
    """`step` for the wide window."""
    plain, once, over, _ = ways
    free = without(at.WIDE_INSIDE, taken)
    onto = leap = wide_spread(plain)
    if vaults > 1:
        leap = wide_spread(once)
        once = both(once, both(shared(leap, free), shared(onto, taken)))
    grown = both(over, shared(wide_spread(over), free))
    if vaults:
        grown = both(grown, shared(leap, taken))
    return both(plain, shared(onto, free)), once, grown, shared(without(grown, over), free)


@compiled
def wide_moves(state: Numbers, book: Numbers, warrior: int, points: int) -> int:
    """`small_moves` for the swift."""
    taken, beside = widely_around(state, warrior)
    vaults, ways, total = book[at.VAULTS + warrior], WIDE_START, 0
    for left in range(points - 1, -1, -1):
        ways = wide_step(ways, taken, vaults)
        total += size_of(shared(ways[3], beside)) * facings(left)
    return total


@compiled
def nth_wide(state: Numbers, book: Numbers, warrior: int, points: int, number: int) -> int:
    """`nth_small` for the swift."""
    taken, beside = widely_around(state, warrior)
    vaults, ways, left = book[at.VAULTS + warrior], WIDE_START, points
    ends = at.WIDE_HOME
    while True:
        ways, left = wide_step(ways, taken, vaults), left - 1
        ends = shared(ways[3], beside)
        if number < size_of(ends) * facings(left) or left <= 0:
            break
        number -= size_of(ends) * facings(left)
    r = nth_facing(state[at.R + warrior], left, number % facings(left))
    number //= facings(left)
    a, b, c, d, e, f = ends
    row = 0
    while number >= count(a) and row < at.ROWS * at.PARTS:
        number -= count(a)
        a, b, c, d, e, row = b, c, d, e, f, row + at.ROWS
    cell = nth(a, number)
    x = state[at.X + warrior] + cell % at.ROW - at.FAR
    y = state[at.Y + warrior] + cell // at.ROW + row - at.FAR
    return action_at(at.MOVE, warrior, 0, x, y, r)


# ---- both


@compiled
def turns(state: Numbers, warrior: int, points: int) -> int:
    """In how many ways a warrior can turn where it stands."""
    return 0 if state[at.NEAR + warrior] == 0 else 3 if points > 1 else 2


@compiled
def nth_turn(state: Numbers, warrior: int, points: int, number: int) -> int:
    """The one with this number."""
    facing, r = state[at.R + warrior], 0
    for r in range(4):
        if r != facing and (points > 1 or (r - facing) & 1):
            if number == 0:
                break
            number -= 1
    return action_at(at.MOVE, warrior, 0, state[at.X + warrior], state[at.Y + warrior], r)


@compiled
def add_ends(actions: Numbers, found: int, goal: int, ends: int, row: int, facing: int, left: int) -> int:
    """Add the moves to these cells, in rows of 2^`row` columns; `goal` is the move to the first of them."""
    while ends:
        cell = place(ends)
        ends &= ends - 1
        there = goal + ((cell & (1 << row) - 1) << at.SHIFT_X) + (cell >> row << at.SHIFT_Y)
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
        warrior = place(rest)
        rest &= rest - 1
        points = points_of(state, book, warrior)
        if not points:
            continue
        facing, x, y = state[at.R + warrior], state[at.X + warrior], state[at.Y + warrior]
        for number in range(turns(state, warrior, points)):
            actions[found] = nth_turn(state, warrior, points, number)
            found += 1
        vaults = book[at.VAULTS + warrior]
        if points <= at.REACH:
            (taken, beside), ways = around(state, warrior), START
            goal = action_at(at.MOVE, warrior, 0, x - at.REACH, y - at.REACH, 0)
            for left in range(points - 1, -1, -1):
                ways = step(ways, taken, vaults)
                found = add_ends(actions, found, goal, ways[3] & beside, 3, facing, left)
        else:
            (wide_taken, wide_beside), wide_ways = widely_around(state, warrior), WIDE_START
            for left in range(points - 1, -1, -1):
                wide_ways = wide_step(wide_ways, wide_taken, vaults)
                ends = shared(wide_ways[3], wide_beside)
                for row in range(2 * at.FAR + 1):
                    line = ends[row // at.ROWS] >> at.ROW * (row % at.ROWS) & 0x1FFFF
                    goal = action_at(at.MOVE, warrior, 0, x - at.FAR, y + row - at.FAR, 0)
                    found = add_ends(actions, found, goal, line, 5, facing, left)
    return found
