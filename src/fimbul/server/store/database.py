"""The open database: SQLite in a folder, or PostgreSQL by its address; made, locked and upgraded here."""

import asyncio
import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    JSON,
    ClauseElement,
    Connection,
    Engine,
    MetaData,
    StaticPool,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fimbul.core import FimbulError
from fimbul.server.store import upgrading
from fimbul.server.store.schema import meta, schema

FILE = "fimbul.sqlite"
LOCK_FILE = "lock"
MOST_CONNECTIONS = 10
RESTED = 5.0  # seconds after which a connection is asked whether it is still there
UPGRADE_LOCK = 7_110_614  # any number that all fimbuls share
BROKEN_RULE = "23"  # how the states of integrity errors begin
DISK_FULL = "53100"  # the state of PostgreSQL's error where there is no more room
BUSY = 10  # seconds to wait for another program that writes to the file


T = TypeVar("T")


class Conflict(Exception):
    """Somebody else was first: that ply, seat, name or version is no longer free."""


def now() -> int:
    """The time, in whole seconds."""
    return int(time.time())


def now_ms() -> int:
    """The time, in milliseconds."""
    return time.time_ns() // 1_000_000


class Database:
    """Connections, and transactions that read or write."""

    def __init__(
        self, engine: AsyncEngine, *, lock: "FolderLock | None" = None, hand: "Hand | None" = None
    ) -> None:
        self.engine = engine
        self.shared = shared = hand is None  # whether other processes may have it open too
        self.lock = lock
        self.hand = hand
        self.writer = engine if shared else engine.execution_options(fimbul_write=True)
        # PostgreSQL shows each statement what is committed by then, in a transaction or without: what only
        # looks, or is one statement, needs no messages that begin and end one.
        self.single = engine.execution_options(isolation_level="AUTOCOMMIT") if shared else engine
        # SQLite has one writer.  What is no move waits first at a door that lets one in at a time: so a move
        # waits for at most one of them, however many there are.
        self.turn: Any = contextlib.nullcontext() if shared else asyncio.Lock()
        self.door: Any = contextlib.nullcontext() if shared else asyncio.Lock()

    @classmethod
    async def open(cls, folder: Path, url: str | None = None, *, beside: bool = False) -> "Database":
        """The database of a folder or at an address, made or upgraded if need be.

        `beside` a server that has the folder it is taken as it is.  A sentence if it cannot be.
        """
        name = f"The database {folder / FILE}" if url is None else "The database"
        database = cls.of_folder(folder, beside=beside) if url is None else cls.at(url)
        try:
            await database.settle(folder / FILE if url is None else None)
        except (DBAPIError, sqlite3.Error, OSError) as problem:
            await database.close()
            raise FimbulError(f"{name} cannot be used: {reason_of(problem)}.") from None
        except BaseException as problem:
            await database.close()
            if type(problem).__module__.startswith("asyncpg"):
                raise FimbulError(f"{name} cannot be used: {problem}.") from None
            raise
        return database

    @classmethod
    def of_folder(cls, folder: Path, *, beside: bool = False) -> "Database":
        """The SQLite file of a folder, for this process alone, or `beside` the server that has it."""
        try:
            lock: FolderLock | None = FolderLock(folder / LOCK_FILE)
        except Taken:
            if not beside:
                raise
            lock = None
        file = folder / FILE
        try:
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            os.chmod(file, 0o600)
            share(file)
        except OSError as problem:
            if lock is not None:
                lock.release()
            raise FimbulError(
                f"The database {file} cannot be used: {str(problem.strerror).lower()}."
            ) from None
        engine = create_async_engine(f"sqlite+aiosqlite:///{file}", connect_args={"timeout": BUSY})
        event.listen(engine.sync_engine, "connect", prepare)
        event.listen(engine.sync_engine, "begin", begin)
        return cls(engine, lock=lock, hand=Hand(file))

    @classmethod
    def at(cls, url: str) -> "Database":
        """A PostgreSQL database, which other servers and workers may use too."""
        try:
            import asyncpg  # noqa: F401 (only to see that it is there)
        except ImportError:
            raise FimbulError("PostgreSQL needs the extra 'server': pip install 'fimbul[server]'.") from None
        try:
            address = make_url(url)
        except ArgumentError:
            address = None
        if address is None or address.get_backend_name() not in ("postgresql", "postgres"):
            raise FimbulError("--db is the address of a PostgreSQL database: postgresql://user@host/name.")
        engine = create_async_engine(
            address.set(drivername="postgresql+asyncpg"),
            pool_size=MOST_CONNECTIONS,
            max_overflow=0,
        )
        event.listen(engine.sync_engine, "checkin", rested)
        event.listen(engine.sync_engine, "checkout", partial(woken, engine.sync_engine.dialect))
        return cls(engine)

    async def settle(self, file: Path | None) -> None:
        """Make the tables if there are none, or bring those of an older fimbul up to date."""
        if file is not None and file.stat().st_size:
            async with self.engine.connect() as connection:
                old = await connection.run_sync(upgrading.waiting)
            if old and self.lock is None:
                raise FimbulError("A server of an older fimbul is using the folder: stop it first.")
            if old:
                await asyncio.to_thread(back_up, file, file.with_name(f"{file.name}.before-{old}"))
        async with self.writing() as connection:
            if self.shared:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})")
            await connection.run_sync(bring_up_to_date)

    async def close(self) -> None:
        """Let go of it."""
        await self.engine.dispose()
        if self.hand is not None:
            await self.hand.close()
        if self.lock is not None:
            self.lock.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only looks."""
        async with self.single.connect() as connection:
            yield connection

    @asynccontextmanager
    async def surveying(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that looks at everything as of one moment."""
        async with self.engine.connect() as connection:
            if self.shared:
                await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something: on disk before this ends."""
        async with self.door, self.turn, self.writer.begin() as connection:
            yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The same in one go, for what happens at every move: with SQLite one step into a thread, not ten."""
        if self.hand is None:
            async with self.writing() as connection:
                return await connection.run_sync(work)
        async with self.turn:
            return await self.hand.write(work)

    async def hurry(self, *statements: tuple["Prepared", dict[str, Any]]) -> None:
        """A transaction of every move, each statement of which changes something; otherwise `Conflict`.

        With PostgreSQL it is one statement, and one message.
        """
        if self.hand is not None:
            async with self.turn:
                await self.hand.hurry(statements)
            return
        ((statement, values),) = statements
        async with self.single.connect() as connection:
            driver: Any = connection.sync_connection.connection.driver_connection  # type: ignore[union-attr]
            try:
                done = await driver.execute(statement.text, *statement.arguments(values))
            except BaseException as problem:
                if getattr(problem, "sqlstate", "").startswith(BROKEN_RULE):
                    raise Conflict from None
                await connection.invalidate()
                raise
        if done.endswith(" 0"):
            raise Conflict

    async def glance(self, look: "Look", values: dict[str, Any]) -> list[Any]:
        """The first column of what is asked again and again: with SQLite one step into a thread, not ten."""
        if self.hand is not None:
            return await self.hand.glance(look.sqlite, values)
        async with self.single.connect() as connection:
            driver: Any = connection.sync_connection.connection.driver_connection  # type: ignore[union-attr]
            try:
                found = await driver.fetch(look.postgresql.text, *look.postgresql.arguments(values))
            except BaseException:
                await connection.invalidate()
                raise
        return [row[0] for row in found]

    async def secret(self) -> bytes:
        """The secret that all servers of a shared database sign with."""
        async with self.writing() as connection:
            if self.shared:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})")
            known = await connection.scalar(select(meta.c.value).where(meta.c.name == "secret"))
            if known is None:
                known = secrets.token_hex(32)
                await connection.execute(insert(meta).values(name="secret", value=known))
            return bytes.fromhex(known)


