"""What the lab costs over the bare loop, what a second worker brings, what questions to many rows take."""

import math
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from fimbul.bots import Sight
from fimbul.core import FimbulError, Match
from fimbul.core.crew import crew, through
from fimbul.games import game as find
from fimbul.lab.experiment import (
    FOLLOWED,
    Experiment,
    arms_of,
    from_tables,
    game_seed,
    player_seeds,
    resolved,
)
from fimbul.lab.folder import Folder
from fimbul.lab.patches import things
from fimbul.lab.players import make_players
from fimbul.lab.playing import Job, play_block
from fimbul.lab.query import ask
from fimbul.lab.rows import EVENTS, GAMES, Columns, to_parquet
from fimbul.lab.running import run
from fimbul.lab.template import text_of

PARTS = ("overhead", "workers", "games", "events")
ROUNDS = 2
WAYS = ("bare", "lab")
ORDER = (1, 0, 0, 1, 1, 0, 0, 1)  # of the ways: both meet the same moods of the machine
BLOCK = 25  # games of a file in an experiment of 500; those that are followed fill whole files
CASES: tuple[dict[str, Any], ...] = (
    {"game": "fimbulvetr", "players": ["greedy"], "options": {"setup": "quick"}},
    {"game": "valknut", "players": ["greedy"]},
    {"game": "fate", "players": ["greedy"]},
    {"game": "six_winters", "players": ["greedy"], "seats": 2},
    {"game": "fornaldar", "players": ["greedy"], "options": {"scenario": "jotuns", "turns": 1}},
)
TWO = 240  # games for one worker and for two
COMPARED = (("lab", 1), ("lab", 2), ("bare", 2), ("bare", 1))
MANY = 100_000  # games
EVENTS_MANY = 10_000_000
LONG = 250  # events of a game
FILE = 50_000  # events of a file
BY_KIND = "select kind, count(*), avg(ply) from events group by kind order by 2 desc"

# Work in a process of its own, which says at its end how much memory it had at most.  What getrusage says
# begins with what the parent had, so the kernel's own note comes first.
ALONE = """
import resource, sys, time
from pathlib import Path
{work}
said = Path("/proc/self/status")
lines = said.read_text().splitlines() if said.exists() else []
peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
peak = peaks[0] if peaks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak / 1024, time.process_time())
"""
QUERY = f"from fimbul.lab.query import ask; ask(Path(sys.argv[1]), {BY_KIND!r})"
REPORT = (
    "from fimbul.lab.folder import Results; from fimbul.lab.report import write_report; "
    "write_report(Results(Path(sys.argv[1])))"
)


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
    """Seconds on the processor of the bare loop and of the lab, on the same games in turn.

    Apart: the first games of an arm, along all of which the bot is asked how they stand, and those beyond.
    """
    beyond = FOLLOWED // BLOCK
    experiment = from_tables(case | {"games": BLOCK * (beyond + rounds), "block": BLOCK}, "the benchmark")
    data = msgspec.json.encode(experiment)
    play_block(Job(data, 0, 0))  # what is read once is not counted
    first, rest = (compared(experiment, data, range(start, start + rounds)) for start in (0, beyond))
    games = BLOCK * rounds
    return {
        "game": case["game"],
        "games": games,
        "bare_ms": round(1000 * rest["bare"] / games, 1),
        "lab_ms": round(1000 * rest["lab"] / games, 1),
        "overhead": round(rest["lab"] / rest["bare"] - 1, 4),
        "first": round(first["lab"] / first["bare"] - 1, 4),
    }


def compared(experiment: Experiment, data: bytes, blocks: range) -> dict[str, float]:
    """What some blocks take, bare and in the lab."""
    total = dict.fromkeys(WAYS, 0.0)
    for block in blocks:
        least = dict.fromkeys(WAYS, math.inf)  # what else the machine does only ever adds
        for way in [WAYS[place] for place in ORDER]:
            began = time.process_time()
            if way == "lab":
                play_block(Job(data, 0, block))
            else:
                bare(experiment, range(block * BLOCK, (block + 1) * BLOCK))
            least[way] = min(least[way], time.process_time() - began)
        for way in WAYS:
            total[way] += least[way]
    return total


