"""What the cards of Six Winters say, as data (S9, S10, S82, S98, S170 to S193).

A data file is read into these structs and into nothing else.  A power or an effect is the name of one small
operation with its numbers; no card has code of its own.
"""

from typing import Literal

import msgspec

Resource = Literal["stability", "technology", "espionage", "military", "diplomacy", "sorcery"]
RESOURCES: tuple[Resource, ...] = (
    "stability",
    "technology",
    "espionage",
    "military",
    "diplomacy",
    "sorcery",
)
Skill = Literal["command", "disguise", "lore", "rapport", "combat", "tactics", "thievery", "survival"]
SKILLS: tuple[Skill, ...] = (
    "command",
    "disguise",
    "lore",
    "rapport",
    "combat",
    "tactics",
    "thievery",
    "survival",
)
Track = Literal["psyche", "body"]
TRACKS: tuple[Track, ...] = ("psyche", "body")
Region = Literal["empire", "brightdune", "settled"]
REGIONS: tuple[Region, ...] = ("empire", "brightdune", "settled")
LOCKED = 0  # in the place of a year: the card comes only by a scenario or scene


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of everything in a data file."""


# ---- powers of characters and assets (S82)


class Power(Part, frozen=True):
    """What an ability or an asset does.

    `flip`, `set`, `add` (by `amount`), `convert` (dice of the values `values` become `gains`; 0: rolled) and
    `split` work on dice; `retype` makes a die of `type` into `becomes` (several: rolled; empty: any other
    type).  `type` empty: any die, a resource die at the location or an own action die.  `free_move`;
    `stress_move` (to a location with a sorcery token, for `amount` of `track`); `stress_for_dice` (`amount`
    action dice, for 1 of `track`).  `stash`: what the boxes take, each a resource, `any_resource` or
    `any_die`, or a value such as `5`; `use` says what the stashed dice are spent for: `action_die` is one,
    `convert` gives `gains`, and `overcome` with an `amount` is so much progress on an obstacle of `skill`.
    `defend`, `preview`, `progress` and `hindrance` (of `amount`) are for obstacles of `skill`; `movement` and
    `carry` have an `amount`.
    """

    kind: Literal[
        "flip",
        "set",
        "add",
        "convert",
        "retype",
        "split",
        "free_move",
        "stress_move",
        "stress_for_dice",
        "stash",
        "defend",
        "preview",
        "progress",
        "hindrance",
        "movement",
        "carry",
        "free_ports",
    ]
    type: Resource | Literal[""] = ""
    becomes: tuple[Resource, ...] = ()
    amount: int = 0
    values: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()
    skill: Skill | Literal[""] = ""
    track: Track | Literal[""] = ""
    stash: tuple[str, ...] = ()
    use: Literal[
        "", "create", "defend", "overcome", "reroll", "action_die", "recall", "discard", "convert"
    ] = ""


class Ability(Part, frozen=True):
    """An ability card of a character (S171)."""

    id: str
    name: str
    level: int
    text: str
    power: Power
    source: str
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
    source: str = "printed"


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
    source: str = "printed"


class Text(Part, frozen=True):
    """What a location does (S94, S176).

    `garrison`: a unit that moves in gets `amount` hindrance; `difficulty`: obstacles here with the skill or
    the tag have so much more; `entry`: who enters takes `amount` of `track`; for an action die `discard_here`
    (an obstacle with the tag), `discard_top`, `send` (an obstacle with the skill to an adjacent location);
    for `amount` of `track` `bring` (an obstacle with the tag, from anywhere) and `recover` (1 body); at
    set-up `place` (the obstacle named, if it is in the deck) and `stage` (a random asset with the tag).
    """

    kind: Literal[
        "garrison",
        "difficulty",
        "entry",
        "discard_here",
        "discard_top",
        "send",
        "bring",
        "recover",
        "place",
        "stage",
    ]
    amount: int = 0
    skill: Skill | Literal[""] = ""
    tag: str = ""
    track: Track | Literal[""] = ""
    obstacle: str = ""


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
    source: str = "printed"


# ---- scenarios (S98, S180)


class Effect(Part, frozen=True):
    """What a scenario does at once: at set-up, after a threat roll, on completion of a scene, or at its end.

    `place` (an obstacle at a location, or at one of a region that is chosen), `draw` (obstacles, for each
    player), `add` (a location), `burn` (obstacles, wherever they are; `in_play`: only then), `unlock` (a
    character), `teach` (a winter action to a character, or to all), `archive` (an asset), `join` (an obstacle
    joins the deck), `relieve` (threat tokens from a location that is named or chosen), `discard` (an obstacle
    in play that is named or chosen, or all at a location), `raise` and `lower` (production of a resource at a
    location, perhaps only `if_tokens` or obstacles of `if_skills` are there), `recover` (each character),
    `stage` (each player may draw an asset), `bury` (a staged asset goes under the deck), `lasting` (an effect
    of the campaign), `one_of` (options), `lose_dice` (a resource everywhere), `curse`, `strain` (each
    character, a track), `gather`, `press` (a skill), `end` (of the campaign).
    """

    do: Literal[
        "place",
        "draw",
        "add",
        "burn",
        "unlock",
        "teach",
        "archive",
        "join",
        "relieve",
        "discard",
        "raise",
        "lower",
        "recover",
        "stage",
        "bury",
        "lasting",
        "one_of",
        "lose_dice",
        "curse",
        "strain",
        "gather",
        "press",
        "end",
    ]
    obstacle: str = ""
    obstacles: tuple[str, ...] = ()
    location: str = ""
    region: Region | Literal[""] = ""
    character: str = ""
    action: str = ""
    asset: str = ""
    resource: Resource | Literal[""] = ""
    track: Track | Literal[""] = ""
    skill: Skill | Literal[""] = ""
    amount: int = 1
    in_play: bool = False
    if_tokens: bool = False
    if_skills: tuple[Skill, ...] = ()
    lasting: Literal["", "veil", "roads"] = ""
    options: tuple["Effect", ...] = ()


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
    blocked_by: str = ""  # an obstacle that must not be in play


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
    source: str = "ours"


class WinterAction(Part, frozen=True):
    """A winter action (S178).

    `burn` (an obstacle with one of the tags), `clear` (a condition of a track, or a curse), `harden` (body
    +1), `teach` (one of the skills, up to the teacher's rank), `forage` (one more asset of a skill),
    `smuggle` (an asset with a tag), `build` (production of a resource).
    """

    id: str
    name: str
    text: str
    do: Literal["burn", "clear", "harden", "teach", "forage", "smuggle", "build"]
    tags: tuple[str, ...] = ()
    track: Track | Literal["", "curse"] = ""
    skills: tuple[Skill, ...] = ()
    resource: Resource | Literal[""] = ""
    anybody: bool = False  # also oneself and those who play
    source: str = "printed"
