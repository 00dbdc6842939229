"""Six Winters, by Phil Lewis."""

from fimbul.games.six_winters.game import SixWinters

GAME = SixWinters()

__all__ = ["GAME"]
