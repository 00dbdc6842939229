"""I. Ragnarok (V90 to V96)."""

import pytest
from tests.games.valknut.positions import Table, game, position, row

BANDS = "vikings draugar goblins elves"  # A has Vikings and Elves, B Draugar and Goblins


def ragnarok(picture, warbands=BANDS, **details):
    return position(picture, warbands, mode="ragnarok", **details)


@pytest.mark.rule("V90")
def test_the_draft_goes_a_b_b_a_and_the_smallest_warband_starts():
    state = game.new(options={"mode": "ragnarok", "warbands": tuple(BANDS.split())})
    assert state.view(None).warbands == (("elves", "vikings"), ("draugar", "goblins"))
    state = game.new(options={"mode": "ragnarok", "warbands": ("draugar", "vikings", "elves", "goblins")})
    assert state.view(None).warbands == (("elves", "vikings"), ("draugar", "goblins"))
    state = game.new(options={"mode": "ragnarok", "warbands": ("draugar", "vikings", "goblins", "giantess")})
    assert state.view(None).warbands == (("giantess", "draugar"), ("vikings", "goblins"))


@pytest.mark.rule("V90")
def test_the_seed_drafts_where_nobody_does():
    state = game.new(options={"mode": "ragnarok"}, seed=9)
    bands = state.view(None).warbands
    assert len({band for pair in bands for band in pair}) == 4


@pytest.mark.rule("V91")
def test_eight_slots_and_both_warbands():
    table = Table(game.new(options={"mode": "ragnarok", "warbands": tuple(BANDS.split())}))
    assert len(table.legal("setup")) == 2 * 8 - 2  # at the last slot there would be no room for the other
    assert table.refuses("setup(elves,5,3)") == "V91"
    assert table.refuses("setup(elves,2,2)") == "V91"
    table.play("setup(elves,0,2)")
    assert table.refuses("ready") == "V91"
    table.play("setup(vikings,4,2)")
    assert table.allows("ready")
    table.play("setup(vikings,5,2)", "setup(elves,0,3)", "setup(elves,1,3)", "setup(vikings,5,3)")
    assert table.legal() == {"ready"}
    table.play("ready")
    assert {text.rsplit(",", 1)[1] for text in table.legal("setup")} == {"0)", "1)"}
    view = table.state.view(None)
    assert [len(cards) for cards in view.ambushes] == [2, 2]


@pytest.mark.rule("V91")
def test_room_is_left_for_the_giantess():
    names = ("giantess", "vikings", "elves", "goblins")
    table = Table(game.new(options={"mode": "ragnarok", "warbands": names}))
    assert table.allows("setup(goblins,4,2)")
    assert table.refuses("setup(goblins,5,2)") == "V91"
    table.play("setup(goblins,0,2)", "setup(goblins,4,2)", "setup(giantess,5,2)")
    assert table.allows("setup(goblins,0,3)")
    assert table.refuses("setup(goblins,5,3)") == "V6"


@pytest.mark.rule("V92")
def test_units_of_both_warbands_flank_together_and_share_the_points():
    table = ragnarok(row("V . U E . . U"), points=2)
    assert table.allows("move(3,0,e,1)")
    table.play("move(0,0,e,1)")
    assert table.count("U") == 1


@pytest.mark.rule("V92")
def test_bonus_points_are_earmarked_and_spent_first():
    table = ragnarok(
        row("W . . E . U B"), "dwarves draugar goblins elves", step="lay", pool={"P1": ("....", 1)}
    ).play("lay(P1,7,0,0)")
    state = table.state
    assert state.view(None).warbands[0] == ("elves", "dwarves")
    assert (table.points, state.marked) == (1, [0, 1])
    table.play("move(0,0,e,1)")
    assert (table.points, state.marked) == (1, [0, 0])
    table.play("move(3,0,s,1)")
    assert table.legal() == {"end"}
    table = ragnarok(
        row("W . . E . U B"), "dwarves draugar goblins elves", step="lay", pool={"P1": ("....", 1)}
    ).play("lay(P1,7,0,0)", "move(3,0,s,1)")
    assert table.refuses("move(3,1,n,1)") == "V92"
    assert table.allows("move(0,0,e,1)")


@pytest.mark.rule("V92")
def test_a_rage_wipes_earmarked_points_too():
    table = ragnarok(row("V . U m . W U B"), "dwarves draugar goblins vikings", to_move="W", points=3)
    table.state.marked = [0, 2]
    table.play("move(0,0,e,1)")
    assert (table.phase, table.points, table.state.marked) == ("Raging", 0, [0, 0])


@pytest.mark.rule("V93")
def test_the_moved_warband_acts():
    """An Elf moves and completes the flank with a Viking: no rage."""
    table = ragnarok(row("V U . E . . U B"), points=2).play("move(3,0,w,1)")
    assert table.count("U") == 1
    assert (table.phase, table.points) == ("Marching", 1)
    table = ragnarok(row("V . U E . . U B"), points=2).play("move(0,0,e,1)")
    assert table.phase == "Raging"


