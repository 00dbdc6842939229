"""Reviews of finished games: made on request, a few at a time, in processes that end when nobody waits.

Whoever asks hears how far the work has come, line by line, and last the review itself.  Several who ask for
the same game wait for the same work.  Finished reviews stay in memory as long as there is room.
"""

import asyncio
import contextlib
import multiprocessing
import os
from collections import OrderedDict
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection

import msgspec

from fimbul.bots.review import review
from fimbul.core import FimbulError, Outcome
from fimbul.server.matches import matched
from fimbul.server.problems import Problem
from fimbul.server.workers import settle
from fimbul.table.history import Deed, Start

AT_ONCE = 1  # reviews that are made side by side
MOST_WAITING = 8
MOST_KEPT = 64
MEEK = 10  # how far a review stands back behind those who play


class Work(msgspec.Struct, frozen=True):
    """All that a process needs to know of a game."""

    start: Start
    deeds: list[Deed]
    ended: Outcome | None
    names: list[str]


class Job:
    """A review that is being made, and those who wait for it."""

    def __init__(self) -> None:
        self.line = b'{"done":0,"of":1}'
        self.over = False
        self.waiting = 0
        self.news = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    async def tell(self, line: bytes, *, over: bool = False) -> None:
        """Say how far it has come."""
        async with self.news:
            self.line, self.over = line, over
            self.news.notify_all()


class Reviews:
    """The reviews of one server."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}
        self.known: OrderedDict[str, bytes] = OrderedDict()
        self.room = asyncio.Semaphore(AT_ONCE)

    def kept(self, name: str) -> bool:
        """Whether a review is there already."""
        return name in self.known

    def follow(self, name: str, work: Work | None) -> AsyncIterator[bytes]:
        """Lines of JSON: how far a review has come, and last itself."""
        if name in self.known:
            self.known.move_to_end(name)
            return said(self.known[name])
        if name not in self.jobs:
            if len(self.jobs) >= MOST_WAITING or work is None:
                raise Problem(503, "Many games are being reviewed just now. Try again in a minute.")
            job = self.jobs[name] = Job()
            job.task = asyncio.create_task(self.make(name, job, work))
        return self.listen(self.jobs[name])

    async def listen(self, job: Job) -> AsyncIterator[bytes]:
        """Wait for a review; it is given up when the last one goes away."""
        job.waiting += 1
        try:
            told = b""
            while True:
                async with job.news:
                    await job.news.wait_for(lambda told=told: job.line != told)  # type: ignore[misc]
                    told, over = job.line, job.over
                yield told + b"\n"
                if over:
                    return
        finally:
            job.waiting -= 1
            if not job.waiting and job.task is not None:
                job.task.cancel()

    async def make(self, name: str, job: Job, work: Work) -> None:
        """Let a process review a game."""
        try:
            async with self.room:
                await self.listen_to_process(name, job, work)
        finally:
            self.jobs.pop(name, None)

    async def listen_to_process(self, name: str, job: Job, work: Work) -> None:
        """Start a process and pass on what it says; it does not outlive this."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=reviewed, args=(theirs, work), daemon=True)
        await asyncio.to_thread(process.start)
        theirs.close()
        try:
            over = False
            while not over:
                line, over = await asyncio.to_thread(ours.recv)
                if over and b'"review"' in line[:12]:
                    self.known[name] = line
                    while len(self.known) > MOST_KEPT:
                        self.known.popitem(last=False)
                await job.tell(line, over=over)
        except (EOFError, OSError):
            await job.tell(problem("The review broke off. Ask for it again."), over=True)
        finally:
            process.kill()
            await asyncio.shield(asyncio.to_thread(process.join))
            ours.close()

    async def close(self) -> None:
        """Stop everything."""
        tasks = [job.task for job in self.jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def said(line: bytes) -> AsyncIterator[bytes]:
    """One line."""
    yield line + b"\n"


def problem(sentence: str) -> bytes:
    """A line that says what went wrong."""
    return msgspec.json.encode({"problem": sentence})


# ---- in the process


def reviewed(wire: Connection, work: Work) -> None:
    """Review a game and say so line by line."""
    settle()
    with contextlib.suppress(OSError):
        os.nice(MEEK)

    def progress(done: int, total: int) -> None:
        wire.send((msgspec.json.encode({"done": done, "of": total}), False))

    try:
        match = matched(work.start, work.deeds)
        match.names = work.names
        found = review(match, ended=work.ended, progress=progress)
        wire.send((msgspec.json.encode({"review": found}), True))
    except FimbulError as sentence:
        wire.send((problem(str(sentence)), True))
