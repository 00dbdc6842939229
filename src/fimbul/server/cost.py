"""What a move costs: the CPU of a real server from an action to the squeezed messages for three.

Two people play over websockets without thinking, and somebody watches.  Another checkout's server can be
measured beside this one, in short rounds that alternate, so that both meet the same moods of the machine.
"""

import asyncio
import random
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from fimbul.core import FimbulError, Game
from fimbul.games import all_games
from fimbul.server.load import Busy, Plan, cpu, running

ROUNDS = 10
WARM_UP = 20  # moves
LONGEST = 400  # moves at one table


class Course:
    """The moves of one game at one server."""

    def __init__(self, process: int, address: str, game: Game) -> None:
        self.process = process
        self.address = address
        self.game = game
        self.chance = random.Random(1)
        self.table: Busy | None = None
        self.moves = 0
        self.seconds = 0.0

    async def sit_down(self) -> Busy:
        """The table, or a new one where the game is over."""
        if self.table is None or self.table.over or len(self.table.times) >= LONGEST:
            await self.go()
            people = 2 if 2 in self.game.seats else self.game.seats[0]
            self.table = Busy(self.address, self.game, self.chance, people=people, watchers=1)
            await asyncio.to_thread(self.table.sit_down)
            await self.table.come()
        return self.table

    async def play(self, moves: int) -> None:
        """So many moves, or fewer if the game ends."""
        table = await self.sit_down()
        before, known = cpu(self.process), len(table.times)
        for _ in range(moves):
            if not table.over:
                await table.move()
        if table.problems:
            raise FimbulError(f"The server at {self.address} refused a move: {table.problems[0]}")
        self.seconds += cpu(self.process) - before
        self.moves += len(table.times) - known

    async def go(self) -> None:
        """Everybody hangs up."""
        if self.table is not None:
            await self.table.go()


def measure(moves: int = 200, beside: Path | None = None) -> dict[str, Any]:
    """The cost of a move in every game, of some so many of each; at another checkout's server too."""
    return asyncio.run(measured(moves, beside))


async def measured(moves: int, beside: Path | None) -> dict[str, Any]:
    """The same, in a loop."""
    games: dict[str, dict[str, float]] = {}
    sources = {"here": None} if beside is None else {"here": None, "beside": beside}
    async with AsyncExitStack() as stack:
        servers = {}
        for name, source in sources.items():
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="fimbul-bench-"))
            plan = Plan(tables=1, pace=0, seconds=0, servers=1, db=None)
            processes, addresses = await stack.enter_async_context(running(Path(folder), plan, source=source))
            servers[name] = processes[0].pid, addresses[0]
        for game in all_games():
            courses = {name: Course(*server, game) for name, server in servers.items()}
            games[game.slug] = await compared(courses, moves)
    total = {name: round(sum(each[name] for each in games.values()), 2) for name in sources}
    share = {"share": round(total["here"] / total["beside"], 2)} if beside else {}
    return {"moves": moves, "games": games, "all": total | share}


async def compared(courses: dict[str, Course], moves: int) -> dict[str, float]:
    """Milliseconds of CPU for a move of one game at each server."""
    for course in courses.values():
        await course.play(WARM_UP)
        course.moves, course.seconds = 0, 0.0
    for _ in range(ROUNDS):
        for course in courses.values():
            await course.play(max(1, moves // ROUNDS))
    for course in courses.values():
        await course.go()
    return {name: round(each.seconds * 1000 / max(1, each.moves), 2) for name, each in courses.items()}


def as_text(report: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures for a person."""
    rows = [("CPU of a move", "in milliseconds, told to two who play and one who watches")]
    for name, each in {**report["games"], "all": report["all"]}.items():
        beside = f", beside it {each['beside']} ms" if "beside" in each else ""
        share = f": {each['share']:.0%}" if "share" in each else ""
        rows.append((f"  {name}", f"{each['here']} ms{beside}{share}"))
    return rows
