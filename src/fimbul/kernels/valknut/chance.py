"""Random play."""

from fimbul.kernels.bits import below, drawn
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.cards import random_lay
from fimbul.kernels.valknut.choices import legal
from fimbul.kernels.valknut.course import apply
from fimbul.kernels.valknut.ground import build, clear, copy


@compiled
def random_action(
    state: Numbers, board: Numbers, book: Numbers, actions: Numbers, scratch: Numbers, chance: int
) -> int:
    """The action that a random place in the legal list holds."""
    top = state[at.AGENDA + state[at.AGENDA]]
    if top & 15 == at.LAYING or top & 15 == at.RAGING:
        seat = top >> at.STEP_WHO & 0x3F
        return random_lay(state, board, book, seat, top & 15 == at.LAYING, scratch, chance)
    return actions[below(chance, legal(state, board, book, actions, scratch))]


@compiled
def random_games(
    start: Numbers,
    state: Numbers,
    board: Numbers,
    book: Numbers,
    actions: Numbers,
    scratch: Numbers,
    games: int,
    chance: int,
    results: Numbers,
) -> int:
    """Many random games from a position, which the board shows; plies in all, and in `results` who won."""
    plies = 0
    for _ in range(games):
        copy(start, state)
        while not state[at.OUTCOME]:
            chance = drawn(chance)
            action = random_action(state, board, book, actions, scratch, chance)
            apply(state, board, book, action, actions)
        plies += state[at.PLY] - start[at.PLY]
        results[state[at.OUTCOME] - 1] += 1
        clear(state, board, book)
        build(start, board, book)
    return plies
