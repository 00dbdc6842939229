"""What the data files say: the map, the charts, the pieces and the scenarios, one struct for each row.

Hexes are named as printed, `3927`, and a half of a hex that water splits, `0616b`.  Movement points are
counted in halves, since some hexes cost half a point.  Every row tells its source.
"""

from typing import Literal

import msgspec

Side = Literal["fomorian", "mundane"]
Allegiance = Literal["fomorian", "mundane", "either"]  # either: whoever calls it first (10)
Race = Literal["mundane", "troll", "dwarf", "elf", "merman", "kobold", "jotun", "centaur"]
Terrain = Literal["sea", "lake", "clear", "woods", "forest", "rough", "mountain", "marsh"]
Water = Literal["", "sea", "coastal", "lake", "lakeside"]
Aspect = Literal["normal", "mundane", "enchanted", "wild"]
Weather = Literal["clear", "rain", "snow"]
Day = Literal["skammdegi", "nattleysi"]
Rank = Literal["none", "captain", "marshal", "king"]
Letter = Literal["A", "B", "C", "D", "E", "F"]
Gain = Literal[
    "csp",
    "escort",
    "ship",
    "character",
    "fortress",
    "artifact",
    "heirloom",
    "item",
    "ruin",
    "ruins",
    "stands",
    "passed",
    "held",
    "dead",
    "csp_in",
]
POINT = 2  # a movement point, in the halves in which they are counted
SIDES: tuple[Side, Side] = ("fomorian", "mundane")  # by seat: the Fomorian player moves first (5)
RACES: tuple[Race, ...] = ("mundane", "troll", "dwarf", "elf", "merman", "kobold", "jotun", "centaur")
ROADS = ("trail", "faerie_road", "giants_path", "tunnel")
HEXSIDES = (
    *("river_minor", "river_major", "ford", "bridge", "ferry", "pass", *ROADS),
    *("no_land_passage", "no_sea_passage"),
)
DICE = (2, 12)  # what two dice can show
ODDS = ("1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F")
RANKS: tuple[Rank, ...] = ("none", "captain", "marshal", "king")
# What the engine can do beyond plain ratings: of characters (23), of items (21), and by scenario (24).
SKILLS = (
    *("naval_shift", "retreat_command", "recovery", "far_voice", "no_attrition", "first_round_shift"),
    *("sea_guard", "no_woods", "flying_ship", "opens_place", "claimant", "draugr"),
)
POWERS = (
    *("hero", "king", "armor", "heal_hex", "evade_alone", "evade_stack", "react_out", "cancel_challenge"),
    *("melee_bonus", "trial_shift", "merman_shift", "double_hits", "first_hit_doubled", "six_hits"),
    *("e_becomes_f", "sudden_death", "not_supernatural", "cast_freeze", "cast_fulguration", "cast_elements"),
    *("cast_maelstrom", "vortex_anywhere", "fly_self", "kantele", "hat", "hard_to_enchant", "amulet", "mask"),
    *("sampo", "horn", "dust", "vial", "shoes", "terrain_discount", "talisman", "torque", "sea_horse"),
    *("mirror", "grotti"),
)
SPECIALS = (
    *("no_first_mobilization", "slow_start", "place_closed", "invasion", "spring_levy", "early_march"),
    *("starts_in_movement", "no_first_reaction", "succession", "siege_engine", "early_end", "expedition"),
    *("second_turn_help", "late_help", "centaurs", "flying_ship", "loherim"),
)


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """One row of a data file."""

    source: str


# ---- the map


