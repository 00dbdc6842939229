"""Rows: one a game, one an action or event.  Their columns are the same for every game and experiment.

What is particular to a game is in `fields`, as JSON: `fields->>'$.warrior'` in a query.
"""

import functools
import io
import typing
from collections.abc import Sequence
from typing import Any

import msgspec
import polars as pl

from fimbul.core import Action, Event

FORMAT = 1
BETWEEN = "\x1f"  # stands between ids while they are one text: no id has it
ENCODER = msgspec.json.Encoder()

GAMES: dict[str, Any] = {
    "arm": pl.String,
    "part": pl.String,
    "variant": pl.String,
    "number": pl.Int32,
    "seed": pl.Int64,
    "seats": pl.Int32,
    "players": pl.List(pl.String),  # by seat
    "places": pl.List(pl.Int32),  # by seat: the place in the experiment's list of players
    "roles": pl.List(pl.String),  # by seat: a clan, a warband, a hero
    "first": pl.Int32,  # the seat that decided first
    "options": pl.String,  # as the experiment names them, JSON
    "finished": pl.Boolean,
    "winner": pl.Int32,  # the seat that won alone; nothing where none or several did
    "scores": pl.List(pl.Float64),
    "points": pl.List(pl.Int64),
    "rule": pl.String,
    "reason": pl.String,
    "plies": pl.Int32,
    "turns": pl.Int32,
    "choices": pl.Int32,  # decisions with more than one legal action
    "branching": pl.Float64,  # legal actions of a decision, on average
    "most_branching": pl.Int32,
    "estimates": pl.List(pl.List(pl.Float32)),  # at the start, after each turn and at the end; by seat
    "record": pl.String,  # the file in `records`
}

EVENTS: dict[str, Any] = {
    "arm": pl.String,
    "number": pl.Int32,
    "ply": pl.Int32,
    "turn": pl.Int32,
    "seat": pl.Int32,  # that acted
    "place": pl.Int32,  # within the ply: 0 is the action itself
    "action": pl.Boolean,
    "kind": pl.String,
    "fields": pl.String,  # JSON
    "things": pl.List(pl.String),  # the ids that an action names
}

WHERE = ("arm", "number", "ply", "turn", "seat")  # the same for an action and what came of it
PLAIN = EVENTS | {"things": pl.String}


class Columns:
    """Rows that are being collected, column by column."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema
        self.values: list[list[Any]] = [[] for _ in schema]

    def add(self, *row: Any) -> None:
        """One more row."""
        for column, value in zip(self.values, row, strict=True):
            column.append(value)

    def frame(self) -> pl.DataFrame:
        """The rows as a frame."""
        return pl.DataFrame(dict(zip(self.schema, self.values, strict=True)), schema=self.schema)

    def parquet(self) -> bytes:
        """The rows as a file."""
        return to_parquet(self.frame())


class Story:
    """What happened in some games, kept as it came; made into rows all at once, which costs a fifth."""

    def __init__(self) -> None:
        self.deeds: list[tuple[str, int, int, int, int, Action, Sequence[Event]]] = []

    def add(
        self, arm: str, number: int, ply: int, turn: int, seat: int, action: Action, happened: Sequence[Event]
    ) -> None:
        """An action, and what came of it."""
        self.deeds.append((arm, number, ply, turn, seat, action, happened))

    def frame(self) -> pl.DataFrame:
        """The rows as a frame: each action, and after it its events."""
        asdict, write = msgspec.structs.asdict, ENCODER.encode_into
        deeds: list[int] = []  # by row
        places: list[int] = []
        kinds: list[str] = []
        fields = bytearray()  # a line a row: a list of so many dicts would keep the garbage collector busy
        things: list[str | None] = []
        for deed, (*_, action, happened) in enumerate(self.deeds):
            count = 1 + len(happened)
            deeds += [deed] * count
            places += range(count)
            kinds.append(type(action).__name__)
            write(asdict(action), fields, -1)
            fields += b"\n"
            things.append(named(action))
            for event in happened:
                kinds.append(type(event).__name__)
                told = asdict(event)
                del told["only"], told["besides"]  # who may see an event is no part of what happened
                write(told, fields, -1)
                fields += b"\n"
            things += [None] * len(happened)
        of_deeds = zip(*(deed[:5] for deed in self.deeds), strict=True) if self.deeds else [()] * 5
        rows = pl.Series(deeds, dtype=pl.UInt32)
        where = [
            pl.Series(name, values, dtype=EVENTS[name]).gather(rows)
            for name, values in zip(WHERE, of_deeds, strict=True)
        ]
        what: dict[str, list[Any]] = {
            "place": places,
            "action": [place == 0 for place in places],
            "kind": kinds,
            "fields": fields.decode().split("\n")[:-1],
            "things": things,
        }
        rest = [pl.Series(name, values, dtype=PLAIN[name]) for name, values in what.items()]
        # A list of lists is read value by value; a text is split at once.
        return pl.DataFrame([*where, *rest]).with_columns(pl.col("things").str.split(BETWEEN).fill_null([]))

    def parquet(self) -> bytes:
        """The rows as a file."""
        return to_parquet(self.frame())


def named(action: Action) -> str | None:
    """The ids that an action names, one after the other; nothing where it names none."""
    found: list[str] = []
    for field in text_fields(type(action)):
        value = getattr(action, field)
        if isinstance(value, str):
            found.append(value)
        elif value is not None:
            found.extend(value)
    return BETWEEN.join(found) if found else None


@functools.cache
def text_fields(kind: type[Action]) -> tuple[str, ...]:
    """The fields of an action that name something, and not what a player made up."""
    hints = typing.get_type_hints(kind)
    free = getattr(kind, "free", ())
    return tuple(
        field
        for field in kind.__struct_fields__
        if field not in free and hints[field] in (str, tuple[str, ...], str | None)
    )


def to_parquet(frame: pl.DataFrame) -> bytes:
    """A frame as a Parquet file."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1)
    return file.getvalue()
