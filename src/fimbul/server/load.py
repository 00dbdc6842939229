"""What a club's servers hold: many tables at once over real websockets."""

import asyncio
import gc
import json
import math
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import websockets

from fimbul.core import FimbulError, Game
from fimbul.games import all_games
from fimbul.server.bench import API, Caller
from fimbul.server.patches import joined

CALM = 250.0  # milliseconds: hardly anything may take longer
OPENING = 20  # tables that are opened at once
STOPPING = 60  # seconds that a server may take to say goodbye on a busy machine


class Plan:
    """How much is asked for."""

    def __init__(self, *, tables: int, pace: float, seconds: float, servers: int, db: str | None) -> None:
        self.tables = tables
        self.pace = pace  # seconds between the moves of one table
        self.seconds = seconds
        self.servers = servers
        self.db = db


@asynccontextmanager
async def running(
    folder: Path, plan: Plan, *, limits: bool = False, source: Path | None = None
) -> AsyncIterator[tuple[list[subprocess.Popen[str]], list[str]]]:
    """Servers for this run only, each in its own process; `source` is another checkout, which has them."""
    processes, addresses = [], []
    more = ["--data", str(folder), *(["--db", plan.db] if plan.db else [])]
    more += [] if limits or source is not None else ["--no-limits"]  # the first server had no limits
    other = {"PYTHONPATH": str(source / "src")} if source is not None else {}
    try:
        for _ in range(plan.servers if plan.db else 1):
            command = [sys.executable, "-m", "fimbul.cli", "serve", "--no-open", "--port", "0"]
            process = subprocess.Popen(
                [*command, *more],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=os.environ | other,
            )
            processes.append(process)
            line = await asyncio.to_thread(process.stdout.readline) if process.stdout else ""
            found = re.search(r"http://\S+", line)
            if found is None:
                reason = process.stderr.read().strip() if process.stderr else ""
                raise FimbulError(f"The server to measure did not start: {reason}")
            addresses.append(found[0])
        yield processes, addresses
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                await asyncio.to_thread(process.communicate, None, STOPPING)
            except subprocess.TimeoutExpired:
                process.kill()
                raise FimbulError(f"The server did not stop within {STOPPING} seconds.") from None


class Busy:
    """A table at which everybody acts when it is their turn and time."""

    def __init__(
        self, address: str, game: Game, chance: random.Random, *, people: int = 0, watchers: int = 0
    ) -> None:
        self.callers = [Caller(address) for _ in range(people or game.seats[0])]
        self.watchers = [Caller(address) for _ in range(watchers)]
        self.game = game
        self.chance = chance
        self.table = ""
        self.stack = AsyncExitStack()
        self.lines: list[Any] = []  # of those who sit there, in their order, then of those who watch
        self.frames: list[Seen] = []
        self.times: list[float] = []
        self.problems: list[str] = []

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return self.frames[0].outcome is not None

    def sit_down(self) -> None:
        """Open a table, and take all its seats."""
        host, *others = self.callers
        seats = [{"kind": "me"}] + [{"kind": "open"}] * len(others)
        made = host.call(f"{API}/tables", {"game": self.game.slug, "seats": seats, "listed": False})
        self.table = made["id"]
        for other in others:
            other.call(f"{API}/tables/{self.table}/join", {"invite": made["invite"]})

    async def come(self) -> None:
        """Everybody connects."""
        for caller in self.callers + self.watchers:
            self.lines.append(await self.stack.enter_async_context(caller.live(self.table, "?patches=1")))
        self.frames = [(await news(line, "table")).after(Seen()) for line in self.lines]

    async def go(self) -> None:
        """Everybody hangs up."""
        self.lines.clear()
        await self.stack.aclose()

    async def play(self, plan: Plan, until: float) -> None:
        """Act at the table's pace, once at least, and play again where a game ends."""
        try:
            await asyncio.sleep(self.chance.random() * plan.pace)
            while True:
                began = time.perf_counter()
                await self.move()
                if time.monotonic() >= until:
                    return
                if self.over:
                    await self.go()
                    await asyncio.to_thread(self.sit_down)
                    await self.come()
                await asyncio.sleep(max(0.0, plan.pace - (time.perf_counter() - began)))
        except (OSError, websockets.WebSocketException, TimeoutError) as problem:
            self.problems.append(type(problem).__name__)

    async def move(self) -> None:
        """An action; the time until everybody whom it concerns has heard of it is kept."""
        lines, frames = self.lines, self.frames
        mover = frames[0].to_act[0]
        message = frames[mover].acting(self.chance)
        began = time.perf_counter()
        await lines[mover].send(message)
        told = await news(lines[mover], *NEWS, "refused")
        if told.type == "refused":
            self.problems.append(told.reason)
            return
        frames[mover] = told.after(frames[mover])
        for seat, line in enumerate(lines):
            while frames[seat].ply < frames[mover].ply:  # in a sealed choice nobody else is told
                frames[seat] = (await news(line, *NEWS)).after(frames[seat])
        self.times.append(time.perf_counter() - began)


