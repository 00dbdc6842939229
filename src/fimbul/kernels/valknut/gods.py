"""What gods and monsters do (V101 to V112)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.choices import add_miracle
from fimbul.kernels.valknut.ground import append, lift_block, pick_up, pop, remove, set_down
from fimbul.kernels.valknut.killing import bring, by_effect, push, resolve, strike
from fimbul.kernels.valknut.supply import first_in_supply, step_of


@compiled
def devotion(state: Numbers, book: Numbers, seat: int, units: int) -> int:
    """The victory points of those whom a seat with so many units worships (V102, V105)."""
    total, start = 0, at.WORSHIPPED + seat * (1 + at.MOST_GODS)
    for number in range(state[start]):
        god = state[start + 1 + number]
        total += book[at.GOD_WORTH + god]
        if god == book[at.IDUN]:
            total += (units + 1) >> 1
    return total


@compiled
def worship(
    state: Numbers, board: Numbers, book: Numbers, seat: int, god: int, of: int, actions: Numbers
) -> None:
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
            valknut = book[
                at.CARDS + (laid & 0xFF) * at.CARD_ROOM + at.CARD_VALKNUT + (laid >> at.LAID_R & 3)
            ]
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
