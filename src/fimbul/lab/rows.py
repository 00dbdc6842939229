"""Rows: one a game, one an action or event.  Their columns are the same for every game and experiment.

What is particular to a game is in `fields`, as JSON: `fields->>'$.warrior'` in a query.
"""

import io
from typing import Any

import polars as pl

FORMAT = 1

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


def to_parquet(frame: pl.DataFrame) -> bytes:
    """A frame as a Parquet file."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1)
    return file.getvalue()
