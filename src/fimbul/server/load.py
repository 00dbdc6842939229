"""What a club's servers hold: many tables at once over real websockets."""

import asyncio
import contextlib
import json
import math
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import websockets

from fimbul.core import FimbulError, Game
from fimbul.games import all_games
from fimbul.server.bench import API, Caller
from fimbul.server.patches import patched

OPENING = 20  # tables that are opened at once


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
    folder: Path, plan: Plan, *, limits: bool = False
) -> AsyncIterator[tuple[list[subprocess.Popen[str]], list[str]]]:
    """Servers for this run only, each in its own process."""
    processes, addresses = [], []
    more = ["--data", str(folder), *(["--db", plan.db] if plan.db else [])]
    more += [] if limits else ["--no-limits"]
    try:
        for _ in range(plan.servers if plan.db else 1):
            command = [sys.executable, "-m", "fimbul.cli", "serve", "--no-open", "--port", "0"]
            process = subprocess.Popen(
                [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
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
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(process.communicate, None, 10)


class Busy:
    """A table at which everybody acts when it is their turn and time."""

    def __init__(self, address: str, game: Game, chance: random.Random) -> None:
        self.callers = [Caller(address) for _ in range(game.seats[0])]
        self.game = game
        self.chance = chance
        self.table = ""
        self.times: list[float] = []
        self.problems: list[str] = []

    def sit_down(self) -> None:
        """Open a table, and take all its seats."""
        host, *others = self.callers
        seats = [{"kind": "me"}] + [{"kind": "open"}] * len(others)
        made = host.call(f"{API}/tables", {"game": self.game.slug, "seats": seats, "listed": False})
        self.table = made["id"]
        for other in others:
            other.call(f"{API}/tables/{self.table}/join", {"invite": made["invite"]})

    async def play(self, plan: Plan, until: float) -> None:
        """Act at the table's pace, and play again where a game ends."""
        try:
            await asyncio.sleep(self.chance.random() * plan.pace)
            await self.play_one(plan, until)
            while time.monotonic() < until:
                await asyncio.to_thread(self.sit_down)
                await self.play_one(plan, until)
        except (OSError, websockets.WebSocketException, TimeoutError) as problem:
            self.problems.append(type(problem).__name__)

    async def play_one(self, plan: Plan, until: float) -> None:
        """One game, or what there is time for; one action at least."""
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(each.live(self.table, "?patches=1")) for each in self.callers
            ]
            frames = [(await heard(line, "table"))["table"]["frame"] for line in lines]
            while True:
                began = time.perf_counter()
                await self.move(lines, frames)
                if time.monotonic() >= until or frames[0]["outcome"] is not None:
                    return
                await asyncio.sleep(max(0.0, plan.pace - (time.perf_counter() - began)))

    async def move(self, lines: list[Any], frames: list[Any]) -> None:
        """An action; the time until everybody whom it concerns has heard of it is kept."""
        mover, began = frames[0]["to_act"][0], time.perf_counter()
        await lines[mover].send(acting(frames[mover], self.chance.choice(frames[mover]["actions"])["text"]))
        told = await heard(lines[mover], "patch", "refused")
        if told["type"] == "refused":
            self.problems.append(told["reason"])
            return
        frames[mover] = patched(frames[mover], told["patch"])
        for seat, line in enumerate(lines):
            if frames[seat]["ply"] != frames[mover]["ply"]:  # inside a sealed choice nobody else is told
                frames[seat] = patched(frames[seat], (await heard(line, "patch"))["patch"])
        self.times.append(time.perf_counter() - began)


def acting(frame: dict[str, Any], action: str) -> str:
    """The message that takes an action."""
    message = {"type": "act", "ply": frame["ply"], "draft": frame["draft"], "action": action}
    return json.dumps(message)


async def heard(line: Any, *kinds: str) -> Any:
    """The next message of some kinds."""
    async with asyncio.timeout(60):
        while True:
            message = json.loads(await line.recv())
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
        before = sum(cpu(process.pid) for process in processes)
        began = time.monotonic()
        until = began + plan.seconds
        await asyncio.gather(*(table.play(plan, until) for table in busy))
        spent = sum(cpu(process.pid) for process in processes) - before
        passed = time.monotonic() - began
        times = sorted(passed for table in busy for passed in table.times)
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
            "problems": sum(len(table.problems) for table in busy),
            "first_problems": sorted({problem for table in busy for problem in table.problems})[:5],
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
