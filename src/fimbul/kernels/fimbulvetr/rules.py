"""Fimbulvetr on flat numbers: what a clan may do and what follows from it, the twin of the readable rules.

Actions come in the order of `FimbulvetrState.legal`.  `scratch` is room that the caller lends; nothing in it
lasts from one call to the next.
"""

from fimbul.kernels.bits import below, count, drawn, mixed, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.typing import Numbers

# Rooms in the scratch: reached cells by layer, ways by vault, and what support sigils lend.
LAYERS, WAYS, FREE, NEXT_TO = 0, 140, 240, 260
HELP_HIT, HELP_GUARD = 280, 300
HITS, SHOTS = 320, 332  # by warrior: the set of those it can slay
COUNTS = 344  # by warrior: how many moves it has


@compiled
def action_at(kind: int, warrior: int, target: int, x: int, y: int, r: int) -> int:
    """An action as one number."""
    return (
        kind
        | warrior << at.SHIFT_W
        | target << at.SHIFT_T
        | r << at.SHIFT_R
        | (x + at.MIDDLE) << at.SHIFT_X
        | (y + at.MIDDLE) << at.SHIFT_Y
    )


# ---- who stands next to whom (F3, F39, F40)


@compiled
def unlink(state: Numbers, warrior: int) -> None:
    """Take a warrior off its neighbours' lists."""
    bit = 1 << warrior
    near = state[at.NEAR + warrior]
    while near:
        other = near & -near
        near ^= other
        state[at.NEAR + place(other)] &= ~bit
    state[at.NEAR + warrior] = 0


@compiled
def link(state: Numbers, warrior: int) -> None:
    """Find the neighbours of a warrior where it stands now."""
    x, y, found = state[at.X + warrior], state[at.Y + warrior], 0
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = place(bit)
        if -1 <= state[at.X + other] - x <= 1 and -1 <= state[at.Y + other] - y <= 1:
            found |= bit
            state[at.NEAR + other] |= 1 << warrior
    state[at.NEAR + warrior] = found


@compiled
def group_of(state: Numbers, bit: int) -> int:
    """Everybody who hangs together with a warrior."""
    group = fresh = bit
    while fresh:
        near = 0
        while fresh:
            one = fresh & -fresh
            fresh ^= one
            near |= state[at.NEAR + place(one)]
        fresh = near & ~group
        group |= fresh
    return group


@compiled
def in_smaller_groups(state: Numbers) -> int:
    """The warriors in groups smaller than the largest."""
    apart = state[at.ALIVE]
    group = group_of(state, apart & -apart)
    if group == apart:
        return 0
    largest = 0
    while apart:
        group = group_of(state, apart & -apart)
        apart ^= group
        largest = max(largest, count(group))
    apart, found = state[at.ALIVE], 0
    while apart:
        group = group_of(state, apart & -apart)
        apart ^= group
        if count(group) < largest:
            found |= group
    return found


@compiled
def severed(state: Numbers) -> int:
    """The active clan's warriors that are cut off."""
    return in_smaller_groups(state) & (0x3F << 6 * state[at.ACTIVE])


@compiled
def position(state: Numbers, book: Numbers) -> int:
    """One number for what makes a position recur (F50a), wherever on the field it is."""
    alive = state[at.ALIVE]
    first = place(alive & -alive)
    x, y, total = state[at.X + first], state[at.Y + first], alive
    while alive:
        bit = alive & -alive
        alive ^= bit
        warrior = place(bit)
        keys = at.HASH + 3 * warrior
        total += book[keys] * (state[at.X + warrior] - x)
        total += book[keys + 1] * (state[at.Y + warrior] - y)
        total += book[keys + 2] * (state[at.R + warrior] + 1)
    marks = state[at.BEARER] + 1 + 16 * (state[at.BEARER + 1] + 1) + 256 * state[at.ACTIVE]
    return mixed(total ^ mixed(marks))


# ---- moves (F26 to F31)