class Prepared:
    """A statement of every move: compiled once, and given to the driver as it is."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self.text = str(compiled)
        self.names: list[str] = compiled.positiontup
        self.own = {name: value for name, value in compiled.params.items() if value is not None}
        self.json = {name for name in self.names if isinstance(compiled.binds[name].type, JSON)}

    def arguments(self, values: dict[str, Any]) -> list[Any]:
        """Named values in the statement's order; those that it has of its own need no name."""
        values = self.own | values
        return [
            msgspec.json.encode(values[name]).decode()
            if name in self.json and values[name] is not None
            else values[name]
            for name in self.names
        ]


class Look:
    """A question that is asked again and again, compiled once for each kind of database."""

    def __init__(self, statement: ClauseElement) -> None:
        self.sqlite = Prepared(statement, sqlite.dialect())
        self.postgresql = Prepared(statement, postgresql.asyncpg.dialect())  # type: ignore[no-untyped-call]


class Hand:
    """A thread with a connection of its own, which writes whole transactions to an SQLite file."""

    def __init__(self, file: Path) -> None:
        self.engine: Engine = create_engine(
            f"sqlite:///{file}",
            connect_args={"timeout": BUSY, "check_same_thread": False},
            poolclass=StaticPool,
            execution_options={"fimbul_write": True},
        )
        event.listen(self.engine, "connect", prepare)
        event.listen(self.engine, "begin", begin)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="writing")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """One transaction."""

        def wholly() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self.thread, wholly)

    async def hurry(self, statements: Sequence[tuple[Prepared, dict[str, Any]]]) -> None:
        """One transaction without the detour through SQLAlchemy."""

        def wholly() -> None:
            with contextlib.closing(self.engine.raw_connection()) as lent:
                driver: Any = lent.driver_connection
                driver.execute("BEGIN IMMEDIATE")
                try:
                    for statement, values in statements:
                        if not driver.execute(statement.text, statement.arguments(values)).rowcount:
                            raise Conflict
                    driver.execute("COMMIT")
                except sqlite3.IntegrityError:
                    raise Conflict from None
                finally:
                    if driver.in_transaction:
                        driver.execute("ROLLBACK")

        await asyncio.get_running_loop().run_in_executor(self.thread, wholly)

    async def glance(self, statement: Prepared, values: dict[str, Any]) -> list[Any]:
        """The first column of what a statement finds."""

        def wholly() -> list[Any]:
            with contextlib.closing(self.engine.raw_connection()) as lent:
                found = lent.driver_connection.execute(statement.text, statement.arguments(values))  # type: ignore[union-attr]
                return [row[0] for row in found.fetchall()]

        return await asyncio.get_running_loop().run_in_executor(self.thread, wholly)

    async def close(self) -> None:
        """Let go of the file when what is being written is written."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self.engine.dispose)
        self.thread.shutdown()


class Taken(FimbulError):
    """Another process has a folder."""


class FolderLock:
    """Keeps a second server off a folder; it is gone when the process is, however that ends."""

    def __init__(self, file: Path) -> None:
        try:
            self.handle: int | None = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise FimbulError(f"{file} cannot be used: {str(problem.strerror).lower()}.") from None
        try:
            if os.name == "posix":
                import fcntl

                fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                import msvcrt

                msvcrt.locking(self.handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            self.release()
            raise Taken(
                f"Another fimbul is using {file.parent}: stop it, or choose another folder with --data."
            ) from None

    def release(self) -> None:
        """Let others in."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def bring_up_to_date(connection: Connection) -> None:
    """The tables of this fimbul, whatever was there before."""
    if inspect(connection).get_table_names():
        upgrading.upgrade(connection)
    else:
        schema.create_all(connection)
        upgrading.stamp(connection)


