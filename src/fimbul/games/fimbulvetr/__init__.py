"""Fimbulvetr: Winter of Winters, by James Kyle: two clans of six warriors on a field without edges."""

from fimbul.games.fimbulvetr.game import Fimbulvetr

GAME = Fimbulvetr()

__all__ = ["GAME"]
