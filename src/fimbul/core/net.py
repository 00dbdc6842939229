"""A small network that says how likely a position is won, from some numbers about it.

It was fitted to the ends of many games; it is read from a text file, and works without any library.
"""

import functools
import math
from operator import mul
from pathlib import Path

import msgspec

FARTHEST = 6.0  # spreads from the mean: what is farther out was hardly ever seen


class Net(msgspec.Struct, frozen=True):
    """Numbers in, one layer of hidden units, a chance out."""

    means: tuple[float, ...]  # of each number, over the positions it was fitted to
    scales: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...]  # weights by unit, the bias last
    out: tuple[float, ...]  # by unit, then directly by number, the bias last

    def chance(self, numbers: list[float]) -> float:
        """How likely the game is won, from 0 to 1."""
        scaled = [
            (number - mean) * scale
            for number, mean, scale in zip(numbers, self.means, self.scales, strict=True)
        ]
        if max(scaled) > FARTHEST or min(scaled) < -FARTHEST:
            scaled = [max(-FARTHEST, min(FARTHEST, each)) for each in scaled]
        scaled.append(1.0)
        units = [math.tanh(sum(map(mul, weights, scaled))) for weights in self.hidden]
        total = sum(map(mul, self.out, units + scaled))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@functools.cache
def read_net(path: Path) -> Net:
    """The network in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Net)
