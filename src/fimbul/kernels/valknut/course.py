"""What follows from a decision: kills, Valknuts, gods, turns and the end, as the agenda of the rules has it."""

from fimbul.kernels.bits import below, drawn
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.choices import (
    add_miracle,
    can_swarm,
    first_in_supply,
    in_supply,
    leads,
    legal,
    random_lay,
    spawnable,
    step_of,
    visible,
)
from fimbul.kernels.valknut.ground import (
    append,
    build,
    clear,
    copy,
    insert_sorted,
    lay_block,
    lift_block,
    pick_up,
    pop,
    remove,
    set_down,
)

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
def missing_goblins(state: Numbers, board: Numbers, book: Numbers, seat: int) -> None:
    """With an empty supply, a point for every Valknut still visible (V73)."""
    goblins = book[at.NUMBERS]
    if not in_supply(state, book, seat, goblins):
        points = visible(state, board)
        if points:
            gain(state, book, seat, goblins, points)


# ---- killing (V40 to V46, V61, V66, V83)


@compiled
def side(state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, cell: int, step: int) -> int:
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
        close(state, winner, at.V45 if book[at.SEATS] == 2 else at.V83)


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


# ---- cards and Valknuts (V23, V50, V51, V73)


@compiled
def lay(state: Numbers, board: Numbers, book: Numbers, seat: int, card: int, corner: int, r: int) -> None:
    """Lay a card: its points, its Valknut, kills, its Gjallarhorn, in this order."""
    if not remove(state, at.POOL, card):
        remove(state, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES), card)
    laid = card + 2 | r << at.LAID_R | corner << at.LAID_CELL
    append(state, at.LAID, laid)
    lay_block(board, book, laid)
    row = at.CARDS + (card + 2) * at.CARD_ROOM
    state[at.POINTS] += book[row + at.CARD_MOVE]
    if leads(book, seat, book[at.FORGED]):
        gain(state, book, seat, book[at.FORGED], 1)
    if book[at.GODS] and book[row + at.CARD_HORN]:
        push(state, at.HORN, seat, 0)
    valknut = book[row + at.CARD_VALKNUT + r]
    if valknut < 0:
        resolve(state, by_card(state, book), False)
        return
    insert_sorted(state, at.VALKNUTS, corner + valknut)
    if spawnable(state, book, seat):
        push(state, at.SPAWNING, seat, corner + valknut)
        return
    if can_swarm(state, book, seat):
        missing_goblins(state, board, book, seat)
    else:
        state[at.POINTS] += 1
    resolve(state, by_card(state, book), False)


@compiled
def swarm_on(state: Numbers, board: Numbers, book: Numbers, seat: int, last: int) -> None:
    """Ask for the next Goblin while one waits and a later Valknut is visible."""
    if in_supply(state, book, seat, book[at.NUMBERS]):
        for number in range(state[at.VALKNUTS]):
            cell = state[at.VALKNUTS + 1 + number]
            if cell > last and board[at.UNIT + cell] < 0:
                push(state, at.SWARMING, seat, last)
                return
    swarmed(state, board, book, seat)


@compiled
def swarmed(state: Numbers, board: Numbers, book: Numbers, seat: int) -> None:
    """Massive Numbers is over: points for missing Goblins, then kills."""
    missing_goblins(state, board, book, seat)
    resolve(state, by_unit(state, book, book[at.NUMBERS]), False)


# ---- gods and monsters (V101 to V112)


@compiled
def worship(state: Numbers, board: Numbers, book: Numbers, seat: int, god: int, of: int, actions: Numbers) -> None:
    """Take a god or monster from the pool (or of another) and let it work."""
    if of >= 0:
        remove(state, at.WORSHIPPED + of * (1 + at.MOST_GODS), god)
    else:
        remove(state, at.GOD_POOL, god)
        while state[at.GOD_PILE] and state[at.GOD_POOL] < book[at.GOD_LIMIT]:
            append(state, at.GOD_POOL, pop(state, at.GOD_PILE))
            state[at.RETURNED] = min(state[at.RETURNED], state[at.GOD_PILE])
            state[at.REVEALS] += 1
    append(state, at.WORSHIPPED + seat * (1 + at.MOST_GODS), god)
    if state[at.PILE]:
        if god == book[at.LOKI]:
            append(state, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES), pop(state, at.PILE))
            state[at.REVEALS] += 1
        elif god == book[at.ODIN]:
            state[at.REVEALS] += 1
    if add_miracle(state, board, book, seat, god, actions):
        push(state, at.MIRACLE, seat, god)
    else:
        resolve(state, by_effect(state, book), False)


