"""fimbul: one table for five winter games.

game = fimbul.game("fimbulvetr")
state = game.new(seed=7)
while not state.over:
    state.play(state.legal(state.to_act[0])[0])
state.outcome
"""

from fimbul.core import FimbulError, Illegal, Match, Record, replay, verify
from fimbul.games import all_games, game

__all__ = ["FimbulError", "Illegal", "Match", "Record", "all_games", "game", "replay", "verify"]
__version__ = "0.1.0"
