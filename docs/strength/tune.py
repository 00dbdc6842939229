"""Tune the numbers of a mind's first sight by letting it alone play thousands of games (cross-entropy).

    python docs/strength/tune.py fate --minutes 4 --workers 16 --seed 1

In every round many sets of numbers are drawn around the best so far, each plays the same games, and the next
round is drawn around the mean of the best quarter.  At the end the first and the last set play games that
were not used before, and the last one is printed, to be copied where the numbers stand.
"""

import argparse
import functools
import importlib
import pkgutil
import random
import time
from typing import Any

import msgspec

import fimbul
from fimbul.core.crew import crew, through
from fimbul.lab.arena import derive

CROWD, BEST = 48, 12  # sets in a round, and those that the next is drawn around
SPREAD, SHRINK = 0.35, 0.9  # how far sets differ, as a share of each number; and how that shrinks
OUTLOOKS = {"fate": "fimbul.games.fate.bot.outlook", "six_winters": "fimbul.games.six_winters.bot.outlook"}
SEATS = {"fate": (1, 2, 3, 4), "six_winters": (2,)}
KEPT = 9  # town pieces of a game of Fate that goes on whatever falls: one may still be added
NAMES = {
    "fate": (
        "TOUGH EACH_HEALTH APPROACH AWAY FALL EXTRA SCRATCH WEAR GOLD MANA CARD ATTACK KILL"
        " DENT CHIP HELD KICKED TRADED PREPARE FOCUS PRACTICE MEND HOME REST CARD_BASE CARD_STRENGTH"
        " CARD_RANGE CARD_HEALTH CARD_PREVENTS CARD_USE ERRAND HASTE QUEST_ACTION TOO_LONG ANOTHER"
        " ARRIVES THREAT"
    ),
    "six_winters": (
        "ASSAULT ASSAULT_POINT DELAY GUARDIAN STAVE_OFF PAIN SCARS SCENE_PULL SLOT_PULL TAKE TAKE_POINT"
        " TAKE_SLOT CREATE CREATE_DIE CREATE_PRICE MUSTER MUSTER_MORE STEP GUARD"
    ),
}


class Trial(msgspec.Struct, frozen=True):
    """A set of numbers, and the games that it plays."""

    game: str
    numbers: dict[str, Any]
    first: int
    games: int
    seed: int


def modules(game: str) -> list[Any]:
    """The modules of a game's mind."""
    package = importlib.import_module(f"fimbul.games.{game}.bot")
    names = [each.name for each in pkgutil.iter_modules(package.__path__, package.__name__ + ".")]
    return [importlib.import_module(name) for name in names]


def numbers_of(game: str) -> dict[str, Any]:
    """The numbers as they stand."""
    found = {}
    for module in modules(game):
        found |= {name: getattr(module, name) for name in NAMES[game].split() if hasattr(module, name)}
    return found


def play(trial: Trial) -> tuple[float, float]:
    """What a set of numbers makes of its games: the mean result, and the share that is won."""
    for module in modules(trial.game):
        for name, value in trial.numbers.items():
            if hasattr(module, name):
                setattr(module, name, tuple(value) if isinstance(value, list) else value)
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and getattr(thing, "__module__", "") == module.__name__:
                thing.cache_clear()
    game = fimbul.game(trial.game)
    outlook = importlib.import_module(OUTLOOKS[trial.game])
    total, won, cycle = 0.0, 0, SEATS[trial.game]
    lasting = trial.game == "fate"  # it goes on whatever falls: what is lost says more than who has won
    for number in range(trial.first, trial.first + trial.games):
        seats = cycle[number % len(cycle)]
        state: Any = game.new(seats=seats, seed=derive(trial.seed, number))
        pieces, lost = state.pieces if lasting else 0, 0
        while state.outcome is None:
            if lasting:
                state.pieces = KEPT
            seat = state.to_act[0]
            actions = state.legal(seat)
            promise = game.mind.promise(state, actions, seat) if len(actions) > 1 else [0.0]
            state.apply(actions[max(range(len(actions)), key=promise.__getitem__)], seat)
            if lasting:
                lost += KEPT - state.pieces
        total += -lost / seats if lasting else outlook.result(state)
        won += lost < pieces if lasting else state.outcome.scores[0] == 1
    return total / trial.games, won / trial.games


def many(trials: list[Trial], team: Any) -> list[tuple[float, float]]:
    """All trials, in their order."""
    found: dict[int, tuple[float, float]] = dict(through(team, enumerate(trials)))
    return [found[place] for place in range(len(trials))]


def numbered(piece: tuple[int, Trial]) -> tuple[int, tuple[float, float]]:
    """A trial with its place."""
    return piece[0], play(piece[1])


def drawn(middle: dict[str, Any], spread: float, chance: random.Random) -> dict[str, Any]:
    """A set of numbers around a set."""

    def near(value: float) -> float:
        return value * chance.lognormvariate(0, spread)

    return {
        name: tuple(map(near, value)) if isinstance(value, tuple) else near(value)
        for name, value in middle.items()
    }


def mean_of(sets: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean of sets, number by number."""
    found: dict[str, Any] = {}
    for name, value in sets[0].items():
        if isinstance(value, tuple):
            found[name] = tuple(sum(each[name][n] for each in sets) / len(sets) for n in range(len(value)))
        else:
            found[name] = sum(each[name] for each in sets) / len(sets)
    return found


def main() -> None:
    """Tune, and prove it on fresh games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(NAMES))
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=100, help="of each set in a round")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--crowd", type=int, default=CROWD)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    start = middle = numbers_of(arguments.game)
    began, spread, first = time.time(), SPREAD, 0
    make = functools.partial(Trial, arguments.game)
    with crew(numbered, arguments.workers) as team:
        while time.time() - began < 60 * arguments.minutes:
            sets = [middle, *(drawn(middle, spread, chance) for _ in range(arguments.crowd - 1))]
            values = many([make(each, first, arguments.games, arguments.seed) for each in sets], team)
            order = sorted(range(len(sets)), key=lambda place: -values[place][0])
            middle = mean_of([sets[place] for place in order[: max(2, len(sets) * BEST // CROWD)]])
            first += arguments.games
            spread *= SHRINK
            result, won = values[0]
            print(f"  {first} games: middle {result:.4f}, {won:.1%} won", flush=True)
        proof = 1600 // arguments.workers or 100
        for name, numbers in (("before", start), ("after", middle)):
            parts = [
                make(numbers, 10**7 + n * proof, proof, arguments.seed) for n in range(arguments.workers)
            ]
            found = many(parts, team)
            result = sum(value for value, _ in found) / len(found)
            won = sum(share for _, share in found) / len(found)
            print(f"{name}: {result:.4f}, {won:.2%} of {proof * len(parts)} won")
    for name, value in middle.items():
        text = ", ".join(f"{each:.4g}" for each in value) if isinstance(value, tuple) else f"{value:.4g}"
        print(f"{name} = ({text})" if isinstance(value, tuple) else f"{name} = {text}")


if __name__ == "__main__":
    main()
