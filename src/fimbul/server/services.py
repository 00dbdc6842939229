"""Everything that one running server shares, and what it does by itself while it runs."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from fimbul.core import FimbulError
from fimbul.games import all_games
from fimbul.games import game as find_game
from fimbul.server import garbage
from fimbul.server.accounts import Accounts
from fimbul.server.afield import Afield
from fimbul.server.agreements import Agreements
from fimbul.server.bus import bus_at
from fimbul.server.guests import SESSION_AGE, Caller, Gate, load_secret
from fimbul.server.lessons import Lessons
from fimbul.server.limits import Limits
from fimbul.server.lobby import Lobby
from fimbul.server.notices import Notices
from fimbul.server.passkeys import Passkeys
from fimbul.server.play import Play
from fimbul.server.pools import Pools
from fimbul.server.problems import Problem
from fimbul.server.provisions import Provisions, provisions
from fimbul.server.pulse import BEAT, Pulse
from fimbul.server.ratings import Ratings
from fimbul.server.reviews import Reviews
from fimbul.server.seating import Seating
from fimbul.server.store import Store, now, now_ms
from fimbul.server.tables import Table, Tables, encode
from fimbul.server.thinking import Thinking
from fimbul.server.workers import Worker

PATIENCE = 5  # seconds for what is being stored when the server closes
# Seconds between looks at clocks, at the store, ...
FLAGS, LOOKS, NOTICES, REMINDERS, TIDIES = 0.5, 5.0, 10.0, 15.0, 60.0
MOST_SOCKETS = 256  # of one address
MENDED = 60  # seconds before a server's last sign of life in which it may have left something undone
GROWN = "You have an account now; what is yours is opened anew."
OLD = 3600  # seconds after which a question that nobody withdrew is forgotten

log = logging.getLogger("fimbul.server")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs."""

    folder: Path
    database: str | None = None
    channels: str | None = None  # a Redis address; otherwise the database itself carries notes
    workers: int | None = None
    names: tuple[str, ...] = ()  # the host names that the server answers to, besides addresses
    secure: bool = False  # whether it is reached by HTTPS only
    address: str = "http://localhost:8000"  # how notices point here
    smtp: str | None = None  # smtps://user:password@host?from=fimbul@example.org
    limits: bool = True  # whether people are asked to wait who ask for too much
    inward: bool = False  # whether webhooks may lead into the server's own network
    experiments: Path | None = None  # a folder that the lab fills, to be shown
    offline: Path | None = None  # the folder of `fimbul offline install`, if it was filled


class Line(Protocol):
    """An open websocket: whose it is, and the session or token that it came by; a guest has none."""

    guest: str
    session: str | None

    def close(self, reason: str) -> None:
        """Say goodbye."""


