"""`fimbul games`: what can be played."""

from typing import Any

import msgspec

from fimbul.cli.console import say_json, warn
from fimbul.cli.options import Flag
from fimbul.core import Game
from fimbul.core.wording import span


def games(*, json: Flag = False) -> None:
    """List the games and their options.

    Example: fimbul games

    Parameters
    ----------
    json
        Print one JSON object, for scripts.
    """
    from fimbul.games import all_games, problems

    for problem in problems():
        warn(problem)
    if json:
        say_json({"games": [facts(game) for game in all_games()]})
        return
    for game in all_games():
        print(f"{game.slug}: {game.title}, by {game.designer}. {players(game)}, {game.minutes} minutes.")
        print(f"    {game.blurb}")
        for name, option in facts(game)["options"].items():
            about = f" ({option['choices']})" if option["choices"] else ""
            print(f"    --option {name}={text_of(option['default'])}{about}")


def facts(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    defaults = msgspec.to_builtins(game.read_options({}))
    return {
        "slug": game.slug,
        "title": game.title,
        "designer": game.designer,
        "blurb": game.blurb,
        "minutes": game.minutes,
        "seats": [game.seats[0], game.seats[-1]],
        "rules": game.rules_version,
        "cooperative": game.cooperative,
        "hidden": game.hidden,
        "options": {
            name: {"default": default, "choices": game.allowed(name)} for name, default in defaults.items()
        },
        "actions": [game.notation.form(kind) for kind in game.actions],
    }


def players(game: Game) -> str:
    """How many can play."""
    return f"{span(game.seats)} players"


def text_of(value: Any) -> str:
    """A default as one would type it."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value))
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
