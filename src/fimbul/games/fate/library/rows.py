"""The rows of the data: the map, monsters and legends, monster cards, time tracks, and all other numbers."""

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from fimbul.core.reading import within
from fimbul.games.fate.library.cards import LEGEND, HeroDeck

Terrain = Literal["plains", "forest", "mountain", "lake", "town"]
Faction = Literal["trollkin", "firehorde", "dead", "wyrm"]
Bonus = Literal["damage", "mana", "gold"]
Border = Literal["red", "yellow"]
Deck = Literal["yellow", "red"]
Track = Literal["short", "long"]
Source = Literal["printed", "answered", "found", "unclear"]  # answered: by the designers
FACTIONS: tuple[str, ...] = get_args(Faction)
TOWN = "grimheim"  # the location that is the town
MOST = 99  # no number is larger

AttackFace = Literal["miss", "rune", "cover", "hit"]
MonsterFace = Literal["clockwise", "counter_clockwise", "attack", "push", "charge", "ambush"]


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of monster, or one level of a legend.  What only legends have is 0 or empty for the others."""

    id: str  # goblin, queen_of_the_dead_1
    name: str
    faction: Faction
    rank: int  # 4: a legend
    strength: int
    health: int
    xp: int
    move: int = 1
    range: int = 1
    armor: int = 0
    supply: int = 1  # tiles
    level: int = 0  # of a legend: 1 yellow, 2 red
    text: str = ""  # what is special, in our words

    shielded: bool = False  # takes damage only from adjacent characters
    escort: str = ""  # on arrival, one of these in every free area around the place of arrival
    runes_for: Literal["", Faction] = ""  # while in play, runes are hits for this faction
    support: int = 0  # while in play, trollkin support is this much
    scaled: bool = False  # strength is the health left
    health_for: Literal["", Faction] = ""  # while in play, other monsters of this faction have 1 health more
    gaze: int = 0  # unpreventable damage to every hero, instead of an attack
    attacks: int = 1
    rune_hits: int = 0  # hits for each rune of its own

    @property
    def the(self) -> str:
        """Its name in a sentence; a legend that has a name of its own goes without an article."""
        return self.name if self.rank >= LEGEND and " " not in self.name else f"the {self.name}"


class Area(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One hex of the map."""

    x: int
    y: int
    terrain: Terrain
    location: str = ""  # a location's id, lower case with underscores: dark_forest
    road: bool = False
    dir: int = 0  # where monsters go from here: a clock hour; 0 where none can stand
    bonus: Literal["", Bonus] = ""
    amount: int = 0
    source: Source = "printed"


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named location."""

    id: str
    name: str
    border: Literal["", Border] = ""
    heroes: bool = False  # heroes may enter although it is a mountain, everybody although it is a lake
    slots: tuple[tuple[int, int], ...] = ()


class Horde(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A monster card: who appears where."""

    deck: Deck
    number: int
    name: str
    location: str
    legend: str = ""  # a kind's id
    placements: tuple[tuple[str, int, int], ...]  # kind, x, y


class Turn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of a time track."""

    track: Track
    step: int
    deck: Literal["", Deck] = ""  # which cards are drawn for reinforcement
    skull: bool = False
    source: Source = "found"


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers that stand on no card."""

    source: str
    town_pieces: tuple[int, ...]  # for one player, for two, and so on
    most_pieces: int
    loss_monster: int
    loss_legend: int
    loss_knockout: int
    knockout_damage: int
    start_gold: int
    start_mana: int
    start_cards: int
    upgrade_costs: tuple[int, ...]  # the last one for ever
    harder_step: int
    actions: int
    prepare: int
    focus: int
    mend: int
    mend_in_town: int
    practice: int
    turn_draw: int
    hand_limit: int
    attack_die: tuple[AttackFace, ...]
    monster_die: tuple[MonsterFace, ...]


class Library(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """All data of a game."""

    areas: tuple[Area, ...]
    places: tuple[Place, ...]
    monsters: tuple[Kind, ...]
    legends: tuple[Kind, ...]
    hordes: tuple[Horde, ...]
    turns: tuple[Turn, ...]
    heroes: tuple[HeroDeck, ...]
    figures: Figures

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All kinds by number: the monsters, then each level of each legend."""
        return self.monsters + self.legends


def numbers(value: object, path: str) -> Iterator[tuple[str, int]]:
    """All numbers in a struct, with the way to each."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from numbers(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from numbers(item, f"{path}[{index}]")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def sized(value: object, who: str) -> None:
    """No number is negative or very large."""
    for path, number in numbers(value, ""):
        within(number, 0, MOST, f"{who}, {path}")
