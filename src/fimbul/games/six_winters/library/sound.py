"""What all data must be: words, numbers, tags, ids; or `BadData`."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from fimbul.core import BadData
from fimbul.core.reading import named

TAG = re.compile(r"[a-z][a-z-]{0,31}\Z")


class Named(Protocol):
    """What has an id and a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def counted(count: int, low: int, high: int, what: str, who: str) -> None:
    """There are neither too few nor too many."""
    if not low <= count <= high:
        bounds = f"{low} to {high}" if low < high else str(low)
        raise BadData(f"{who}: there must be {bounds} {what}, not {count}.")


def filled(value: str, who: str) -> None:
    """There is a text, in one line."""
    if not value.strip():
        raise BadData(f"{who}: it is empty.")
    if "\n" in value:
        raise BadData(f"{who}: it must be in one line.")


def distinct(values: Iterable[object], who: str) -> None:
    """Nothing is there twice."""
    for value, count in Counter(values).items():
        if count > 1:
            raise BadData(f"{who}: {value!r} is there {'twice' if count == 2 else f'{count} times'}.")


def tagged(tags: tuple[str, ...], who: str) -> None:
    """The tags are words, each once."""
    for tag in tags:
        if not TAG.match(tag):
            raise BadData(f"{who}: '{tag}' is no tag; it must be small letters, perhaps with hyphens.")
    distinct(tags, who)


def identified(rows: Iterable[tuple[str, Named]]) -> None:
    """Every row has an id of its own, and a name."""
    seen: set[str] = set()
    for who, row in rows:
        named(row.id, f"{who}, id")
        if row.id in seen:
            raise BadData(f"{who}, id: '{row.id}' is there twice.")
        seen.add(row.id)
        filled(row.name, f"{who}, name")
