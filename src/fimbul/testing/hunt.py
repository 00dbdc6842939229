"""The suite on seeds that nobody chose: many short runs over all options and numbers of seats, in processes.

A failure keeps its record, and names the call that shows it again.
"""

import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fimbul.core import BadOption, Game, Rng
from fimbul.core.crew import crew, through
from fimbul.games import game as find
from fimbul.testing import Report, check_game
from fimbul.testing.trial import ConformanceError

TRIES = 50  # until a combination of options is one that can be played


class Way(msgspec.Struct, frozen=True):
    """How one run is played: its seed, its number of seats, and the options of each of its games."""

    seed: int
    seats: int
    options: list[dict[str, Any]]

    def call(self, slug: str) -> str:
        """The call that plays it again."""
        games, seed, seats = len(self.options), self.seed, self.seats
        return f"check_game({slug}, games={games}, seed={seed}, seats={seats}, options={self.options})"


class Find(msgspec.Struct, frozen=True):
    """A property that one run broke."""

    way: Way
    property: str
    message: str
    saga: str


class Hunted(msgspec.Struct, frozen=True):
    """What many runs have proved and found."""

    game: str
    runs: int
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
    """One of the option sets that the game names for trials, and every other switch by chance."""
    chosen = dict(rng.choice(game.trials()))
    for name, hint in get_type_hints(game.Options).items():
        values = switches(hint)
        if values and name not in chosen and name in game.Options.__struct_fields__:
            chosen[name] = rng.choice(values)
    return chosen


def ways(game: Game, seed: int, runs: int, games: int) -> Iterator[Way]:
    """A seed, a number of seats and options for each run of so many games."""
    rng = Rng(seed)
    for _ in range(runs):
        own, seats = rng.fork().seed, rng.choice(list(game.seats))
        options = [chosen for _ in range(games) if (chosen := playable(game, seats, rng)) is not None]
        yield Way(own, seats, options or [{}])


def playable(game: Game, seats: int, rng: Rng) -> dict[str, Any] | None:
    """Options that can be played with so many seats; None if they are hard to find."""
    for _ in range(TRIES):
        options = some_options(game, rng)
        try:
            game.new(seats=seats, options=options, seed=1)
        except BadOption:
            continue
        return options
    return None


def run(slug: str, way: Way) -> Report | Find:
    """Some games under the whole suite."""
    try:
        return check_game(
            find(slug),
            games=len(way.options),
            seed=way.seed,
            seats=way.seats,
            options=way.options,
            exercised=False,  # one short game need not have everything; the counts of all runs tell
        )
    except ConformanceError as problem:
        return Find(way, problem.property, problem.message, problem.saga)


def hunt(
    slug: str,
    *,
    runs: int,
    games: int,
    seed: int,
    workers: int,
    advance: Callable[[int, Find | None], None] = lambda games, found: None,
) -> Hunted:
    """Make so many runs of so many games, each run with a seed of its own; all that broke.

    `advance` hears of every run when it is through.  Broken off, it tells what was done until then.
    """
    made, played, plies = 0, 0, 0
    checks: Counter[str] = Counter()
    finds: list[Find] = []
    with suppress(KeyboardInterrupt), crew(partial(run, slug), workers) as team:
        for result in through(team, ways(find(slug), seed, runs, games)):
            made += 1
            if isinstance(result, Find):
                count, found = len(result.way.options), result
                finds.append(found)
            else:
                count, found = result.games, None
                plies += result.plies
                checks.update(result.checks)
            played += count
            advance(count, found)
    finds.sort(key=lambda one: one.way.seed)
    return Hunted(slug, made, played, plies, dict(checks), finds)
