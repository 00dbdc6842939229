"""G. The nine warbands (V60 to V73)."""

import pytest
from tests.games.valknut.positions import position, row
from tests.games.valknut.test_movement import reach

from fimbul.games.valknut.rules.warbands import enraged


def giantess(picture, **details):
    return position(picture, "giantess vikings", **details)


# ---- Giantess


@pytest.mark.rule("V60")
def test_she_moves_as_a_block():
    table = giantess(
        """
        G . . f .
        g . m . .
        . . . . .
        V . . . .
        """
    )
    # East: 2 has a mountain under her lower zone, 3 a forest under her upper zone; she passes both.
    assert reach(table, 0, 0) == {"e1", "e4", "s1"}
    table.play("move(0,0,e,4)")
    assert table.standing == {"4,0": "G", "0,3": "V"}
    assert table.refuses("move(4,1,s,1)") == "V30"  # she is named by her upper zone


@pytest.mark.rule("V60")
def test_both_zones_must_exist_on_the_whole_way():
    table = giantess(
        """
        # . # . .
        # . # . .
        # . # . .
        # G # . .
        . g . . V
        . . . . .
        . . . . .
        . . . . .
        """
    )
    assert {way for way in reach(table, 1, 3) if way[0] in "ew"} == set()
    assert table.refuses("move(1,3,e,2)") == "V60"
    assert table.allows("move(1,3,s,1)")
    table.play("move(1,3,s,1)")
    assert {way for way in reach(table, 1, 4) if way[0] in "ew"} == {"w1", "e1", "e2"}


@pytest.mark.rule("V60")
def test_she_is_never_half_on_an_obstacle():
    table = giantess(row("G m . V").replace(". . . .", "g . m .", 1))
    assert table.refuses("move(0,0,e,1)") == "V60"
    assert table.refuses("move(0,0,e,2)") == "V60"


@pytest.mark.rule("V61")
def test_the_giantess_of_the_rules():
    picture = """
        V G V .
        m g V .
        . . . .
        . . . .
        """
    table = giantess(picture, to_move="V", step="start")
    assert table.result == (1, "V45")
    assert giantess(picture.replace("m", "."), to_move="V", step="start").result is None


@pytest.mark.rule("V61")
@pytest.mark.parametrize(
    ("picture", "killed"),
    [
        (". V .\nm G V\n. g .\n. V .", True),  # upper and north-south
        (". V .\n. G .\nV g m\n. m .", True),  # lower and north-south
        (". V .\n. G .\n. g .\n. V .", False),
        ("V G m\n. g V\n. . .\n. . .", False),
        (
            "m G m\nm g m\n. V .\n. . .",
            False,
        ),  # no axis has a Viking on it but the third, which is open above
        ("V G m\nV g m\n. . .\n. . .", True),
    ],
)
def test_two_of_three_axes(picture, killed):
    table = giantess(picture, to_move="V", step="start")
    assert (table.count("G") == 0) == killed


@pytest.mark.rule("V62")
@pytest.mark.rule("V123g")
@pytest.mark.parametrize(
    ("zones", "angry"),
    [("G . * * * V", True), ("G . * * V* *", True), ("G . * * V* .", False), ("G* . * * . V", False)],
)
def test_three_visible_valknuts_enrage_her(zones, angry):
    lines = row(zones).splitlines()
    lines[1] = "g" + lines[1][1:]
    table = giantess("\n".join(lines))
    assert enraged(table.state) == angry
    assert table.state.view(None).enraged == angry


def field(first, second, rest=". . . . . ."):
    return "\n".join([first, second, rest, rest])


@pytest.mark.rule("V62")
def test_she_calms_down_when_a_valknut_is_covered():
    table = giantess(field("G V * * * .", "g . . . . V"), to_move="G")
    assert table.allows("move(0,0,e,1)")
    table = giantess(field("G V * * V* .", "g . . . . V"), to_move="G")
    assert table.refuses("move(0,0,e,1)") == "V63"


@pytest.mark.rule("V63")
def test_she_stomps_two_and_flanks_a_third():
    table = giantess(field("G V V m * *", "g V . * . V"), to_move="G")
    table.play("move(0,0,e,1)")
    assert table.standing == {"1,0": "G", "5,1": "V"}
    assert table.supply(1, "V") == 3


@pytest.mark.rule("V63")
def test_stomping_the_last_enemy_wins():
    table = giantess(field("G V * * * .", "g . . . . ."), to_move="G").play("move(0,0,e,1)")
    assert table.result == (0, "V45")


