"""The library, indexed: everything has a number, and a name that tells copies apart."""

import functools
import re

from fimbul.games.six_winters.library.load import house_library
from fimbul.games.six_winters.library.rows import (
    Asset,
    Character,
    Figures,
    Library,
    Location,
    Obstacle,
    Scenario,
)
from fimbul.games.six_winters.library.terms import RESOURCES, SKILLS

COPY = re.compile(r"_([2-9])$")


def copied(name: str, id: str) -> str:
    """The name of a card; of copies the later ones have a number."""
    copy = COPY.search(id)
    return f"{name} ({copy.group(1)})" if copy else name


def around(figures: Figures, cell: int) -> tuple[int, ...]:
    """The cells of the grid that share an edge with a cell (S1)."""
    row, column = divmod(cell, figures.columns)
    found = []
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        if 0 <= row + down < figures.rows and 0 <= column + right < figures.columns:
            found.append((row + down) * figures.columns + column + right)
    return tuple(found)


class Book:
    """A library, indexed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.figures = library.figures
        self.characters: tuple[Character, ...] = library.characters
        self.assets: tuple[Asset, ...] = library.assets
        self.obstacles: tuple[Obstacle, ...] = library.obstacles
        self.locations: tuple[Location, ...] = tuple(
            sorted(library.locations, key=lambda place: place.number)
        )
        self.scenarios: tuple[Scenario, ...] = library.scenarios
        self.winter = {action.id: action for action in library.winter}
        self.character = {item.id: number for number, item in enumerate(self.characters)}
        self.asset = {item.id: number for number, item in enumerate(self.assets)}
        self.obstacle = {item.id: number for number, item in enumerate(self.obstacles)}
        self.location = {item.id: number for number, item in enumerate(self.locations)}
        self.scenario = {item.id: number for number, item in enumerate(self.scenarios)}
        self.skill: dict[str, int] = {skill: number for number, skill in enumerate(SKILLS)}
        self.resource: dict[str, int] = {resource: number for number, resource in enumerate(RESOURCES)}
        # Powers by card id: abilities and assets have ids of their own.
        self.powers = {
            ability.id: ability.power for person in self.characters for ability in person.abilities
        } | {asset.id: asset.power for asset in self.assets if asset.power is not None}
        self.names = {
            ability.id: ability.name for person in self.characters for ability in person.abilities
        } | {asset.id: asset.name for asset in self.assets}
        self.around = tuple(around(library.figures, cell) for cell in range(self.cells))
        self.asset_names = tuple(copied(card.name, card.id) for card in self.assets)
        self.obstacle_names = tuple(copied(card.name, card.id) for card in self.obstacles)

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        return self.figures.rows * self.figures.columns

    def named_asset(self, id: str) -> str:
        """What an asset is called."""
        return self.asset_names[self.asset[id]] if id in self.asset else id

    def named_obstacle(self, id: str) -> str:
        """What an obstacle is called."""
        return self.obstacle_names[self.obstacle[id]] if id in self.obstacle else id

    def named_location(self, id: str) -> str:
        """What a location is called."""
        return self.locations[self.location[id]].name if id in self.location else id

    def named_character(self, id: str) -> str:
        """What a character is called."""
        return self.characters[self.character[id]].name if id in self.character else id

    def named_card(self, card: str) -> str:
        """What an ability or an asset is called; `jugglepuff-body` is one used against a kind of stress."""
        name, _, track = card.partition("-")
        known = copied(self.names.get(name, name), name)
        return f"{known} against {track}" if track else known


@functools.lru_cache(maxsize=16)
def book_of(library: Library | None) -> Book:
    """The index of a library; None: of our own."""
    return Book(house_library() if library is None else library)
