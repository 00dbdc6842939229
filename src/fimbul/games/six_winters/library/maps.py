"""Starting maps, ours and your own (S2, S163)."""

import re

from fimbul.core import BadData
from fimbul.core.reading import one_of, within
from fimbul.core.wording import either
from fimbul.games.six_winters.library.rows import Cell, Library, OwnMap

FIRST_LAYOUT = "A"
OWN_LAYOUT = "own"
LAYOUT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}\Z")


def own_cells(own: OwnMap, library: Library) -> tuple[Cell, ...]:
    """The cells of an own map; production stays with the locations."""
    levels = {cell.location: cell.level for cell in library.maps}
    return tuple(
        Cell(
            layout=OWN_LAYOUT,
            row=row.row,
            column=row.column,
            location=row.location,
            level=levels.get(row.location, 0),
        )
        for row in own.cells
    )


def check_maps(library: Library, who: str) -> None:
    """S2: the layouts, each of which is a map as in S163, with the same production."""
    layouts: dict[str, list[tuple[int, Cell]]] = {}
    levels: dict[str, int] = {}
    places = {place.id: place for place in library.locations}
    for number, cell in enumerate(library.maps, 2):
        line = f"{who}, line {number}"
        if not LAYOUT.match(cell.layout) or cell.layout == OWN_LAYOUT:
            raise BadData(f"{line}, layout: '{cell.layout}' cannot be the name of a layout.")
        layouts.setdefault(cell.layout, []).append((number, cell))
        one_of(cell.location, places, f"{line}, location")
        within(cell.level, 0, 2 if places[cell.location].makes else 0, f"{line}, level")
        if levels.setdefault(cell.location, cell.level) != cell.level:
            raise BadData(f"{line}, level: '{cell.location}' has another one further up (S163).")
    if FIRST_LAYOUT not in layouts:
        raise BadData(f"{who}, layout: there must be the layout '{FIRST_LAYOUT}' (S2).")
    for rows in layouts.values():
        check_map(tuple(cell for _, cell in rows), library, who, tuple(number for number, _ in rows))


def check_map(
    cells: tuple[Cell, ...], library: Library, who: str, numbers: tuple[int, ...] | None = None
) -> None:
    """S163: a starting map has the starting locations and keeps the conditions.

    `numbers` are the lines of the cells in their file; if they are left out, from 2 on.
    """
    starting = tuple(cell.location for cell in library.maps if cell.layout == FIRST_LAYOUT)
    regions = {place.id: place.region for place in library.locations}
    spots: dict[tuple[int, int], str] = {}
    rows: dict[str, str] = {}
    known = (*starting, *dict.fromkeys(cell.location for cell in library.maps if cell.layout != FIRST_LAYOUT))
    for number, cell in zip(numbers or range(2, 2 + len(cells)), cells, strict=True):
        line = f"{who}, line {number}"
        if cell.location not in known:
            there = either(dict.fromkeys(known))
            raise BadData(f"{line}, location: '{cell.location}' is in no layout; expected {there}.")
        if cell.location in rows:
            raise BadData(f"{line}, location: '{cell.location}' is there twice (S163).")
        rows[cell.location] = line
        within(cell.row, 0, library.figures.rows - 1, f"{line}, row")
        within(cell.column, 0, library.figures.columns - 1, f"{line}, column")
        holder = spots.setdefault((cell.row, cell.column), cell.location)
        if holder != cell.location:
            raise BadData(f"{line}, column: '{holder}' is in this cell already (S163).")
    for location in starting:
        if location not in rows:
            raise BadData(f"{who}, location: '{location}' is missing (S163).")
    around = {
        location: [
            spots[row + down, column + right]
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (row + down, column + right) in spots
        ]
        for (row, column), location in spots.items()
    }
    for location, others in around.items():
        if regions[location] not in [regions[other] for other in others]:
            raise BadData(
                f"{rows[location]}, location: '{location}' is not adjacent to one of its region (S163)."
            )
    if not any(
        regions[location] == "brightdune" and {"empire", "settled"} <= {regions[other] for other in others}
        for location, others in around.items()
    ):
        raise BadData(
            f"{who}, location: no Brightdune location is adjacent to an Empire location and to a "
            "Settled Lands location (S163)."
        )
    reached: set[str] = set()
    edge = [starting[0]]
    while edge:
        reached.add(edge[-1])
        edge += [other for other in around[edge.pop()] if other not in reached]
    for location in starting:
        if location not in reached:
            raise BadData(f"{rows[location]}, location: '{location}' is cut off from '{starting[0]}' (S163).")
