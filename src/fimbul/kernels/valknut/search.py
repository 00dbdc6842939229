"""A search in whole turns inside the kernel, for two to four seats.

A turn of Valknut is several actions, and most orders of them lead to the same place.  So the ends of a turn
are gathered first: from one action to the next only the positions that look best to whoever moves go on, each
but once, and of the ends the best are kept.  Between turns it is alpha-beta: the thinking seat maximises,
everybody else minimises, among the ends that look best to themselves.  What answered one turn well is tried
first against the next.

It is written as a machine whose stack is data: `think` runs for so many positions and can be called again to
go on.  Values are those of the thinking seat, in millionths.
"""

from fimbul.kernels.bits import mixed
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers, Reals
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.choices import legal, seat_to_act
from fimbul.kernels.valknut.course import apply
from fimbul.kernels.valknut.evaluate import lead, values
from fimbul.kernels.valknut.ground import change, copy
from fimbul.kernels.valknut.promise import KILL, promise

WHOLE = 1_000_000  # a game won
LARGEST = 2 * WHOLE
LEVELS = 8  # turns ahead
WIDEST = 96  # positions that go on, and ends that are kept
LONGEST = 40  # actions of a turn
ANSWERS = 4  # turns that were good answers, for each turn of the game
END = at.END  # of a turn, as an action
REMEMBERED = 1 << 16  # ways to lay a card
FADES, RARELY = WHOLE // 500, 7  # what is forgotten of them each time; one in 8 is tried again all the same
LEFT_OUT = -LARGEST
LAYS = 8  # ways to lay a card that go on, for every position that does later in the turn
MOVABLE = WHOLE // 1000  # for every way to go on after a card is laid

# Where the machine stands.
(
    LEVEL,
    MODE,
    VALUE,
    NODES,
    STOP_AT,
    DONE,
    SEAT,
    MASK,
    WORLD,
    STAGE,
    TURN,
    FIRST_WIDE,
    WIDE,
    FIRST_ENDS,
    ENDS,
) = range(15)
MACHINE = 16
ENTER, ANSWER, GATHER, FOLLOW, RETURNED = range(5)

# A frame of the stack: one turn.
ALPHA, BETA, TURNS, BEST, MOVER, KEY, LOW, HIGH, NEXT, HALF, FRONT, COMING, GATHERED, FOLLOWED, THEN = range(
    15
)
FRAME = 16

# Positions: the one that the board shows, one to try actions in, and then for each turn where it begins, what
# an answer leads to, two halves of positions that go on, and ends.
SHOWN, TRIED = 0, 1
BEGINNING, REPLY, HALVES, LAST = 0, 1, 2, 2 + 2 * WIDEST
SLOTS = LAST + WIDEST
ROWS = 2 + LEVELS * SLOTS

# What is noted beside a position.
RANK, WORTH, SIGN, KEPT = range(4)
NOTES = 4

EXACT, AT_LEAST, AT_MOST = range(3)


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
def row_of(level: int, slot: int) -> int:
    """Where a position of a turn is kept."""
    return 2 + level * SLOTS + slot


@compiled
def show(states: Numbers, board: Numbers, book: Numbers, row: int) -> None:
    """Let the board show a position."""
    change(states[SHOWN], states[row], board, book)
    copy(states[row], states[SHOWN])


@compiled
def act(state: Numbers, board: Numbers, book: Numbers, action: int, room: Numbers) -> None:
    """Carry out a decision, and end a turn that has no points left."""
    going = True
    while going:
        apply(state, board, book, action, room)
        action = END
        going = (
            not state[at.OUTCOME]
            and state[at.AGENDA + state[at.AGENDA]] & 15 == at.MARCHING
            and not state[at.POINTS] + state[at.MARKED] + state[at.MARKED + 1]
        )


