"""Tests that may be looked at after every game, and still err no more often than they say.

`Race` (a sequential probability ratio test on the difference of paired games) answers one question: is B at
least `effect` better than A, at least `effect` worse, or neither?  `Mixture` (a mixture sequential test,
after Robbins) asks nothing beforehand: its chance and its interval hold at every moment, whenever one stops.
`fimbul lab validate` plays both on differences that are known.
"""

import math

LEAST = 30  # pairs before anything is said: the spread must be known first
PRIOR = 4  # pairs' worth of belief that the spread is what it was thought to be


class Race:
    """Is the mean difference +effect, -effect or nothing?  Stated chances of a false alarm and of a miss."""

    def __init__(self, effect: float, alpha: float = 0.05, beta: float = 0.2, spread: float = 0.7) -> None:
        self.effect = effect
        self.alarm = -math.log(alpha / 2)  # Ville's bounds: wider than Wald's, and never broken
        self.calm = math.log(beta)
        self.squares = PRIOR * spread * spread
        self.total = 0.0
        self.count = 0
        self.verdict: str | None = None

    def add(self, difference: float) -> str | None:
        """One more pair; the verdict: `more`, `less`, `same`, or nothing yet.  The first one stands."""
        self.count += 1
        self.total += difference
        self.squares += difference * difference
        if self.verdict is None and self.count >= LEAST:
            up, down = self.odds
            if up >= self.alarm:
                self.verdict = "more"
            elif down >= self.alarm:
                self.verdict = "less"
            elif up <= self.calm and down <= self.calm:
                self.verdict = "same"
        return self.verdict

    @property
    def odds(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratios, of +effect and of -effect against nothing."""
        variance = self.squares / (self.count + PRIOR)
        scale, half = self.effect / variance, self.count * self.effect / 2
        return scale * (self.total - half), scale * (-self.total - half)


class Mixture:
    """A chance and an interval for a mean difference, valid at any time.

    `reach` says for which differences, in standard deviations, the test is sharpest; `most` is the largest
    difference there can be, where there is one: pairs that are all alike do not prove that no other comes.
    """

    def __init__(self, alpha: float = 0.05, reach: float = 0.2, most: float = 0.0) -> None:
        self.alpha = alpha
        self.reach = reach
        self.most = most
        self.count = 0
        self.mean = 0.0
        self.moment = 0.0
        self.least_chance = 1.0

    def add(self, difference: float) -> float:
        """One more pair; the chance so far that so much comes of nothing."""
        self.count += 1
        gap = difference - self.mean
        self.mean += gap / self.count
        self.moment += gap * (difference - self.mean)
        if self.count >= LEAST and self.variance:
            self.least_chance = min(self.least_chance, math.exp(-max(0.0, self.evidence)))
        return self.least_chance

    @property
    def variance(self) -> float:
        """The variance of a difference; at least what it is if the next pair differs as far as it can."""
        found = self.moment / (self.count - 1) if self.count > 1 else 0.0
        return max(found, self.most * self.most / (self.count + 1))

    @property
    def evidence(self) -> float:
        """The logarithm of the mixed likelihood ratio."""
        n, variance = self.count, self.variance
        spread = variance * self.reach * self.reach  # of the differences that are mixed
        return 0.5 * math.log(variance / (variance + n * spread)) + (n * self.mean) ** 2 * spread / (
            2 * variance * (variance + n * spread)
        )

    @property
    def interval(self) -> tuple[float, float]:
        """Where the difference is; at no time wrong more often than `alpha` says."""
        n, variance = self.count, self.variance
        if n < LEAST or not variance:
            return -math.inf, math.inf
        spread = variance * self.reach * self.reach
        wide = math.sqrt(
            variance
            * (variance + n * spread)
            / (n * n * spread)
            * math.log((variance + n * spread) / (variance * self.alpha * self.alpha))
        )
        return self.mean - wide, self.mean + wide
