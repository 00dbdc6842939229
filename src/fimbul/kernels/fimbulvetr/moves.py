"""The ends of moves, as sets of bits around a warrior (F26 to F31)."""

from fimbul.kernels.bits import count, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.typing import Numbers

# Rooms in the scratch: reached cells by layer, ways by vault, free cells, cells next to somebody.
LAYERS, WAYS, FREE, NEXT_TO = 0, 140, 240, 260


@compiled
def points_of(state: Numbers, book: Numbers, warrior: int) -> int:
    """How many steps and quarter turns a warrior may spend."""
    seat = int(warrior >= 6)
    points = book[at.POINTS + warrior]
    if state[at.BEARER + seat] == warrior and state[at.RELIC + seat] == 3:
        points += book[at.RELIC_POINTS]
    return points


@compiled
def small_reach(state: Numbers, book: Numbers, warrior: int, points: int, scratch: Numbers) -> bool:
    """The ends of moves of at most three steps, layer by layer; whether the warrior may turn where it is."""
    taken = beside = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = place(bit)
        dx, dy = state[at.X + other] - x, state[at.Y + other] - y
        if -4 <= dx <= 4 and -4 <= dy <= 4:
            cell = (dy + 4) * 9 + dx + 4
            taken |= book[at.TAKEN + cell]
            beside |= book[at.BESIDE + cell]
    empty = at.INSIDE & ~taken
    vaults = book[at.VAULTS + warrior]
    found = at.HOME
    if vaults == 0:
        for step in range(points):
            wider = (found | found << 1 | found >> 1 | found << at.WINDOW | found >> at.WINDOW) & empty
            scratch[LAYERS + step] = (wider ^ found) & beside
            found = wider
    else:
        for vault in range(vaults + 1):
            scratch[WAYS + vault] = at.HOME
        for step in range(points):
            under = 0
            for vault in range(vaults + 1):
                way = scratch[WAYS + vault]
                onto = way << 1 | way >> 1 | way << at.WINDOW | way >> at.WINDOW
                scratch[WAYS + vault] = way | (onto & empty) | (under & taken)
                under = onto
            fresh = scratch[WAYS + vaults] & empty & ~found
            found |= fresh
            scratch[LAYERS + step] = fresh & beside
    return beside & at.HOME != 0


@compiled
def wide_reach(state: Numbers, book: Numbers, warrior: int, points: int, scratch: Numbers) -> bool:
    """The same for up to eight steps: a window of 17 rows, each one number."""
    rows = at.WIDE
    for row in range(rows):
        scratch[FREE + row] = 0x1FFFF
        scratch[NEXT_TO + row] = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = place(bit)
        column, row = state[at.X + other] - x + at.FAR, state[at.Y + other] - y + at.FAR
        if -1 <= column <= rows and -1 <= row <= rows:
            if 0 <= row < rows and 0 <= column < rows:
                scratch[FREE + row] &= ~(1 << column)
            band = ((7 << (column + 1)) >> 2) & 0x1FFFF
            for near in range(max(row - 1, 0), min(row + 2, rows)):
                scratch[NEXT_TO + near] |= band
    vaults = book[at.VAULTS + warrior]
    for vault in range(vaults + 1):
        for row in range(rows):
            scratch[WAYS + vault * rows + row] = 0
        scratch[WAYS + vault * rows + at.FAR] = 1 << at.FAR
    found_from = WAYS + vaults * rows
    for step in range(points):
        layer = LAYERS + step * rows
        # From the most vaults to the fewest, so that each still sees the others' last step.
        for level in range(vaults + 1):
            vault = vaults - level
            way = WAYS + vault * rows
            less = way - rows
            above = under_above = 0
            for row in range(rows):
                here, down = scratch[way + row], scratch[way + row + 1] if row + 1 < rows else 0
                onto = (here << 1 | here >> 1 | above | down) & 0x1FFFF
                free = scratch[FREE + row]
                grown = here | (onto & free)
                if vault:
                    mine, below_it = scratch[less + row], scratch[less + row + 1] if row + 1 < rows else 0
                    jump = (mine << 1 | mine >> 1 | under_above | below_it) & 0x1FFFF
                    grown |= jump & ~free
                    under_above = mine
                if vault == vaults:
                    scratch[layer + row] = grown & ~here & free & scratch[NEXT_TO + row]
                scratch[way + row] = grown
                above = here
    return scratch[NEXT_TO + at.FAR] >> at.FAR & 1 != 0 and found_from > 0


