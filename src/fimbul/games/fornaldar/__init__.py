"""Fornaldar: Nordic Saga, by Károly Szigetvári."""

from fimbul.games.fornaldar.game import Fornaldar

GAME = Fornaldar()

__all__ = ["GAME"]
