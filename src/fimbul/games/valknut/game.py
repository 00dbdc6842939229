"""Valknut as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import Game, Options, Rng, Start, State
from fimbul.games.valknut.actions import ACTIONS
from fimbul.games.valknut.bot.coach import ValknutCoach
from fimbul.games.valknut.bot.mind import ValknutMind
from fimbul.games.valknut.library.gods import GODS, POOL_SIZE
from fimbul.games.valknut.library.terrain import deck_of, load_terrain
from fimbul.games.valknut.library.warbands import KINDS, NUMBER
from fimbul.games.valknut.model import OFF
from fimbul.games.valknut.rules import parley
from fimbul.games.valknut.rules.turn import BeginTurn
from fimbul.games.valknut.state import ValknutOptions, ValknutState, all_units, check_options
from fimbul.games.valknut.table.table import ValknutTable


class Valknut(Game):
    """Valknut."""

    title = "Valknut"
    designer = "Luís Brüh"
    blurb = "Nine uneven warbands flank each other on a battleground that grows card by card."
    minutes = "15-30"
    seats = range(2, 5)
    hidden = True
    private = True
    max_plies = 4000
    actions = ACTIONS
    State: ClassVar[type[State]] = ValknutState
    Options: ClassVar[type[Options]] = ValknutOptions
    table = ValknutTable()
    mind = ValknutMind()
    coach = ValknutCoach()
    starts = (
        Start(
            label="Play now",
            options={"warbands": ["dwarves", "draugar"]},
            title="Dwarves against Draugar, two warbands that are easy to lead",
        ),
        Start(label="Any two warbands", title="Two of the nine, as chance will have it"),
        Start(label="Ragnarok", options={"mode": "ragnarok"}, title="Two warbands for each of two players"),
        Start(
            label="Gods & Monsters",
            options={"gods": True},
            seats=4,
            title="Four players, and Gjallarhorns that call gods and monsters",
        ),
    )

    def apart(self, options: ValknutOptions) -> bool:
        return options.gods  # what Odin shows (V104)

    def setup(self, seats: int, options: ValknutOptions, rng: Rng) -> ValknutState:
        warbands = parley.seat_warbands(seats, options, rng)
        places = 4 if options.mode == "ragnarok" else seats
        deck = deck_of(options.terrain)
        faces, pile = parley.shuffled(deck, places, rng)
        gods = list(range(len(GODS))) if options.gods else []
        rng.shuffle(gods)
        kinds, owners = all_units(warbands)
        return ValknutState(
            rng=rng,
            options=options,
            warbands=warbands,
            kind=kinds,
            owner=owners,
            cell=[OFF] * len(kinds),
            alive=[True] * seats,
            ambushes=[tuple(deck.ambush[kind] for kind in bands) for bands in warbands],
            laid=parley.layout(deck, places),
            parley=faces,
            pile=pile[: -parley.POOL],
            pool=pile[-parley.POOL :][::-1],
            god_pile=gods[:-POOL_SIZE],
            god_pool=gods[-POOL_SIZE:][::-1],
            worshipped=[()] * seats,
            sights=[()] * seats,
            marked=[0] * len(warbands[0]),
            agenda=[BeginTurn(), *(parley.SettingUp((seat,)) for seat in reversed(range(seats)))],
        )

    def check_options(self, options: Any) -> ValknutOptions:
        return check_options(options)

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return {"warbands": [(band, KINDS[number].name) for band, number in NUMBER.items()]}

    def file_option(self, name: str, path: Path) -> Any:
        return load_terrain(path) if name == "terrain" else super().file_option(name, path)
