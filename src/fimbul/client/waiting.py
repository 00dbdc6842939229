"""The client for asyncio."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar

import msgspec

from fimbul.client import calls
from fimbul.client.calls import ROOT, Call, Refused
from fimbul.client.shapes import Choice, Frame, GameInfo, Idea, Line, Me, Sheet, ShortTable
from fimbul.core import FimbulError

T = TypeVar("T")

TRIES = 5
PAUSE = 0.5  # seconds before a broken line is tried again, twice as long each time
PASSING = (
    1001,
    1012,
    4408,
)  # how a line is closed that one may take up again: the server stops, or we were slow


def http_library() -> Any:
    """What sends the calls, or a sentence."""
    try:
        import httpx
    except ImportError:
        raise FimbulError("The client needs the extra 'client': pip install 'fimbul[client]'.") from None
    return httpx


class AsyncClient:
    """A guest or an account at one server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = http_library().AsyncClient(base_url=self.address, headers=self.headers, timeout=60)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self.http.aclose()

    async def call(self, call: Call[T]) -> T:
        """Make a call; what a broken line swallowed is sent again where that does no harm."""
        safe = call.method == "GET" or "request" in (call.body or {})
        for attempt in range(TRIES):
            try:
                answer = await self.http.request(call.method, ROOT + call.path, json=call.body)
                break
            except http_library().TransportError:
                if not safe or attempt == TRIES - 1:
                    raise Refused(0, f"The server at {self.address} does not answer.") from None
                await asyncio.sleep(PAUSE * 2**attempt)
        return call.read(answer.status_code, answer.content)

    async def me(self) -> Me:
        """Who one is."""
        return await self.call(calls.me())

    async def rename(self, name: str) -> Me:
        """Be called something else."""
        return await self.call(calls.rename(name))

    async def login(self, login: str, password: str) -> Me:
        """Log in to an account."""
        return await self.call(calls.login(login, password))

    async def new_token(self, name: str) -> str:
        """A token for a program that shall play for this account."""
        return (await self.call(calls.new_token(name))).secret

    async def games(self) -> list[GameInfo]:
        """All games."""
        return await self.call(calls.games())

    async def tables(self, show: str = "open") -> list[ShortTable]:
        """Tables: `open`, `mine`, `finished` or `watch`."""
        return await self.call(calls.tables(show))

    async def open_table(self, game: str, **more: Any) -> "AsyncTable":
        """A new table: options, seats, seed, access, rated and pace as in the API."""
        return AsyncTable(self, await self.call(calls.open_table(game, more)))

    async def table(self, name: str) -> "AsyncTable":
        """A table to watch or to go on with."""
        return AsyncTable(self, await self.call(calls.table(name)))

    async def join(self, name: str, invite: str | None = None) -> "AsyncTable":
        """Take an open seat."""
        return AsyncTable(self, await self.call(calls.join(name, invite)))


class AsyncTable:
    """A table at which one sits, or which one watches."""

    def __init__(self, client: AsyncClient, sheet: Sheet) -> None:
        self.client = client
        self.id = sheet.id
        self.seat = sheet.me
        self.frame = sheet.frame

    async def sheet(self) -> Sheet:
        """The whole table as it is now."""
        sheet = await self.client.call(calls.table(self.id))
        self.seat, self.frame = sheet.me, sheet.frame
        return sheet

    async def act(self, action: Choice | Idea | str, words: str = "") -> Frame:
        """Act at the frame that was seen last."""
        text = action if isinstance(action, str) else action.text
        self.frame = await self.client.call(calls.act(self.id, self.frame.ply, self.frame.draft, text, words))
        return self.frame

    async def resign(self) -> Sheet:
        """Give up."""
        return await self.client.call(calls.resign(self.id))

    async def hint(self) -> list[Idea]:
        """A bot's best ideas."""
        return (await self.client.call(calls.hint(self.id))).ideas

    async def say(self, text: str) -> None:
        """Say something."""
        await self.client.call(calls.say(self.id, text))

    async def at(self, ply: int) -> Frame:
        """An earlier position."""
        return await self.client.call(calls.frame(self.id, ply))

    async def log(self) -> list[Line]:
        """Everything that happened."""
        return await self.client.call(calls.log(self.id))

    async def record(self) -> str:
        """The `.saga` of a game that has ended."""
        return await self.client.call(calls.record(self.id))

    async def frames(self) -> AsyncIterator[Frame]:
        """Every position from now on, until the game is over; a broken line is taken up again."""
        import websockets

        cookie = "; ".join(f"{name}={value}" for name, value in self.client.http.cookies.items())
        headers = {**self.client.headers, **({"Cookie": cookie} if cookie else {})}
        root = self.client.address.replace("http", "ws", 1)
        broken = 0
        while broken < TRIES:
            query = f"?since={self.frame.ply}&epoch={self.frame.epoch}"
            address = f"{root}{ROOT}/tables/{self.id}/live{query}"
            line, farewell = None, ""
            try:
                async with websockets.connect(address, additional_headers=headers, max_size=None) as line:
                    async for text in line:
                        message = msgspec.json.decode(text)
                        if message["type"] == "bye":
                            farewell = str(message["reason"])
                        told = message.get("frame") or message.get("table", {}).get("frame")
                        if told is None:
                            continue
                        broken = 0
                        self.frame = msgspec.convert(told, Frame)
                        yield self.frame
                        if self.frame.outcome is not None:
                            return
            except (OSError, websockets.WebSocketException):
                pass
            if farewell and line is not None and line.close_code not in PASSING:
                raise Refused(0, farewell)
            broken += 1
            await asyncio.sleep(PAUSE * 2**broken)
        raise Refused(0, f"The line to {self.client.address} is lost.")

    async def turns(self) -> AsyncIterator[Frame]:
        """Every position in which this seat is to act, until the game is over."""
        seen: tuple[int, int, int] | None = None
        async for frame in self.frames():
            if frame.outcome is not None:
                return
            if frame.actions and (frame.epoch, frame.ply, frame.draft) != seen:
                seen = (frame.epoch, frame.ply, frame.draft)
                yield frame
