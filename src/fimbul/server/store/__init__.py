"""What is kept: one database, of which the actions of the tables are the heart.

SQLite in a folder for one server, or PostgreSQL for any number of them.  Every write is one transaction, on
disk before it returns: what was acknowledged survives a killed process.
"""

from pathlib import Path

from fimbul.server.store.database import Conflict, Database, now, now_ms
from fimbul.server.store.people import People
from fimbul.server.store.questions import Questions
from fimbul.server.store.rows import Piece, Request, SeatRow, Spoken, TableRow
from fimbul.server.store.tables import Tables

__all__ = [
    "Conflict",
    "Database",
    "People",
    "Piece",
    "Questions",
    "Request",
    "SeatRow",
    "Spoken",
    "Store",
    "TableRow",
    "Tables",
    "now",
    "now_ms",
]


class Store:
    """The open database, by what it keeps."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.shared = database.shared
        self.tables = Tables(database)
        self.people = People(database)
        self.questions = Questions(database)

    @classmethod
    async def open(cls, folder: Path, url: str | None = None, *, beside: bool = False) -> "Store":
        """The store of a folder, or of a PostgreSQL database at an address; also `beside` a server."""
        return cls(await Database.open(folder, url, beside=beside))

    async def close(self) -> None:
        """Let go of it."""
        await self.database.close()
