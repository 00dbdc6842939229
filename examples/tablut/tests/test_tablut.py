"""The rules of Tablut: a drawn position, a move, and what comes of it."""

import pytest
from tablut import GAME
from tablut.state import BOARD, START, Move, TablutState

from fimbul.bots import Sight, make
from fimbul.core import Rng
from fimbul.testing import check_game


def position(active: int = 0, **pieces: str) -> TablutState:
    """A position with pieces on these squares, M="a1 b2"; the king is in his castle unless he is named."""
    board = ["."] * len(BOARD)
    for piece, squares in ({"K": "e5"} | pieces).items():
        for square in squares.split():
            board[BOARD.number[square]] = piece
    return TablutState(rng=Rng(0), board="".join(board), active=active, turn=1)


def after(state: TablutState, start: str, end: str) -> TablutState:
    state.play(Move(start, end))
    return state


def on(state: TablutState, square: str) -> str:
    return state.board[BOARD.number[square]]


def refused_by(state: TablutState, start: str, end: str) -> str:
    refusal = state.why_not(Move(start, end))
    assert refusal is not None
    return refusal.rule


def test_the_pieces_stand_as_linnaeus_drew_them():  # T1, T2
    state = GAME.new()
    assert (state.board.count("M"), state.board.count("S"), on(state, "e5")) == (16, 8, "K")
    assert {square for square in BOARD.names if on(state, square) == "S"} == {
        *["e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5"]
    }
    assert all(
        on(state, square) == "M"
        for square in [
            "d1",
            "e1",
            "f1",
            "e2",
            "a4",
            "a5",
            "a6",
            "b5",
            "d9",
            "e9",
            "f9",
            "e8",
            "i4",
            "i5",
            "i6",
            "h5",
        ]
    )
    turned = START.replace(" ", "")
    assert turned == turned[::-1]
    assert refused_by(state, "a4", "j4") == "T1"


def test_the_muscovites_begin_and_each_moves_their_own():  # T3
    state = GAME.new()
    assert state.to_act == (0,)
    assert refused_by(state, "e3", "d3") == "T3"
    assert after(state, "a4", "b4").to_act == (1,)


def test_pieces_move_like_rooks_and_leap_over_nobody():  # T4
    state = position(M="a1 a5", S="c1")
    assert {move.end for move in state.legal(0) if move.start == "a1"} == {"a2", "a3", "a4", "b1"}
    assert {refused_by(state, "a1", end) for end in ("a6", "a5", "d1", "c1", "b2", "a1")} == {"T4"}


def test_nobody_enters_the_castle_and_everybody_passes_it():  # T5
    state = position(active=1, K="e4", S="d5", M="a1")
    assert refused_by(state, "e4", "e5") == refused_by(state, "d5", "e5") == "T5"
    assert after(state, "e4", "e6").board.count("K") == 1


def test_a_piece_is_taken_between_two_enemies_who_moved_there():  # T6
    state = after(position(M="a3 c9", S="b3 c5 c6 c7"), "c9", "c8")
    assert on(state, "c7") == "S"
    assert on(after(position(M="a3 c9", S="b3"), "c9", "c3"), "b3") == "."
    assert on(after(position(active=1, M="a3 c3", S="b9"), "b9", "b3"), "b3") == "S"
    taken = after(position(M="a3 c1 c9 e3", S="b3 d3 c2"), "c9", "c3")
    assert [on(taken, square) for square in ("b3", "d3", "c2")] == [".", ".", "."]
    assert on(after(position(active=1, K="g7", S="g1", M="f7 f2"), "g1", "e1"), "f2") == "M"
    assert on(after(position(active=1, K="g7", S="e1", M="f7"), "e1", "e7"), "f7") == "."


def test_the_empty_castle_counts_as_an_enemy():  # T7
    assert on(after(position(K="b2", M="c9", S="d5"), "c9", "c5"), "d5") == "."
    assert on(after(position(active=1, K="b2", M="d5", S="c9"), "c9", "c5"), "d5") == "."
    assert on(after(position(M="c9", S="d5"), "c9", "c5"), "d5") == "S"


def test_in_his_castle_the_king_is_taken_by_four():  # T8
    state = position(M="d5 f5 e6 a4", S="b1")
    assert after(state, "a4", "e4").outcome.winners == (0,)
    assert after(position(M="d5 f5 a4", S="b1"), "a4", "e4").outcome is None


def test_beside_his_castle_he_is_taken_by_three():  # T9
    assert after(position(K="e4", M="d4 f4 a3", S="b1"), "a3", "e3").outcome.winners == (0,)
    assert after(position(K="e4", M="d4 a4 i4", S="b1"), "i4", "f4").outcome is None


def test_in_the_field_he_is_taken_by_two():  # T10
    assert after(position(K="c3", M="b3 d9", S="b1"), "d9", "d3").outcome.rule == "T12"


def test_the_last_defender_is_taken_against_the_king():  # T11
    assert on(after(position(M="d5 f5 e6 a3", S="e4"), "a3", "e3"), "e4") == "."
    assert on(after(position(M="d5 f5 a3", S="e4"), "a3", "e3"), "e4") == "S"


def test_the_king_wins_at_the_edge():  # T12
    assert after(position(active=1, K="e4", M="b2"), "e4", "a4").outcome.winners == (1,)


@pytest.mark.parametrize("squares", ["a1", "i9"])
def test_a_position_that_comes_back_is_a_draw(squares: str):  # T13
    state = position(M=squares, S="c3")
    column = squares[0]
    for start, end in ((squares, f"{column}5"), ("c3", "c4"), (f"{column}5", squares)):
        assert after(state, start, end).outcome is None
    assert after(state, "c4", "c3").outcome.rule == "T13"
    blocked = position(M="a1 a2 b2 c9", S="b1", K="c3", active=1)
    assert after(blocked, "c3", "c1").outcome.winners == (1,)


def test_nothing_to_move_and_nothing_taken_for_long_are_draws():  # T13
    assert after(position(active=1, M="a1", S="a2 c1"), "c1", "b1").outcome.drawn
    quiet = position(M="a1", S="c3")
    quiet.seen = [str(number) for number in range(99)]
    assert after(quiet, "a1", "a2").outcome.reason == "Nothing was taken in 100 moves: a draw."


def test_a_bot_takes_the_open_way():
    state = position(active=1, K="e4", M="b2 h8 g2", S="c3")
    assert make("greedy", GAME).choose(Sight(state, 1)).start == "e4"


def test_the_game_keeps_the_contract():
    assert check_game(GAME, games=1, seed=5).plies > 20
