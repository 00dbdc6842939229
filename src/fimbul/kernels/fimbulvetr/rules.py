"""Fimbulvetr on flat numbers: what a clan may do and what follows from it, the twin of the readable rules.

Actions come in the order of `FimbulvetrState.legal`.  `scratch` is room that the caller lends; nothing in it
lasts from one call to the next.
"""

from fimbul.kernels.bits import count, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import add_attacks
from fimbul.kernels.fimbulvetr.field import action_at, link, position, severed, unlink
from fimbul.kernels.fimbulvetr.moves import FREE, add_moves
from fimbul.kernels.typing import Numbers


@compiled
def open_cells(state: Numbers, scratch: Numbers) -> int:
    """Where the next warrior may stand, by row, then column, as pairs in the scratch; how many (F21, F22)."""
    alive = state[at.ALIVE]
    if not alive:
        scratch[0] = scratch[1] = 0
        return 1
    for row in range(30):
        scratch[FREE + row] = 0  # those who stand
    while alive:
        bit = alive & -alive
        alive ^= bit
        warrior = place(bit)
        scratch[FREE + state[at.Y + warrior] + 15] |= 1 << (state[at.X + warrior] + 15)
    found = 0
    for row in range(1, 29):
        near = scratch[FREE + row - 1] | scratch[FREE + row] | scratch[FREE + row + 1]
        near = (near | near << 1 | near >> 1) & ~scratch[FREE + row]
        while near:
            bit = near & -near
            near ^= bit
            scratch[2 * found] = place(bit) - 15
            scratch[2 * found + 1] = row - 15
            found += 1
    return found


@compiled
def legal(state: Numbers, book: Numbers, actions: Numbers, scratch: Numbers) -> int:
    """Everything that the active clan may do; how much that is."""
    if state[at.OUTCOME]:
        return 0
    seat, found = state[at.ACTIVE], 0
    own = 0x3F << 6 * seat
    if state[at.PHASE] == at.PLACING:
        cells = open_cells(state, scratch)
        for warrior in range(6 * seat, 6 * seat + 6):
            if state[at.ALIVE] >> warrior & 1:
                continue
            for cell in range(cells):
                goal = action_at(at.PLACE, warrior, 0, scratch[2 * cell], scratch[2 * cell + 1], 0)
                for r in range(4):
                    actions[found] = goal | r << at.SHIFT_R
                    found += 1
        return found
    if state[at.PHASE] == at.CHOOSING:
        for token in range(4):
            if token == 2 or not book[at.ONLY_DEFENSE]:
                for warrior in range(6 * seat, 6 * seat + 6):
                    actions[found] = action_at(at.CHOOSE, warrior, token, 0, 0, 0)
                    found += 1
        return found
    found = add_moves(state, book, actions, found, scratch)
    found = add_attacks(state, book, actions, found, scratch)
    takers = state[at.NEAR + state[at.BEARER + seat]] & own
    while takers:
        bit = takers & -takers
        takers ^= bit
        actions[found] = action_at(at.HAND, place(bit), 0, 0, 0, 0)
        found += 1
    if not found:
        actions[0] = action_at(at.PASS, 0, 0, 0, 0, 0)
        found = 1
    return found


@compiled
def slay(state: Numbers, warriors: int) -> None:
    """Take warriors off the table."""
    state[at.ALIVE] &= ~warriors
    while warriors:
        bit = warriors & -warriors
        warriors ^= bit
        unlink(state, place(bit))


@compiled
def close(state: Numbers, outcome: int, rule: int) -> None:
    """End the game."""
    state[at.OUTCOME], state[at.RULE], state[at.SEVERED] = outcome, rule, 0


@compiled
def unbeatable(state: Numbers, book: Numbers, seat: int) -> bool:
    """Whether nobody of the enemy could ever beat the weakest corner of a seat's bearer (F48)."""
    bearer, foe = state[at.BEARER + seat], 1 - seat
    weakest = 9
    for corner in range(4):
        weakest = min(weakest, book[at.DEFENSE + bearer * 16 + corner])
    weakest += state[at.RELIC + seat] == 2
    living = state[at.ALIVE] & (0x3F << 6 * foe)
    supporters = 0
    for warrior in range(6 * foe, 6 * foe + 6):
        for corner in range(4):
            if book[at.HELPS_MELEE + warrior * 16 + corner]:
                supporters |= 1 << warrior
    supporters &= living
    best = 0
    while living:
        bit = living & -living
        living ^= bit
        warrior = place(bit)
        helpers = min(book[at.MOST_SUPPORT], count(supporters & ~bit))
        best = max(best, book[at.STRIKES + warrior] + (state[at.RELIC + foe] == 0) + helpers)
        best = max(best, book[at.SHOOTS + warrior] + (state[at.RELIC + foe] == 1))
    return best <= weakest


