"""Fate: Defenders of Grimheim, by Jonathan Fryxelius."""

from fimbul.games.fate.game import Fate

GAME = Fate()

__all__ = ["GAME"]
