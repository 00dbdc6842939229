"""`fimbul bench`: how fast the engine is, beside python-chess where that is installed, and all around it."""

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fimbul import kernels
from fimbul.cli.console import columns, progress, say_json
from fimbul.cli.files import WrongUse
from fimbul.cli.options import Flag
from fimbul.core import Game, Rng, State
from fimbul.core.wording import either

if TYPE_CHECKING:
    from fimbul.server.load import Plan

ROUND = 0.25  # seconds of each player in a round: short, so that both meet the same moods of the machine
IMPORTS = 7
LONGEST = 3_000  # moves of a random game; a longer one is broken off, and counts for its turns
KERNEL_GAMES = 200  # random games that a kernel plays at a time
SEARCHED, MIDDLE, SEARCH_NODES = 5, 20, 50_000  # positions searched, plies into their games, looks at each
SAMPLE = 800  # positions that single operations are timed in
GLANCES = 400  # decisions of a game whose promise is timed
IMPORT = "import time; t = time.perf_counter(); import fimbul; print(time.perf_counter() - t)"

Playout = Callable[[random.Random], tuple[int, int]]  # moves and turns


def bench(
    what: Literal["engine", "server", "lab", "envs", "gpu"] = "engine",
    /,
    *,
    game: str | None = None,
    seconds: float = 4.0,
    seed: int = 1,
    tables: int = 200,
    pace: float = 10.0,
    servers: int = 2,
    db: str | None = None,
    beside: Path | None = None,
    only: tuple[str, ...] = (),
    size: int | None = None,
    json: Flag = False,
) -> int:
    """Measure the speed of the engine, the server, the lab, the environments, or of play on a GPU.

    Random games of every game are played on one core, in short rounds that alternate with random games of
    python-chess, so that both meet the same machine. Seconds are seconds on the processor. Games that have a
    compiled kernel play in it too, in the same rounds, and its search is measured in positions a second.

    `fimbul bench server` starts a server, lets two people who never think play over its websockets, and
    leaves 200 tables open: how long a move takes, what idle tables cost, how much a browser loads. Then it
    counts the CPU of a move with frames for everybody, plays many tables of all games at once, and puts the
    servers to trials: twenty race for a ply, hundreds of tables are watched, crowds connect, half a request
    is sent and no more, hard bots think, and somebody beside all that must hardly notice.

    `fimbul bench lab` plays the same games bare and as an experiment, and says what that costs; then what a
    second worker brings, and what questions to many games and to ten million events take.

    `fimbul bench envs` lets random agents play every game as an environment, with observations and masks,
    beside PettingZoo's chess in the same rounds; then many games side by side.

    `fimbul bench gpu` plays random games of Fimbulvetr on a GPU, in batches from 2^10 to 2^24, with the same
    functions that the compiled kernel plays with on the processor, and compares thousands of them.

    Example: fimbul bench --seconds 10

    Parameters
    ----------
    what
        What to measure: engine, server, lab, envs or gpu.
    game
        Measure the engine of this game only.
    seconds
        How long to play each game (python-chess gets as long again).
    seed
        What the random games are made from.
    tables
        How many tables the server is to hold at once.
    pace
        Seconds between the moves of one of these tables.
    servers
        How many servers share a PostgreSQL database.
    db
        The address of an empty PostgreSQL database for them; otherwise one server with SQLite is measured.
    beside
        Another checkout of fimbul, with whose server the cost of a move is compared.
    only
        Of the server, only these: moves, cost, load, races, watched, crowd, half-open or bystander. Of the
        lab: overhead, workers, games or events.
    size
        How many races, watched tables, connections, or plies of the game beside the bystander; for the cost,
        how many moves of each game; in the lab, how many games or events; for the GPU, games in the largest
        batch. Each has a size of its own.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.games import all_games
    from fimbul.games import game as find

    if what == "server":
        from fimbul.server.load import Plan

        if beside is not None and not (beside / "src" / "fimbul").is_dir():
            raise WrongUse(f"--beside is a checkout of fimbul, and {beside} is none.")
        plan = Plan(tables=tables, pace=pace, seconds=max(seconds, 2 * pace), servers=servers, db=db)
        return bench_server(plan, only, size, beside, json=json)
    if what == "lab":
        bench_lab(only, size, json=json)
        return 0
    if seconds <= 0:
        raise WrongUse(f"--seconds is more than 0, not {seconds:g}.")
    if what == "envs":
        bench_envs(json=json, seconds=seconds, seed=seed)
        return 0
    if what == "gpu":
        bench_gpu(json=json, seed=seed, largest=1 << 24 if size is None else size)
        return 0
    rounds = max(1, round(seconds / ROUND))
    games = (find(game),) if game else all_games()
    with progress("Measuring", rounds * len(games), "rounds") as bar:
        reports = [measure(each, rounds, random.Random(seed), bar.advance) for each in games]
    report = {
        "python": platform.python_version(),
        "machine": platform.processor() or platform.machine(),
        "import_ms": round(import_time() * 1000, 1),
        "games": reports,
        "chess": chess_version(),
    }
    if json:
        say_json(report)
    else:
        print(as_text(report))
    return 0


def bench_server(
    plan: "Plan", only: tuple[str, ...], size: int | None, beside: Path | None, *, json: bool
) -> int:
    """The server's figures; 1 where something did not go as it must."""
    from fimbul.server.trials import PARTS, as_rows, figures

    known(only, PARTS)
    chosen = [name for name in PARTS if not only or name in only]
    report = {}
    with progress("Measuring", len(chosen), "parts") as bar:
        for name in chosen:
            report[name] = figures(name, plan, size, beside)
            bar.advance()
    if json:
        say_json(report)
    else:
        print(columns(as_rows(report)))
    return 0 if all(part.get("ok", True) for part in report.values()) else 1


