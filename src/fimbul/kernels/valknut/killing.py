"""Flanks, and what happens to the flanked (V40 to V46, V61, V66, V83)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.ground import append, insert_sorted, pick_up, set_down
from fimbul.kernels.valknut.supply import first_in_supply, in_supply, leads

NOTHING, OBSTACLE = -2, -1  # what a side can have instead of a unit


@compiled
def push(state: Numbers, step: int, who: int, more: int) -> None:
    """Let a step happen next."""
    append(state, at.AGENDA, step | who << at.STEP_WHO | more << at.STEP_MORE)


@compiled
def resolve(state: Numbers, acting: int, berserk: bool) -> None:
    """Let flanked enemies die next."""
    push(state, at.RESOLVE, acting + 2, int(berserk))


@compiled
def by_card(state: Numbers, book: Numbers) -> int:
    """The acting kind where a card, or the start of a turn, kills."""
    return at.ANYBODY if book[at.RAGNAROK] else book[at.BANDS + 2 * state[at.ACTIVE]]


@compiled
def by_unit(state: Numbers, book: Numbers, kind: int) -> int:
    """The acting kind where a unit was moved or spawned."""
    if not book[at.RAGNAROK]:
        return book[at.BANDS + 2 * state[at.ACTIVE]]
    return kind if leads(book, state[at.ACTIVE], kind) else at.NOBODY


@compiled
def by_effect(state: Numbers, book: Numbers) -> int:
    """The acting kind where a god or monster kills."""
    return at.NOBODY if book[at.RAGNAROK] else book[at.BANDS + 2 * state[at.ACTIVE]]


@compiled
def gain(state: Numbers, book: Numbers, seat: int, kind: int, points: int) -> None:
    """Points from an ability: in Ragnarok only for the warband that has it."""
    if not book[at.RAGNAROK]:
        state[at.POINTS] += points
    elif book[at.BANDS + 2 * seat] == kind:
        state[at.MARKED] += points
    else:
        state[at.MARKED + 1] += points


@compiled
def bring(state: Numbers, board: Numbers, book: Numbers, seat: int, kind: int, cell: int) -> None:
    """Put a unit of the seat's supply on a cell."""
    set_down(state, board, book, first_in_supply(state, book, seat, kind), cell)


@compiled
def side(
    state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, cell: int, step: int
) -> int:
    """What the seat has on one side of a zone: a unit's number, an obstacle, or nothing."""
    near = cell + step
    unit = board[at.UNIT + near]
    if unit >= 0:
        return unit if state[at.OWNER + unit] == seat else NOTHING
    zone = board[at.ZONE + near]
    if zone < 0:
        return NOTHING
    terrain = zone & 3
    if archers and terrain <= at.FOREST:
        far = board[at.UNIT + near + step]
        if far >= 0 and book[at.KIND + far] == book[at.ARCHERY] and state[at.OWNER + far] == seat:
            return far
    return NOTHING if terrain == at.GRASS else OBSTACLE


@compiled
def axis(
    state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, one: int, step: int, other: int
) -> int:
    """The set of kinds of the seat that flank along an axis; 0 if it is not flanked."""
    first = side(state, board, book, seat, archers, one, step)
    if first == NOTHING:
        return 0
    second = side(state, board, book, seat, archers, other, -step)
    if second == NOTHING or (first < 0 and second < 0):
        return 0
    kinds = 0
    if first >= 0:
        kinds |= 1 << book[at.KIND + first]
    if second >= 0:
        kinds |= 1 << book[at.KIND + second]
    return kinds


@compiled
def flankers(state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, unit: int) -> int:
    """The set of kinds of the seat that flank an enemy; 0 if it is safe."""
    cell = state[at.CELL + unit]
    if book[at.KIND + unit] != book[at.TALL]:
        return axis(state, board, book, seat, archers, cell, at.WEST, cell) | axis(
            state, board, book, seat, archers, cell, at.NORTH, cell
        )
    foot = cell + at.SOUTH
    one = axis(state, board, book, seat, archers, cell, at.WEST, cell)
    two = axis(state, board, book, seat, archers, foot, at.WEST, foot)
    three = axis(state, board, book, seat, archers, cell, at.NORTH, foot)
    return one | two | three if (one > 0) + (two > 0) + (three > 0) >= 2 else 0


@compiled
def close(state: Numbers, winner: int, rule: int) -> None:
    """End the game."""
    state[at.OUTCOME], state[at.RULE] = 1 + winner, rule
    state[at.AGENDA] = 0