@compiled
def points_of(state: Numbers, book: Numbers, warrior: int) -> int:
    """How many steps and quarter turns a warrior may spend."""
    seat = int(warrior >= 6)
    points = book[at.POINTS + warrior]
    if state[at.BEARER + seat] == warrior and state[at.RELIC + seat] == 3:
        points += book[at.RELIC_POINTS]
    return points


@compiled
def small_reach(state: Numbers, book: Numbers, warrior: int, points: int, scratch: Numbers) -> bool:
    """The ends of moves of at most three steps, layer by layer; whether the warrior may turn where it is."""
    taken = beside = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = place(bit)
        dx, dy = state[at.X + other] - x, state[at.Y + other] - y
        if -4 <= dx <= 4 and -4 <= dy <= 4:
            cell = (dy + 4) * 9 + dx + 4
            taken |= book[at.TAKEN + cell]
            beside |= book[at.BESIDE + cell]
    empty = at.INSIDE & ~taken
    vaults = book[at.VAULTS + warrior]
    found = at.HOME
    if vaults == 0:
        for step in range(points):
            wider = (found | found << 1 | found >> 1 | found << at.WINDOW | found >> at.WINDOW) & empty
            scratch[LAYERS + step] = (wider ^ found) & beside
            found = wider
    else:
        for vault in range(vaults + 1):
            scratch[WAYS + vault] = at.HOME
        for step in range(points):
            under = 0
            for vault in range(vaults + 1):
                way = scratch[WAYS + vault]
                onto = way << 1 | way >> 1 | way << at.WINDOW | way >> at.WINDOW
                scratch[WAYS + vault] = way | (onto & empty) | (under & taken)
                under = onto
            fresh = scratch[WAYS + vaults] & empty & ~found
            found |= fresh
            scratch[LAYERS + step] = fresh & beside
    return beside & at.HOME != 0


@compiled
def wide_reach(state: Numbers, book: Numbers, warrior: int, points: int, scratch: Numbers) -> bool:
    """The same for up to eight steps: a window of 17 rows, each one number."""
    rows = at.WIDE
    for row in range(rows):
        scratch[FREE + row] = 0x1FFFF
        scratch[NEXT_TO + row] = 0
    x, y = state[at.X + warrior], state[at.Y + warrior]
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = place(bit)
        column, row = state[at.X + other] - x + at.FAR, state[at.Y + other] - y + at.FAR
        if -1 <= column <= rows and -1 <= row <= rows:
            if 0 <= row < rows and 0 <= column < rows:
                scratch[FREE + row] &= ~(1 << column)
            band = ((7 << (column + 1)) >> 2) & 0x1FFFF
            for near in range(max(row - 1, 0), min(row + 2, rows)):
                scratch[NEXT_TO + near] |= band
    vaults = book[at.VAULTS + warrior]
    for vault in range(vaults + 1):
        for row in range(rows):
            scratch[WAYS + vault * rows + row] = 0
        scratch[WAYS + vault * rows + at.FAR] = 1 << at.FAR
    found_from = WAYS + vaults * rows
    for step in range(points):
        layer = LAYERS + step * rows
        # From the most vaults to the fewest, so that each still sees the others' last step.
        for level in range(vaults + 1):
            vault = vaults - level
            way = WAYS + vault * rows
            less = way - rows
            above = under_above = 0
            for row in range(rows):
                here, down = scratch[way + row], scratch[way + row + 1] if row + 1 < rows else 0
                onto = (here << 1 | here >> 1 | above | down) & 0x1FFFF
                free = scratch[FREE + row]
                grown = here | (onto & free)
                if vault:
                    mine, below_it = scratch[less + row], scratch[less + row + 1] if row + 1 < rows else 0
                    jump = (mine << 1 | mine >> 1 | under_above | below_it) & 0x1FFFF
                    grown |= jump & ~free
                    under_above = mine
                if vault == vaults:
                    scratch[layer + row] = grown & ~here & free & scratch[NEXT_TO + row]
                scratch[way + row] = grown
                above = here
    return scratch[NEXT_TO + at.FAR] >> at.FAR & 1 != 0 and found_from > 0


