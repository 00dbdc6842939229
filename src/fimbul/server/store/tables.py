"""Tables in the store: their rows, actions, snapshots and talk.

Every change of a table names the version that it was made from and makes the next one, so of two changes made
at the same time, in whichever processes, one is refused.
"""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from fimbul.server.store.database import Conflict, Database, Look, Prepared, now
from fimbul.server.store.rows import Piece, Request, SeatRow, Spoken, TableRow
from fimbul.server.store.schema import (
    actions,
    boards,
    chats,
    notices,
    people,
    pieces,
    questions,
    results,
    seats,
    snapshots,
    tables,
    ties,
)
from fimbul.table.history import Deed

LESSON = "lesson"  # the access of a table that a lesson needs for a while: it is in no list
BOT = "bot:"  # and its name: the person of what a bot says
MOST_LISTED = 50
MOST_CHAT = 100
FIXED = (
    "id",
    "game",
    "rules",
    "options",
    "seed",
    "salt",
    "origin",
    "chosen",
    "host",
    "hints",
    "created",
)
CHANGING = (
    "access", "invite", "rated", "pace", "clock", "deadline", "epoch", "ply", "to_act", "requests", "plans",
    "rematch", "sent_away", "taken", "finished", "outcome",
)  # fmt: skip


DEED = ("ply", "seat", "action", "request", "at")

CHANGE_ROW = (
    update(tables)
    .where(tables.c.id == bindparam("this_id"), tables.c.version == bindparam("this_version"))
    .values({name: bindparam(name) for name in (*CHANGING, "version", "updated")})
)
ADD_DEED = insert(actions).values(
    {"table_id": bindparam("this_id")} | {name: bindparam(f"deed_{name}") for name in DEED}
)


def both() -> Any:
    """Both at once, for PostgreSQL: one message, and no action is added where no row was changed."""
    changed = CHANGE_ROW.returning(tables.c.id).cte("changed")
    deed = (bindparam(f"deed_{name}", type_=actions.c[name].type) for name in DEED)
    return insert(actions).from_select(("table_id", *DEED), select(changed.c.id, *deed))


# What is done at every move is compiled once.
BOTH = Prepared(both(), postgresql.asyncpg.dialect())  # type: ignore[no-untyped-call]
ONE_BY_ONE = tuple(Prepared(each, sqlite.dialect()) for each in (CHANGE_ROW, ADD_DEED))


