"""What a seat may decide now, in the order of the readable rules' lists."""

from fimbul.kernels.bits import below
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.ground import spots

TURNED_ROOM = 1 << 12  # in the scratch: the spots of upright cards, then of turned ones


@compiled
def action_at(verb: int, k: int, r: int, n: int, seat: int, p: int, q: int) -> int:
    """An action as one number."""
    return (
        verb
        | k << at.SHIFT_K
        | r << at.SHIFT_R
        | n << at.SHIFT_N
        | seat << at.SHIFT_S
        | p << at.SHIFT_P
        | q << at.SHIFT_Q
    )


@compiled
def step_of(way: int) -> int:
    """A direction as a difference of cells: north, east, south, west."""
    return at.NORTH if way == 0 else at.EAST if way == 1 else at.SOUTH if way == 2 else at.WEST


# ---- who and what there is


@compiled
def leads(book: Numbers, seat: int, kind: int) -> bool:
    """Whether a warband is one of a seat's own."""
    return book[at.BANDS + 2 * seat] == kind or book[at.BANDS + 2 * seat + 1] == kind


@compiled
def in_supply(state: Numbers, book: Numbers, seat: int, kind: int) -> int:
    """How many of a kind wait in a seat's supply."""
    found = 0
    for unit in range(book[at.UNITS]):
        if book[at.KIND + unit] == kind and state[at.OWNER + unit] == seat and state[at.CELL + unit] == at.OFF:
            found += 1
    return found


@compiled
def first_in_supply(state: Numbers, book: Numbers, seat: int, kind: int) -> int:
    """The first unit of a kind in a seat's supply; -1 if there is none."""
    for unit in range(book[at.UNITS]):
        if book[at.KIND + unit] == kind and state[at.OWNER + unit] == seat and state[at.CELL + unit] == at.OFF:
            return unit
    return -1


