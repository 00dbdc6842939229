"""What is seen of a session and of a campaign."""

from collections import Counter

import msgspec

from fimbul.lab.six_winters.rules import RESOURCES

TYPES = len(RESOURCES)
BINS = 10
Bins = list[list[float]]  # by predicted chance: rolls, sum of the chances, how often it happened


def bins() -> Bins:
    """Nothing predicted yet."""
    return [[0, 0.0, 0] for _ in range(BINS)]


class Built(msgspec.Struct):
    """An asset of the session, seen, taken and completed on these turns; 0: never."""

    taken: int = 0
    completed: int = 0
    points: int = 0  # that it earned in scenes


class Met(msgspec.Struct):
    """An obstacle in play."""

    entered: int  # on this turn
    tried: int = 0
    within_reach: int = 0  # in so many action steps somebody could have walked there
    steps: int = 0  # action steps that it stood
    fired: int = 0


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """The table when a turn begins."""

    staged: int
    in_play: int
    pool: int
    fired: int = 0  # in that turn


class Session(msgspec.Struct, kw_only=True):
    """What was seen in a session."""

    won: bool = False
    cause: str = ""
    turns: int = 0
    by_season: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    most_turns: int = 0
    scenes: int = 0
    told_on: list[int] = msgspec.field(default_factory=list)
    share: float = 0.0  # of all the points that the scenario needs
    points: dict[str, int] = msgspec.field(default_factory=dict)  # told in scenes, by source
    pool_by_season: list[int] = msgspec.field(default_factory=list)
    pool_left: int = 0
    actions: Counter[str] = msgspec.field(default_factory=Counter)
    characters: tuple[str, ...] = ()
    # stress
    stress: Counter[str] = msgspec.field(default_factory=Counter)  # by source
    conditions: list[tuple[int, str]] = msgspec.field(default_factory=list)  # turn, source
    risk_of_stress: Bins = msgspec.field(default_factory=bins)
    risk_of_condition: Bins = msgspec.field(default_factory=bins)
    # dice
    refused: list[int] = msgspec.field(default_factory=lambda: [0] * TYPES)
    no_muster: list[int] = msgspec.field(default_factory=lambda: [0] * TYPES)
    peak: list[int] = msgspec.field(default_factory=lambda: [0] * (TYPES + 1))
    # cards
    uses: Counter[str] = msgspec.field(default_factory=Counter)
    unlocked: list[tuple[str, int, int]] = msgspec.field(default_factory=list)  # character, level, turn
    assets: dict[str, Built] = msgspec.field(default_factory=dict)
    # obstacles and threats
    fates: Counter[str] = msgspec.field(default_factory=Counter)
    activations: int = 0
    absorbed: int = 0  # activations of an obstacle that only took tokens, or a walk
    each_turn: list[Turn] = msgspec.field(default_factory=list)
    tokens: list[int] = msgspec.field(default_factory=list)  # turn of each threat token
    chains: list[int] = msgspec.field(default_factory=list)
    threat_from: Counter[str] = msgspec.field(default_factory=Counter)
    # press or save
    kept: list[int] = msgspec.field(default_factory=list)  # dice kept at each refresh of a character
    momentum: list[int] = msgspec.field(default_factory=list)  # what they showed
    guards: Counter[int] = msgspec.field(default_factory=Counter)  # dice in a defence pool
    hinders: Counter[str] = msgspec.field(default_factory=Counter)


class Year(msgspec.Struct, frozen=True):
    """A year of a campaign."""

    year: int
    scenario: str
    won: bool
    scenes: int
    turns: int
    characters: tuple[str, ...]
    ranks: float  # all skills of a character that took part, mean
    archive: int
    conditions: int
    asset_deck: int
    obstacle_deck: int


class Saga(msgspec.Struct):
    """A campaign."""

    years: list[Year]
    won: bool = False
    score: int = 0