@compiled
def finish_turn(state: Numbers, book: Numbers, seen: Numbers, fallen: bool) -> None:
    """Severance, the end of the game, the next turn."""
    seat = state[at.ACTIVE]
    if fallen and not state[at.ALIVE] >> state[at.BEARER + 1 - seat] & 1:
        close(state, at.WON_0 + seat, at.F46)
        return
    if state[at.SEVERED]:
        lost = severed(state) & state[at.SEVERED]
        if lost:
            slay(state, lost)
            fallen = True
            if not state[at.ALIVE] >> state[at.BEARER + seat] & 1:
                close(state, at.WON_0 + 1 - seat, at.F47)
                return
    if fallen:
        state[at.QUIET] = 0
        state[at.SEEN_FROM] = state[at.SEEN_TO]
        if unbeatable(state, book, seat):
            close(state, at.WON_0 + seat, at.F48)
            return
        if unbeatable(state, book, 1 - seat):
            close(state, at.WON_0 + 1 - seat, at.F48)
            return
    else:
        state[at.QUIET] += 1
    state[at.ACTIVE] = 1 - seat
    now, times = position(state, book), 0
    for earlier in range(state[at.SEEN_FROM], state[at.SEEN_TO]):
        times += seen[earlier] == now
    if times >= book[at.REPEATS] - 1:
        close(state, at.DRAWN, at.F50A)
        return
    seen[state[at.SEEN_TO]] = now
    state[at.SEEN_TO] += 1
    if state[at.QUIET] >= book[at.QUIET_TURNS]:
        close(state, at.DRAWN, at.F50B)
        return
    if state[at.TURN] >= book[at.MOST_TURNS]:
        close(state, at.DRAWN, at.F50C)
        return
    state[at.TURN] += 1
    state[at.SEVERED] = severed(state)


@compiled
def apply(state: Numbers, book: Numbers, seen: Numbers, action: int) -> None:
    """Carry out a legal action."""
    kind, warrior = action & 7, action >> at.SHIFT_W & 15
    seat = state[at.ACTIVE]
    state[at.PLY] += 1
    if kind == at.MOVE:
        unlink(state, warrior)
        state[at.X + warrior] = (action >> at.SHIFT_X & 0xFFFF) - at.MIDDLE
        state[at.Y + warrior] = (action >> at.SHIFT_Y & 0xFFFF) - at.MIDDLE
        state[at.R + warrior] = action >> at.SHIFT_R & 3
        link(state, warrior)
        finish_turn(state, book, seen, False)
    elif kind == at.STRIKE or kind == at.SHOOT:
        slay(state, 1 << (action >> at.SHIFT_T & 15))
        finish_turn(state, book, seen, True)
    elif kind == at.HAND:
        state[at.BEARER + seat] = warrior
        finish_turn(state, book, seen, False)
    elif kind == at.PASS:
        finish_turn(state, book, seen, False)
    elif kind == at.PLACE:
        state[at.X + warrior] = (action >> at.SHIFT_X & 0xFFFF) - at.MIDDLE
        state[at.Y + warrior] = (action >> at.SHIFT_Y & 0xFFFF) - at.MIDDLE
        state[at.R + warrior] = action >> at.SHIFT_R & 3
        state[at.ALIVE] |= 1 << warrior
        link(state, warrior)
        state[at.ACTIVE] = 1 - seat
        if state[at.ALIVE] == 0xFFF:
            state[at.PHASE] = at.CHOOSING
            state[at.ACTIVE] = state[at.FIRST]
    else:
        state[at.RELIC + seat] = action >> at.SHIFT_T & 15
        state[at.BEARER + seat] = warrior
        if seat == state[at.FIRST]:
            state[at.ACTIVE] = 1 - seat
        else:
            state[at.PHASE] = at.PLAYING
            state[at.ACTIVE] = state[at.FIRST]
            state[at.TURN] = 1
            seen[state[at.SEEN_TO]] = position(state, book)
            state[at.SEEN_TO] += 1
            state[at.SEVERED] = severed(state)
