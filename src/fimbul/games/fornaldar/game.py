"""Fornaldar as a game of the table: the one object that the rest of fimbul sees."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_args, get_type_hints

from fimbul.core import BadOption, Game, Options, Rng, Start, State
from fimbul.games.fornaldar.actions import ACTIONS
from fimbul.games.fornaldar.bot.coach import FornaldarCoach
from fimbul.games.fornaldar.bot.mind import FornaldarMind
from fimbul.games.fornaldar.library.check import check_library
from fimbul.games.fornaldar.library.index import book_of
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.model import Leader, Treasure, Vessel
from fimbul.games.fornaldar.rules import pieces, placing, setting_up
from fimbul.games.fornaldar.state import FornaldarOptions, FornaldarState
from fimbul.games.fornaldar.table.table import FornaldarTable

SCENARIOS = ("sampo", "northern_war", "jotuns")


class Fornaldar(Game):
    """Fornaldar: Nordic Saga."""

    title = "Fornaldar"
    designer = "Károly Szigetvári"
    blurb = "Trolls, kings, dwarves and enchanters at war in the north, on the map and with magic."
    minutes = "240-600"
    seats = range(2, 3)
    hidden = True
    private = True
    chance = True
    max_plies = 100_000
    actions = ACTIONS
    table = FornaldarTable()
    mind = FornaldarMind()
    coach = FornaldarCoach()
    starts = (
        Start(
            label="Play now",
            options={"scenario": "jotuns"},
            title="The March of the Jotuns, the shortest war",
        ),
        Start(
            label="War of the Sampo",
            options={"scenario": "sampo"},
            title="Fourteen game turns, open, with much at sea",
        ),
        Start(
            label="Second Northern War",
            options={"scenario": "northern_war"},
            title="Ten game turns against a divided Midhrasir",
        ),
    )
    State: ClassVar[type[State]] = FornaldarState
    Options: ClassVar[type[Options]] = FornaldarOptions

    def setup(self, seats: int, options: FornaldarOptions, rng: Rng) -> FornaldarState:
        state = set_up(options, rng)
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

    def trials(self) -> Sequence[Mapping[str, Any]]:
        scenarios = get_args(get_type_hints(FornaldarOptions)["scenario"])
        return [{"scenario": scenario, "turns": turns} for scenario in scenarios for turns in (1, 1, 2, 0)]

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return {"scenario": [(name, book_of(None, name).scenario.name) for name in SCENARIOS]}

    def file_option(self, name: str, path: Path) -> Any:
        return load_library(path) if name == "library" else super().file_option(name, path)


def set_up(options: FornaldarOptions, rng: Rng) -> FornaldarState:
    """The state of a scenario with all its pieces, before the first decision (R4.2)."""
    book = book_of(options.library, options.scenario)
    state = FornaldarState(
        rng=rng,
        options=options,
        leaders=[Leader() for _ in book.cast],
        armies=[],
        vessels=[Vessel() for _ in book.fleet],
        treasures=[Treasure(gone=True) for _ in book.relics],
        side=placing.first_sides(book),
        active=[group.id in book.scenario.active for group in book.groups],
        month=book.scenario.first,
        points=list(book.scenario.points),
    )
    for place in book.setup:
        if place.hex:
            placing.put(state, place, book.node[place.hex])
    pieces.tidy(state)
    return state
