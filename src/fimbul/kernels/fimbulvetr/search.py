"""Alpha-beta inside the kernel: principal variation search with a table, reductions and quiescence.

It is written as a machine whose stack is data: `think` runs for so many positions and can be called again to
go on, so that whoever holds the clock needs no help from in here.  Values are those of the mover, in
thousandths of the logarithm of the odds; a forced win is `WIN` less the number of plies it takes.
"""

import math

import numpy as np

from fimbul.kernels.bits import mixed, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import slain_by
from fimbul.kernels.fimbulvetr.field import action_at, severed
from fimbul.kernels.fimbulvetr.judge import CHECKS, SIDE, judge, see
from fimbul.kernels.fimbulvetr.rules import apply, legal
from fimbul.kernels.typing import Floats, Numbers, Reals

WIN, FORCED = 1_000_000, 900_000
DEEPEST = 60  # levels of the stack

# Where the machine stands.
LEVEL, MODE, VALUE, NODES, STOP_AT, DONE, SEAT, CONTEMPT, MASK, ROOT_X, ROOT_Y, BEST_ROOT = range(12)
MACHINE = 16
ENTER, GO_ON, RETURNED = range(3)

# A frame of the stack.
ALPHA, BETA, DEPTH, BEST, BEST_ACTION, SIZE, NEXT, FLOOR, STAGE, ACTION, KEY, STATIC, QUIET_DONE, TRIED = (
    range(14)
)
FRAME = 16
FIRST, SCOUT, DEEPER, WHOLE, NULL = range(5)  # how the child is being searched

# The table: a key, an action, and depth, bound and value in one number.
EXACT, AT_LEAST, AT_MOST = range(3)

# The order of searching.
FROM_TABLE, ATTACK, KILLER = 1 << 50, 1 << 40, 1 << 39
HISTORY = 12 * 4096 + 16

# What is hardly worth a look, by how many plies are left (at most as many as said).
FUTILE, FUTILE_PLIES = 500, 5  # what a quiet action can hardly win for each ply
SAFE, SAFE_PLIES = 300, 7  # what a ply can hardly lose who is not threatened
MANY, MANY_PLIES = 5, 6  # by the square of the plies: after so many quiet actions no good one is expected
PREY = 2500  # what an attack can hardly win
UNKNOWN = 4  # with so many plies left a position without an action to begin with is looked at a ply less deep

# A quiet action is looked at less deep by (1 + ln(plies) * ln(actions before it)) / 1.4 plies.
GRAIN, LESS = 64, 64 * 64 * 14 // 10
LOGARITHMS = np.array(
    [0] + [round(GRAIN * math.log(number)) for number in range(1, at.MOST_ACTIONS + 1)], np.int64
)


@compiled
def history_place(action: int, machine: Numbers) -> int:
    """Where the history keeps what became of an action."""
    warrior = action >> at.SHIFT_W & 15
    if action & 7 != at.MOVE:
        return 12 * 4096 + warrior
    x = (action >> at.SHIFT_X) - machine[ROOT_X] & 31
    y = (action >> at.SHIFT_Y) - machine[ROOT_Y] & 31
    return warrior * 4096 + x * 128 + y * 4 + (action >> at.SHIFT_R & 3)


@compiled
def drawn_value(state: Numbers, machine: Numbers) -> int:
    """A draw is worth a little less to the clan that thinks than an even position: play on."""
    return -machine[CONTEMPT] if state[at.ACTIVE] == machine[SEAT] else machine[CONTEMPT]


@compiled
def repeated(state: Numbers, seen: Numbers) -> bool:
    """Whether the position has been on the table before, since somebody fell."""
    last = state[at.SEEN_TO] - 1
    now = seen[last]
    earlier = last - 2
    while earlier >= state[at.SEEN_FROM]:
        if seen[earlier] == now:
            return True
        earlier -= 2
    return False


@compiled
def add_blows(state: Numbers, worth: Reals, actions: Numbers, ranks: Numbers, hits: int, shots: int) -> int:
    """The mover's attacks, ranked by whom they slay; one for each target."""
    seat, found, hit = state[at.ACTIVE], 0, 0
    for attacker in range(6):
        for kind in range(2):
            targets = (hits if kind == 0 else shots) >> 8 * attacker & 0x3F & ~hit
            hit |= targets
            while targets:
                target = 6 * (1 - seat) + place(targets)
                targets &= targets - 1
                strikes = at.STRIKE if kind == 0 else at.SHOOT
                actions[found] = action_at(strikes, 6 * seat + attacker, target, 0, 0, 0)
                ranks[found] = ATTACK + int(worth[target] * 1000)
                found += 1
    return found


