"""What the lab costs over the bare loop, what a second worker brings, and how fast rows are asked."""

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from fimbul.bots import Sight
from fimbul.core import Match
from fimbul.games import game as find
from fimbul.lab.experiment import Experiment, arms_of, from_tables, game_seed, player_seeds, resolved
from fimbul.lab.players import make_players
from fimbul.lab.playing import Job, play_block
from fimbul.lab.query import ask
from fimbul.lab.rows import EVENTS, GAMES, Columns
from fimbul.lab.running import run
from fimbul.lab.template import text_of

ROUNDS = 5  # in turn, so that both meet the same moods of the machine
BLOCK = 5
CASES: tuple[dict[str, Any], ...] = (
    {"game": "fimbulvetr", "players": ["greedy"], "options": {"setup": "quick"}},
    {"game": "valknut", "players": ["greedy"]},
    {"game": "fate", "players": ["greedy"]},
    {"game": "six_winters", "players": ["greedy"], "seats": 2},
)
MANY = 100_000


def bare(experiment: Experiment, numbers: range) -> None:
    """The bare loop on the games of a block: what `arena` does, with the experiment's seeds."""
    game = find(experiment.game)
    arm = arms_of(experiment)[0]
    options = resolved(game, arm, 0)
    for number in numbers:
        names = [arm.players[place] for place in arm.seated(number)]
        players: list[Any] = make_players(
            experiment.player, names, game, player_seeds(experiment, arm, number)
        )
        match = Match(
            game, seats=arm.seats, options=options, seed=game_seed(experiment, arm, number), names=names
        )
        state = match.state
        while state.outcome is None and state.ply < game.max_plies:
            seat = state.to_act[0]
            match.play(players[seat].choose(Sight(state, seat)), seat)


def overhead(case: dict[str, Any], rounds: int = ROUNDS) -> dict[str, Any]:
    """Seconds on the processor, of the bare loop and of the lab, on the same games in turn."""
    experiment = from_tables(case | {"games": BLOCK * rounds, "block": BLOCK}, "the benchmark")
    data = msgspec.json.encode(experiment)
    play_block(Job(data, 0, 0))  # what is read once is not counted
    plain: list[float] = []
    full: list[float] = []
    for block in range(rounds):
        for lab in (False, True) if block % 2 else (True, False):
            began = time.process_time()
            if lab:
                play_block(Job(data, 0, block))
            else:
                bare(experiment, range(block * BLOCK, (block + 1) * BLOCK))
            (full if lab else plain).append(time.process_time() - began)
    return {
        "game": case["game"],
        "games": BLOCK * rounds,
        "bare_ms": round(1000 * sum(plain) / (BLOCK * rounds), 1),
        "lab_ms": round(1000 * sum(full) / (BLOCK * rounds), 1),
        "overhead": round(median(one / other for one, other in zip(full, plain, strict=True)) - 1, 4),
    }


def speedup(games: int = 60) -> float:
    """How much faster two workers are than one; on a busy machine it says nothing."""
    experiment = from_tables(CASES[1] | {"games": games, "block": 3}, "the benchmark")
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for workers in (1, 2):
            began = time.perf_counter()
            run(experiment, text_of(experiment), Path(folder) / str(workers), workers=workers)
            took.append(time.perf_counter() - began)
    return took[0] / took[1]


def asked(games: int = MANY) -> float:
    """Seconds that a question to the rows of so many games takes."""
    experiment = from_tables({"game": "fimbulvetr", "games": games}, "the benchmark")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "many"
        from fimbul.lab.folder import Folder

        Folder(folder, experiment, 'game = "fimbulvetr"\n')
        step = games // 200
        for start in range(0, games, step):
            made_up(start, step, folder)
        began = time.perf_counter()
        ask(folder, "select role, first, avg(score), avg(turns), count(*) from seats group by all")
        return time.perf_counter() - began


def made_up(start: int, count: int, folder: Path) -> None:
    """Rows of games that nobody played, for the speed of questions alone."""
    rows = Columns(GAMES)
    for number in range(start, start + count):
        won = number % 2
        rows.add(
            "all", "", "", number, number, 2, ["greedy", "greedy"], [0, 1], ["Saxons", "Vikings"], number % 2,
            "{}", True, won, [1.0 - won, float(won)], None, "F46", "", 20, 10 + number % 7, 18, 40.0, 90,
            [[0.0], [0.5], [1.0]], None,
        )  # fmt: skip
    (folder / "games" / f"all.{start // count:05}.parquet").write_bytes(rows.parquet())
    (folder / "events" / f"all.{start // count:05}.parquet").write_bytes(Columns(EVENTS).parquet())


def measure() -> dict[str, Any]:
    """Everything."""
    return {
        "overhead": [overhead(case) for case in CASES],
        "two_workers": round(speedup(), 2),
        "query_100000_games_s": round(asked(), 3),
    }


def as_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """The figures for a person."""
    rows: list[tuple[str, ...]] = [("game", "games", "bare loop", "lab", "overhead")]
    rows += [
        (
            each["game"],
            str(each["games"]),
            f"{each['bare_ms']} ms a game",
            f"{each['lab_ms']} ms",
            f"{100 * each['overhead']:+.1f} %",
        )
        for each in report["overhead"]
    ]
    rows.append(("two workers", "", "", f"{report['two_workers']} times one", "on an idle machine"))
    rows.append(("a query", "100,000", "", f"{report['query_100000_games_s']} s", ""))
    return rows
