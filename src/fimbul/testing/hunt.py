"""The suite on seeds that nobody chose: many short runs over all options and numbers of seats, in processes.

A failure keeps its record, and names the call that shows it again.
"""

import multiprocessing
import types
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fimbul.core import BadOption, Game, Rng
from fimbul.games import game as find
from fimbul.testing import check_game
from fimbul.testing.trial import ConformanceError

TRIES = 50  # until a combination of options is one that can be played


class Find(msgspec.Struct, frozen=True):
    """A property that one run broke."""

    seed: int
    seats: int
    options: dict[str, Any]
    property: str
    message: str
    saga: str

    def call(self, slug: str) -> str:
        """What shows it again."""
        return f"check_game({slug}, games=1, seed={self.seed}, seats={self.seats}, options={self.options})"


class Hunted(msgspec.Struct, frozen=True):
    """What many runs have proved and found."""

    game: str
    games: int
    plies: int
    checks: dict[str, int]
    finds: list[Find]


def switches(hint: Any) -> list[Any]:
    """The values that an option can be switched between; none where it is no switch."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is bool:
        return [False, True]
    if origin is Literal:
        return list(inner)
    if origin in (Union, types.UnionType):
        values = [switches(part) for part in inner if part is not type(None)]
        return [None, *values[0]] if len(values) == 1 and values[0] else []
    return []


def some_options(game: Game, rng: Rng) -> dict[str, Any]:
    """One of the option sets that the game names for trials, or else every switch by chance."""
    if game.trials:
        return dict(rng.choice(game.trials))
    chosen = {}
    for name, hint in get_type_hints(game.Options).items():
        values = switches(hint)
        if values and name in game.Options.__struct_fields__:
            chosen[name] = rng.choice(values)
    return chosen


def ways(game: Game, seed: int, games: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """A seed, a number of seats and options for each game."""
    rng = Rng(seed)
    for _ in range(games):
        own = rng.fork().seed
        for _ in range(TRIES):
            seats, options = rng.choice(list(game.seats)), some_options(game, rng)
            try:
                game.new(seats=seats, options=options, seed=1)
            except BadOption:
                continue
            yield own, seats, options
            break


def run(slug: str, seed: int, seats: int, options: dict[str, Any]) -> tuple[int, dict[str, int]] | Find:
    """One game under the whole suite."""
    try:
        report = check_game(find(slug), games=1, seed=seed, seats=seats, options=options)
    except ConformanceError as problem:
        return Find(seed, seats, options, problem.property, problem.message, problem.saga)
    return report.plies, report.checks


def hunt(
    slug: str,
    *,
    games: int,
    seed: int,
    workers: int,
    advance: Callable[[int], None] = lambda _: None,
) -> Hunted:
    """Prove so many games, each with a seed of its own; all that broke."""
    plies, played = 0, 0
    checks: Counter[str] = Counter()
    finds: list[Find] = []
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        runs = [pool.submit(run, slug, *way) for way in ways(find(slug), seed, games)]
        for done in as_completed(runs):
            result = done.result()
            played += 1
            advance(1)
            if isinstance(result, Find):
                finds.append(result)
            else:
                plies += result[0]
                checks.update(result[1])
    finds.sort(key=lambda one: one.seed)
    return Hunted(slug, played, plies, dict(checks), finds)
