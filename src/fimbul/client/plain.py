"""The plain client: the same calls for scripts that do one thing after another."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, Self, TypeVar

from fimbul.client.shapes import Choice, Frame, GameInfo, Idea, Line, Me, Sheet, ShortTable
from fimbul.client.waiting import AsyncClient, AsyncTable

T = TypeVar("T")


class Client:
    """A guest or an account at one server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.waiting = AsyncClient(address, token)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def close(self) -> None:
        """Hang up."""
        self.run(self.waiting.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def me(self) -> Me:
        """Who one is."""
        return self.run(self.waiting.me())

    def rename(self, name: str) -> Me:
        """Be called something else."""
        return self.run(self.waiting.rename(name))

    def login(self, login: str, password: str) -> Me:
        """Log in to an account."""
        return self.run(self.waiting.login(login, password))

    def new_token(self, name: str) -> str:
        """A token for a program that shall play for this account."""
        return self.run(self.waiting.new_token(name))

    def games(self) -> list[GameInfo]:
        """All games."""
        return self.run(self.waiting.games())

    def tables(self, show: str = "open") -> list[ShortTable]:
        """Tables: `open`, `mine`, `finished` or `watch`."""
        return self.run(self.waiting.tables(show))

    def open_table(self, game: str, **more: Any) -> "Table":
        """A new table: options, seats, seed, access, rated and pace as in the API."""
        return Table(self, self.run(self.waiting.open_table(game, **more)))

    def table(self, name: str) -> "Table":
        """A table to watch or to go on with."""
        return Table(self, self.run(self.waiting.table(name)))

    def join(self, name: str, invite: str | None = None) -> "Table":
        """Take an open seat."""
        return Table(self, self.run(self.waiting.join(name, invite)))


class Table:
    """A table at which one sits, or which one watches."""

    def __init__(self, client: Client, waiting: AsyncTable) -> None:
        self.client = client
        self.waiting = waiting
        self.id = waiting.id

    @property
    def seat(self) -> int | None:
        """Where one sits."""
        return self.waiting.seat

    @property
    def frame(self) -> Frame:
        """The position that was seen last."""
        return self.waiting.frame

    def sheet(self) -> Sheet:
        """The whole table as it is now."""
        return self.client.run(self.waiting.sheet())

    def act(self, action: Choice | Idea | str, words: str = "") -> Frame:
        """Act at the frame that was seen last."""
        return self.client.run(self.waiting.act(action, words))

    def resign(self) -> Sheet:
        """Give up."""
        return self.client.run(self.waiting.resign())

    def hint(self) -> list[Idea]:
        """A bot's best ideas."""
        return self.client.run(self.waiting.hint())

    def say(self, text: str) -> None:
        """Say something."""
        self.client.run(self.waiting.say(text))

    def at(self, ply: int) -> Frame:
        """An earlier position."""
        return self.client.run(self.waiting.at(ply))

    def log(self) -> list[Line]:
        """Everything that happened."""
        return self.client.run(self.waiting.log())

    def record(self) -> str:
        """The `.saga` of a game that has ended."""
        return self.client.run(self.waiting.record())

    def frames(self) -> Iterator[Frame]:
        """Every position from now on, until the game is over."""
        return self.each(self.waiting.frames())

    def turns(self) -> Iterator[Frame]:
        """Every position in which this seat is to act, until the game is over."""
        return self.each(self.waiting.turns())

    def each(self, frames: AsyncIterator[Frame]) -> Iterator[Frame]:
        """What comes, one by one."""

        async def following() -> Frame | None:
            return await anext(frames, None)

        while (frame := self.client.run(following())) is not None:
            yield frame