@compiled
def arrange(state: Numbers, top: int, order: int) -> None:
    """Put the top cards of the pile into one of their orders, as they come when written out (V104)."""
    end = at.PILE + state[at.PILE]
    if top == 2:
        if order == 1:
            state[end], state[end - 1] = state[end - 1], state[end]
        return
    if top < 3:
        return
    a, b, c = state[end], state[end - 1], state[end - 2]
    if order == 1:
        b, c = c, b
    elif order == 2:
        a, b = b, a
    elif order == 3:
        a, b, c = b, c, a
    elif order == 4:
        a, b, c = c, a, b
    elif order == 5:
        a, c = c, a
    state[end], state[end - 1], state[end - 2] = a, b, c


@compiled
def burn(state: Numbers, board: Numbers, book: Numbers, corner: int) -> None:
    """Destroy a laid card (V111)."""
    for number in range(state[at.LAID]):
        laid = state[at.LAID + 1 + number]
        if laid >> at.LAID_CELL == corner:
            valknut = book[at.CARDS + (laid & 0xFF) * at.CARD_ROOM + at.CARD_VALKNUT + (laid >> at.LAID_R & 3)]
            if valknut >= 0:
                remove(state, at.VALKNUTS, corner + valknut)
            lift_block(board, book, laid)
            remove(state, at.LAID, laid)
            return


@compiled
def work_miracle(state: Numbers, board: Numbers, book: Numbers, seat: int, action: int) -> None:
    """Let a god or monster do what its owner chose."""
    verb, k, r = action & 31, action >> at.SHIFT_K & 0xFF, action >> at.SHIFT_R & 3
    n, other = action >> at.SHIFT_N & 0x1FF, action >> at.SHIFT_S & 3
    cell = action >> at.SHIFT_P & 0x3FFFF
    if verb == at.THOR_KILL:
        strike(state, board, book, 1 << board[at.UNIT + cell], by_effect(state, book))
        return
    if verb == at.ORDER:
        arrange(state, k, n)
    elif verb == at.FREYA_MOVE:
        unit = board[at.UNIT + cell]
        pick_up(state, board, book, unit)
        set_down(state, board, book, unit, cell + step_of(r) * n)
    elif verb == at.HEL_BRING:
        state[at.OWNER + first_in_supply(state, book, other, k)] = seat
        bring(state, board, book, seat, k, cell)
    elif verb == at.FENRIR_TAKE:
        remove(state, at.AMBUSHES + other * (1 + at.MOST_AMBUSHES), k)
        append(state, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES), k)
    elif verb == at.SURTR_BURN:
        burn(state, board, book, cell)
    else:
        state[at.OWNER + first_in_supply(state, book, other, k)] = seat
    resolve(state, by_effect(state, book), False)


# ---- the turn and the end (V20, V56 to V58)


@compiled
def score(state: Numbers, board: Numbers, book: Numbers, seat: int) -> int:
    """A seat's victory points as they stand."""
    if not state[at.ALIVE] >> seat & 1:
        return 0
    total = units = 0
    for unit in range(book[at.UNITS]):
        cell = state[at.CELL + unit]
        if cell == at.OFF or state[at.OWNER + unit] != seat:
            continue
        units += 1
        kind = book[at.KIND + unit]
        home = board[at.ZONE + cell] & at.PARLEY_ZONE
        if kind == book[at.TALL]:
            home |= board[at.ZONE + cell + at.SOUTH] & at.PARLEY_ZONE
        if not home:
            total += book[at.WORTH + kind]
    start = at.WORSHIPPED + seat * (1 + at.MOST_GODS)
    for number in range(state[start]):
        god = state[start + 1 + number]
        total += book[at.GOD_WORTH + god]
        if god == book[at.IDUN]:
            total += (units + 1) >> 1
    return total


