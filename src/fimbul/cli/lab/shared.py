"""What the commands of the lab share: workers, players with a budget, and progress."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fimbul.cli.console import warn
from fimbul.cli.files import WrongUse, terminal
from fimbul.lab import need

if TYPE_CHECKING:
    from fimbul.lab.folder import Status

RUNS = Path("runs")


def to_play() -> None:
    """See that the lab can play.  A process that plays has few rows, and other threads would only wait."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    need("polars")


def check_workers(workers: int | None) -> int:
    """How many processes play."""
    if workers is not None and workers < 1:
        raise WrongUse(f"--workers is 1 or more, not {workers}.")
    return workers or os.cpu_count() or 1


def budgeted(bots: str, nodes: int | None, seconds: float | None) -> tuple[list[str], dict[str, Any]]:
    """Who plays, and the players that have a budget or a command of their own.

    A program that was introduced stands in the experiment with its command: the folder knows who played.
    """
    from fimbul.bots import programs
    from fimbul.lab.players import PROGRAM

    if nodes is not None and seconds is not None:
        raise WrongUse("Give a bot either --nodes or --seconds, not both.")
    names = [name.strip() for name in bots.split(",")]
    player: dict[str, Any] = {}
    budget = {"nodes": nodes} if nodes is not None else {"seconds": seconds} if seconds is not None else {}
    if budget and "search" in names:
        called = f"search {nodes} nodes" if nodes is not None else f"search {seconds:g} s"
        names = [called if name == "search" else name for name in names]
        player[called] = {"bot": "search"} | budget
    limit = {} if seconds is None else {"seconds": seconds}
    for name, command in programs().items():
        if name in names:
            player[name] = {"bot": PROGRAM, "settings": {"command": command} | limit}
    return names, player


@contextmanager
def shown() -> Iterator[Callable[["Status"], None]]:
    """Progress with rate and time left, and on Ctrl-C how far it has come."""
    heard: list[Status] = []
    with bar() if terminal("stderr") else nullcontext(Lines()) as show:

        def told(status: "Status") -> None:
            heard[:] = [status]
            show(status)

        try:
            yield told
        except KeyboardInterrupt:
            if not heard:
                raise
            far = f"{heard[0].done:,} of {heard[0].games:,} games"
            raise KeyboardInterrupt(
                f"stopped after {far}: they are kept, and the same command goes on."
            ) from None


@contextmanager
def bar() -> Iterator[Callable[["Status"], None]]:
    """Progress for a person: a bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        console=Console(stderr=True),
        transient=True,
    )
    with bars:
        task = bars.add_task("Playing", total=None, pace="")

        def told(status: "Status") -> None:
            bars.update(task, completed=status.done, total=status.games, pace=pace_of(status))

        yield told


class Lines:
    """Progress for a log: a line every half minute."""

    def __init__(self) -> None:
        self.last: float | None = None

    def __call__(self, status: "Status") -> None:
        if self.last is None or status.updated - self.last >= 30:
            if self.last is not None:
                warn(f"{status.done:,} of {status.games:,} games, {pace_of(status)}.")
            self.last = status.updated


def pace_of(status: "Status") -> str:
    """Rate and time left."""
    from fimbul.lab.planning import lasting

    if not status.rate or status.left is None:
        return ""
    left = f", {lasting(status.left)} left" if status.done < status.games else ""
    return f"{status.rate:,.1f} games/s{left}"
