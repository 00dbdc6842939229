"""What is kept: one database, of which the actions of the tables are the heart.

Plain tables through SQLAlchemy, so that another database than SQLite is a matter of its address.  Every write
is one transaction, on disk before it returns: what was acknowledged survives a killed process.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fimbul.core import FimbulError

VERSION = 1
FILE = "fimbul.sqlite"
MOST_LISTED = 50
MOST_CHAT = 100

schema = MetaData()

meta = Table("meta", schema, Column("name", String, primary_key=True), Column("value", Text, nullable=False))

guests = Table(
    "guests",
    schema,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Integer, nullable=False),
)

tables = Table(
    "tables",
    schema,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String, nullable=False),  # 63 bits, as text: not every database's integers are that long
    Column("invite", String, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_act", Text, nullable=False),
    Column("finished", Integer, nullable=False, index=True),
    Column("outcome", Text),  # also where no rule gave it: somebody resigned
    Column("created", Integer, nullable=False),
    Column("updated", Integer, nullable=False, index=True),
)

seats = Table(
    "seats",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("guest_id", String, index=True),
    Column("name", String, nullable=False),
    Column("plays", String, nullable=False),
    Column("bot", String),
)

actions = Table(
    "actions",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", Integer, nullable=False),
)

chats = Table(
    "chats",
    schema,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Integer, nullable=False),
)

pieces = Table(
    "pieces",
    schema,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("guest_id", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("piece", Text, nullable=False),
    Column("created", Integer, nullable=False),
)


class Conflict(Exception):
    """That ply of that table, or that seat, is no longer free."""


class SeatRow(msgspec.Struct):
    """Who sits in a seat: a person, a bot, or nobody yet."""

    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    plays: str = ""
    bot: str | None = None


class TableRow(msgspec.Struct, kw_only=True):
    """A table as it is stored, without its actions."""

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    seed: int
    invite: str
    listed: bool = True
    epoch: int = 0
    ply: int = 0
    to_act: list[int]
    finished: bool = False
    outcome: dict[str, Any] | None = None
    created: int = 0
    updated: int = 0
    seats: list[SeatRow]


class Deed(msgspec.Struct, frozen=True):
    """A stored action."""

    seat: int
    action: str


class Spoken(msgspec.Struct, frozen=True):
    """A line of the table's talk."""

    name: str
    text: str
    at: int


