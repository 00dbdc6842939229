"""The map: which locations are next to each other, and how far apart (S1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core.grids import distances

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def near(state: SixWintersState, place: int) -> list[int]:
    """The locations adjacent to one, by number."""
    cells = state.cells
    return sorted(cells[cell] for cell in state.book.around[cells.index(place)] if cells[cell] >= 0)


def far(state: SixWintersState, place: int) -> dict[int, int]:
    """How many steps it is from a location to every other."""
    return distances((place,), lambda here: near(state, here))


def fits(state: SixWintersState, place: int, wanted: tuple[str, ...]) -> bool:
    """Whether a location is of one of these kinds: a tag, a region, or `any`."""
    location = state.book.locations[place]
    return any(kind in ("any", location.region) or kind in location.tags for kind in wanted)
