"""Six Winters: the designer's fifteen questions, answered with figures, intervals and plots.

    python benchmarks/winters.py --games 100 --seed 1 --workers 2 --write docs/balance/six_winters.md

Thousands of sessions and some campaigns are played, watched and counted; the odds of one overcome action and
the decks are computed from the cards.  Every game has a seed of its own, made from the seed of the whole, so
the same command gives the same page on any number of processes.
"""

import multiprocessing
import shlex
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter

import fimbul
from fimbul import cli
from fimbul.cli.arena import interrupts_held
from fimbul.cli.console import progress, warn
from fimbul.cli.files import WrongUse, write_text
from fimbul.core import FimbulError
from fimbul.games.six_winters import GAME
from winter_figures import answers
from winter_figures.figures import Facts, Figures
from winter_figures.plan import Job, jobs, play
from winter_figures.watching import Saga, Session

SCRIPT = "benchmarks/winters.py"
SOURCE = Path(fimbul.__file__).parent / "games" / "six_winters"
SHOWN = ("art", "canvas", "mats", "scene", "sketch", "touch", "view", "words")  # no part of how it is played
TELL_EVERY = 20.0  # seconds between lines on stderr when no person watches a bar

Played = Session | Saga


def quiet() -> None:
    """A worker leaves Ctrl-C to us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def numbered(entry: tuple[int, Job]) -> tuple[int, Played]:
    """Play a job, and say which one it was."""
    place, job = entry
    try:
        return place, play(job)
    except FimbulError:
        raise
    except Exception as problem:
        name = f"game {job.number} of {' '.join(job.key)} (seed {job.seed})"
        raise RuntimeError(f"in {name}: {type(problem).__name__}: {problem}") from problem


def play_all(plan: list[Job], workers: int) -> Iterator[tuple[int, Played]]:
    """Play everything, each handed out when it is done."""
    if workers <= 1:
        yield from map(numbered, enumerate(plan))
        return
    # The longest first, so that no worker is left alone with them at the end.
    order = sorted(enumerate(plan), key=lambda entry: (-(entry[1].nodes or 6 * entry[1].whole), entry[0]))
    with interrupts_held():
        pool = multiprocessing.get_context("spawn").Pool(workers, initializer=quiet)
    try:
        yield from pool.imap_unordered(numbered, order, chunksize=2)
    finally:
        pool.terminate()
        pool.join()


def gather(plan: list[Job], workers: int) -> tuple[dict[int, Played], bool]:
    """What came of all games, by their place in the plan; and whether somebody stopped it with Ctrl-C."""
    results: dict[int, Played] = {}
    began = told = time.monotonic()
    try:
        with progress("Playing", len(plan), "games") as bar:
            for place, played in play_all(plan, workers):
                results[place] = played
                bar.advance()
                now = time.monotonic()
                if now - told > TELL_EVERY:
                    told = now
                    rate = len(results) / (now - began)
                    warn(f"{len(results)} of {len(plan)} games, {rate:.1f} a second.")
    except KeyboardInterrupt:
        return results, True
    return results, False


def digest() -> str:
    """A short hash of the rules, cards and bot: with another one the same seeds may give other games."""
    whole = blake2b(digest_size=4)
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".py", ".csv", ".toml") and path.stem not in SHOWN:
            whole.update(path.read_bytes())
    return whole.hexdigest()


def winters(
    *,
    games: int = 100,
    strong: int = 10,
    nodes: int = 40,
    seed: int = 1,
    workers: int = 1,
    write: Path | None = None,
) -> int:
    """Play Six Winters many times, and answer the designer's fifteen questions as Markdown.

    Ctrl-C stops early and prints the answers for what has been played; files are written only when all has
    been.

    Parameters
    ----------
    games
        How many sessions each row of the main tables has; tables with many rows have half of it, and
        campaigns a quarter for each number of players.
    strong
        How many sessions the bots `greedy` and `search` play for comparison.
    nodes
        How many positions `search` may look at for one action.
    seed
        What all chance is made from.
    workers
        How many processes play.
    write
        Write the page to this file, and the plots to a folder of the same name beside it.
    """
    for name, number in (
        ("--games", games),
        ("--workers", workers),
        ("--nodes", nodes),
        ("--strong", strong),
    ):
        if number < 1:
            raise WrongUse(f"{name} is 1 or more, not {number}.")
    if seed < 0:
        raise WrongUse(f"--seed is 0 or more, not {seed}.")
    if write is not None and not write.resolve().parent.is_dir():
        raise FimbulError(f"The page cannot be written: there is no folder {write.parent}.")
    if write is not None and write.suffix != ".md":
        raise WrongUse(f"--write names a page that ends in .md, not '{write}'.")
    plan, source = jobs(games, strong, nodes, seed), digest()
    results, stopped = gather(plan, workers)
    figures = Figures((plan[place], results[place]) for place in sorted(results))
    words = ["--games", games, "--strong", strong, "--nodes", nodes, "--seed", seed]
    if write is not None:
        words += ["--write", write]
    facts = Facts(
        command=f"python {SCRIPT} {shlex.join(map(str, words))}",
        version=fimbul.__version__,
        rules=GAME.rules_version,
        seed=seed,
        nodes=nodes,
        digest=source,
        folder=write.stem if write is not None else "",
    )
    page = answers.page(figures, facts)
    if stopped:
        print(page.text, end="")
        warn(f"stopped after {len(results)} of {len(plan)} games.")
        return cli.INTERRUPTED
    if write is None:
        print(page.text, end="")
        return cli.OK
    folder = write.with_suffix("")
    folder.mkdir(exist_ok=True)
    for name, picture in page.plots.items():
        write_text(folder / f"{name}.svg", picture)
    print(page.short)
    print(f"\nWritten: {write_text(write, page.text)}, with {len(page.plots)} plots in {folder}.")
    return cli.OK


def main(arguments: Sequence[str]) -> int:
    """Run it; the status, with one sentence on stderr if it failed."""
    app = App(
        name="winters.py",
        default_parameter=Parameter(negative=()),
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    app.default(winters)
    try:
        return int(app(list(arguments), exit_on_error=False, print_error=False) or cli.OK)
    except CycloptsError as problem:
        return cli.complain(f"{cli.sentence(problem)} See 'python {SCRIPT} --help'.", cli.USAGE)
    except WrongUse as problem:
        return cli.complain(str(problem), cli.USAGE)
    except FimbulError as problem:
        return cli.complain(str(problem), cli.FAILED)
    except KeyboardInterrupt:
        return cli.complain("stopped.", cli.INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