FALLEN = Look(
    select(tables.c.id)
    .where(tables.c.deadline <= bindparam("moment"), tables.c.finished.is_(False))
    .order_by(tables.c.deadline)
    .limit(bindparam("most"))
)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables somebody looks for: a game, so many seats, a pace, rated or not, options by name."""

    game: str | None = None
    seats: int | None = None
    pace: str | None = None
    rated: bool | None = None
    options: dict[str, str] = {}

    def among(self, asked: Any) -> Any:
        """Those among the tables that are asked for."""
        if self.game is not None:
            asked = asked.where(tables.c.game == self.game)
        if self.rated is not None:
            asked = asked.where(tables.c.rated.is_(self.rated))
        if self.pace is not None:
            kind = tables.c.pace["kind"].as_string()
            asked = asked.where(kind.is_(None) if self.pace == "untimed" else kind == self.pace)
        if self.seats is not None:
            count = select(func.count()).where(seats.c.table_id == tables.c.id).scalar_subquery()
            asked = asked.where(count == self.seats)
        for name, value in self.options.items():
            same = {"true": ("true", "1"), "false": ("false", "0")}.get(value, (value,))
            asked = asked.where(tables.c.options[name].as_string().in_(same))
        return asked


class Tables:
    """The tables' part of the store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # ---- rows

    async def add(
        self, row: TableRow, deeds: Sequence[Deed] = (), states: dict[int, bytes] | None = None
    ) -> None:
        """Keep a new table, with the actions that it starts from; `Conflict` if its id is taken."""
        row.created = row.updated = at = now()
        values = {name: plain(row, name) for name in FIXED + CHANGING} | {
            "version": row.version,
            "updated": at,
        }
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(tables).values(values))
                await connection.execute(insert(seats), [seat_values(row.id, seat) for seat in row.seats])
                if deeds:
                    await connection.execute(
                        ADD_DEED,
                        [deed_values(row.id, ply, deed, at) for ply, deed in enumerate(deeds)],
                    )
                for ply, state in (states or {}).items():
                    await connection.execute(insert(snapshots).values(snapshot_values(row.id, ply, state)))
        except IntegrityError:
            raise Conflict from None

    async def get(self, table: str) -> TableRow | None:
        """One table."""
        async with self.database.reading() as connection:
            found = await rows(connection, select(tables).where(tables.c.id == table))
            return found[0] if found else None

    async def versions(self, names: Sequence[str]) -> dict[str, int]:
        """The versions of some tables."""
        asked = select(tables.c.id, tables.c.version).where(tables.c.id.in_(names))
        async with self.database.reading() as connection:
            return {str(name): int(version) for name, version in await connection.execute(asked)}

    async def due(self, moment: int, most: int = MOST_LISTED) -> list[str]:
        """The tables at which a flag has fallen."""
        return await self.database.glance(FALLEN, {"moment": moment, "most": most})

    async def touched(self, since: int, most: int = 1000) -> list[str]:
        """The tables that have changed since a moment and still go on, the latest first."""
        asked = select(tables.c.id).where(tables.c.updated >= since, tables.c.finished.is_(False))
        async with self.database.reading() as connection:
            order = tables.c.updated.desc()
            return list((await connection.scalars(asked.order_by(order).limit(most))).all())

    async def uncounted(self, since: int, most: int = 1000) -> list[TableRow]:
        """The tables that have ended since a moment and of which there are no results."""
        counted = select(results.c.table_id).where(results.c.table_id == tables.c.id).exists()
        asked = select(tables).where(tables.c.updated >= since, tables.c.finished, ~counted)
        async with self.database.reading() as connection:
            return await rows(connection, asked.order_by(tables.c.updated.desc()).limit(most))

    async def stop_clock(self, table: str, moment: int) -> None:
        """Wait no longer for a flag that fell, at a table that this fimbul cannot play on."""
        here = (tables.c.id == table) & (tables.c.deadline <= moment)
        async with self.database.writing() as connection:
            await connection.execute(update(tables).where(here).values(deadline=None))

    async def save(self, row: TableRow, changed: Sequence[SeatRow] = ()) -> None:
        """Keep a changed table, or raise `Conflict`: somebody else has changed it first."""
        try:
            await self.database.write(lambda connection: write(connection, row, changed))
        except IntegrityError:
            raise Conflict from None
        row.version += 1

    # ---- lists

    async def listed(
        self,
        show: str,
        person: str,
        wanted: "Wanted | None" = None,
        *,
        most: int = MOST_LISTED,
        before: int | None = None,
    ) -> list[TableRow]:
        """The latest tables that are open to join, that a person sits at, or that have ended."""
        asked = (wanted or Wanted()).among(select(tables))
        sitting = select(seats.c.table_id).where(seats.c.person == person)
        here = sitting.where(seats.c.hidden.is_(False))
        asked = asked.where(tables.c.access != LESSON)
        if show == "hidden":
            asked = asked.where(tables.c.id.in_(sitting.where(seats.c.hidden)))
        elif show == "mine":
            asked = asked.where(tables.c.finished.is_(False), tables.c.id.in_(here))
        elif show == "finished":
            put_away = sitting.where(seats.c.hidden)
            asked = asked.where(tables.c.finished, (tables.c.access == "open") | tables.c.id.in_(here))
            asked = asked.where(tables.c.id.not_in(put_away))
        elif show == "watch":
            asked = asked.where(tables.c.finished.is_(False), tables.c.access == "open", tables.c.ply > 0)
        else:
            vacant = select(seats.c.table_id).where(seats.c.kind == "open")
            blocked = select(ties.c.person).where(ties.c.other == person, ties.c.kind == "blocked")
            avoided = select(ties.c.other).where(ties.c.person == person, ties.c.kind == "blocked")
            liked = select(ties.c.person).where(ties.c.other == person, ties.c.kind == "friend")
            seen = (tables.c.access == "open") | ((tables.c.access == "friends") & tables.c.host.in_(liked))
            asked = asked.where(tables.c.finished.is_(False), seen | (tables.c.host == person))
            asked = asked.where(tables.c.access != "private", tables.c.id.in_(vacant))
            for unwanted in (blocked, avoided):
                asked = asked.where(tables.c.host.is_(None) | tables.c.host.not_in(unwanted))
        if before is not None:
            asked = asked.where(tables.c.updated < before)
        async with self.database.reading() as connection:
            order = (tables.c.updated.desc(), tables.c.id)
            return await rows(connection, asked.order_by(*order).limit(most))

    async def hide(self, table: str, person: str, hidden: bool) -> bool:
        """Put a table away, or take it out again; whether the person sits there."""
        place = (seats.c.table_id == table) & (seats.c.person == person)
        async with self.database.writing() as connection:
            done = await connection.execute(update(seats).where(place).values(hidden=hidden))
            return bool(done.rowcount)

    async def take_out(self, table: str, places: Iterable[int]) -> None:
        """Put a table on the lists of those in some seats again, if they had put it away."""
        here = (seats.c.table_id == table) & seats.c.seat.in_(tuple(places)) & seats.c.hidden
        async with self.database.reading() as connection:
            if (await connection.execute(select(seats.c.seat).where(here).limit(1))).first() is None:
                return
        async with self.database.writing() as connection:
            await connection.execute(update(seats).where(here).values(hidden=False))

    async def remove(self, table: str) -> None:
        """Forget a table and everything about it."""
        async with self.database.writing() as connection:
            for part in (questions, notices, results, chats, snapshots, actions, seats):
                await connection.execute(delete(part).where(part.c.table_id == table))
            await connection.execute(delete(tables).where(tables.c.id == table))

    async def old_lessons(self, before: int) -> list[str]:
        """Lessons that nobody has touched since then."""
        asked = select(tables.c.id).where(tables.c.access == LESSON, tables.c.updated < before)
        async with self.database.reading() as connection:
            return list((await connection.scalars(asked.limit(MOST_LISTED))).all())

    async def lessons_of(self, person: str, game: str) -> list[str]:
        """The lessons that somebody has open in a game."""
        asked = select(tables.c.id).where(
            tables.c.access == LESSON, tables.c.host == person, tables.c.game == game
        )
        async with self.database.reading() as connection:
            return list((await connection.scalars(asked)).all())

    # ---- actions

    async def deeds(self, table: str, start: int = 0) -> list[Deed]:
        """The actions of a table from a ply on, in order."""
        asked = select(actions.c.seat, actions.c.action, actions.c.request)
        asked = asked.where(actions.c.table_id == table, actions.c.ply >= start).order_by(actions.c.ply)
        async with self.database.reading() as connection:
            return [Deed(*found) for found in await connection.execute(asked)]

    async def add_deed(self, row: TableRow, ply: int, deed: Deed, state: bytes | None = None) -> None:
        """Keep an action and the table after it, or raise `Conflict`.

        Its ply is taken, or the table has changed.
        """

        made = deed_values(row.id, ply, deed, now())

        def work(connection: Connection) -> None:
            write(connection, row)
            connection.execute(ADD_DEED, made)
            connection.execute(insert(snapshots).values(snapshot_values(row.id, ply + 1, state or b"")))

        try:
            if state is not None:
                await self.database.write(work)
            else:
                values = next_version(row) | made
                steps = (BOTH,) if self.database.shared else ONE_BY_ONE
                await self.database.hurry(*((step, values) for step in steps))
        except IntegrityError:
            raise Conflict from None
        row.version += 1

    async def rewind(self, row: TableRow, place: int, kept: Sequence[Deed] = ()) -> None:
        """Keep a table that went back to a place; forget the actions after it but for those `kept`."""

        def work(connection: Connection) -> None:
            write(connection, row)
            late = (actions.c.table_id == row.id) & (actions.c.ply >= place)
            connection.execute(delete(actions).where(late))
            late = (snapshots.c.table_id == row.id) & (snapshots.c.ply > place)
            connection.execute(delete(snapshots).where(late))
            for number, deed in enumerate(kept, place):
                connection.execute(ADD_DEED, deed_values(row.id, number, deed, now()))

        await self.database.write(work)
        row.version += 1

    async def snapshot(self, table: str, ply: int) -> tuple[int, bytes] | None:
        """The last snapshot at a ply or before it."""
        asked = select(snapshots.c.ply, snapshots.c.state)
        asked = asked.where(snapshots.c.table_id == table, snapshots.c.ply <= ply)
        async with self.database.reading() as connection:
            found = (await connection.execute(asked.order_by(snapshots.c.ply.desc()).limit(1))).first()
            return (found[0], zlib.decompress(found[1])) if found else None

    async def snapshot_plies(self, table: str) -> set[int]:
        """The plies of which there is a snapshot."""
        asked = select(snapshots.c.ply).where(snapshots.c.table_id == table)
        async with self.database.reading() as connection:
            return set((await connection.scalars(asked)).all())

    async def add_snapshots(self, table: str, version: int, states: dict[int, bytes]) -> None:
        """Keep snapshots that were missing, if the table is still the one they were made from."""
        async with self.database.writing() as connection:
            same = await connection.scalar(
                select(tables.c.version).where(tables.c.id == table).with_for_update(read=True)
            )
            if same != version:
                return
            known = set(
                (await connection.scalars(select(snapshots.c.ply).where(snapshots.c.table_id == table))).all()
            )
            missing = [
                snapshot_values(table, ply, state) for ply, state in states.items() if ply not in known
            ]
            if missing:
                await connection.execute(insert(snapshots), missing)

    # ---- talk, pieces and boards

    async def say(self, table: str, person: str, said: Spoken) -> None:
        """Keep a line of talk."""
        async with self.database.writing() as connection:
            values = {
                "table_id": table,
                "person": person,
                "name": said.name,
                "text": said.text,
                "at": said.at,
            }
            await connection.execute(insert(chats).values(values))

    async def talk(self, table: str) -> list[Spoken]:
        """The last lines of a table's talk."""
        asked = select(chats.c.name, chats.c.text, chats.c.at, chats.c.person).where(
            chats.c.table_id == table
        )
        async with self.database.reading() as connection:
            found = await connection.execute(asked.order_by(chats.c.id.desc()).limit(MOST_CHAT))
            return [Spoken(name, text, at, bot=(who or "").startswith(BOT)) for name, text, at, who in found][
                ::-1
            ]

    async def add_piece(self, piece: Piece, person: str) -> None:
        """Keep what somebody built."""
        async with self.database.writing() as connection:
            values = {**msgspec.structs.asdict(piece), "person": person, "created": now()}
            await connection.execute(insert(pieces).values(values))

    async def piece(self, piece: str) -> Piece | None:
        """A piece by its id."""
        found = await self.find_pieces(pieces.c.id == piece)
        return found[0] if found else None

    async def pieces_of(self, person: str, game: str | None) -> list[Piece]:
        """A person's own pieces, the latest first."""
        which = pieces.c.person == person
        return await self.find_pieces(which & (pieces.c.game == game) if game else which)

    async def find_pieces(self, which: Any) -> list[Piece]:
        """Pieces, the latest first."""
        asked = select(pieces.c.id, pieces.c.game, pieces.c.name, pieces.c.piece).where(which)
        async with self.database.reading() as connection:
            found = await connection.execute(asked.order_by(pieces.c.created.desc()).limit(MOST_LISTED))
            return [Piece(*row) for row in found]

    async def add_boards(self, drawn: dict[str, bytes]) -> None:
        """Keep boards that frames name, for every process to hand out."""
        dialect = postgresql if self.database.shared else sqlite
        async with self.database.writing() as connection:
            for name, body in drawn.items():
                values = {"name": name, "body": zlib.compress(body), "created": now()}
                await connection.execute(dialect.insert(boards).values(values).on_conflict_do_nothing())

    async def board(self, name: str) -> bytes | None:
        """A board by its name."""
        async with self.database.reading() as connection:
            body = await connection.scalar(select(boards.c.body).where(boards.c.name == name))
            return zlib.decompress(body) if body else None


