"""The pulse of the servers: each says from time to time that it lives.

What a server has left half done when it died is done by another, or by itself when it is there again; and
while nobody serves, no clock runs.
"""

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from fimbul.server.store import Database, now_ms
from fimbul.server.store.schema import meta
from fimbul.server.store.tables import hold_clocks

BEAT = 15.0  # seconds between signs of life
SILENT = 60_000  # milliseconds without one until a server is taken for dead
MARK = "server:"  # how their names begin in the store
LOCK = 7_110_617  # the lock under which they look at each other


class Sign(msgspec.Struct):
    """When a server last lived, and whether it had nothing left to do."""

    at: int
    stopped: bool = False


class Pulse:
    """This server's signs of life, and what it makes of the others'."""

    def __init__(self, database: Database, process: str) -> None:
        self.database = database
        self.name = f"{MARK}{process}"

    async def begin(self) -> int | None:
        """The first sign: clocks that ran while nobody served are set back.

        Since when (milliseconds) a server may have left something half done; None where none has.
        """
        async with self.database.writing() as connection:
            signs = await self.signs(connection)
            moment = now_ms()
            lived = max((sign.at for sign in signs.values()), default=moment)
            alone = not self.database.shared or moment - lived > SILENT
            away = moment - lived - int(BEAT * 1000)  # it may have lived almost until its next sign
            if alone and away > 0:
                await hold_clocks(connection, away)
            return await self.bury(connection, signs, 0 if not self.database.shared else SILENT)

    async def beat(self) -> int | None:
        """A sign; since when a server that has died meanwhile may have left something half done."""
        async with self.database.writing() as connection:
            return await self.bury(connection, await self.signs(connection), SILENT)

    async def end(self) -> None:
        """The last sign: nothing is left to do."""
        async with self.database.writing() as connection:
            await self.sign(connection, stopped=True)

    async def signs(self, connection: AsyncConnection) -> dict[str, Sign]:
        """All signs that there are; nobody else looks at them until this is over."""
        if self.database.shared:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        asked = select(meta.c.name, meta.c.value).where(meta.c.name.startswith(MARK))
        found = await connection.execute(asked)
        return {name: msgspec.json.decode(value, type=Sign) for name, value in found}

    async def bury(self, connection: AsyncConnection, signs: dict[str, Sign], silent: int) -> int | None:
        """Give a sign, and forget those who give none any more; the last moment of the first who died."""
        moment = now_ms()
        gone = {
            name: sign for name, sign in signs.items() if name != self.name and moment - sign.at >= silent
        }
        if gone:
            await connection.execute(delete(meta).where(meta.c.name.in_(gone)))
        await self.sign(connection)
        return min((sign.at for sign in gone.values() if not sign.stopped), default=None)

    async def sign(self, connection: AsyncConnection, *, stopped: bool = False) -> None:
        """Write down that this server lives, or has stopped."""
        value = msgspec.json.encode(Sign(now_ms(), stopped)).decode()
        upsert = (postgresql if self.database.shared else sqlite).insert(meta)
        written = upsert.values(name=self.name, value=value)
        await connection.execute(
            written.on_conflict_do_update(index_elements=["name"], set_={"value": value})
        )
