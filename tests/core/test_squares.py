"""A board of squares: names, lines, picture and sketch."""

import pytest

from fimbul.core import Piece, Squares

BOARD = Squares(3, 2, marked=("b2",))
NINE = Squares(3, 3)
PIECES = {"R": Piece("Raven", "seat0"), "W": Piece("Wolf", "seat1 bold", "<path/>")}


def test_squares_are_named_from_below_and_numbered_from_above() -> None:
    assert BOARD.names == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert [BOARD.number[name] for name in BOARD.names] == list(range(len(BOARD)))
    assert BOARD.cell(BOARD.number["c1"]) == (2, 1)


def test_lines_go_to_the_edge_and_no_further() -> None:
    north, east, south, west = BOARD.rays[BOARD.number["a1"]]
    assert [BOARD.names[number] for number in (*north, *east)] == ["a2", "b1", "c1"]
    assert (south, west) == ((), ())
    assert [BOARD.names[number] for number in BOARD.beside[BOARD.number["b1"]]] == ["b2", "c1", "a1"]
    assert BOARD.edge == frozenset(range(6))
    assert [NINE.names[n] for n in range(9) if n not in NINE.edge] == ["b2"]


def test_a_position_is_drawn_with_a_node_for_every_square_and_every_piece() -> None:
    board = BOARD.board("R...W.", PIECES, ".seat0{fill:red}")
    pieces = {node.id: node for node in board.nodes if node.layer}
    assert [node.id for node in board.nodes if not node.layer] == [f"cell:{name}" for name in BOARD.names]
    assert {node.id: node.title for node in pieces.values()} == {
        "piece:a2": "Raven on a2",
        "piece:b1": "Wolf on b1",
    }
    assert (pieces["piece:b1"].x, pieces["piece:b1"].y, pieces["piece:b1"].svg) == (100, 100, "<path/>")
    assert [node.id for node in board.nodes if "marked" in node.classes] == ["cell:b2"]
    assert board.box == (-60, -60, 320, 220)
    assert board.style.endswith(".seat0{fill:red}")


def test_a_sketch_shows_letters_that_can_be_touched() -> None:
    sketch = BOARD.sketch("R...W.", PIECES)
    assert sketch.plain() == "2  R + ·\n1  · W ·\n   a b c"
    assert {span.node for line in sketch.lines for span in line if span.node.startswith("piece")} == {
        "piece:a2",
        "piece:b1",
    }


def test_a_position_of_another_size_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="shorter"):
        BOARD.board("R", PIECES)
