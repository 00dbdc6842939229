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


def difference_of_shares(wins: float, games: int, other_wins: float, other_games: int) -> Estimate:
    """By how much one share is above another, after Newcombe (two Wilson intervals put together)."""
    if not games or not other_games:
        return Estimate(math.nan, -1.0, 1.0, games + other_games)
    one, other = wins / games, other_wins / other_games
    low, high = wilson(wins, games)
    other_low, other_high = wilson(other_wins, other_games)
    gap = one - other
    return Estimate(
        gap,
        gap - math.hypot(one - low, other_high - other),
        gap + math.hypot(high - one, other - other_low),
        games + other_games,
    )


def shares_differ(wins: float, games: int, other_wins: float, other_games: int) -> float:
    """How likely so large a gap between two shares is by chance alone (two-sided, pooled)."""
    if not games or not other_games:
        return 1.0
    pooled = (wins + other_wins) / (games + other_games)
    error = math.sqrt(pooled * (1 - pooled) * (1 / games + 1 / other_games))
    if not error:
        return 1.0
    return 2 * NORMAL.cdf(-abs(wins / games - other_wins / other_games) / error)


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