def spent() -> float:
    """Seconds on the processor of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def two_workers(games: int = TWO, rounds: int = ROUNDS) -> dict[str, Any]:
    """How much faster two workers are than one, beside what two bare loops make of this machine.

    All play the same games in the same blocks, which both workers take from one pile, in turn and several
    times; the least time of each counts.  Both ratios are of time on the clock, so on a busy machine they say
    nothing.  What holds anywhere are seconds on the processor: `more` is what two workers spend over one, for
    starting them and handing rows over; `serial` is the share of them that the folder's own process spends,
    which nobody can share with it; `at_most` is what Amdahl's law makes of that share with two workers.
    """
    experiment = from_tables(CASES[1] | {"games": games}, "the benchmark")
    bare(experiment, range(1))  # what is read once is not counted
    took, cost = dict.fromkeys(COMPARED, math.inf), dict.fromkeys(COMPARED, math.inf)
    serial = math.inf
    for number in range(rounds):
        for way, workers in COMPARED if number % 2 == 0 else COMPARED[::-1]:
            before, alone_before = spent(), time.process_time()
            if way == "lab":
                with tempfile.TemporaryDirectory() as folder:
                    began = time.perf_counter()
                    run(experiment, text_of(experiment), Path(folder) / "run", workers=workers)
                    passed = time.perf_counter() - began
            else:
                passed = bare_loops(experiment, workers)
            took[way, workers] = min(took[way, workers], passed)
            whole = spent() - before
            cost[way, workers] = min(cost[way, workers], whole)
            if (way, workers) == ("lab", 2):
                serial = min(serial, (time.process_time() - alone_before) / whole)
    return {
        "games": games,
        "times": round(took["lab", 1] / took["lab", 2], 2),
        "bare_times": round(took["bare", 1] / took["bare", 2], 2),
        "more": round(cost["lab", 2] / cost["lab", 1] - 1, 3),
        "serial": round(serial, 5),
        "at_most": round(1 / (serial + (1 - serial) / 2), 3),
    }


def bare_loops(experiment: Experiment, workers: int) -> float:
    """Seconds on the clock that so many bare loops need for all games, from when all of them are awake."""
    (arm,) = arms_of(experiment)
    with crew(partial(bare, experiment), workers) as team:
        deque(through(team, [range(1)] * workers), maxlen=0)
        began = time.perf_counter()
        deque(through(team, map(arm.numbers, range(arm.blocks))), maxlen=0)
        return time.perf_counter() - began


def many_games(games: int = MANY) -> dict[str, Any]:
    """What a question to the rows of so many games takes."""
    with tempfile.TemporaryDirectory() as name:
        folder = made_up(Path(name), games, events=0)
        began, before = time.perf_counter(), spent()
        ask(folder, "select role, first, avg(score), avg(turns), count(*) from seats group by all")
        return {
            "games": games,
            "seconds": round(time.perf_counter() - began, 3),
            "spent": round(spent() - before, 3),
        }


def many_events(events: int = EVENTS_MANY) -> dict[str, Any]:
    """What questions to a folder of so many events take, beside as many games with a tenth of the events."""
    games = max(1, events // LONG)
    found: dict[str, Any] = {"events": games * LONG, "games": games}
    for name, long in (("tenth", LONG // 10), ("all", LONG)):
        with tempfile.TemporaryDirectory() as place:
            folder = made_up(Path(place), games, events=long)
            size = sum(path.stat().st_size for path in folder.glob("events/*.parquet"))
            found[name] = {
                "mib_on_disk": round(size / (1 << 20), 1),
                "query": alone(QUERY, folder),
                "report": alone(REPORT, folder),
            }
    return found


def alone(work: str, folder: Path) -> dict[str, float]:
    """Work on a folder in a process of its own: its memory at most, and its seconds on the processor."""
    code = ALONE.format(work=work)
    ran = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise FimbulError(f"The work failed: {ran.stderr.strip()[-300:]}")
    peak, took = map(float, ran.stdout.split())
    return {"peak_mib": round(peak, 1), "spent": round(took, 2)}


def made_up(place: Path, games: int, *, events: int) -> Path:
    """A folder of games that nobody played, with so many events each, for the cost of questions alone."""
    experiment = from_tables(
        {"game": "fimbulvetr", "games": games, "title": "Made up", "players": ["random"]}, "the benchmark"
    )
    folder = Folder(place / "many", experiment, text_of(experiment))
    step = max(1, FILE // events) if events else max(1, games // 200)
    ids = sorted(things("fimbulvetr"))
    for number, start in enumerate(range(0, games, step)):
        count = min(step, games - start)
        name = f"all.{number:05}.parquet"
        (folder.path / "games" / name).write_bytes(games_made_up(start, count))
        (folder.path / "events" / name).write_bytes(events_made_up(start, count, events, ids))
    return folder.path


def games_made_up(start: int, count: int) -> bytes:
    """Rows of some games."""
    rows = Columns(GAMES)
    for number in range(start, start + count):
        won = number % 2
        rows.add(
            "all", "", "", number, number, 2, ["greedy", "greedy"], [0, 1], ["Saxons", "Vikings"], number % 2,
            "{}", True, won, [1.0 - won, float(won)], None, "F46", "", 20, 10 + number % 7, 18, 40.0, 90,
            [[0.0], [0.5], [1.0]], None,
        )  # fmt: skip
    return rows.parquet()


def events_made_up(start: int, count: int, events: int, ids: list[str]) -> bytes:
    """Events of some games: every other one is an action, and names something."""
    places = pl.int_range(events, dtype=pl.Int32, eager=True)
    one = pl.DataFrame({"ply": places // 2}).with_columns(
        turn=pl.col("ply") // 4 + 1,
        seat=pl.col("ply") % 2,
        place=places % 2,
        action=places % 2 == 0,
    )
    numbers = pl.DataFrame({"number": pl.int_range(start, start + count, dtype=pl.Int32, eager=True)})
    chosen = (pl.col("number") * 31 + pl.col("ply") * 17) % len(ids)
    spread = (pl.col("number").cast(pl.Int64) * 7919 + pl.col("ply") * 104_729) % 100_003
    names = pl.DataFrame({"chosen": pl.int_range(len(ids), dtype=pl.Int32, eager=True), "id": ids})
    rows = (
        numbers.join(one, how="cross")
        .with_columns(chosen=chosen.cast(pl.Int32))
        .join(names, on="chosen", how="left", maintain_order="left")
    )
    rows = rows.select(
        arm=pl.lit("all"),
        number="number",
        ply="ply",
        turn="turn",
        seat="seat",
        place="place",
        action="action",
        kind=pl.when("action").then(pl.lit("Move")).otherwise(pl.lit("Moved")),
        fields=pl.concat_str(pl.lit('{"warrior":"'), "id", pl.lit('","at":'), spread, pl.lit("}")),
        things=pl.when("action").then(pl.concat_list("id")).otherwise(pl.lit([], dtype=EVENTS["things"])),
    )
    return to_parquet(rows.cast(EVENTS))  # type: ignore[arg-type]


def measure(only: tuple[str, ...] = (), size: int | None = None) -> dict[str, Any]:
    """The figures of these parts, or of all."""
    sized = {} if size is None else {"size": size}
    work: dict[str, Callable[[], Any]] = {
        "overhead": lambda: [overhead(case) for case in CASES],
        "workers": lambda: two_workers(sized.get("size", TWO)),
        "games": lambda: many_games(sized.get("size", MANY)),
        "events": lambda: many_events(sized.get("size", EVENTS_MANY)),
    }
    return {name: work[name]() for name in PARTS if not only or name in only}


def as_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """The figures for a person."""
    rows: list[tuple[str, ...]] = []
    if "overhead" in report:
        rows.append(("game", "games", "bare loop", "lab", "overhead", f"first {FOLLOWED} of an arm"))
        rows += [
            (
                each["game"],
                str(each["games"]),
                f"{each['bare_ms']} ms a game",
                f"{each['lab_ms']} ms",
                f"{100 * each['overhead']:+.1f} %",
                f"{100 * each['first']:+.1f} %",
            )
            for each in report["overhead"]
        ]
    if "workers" in report:
        two = report["workers"]
        rows.append(
            ("two workers", f"{two['games']:,} games", f"{two['times']} times one", "", "idle machine")
        )
        rows.append(("two bare loops", "", f"{two['bare_times']} times one", "", "what the machine gives"))
        rows.append(("two workers spend", "", f"{100 * two['more']:+.1f} %", "", "of the processor"))
        share = f"{100 * two['serial']:.2f} % of it"
        rows.append(("the folder's process", "", share, f"{two['at_most']} times one", "at most (Amdahl)"))
    if "games" in report:
        many = report["games"]
        rows.append(
            ("a query", f"{many['games']:,} games", f"{many['seconds']} s", f"{many['spent']} s", "processor")
        )
    if "events" in report:
        many = report["events"]
        for name, count in (("tenth", many["events"] // 10), ("all", many["events"])):
            for what in ("query", "report"):
                each = many[name][what]
                rows.append(
                    (
                        what,
                        f"{count:,} events",
                        f"{many[name]['mib_on_disk']} MiB on disk",
                        f"{each['peak_mib']} MiB of memory",
                        f"{each['spent']} s",
                    )
                )
    widest = max(map(len, rows), default=0)
    return [(*row, *[""] * (widest - len(row))) for row in rows]
