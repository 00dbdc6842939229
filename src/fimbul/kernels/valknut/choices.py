"""What a seat may decide now, in the order of the readable rules' lists."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.cards import add_cards
from fimbul.kernels.valknut.marching import add_march, add_reach
from fimbul.kernels.valknut.parley import add_setup
from fimbul.kernels.valknut.supply import action_at, can_swarm, spawnable, waiting


@compiled
def add_rises(state: Numbers, actions: Numbers, count: int) -> int:
    """Where the next Draugr may rise so that the others still can (V72)."""
    found = 0
    last = state[at.RISE_LAST]
    for number in range(state[at.GRAVES]):
        grave = state[at.GRAVES + 1 + number]
        for part in range(1 + (grave & 1)):
            cell = (grave >> 1) + part * at.SOUTH
            later = 0
            for other in range(state[at.GRAVES]):
                end = state[at.GRAVES + 1 + other]
                later += other != number and (end >> 1) + (end & 1) * at.SOUTH > cell
            if cell > last and later >= count - 1:
                actions[found] = action_at(at.RISE, 0, 0, 0, 0, cell, 0)
                place = found
                while place > 0 and actions[place - 1] >> at.SHIFT_P > actions[place] >> at.SHIFT_P:
                    actions[place - 1], actions[place] = actions[place], actions[place - 1]
                    place -= 1
                found += 1
    return found


@compiled
def add_worship(state: Numbers, book: Numbers, seat: int, actions: Numbers) -> int:
    """The gods and monsters that may be taken, or to decline (V101)."""
    found = 0
    for number in range(state[at.GOD_POOL]):
        actions[found] = action_at(at.TAKE, state[at.GOD_POOL + 1 + number], 0, 0, 0, 0, 0)
        found += 1
    for other in range(book[at.SEATS]):
        start = at.WORSHIPPED + other * (1 + at.MOST_GODS)
        if other != seat:
            for number in range(state[start]):
                actions[found] = action_at(at.TAKE_FROM, state[start + 1 + number], 0, 0, other, 0, 0)
                found += 1
    actions[found] = action_at(at.DECLINE, 0, 0, 0, 0, 0, 0)
    return found + 1


@compiled
def add_miracle(state: Numbers, board: Numbers, book: Numbers, seat: int, god: int, actions: Numbers) -> int:
    """What a god or monster may do (V104 to V112)."""
    found = 0
    if god == book[at.ODIN]:
        top = min(state[at.PILE], book[at.SIGHT])
        orders = 1 if top else 0
        for number in range(2, top + 1):
            orders *= number
        for number in range(orders):
            actions[found] = action_at(at.ORDER, top, 0, number, 0, 0, 0)
            found += 1
    elif god == book[at.FREYA]:
        for unit in range(book[at.UNITS]):
            if state[at.CELL + unit] != at.OFF and state[at.OWNER + unit] == seat:
                found = add_reach(state, board, book, unit, at.FREYA_MOVE, False, actions, found)
    elif god == book[at.THOR]:
        for number in range(state[at.VALKNUTS]):
            cell = state[at.VALKNUTS + 1 + number]
            unit = board[at.UNIT + cell]
            if unit >= 0 and state[at.OWNER + unit] != seat and book[at.KIND + unit] != book[at.TALL]:
                actions[found] = action_at(at.THOR_KILL, 0, 0, 0, 0, cell, 0)
                found += 1
    elif god == book[at.HEL]:
        for other in range(book[at.SEATS]):
            kinds = waiting(state, book, other) if state[at.ALIVE] >> other & 1 else 0
            for kind in range(9):
                if kinds >> kind & 1 and kind != book[at.TALL]:
                    for number in range(state[at.VALKNUTS]):
                        cell = state[at.VALKNUTS + 1 + number]
                        if board[at.UNIT + cell] < 0:
                            actions[found] = action_at(at.HEL_BRING, kind, 0, 0, other, cell, 0)
                            found += 1
    elif god == book[at.FENRIR]:
        for other in range(book[at.SEATS]):
            start = at.AMBUSHES + other * (1 + at.MOST_AMBUSHES)
            if other != seat:
                for number in range(state[start]):
                    actions[found] = action_at(at.FENRIR_TAKE, state[start + 1 + number], 0, 0, other, 0, 0)
                    found += 1
    elif god == book[at.SURTR]:
        found = add_burns(state, board, book, actions)
    elif god == book[at.JORMUNGANDR]:
        for other in range(book[at.SEATS]):
            kinds = waiting(state, book, other) if state[at.ALIVE] >> other & 1 and other != seat else 0
            for kind in range(9):
                if kinds >> kind & 1:
                    actions[found] = action_at(at.JORMUNGANDR_TAKE, kind, 0, 0, other, 0, 0)
                    found += 1
    return found


@compiled
def add_burns(state: Numbers, board: Numbers, book: Numbers, actions: Numbers) -> int:
    """The laid cards on which nobody stands, by row, then column (V111)."""
    found = 0
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    for number in range(state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        if laid & 0xFF < 2:
            continue
        corner = laid >> at.LAID_CELL
        turned = laid >> at.LAID_R & 1
        width, height = (rows, columns) if turned else (columns, rows)
        empty = True
        for y in range(height):
            for x in range(width):
                if board[at.UNIT + corner + y * at.STRIDE + x] >= 0:
                    empty = False
        if empty:
            actions[found] = action_at(at.SURTR_BURN, 0, 0, 0, 0, corner, 0)
            place = found
            while place > 0 and actions[place - 1] > actions[place]:
                actions[place - 1], actions[place] = actions[place], actions[place - 1]
                place -= 1
            found += 1
    return found


@compiled
def seat_to_act(state: Numbers) -> int:
    """Who decides now; -1 when the game is over."""
    if state[at.OUTCOME] or not state[at.AGENDA]:
        return -1
    return state[at.AGENDA + state[at.AGENDA]] >> at.STEP_WHO & 0x3F


@compiled
def legal(state: Numbers, board: Numbers, book: Numbers, actions: Numbers, scratch: Numbers) -> int:
    """Everything that the seat to act may decide; how much that is."""
    if state[at.OUTCOME] or not state[at.AGENDA]:
        return 0
    top = state[at.AGENDA + state[at.AGENDA]]
    step, seat, more = top & 15, top >> at.STEP_WHO & 0x3F, top >> at.STEP_MORE
    found = 0
    if step == at.MARCHING:
        if state[at.POINTS] or state[at.MARKED] or state[at.MARKED + 1]:
            found = add_march(state, board, book, seat, actions, found)
        actions[found] = action_at(at.END, 0, 0, 0, 0, 0, 0)
        return found + 1
    if step == at.LAYING:
        return add_cards(state, board, book, seat, True, actions, scratch)
    if step == at.RAGING:
        found = add_cards(state, board, book, seat, False, actions, scratch)
    elif step == at.SPAWNING:
        kinds = spawnable(state, book, seat)
        for kind in range(9):
            if not kinds >> kind & 1:
                continue
            if kind == book[at.NUMBERS] and can_swarm(state, book, seat):
                for number in range(state[at.VALKNUTS]):
                    cell = state[at.VALKNUTS + 1 + number]
                    if board[at.UNIT + cell] < 0:
                        actions[found] = action_at(at.SPAWN, kind, 0, 0, 0, cell, 0)
                        found += 1
            else:
                actions[found] = action_at(at.SPAWN, kind, 0, 0, 0, more, 0)
                found += 1
    elif step == at.SWARMING:
        for number in range(state[at.VALKNUTS]):
            cell = state[at.VALKNUTS + 1 + number]
            if board[at.UNIT + cell] < 0 and cell > more:
                actions[found] = action_at(at.SPAWN, book[at.NUMBERS], 0, 0, 0, cell, 0)
                found += 1
    elif step == at.SETTING_UP:
        return add_setup(state, board, book, seat, actions)
    elif step == at.ACTING:
        for kind in range(9):
            if more >> kind & 1:
                actions[found] = action_at(at.ACT, kind, 0, 0, 0, 0, 0)
                found += 1
        return found
    elif step == at.RISING:
        return add_rises(state, actions, more)
    elif step == at.WORSHIP:
        return add_worship(state, book, seat, actions)
    else:
        return add_miracle(state, board, book, seat, more, actions)
    actions[found] = action_at(at.DECLINE, 0, 0, 0, 0, 0, 0)
    return found + 1