@pytest.mark.rule("V63")
def test_calm_she_stomps_nobody_and_enraged_still_needs_grassland():
    table = giantess(field("G V . . . .", "g . . . . ."), to_move="G")
    assert table.refuses("move(0,0,e,1)") == "V63"
    table = giantess(field("G V * * * .", "g m . . . ."), to_move="G")
    assert table.refuses("move(0,0,e,1)") == "V60"


@pytest.mark.rule("V64")
def test_to_step_over_enemies_hurts_nobody():
    table = giantess(field("G V . . . .", "g V . . . ."), to_move="G").play("move(0,0,e,2)")
    assert table.count("V") == 2


# ---- Valkyries


@pytest.mark.rule("V65")
def test_bloodlust():
    table = position(row("Y . U m . U . U"), "valkyries draugar", points=1)
    table.play("move(0,0,e,1)")
    assert (table.count("U"), table.points) == (2, 1)


@pytest.mark.rule("V65")
def test_bloodlust_counts_every_kill_also_at_the_start_of_a_turn():
    table = position(row("m U Y U m . U"), "valkyries draugar", step="start", pool={"P1": ("....", 1)})
    assert (table.count("U"), table.points) == (1, 2)
    table.play("lay(P1,7,0,0)")
    assert table.points == 3


# ---- Elves


@pytest.mark.rule("V66")
@pytest.mark.parametrize(
    ("zones", "killed"),
    [
        ("E . U m", True),
        ("E f U f", True),
        ("E . U . E", True),
        ("E m U f", False),
        ("E r U f", False),
        ("E . . U m", False),
        ("E B U m", False),
        ("E U . E", True),
        ("E f U . E", True),
        ("E . U f E", True),
        ("E . U .", False),
        ("E . U", False),
        ("E U f", True),
    ],
)
def test_archery(zones, killed):
    """The rulebook's two questions about Elves are among these."""
    table = position(row(f"{zones} # # # U B"), "elves draugar goblins", to_move="E", step="start")
    assert (table.count("U") == 1) == killed


@pytest.mark.rule("V66")
@pytest.mark.rule("V123h")
@pytest.mark.parametrize("between", ["*", ","])
def test_the_zone_between_may_be_a_valknut_or_parley_zone(between):
    table = position(row(f"E {between} U m # # U"), "elves draugar", step="start")
    assert table.count("U") == 1


# ---- Vikings


@pytest.mark.rule("V67")
def test_a_rage_takes_the_points_and_offers_another_card():
    table = position(row("V . U m . U"), "vikings draugar", points=3, ambushes={0: ("vikings",)})
    table.play("move(0,0,e,1)")
    assert (table.points, table.phase) == (0, "Raging")
    assert table.refuses("lay(A_vikings,6,0,0)") == "V55"
    assert table.refuses("lay(Q1,6,0,0)") == "V67"
    assert table.refuses("end") == "V67"
    assert {text.split(",")[0] for text in table.legal("lay")} == {"lay(P1", "lay(P2", "lay(P3"}
    table.play("lay(P1,6,0,0)")
    assert (table.points, table.phase, len(table.state.pool)) == (2, "Marching", 2)


@pytest.mark.rule("V67")
def test_declining_a_rage_ends_the_turn():
    table = position(row("V . U m . U"), "vikings draugar", points=3).play("move(0,0,e,1)", "decline")
    assert (table.to_move, table.phase) == (1, "Laying")


@pytest.mark.rule("V67")
@pytest.mark.rule("V123a")
def test_with_an_empty_pool_points_are_lost_and_the_turn_ends():
    """The rulebook's question about two points left after the last card."""
    table = position(
        row("V . U m . U"), "vikings draugar", points=3, pool={}, ambushes={0: ("vikings",)}
    ).play("move(0,0,e,1)")
    assert table.to_move == 1
    assert table.points == 0


@pytest.mark.rule("V68")
def test_two_kills_at_once_are_one_rage():
    table = position(
        """
        m U . U m . .
        . . V . . . U
        . . . . . . .
        . . . . . . .
        """,
        "vikings draugar",
    ).play("move(2,1,n,1)", "lay(P1,7,0,0)")
    assert table.phase == "Marching"
    assert table.points == 2


@pytest.mark.rule("V68")
def test_a_rage_card_that_kills_brings_the_next_rage():
    table = position(
        """
        V . U m . . .
        . . . . . . .
        . . . . . V U
        U . . . . . .
        """,
        "vikings draugar",
        pool={"P1": ("..m.", 3), "P2": ("....", 1)},
    )
    table.play("move(0,0,e,1)", "lay(P1,7,0,0)")
    assert (table.phase, table.points, table.count("U")) == ("Raging", 0, 1)
    table.play("lay(P2,8,0,0)")
    assert (table.phase, table.points) == ("Marching", 1)


