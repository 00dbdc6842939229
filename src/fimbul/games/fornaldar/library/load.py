"""The data of the game: the map, the charts, the pieces, the scenarios (R25.5).

It is a folder of CSV files.  Your own folder may hold any of them, and its files take the place of
those that come with the game.  All is read and checked whole before the first move, and what is wrong is said
in one sentence that names the file, the row and the field.

    map.csv         a hex a row                   calendar.csv      a turn a row
    hexsides.csv    what lies on hexsides         discovery.csv     a cell of the discovery table a row
    splits.csv      the parts of split hexes      mobilization.csv  who can be called by whom
    fortresses.csv  a fortress a row              groups.csv        kingdoms, clans, lone characters
    classes.csv     the classes of fortresses     victory.csv       what gives victory points
    places.csv      the Places of Power           banners.csv       the colours of armies
    terrain.csv     the terrain effects chart     characters.csv    a character a row
    results.csv     the combat results table      ships.csv         a ship a row
    casualties.csv  the casualty table            items.csv         a magic item a row
    attrition.csv   the attrition table           enchantments.csv  an enchantment a row
    scenarios.csv   a scenario a row              setup.csv         where each piece starts

In a cell a list is words with spaces between them.  Movement points are as printed, perhaps with `.5`.  In
terrain.csv `cost` and `fights` have a word for each race, in the order of `RACES`; a cost of `-` means that
the race may not go there, and in `fights` that nothing changes.
"""

import functools
import re
import typing
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import Files, one_cell, own_folder, plain_cell, read_csv
from fimbul.core.wording import either
from fimbul.games.fornaldar.library.check import FILES, SHIPPED, Where, check_library
from fimbul.games.fornaldar.library.rows import Library, Row

# The struct of each part of a library.
KINDS: dict[str, type[Row]] = {
    field.name: typing.get_args(field.type)[0] for field in msgspec.structs.fields(Library)
}
NAMES = tuple(FILES.values())
COAST = "coast.csv"  # how the coast is drawn: it lies with the data, but no table has one of its own
POINTS = re.compile(r"([0-9]{1,3})(?:\.([05]))?\Z")
NOT_ALLOWED = -1


def half_points(text: str) -> int:
    """Movement points as printed, in halves."""
    match = POINTS.match(text)
    if not match:
        raise ValueError(f"'{text}' is no number of movement points; they are written as in '2' or '0.5'")
    return 2 * int(match[1]) + (match[2] == "5")


def pair(word: str, kinds: tuple[Any, ...]) -> list[Any]:
    """Two words with a colon between them: `3218:enchanted`."""
    first, colon, second = word.partition(":")
    if not colon or not first or not second:
        raise ValueError(f"'{word}' is no pair; they are written as in 'one:other'")
    return [one_cell(first, kinds[0]), one_cell(second, kinds[1])]


def column_cell(column: str, text: str, kind: Any) -> Any:
    """What stands in a cell of a column."""
    if text.strip():
        if column == "allowance":
            return half_points(text)
        if column == "cost":
            return [NOT_ALLOWED if word == "-" else half_points(word) for word in text.split()]
        inner = typing.get_args(kind)
        if inner and typing.get_origin(inner[0]) is tuple:
            return [pair(word, typing.get_args(inner[0])) for word in text.split()]
    return plain_cell(column, text, kind)


def read_part(folder: Files, part: str, where: str) -> tuple[Row, ...]:
    """The rows of a part of the data."""
    return read_csv(folder, FILES[part], KINDS[part], where, cell=column_cell)


@functools.cache
def house_library() -> Library:
    """The data that comes with the game."""
    folder = resources.files("fimbul.games.fornaldar") / "data"
    parts: dict[str, Any] = {part: read_part(folder, part, SHIPPED) for part in FILES}
    library = Library(**parts)
    check_library(library)
    return library


def own_library(path: Path) -> Library:
    """The data that comes with the game, with files of your own folder in their place."""
    try:
        names = {file.name for file in own_folder(path).iterdir() if file.name.lower().endswith(".csv")}
    except OSError as problem:
        raise BadData(f"The folder {path} cannot be read: {problem.strerror}.") from None
    here = sorted(names - {COAST})
    for name in here:
        if name not in NAMES:
            raise BadData(f"{path}/{name}: there is no such file in the data; expected {either(NAMES)}.")
    if not here:
        raise BadData(f"The folder {path} has no data of the game in it; there could be {', '.join(NAMES)}.")
    parts: dict[str, Any] = {}
    for part, name in FILES.items():
        own = name in here
        parts[part] = read_part(path, part, str(path)) if own else getattr(house_library(), part)
    library = Library(**parts)
    check_library(library, Where(own=str(path), files=frozenset(here)))
    return library


def load_library(folder: Path | None = None) -> Library:
    """The data of the game: that of a folder, or all as it comes with the game."""
    return house_library() if folder is None else own_library(folder)
