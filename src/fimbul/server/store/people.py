"""People in the store: guests and accounts, their sessions, keys, friends and complaints."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from fimbul.server.store.database import Conflict, Database, now
from fimbul.server.store.schema import (
    chats,
    contacts,
    notices,
    passkeys,
    people,
    pieces,
    ratings,
    recovery_codes,
    reports,
    results,
    seats,
    seeks,
    sessions,
    tables,
    ties,
)

GONE = "Somebody who left"
# What a table tells about all who sit there, and not about whoever opened it.
OTHERS_TOO = {
    "seed", "salt", "plans", "invite", "version", "epoch", "ply", "clock", "deadline", "updated", "sent_away",
}  # fmt: skip


class Person(msgspec.Struct, frozen=True):
    """A person whom the store knows."""

    id: str
    name: str
    login: str | None
    password: str | None
    banned: str | None
    settings: dict[str, Any]
    created: int


class Session(msgspec.Struct, frozen=True):
    """A browser's session or a program's token."""

    id: str
    person: str
    kind: str
    name: str
    created: int
    seen: int


class Passkey(msgspec.Struct, frozen=True):
    """A passkey; `uses` counts up, so that a copied one is noticed."""

    id: str
    person: str
    name: str
    key: bytes
    uses: int
    created: int


class Tie(msgspec.Struct, frozen=True):
    """What one person has said about another."""

    other: str
    name: str
    kind: str
    mutual: bool


class Report(msgspec.Struct, frozen=True):
    """A complaint."""

    id: int
    person: str
    other: str
    table_id: str | None
    text: str
    at: int
    settled: bool


class People:
    """The people's part of the store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def upsert(self, table: Any) -> Any:
        """An insert that may meet what is already there."""
        return (postgresql if self.database.shared else sqlite).insert(table)

    # ---- who they are

    async def get(self, person: str) -> Person | None:
        """A person by their id."""
        return await self.find(people.c.id == person)

    async def by_login(self, login: str) -> Person | None:
        """An account by what its owner logs in with."""
        return await self.find(people.c.login == login.lower())

    async def is_account(self, person: str) -> bool:
        """Whether a person has registered."""
        return bool(await self.accounts_among({person}))

    async def accounts_among(self, some: Collection[str]) -> set[str]:
        """Those of some people who have registered."""
        async with self.database.reading() as connection:
            here = select(people.c.id).where(people.c.id.in_(some), people.c.login.is_not(None))
            return set((await connection.scalars(here)).all())

    async def find(self, which: Any) -> Person | None:
        """One person."""
        async with self.database.reading() as connection:
            found = (await connection.execute(select(people).where(which))).mappings().first()
            return Person(**found) if found else None

    async def name_of(self, person: str) -> str | None:
        """The name that a person has chosen."""
        async with self.database.reading() as connection:
            name: str | None = await connection.scalar(select(people.c.name).where(people.c.id == person))
            return name

    async def ensure(self, person: str, name: str) -> None:
        """Know a person from now on."""
        async with self.database.writing() as connection:
            await self.know(connection, person, name)

    async def know(self, connection: AsyncConnection, person: str, name: str) -> None:
        """The same, within a transaction."""
        values = {"id": person, "name": name, "settings": {}, "created": now()}
        await connection.execute(self.upsert(people).values(values).on_conflict_do_nothing())

    async def set_name(self, person: str, name: str) -> list[str]:
        """Keep a person's name, also where they sit in a game that goes on; the ids of those tables."""
        async with self.database.writing() as connection:
            await self.know(connection, person, name)
            await connection.execute(update(people).where(people.c.id == person).values(name=name))
            going = select(tables.c.id).where(tables.c.finished.is_(False))
            mine = (seats.c.person == person) & seats.c.table_id.in_(going)
            found = list((await connection.scalars(select(seats.c.table_id).where(mine))).all())
            await connection.execute(update(seats).where(mine).values(name=name))
            await bump(connection, found)
            return found

    async def set_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Keep a person's settings."""
        async with self.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(settings=settings))

    async def ban(self, person: str, why: str | None) -> bool:
        """Keep somebody out, or let them in again; whether they are known."""
        async with self.database.writing() as connection:
            done = await connection.execute(update(people).where(people.c.id == person).values(banned=why))
            if why is not None:
                await connection.execute(delete(sessions).where(sessions.c.person == person))
            return bool(done.rowcount)

    # ---- accounts

    async def register(self, person: str, name: str, login: str, password: str | None) -> list[str]:
        """Make a guest an account, or raise `Conflict`: the login is taken.  The tables where they sit."""
        try:
            async with self.database.writing() as connection:
                await self.know(connection, person, name)
                here = (people.c.id == person) & people.c.login.is_(None)
                values = {"login": login.lower(), "password": password}
                done = await connection.execute(update(people).where(here).values(values))
                if not done.rowcount:
                    raise Conflict
                mine = select(seats.c.table_id).where(seats.c.person == person)
                found = list((await connection.scalars(mine)).all())
                await bump(connection, found)
                return found
        except IntegrityError:
            raise Conflict from None

    async def set_password(self, person: str, password: str) -> None:
        """Keep a new password's hash; all sessions end."""
        async with self.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(password=password))
            await connection.execute(
                delete(sessions).where(sessions.c.person == person, sessions.c.kind == "browser")
            )

    async def adopt(self, guest: str, account: str) -> list[str]:
        """Give what a guest has to an account; the tables concerned."""
        async with self.database.writing() as connection:
            known = await connection.scalar(select(people.c.login).where(people.c.id == guest))
            if known is not None or guest == account:
                return []
            name = await connection.scalar(select(people.c.name).where(people.c.id == account))
            already = select(seats.c.table_id).where(seats.c.person == account)
            mine = (seats.c.person == guest) & seats.c.table_id.not_in(already)
            found = list((await connection.scalars(select(seats.c.table_id).where(mine))).all())
            await connection.execute(update(seats).where(mine).values(person=account, name=name))
            await connection.execute(update(tables).where(tables.c.host == guest).values(host=account))
            for column in (pieces.c.person, chats.c.person, results.c.player, seats.c.loser):
                await connection.execute(
                    update(column.table).where(column == guest).values({column.name: account})
                )
            await bump(connection, found)
            return found

    async def remove(self, person: str) -> list[str]:
        """Forget a person; their games stay, without their name.  The tables that still go on."""
        async with self.database.writing() as connection:
            going = select(tables.c.id).where(tables.c.finished.is_(False))
            mine = (seats.c.person == person) & seats.c.table_id.in_(going)
            found = list((await connection.scalars(select(seats.c.table_id).where(mine))).all())
            await connection.execute(
                update(seats).where(seats.c.person == person).values(person=None, name=GONE)
            )
            await connection.execute(update(seats).where(seats.c.loser == person).values(loser=None))
            await connection.execute(update(tables).where(tables.c.host == person).values(host=None))
            await connection.execute(update(results).where(results.c.player == person).values(player="gone"))
            await connection.execute(update(reports).where(reports.c.person == person).values(person="gone"))
            await connection.execute(delete(ties).where((ties.c.person == person) | (ties.c.other == person)))
            for column in (
                chats.c.person, pieces.c.person, ratings.c.player, sessions.c.person, passkeys.c.person,
                recovery_codes.c.person, contacts.c.person, seeks.c.person, notices.c.person, people.c.id,
            ):  # fmt: skip
                await connection.execute(delete(column.table).where(column == person))
            await bump(connection, found)
            return found

    async def export(self, person: str) -> dict[str, Any]:
        """Everything that is stored about a person."""
        told: dict[str, Any] = {}
        async with self.database.reading() as connection:
            for name, column, hidden in (
                ("person", people.c.id, {"password"}),
                ("sessions", sessions.c.person, {"secret"}),
                ("passkeys", passkeys.c.person, {"key"}),
                ("friends_and_blocked", ties.c.person, set()),
                ("reports", reports.c.person, set()),
                ("seats", seats.c.person, set()),
                ("given_up", seats.c.loser, set()),
                ("opened_tables", tables.c.host, OTHERS_TOO),
                ("seeking", seeks.c.person, set()),
                ("notices", notices.c.person, set()),
                ("talk", chats.c.person, set()),
                ("pieces", pieces.c.person, set()),
                ("ratings", ratings.c.player, set()),
                ("results", results.c.player, set()),
                ("contacts", contacts.c.person, {"code"}),
            ):
                shown = [each for each in column.table.c if each.name not in hidden]
                found = (await connection.execute(select(*shown).where(column == person))).mappings()
                told[name] = [dict(row) for row in found]
        return told

    # ---- sessions and tokens

    async def add_session(self, session: Session, secret: str) -> None:
        """Keep a session or a token by the hash of its secret."""
        async with self.database.writing() as connection:
            values = {**msgspec.structs.asdict(session), "secret": secret}
            await connection.execute(insert(sessions).values(values))

    async def session(self, secret: str) -> Session | None:
        """The session of a secret's hash."""
        async with self.database.reading() as connection:
            asked = select(*columns(sessions, Session)).where(sessions.c.secret == secret)
            found = (await connection.execute(asked)).mappings().first()
            return Session(**found) if found else None

    async def sessions_of(self, person: str) -> list[Session]:
        """A person's sessions and tokens."""
        async with self.database.reading() as connection:
            asked = select(*columns(sessions, Session)).where(sessions.c.person == person)
            return [Session(**row) for row in (await connection.execute(asked)).mappings()]

    async def alive(self, names: Collection[str]) -> set[str]:
        """Those of some sessions that have not been ended."""
        async with self.database.reading() as connection:
            here = select(sessions.c.id).where(sessions.c.id.in_(names))
            return set((await connection.scalars(here)).all())

    async def touch(self, session: str) -> None:
        """A session was used."""
        async with self.database.writing() as connection:
            await connection.execute(update(sessions).where(sessions.c.id == session).values(seen=now()))

    async def end_session(self, person: str, session: str) -> bool:
        """End one of a person's sessions; whether there was one."""
        async with self.database.writing() as connection:
            here = (sessions.c.id == session) & (sessions.c.person == person)
            return bool((await connection.execute(delete(sessions).where(here))).rowcount)

    async def expire_sessions(self, before: int) -> None:
        """Forget browsers' sessions that were not used for long."""
        async with self.database.writing() as connection:
            old = (sessions.c.kind == "browser") & (sessions.c.seen < before)
            await connection.execute(delete(sessions).where(old))

    # ---- passkeys and recovery codes

    async def add_passkey(self, passkey: Passkey) -> None:
        """Keep a passkey, or raise `Conflict`: it is known."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(passkeys).values(msgspec.structs.asdict(passkey)))
        except IntegrityError:
            raise Conflict from None

    async def passkey(self, name: str) -> Passkey | None:
        """A passkey by its id."""
        async with self.database.reading() as connection:
            found = (
                (await connection.execute(select(passkeys).where(passkeys.c.id == name))).mappings().first()
            )
            return Passkey(**found) if found else None

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """A person's passkeys."""
        async with self.database.reading() as connection:
            asked = select(passkeys).where(passkeys.c.person == person)
            return [Passkey(**row) for row in (await connection.execute(asked)).mappings()]

    async def used_passkey(self, name: str, uses: int) -> None:
        """A passkey was used."""
        async with self.database.writing() as connection:
            await connection.execute(update(passkeys).where(passkeys.c.id == name).values(uses=uses))

    async def remove_passkey(self, person: str, name: str) -> bool:
        """Forget a passkey; whether there was one."""
        async with self.database.writing() as connection:
            here = (passkeys.c.id == name) & (passkeys.c.person == person)
            return bool((await connection.execute(delete(passkeys).where(here))).rowcount)

    async def set_recovery_codes(self, person: str, secrets: list[str]) -> None:
        """Keep the hashes of new recovery codes; the old ones are void."""
        async with self.database.writing() as connection:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
            await connection.execute(
                insert(recovery_codes), [{"person": person, "secret": secret} for secret in secrets]
            )

    async def use_recovery_code(self, person: str, secret: str) -> bool:
        """Use a recovery code up; whether it was one."""
        async with self.database.writing() as connection:
            here = (recovery_codes.c.person == person) & (recovery_codes.c.secret == secret)
            return bool((await connection.execute(delete(recovery_codes).where(here))).rowcount)

    # ---- friends, blocked, reports

    async def tie(self, person: str, other: str, kind: str | None) -> None:
        """Say that another is a friend, is blocked, or neither."""
        async with self.database.writing() as connection:
            here = (ties.c.person == person) & (ties.c.other == other)
            await connection.execute(delete(ties).where(here))
            if kind is not None:
                values = {"person": person, "other": other, "kind": kind, "at": now()}
                await connection.execute(insert(ties).values(values))

    async def ties_of(self, person: str) -> list[Tie]:
        """What a person has said about others."""
        back = ties.alias()
        mutual = (
            select(func.count())
            .where(back.c.person == ties.c.other, back.c.other == person, back.c.kind == ties.c.kind)
            .scalar_subquery()
        )
        asked = select(ties.c.other, people.c.name, ties.c.kind, mutual).join(
            people, people.c.id == ties.c.other
        )
        async with self.database.reading() as connection:
            found = await connection.execute(asked.where(ties.c.person == person))
            return [Tie(other, name, kind, bool(both)) for other, name, kind, both in found]

    async def tied(self, person: str, other: str) -> str | None:
        """What a person has said about one other."""
        async with self.database.reading() as connection:
            kind: str | None = await connection.scalar(
                select(ties.c.kind).where(ties.c.person == person, ties.c.other == other)
            )
            return kind

    async def report(self, person: str, other: str, table: str | None, text: str) -> None:
        """Keep a complaint."""
        values = {
            "person": person,
            "other": other,
            "table_id": table,
            "text": text,
            "at": now(),
            "settled": False,
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(reports).values(values))

    async def reports(self, settled: bool = False) -> list[Report]:
        """Complaints that wait, or that are settled."""
        async with self.database.reading() as connection:
            asked = select(reports).where(reports.c.settled.is_(settled)).order_by(reports.c.id)
            return [Report(**row) for row in (await connection.execute(asked)).mappings()]

    async def settle(self, report: int) -> bool:
        """A complaint is settled; whether there was one."""
        async with self.database.writing() as connection:
            done = await connection.execute(
                update(reports).where(reports.c.id == report).values(settled=True)
            )
            return bool(done.rowcount)


def columns(table: Any, kind: Any) -> list[Any]:
    """The columns that a struct has fields for."""
    return [table.c[name] for name in kind.__struct_fields__]


async def bump(connection: AsyncConnection, found: list[str]) -> None:
    """Tables whose seats were changed beside them are newer now."""
    if found:
        newer = update(tables).where(tables.c.id.in_(found)).values(version=tables.c.version + 1)
        await connection.execute(newer)
