"""Many games side by side, by the numbers of `games/valknut/table/encoding.py`: the twin of that encoding.

The tables are those of `tables.numbers_of` and `tables.faces_of`.  An observation is that of the seat that
decides.  A board is as large as many positions, so games have none of their own: each is put on the board of
its thread and taken off again, without marks of where cards fit.
"""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Floats, Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.cards import TURNED_ROOM
from fimbul.kernels.valknut.choices import legal, seat_to_act
from fimbul.kernels.valknut.course import apply, score
from fimbul.kernels.valknut.fitting import all_spots
from fimbul.kernels.valknut.ground import copy, mark_all, mark_block, put_down, take_off
from fimbul.kernels.valknut.supply import action_at, visible, waiting
from fimbul.kernels.valknut.tables import GODS as GOD_NAMES
from fimbul.kernels.valknut.tables import IDS as KIND_NAMES
from fimbul.kernels.valknut.tables import numbers

# Where the tables of `numbers_of` begin: the first number of each verb, then by 2 + card and turns what each
# zone of it shows (0 nothing, then the letters of the encoding).
FIRST, SHOWN = 0, 20

WINDOW, HALF, AREA = numbers.WINDOW, numbers.HALF, numbers.WINDOW * numbers.WINDOW
UNITS, STEPS, CARDS, VALKNUTS = (
    numbers.MOST_UNITS,
    numbers.MOST_STEPS,
    numbers.MOST_CARDS,
    numbers.MOST_VALKNUTS,
)
SLOTS, SEATS, ORDERS = numbers.SLOTS, numbers.MOST_SEATS, 6
KINDS, GODS = len(KIND_NAMES), len(GOD_NAMES)
NATURAL, OVERFLOW = numbers.NATURAL, numbers.ValknutEncoding.overflow
SIZE = NATURAL + OVERFLOW
LAID, VALKNUT, SIDES, BAND, SECOND = (
    numbers.LAID,
    numbers.VALKNUT,
    numbers.SIDES,
    numbers.BAND,
    numbers.SECOND,
)
FACE, PLAYER, TABLE = numbers.FACE, numbers.PLAYER, numbers.TABLE
PLAYERS = 8 + GODS
FACES = PLAYERS + SEATS * PLAYER
MIDDLE = at.STRIDE // 2  # the column and the row of a cell 0,0


