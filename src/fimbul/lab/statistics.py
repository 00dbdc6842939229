"""Intervals and corrections: what may be said of a number, given how many games it comes from."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

Z95 = 1.959963984540054
NORMAL = NormalDist()


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval and the number of games that it comes from."""

    value: float
    low: float
    high: float
    games: int


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = (
        Z95 * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    )
    return max(0.0, middle - spread), min(1.0, middle + spread)


def share(wins: float, games: int) -> Estimate:
    """A share of games; half a win is half a win."""
    low, high = wilson(wins, games)
    return Estimate(wins / games if games else math.nan, low, high, games)


def spread(values: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    count = len(values)
    if count < 2:
        return 0.0
    middle = math.fsum(values) / count
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))


def mean(values: Sequence[float]) -> Estimate:
    """A mean, with the normal interval; of one value alone nothing is known but the value."""
    count = len(values)
    if not count:
        return Estimate(math.nan, math.nan, math.nan, 0)
    middle = math.fsum(values) / count
    error = Z95 * spread(values) / math.sqrt(count) if count > 1 else math.inf
    return Estimate(middle, middle - error, middle + error, count)


class Layer(msgspec.Struct, frozen=True):
    """Games that can be compared with each other: some with a thing, some without it."""

    wins: float
    games: int
    other_wins: float
    other_games: int

    @property
    def weight(self) -> float:
        """How much the layer can tell: nothing where all games are of one kind."""
        whole = self.games + self.other_games
        return self.games * self.other_games / whole if whole else 0.0


def difference_in_layers(layers: Sequence[Layer]) -> Estimate:
    """By how much the share with the thing is above the one without it, within layers.

    After Mantel and Haenszel, with Sato's variance: what only differs between layers does not count.
    """
    telling = [layer for layer in layers if layer.weight]
    count = sum(layer.games + layer.other_games for layer in telling)
    weight = sum(layer.weight for layer in telling)
    if not weight:
        return Estimate(math.nan, -1.0, 1.0, count)
    gap = along = across = 0.0
    for layer in telling:
        wins, games, others, other_games = layer.wins, layer.games, layer.other_wins, layer.other_games
        whole = games + other_games
        gap += (wins * other_games - others * games) / whole
        along += (
            games * games * others
            - other_games * other_games * wins
            + games * other_games * (other_games - games) / 2
        ) / whole**2
        across += (wins * (other_games - others) + others * (games - wins)) / (2 * whole)
    gap /= weight
    error = Z95 * math.sqrt(max(0.0, gap * along + across)) / weight
    return Estimate(gap, max(-1.0, gap - error), min(1.0, gap + error), count)


def layers_differ(layers: Sequence[Layer]) -> float:
    """How likely so large a gap within layers is by chance alone (Cochran, Mantel, Haenszel; two-sided)."""
    gap = spread = 0.0
    for layer in layers:
        whole, won = layer.games + layer.other_games, layer.wins + layer.other_wins
        if layer.weight and whole > 1:
            gap += layer.wins - layer.games * won / whole
            spread += layer.weight * won * (whole - won) / (whole * (whole - 1))
    return 2 * NORMAL.cdf(-abs(gap) / math.sqrt(spread)) if spread > 0 else 1.0


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many findings stand when at most that share of them may be false (Benjamini, Hochberg)."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    last = 0
    for rank, place in enumerate(order, 1):
        if chances[place] <= rate * rank / len(chances):
            last = rank
    found = [False] * len(chances)
    for place in order[:last]:
        found[place] = True
    return found


def adjusted(chances: Sequence[float]) -> list[float]:
    """The chances corrected for their number: a finding stands at a rate that its own is not above."""
    count = len(chances)
    order = sorted(range(count), key=chances.__getitem__)
    least, found = 1.0, [1.0] * count
    for rank in range(count, 0, -1):
        place = order[rank - 1]
        least = min(least, chances[place] * count / rank)
        found[place] = least
    return found


def unlikely(chance: float) -> str:
    """A chance in words; none is nothing at all."""
    return f"{chance:.3f}" if chance >= 0.0005 else "< 0.001"
