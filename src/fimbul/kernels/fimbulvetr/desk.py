"""A position of Fimbulvetr on flat numbers."""

from typing import Any

import numpy as np

from fimbul.kernels.compiling import first_use
from fimbul.kernels.fimbulvetr import chance as chance_play
from fimbul.kernels.fimbulvetr import evaluate, packing, perft, rules, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.tables import FimbulvetrState

MOST_SEEN = 640  # positions since somebody fell, and those that a search or a play-out adds


class Desk:
    """See `fimbul.kernels.Desk`."""

    def __init__(self, state: FimbulvetrState) -> None:
        self.seen = np.zeros(MOST_SEEN, np.int64)
        self.actions = np.zeros(at.MOST_ACTIONS, np.int64)
        self.book = tables.book_of(state.options)
        self.worths = tables.worths_of(state.options)
        with first_use("fimbulvetr"):
            self.flat = packing.pack(state, self.seen)

    def legal(self) -> list[int]:
        count = rules.legal(self.flat, self.book, self.actions)
        return self.actions[:count].tolist()

    def decode(self, state: FimbulvetrState, action: int) -> Any:
        return packing.decode(state, action)

    def apply(self, action: int) -> None:
        rules.apply(self.flat, self.book, self.seen, action)

    def unpack(self, template: FimbulvetrState) -> FimbulvetrState:
        return packing.unpack(self.flat, template)

    def evaluate(self, seat: int) -> float:
        return float(evaluate.evaluate(self.flat, self.book, self.worths, seat))

    def random_action(self, chance: int) -> int:
        return int(chance_play.random_action(self.flat, self.book, chance))

    def play_random(self, games: int, chance: int) -> tuple[int, list[int]]:
        results = np.zeros(4, np.int64)
        plies = chance_play.random_games(
            self.flat, self.flat.copy(), self.book, self.seen, games, chance, results
        )
        return int(plies), results.tolist()

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        states = np.zeros((depth + 1, at.SIZE), np.int64)
        states[0] = self.flat
        actions = np.zeros((depth + 1, at.MOST_ACTIONS + 2), np.int64)
        return int(perft.perft(states, self.book, self.seen, actions, depth))