@compiled
def waiting(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of kinds in a seat's supply."""
    found = 0
    for unit in range(book[at.UNITS]):
        if state[at.OWNER + unit] == seat and state[at.CELL + unit] == at.OFF:
            found |= 1 << book[at.KIND + unit]
    return found


@compiled
def lives(state: Numbers, book: Numbers, seat: int, kind: int) -> bool:
    """Whether a seat has a unit of a kind on the Battleground."""
    for unit in range(book[at.UNITS]):
        if book[at.KIND + unit] == kind and state[at.OWNER + unit] == seat and state[at.CELL + unit] != at.OFF:
            return True
    return False


@compiled
def spawnable(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of kinds that may come from a seat's supply (V50, V94, V112)."""
    found = waiting(state, book, seat) & ~(1 << book[at.TALL])
    if book[at.RAGNAROK]:
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if found >> kind & 1 and not lives(state, book, seat, kind):
                found &= ~(1 << kind)
    return found


@compiled
def can_swarm(state: Numbers, book: Numbers, seat: int) -> bool:
    """Whether a seat has Massive Numbers (V73, V95)."""
    goblins = book[at.NUMBERS]
    return leads(book, seat, goblins) and (not book[at.RAGNAROK] or lives(state, book, seat, goblins))


@compiled
def visible(state: Numbers, board: Numbers) -> int:
    """How many Valknuts nobody stands on (V51)."""
    found = 0
    for number in range(state[at.VALKNUTS]):
        found += board[at.UNIT + state[at.VALKNUTS + 1 + number]] < 0
    return found


@compiled
def affords(state: Numbers, book: Numbers, seat: int, kind: int) -> bool:
    """Whether there is a movement point for a unit of this kind (V92)."""
    if state[at.POINTS] > 0:
        return True
    for place in range(2):
        if book[at.BANDS + 2 * seat + place] == kind and state[at.MARKED + place] > 0:
            return True
    return False


# ---- moves (V30 to V34, V60, V63, V69, V70)


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


# ---- cards (V21, V22, V55)


@compiled
def add_card(book: Numbers, card: int, spots_of: Numbers, upright: int, turned: int, actions: Numbers, found: int) -> int:
    """Add every way to lay a card."""
    turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
    for r in range(4):
        if turns >> r & 1:
            start = TURNED_ROOM if r & 1 else 0
            for number in range(turned if r & 1 else upright):
                actions[found] = action_at(at.LAY, card, r, 0, 0, spots_of[start + number], 0)
                found += 1
    return found


@compiled
def add_cards(
    state: Numbers, board: Numbers, book: Numbers, seat: int, ambush: bool, actions: Numbers, scratch: Numbers
) -> int:
    """Every way to lay a card of the pool, or an own Ambush card."""
    upright = spots(state, board, book, 0, scratch, 0)
    turned = spots(state, board, book, 1, scratch, TURNED_ROOM)
    found = 0
    for number in range(state[at.POOL]):
        found = add_card(book, state[at.POOL + 1 + number], scratch, upright, turned, actions, found)
    if ambush:
        start = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
        for number in range(state[start]):
            found = add_card(book, state[start + 1 + number], scratch, upright, turned, actions, found)
    return found


@compiled
def random_lay(
    state: Numbers, board: Numbers, book: Numbers, seat: int, ambush: bool, scratch: Numbers, chance: int
) -> int:
    """The way to lay a card that a random place in that list holds; to decline, if it is the place after it."""
    upright = spots(state, board, book, 0, scratch, 0)
    turned = spots(state, board, book, 1, scratch, TURNED_ROOM)
    start = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
    pool = state[at.POOL]
    cards = pool + (state[start] if ambush else 0)
    total = 0 if ambush else 1
    for number in range(cards):
        card = state[at.POOL + 1 + number] if number < pool else state[start + 1 + number - pool]
        turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
        total += ((turns & 1) + (turns >> 2 & 1)) * upright + ((turns >> 1 & 1) + (turns >> 3 & 1)) * turned
    place = below(chance, total)
    for number in range(cards):
        card = state[at.POOL + 1 + number] if number < pool else state[start + 1 + number - pool]
        turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
        for r in range(4):
            if turns >> r & 1:
                size = turned if r & 1 else upright
                if place < size:
                    spot = scratch[place + (TURNED_ROOM if r & 1 else 0)]
                    return action_at(at.LAY, card, r, 0, 0, spot, 0)
                place -= size
    return action_at(at.DECLINE, 0, 0, 0, 0, 0, 0)


# ---- setting up (V14, V91)


@compiled
def missing(state: Numbers, book: Numbers, seat: int) -> int:
    """The set of a seat's warbands of which nobody stands yet."""
    found = 0
    for place in range(2):
        kind = book[at.BANDS + 2 * seat + place]
        if kind >= 0 and in_supply(state, book, seat, kind) == book[at.BAND_SIZE + kind]:
            found |= 1 << kind
    return found


@compiled
def is_slot(book: Numbers, seat: int, cell: int) -> bool:
    """Whether a cell is one of a seat's slots."""
    start = at.SLOTS + seat * at.SLOT_ROOM
    for number in range(book[start]):
        if book[start + 1 + number] == cell:
            return True
    return False


@compiled
def fits(state: Numbers, board: Numbers, book: Numbers, seat: int, kind: int, slot: int) -> bool:
    """Whether a unit may be set on a slot."""
    tall = book[at.TALL]
    if kind == tall and not is_slot(book, seat, slot + at.SOUTH):
        return False
    if not in_supply(state, book, seat, kind):
        return False
    if board[at.UNIT + slot] >= 0 or (kind == tall and board[at.UNIT + slot + at.SOUTH] >= 0):
        return False
    for unit in range(book[at.UNITS]):
        if state[at.OWNER + unit] == seat and state[at.CELL + unit] > slot:
            return False
    lacking = missing(state, book, seat) & ~(1 << kind)
    if not lacking:
        return True
    start = at.SLOTS + seat * at.SLOT_ROOM
    needs_two = lacking == 1 << tall
    for number in range(book[start]):
        cell = book[start + 1 + number]
        if free_after(board, cell, slot, kind == tall) and (
            not needs_two
            or (is_slot(book, seat, cell + at.SOUTH) and free_after(board, cell + at.SOUTH, slot, kind == tall))
        ):
            return True
    return False


@compiled
def free_after(board: Numbers, cell: int, slot: int, tall: bool) -> bool:
    """Whether a slot is left for others when one before it is taken."""
    return cell > slot and not (tall and cell == slot + at.SOUTH) and board[at.UNIT + cell] < 0


@compiled
def add_setup(state: Numbers, board: Numbers, book: Numbers, seat: int, actions: Numbers) -> int:
    """Every unit on every slot, or to be ready."""
    found = 0
    start = at.SLOTS + seat * at.SLOT_ROOM
    for number in range(book[start]):
        slot = book[start + 1 + number]
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if kind >= 0 and fits(state, board, book, seat, kind, slot):
                actions[found] = action_at(at.SETUP, kind, 0, 0, 0, slot, 0)
                found += 1
    if not missing(state, book, seat):
        actions[found] = action_at(at.READY, 0, 0, 0, 0, 0, 0)
        found += 1
    return found


# ---- the rest


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