def write(connection: Connection, row: TableRow, changed: Sequence[SeatRow] = ()) -> None:
    """Write a row as its next version, and the seats that have changed."""
    if not connection.execute(CHANGE_ROW, next_version(row)).rowcount:
        raise Conflict
    for seat in changed:
        place = (seats.c.table_id == row.id) & (seats.c.seat == seat.seat)
        connection.execute(update(seats).where(place).values(seat_values(row.id, seat)))


def next_version(row: TableRow) -> dict[str, Any]:
    """What `CHANGE_ROW` makes of a row that is still as old as this one was."""
    row.updated = now()
    values = {name: plain(row, name) for name in CHANGING}
    versions = {"this_id": row.id, "this_version": row.version, "version": row.version + 1}
    return values | versions | {"updated": row.updated}


def plain(row: TableRow, name: str) -> Any:
    """A field as a column takes it."""
    value = getattr(row, name)
    return msgspec.to_builtins(value) if name in ("requests", "to_act", "plans", "outcome") else value


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    """A seat as columns."""
    values = {"table_id": table, **msgspec.structs.asdict(seat)}
    del values["handle"]
    return values


def deed_values(table: str, ply: int, deed: Deed, at: int) -> dict[str, Any]:
    """What `ADD_DEED` makes an action of."""
    values = {"ply": ply, "at": at, **msgspec.structs.asdict(deed)}
    return {"this_id": table} | {f"deed_{name}": value for name, value in values.items()}


