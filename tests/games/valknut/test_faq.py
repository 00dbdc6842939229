"""The questions and answers of the rulebook, in their order.

Those with a test elsewhere are only named here: chain reactions (V72), empty supplies (V50, V72, V73), the
third player (V82), stomping two (V63), Elves (V66).
"""

import random

import pytest
from tests.games.valknut.positions import game, position, row

from fimbul.games.valknut.rules.warbands import enraged


@pytest.mark.rule("V58")
def test_vikings_against_draugar_can_be_played():
    chance = random.Random(1)
    state = game.new(options={"warbands": ("vikings", "draugar")})
    while not state.over:
        state.play(chance.choice(state.legal(state.to_act[0])))
    assert state.outcome.winners


@pytest.mark.rule("V31")
def test_can_i_pass_through_my_own_units():
    for unit, band in (("V", "vikings"), ("Y", "valkyries"), ("W", "dwarves")):
        table = position(row(f"{unit} {unit} . . U"), f"{band} draugar")
        assert table.refuses("move(0,0,e,2)") == "V31"


@pytest.mark.rule("V42")
def test_do_i_get_my_units_back_when_they_die():
    table = position(row("V . U m . U"), "vikings draugar").play("move(0,0,e,1)")
    assert table.supply(1, "U") == 7


@pytest.mark.rule("V46")
def test_can_i_spawn_a_new_unit_when_all_are_defeated():
    table = position(
        row("V . U m *"), "vikings draugar", pool={"P1": ("*...", 1)}, ambushes={1: ("draugar",)}
    ).play("move(0,0,e,1)")
    assert table.result == (0, "V45")


@pytest.mark.rule("V57")
@pytest.mark.parametrize(("zones", "band"), [("E . E . E", "elves"), ("Y . . . Y", "valkyries")])
def test_can_elves_and_valkyries_beat_the_giantess_by_points(zones, band):
    lines = row(f"{zones} . . . . G").splitlines()
    lines[1] = lines[1][:-1] + "g"
    table = position("\n".join(lines), f"giantess {band}", pool={}, pile={}, points=0).play("end")
    assert table.result == (1, "V57")
    assert table.state.outcome.points[0] == 12


@pytest.mark.rule("V67")
def test_is_the_pool_refilled_in_a_rage():
    table = position(row("V . U m . U"), "vikings draugar", pool={"P1": ("....", 1), "P2": ("....", 1)})
    table.play("move(0,0,e,1)", "lay(P1,6,0,0)")
    assert len(table.state.pool) == 1
    assert len(table.state.pile) == 2


@pytest.mark.rule("V67")
def test_can_a_rage_take_the_top_card_of_the_pile():
    table = position(row("V . U m . U"), "vikings draugar", pool={}).play("move(0,0,e,1)")
    assert table.to_move == 1
    assert len(table.state.pile) + len(table.state.pool) == 2


@pytest.mark.rule("V67")
@pytest.mark.rule("V55")
def test_three_kills_use_up_three_cards_and_the_ambush_card_is_no_help():
    table = position(
        """
        V . U m . . . U
        V . U m . . . .
        V . U m . . . .
        V . U m . . . .
        """,
        "vikings draugar",
        ambushes={0: ("vikings",)},
    )
    table.play("move(0,0,e,1)", "lay(P1,8,0,0)")
    table.play("move(0,1,e,1)", "lay(P2,9,0,0)")
    table.play("move(0,2,e,1)", "lay(P3,10,0,0)")
    table.play("move(0,3,e,1)")
    assert (table.to_move, table.count("U")) == (1, 1)
    assert table.state.view(None).ambushes[0]


@pytest.mark.rule("V40")
def test_can_units_be_flanked_with_the_edge():
    assert position(row("U V # . V ."), "vikings draugar", to_move="U", step="start").count("V") == 2
    assert position(row("# V U # # V"), "vikings draugar", to_move="U", step="start").count("V") == 2


@pytest.mark.rule("V60")
def test_can_the_giantess_lie_down_or_stand_half_on_an_obstacle():
    table = position(
        """
        G . m .
        g . . .
        . m . .
        . . . V
        """,
        "giantess vikings",
    )
    assert table.legal("move") == {"move(0,0,e,1)", "move(0,0,e,3)", "move(0,0,s,1)", "move(0,0,s,2)"}


@pytest.mark.rule("V44")
def test_do_you_have_to_spend_a_move_to_kill():
    by_card = position(
        """
        . V U
        . . .
        . . .
        U . .
        """,
        "vikings draugar",
        step="lay",
        pool={"P1": ("m...", 1)},
    ).play("lay(P1,3,0,0)")
    assert by_card.count("U") == 1
    forgotten = position(row("V U m . U"), "vikings draugar", step="start")
    assert forgotten.count("U") == 1


@pytest.mark.rule("V62")
def test_can_an_enraged_giantess_be_reverted():
    table = position(
        """
        G . * * *
        g . . . .
        . . . . .
        . . V . .
        """,
        "giantess vikings",
        to_move="V",
    )
    assert enraged(table.state)
    table.play("move(2,3,n,3)")
    assert not enraged(table.state)


@pytest.mark.rule("V20")
def test_can_i_lay_a_card_and_end_my_turn():
    table = position(row("V . . U"), "vikings draugar", step="lay").play("lay(P1,4,0,0)", "end")
    assert table.to_move == 1


@pytest.mark.rule("V31")
@pytest.mark.parametrize("terrain", "frm")
def test_can_a_valkyrie_end_on_an_obstacle(terrain):
    table = position(row(f"Y {terrain} . U"), "valkyries draugar")
    assert table.refuses("move(0,0,e,1)") == "V31"
    assert table.allows("move(0,0,e,2)")


@pytest.mark.rule("V30")
def test_can_i_move_diagonally():
    table = position(row("V . . U"), "vikings draugar")
    assert {text.split(",")[2] for text in table.legal("move")} == {"e", "s"}


@pytest.mark.rule("V70")
def test_can_a_dragon_go_to_a_valknut_in_the_pool():
    table = position(row("D . . U"), "dragons draugar", pool={"P1": ("*...", 1)})
    assert table.legal("summon") == set()


@pytest.mark.rule("V32")
def test_can_several_obstacles_in_a_row_be_crossed():
    table = position(row("W m m m . U"), "dwarves draugar")
    assert table.allows("move(0,0,e,4)")
    table = position(row("W m r m . U"), "dwarves draugar")
    assert table.refuses("move(0,0,e,4)") == "V32"
    table = position(row("W m U . . U"), "dwarves draugar")
    assert not [text for text in table.legal("move") if ",e," in text]


@pytest.mark.rule("V69")
def test_can_a_vanir_shove_midway_through_a_move():
    table = position(row("N . U . U"), "vanir draugar", points=1)
    assert table.legal("shove") == set()
    table.play("move(0,0,e,1)")
    assert table.legal() == {"end"}  # the shove would be another point
