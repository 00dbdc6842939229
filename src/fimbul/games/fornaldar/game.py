"""Fornaldar as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import BadOption, Game, Options, Rng, Scene, Sketch, State
from fimbul.games.fornaldar import scene, setting_up, sketch, touch, words
from fimbul.games.fornaldar.actions import ACTIONS
from fimbul.games.fornaldar.book import book_of
from fimbul.games.fornaldar.bot import FornaldarMind
from fimbul.games.fornaldar.checking import check_library
from fimbul.games.fornaldar.library import load_library
from fimbul.games.fornaldar.state import FornaldarOptions, FornaldarState
from fimbul.games.fornaldar.view import FornaldarView


class Fornaldar(Game):
    """Fornaldar: Nordic Saga."""

    slug = "fornaldar"
    title = "Fornaldar"
    designer = "Karoly Szigetvari"
    blurb = "Trolls, kings, dwarves and enchanters at war in the north, on the map and with magic."
    minutes = "240-600"
    rules_version = FornaldarState.rules_version
    seats = range(2, 3)
    hidden = True
    chance = True
    roles = ("Fomorian", "Mundane")
    max_plies = 100_000
    actions = ACTIONS
    mind = FornaldarMind()
    State: ClassVar[type[State]] = FornaldarState
    Options: ClassVar[type[Options]] = FornaldarOptions

    def setup(self, seats: int, options: FornaldarOptions, rng: Rng) -> FornaldarState:
        state = setting_up.set_up(options, rng)
        state.push(setting_up.Opening())
        state.settle([])
        return state

    def check_options(self, options: Any) -> FornaldarOptions:
        assert isinstance(options, FornaldarOptions)
        if options.library is not None:
            check_library(options.library)
        scenario = book_of(options.library, options.scenario).scenario
        if not 0 <= options.turns <= scenario.length:
            raise BadOption(
                f"The option 'turns' is a number of game turns, {scenario.length} at most in the scenario "
                f"'{scenario.id}', or 0 for all of them (R25.4)."
            )
        if options.expedition and options.scenario != "northern_war":
            raise BadOption("The option 'expedition' belongs to the scenario 'northern_war' (R24.2.4).")
        return options

    def file_option(self, name: str, path: Path) -> Any:
        return load_library(path) if name == "library" else super().file_option(name, path)

    def scene(self, view: FornaldarView) -> Scene:
        return scene.draw(view)

    def sketch(self, view: FornaldarView) -> Sketch:
        return sketch.sketch(view)

    def prompt(self, view: FornaldarView) -> str:
        return words.prompt(view)

    def describe(self, view: FornaldarView, action: Any) -> str:
        return words.describe(view, action)

    def clicks(self, view: FornaldarView, action: Any) -> tuple[str, ...]:
        return touch.clicks(view, action)

    def attempt(self, view: FornaldarView, clicks: tuple[str, ...]) -> Any:
        return touch.attempt(view, clicks)

    def seat_name(self, view: FornaldarView, seat: int) -> str:
        return self.roles[seat]

    def standing(self, view: FornaldarView, seat: int) -> str:
        return words.standing(view, seat)
