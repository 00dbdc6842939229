"""Fimbulvetr on flat numbers: what a clan may do and what follows from it, the twin of the readable rules.

Actions come in the order of `FimbulvetrState.legal`.
"""

from fimbul.kernels.bits import count, lowest, nth, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import add_attacks
from fimbul.kernels.fimbulvetr.field import action_at, in_smaller_groups, link, position, severed, unlink
from fimbul.kernels.fimbulvetr.moves import add_moves
from fimbul.kernels.typing import Numbers


@compiled
def open_cells(state: Numbers, row: int) -> int:
    """Where in a row the next warrior may stand, as bits from the edge on (F21, F22)."""
    near = taken = 0
    others = state[at.ALIVE]
    if not others:
        return int(row == 0) << at.EDGE
    while others:
        other = lowest(others)
        others &= others - 1
        dy = state[at.Y + other] - row
        if -1 <= dy <= 1:
            near |= 7 << (state[at.X + other] + at.EDGE - 1)
            if dy == 0:
                taken |= 1 << (state[at.X + other] + at.EDGE)
    return near & ~taken


@compiled
def rows_around(state: Numbers) -> tuple[int, int]:
    """The first and the last row in which the next warrior may stand."""
    others = state[at.ALIVE]
    if not others:
        return 0, 0
    low, high = at.EDGE, -at.EDGE
    while others:
        y = state[at.Y + lowest(others)]
        others &= others - 1
        low = y if y < low else low
        high = y if y > high else high
    return low - 1, high + 1


@compiled
def legal(state: Numbers, book: Numbers, actions: Numbers) -> int:
    """Everything that the active clan may do; how much that is."""
    if state[at.OUTCOME]:
        return 0
    seat, found = state[at.ACTIVE], 0
    own = 0x3F << 6 * seat
    if state[at.PHASE] == at.PLACING:
        hand = own & ~state[at.ALIVE]
        low, high = rows_around(state)
        for row in range(low, high + 1):
            cells = open_cells(state, row)
            while cells:
                x = place(cells) - at.EDGE
                cells &= cells - 1
                for r in range(4):
                    actions[found] = action_at(at.PLACE, lowest(hand), 0, x, row, r)
                    found += 1
        each = found
        for number in range(1, count(hand)):
            further = (nth(hand, number) - lowest(hand)) << at.SHIFT_W
            for earlier in range(each):
                actions[found] = actions[earlier] + further
                found += 1
        return found
    if state[at.PHASE] == at.CHOOSING:
        for number in range(relics(book)):
            actions[found] = nth_relic(state, book, number)
            found += 1
        return found
    found = add_moves(state, book, actions, found)
    found = add_attacks(state, book, actions, found)
    takers = state[at.NEAR + state[at.BEARER + seat]] & own
    while takers:
        actions[found] = action_at(at.HAND, lowest(takers), 0, 0, 0, 0)
        takers &= takers - 1
        found += 1
    if not found:
        actions[0] = action_at(at.PASS, 0, 0, 0, 0, 0)
        found = 1
    return found


@compiled
def relics(book: Numbers) -> int:
    """In how many ways a clan may choose its relic and who bears it."""
    return 6 if book[at.ONLY_DEFENSE] else 24


@compiled
def nth_relic(state: Numbers, book: Numbers, number: int) -> int:
    """The one with this number."""
    token = 2 if book[at.ONLY_DEFENSE] else number // 6
    return action_at(at.CHOOSE, 6 * state[at.ACTIVE] + number % 6, token, 0, 0, 0)


@compiled
def slay(state: Numbers, warriors: int) -> None:
    """Take warriors off the table."""
    state[at.ALIVE] &= ~warriors
    while warriors:
        bit = warriors & -warriors
        warriors ^= bit
        unlink(state, lowest(bit))


@compiled
def close(state: Numbers, outcome: int, rule: int) -> None:
    """End the game."""
    state[at.OUTCOME], state[at.RULE], state[at.SEVERED] = outcome, rule, 0


@compiled
def unbeatable(state: Numbers, book: Numbers, seat: int) -> bool:
    """Whether nobody of the enemy could ever beat the weakest corner of a seat's bearer (F48)."""
    bearer, foe = state[at.BEARER + seat] & 15, 1 - seat
    weakest = 9
    for corner in range(4):
        guard = book[at.DEFENSE + bearer * 16 + corner]
        if guard < weakest:
            weakest = guard
    weakest += state[at.RELIC + seat] == 2
    rest = living = state[at.ALIVE] & (0x3F << 6 * foe)
    while rest:
        warrior = lowest(rest)
        rest &= rest - 1
        helpers = count(living & book[at.MELEE_AIDES + foe] & ~(1 << warrior))
        if helpers > book[at.MOST_SUPPORT]:
            helpers = book[at.MOST_SUPPORT]
        if book[at.STRIKES + warrior] + (state[at.RELIC + foe] == 0) + helpers > weakest:
            return False
        if book[at.SHOOTS + warrior] + (state[at.RELIC + foe] == 1) > weakest:
            return False
    return True


