"""Who can slay whom: support sigils, blows and shots (F9 to F18, F32 to F37)."""

from fimbul.kernels.bits import place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.typing import Numbers

# Rooms in the scratch: what support sigils lend, and by warrior the set of those it can slay.
HELP_HIT, HELP_GUARD = 280, 300
HITS, SHOTS = 320, 332


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
            rest = enemies if shooter else enemies & state[at.NEAR + attacker]
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
