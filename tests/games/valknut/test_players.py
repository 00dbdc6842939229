"""H. Three and four players: elimination (V83)."""

import pytest
from tests.games.valknut.positions import game, position, row

from fimbul.core import Rng


@pytest.mark.rule("V83")
def test_a_player_without_units_is_out_and_the_others_play_on():
    table = position(
        row("U . V m . E . U E"),
        "vikings draugar elves",
        to_move="U",
        ambushes={1: ("vikings",), 0: ("elves",)},
    )
    table.play("move(0,0,e,1)")
    view = table.state.view(None)
    assert view.alive == (True, False, True)
    assert view.ambushes[1] == ()
    assert table.result is None
    table.play("end")
    assert table.to_move == 0
    table.play("lay(A_elves,9,0,0)", "end")
    assert table.to_move == 2


@pytest.mark.rule("V83")
def test_the_last_player_with_units_wins_at_once():
    table = position(row("V . U m . . V E m"), "vikings draugar elves", to_move="V", step="start")
    assert table.state.view(None).alive == (False, True, True)
    table.play("decline", "lay(P1,9,0,0)", "move(0,0,e,1)")
    assert table.result == (1, "V83")


@pytest.mark.rule("V83")
def test_those_who_are_out_do_not_score():
    table = position(row("U . V m . E . U"), "vikings draugar elves", to_move="U", pool={}, pile={})
    table.play("move(0,0,e,1)", "end")
    assert table.state.outcome.points == (5, 0, 6)
    assert table.result == (2, "V57")


@pytest.mark.rule("V83")
@pytest.mark.rule("V123")
def test_the_gods_of_those_who_are_out_go_under_the_pile_in_the_order_of_the_data():
    table = position(
        row("U . V m . E . U B"),
        "vikings draugar elves goblins",
        to_move="U",
        gods=True,
        held={1: ("surtr", "odin")},
        god_pool="thor idun",
    ).play("move(0,0,e,1)")
    state = table.state
    assert state.god_pile[:2] == [7, 0]  # the bottom first: Surtr lies under Odin
    assert state.worshipped[1] == ()
    assert len(state.god_pool) == 2  # short until the next taking
    assert state.returned == 2
    assert [table.state.view(seat).god_bottom for seat in (0, None)] == [("odin", "surtr")] * 2


@pytest.mark.rule("V7")
@pytest.mark.rule("V83")
def test_everybody_knows_what_went_under_the_pile_and_nothing_else_of_it():
    table = position(
        row("U . V m . E . U B"),
        "vikings draugar elves goblins",
        to_move="U",
        gods=True,
        held={1: ("surtr", "odin")},
        god_pool="thor idun",
    ).play("move(0,0,e,1)")
    (market,) = [tray for tray in game.scene(table.state.view(3)).trays if tray.id == "gods"]
    assert market.note.endswith("Under their pile: Odin and Surtr.")
    worlds = [table.state.imagine(3, Rng(seed)).god_pile for seed in range(12)]
    assert {tuple(world[:2]) for world in worlds} == {(7, 0)}
    assert len({tuple(world[2:]) for world in worlds}) > 6
