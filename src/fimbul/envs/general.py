"""A game in numbers without any knowledge of the game: for games that bring no encoding of their own.

Actions are a pointer into the legal list; what one points at is told by its verb and the numbers and names in
it.  The observation is all that the view says: whose turn it is, and a mark for every value in every place of
it, at a number made from both (the hashing trick of Weinberger et al., 2009).
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from fimbul.core import Game, View
from fimbul.core.encoding import Array, Encoding, Shape

FIELDS = 6
MOST = 1024
NAMES = 997  # names are told apart by a remainder
MARKS = 1024  # what a view says shares so many numbers
WORD = 24  # a longer text is no name but a row of letters, as a board may be written
COUNTED = ("seat", "ply", "to_act")  # told by numbers of their own


class GeneralEncoding(Encoding[View]):
    """A pointer over the legal list."""

    overflow = MOST

    def __init__(self, game: Game, options: Any, seats: int) -> None:
        super().__init__(options, seats)
        self.verbs = {kind: number for number, kind in enumerate(game.actions)}
        self.longest = game.max_plies
        self.shapes = {
            "observation": Shape((2 * seats + 2 + MARKS,)),
            "actions": Shape((MOST, len(self.verbs) + FIELDS), -1.0),
        }

    def observe(self, view: View) -> dict[str, Array]:
        seen = self.shapes["observation"].empty()
        seen[0] = min(view.ply / self.longest, 1.0)
        seen[1] = view.mine
        for seat in view.to_act:
            seen[2 + seat] = 1
        if view.seat is not None:
            seen[2 + self.seats + view.seat] = 1
        told = msgspec.to_builtins(view, str_keys=True, order="deterministic", enc_hook=repr)
        marks = seen[-MARKS:]
        for said in sayings({name: value for name, value in told.items() if name not in COUNTED}):
            marks[zlib.crc32(said.encode()) % MARKS] = 1
        return {"observation": seen}

    def features(self, actions: Sequence[Any], view: View) -> Array:
        rows = np.zeros((len(actions), len(self.verbs) + FIELDS), np.float32)
        for row, action in zip(rows, actions, strict=True):
            row[self.verbs[type(action)]] = 1
            for place, field in enumerate(action.__struct_fields__[:FIELDS]):
                row[len(self.verbs) + place] = as_number(getattr(action, field))
        return rows


def sayings(value: Any, place: str = "") -> Iterator[str]:
    """Everything that plain data say: each value with its place."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from sayings(part, f"{place}.{name}")
    elif isinstance(value, list | tuple) or (isinstance(value, str) and len(value) > WORD):
        for number, part in enumerate(value):
            yield from sayings(part, f"{place}.{number}")
    else:
        yield f"{place}={value}"


def as_number(value: Any) -> float:
    """A field of an action between -1 and 1: numbers by their size, names by what they are made of."""
    if isinstance(value, int):
        return value / (abs(value) + 8)
    letters = str(value).encode()
    return sum(place * letter for place, letter in enumerate(letters, 1)) % NAMES / NAMES
