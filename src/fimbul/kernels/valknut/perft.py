"""Counting sequences of actions (perft)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.choices import legal
from fimbul.kernels.valknut.course import apply
from fimbul.kernels.valknut.ground import change, copy


@compiled
def perft(
    states: Numbers,
    board: Numbers,
    book: Numbers,
    actions: Numbers,
    room: Numbers,
    scratch: Numbers,
    depth: int,
) -> int:
    """Sequences of exactly `depth` actions from the first of the states, which the board shows."""
    total = 0
    level = 0
    # The last column of a row of actions counts how many there are, the one before how many are done.
    size, done = at.MOST_ACTIONS, at.MOST_ACTIONS + 1
    actions[0, size] = legal(states[0], board, book, actions[0], scratch)
    actions[0, done] = 0
    if depth == 1:
        return actions[0, size]
    while True:
        number = actions[level, done]
        if number == actions[level, size]:
            if level == 0:
                return total
            change(states[level], states[level - 1], board, book)
            level -= 1
            continue
        actions[level, done] += 1
        copy(states[level], states[level + 1])
        apply(states[level + 1], board, book, actions[level, number], room)
        if level + 2 == depth:
            total += legal(states[level + 1], board, book, actions[level + 1], scratch)
            change(states[level + 1], states[level], board, book)
        else:
            level += 1
            actions[level, size] = legal(states[level], board, book, actions[level], scratch)
            actions[level, done] = 0
