"""The lab: a designer asks, many games answer, and every claim can be watched.

    results = fimbul.lab.results("runs/valknut")
    results.games       # a Polars frame, one row a game
    results.events      # a lazy frame, one row an action or event

`arena` and `crew` are the bare loop and need nothing; everything else needs the extra `lab`, and `cluster`
the extra of that name.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fimbul.core import FimbulError

if TYPE_CHECKING:
    from fimbul.lab.folder import Results


def need(module: str, extra: str = "lab") -> Any:
    """A library that only an extra brings, or one sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise FimbulError(
            f"This needs the extra '{extra}' of fimbul, which is not installed: "
            f"pip install 'fimbul[{extra}]'."
        ) from None


def results(folder: str | Path) -> "Results":
    """What was played in an experiment's folder."""
    need("polars")
    from fimbul.lab.folder import Results

    return Results(Path(folder))