@compiled
def rank_all(
    level: int,
    size: int,
    known: int,
    worth: Reals,
    actions: Numbers,
    ranks: Numbers,
    killers: Numbers,
    history: Numbers,
    machine: Numbers,
) -> None:
    """The order in which to try all actions: from the table, attacks, what cut off before, what often did."""
    for number in range(size):
        action = actions[number]
        kind = action & 7
        if action == known:
            ranks[number] = FROM_TABLE
        elif kind == at.STRIKE or kind == at.SHOOT:
            ranks[number] = ATTACK + int(worth[action >> at.SHIFT_T & 15] * 1000)
        elif action == killers[2 * level]:
            ranks[number] = KILLER + 1
        elif action == killers[2 * level + 1]:
            ranks[number] = KILLER
        else:
            ranks[number] = history[history_place(action, machine)]


@compiled
def best_next(frame: Numbers, actions: Numbers, ranks: Numbers) -> int:
    """The next action by rank; it is moved to its place in the order."""
    first, size = frame[NEXT], frame[SIZE]
    best = first
    for number in range(first + 1, size):
        if ranks[number] > ranks[best]:
            best = number
    if best != first:
        actions[first], actions[best] = actions[best], actions[first]
        ranks[first], ranks[best] = ranks[best], ranks[first]
    frame[NEXT] += 1
    return actions[first]


@compiled
def begin(machine: Numbers, frames: Numbers, depth: int) -> None:
    """Begin a search of the position at level 0, whose actions lie in order at level 0."""
    machine[LEVEL], machine[MODE], machine[DONE] = 0, GO_ON, 0
    frame = frames[0]
    frame[ALPHA], frame[BETA], frame[DEPTH] = -WIN, WIN, depth
    frame[BEST], frame[BEST_ACTION], frame[NEXT], frame[FLOOR] = -WIN, -1, 0, -WIN
    frame[TRIED] = 0


@compiled
def enter(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    actions: Numbers,
    ranks: Numbers,
    book: Numbers,
    seen: Numbers,
    worth: Reals,
    net: Floats,
    features: Floats,
    table: Numbers,
    killers: Numbers,
    history: Numbers,
) -> bool:
    """Look at a new position; whether its value is known already (it is in `VALUE` then)."""
    level = machine[LEVEL]
    state, frame = states[level], frames[level]
    machine[NODES] += 1
    outcome = state[at.OUTCOME]
    if outcome:
        if outcome == at.DRAWN:
            machine[VALUE] = drawn_value(state, machine)
        else:
            seat = 1 - states[level - 1, at.ACTIVE]  # a win comes before the turn passes on
            machine[VALUE] = WIN - level if outcome - at.WON_0 == seat else level - WIN
        return True
    playing = state[at.PHASE] == at.PLAYING
    if playing and repeated(state, seen):
        machine[VALUE] = drawn_value(state, machine)
        return True
    depth = frame[DEPTH]
    key = seen[state[at.SEEN_TO] - 1] if playing else mixed(level)
    frame[KEY] = key
    row = 3 * (key & machine[MASK]) if playing else 0
    known = -1
    if playing and table[row] == key:
        known = table[row + 1]
        info = table[row + 2]
        deep, bound, value = (info & 0xFF) - 16, info >> 8 & 3, (info >> 10) - 2 * WIN
        calm = state[at.QUIET] + 8 < book[at.QUIET_TURNS] and state[at.TURN] + 20 < book[at.MOST_TURNS]
        if deep >= depth and calm:
            if value > FORCED:
                value -= level
            elif value < -FORCED:
                value += level
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= frame[BETA])
                or (bound == AT_MOST and value <= frame[ALPHA])
            ):
                machine[VALUE] = value
                return True
    hits, shots = see(state, book, worth, features)
    targets = slain_by(hits | shots, state[at.ACTIVE])
    if targets >> state[at.BEARER + 1 - state[at.ACTIVE]] & 1:
        machine[VALUE] = WIN - level - 1
        return True
    static = judge(features, net)
    frame[STATIC] = static
    checked = features[SIDE + CHECKS] > 0.0
    if checked and depth <= 0 and frames[0, DEPTH] > 1 and level < DEEPEST - 2:
        depth = frame[DEPTH] = 1  # nobody may rest whose bearer can be slain
    frame[BEST], frame[BEST_ACTION], frame[FLOOR] = -WIN, -1, frame[ALPHA]
    frame[NEXT] = frame[TRIED] = 0
    if known < 0 and depth >= UNKNOWN:
        depth = frame[DEPTH] = depth - 1
    if depth <= 0 or level >= DEEPEST - 2:
        frame[DEPTH] = 0
        if static >= frame[BETA] or not targets or level >= DEEPEST - 2:
            machine[VALUE] = static
            return True
        if static + PREY <= frame[ALPHA]:
            machine[VALUE] = static
            return True
        frame[BEST] = static
        frame[ALPHA] = max(frame[ALPHA], static)
        frame[SIZE] = add_blows(state, worth, actions[level], ranks[level], hits, shots)
        return False
    if (
        frame[BETA] - frame[ALPHA] == 1
        and static >= frame[BETA]
        and -FORCED < frame[BETA] < FORCED
        and not checked
        and not state[at.SEVERED]
    ):
        if depth <= SAFE_PLIES and static - SAFE * depth >= frame[BETA]:
            machine[VALUE] = static  # so far ahead that a few plies will hardly change it
            return True
        if depth >= 3 and frame[STAGE] != NULL:
            frame[TRIED] = -1  # first see whether even doing nothing is good enough
    frame[SIZE] = legal(state, book, actions[level])
    rank_all(level, frame[SIZE], known, worth, actions[level], ranks[level], killers, history, machine)
    return False


