"""`fimbul lab`: a designer asks, many games answer."""

from collections.abc import Callable
from typing import Any

from cyclopts import App, Parameter

from fimbul.cli.lab.experiments import benchmark, data, new, query, record, report, run
from fimbul.cli.lab.tuning import ladder, tune
from fimbul.cli.lab.versions import ab, validate

COMMANDS: tuple[Callable[..., Any], ...] = (
    new,
    data,
    run,
    query,
    report,
    record,
    ab,
    validate,
    tune,
    ladder,
    benchmark,
)


def application() -> App:
    """The commands of the lab."""
    app = App(
        name="lab",
        sort_key=99,
        help="Experiments: many games answer a designer's question.",
        help_format="markdown",
        default_parameter=Parameter(negative=()),
        result_action="return_value",
    )
    for place, command in enumerate(COMMANDS):
        app.command(command, sort_key=place)
    return app