@compiled
def settle_score(state: Numbers, board: Numbers, book: Numbers) -> None:
    """Count the points; a tie goes to the larger warband, then to whoever moved second (V57, V58, V96)."""
    best, winner, size, tied = -1000, 0, -1, 0
    for seat in range(book[at.SEATS]):
        points = score(state, board, book, seat)
        state[at.SCORES + seat] = points
        if not state[at.ALIVE] >> seat & 1:
            continue
        units = 0
        for place in range(2):
            kind = book[at.BANDS + 2 * seat + place]
            if kind >= 0:
                units += book[at.BAND_SIZE + kind]
        if points > best:
            best, winner, size, tied = points, seat, units, 1
        elif points == best:
            tied += 1
            if units >= size:
                winner, size = seat, units
    close(state, winner, at.V57 if tied == 1 else at.V96 if book[at.RAGNAROK] else at.V58)


@compiled
def run_steps(state: Numbers, board: Numbers, book: Numbers, actions: Numbers) -> None:
    """Run steps until somebody has to decide or the game is over."""
    while state[at.AGENDA] and not state[at.OUTCOME]:
        top = state[at.AGENDA + state[at.AGENDA]]
        step, who = top & 15, top >> at.STEP_WHO & 0x3F
        if step >= at.SETTING_UP and step != at.HORN:
            return
        state[at.AGENDA] -= 1
        seat = state[at.ACTIVE]
        if step == at.RESOLVE:
            run_resolve(state, board, book, who - 2, top >> at.STEP_MORE != 0)
        elif step == at.BEGIN:
            while state[at.PILE] and state[at.POOL] < book[at.POOL_LIMIT]:
                append(state, at.POOL, pop(state, at.PILE))
                state[at.REVEALS] += 1
            push(state, at.END_TURN, 0, 0)
            push(state, at.MARCHING, seat, 0)
            push(state, at.LEAD, 0, 0)
            resolve(state, by_card(state, book), False)
        elif step == at.LEAD:
            if state[at.POOL] or state[at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)]:
                push(state, at.LAYING, seat, 0)
        elif step == at.HORN:
            takes = state[at.GOD_POOL]
            for other in range(book[at.SEATS]):
                if other != seat:
                    takes += state[at.WORSHIPPED + other * (1 + at.MOST_GODS)]
            if takes:
                push(state, at.WORSHIP, seat, 0)
        else:
            state[at.POINTS] = state[at.MARKED] = state[at.MARKED + 1] = 0
            if not state[at.PILE] and not state[at.POOL]:
                settle_score(state, board, book)
                return
            seat = seat + 1 if seat + 1 < book[at.SEATS] else 0
            while not state[at.ALIVE] >> seat & 1:
                seat = seat + 1 if seat + 1 < book[at.SEATS] else 0
            state[at.ACTIVE] = seat
            state[at.TURN] += 1
            push(state, at.BEGIN, 0, 0)


@compiled
def march(state: Numbers, board: Numbers, book: Numbers, seat: int, action: int) -> None:
    """Spend a point on a move, a shove or a summons (V30, V69, V70)."""
    verb, r, n = action & 31, action >> at.SHIFT_R & 3, action >> at.SHIFT_N & 0x1FF
    start = action >> at.SHIFT_P & 0x3FFFF
    unit = board[at.UNIT + start]
    kind = book[at.KIND + unit]
    if book[at.BANDS + 2 * seat] == kind and state[at.MARKED]:
        state[at.MARKED] -= 1
    elif book[at.BANDS + 2 * seat + 1] == kind and state[at.MARKED + 1]:
        state[at.MARKED + 1] -= 1
    else:
        state[at.POINTS] -= 1
    crushed = 0
    end = start
    if verb == at.MOVE:
        end = start + step_of(r) * n
        other = board[at.UNIT + end]
        if other >= 0 and other != unit:
            crushed |= 1 << other
        if kind == book[at.TALL]:
            other = board[at.UNIT + end + at.SOUTH]
            if other >= 0 and other != unit:
                crushed |= 1 << other
    elif verb == at.SHOVE:
        end = start + step_of(r)
        enemy = board[at.UNIT + end]
        there = state[at.CELL + enemy] + step_of(r)
        pick_up(state, board, book, enemy)
        set_down(state, board, book, enemy, there)
    else:
        end = action >> at.SHIFT_Q & 0x3FFFF
    if crushed:
        # The crushed leave the board before the unit takes their place.
        acting = by_unit(state, book, kind)
        kill(state, board, book, crushed)
        pick_up(state, board, book, unit)
        set_down(state, board, book, unit, end)
        if not state[at.OUTCOME]:
            avenge(state, board, book, acting, False)
        return
    pick_up(state, board, book, unit)
    set_down(state, board, book, unit, end)
    resolve(state, by_unit(state, book, kind), False)


