"""What a server tells, as far as a program needs it; fields that a later server adds are passed over."""

from typing import Any

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: tuple[float, ...]
    rule: str
    reason: str
    points: tuple[int, ...] | None = None


class Choice(msgspec.Struct, frozen=True):
    """A legal action: its notation, its words, and whether the player's own words go with it."""

    text: str
    words: str
    clicks: tuple[str, ...] = ()
    free: bool = False


class Idea(msgspec.Struct, frozen=True):
    """A bot's idea, and what it expects of it from -1 to 1."""

    text: str
    words: str
    value: float
    clicks: tuple[str, ...] = ()
    free: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line of the log."""

    ply: int
    text: str


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one ply, as your seat may see it.  `scene` is how it is drawn."""

    ply: int
    draft: int  # how far one has come in a sealed choice
    epoch: int
    turn: int
    to_act: tuple[int, ...]
    outcome: Outcome | None
    plays: list[str]
    actions: list[Choice]
    log: list[Line]
    scene: dict[str, Any] = {}

    @property
    def prompt(self) -> str:
        """Who must decide what, in words; or how it ended."""
        return str(self.scene["sheet"]["text"])


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a seat."""

    seat: int
    kind: str
    name: str
    plays: str
    me: bool
    bot: str | None = None
    player: str | None = None
    present: bool = False
    resigned: bool = False


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A table."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seats: list[Seat]
    me: int | None
    invite: str | None
    ply: int
    plies: int
    epoch: int
    finished: bool
    outcome: Outcome | None
    seed_hash: str
    seed: str | None
    salt: str | None = None
    rated: bool = False
    pace: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    frame: Frame


class ShortTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a line of a list."""

    id: str
    game: str
    title: str
    to_act: list[int]
    my_turn: bool
    ply: int
    finished: bool


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game."""

    slug: str
    title: str
    designer: str
    seats: list[int]
    cooperative: bool
    options: dict[str, Any]
    default_bot: str


class Me(msgspec.Struct, frozen=True):
    """Oneself."""

    id: str
    name: str
    login: str | None = None
