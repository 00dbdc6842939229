"""`fimbul simulate`: let bots play, and count."""

import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from fimbul.cli import INTERRUPTED
from fimbul.cli.console import columns, progress, say_json, warn
from fimbul.cli.files import WrongUse, writable_folder, write_text
from fimbul.cli.options import Flag, Pairs, Programs, read_options, seat_programs
from fimbul.core import BadOption, Game
from fimbul.core.wording import some, span
from fimbul.lab import arena
from fimbul.lab.arena import Played, Series
from fimbul.lab.statistics import wilson


def simulate(
    game: str,
    /,
    *,
    games: int = 100,
    bots: str = "greedy,random",
    seed: int = 1,
    workers: int | None = None,
    rotate: Flag = False,
    seconds: float | None = None,
    nodes: int | None = None,
    connect: Programs = None,
    option: Pairs = None,
    save: Path | None = None,
    json: Flag = False,
) -> int:
    """Let bots play many games and count.

    The same seed gives the same games on any number of workers, unless bots are given --seconds to think.
    Ctrl-C stops early and counts what has been played.

    Example: fimbul simulate fimbulvetr --games 200 --bots greedy,random --seed 1 --workers 2

    Example: fimbul simulate fimbulvetr --games 40 --bots search,greedy --seconds 1 --rotate --save records

    Example: fimbul simulate fate --games 40 --bots search --seconds 0.5 --option heroes=embla

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    games
        How many games to play.
    bots
        One bot for each seat, with commas: random, greedy, search, or a level: newcomer,
        casual, club, expert or master.
    seed
        What all chance is made from.
    workers
        How many processes play; one for each processor if not given.
    rotate
        Let the bots change seats from game to game.
    seconds
        How long a searching bot may think about one action.
    nodes
        How many positions a searching bot may look at for one action.
    connect
        Another program as name=command: it plays where --bots says its name, and speaks as 'fimbul engine'
        does. A command without a name is called connect. May be repeated.
    option
        An option of the game as name=value. May be repeated.
    save
        Keep the records in this folder, one .saga for each game.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.bots import slower
    from fimbul.games import game as find

    rules = find(game)
    for name, number in (("--games", games), ("--workers", 1 if workers is None else workers)):
        if number < 1:
            raise WrongUse(f"{name} is 1 or more, not {number}.")
    introduced = seat_programs(connect)
    series = Series(
        game=game,
        bots=seat_bots(rules, bots),
        options=msgspec.to_builtins(rules.read_options(read_options(rules, option or []))),
        seed=seed,
        seconds=seconds,
        nodes=nodes,
        rotate=rotate,
        keep=save is not None,
    )
    if idle := [name for name in introduced if name not in series.bots]:
        raise WrongUse(f"--connect names {', '.join(idle)}, who must sit too, as in --bots search,{idle[0]}.")
    check(series, rules)
    if save is not None:
        writable_folder(save)
    if any(bot not in ("random", "greedy") for bot in series.bots) and (note := slower(rules)):
        warn(note)
    workers = min(workers or os.cpu_count() or 1, games)

    began = time.perf_counter()
    played, stopped = play_series(series, games, workers, save)
    report = summary(series, played, games)
    report |= {"workers": workers, "seconds": round(time.perf_counter() - began, 3)}
    if save is not None:
        report["saved"] = str(save)
    if json:
        say_json(report)
    else:
        print(as_text(rules, series, report))
    if stopped:
        warn(f"stopped after {len(played)} of {games} games.")
        return INTERRUPTED
    return 0


def seat_bots(rules: Game, text: str) -> tuple[str, ...]:
    """A bot for each seat; one name alone plays all of them."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 1 and len(names) not in rules.seats:
        names *= rules.seats[0]
    if len(names) not in rules.seats:
        raise BadOption(
            f"{rules.title} is for {span(rules.seats)} players, and --bots names {len(names)} bots."
        )
    return names


def check(series: Series, rules: Game) -> None:
    """Refuse what no game could be played with, before anything is begun."""
    if series.seconds is not None and series.nodes is not None:
        raise WrongUse("Give a bot either --seconds or --nodes, not both.")
    rules.new(seats=len(series.bots), options=series.options, seed=series.seed)
    for place in range(len(series.bots)):
        arena.make_bot(series, rules, place, 0)


