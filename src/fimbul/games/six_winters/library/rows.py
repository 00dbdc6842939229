"""The rows and tables of the data files (S9, S10, S170 to S193): cards, people, places, scenarios, numbers.

A file is read into these structs and into nothing else; no card has code of its own.
"""

from typing import Literal

from fimbul.games.six_winters.library.effects import Effect
from fimbul.games.six_winters.library.powers import Power
from fimbul.games.six_winters.library.terms import Operation, Part, Region, Resource, Skill, Source, Track
from fimbul.games.six_winters.library.texts import Text

LOCKED = 0  # in the place of a year: the card comes only by a scenario or scene


class Ability(Part, frozen=True):
    """An ability card of a character (S171)."""

    id: str
    name: str
    level: int
    text: str
    power: Power
    source: Source
    optional: bool = False


class Character(Part, frozen=True):
    """A character (S170)."""

    id: str
    name: str
    title: str
    psyche: int
    body: int
    moves: int
    skills: tuple[int, ...]  # in the order of SKILLS
    winter: str  # a winter action
    abilities: tuple[Ability, ...]
    unlocked: bool = False


class Slot(Part, frozen=True):
    """A place for a die on an asset (S9): what is empty or 0 does not matter."""

    type: Resource | Literal[""] = ""
    value: int = 0
    region: Region | Literal[""] = ""


class Asset(Part, frozen=True):
    """An asset (S172, S173)."""

    id: str
    name: str
    year: int  # 0: locked
    tags: tuple[str, ...]  # lower case: drug, gear, spell
    skill: Skill
    points: int
    slots: tuple[Slot, ...]
    single: bool
    text: str = ""
    power: Power | None = None
    recovers: Track | Literal[""] = ""  # when played in a scene
    amount: int = 0
    source: Source = "printed"


class Obstacle(Part, frozen=True):
    """An obstacle (S174, S175)."""

    id: str
    name: str
    year: int  # 0: locked
    tags: tuple[str, ...]
    skill: Skill
    difficulty: int
    start: tuple[str, ...]  # `any`, or regions, or tags
    progress: int
    hindrance: int
    goal: tuple[str, ...]  # tags, or `lowest_command`
    effect: Literal["threat", "stress", "resources", "entry"]
    amount: int = 1
    track: Track | Literal[""] = ""
    types: tuple[Resource, ...] = ()  # of resources that are discarded
    repeats: Literal["", "each", "once"] = ""  # it stays: its effect for each activation left, or once a turn
    each: bool = False  # its difficulty is for each of its name in play
    body: int = 0
    psyche: int = 0
    source: Source = "printed"


class Location(Part, frozen=True):
    """A location (S176)."""

    number: int
    id: str
    name: str
    region: Region
    tags: tuple[str, ...]
    skill: Skill
    makes: Resource | Literal[""] = ""
    icon: Literal["", "port", "gate"] = ""
    text: str = ""
    effects: tuple[Text, ...] = ()
    ruins: str = ""  # the location that takes its place when it falls (S96)
    source: Source = "printed"


# ---- scenarios (S98, S180)


class Season(Part, frozen=True):
    """A season of a scenario: its turns (a range if the two differ), new action dice, new obstacles."""

    turns: int
    most: int
    dice: int
    obstacles: int


class Threat(Part, frozen=True):
    """What happens on these faces of a threat roll (S95)."""

    faces: tuple[int, ...]
    effect: Effect


class Scene(Part, frozen=True):
    """A scene (S76 to S80); points and dice are for each player."""

    name: str
    location: str
    skills: tuple[Skill, ...]
    points: int
    difficult: int
    about: str
    question: str
    body: int = 0
    psyche: int = 0
    completion: tuple[Effect, ...] = ()
    overcome: tuple[str, ...] = ()  # obstacles that must be overcome first (S100)


class Highlight(Part, frozen=True):
    """What is told when an obstacle of a scenario is overcome (S205)."""

    obstacle: str
    text: str


class Scenario(Part, frozen=True):
    """A scenario (S180)."""

    id: str
    name: str
    year: int
    threat: str  # its title
    pool: int
    seasons: tuple[Season, Season, Season]
    threats: tuple[Threat, ...]
    scenes: tuple[Scene, ...]
    setup: tuple[Effect, ...]
    hard_setup: tuple[Effect, ...] = ()  # besides, in difficult mode
    hard_pool: int = 0  # another pool in difficult mode
    win: tuple[Effect, ...] = ()
    loss: tuple[Effect, ...] = ()
    finale: bool = False
    source: Source = "ours"
    introduction: str = ""  # the words of S205
    won: str = ""
    lost: str = ""
    highlights: tuple[Highlight, ...] = ()


