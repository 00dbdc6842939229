"""Exact odds of one overcome action (S70 to S75): every roll is counted, none is made."""

import functools
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial

FACES = 6


def binomial(count: int, chance: float) -> list[float]:
    """How likely each number of hits is."""
    return [comb(count, hits) * chance**hits * (1 - chance) ** (count - hits) for hits in range(count + 1)]


@functools.cache
def rolls(count: int) -> list[tuple[tuple[int, ...], float]]:
    """Every roll of so many dice, in order of value, with how likely it is."""
    found = []
    for values in combinations_with_replacement(range(1, FACES + 1), count):
        ways = factorial(count)
        for face in range(1, FACES + 1):
            ways //= factorial(values.count(face))
        found.append((values, ways / FACES**count))
    return found


def cancelled(guard: tuple[int, ...], values: tuple[int, ...]) -> int:
    """How many stress dice of these values the defence dice can cancel: each one not below its own."""
    free, count = sorted(guard), 0
    for value in sorted(values):
        fitting = [own for own in free if own <= value]
        if fitting:
            free.remove(fitting[-1])
            count += 1
    return count


@functools.cache
def stress_odds(guard: tuple[int, ...], rank: int, stress: int) -> tuple[float, ...]:
    """How likely each number of stress is, with these defence dice."""
    chances = [0.0] * (stress + 1)
    for values, chance in rolls(stress):
        bad = tuple(value for value in values if value > rank)
        chances[len(bad) - cancelled(guard, bad)] += chance
    return tuple(chances)


@functools.cache
def condition_odds(
    guard: tuple[int, ...], rank: int, counts: tuple[int, int], left: tuple[int, int]
) -> float:
    """How likely a track runs out: as many dice cancelled as can be, the worse track first."""
    psyche, body = counts
    total = 0.0
    for values in product(range(1, FACES + 1), repeat=psyche + body):
        bad = [(int(place >= psyche), value) for place, value in enumerate(values) if value > rank]
        total += not saved(guard, bad, left)
    return total / float(FACES ** (psyche + body))


def saved(guard: tuple[int, ...], bad: list[tuple[int, int]], left: tuple[int, int]) -> bool:
    """Whether some way to cancel leaves both tracks above 0."""
    for chosen in subsets(len(bad)):
        stopped = tuple(bad[place][1] for place in chosen)
        if cancelled(guard, stopped) < len(stopped):
            continue
        hurts = [0, 0]
        for place, (track, _) in enumerate(bad):
            hurts[track] += place not in chosen
        if hurts[0] < left[0] and hurts[1] < left[1]:
            return True
    return False


def subsets(count: int) -> Iterator[frozenset[int]]:
    """Every choice of some of so many things."""
    for bits in range(1 << count):
        yield frozenset(place for place in range(count) if bits >> place & 1)


def split(dice: tuple[int, ...], rank: int, guards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dice for defence and for overcoming: what would only hinder defends first, low dice before high."""
    order = sorted(dice, key=lambda value: (value <= rank, value))
    return tuple(order[:guards]), tuple(order[guards:])


class Action:
    """What to expect of one overcome action, in numbers."""

    def __init__(self, rank: int, dice: int, guards: int, stress: int) -> None:
        self.progress = [0.0] * (dice - guards + 1)
        self.stress = [0.0] * (stress + 1)
        for values, chance in rolls(dice):
            guard, rest = split(values, rank, guards)
            self.progress[sum(value <= rank for value in rest)] += chance
            for hurt, odds in enumerate(stress_odds(guard, rank, stress)):
                self.stress[hurt] += chance * odds

    @property
    def mean_progress(self) -> float:
        """The expected progress."""
        return sum(number * chance for number, chance in enumerate(self.progress))

    @property
    def mean_stress(self) -> float:
        """The expected stress."""
        return sum(number * chance for number, chance in enumerate(self.stress))


def dice_for(progress: int, rank: int, sure: float = 0.5) -> int | None:
    """How many dice make so much progress at least as likely as that; None: no number does."""
    if progress <= 0:
        return 0
    if not rank:
        return None
    count = progress
    while sum(binomial(count, rank / FACES)[progress:]) < sure:
        count += 1
    return count
