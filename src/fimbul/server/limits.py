"""Limits: how often an address and a person may do what costs something, in all processes together."""

import ipaddress
import time
from collections import OrderedDict
from typing import Any

from sqlalchemy import delete
from sqlalchemy.dialects import postgresql

from fimbul.server.problems import Problem
from fimbul.server.store import Database
from fimbul.server.store.schema import counts

WINDOW = 60  # seconds
DAY = 24 * 3600
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
    "guess": (100, 1 << 30),  # of one login, by whomever: enough that nobody is locked out by a stranger
    "register": (5, 20),
    "connect": (120, 480),
    "report": (10, 20),
    "letter": (5, 10),  # to an address that nobody has confirmed yet
    "write": (900, 3600),  # calls of any kind that may change something, at one server
    "read": (1 << 30, 12_000),  # calls of any kind that only look, at one server
}
# And in a day: what stays in the store for good.
DAILY: dict[str, tuple[int, int]] = {
    "open": (1000, 5000),
    "prove": (200, 1000),
    "register": (20, 100),
    "talk": (5000, 20_000),
    "report": (50, 200),
    "letter": (20, 50),
}
SENTENCE = "That was too much at once. Wait a minute."
ENOUGH = "That was enough for one day. Come back tomorrow."


class Limits:
    """Counts by the minute and by the day: in memory, or in the store where several processes share it."""

    def __init__(self, database: Database | None = None, *, on: bool = True) -> None:
        self.on = on
        self.database = database if database is not None and database.shared else None
        self.counted: OrderedDict[tuple[str, int], int] = OrderedDict()

    async def count(self, what: str, person: str | None, address: str) -> None:
        """Refuse what comes too often from a person or an address."""
        for name, most in named(what, LIMITS[what], person, address):
            if self.on and await self.add(name, end_of(WINDOW)) > most:
                raise Problem(429, SENTENCE, retry=WINDOW)
        for name, most in named(f"{what} today", DAILY.get(what), person, address):
            if self.on and await self.add(name, end_of(DAY)) > most:
                raise Problem(429, ENOUGH, retry=end_of(DAY) - int(time.time()))

    def count_here(self, what: str, person: str | None, address: str | None) -> None:
        """The same for this process alone: a wide net, at no cost, for what needs no narrower one."""
        for name, most in named(what, LIMITS[what], person, address):
            if self.on and self.add_here(name, end_of(WINDOW)) > most:
                raise Problem(429, SENTENCE, retry=WINDOW)

    def add_here(self, name: str, until: int) -> int:
        """Count once more in this process; how often it was in the time that ends then."""
        key = (name, until)
        self.counted[key] = self.counted.get(key, 0) + 1
        while len(self.counted) > MOST_COUNTED:
            self.counted.popitem(last=False)
        return self.counted[key]

    async def add(self, name: str, until: int) -> int:
        """Count once more; how often it was in the time that ends then."""
        if self.database is None:
            return self.add_here(name, until)
        first = postgresql.insert(counts).values(name=name, window=until, count=1)
        more = first.on_conflict_do_update(
            index_elements=["name", "window"], set_={"count": counts.c.count + 1}
        ).returning(counts.c.count)
        async with self.database.writing() as connection:
            found: Any = await connection.scalar(more)
            return int(found)

    async def tidy(self) -> None:
        """Forget the minutes and days that are over."""
        moment = int(time.time())
        for key in [key for key in self.counted if key[1] < moment]:
            del self.counted[key]
        if self.database is not None:
            async with self.database.writing() as connection:
                await connection.execute(delete(counts).where(counts.c.window < moment - WINDOW))


def named(
    what: str, most: tuple[int, int] | None, person: str | None, address: str | None
) -> list[tuple[str, int]]:
    """What is counted for a person and for an address, and how often each may be."""
    names = (person, None if address is None else f"@{address}")
    return [
        (f"{what} {name}", limit) for name, limit in zip(names, most or (), strict=False) if name is not None
    ]


def end_of(window: int) -> int:
    """When the present minute, or day, is over."""
    return (int(time.time()) // window + 1) * window


def whereabouts(host: str) -> str:
    """The address that limits count: of IPv6 the network, because one household has 2**64 of them."""
    try:
        place = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(place, ipaddress.IPv6Address):
        if place.ipv4_mapped is not None:
            return str(place.ipv4_mapped)
        return str(ipaddress.ip_network((int(place) >> 64 << 64, 64)))
    return host
