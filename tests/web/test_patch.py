"""What the browser makes of patches is the table as the server would show it anew."""

import random

import pytest
from tests.web.conftest import TABLE

ANEW = f"async () => (await (await fetch(`/api/v1/tables/${{{TABLE}.table.id}}`)).json()).frame"
KEPT = f"() => {TABLE}.live.frame"


@pytest.mark.parametrize("game", ["fimbulvetr", "valknut"])
def test_the_browser_follows_by_patches(window, game):
    ada, chance = window(), random.Random(2)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    ada.open(ada.call("/tables", {"game": game, "seats": seats, "seed": 5})["id"])
    for _ in range(4):
        ada.play(chance)
        if not ada.wait_turn():
            break  # whoever plays at random may end a game early
    kept, anew = ada.ask(KEPT), ada.ask(ANEW)
    assert kept["ply"] >= 2
    assert {**kept, "log": []} == {**anew, "log": []}
