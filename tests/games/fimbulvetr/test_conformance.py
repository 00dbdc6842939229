"""Fimbulvetr keeps the contract, with every switch."""

import fimbul
from fimbul.testing import PROPERTIES, check_game


def test_the_contract() -> None:
    report = check_game(
        fimbul.game("fimbulvetr"),
        games=6,
        options=[
            {},
            {"setup": "quick", "first": 1},
            {"clans": ["vikings", "vikings"], "vault_adjacent": True, "support_from_none": False},
            {"clans": ["saxons", "rus"], "relic": "defense", "setup": "quick"},
        ],
    )
    assert {name for name in PROPERTIES if not report.checks[name]} == {"twins"}, "nothing is hidden"