class Services:
    """The store, the tables, the hands that play at them, and the gate."""

    def __init__(self, settings: Settings, store: Store, secret: bytes) -> None:
        self.settings = settings
        self.store = store
        self.started = time.time()
        self.closing = False
        self.bus = bus_at(settings.channels or settings.database)
        self.pools = Pools()
        self.limits = Limits(store.database, on=settings.limits)
        self.gate = Gate(secret, store.people)
        self.pulse = Pulse(store.database, self.bus.process)
        self.worker = None if settings.workers == 0 else Worker(store, self.bus, settings.workers)
        self.tables = Tables(store, self.bus, self.pools)
        self.seating = Seating(self.tables)
        self.lessons = Lessons(self.seating)
        self.play = Play(self.tables, self.seating, Thinking(store, self.bus, self.worker))
        self.agreements = Agreements(self.play)
        self.afield = Afield(self.play)
        self.accounts = Accounts(store, self.seating)
        self.passkeys = Passkeys(store.people, self.limits, secret)
        self.ratings = Ratings(store.database)
        self.reviews = Reviews()
        self.lobby = Lobby(store, self.bus, self.seating, self.ratings)
        self.notices = Notices(
            store.database, smtp=settings.smtp, address=settings.address, inward=settings.inward
        )
        self.provisions: Provisions | None = None
        self.answered = self.failed = 0
        self.sockets: Counter[str] = Counter()  # open websockets, by address
        self.lines: set[Line] = set()
        self.accounts.ended = self.end_lines
        self.bus.on("ended", lambda _: self.tables.later(self.close_ended()))
        self.play.ended.append(self.count_result)
        self.play.moved.append(self.tell_turn)
        self.tables.restless = self.lobby.changed
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen, think and watch the clocks."""
        await self.bus.start()
        self.provisions = await self.pools.draw(provisions, self.settings.offline)
        self.tables.runtime = self.provisions.address if self.provisions else None
        self.mend_after(await self.pulse.begin())
        if self.worker is not None:
            self.worker.start()
        self.tasks = [
            asyncio.create_task(every(FLAGS, self.watch_clocks)),
            asyncio.create_task(every(TIDIES, self.tidy)),
            asyncio.create_task(every(NOTICES, self.send_notices)),
            asyncio.create_task(every(BEAT, self.live_on)),
        ]
        if self.store.shared:
            self.tasks.append(asyncio.create_task(every(LOOKS, self.tables.look_again)))
            self.tasks.append(asyncio.create_task(every(REMINDERS, self.remind)))

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """A websocket of an address, while it is open; one too many is refused."""
        if self.settings.limits and self.sockets[address] >= MOST_SOCKETS:
            raise Problem(429, "There are too many connections from your address. Close some.")
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def end_lines(self) -> None:
        """Sessions were ended: what came by them is closed, at every process."""
        self.bus.tell("ended")
        self.tables.later(self.close_ended())

    async def close_ended(self) -> None:
        """Close the connections of sessions that are no more, and of guests who have registered since."""
        lines = list(self.lines)
        sessions = {line.session for line in lines if line.session is not None}
        guests = {line.guest for line in lines if line.session is None}
        alive = await self.store.people.alive(sessions) if sessions else set()
        grown = await self.store.people.accounts_among(guests) if guests else set()
        for line in lines:
            if line.guest in grown if line.session is None else line.session not in alive:
                line.close(GROWN if line.session is None else "This session was ended: log in again.")

    async def count_result(self, table: Table) -> None:
        """A game is over."""
        await self.ratings.count(table.row, table.game)

    def tell_turn(self, table: Table, seats: set[int]) -> None:
        """It has become somebody's turn: those who are away hear of it."""
        away = seats - table.present()[0]
        if any(table.row.seats[seat].person for seat in away):
            self.tables.later(self.call(table, away))

    async def call(self, table: Table, seats: set[int]) -> None:
        """Call people to a table: had they put it away, it is on their list again."""
        row = table.row
        await self.store.tables.take_out(row.id, seats)
        for person in {row.seats[seat].person for seat in seats} - {None}:
            self.lobby.say(encode("turn", table=row.id), person)
        await self.notices.turn(row, table.game.title, seats)

    async def live_on(self) -> None:
        """Say that this server lives; where another has died, do what it has left undone."""
        self.mend_after(await self.pulse.beat())

    def mend_after(self, died: int | None) -> None:
        """Mend what a server left that lived until then; beside all else, since it may be much."""
        if died is not None:
            self.tables.later(self.mend(died))

    async def mend(self, died: int) -> None:
        """Do what was left between an action and what follows from it, when a server died.

        Results that nobody counted, planned answers, people who were not called, bots that nobody asked
        while several people wait for them.
        """
        since, known = died // 1000 - MENDED, {game.slug for game in all_games()}
        for row in await self.store.tables.uncounted(since):
            if row.game in known:
                await self.ratings.count(row, find_game(row.game))
        for name in await self.store.tables.touched(since):
            try:
                table = await self.tables.get(name)
                await self.play.resume(table)
            except FimbulError:  # of other rules, or moved on meanwhile
                continue
            except Exception:
                log.exception("Table %s could not be mended", name)
                continue
            self.tell_turn(table, set(table.row.to_act))

    async def watch_clocks(self) -> None:
        """Let the flags fall; a table at which nobody can play any more holds up no other."""
        moment = now_ms()
        for name in await self.store.tables.due(moment):
            try:
                await self.play.flag(name)
            except Problem as problem:
                if problem.status != 409:  # another process was first
                    await self.store.tables.stop_clock(name, moment)
            except FimbulError:
                await self.store.tables.stop_clock(name, moment)

    async def remind(self) -> None:
        """Say again who is here."""
        self.tables.remind()

    async def send_notices(self) -> None:
        """Tell people who are away."""
        await self.notices.send_due()

    async def tidy(self) -> None:
        """Forget what nobody needs."""
        self.play.stop_thinking()
        await self.limits.tidy()
        await self.lobby.tidy()
        await self.lessons.tidy()
        await self.store.people.expire_sessions(now() - SESSION_AGE)
        await self.close_ended()
        await self.store.questions.tidy(now_ms() - OLD * 1000)
        garbage.sweep()

    def farewell(self) -> None:
        """Tell everybody that the server closes."""
        self.closing = True
        for table in self.tables.live.values():
            for listener in list(table.listeners):
                listener.close("The server is closing. What was played is kept: come back later.")

    async def close(self) -> None:
        """Stop thinking and put everything away."""
        self.closing = True
        thinkers = [table.thinker for table in self.tables.live.values() if table.thinker is not None]
        for task in [*self.tasks, *thinkers]:
            task.cancel()
        if self.worker is not None:
            await self.worker.close()
        if waiting := [*self.tasks, *thinkers, *self.tables.tasks]:
            _, undone = await asyncio.wait(waiting, timeout=PATIENCE)
            if not undone:
                await self.pulse.end()
        await self.reviews.close()
        self.pools.stop()
        await self.bus.stop()
        await self.store.close()


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again; a failure is logged and does not end it."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            log.exception("Something that is done from time to time failed")


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Services]:
    """The services of a data folder or a database, while they are open."""
    secret = load_secret(settings.folder) if settings.database is None else None
    store = await Store.open(settings.folder, settings.database)
    services = Services(settings, store, secret or await store.database.secret())
    try:
        await services.start()
        yield services
    finally:
        await services.close()


def services_of(state: State) -> Services:
    """The services that a request came to."""
    found: Services = state["services"]
    return found


async def caller_of(request: Request[Any, Any, State], services: NamedDependency[Services]) -> Caller:
    """Who is asking."""
    return await services.gate.caller(request)


async def guest_of(request: Request[Any, Any, State], services: NamedDependency[Services]) -> str:
    """The id of who is asking."""
    return (await services.gate.caller(request)).person
