"""A club's data as one file that any fimbul reads: for moving between stores, and for looking into it."""

import base64
import contextlib
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import LargeBinary, func, insert, select, text

from fimbul.core import FimbulError
from fimbul.server.store import Database
from fimbul.server.store.database import reason_of
from fimbul.server.store.schema import schema
from fimbul.server.store.upgrading import scripts

FORMAT = "fimbul-archive 1"
LEFT_OUT = {"boards", "counts", "shares", "questions", "seeks"}  # made anew when they are needed
BATCH = 500


async def write_archive(database: Database, file: Path) -> dict[str, int]:
    """Everything that is kept, as JSON lines, gzipped; how many rows of each table."""
    counts: dict[str, int] = {}
    if file.exists():
        raise FimbulError(f"{file} is there already: choose another name.")
    part = file.with_name(f"{file.name}.part")
    try:
        part.touch(mode=0o600)
        with gzip.open(part, "wt", encoding="utf-8") as out:
            head = {"format": FORMAT, "schema": scripts().get_current_head()}
            out.write(json.dumps(head) + "\n")
            async for name, row in all_rows(database):
                counts[name] = counts.get(name, 0) + 1
                out.write(json.dumps([name, row], ensure_ascii=False) + "\n")
            out.write(json.dumps({"end": sum(counts.values())}) + "\n")
        part.replace(file)
    except OSError as problem:
        with contextlib.suppress(OSError):
            part.unlink()
        raise FimbulError(f"{file} cannot be written: {reason_of(problem)}.") from None
    return counts


async def all_rows(database: Database) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """Every row that is kept, in an order in which it can be written again, as of one moment."""
    async with database.surveying() as connection:
        for table in schema.sorted_tables:
            if table.name in LEFT_OUT:
                continue
            result = await connection.stream(select(table))
            async for row in result.mappings():
                yield table.name, {key: packed(value) for key, value in row.items()}


def packed(value: Any) -> Any:
    """A value as JSON."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


async def read_archive(database: Database, file: Path) -> dict[str, int]:
    """Fill an empty database from an archive, all or nothing; how many rows of each table."""
    known = {table.name: table for table in schema.sorted_tables}
    counts: dict[str, int] = {}
    async with database.writing() as connection:
        for name in ("people", "tables"):
            if await connection.scalar(select(func.count()).select_from(known[name])):
                raise FimbulError("The archive can be read into an empty database only.")
        await connection.execute(known["meta"].delete())
        for name, rows in batches(file):
            if name not in known:
                raise FimbulError(f"{file} holds '{name[:40]}', which this fimbul does not know.")
            binary = {column.name for column in known[name].c if isinstance(column.type, LargeBinary)}
            for row in rows:
                for key in binary:
                    row[key] = base64.b64decode(row[key]["base64"])
            await connection.execute(insert(known[name]), rows)
            counts[name] = counts.get(name, 0) + len(rows)
        if database.shared:  # numbers that count up go on after those that were read
            for name in ("chats", "reports", "notices"):
                await connection.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), "
                        f"COALESCE((SELECT max(id) FROM {name}), 0) + 1, false)"
                    )
                )
    return counts


def batches(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows of an archive, some of one table at a time; a sentence if it is not whole."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(lines.readline())
            if head.get("format") != FORMAT or head.get("schema") != scripts().get_current_head():
                raise FimbulError(f"{file} is no archive of this fimbul's format.")
            name, whole = "", False
            rows: list[dict[str, Any]] = []
            for count, line in enumerate(lines):
                found = json.loads(line)
                if isinstance(found, dict):
                    whole = found == {"end": count}
                    break
                if rows and (found[0] != name or len(rows) >= BATCH):
                    yield name, rows
                    rows = []
                name = found[0]
                rows.append(found[1])
            if not whole:
                raise FimbulError(f"{file} is cut off.")
            if rows:
                yield name, rows
    except (gzip.BadGzipFile, EOFError, ValueError, KeyError, TypeError, AttributeError):
        raise FimbulError(f"{file} is no archive of fimbul, or a damaged one.") from None
    except OSError as problem:
        raise FimbulError(f"{file} cannot be read: {reason_of(problem)}.") from None


async def figures(database: Database) -> dict[str, Any]:
    """What a club has."""
    tables, people, seats = schema.tables["tables"], schema.tables["people"], schema.tables["seats"]

    async with database.reading() as connection:

        async def count(table: Any, *which: Any) -> int:
            return int(await connection.scalar(select(func.count()).select_from(table).where(*which)) or 0)

        games = select(tables.c.game, func.count()).group_by(tables.c.game).order_by(tables.c.game)
        return {
            "people": await count(people),
            "accounts": await count(people, people.c.login.is_not(None)),
            "banned": await count(people, people.c.banned.is_not(None)),
            "tables": await count(tables),
            "finished": await count(tables, tables.c.finished),
            "rated": await count(tables, tables.c.rated),
            "seats_of_bots": await count(seats, seats.c.kind == "bot"),
            "actions": await count(schema.tables["actions"]),
            "reports_waiting": await count(
                schema.tables["reports"], schema.tables["reports"].c.settled.is_(False)
            ),
            "games": {str(game): int(number) for game, number in await connection.execute(games)},
        }