def back_up(file: Path, copy: Path) -> None:
    """A whole copy of an SQLite database, only for its owner's eyes; of one moment, also while it is used."""
    part = copy.with_name(f"{copy.name}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with (
            contextlib.closing(sqlite3.connect(file, timeout=BUSY)) as source,
            contextlib.closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
        share(part)
        part.replace(copy)
    except (sqlite3.Error, OSError) as problem:
        with contextlib.suppress(OSError):
            part.unlink()
        raise FimbulError(f"{copy} cannot be written: {reason_of(problem)}.") from None


def put_aside(file: Path) -> Path | None:
    """Where an SQLite database that nobody has open stands from now on, if there was one, sound or not."""
    if not file.exists():
        return None
    aside = file.with_name(f"{file.name}.before-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}")
    for tail in ("-wal", "-shm", ""):  # what was written last lies beside the file, by its name
        with contextlib.suppress(FileNotFoundError):
            file.with_name(f"{file.name}{tail}").replace(aside.with_name(f"{aside.name}{tail}"))
    return aside


def disk_is_full(problem: BaseException) -> bool:
    """Whether a database has no room for what it should keep."""
    found: Any = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(found, sqlite3.Error):
        return getattr(found, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return getattr(found, "sqlstate", "") == DISK_FULL


def share(file: Path) -> None:
    """Let what root has made belong to whom the folder belongs: a server runs as somebody else."""
    if os.name == "posix" and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


def reason_of(problem: Exception) -> str:
    """Why the system or a database refused, in their words."""
    if isinstance(problem, OSError) and problem.errno:
        return os.strerror(problem.errno).lower()
    reason = problem.orig if isinstance(problem, DBAPIError) else problem
    return " ".join(str(reason).split())


def check_file(file: Path) -> None:
    """Refuse a file that is no database of fimbul."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as found:
            found.execute("SELECT value FROM meta").fetchone()
    except sqlite3.Error as problem:
        if problem.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            raise FimbulError(f"{file} is no database of fimbul.") from None
        raise FimbulError(f"{file} cannot be read: {reason_of(problem)}.") from None


def differences(connection: Connection, wanted: MetaData = schema) -> list[Any]:
    """Where the tables of a database are not those of this fimbul."""
    from alembic.autogenerate import compare_metadata

    return list(compare_metadata(MigrationContext.configure(connection), wanted))


def rested(_: Any, record: Any) -> None:
    """A connection to PostgreSQL is put away."""
    record.info["rested"] = time.monotonic()


def woken(dialect: Dialect, connection: Any, record: Any, _: Any) -> None:
    """A connection is taken out again: one that rested for long may be dead, and is then made anew.

    To ask before every transaction would cost three messages each.
    """
    if time.monotonic() - record.info.get("rested", time.monotonic()) > RESTED:
        try:
            dialect.do_ping(connection)
        except Exception:
            raise DisconnectionError from None


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