def known(only: Sequence[str], parts: Sequence[str]) -> None:
    """Refuse parts that there are not."""
    unknown = [name for name in only if name not in parts]
    if unknown:
        raise WrongUse(f"unknown '{unknown[0]}'; expected {either(parts)}.")


def bench_lab(only: tuple[str, ...], size: int | None, *, json: bool) -> None:
    """The lab's figures."""
    from fimbul.cli.lab.shared import to_play
    from fimbul.lab import need

    to_play()
    need("duckdb")
    from fimbul.lab import bench as lab

    known(only, lab.PARTS)
    if size is not None and size < 1:
        raise WrongUse(f"--size is 1 or more, not {size}.")
    report = lab.measure(only, size)
    if json:
        say_json(report)
    else:
        print(columns(lab.as_rows(report)))


def bench_envs(*, json: bool, seconds: float, seed: int) -> None:
    """The environments' figures."""
    from fimbul.envs import room

    envs = room("bench")
    with progress("Measuring", 5 * max(1, round(seconds / envs.ROUND)), "rounds") as bar:
        report = envs.measure(seconds, seed, bar.advance)
    if json:
        say_json(report)
    else:
        print(columns(envs.as_rows(report)))
        if report["games"][0]["ratio"] is None:
            print("For PettingZoo's chess in the same rounds: pip install 'fimbul[bench]'.")


def bench_gpu(*, json: bool, seed: int, largest: int) -> None:
    """The figures of random play on a GPU."""
    if not kernels.available():
        raise WrongUse("Playing on a GPU needs the extra 'fast': pip install 'fimbul[fast]'.")
    from fimbul.kernels.fimbulvetr import gpu

    missing = gpu.absent()
    if missing:
        raise WrongUse(missing)
    sizes = gpu.batches(largest)
    with progress("Measuring", len(sizes), "batches") as bar:
        report = list(gpu.measure(seed, sizes, bar.advance))
    if json:
        say_json(report)
    else:
        print(columns(gpu.as_rows(report)))


def measure(game: Game, rounds: int, chance: random.Random, done: Callable[[], None]) -> dict[str, Any]:
    """One game's figures."""
    chess = chess_playout()
    ours, theirs, ratios = Tally(), Tally(), []
    kernel, twin, gains = kernel_playout(game), Tally(), []
    for _ in range(rounds):
        mine = ours.run(lambda source: playout(game, source), chance)
        if chess is not None:
            ratios.append(mine / theirs.run(chess, chance))
        if kernel is not None:
            gains.append(twin.run(kernel, chance) / mine)
        done()
    report: dict[str, Any] = {
        "game": game.slug,
        "moves_per_second": round(ours.moves / ours.seconds),
        "games_per_second": round(ours.games / ours.seconds, 2),
        "moves_per_game": round(ours.moves / ours.games, 1),
        "turn_ms": round(ours.seconds / max(ours.turns, 1) * 1000, 2),
        **pieces(game, chance),
        **glances(game, chance),
        "rounds": rounds,
    }
    if chess is not None:
        report["chess_moves_per_second"] = round(theirs.moves / theirs.seconds)
        report["ratio_to_chess"] = round(statistics.median(ratios), 3)
        report["ratio_range"] = [round(min(ratios), 3), round(max(ratios), 3)]
    if kernel is not None:
        report["kernel_moves_per_second"] = round(twin.moves / twin.seconds)
        report["kernel_gain"] = round(statistics.median(gains), 1)
        report["kernel_nodes_per_second"] = round(search_pace(game, chance))
    return report


