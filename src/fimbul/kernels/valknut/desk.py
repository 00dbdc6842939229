"""A position of Valknut on flat numbers."""

from typing import Any

import numpy as np

from fimbul.kernels.compiling import first_use
from fimbul.kernels.valknut import chance as chance_play
from fimbul.kernels.valknut import choices, course, evaluate, ground, packing, perft, tables
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.tables import ValknutState


class Desk:
    """See `fimbul.kernels.Desk`."""

    def __init__(self, state: ValknutState) -> None:
        self.actions = np.zeros(at.MOST_ACTIONS, np.int64)
        self.room = np.zeros(at.MOST_ACTIONS, np.int64)
        self.scratch = np.zeros(at.SCRATCH, np.int64)
        self.reals = np.zeros(128, np.float64)
        self.weights = tables.weights()
        self.book = tables.book_of(state)
        self.board = packing.new_board()
        self.flat = packing.pack(state)
        with first_use("valknut"):
            ground.build(self.flat, self.board, self.book)

    def legal(self) -> list[int]:
        count = choices.legal(self.flat, self.board, self.book, self.actions, self.scratch)
        return self.actions[:count].tolist()

    def decode(self, state: ValknutState, action: int) -> Any:
        return packing.decode(state, action)

    def apply(self, action: int) -> None:
        course.apply(self.flat, self.board, self.book, action, self.room)

    def unpack(self, template: ValknutState) -> ValknutState:
        return packing.unpack(self.flat, template)

    def evaluate(self, seat: int) -> float:
        return float(
            evaluate.evaluate(self.flat, self.board, self.book, self.weights, seat, self.scratch, self.reals)
        )

    def random_action(self, chance: int) -> int:
        return int(
            chance_play.random_action(self.flat, self.board, self.book, self.actions, self.scratch, chance)
        )

    def play_random(self, games: int, chance: int) -> tuple[int, list[int]]:
        results = np.zeros(4, np.int64)
        plies = chance_play.random_games(
            self.flat,
            self.flat.copy(),
            self.board,
            self.book,
            self.actions,
            self.scratch,
            games,
            chance,
            results,
        )
        return int(plies), results.tolist()

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        states = np.zeros((depth + 1, at.SIZE), np.int32)
        states[0] = self.flat
        actions = np.zeros((depth + 1, at.MOST_ACTIONS + 2), np.int64)
        return int(perft.perft(states, self.board, self.book, actions, self.room, self.scratch, depth))
