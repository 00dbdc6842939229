"""Small checks that the checks of all data files use."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, named

MOST = 99  # no rating, cost or number of points is larger
MONTHS = 14


class Identified(Protocol):
    """What has an id."""

    @property
    def id(self) -> str: ...


R = TypeVar("R")
N = TypeVar("N", bound=Identified)


def ids(rows: Iterable[Identified]) -> tuple[str, ...]:
    """The ids of rows."""
    return tuple(row.id for row in rows)


def once(rows: Iterable[tuple[str, R]], key: Callable[[R], object], field: str) -> None:
    """No two rows are for the same."""
    seen: set[object] = set()
    for who, row in rows:
        value = key(row)
        if value in seen:
            shown = ", ".join(map(str, value)) if isinstance(value, tuple) else value
            raise BadData(f"{who}, {field}: '{shown}' is there twice.")
        seen.add(value)


def all_of(found: Iterable[str], wanted: Iterable[str], who: str, field: str) -> None:
    """Everything that must be there is."""
    for each in wanted:
        if each not in found:
            raise BadData(f"{who}, {field}: '{each}' is missing.")


def identified(rows: Sequence[N], who: str) -> None:
    """Every row has an id of its own."""
    for line, row in csv_rows(rows, who):
        named(row.id, f"{line}, id")
    once(csv_rows(rows, who), lambda row: row.id, "id")


def bands(rows: Iterable[tuple[str, R]], ends: Callable[[R], tuple[int, int]], first: int | None) -> int:
    """The bands follow one another without gaps, from the first number on; returns the last."""
    last = None if first is None else first - 1
    for line, row in rows:
        least, most = ends(row)
        if last is not None and least != last + 1:
            raise BadData(
                f"{line}, least: it must be {last + 1}, so that no number is left out, not {least}."
            )
        if most < least:
            raise BadData(f"{line}, most: it must be {least} at least, not {most}.")
        last = most
    return last or 0
