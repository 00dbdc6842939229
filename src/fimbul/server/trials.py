"""Trials: what must not disturb anybody, at any size.

Each trial is given the addresses of running servers and a size, and tells what happened; `ok` is whether it
went as it must.  `fimbul bench server --only NAME --size N` runs one against servers of its own.
"""

import asyncio
import contextlib
import random
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from fimbul.core import Match
from fimbul.games import game as find_game
from fimbul.server import cost
from fimbul.server.bench import API, Caller, Pair, as_text, measure, seated
from fimbul.server.load import CALM, Plan, acting, heard, many_tables, milliseconds, running
from fimbul.server.patches import patched

RACERS = 20  # for one ply
AT_ONCE = 25  # tables that are opened, or connections that are made, at the same time
MOVES = 100  # of a bystander
TABS, HARD_BOTS, RECORDS = 4, 100, 50
CROWD = 32  # calls at the same time

Figures = dict[str, Any]
Trial = Callable[[list[str], int], Awaitable[Figures]]


async def at_once(work: list[Awaitable[Any]]) -> list[Any]:
    """The results of some work, a part of it at a time."""
    found: list[Any] = []
    for start in range(0, len(work), AT_ONCE):
        found += await asyncio.gather(*work[start : start + AT_ONCE])
    return found


