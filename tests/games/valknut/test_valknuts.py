"""F. Valknuts, Ambush cards and the end of the game (V50 to V58)."""

import pytest
from tests.games.valknut.positions import Table, game, position, row

from fimbul.games.valknut.model import place_of
from fimbul.games.valknut.rules import ending, supply

KNOT = {"P1": ("*...", 2), "P2": ("....", 1)}


# ---- V50


@pytest.mark.rule("V50")
def test_one_unit_may_come_to_the_valknut_just_laid():
    table = position(row("V * U ."), "vikings draugar", step="lay", pool=KNOT).play("lay(P1,4,0,0)")
    assert table.legal() == {"spawn(vikings,4,0)", "decline"}
    assert table.refuses("spawn(vikings,1,0)") == "V50"
    assert table.refuses("spawn(draugar,4,0)") == "V50"
    assert table.refuses("end") == "V50"
    table.play("spawn(vikings,4,0)")
    assert table.standing["4,0"] == "V"
    assert (table.phase, table.points) == ("Marching", 2)


@pytest.mark.rule("V50")
def test_declining_gives_no_point():
    table = position(row("V . U ."), "vikings draugar", step="lay", pool=KNOT).play(
        "lay(P1,4,0,0)", "decline"
    )
    assert (table.points, table.count("V")) == (2, 1)


@pytest.mark.rule("V50")
def test_with_an_empty_supply_there_is_a_point_and_nothing_to_decide():
    table = position(row("V V V V . U"), "vikings draugar", step="lay", pool=KNOT).play("lay(P1,6,0,0)")
    assert (table.phase, table.points) == ("Marching", 3)


@pytest.mark.rule("V50")
def test_the_giantess_always_takes_the_point():
    table = position(
        """
        G . . .
        g . . .
        . . . .
        . . . U
        """,
        "giantess draugar",
        step="lay",
        pool=KNOT,
    ).play("lay(P1,4,0,0)")
    assert (table.phase, table.points) == ("Marching", 3)


@pytest.mark.rule("V50")
@pytest.mark.rule("V44")
def test_a_spawned_unit_flanks_at_once():
    table = position(
        """
        . . . V U
        . . . . .
        . . . . .
        U . . . .
        """,
        "vikings draugar",
        step="lay",
        pool=KNOT,
    )
    table.play("lay(P1,5,0,0)", "spawn(vikings,5,0)")
    assert table.count("U") == 1
    assert table.phase == "Raging"


# ---- V51


@pytest.mark.rule("V51")
def test_a_valknut_is_visible_while_nobody_stands_on_it():
    table = position(row("V * * U* *"), "vikings draugar")
    assert [place_of(cell)[0] for cell in supply.visible(table.state)] == [1, 2, 4]
    table.play("move(0,0,e,1)")
    assert [place_of(cell)[0] for cell in supply.visible(table.state)] == [2, 4]
    table.play("move(1,0,w,1)")
    assert [place_of(cell)[0] for cell in supply.visible(table.state)] == [1, 2, 4]


# ---- V55


@pytest.mark.rule("V55")
def test_an_ambush_card_is_laid_instead_of_a_card_of_the_pool_once():
    table = position(
        row("V . . U"),
        "vikings draugar",
        step="lay",
        ambush={"vikings": ("*...", 4)},
        ambushes={0: ("vikings",), 1: ("draugar",)},
    )
    assert table.refuses("lay(A_draugar,4,0,0)") == "V21"
    table.play("lay(A_vikings,4,0,0)")
    assert len(table.state.pool) == 3
    assert table.phase == "Spawning"  # its Valknut works like any other
    table.play("decline")
    assert table.points == 4
    assert table.state.ambushes[0] == ()
    table.play("end")
    assert table.state.view(1).ambushes[0] == ()


# ---- V56 to V58


@pytest.mark.rule("V56")
def test_the_game_ends_with_the_turn_in_which_the_last_card_was_laid():
    table = position(row("V . . U"), "vikings draugar", step="lay", pool={"P1": ("....", 2)}, pile={})
    table.play("lay(P1,4,0,0)")
    assert table.result is None
    table.play("move(0,0,e,1)", "end")
    assert table.result == (0, "V57")
    assert table.state.outcome.points == (3, 2)


@pytest.mark.rule("V56")
def test_nobody_dies_after_the_last_turn():
    table = position(
        """
        m . U U .
        . V . . .
        . . . . .
        . . . . .
        """,
        "vikings draugar",
        pool={},
        pile={},
    )
    table.play("move(1,1,n,1)", "end")
    assert table.count("V") == 1
    assert table.result == (1, "V57")


@pytest.mark.rule("V56")
def test_an_ambush_card_puts_the_end_off():
    table = position(
        row("V . . U"),
        "vikings draugar",
        step="lay",
        pool={"P1": ("....", 2)},
        pile={},
        ambushes={0: ("vikings",)},
    )
    table.play("lay(A_vikings,4,0,0)", "end")
    assert table.result is None
    assert table.to_move == 1
    table.play("lay(P1,5,0,0)", "end")
    assert table.result == (0, "V57")


@pytest.mark.rule("V57")
def test_only_units_outside_the_parley_zones_score():
    table = position(row("V V, V . U U, U"), "vikings draugar")
    assert [ending.score(table.state, seat) for seat in (0, 1)] == [6, 4]


@pytest.mark.rule("V57")
@pytest.mark.parametrize(("column", "points"), [("G g . .", 12), (". G g .", 12)])
def test_the_giantess_scores(column, points):
    first, *rest = column.split()
    picture = "\n".join(f"{zone} . U" for zone in (first, *rest))
    assert ending.score(position(picture, "giantess draugar").state, 0) == points


@pytest.mark.rule("V57")
def test_the_giantess_scores_only_if_both_zones_are_outside():
    table = position(
        """
        , U
        , .
        , .
        G, .
        g .
        . .
        . .
        . .
        """,
        "giantess draugar",
    )
    assert ending.score(table.state, 0) == 0


@pytest.mark.rule("V57")
def test_the_bifrost_is_not_parley_and_ambush_cards_score_nothing():
    table = Table(game.new(seats=4, options={"warbands": ("vikings", "elves", "dragons", "goblins")}))
    state = table.state
    table.play("setup(elves,0,2)", "ready", "setup(vikings,0,0)", "ready")
    table.play("setup(dragons,4,2)", "ready", "setup(goblins,4,0)", "ready")
    assert [ending.score(state, seat) for seat in range(4)] == [0, 0, 0, 0]
    state.cell[0] = 2  # an Elf on the Bifrost
    assert ending.score(state, 0) == 5


@pytest.mark.rule("V58")
def test_the_published_example():
    """Nine points of the Vikings beat eight of the Draugar."""
    table = position(row("V . V . V . . U U U U"), "vikings draugar", pool={}, pile={}).play("end")
    assert table.result == (0, "V57")
    assert table.state.outcome.points == (9, 8)


@pytest.mark.rule("V58")
def test_a_tie_goes_to_the_larger_warband():
    table = position(row("V . V . . U U U"), "vikings draugar", pool={}, pile={}).play("end")
    assert table.state.outcome.points == (6, 6)
    assert table.result == (1, "V58")


@pytest.mark.rule("V58")
def test_a_tie_of_three_players_is_decided_among_the_tied():
    table = position(row("V . V . . U U U . E ."), "vikings draugar elves", pool={}, pile={}).play("end")
    assert table.state.outcome.points == (5, 6, 6)
    assert table.result == (2, "V58")
    assert table.state.outcome.scores == (0.0, 0.0, 1.0)