@pytest.mark.rule("V68")
@pytest.mark.rule("V123a")
def test_a_rage_at_the_start_of_a_turn_comes_before_step_three():
    table = position(
        row("V U m . U"), "vikings draugar", step="start", pool={"P1": ("....", 3), "P2": ("....", 1)}
    )
    assert table.phase == "Raging"
    table.play("lay(P1,5,0,0)")
    assert (table.phase, table.points) == ("Laying", 3)
    table.play("lay(P2,6,0,0)")
    assert (table.phase, table.points) == ("Marching", 4)
    table = position(row("V U m . U"), "vikings draugar", step="start").play("decline")
    assert (table.to_move, table.phase) == (0, "Laying")


# ---- Vanir


@pytest.mark.rule("V69")
def test_a_shove():
    table = position(row("N U . . U"), "vanir draugar").play("shove(0,0,e)")
    assert table.standing == {"1,0": "N", "2,0": "U", "4,0": "U"}
    assert table.points == 1


@pytest.mark.rule("V69")
@pytest.mark.parametrize("beyond", ["m", "r", "f", "U", "N", "#"])
def test_nobody_is_shoved_onto_obstacles_units_or_void(beyond):
    table = position(row(f"N U {beyond} . U"), "vanir draugar")
    assert table.refuses("shove(0,0,e)") == "V69"


@pytest.mark.rule("V69")
def test_only_a_neighbouring_enemy_can_be_shoved_and_only_by_a_vanir():
    table = position(row("N . U . N N U ."), "vanir draugar")
    assert table.refuses("shove(0,0,e)") == "V69"  # not midway through a longer move
    assert table.refuses("shove(4,0,e)") == "V69"  # an own unit
    assert table.allows("shove(5,0,e)")
    table = position(row("V U . ."), "vikings draugar")
    assert table.refuses("shove(0,0,e)") == "V69"


@pytest.mark.rule("V69")
@pytest.mark.rule("V44")
def test_a_shove_can_kill():
    """The Draugr is pushed between the Vanir that follows and the obstacle beyond."""
    table = position(row("N U . m U"), "vanir draugar").play("shove(0,0,e)")
    assert table.count("U") == 1


@pytest.mark.rule("V69")
def test_shoving_the_giantess_needs_room_for_both_zones():
    picture = """
        . . . .
        N G . .
        . g . .
        . . . .
        """
    table = position(picture, "giantess vanir", to_move="N").play("shove(0,1,e)")
    assert table.standing == {"2,1": "G", "1,1": "N"}
    blocked = picture.replace(". g . .", ". g m .")
    assert position(blocked, "giantess vanir", to_move="N").refuses("shove(0,1,e)") == "V69"
    above = """
        . N . .
        . G . .
        . g . .
        . . . .
        """
    table = position(above, "giantess vanir", to_move="N").play("shove(1,0,s)")
    assert table.standing == {"1,2": "G", "1,1": "N"}


# ---- Dragons


@pytest.mark.rule("V70")
def test_a_dragon_comes_to_any_visible_valknut():
    table = position(row("D m * . U* . *"), "dragons draugar", pool={"P1": ("*...", 1)})
    assert table.legal("summon") == {"summon(0,0,2,0)", "summon(0,0,6,0)"}
    assert table.refuses("summon(0,0,4,0)") == "V70"
    assert table.refuses("summon(0,0,3,0)") == "V70"
    table.play("summon(0,0,6,0)")
    assert table.standing == {"6,0": "D", "4,0": "U"}
    assert table.points == 1
    assert table.legal("summon") == {"summon(6,0,2,0)"}


@pytest.mark.rule("V70")
def test_only_dragons_are_summoned():
    assert position(row("V . * U"), "vikings draugar").refuses("summon(0,0,2,0)") == "V70"


@pytest.mark.rule("V70")
@pytest.mark.rule("V123f")
def test_a_summon_is_another_action_than_the_move_to_the_same_zone():
    table = position(row("D . * U"), "dragons draugar")
    assert {"move(0,0,e,2)", "summon(0,0,2,0)"} <= table.legal()


# ---- Dwarves


@pytest.mark.rule("V71")
def test_battle_forged():
    for card in ("P1", "A_dwarves"):
        table = position(row("W . . U"), "dwarves draugar", step="lay", ambushes={0: ("dwarves",)})
        table.play(f"lay({card},4,0,0)")
        assert table.points == 3