class Bystander:
    """Somebody who asks and plays beside all that, and counts how long it takes."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.asked: list[float] = []
        self.moved: list[float] = []

    async def play(self, moves: int) -> None:
        """Ask who one is, and move at a table of two, so often."""
        caller, pair, loop = Caller(self.address), None, asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as thread:  # those who crowd the server must not crowd whoever measures
            for _ in range(moves):
                self.asked.append(await loop.run_in_executor(thread, asked, caller))
                if pair is None or pair.over:
                    pair = await self.sit()
                self.moved.append(await pair.move())
                await asyncio.sleep(0.02)

    async def sit(self) -> Pair:
        """Two people at a new table."""
        ada, ben, table = await seated(self.address)
        lines = (await ada.live(table), await ben.live(table))
        return Pair(lines, [(await heard(line, "table"))["table"]["frame"] for line in lines])

    def told(self) -> Figures:
        """What it came to."""
        self.asked.sort()
        self.moved.sort()
        return {
            "answers": len(self.asked),
            "answer_p50_ms": milliseconds(self.asked, 0.5),
            "answer_p99_ms": milliseconds(self.asked, 0.99),
            "move_p50_ms": milliseconds(self.moved, 0.5),
            "move_p99_ms": milliseconds(self.moved, 0.99),
        }

    @property
    def calm(self) -> bool:
        """Whether hardly any answer took long."""
        return max(milliseconds(times, 0.99) or 0.0 for times in (self.asked, self.moved)) < CALM


def asked(caller: Caller) -> float:
    """The seconds until somebody is told who they are."""
    began = time.perf_counter()
    caller.call(f"{API}/me")
    return time.perf_counter() - began


# ---- the trials


async def races(addresses: list[str], size: int) -> Figures:
    """Twenty connections to all servers send an action for the same ply, so often: one is taken each time."""
    chance, done, wrong = random.Random(1), 0, 0
    while done < size:
        async with AsyncExitStack() as stack:
            ada, ben, table = await seated(addresses[0])
            sides = [[await entered(stack, one, at, table) for at in spread(addresses)] for one in (ada, ben)]
            frames = []
            for side in sides:
                told = await asyncio.gather(*(heard(line, "table") for line in side))
                frames.append(told[0]["table"]["frame"])
            while done < size and frames[0]["outcome"] is None:
                wrong += not await raced(sides, frames, frames[0]["to_act"][0], chance)
                done += 1
    return {"races": done, "racers": RACERS, "wrong": wrong, "ok": not wrong}


def spread(addresses: list[str]) -> list[str]:
    """The servers that the racers run to."""
    return (addresses * RACERS)[:RACERS]


async def entered(stack: AsyncExitStack, person: Caller, address: str, table: str) -> Any:
    """A connection of somebody to a table by one of the servers."""
    twin = Caller(address)
    twin.cookie = person.cookie
    return await stack.enter_async_context(twin.live(table, "?patches=1"))


async def raced(sides: list[list[Any]], frames: list[Any], mover: int, chance: random.Random) -> bool:
    """One race: whether one action was taken, all others refused, and everybody shown the same."""
    before, texts = frames[mover]["ply"], [each["text"] for each in frames[mover]["actions"]]
    refused = 0

    async def follow(line: Any, seat: int) -> Any:
        """Race, or look on; the next frame.  A ping is answered when the action before it has been."""
        nonlocal refused
        answered, frame = seat != mover, frames[seat]
        if seat == mover:
            await line.send(acting(frame, chance.choice(texts)))
            await line.send('{"type": "ping"}')
        while not answered or frame is frames[seat]:
            told = await heard(line, "patch", "table", "refused", "pong")
            match told["type"]:
                case "refused":
                    refused += 1
                case "pong":
                    answered = True
                case "patch":
                    frame = patched(frame, told["patch"])
                case "table":  # whoever was refused may be shown everything anew
                    frame = told["table"]["frame"]
        return frame

    told = await asyncio.gather(*(follow(line, seat) for seat, side in enumerate(sides) for line in side))
    frames[:] = told[0], told[-1]
    return refused == RACERS - 1 and {frame["ply"] for frame in told} == {before + 1}


async def watched(addresses: list[str], size: int) -> Figures:
    """So many tables are watched at once, and somebody plays on."""
    opener = Caller(addresses[0])
    await asyncio.to_thread(opener.call, f"{API}/me")
    wish = {"game": "fimbulvetr", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": False}
    made = await at_once([asyncio.to_thread(opener.call, f"{API}/tables", wish) for _ in range(size)])
    async with AsyncExitStack() as stack:
        for table in made:
            line = await stack.enter_async_context(opener.live(table["id"]))
            await heard(line, "table")
        somebody = Bystander(addresses[0])
        await somebody.play(MOVES)
    return {"watched": size, **somebody.told(), "ok": somebody.calm}


async def crowd(addresses: list[str], size: int) -> Figures:
    """So many connections of one address: the servers' part is refused politely, and others play on."""
    place = urlsplit(addresses[0])
    host, port = str(place.hostname), int(place.port or 80)
    held, refused, broken = [], 0, 0
    for _ in range(size):
        try:
            reader, writer = await asyncio.open_connection(host, port, local_addr=("127.0.0.2", 0))
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            status = (await asyncio.wait_for(reader.readline(), 30)).split()
            refused += status[1:2] == [b"429"]
            broken += status[1:2] not in ([b"429"], [b"200"])
            held.append(writer)
        except (OSError, TimeoutError):
            broken += 1
    somebody = Bystander(addresses[0])
    await somebody.play(MOVES)
    for writer in held:
        writer.close()
    figures = {"connections": size, "refused": refused, "broken": broken}
    return {**figures, **somebody.told(), "ok": not broken and somebody.calm}


