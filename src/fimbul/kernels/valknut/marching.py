"""What movement points can be spent on (V30 to V34, V60, V63, V69, V70)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.supply import action_at, affords, leads, step_of, visible


@compiled
def add_reach(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    unit: int,
    verb: int,
    stomps: bool,
    actions: Numbers,
    found: int,
) -> int:
    """Add the straight moves of a unit; those of Freya pass over everything."""
    free = verb == at.FREYA_MOVE
    kind, start, seat = book[at.KIND + unit], state[at.CELL + unit], state[at.OWNER + unit]
    passes = 15 if free else book[at.PASSES + kind]
    enemies = free or book[at.PASSES_ENEMY + kind] != 0
    tall = kind == book[at.TALL]
    for way in range(4):
        step = step_of(way)
        here, length = start + step, 1
        while True:
            terrain = board[at.ZONE + here]
            if terrain < 0:
                break
            other = board[at.UNIT + here]
            if tall:
                foot = board[at.ZONE + here + at.SOUTH]
                if foot < 0:
                    break
                second = board[at.UNIT + here + at.SOUTH]
                if other == unit:
                    other = -1
                if second == unit:
                    second = -1
                if not free and (
                    (other >= 0 and state[at.OWNER + other] == seat)
                    or (second >= 0 and state[at.OWNER + second] == seat)
                ):
                    break
                ends = (stomps or (other < 0 and second < 0)) and terrain & 3 == 0 and foot & 3 == 0
            else:
                if not passes >> (terrain & 3) & 1:
                    break
                ends = False
                if other < 0:
                    ends = terrain & 3 == 0
                elif not enemies or (state[at.OWNER + other] == seat and not free):
                    break
            if ends:
                actions[found] = action_at(verb, 0, way, length, 0, start, 0)
                found += 1
            here += step
            length += 1
    return found


@compiled
def shoves(state: Numbers, board: Numbers, book: Numbers, cell: int, step: int) -> bool:
    """Whether the unit on a cell can shove somebody in a direction (V69)."""
    enemy = board[at.UNIT + cell + step]
    if enemy < 0 or state[at.OWNER + enemy] == state[at.OWNER + board[at.UNIT + cell]]:
        return False
    here = state[at.CELL + enemy] + step
    for part in range(2 if book[at.KIND + enemy] == book[at.TALL] else 1):
        zone = board[at.ZONE + here]
        other = board[at.UNIT + here]
        if zone < 0 or zone & 3 or (other >= 0 and other != enemy):
            return False
        here += at.SOUTH + 0 * part
    return True


@compiled
def add_march(state: Numbers, board: Numbers, book: Numbers, seat: int, actions: Numbers, found: int) -> int:
    """Add everything that points can be spent on."""
    fury = visible(state, board) >= book[at.FURY]
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        if cell == at.OFF or state[at.OWNER + unit] != seat:
            continue
        kind = book[at.KIND + unit]
        if not affords(state, book, seat, kind):
            continue
        stomps = fury and kind == book[at.TALL]
        found = add_reach(state, board, book, unit, at.MOVE, stomps, actions, found)
        if kind == book[at.SHOVE_KIND] and leads(book, seat, kind):
            for way in range(4):
                if shoves(state, board, book, cell, step_of(way)):
                    actions[found] = action_at(at.SHOVE, 0, way, 0, 0, cell, 0)
                    found += 1
        elif kind == book[at.SPELL] and leads(book, seat, kind):
            for number in range(state[at.VALKNUTS]):
                goal = state[at.VALKNUTS + 1 + number]
                if board[at.UNIT + goal] < 0:
                    actions[found] = action_at(at.SUMMON, 0, 0, 0, 0, cell, goal)
                    found += 1
    return found
