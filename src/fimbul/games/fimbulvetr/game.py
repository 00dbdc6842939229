"""Fimbulvetr as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import Fault, Game, Options, Rng, Scene, Sketch, State
from fimbul.games.fimbulvetr import placement, scene, words
from fimbul.games.fimbulvetr.actions import ACTIONS
from fimbul.games.fimbulvetr.bot import FimbulvetrMind
from fimbul.games.fimbulvetr.clans import faults, load_clan, printed_clans
from fimbul.games.fimbulvetr.ending import MOST_TURNS
from fimbul.games.fimbulvetr.roster import FimbulvetrOptions, check_options
from fimbul.games.fimbulvetr.state import FimbulvetrState, FimbulvetrView, Play

SETUP_PLIES = 14


class Fimbulvetr(Game):
    """Fimbulvetr: Winter of Winters."""

    slug = "fimbulvetr"
    title = "Fimbulvetr"
    designer = "James Kyle"
    blurb = (
        "A duel on an endless field: twelve square warriors, four sigils each, no luck and nothing hidden."
    )
    minutes = "15-30"
    rules_version = FimbulvetrState.rules_version
    seats = range(2, 3)
    max_plies = SETUP_PLIES + MOST_TURNS
    actions = ACTIONS
    State: ClassVar[type[State]] = FimbulvetrState
    Options: ClassVar[type[Options]] = FimbulvetrOptions
    mind = FimbulvetrMind()

    def setup(self, seats: int, options: FimbulvetrOptions, rng: Rng) -> FimbulvetrState:
        first = rng.below(2) if options.first == "random" else options.first
        state = FimbulvetrState(rng=rng, options=options, first=first, active=first)
        if options.setup == "quick":
            placement.quick(state, rng)
        return state

    def check_options(self, options: Any) -> FimbulvetrOptions:
        return check_options(options)

    def file_option(self, name: str, path: Path) -> Any:
        return load_clan(path) if name == "clans" else super().file_option(name, path)

    def pieces(self) -> list[Any]:
        return list(printed_clans().values())

    def craft(self, piece: Any) -> list[Fault]:
        return faults(piece)

    def scene(self, view: FimbulvetrView) -> Scene:
        return scene.draw(view)

    def sketch(self, view: FimbulvetrView) -> Sketch:
        return scene.sketch(view)

    def prompt(self, view: FimbulvetrView) -> str:
        return words.prompt(view)

    def describe(self, view: FimbulvetrView, action: Play) -> str:
        return words.describe(view, action)

    def clicks(self, view: FimbulvetrView, action: Play) -> tuple[str, ...]:
        return scene.clicks(view, action)

    def attempt(self, view: FimbulvetrView, clicks: tuple[str, ...]) -> Play | None:
        return scene.attempt(view, clicks)

    def seat_name(self, view: FimbulvetrView, seat: int) -> str:
        return view.clans[seat].name