@compiled
def descend(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    book: Numbers,
    seen: Numbers,
    action: int,
    depth: int,
    alpha: int,
    beta: int,
    stage: int,
) -> None:
    """Go down to the position after an action."""
    level = machine[LEVEL]
    old, new, frame = states[level], states[level + 1], frames[level]
    for number in range(at.SIZE):
        new[number] = old[number]
    if stage == NULL:
        new[at.ACTIVE] = 1 - old[at.ACTIVE]
        new[at.SEVERED] = severed(new)
        seen[new[at.SEEN_TO]] = mixed(seen[old[at.SEEN_TO] - 1])
        new[at.SEEN_TO] += 1
    else:
        apply(new, book, seen, action)
    frame[ACTION], frame[STAGE] = action, stage
    child = frames[level + 1]
    child[DEPTH], child[ALPHA], child[BETA] = depth, alpha, beta
    child[STAGE] = NULL if stage == NULL else FIRST
    machine[LEVEL] = level + 1
    machine[MODE] = ENTER


@compiled
def note_cut(
    machine: Numbers, frames: Numbers, actions: Numbers, killers: Numbers, history: Numbers, action: int
) -> None:
    """Remember a quiet action that was too good, and those before it that were not."""
    level = machine[LEVEL]
    frame = frames[level]
    kind = action & 7
    if kind == at.STRIKE or kind == at.SHOOT:
        return
    if killers[2 * level] != action:
        killers[2 * level + 1] = killers[2 * level]
        killers[2 * level] = action
    bonus = min(frame[DEPTH] * frame[DEPTH], 400)
    spot = history_place(action, machine)
    history[spot] += bonus * 32 - (history[spot] * bonus >> 9)
    for number in range(frame[NEXT] - 1):
        spot = history_place(actions[level, number], machine)
        history[spot] -= bonus * 4 + (history[spot] * bonus >> 12)


@compiled
def finish(machine: Numbers, frames: Numbers, states: Numbers, table: Numbers) -> None:
    """A position is done: keep what was found and go back."""
    level = machine[LEVEL]
    frame = frames[level]
    value = frame[BEST]
    machine[VALUE] = value
    if level == 0:
        machine[DONE] = 1
        return
    if states[level, at.PHASE] == at.PLAYING:
        key, depth = frame[KEY], frame[DEPTH]
        row = 3 * (key & machine[MASK])
        stored = value
        if value > FORCED:
            stored += level
        elif value < -FORCED:
            stored -= level
        bound = AT_MOST if value <= frame[FLOOR] else AT_LEAST if value >= frame[BETA] else EXACT
        if table[row] != key or depth >= (table[row + 2] & 0xFF) - 16 or bound == EXACT:
            if table[row] != key or frame[BEST_ACTION] >= 0:
                table[row + 1] = frame[BEST_ACTION]
            table[row] = key
            table[row + 2] = (depth + 16) | bound << 8 | (stored + 2 * WIN) << 10
    machine[LEVEL] = level - 1
    machine[MODE] = RETURNED


