"""Where work goes that takes more than a few milliseconds: small pools of its own, never the event loop.

Drawing has threads, because it needs the state in memory.  Long replays, proofs and pictures have a process,
because a thread that computes for a second holds up everybody else in its process.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from fimbul.server.problems import Problem
from fimbul.server.workers import settle

P = ParamSpec("P")
T = TypeVar("T")

DRAWERS = MOVERS = 2
BLINK = 0.004  # seconds that the event loop may be busy with one thing
MEMORY = 0.1  # how soon a slow moment is forgotten
MOST_WAITING = 64  # long jobs; beyond this people are asked to come back
LONGEST = 120.0  # seconds for one of them, so that nobody's record keeps all others waiting
TASKS_EACH = 200  # then the process is replaced, and with it what it has cached


class Pools:
    """The pools of one server."""

    def __init__(self) -> None:
        self.drawers = ThreadPoolExecutor(DRAWERS, thread_name_prefix="drawing")
        self.movers = ThreadPoolExecutor(MOVERS, thread_name_prefix="moving")
        self.process: ProcessPoolExecutor | None = None
        self.waiting = 0
        self.turn = asyncio.Lock()  # of the process: a job's time begins when it is its turn
        self.lately: dict[str, float] = {}  # seconds that work of a name takes

    async def draw(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something of some milliseconds in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.drawers, lambda: work(*arguments, **named))

    async def brief(self, name: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What a move needs: here, if work of that name has lately taken less than a blink, or in a thread.

        Handing work to a thread costs more than drawing a small board.  The threads are for moves alone: who
        plays does not wait behind those who open tables and look back.
        """

        def timed() -> T:
            began = time.perf_counter()
            try:
                return work(*arguments, **named)
            finally:
                before, passed = self.lately.get(name, BLINK), time.perf_counter() - began
                self.lately[name] = max(passed, before + (passed - before) * MEMORY)

        if self.lately.get(name, BLINK) < BLINK:
            return timed()
        return await asyncio.get_running_loop().run_in_executor(self.movers, timed)

    async def crunch(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something long in another process; both ways are pickled."""
        if self.waiting >= MOST_WAITING:
            raise Problem(503, "The server has much to do just now. Try again in a minute.")
        self.waiting += 1
        try:
            async with self.turn:
                for _ in range(2):
                    if self.process is None:
                        self.process = ProcessPoolExecutor(
                            1,
                            mp_context=multiprocessing.get_context("spawn"),
                            initializer=settle,
                            max_tasks_per_child=TASKS_EACH,
                        )
                    try:
                        async with asyncio.timeout(LONGEST):
                            return await asyncio.get_running_loop().run_in_executor(
                                self.process, work, *arguments
                            )
                    except BrokenProcessPool:
                        self.process = None
                    except TimeoutError:
                        self.stop_process()
                        break
            raise Problem(503, "That was too much for the server. What was stored before is safe.")
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """End everything, whatever it does."""
        for threads in (self.drawers, self.movers):
            threads.shutdown(wait=False, cancel_futures=True)
        self.stop_process()

    def stop_process(self) -> None:
        """End the process for long jobs; the next one gets another."""
        pool, self.process = self.process, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
