"""The plain records of the game: options, people, obstacles in play, and what a campaign writes down."""

from typing import Annotated, Literal

import msgspec

from fimbul.core import Options
from fimbul.games.six_winters.library.rows import Library, OwnMap


class SixWintersOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (S162)."""

    mode: Annotated[
        Literal["session", "campaign"],
        msgspec.Meta(
            title="Length", description="A session is one year; a campaign is six, with their winters (S162)."
        ),
    ] = "session"
    scenario: Annotated[
        str,
        msgspec.Meta(title="Scenario", description="What this year is about (S22)."),
    ] = "order_of_the_blue_robe"
    difficulty: Annotated[
        Literal["normal", "difficult"],
        msgspec.Meta(title="Difficulty", description="How hard the year is (S162)."),
    ] = "normal"
    characters: Annotated[
        tuple[str, ...] | None,
        msgspec.Meta(
            title="Characters", description="All must differ; some are locked until they join (S8, S23)."
        ),
    ] = None
    layout: Annotated[
        str | OwnMap,
        msgspec.Meta(title="Map", description="Where it all happens (S2)."),
    ] = "A"
    all_characters: Annotated[
        bool,
        msgspec.Meta(
            title="All characters", description="The locked ones may be played from the start (S8)."
        ),
    ] = False
    conditions: Annotated[
        Literal["soft", "knockout"],
        msgspec.Meta(
            title="Conditions", description="Soft: they weaken; knockout: a full track puts one out (S111)."
        ),
    ] = "soft"
    condition_effect: Annotated[
        Literal["skill", "none"],
        msgspec.Meta(
            title="Effect of a condition", description="Whether a condition takes a skill away (S112)."
        ),
    ] = "skill"
    curse_value: Annotated[
        Literal[0, 1],
        msgspec.Meta(title="Curses", description="What a cursed die counts (S114)."),
    ] = 0
    cleaving: Annotated[
        Literal["curse", "nothing"],
        msgspec.Meta(title="Cleaving", description="Whether it costs a curse (S115)."),
    ] = "curse"
    repeat: Annotated[
        Literal["lost", "never", "always"],
        msgspec.Meta(
            title="Scenarios again", description="Which may be played once more in a campaign (S22)."
        ),
    ] = "lost"
    foes: Annotated[
        Literal["wide", "narrow"],
        msgspec.Meta(title="Foes", description="Wide: dragon and undead count as foes too (S130)."),
    ] = "wide"
    winter_actions: Annotated[
        bool,
        msgspec.Meta(title="Winter actions", description="One more deed for everybody in winter (S130)."),
    ] = True
    overcome_again: Annotated[
        bool,
        msgspec.Meta(title="Overcome again", description="What was overcome may be faced once more (S68)."),
    ] = True
    trade_cost: Annotated[
        Literal[0, 1, 2] | None,
        msgspec.Meta(title="Price of trading", description="Left open, it is the printed one (S83)."),
    ] = None
    resource_dice: Annotated[
        int,
        msgspec.Meta(title="Resource dice", description="6 to 12 in the bag (S3)."),
    ] = 6
    action_dice: Annotated[
        int,
        msgspec.Meta(title="Action dice", description="18 to 36 in the bag (S3)."),
    ] = 18
    activation_order: Annotated[
        Literal["fixed", "chosen"],
        msgspec.Meta(
            title="Order of activation",
            description="Fixed, or chosen by the spotlight player each time (S90).",
        ),
    ] = "fixed"
    fort_ruins: Annotated[
        bool,
        msgspec.Meta(title="Forts become ruins", description="When a threat surges at them (S96)."),
    ] = False
    solo: Annotated[
        Literal["two", "shared"],
        msgspec.Meta(
            title="Playing alone", description="Two full pools of dice, or one shared by both (S160)."
        ),
    ] = "two"
    fourth_abilities: Annotated[
        bool,
        msgspec.Meta(title="Fourth abilities", description="Momentum unlocks them after the third (S171)."),
    ] = False
    library: Library | None = None


class Building(msgspec.Struct, frozen=True):
    """An asset in progress: the dice on its slots, -1 where there is none."""

    asset: int
    dice: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True):
    """An obstacle in play."""

    obstacle: int
    place: int
    progress: int
    hindrance: int


class Person(msgspec.Struct, kw_only=True):
    """A character in the session.  Dice are values; boxes hold dice by their numbers."""

    character: int
    seat: int
    skills: list[int]
    psyche: int
    body: int
    place: int = -1
    moves: int = 0
    dice: list[int] = msgspec.field(default_factory=list)
    abilities: int = 0  # how many are unlocked
    building: list[Building] = msgspec.field(default_factory=list)
    completed: list[int] = msgspec.field(default_factory=list)
    boxes: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    turned: tuple[str, ...] = ()
    tried: tuple[int, ...] = ()  # obstacles of this turn
    overcome: list[int] = msgspec.field(default_factory=list)
    played_assets: list[int] = msgspec.field(default_factory=list)
    played_obstacles: list[int] = msgspec.field(default_factory=list)
    conditions: list[tuple[int, int]] = msgspec.field(
        default_factory=list
    )  # track, and the skill that it lowers
    curses: list[int] = msgspec.field(default_factory=list)
    extras: list[int] = msgspec.field(default_factory=list)  # skills of starting assets more (S178)
    raises: int = 0  # skills that may still be raised before the session


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """An overcome action, or one character's share of a scene's stress."""

    obstacle: int
    people: tuple[int, ...]  # the one who began first
    skills: tuple[int, ...]
    counts: tuple[int, int]  # stress dice of psyche and body
    preview: bool = False
    guard: tuple[int, ...] = ()  # values of the defence pool
    dice: tuple[tuple[int, int], ...] = ()  # stress dice that are not cancelled: track, value


class Sheet(msgspec.Struct, kw_only=True):
    """What is written of a character from year to year."""

    unlocked: bool
    skills: list[int]
    psyche: int
    body: int
    conditions: list[tuple[int, int]] = msgspec.field(default_factory=list)
    curses: list[int] = msgspec.field(default_factory=list)
    training: int = 0
    resting: int = 0
    winters: list[str] = msgspec.field(default_factory=list)  # besides the character's own
    active: bool = False  # took part in the year before
    journal: list[str] = msgspec.field(default_factory=list)


class SceneTold(msgspec.Struct, frozen=True, kw_only=True):
    """A scene of the chronicle (S145): what had happened, what was shown, what carried it, what was said."""

    name: str
    place: str
    about: str
    question: str
    before: tuple[str, ...] = ()  # what had happened since the scene before
    cards: tuple[str, ...] = ()  # played, with whose they were
    lasting: tuple[str, ...] = ()  # the lasting assets that counted
    carried: str = ""  # what counted most
    points: int = 0
    words: tuple[tuple[str, str], ...] = ()


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A year of the chronicle (S145)."""

    year: int
    scenario: str  # its id
    hard: bool
    won: bool
    why: str
    characters: tuple[str, ...]
    built: tuple[str, ...]
    overcome: tuple[str, ...]
    winter: tuple[str, ...]
    scenes: tuple[SceneTold, ...]
    last: tuple[str, ...]  # what happened after the last scene that was told
    after: tuple[str, ...] = ()  # what came of it all


class Campaign(msgspec.Struct, kw_only=True):
    """What goes on from year to year, besides the map."""

    sheets: list[Sheet]  # by character
    year: int = 1
    burned_assets: list[int] = msgspec.field(default_factory=list)
    joined: list[int] = msgspec.field(default_factory=list)  # locked obstacles that belong to the deck now
    archive: list[int] = msgspec.field(default_factory=list)
    won: list[str] = msgspec.field(default_factory=list)
    tried: list[str] = msgspec.field(default_factory=list)
    common: list[str] = msgspec.field(default_factory=list)  # winter actions that everybody has
    home: list[int] = msgspec.field(default_factory=list)  # took part, and has a winter all the same (S134)
    foraged: list[tuple[int, str]] = msgspec.field(default_factory=list)  # extras: who gives, the skill
    smuggled: int = 0
    points: int = 0  # for scenarios that were won
    winter: list[str] = msgspec.field(default_factory=list)  # what the winter before the year brought
    chronicle: list[Chapter] = msgspec.field(default_factory=list)
