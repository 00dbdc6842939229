"""The games.  Each is one folder with one public name, `GAME`; nothing outside a folder knows its rules."""

import functools
from importlib import import_module

from fimbul.core.errors import BadOption
from fimbul.core.game import Game
from fimbul.core.wording import either

SLUGS = ("fimbulvetr", "valknut", "fate", "six_winters", "fornaldar")


@functools.cache
def game(slug: str) -> Game:
    """The game with this name."""
    if slug not in SLUGS:
        raise BadOption(f"Unknown game '{slug}'; expected {either(SLUGS)}.")
    found: Game = import_module(f"fimbul.games.{slug}").GAME
    return found


def all_games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(slug) for slug in SLUGS)
