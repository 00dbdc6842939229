"""Tablut in numbers, for those who learn."""

from typing import Any

import numpy as np

from fimbul.core.encoding import Array, Encoding, Kinds, Shape, Values
from tablut.state import BOARD, KING, MUSCOVITE, SWEDE, Move, TablutView

SQUARE = Values(BOARD.names)


class TablutEncoding(Encoding[TablutView]):
    """A move is a pair of squares; the board is one plane for each kind of piece, and one for who looks."""

    def __init__(self, options: Any, seats: int) -> None:
        super().__init__(options, seats, Kinds({Move: (SQUARE, SQUARE)}))
        self.shapes = {"observation": Shape((4, BOARD.down, BOARD.across))}

    def observe(self, view: TablutView) -> dict[str, Array]:
        seen = self.shapes["observation"].empty()
        letters = np.array(list(view.board)).reshape(BOARD.down, BOARD.across)
        for plane, piece in zip(seen, (MUSCOVITE, SWEDE, KING), strict=False):
            plane[letters == piece] = 1
        seen[3] = view.seat or 0
        return {"observation": seen}


ENCODING = TablutEncoding
