"""What the judgement weighs: the learned weights, which lie beside this module as numbers in a text file."""

import functools
from pathlib import Path

import numpy as np

from fimbul.core import BadData
from fimbul.kernels.fimbulvetr import judge
from fimbul.kernels.typing import Reals

FILE = Path(__file__).with_name("weights.txt")
SIZE = 1 + judge.FEATURES + judge.HIDDEN * (judge.FEATURES + 2)


def first_guess() -> Reals:
    """Weights by hand, from which learning starts."""
    net = np.zeros(SIZE, np.float64)
    mine, theirs = net[1 : 1 + judge.SIDE], net[1 + judge.SIDE : 1 + judge.FEATURES]
    for row, sign in ((mine, 1), (theirs, -1)):
        row[judge.MATERIAL] = 0.45 * sign
        row[judge.FAR] = -0.02 * sign
        row[judge.GUARDS] = 0.03 * sign
        row[judge.INTRUDERS] = -0.02 * sign
    mine[judge.BEST_PREY], mine[judge.MORE_PREY] = 0.3, 0.1
    theirs[judge.BEST_PREY], theirs[judge.MORE_PREY], theirs[judge.CHECKS] = -0.1, -0.15, -0.25
    mine[judge.CUT], mine[judge.BEARER_CUT] = -0.2, -0.3
    theirs[judge.CUT], theirs[judge.BEARER_CUT] = 0.1, 0.2
    return net


@functools.cache
def load_net() -> Reals:
    """The weights that the search uses: the learned ones, or those by hand where none have been learned."""
    if not FILE.is_file():
        return first_guess()
    net = np.array(FILE.read_text(encoding="ascii").split(), np.float64)
    if net.shape != (SIZE,):
        raise BadData(f"{FILE.name} holds {len(net)} weights, and the kernel needs {SIZE}: train again.")
    return net


def write_net(net: Reals) -> None:
    """Keep weights for later."""
    rows = [net[: 1 + judge.FEATURES], *net[1 + judge.FEATURES :].reshape(judge.HIDDEN, -1)]
    FILE.write_text(
        "".join(" ".join(f"{value:.6g}" for value in row) + "\n" for row in rows), encoding="ascii"
    )
