"""What would come of an attempt on an obstacle, before anything is rolled or spent (S70 to S75)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING

from fimbul.core import Fact, Line, Odds
from fimbul.core.wording import some
from fimbul.games.six_winters.rules import obstacles, stress
from fimbul.games.six_winters.rules.dice import FACES

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def tokens(
    state: SixWintersState, obstacle: int, dice: Iterable[tuple[int, int]], skill: int, name: str
) -> Line:
    """How an obstacle would stand if these dice, each of somebody, pushed against it (S74, S75)."""
    number = obstacles.in_play(state, obstacle)
    assert number is not None
    standing = state.standing[number]
    fits = [value <= stress.rank(state, person, skill) for person, value in dice]
    progress = standing.progress + sum(fits)
    hindrance = min(state.book.figures.hindrance_max, standing.hindrance + fits.count(False))
    hard = obstacles.difficulty(state, obstacle)
    if progress >= hard:
        return Line(name, "it is overcome", "good")
    told = f"{progress} progress, {hindrance} hindrance of {hard}"
    if progress + hindrance >= hard and obstacle not in obstacles.sought(state):
        return Line(name, f"{told}: it can be hindered", "good")
    return Line(name, f"{told}: {hard - progress} progress short", "bad")


def stress_left(
    guard: tuple[int, ...], best: int, count: int, rolled: tuple[int, ...] = ()
) -> tuple[Fact, ...]:
    """How much stress would be left after the defence; certain, if the dice lie there already (S71, S72)."""
    if rolled:
        left = unfended(guard, best, rolled)
        return (Line("Stress left", some(left, "die", "dice"), "bad" if left else "good"),)
    if not count:
        return ()
    chances: Counter[int] = Counter()
    for values, weight in throws(count):
        chances[unfended(guard, best, values)] += weight
    total = FACES**count
    more = sum(weight for left, weight in chances.items() if left > 1)
    named = (("none", chances[0]), ("1", chances[1]), ("2 or more", more))
    return (Odds("Stress left", tuple((name, weight / total) for name, weight in named if weight)),)


def unfended(guard: tuple[int, ...], best: int, values: Iterable[int]) -> int:
    """How many stress dice hurt in spite of the best defence: one die cancels one that is not below it."""
    free = sorted(guard)
    left = 0
    for value in sorted(value for value in values if value > best):
        if free and free[0] <= value:
            free.pop(0)
        else:
            left += 1
    return left


@lru_cache
def throws(count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """What so many dice can show, whatever their order, and in how many ways."""
    return tuple(
        (values, factorial(count) // prod(factorial(times) for times in Counter(values).values()))
        for values in combinations_with_replacement(range(1, FACES + 1), count)
    )
