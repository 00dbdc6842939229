"""Reading the data of the game: the map, the monsters and their cards, the time tracks, the heroes' decks.

It is a folder of CSV and TOML files.  A folder of your own may take its place; it is read and checked whole
before the first move.

    map.csv        an area a row          places.csv     a location a row
    monsters.csv   a kind a row           legends.csv    a level of a legend a row
    hordes.csv     a monster card a row   tracks.csv     a step of a time track a row
    rules.toml     all other numbers      heroes/*.toml  a deck each
"""

import functools
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from fimbul.core.reading import Files, fit, fit_rows, own_folder, plain_cell, read_csv, read_toml
from fimbul.games.fate.library.cards import Ability, Equipment, EventCard, HeroCard, HeroDeck
from fimbul.games.fate.library.check import HEROES, check_library
from fimbul.games.fate.library.rows import Area, Figures, Horde, Kind, Library, Place, Turn

SPOT = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\Z")
PUT = re.compile(r"([a-z0-9_]+):([0-9]{1,2})\.([0-9]{1,2})\Z")

# What a row of monsters.csv has; the level, and all fields after the text, are for legends.
MONSTER_COLUMNS = tuple(
    name for name in Kind.__struct_fields__[: Kind.__struct_fields__.index("text") + 1] if name != "level"
)


def slots(text: str) -> tuple[tuple[int, int], ...]:
    """The areas of a cell: `9.1 10.1`."""
    found = []
    for word in text.split():
        match = SPOT.match(word)
        if not match:
            raise ValueError(f"'{word}' is no area; they are written as in '9.1 10.1'")
        found.append((int(match[1]), int(match[2])))
    return tuple(found)


def placements(text: str) -> tuple[tuple[str, int, int], ...]:
    """The monsters of a cell: `goblin:9.1 brute:10.1`."""
    found = []
    for word in text.split():
        match = PUT.match(word)
        if not match:
            raise ValueError(f"'{word}' is no monster in an area; they are written as in 'goblin:9.1'")
        found.append((match[1], int(match[2]), int(match[3])))
    return tuple(found)


LISTS: dict[str, Callable[[str], Any]] = {"slots": slots, "placements": placements}


def column_cell(column: str, text: str, kind: Any) -> Any:
    """What stands in a cell of a column."""
    return LISTS[column](text) if column in LISTS and text else plain_cell(column, text, kind)


def read_hero(folder: Files, hero: str, where: str) -> HeroDeck:
    """A hero's file."""
    name = f"heroes/{hero}.toml"
    who = f"{where}/{name}"
    tables = read_toml(folder, name, where)
    parts: dict[str, Any] = {}
    rows: dict[str, type[Ability | Equipment | EventCard]] = {
        "ability": Ability,
        "equipment": Equipment,
        "event": EventCard,
    }
    for title, kind in rows.items():
        parts[title] = fit_rows(tables, title, kind, who)
    if "hero" in tables:
        parts["hero"] = fit(tables["hero"], HeroCard, f"{who}, hero")
    return fit({**tables, **parts}, HeroDeck, who)


def read_library(folder: Files, where: str) -> Library:
    """The data of a folder, checked whole."""
    library = Library(
        areas=read_csv(folder, "map.csv", Area, where),
        places=read_csv(folder, "places.csv", Place, where, cell=column_cell),
        monsters=read_csv(folder, "monsters.csv", Kind, where, MONSTER_COLUMNS),
        legends=read_csv(folder, "legends.csv", Kind, where),
        hordes=read_csv(folder, "hordes.csv", Horde, where, cell=column_cell),
        turns=read_csv(folder, "tracks.csv", Turn, where),
        heroes=tuple(read_hero(folder, hero, where) for hero in HEROES),
        figures=fit(read_toml(folder, "rules.toml", where), Figures, f"{where}/rules.toml"),
    )
    check_library(library, where)
    return library


def load_library(folder: Path) -> Library:
    """The data of your own folder."""
    return read_library(own_folder(folder), str(folder))


@functools.cache
def house_library() -> Library:
    """The data that comes with the game."""
    return read_library(resources.files("fimbul.games.fate") / "data", "fate/data")