class Ground(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A hex, or a part of a split one."""

    hex: str
    terrain: tuple[Terrain, ...]  # one, or several to choose from (11.9)
    water: Water = ""
    island: bool = False  # never a friendly coast (glossary)
    kingdom: str = ""  # the id of a group, or "" (sea, no man's land)
    zone: str = ""  # the sea
    aspect: Aspect = "normal"
    fynvirke: bool = False
    name: str = ""


class Edge(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Something on a hexside."""

    hex: str
    other: str
    kind: str  # of HEXSIDES


class Part(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Which neighbours a part of a split hex borders (14.2.5)."""

    hex: str  # the part, `0616` or `0616b`
    borders: tuple[str, ...]  # the other part too, which is reached over the water


class Fortress(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A fortress (18)."""

    hex: str
    name: str = ""
    kind: str  # a row of the terrain effects chart: stockade, castle, broch...
    strength: Literal["A", "B", "C", "D"]
    kingdom: str = ""  # the group it belongs to; "" for Pellost
    scenarios: tuple[str, ...] = ()  # where it stands; () is everywhere
    levy: int = 1  # CSP that it raises in spring (24.1)
    gates: tuple[str, ...] = ()  # hexes that it closes to enemy ships while it stands (18.7)


class Class(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A class of fortresses: its garrison in CSP, and its command rating (18.4)."""

    strength: Literal["A", "B", "C", "D"]
    garrison: int
    command: int


class PowerPlace(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A Place of Power."""

    hex: str
    name: str
    healing: int = 0


# ---- the charts


class Effect(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A row of the terrain effects chart: what a race pays (-1: it may not go there), and how it fights."""

    terrain: str
    kind: Literal["hex", "road", "hexside", "extra", "fortress"]
    cost: tuple[int, ...]  # by race, in half points
    fights: tuple[Literal["-", "H", "D", "T"], ...]  # by race
    overrun: bool = False


class Cell(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A cell of the combat results table.  `r`: the enemy may drive it out; `o`: it may leave."""

    roll: int  # the lowest row is for that or less, the highest for that or more
    odds: str
    attacker: Letter
    defender: Letter
    attacker_mark: Literal["", "r", "o"] = ""
    defender_mark: Literal["", "r", "o"] = ""


class Casualties(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A cell of the casualty table."""

    least: int
    most: int
    letter: Letter
    csp: int
    wounds: int
    star: bool = False


class Wear(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A row of the attrition table."""

    least: int
    most: int
    letter: Letter


class Month(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A turn of the calendar."""

    turn: int
    name: str
    weather: Literal["clear", "rain", "snow", "die"]
    die: tuple[Weather, ...] = ()  # by the roll, where a die decides
    day: Day
    mana: int


class Find(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A cell of the discovery table."""

    scenario: str
    hex: str
    least: int  # of the roll
    most: int
    points: int  # the least search points of the column
    result: str = ""  # nothing, "D", "C1" or the number of an item


class Call(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A row of the mobilization table."""

    scenario: str
    side: Side
    group: str
    number: int
    helped_by: str = ""  # -1 when this group is active
    helped_by_ruins: str = ""  # -1 for each ruin in this kingdom
    helped_by_active: tuple[str, ...] = ()  # -1 for each of these groups that is active


# ---- the pieces


class Banner(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A colour of army pieces."""

    id: str
    name: str
    race: Race
    allowance: int  # half points
    scores: bool = True  # whether its losses give victory points (24.1.2)


class Group(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """What is mobilized together: a kingdom, a clan, or one character on its own."""

    id: str
    name: str
    side: Allegiance
    sides: tuple[tuple[str, Allegiance], ...] = ()  # where a scenario has another one: (scenario, side)
    kingdom: bool = True  # has land of its own on the map

    def side_in(self, scenario: str) -> Allegiance:
        """The side of this group in a scenario."""
        return dict(self.sides).get(scenario, self.side)


class Character(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A character."""

    id: str
    name: str
    banner: str = ""  # his colour, for captains and escorts
    race: Race
    supernatural: bool = False  # R23.2
    ancient: bool = False
    rank: Rank
    command: int
    combat: int
    magic: int
    allowance: int  # half points
    hero: bool = False
    enchanter: bool = False
    flies: bool = False
    swims: bool = False
    escort: bool = False
    home: str = ""  # a hex
    skill: str = ""  # a special ability, of SKILLS (23)
    skill_at: str = ""  # where it works: a hex or a sea
    heir: str = ""  # who becomes king when he dies


class Ship(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A ship."""

    id: str
    name: str
    banner: str = ""
    strength: int
    damaged: int
    capacity: int
    allowance: int  # half points
    bad_sailer: bool = False


class Item(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A magic item: its bonuses, and its special powers."""

    number: int
    id: str
    name: str
    kind: Literal["artifact", "heirloom", "possession"]
    users: str = ""  # the banner that may use an heirloom
    slot: Literal["", "weapon", "staff", "armor"] = ""
    command: int = 0
    combat: int = 0
    magic: int = 0
    powers: tuple[str, ...] = ()  # of POWERS
    barred: tuple[Race, ...] = ()  # who cannot use it
    text: str


class Enchantment(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """An enchantment."""

    number: int
    id: str
    name: str
    reach: Literal["magic", "half", "double", "anywhere"]
    radius: int = 0  # of its effect around the target
    amount: int = 0
    text: str


# ---- the scenarios


class Place(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A piece of a set-up, or a reinforcement.

    A piece without a hex comes later: on its calendar turn, or if it has none, when its group is mobilized.
    """

    scenario: str
    group: str = ""  # what it is mobilized with (R24.2.2.4, R24.3.2.2); "" for an artifact that is hidden
    hex: str = ""
    beside: str = ""  # the hex across the river hexside on which a ship starts
    kind: Literal["character", "army", "ship", "item", "engine"]  # engine: the siege engine (24.2)
    what: str  # the id
    count: int = 1  # CSP of an army; 0: two dice
    bearer: str = ""  # of an item
    turn: int = 0  # of the calendar, of a reinforcement
    into: tuple[str, ...] = ()  # where it comes: these hexes, or any intact fortress of these groups
    hidden: bool = False  # an artifact to be found
    aboard: bool = False
    optional: bool = False  # of Auberon's expedition


class Scenario(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A scenario."""

    id: str  # sampo, northern_war, jotuns
    number: str  # 24.1
    name: str
    first: int  # calendar turns
    last: int
    length: int  # game turns
    active: tuple[str, ...]  # groups
    points: tuple[int, int]  # by seat, at the start
    levels: tuple[int, int, int]  # marginal, substantial and crushing from this difference on
    specials: tuple[str, ...]  # of SPECIALS
    aspects: tuple[tuple[str, Aspect], ...] = ()  # hexes that differ from the map: (hex, aspect)
    ends: tuple[tuple[int, int], ...] = ()  # it may end early after a calendar turn, on this roll or less
    upkeep: tuple[tuple[int, int], ...] = ()  # what Auberon's expedition costs, by calendar turn
    aboard: bool = False  # pieces may start embarked (4.2)


class Award(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """What gives victory points (22.2, 24).

    The first five kinds are scored when something of the enemy is destroyed, for each CSP, escort, point of
    a ship's strength, character and fortress.  The others are counted at the end: an artifact or captured
    heirloom that is held, an `item`; a fortress that lies in ruins, each of a kingdom (`ruins`, but for the
    one in `besides`), one that `stands`, the ruins that one was last to pass, a fortress that is `held` by
    any piece; a character who is dead; each CSP on the ground of kingdoms.
    """

    scenario: str = ""  # "" is every one
    side: Allegiance  # either: who has done it, or has it
    kind: Gain
    what: tuple[str, ...] = ()  # hexes, groups, a character or an item
    besides: str = ""
    points: int


class Library(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """All data of the game."""

    ground: tuple[Ground, ...]
    edges: tuple[Edge, ...]
    parts: tuple[Part, ...]
    fortresses: tuple[Fortress, ...]
    classes: tuple[Class, ...]
    places: tuple[PowerPlace, ...]
    effects: tuple[Effect, ...]
    results: tuple[Cell, ...]
    casualties: tuple[Casualties, ...]
    attrition: tuple[Wear, ...]
    calendar: tuple[Month, ...]
    discovery: tuple[Find, ...]
    calls: tuple[Call, ...]
    banners: tuple[Banner, ...]
    groups: tuple[Group, ...]
    characters: tuple[Character, ...]
    ships: tuple[Ship, ...]
    items: tuple[Item, ...]
    enchantments: tuple[Enchantment, ...]
    setup: tuple[Place, ...]
    scenarios: tuple[Scenario, ...]
    awards: tuple[Award, ...]
