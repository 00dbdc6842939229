"""Alpha-beta inside the kernel, for two to four seats: the thinking seat maximises, everybody else minimises.

It is written as a machine whose stack is data: `think` runs for so many positions and can be called again to
go on.  Values are those of the thinking seat, in millionths.
"""

from fimbul.kernels.bits import mixed
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers, Reals
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.choices import legal, seat_to_act
from fimbul.kernels.valknut.course import apply
from fimbul.kernels.valknut.evaluate import evaluate
from fimbul.kernels.valknut.ground import change, copy
from fimbul.kernels.valknut.promise import promise

WHOLE = 1_000_000  # a game won
LARGEST = 2 * WHOLE
DEEPEST = 48

# Where the machine stands.
LEVEL, MODE, VALUE, NODES, STOP_AT, DONE, SEAT, MASK, WORLD, BEAM, SIEVE = range(11)
MACHINE = 16
ENTER, GO_ON, RETURNED = range(3)

# A frame of the stack.
ALPHA, BETA, DEPTH, BEST, BEST_ACTION, SIZE, NEXT, OURS, KEY, LOW, HIGH = range(11)
FRAME = 16

EXACT, AT_LEAST, AT_MOST = range(3)
FROM_TABLE = 1 << 50
HISTORY = 1 << 16
MOST_HISTORY = 900  # less than a point of promise


@compiled
def key_of(state: Numbers, book: Numbers, world: int) -> int:
    """One number for everything that matters in a position of a world."""
    total = mixed(world + 77)
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        total += mixed((book[at.KIND + unit] << 24) + (state[at.OWNER + unit] << 20) + cell + 1)
    for number in range(state[at.LAID]):
        total += mixed(state[at.LAID + 1 + number] + (1 << 40))
    for number in range(state[at.POOL]):
        total += mixed(state[at.POOL + 1 + number] + (1 << 41))
    for seat in range(book[at.SEATS]):
        start = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
        for number in range(state[start]):
            total += mixed((state[start + 1 + number] << 2) + seat + (1 << 42))
        start = at.WORSHIPPED + seat * (1 + at.MOST_GODS)
        for number in range(state[start]):
            total += mixed((state[start + 1 + number] << 2) + seat + (1 << 43))
    for number in range(state[at.AGENDA]):
        total = total * 3 + mixed(state[at.AGENDA + 1 + number])
    counts = state[at.POINTS] + (state[at.MARKED] << 8) + (state[at.MARKED + 1] << 16)
    return total ^ mixed(
        counts + (state[at.PILE] << 24) + (state[at.ACTIVE] << 32) + (state[at.GOD_PILE] << 36)
    )


@compiled
def value_of(
    state: Numbers, board: Numbers, book: Numbers, weights: Reals, seat: int, scratch: Numbers, reals: Reals
) -> int:
    """What a position is worth to the thinking seat without looking further."""
    return int(WHOLE * evaluate(state, board, book, weights, seat, scratch, reals))


