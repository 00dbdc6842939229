"""Fornaldar: Nordic Saga, by Karoly Szigetvari."""

from fimbul.games.fornaldar.game import Fornaldar

GAME = Fornaldar()

__all__ = ["GAME"]
