"""What is good at Tablut."""

from fimbul.core import Mind
from tablut.state import BOARD, KING, MUSCOVITE, SWEDE, TablutState


class TablutMind(Mind):
    """Pieces, open ways for the king, and enemies beside him."""

    def evaluate(self, state: TablutState, seat: int) -> float:
        if state.outcome is not None:
            return super().evaluate(state, seat)
        king = state.board.index(KING)
        ways = sum(end in BOARD.edge for end in state.reached(king))
        beside = sum(state.board[number] == MUSCOVITE for number in BOARD.beside[king])
        lead = 2 * state.board.count(SWEDE) - state.board.count(MUSCOVITE) + 4 * ways - 3 * beside
        value = lead / (abs(lead) + 12)
        return value if seat == 1 else -value
