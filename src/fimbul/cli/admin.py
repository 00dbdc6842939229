"""`fimbul admin`: what those who run a club's server do beside it."""

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fimbul.cli.console import columns, say_json
from fimbul.cli.files import WrongUse, at_home
from fimbul.cli.options import Flag
from fimbul.core import FimbulError

if TYPE_CHECKING:
    from fimbul.server.store import Store
    from fimbul.server.store.people import Person


LONGEST = 18  # digits of a number that a database can hold


def admin(
    what: Literal[
        "backup", "restore", "export", "import", "stats", "ban", "unban", "password", "reports", "settle"
    ],
    target: str | None = None,
    /,
    *,
    data: Path | None = None,
    db: str | None = None,
    reason: str = "against the rules of this club",
    json: Flag = False,
) -> int:
    """Back up, move, count and keep order in a club's data.

    `backup FILE` copies an SQLite database, also while people play, and `restore FILE` puts it back.
    `export FILE` writes everything as one file, which `import FILE` reads into an empty database of either
    kind: so a club moves from a folder to PostgreSQL. `stats` counts. `ban LOGIN` keeps somebody out until
    `unban LOGIN`. `password LOGIN` gives somebody who has lost theirs a new one, prints it, and ends their
    sessions. `reports` lists complaints, and `settle NUMBER` closes one.

    Example: fimbul admin export club.fimbul --db postgresql://fimbul@localhost/fimbul

    Parameters
    ----------
    what
        What to do: backup, restore, export, import, stats, ban, unban, password, reports or settle.
    target
        The file, the login, or the number of a complaint.
    data
        The folder that tables are kept in.
    db
        The address of the PostgreSQL database that they are kept in instead (also FIMBUL_DB).
    reason
        Why somebody is banned, which they are told.
    json
        Print one JSON object, for scripts.
    """
    from platformdirs import user_data_path

    if what not in ("stats", "reports") and target is None:
        raise WrongUse(f"'fimbul admin {what}' needs to know what: a file, a login or a number.")
    if data is not None and db is not None:
        raise WrongUse("A club is in a folder (--data) or in a database (--db): name one of them.")
    folder = at_home(data) if data is not None else user_data_path("fimbul", appauthor=False)
    if data is None:
        db = db or os.environ.get("FIMBUL_DB") or None
    if what in ("backup", "restore"):
        if db is not None:
            raise WrongUse("Back up PostgreSQL with pg_dump, or move its data with 'fimbul admin export'.")
        report = copy_folder(what, folder, at_home(Path(str(target))))
    else:
        report = asyncio.run(opened(folder, db, what, str(target), reason))
    if json:
        say_json(report)
    else:
        rows = [(str(name), told(value)) for name, value in report.items()]
        print(columns(rows) if rows else "nothing")
    return 0


def told(value: Any) -> str:
    """A figure for a person."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items()) or "none"
    return str(value)


def copy_folder(what: str, folder: Path, file: Path) -> dict[str, Any]:
    """Copy the SQLite database of a folder to a file, or back."""
    from fimbul.server.store.database import FILE, LOCK_FILE, FolderLock, back_up, check_file, put_aside

    database = folder / FILE
    source, target = (database, file) if what == "backup" else (file, database)
    if not source.is_file():
        raise FimbulError(f"There is no {source}.")
    if target.exists() and what == "backup":
        raise FimbulError(f"{target} is there already: choose another name.")
    check_file(source)
    if what == "backup":
        back_up(source, target)
        return {"copied": str(source), "to": str(target)}
    folder.mkdir(parents=True, exist_ok=True)
    lock = FolderLock(folder / LOCK_FILE)
    try:
        fresh = target.with_name(f"{FILE}.restored")
        back_up(source, fresh)
        kept = put_aside(target)
        fresh.replace(target)
    finally:
        lock.release()
    return {"copied": str(source), "to": str(target)} | (
        {"kept what was there as": str(kept)} if kept else {}
    )


Work = Callable[["Store", str, str], Awaitable[dict[str, Any]]]


async def opened(folder: Path, db: str | None, what: str, target: str, reason: str) -> dict[str, Any]:
    """Do something with the open store; beside a running server, unless it would overwrite what that has."""
    from fimbul.server.store import Store
    from fimbul.server.store.database import FILE

    if db is None and what == "import":
        folder.mkdir(parents=True, exist_ok=True)
    elif db is None and not (folder / FILE).is_file():
        raise FimbulError(f"There is no {folder / FILE}: name the club's folder with --data, or --db.")
    store = await Store.open(folder, db, beside=what != "import")
    try:
        return await ACTIONS[what](store, target, reason)
    finally:
        await store.close()


async def export(store: "Store", target: str, _: str) -> dict[str, Any]:
    """Everything as one file."""
    from fimbul.server.archive import write_archive

    return dict(await write_archive(store.database, at_home(Path(target))))


async def take_in(store: "Store", target: str, _: str) -> dict[str, Any]:
    """Everything from one file."""
    from fimbul.server.archive import read_archive

    return dict(await read_archive(store.database, at_home(Path(target))))


async def stats(store: "Store", _: str, __: str) -> dict[str, Any]:
    """What a club has."""
    from fimbul.server.archive import figures

    return await figures(store.database)


async def ban(store: "Store", login: str, reason: str) -> dict[str, Any]:
    """Keep somebody out."""
    await store.people.ban(await person_of(store, login), reason)
    return {"banned": login, "because": reason}


async def unban(store: "Store", login: str, _: str) -> dict[str, Any]:
    """Let somebody in again."""
    await store.people.ban(await person_of(store, login), None)
    return {"let in again": login}


async def password(store: "Store", login: str, _: str) -> dict[str, Any]:
    """A new password for somebody who has lost theirs, and their recovery codes."""
    from fimbul.server.accounts import password_hasher

    person, fresh = await person_of(store, login), secrets.token_urlsafe(12)
    await store.people.set_password(person, password_hasher().hash(fresh))
    return {"login": login, "new password": fresh}


async def person_of(store: "Store", login: str) -> str:
    """The person of a login."""
    found = await store.people.by_login(login)
    if found is None:
        raise FimbulError(f"There is no account '{login}'.")
    return found.id


async def reports(store: "Store", _: str, __: str) -> dict[str, Any]:
    """Complaints that wait."""
    lines = {}
    for each in await store.people.reports():
        about = await store.people.get(each.other)
        said = await store.people.get(each.person)
        where = f" at table {each.table_id}" if each.table_id else ""
        who, whom = called(said, "a guest"), called(about, "somebody who left")
        lines[str(each.id)] = f"{who} about {whom}{where}: {each.text}"
    return lines


def called(person: "Person | None", unknown: str) -> str:
    """Somebody as those who run the club know them."""
    if person is None:
        return unknown
    return person.login or f"the guest {person.name}"


async def settle(store: "Store", number: str, _: str) -> dict[str, Any]:
    """Close a complaint."""
    if not number.isdecimal() or len(number) > LONGEST or not await store.people.settle(int(number)):
        raise FimbulError(f"There is no complaint number {number}.")
    return {"settled": number}


ACTIONS: dict[str, Work] = {
    "export": export,
    "import": take_in,
    "stats": stats,
    "ban": ban,
    "unban": unban,
    "password": password,
    "reports": reports,
    "settle": settle,
}
