"""Valknut keeps the contract in every mode, with every warband."""

import pytest
from tests.games.valknut.positions import game

from fimbul.testing import check_game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (
            2,
            [
                {"warbands": pair}
                for pair in (("giantess", "vanir"), ("vikings", "draugar"), ("elves", "goblins"))
            ],
        ),
        (2, [{"warbands": pair} for pair in (("valkyries", "dragons"), ("dwarves", "draugar"))]),
        (3, None),
        (4, None),
        (4, {"gods": True}),
        (2, {"mode": "ragnarok"}),
        (2, {"mode": "ragnarok", "gods": True}),
    ],
)
def test_the_contract(seats, options):
    report = check_game(game, games=3, seats=seats, options=options, seed=11)
    assert report.games == 3
