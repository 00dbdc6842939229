"""Fornaldar keeps the contract: the beginning of each scenario, with all that a turn has."""

import pytest

from fimbul.games.fornaldar import GAME
from fimbul.testing import check_game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "turns", "seed"),
    [("sampo", 1, 2), ("northern_war", 2, 31), ("jotuns", 2, 2)],
)
def test_the_contract(scenario, turns, seed):
    report = check_game(GAME, games=1, options={"scenario": scenario, "turns": turns}, seed=seed)
    assert report.games == 1
    assert {"leaders", "armies", "treasures"} <= {*report.resampled}


@pytest.mark.slow
def test_what_a_fresh_seed_found_stays_mended():
    """A levy was called a revelation and told nobody anything ("what at reveals never changed")."""
    report = check_game(GAME, games=4, seed=479132156, only=["secrets", "imagine"], exercised=False)
    assert report.checks["secrets: revealing moves"]


@pytest.mark.slow
@pytest.mark.rule("R25.2")
def test_how_much_a_side_has_still_to_lose_in_secret_is_imagined_too():
    """A fresh seed: an action that was the last in the real world was the first in an imagined one."""
    options = {"scenario": "jotuns", "turns": 1, "expedition": False}
    seed = 8892712609742537020
    assert check_game(GAME, games=2, seats=2, options=options, seed=seed, exercised=False).games == 2
