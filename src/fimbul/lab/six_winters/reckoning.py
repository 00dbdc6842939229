"""Means, shares and tables: how figures are made and written."""

import math
from collections.abc import Callable, Iterable, Sequence

from fimbul.lab.six_winters.drawing import Mark
from fimbul.lab.six_winters.seen import Session
from fimbul.lab.statistics import NORMAL, Z95, discoveries, wilson

Measure = Callable[[Session], float]


def mean(values: Sequence[float]) -> float:
    """The mean, or 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def spread(values: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all is not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def around(values: Sequence[float]) -> Mark:
    """A mean of counts or shares with its 95 % interval, which does not go below 0."""
    mark = between(values)
    return Mark(mark.value, max(0.0, mark.low), mark.high)


def between(values: Sequence[float]) -> Mark:
    """A mean of differences with its 95 % interval."""
    middle = mean(values)
    error = Z95 * spread(values) / math.sqrt(len(values)) if values else 0.0
    return Mark(middle, middle - error, middle + error)


def chance(hits: int, of: int) -> Mark:
    """A share with its 95 % interval, after Wilson."""
    low, high = wilson(hits, of)
    return Mark(hits / of if of else 0.0, low, high)


def wins(sessions: Sequence[Session]) -> Mark:
    """The share of sessions that were won."""
    return chance(sum(session.won for session in sessions), len(sessions))


def part(values: Sequence[float]) -> Mark:
    """A mean of shares; none is outside 0 to 1, whatever the normal interval says."""
    mark = around(values)
    return Mark(mark.value, mark.low, min(1.0, mark.high))


def shares(sessions: Sequence[Session]) -> Mark:
    """The mean share of the points."""
    return part([session.share for session in sessions])


def change(some: Sequence[Session], others: Sequence[Session], measure: Measure) -> Mark:
    """How much more the first have, game by game: both were played with the same seeds."""
    pairs = list(zip(some, others, strict=False))
    return between([measure(one) - measure(other) for one, other in pairs])


def unlikely(mark: Mark) -> float:
    """How likely a mean of differences is so far from 0 by chance alone."""
    error = (mark.high - mark.value) / Z95
    return 2 * NORMAL.cdf(-abs(mark.value) / error) if error > 0 else 1.0


def standing(marks: dict[str, Mark]) -> tuple[list[str], list[str]]:
    """Which differences are above and below 0 when all of them together are corrected for."""
    sure = discoveries([unlikely(mark) for mark in marks.values()])
    above = [
        name for (name, mark), stands in zip(marks.items(), sure, strict=True) if stands and mark.value > 0
    ]
    below = [
        name for (name, mark), stands in zip(marks.items(), sure, strict=True) if stands and mark.value < 0
    ]
    return above, below


def won(session: Session) -> float:
    """1 for a session that was won."""
    return float(session.won)


def told(session: Session) -> float:
    """The share of the points."""
    return session.share


def percent(mark: Mark) -> str:
    """A share with its interval."""
    return f"{100 * mark.value:.1f} % ({span(mark, 100, '.1f')})"


def points(mark: Mark) -> str:
    """A difference of shares, in percentage points, with its interval."""
    return f"{100 * mark.value:+.1f} ({span(mark, 100, '+.1f')})"


def figure(mark: Mark, digits: int = 2) -> str:
    """A mean with its interval."""
    return f"{mark.value:.{digits}f} ({span(mark, 1, f'.{digits}f')})"


def span(mark: Mark, factor: int, form: str) -> str:
    """An interval; games that are all alike say nothing about how much others may differ."""
    if mark.low == mark.high:
        return "all alike"
    return f"{factor * mark.low:{form}} to {factor * mark.high:{form}}"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table: names to the left, numbers to the right."""
    lines = [heads, ["---" if place == 0 else "--:" for place in range(len(heads))], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def counted_shares(counts: dict[str, int]) -> list[tuple[str, int, str]]:
    """Names with how often, and which share of all, the most common first."""
    whole = sum(counts.values())
    return [
        (name, count, percent(chance(count, whole)))
        for name, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
