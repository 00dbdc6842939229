"""The table of contents of the command line."""

from collections.abc import Callable
from typing import Any

from cyclopts import App, Parameter

from fimbul import __version__
from fimbul.cli import lab
from fimbul.cli.admin import admin
from fimbul.cli.bench import bench
from fimbul.cli.check import check
from fimbul.cli.doctor import doctor
from fimbul.cli.engine import engine
from fimbul.cli.export import export
from fimbul.cli.games import games
from fimbul.cli.mcp import mcp
from fimbul.cli.new_game import new_game
from fimbul.cli.offline import offline
from fimbul.cli.perft import perft
from fimbul.cli.play import play
from fimbul.cli.puzzle import puzzle
from fimbul.cli.review import review
from fimbul.cli.rules import rules
from fimbul.cli.say import say
from fimbul.cli.serve import serve
from fimbul.cli.show import show
from fimbul.cli.simulate import simulate
from fimbul.cli.verify import verify
from fimbul.cli.worker import worker

COMMANDS: tuple[Callable[..., Any], ...] = (
    play,
    serve,
    games,
    rules,
    say,
    show,
    verify,
    review,
    export,
    puzzle,
    simulate,
    perft,
    check,
    new_game,
    engine,
    mcp,
    bench,
    offline,
    doctor,
    worker,
    admin,
)


def application() -> App:
    """The parser of the whole command line.  A command's docstring is its help."""
    app = App(
        name="fimbul",
        help="One table for five winter board games. Alone, fimbul opens the table in the browser.",
        version=__version__,
        help_format="markdown",
        default_parameter=Parameter(negative=()),
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for place, command in enumerate(COMMANDS):
        app.command(command, sort_key=place)
    app.command(lab.application())
    return app
