"""A small network that says how likely a position is won, from some numbers about it.

It was fitted to the ends of many games; it is read from a text file, and works without any library.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from operator import add, mul, sub
from pathlib import Path

import msgspec

FARTHEST = 6.0  # spreads from the mean: what is farther out was hardly ever seen


class Net(msgspec.Struct, frozen=True):
    """Numbers in, one layer of hidden units, a chance out."""

    means: tuple[float, ...]  # of each number, over the positions it was fitted to
    scales: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...]  # weights by unit, the bias last
    out: tuple[float, ...]  # by unit, then directly by number, the bias last

    def chance(self, numbers: Sequence[float]) -> float:
        """How likely the game is won, from 0 to 1."""
        scaled = spreads(numbers, self.means, self.scales)
        scaled.append(1.0)
        units = [math.tanh(sum(map(mul, weights, scaled))) for weights in self.hidden]
        return likely(sum(map(mul, self.out, units + scaled)))


class Parted:
    """A network in two parts: numbers that are mostly 0, or stay as they are for long, are added up apart.

    What they come to is worked out once (`settle`); only the other numbers have to be given for a chance.
    """

    def __init__(self, net: Net, steady: Iterable[int]) -> None:
        self.net = net
        self.steady = frozenset(steady)
        quick = [place for place in range(len(net.means)) if place not in self.steady]
        units = len(net.hidden)
        direct = net.out[units:]
        self.means = tuple(net.means[place] for place in quick)
        self.scales = tuple(net.scales[place] for place in quick)
        self.hidden = tuple(tuple(weights[place] for place in quick) for weights in net.hidden)
        self.out = net.out[:units]
        self.direct = tuple(direct[place] for place in quick)
        self.shares: dict[tuple[int, float], tuple[float, ...]] = {}
        nothing = [weights[-1] for weights in (*net.hidden, direct)]
        for place in sorted(self.steady):
            nothing = list(map(add, nothing, self.drive(place, 0.0)))
        self.nothing = tuple(nothing)  # what the steady numbers come to where all are 0, with the bias

    def drive(self, place: int, value: float) -> tuple[float, ...]:
        """What a number brings to every unit, and then directly to the end."""
        net = self.net
        (scaled,) = spreads((value,), net.means[place : place + 1], net.scales[place : place + 1])
        direct = net.out[len(net.hidden) + place]
        return (*(weights[place] * scaled for weights in net.hidden), direct * scaled)

    def share(self, place: int, value: float) -> tuple[float, ...]:
        """What a steady number brings over what 0 would bring."""
        found = self.shares.get((place, value))
        if found is None:
            found = tuple(map(sub, self.drive(place, value), self.drive(place, 0.0)))
            self.shares[place, value] = found
        return found

    def settle(self, numbers: Mapping[int, float]) -> tuple[float, ...]:
        """What the steady numbers come to, by unit and then directly; those that are left out are 0."""
        return tuple(map(add, self.nothing, self.add_up(numbers)))

    def add_up(self, numbers: Mapping[int, float]) -> tuple[float, ...]:
        """What some steady numbers bring over what 0 would bring: to be added to what others come to."""
        shares = [self.share(place, value) for place, value in numbers.items()]
        return tuple(map(sum, zip(*shares, strict=True)))

    def chance(self, settled: tuple[float, ...], numbers: Sequence[float]) -> float:
        """How likely the game is won, from what the steady numbers come to and from the others, in order."""
        scaled = spreads(numbers, self.means, self.scales)
        total = sum(map(mul, self.direct, scaled), settled[-1])
        for weight, weights, start in zip(self.out, self.hidden, settled, strict=False):
            total += weight * math.tanh(sum(map(mul, weights, scaled), start))
        return likely(total)


def spreads(numbers: Sequence[float], means: Sequence[float], scales: Sequence[float]) -> list[float]:
    """How many spreads every number is from its mean, as far as was seen."""
    if len(numbers) != len(means):
        raise ValueError(f"The network knows {len(means)} numbers, not {len(numbers)}.")
    scaled = list(map(mul, map(sub, numbers, means), scales))
    if max(scaled) > FARTHEST or min(scaled) < -FARTHEST:
        scaled = [max(-FARTHEST, min(FARTHEST, each)) for each in scaled]
    return scaled


def likely(total: float) -> float:
    """A total as a chance."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@functools.cache
def read_net(path: Path) -> Net:
    """The network in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Net)
