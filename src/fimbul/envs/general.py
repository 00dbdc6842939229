"""A game in numbers without any knowledge of the game: for games that bring no encoding of their own.

Actions are a pointer into the legal list; what one points at is told by its verb and the numbers and names in
it.  The observation is what every view has.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fimbul.core import Game, View
from fimbul.core.encoding import Array, Encoding, Shape

FIELDS = 6
MOST = 1024
NAMES = 997  # names are told apart by a remainder


class GeneralEncoding(Encoding[View]):
    """A pointer over the legal list."""

    overflow = MOST

    def __init__(self, game: Game, options: Any, seats: int) -> None:
        super().__init__(options, seats)
        self.verbs = {kind: number for number, kind in enumerate(game.actions)}
        self.longest = game.max_plies
        self.shapes = {
            "observation": Shape((2 * seats + 2,)),
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
        return {"observation": seen}

    def features(self, actions: Sequence[Any], view: View) -> Array:
        rows = np.zeros((len(actions), len(self.verbs) + FIELDS), np.float32)
        for row, action in zip(rows, actions, strict=True):
            row[self.verbs[type(action)]] = 1
            for place, field in enumerate(action.__struct_fields__[:FIELDS]):
                row[len(self.verbs) + place] = as_number(getattr(action, field))
        return rows


def as_number(value: Any) -> float:
    """A field of an action between -1 and 1: numbers by their size, names by what they are made of."""
    if isinstance(value, int):
        return value / (abs(value) + 8)
    letters = str(value).encode()
    return sum(place * letter for place, letter in enumerate(letters, 1)) % NAMES / NAMES
