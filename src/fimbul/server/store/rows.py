"""What the store gives and takes, as plain structs."""

from typing import Any

import msgspec


class SeatRow(msgspec.Struct):
    """Who sits in a seat: a person, a bot, or nobody yet."""

    seat: int
    kind: str
    person: str | None = None
    name: str = ""
    plays: str = ""
    bot: str | None = None
    resigned: int | None = None
    loser: str | None = None
    handle: str | None = None  # the login of an account; not stored here


class Request(msgspec.Struct):
    """What one seat has asked the others for: to go back, a draw, to stop, or a bot in a left seat."""

    kind: str
    seat: int
    ply: int
    waiting: list[int]
    target: int | None = None  # the seat to be filled, or the ply to go back to


class TableRow(msgspec.Struct, kw_only=True):
    """A table as it is stored, without its actions."""

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    seed: int
    salt: str = ""
    origin: str | None = None
    chosen: bool = False
    invite: str
    access: str = "open"
    host: str | None = None
    rated: bool = False
    hints: bool = False
    pace: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    deadline: int | None = None
    version: int = 0
    epoch: int = 0
    ply: int = 0
    to_act: list[int]
    requests: list[Request] = []
    plans: dict[str, Any] = {}
    rematch: str | None = None
    sent_away: list[str] = []
    taken: int | None = None
    finished: bool = False
    outcome: dict[str, Any] | None = None
    created: int = 0
    updated: int = 0
    seats: list[SeatRow]

    def twin(self) -> "TableRow":
        """A copy whose seats and requests can be changed without changing these."""
        return msgspec.structs.replace(
            self,
            seats=[msgspec.structs.replace(seat) for seat in self.seats],
            requests=[msgspec.structs.replace(asked, waiting=list(asked.waiting)) for asked in self.requests],
            plans=dict(self.plans),
        )


class Spoken(msgspec.Struct, frozen=True):
    """A line of the table's talk."""

    name: str
    text: str
    at: int
    bot: bool = False  # whether a bot said it
    asks: int = 0  # for how many seconds a bot waits for a yes or no


class Piece(msgspec.Struct, frozen=True):
    """Something that a person built and saved."""

    id: str
    game: str
    name: str
    piece: Any
