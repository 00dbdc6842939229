"""Reading the data of the game: characters, cards, locations, scenarios, maps, and the numbers of the rules.

It is a folder of CSV and TOML files.  Your own folder may take its place; it is read and checked whole
before the first move, and what is wrong is said in one sentence that names the file, the row and the field.

    characters.toml  a character a table     assets.csv       an asset a row
    winter.toml      a winter action a table obstacles.csv    an obstacle a row, copies too
    rules.toml       all other numbers       locations.csv    a location a row
    maps.csv         a cell of a layout      scenarios/*.toml a scenario each

In CSV files a list is words with spaces between them, and what a card does is written as
`convert values=1 gains=5`: its kind, then its fields.
"""

import functools
from importlib import resources
from pathlib import Path
from typing import Any

from fimbul.core import BadData
from fimbul.core.reading import Files, fit, own_folder, read_csv, read_rows, read_toml
from fimbul.games.six_winters.library.cells import column_cell
from fimbul.games.six_winters.library.check import check_library
from fimbul.games.six_winters.library.rows import (
    Asset,
    Cell,
    Character,
    Figures,
    Library,
    Location,
    MapRow,
    Obstacle,
    OwnMap,
    Scenario,
    WinterAction,
)

ANY_WINTER: Any = WinterAction  # a union is no class, but is read like one


def read_scenarios(folder: Files, where: str) -> tuple[Scenario, ...]:
    """The scenarios, each in a file of its name; by year, and the printed ones first."""
    try:
        names = sorted(file.name for file in (folder / "scenarios").iterdir() if file.name.endswith(".toml"))
    except OSError as problem:
        raise BadData(f"The folder {where}/scenarios cannot be read: {problem.strerror}.") from None
    found = []
    for name in names:
        who = f"{where}/scenarios/{name}"
        scenario = fit(read_toml(folder, f"scenarios/{name}", where), Scenario, who)
        if scenario.id != name.removesuffix(".toml"):
            raise BadData(f"{who}, id: it must be '{name.removesuffix('.toml')}', not '{scenario.id}'.")
        found.append(scenario)
    return tuple(
        sorted(found, key=lambda scenario: (scenario.year, scenario.source != "printed", scenario.id))
    )


def read_library(folder: Files, where: str) -> Library:
    """The data of a folder, checked whole."""
    library = Library(
        characters=read_rows(folder, "characters.toml", "character", Character, where),
        assets=read_csv(folder, "assets.csv", Asset, where, cell=column_cell),
        obstacles=read_csv(folder, "obstacles.csv", Obstacle, where, cell=column_cell),
        locations=read_csv(folder, "locations.csv", Location, where, cell=column_cell),
        scenarios=read_scenarios(folder, where),
        winter=read_rows(folder, "winter.toml", "action", ANY_WINTER, where),
        maps=read_csv(folder, "maps.csv", Cell, where, cell=column_cell),
        figures=fit(read_toml(folder, "rules.toml", where), Figures, f"{where}/rules.toml"),
    )
    check_library(library, where)
    return library


def load_library(folder: Path) -> Library:
    """The data in your own folder."""
    return read_library(own_folder(folder), str(folder))


@functools.cache
def house_library() -> Library:
    """The data that comes with the game."""
    return read_library(resources.files("fimbul.games.six_winters") / "data", "six_winters/data")


def load_map(path: Path) -> OwnMap:
    """The map in a CSV file with the location, the row and the column of each cell, not yet checked."""
    return OwnMap(cells=read_csv(path.parent, path.name, MapRow, str(path.parent)))
