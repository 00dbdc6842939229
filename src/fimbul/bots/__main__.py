"""`python -m fimbul.bots`: compile all that bots think with, so that nobody waits for it later."""

import sys

from fimbul.bots import Sight, make
from fimbul.core import Rng
from fimbul.games import game as find
from fimbul.kernels import GAMES, available

PLIES = 30  # far enough that every part of a search has been asked for
NODES = 200


def main() -> None:
    """Play the beginning of a game of each."""
    if not available():
        sys.exit("fimbul: The kernels need the extra 'fast': pip install 'fimbul[fast]'.")
    for slug in GAMES:
        game = find(slug)
        state, bot, chance = game.new(seed=1), make("search", game, nodes=NODES), Rng(1)
        for ply in range(PLIES):
            if state.over:
                break
            seat = state.to_act[0]
            sight = Sight(state, seat)
            state.play(bot.choose(sight) if not ply % 6 else chance.choice(state.legal(seat)), seat)


if __name__ == "__main__":
    main()
