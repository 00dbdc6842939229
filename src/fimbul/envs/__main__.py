"""`python -m fimbul.envs`: compile all that environments play with, so that nobody waits for it later."""

import sys

import numpy as np

from fimbul import envs
from fimbul.core import FimbulError
from fimbul.envs.vectors import VECTORS
from fimbul.kernels import available


def main() -> int:
    """A step in each, and everything else that a vector environment can be asked."""
    if not available():
        raise FimbulError("The kernels need the extra 'fast': pip install 'fimbul[fast]'.")
    for slug in VECTORS:
        games = envs.vector(slug, 2, starts=1)
        arrays, _ = games.reset(seed=1)
        games.step(arrays["action_mask"].argmax(axis=1))
        games.close()
    games = envs.vector("fimbulvetr", 2, starts=1, setup="quick")
    games.reset(seed=1)
    games.figures()
    games.greedy(np.random.default_rng(1))
    single = envs.pettingzoo("fimbulvetr")
    single.reset(seed=1)
    single.step(int(single.last()[0]["action_mask"].argmax()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
