"""What a move costs: the CPU from an action to the squeezed messages for everybody at its table.

The services are real and in this process, with SQLite in a folder of their own; two seats are taken by
people, and somebody watches.  A yardstick that never changes is measured in the same run, so that figures of
different machines and days can be compared.
"""

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, ClassVar

from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame as Packet
from websockets.frames import Opcode

from fimbul.core import Game
from fimbul.games import all_games
from fimbul.server.app import warm_up
from fimbul.server.doors import SharedDeflate
from fimbul.server.frames import Frame
from fimbul.server.seating import SeatWish, Terms
from fimbul.server.services import Services, Settings, opened
from fimbul.server.tables import Table

WARM_UP = 20
LONGEST = 400  # moves at one table
STEPS = 20_000
BETWEEN = 10  # moves between two looks at the yardstick: the machine may be busy with other things


class Ear:
    """Somebody at a table, whose connection squeezes what it is sent."""

    curious = False
    patches = True
    seen: Frame | None = None
    sent: ClassVar[int] = 0  # bytes to everybody

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.line: PerMessageDeflate = SharedDeflate(True, True, 12, 12, {"level": 4})

    def send(self, message: bytes) -> None:
        """Squeeze it, as a websocket would."""
        Ear.sent += len(self.line.encode(Packet(Opcode.TEXT, message)).data)

    def close(self, reason: str) -> None:
        """Nothing is held."""


def yardstick() -> float:
    """Milliseconds of CPU for a fixed piece of plain Python."""
    began = time.process_time()
    seen: dict[str, int] = {}
    for step in range(STEPS):
        name = f"{step * 7919 % 1009}"
        seen[name] = seen.get(name, 0) + len(name)
    return (time.process_time() - began) * 1000


def measure(moves: int = 200) -> dict[str, Any]:
    """The cost of a move in every game, of so many of each."""
    with tempfile.TemporaryDirectory(prefix="fimbul-bench-") as folder:
        return asyncio.run(measured(Path(folder), moves))


async def measured(folder: Path, moves: int) -> dict[str, Any]:
    """The same, in a loop."""
    warm_up()
    yardstick()
    measures: list[float] = []
    games: dict[str, dict[str, float]] = {}
    async with opened(Settings(folder=folder, workers=0, limits=False)) as services:
        for game in all_games():
            times, units = await played(services, game, moves)
            times.sort()
            measures += units
            games[game.slug] = {
                "cpu_ms": round(statistics.fmean(times), 2),
                "p50_ms": round(statistics.median(times), 2),
                "max_ms": round(times[-1], 2),
                "sent_kb": round(Ear.sent / len(times) / 1000, 2),
                "yardsticks": round(statistics.fmean(times) / statistics.fmean(units), 2),
            }
    return {"yardstick_ms": round(statistics.median(measures), 2), "moves": moves, "games": games}


async def played(services: Services, game: Game, moves: int) -> tuple[list[float], list[float]]:
    """Milliseconds of CPU for each of so many random moves, and for yardsticks between them."""
    chance, times, units, table = random.Random(1), [], [yardstick()], None
    for number in range(moves + WARM_UP):
        if table is None or table.row.finished or table.row.ply >= LONGEST:
            table = await seated(services, game)
            table.listeners.update(Ear(guest) for guest in ("ada", "ben", "eve"))
        if number == WARM_UP:
            Ear.sent = 0
        times.append(await move(services, table, chance))
        if not number % BETWEEN:
            units.append(yardstick())
    return times[WARM_UP:], units


async def seated(services: Services, game: Game, seed: int | None = None) -> Table:
    """A table at which two people sit, with bots that nobody asks in the other places."""
    wishes = [SeatWish("me"), SeatWish("open")] + [SeatWish("bot", "random")] * (game.seats[0] - 2)
    if game.seats[0] == 1:
        wishes = [SeatWish("me"), SeatWish("open")] if 2 in game.seats else [SeatWish("me")]
    table = await services.seating.create(game, "ada", wishes=wishes, terms=Terms(seed=seed))
    if len(wishes) > 1:
        await services.seating.join(table, "ben", None)
    return table


async def move(services: Services, table: Table, chance: random.Random) -> float:
    """Somebody's random action; milliseconds of CPU for it."""
    match = await services.tables.match(table)
    seat = match.state.to_act[0]
    guest = table.row.seats[seat].person
    action = str(chance.choice(match.state.legal(seat)))
    began = time.process_time()
    if guest is None:
        async with table.lock:
            await services.play.play(table, match, match.game.parse(action), seat)
    else:
        draft = len(match.state.draft(seat))
        await services.play.act(table, guest, match.ply, action, draft=draft)
    return (time.process_time() - began) * 1000


def as_text(report: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures for a person."""
    return [
        ("CPU of a move, frames for three", f"(a yardstick is {report['yardstick_ms']} ms of plain Python)"),
        *(
            (
                f"  {slug}",
                f"{each['cpu_ms']} ms, {each['yardsticks']} yardsticks (median {each['p50_ms']} ms, "
                f"most {each['max_ms']} ms), {each['sent_kb']} kB sent",
            )
            for slug, each in report["games"].items()
        ),
    ]
