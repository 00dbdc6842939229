"""Many games side by side, by the numbers of `games/fimbulvetr/table/encoding.py`: the twin of that encoding.

The tables are those of `tables.numbers_of` and `tables.shown_of`.  An observation is that of the clan that is
to act.
"""

from fimbul.kernels.bits import place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import fray
from fimbul.kernels.fimbulvetr.evaluate import evaluate
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.fimbulvetr.judge import FEATURES, see
from fimbul.kernels.fimbulvetr.moves import (
    HERE,
    NOWHERE,
    around,
    column_of,
    line,
    points_of,
    rim,
    step,
    turns,
)
from fimbul.kernels.fimbulvetr.rules import (
    apply,
    legal,
    nth_relic,
    open_cells,
    relics,
    rows_around,
)
from fimbul.kernels.fimbulvetr.tables import MOST_TURNS, QUIET_TURNS, numbers
from fimbul.kernels.typing import Floats, Numbers, Reals

# Where the tables of `numbers_of` begin: the number of a cell of a move, of a direction; and back, the cell
# of a number and the direction of a number.
CELLS, WAYS, REACHED, AROUND = 0, 289, 298, 443

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
    alive = state[at.ALIVE]
    rest = alive if seat == 0 else alive >> 6 | (alive & 0x3F) << 6
    while rest:
        bit = rest & -rest
        rest ^= bit
        number = place(bit)
        warrior = (number + 6 * seat) % 12
        dx, dy = x - state[at.X + warrior], y - state[at.Y + warrior]
        if -1 <= dx <= 1 and -1 <= dy <= 1:
            return number * 8 + tables[WAYS + (dy + 1) * 3 + dx + 1]
    return ORIGIN


@compiled
def number_places(state: Numbers, tables: Numbers, listed: Numbers, mask: Numbers) -> int:
    """The numbers of all placements; how many there are."""
    seat, found = state[at.ACTIVE], 0
    hand = 0x3F & ~(state[at.ALIVE] >> 6 * seat)
    first = PLACE + place(hand) * PLACES * 4
    low, high = rows_around(state)
    for row in range(low, high + 1):
        cells = open_cells(state, row)
        while cells:
            x = place(cells) - at.EDGE
            cells &= cells - 1
            number = first + 4 * place_number(state, tables, seat, x, row)
            for r in range(4):
                listed[found] = number + r
                mask[number + r] = 1
                found += 1
    each = found
    for own in range(place(hand) + 1, 6):
        if hand >> own & 1:
            further = (own - place(hand)) * PLACES * 4
            for earlier in range(each):
                listed[found] = listed[earlier] + further
                mask[listed[found]] = 1
                found += 1
    return found


@compiled
def number_relics(state: Numbers, book: Numbers, listed: Numbers, mask: Numbers) -> int:
    """The numbers of all choices of a relic and its bearer; how many there are."""
    for place_in_list in range(relics(book)):
        action = nth_relic(state, book, place_in_list)
        token, own = action >> at.SHIFT_T & 15, (action >> at.SHIFT_W & 15) - 6 * state[at.ACTIVE]
        listed[place_in_list] = RELIC + token * 6 + own
        mask[listed[place_in_list]] = 1
    return relics(book)


@compiled
def number_end(number: int, facing: int, left: int, listed: Numbers, found: int, mask: Numbers) -> int:
    """The numbers of moves to a cell, of which this is the first; how many are listed then."""
    if left == 0:
        listed[found] = number + facing
        mask[number + facing] = 1
        return found + 1
    for r in range(4):  # a number that is not meant is written over by the next
        may = left > 1 or (r - facing) & 3 != 2
        listed[found] = number + r
        mask[number + r] = may
        found += may
    return found


@compiled
def number_moves(state: Numbers, book: Numbers, tables: Numbers, listed: Numbers, mask: Numbers) -> int:
    """The numbers of all moves; how many there are."""
    seat, found = state[at.ACTIVE], 0
    rest = state[at.ALIVE] & (0x3F << 6 * seat)
    while rest:
        warrior = place(rest)
        rest &= rest - 1
        points, vaults = points_of(state, book, warrior), book[at.VAULTS + warrior]
        if not points:
            continue
        facing, first = state[at.R + warrior], MOVE + (warrior - 6 * seat) * REACH * 4
        if turns(state, warrior, points):
            number = first + 4 * tables[CELLS + STEPS * 17 + STEPS]
            for r in range(4):
                if r != facing and (points > 1 or (r - facing) & 1):
                    listed[found] = number + r
                    mask[number + r] = 1
                    found += 1
        given = around(state, warrior, points)
        ways, before, odd = HERE, NOWHERE, True
        for steps in range(1, points + 1):
            after, ends = step(ways, before, given, odd, vaults)
            edge, left = rim(state, warrior, ways[2]) if steps == at.FAR else 0, points - steps
            for y in range(-steps if ends | edge else steps + 1, steps + 1):
                here, middle = ends & line(y), CELLS + 17 * (y + STEPS) + STEPS
                width, sides = at.FAR - (y if y >= 0 else -y), edge >> 2 * (y + at.FAR)
                if sides & 1:
                    number = first + 4 * tables[middle - width]
                    found = number_end(number, facing, left, listed, found, mask)
                while here:
                    number = first + 4 * tables[middle + column_of(place(here), odd)]
                    here &= here - 1
                    found = number_end(number, facing, left, listed, found, mask)
                if sides & 2:
                    number = first + 4 * tables[middle + width]
                    found = number_end(number, facing, left, listed, found, mask)
            ways, before, odd = after, ways, not odd
    return found


