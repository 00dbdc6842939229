"""How a view of Six Winters looks in a terminal."""

from fimbul.core import Sketch, Span
from fimbul.games.six_winters.view import SixWintersView


def sketch(view: SixWintersView) -> Sketch:
    """The view as text."""
    return Sketch(((Span("Six Winters"),),))
