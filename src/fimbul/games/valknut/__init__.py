"""Valknut, by Luís Brüh: warbands that fight on a battleground which grows card by card."""

from fimbul.games.valknut.game import Valknut

GAME = Valknut()

__all__ = ["GAME"]
