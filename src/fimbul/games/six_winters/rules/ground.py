"""The map: which locations are next to each other, and how far apart (S1)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.core.grids import distances

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.index import Book
    from fimbul.games.six_winters.state import SixWintersState


def near(state: SixWintersState, place: int) -> tuple[int, ...]:
    """The locations adjacent to one, by number."""
    return neighbours(tuple(state.cells), state.book)[place]


def far(state: SixWintersState, place: int) -> dict[int, int]:
    """How many steps it is from a location to every other."""
    return apart(tuple(state.cells), state.book)[place]


@functools.lru_cache(maxsize=256)
def on_map(cells: tuple[int, ...]) -> tuple[int, ...]:
    """The locations on a map, by number."""
    return tuple(sorted(place for place in cells if place >= 0))


@functools.lru_cache(maxsize=256)
def neighbours(cells: tuple[int, ...], book: Book) -> dict[int, tuple[int, ...]]:
    """The locations adjacent to each, by number, on a map."""
    return {
        place: tuple(sorted(cells[other] for other in book.around[cell] if cells[other] >= 0))
        for cell, place in enumerate(cells)
        if place >= 0
    }


@functools.lru_cache(maxsize=256)
def apart(cells: tuple[int, ...], book: Book) -> dict[int, dict[int, int]]:
    """How many steps it is from each location to every other, on a map."""
    near_to = neighbours(cells, book)
    return {place: distances((place,), near_to.__getitem__) for place in near_to}


def of_kind(state: SixWintersState, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """The locations of these kinds on the map, by number."""
    return found_on_map(tuple(state.cells), state.book, wanted)


@functools.lru_cache(maxsize=1024)
def found_on_map(cells: tuple[int, ...], book: Book, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """The same, worked out once for a map."""
    return tuple(place for place in on_map(cells) if is_of_kind(book, place, wanted))


def fits(state: SixWintersState, place: int, wanted: tuple[str, ...]) -> bool:
    """Whether a location is of one of these kinds: a tag, a region, or `any`."""
    return is_of_kind(state.book, place, wanted)


def is_of_kind(book: Book, place: int, wanted: tuple[str, ...]) -> bool:
    """The same, on any map."""
    location = book.locations[place]
    return any(kind in ("any", location.region) or kind in location.tags for kind in wanted)
