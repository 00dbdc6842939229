"""How often the tests err, found by playing them on differences that are known."""

import random
from collections.abc import Callable

import msgspec

from fimbul.lab.sequential import Mixture, Race
from fimbul.lab.statistics import Estimate, discoveries, share

METRICS = 10
SEEN = 0.35  # a difference, in standard deviations

Draw = Callable[[random.Random], float]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A test on a known difference: what it should say, and how often it did."""

    test: str
    truth: str
    stated: str
    called: Estimate  # different
    pairs: float  # until it stopped, on average
    covered: Estimate | None = None  # how often the interval held the truth when it stopped


def coin_pairs(share_a: float, gap: float, together: float) -> Draw:
    """Differences of paired wins: with some chance both games share their luck."""

    def draw(rng: random.Random) -> float:
        luck = rng.random()
        other = luck if rng.random() < together else rng.random()
        return float(other < share_a + gap) - float(luck < share_a)

    return draw


def count_pairs(mean: float, gap: float, together: float) -> Draw:
    """Differences of paired lengths: skewed, as lengths are."""

    def draw(rng: random.Random) -> float:
        one = rng.gammavariate(4, mean / 4)
        other = one if rng.random() < together else rng.gammavariate(4, mean / 4)
        return round(other + gap) - round(one)

    return draw


def race_trial(
    draw: Draw, effect: float, truth: str, stated: str, repeat: int, most: int, seed: int
) -> Trial:
    """The race, on so many repetitions."""
    called = pairs = 0
    for number in range(repeat):
        rng = random.Random(f"{seed}:{truth}:{number}")
        race = Race(effect)
        while race.verdict is None and race.count < most:
            race.add(draw(rng))
        called += race.verdict in ("more", "less")
        pairs += race.count
    return Trial(
        test=f"wins, effect {100 * effect:g} points",
        truth=truth,
        stated=stated,
        called=share(called, repeat),
        pairs=pairs / repeat,
    )


def mixture_trial(
    draw: Draw, gap: float, truth: str, stated: str, repeat: int, most: int, seed: int
) -> Trial:
    """The mixture test, looked at after every pair and stopped at the first finding."""
    called = pairs = covered = 0
    for number in range(repeat):
        rng = random.Random(f"{seed}:{truth}:{number}")
        test = Mixture()
        while test.least_chance > test.alpha and test.count < most:
            test.add(draw(rng))
        called += test.least_chance <= test.alpha
        low, high = test.interval
        covered += low <= gap <= high
        pairs += test.count
    return Trial(
        test="any metric",
        truth=truth,
        stated=stated,
        called=share(called, repeat),
        pairs=pairs / repeat,
        covered=share(covered, repeat),
    )


def several_trial(differ: int, truth: str, stated: str, repeat: int, pairs: int, seed: int) -> Trial:
    """Ten metrics at once, corrected: which share of the differences that are claimed is not there."""
    shares = []
    for number in range(repeat):
        rng = random.Random(f"{seed}:{truth}:{number}")
        tests = [Mixture() for _ in range(METRICS)]
        for _ in range(pairs):
            for place, test in enumerate(tests):
                test.add(rng.gauss(SEEN if place < differ else 0.0, 1.0))
        claimed = discoveries([test.least_chance for test in tests])
        shares.append(sum(claimed[differ:]) / max(1, sum(claimed)))
    return Trial(
        test=f"{METRICS} metrics together",
        truth=truth,
        stated=stated,
        called=share(sum(shares), repeat),
        pairs=pairs,
    )


def validate(repeat: int = 400, seed: int = 1) -> list[Trial]:
    """Play all of it."""
    alarm, power = "at most 5 %", "at least 80 %"
    return [
        race_trial(coin_pairs(0.5, 0, 0.5), 0.05, "A against A, even", alarm, repeat, 20_000, seed),
        race_trial(coin_pairs(0.1, 0, 0.3), 0.05, "A against A, rarely won", alarm, repeat, 20_000, seed),
        race_trial(coin_pairs(0.5, 0.05, 0.5), 0.05, "B wins 5 points more", power, repeat, 20_000, seed),
        race_trial(coin_pairs(0.5, -0.05, 0.5), 0.05, "B wins 5 points less", power, repeat, 20_000, seed),
        race_trial(coin_pairs(0.5, 0.1, 0.5), 0.05, "B wins 10 points more", power, repeat, 20_000, seed),
        mixture_trial(count_pairs(12, 0, 0.3), 0, "A against A, lengths", alarm, repeat, 2_000, seed),
        mixture_trial(coin_pairs(0.5, 0, 0.5), 0, "A against A, wins", alarm, repeat, 2_000, seed),
        mixture_trial(count_pairs(12, 2, 0.3), 2, "B is 2 turns longer", power, repeat, 2_000, seed),
        several_trial(0, "none differs: falsely claimed", alarm, repeat, 200, seed),
        several_trial(5, "five differ: of those claimed, false", alarm, repeat, 200, seed),
    ]


def as_rows(trials: list[Trial]) -> list[tuple[str, ...]]:
    """The trials as a table."""
    heads = ("test", "truth", "stated", "called different", "95 %", "pairs", "interval held the truth")
    rows: list[tuple[str, ...]] = [heads]
    rows += [
        (
            trial.test,
            trial.truth,
            trial.stated,
            f"{100 * trial.called.value:.1f} % of {trial.called.games}",
            f"{100 * trial.called.low:.1f} to {100 * trial.called.high:.1f} %",
            f"{trial.pairs:,.0f}",
            f"{100 * trial.covered.value:.1f} %" if trial.covered else "–",
        )
        for trial in trials
    ]
    return rows