@compiled
def kill(state: Numbers, board: Numbers, book: Numbers, units: int) -> None:
    """Send units back to their owners' supplies; graves hold where they died.  Who has none left is out."""
    state[at.GRAVES] = 0
    owners = 0
    for unit in range(book[at.UNITS]):
        if units >> unit & 1:
            tall = book[at.KIND + unit] == book[at.TALL]
            insert_sorted(state, at.GRAVES, state[at.CELL + unit] * 2 + tall)
            owners |= 1 << state[at.OWNER + unit]
            pick_up(state, board, book, unit)
    returned = 0
    for seat in range(book[at.SEATS]):
        if not owners >> seat & 1:
            continue
        left = False
        for unit in range(book[at.UNITS]):
            left = left or (state[at.OWNER + unit] == seat and state[at.CELL + unit] != at.OFF)
        if left:
            continue
        state[at.ALIVE] &= ~(1 << seat)
        state[at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)] = 0
        start = at.WORSHIPPED + seat * (1 + at.MOST_GODS)
        for number in range(state[start]):
            returned |= 1 << state[start + 1 + number]
        state[start] = 0
    for god in range(at.MOST_GODS):  # the largest first at the bottom: so the smaller ones go under it first
        if returned >> god & 1:
            for number in range(state[at.GOD_PILE], 0, -1):
                state[at.GOD_PILE + 1 + number] = state[at.GOD_PILE + number]
            state[at.GOD_PILE + 1] = god
            state[at.GOD_PILE] += 1
            state[at.RETURNED] += 1
    if state[at.ALIVE] & (state[at.ALIVE] - 1) == 0:
        winner = 0
        while not state[at.ALIVE] >> winner & 1:
            winner += 1
        close(state, winner, at.V94 if book[at.RAGNAROK] else at.V45 if book[at.SEATS] == 2 else at.V83)


@compiled
def avenge(state: Numbers, board: Numbers, book: Numbers, acting: int, berserk: bool) -> None:
    """Let the acting warband's ability work on the kills in the graves, then look again (V42)."""
    graves = state[at.GRAVES]
    resolve(state, acting, berserk or (graves > 0 and acting == book[at.RAGE]))
    seat = state[at.ACTIVE]
    if not graves or acting < 0:
        return
    if acting == book[at.BLOODLUST]:
        gain(state, book, seat, acting, graves)
    elif acting == book[at.RAGE]:
        state[at.POINTS] = state[at.MARKED] = state[at.MARKED + 1] = 0
    elif acting == book[at.OUTBREAK]:
        rising = min(in_supply(state, book, seat, acting), graves)
        if graves > rising:
            gain(state, book, seat, acting, graves - rising)
        if not rising:
            return
        single = True
        for number in range(graves):
            single = single and not state[at.GRAVES + 1 + number] & 1
        if rising == graves and single:
            for number in range(graves):
                bring(state, board, book, seat, acting, state[at.GRAVES + 1 + number] >> 1)
        else:
            state[at.RISE_LAST] = -1
            push(state, at.RISING, seat, rising)


@compiled
def strike(state: Numbers, board: Numbers, book: Numbers, units: int, acting: int) -> None:
    """Kill units without a flank, then go on as after any kill (V63, V107)."""
    kill(state, board, book, units)
    if not state[at.OUTCOME]:
        avenge(state, board, book, acting, False)


@compiled
def run_resolve(state: Numbers, board: Numbers, book: Numbers, acting: int, berserk: bool) -> None:
    """Kill all flanked enemies together, let the acting warband's ability work, and look again (V42)."""
    seat = state[at.ACTIVE]
    archers = leads(book, seat, book[at.ARCHERY])
    found = kinds = 0
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] != at.OFF and state[at.OWNER + unit] != seat:
            by = flankers(state, board, book, seat, archers, unit)
            if by:
                found |= 1 << unit
                kinds |= by
    if not found:
        if berserk:
            if state[at.POOL]:
                push(state, at.RAGING, seat, 0)
            else:
                calm_down(state)
        return
    kill(state, board, book, found)
    if state[at.OUTCOME]:
        return
    if acting == at.ANYBODY:
        able = 0
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if kind >= 0:
                able |= kinds & (1 << kind)
        if able & (able - 1):
            push(state, at.ACTING, seat, able)
            return
        acting = at.NOBODY
        for kind in range(9):
            if able >> kind & 1:
                acting = kind
    avenge(state, board, book, acting, berserk)


@compiled
def calm_down(state: Numbers) -> None:
    """A rage without a card: what the turn still held is lost, but for a step 3 to come (V67, V123)."""
    while True:
        step = state[at.AGENDA + state[at.AGENDA]] & 15
        if step == at.LEAD or step == at.END_TURN:
            return
        state[at.AGENDA] -= 1