def snapshot_values(table: str, ply: int, state: bytes) -> dict[str, Any]:
    """A snapshot as columns."""
    return {"table_id": table, "ply": ply, "state": zlib.compress(state, 1)}


async def hold_clocks(connection: AsyncConnection, by: int) -> None:
    """Set all clocks that run back by some milliseconds: nobody could have moved meanwhile."""
    asked = select(tables.c.id, tables.c.clock, tables.c.deadline).where(
        tables.c.deadline.is_not(None), tables.c.finished.is_(False)
    )
    held = [
        {"this_id": name, "clock": {**clock, "since": clock["since"] + by}, "deadline": deadline + by}
        for name, clock, deadline in await connection.execute(asked)
    ]
    if held:
        later = update(tables).where(tables.c.id == bindparam("this_id"))
        later = later.values(clock=bindparam("clock"), deadline=bindparam("deadline"))
        await connection.execute(later.values(version=tables.c.version + 1), held)


async def rows(connection: AsyncConnection, asked: Any) -> list[TableRow]:
    """Tables with their seats."""
    found = (await connection.execute(asked)).mappings().all()
    sitting: dict[str, list[SeatRow]] = {row["id"]: [] for row in found}
    here = select(seats, people.c.login.label("handle")).outerjoin(people, people.c.id == seats.c.person)
    here = here.where(seats.c.table_id.in_(sitting)).order_by(seats.c.seat)
    for seat in (await connection.execute(here)).mappings():
        values = dict(seat)
        del values["hidden"]
        sitting[values.pop("table_id")].append(SeatRow(**values))
    return [
        TableRow(
            **dict(row)
            | {
                "requests": [msgspec.convert(each, Request) for each in row["requests"]],
                "seats": sitting[row["id"]],
            }
        )
        for row in found
    ]