class Piece(msgspec.Struct, frozen=True):
    """Something that a person built and saved."""

    id: str
    game: str
    name: str
    piece: Any


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands after a change: what the list of tables shows."""

    ply: int
    to_act: tuple[int, ...]
    outcome: dict[str, Any] | None


def now() -> int:
    """The time, in whole seconds."""
    return int(time.time())


def dumps(value: Any) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


class Store:
    """The open database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writer = engine.execution_options(fimbul_write=True)
        self.turn = asyncio.Lock()  # SQLite has one writer at a time; waiting here is cheaper than there

    @classmethod
    async def open(cls, folder: Path) -> "Store":
        """The database in a folder, made if there is none; a sentence if it cannot be used."""
        file = folder / FILE
        engine = create_async_engine(f"sqlite+aiosqlite:///{file}", connect_args={"timeout": 10})
        event.listen(engine.sync_engine, "connect", prepare)
        event.listen(engine.sync_engine, "begin", begin)
        store = cls(engine)
        try:
            await store.create_schema(file)
        except (DBAPIError, sqlite3.Error) as problem:
            await engine.dispose()
            reason = problem.orig if isinstance(problem, DBAPIError) else problem
            raise FimbulError(f"The database {file} cannot be used: {reason}.") from None
        except FimbulError:
            await engine.dispose()
            raise
        return store

    async def create_schema(self, file: Path) -> None:
        """Make the tables if there are none, all or nothing; refuse those of a newer fimbul."""
        async with self.writing() as connection:
            await connection.run_sync(meta.create, checkfirst=True)
            version = await connection.scalar(select(meta.c.value).where(meta.c.name == "version"))
            if version is None:
                await connection.run_sync(schema.create_all)
                await connection.execute(insert(meta).values(name="version", value=str(VERSION)))
            elif version != str(VERSION):
                raise FimbulError(
                    f"The database {file} was made by a newer fimbul (its format is {version}, and this one "
                    f"reads {VERSION}): use that fimbul, or choose another folder with --data."
                )

    async def close(self) -> None:
        """Let go of it."""
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something."""
        async with self.turn, self.writer.begin() as connection:
            yield connection

    # ---- guests

    async def name_of(self, guest: str) -> str | None:
        """The name that a guest has chosen."""
        async with self.engine.connect() as connection:
            name: str | None = await connection.scalar(select(guests.c.name).where(guests.c.id == guest))
            return name

    async def set_name(self, guest: str, name: str) -> list[str]:
        """Keep a guest's name, also where they sit in a game that goes on; the ids of those tables."""
        async with self.writing() as connection:
            changed = await connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
            if not changed.rowcount:
                await connection.execute(insert(guests).values(id=guest, name=name, created=now()))
            going = select(tables.c.id).where(tables.c.finished == 0)
            mine = (seats.c.guest_id == guest) & seats.c.table_id.in_(going)
            found = (await connection.scalars(select(seats.c.table_id).where(mine))).all()
            await connection.execute(update(seats).where(mine).values(name=name))
            return list(found)

    # ---- tables

    async def add_table(self, row: TableRow, deeds: Sequence[Deed] = ()) -> None:
        """Keep a new table, with the actions that it starts from."""
        at = now()
        values = {name: getattr(row, name) for name in ("id", "game", "rules", "invite", "epoch", "ply")} | {
            "options": dumps(row.options),
            "seed": str(row.seed),
            "listed": int(row.listed),
            "to_act": dumps(row.to_act),
            "finished": int(row.finished),
            "outcome": dumps(row.outcome) if row.outcome else None,
            "created": at,
            "updated": at,
        }
        async with self.writing() as connection:
            await connection.execute(insert(tables).values(values))
            await connection.execute(
                insert(seats),
                [
                    {
                        "table_id": row.id,
                        "seat": seat.seat,
                        "kind": seat.kind,
                        "guest_id": seat.guest,
                        "name": seat.name,
                        "plays": seat.plays,
                        "bot": seat.bot,
                    }
                    for seat in row.seats
                ],
            )
            if deeds:
                await connection.execute(
                    insert(actions),
                    [
                        {"table_id": row.id, "ply": ply, "seat": deed.seat, "action": deed.action, "at": at}
                        for ply, deed in enumerate(deeds)
                    ],
                )
        row.created = row.updated = at

    async def table(self, table: str) -> TableRow | None:
        """One table."""
        async with self.engine.connect() as connection:
            found = await rows(connection, select(tables).where(tables.c.id == table))
            return found[0] if found else None

    async def deeds(self, table: str) -> list[Deed]:
        """The actions of a table, in order."""
        asked = select(actions.c.seat, actions.c.action).where(actions.c.table_id == table)
        async with self.engine.connect() as connection:
            found = await connection.execute(asked.order_by(actions.c.ply))
            return [Deed(seat, action) for seat, action in found]

    async def list_tables(self, show: str, guest: str) -> list[TableRow]:
        """The latest tables that are open to join, that a guest sits at, or that have ended."""
        asked = select(tables)
        here = select(seats.c.table_id).where(seats.c.guest_id == guest)
        if show == "mine":
            asked = asked.where(tables.c.finished == 0, tables.c.id.in_(here))
        elif show == "finished":
            asked = asked.where(tables.c.finished == 1, (tables.c.listed == 1) | tables.c.id.in_(here))
        else:
            vacant = select(seats.c.table_id).where(seats.c.kind == "open")
            asked = asked.where(tables.c.finished == 0, tables.c.listed == 1, tables.c.id.in_(vacant))
        async with self.engine.connect() as connection:
            return await rows(connection, asked.order_by(tables.c.updated.desc()).limit(MOST_LISTED))

    async def take_seat(self, table: str, seat: int, guest: str, name: str) -> None:
        """Seat a guest, or raise `Conflict`."""
        vacant = (seats.c.table_id == table) & (seats.c.seat == seat) & (seats.c.kind == "open")
        async with self.writing() as connection:
            changed = await connection.execute(
                update(seats).where(vacant).values(kind="person", guest_id=guest, name=name)
            )
            if not changed.rowcount:
                raise Conflict
            await connection.execute(update(tables).where(tables.c.id == table).values(updated=now()))

    # ---- play

    async def add_deed(self, table: str, epoch: int, ply: int, deed: Deed, progress: Progress) -> None:
        """Keep an action, or raise `Conflict`: its ply is taken, or the table was rewound meanwhile."""
        try:
            async with self.writing() as connection:
                await connection.execute(
                    insert(actions).values(
                        table_id=table, ply=ply, seat=deed.seat, action=deed.action, at=now()
                    )
                )
                here = (tables.c.id == table) & (tables.c.epoch == epoch) & (tables.c.finished == 0)
                changed = await connection.execute(update(tables).where(here).values(columns(progress)))
                if not changed.rowcount:
                    raise Conflict
        except IntegrityError:
            raise Conflict from None

    async def rewind(self, table: str, epoch: int, progress: Progress) -> None:
        """Forget the actions after a ply; the table's epoch becomes the next one."""
        async with self.writing() as connection:
            here = (tables.c.id == table) & (tables.c.epoch == epoch) & (tables.c.finished == 0)
            changed = await connection.execute(
                update(tables).where(here).values(columns(progress) | {"epoch": epoch + 1})
            )
            if not changed.rowcount:
                raise Conflict
            late = (actions.c.table_id == table) & (actions.c.ply >= progress.ply)
            await connection.execute(delete(actions).where(late))

    async def finish(self, table: str, outcome: dict[str, Any]) -> None:
        """End a table by another way than its rules."""
        async with self.writing() as connection:
            changed = await connection.execute(
                update(tables)
                .where(tables.c.id == table, tables.c.finished == 0)
                .values(finished=1, outcome=dumps(outcome), to_act="[]", updated=now())
            )
            if not changed.rowcount:
                raise Conflict

    # ---- talk and pieces

    async def say(self, table: str, said: Spoken) -> None:
        """Keep a line of talk."""
        async with self.writing() as connection:
            await connection.execute(
                insert(chats).values(table_id=table, name=said.name, text=said.text, at=said.at)
            )

    async def talk(self, table: str) -> list[Spoken]:
        """The last lines of a table's talk."""
        asked = select(chats.c.name, chats.c.text, chats.c.at).where(chats.c.table_id == table)
        async with self.engine.connect() as connection:
            found = await connection.execute(asked.order_by(chats.c.id.desc()).limit(MOST_CHAT))
            return [Spoken(*row) for row in found][::-1]

    async def add_piece(self, piece: Piece, guest: str) -> None:
        """Keep what somebody built."""
        async with self.writing() as connection:
            await connection.execute(
                insert(pieces).values(
                    id=piece.id,
                    game=piece.game,
                    guest_id=guest,
                    name=piece.name,
                    piece=dumps(piece.piece),
                    created=now(),
                )
            )

    async def piece(self, piece: str) -> Piece | None:
        """A piece by its id."""
        found = await self.find_pieces(pieces.c.id == piece)
        return found[0] if found else None

    async def pieces_of(self, guest: str, game: str | None) -> list[Piece]:
        """A guest's own pieces, the latest first."""
        which = pieces.c.guest_id == guest
        return await self.find_pieces(which & (pieces.c.game == game) if game else which)

    async def find_pieces(self, which: Any) -> list[Piece]:
        """Pieces, the latest first."""
        asked = select(pieces.c.id, pieces.c.game, pieces.c.name, pieces.c.piece).where(which)
        async with self.engine.connect() as connection:
            found = await connection.execute(asked.order_by(pieces.c.created.desc()).limit(MOST_LISTED))
            return [Piece(name, game, title, msgspec.json.decode(text)) for name, game, title, text in found]