NEWS = ("patch", "frame")  # the first server sends whole frames


class Offer(msgspec.Struct, gc=False):
    """An action that may be taken."""

    text: str


class Seen(msgspec.Struct):
    """What somebody who plays without thinking reads of a frame, or of what is new in it."""

    ply: int = -1
    draft: int = 0
    to_act: list[int] = []
    outcome: Any = None
    actions: list[Offer | list[int]] | None = None  # a patch: stretches of those before; None: the same

    def acting(self, chance: random.Random) -> str:
        """The message that takes any of the actions."""
        offer: Any = chance.choice(self.actions or [])
        return acting({"ply": self.ply, "draft": self.draft}, offer.text)


class Sheet(msgspec.Struct):
    """What they read of a table."""

    frame: Seen


class News(msgspec.Struct):
    """What they read of a message."""

    type: str
    table: Sheet | None = None
    frame: Seen | None = None
    patch: Seen | None = None
    reason: str = ""

    def after(self, before: Seen) -> Seen:
        """What somebody has seen then who had seen something before."""
        if self.table is not None:
            return self.table.frame
        if self.patch is None:
            return self.frame or before
        known = before.actions or []
        told = self.patch.actions
        self.patch.actions = known if told is None else joined(known, told)
        return self.patch


READER = msgspec.json.Decoder(News)


async def news(line: Any, *kinds: str) -> News:
    """The next message of some kinds, as a player reads it."""
    async with asyncio.timeout(60):
        while True:
            message = READER.decode(await line.recv(decode=False))
            if message.type in kinds:
                return message


def acting(frame: dict[str, Any], action: str) -> str:
    """The message that takes an action."""
    message = {"type": "act", "ply": frame["ply"], "draft": frame.get("draft", 0), "action": action}
    return json.dumps(message)


async def heard(line: Any, *kinds: str) -> Any:
    """The next message of some kinds."""
    async with asyncio.timeout(60):
        while True:
            message = msgspec.json.decode(await line.recv(decode=False))
            if message["type"] in kinds:
                return message


async def many_tables(folder: Path, plan: Plan) -> dict[str, Any]:
    """So many tables of all games, a move at each every so often: how long a move takes to be told."""
    async with running(folder, plan) as (processes, addresses):
        games = all_games()
        busy = [
            Busy(addresses[number % len(addresses)], games[number % len(games)], random.Random(number))
            for number in range(plan.tables)
        ]
        for start in range(0, plan.tables, OPENING):
            some = busy[start : start + OPENING]
            await asyncio.gather(*(asyncio.to_thread(table.sit_down) for table in some))
            await asyncio.gather(*(table.come() for table in some))
        gc.collect()
        gc.freeze()  # whoever measures must not stop to look for garbage among a thousand tables
        mine, theirs = time.process_time(), sum(cpu(process.pid) for process in processes)
        began = time.monotonic()
        until = began + plan.seconds
        await asyncio.gather(*(table.play(plan, until) for table in busy))
        spent = sum(cpu(process.pid) for process in processes) - theirs
        mine = time.process_time() - mine
        passed = time.monotonic() - began
        await asyncio.gather(*(table.go() for table in busy))
        times = sorted(passed for table in busy for passed in table.times)
        problems = [problem for table in busy for problem in table.problems]
        return {
            "tables": plan.tables,
            "servers": len(addresses),
            "store": "postgresql" if plan.db else "sqlite",
            "seconds": round(passed, 1),
            "moves": len(times),
            "p50_ms": milliseconds(times, 0.5),
            "p99_ms": milliseconds(times, 0.99),
            "max_ms": milliseconds(times, 1.0),
            "cpu_ms_a_move": round(spent * 1000 / max(1, len(times)), 2),
            "players_cpu_ms_a_move": round(mine * 1000 / max(1, len(times)), 2),
            "problems": len(problems),
            "first_problems": sorted(set(problems))[:5],
            "ok": not problems and (milliseconds(times, 0.99) or CALM) < CALM,
        }


def milliseconds(times: list[float], share: float) -> float | None:
    """A share of sorted times is below this."""
    return round(times[math.ceil(len(times) * share) - 1] * 1000, 1) if times else None


def cpu(process: int) -> float:
    """The seconds that a process has computed, where the system tells."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / 100
    except (OSError, ValueError, IndexError):
        return 0.0