@pytest.mark.rule("V93")
def test_at_the_start_of_a_turn_one_chooses_among_those_in_the_flank():
    table = ragnarok(row("V U E . . . U B"), step="start")
    assert table.phase == "Acting"
    assert table.legal() == {"act(elves)", "act(vikings)"}
    assert table.refuses("act(draugar)") == "V93"
    assert table.count("U") == 1
    other = Table(table.state.copy())
    table.play("act(elves)")
    assert table.phase == "Laying"
    other.play("act(vikings)")
    assert other.phase == "Raging"


@pytest.mark.rule("V93")
def test_a_single_warband_in_the_flank_acts_by_itself():
    assert ragnarok(row("V U m E . . U B"), step="start").phase == "Raging"
    assert ragnarok(row("E U m V . . U B"), step="start").phase == "Laying"


@pytest.mark.rule("V93")
def test_there_is_nothing_to_choose_after_a_win():
    table = ragnarok(row("V U E . . . ."), step="start")
    assert table.result == (0, "V94")


@pytest.mark.rule("V94")
def test_a_lost_warband_does_not_come_back_by_a_valknut():
    table = ragnarok(row("V . . U B"), step="lay", pool={"P1": ("*...", 1)}).play("lay(P1,5,0,0)")
    assert table.legal() == {"spawn(vikings,5,0)", "decline"}
    assert table.refuses("spawn(elves,5,0)") == "V94"


@pytest.mark.rule("V94")
def test_a_player_loses_without_units_of_either_warband():
    table = ragnarok(row("V . U m . B"), points=1).play("move(0,0,e,1)")
    assert table.result is None
    table = ragnarok(row("V . U m ."), points=1).play("move(0,0,e,1)")
    assert table.result == (0, "V94")


@pytest.mark.rule("V95")
def test_one_unit_of_either_warband_or_massive_numbers():
    table = ragnarok(row("V . * U B"), to_move="B", step="lay", pool={"P1": ("*...", 1)}).play(
        "lay(P1,5,0,0)"
    )
    assert table.legal() == {
        "spawn(draugar,5,0)",
        "spawn(goblins,2,0)",
        "spawn(goblins,5,0)",
        "decline",
    }
    table.play("spawn(goblins,2,0)", "spawn(goblins,5,0)")
    assert table.phase == "Marching"


@pytest.mark.rule("V95")
@pytest.mark.rule("V123")
def test_living_goblins_with_an_empty_supply_may_take_the_points():
    picture = row("V . * U . B B B B B B B B B")
    table = ragnarok(picture, to_move="B", step="lay", pool={"P1": ("*...", 1)}).play("lay(P1,14,0,0)")
    assert table.legal() == {"spawn(draugar,14,0)", "decline"}
    table.play("decline")
    assert (table.points, table.state.marked) == (1, [0, 2])


@pytest.mark.rule("V95")
def test_the_general_point_only_if_nothing_can_be_spawned():
    table = ragnarok(row("V V V V . E . U B"), step="lay", pool={"P1": ("*...", 1)}).play(
        "lay(P1,9,0,0)", "decline"
    )
    assert table.points == 1
    table = ragnarok(row("V V V V . . . U B"), step="lay", pool={"P1": ("*...", 1)}).play("lay(P1,9,0,0)")
    assert (table.phase, table.points) == ("Marching", 2)


@pytest.mark.rule("V95")
@pytest.mark.rule("V123l")
def test_living_goblins_take_their_own_points_even_where_a_general_one_were_better():
    """No Draugr and no Goblin waits, and the one visible Valknut is the one just laid."""
    picture = row("V . U U U U U U U U . B B B B B B B B B")
    table = ragnarok(picture, to_move="B", step="lay", pool={"P1": ("*...", 1)}).play("lay(P1,20,0,0)")
    assert table.phase == "Marching"
    assert (table.points, table.state.marked) == (1, [0, 1])
    lost = row("V . U U U U U U U U . . . . . . . . . .")  # the same without a living Goblin
    table = ragnarok(lost, to_move="U", step="lay", pool={"P1": ("*...", 1)}).play("lay(P1,20,0,0)")
    assert (table.points, table.state.marked) == (2, [0, 0])


@pytest.mark.rule("V95")
def test_archery_needs_an_elf_on_the_ranged_side():
    assert ragnarok(row("E . U V . . U B"), step="start").count("U") == 1
    assert ragnarok(row("V . U E . . U B"), step="start").count("U") == 2


@pytest.mark.rule("V96")
def test_ties():
    table = ragnarok(
        row("V V . . E . . U U U B B B B B"),
        pool={},
        pile={},
    ).play("end")
    assert table.state.outcome.points == (11, 11)
    assert table.result == (1, "V96")  # 3 + 4 against 8 + 9
    table = ragnarok(row("Y . . . V V N"), "valkyries vikings vanir draugar", pool={}, pile={}, points=0)
    table.play("end")
    assert table.state.outcome.points == (7, 9)


@pytest.mark.rule("V96")
def test_a_tie_with_equal_sums_goes_to_who_moved_second():
    """Valkyries and Dwarves against Vikings and Vanir: nine units each."""
    table = ragnarok(row("Y W . . V V N"), "valkyries vikings vanir dwarves", pool={}, pile={}, points=0)
    table.play("end")
    assert table.state.outcome.points == (9, 9)
    assert table.result == (1, "V96")