@compiled
def judge(
    row: int,
    mover: int,
    machine: Numbers,
    states: Numbers,
    notes: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Note what the position that the board shows is worth to the thinking seat and to who moved."""
    machine[NODES] += 1
    state = states[row]
    cards = 0 if state[at.OUTCOME] else values(state, board, book, weights, scratch, reals)
    worth = int(WHOLE * lead(state, book, weights, machine[SEAT], cards, reals))
    notes[row, WORTH] = notes[row, RANK] = worth
    if mover != machine[SEAT]:
        notes[row, RANK] = (
            -worth if book[at.SEATS] == 2 else int(WHOLE * lead(state, book, weights, mover, cards, reals))
        )


@compiled
def near(state: Numbers, book: Numbers, mover: int, action: int) -> bool:
    """Whether an action lays a card on or beside an enemy."""
    cell, r = action >> at.SHIFT_P & 0x3FFFF, action >> at.SHIFT_R & 3
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    width, height = (rows, columns) if r & 1 else (columns, rows)
    for unit in range(book[at.UNITS]):
        there = state[at.CELL + unit]
        if there != at.OFF and state[at.OWNER + unit] != mover:
            x, y = there % at.STRIDE - cell % at.STRIDE, there // at.STRIDE - cell // at.STRIDE
            if -1 <= x <= width and -1 <= y <= height:
                return True
    return False


@compiled
def note_ways(
    state: Numbers,
    mover: int,
    action: int,
    notes: Numbers,
    board: Numbers,
    book: Numbers,
    room: Numbers,
    scratch: Numbers,
) -> None:
    """Note what can be done after a card is laid: far from enemies, ways that leave the same are alike."""
    ways = legal(state, board, book, room, scratch)
    sign = mixed(action) if near(state, book, mover, action) else 0
    for way in range(ways):
        sign += mixed(room[way])
    notes[TRIED, SIGN] = sign
    notes[TRIED, RANK] += MOVABLE * ways


@compiled
def keep(
    first: int,
    size: int,
    most: int,
    laid: bool,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    book: Numbers,
) -> int:
    """Keep the position that was tried among the best from a row on, each but once; how many there are.

    Of cards laid far from enemies that promise the same and leave the same to do, one is enough.
    """
    rank = notes[TRIED, RANK]
    notes[TRIED, KEPT] = 0
    worst = first
    known = False
    for row in range(first, first + size):
        if notes[row, RANK] < notes[worst, RANK]:
            worst = row
        known = known or notes[row, RANK] == rank
    if size == most and notes[worst, RANK] >= rank:
        return size
    sign = notes[TRIED, SIGN] if laid else key_of(states[TRIED], book, 0)
    if known:
        for row in range(first, first + size):
            if notes[row, SIGN] == sign and notes[row, RANK] == rank:
                return size
    row = worst
    if size < most:
        row = first + size
        size += 1
    notes[TRIED, KEPT] = 1
    copy(states[TRIED], states[row])
    notes[row, RANK], notes[row, WORTH], notes[row, SIGN] = rank, notes[TRIED, WORTH], sign
    for number in range(lines[TRIED, 0] + 1):
        lines[row, number] = lines[TRIED, number]
    return size


@compiled
def enter(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    table: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Look at where a turn begins: its value may be known already."""
    level = machine[LEVEL]
    frame, row = frames[level], row_of(level, BEGINNING)
    state = states[row]
    if state[at.OUTCOME] or frame[TURNS] <= 0 or level == LEVELS - 1:
        show(states, board, book, row)
        judge(row, machine[SEAT], machine, states, notes, board, book, weights, scratch, reals)
        machine[VALUE] = notes[row, WORTH]
        go_back(machine)
        return
    machine[NODES] += 1
    key = key_of(state, book, machine[WORLD]) ^ mixed(machine[STAGE] * 16 + frame[TURNS])
    frame[KEY] = key
    place = 2 * (key & machine[MASK])
    if table[place] == key:
        info = table[place + 1]
        bound, value = info & 3, (info >> 2) - LARGEST
        if (
            bound == EXACT
            or (bound == AT_LEAST and value >= frame[BETA])
            or (bound == AT_MOST and value <= frame[ALPHA])
        ):
            machine[VALUE] = value
            go_back(machine)
            return
    frame[MOVER] = seat_to_act(state)
    frame[LOW], frame[HIGH] = frame[ALPHA], frame[BETA]
    frame[BEST] = -LARGEST if frame[MOVER] == machine[SEAT] else LARGEST
    frame[NEXT] = frame[HALF] = frame[COMING] = frame[GATHERED] = 0
    frame[FRONT] = 1
    front = row_of(level, HALVES)
    copy(state, states[front])
    lines[front, 0] = 0
    machine[MODE] = ANSWER


@compiled
def take(machine: Numbers, frames: Numbers, lines: Numbers, value: int, row: int) -> bool:
    """Take what an end is worth; whether the turn need not be looked at any more."""
    level = machine[LEVEL]
    frame = frames[level]
    value -= value >> 13  # a result is worth a little less for every turn it takes
    ours = frame[MOVER] == machine[SEAT]
    if value > frame[BEST] if ours else value < frame[BEST]:
        frame[BEST] = value
        best = row_of(level, BEGINNING)
        for number in range(lines[row, 0] + 1):
            lines[best, number] = lines[row, number]
        if ours:
            frame[ALPHA] = max(frame[ALPHA], value)
        else:
            frame[BETA] = min(frame[BETA], value)
    return frame[ALPHA] >= frame[BETA]


@compiled
def answer(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    answers: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    table: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Try a turn that was a good answer elsewhere, as far as it can be played here."""
    level = machine[LEVEL]
    frame, begin = frames[level], row_of(level, BEGINNING)
    if frame[NEXT] == ANSWERS:
        machine[MODE], frame[NEXT] = GATHER, 0
        return
    turn = states[begin, at.TURN] - machine[TURN] & LEVELS - 1
    line = answers[turn, frame[NEXT]]
    frame[NEXT] += 1
    if not line[0]:
        frame[NEXT] = ANSWERS
        return
    show(states, board, book, begin)
    tried, mover = states[TRIED], frame[MOVER]
    copy(states[SHOWN], tried)
    played = 0
    for number in range(1, line[0] + 2):
        if seat_to_act(tried) != mover:
            break
        action = line[number] if number <= line[0] else END
        for place in range(legal(tried, board, book, actions, scratch)):
            if actions[place] == action:
                act(tried, board, book, action, room)
                played += 1
                lines[TRIED, played] = action
                break
    lines[TRIED, 0] = played
    if seat_to_act(tried) == mover:
        change(tried, states[SHOWN], board, book)
        return
    judge(TRIED, mover, machine, states, notes, board, book, weights, scratch, reals)
    change(tried, states[SHOWN], board, book)
    if frame[TURNS] > 1 and not tried[at.OUTCOME]:
        reply = row_of(level, REPLY)
        copy(tried, states[reply])
        for number in range(played + 1):
            lines[reply, number] = lines[TRIED, number]
        descend(machine, frames, states, reply)
    elif take(machine, frames, lines, notes[TRIED, WORTH], TRIED):
        finish(machine, frames, states, lines, answers, table)


@compiled
def gather(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    answers: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    ranks: Numbers,
    liked: Numbers,
    table: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Try everything in one of the positions that go on; when all have been, those after them go on."""
    level = machine[LEVEL]
    frame = frames[level]
    if frame[NEXT] == frame[FRONT]:
        frame[HALF] ^= 1
        frame[FRONT], frame[COMING], frame[NEXT] = frame[COMING], 0, 0
        if not frame[FRONT]:
            machine[MODE] = FOLLOW
        return
    wide = machine[WIDE] if level else machine[FIRST_WIDE]
    ends = machine[ENDS] if level else machine[FIRST_ENDS]
    here = row_of(level, HALVES + frame[HALF] * WIDEST + frame[NEXT])
    front = row_of(level, HALVES + (1 - frame[HALF]) * WIDEST)
    frame[NEXT] += 1
    show(states, board, book, here)
    shown, tried, mover = states[SHOWN], states[TRIED], frame[MOVER]
    played = lines[here, 0] + 1
    for number in range(1, played):
        lines[TRIED, number] = lines[here, number]
    lines[TRIED, 0] = played
    size = legal(shown, board, book, actions, scratch)
    step = shown[at.AGENDA + shown[at.AGENDA]] & 15
    laying = step == at.LAYING or step == at.RAGING
    sifted = step == at.LAYING and level > 0
    if sifted:
        promise(shown, board, book, mover, size, actions, ranks, scratch)
        sift(shown, size, mover, frame[KEY], book, actions, ranks, liked)
    for number in range(size):
        if sifted and ranks[number] == LEFT_OUT:
            continue
        copy(shown, tried)
        act(tried, board, book, actions[number], room)
        judge(TRIED, mover, machine, states, notes, board, book, weights, scratch, reals)
        over = seat_to_act(tried) != mover or played == LONGEST
        if laying and not over:
            note_ways(tried, mover, actions[number], notes, board, book, room, scratch)
        change(tried, shown, board, book)
        lines[TRIED, played] = actions[number]
        if over:
            if frame[TURNS] > 1 and not tried[at.OUTCOME]:
                last = row_of(level, LAST)
                frame[GATHERED] = keep(last, frame[GATHERED], ends, False, states, notes, lines, book)
            elif take(machine, frames, lines, notes[TRIED, WORTH], TRIED):
                finish(machine, frames, states, lines, answers, table)
                return
        else:
            most = min(LAYS * wide, WIDEST) if laying else wide
            frame[COMING] = keep(front, frame[COMING], most, laying, states, notes, lines, book)
            ranks[number] = notes[TRIED, RANK] if notes[TRIED, KEPT] else -WHOLE
    if sifted and frame[COMING]:
        learn(size, mover, front, frame[COMING], notes, actions, ranks, liked)


@compiled
def sift(
    state: Numbers,
    size: int,
    mover: int,
    key: int,
    book: Numbers,
    actions: Numbers,
    ranks: Numbers,
    liked: Numbers,
) -> None:
    """Leave out most of the ways to lay a card far from enemies that never were among the best elsewhere."""
    for number in range(size):
        spot = spot_of(actions[number], mover)
        unlikely = ranks[number] < KILL and liked[spot] < 0 and (key ^ spot) & RARELY
        if unlikely and not near(state, book, mover, actions[number]):
            ranks[number] = LEFT_OUT


@compiled
def learn(
    size: int,
    mover: int,
    front: int,
    count: int,
    notes: Numbers,
    actions: Numbers,
    ranks: Numbers,
    liked: Numbers,
) -> None:
    """Remember by how much the ways to lay a card were better than the worst of those that go on."""
    bar = LARGEST
    for row in range(front, front + count):
        bar = min(bar, notes[row, RANK])
    for number in range(size):
        if ranks[number] != LEFT_OUT:
            spot = spot_of(actions[number], mover)
            better = ranks[number] - bar
            liked[spot] = max(liked[spot] - FADES, better) if liked[spot] else better


@compiled
def spot_of(action: int, mover: int) -> int:
    """Where it is remembered how good a way to lay a card was for a seat."""
    return mixed(action + (mover << 60)) & (REMEMBERED - 1)


@compiled
def follow(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    answers: Numbers,
    table: Numbers,
) -> None:
    """Follow the best of the ends that are left, or finish the turn."""
    level = machine[LEVEL]
    frame = frames[level]
    first = row_of(level, LAST)
    best = -1
    for row in range(first, first + frame[GATHERED]):
        if notes[row, RANK] >= -WHOLE and (best < 0 or notes[row, RANK] > notes[best, RANK]):
            best = row
    if best < 0:
        finish(machine, frames, states, lines, answers, table)
        return
    notes[best, RANK] = -LARGEST
    descend(machine, frames, states, best)


@compiled
def descend(machine: Numbers, frames: Numbers, states: Numbers, row: int) -> None:
    """Go on to the next turn."""
    level = machine[LEVEL]
    frames[level, FOLLOWED], frames[level, THEN] = row, machine[MODE]
    copy(states[row], states[row_of(level + 1, BEGINNING)])
    child = frames[level + 1]
    child[TURNS] = frames[level, TURNS] - 1
    child[ALPHA], child[BETA] = frames[level, ALPHA], frames[level, BETA]
    machine[LEVEL] = level + 1
    machine[MODE] = ENTER


@compiled
def go_back(machine: Numbers) -> None:
    """Leave a turn whose value is known."""
    if machine[LEVEL] == 0:
        machine[DONE] = 1
        return
    machine[LEVEL] -= 1
    machine[MODE] = RETURNED


@compiled
def finish(
    machine: Numbers, frames: Numbers, states: Numbers, lines: Numbers, answers: Numbers, table: Numbers
) -> None:
    """A turn is done: keep what was found and go back."""
    level = machine[LEVEL]
    frame = frames[level]
    value = frame[BEST]
    bound = AT_MOST if value <= frame[LOW] else AT_LEAST if value >= frame[HIGH] else EXACT
    place = 2 * (frame[KEY] & machine[MASK])
    table[place], table[place + 1] = frame[KEY], bound | (value + LARGEST) << 2
    if value > frame[LOW] if frame[MOVER] == machine[SEAT] else value < frame[HIGH]:
        begin = row_of(level, BEGINNING)
        remember(answers[states[begin, at.TURN] - machine[TURN] & LEVELS - 1], lines[begin])
    machine[VALUE] = value
    go_back(machine)


@compiled
def remember(known: Numbers, line: Numbers) -> None:
    """Put a turn in front of those that were good answers."""
    place = 0
    while place < ANSWERS - 1 and not same(known[place], line):
        place += 1
    while place > 0:
        for number in range(known[place - 1, 0] + 1):
            known[place, number] = known[place - 1, number]
        place -= 1
    for number in range(line[0] + 1):
        known[0, number] = line[number]


@compiled
def same(one: Numbers, other: Numbers) -> bool:
    """Whether two turns are the same actions."""
    number = one[0]
    while number >= 0 and one[number] == other[number]:
        number -= 1
    return number < 0


@compiled
def begin(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    turns: int,
    alpha: int,
    beta: int,
) -> None:
    """Begin a search of the position that the board shows, so many turns ahead."""
    copy(states[SHOWN], states[row_of(0, BEGINNING)])
    machine[LEVEL], machine[MODE], machine[DONE] = 0, ENTER, 0
    frames[0, TURNS], frames[0, ALPHA], frames[0, BETA] = turns, alpha, beta


@compiled
def think(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    notes: Numbers,
    lines: Numbers,
    answers: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    ranks: Numbers,
    liked: Numbers,
    table: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Go on with a search until it is done or has looked at as many positions as it may."""
    while not machine[DONE] and machine[NODES] < machine[STOP_AT]:
        mode = machine[MODE]
        if mode == GATHER:
            gather(
                machine,
                frames,
                states,
                notes,
                lines,
                answers,
                board,
                book,
                weights,
                actions,
                ranks,
                liked,
                table,
                room,
                scratch,
                reals,
            )
        elif mode == ANSWER:
            answer(
                machine,
                frames,
                states,
                notes,
                lines,
                answers,
                board,
                book,
                weights,
                actions,
                table,
                room,
                scratch,
                reals,
            )
        elif mode == ENTER:
            enter(machine, frames, states, notes, lines, board, book, weights, table, scratch, reals)
        elif mode == FOLLOW:
            follow(machine, frames, states, notes, lines, answers, table)
        else:
            frame = frames[machine[LEVEL]]
            machine[MODE] = frame[THEN]
            if take(machine, frames, lines, machine[VALUE], frame[FOLLOWED]):
                finish(machine, frames, states, lines, answers, table)
