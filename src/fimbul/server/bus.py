"""What the processes of one club tell each other: small notes, on Litestar's channel backends.

A note says that something has changed; what it is now is read from the store.  A note that is lost does no
harm, because every process also looks at the store from time to time.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any

import msgspec
from litestar.channels import ChannelsBackend

from fimbul.core import FimbulError

CHANNEL = "fimbul"
AGAIN = 1.0  # seconds until a lost connection is tried again

log = logging.getLogger("fimbul.server")

Hearer = Callable[[dict[str, Any]], None]


class Bus:
    """Sends notes to the other processes, and hears theirs.  Without a backend there are no others."""

    def __init__(self, backend: ChannelsBackend | None = None) -> None:
        self.backend = backend
        self.process = secrets.token_hex(6)
        self.hearers: defaultdict[str, list[Hearer]] = defaultdict(list)
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue(maxsize=10_000)
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect and listen, or say in one sentence why nobody answers."""
        if self.backend is not None:
            try:
                await self.backend.on_startup()
                await self.backend.subscribe([CHANNEL])
            except Exception as problem:  # each backend has errors of its own
                reason = str(problem).rstrip(".")
                raise FimbulError(
                    f"What carries the news between servers does not answer: {reason}."
                ) from None
            self.tasks = [asyncio.create_task(self.hear()), asyncio.create_task(self.speak())]

    async def stop(self) -> None:
        """Hang up."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.backend is not None:
            with contextlib.suppress(Exception):
                await self.backend.on_shutdown()

    def on(self, kind: str, hearer: Hearer) -> None:
        """Call somebody for every note of a kind."""
        self.hearers[kind].append(hearer)

    def tell(self, kind: str, **fields: Any) -> None:
        """Tell the other processes, soon; this never waits."""
        if self.backend is not None:
            with contextlib.suppress(asyncio.QueueFull):  # they look at the store anyway
                self.outgoing.put_nowait({"kind": kind, "from": self.process, **fields})

    async def speak(self) -> None:
        """Send what waits."""
        assert self.backend is not None
        while True:
            note = await self.outgoing.get()
            try:
                await self.backend.publish(msgspec.json.encode(note), [CHANNEL])
            except Exception as problem:
                log.warning("A note could not be sent to the other processes: %s", problem)
                await asyncio.sleep(AGAIN)

    async def hear(self) -> None:
        """Pass on what comes; a line that breaks is taken up again."""
        assert self.backend is not None
        while True:
            try:
                async for _, data in self.backend.stream_events():
                    self.pass_on(data)
            except Exception as problem:
                log.warning("The other processes cannot be heard: %s", problem)
            await asyncio.sleep(AGAIN)

    def pass_on(self, data: Any) -> None:
        """Give a note of another process to whoever wants it."""
        try:
            note = msgspec.json.decode(data)
            if note["from"] != self.process:
                for hearer in self.hearers[note["kind"]]:
                    hearer(note)
        except Exception:
            log.exception("A note from another process could not be used")


def bus_at(url: str | None) -> Bus:
    """The bus of a PostgreSQL or Redis address; of none, a bus without others."""
    if url is None:
        return Bus()
    if url.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        return Bus(redis_backend(url.replace("valkey://", "redis://", 1)))
    if not url.startswith("postgres"):
        raise FimbulError("--channels is the address of a Redis or Valkey: redis://host:6379.")
    return Bus(PostgresBackend(url.replace("postgresql+asyncpg://", "postgresql://", 1)))


def redis_backend(url: str) -> ChannelsBackend:
    """Notes by way of Redis or Valkey."""
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
    except ImportError:
        raise FimbulError("Redis needs the extra 'server': pip install 'fimbul[server]'.") from None
    try:
        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    except ValueError:
        raise FimbulError("--channels is the address of a Redis or Valkey: redis://host:6379.") from None


class PostgresBackend(ChannelsBackend):
    """LISTEN and NOTIFY on one connection that is made again when it is lost.

    Litestar's own backend connects anew for every message, and does not notice that the listener is gone.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.connection: Any = None
        self.channels: set[str] = set()
        self.queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.turn = asyncio.Lock()

    async def on_startup(self) -> None:
        """Connect."""
        await self.connected()

    async def on_shutdown(self) -> None:
        """Hang up."""
        connection, self.connection = self.connection, None
        if connection is not None:
            await connection.close(timeout=2)

    async def connected(self) -> Any:
        """The connection, made again if it was lost."""
        import asyncpg

        async with self.turn:
            if self.connection is None or self.connection.is_closed():
                self.connection = await asyncpg.connect(self.url)
                for channel in self.channels:
                    await self.connection.add_listener(channel, self.heard)
            return self.connection

    def heard(self, _: Any, __: int, channel: str, payload: Any) -> None:
        """Something was said."""
        self.queue.put_nowait((channel, str(payload).encode()))

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say something."""
        connection = await self.connected()
        for channel in channels:
            await connection.execute("SELECT pg_notify($1, $2)", channel, data.decode())

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels."""
        for channel in set(channels) - self.channels:
            await (await self.connected()).add_listener(channel, self.heard)
            self.channels.add(channel)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen no longer."""
        for channel in self.channels & set(channels):
            self.channels.discard(channel)
            await (await self.connected()).remove_listener(channel, self.heard)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """What is heard; a lost connection is found out when nothing has come for a while."""
        while True:
            try:
                async with asyncio.timeout(5 * AGAIN):  # `wait_for` would forget that it was cancelled
                    heard = await self.queue.get()
                yield heard
            except TimeoutError:
                try:
                    await self.connected()
                except Exception as problem:
                    log.warning("The other processes cannot be heard: %s", problem)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing is kept."""
        return []