async def half_open(addresses: list[str], size: int) -> Figures:
    """So many who send half a request and wait, from many addresses: others play on, and they are let go."""
    place = urlsplit(addresses[0])
    held: list[socket.socket] = []
    loop = asyncio.get_running_loop()
    for number in range(size):
        line = socket.socket()
        line.setblocking(False)
        line.bind((f"127.1.{number % 200}.{1 + number % 250}", 0))
        await loop.sock_connect(line, (str(place.hostname), int(place.port or 80)))
        await loop.sock_sendall(line, b"GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
        held.append(line)
    somebody = Bystander(addresses[0])
    await somebody.play(MOVES)
    began = time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(60):
            await asyncio.gather(*(loop.sock_recv(line, 1) for line in held), return_exceptions=True)
    let_go = sum(gone(line) for line in held)
    for line in held:
        line.close()
    figures = {"half_open": size, "let_go": let_go, "waited_s": round(time.monotonic() - began, 1)}
    return {**figures, **somebody.told(), "ok": let_go == size and somebody.calm}


def gone(line: socket.socket) -> bool:
    """Whether the other end has hung up."""
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


async def bystander(addresses: list[str], size: int) -> Figures:
    """Hard bots are asked, a Fornaldar game of `size` plies is stepped through, records are brought."""
    other = Caller(addresses[0])
    saga = await asyncio.to_thread(long_game, "fornaldar", size)
    long = await asyncio.to_thread(brought, other, saga)
    short = await asyncio.to_thread(lambda: [long_game("fimbulvetr", 60, seed) for seed in range(RECORDS)])
    asking, seats = [], [{"kind": "bot", "bot": "expert"}, {"kind": "me"}]
    wish = {"game": "fimbulvetr", "seats": seats, "options": {"first": 0}}
    somebody, over, loop = Bystander(addresses[0]), asyncio.Event(), asyncio.get_running_loop()

    async def step(number: int) -> None:
        """A tab that goes through the game."""
        tab, ply = Caller(addresses[0]), size * number // TABS
        while not over.is_set():
            path = f"{API}/tables/{long}/frames/{ply % (size + 1)}"
            await loop.run_in_executor(others, tolerant, tab.call, path)
            ply += 7

    with ThreadPoolExecutor(CROWD) as others:
        tabs = [asyncio.create_task(step(number)) for number in range(TABS)]
        for _ in range(HARD_BOTS):
            asking.append(loop.run_in_executor(others, tolerant, other.call, f"{API}/tables", wish))
        for text in short:
            asking.append(loop.run_in_executor(others, tolerant, brought, Caller(addresses[0]), text))
        await somebody.play(MOVES)
        over.set()
        await asyncio.gather(*asking, *tabs)
    figures = {"plies": size, "hard_bots": HARD_BOTS, "records": RECORDS}
    return {**figures, **somebody.told(), "ok": somebody.calm}


def long_game(slug: str, plies: int, seed: int = 1) -> str:
    """The record of a random game of so many plies at most."""
    match, chance = Match(find_game(slug), seed=seed), random.Random(seed)
    while not match.state.over and match.state.ply < plies:
        seat = match.state.to_act[0]
        match.play(chance.choice(match.state.legal(seat)), seat)
    return match.record().to_text()


def brought(caller: Caller, saga: str) -> str:
    """A table that shows a record; its id."""
    return str(caller.send(f"{API}/records", saga.encode(), "text/plain")["id"])


def tolerant(work: Callable[..., Any], *arguments: Any) -> None:
    """Something of which only the work matters."""
    with contextlib.suppress(OSError, ValueError):
        work(*arguments)


class Kind(NamedTuple):
    """A trial, the size that it has by itself, and whether the servers limit what strangers may do."""

    run: Trial
    size: int
    limits: bool = False


TRIALS: dict[str, Kind] = {
    "races": Kind(races, 50),
    "watched": Kind(watched, 600),
    "crowd": Kind(crowd, 600, limits=True),
    "half-open": Kind(half_open, 600),
    "bystander": Kind(bystander, 300),
}
PARTS = ("moves", "cost", "load", *TRIALS)


def figures(name: str, plan: Plan, size: int | None = None, beside: Path | None = None) -> Figures:
    """One part of what is measured, on servers of its own."""
    if name == "moves":
        return measure(moves=size or 400, tables=200)
    if name == "cost":
        return cost.measure(size or 200, beside)
    with tempfile.TemporaryDirectory(prefix="fimbul-bench-") as folder:
        if name == "load":
            return asyncio.run(many_tables(Path(folder), plan))
        return asyncio.run(tried(Path(folder), plan, TRIALS[name], size))


async def tried(folder: Path, plan: Plan, kind: Kind, size: int | None) -> Figures:
    """A trial of servers that are started for it."""
    async with running(folder, plan, limits=kind.limits) as (_, addresses):
        return await kind.run(addresses, kind.size if size is None else size)


def as_rows(report: dict[str, Figures]) -> list[tuple[str, str]]:
    """All figures for a person."""
    rows: list[tuple[str, str]] = []
    for name, found in report.items():
        if name == "moves":
            rows += as_text(found)
        elif name == "cost":
            rows += cost.as_text(found)
        else:
            rows += [(f"{name}: {key}", str(value)) for key, value in found.items()]
    return rows