@compiled
def add_moves(state: Numbers, book: Numbers, actions: Numbers, found: int, scratch: Numbers) -> int:
    """Add every move of the active clan."""
    seat = state[at.ACTIVE]
    for warrior in range(6 * seat, 6 * seat + 6):
        if not state[at.ALIVE] >> warrior & 1:
            continue
        points = points_of(state, book, warrior)
        if not points:
            continue
        facing, x, y = state[at.R + warrior], state[at.X + warrior], state[at.Y + warrior]
        small = points <= at.REACH
        if small:
            turns = small_reach(state, book, warrior, points, scratch)
        else:
            turns = wide_reach(state, book, warrior, points, scratch)
        if turns:
            for r in range(4):
                if r != facing and (points > 1 or (r - facing) & 1):
                    actions[found] = action_at(at.MOVE, warrior, 0, x, y, r)
                    found += 1
        for step in range(points):
            left = points - 1 - step
            for row in range(1 if small else at.WIDE):
                ends = scratch[LAYERS + step] if small else scratch[LAYERS + step * at.WIDE + row]
                while ends:
                    bit = ends & -ends
                    ends ^= bit
                    cell = place(bit)
                    if small:
                        column, line = x + (cell & 7) - at.REACH, y + (cell >> 3) - at.REACH
                    else:
                        column, line = x + cell - at.FAR, y + row - at.FAR
                    goal = action_at(at.MOVE, warrior, 0, column, line, 0)
                    for r in range(4):
                        turn = (r - facing) & 3
                        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
                            actions[found] = goal | r << at.SHIFT_R
                            found += 1
    return found


@compiled
def count_moves(state: Numbers, book: Numbers, warrior: int, scratch: Numbers) -> int:
    """How many moves a warrior has; their ends stay in the scratch."""
    if not state[at.ALIVE] >> warrior & 1:
        return 0
    points = points_of(state, book, warrior)
    if not points:
        return 0
    small = points <= at.REACH
    if small:
        turns = small_reach(state, book, warrior, points, scratch)
    else:
        turns = wide_reach(state, book, warrior, points, scratch)
    total = 0
    if turns:
        total = 3 if points > 1 else 2
    for step in range(points):
        left = points - 1 - step
        ends = 0
        if small:
            ends = count(scratch[LAYERS + step])
        else:
            for row in range(at.WIDE):
                ends += count(scratch[LAYERS + step * at.WIDE + row])
        total += ends * (4 if left >= 2 else 3 if left == 1 else 1)
    return total


@compiled
def nth_facing(facing: int, left: int, number: int) -> int:
    """The facing with this number among those that a warrior can take with the points it has left."""
    for r in range(4):
        turn = (r - facing) & 3
        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
            if number == 0:
                return r
            number -= 1
    return facing


@compiled
def nth_move(state: Numbers, book: Numbers, warrior: int, number: int, scratch: Numbers) -> int:
    """The move with this number of a warrior, whose ends are in the scratch."""
    points = points_of(state, book, warrior)
    small = points <= at.REACH
    facing, x, y = state[at.R + warrior], state[at.X + warrior], state[at.Y + warrior]
    near = state[at.NEAR + warrior] != 0
    if near:
        for r in range(4):
            if r != facing and (points > 1 or (r - facing) & 1):
                if number == 0:
                    return action_at(at.MOVE, warrior, 0, x, y, r)
                number -= 1
    for step in range(points):
        left = points - 1 - step
        each = 4 if left >= 2 else 3 if left == 1 else 1
        for row in range(1 if small else at.WIDE):
            ends = scratch[LAYERS + step] if small else scratch[LAYERS + step * at.WIDE + row]
            size = count(ends) * each
            if number >= size:
                number -= size
                continue
            for _ in range(number // each):
                ends &= ends - 1
            cell = place(ends & -ends)
            r = nth_facing(facing, left, number % each)
            if small:
                return action_at(
                    at.MOVE, warrior, 0, x + (cell & 7) - at.REACH, y + (cell >> 3) - at.REACH, r
                )
            return action_at(at.MOVE, warrior, 0, x + cell - at.FAR, y + row - at.FAR, r)
    return -1
