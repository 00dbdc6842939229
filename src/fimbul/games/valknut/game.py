"""Valknut as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import Game, Options, Rng, Scene, Sketch, State
from fimbul.games.valknut import parley, scene, sketch, words
from fimbul.games.valknut.actions import ACTIONS, Play
from fimbul.games.valknut.board import OFF
from fimbul.games.valknut.bot import ValknutMind
from fimbul.games.valknut.kinds import NAMES, NUMBER
from fimbul.games.valknut.pantheon import GODS, POOL_SIZE
from fimbul.games.valknut.state import (
    ValknutOptions,
    ValknutState,
    ValknutView,
    all_units,
    check_options,
)
from fimbul.games.valknut.terrain import deck_of, load_terrain
from fimbul.games.valknut.turn import BeginTurn


class Valknut(Game):
    """Valknut."""

    slug = "valknut"
    title = "Valknut"
    designer = "Luís Brüh"
    blurb = "Nine uneven warbands flank each other on a battleground that grows card by card."
    minutes = "15-30"
    rules_version = ValknutState.rules_version
    seats = range(2, 5)
    hidden = True
    max_plies = 4000
    actions = ACTIONS
    State: ClassVar[type[State]] = ValknutState
    Options: ClassVar[type[Options]] = ValknutOptions
    mind = ValknutMind()

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

    def file_option(self, name: str, path: Path) -> Any:
        return load_terrain(path) if name == "terrain" else super().file_option(name, path)

    def scene(self, view: ValknutView) -> Scene:
        return scene.draw(view)

    def sketch(self, view: ValknutView) -> Sketch:
        return sketch.sketch(view)

    def prompt(self, view: ValknutView) -> str:
        return words.prompt(view)

    def describe(self, view: ValknutView, action: Play) -> str:
        return words.describe(view, action)

    def clicks(self, view: ValknutView, action: Play) -> tuple[str, ...]:
        return scene.clicks(view, action)

    def attempt(self, view: ValknutView, clicks: tuple[str, ...]) -> Play | None:
        return scene.attempt(view, clicks)

    def seat_name(self, view: ValknutView, seat: int) -> str:
        return " and ".join(NAMES[NUMBER[band]] for band in view.warbands[seat])

    def standing(self, view: ValknutView, seat: int) -> str:
        return f"{view.scores[seat]} VP" if view.alive[seat] else "out"
