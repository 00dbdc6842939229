"""`python -m fimbul.envs`: compile all that environments play with, so that nobody waits for it later."""

import sys

from fimbul import envs
from fimbul.core import FimbulError


def main() -> int:
    """A step in each, and everything else that a vector environment can be asked."""
    for slug in envs.room("vectors", "envs,fast").VECTORS:
        games = envs.vector(slug, 2, starts=1)
        arrays, _ = games.reset(seed=1)
        games.step(arrays["action_mask"].argmax(axis=1))
        games.close()
    games = envs.vector("fimbulvetr", 2, starts=1, setup="quick")
    games.reset(seed=1)
    games.figures()
    games.greedy(games.np_random)
    single = envs.pettingzoo("fimbulvetr")
    single.reset(seed=1)
    single.step(int(single.last()[0]["action_mask"].argmax()))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FimbulError as problem:
        sys.exit(f"fimbul: {problem}")
