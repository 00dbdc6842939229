"""Fate keeps the contract, alone and together, with every option."""

import pytest
from tests.games.fate.positions import FATE

testing = pytest.importorskip("fimbul.testing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, [{"heroes": (hero,)} for hero in ("bjorn", "alva", "embla", "boldur")]),
        (1, {"monster_die": True, "track": "long", "start_kit": False, "harder_upgrades": True}),
        (2, {"heroes": ("boldur", "embla")}),
        (3, {"monster_die": True}),
        (4, None),
    ],
)
def test_the_contract(seats, options):
    report = testing.check_game(FATE, games=2, seats=seats, options=options, seed=11)
    assert report.games == 2