@compiled
def window(state: Numbers, book: Numbers) -> int:
    """The cell in the north-west of the window, which the middle of the Battleground is the middle of."""
    left = top = at.STRIDE
    right = bottom = 0
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    for number in range(state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        turned = laid >> at.LAID_R & 1
        x, y = laid >> at.LAID_CELL & (at.STRIDE - 1), laid >> at.LAID_CELL >> 9
        left, top = min(left, x), min(top, y)
        right = max(right, x + (rows if turned else columns))
        bottom = max(bottom, y + (columns if turned else rows))
    if not state[at.LAID]:
        left = right = top = bottom = MIDDLE
    return (((top + bottom) // 2 - HALF) << 9) + (left + right) // 2 - HALF


@compiled
def zone(corner: int, cell: int) -> int:
    """The number of a cell in the window; -1 outside."""
    x = (cell & (at.STRIDE - 1)) - (corner & (at.STRIDE - 1))
    y = (cell >> 9) - (corner >> 9)
    return y * WINDOW + x if 0 <= x < WINDOW and 0 <= y < WINDOW else -1


@compiled
def cell_of(corner: int, number: int) -> int:
    """The cell with a number in the window."""
    return corner + ((number // WINDOW) << 9) + number % WINDOW


@compiled
def place_in(state: Numbers, start: int, item: int) -> int:
    """Where something stands in a list; -1 if it is not there."""
    for number in range(state[start]):
        if state[start + 1 + number] == item:
            return number
    return -1


@compiled
def count_own(state: Numbers, book: Numbers, seat: int, places: Numbers) -> None:
    """Write down the place of each unit among its seat's own on the Battleground."""
    found = 0
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] != at.OFF and state[at.OWNER + unit] == seat:
            places[unit] = found
            found += 1


@compiled
def own_unit(state: Numbers, book: Numbers, seat: int, place: int) -> int:
    """Where the unit with this place stands."""
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] != at.OFF and state[at.OWNER + unit] == seat:
            if place == 0:
                return state[at.CELL + unit]
            place -= 1
    return at.OFF


@compiled
def own_kind(state: Numbers, book: Numbers, seat: int, place: int) -> int:
    """The kind with this place among those that a seat may bring, its warbands' first; -1 if none has it."""
    for band in range(2):
        if book[at.BANDS + 2 * seat + band] >= 0:
            if place == 0:
                return book[at.BANDS + 2 * seat + band]
            place -= 1
    kinds = waiting(state, book, seat)
    for kind in range(KINDS):
        own = kind == book[at.BANDS + 2 * seat] or kind == book[at.BANDS + 2 * seat + 1]
        if kinds >> kind & 1 and not own:
            if place == 0:
                return kind
            place -= 1
    return -1


@compiled
def kind_place(state: Numbers, book: Numbers, seat: int, kind: int) -> int:
    """The place of a kind among the first two that a seat may bring; -1 if it is neither."""
    for place in range(2):
        if own_kind(state, book, seat, place) == kind:
            return place
    return -1


@compiled
def card_place(state: Numbers, seat: int, card: int) -> int:
    """The place of a card among those that may be laid: the pool, then the seat's Ambush cards."""
    found = place_in(state, at.POOL, card)
    if found >= 0:
        return found
    return state[at.POOL] + place_in(state, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES), card)


@compiled
def ambush_place(state: Numbers, book: Numbers, owner: int, card: int) -> int:
    """The place of a card among the Ambush cards of all seats."""
    before = 0
    for seat in range(owner):
        before += state[at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)]
    return before + place_in(state, at.AMBUSHES + owner * (1 + at.MOST_AMBUSHES), card)


@compiled
def own_number(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    seat: int,
    corner: int,
    action: int,
    places: Numbers,
) -> int:
    """An action's own number; -1 if it has none here.  `places` are those of `count_own`."""
    verb, k, r = action & 31, action >> at.SHIFT_K & 0xFF, action >> at.SHIFT_R & 3
    n, other = action >> at.SHIFT_N & 0x1FF, action >> at.SHIFT_S & 3
    cell = action >> at.SHIFT_P & 0x3FFFF
    first, found = tables[FIRST + verb], -1
    if verb == at.LAY:
        card, spot = card_place(state, seat, k), zone(corner, cell)
        if card < CARDS and spot >= 0:
            found = (card * AREA + spot) * 4 + r
    elif verb == at.MOVE or verb == at.FREYA_MOVE:
        unit = places[board[at.UNIT + cell]]
        if unit < UNITS and n <= STEPS:
            found = (unit * 4 + r) * STEPS + n - 1
    elif verb == at.SETUP:
        kind = kind_place(state, book, seat, k)
        x, y = (cell & (at.STRIDE - 1)) - MIDDLE, (cell >> 9) - MIDDLE
        if kind >= 0 and 0 <= x < SLOTS and 0 <= y < SLOTS:
            found = (kind * SLOTS + y) * SLOTS + x
    elif verb == at.SPAWN:
        kind, spot = kind_place(state, book, seat, k), zone(corner, cell)
        if kind >= 0 and spot >= 0:
            found = kind * AREA + spot
    elif verb == at.RISE or verb == at.THOR_KILL or verb == at.SURTR_BURN:
        found = zone(corner, cell)
    elif verb == at.SHOVE:
        unit = places[board[at.UNIT + cell]]
        if unit < UNITS:
            found = unit * 4 + r
    elif verb == at.SUMMON:
        unit = places[board[at.UNIT + cell]]
        goal = place_in(state, at.VALKNUTS, action >> at.SHIFT_Q & 0x3FFFF)
        if unit < UNITS and goal < VALKNUTS:
            found = unit * VALKNUTS + goal
    elif verb == at.HEL_BRING:
        goal = place_in(state, at.VALKNUTS, cell)
        if goal < VALKNUTS:
            found = (other * KINDS + k) * VALKNUTS + goal
    elif verb == at.FENRIR_TAKE:
        card = ambush_place(state, book, other, k)
        if card < 4 * SEATS:
            found = card
    elif verb == at.JORMUNGANDR_TAKE:
        found = other * KINDS + k
    elif verb == at.TAKE_FROM:
        found = k * SEATS + other
    elif verb == at.TAKE or verb == at.ACT:
        found = k
    elif verb == at.ORDER:
        found = n
    else:
        found = 0
    return first + found if found >= 0 else -1


@compiled
def lays(state: Numbers) -> bool:
    """Whether a card is to be laid now."""
    step = state[at.AGENDA + state[at.AGENDA]] & 15
    return step == at.LAYING or step == at.RAGING


@compiled
def unmark_news(state: Numbers, drawn: Numbers, board: Numbers, book: Numbers) -> None:
    """Take back what an action has marked: the cards that it laid or burned since `drawn`."""
    same = 0
    while same < drawn[1] and same < state[at.LAID] and drawn[2 + same] == state[at.LAID + 1 + same]:
        same += 1
    for number in range(same, drawn[1]):
        laid = drawn[2 + number]
        mark_block(board, book, laid >> at.LAID_CELL, laid >> at.LAID_R & 1, 1)
    for number in range(same, state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        mark_block(board, book, laid >> at.LAID_CELL, laid >> at.LAID_R & 1, -1)


@compiled
def number_cards(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    seat: int,
    corner: int,
    listed: Numbers,
    mask: Numbers,
    scratch: Numbers,
) -> int:
    """The numbers of all ways to lay a card, in the order of the legal list; how many there are."""
    raging = state[at.AGENDA + state[at.AGENDA]] & 15 == at.RAGING
    upright, turned = all_spots(state, board, book, scratch)
    for slot in range(2):
        start = TURNED_ROOM * slot
        for number in range(start, start + (turned if slot else upright)):
            scratch[number] = 4 * zone(corner, scratch[number])
    pool, ambushes = state[at.POOL], at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
    spare, found = NATURAL, 0
    for place in range(pool if raging else pool + state[ambushes]):
        card = state[at.POOL + 1 + place] if place < pool else state[ambushes + 1 + place - pool]
        turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
        for r in range(4):
            if not turns >> r & 1:
                continue
            first, start = tables[FIRST + at.LAY] + place * AREA * 4 + r, TURNED_ROOM * (r & 1)
            for spot in range(start, start + (turned if r & 1 else upright)):
                number = first + scratch[spot]
                if scratch[spot] < 0 or place >= CARDS:
                    if spare == SIZE:
                        continue
                    number = spare
                    spare += 1
                listed[found] = number
                mask[number] = 1
                found += 1
    if raging:
        listed[found] = tables[FIRST + at.DECLINE]
        mask[listed[found]] = 1
        found += 1
    return found


@compiled
def number_all(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    seat: int,
    corner: int,
    listed: Numbers,
    mask: Numbers,
    actions: Numbers,
    scratch: Numbers,
) -> int:
    """The numbers of the legal list, marked in the mask; how many there are.

    What has no number of its own takes one of the last, in the order of the list; what finds no room there is
    not offered.
    """
    if lays(state):
        return number_cards(state, board, book, tables, seat, corner, listed, mask, scratch)
    spare, found, count = NATURAL, 0, legal(state, board, book, actions, scratch)
    count_own(state, book, seat, scratch)
    for place in range(count):
        number = own_number(state, board, book, tables, seat, corner, actions[place], scratch)
        if number < 0:
            if spare == SIZE:
                continue
            number = spare
            spare += 1
        listed[found] = number
        mask[number] = 1
        found += 1
    return found


@compiled
def without_own(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    seat: int,
    corner: int,
    place: int,
    actions: Numbers,
    scratch: Numbers,
) -> int:
    """The action with this place among those that have no number of their own."""
    if lays(state):
        mark_all(state, board, book, 1)
    count = legal(state, board, book, actions, scratch)
    if lays(state):
        mark_all(state, board, book, -1)
    count_own(state, book, seat, scratch)
    for number in range(count):
        if own_number(state, board, book, tables, seat, corner, actions[number], scratch) < 0:
            if place == 0:
                return actions[number]
            place -= 1
    return -1


@compiled
def meant(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    number: int,
    actions: Numbers,
    scratch: Numbers,
) -> int:
    """The action that a number means, one that is offered."""
    seat, corner = seat_to_act(state), window(state, book)
    if number >= NATURAL:
        place = number - NATURAL
        return without_own(state, board, book, tables, seat, corner, place, actions, scratch)
    verb = at.END
    while tables[FIRST + verb] > number:
        verb -= 1
    number -= tables[FIRST + verb]
    k = r = n = other = cell = goal = 0
    if verb == at.LAY:
        r, card = number & 3, number // 4 // AREA
        cell = cell_of(corner, number // 4 % AREA)
        pool = state[at.POOL]
        if card < pool:
            k = state[at.POOL + 1 + card]
        else:
            k = state[at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES) + 1 + card - pool]
    elif verb == at.MOVE or verb == at.FREYA_MOVE:
        n, r = number % STEPS + 1, number // STEPS & 3
        cell = own_unit(state, book, seat, number // STEPS // 4)
    elif verb == at.SETUP:
        k = own_kind(state, book, seat, number // (SLOTS * SLOTS))
        cell = ((number // SLOTS % SLOTS + MIDDLE) << 9) + number % SLOTS + MIDDLE
    elif verb == at.SPAWN:
        k, cell = own_kind(state, book, seat, number // AREA), cell_of(corner, number % AREA)
    elif verb == at.RISE or verb == at.THOR_KILL or verb == at.SURTR_BURN:
        cell = cell_of(corner, number)
    elif verb == at.SHOVE:
        r, cell = number & 3, own_unit(state, book, seat, number // 4)
    elif verb == at.SUMMON:
        cell = own_unit(state, book, seat, number // VALKNUTS)
        goal = state[at.VALKNUTS + 1 + number % VALKNUTS]
    elif verb == at.HEL_BRING:
        other, k = number // VALKNUTS // KINDS, number // VALKNUTS % KINDS
        cell = state[at.VALKNUTS + 1 + number % VALKNUTS]
    elif verb == at.FENRIR_TAKE:
        while number >= state[at.AMBUSHES + other * (1 + at.MOST_AMBUSHES)]:
            number -= state[at.AMBUSHES + other * (1 + at.MOST_AMBUSHES)]
            other += 1
        k = state[at.AMBUSHES + other * (1 + at.MOST_AMBUSHES) + 1 + number]
    elif verb == at.JORMUNGANDR_TAKE:
        other, k = number // KINDS, number % KINDS
    elif verb == at.TAKE_FROM:
        k, other = number // SEATS, number % SEATS
    elif verb == at.TAKE or verb == at.ACT:
        k = number
    elif verb == at.ORDER:
        k, n = min(state[at.PILE], book[at.SIGHT]), number
    return action_at(verb, k, r, n, other, cell, goal)


@compiled
def share(amount: float, most: float) -> float:
    """An amount as a part of the most that counts; what is lost counts below zero."""
    return min(max(amount / most, -1.0), 1.0)


@compiled
def mark(planes: Floats, marks: Numbers, plane: int, spot: int, value: float) -> None:
    """Write into a plane, and remember where."""
    planes[plane * AREA + spot] = value
    marks[1 + marks[0]] = plane * AREA + spot
    marks[0] += 1


@compiled
def draw_ground(
    state: Numbers,
    book: Numbers,
    tables: Numbers,
    corner: int,
    planes: Floats,
    marks: Numbers,
    drawn: Numbers,
) -> None:
    """Show the cards and their Valknuts that are not shown yet; `drawn` has the window and those that are."""
    same = 0
    while same < drawn[1] and same < state[at.LAID] and drawn[2 + same] == state[at.LAID + 1 + same]:
        same += 1
    if drawn[0] != corner or same < drawn[1]:
        for number in range(marks[0]):
            planes[marks[1 + number]] = 0
        marks[0] = same = 0
    elif same == state[at.LAID]:
        return
    drawn[0], drawn[1] = corner, state[at.LAID]
    columns, rows = book[at.COLUMNS], book[at.ROWS]
    for number in range(same, state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        drawn[2 + number] = laid
        card, r, cell = laid & 0xFF, laid >> at.LAID_R & 3, laid >> at.LAID_CELL
        width, height = (rows, columns) if r & 1 else (columns, rows)
        letters = SHOWN + (card * 4 + r) * at.CARD_AREA
        for y in range(height):
            for x in range(width):
                spot = zone(corner, cell + (y << 9) + x)
                if spot >= 0:
                    mark(planes, marks, LAID, spot, 1.0)
                    letter = tables[letters + y * width + x]
                    if letter:
                        mark(planes, marks, letter, spot, 1.0)
    for number in range(state[at.VALKNUTS]):
        spot = zone(corner, state[at.VALKNUTS + 1 + number])
        if spot >= 0 and not planes[VALKNUT * AREA + spot]:
            mark(planes, marks, VALKNUT, spot, 1.0)


@compiled
def draw_units(state: Numbers, book: Numbers, seat: int, corner: int, planes: Floats, marks: Numbers) -> None:
    """Show who stands where."""
    for number in range(marks[0]):
        planes[marks[1 + number]] = 0
    marks[0] = 0
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        spot = zone(corner, cell) if cell != at.OFF else -1
        if spot >= 0:
            owner, kind = state[at.OWNER + unit], book[at.KIND + unit]
            side = owner - seat if owner >= seat else owner - seat + book[at.SEATS]
            mark(planes, marks, SIDES + side, spot, 1.0)
            mark(planes, marks, BAND, spot, (kind + 1) / KINDS)
            if kind != book[at.BANDS + 2 * owner]:
                mark(planes, marks, SECOND, spot, 1.0)


@compiled
def describe(state: Numbers, board: Numbers, book: Numbers, faces: Floats, seat: int, row: Floats) -> None:
    """What lies beside the Battleground."""
    for number in range(TABLE):
        row[number] = 0
    row[0] = 1
    row[1], row[2] = book[at.RAGNAROK], book[at.GODS]
    row[3] = visible(state, board) >= book[at.FURY]
    row[4], row[5] = share(state[at.POINTS], 20), share(state[at.PILE], 40)
    row[6] = share(state[at.TURN], 60)
    for number in range(state[at.GOD_POOL]):
        row[8 + state[at.GOD_POOL + 1 + number]] = 1
    seats = book[at.SEATS]
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] == at.OFF:
            owner = state[at.OWNER + unit]
            place = owner - seat if owner >= seat else owner - seat + seats
            row[PLAYERS + place * PLAYER + 4 + KINDS + book[at.KIND + unit]] += 1
    for place in range(seats):
        player = seat + place if seat + place < seats else seat + place - seats
        start = PLAYERS + place * PLAYER
        ambushes = state[at.AMBUSHES + player * (1 + at.MOST_AMBUSHES)]
        row[start], row[start + 1] = 1, state[at.ALIVE] >> player & 1
        row[start + 2] = share(score(state, board, book, player), 40)
        row[start + 3] = share(ambushes, 4)
        for band in range(2):
            if book[at.BANDS + 2 * player + band] >= 0:
                row[start + 4 + book[at.BANDS + 2 * player + band]] = 1
        for kind in range(KINDS):
            row[start + 4 + KINDS + kind] = share(row[start + 4 + KINDS + kind], 9)
        gods = at.WORSHIPPED + player * (1 + at.MOST_GODS)
        for number in range(state[gods]):
            row[start + 4 + 2 * KINDS + state[gods + 1 + number]] = 1
    if not lays(state):
        return
    ambushes = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
    pool, cards = state[at.POOL], state[at.POOL]
    if state[at.AGENDA + state[at.AGENDA]] & 15 == at.LAYING:
        cards += state[ambushes]
    for place in range(min(cards, CARDS)):
        card = state[at.POOL + 1 + place] if place < pool else state[ambushes + 1 + place - pool]
        for column in range(FACE):
            row[FACES + place * FACE + column] = faces[card, column]


@compiled
def look(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    tables: Numbers,
    faces: Floats,
    listed: Numbers,
    count: int,
    mask: Numbers,
    planes: Floats,
    row: Floats,
    drawn: Numbers,
    cards: Numbers,
    units: Numbers,
    actions: Numbers,
    scratch: Numbers,
) -> int:
    """The numbers of one game's legal list, the mask and the observation; how many numbers there are.

    `count` is how many there were before, which are taken out of the mask; `cards` and `units` say where the
    planes are not zero.
    """
    for number in range(count):
        mask[listed[number]] = 0
    seat, corner = seat_to_act(state), window(state, book)
    draw_ground(state, book, tables, corner, planes, cards, drawn)
    draw_units(state, book, seat, corner, planes, units)
    describe(state, board, book, faces, seat, row)
    return number_all(state, board, book, tables, seat, corner, listed, mask, actions, scratch)


@compiled
def advance(
    states: Numbers,
    which: Numbers,
    board: Numbers,
    books: Numbers,
    tables: Numbers,
    faces: Floats,
    wanted: Numbers,
    listed: Numbers,
    counts: Numbers,
    masks: Numbers,
    planes: Floats,
    rows: Floats,
    drawn: Numbers,
    cards: Numbers,
    units: Numbers,
    starts: Numbers,
    start_which: Numbers,
    episodes: Numbers,
    rewards: Floats,
    over: Numbers,
    actions: Numbers,
    scratch: Numbers,
    first: int,
    last: int,
) -> None:
    """Play the wanted actions in some of the games; those that end begin again from the next start.

    A number below zero is no action: that game has just begun, and is looked at.
    """
    for game in range(first, last):
        state, book = states[game], books[which[game]]
        put_down(state, board, book)
        over[game] = 0
        for seat in range(book[at.SEATS]):
            rewards[game, seat] = 0.0
        if wanted[game] >= 0:
            action = meant(state, board, book, tables, wanted[game], actions, scratch)
            apply(state, board, book, action, actions)
            unmark_news(state, drawn[game], board, book)
        if state[at.OUTCOME]:
            over[game] = 1
            for seat in range(book[at.SEATS]):
                rewards[game, seat] = 1.0 if seat == state[at.OUTCOME] - 1 else -1.0
            episodes[game] += 1
            take_off(state, board, book)
            place = (episodes[game] * len(states) + game) % len(starts)
            copy(starts[place], state)
            which[game] = start_which[place]
            book = books[which[game]]
            put_down(state, board, book)
        counts[game] = look(
            state,
            board,
            book,
            tables,
            faces,
            listed[game],
            counts[game],
            masks[game],
            planes[game],
            rows[game],
            drawn[game],
            cards[game],
            units[game],
            actions,
            scratch,
        )
        take_off(state, board, book)
