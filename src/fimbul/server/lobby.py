"""The lobby: quick pairing with somebody of about equal strength, and news for those who wait there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fimbul.core import Game
from fimbul.server.bus import Bus
from fimbul.server.clocks import Pace, checked_pace
from fimbul.server.guests import Caller
from fimbul.server.matches import stored
from fimbul.server.ratings import START, Ratings
from fimbul.server.seating import Seating, SeatWish, Terms
from fimbul.server.store import Store, now
from fimbul.server.store.schema import seeks, ties
from fimbul.server.tables import encode

ALIVE = 30  # seconds without a sign until somebody no longer waits
REACH, WIDER = 150.0, 10.0  # rating points at first, and more for each second of waiting
SETTLED = 0.1  # seconds in which changes of the list are told together
SPOKEN_FOR = ""  # in place of the table of two who are being paired
SETTLING = 10  # seconds after which that came to nothing: the server that did it has died
PAIRING = 7_110_616  # the lock under which people are paired


class Seek(msgspec.Struct):
    """What somebody waits for; `table` when they have been paired."""

    game: str
    options: dict[str, Any]
    pace: dict[str, Any] | None
    since: int
    table: str | None = None


class Lobby:
    """Who waits for whom."""

    def __init__(self, store: Store, bus: Bus, seating: Seating, ratings: Ratings) -> None:
        self.store = store
        self.bus = bus
        self.seating = seating
        self.ratings = ratings
        self.listeners: dict[asyncio.Queue[bytes], str] = {}
        self.telling: asyncio.TimerHandle | None = None  # what will say that the list has changed
        bus.on("lobby", lambda note: self.tell(note.get("person"), note["message"].encode()))

    # ---- news

    def tell(self, person: str | None, message: bytes) -> None:
        """Tell everybody who waits here, or one person."""
        for queue, guest in list(self.listeners.items()):
            if (person is None or guest == person) and queue.qsize() < 100:
                queue.put_nowait(message)

    def say(self, message: bytes, person: str | None = None) -> None:
        """The same at all processes."""
        self.tell(person, message)
        self.bus.tell("lobby", person=person, message=message.decode())

    def changed(self) -> None:
        """The list of tables has changed: soon everybody hears of it, of many changes at once."""
        if self.telling is None:
            self.telling = asyncio.get_running_loop().call_later(SETTLED, self.tell_tables)

    def tell_tables(self) -> None:
        """Say that the list of tables has changed."""
        self.telling = None
        self.say(encode("tables"))

    # ---- pairing

    async def seek(
        self, caller: Caller, game: Game, options: dict[str, Any] | None, pace: Pace | None
    ) -> Seek:
        """Wait for somebody of about equal strength, or sit down with somebody who waits already."""
        built = stored(await self.seating.pools.draw(game.read_options, options))
        timed = checked_pace(pace)
        async with self.store.database.writing() as connection:
            mine = await self.waits(connection, caller)
        if mine is not None and mine.table == SPOKEN_FOR and mine.since > now() - SETTLING:
            return told(mine)
        if mine is not None and mine.table and mine.game == game.slug:
            paired = await self.store.tables.get(mine.table)
            if paired is not None and not paired.finished:
                return mine
        rating = (await self.ratings.of(caller.person)).get(game.slug)
        points = rating.rating if rating else START
        name = await self.seating.tables.name_of(caller.person)
        since = mine.since if mine is not None and mine.table is None else now()
        async with self.pairing() as connection:
            last = await self.waits(connection, caller)
            if last is not None and last.table is not None and (mine is None or last.table != mine.table):
                return told(last)  # paired while they asked
            await self.store.people.know(connection, caller.person, name)
            await connection.execute(delete(seeks).where(seeks.c.person == caller.person))
            waiting = select(seeks).where(
                seeks.c.game == game.slug, seeks.c.table_id.is_(None), seeks.c.seen > now() - ALIVE
            )
            apart = select(ties.c.other).where(ties.c.person == caller.person, ties.c.kind == "blocked")
            apart_too = select(ties.c.person).where(ties.c.other == caller.person, ties.c.kind == "blocked")
            waiting = waiting.where(seeks.c.person.not_in(apart), seeks.c.person.not_in(apart_too))
            found = [
                row
                for row in (await connection.execute(waiting.order_by(seeks.c.since))).mappings()
                if (row["options"], row["pace"]) == (built, timed)
                and abs(row["rating"] - points) <= REACH + WIDER * (now() - min(row["since"], since))
            ]
            partner = min(found, key=lambda row: abs(row["rating"] - points), default=None)
            values: dict[str, Any] = {
                "person": caller.person,
                "game": game.slug,
                "options": built,
                "pace": timed,
            }
            values |= {"rating": points, "since": since, "seen": now()}
            if partner is not None:  # both are spoken for, until their table is there
                values |= {"since": now(), "table_id": SPOKEN_FOR}
                theirs = update(seeks).where(seeks.c.person == partner["person"])
                await connection.execute(theirs.values(since=now(), table_id=SPOKEN_FOR))
            await connection.execute(insert(seeks).values(values))
        if partner is None:
            return Seek(game.slug, built, timed, since)
        return await self.pair(caller, game, built, pace, partner["person"], since)

    @asynccontextmanager
    async def pairing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction in which nobody else, at whichever process, changes who waits for whom."""
        async with self.store.database.writing() as connection:
            if self.store.shared:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({PAIRING})")
            yield connection

    async def pair(
        self, caller: Caller, game: Game, options: dict[str, Any], pace: Pace | None, other: str, since: int
    ) -> Seek:
        """Seat two people who waited for each other."""
        both_known = caller.account is not None and await self.seating.handle(other) is not None
        terms = Terms(access="unlisted", rated=both_known and not game.cooperative, pace=pace)
        wishes = [SeatWish("me"), SeatWish("open")]
        table = await self.seating.create(game, caller.person, options=options, wishes=wishes, terms=terms)
        await self.seating.join(table, other, table.row.invite)
        values = {"game": game.slug, "options": options, "pace": table.row.pace, "rating": START}
        values |= {"since": since, "seen": now(), "table_id": table.row.id}
        async with self.pairing() as connection:
            await connection.execute(delete(seeks).where(seeks.c.person.in_([other, caller.person])))
            for person in (other, caller.person):
                await connection.execute(insert(seeks).values({**values, "person": person}))
        self.say(encode("paired", table=table.row.id), other)
        return Seek(game.slug, options, table.row.pace, since, table.row.id)

    async def status(self, caller: Caller) -> Seek | None:
        """What the caller waits for; asking is a sign of life."""
        async with self.store.database.writing() as connection:
            found = await self.waits(connection, caller)
            return told(found) if found is not None else None

    async def waits(self, connection: AsyncConnection, caller: Caller) -> Seek | None:
        """The same as it is stored, within a transaction."""
        here = seeks.c.person == caller.person
        await connection.execute(update(seeks).where(here).values(seen=now()))
        row = (await connection.execute(select(seeks).where(here))).mappings().first()
        if row is None:
            return None
        return Seek(row["game"], row["options"], row["pace"], row["since"], row["table_id"])

    async def stop(self, caller: Caller) -> None:
        """Wait no longer."""
        async with self.store.database.writing() as connection:
            await connection.execute(delete(seeks).where(seeks.c.person == caller.person))

    async def tidy(self) -> None:
        """Forget those who have gone without a word."""
        async with self.store.database.writing() as connection:
            await connection.execute(delete(seeks).where(seeks.c.seen < now() - 20 * ALIVE))


def told(seek: Seek) -> Seek:
    """What somebody waits for, as they are told: a table is one when it is there."""
    return msgspec.structs.replace(seek, table=seek.table or None)
