"""A library made ready for play: everything has a number."""

import functools

from fimbul.games.six_winters.cards import RESOURCES, SKILLS, Asset, Character, Location, Obstacle, Scenario
from fimbul.games.six_winters.library import Library, house_library


class Book:
    """A library made ready."""

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


@functools.lru_cache(maxsize=16)
def book_of(library: Library | None) -> Book:
    """The book of a library; None: of our own."""
    return Book(house_library() if library is None else library)
