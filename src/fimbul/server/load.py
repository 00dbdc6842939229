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
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import websockets

from fimbul.core import FimbulError
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
    """A table with one person in every seat's place: whoever is to act, acts when it is time."""

    def __init__(self, caller: Caller, table: str, chance: random.Random) -> None:
        self.caller = caller
        self.table = table
        self.chance = chance
        self.times: list[float] = []
        self.problems: list[str] = []

    async def play(self, plan: Plan, until: float) -> None:
        """Act at the table's pace; the time from a move to its broadcast is kept."""
        try:
            async with self.caller.live(self.table, "?patches=1") as line:
                frame = (await heard(line, "table"))["table"]["frame"]
                await asyncio.sleep(self.chance.random() * plan.pace)
                while time.monotonic() < until:
                    began = time.perf_counter()
                    if frame["actions"]:
                        action = self.chance.choice(frame["actions"])["text"]
                        message = {
                            "type": "act",
                            "ply": frame["ply"],
                            "draft": frame["draft"],
                            "action": action,
                        }
                        await line.send(json.dumps(message))
                        told = await heard(line, "patch", "refused")
                        self.times.append(time.perf_counter() - began)
                        if told["type"] == "refused":
                            self.problems.append(told["reason"])
                        else:
                            frame = patched(frame, told["patch"])
                    if not frame["actions"]:
                        await line.send('{"type": "undo"}')  # our own bot's turn, or the end: go back
                        told = await heard(line, "table", "refused", "frame")
                        frame = (told.get("table") or told).get("frame") or frame
                    await asyncio.sleep(max(0.0, plan.pace - (time.perf_counter() - began)))
        except (OSError, websockets.WebSocketException, TimeoutError) as problem:
            self.problems.append(type(problem).__name__)


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
    chance = random.Random(1)
    async with running(folder, plan) as (processes, addresses):
        slugs = [game.slug for game in all_games()]
        busy: list[Busy] = []

        async def open_one(number: int) -> None:
            caller = Caller(addresses[number % len(addresses)])
            slug = slugs[number % len(slugs)]
            game = next(game for game in all_games() if game.slug == slug)
            seats = [{"kind": "me"}] + [{"kind": "open"}] * (game.seats[0] - 1)
            made = await asyncio.to_thread(
                caller.call, f"{API}/tables", {"game": slug, "seats": seats, "listed": False}
            )
            busy.append(Busy(caller, made["id"], random.Random(chance.random())))

        for start in range(0, plan.tables, OPENING):
            some = range(start, min(plan.tables, start + OPENING))
            await asyncio.gather(*(open_one(number) for number in some))
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
