"""Six Winters keeps the contract: sessions alone and together, and whole campaigns."""

import pytest

from fimbul.games.six_winters import GAME
from fimbul.testing import check_game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "games", "options"),
    [
        (1, 2, {"all_characters": True}),
        (1, 1, {"solo": "shared", "scenario": "two_eyes_in_one_face"}),
        (
            2,
            2,
            [
                {"scenario": "order_of_the_blue_robe"},
                {"scenario": "death_captured", "difficulty": "difficult"},
            ],
        ),
        (3, 1, {"scenario": "served_cold", "fort_ruins": True, "activation_order": "chosen"}),
        (4, 1, {"conditions": "knockout"}),
        (2, 3, {"mode": "campaign"}),
    ],
)
def test_the_contract(seats, games, options):
    report = check_game(GAME, games=games, seats=seats, options=options, seed=11)
    assert report.games == games
