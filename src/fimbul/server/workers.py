"""Workers: they take questions from the queue and think about them in processes of their own.

A server has a few; `fimbul worker` is nothing else, on any machine that reaches the database.  A process is
sent a snapshot and sees the position through `Sight` only, so it knows what its seat knows.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any

from fimbul import bots, kernels
from fimbul.bots.explaining import reason
from fimbul.core import FimbulError
from fimbul.games import all_games
from fimbul.games import game as find_game
from fimbul.server.bus import Bus
from fimbul.server.store import Store
from fimbul.server.store.questions import MOST_TRIES, Answer, Question

DEFAULT = "club"
ADVISER = "search"  # who gives hints
PATIENCE = 240.0  # seconds, far beyond any bot's budget; the first thought may have kernels to compile
IDEAS = 3
SHORT = 2  # the cost up to which a question is a short one
COSTS = {
    "random": 0,
    "greedy": 1,
    "newcomer": 1,
    "casual": 1,
    "club": 2,
    "expert": 4,
    "search": 6,
    "master": 10,
}
UNKNOWN = 6  # what another program costs: as much as a search
LOOK = 2.0  # seconds between looks at a queue that others may fill unheard
RENEW = 5.0

log = logging.getLogger("fimbul.server")


class Mind:
    """A process that thinks about one question at a time; another begins where it was ended."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.rehearsed: set[tuple[str, str]] = set()  # games and bots

    def ready(self) -> ProcessPoolExecutor:
        """The process; a new one begins to learn the games at once."""
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=settle)
            self.pool.submit(os.getpid)
        return self.pool

    def rehearse(self, slug: str, spec: str) -> None:
        """Have a process ready that has nothing left to compile when a bot is asked for its first action."""
        pool = self.ready()
        compiles = COSTS.get(spec, 0) > 0 and kernels.supports(slug)  # another program has none of ours
        if compiles and (slug, spec) not in self.rehearsed:
            self.rehearsed.add((slug, spec))
            pool.submit(rehearse, slug, spec)

    def stop(self) -> None:
        """End the process, whatever it thinks about."""
        pool, self.pool = self.pool, None
        self.rehearsed.clear()
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