def columns(progress: Progress) -> dict[str, Any]:
    """The columns of a table that follow its actions."""
    return {
        "ply": progress.ply,
        "to_act": dumps(progress.to_act),
        "finished": int(progress.outcome is not None),
        "outcome": dumps(progress.outcome) if progress.outcome else None,
        "updated": now(),
    }


async def rows(connection: AsyncConnection, asked: Any) -> list[TableRow]:
    """Tables with their seats."""
    found = (await connection.execute(asked)).mappings().all()
    sitting: dict[str, list[SeatRow]] = {row["id"]: [] for row in found}
    here = select(seats).where(seats.c.table_id.in_(sitting)).order_by(seats.c.seat)
    for seat in (await connection.execute(here)).mappings():
        sitting[seat["table_id"]].append(
            SeatRow(seat["seat"], seat["kind"], seat["guest_id"], seat["name"], seat["plays"], seat["bot"])
        )
    return [
        TableRow(
            **dict(row)
            | {
                "options": msgspec.json.decode(row["options"]),
                "seed": int(row["seed"]),
                "listed": bool(row["listed"]),
                "to_act": msgspec.json.decode(row["to_act"]),
                "finished": bool(row["finished"]),
                "outcome": msgspec.json.decode(row["outcome"]) if row["outcome"] else None,
                "seats": sitting[row["id"]],
            }
        )
        for row in found
    ]


def prepare(connection: Any, _: Any) -> None:
    """A new SQLite connection: its own transactions, and nothing told before it is on disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Any) -> None:
    """Start a transaction; one that writes takes its place at once, so that it cannot fail half-way."""
    writes = connection.get_execution_options().get("fimbul_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
