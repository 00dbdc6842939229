"""Set-up with a plan: a placement is judged by how games stand that could begin from it."""

from fimbul.kernels.bits import drawn
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.chance import random_action
from fimbul.kernels.fimbulvetr.evaluate import evaluate
from fimbul.kernels.fimbulvetr.rules import apply
from fimbul.kernels.typing import Numbers, Reals

SAMPLED = 6  # random placements of which a player of the plan takes the best


@compiled
def complete(
    state: Numbers,
    twin: Numbers,
    book: Numbers,
    worth: Reals,
    seen: Numbers,
    chance: int,
) -> int:
    """Finish a set-up as two sensible players might; the state of chance after it."""
    while state[at.PHASE] != at.PLAYING:
        seat = state[at.ACTIVE]
        best, choice = -2.0, -1
        for number in range(8 if state[at.PHASE] == at.CHOOSING else SAMPLED):
            chance = drawn(chance)
            action = random_action(state, book, chance)
            for field in range(at.SIZE):
                twin[field] = state[field]
            apply(twin, book, seen, action)
            value = evaluate(twin, book, worth, seat) + 0.0 * number
            if value > best:
                best, choice = value, action
        apply(state, book, seen, choice)
    return chance