def play_series(series: Series, games: int, workers: int, save: Path | None) -> tuple[list[Played], bool]:
    """Play; the games in order, and whether somebody stopped it with Ctrl-C."""
    played: list[Played] = []
    width = len(str(games - 1))
    stopped = False
    try:
        with progress("Playing", games, "games") as bar:
            for result in arena.play_all(series, games, workers):
                if save is not None and result.record is not None:
                    name = f"{series.game}-{series.seed}-{result.number:0{width}}.saga"
                    write_text(save / name, result.record)
                played.append(msgspec.structs.replace(result, record=None))
                bar.advance()
    except KeyboardInterrupt:
        stopped = True
    return sorted(played, key=lambda result: result.number), stopped


def summary(series: Series, played: list[Played], games: int) -> dict[str, Any]:
    """The count."""
    ended = [result for result in played if result.scores is not None]
    seats = len(series.bots)
    wins, wins_by_bot, draws = [0] * seats, [0] * seats, 0
    for result in ended:
        assert result.scores is not None
        for seat, score in enumerate(result.scores):
            if score == 1.0:
                wins[seat] += 1
                wins_by_bot[result.seated[seat]] += 1
        draws += max(result.scores) not in (0.0, 1.0)
    plies, turns = [result.plies for result in ended], [result.turns for result in ended]
    low, high = wilson(wins_by_bot[0], len(ended))
    return {
        "game": series.game,
        "bots": series.bots,
        "games": games,
        "wins": wins,
        "draws": draws,
        "unfinished": games - len(ended),
        "plies_mean": round(sum(plies) / len(plies), 2) if plies else None,
        "plies_range": [min(plies), max(plies)] if plies else None,
        "turns_mean": round(sum(turns) / len(turns), 2) if turns else None,
        "turns_range": [min(turns), max(turns)] if turns else None,
        "rotate": series.rotate,
        "wins_by_bot": wins_by_bot,
        "first_bot": {
            "bot": series.bots[0],
            "share": round(wins_by_bot[0] / len(ended), 4) if ended else None,
            "interval95": [round(low, 4), round(high, 4)] if ended else None,
        },
        "endings": dict(sorted(Counter(result.rule for result in ended).items(), key=lambda e: str(e[0]))),
        "seed": series.seed,
        "options": series.options,
        "seconds_a_move": series.seconds,
        "nodes_a_move": series.nodes,
    }


def as_text(rules: Game, series: Series, report: dict[str, Any]) -> str:
    """The count for a person."""
    done = report["games"] - report["unfinished"]
    rows: list[tuple[str, str]] = []
    team = rules.cooperative
    who = [
        f"{bot} ({'both seats in turn' if series.rotate else f'seat {n}'})"
        for n, bot in enumerate(series.bots)
    ]
    if team:
        who = [", ".join(series.bots)]  # they win and lose together
    for name, wins in zip(who, report["wins_by_bot"], strict=not team):
        rows.append((name, f"{some(wins, 'win')}{f', {wins / done:.1%}' if done else ''}"))
    if done:
        low, high = report["first_bot"]["interval95"]
        rows[0] = (rows[0][0], f"{rows[0][1]} (95% interval: {low:.1%} to {high:.1%})")
    if series.rotate and not team:
        rows.append(("wins by seat", ", ".join(f"seat {n}: {wins}" for n, wins in enumerate(report["wins"]))))
    if not team:
        rows.append(("draws", str(report["draws"])))
    if report["unfinished"]:
        rows.append(("unfinished", str(report["unfinished"])))
    if done:
        fewest, most = report["plies_range"]
        rows.append(("plies a game", f"{report['plies_mean']:.1f} ({fewest} to {most})"))
        fewest, most = report["turns_range"]
        rows.append(("turns a game", f"{report['turns_mean']:.1f} ({fewest} to {most})"))
        rows.append(
            (
                "endings",
                ", ".join(f"{count} by {titled(rules, rule)}" for rule, count in report["endings"].items()),
            )
        )
    pace = f"{done / report['seconds']:.1f} games/s" if report["seconds"] else ""
    rows.append(("time", f"{report['seconds']:.1f} s, {pace} on {some(report['workers'], 'worker')}"))
    if "saved" in report:
        rows.append(("records", report["saved"]))
    return f"{rules.title}: {some(done, 'game')} from seed {series.seed}\n{columns(rows)}"


def titled(rules: Game, number: str) -> str:
    """A rule's number with its title."""
    return f"{number} ({rules.rules[number].title})" if number in rules.rules else number
