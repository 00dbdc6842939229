"""A picture of each game for the home page: a real position out of the middle of a real game."""

import functools

from fimbul.core import Game, Rng, Scene
from fimbul.server.pages import Asset, asset

SEEDS = range(16)
MIDDLE = 0.6
LONGEST = 1000  # plies: of a long game its early middle is shown, and one such game is enough
SHAPE = 1.5  # width to height, as the home page shows it


@functools.cache
def picture(game: Game) -> Asset:
    """The middle of a random game, always the same: of a few, the one that fills its frame best."""
    scenes = []
    for seed in SEEDS:
        scene, whole = middle(game, seed)
        scenes.append(scene)
        if not whole:
            break
    best = min(scenes, key=lambda scene: abs(scene.box[2] / scene.box[3] - SHAPE))
    return asset(best.to_svg().encode(), "image/svg+xml")


def middle(game: Game, seed: int) -> tuple[Scene, bool]:
    """A position out of the middle of a random game, and whether that was a whole game."""
    chance = Rng(seed)
    state = game.new(seed=seed)
    positions = [state.copy()]
    while not state.over and len(positions) <= LONGEST:
        seat = state.to_act[0]
        state.apply(chance.choice(state.legal(seat)), seat)
        positions.append(state.copy())
    return game.scene(positions[int(len(positions) * MIDDLE)].view(None)), state.over
