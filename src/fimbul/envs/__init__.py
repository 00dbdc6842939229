"""Environments for those who learn: fimbul's games as PettingZoo, Gymnasium and OpenSpiel know games.

    env = fimbul.envs.pettingzoo("fate", seats=2)
    env = fimbul.envs.gymnasium("fate", seat=0, others="greedy")
    game = fimbul.envs.openspiel("fate")
    envs = fimbul.envs.vector("fimbulvetr", 1024)

All of them need the extra `envs`.  Options of the game are given by name.
"""

import importlib
from typing import Any

from fimbul.core import FimbulError

__all__ = ["MissingExtra", "gymnasium", "openspiel", "pettingzoo", "vector"]


class MissingExtra(FimbulError):
    """Something that is not installed."""


def room(name: str, extra: str = "envs") -> Any:
    """A module that needs an extra, or one sentence that names it."""
    try:
        return importlib.import_module(f"fimbul.envs.{name}")
    except ModuleNotFoundError as problem:
        missing = (problem.name or "").partition(".")[0]
        if missing == "fimbul":
            raise
        raise MissingExtra(
            f"This needs the extra '{extra}' ({missing} is missing): pip install 'fimbul[{extra}]'."
        ) from None


def pettingzoo(
    game: str,
    *,
    seats: int | None = None,
    truncate_after: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """A game for several agents, as PettingZoo's AEC environments are."""
    return room("aec").FimbulAEC(
        game, options, seats=seats, truncate_after=truncate_after, render_mode=render_mode
    )


def gymnasium(
    game: str,
    *,
    seat: int = 0,
    others: Any = "greedy",
    seats: int | None = None,
    truncate_after: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """A game for one learner, with bots in the other seats, as Gymnasium's environments are."""
    return room("solo").FimbulSolo(
        game,
        seat=seat,
        others=others,
        seats=seats,
        truncate_after=truncate_after,
        render_mode=render_mode,
        game_options=options,
    )


def openspiel(game: str, *, seats: int | None = None, **options: Any) -> Any:
    """A game of OpenSpiel, as `pyspiel.load_game` gives it; chance draws the seed first."""
    return room("spiel").load(game, seats, options)


def vector(
    game: str,
    number: int,
    *,
    seats: int | None = None,
    starts: int = 256,
    threads: int | None = None,
    **options: Any,
) -> Any:
    """So many games side by side in a kernel, each step one action in every game (extra `fast` too).

    `starts` is how many different seeds the games begin with, `threads` how many threads share them.
    """
    return room("vectors", "envs,fast").make(
        game, number, options, seats=seats, starts=starts, threads=threads
    )
