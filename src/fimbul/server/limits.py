"""Limits: how often an address and a person may do what costs something, in all processes together."""

import time
from collections import OrderedDict
from typing import Any

from sqlalchemy import delete
from sqlalchemy.dialects import postgresql

from fimbul.server.problems import Problem
from fimbul.server.store import Database
from fimbul.server.store.schema import counts

WINDOW = 60  # seconds
MOST_COUNTED = 50_000

# What may be done in a minute by one person, and by one address (behind which there may be a whole club).
LIMITS: dict[str, tuple[int, int]] = {
    "open": (60, 240),  # tables, forks, pieces, records
    "act": (600, 2400),
    "think": (30, 120),  # hints
    "replay": (600, 2400),  # earlier positions, logs, records
    "prove": (10, 40),
    "name": (20, 80),
    "talk": (60, 240),
    "login": (10, 30),
    "register": (5, 20),
    "connect": (120, 480),
    "report": (10, 20),
    "write": (900, 3600),  # calls of any kind that may change something, at one server
    "read": (1 << 30, 12_000),  # calls of any kind that only look, at one server
}
SENTENCE = "That was too much at once. Wait a minute."


class Limits:
    """Counts by the minute: in memory, or in the store where several processes share it."""

    def __init__(self, database: Database | None = None, *, on: bool = True) -> None:
        self.on = on
        self.database = database if database is not None and database.shared else None
        self.counted: OrderedDict[tuple[str, int], int] = OrderedDict()

    async def count(self, what: str, person: str | None, address: str) -> None:
        """Refuse what comes too often from a person or an address."""
        for name, most in zip((person, f"@{address}"), LIMITS[what], strict=True):
            if self.on and name is not None and await self.add(f"{what} {name}") > most:
                raise Problem(429, SENTENCE, retry=WINDOW)

    def count_here(self, what: str, person: str | None, address: str) -> None:
        """The same for this process alone: a wide net, at no cost, for what needs no narrower one."""
        for name, most in zip((person, f"@{address}"), LIMITS[what], strict=True):
            if self.on and name is not None and self.add_here(f"{what} {name}") > most:
                raise Problem(429, SENTENCE, retry=WINDOW)

    def add_here(self, name: str) -> int:
        """Count once more in this process; how often it was in this minute."""
        key = (name, int(time.time()) // WINDOW)
        self.counted[key] = self.counted.get(key, 0) + 1
        while len(self.counted) > MOST_COUNTED:
            self.counted.popitem(last=False)
        return self.counted[key]

    async def add(self, name: str) -> int:
        """Count once more; how often it was in this minute."""
        if self.database is None:
            return self.add_here(name)
        window = int(time.time()) // WINDOW
        first = postgresql.insert(counts).values(name=name, window=window, count=1)
        more = first.on_conflict_do_update(
            index_elements=["name", "window"], set_={"count": counts.c.count + 1}
        ).returning(counts.c.count)
        async with self.database.writing() as connection:
            found: Any = await connection.scalar(more)
            return int(found)

    async def tidy(self) -> None:
        """Forget the minutes that are over."""
        window = int(time.time()) // WINDOW
        for key in [key for key in self.counted if key[1] < window]:
            del self.counted[key]
        if self.database is not None:
            async with self.database.writing() as connection:
                await connection.execute(delete(counts).where(counts.c.window < window - 1))
