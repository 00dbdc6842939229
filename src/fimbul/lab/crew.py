"""Processes that do one piece of work after another, and stop when we stop, however we stop."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, cast

from fimbul.core import FimbulError

AHEAD = 2  # pieces in a worker's hands: one being worked on, one to go on with
SPARE = 1  # pieces more for each worker: the last ones go to whoever is free first

Work = Callable[[Any], Any]


class Crew(Protocol):
    """Whoever does the work."""

    room: int  # pieces that may be given out at once

    def give(self, piece: Any) -> None:
        """Give out a piece of work."""

    def take(self) -> Any:
        """What came of a piece that was given out; waits until there is one."""


class Alone:
    """Nobody helps: a piece is done when it is asked for."""

    room = 1

    def __init__(self, work: Work) -> None:
        self.work = work
        self.pieces: deque[Any] = deque()

    def give(self, piece: Any) -> None:
        self.pieces.append(piece)

    def take(self) -> Any:
        return self.work(self.pieces.popleft())


class Processes:
    """Worker processes."""

    def __init__(self, hands: list[Connection]) -> None:
        self.busy = dict.fromkeys(hands, 0)
        self.room = (AHEAD + SPARE) * len(hands)
        self.spare: deque[Any] = deque()
        self.ready: deque[Connection] = deque()

    def give(self, piece: Any) -> None:
        self.spare.append(piece)
        self.deal()

    def deal(self) -> None:
        """Send what is to be done now, and what to go on with; the last pieces wait for a free hand."""
        while self.spare:
            hand = min(self.busy, key=self.busy.__getitem__)
            count = self.busy[hand]
            if count >= AHEAD or (count and len(self.spare) <= SPARE * len(self.busy)):
                return
            try:
                hand.send(self.spare.popleft())
            except OSError:
                raise died() from None
            self.busy[hand] += 1

    def take(self) -> Any:
        if not self.ready:
            self.ready.extend(
                cast(list[Connection], wait([hand for hand, count in self.busy.items() if count]))
            )
        hand = self.ready.popleft()
        self.busy[hand] -= 1
        try:
            kind, answer = hand.recv()
        except (EOFError, OSError):
            raise died() from None
        self.deal()
        if kind == "done":
            return answer
        raise FimbulError(answer) if kind == "refused" else RuntimeError(answer)


def died() -> FimbulError:
    """A worker went away without a word."""
    return FimbulError("A worker process was killed, perhaps for want of memory; try fewer --workers.")


@contextmanager
def crew(work: Work, workers: int) -> Iterator[Crew]:
    """So many workers who do this work; one alone works in this process."""
    if workers <= 1:
        yield Alone(work)
        return
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # a worker has one processor, and its rows are few
    context = multiprocessing.get_context("spawn")
    processes: list[SpawnProcess] = []
    hands: list[Connection] = []
    try:
        with interrupts_held():
            for _ in range(workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(work, theirs), daemon=True)
                process.start()
                theirs.close()
                processes.append(process)
                hands.append(ours)
        yield Processes(hands)
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()
        for hand in hands:
            hand.close()


def shared(team: Crew, pieces: Iterable[Any]) -> Iterator[Any]:
    """What comes of pieces of work which all take from one pile, in whatever order that is."""
    pile = iter(pieces)
    given = 0
    for piece in islice(pile, team.room):
        team.give(piece)
        given += 1
    while given:
        yield team.take()
        given -= 1
        for piece in islice(pile, 1):
            team.give(piece)
            given += 1


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C back while processes start: they inherit that and leave it to us to stop them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would be started with the first process, and let Ctrl-C through
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def serve(work: Work, hand: Connection) -> None:
    """A worker: do what one is given until nobody gives any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            piece = hand.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer: Any = "done", work(piece)
        except FimbulError as problem:
            answer = "refused", str(problem)
        except Exception as problem:
            answer = "broken", f"in {piece}: {type(problem).__name__}: {problem}"
        try:
            hand.send(answer)
        except OSError:
            os._exit(0)
