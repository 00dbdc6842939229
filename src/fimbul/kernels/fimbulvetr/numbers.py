"""Many games side by side, by the numbers of `games/fimbulvetr/table/encoding.py`: the twin of that encoding.

The tables are those of `tables.numbers_of` and `tables.shown_of`.  An observation is that of the clan that is
to act.
"""

from fimbul.kernels.bits import place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.evaluate import evaluate
from fimbul.kernels.fimbulvetr.judge import FEATURES, see
from fimbul.kernels.fimbulvetr.rules import apply, legal
from fimbul.kernels.fimbulvetr.tables import MOST_TURNS, QUIET_TURNS, numbers
from fimbul.kernels.typing import Floats, Numbers, Reals

# Where the tables of `numbers_of` begin: cells of a move, directions of a neighbour.
CELLS, WAYS = 0, 289
TABLES = 298

PLACE, RELIC, MOVE, MELEE = numbers.PLACE, numbers.RELIC, numbers.MOVE, numbers.MELEE
RANGED, HANDOFF, PASS = numbers.RANGED, numbers.HANDOFF, numbers.PASS
STEPS, REACH, PLACES, ORIGIN = numbers.STEPS, len(numbers.REACH), numbers.PLACES, numbers.ORIGIN
STANDING, WAITING, BEARER, SEVERED = numbers.STANDING, numbers.WAITING, numbers.BEARER, numbers.SEVERED
COLUMN, ROW, FACING, COLUMNS = numbers.COLUMN, numbers.ROW, numbers.FACING, numbers.COLUMNS
LAST, FAR = 12 * numbers.COLUMNS, numbers.FAR
PHASE, RELICS, QUIET, TURN = numbers.PHASE, numbers.RELICS, numbers.QUIET, numbers.TURN
MINE, FIRST, WIDTH = numbers.MINE, numbers.FIRST, LAST + numbers.LAST

WON, LOST, DRAWN = FEATURES, FEATURES + 1, FEATURES + 2  # after the features of a position: it is over
FIGURES = FEATURES + 3


@compiled
def place_number(state: Numbers, tables: Numbers, seat: int, x: int, y: int) -> int:
    """The place of a cell beside warriors: the first of these, one's own before the others', and the way."""
    for number in range(12):
        warrior = (number + 6 * seat) % 12
        if state[at.ALIVE] >> warrior & 1:
            dx, dy = x - state[at.X + warrior], y - state[at.Y + warrior]
            if -1 <= dx <= 1 and -1 <= dy <= 1:
                return number * 8 + tables[WAYS + (dy + 1) * 3 + dx + 1]
    return ORIGIN


@compiled
def other_number(state: Numbers, tables: Numbers, action: int) -> int:
    """The number of a legal action that is no move."""
    kind, seat = action & 7, state[at.ACTIVE]
    if kind == at.PASS:
        return PASS
    own = (action >> at.SHIFT_W & 15) - 6 * seat
    target = action >> at.SHIFT_T & 15
    if kind == at.STRIKE:
        return MELEE + own * 6 + target - 6 * (1 - seat)
    if kind == at.SHOOT:
        return RANGED + own * 6 + target - 6 * (1 - seat)
    if kind == at.HAND:
        return HANDOFF + own
    if kind == at.CHOOSE:
        return RELIC + target * 6 + own
    x, y = (action >> at.SHIFT_X & 0xFFFF) - at.MIDDLE, (action >> at.SHIFT_Y & 0xFFFF) - at.MIDDLE
    r = action >> at.SHIFT_R & 3
    return PLACE + (own * PLACES + place_number(state, tables, seat, x, y)) * 4 + r


@compiled
def number_all(
    state: Numbers, tables: Numbers, actions: Numbers, count: int, listed: Numbers, mask: Numbers
) -> None:
    """The numbers of a legal list, which are marked in the mask.

    Moves stand together by warrior, and nearly all actions are moves: what depends on the warrior is worked
    out once.
    """
    seat, moved, first, corner = state[at.ACTIVE], -1, 0, 0
    for place_in_list in range(count):
        action = actions[place_in_list]
        if action & 7 == at.MOVE:
            warrior = action >> at.SHIFT_W & 15
            if warrior != moved:
                moved = warrior
                first = MOVE + (warrior - 6 * seat) * REACH * 4
                corner = 17 * (STEPS - at.MIDDLE - state[at.Y + warrior])
                corner += STEPS - at.MIDDLE - state[at.X + warrior] + CELLS
            cell = corner + 17 * (action >> at.SHIFT_Y & 0xFFFF) + (action >> at.SHIFT_X & 0xFFFF)
            number = first + tables[cell] * 4 + (action >> at.SHIFT_R & 3)
        else:
            number = other_number(state, tables, action)
        listed[place_in_list] = number
        mask[number] = 1


