"""Tuning numbers of the rules, and the ladder of the bots."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fimbul.cli.console import columns, say_json
from fimbul.cli.files import write_text
from fimbul.cli.lab.shared import RUNS, budgeted, check_workers, shown, to_play
from fimbul.cli.options import Flag, Pairs, Programs, read_options, seat_programs
from fimbul.lab import need

BY_HAND = "<!-- By hand from here: the lab keeps it. -->"


def tune(file: Path, /, *, out: Path | None = None, workers: int | None = None, json: Flag = False) -> int:
    """Move numbers of the rules towards a target, and prove the result on fresh seeds.

    The experiment has a section [tune] with numbers, bounds and targets. Ctrl-C keeps everything: the same
    command goes on.

    Example: fimbul lab tune experiments/tune_fate.toml --workers 2

    Parameters
    ----------
    file
        The experiment.
    out
        The folder of its trials; runs/NAME if not given.
    workers
        How many processes play; one for each processor if not given.
    json
        Print one JSON object, for scripts.
    """
    to_play()
    from fimbul.lab.experiment import read_experiment
    from fimbul.lab.report.document import figure
    from fimbul.lab.tune import tune as search

    experiment = read_experiment(file)
    folder = out or RUNS / file.stem

    def tried(number: int, trial: Any) -> None:
        if not json:
            marks = ", ".join(f"{name} {mark.value:.3f}" for name, mark in trial.reached.items())
            print(f"trial {number}: {listing(trial.numbers)}: {marks} (off by {trial.loss:.2f})", flush=True)

    with shown() as told:
        found = search(experiment, str(file), folder, workers=check_workers(workers), told=told, tried=tried)
    if json:
        say_json(found)
        return 0
    print(f"\nBest: {listing(found.best.numbers)}")
    print(f"Proof, {found.proof_games} games of each arm on fresh seeds:\n")
    heads = ("target", "wanted", "before", "95 %", "tuned", "95 %", "")
    rows = [
        (
            each.name,
            f"{each.low:g} to {each.high:g}",
            *figure(each.before, 3),
            *figure(each.after, 3),
            each.verdict,
        )
        for each in found.proofs
    ]
    print(columns([heads, *rows]))
    return 0


def listing(numbers: Mapping[str, int]) -> str:
    """Numbers as they stand in a file."""
    return ", ".join(f"{name} = {value}" for name, value in numbers.items())


def ladder(
    game: str,
    /,
    *,
    players: str = "newcomer,casual,club,expert,master",
    nodes: int | None = 200,
    games: int = 20,
    seed: int = 1,
    connect: Programs = None,
    option: Pairs = None,
    out: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    markdown: Path | None = None,
) -> int:
    """Let bots play everybody against everybody, and rate them.

    Example: fimbul lab ladder fimbulvetr --games 40 -o setup=quick --markdown docs/strength/fimbulvetr.md

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    players
        The bots, with commas; the levels from newcomer to master if not given.
    nodes
        How many positions a searching bot without a level may look at for one action.
    games
        How many games each pair plays.
    seed
        What all chance is made from.
    connect
        A program that plays, as NAME=COMMAND; its name stands among the players. May be repeated.
    option
        An option of the game as name=value. May be repeated.
    out
        The folder of its rows and records; runs/GAME-ladder if not given.
    workers
        How many processes play; one for each processor if not given.
    cluster
        Play on the Ray cluster at this address.
    markdown
        Write the page to this file; what was written by hand below it stays.
    """
    to_play()
    need("altair")
    from fimbul.games import game as find
    from fimbul.lab import ladder as rating
    from fimbul.lab.experiment import from_tables
    from fimbul.lab.report.document import markdown as as_markdown
    from fimbul.lab.running import run as play
    from fimbul.lab.template import as_toml

    rules = find(game)
    seat_programs(connect)
    names, player = budgeted(players, nodes, None)
    tables = rating.ladder_experiment(game, names, player, games, seed, read_options(rules, option or []))
    experiment = from_tables(tables, "the ladder")
    folder = out or RUNS / f"{game}-ladder"
    with shown() as told:
        results = play(
            experiment, as_toml(tables), folder, workers=check_workers(workers), cluster=cluster, told=told
        )
    words = [f"--players {players}", f"--nodes {nodes}", f"--games {games}", f"--seed {seed}"]
    words += [f'--connect "{text}"' for text in connect or []]
    command = " ".join(["fimbul lab ladder", game, *words, *(f"-o {pair}" for pair in option or [])])
    page = as_markdown(rating.ladder(results, command))
    if markdown is not None:
        print(f"Written: {write_text(markdown, page + by_hand(markdown))}")
    else:
        print(page, end="")
    return 0


def by_hand(file: Path) -> str:
    """What somebody wrote below a page that is made again."""
    if not file.exists():
        return ""
    _, mark, rest = file.read_text(encoding="utf-8").partition(BY_HAND)
    return f"\n{mark}{rest}" if mark else ""