@compiled
def add_moves(state: Numbers, book: Numbers, actions: Numbers, found: int, scratch: Numbers) -> int:
    """Add every move of the active clan."""
    seat = state[at.ACTIVE]
    for warrior in range(6 * seat, 6 * seat + 6):
        if not state[at.ALIVE] >> warrior & 1:
            continue
        points = points_of(state, book, warrior)
        if not points:
            continue
        facing, x, y = state[at.R + warrior], state[at.X + warrior], state[at.Y + warrior]
        small = points <= at.REACH
        if small:
            turns = small_reach(state, book, warrior, points, scratch)
        else:
            turns = wide_reach(state, book, warrior, points, scratch)
        if turns:
            for r in range(4):
                if r != facing and (points > 1 or (r - facing) & 1):
                    actions[found] = action_at(at.MOVE, warrior, 0, x, y, r)
                    found += 1
        for step in range(points):
            left = points - 1 - step
            for row in range(1 if small else at.WIDE):
                ends = scratch[LAYERS + step] if small else scratch[LAYERS + step * at.WIDE + row]
                while ends:
                    bit = ends & -ends
                    ends ^= bit
                    cell = place(bit)
                    if small:
                        column, line = x + (cell & 7) - at.REACH, y + (cell >> 3) - at.REACH
                    else:
                        column, line = x + cell - at.FAR, y + row - at.FAR
                    goal = action_at(at.MOVE, warrior, 0, column, line, 0)
                    for r in range(4):
                        turn = (r - facing) & 3
                        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
                            actions[found] = goal | r << at.SHIFT_R
                            found += 1
    return found


# ---- attacks (F9 to F18, F32 to F37)


@compiled
def lend(state: Numbers, book: Numbers, aides: int, table: int, scratch: Numbers, start: int) -> int:
    """The vertices at which these warriors' support sigils stand; how many there are."""
    found = 0
    aides &= state[at.ALIVE]
    while aides:
        bit = aides & -aides
        aides ^= bit
        warrior = place(bit)
        side = table + warrior * 16 + state[at.R + warrior] * 4
        for corner in range(4):
            if book[side + corner]:
                x = state[at.X + warrior] + (corner == 1 or corner == 2)
                y = state[at.Y + warrior] + (corner >= 2)
                scratch[start + found] = (y << 20) + x
                found += 1
    return found


@compiled
def fray(state: Numbers, book: Numbers, seat: int, scratch: Numbers) -> int:
    """All attacks of a seat, into `HITS` and `SHOTS`; the set of those who can be slain."""
    foe = 1 - seat
    helpers = lend(state, book, book[at.MELEE_AIDES + seat], at.HELPS_MELEE, scratch, HELP_HIT)
    guards = lend(state, book, book[at.DEFENSE_AIDES + foe], at.HELPS_DEFENSE, scratch, HELP_GUARD)
    bearer, token = state[at.BEARER + seat], state[at.RELIC + seat]
    blessed = bearer if token == 0 else -1
    keen = bearer if token == 1 else -1
    guarded = state[at.BEARER + foe] if state[at.RELIC + foe] == 2 else -1
    targets = 0
    enemies = state[at.ALIVE] & (0x3F << 6 * foe)
    for attacker in range(6 * seat, 6 * seat + 6):
        hits = shots = 0
        if state[at.ALIVE] >> attacker & 1:
            x, y = state[at.X + attacker], state[at.Y + attacker]
            mine = attacker * 16 + state[at.R + attacker] * 4
            shooter = book[at.SHOOTS + attacker] > 0 or attacker == keen
            rest = enemies
            while rest:
                bit = rest & -rest
                rest ^= bit
                target = place(bit)
                dx, dy = state[at.X + target] - x, state[at.Y + target] - y
                if dx < -2 or dx > 2 or dy < -2 or dy > 2:
                    continue
                touching = -1 <= dx <= 1 and -1 <= dy <= 1
                if not touching and (not shooter or dx & 1 or dy & 1):
                    continue
                if touching:
                    row = at.PAIRS + ((dy + 1) * 3 + dx + 1) * 5
                else:
                    row = at.PAIRS + (((dy >> 1) + 1) * 3 + (dx >> 1) + 1) * 5
                theirs = target * 16 + state[at.R + target] * 4
                above = False
                if touching:
                    above = True
                elif shooter:
                    between = state[at.NEAR + attacker] & state[at.NEAR + target]
                    while between:
                        one = between & -between
                        between ^= one
                        other = place(one)
                        if state[at.X + other] == x + (dx >> 1) and state[at.Y + other] == y + (dy >> 1):
                            above = True
                aims = shooter and (not touching or book[at.VAULT_ADJACENT])
                for pair in range(book[row]):
                    corner, other_corner = book[row + 1 + 2 * pair], book[row + 2 + 2 * pair]
                    guard = book[at.DEFENSE + theirs + other_corner] + (target == guarded)
                    if guards:
                        vx = state[at.X + target] + (other_corner == 1 or other_corner == 2)
                        vertex = ((state[at.Y + target] + (other_corner >= 2)) << 20) + vx
                        for guard_at in range(guards):
                            guard += scratch[HELP_GUARD + guard_at] == vertex
                        guard -= book[at.HELPS_DEFENSE + theirs + other_corner]
                    if touching:
                        power = book[at.MELEE + mine + corner] + (attacker == blessed)
                        if helpers and (power or book[at.FROM_NONE]):
                            vertex = ((y + (corner >= 2)) << 20) + x + (corner == 1 or corner == 2)
                            for helper in range(helpers):
                                power += scratch[HELP_HIT + helper] == vertex
                            power -= book[at.HELPS_MELEE + mine + corner]
                        if power > 0 and power > guard:
                            hits |= bit
                    if aims:
                        if above:
                            power = book[at.VAULT + mine + corner]
                        else:
                            power = book[at.RANGED + mine + corner] + (attacker == keen)
                        if power > 0 and power > guard:
                            shots |= bit
        scratch[HITS + attacker] = hits
        scratch[SHOTS + attacker] = shots
        targets |= hits | shots
    return targets


