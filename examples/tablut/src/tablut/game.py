"""Tablut as a game of the table: the one object that fimbul sees."""

from pathlib import Path
from typing import ClassVar

from fimbul.core import Game, Start, State
from tablut.bot import TablutMind
from tablut.state import MOST_QUIET, Move, TablutState
from tablut.table import TablutTable

PIECES = 25


class Tablut(Game):
    """Tablut."""

    title = "Tablut"
    designer = "traditional, written down by Carl Linnaeus"
    blurb = "A king breaks out of his castle through twice as many besiegers: the hnefatafl of the Sámi."
    minutes = "20"
    seats = range(2, 3)
    max_plies = PIECES * MOST_QUIET
    actions = (Move,)
    State: ClassVar[type[State]] = TablutState
    table = TablutTable()
    mind = TablutMind()
    starts = (Start(label="Play now"),)
    pages = Path(__file__).parent / "pages"