@compiled
def finish_turn(state: Numbers, book: Numbers, seen: Numbers, fallen: bool) -> None:
    """Severance, the end of the game, the next turn."""
    seat = state[at.ACTIVE] & 1
    if fallen and not state[at.ALIVE] >> state[at.BEARER + 1 - seat] & 1:
        close(state, at.WON_0 + seat, at.F46)
        return
    while True:
        apart = in_smaller_groups(state)
        if not apart & state[at.SEVERED]:
            break
        slay(state, apart & state[at.SEVERED])
        state[at.SEVERED] = 0
        fallen = True
        if not state[at.ALIVE] >> state[at.BEARER + seat] & 1:
            close(state, at.WON_0 + 1 - seat, at.F47)
            return
    if fallen:
        state[at.QUIET] = 0
        state[at.SEEN_FROM] = state[at.SEEN_TO]
        for who in range(2):
            if unbeatable(state, book, seat ^ who):
                close(state, at.WON_0 + (seat ^ who), at.F48)
                return
    else:
        state[at.QUIET] += 1
    state[at.ACTIVE] = 1 - seat
    now, times, last = position(state, book), 0, state[at.SEEN_TO] & 0xFFF
    earlier = last - 2  # every other position was the other clan's turn
    while earlier >= state[at.SEEN_FROM]:
        times += seen[earlier & 0xFFF] == now
        earlier -= 2
    if times >= book[at.REPEATS] - 1:
        close(state, at.DRAWN, at.F50A)
        return
    seen[last] = now
    state[at.SEEN_TO] = last + 1
    if state[at.QUIET] >= book[at.QUIET_TURNS]:
        close(state, at.DRAWN, at.F50B)
        return
    if state[at.TURN] >= book[at.MOST_TURNS]:
        close(state, at.DRAWN, at.F50C)
        return
    state[at.TURN] += 1
    state[at.SEVERED] = apart & (0x3F << 6 * (1 - seat))


@compiled
def stand(state: Numbers, action: int) -> None:
    """Put the warrior of a move or a placement where it goes."""
    warrior = action >> at.SHIFT_W & 15
    state[at.X + warrior] = (action >> at.SHIFT_X & 0xFFFF) - at.MIDDLE
    state[at.Y + warrior] = (action >> at.SHIFT_Y & 0xFFFF) - at.MIDDLE
    state[at.R + warrior] = action >> at.SHIFT_R & 3
    state[at.ALIVE] |= 1 << warrior
    link(state, warrior)


@compiled
def act(state: Numbers, book: Numbers, seen: Numbers, action: int) -> None:
    """Carry out a legal action of a turn."""
    kind, warrior = action & 7, action >> at.SHIFT_W & 15
    fallen = kind == at.STRIKE or kind == at.SHOOT
    state[at.PLY] += 1
    if kind == at.MOVE:
        unlink(state, warrior)
        stand(state, action)
    elif fallen:
        slay(state, 1 << (action >> at.SHIFT_T & 15))
    elif kind == at.HAND:
        state[at.BEARER + state[at.ACTIVE]] = warrior
    finish_turn(state, book, seen, fallen)


@compiled
def set_up(state: Numbers, book: Numbers, seen: Numbers, action: int) -> None:
    """Carry out a legal action before the first turn."""
    seat = state[at.ACTIVE]
    state[at.PLY] += 1
    if action & 7 == at.PLACE:
        stand(state, action)
        state[at.ACTIVE] = 1 - seat
        if state[at.ALIVE] == 0xFFF:
            state[at.PHASE] = at.CHOOSING
            state[at.ACTIVE] = state[at.FIRST]
        return
    state[at.RELIC + seat] = action >> at.SHIFT_T & 15
    state[at.BEARER + seat] = action >> at.SHIFT_W & 15
    if seat == state[at.FIRST]:
        state[at.ACTIVE] = 1 - seat
        return
    state[at.PHASE] = at.PLAYING
    state[at.ACTIVE] = state[at.FIRST]
    state[at.TURN] = 1
    seen[state[at.SEEN_TO]] = position(state, book)
    state[at.SEEN_TO] += 1
    state[at.SEVERED] = severed(state)


@compiled
def apply(state: Numbers, book: Numbers, seen: Numbers, action: int) -> None:
    """Carry out a legal action."""
    if state[at.PHASE] == at.PLAYING:
        act(state, book, seen, action)
    else:
        set_up(state, book, seen, action)