@compiled
def add_attacks(state: Numbers, book: Numbers, actions: Numbers, found: int, scratch: Numbers) -> int:
    """Add every attack of the active clan."""
    seat = state[at.ACTIVE]
    if not fray(state, book, seat, scratch):
        return found
    for attacker in range(6 * seat, 6 * seat + 6):
        targets = scratch[HITS + attacker] | scratch[SHOTS + attacker]
        while targets:
            bit = targets & -targets
            targets ^= bit
            if scratch[HITS + attacker] & bit:
                actions[found] = action_at(at.STRIKE, attacker, place(bit), 0, 0, 0)
                found += 1
            if scratch[SHOTS + attacker] & bit:
                actions[found] = action_at(at.SHOOT, attacker, place(bit), 0, 0, 0)
                found += 1
    return found


# ---- all that a clan may do


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


# ---- what follows from an action (F24, F41 to F52)


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


# ---- random play


@compiled
def count_moves(state: Numbers, book: Numbers, warrior: int, scratch: Numbers) -> int:
    """How many moves a warrior has; their ends stay in the scratch."""
    if not state[at.ALIVE] >> warrior & 1:
        return 0
    points = points_of(state, book, warrior)
    if not points:
        return 0
    small = points <= at.REACH
    if small:
        turns = small_reach(state, book, warrior, points, scratch)
    else:
        turns = wide_reach(state, book, warrior, points, scratch)
    total = 0
    if turns:
        total = 3 if points > 1 else 2
    for step in range(points):
        left = points - 1 - step
        ends = 0
        if small:
            ends = count(scratch[LAYERS + step])
        else:
            for row in range(at.WIDE):
                ends += count(scratch[LAYERS + step * at.WIDE + row])
        total += ends * (4 if left >= 2 else 3 if left == 1 else 1)
    return total


@compiled
def nth_facing(facing: int, left: int, number: int) -> int:
    """The facing with this number among those that a warrior can take with the points it has left."""
    for r in range(4):
        turn = (r - facing) & 3
        if turn == 0 or left >= 2 or (left == 1 and turn != 2):
            if number == 0:
                return r
            number -= 1
    return facing