class Tally:
    """Moves, turns and games of one player, in all rounds."""

    def __init__(self) -> None:
        self.moves = self.turns = self.games = 0
        self.seconds = 0.0

    def run(self, play: Playout, chance: random.Random) -> float:
        """Play whole games for a round; moves a second in it, of time on the processor."""
        began = time.process_time()
        moves, passed = 0, 0.0
        while passed < ROUND:
            made, turns = play(chance)
            moves += made
            self.turns += turns
            self.games += 1
            passed = time.process_time() - began
        self.moves += moves
        self.seconds += passed
        return moves / passed


def playout(game: Game, chance: random.Random) -> tuple[int, int]:
    """One random game; its moves and turns.  Like python-chess's push, `apply` does not check again."""
    state: State = game.new(seed=chance.getrandbits(32))
    choice, moves = chance.choice, 0
    while state.outcome is None and moves < LONGEST:
        seat = state.to_act[0]
        state.apply(choice(state.legal(seat)), seat)
        moves += 1
    return moves, state.turn


def chess_playout() -> Playout | None:
    """The same for python-chess; None if it is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def play(chance: random.Random) -> tuple[int, int]:
        board = chess.Board()
        choice, moves = chance.choice, 0
        while not board.is_game_over():
            board.push(choice(list(board.legal_moves)))
            moves += 1
        return moves, moves

    return play


def kernel_playout(game: Game) -> Playout | None:
    """Random games in the kernel, many at a time; None where there is no kernel."""
    if not kernels.supports(game.slug):
        return None
    kernels.desk(game.new()).play_random(1, 1)  # compiled, or read from the cache, before the clock runs

    def play(chance: random.Random) -> tuple[int, int]:
        desk = kernels.desk(game.new(seed=chance.getrandbits(32)))
        plies, _ = desk.play_random(KERNEL_GAMES, chance.getrandbits(62))
        return plies, 0

    return play


def search_pace(game: Game, chance: random.Random) -> float:
    """How many positions a second the kernel's search looks at, in the middle of random games."""
    thinker = kernels.thinker(game.slug)
    nodes, seconds = 0, 0.0
    for number in range(SEARCHED + 1):
        state: State = game.new(seed=chance.getrandbits(32))
        for _ in range(MIDDLE):
            after = state.copy()
            after.apply(chance.choice(state.legal(state.to_act[0])))
            if after.outcome is not None:
                break
            state = after
        began = time.process_time()
        thinker.weigh([state], state.legal(state.to_act[0]), seconds=None, nodes=SEARCH_NODES)
        if number:  # the first one only wakes the kernel
            seconds += time.process_time() - began
            nodes += thinker.nodes
    return nodes / seconds


def chess_version() -> str | None:
    """The version of python-chess, if it is there."""
    try:
        import chess
    except ImportError:
        return None
    return str(chess.__version__)