class Worker:
    """Slots that think side by side.  Where there are several, one is kept free for short questions."""

    def __init__(self, store: Store, bus: Bus, slots: int | None = None) -> None:
        self.store = store
        self.bus = bus
        self.slots = max(1, min(4, (os.cpu_count() or 2))) if slots is None else slots
        self.minds = [Mind() for _ in range(self.slots)]
        self.idle = list(self.minds)  # those that are warm last
        self.thoughts: dict[str, asyncio.Task[Any]] = {}  # what is thought about, by question
        self.news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.closing = False
        self.thought = 0
        self.spent = 0.0
        bus.on("asked", lambda _: self.news.set())
        bus.on("withdrawn", lambda note: self.withdrawn(note["question"]))

    def start(self) -> None:
        """Begin to work."""
        self.tasks = [asyncio.create_task(self.work(slot)) for slot in range(self.slots)]

    def warm_up(self, slug: str, spec: str) -> None:
        """Have a process ready for the first question to a bot."""
        if self.idle:
            self.idle[-1].rehearse(slug, spec)

    async def close(self) -> None:
        """Stop working; what was taken is given back when its lease ends."""
        self.closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for mind in self.minds:
            mind.stop()

    def withdrawn(self, question: str) -> None:
        """Nobody wants to know any more: a long thought is broken off."""
        if (thought := self.thoughts.get(question)) is not None:
            thought.cancel()

    async def work(self, slot: int) -> None:
        """Take questions for ever."""
        name = f"{self.bus.process}-{slot}"
        short = SHORT if slot == 0 and self.slots > 1 else None
        while True:
            try:
                self.news.clear()
                question = await self.store.questions.take(name, short)
                if question is not None:
                    self.news.set()  # there may be more for the others
                    await self.answer(question, name)
                    continue
            except Exception:
                log.exception("A worker could not go on; it tries again")
                await asyncio.sleep(LOOK)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self.news.wait()

    async def answer(self, question: Question, name: str) -> None:
        """Think about a question, and tell whoever asked."""
        began = time.monotonic()
        thought = asyncio.create_task(self.think(question))
        if question.cost > SHORT:  # a short thought is over before a new process would know the games
            self.thoughts[question.id] = thought
        renewing = asyncio.create_task(self.renew(question, name))
        answer: Answer | None
        try:
            answer = Answer(value=await thought)
        except asyncio.CancelledError:
            if self.closing:
                raise
            answer = None  # it was withdrawn; what it cost counts all the same
        except FimbulError as problem:
            answer = Answer(problem=str(problem))
        except BrokenProcessPool:
            if question.tries < MOST_TRIES:
                await self.store.questions.release(question.id)
                self.news.set()
                return
            answer = Answer(problem="The bot's process ended before it answered.")
        finally:
            self.thoughts.pop(question.id, None)
            renewing.cancel()
        spent = time.monotonic() - began
        self.thought, self.spent = self.thought + (answer is not None), self.spent + spent
        await self.store.questions.answer(question, name, answer, spent)
        if answer is not None:
            self.bus.tell("answered", question=question.id)
            for hearer in self.bus.hearers["answered"]:
                hearer({"question": question.id})

    async def think(self, question: Question) -> Any:
        """Let a process think; one that dies, hangs or is no longer wanted is ended."""
        mind = self.idle.pop()
        work: Any = choose if question.kind == "move" else ideas
        arguments: Any = (question.game, question.state, question.seat, question.bot)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.wrap_future(mind.ready().submit(work, *arguments))
        except (BrokenProcessPool, TimeoutError) as problem:
            log.warning("A bot's process was lost (%s); starting anew", type(problem).__name__)
            mind.stop()
            raise BrokenProcessPool from None
        except asyncio.CancelledError:
            mind.stop()
            raise
        finally:
            self.idle.insert(len(self.idle) if mind.pool is not None else 0, mind)

    async def renew(self, question: Question, name: str) -> None:
        """Say from time to time that one still thinks; nobody may want to know any more."""
        while True:
            await asyncio.sleep(RENEW)
            with contextlib.suppress(Exception):
                if not await self.store.questions.renew(question.id, name):
                    self.withdrawn(question.id)


def cost_of(spec: str) -> int:
    """How long a bot thinks, in steps that only compare."""
    return COSTS.get(bots.parse_spec(spec), UNKNOWN)


def bot_name(spec: str) -> str:
    """A bot as people read it."""
    return f"{bots.parse_spec(spec).capitalize()} bot"


def checked_spec(spec: str | None) -> str:
    """A bot that exists, or `BadOption`."""
    return bots.parse_spec(spec or DEFAULT)


# ---- in the process


def settle() -> None:
    """A new process: it leaves Ctrl-C to its parent, ends when that ends, and knows the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(FimbulError):
        all_games()


def end_with(parent: BaseProcess) -> None:
    """End when the parent ends, however it ends: a queue alone would let a process wait for ever."""
    parent.join()
    os._exit(0)


def rehearse(slug: str, spec: str) -> None:
    """Think as briefly as can be about a game that nobody plays."""
    game = find_game(slug)
    state = game.new(seed=0)
    seat = state.to_act[0]
    bots.make(spec, game, nodes=1).choose(bots.Sight(state, seat))


def choose(slug: str, snapshot: bytes, seat: int, spec: str) -> str:
    """A bot's action."""
    sight, bot = seated(slug, snapshot, seat, spec)
    return str(bot.choose(sight))


def ideas(slug: str, snapshot: bytes, seat: int, spec: str) -> list[tuple[str, float, str]]:
    """A bot's best ideas, and what each is for."""
    sight, bot = seated(slug, snapshot, seat, spec)
    game = find_game(slug)
    return [
        (str(idea.action), float(idea.value), reason(game, sight, idea.action))
        for idea in bot.ideas(sight, IDEAS)
    ]


def seated(slug: str, snapshot: bytes, seat: int, spec: str) -> tuple[bots.Sight, bots.Bot]:
    """A new bot before a position: what it remembered of another table could not be true here."""
    game = find_game(slug)
    bot = bots.make(spec, game, seed=int.from_bytes(os.urandom(7), "big"))
    return bots.Sight(game.restore(snapshot), seat), bot