@compiled
def nth_move(state: Numbers, book: Numbers, warrior: int, number: int, scratch: Numbers) -> int:
    """The move with this number of a warrior, whose ends are in the scratch."""
    points = points_of(state, book, warrior)
    small = points <= at.REACH
    facing, x, y = state[at.R + warrior], state[at.X + warrior], state[at.Y + warrior]
    near = state[at.NEAR + warrior] != 0
    if near:
        for r in range(4):
            if r != facing and (points > 1 or (r - facing) & 1):
                if number == 0:
                    return action_at(at.MOVE, warrior, 0, x, y, r)
                number -= 1
    for step in range(points):
        left = points - 1 - step
        each = 4 if left >= 2 else 3 if left == 1 else 1
        for row in range(1 if small else at.WIDE):
            ends = scratch[LAYERS + step] if small else scratch[LAYERS + step * at.WIDE + row]
            size = count(ends) * each
            if number >= size:
                number -= size
                continue
            for _ in range(number // each):
                ends &= ends - 1
            cell = place(ends & -ends)
            r = nth_facing(facing, left, number % each)
            if small:
                return action_at(
                    at.MOVE, warrior, 0, x + (cell & 7) - at.REACH, y + (cell >> 3) - at.REACH, r
                )
            return action_at(at.MOVE, warrior, 0, x + cell - at.FAR, y + row - at.FAR, r)
    return -1


@compiled
def random_action(state: Numbers, book: Numbers, actions: Numbers, scratch: Numbers, chance: int) -> int:
    """The action that a random place in the legal list holds, found without writing the list."""
    seat = state[at.ACTIVE]
    if state[at.PHASE] == at.PLACING:
        hand = (0x3F << 6 * seat) & ~state[at.ALIVE]
        each = 4 * open_cells(state, scratch)
        number = below(chance, count(hand) * each)
        for _ in range(number // each):
            hand &= hand - 1
        cell = number % each // 4
        x, y = scratch[2 * cell], scratch[2 * cell + 1]
        return action_at(at.PLACE, place(hand & -hand), 0, x, y, number & 3)
    if state[at.PHASE] == at.CHOOSING:
        return actions[below(chance, legal(state, book, actions, scratch))]
    moves = 0
    for warrior in range(6 * seat, 6 * seat + 6):
        scratch[COUNTS + warrior] = count_moves(state, book, warrior, scratch)
        moves += scratch[COUNTS + warrior]
    others = add_attacks(state, book, actions, 0, scratch)
    takers = state[at.NEAR + state[at.BEARER + seat]] & (0x3F << 6 * seat)
    total = moves + others + count(takers)
    if not total:
        return action_at(at.PASS, 0, 0, 0, 0, 0)
    number = below(chance, total)
    if number < moves:
        warrior = 6 * seat
        while number >= scratch[COUNTS + warrior]:
            number -= scratch[COUNTS + warrior]
            warrior += 1
        count_moves(state, book, warrior, scratch)
        return nth_move(state, book, warrior, number, scratch)
    number -= moves
    if number < others:
        return actions[number]
    for _ in range(number - others):
        takers &= takers - 1
    return action_at(at.HAND, place(takers & -takers), 0, 0, 0, 0)


@compiled
def play_out(state: Numbers, book: Numbers, seen: Numbers, actions: Numbers, scratch: Numbers, chance: int) -> int:
    """Play on at random to the end; the state of chance after it."""
    while not state[at.OUTCOME]:
        chance = drawn(chance)
        apply(state, book, seen, random_action(state, book, actions, scratch, chance))
    return chance


@compiled
def random_games(
    start: Numbers,
    state: Numbers,
    book: Numbers,
    seen: Numbers,
    actions: Numbers,
    scratch: Numbers,
    games: int,
    chance: int,
    results: Numbers,
) -> int:
    """Many random games from one position; plies in all, and in `results` how they ended, by outcome."""
    plies = 0
    for _ in range(games):
        for number in range(at.SIZE):
            state[number] = start[number]
        chance = play_out(state, book, seen, actions, scratch, chance)
        plies += state[at.PLY] - start[at.PLY]
        results[state[at.OUTCOME]] += 1
    return plies
