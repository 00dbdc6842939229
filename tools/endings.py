"""Play every scenario with every number of players to its end, and say how often bots win and lose it.

    python tools/endings.py six_winters --bots random,greedy --games 20 --workers 16

A line for each scenario (or pair of clans, or map: whatever the game names for trials), number of players
and bot: how many games ended within their bound, how many were won and lost, and after how many turns.  The
status is 1 where a game did not end.  `--bots search` takes longer, `--seconds` bounds its thoughts;
`--options '{"difficulty": "difficult"}'` holds for every game.
"""

import argparse
import json
import sys
from collections.abc import Iterator

import fimbul
from fimbul.core import BadOption, Game
from fimbul.core.crew import crew, through
from fimbul.lab.arena import Played, Series, play_game

SHORTENED = ("turns",)  # options that only keep the suite's games short


def ways(game: Game, more: dict[str, object]) -> Iterator[tuple[dict[str, object], int]]:
    """Every set of options that the game names, whole and with more, for every number of seats."""
    known: list[dict[str, object]] = []
    for trial in game.trials():
        options = {name: value for name, value in trial.items() if name not in SHORTENED} | more
        if options not in known:
            known.append(options)
    for options in known:
        for seats in game.seats:
            try:
                game.new(seats=seats, options=options, seed=1)
            except BadOption:
                continue
            yield options, seats


def line(game: Game, series: Series, played: list[Played]) -> str:
    """What came of some games."""
    ended = [each for each in played if each.scores is not None]
    firsts = [each.scores[0] for each in ended if each.scores]
    turns = sum(each.turns for each in ended) / max(1, len(ended))
    won, lost = firsts.count(1.0), firsts.count(0.0)
    named = " ".join(f"{value}" for value in series.options.values()) or "default"
    return (
        f"{game.slug:12} {named:42} {len(series.bots)} x {series.bots[0]:12} "
        f"{len(ended):3} of {len(played):3} ended, first seat {won:3} won {lost:3} lost, {turns:5.1f} turns"
    )


def play(piece: tuple[Series, int]) -> Played:
    """One game of a series."""
    return play_game(*piece)


def main() -> int:
    """Play them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=[game.slug for game in fimbul.all_games()])
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--options", type=json.loads, default={})
    given = parser.parse_args()
    game, open_ended = fimbul.game(given.game), 0
    with crew(play, given.workers) as team:
        for bot in given.bots.split(","):
            for options, seats in ways(game, given.options):
                series = Series(
                    game=game.slug,
                    bots=(bot,) * seats,
                    options=options,
                    seed=given.seed,
                    seconds=given.seconds,
                )
                played = list(through(team, ((series, number) for number in range(given.games))))
                open_ended += sum(each.scores is None for each in played)
                print(line(game, series, played), flush=True)
    return 1 if open_ended else 0


if __name__ == "__main__":
    sys.exit(main())