@compiled
def apply(state: Numbers, board: Numbers, book: Numbers, action: int, actions: Numbers) -> None:
    """Carry out a legal decision and run on to the next.  `actions` is room to look whether a god can work."""
    verb, k, r = action & 31, action >> at.SHIFT_K & 0xFF, action >> at.SHIFT_R & 3
    cell = action >> at.SHIFT_P & 0x3FFFF
    top = pop(state, at.AGENDA)
    step, seat, more = top & 15, top >> at.STEP_WHO & 0x3F, top >> at.STEP_MORE
    state[at.PLY] += 1
    if step == at.MARCHING:
        if verb != at.END:
            append(state, at.AGENDA, top)
            march(state, board, book, seat, action)
    elif step == at.LAYING or step == at.RAGING:
        if verb == at.LAY:
            lay(state, board, book, seat, k, cell, r)
        else:
            calm_down(state)
    elif step == at.SPAWNING:
        if verb == at.DECLINE:
            if can_swarm(state, book, seat):
                missing_goblins(state, board, book, seat)
            resolve(state, by_card(state, book), False)
        else:
            swarm = k == book[at.NUMBERS] and can_swarm(state, book, seat)
            bring(state, board, book, seat, k, cell)
            if swarm:
                swarm_on(state, board, book, seat, cell)
            else:
                resolve(state, by_unit(state, book, k), False)
    elif step == at.SWARMING:
        if verb == at.DECLINE:
            swarmed(state, board, book, seat)
        else:
            bring(state, board, book, seat, k, cell)
            swarm_on(state, board, book, seat, cell)
    elif step == at.SETTING_UP:
        if verb == at.SETUP:
            append(state, at.AGENDA, top)
            bring(state, board, book, seat, k, cell)
    elif step == at.ACTING:
        avenge(state, board, book, k, False)
    elif step == at.RISING:
        rise(state, board, book, seat, cell, more)
    elif step == at.WORSHIP:
        if verb != at.DECLINE:
            worship(state, board, book, seat, k, action >> at.SHIFT_S & 3 if verb == at.TAKE_FROM else -1, actions)
    else:
        work_miracle(state, board, book, seat, action)
    run_steps(state, board, book, actions)


@compiled
def rise(state: Numbers, board: Numbers, book: Numbers, seat: int, cell: int, left: int) -> None:
    """Let a killed unit rise as a Draugr (V72)."""
    bring(state, board, book, seat, book[at.OUTBREAK], cell)
    if left > 1:
        for number in range(state[at.GRAVES]):
            grave = state[at.GRAVES + 1 + number]
            if grave >> 1 == cell or (grave & 1 and (grave >> 1) + at.SOUTH == cell):
                remove(state, at.GRAVES, grave)
                break
        state[at.RISE_LAST] = cell
        push(state, at.RISING, seat, left - 1)


# ---- random play


@compiled
def random_action(
    state: Numbers, board: Numbers, book: Numbers, actions: Numbers, scratch: Numbers, chance: int
) -> int:
    """The action that a random place in the legal list holds."""
    top = state[at.AGENDA + state[at.AGENDA]]
    if top & 15 == at.LAYING or top & 15 == at.RAGING:
        seat = top >> at.STEP_WHO & 0x3F
        return random_lay(state, board, book, seat, top & 15 == at.LAYING, scratch, chance)
    return actions[below(chance, legal(state, board, book, actions, scratch))]


@compiled
def random_games(
    start: Numbers,
    state: Numbers,
    board: Numbers,
    book: Numbers,
    actions: Numbers,
    scratch: Numbers,
    games: int,
    chance: int,
    results: Numbers,
) -> int:
    """Many random games from one position, which the board shows; plies in all, and how they ended, by winner."""
    plies = 0
    for _ in range(games):
        copy(start, state)
        while not state[at.OUTCOME]:
            chance = drawn(chance)
            action = random_action(state, board, book, actions, scratch, chance)
            apply(state, board, book, action, actions)
        plies += state[at.PLY] - start[at.PLY]
        results[state[at.OUTCOME] - 1] += 1
        clear(state, board, book)
        build(start, board, book)
    return plies
