"""Fate keeps the contract, alone and together, with every option."""

import pytest
from tests.games.fate.positions import FATE

from fimbul.testing import check_game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, [{"heroes": (hero,)} for hero in ("bjorn", "alva", "embla", "boldur")]),
        (1, {"monster_die": True, "track": "long", "start_kit": False, "harder_upgrades": True}),
        (2, {"heroes": ("boldur", "embla"), "promos": True}),
        (3, {"monster_die": True}),
        (4, None),
    ],
)
def test_the_contract(seats, options):
    report = check_game(FATE, games=2, seats=seats, options=options, seed=11)
    assert report.games == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", [978963227, 430723395, 807081275, 929327531])
def test_what_fresh_seeds_found_stays_mended(seed):
    """Cards that were put back and told only by the log; dead monsters, and cards of two heroes alike."""
    assert check_game(FATE, games=4, seed=seed).games == 4