@compiled
def sieve(
    level: int,
    size: int,
    machine: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    ranks: Numbers,
    ours: int,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Rank actions by what they lead to at once: hundreds of ways to lay cards promise the same."""
    state, child = states[level], states[level + 1]
    for number in range(size):
        copy(state, child)
        apply(child, board, book, actions[number], room)
        value = value_of(child, board, book, weights, machine[SEAT], scratch, reals)
        change(child, state, board, book)
        ranks[number] = value if ours else -value
        machine[NODES] += 1


@compiled
def enter(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    ranks: Numbers,
    table: Numbers,
    history: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> bool:
    """Look at a new position; whether its value is known already (it is in `VALUE` then)."""
    level = machine[LEVEL]
    state, frame = states[level], frames[level]
    machine[NODES] += 1
    depth = frame[DEPTH]
    if state[at.OUTCOME] or depth <= 0 or level >= DEEPEST - 3:
        machine[VALUE] = value_of(state, board, book, weights, machine[SEAT], scratch, reals)
        return True
    key = key_of(state, book, machine[WORLD])
    frame[KEY] = key
    row = 3 * (key & machine[MASK])
    known = -1
    if table[row] == key:
        known = table[row + 1]
        info = table[row + 2]
        deep, bound, value = info & 0xFF, info >> 8 & 3, (info >> 10) - LARGEST
        if deep >= depth and (
            bound == EXACT
            or (bound == AT_LEAST and value >= frame[BETA])
            or (bound == AT_MOST and value <= frame[ALPHA])
        ):
            machine[VALUE] = value
            return True
    mover = seat_to_act(state)
    ours = int(mover == machine[SEAT])
    frame[OURS] = ours
    frame[LOW], frame[HIGH] = frame[ALPHA], frame[BETA]
    frame[BEST], frame[BEST_ACTION] = -LARGEST if ours else LARGEST, -1
    frame[NEXT] = 0
    size = legal(state, board, book, actions[level], scratch)
    if size > machine[BEAM] and depth >= machine[SIEVE] and level > 0:
        sieve(
            level,
            size,
            machine,
            states,
            board,
            book,
            weights,
            actions[level],
            ranks[level],
            ours,
            room,
            scratch,
            reals,
        )
    else:
        promise(state, board, book, mover, size, actions[level], ranks[level], scratch)
        for number in range(size):
            ranks[level, number] += history[mixed(actions[level, number]) & (HISTORY - 1)]
    if known >= 0:
        for number in range(size):
            if actions[level, number] == known:
                ranks[level, number] = FROM_TABLE
    frame[SIZE] = size
    return False


@compiled
def try_next(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    actions: Numbers,
    ranks: Numbers,
    table: Numbers,
    room: Numbers,
) -> None:
    """Try the next action of the position, or finish it."""
    level = machine[LEVEL]
    frame = frames[level]
    first = frame[NEXT]
    if first >= frame[SIZE] or first >= machine[BEAM]:
        finish(machine, frames, states, board, book, table)
        return
    best = first
    for number in range(first + 1, frame[SIZE]):
        if ranks[level, number] > ranks[level, best]:
            best = number
    if best != first:
        actions[level, first], actions[level, best] = actions[level, best], actions[level, first]
        ranks[level, first], ranks[level, best] = ranks[level, best], ranks[level, first]
    frame[NEXT] += 1
    descend(machine, frames, states, board, book, actions[level, first], room)


@compiled
def descend(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    action: int,
    room: Numbers,
) -> None:
    """Go down to the position after an action."""
    level = machine[LEVEL]
    copy(states[level], states[level + 1])
    apply(states[level + 1], board, book, action, room)
    child = frames[level + 1]
    child[DEPTH] = frames[level, DEPTH] - 1
    child[ALPHA], child[BETA] = frames[level, ALPHA], frames[level, BETA]
    machine[LEVEL] = level + 1
    machine[MODE] = ENTER


@compiled
def go_back(machine: Numbers, states: Numbers, board: Numbers, book: Numbers) -> None:
    """Leave a position whose value is known."""
    level = machine[LEVEL]
    if level == 0:
        machine[DONE] = 1
        return
    change(states[level], states[level - 1], board, book)
    machine[LEVEL] = level - 1
    machine[MODE] = RETURNED


@compiled
def finish(
    machine: Numbers, frames: Numbers, states: Numbers, board: Numbers, book: Numbers, table: Numbers
) -> None:
    """A position is done: keep what was found and go back."""
    frame = frames[machine[LEVEL]]
    value = frame[BEST]
    bound = AT_MOST if value <= frame[LOW] else AT_LEAST if value >= frame[HIGH] else EXACT
    row = 3 * (frame[KEY] & machine[MASK])
    table[row], table[row + 1] = frame[KEY], frame[BEST_ACTION]
    table[row + 2] = frame[DEPTH] | bound << 8 | (value + LARGEST) << 10
    machine[VALUE] = value
    go_back(machine, states, board, book)


@compiled
def take_value(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    actions: Numbers,
    table: Numbers,
    history: Numbers,
) -> None:
    """A child's value has come back."""
    level = machine[LEVEL]
    frame = frames[level]
    machine[MODE] = GO_ON
    value = machine[VALUE]
    value -= value >> 13  # a result is worth a little less for every action it takes
    action = actions[level, frame[NEXT] - 1]
    if frame[OURS]:
        if value > frame[BEST]:
            frame[BEST], frame[BEST_ACTION] = value, action
            frame[ALPHA] = max(frame[ALPHA], value)
    elif value < frame[BEST]:
        frame[BEST], frame[BEST_ACTION] = value, action
        frame[BETA] = min(frame[BETA], value)
    if frame[ALPHA] >= frame[BETA]:
        spot = mixed(action) & (HISTORY - 1)
        history[spot] = min(MOST_HISTORY, history[spot] + frame[DEPTH] * frame[DEPTH])
        finish(machine, frames, states, board, book, table)


@compiled
def begin(machine: Numbers, frames: Numbers, depth: int, alpha: int, beta: int) -> None:
    """Begin a search of the position at level 0, which the board shows."""
    machine[LEVEL], machine[MODE], machine[DONE] = 0, ENTER, 0
    frames[0, DEPTH], frames[0, ALPHA], frames[0, BETA] = depth, alpha, beta


@compiled
def think(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    ranks: Numbers,
    table: Numbers,
    history: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Go on with a search until it is done or has looked at as many positions as it may."""
    while not machine[DONE] and machine[NODES] < machine[STOP_AT]:
        if machine[MODE] == ENTER:
            if enter(
                machine,
                frames,
                states,
                board,
                book,
                weights,
                actions,
                ranks,
                table,
                history,
                room,
                scratch,
                reals,
            ):
                go_back(machine, states, board, book)
            else:
                machine[MODE] = GO_ON
        elif machine[MODE] == RETURNED:
            take_value(machine, frames, states, board, book, actions, table, history)
        else:
            try_next(machine, frames, states, board, book, actions, ranks, table, room)


@compiled
def unwind(machine: Numbers, states: Numbers, board: Numbers, book: Numbers) -> None:
    """Break a search off: the board shows the position at level 0 again."""
    while machine[LEVEL] > 0:
        change(states[machine[LEVEL]], states[machine[LEVEL] - 1], board, book)
        machine[LEVEL] -= 1
