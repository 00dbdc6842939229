"""Tablut as a game of the table: the one object that fimbul sees."""

from pathlib import Path
from typing import ClassVar

from fimbul.core import Game, Options, Rng, Start, State
from tablut.bot import TablutMind
from tablut.state import MOST_QUIET, NAMES, Move, TablutOptions, TablutState
from tablut.table import TablutTable

PIECES = 25


class Tablut(Game):
    """Tablut."""

    slug = "tablut"
    title = "Tablut"
    designer = "traditional, written down by Carl Linnaeus"
    blurb = "A king breaks out of his castle through twice as many besiegers: the hnefatafl of the Sámi."
    minutes = "20"
    rules_version = TablutState.rules_version
    seats = range(2, 3)
    roles = NAMES
    max_plies = PIECES * MOST_QUIET
    actions = (Move,)
    State: ClassVar[type[State]] = TablutState
    Options: ClassVar[type[Options]] = TablutOptions
    table = TablutTable()
    mind = TablutMind()
    starts = (Start(label="Play now"),)
    pages = Path(__file__).parent / "pages"

    def setup(self, seats: int, options: TablutOptions, rng: Rng) -> TablutState:
        return TablutState(rng=rng, turn=1)
