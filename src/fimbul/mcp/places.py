"""Where an assistant sits: at a table on this machine against bots, or at a table of a server."""

import asyncio
import contextlib
from typing import Any, Protocol

import msgspec

from fimbul.bots import Sight, make, parse_spec
from fimbul.client import AsyncClient, AsyncTable, Refused
from fimbul.core import FimbulError, Game, Illegal, Match, choice, few_first, log_for
from fimbul.mcp.telling import Offered

WAIT = 60.0  # seconds that one waits for others at a server before one says so


class Seen(msgspec.Struct, kw_only=True):
    """A position as a seat sees it."""

    game: str
    ply: int
    over: bool
    scene: dict[str, Any]
    sketch: str
    actions: list[Any]  # of what `Offered` says
    news: list[str]  # what happened since one acted


class Place(Protocol):
    """A seat at a table."""

    name: str

    async def look(self) -> Seen:
        """What one sees now."""

    async def act(self, action: str) -> Seen:
        """Act, wait for the others, and see what came of it."""

    async def record(self) -> str:
        """The game as a record."""


class Here:
    """A table on this machine: one seat is the assistant's, the others are bots'."""

    def __init__(self, game: Game, match: Match, seat: int, against: str, *, player: str, name: str) -> None:
        self.game, self.match, self.seat, self.against, self.player = game, match, seat, against, player
        self.name = name
        self.refused = 0
        bot = parse_spec(against)
        self.bots = {
            other: make(bot, game, seed=match.seed + other) for other in range(match.seats) if other != seat
        }

    async def look(self) -> Seen:
        return self.seen([])

    async def act(self, action: str) -> Seen:
        before = len(self.match.log)
        try:
            self.match.play(self.game.parse(action), self.seat)
        except FimbulError:
            self.refused += 1
            raise
        await self.others()
        told = [event for events in self.match.log[before:] for event in events]
        return self.seen([event.sentence() for event in log_for(told, self.seat)])

    async def others(self) -> None:
        """Let the bots act until it is the assistant's turn, or the game is over."""
        state = self.match.state
        while not state.over:
            mine = self.seat in state.to_act
            waiting = [seat for seat in state.to_act if seat != self.seat]
            if not waiting or (mine and not state.sealed):
                return
            action = await asyncio.to_thread(self.bots[waiting[0]].choose, Sight(state, waiting[0]))
            self.match.play(action, waiting[0])

    def seen(self, news: list[str]) -> Seen:
        """The position from the assistant's seat."""
        state = self.match.state
        view = state.view(self.seat)
        actions = few_first(state.legal(self.seat)) if self.seat in state.to_act else []
        return Seen(
            game=self.game.slug,
            ply=state.ply,
            over=state.over,
            scene=msgspec.to_builtins(self.game.scene(view)),
            sketch=self.game.sketch(view).plain(),
            actions=[choice(self.game.table, view, action) for action in actions],
            news=news,
        )

    async def record(self) -> str:
        return self.match.record().to_text()


class There:
    """A table of a server."""

    def __init__(self, client: AsyncClient, table: AsyncTable, game: str) -> None:
        self.client, self.table, self.game = client, table, game
        self.name = table.id

    async def look(self) -> Seen:
        await self.table.sheet()
        await self.others()
        return self.seen([])

    async def act(self, action: str) -> Seen:
        await self.table.sheet()
        before = self.table.frame.ply
        await self.table.act(action)
        await self.others()
        return self.seen([line.text for line in await self.table.log() if line.ply > before])

    async def others(self) -> None:
        """Wait until it is the assistant's turn, the game is over, or time is up."""
        if self.table.frame.actions or self.table.frame.outcome is not None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                async for frame in self.table.frames():
                    if frame.actions or frame.outcome is not None:
                        return

    def seen(self, news: list[str]) -> Seen:
        """The position from the assistant's seat."""
        frame = self.table.frame
        actions: list[Offered] = list(frame.actions)
        return Seen(
            game=self.game,
            ply=frame.ply,
            over=frame.outcome is not None,
            scene=frame.scene,
            sketch="",
            actions=actions,
            news=news,
        )

    async def record(self) -> str:
        return await self.table.record()


def rule_of(problem: FimbulError) -> str | None:
    """The number of the rule that refused, where one did."""
    return problem.rule if isinstance(problem, Illegal | Refused) else None
