"""What the judgement weighs: the learned weights, which lie beside this module as numbers in a text file."""

import functools
from pathlib import Path

import numpy as np

from fimbul.core import BadData
from fimbul.kernels.fimbulvetr import judge
from fimbul.kernels.typing import Floats

FILE = Path(__file__).with_name("weights.txt")


def first_guess() -> Floats:
    """Weights by hand, from which learning starts."""
    net = np.zeros(judge.WEIGHTS, np.float32)
    mine, theirs = np.split(net[: judge.FEATURES], 2)
    for row, sign in ((mine, 1), (theirs, -1)):
        row[judge.MATERIAL] = 0.45 / judge.FINE * sign
        row[judge.FAR] = -0.02 / judge.AVERAGE * sign
        row[judge.GUARDS] = 0.03 * sign
        row[judge.INTRUDERS] = -0.02 * sign
    mine[judge.BEST_PREY], mine[judge.MORE_PREY] = 0.3 / judge.FINE, 0.1 / judge.FINE
    theirs[judge.BEST_PREY], theirs[judge.MORE_PREY] = -0.1 / judge.FINE, -0.15 / judge.FINE
    theirs[judge.CHECKS] = -0.25
    mine[judge.CUT], mine[judge.BEARER_CUT] = -0.2 / judge.FINE, -0.3
    theirs[judge.CUT], theirs[judge.BEARER_CUT] = 0.1 / judge.FINE, 0.2
    return grained(net)


def grained(net: Floats) -> Floats:
    """The nearest weights with which every sum is exact."""
    return (np.round(net * judge.GRAIN) / judge.GRAIN).astype(np.float32)


def read_net(file: Path) -> Floats:
    """Weights that were kept."""
    net = np.array(file.read_text(encoding="ascii").split(), np.float32) / np.float32(judge.GRAIN)
    if net.shape != (judge.WEIGHTS,):
        raise BadData(f"{file.name} holds {net.size} weights; the kernel needs {judge.WEIGHTS}: train again.")
    return net


@functools.cache
def load_net() -> Floats:
    """The weights that the search uses: the learned ones, or those by hand where none have been learned."""
    return read_net(FILE) if FILE.is_file() else first_guess()


def write_net(net: Floats, file: Path = FILE) -> None:
    """Keep weights for later, as whole numbers of grains."""
    grains = np.round(net * judge.GRAIN).astype(int)
    rows = (*grains[: judge.OUTER].reshape(-1, judge.FEATURES), grains[judge.OUTER :])
    file.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows), encoding="ascii")