def pieces(game: Game, chance: random.Random) -> dict[str, Any]:
    """What the single operations cost, over the positions of some random games."""
    positions: list[tuple[State, int]] = []
    for _ in range(5):
        state: State = game.new(seed=chance.getrandbits(32))
        moves = 0
        while state.outcome is None and moves < LONGEST:
            seat = state.to_act[0]
            positions.append((state.copy(), seat))
            state.apply(chance.choice(state.legal(seat)), seat)
            moves += 1
    if len(positions) > SAMPLE:
        positions = chance.sample(positions, SAMPLE)
    chosen = [(state, seat, chance.choice(state.legal(seat))) for state, seat in positions]

    copy = timed(lambda: [state.copy() for state, _ in positions]) / len(positions)
    legal = timed(lambda: [state.legal(seat) for state, seat in positions]) / len(positions)
    slowest = max(timed(lambda s=state, w=seat: s.legal(w), times=3) for state, seat in positions)
    play = timed(
        lambda twins: [s.play(a, seat) for s, (_, seat, a) in zip(twins, chosen, strict=True)], positions
    )
    apply = timed(
        lambda twins: [s.apply(a, seat) for s, (_, seat, a) in zip(twins, chosen, strict=True)], positions
    )
    return {
        "copies_per_second": round(1 / copy),
        "copy_us": round(copy * 1e6, 2),
        "legal_us": round(legal * 1e6, 2),
        "legal_slowest_us": round(slowest * 1e6, 2),
        "play_us": round(play / len(positions) * 1e6, 2),
        "apply_us": round(apply / len(positions) * 1e6, 2),
        "choices_mean": round(statistics.mean(len(state.legal(seat)) for state, seat in positions), 1),
    }


def glances(game: Game, chance: random.Random) -> dict[str, Any]:
    """What it costs a mind to say how promising the actions look, in a game where the best one is taken."""
    state: State = game.new(seed=chance.getrandbits(32))
    rng, spent = Rng(chance.getrandbits(32)), []
    for _ in range(GLANCES):
        if state.outcome is not None:
            break
        seat = state.to_act[0]
        actions, world = state.legal(seat), state.imagine(seat, rng)
        began = time.process_time()
        promise = game.mind.promise(world, actions, seat)
        spent.append(time.process_time() - began)
        state.apply(actions[max(range(len(actions)), key=promise.__getitem__)], seat)
    return {
        "promise_us": round(statistics.mean(spent) * 1e6, 1),
        "promise_median_us": round(statistics.median(spent) * 1e6, 1),
    }


def timed(
    work: Callable[..., Any], positions: list[tuple[State, int]] | None = None, times: int = 7
) -> float:
    """The least time that some work takes; with positions, each time on fresh copies of them."""
    least = float("inf")
    for _ in range(times):
        given = [[state.copy() for state, _ in positions]] if positions is not None else []
        began = time.perf_counter()
        work(*given)
        least = min(least, time.perf_counter() - began)
    return least


def import_time() -> float:
    """The least time that `import fimbul` takes in a new process."""
    runs = [
        subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
        for _ in range(IMPORTS)
    ]
    return min(float(run.stdout) for run in runs)


def as_text(report: dict[str, Any]) -> str:
    """The figures for a person."""
    rows: list[tuple[str, str]] = [("import fimbul", f"{report['import_ms']} ms")]
    for game in report["games"]:
        rows += [
            (game["game"], ""),
            ("  moves/s", f"{game['moves_per_second']:,}"),
            ("  games/s", f"{game['games_per_second']:,} ({game['moves_per_game']} moves each)"),
            ("  a turn", f"{game['turn_ms']} ms"),
            ("  copies/s", f"{game['copies_per_second']:,} ({game['copy_us']} µs)"),
            (
                "  legal()",
                f"{game['legal_us']} µs ({game['choices_mean']} actions on average), "
                f"the slowest {game['legal_slowest_us']} µs",
            ),
            ("  play()", f"{game['play_us']} µs (apply(), which does not ask again: {game['apply_us']} µs)"),
        ]
        mean, median = game["promise_us"], game["promise_median_us"]
        rows.append(("  promise()", f"{mean} µs, the median {median} µs (of a bot at first sight)"))
        if "ratio_to_chess" in game:
            low, high = game["ratio_range"]
            rows += [
                ("  python-chess", f"{game['chess_moves_per_second']:,} moves/s in the same rounds"),
                ("  ratio", f"{game['ratio_to_chess']} (median of {game['rounds']} rounds, {low} to {high})"),
            ]
        if "kernel_gain" in game:
            rows += [
                (
                    "  kernel",
                    f"{game['kernel_moves_per_second']:,} moves/s, {game['kernel_gain']} times the rules' "
                    "in the same rounds",
                ),
                ("  its search", f"{game['kernel_nodes_per_second']:,} positions/s"),
            ]
    text = f"Python {report['python']} on one core\n{columns(rows)}"
    if report["chess"] is None:
        text += "\n\nFor the ratio to python-chess: pip install 'fimbul[bench]', then run this again."
    return text
