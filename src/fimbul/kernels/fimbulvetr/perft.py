"""Counting sequences of actions (perft)."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.rules import apply, legal
from fimbul.kernels.typing import Numbers


@compiled
def perft(states: Numbers, book: Numbers, seen: Numbers, actions: Numbers, depth: int) -> int:
    """Sequences of exactly `depth` actions from the first state; a row of each table for every level."""
    total = 0
    level = 0
    # The last column of a row of actions counts how many there are, the one before how many are done.
    size, done = at.MOST_ACTIONS, at.MOST_ACTIONS + 1
    actions[0, size] = legal(states[0], book, actions[0])
    actions[0, done] = 0
    if depth == 1:
        return actions[0, size]
    while level >= 0:
        number = actions[level, done]
        if number == actions[level, size]:
            level -= 1
            continue
        actions[level, done] += 1
        for field in range(at.SIZE):
            states[level + 1, field] = states[level, field]
        apply(states[level + 1], book, seen, actions[level, number])
        found = legal(states[level + 1], book, actions[level + 1])
        if level + 2 == depth:
            total += found
        else:
            level += 1
            actions[level, size] = found
            actions[level, done] = 0
    return total
