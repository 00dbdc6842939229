"""Tablut in numbers, for those who learn."""

from typing import Any

import numpy as np

from fimbul.core.encoding import Array, Encoding, Kinds, Shape, Values
from tablut.state import CELLS, KING, MUSCOVITE, SIZE, SWEDE, Move, TablutView


class TablutEncoding(Encoding[TablutView]):
    """A move is a pair of squares; the board is one plane for each kind of piece, and one for who looks."""

    def __init__(self, options: Any, seats: int) -> None:
        super().__init__(options, seats)
        self.kinds: Kinds[TablutView] = Kinds({Move: (Values(CELLS), Values(CELLS))})
        self.natural = self.kinds.size
        self.shapes = {"observation": Shape((4, SIZE, SIZE))}

    def encode(self, action: Move, view: TablutView) -> int | None:
        return self.kinds.index(action, view)

    def decode(self, number: int, view: TablutView) -> Any:
        return self.kinds.action(number, view)

    def observe(self, view: TablutView) -> dict[str, Array]:
        seen = self.shapes["observation"].empty()
        letters = np.array(list(view.board)).reshape(SIZE, SIZE)
        for plane, piece in zip(seen, (MUSCOVITE, SWEDE, KING), strict=False):
            plane[letters == piece] = 1
        seen[3] = view.seat or 0
        return {"observation": seen}


ENCODING = TablutEncoding