@compiled
def observe(state: Numbers, shown: Floats, row: Floats) -> None:
    """What the clan to act sees."""
    me, alive = state[at.ACTIVE], state[at.ALIVE]
    left = top = 1 << 20
    right = bottom = -(1 << 20)
    rest = alive
    while rest:
        bit = rest & -rest
        rest ^= bit
        warrior = place(bit)
        left, right = min(left, state[at.X + warrior]), max(right, state[at.X + warrior])
        top, bottom = min(top, state[at.Y + warrior]), max(bottom, state[at.Y + warrior])
    middle, centre = (left + right) >> 1, (top + bottom) >> 1
    for number in range(12):
        warrior = (number + 6 * me) % 12
        start = number * COLUMNS
        stands = alive >> warrior & 1
        facing = state[at.R + warrior] if stands else 0
        row[start + STANDING] = stands
        row[start + WAITING] = state[at.PHASE] == at.PLACING and not stands
        row[start + BEARER] = stands and state[at.BEARER + int(warrior >= 6)] == warrior
        row[start + SEVERED] = stands and state[at.SEVERED] >> warrior & 1
        if stands:
            row[start + COLUMN] = min(max((state[at.X + warrior] - middle) / FAR, -1.0), 1.0)
            row[start + ROW] = min(max((state[at.Y + warrior] - centre) / FAR, -1.0), 1.0)
        else:
            row[start + COLUMN] = row[start + ROW] = 0
        for column in range(FACING, COLUMNS):
            row[start + column] = shown[warrior * 4 + facing, column - FACING]
    for number in range(LAST, WIDTH):
        row[number] = 0
    row[LAST + PHASE + state[at.PHASE]] = 1
    for side in range(2):
        token = state[at.RELIC + (me if side == 0 else 1 - me)]
        if token >= 0:
            row[LAST + RELICS + 4 * side + token] = 1
    row[LAST + QUIET] = state[at.QUIET] / QUIET_TURNS
    row[LAST + TURN] = state[at.TURN] / MOST_TURNS
    row[LAST + MINE] = 1
    row[LAST + FIRST] = state[at.FIRST] == me


@compiled
def look(
    state: Numbers,
    book: Numbers,
    tables: Numbers,
    shown: Floats,
    actions: Numbers,
    listed: Numbers,
    count: int,
    mask: Numbers,
    row: Floats,
) -> int:
    """The legal list of one game with its numbers, the mask and the observation; how long the list is.

    `count` is the length of the list before, whose numbers are taken out of the mask.
    """
    for number in range(count):
        mask[listed[number]] = 0
    count = legal(state, book, actions)
    number_all(state, tables, actions, count, listed, mask)
    observe(state, shown, row)
    return count


@compiled
def chosen(listed: Numbers, counts: Numbers, wanted: Numbers, places: Numbers) -> int:
    """Find the numbers that were chosen in the lists; the first game where one is not offered, or -1."""
    for game in range(len(wanted)):
        places[game] = -1
        for number in range(counts[game]):
            if listed[game, number] == wanted[game]:
                places[game] = number
                break
        if places[game] < 0:
            return game
    return -1


@compiled
def advance(
    states: Numbers,
    seen: Numbers,
    book: Numbers,
    tables: Numbers,
    shown: Floats,
    actions: Numbers,
    listed: Numbers,
    counts: Numbers,
    places: Numbers,
    masks: Numbers,
    rows: Floats,
    starts: Numbers,
    start_seen: Numbers,
    episodes: Numbers,
    rewards: Floats,
    over: Numbers,
    first: int,
    last: int,
) -> None:
    """Play the chosen actions in some of the games; those that end begin again from the next start."""
    for game in range(first, last):
        state = states[game]
        mover = state[at.ACTIVE]
        apply(state, book, seen[game], actions[game, places[game]])
        outcome = state[at.OUTCOME]
        over[game] = outcome
        rewards[game] = 0.0
        if outcome:
            if outcome != at.DRAWN:
                rewards[game] = 1.0 if outcome - at.WON_0 == mover else -1.0
            episodes[game] += 1
            begin(state, seen[game], starts, start_seen, (episodes[game] * len(states) + game) % len(starts))
        counts[game] = look(
            state,
            book,
            tables,
            shown,
            actions[game],
            listed[game],
            counts[game],
            masks[game],
            rows[game],
        )


@compiled
def begin(state: Numbers, seen: Numbers, starts: Numbers, start_seen: Numbers, number: int) -> None:
    """Put a starting position down."""
    for field in range(at.SIZE):
        state[field] = starts[number, field]
    for field in range(state[at.SEEN_TO]):
        seen[field] = start_seen[number, field]


@compiled
def figures(
    state: Numbers,
    after: Numbers,
    book: Numbers,
    worth: Reals,
    seen: Numbers,
    actions: Numbers,
    count: int,
    rows: Reals,
) -> None:
    """What each legal action leads to: the features of the position after it, or how the game is over."""
    mover = state[at.ACTIVE]
    for number in range(count):
        for field in range(at.SIZE):
            after[field] = state[field]
        row = rows[number]
        for column in range(FIGURES):
            row[column] = 0.0
        apply(after, book, seen, actions[number])
        outcome = after[at.OUTCOME]
        if outcome == at.DRAWN:
            row[DRAWN] = 1.0
        elif outcome:
            row[WON if outcome - at.WON_0 == mover else LOST] = 1.0
        elif after[at.PHASE] == at.PLAYING:
            see(after, book, worth, row)


@compiled
def all_figures(
    states: Numbers,
    after: Numbers,
    book: Numbers,
    worth: Reals,
    seen: Numbers,
    actions: Numbers,
    counts: Numbers,
    starts: Numbers,
    rows: Reals,
    first: int,
    last: int,
) -> None:
    """The same for some of many games; the rows of a game begin at its place in `starts`."""
    for game in range(first, last):
        figures(
            states[game],
            after,
            book,
            worth,
            seen[game],
            actions[game],
            counts[game],
            rows[starts[game] :],
        )


@compiled
def all_values(
    states: Numbers,
    after: Numbers,
    book: Numbers,
    worth: Reals,
    seen: Numbers,
    actions: Numbers,
    counts: Numbers,
    starts: Numbers,
    values: Reals,
    first: int,
    last: int,
) -> None:
    """What the game's own bot thinks of the position after each legal action, for the clan that takes it."""
    for game in range(first, last):
        state = states[game]
        for number in range(counts[game]):
            for field in range(at.SIZE):
                after[field] = state[field]
            apply(after, book, seen[game], actions[game, number])
            values[starts[game] + number] = evaluate(after, book, worth, state[at.ACTIVE])