# ---- winter actions (S133, S178)


class Wintry(Operation, frozen=True, kw_only=True):
    """What every winter action has."""

    id: str
    name: str
    text: str
    tale: str = ""  # how the chronicle tells it (S205); {who} did it
    source: Source = "printed"


class BurnCard(Wintry, frozen=True, tag="burn", tag_field="do"):
    """An obstacle with one of the tags leaves the campaign."""

    tags: tuple[str, ...]


class ClearSomething(Wintry, frozen=True, tag="clear", tag_field="do"):
    """A condition of a track goes, or a curse; `anybody`: also of oneself and of those who play."""

    track: Track | Literal["curse"]
    anybody: bool = False


class Harden(Wintry, frozen=True, tag="harden", tag_field="do"):
    """Another's body goes up by 1."""


class TeachSkill(Wintry, frozen=True, tag="teach", tag_field="do"):
    """Another learns one of the skills, up to the teacher's rank."""

    skills: tuple[Skill, ...]


class Forage(Wintry, frozen=True, tag="forage", tag_field="do"):
    """Another may start with one more asset of a skill."""

    skills: tuple[Skill, ...]


class Smuggle(Wintry, frozen=True, tag="smuggle", tag_field="do"):
    """Somebody starts with an asset that has a tag."""

    tags: tuple[str, ...]


class Build(Wintry, frozen=True, tag="build", tag_field="do"):
    """A location's production of a resource goes up."""

    resource: Resource


WinterAction = BurnCard | ClearSomething | Harden | TeachSkill | Forage | Smuggle | Build


# ---- maps and numbers


class Title(Part, frozen=True):
    """A title of S149, for so many points at least."""

    least: int
    name: str


class SkillHighlight(Part, frozen=True):
    """What is told when an obstacle of a skill is overcome; `{who}` and `{foe}` stand for the two (S205)."""

    skill: Skill
    text: str


class Cell(Part, frozen=True):
    """A cell of a starting map with its location and its level of production (S2, S5)."""

    layout: str
    row: int
    column: int
    location: str
    level: int = 0


class MapRow(Part, frozen=True):
    """A row of the file of your own map."""

    location: str
    row: int
    column: int


class OwnMap(Part, frozen=True, cache_hash=True):
    """Your own starting map as an option holds it (S163)."""

    cells: tuple[MapRow, ...]


class Figures(Part, frozen=True):
    """The numbers that stand on no card; rules.toml says what each is."""

    source: str
    rows: int
    columns: int
    location_tags: tuple[str, ...]
    foes: tuple[str, ...]
    resource_dice: int
    most_resource_dice: int
    action_dice: int
    most_action_dice: int
    hindrance_max: int
    skill_max: int
    track_max: int
    open_abilities: int
    archive_less: int
    staged: int
    start_dice: int
    seasoned_skills: int
    seasoned_assets: int
    momentum_slots: int
    momentum: int
    base_dice: int
    improved_dice: int
    explosions: tuple[int, ...]
    explosions_improved: tuple[int, ...]
    new_assets: int
    in_progress: int
    season_ends: tuple[int, ...]
    move_cost: int
    port_cost: int
    gate_stress: int
    muster_cost: int
    reroll_cost: int
    carry_cost: int
    trade_cost: int
    trade_dice: int
    wheel: tuple[Resource, ...]
    answer_length: int
    highlights: tuple[SkillHighlight, ...]
    psyche_conditions: tuple[str, ...]
    body_conditions: tuple[str, ...]
    solo_characters: int
    shared_percent: int
    extra_obstacles: tuple[int, ...]  # for one player, for two, and so on
    years: int
    burned_assets: int
    burned_obstacles: int
    threats_removed: int
    finale_levels: int
    finale_points: int
    points_normal: int
    points_difficult: int
    points_base: int
    points_improved: int
    points_asset: int
    titles: tuple[Title, ...]


class Library(Part, frozen=True, cache_hash=True):
    """All data of a game."""

    characters: tuple[Character, ...]
    assets: tuple[Asset, ...]
    obstacles: tuple[Obstacle, ...]
    locations: tuple[Location, ...]
    scenarios: tuple[Scenario, ...]
    winter: tuple[WinterAction, ...]
    maps: tuple[Cell, ...]
    figures: Figures