@compiled
def try_next(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    actions: Numbers,
    ranks: Numbers,
    book: Numbers,
    seen: Numbers,
    table: Numbers,
) -> None:
    """Try the next action of the position, or finish it."""
    level = machine[LEVEL]
    frame = frames[level]
    depth, alpha, beta = frame[DEPTH], frame[ALPHA], frame[BETA]
    if frame[TRIED] < 0:
        frame[TRIED] = 0
        descend(machine, frames, states, book, seen, 0, depth - 3 - depth // 3, -beta, 1 - beta, NULL)
        return
    while frame[NEXT] < frame[SIZE]:
        if level == 0:
            action = actions[0, frame[NEXT]]
            frame[NEXT] += 1
        else:
            action = best_next(frame, actions[level], ranks[level])
        tried = frame[TRIED]
        frame[TRIED] += 1
        kind = action & 7
        quiet = kind != at.STRIKE and kind != at.SHOOT
        if tried == 0 or depth <= 0:
            descend(machine, frames, states, book, seen, action, depth - 1, -beta, -alpha, FIRST)
            return
        if quiet and level > 0 and frame[BEST] > -FORCED:
            if depth <= FUTILE_PLIES and frame[STATIC] + FUTILE * depth <= alpha and tried > 4:
                continue
            if depth <= MANY_PLIES and tried > MANY * depth * depth and states[level, at.SEVERED] == 0:
                continue
        less = 0
        if quiet and depth >= 2 and tried >= 3:
            less = (GRAIN * GRAIN + LOGARITHMS[depth] * LOGARITHMS[tried]) // LESS
            if level == 0:
                less -= 1
            less = max(0, min(less, depth - 1))
        descend(
            machine,
            frames,
            states,
            book,
            seen,
            action,
            depth - 1 - less,
            -alpha - 1,
            -alpha,
            SCOUT + 16 * less,
        )
        return
    finish(machine, frames, states, table)


@compiled
def take_value(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    actions: Numbers,
    book: Numbers,
    seen: Numbers,
    table: Numbers,
    killers: Numbers,
    history: Numbers,
) -> None:
    """A child's value has come back: search it again if it surprises, otherwise go on."""
    level = machine[LEVEL]
    frame = frames[level]
    value, action, stage = -machine[VALUE], frame[ACTION], frame[STAGE]
    depth, alpha, beta = frame[DEPTH], frame[ALPHA], frame[BETA]
    machine[MODE] = GO_ON
    if stage == NULL:
        if value >= beta and value < FORCED:
            frame[BEST] = value
            frame[BEST_ACTION] = -1
            finish(machine, frames, states, table)
        return
    less, stage = stage >> 4, stage & 15
    if value > alpha:
        if stage == SCOUT and less > 0:
            descend(machine, frames, states, book, seen, action, depth - 1, -alpha - 1, -alpha, DEEPER)
            return
        if stage in (SCOUT, DEEPER) and beta - alpha > 1:
            descend(machine, frames, states, book, seen, action, depth - 1, -beta, -alpha, WHOLE)
            return
    if value > frame[BEST]:
        frame[BEST] = value
        if value > alpha or frame[BEST_ACTION] < 0:
            frame[BEST_ACTION] = action
        if level == 0:
            machine[BEST_ROOT] = action
        if value > alpha:
            frame[ALPHA] = value
            if value >= beta:
                if depth > 0:
                    note_cut(machine, frames, actions, killers, history, action)
                finish(machine, frames, states, table)


@compiled
def think(
    machine: Numbers,
    frames: Numbers,
    states: Numbers,
    actions: Numbers,
    ranks: Numbers,
    book: Numbers,
    seen: Numbers,
    worth: Reals,
    net: Floats,
    features: Floats,
    table: Numbers,
    killers: Numbers,
    history: Numbers,
) -> None:
    """Go on with a search until it is done or has looked at as many positions as it may."""
    while not machine[DONE] and machine[NODES] < machine[STOP_AT]:
        if machine[MODE] == ENTER:
            if enter(
                machine,
                frames,
                states,
                actions,
                ranks,
                book,
                seen,
                worth,
                net,
                features,
                table,
                killers,
                history,
            ):
                machine[LEVEL] -= 1
                machine[MODE] = RETURNED
            else:
                machine[MODE] = GO_ON
        elif machine[MODE] == RETURNED:
            take_value(machine, frames, states, actions, book, seen, table, killers, history)
        else:
            try_next(machine, frames, states, actions, ranks, book, seen, table)
