"""Tablut, as Linnaeus saw it played in Lapland in 1732, for fimbul's table."""

from tablut.game import Tablut

GAME = Tablut()

__all__ = ["GAME"]