@compiled
def number_attacks(state: Numbers, book: Numbers, listed: Numbers, found: int, mask: Numbers) -> int:
    """The numbers of all attacks, after those that are listed; how many there are then."""
    hits, shots = fray(state, book, state[at.ACTIVE])
    rest = hits | shots
    while rest:
        pair = rest & -rest
        rest ^= pair
        number = (place(pair) >> 3) * 6 + (place(pair) & 7)
        if hits & pair:
            listed[found] = MELEE + number
            mask[MELEE + number] = 1
            found += 1
        if shots & pair:
            listed[found] = RANGED + number
            mask[RANGED + number] = 1
            found += 1
    return found


@compiled
def number_all(state: Numbers, book: Numbers, tables: Numbers, listed: Numbers, mask: Numbers) -> int:
    """The numbers of everything that the active clan may do, in the order of the legal list; how many.

    They are marked in the mask.  The list itself is not written: `meant` finds what a number means.
    """
    if state[at.OUTCOME]:
        return 0
    if state[at.PHASE] == at.PLACING:
        return number_places(state, tables, listed, mask)
    if state[at.PHASE] == at.CHOOSING:
        return number_relics(state, book, listed, mask)
    seat = state[at.ACTIVE]
    found = number_moves(state, book, tables, listed, mask)
    found = number_attacks(state, book, listed, found, mask)
    takers = state[at.NEAR + state[at.BEARER + seat]] & (0x3F << 6 * seat)
    while takers:
        bit = takers & -takers
        takers ^= bit
        listed[found] = HANDOFF + place(bit) - 6 * seat
        mask[listed[found]] = 1
        found += 1
    if not found:
        listed[0] = PASS
        mask[PASS] = 1
        found = 1
    return found


@compiled
def meant(state: Numbers, tables: Numbers, number: int) -> int:
    """The action that a number means, one that is offered."""
    seat = state[at.ACTIVE]
    own, foe, r = 6 * seat, 6 * (1 - seat), number & 3
    if number == PASS:
        return action_at(at.PASS, 0, 0, 0, 0, 0)
    if number >= HANDOFF:
        return action_at(at.HAND, own + number - HANDOFF, 0, 0, 0, 0)
    if number >= MELEE:
        kind = at.STRIKE if number < RANGED else at.SHOOT
        pair = (number - MELEE) % 36
        return action_at(kind, own + pair // 6, foe + pair % 6, 0, 0, 0)
    if number >= MOVE:
        cell = (number - MOVE) // 4
        warrior, way = own + cell // REACH, tables[REACHED + cell % REACH]
        x = state[at.X + warrior] + way % 17 - STEPS
        return action_at(at.MOVE, warrior, 0, x, state[at.Y + warrior] + way // 17 - STEPS, r)
    if number >= RELIC:
        return action_at(at.CHOOSE, own + (number - RELIC) % 6, (number - RELIC) // 6, 0, 0, 0)
    warrior, spot = own + number // 4 // PLACES, number // 4 % PLACES
    if spot == ORIGIN:
        return action_at(at.PLACE, warrior, 0, 0, 0, r)
    beside, way = (spot // 8 + own) % 12, tables[AROUND + spot % 8]
    x, y = state[at.X + beside] + way % 3 - 1, state[at.Y + beside] + way // 3 - 1
    return action_at(at.PLACE, warrior, 0, x, y, r)


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
    listed: Numbers,
    count: int,
    mask: Numbers,
    row: Floats,
) -> int:
    """The numbers of one game's legal list, the mask and the observation; how long the list is.

    `count` is the length of the list before, whose numbers are taken out of the mask.
    """
    for number in range(count):
        mask[listed[number]] = 0
    observe(state, shown, row)
    return number_all(state, book, tables, listed, mask)


@compiled
def advance(
    states: Numbers,
    seen: Numbers,
    book: Numbers,
    tables: Numbers,
    shown: Floats,
    wanted: Numbers,
    listed: Numbers,
    counts: Numbers,
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
    """Play the wanted actions in some of the games; those that end begin again from the next start."""
    for game in range(first, last):
        state = states[game]
        apply(state, book, seen[game], meant(state, tables, wanted[game]))
        outcome = state[at.OUTCOME]
        over[game] = outcome
        rewards[game, 0] = rewards[game, 1] = 0.0
        if outcome:
            if outcome != at.DRAWN:
                winner = outcome - at.WON_0
                rewards[game, winner], rewards[game, 1 - winner] = 1.0, -1.0
            episodes[game] += 1
            begin(state, seen[game], starts, start_seen, (episodes[game] * len(states) + game) % len(starts))
        counts[game] = look(state, book, tables, shown, listed[game], counts[game], masks[game], rows[game])


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
    starts: Numbers,
    rows: Reals,
    first: int,
    last: int,
) -> None:
    """The same for some of many games; the rows of a game begin at its place in `starts`."""
    for game in range(first, last):
        state = states[game]
        count = legal(state, book, actions)
        figures(state, after, book, worth, seen[game], actions, count, rows[starts[game] :])


@compiled
def all_values(
    states: Numbers,
    after: Numbers,
    book: Numbers,
    worth: Reals,
    seen: Numbers,
    actions: Numbers,
    starts: Numbers,
    values: Reals,
    first: int,
    last: int,
) -> None:
    """What the game's own bot thinks of the position after each legal action, for the clan that takes it."""
    for game in range(first, last):
        state = states[game]
        for number in range(legal(state, book, actions)):
            for field in range(at.SIZE):
                after[field] = state[field]
            apply(after, book, seen[game], actions[number])
            values[starts[game] + number] = evaluate(after, book, worth, state[at.ACTIVE])
