"""How strong the compiled search is against another at equal time.

    python docs/strength/against.py fimbulvetr --games 40 --seconds 0.2 --seed 1

The other is the readable search (`bots/search.py` with the game's own mind), or with `--connect` any program,
as the search of an earlier commit (`older.py`).  Every start is played twice, with the sides changed; clans
differ from start to start.  At Valknut's tables of three and four one compiled search plays among others.
With `--keep FOLDER` every game that was not won is kept there: its record, and what our search thought.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

if "--processor" in sys.argv:
    time.perf_counter = time.process_time  # before anybody looks at the clock

import fimbul
from fimbul.bots import Bot, Compiled, Connected, Search, Sight
from fimbul.bots.sight import Idea
from fimbul.core import Game, Outcome
from fimbul.core.record import Match
from fimbul.lab.statistics import wilson


def options_of(game: Game, setup: str, chance: random.Random) -> dict[str, Any]:
    """What differs from start to start."""
    if game.slug != "fimbulvetr":
        return {}
    clans = sorted(clan.id for clan in game.workshop.pieces())
    return {"setup": setup, "clans": (chance.choice(clans), chance.choice(clans))}


class Ours(Compiled):
    """Our search; what it thought last can be asked."""

    value = 0.0

    def weigh(self, sight: Sight, actions: list[Any], exact: int = 1) -> list[Idea]:
        """The same ideas; the best one's value is noted."""
        ideas = super().weigh(sight, actions, exact)
        self.value = ideas[0].value
        return ideas


def warm_up(arguments: argparse.Namespace) -> None:
    """Load the kernel before anybody looks at the clock: a game at a few positions an action."""
    game = fimbul.game(arguments.game)
    state = game.new(
        seats=arguments.seats, seed=1, options=options_of(game, arguments.setup, random.Random(1))
    )
    player = Compiled(game, 1, nodes=50)
    while not state.over:
        seat = state.to_act[0]
        state.play(player.choose(Sight(state, seat)), seat)


def opponent(game: Game, number: int, arguments: argparse.Namespace) -> Bot:
    """Whoever sits in the other seats."""
    if arguments.connect:
        return Connected(game, arguments.connect, number, seconds=arguments.seconds)
    return Search(game, number, seconds=arguments.seconds)


def play(arguments: argparse.Namespace, number: int) -> tuple[Outcome, int, float, int]:
    """One game: its outcome and length, our score, and how often we took more than 1.2 times our time."""
    game = fimbul.game(arguments.game)
    start = arguments.seed * 100_000 + number // arguments.seats
    options = options_of(game, arguments.setup, random.Random(start))
    ours = number % arguments.seats
    names = ["other" if seat != ours else "ours" for seat in range(arguments.seats)]
    match = Match(game, seats=arguments.seats, seed=start, options=options, names=names)
    state = match.state
    players: list[Bot] = [opponent(game, number, arguments) for _ in range(arguments.seats)]
    players[ours] = mine = Ours(game, number, seconds=arguments.seconds)
    late = 0
    thoughts = ["action  value  depth  positions"]
    while not state.over:
        seat = state.to_act[0]
        choices = len(state.legal(seat))
        began = time.perf_counter()
        action = players[seat].choose(Sight(state, seat))
        late += seat == ours and time.perf_counter() - began > 1.2 * arguments.seconds
        match.play(action, seat)
        if seat == ours and choices > 1:
            thoughts.append(f"{len(match.moves)}  {mine.value:+.3f}  {mine.deepest}  {mine.nodes}")
    assert state.outcome is not None
    score = state.outcome.scores[ours]
    if arguments.keep and score < 1:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        file = arguments.keep / f"{arguments.game}-{arguments.seats}-{arguments.seed}-{number:03}"
        file.with_suffix(".saga").write_text(match.record().to_text(), encoding="utf-8")
        file.with_suffix(".txt").write_text("\n".join(thoughts) + "\n", encoding="utf-8")
    return state.outcome, state.ply, score, late


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("fimbulvetr", "valknut"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--processor", action="store_true", help="count seconds of the processor")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="how many games are played at once")
    parser.add_argument("--setup", choices=("placed", "quick"), default="placed")
    parser.add_argument("--connect", metavar="COMMAND", help="a program to play against")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where games that were not won are kept")
    arguments = parser.parse_args()
    game = fimbul.game(arguments.game)
    total, late = 0.0, 0
    results, endings = Counter[str](), Counter[str]()
    pool = multiprocessing.get_context("spawn").Pool(arguments.workers, warm_up, (arguments,))
    games = pool.imap_unordered(partial(play, arguments), range(arguments.games))
    for played, (outcome, plies, score, slow) in enumerate(games, 1):
        total += score
        late += slow
        results["won" if score == 1 else "lost" if score == 0 else "drawn"] += 1
        endings[outcome.rule] += 1
        low, high = wilson(total, played)
        print(
            f"{played}: {total:g} points ({low:.1%} to {high:.1%}), "
            f"{', '.join(f'{count} {what}' for what, count in results.most_common())}; "
            f"{plies} actions, {outcome.rule}; {late} late",
            flush=True,
        )
    print(
        f"{game.title}, {arguments.games} games at {arguments.seconds:g} s an action, seed {arguments.seed}"
    )
    print(f"  points    {total:g} ({total / arguments.games:.1%}; 95% interval: {low:.1%} to {high:.1%})")
    print(f"  games     {', '.join(f'{count} {what}' for what, count in results.most_common())}")
    print(f"  endings   {', '.join(f'{count} by {rule}' for rule, count in endings.most_common())}")
    print(f"  too slow  {late} actions took more than 1.2 times their time")


if __name__ == "__main__":
    main()
