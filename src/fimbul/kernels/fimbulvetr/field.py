"""Who stands next to whom, groups, and what makes a position recur (F3, F39, F50a)."""

from fimbul.kernels.bits import count, lowest, mixed
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.typing import Numbers


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


@compiled
def unlink(state: Numbers, warrior: int) -> None:
    """Take a warrior off its neighbours' lists."""
    bit = 1 << warrior
    near = state[at.NEAR + warrior]
    while near:
        other = near & -near
        near ^= other
        state[at.NEAR + lowest(other)] &= ~bit
    state[at.NEAR + warrior] = 0


@compiled
def link(state: Numbers, warrior: int) -> None:
    """Find the neighbours of a warrior where it stands now."""
    x, y, found = state[at.X + warrior], state[at.Y + warrior], 0
    others = state[at.ALIVE] & ~(1 << warrior)
    while others:
        bit = others & -others
        others ^= bit
        other = lowest(bit)
        if -1 <= state[at.X + other] - x <= 1 and -1 <= state[at.Y + other] - y <= 1:
            found |= bit
            state[at.NEAR + other] |= 1 << warrior
    state[at.NEAR + warrior] = found


@compiled
def group_of(state: Numbers, bit: int) -> int:
    """Everybody who hangs together with a warrior."""
    group = fresh = bit
    while fresh:
        near = state[at.NEAR + lowest(fresh)] & ~group
        fresh = fresh & fresh - 1 | near
        group |= near
    return group


@compiled
def in_smaller_groups(state: Numbers) -> int:
    """The warriors in groups smaller than the largest."""
    rest = state[at.ALIVE]
    most = largest = smaller = 0  # warriors in a largest group, the groups of that size, and all others
    while rest:
        group = group_of(state, rest & -rest)
        rest ^= group
        if count(group) > most:
            smaller |= largest
            most, largest = count(group), group
        elif count(group) == most:
            largest |= group
        else:
            smaller |= group
    return smaller


@compiled
def severed(state: Numbers) -> int:
    """The active clan's warriors that are cut off."""
    return in_smaller_groups(state) & (0x3F << 6 * state[at.ACTIVE])


@compiled
def position(state: Numbers, book: Numbers) -> int:
    """One number for what makes a position recur (F50a), wherever on the field it is.

    The relics never change in a game; they count because a search remembers set-ups with other relics.
    """
    alive = state[at.ALIVE]
    first = lowest(alive & -alive)
    x, y, total = state[at.X + first], state[at.Y + first], alive
    while alive:
        bit = alive & -alive
        alive ^= bit
        warrior = lowest(bit)
        keys = at.HASH + 3 * warrior
        total += book[keys] * (state[at.X + warrior] - x)
        total += book[keys + 1] * (state[at.Y + warrior] - y)
        total += book[keys + 2] * (state[at.R + warrior] + 1)
    marks = state[at.BEARER] + 1 + 16 * (state[at.BEARER + 1] + 1) + 256 * state[at.ACTIVE]
    marks += 512 * (state[at.RELIC] + 1) + 4096 * (state[at.RELIC + 1] + 1)
    return mixed(total ^ mixed(marks))
