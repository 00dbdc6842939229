"""What follows from a decision: cards, Valknuts, turns and the end, as the agenda of the rules has it."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.gods import devotion, work_miracle, worship
from fimbul.kernels.valknut.ground import append, insert_sorted, lay_block, pick_up, pop, remove, set_down
from fimbul.kernels.valknut.killing import (
    avenge,
    bring,
    by_card,
    by_unit,
    calm_down,
    close,
    gain,
    kill,
    push,
    resolve,
    run_resolve,
)
from fimbul.kernels.valknut.supply import can_swarm, in_supply, leads, spawnable, step_of, visible


@compiled
def missing_goblins(state: Numbers, board: Numbers, book: Numbers, seat: int) -> None:
    """With an empty supply, a point for every Valknut still visible (V73)."""
    goblins = book[at.NUMBERS]
    if not in_supply(state, book, seat, goblins):
        points = visible(state, board)
        if points:
            gain(state, book, seat, goblins, points)


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
    return total + devotion(state, book, seat, units)


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
            state[at.TURN] += 1
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
    """Carry out a legal decision and run on to the next.  `actions` is room to see if a god can work."""
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
            worship(
                state, board, book, seat, k, action >> at.SHIFT_S & 3 if verb == at.TAKE_FROM else -1, actions
            )
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
