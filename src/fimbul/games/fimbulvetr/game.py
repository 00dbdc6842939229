"""Fimbulvetr as a game of the table: the one object that the rest of fimbul sees."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import Game, Options, Rng, Start, State
from fimbul.games.fimbulvetr.actions import ACTIONS
from fimbul.games.fimbulvetr.bot.coach import FimbulvetrCoach
from fimbul.games.fimbulvetr.bot.mind import FimbulvetrMind
from fimbul.games.fimbulvetr.library.clans import load_clan, printed_clans
from fimbul.games.fimbulvetr.library.roster import check_options
from fimbul.games.fimbulvetr.model import FimbulvetrOptions
from fimbul.games.fimbulvetr.rules import placement
from fimbul.games.fimbulvetr.rules.ending import MOST_TURNS
from fimbul.games.fimbulvetr.state import FimbulvetrState
from fimbul.games.fimbulvetr.table.table import FimbulvetrTable
from fimbul.games.fimbulvetr.table.workshop import ClanWorkshop

SETUP_PLIES = 14


class Fimbulvetr(Game):
    """Fimbulvetr: Winter of Winters."""

    title = "Fimbulvetr"
    designer = "James Kyle"
    blurb = (
        "A duel on an endless field: twelve square warriors, four sigils each, no luck and nothing hidden."
    )
    minutes = "15-30"
    seats = range(2, 3)
    max_plies = SETUP_PLIES + MOST_TURNS
    actions = ACTIONS
    State: ClassVar[type[State]] = FimbulvetrState
    Options: ClassVar[type[Options]] = FimbulvetrOptions
    table = FimbulvetrTable()
    mind = FimbulvetrMind()
    coach = FimbulvetrCoach()
    starts = (
        Start(label="Play now", options={"setup": "quick"}, title="The warriors stand already"),
        Start(label="Place them yourself", title="Place your six warriors one by one"),
    )
    workshop = ClanWorkshop()

    def setup(self, seats: int, options: FimbulvetrOptions, rng: Rng) -> FimbulvetrState:
        first = rng.below(2) if options.first == "random" else options.first
        state = FimbulvetrState(rng=rng, options=options, first=first, active=first)
        if options.setup == "quick":
            placement.quick(state, rng)
        return state

    def check_options(self, options: Any) -> FimbulvetrOptions:
        return check_options(options)

    def trials(self) -> Sequence[Mapping[str, Any]]:
        return [{"clans": clans} for clans in permutations(printed_clans(), 2)]

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return {"clans": [(clan.id, clan.name) for clan in self.workshop.pieces()]}

    def file_option(self, name: str, path: Path) -> Any:
        return load_clan(path) if name == "clans" else super().file_option(name, path)