# ---- Draugar


@pytest.mark.rule("V72")
def test_the_chain_of_the_rules():
    table = position(
        """
        U V U .
        . V . .
        . m . .
        . . . V
        """,
        "vikings draugar",
        to_move="U",
        step="start",
    )
    assert table.standing == {"0,0": "U", "2,0": "U", "1,0": "U", "1,1": "U", "3,3": "V"}


@pytest.mark.rule("V72")
def test_one_kill_can_cost_three_more():
    """The rulebook's question about a chain reaction."""
    table = position(
        """
        U W . U
        . W W m
        . m W .
        W . m .
        """,
        "dwarves draugar",
        to_move="U",
        points=1,
    ).play("move(3,0,w,1)")
    assert table.standing == {
        **dict.fromkeys(("0,0", "1,0", "2,0", "1,1", "2,1", "2,2"), "U"),
        "0,3": "W",
    }
    assert table.points == 0


@pytest.mark.rule("V72")
def test_without_a_draugr_left_there_is_a_point():
    """The rulebook's question about an empty supply."""
    table = position(row("U . V m . . V U U U U U U U"), "vikings draugar", to_move="U", points=1).play(
        "move(0,0,e,1)"
    )
    assert table.supply(1, "U") == 0
    assert (table.count("V"), table.points, table.phase) == (1, 1, "Marching")


@pytest.mark.rule("V72")
@pytest.mark.rule("V123d")
def test_with_fewer_draugar_than_dead_the_player_chooses():
    table = position(
        """
        m V . V m U U U U U U . V
        . . U . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        """,
        "vikings draugar",
        to_move="U",
        points=1,
    ).play("move(2,1,n,1)")
    assert table.phase == "Rising"
    assert table.legal() == {"rise(1,0)", "rise(3,0)"}
    assert table.points == 1
    assert table.refuses("rise(2,0)") == "V72"
    assert table.refuses("end") == "V72"
    table.play("rise(3,0)")
    assert table.standing["3,0"] == "U"
    assert "1,0" not in table.standing
    assert table.phase == "Marching"


@pytest.mark.rule("V72")
@pytest.mark.rule("V123d")
def test_a_dead_giantess_leaves_one_draugr():
    picture = """
        U G m . E
        U g m . .
        . . . . .
        . . . . .
        """
    table = position(picture, "giantess draugar elves", to_move="U", step="start")
    assert table.legal() == {"rise(1,0)", "rise(1,1)"}
    table.play("rise(1,1)")
    assert table.standing == {"0,0": "U", "0,1": "U", "1,1": "U", "4,0": "E"}


# ---- Goblins


@pytest.mark.rule("V73")
def test_massive_numbers():
    table = position(row("B * . * V"), "vikings goblins", to_move="B", step="lay", pool={"P1": ("*...", 1)})
    table.play("lay(P1,5,0,0)")
    assert table.legal() == {"spawn(goblins,1,0)", "spawn(goblins,3,0)", "spawn(goblins,5,0)", "decline"}
    table.play("spawn(goblins,3,0)")
    assert table.legal() == {"spawn(goblins,5,0)", "decline"}
    assert table.refuses("spawn(goblins,1,0)") == "V73"
    table.play("decline")
    assert (table.points, table.count("B"), table.phase) == (1, 2, "Marching")


@pytest.mark.rule("V73")
@pytest.mark.rule("V123c")
def test_points_for_missing_goblins():
    """The rulebook's question: no Goblins to place still gives points."""
    table = position(
        row("B B B B B B B B B . * * V"), "vikings goblins", to_move="B", step="lay", pool={"P1": ("*...", 1)}
    ).play("lay(P1,13,0,0)")
    assert (table.phase, table.points) == ("Marching", 4)


@pytest.mark.rule("V73")
@pytest.mark.rule("V123c")
def test_one_goblin_for_three_valknuts():
    table = position(
        row("B B B B B B B B . * * V"), "vikings goblins", to_move="B", step="lay", pool={"P1": ("*...", 1)}
    ).play("lay(P1,12,0,0)", "spawn(goblins,10,0)")
    assert (table.phase, table.points) == ("Marching", 3)


@pytest.mark.rule("V73")
def test_goblins_come_only_with_a_valknut_on_the_card():
    table = position(row("B * . * V"), "vikings goblins", to_move="B", step="lay").play("lay(P1,5,0,0)")
    assert (table.phase, table.points) == ("Marching", 2)
