"""An action that cannot be taken is refused by its own rule, with the reason."""

import pytest
from tests.games.six_winters.positions import finish, give, obstacle, refuses, stage, stand, start, table

from fimbul.games.six_winters.state import SixWintersState


@pytest.fixture
def state() -> SixWintersState:
    """Thea in Parisa's Glen with one die and 2 movement points, Keel in Eastkeep."""
    found = table("thea", "keel")
    stand(found, "thea", "parisas_glen", 2)
    stand(found, "keel", "eastkeep")
    give(found, "thea", 3)
    return found


@pytest.mark.rule("S61")
def test_a_move_too_far_or_too_dear(state: SixWintersState) -> None:
    assert "Whitehold is not adjacent" in refuses(state, "move(thea,whitehold)", "S61").reason
    assert "no such location" in refuses(state, "move(thea,atlantis)", "S61").reason
    stand(state, "thea", "parisas_glen", 0)
    assert "costs 1 movement point; 0 left" in refuses(state, "move(thea,boars_rift)", "S61").reason


@pytest.mark.rule("S62")
def test_a_gate_without_a_gate(state: SixWintersState) -> None:
    assert "magic gate" in refuses(state, "gate(thea,undaris_tower,body)", "S62").reason
    assert "port" in refuses(state, "sail(thea,undaris_tower)", "S62").reason


@pytest.mark.rule("S63")
def test_mustering_where_nothing_grows_or_without_points(state: SixWintersState) -> None:
    assert "costs 3 movement points; 2 left" in refuses(state, "muster(thea)", "S63").reason
    stand(state, "thea", "loomwood", 4)
    assert "Loomwood produces nothing" in refuses(state, "muster(thea)", "S63").reason


@pytest.mark.rule("S65")
def test_taking_what_is_not_staged_or_a_third(state: SixWintersState) -> None:
    assert "not staged" in refuses(state, "take(thea,tent)", "S65").reason
    stage(state, "tent")
    start(state, "thea", "apples", None, None)
    start(state, "thea", "cart", None, None, None)
    assert "2 assets in progress" in refuses(state, "take(thea,tent)", "S65").reason


@pytest.mark.rule("S66")
def test_creating_without_a_die_an_asset_or_a_fitting_die(state: SixWintersState) -> None:
    assert "no such action die" in refuses(state, "create(thea,action-6)", "S66").reason
    assert "no asset in progress" in refuses(state, "create(thea,action-3)", "S66").reason
    start(state, "thea", "zarahs_charm", None, None)
    assert "fits an open slot" in refuses(state, "create(thea,action-3)", "S66").reason


@pytest.mark.rule("S68")
def test_overcoming_what_is_elsewhere(state: SixWintersState) -> None:
    assert "not in play" in refuses(state, "overcome(thea,mole_hunt)", "S68").reason
    obstacle(state, "mole_hunt", "eastkeep")
    assert "It is at Eastkeep" in refuses(state, "overcome(thea,mole_hunt)", "S68").reason


@pytest.mark.rule("S76")
def test_narrating_apart_or_without_the_points(state: SixWintersState) -> None:
    assert "must be at Parisa's Glen" in refuses(state, "narrate(thea)", "S76").reason
    stand(state, "keel", "parisas_glen")
    finish(state, "thea", "tent")
    assert "needs 20 points, and your cards come to 9" in refuses(state, "narrate(thea)", "S76").reason


@pytest.mark.rule("S14")
def test_somebody_else_s_character(state: SixWintersState) -> None:
    assert "not a character of yours" in refuses(state, "move(keel,whitehold)", "S14", seat=0).reason
