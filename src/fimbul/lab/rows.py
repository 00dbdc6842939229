"""Rows: one a game, one an action or event.  Their columns are the same for every game and experiment.

What is particular to a game is in `fields`, as JSON: `fields->>'$.warrior'` in a query.
"""

import functools
import io
import re
import typing
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
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
    "estimates": pl.List(
        pl.List(pl.Float32)
    ),  # of a game that was followed: at the start, after turns, at the end
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
TO_ALL = b'"only":null,"besides":[]}\n'  # how a line ends that tells of an event which all may see
TO_SOME = re.compile(rb',?"only":(?:null|\[[\d,]*\]),"besides":\[[\d,]*\]\}\n')  # any other one


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
        return pl.DataFrame(list(map(column, self.schema, self.schema.values(), self.values)))

    def parquet(self) -> bytes:
        """The rows as a file."""
        return to_parquet(self.frame())


def column(name: str, kind: Any, values: Sequence[Any]) -> pl.Series:
    """A column of a frame."""
    if isinstance(kind, pl.List) and isinstance(kind.inner, pl.List):
        # Lists of lists are read value by value; as a text they are read at once.
        texts = [None if value is None else ENCODER.encode(value).decode() for value in values]
        return pl.Series(name, texts, dtype=pl.String).str.json_decode(kind)
    return pl.Series(name, values, dtype=kind)


class Story:
    """What happened in some games.

    When a game is over its actions and events are written down and let go: so many small objects would keep
    the garbage collector busy.  Rows are made of all games at once, which costs a fifth.
    """

    def __init__(self) -> None:
        self.deeds: list[tuple[int, int, int, Action, Sequence[Event]]] = []  # of the game that is played
        self.where: tuple[list[Any], ...] = tuple([] for _ in WHERE)  # by action
        self.counts: list[int] = []  # rows of an action: itself, and what came of it
        self.things: list[str | None] = []
        self.kinds: tuple[list[str], list[str]] = [], []  # of the actions, of the events
        self.fields = bytearray(), bytearray()

    def add(self, ply: int, turn: int, seat: int, action: Action, happened: Sequence[Event]) -> None:
        """An action, and what came of it."""
        self.deeds.append((ply, turn, seat, action, happened))

    def close(self, arm: str, number: int) -> None:
        """The game is over; this is which it was."""
        if not self.deeds:
            return
        plies, turns, seats, actions, happened = zip(*self.deeds, strict=True)
        events = list(chain.from_iterable(happened))
        count = len(actions)
        where: tuple[Iterable[Any], ...] = ([arm] * count, [number] * count, plies, turns, seats)
        for column, values in zip(self.where, where, strict=True):
            column += values
        self.counts += [1 + len(each) for each in happened]
        self.things += map(named, actions)
        for kinds, told in zip(self.kinds, (actions, events), strict=True):
            kinds += [type(each).__name__ for each in told]
        for fields, text in zip(self.fields, (ENCODER.encode_lines(actions), lines_of(events)), strict=True):
            fields += text
        self.deeds.clear()

    def frame(self) -> pl.DataFrame:
        """The rows as a frame: each action, and after it its events."""
        actions, events = map(len, self.kinds)
        deeds = pl.DataFrame(
            [pl.Series(name, each, dtype=EVENTS[name]) for name, each in zip(WHERE, self.where, strict=True)]
        )
        told = pl.DataFrame(
            [
                pl.Series("kind", list(chain(*self.kinds)), dtype=pl.String),
                pl.Series("fields", b"".join(self.fields).decode().split("\n")[:-1], dtype=pl.String),
                # A list of lists is read value by value; a text is split at once.
                pl.Series("things", [*self.things, *repeat(None, events)], dtype=pl.String)
                .str.split(BETWEEN)
                .fill_null([]),
            ]
        )
        rows = pl.select(
            deed=pl.int_range(actions, dtype=pl.UInt32),
            place=pl.int_ranges(0, pl.Series(self.counts, dtype=pl.Int32), dtype=pl.Int32),
        ).explode("place")
        # All actions are told first, then all events: before an event are those of the rows before it.
        of_event = actions + pl.int_range(pl.len(), dtype=pl.UInt32) - pl.col("deed") - 1
        order = rows.select(pl.when(place=0).then("deed").otherwise(of_event)).to_series()
        placed = rows.select("place", action=pl.col("place") == 0)
        return deeds[rows["deed"]].hstack(placed).hstack(told[order])

    def parquet(self) -> bytes:
        """The rows as a file."""
        return to_parquet(self.frame())


def lines_of(events: Iterable[Event]) -> bytes:
    """Events as JSON, a line each, without who may see them: that is no part of what happened.

    It stands last in every event and is cut off the lines, for a dict of each event would cost twice as much.
    Words that somebody made up cannot look like it: in them every quotation mark has a stroke before it.
    """
    lines = ENCODER.encode_lines(events).replace(b"," + TO_ALL, b"}\n").replace(b"{" + TO_ALL, b"{}\n")
    return TO_SOME.sub(b"}\n", lines) if b'"only":' in lines else lines


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
