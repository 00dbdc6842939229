"""Bots think in processes of their own: a move is never held up in the event loop.

A worker is sent a snapshot and sees the position through `Sight` only, so it knows what its seat knows.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any

from fimbul import bots
from fimbul.core import FimbulError, Game, State
from fimbul.games import all_games
from fimbul.games import game as find_game

DEFAULT = "search:medium"
PLANNER = "greedy:medium"  # where a turn is dozens of small actions, who plans and does not dwell on each
TRIES = 3
PATIENCE = 60.0  # seconds: far beyond any bot's budget; then its process is taken for lost
IDEAS = 3

log = logging.getLogger("fimbul.server")


class Bots:
    """A few processes that think, started when they are first needed."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.pool: ProcessPoolExecutor | None = None
        self.slots = asyncio.Semaphore(self.workers)  # who waits here is not yet on a worker's clock

    def start(self) -> ProcessPoolExecutor:
        """The pool; a new one has its first process warmed up."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=settle
            )
            self.pool.submit(os.getpid)
        return self.pool

    def stop(self) -> None:
        """End the processes, whatever they think about."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, game: Game, state: State, seat: int, spec: str) -> str:
        """The action that a bot chooses, in notation."""
        answer: str = await self.ask(choose, game.slug, state.snapshot(), seat, spec)
        return answer

    async def ideas(self, game: Game, state: State, seat: int, spec: str) -> list[tuple[str, float]]:
        """A bot's best ideas, each with its estimate from -1 to 1."""
        answer: list[tuple[str, float]] = await self.ask(ideas, game.slug, state.snapshot(), seat, spec)
        return answer

    async def ask(self, work: Any, *arguments: Any) -> Any:
        """Let a worker do it; if that worker dies or hangs, let another."""
        async with self.slots:
            for _ in range(TRIES):
                pool = self.start()
                try:
                    future = pool.submit(work, *arguments)
                    return await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE)
                except (BrokenProcessPool, TimeoutError) as problem:
                    log.warning("A bot's process was lost (%s); starting anew", type(problem).__name__)
                    if self.pool is pool:
                        self.stop()
        raise FimbulError("The bot's process ended before it answered.")


def bot_name(spec: str) -> str:
    """A bot as people read it."""
    name, level = bots.parse_spec(spec)
    return f"{name.capitalize()} bot, {level}" if level else f"{name.capitalize()} bot"


def checked_spec(spec: str | None) -> str:
    """A bot that exists, or `BadOption`."""
    bots.parse_spec(spec or DEFAULT)
    return spec or DEFAULT


# ---- in the worker


def settle() -> None:
    """A new worker: it leaves Ctrl-C to the server, ends when the server ends, and knows the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(FimbulError):
        all_games()


def end_with(parent: BaseProcess) -> None:
    """End when the server ends, however it ends: a queue alone would let a worker wait for ever."""
    parent.join()
    os._exit(0)


def choose(slug: str, snapshot: bytes, seat: int, spec: str) -> str:
    """A bot's action."""
    sight, bot = seated(slug, snapshot, seat, spec)
    return str(bot.choose(sight))


def ideas(slug: str, snapshot: bytes, seat: int, spec: str) -> list[tuple[str, float]]:
    """A bot's best ideas."""
    sight, bot = seated(slug, snapshot, seat, spec)
    return [(str(idea.action), float(idea.value)) for idea in bot.ideas(sight, IDEAS)]


def seated(slug: str, snapshot: bytes, seat: int, spec: str) -> tuple[bots.Sight, bots.Bot]:
    """A new bot before a position: what it remembered of another table could not be true here."""
    game = find_game(slug)
    name, level = bots.parse_spec(spec)
    bot = bots.make(name, game, level=level, seed=int.from_bytes(os.urandom(7), "big"))
    return bots.Sight(game.restore(snapshot), seat), bot
