"""Who can slay whom: support sigils, blows and shots (F9 to F18, F32 to F37).

Attacks are sets of pairs: eight bits for each warrior of a seat, of which the lowest six are its enemies.
"""

from fimbul.kernels.bits import count, lowest, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.typing import Numbers


@compiled
def lent(state: Numbers, book: Numbers, aides: int, table: int, vx: int, vy: int) -> int:
    """How many support sigils of these warriors stand at a vertex."""
    found = 0
    while aides:
        aide = lowest(aides)
        aides &= aides - 1
        dx, dy = vx - state[at.X + aide], vy - state[at.Y + aide]
        if 0 <= dx <= 1 and 0 <= dy <= 1:
            found += book[table + aide * 16 + (state[at.R + aide] & 3) * 4 + (3 * dy ^ dx)]
    return found


@compiled
def in_aim(state: Numbers, shooter: int, enemies: int) -> int:
    """Those of these enemies whom a shooter can aim at over one cell, whether it is taken or not."""
    x, y, found = state[at.X + shooter], state[at.Y + shooter], 0
    while enemies:
        target = lowest(enemies)
        enemies &= enemies - 1
        dx, dy = state[at.X + target] - x, state[at.Y + target] - y
        if -2 <= dx <= 2 and -2 <= dy <= 2 and not (dx | dy) & 1:
            found |= 1 << target
    return found


@compiled
def fray(state: Numbers, book: Numbers, seat: int) -> tuple[int, int]:
    """All attacks of a seat: the blows and the shots."""
    foe, alive = 1 - seat, state[at.ALIVE]
    enemies = alive & (0x3F << 6 * foe)
    bearer, token = state[at.BEARER + seat], state[at.RELIC + seat]
    blessed = bearer if token == 0 else -1
    keen = bearer if token == 1 else -1
    guarded = state[at.BEARER + foe] if state[at.RELIC + foe] == 2 else -1
    helpers, guards = book[at.MELEE_AIDES + seat] & alive, book[at.DEFENSE_AIDES + foe] & alive
    close = apart = 0
    rest = alive & (0x3F << 6 * seat)
    while rest:
        attacker = lowest(rest)
        rest &= rest - 1
        first = 8 * (attacker - 6 * seat)
        close |= (state[at.NEAR + attacker] >> 6 * foe & 0x3F) << first
        if book[at.SHOOTS + attacker] > 0 or attacker == keen:
            apart |= (in_aim(state, attacker, enemies) >> 6 * foe) << first
    rest = close | apart
    hits = shots = 0
    while rest:
        number = place(rest)
        pair = rest & -rest
        rest ^= pair
        attacker, target = 6 * seat + (number >> 3), 6 * foe + (number & 7)
        x, y = state[at.X + attacker], state[at.Y + attacker]
        dx, dy = state[at.X + target] - x, state[at.Y + target] - y
        touching = close & pair != 0
        around = state[at.NEAR + target]  # whoever can stand at one of its corners
        above, aims = True, True
        if touching:
            aims = book[at.VAULT_ADJACENT] != 0 and (book[at.SHOOTS + attacker] > 0 or attacker == keen)
        else:
            dx, dy, above = dx >> 1, dy >> 1, False
            between = state[at.NEAR + attacker] & state[at.NEAR + target]
            while between:
                other = lowest(between)
                between &= between - 1
                above = above or (state[at.X + other] == x + dx and state[at.Y + other] == y + dy)
        mine = attacker * 16 + (state[at.R + attacker] & 3) * 4
        theirs = target * 16 + (state[at.R + target] & 3) * 4
        row = at.PAIRS + ((dy + 1) * 3 + dx + 1) * 5
        for meeting in range(book[row]):
            corner, other_corner = book[row + 1 + 2 * meeting] & 3, book[row + 2 + 2 * meeting] & 3
            vx = state[at.X + target] + (other_corner == 1 or other_corner == 2)
            vy = state[at.Y + target] + (other_corner >= 2)
            guard = book[at.DEFENSE + theirs + other_corner] + (target == guarded)
            guard += lent(state, book, guards & around, at.HELPS_DEFENSE, vx, vy)
            if touching:
                power = book[at.MELEE + mine + corner] + (attacker == blessed)
                if power or book[at.FROM_NONE]:
                    power += lent(state, book, helpers & around & ~(1 << attacker), at.HELPS_MELEE, vx, vy)
                if power > 0 and power > guard:
                    hits |= pair
            if aims:
                if above:
                    power = book[at.VAULT + mine + corner]
                else:
                    power = book[at.RANGED + mine + corner] + (attacker == keen)
                if power > 0 and power > guard:
                    shots |= pair
    return hits, shots


@compiled
def slain_by(pairs: int, seat: int) -> int:
    """The set of those whom a seat's attacks can slay."""
    pairs |= pairs >> 32
    pairs |= pairs >> 16
    pairs |= pairs >> 8
    return (pairs & 0x3F) << 6 * (1 - seat)


@compiled
def attack_of(kind: int, seat: int, pair: int) -> int:
    """The attack by the lowest of these pairs."""
    number = place(pair)
    return action_at(kind, 6 * seat + (number >> 3), 6 * (1 - seat) + (number & 7), 0, 0, 0)


@compiled
def add_attacks(state: Numbers, book: Numbers, actions: Numbers, found: int) -> int:
    """Add every attack of the active clan."""
    seat = state[at.ACTIVE]
    hits, shots = fray(state, book, seat)
    rest = hits | shots
    while rest:
        pair = rest & -rest
        rest ^= pair
        if hits & pair:
            actions[found] = attack_of(at.STRIKE, seat, pair)
            found += 1
        if shots & pair:
            actions[found] = attack_of(at.SHOOT, seat, pair)
            found += 1
    return found


@compiled
def nth_attack(hits: int, shots: int, seat: int, number: int) -> int:
    """The attack with this number among those."""
    rest = hits | shots
    while number >= count(rest & -rest & hits) + count(rest & -rest & shots):
        number -= count(rest & -rest & hits) + count(rest & -rest & shots)
        rest &= rest - 1
    strikes = number == 0 and rest & -rest & hits != 0
    return attack_of(at.STRIKE if strikes else at.SHOOT, seat, rest)
