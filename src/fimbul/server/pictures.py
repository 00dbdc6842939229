"""A picture of each game for the home page: a real position out of the middle of a real game."""

import functools

from fimbul.core import Game, Rng
from fimbul.server.pages import Asset, asset

SEED = 11
MIDDLE = 0.6


@functools.cache
def picture(game: Game) -> Asset:
    """The middle of a random game, always the same."""
    chance = Rng(SEED)
    state = game.new(seed=SEED)
    positions = [state.copy()]
    while not state.over:
        seat = state.to_act[0]
        state.apply(chance.choice(state.legal(seat)), seat)
        positions.append(state.copy())
    view = positions[int(len(positions) * MIDDLE)].view(None)
    return asset(game.scene(view).to_svg().encode(), "image/svg+xml")
