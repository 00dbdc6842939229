"""How fast the server answers and what its tables cost: a real server, and two people who never think."""

import asyncio
import gzip
import json
import math
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import websockets

from fimbul.core import FimbulError, Game
from fimbul.games import all_games
from fimbul.server.pages import static_folder
from fimbul.table.frames import Boards, frame

API = "/api/v1"
GAME = "fimbulvetr"
LONGEST = 120  # moves at one table
IDLE_PLIES = 8  # how far the idle tables have been played
WARM_UP = 20


class Caller:
    """A guest's calls, without any help from a library."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    def call(self, path: str, body: Any = None) -> Any:
        """One call's answer."""
        return self.send(path, None if body is None else json.dumps(body).encode(), "application/json")

    def send(self, path: str, data: bytes | None, kind: str) -> Any:
        """The same, with a body of any kind."""
        headers = {"Content-Type": kind, "Cookie": self.cookie}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            if cookie := answer.headers.get("Set-Cookie"):
                self.cookie = cookie.partition(";")[0]
            return json.loads(answer.read())

    def size(self, path: str) -> int:
        """How many bytes an answer has on the wire."""
        request = urllib.request.Request(self.address + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return len(answer.read())

    def live(self, table: str, query: str = "") -> Any:
        """The table's websocket."""
        address = f"{self.address.replace('http', 'ws', 1)}{API}/tables/{table}/live{query}"
        cookie = {"Cookie": self.cookie}
        return websockets.connect(address, additional_headers=cookie, max_size=None, ping_interval=None)


def measure(
    *, moves: int = 400, tables: int = 200, done: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """All figures; `done` is called after each of `moves + tables` steps."""
    with (
        tempfile.TemporaryDirectory(prefix="fimbul-bench-") as folder,
        running(Path(folder)) as (process, address),
    ):
        times = asyncio.run(round_trips(address, moves, done))
        before = memory(process.pid)
        after = asyncio.run(idle_tables(address, process.pid, tables, done))
        times.sort()
        return {
            "moves": len(times),
            "round_trip_p50_ms": round(statistics.median(times) * 1000, 2),
            "round_trip_p95_ms": round(times[math.ceil(len(times) * 0.95) - 1] * 1000, 2),
            "round_trip_max_ms": round(times[-1] * 1000, 2),
            "idle_tables": tables,
            "memory_before_mib": before,
            "memory_after_mib": after,
            "idle_tables_mib": round(after - before, 1) if before is not None and after is not None else None,
            **first_load(address),
            "games": {game.slug: sizes(game, address) for game in all_games()},
        }


@contextmanager
def running(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own, in a process of its own."""
    command = [sys.executable, "-m", "fimbul.cli", "serve", "--no-open", "--port", "0"]
    command += ["--no-limits", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            address = re.search(r"http://\S+", line)
            if address is None:
                reason = process.stderr.read().strip() if process.stderr else ""
                raise FimbulError(f"The server to measure did not start: {reason}")
            yield process, address[0]
        finally:
            process.terminate()


async def seated(address: str) -> tuple[Caller, Caller, str]:
    """Two people at a new table."""
    ada, ben = Caller(address), Caller(address)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = {"game": GAME, "seats": seats, "options": {"setup": "quick"}}
    made = await asyncio.to_thread(ada.call, f"{API}/tables", table)
    await asyncio.to_thread(ben.call, f"{API}/tables/{made['id']}/join", {})
    return ada, ben, made["id"]


async def hear(line: Any, kind: str) -> Any:
    """The next message of a kind, as text and read."""
    while True:
        message = json.loads(await line.recv())
        if message["type"] == kind:
            return message


class Pair:
    """Two people at their open table."""

    def __init__(self, lines: tuple[Any, Any], frames: list[Any]) -> None:
        self.lines = lines
        self.frames = frames

    async def move(self) -> float:
        """Somebody's action; seconds from sending it until the sender's own frame has come."""
        mover = self.frames[0]["to_act"][0]
        frame = self.frames[mover]
        action = frame["actions"][frame["ply"] * 7 % len(frame["actions"])]["text"]
        text = json.dumps({"type": "act", "ply": frame["ply"], "action": action})
        began = time.perf_counter()
        await self.lines[mover].send(text)
        raw = await self.lines[mover].recv()
        passed = time.perf_counter() - began
        self.frames[mover] = json.loads(raw)["frame"]
        self.frames[1 - mover] = (await hear(self.lines[1 - mover], "frame"))["frame"]
        return passed

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return self.frames[0]["outcome"] is not None


async def opened(address: str) -> Pair:
    """Two people with open websockets at a new table."""
    ada, ben, table = await seated(address)
    lines = (await ada.live(table), await ben.live(table))
    return Pair(lines, [(await hear(line, "table"))["table"]["frame"] for line in lines])


async def closed(pairs: list[Pair]) -> None:
    """Everybody goes home."""
    await asyncio.gather(*(line.close() for pair in pairs for line in pair.lines))


async def round_trips(address: str, moves: int, done: Callable[[], None]) -> list[float]:
    """How long each of so many moves took."""
    times: list[float] = []
    while len(times) < moves + WARM_UP:
        pair = await opened(address)
        for _ in range(min(LONGEST, moves + WARM_UP - len(times))):
            if pair.over:
                break
            times.append(await pair.move())
            if len(times) > WARM_UP:
                done()
        await closed([pair])
    return times[WARM_UP:]


async def idle_tables(address: str, process: int, tables: int, done: Callable[[], None]) -> float | None:
    """The server's memory while that many tables, each played for a while, are open and nothing happens."""
    pairs: list[Pair] = []
    for _ in range(tables):
        pair = await opened(address)
        pairs.append(pair)
        for _ in range(IDLE_PLIES):
            if not pair.over:
                await pair.move()
        done()
    used = memory(process)
    await closed(pairs)
    return used


def memory(process: int) -> float | None:
    """The resident memory of a process in MiB, where the system tells."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)
    except (OSError, IndexError, ValueError):
        pass
    try:
        told = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True
        )
        return round(int(told.stdout) / 1024, 1)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def first_load(address: str) -> dict[str, Any]:
    """What a browser fetches to sit down at a table, as it travels: all of the client, and the table."""
    ada = Caller(address)
    made = ada.call(f"{API}/tables", {"game": GAME})
    files = [path for path in static_folder().iterdir() if path.is_file() and path.name != "index.html"]
    client = ada.size("/") + sum(ada.size(f"/static/{path.name}") for path in files)
    sheet = len(gzip.compress(json.dumps(made).encode(), 6))
    board = ada.size(f"{API}/boards/{made['frame']['scene']['boards'][0]['ground']}")
    return {
        "first_load_kb": round((client + sheet + board) / 1000, 1),
        "client_kb": round(client / 1000, 1),
        "table_kb": round((sheet + board) / 1000, 1),
    }


def sizes(game: Game, address: str, moves: int = 300, seed: int = 1) -> dict[str, float]:
    """What opening a table of a game sends besides the client, and the heaviest of so many random moves."""
    ada = Caller(address)
    made = ada.call(f"{API}/tables", {"game": game.slug})
    board = ada.size(f"{API}/boards/{made['frame']['scene']['boards'][0]['ground']}")
    state, chance, boards = game.new(seed=seed), random.Random(seed), Boards()
    count, most = len(made["seats"]), 0
    for _ in range(moves):
        if state.over:
            break
        seat = state.to_act[0]
        sent = frame(game, state, seat, [], boards, epoch=0, seats=count)
        most = max(most, len(zlib.compress(msgspec.json.encode(sent), 6)))
        state.play(chance.choice(state.legal(seat)), seat)
    opening = board + len(gzip.compress(json.dumps(made).encode(), 6))
    return {"opening_kb": round(opening / 1000, 1), "heaviest_move_kb": round(most / 1000, 1)}


def as_text(report: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures for a person."""
    cost = report["idle_tables_mib"]
    return [
        ("a move and back, p50", f"{report['round_trip_p50_ms']} ms"),
        (
            "a move and back, p95",
            f"{report['round_trip_p95_ms']} ms (of {report['moves']} moves, without bots)",
        ),
        (f"{report['idle_tables']} idle tables", "unknown on this system" if cost is None else f"{cost} MiB"),
        ("the whole server then", f"{report['memory_after_mib'] or '?'} MiB"),
        ("first load of a table", f"{report['first_load_kb']} kB (client {report['client_kb']} kB)"),
        *(
            (f"  {slug}", f"opening {each['opening_kb']} kB, a move at most {each['heaviest_move_kb']} kB")
            for slug, each in report["games"].items()
        ),
    ]
