"""C. The Holy Relic (F15 to F19)."""

import pytest
from tests.games.fimbulvetr.positions import CORNERS, game, position

TOKENS = ("melee", "ranged", "defense", "move")


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    ("token", "melee", "ranged", "defense"),
    [
        ("melee", [2, 1, 1, 1], [0, 2, 0, 0], [0, 0, 1, 0]),
        ("ranged", [1, 0, 0, 0], [1, 3, 1, 1], [0, 0, 1, 0]),
        ("defense", [1, 0, 0, 0], [0, 2, 0, 0], [1, 1, 2, 1]),
        ("move", [1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0]),
    ],
)
def test_the_bearer_has_the_relics_sigil_in_all_four_corners(token, melee, ranged, defense):
    table = position("K0 b0", K="M1 R2 D1 V2", relics=(token, "move"))

    assert [table.melee(f"K.{corner}") for corner in CORNERS] == melee
    assert [table.ranged(f"K.{corner}") for corner in CORNERS] == ranged
    assert [table.defense(f"K.{corner}") for corner in CORNERS] == defense


@pytest.mark.rule("F15")
@pytest.mark.rule("F32")
@pytest.mark.parametrize("token", TOKENS)
def test_a_bearer_without_a_melee_sigil_strikes_with_a_melee_relic(token):
    table = position("K0 e0", K="D1 V1 D2 V2", e="V1 D1 M2 V2", relics=(token, "move"))

    assert table.allows("melee(k,e)") == (token == "melee")


@pytest.mark.rule("F15")
@pytest.mark.rule("F34")
@pytest.mark.parametrize("token", TOKENS)
def test_a_bearer_without_a_ranged_sigil_shoots_with_a_ranged_relic(token):
    table = position("K0 .. e0", K="D1 V1 D2 V2", e="V1 D1 M2 V2", relics=(token, "move"))

    assert table.allows("ranged(k,e)") == (token == "ranged")


@pytest.mark.rule("F15")
@pytest.mark.rule("F32")
def test_a_defense_relic_saves_the_bearer_from_a_single_attack():
    cards = {"K": "V1 M1 V2 D2", "e": "V1 D1 M2 V2"}

    assert position("K0 e0", **cards).allows("melee(k,e)")
    assert position("K0 e0", **cards, relics=("move", "defense")).refuses("melee(k,e)") == "F32"


@pytest.mark.rule("F15")
@pytest.mark.parametrize("token", TOKENS)
def test_nobody_but_the_bearer_has_the_relics_sigil(token):
    table = position("K0 A0 b0", A="M1 R2 D1 V2", relics=(token, token), bearers="Kb")

    assert [table.melee(f"A.{corner}") for corner in CORNERS] == [1, 0, 0, 0]
    assert [table.ranged(f"A.{corner}") for corner in CORNERS] == [0, 2, 0, 0]
    assert [table.defense(f"A.{corner}") for corner in CORNERS] == [0, 0, 1, 0]
    # Two movement points: one step and one quarter turn.
    assert table.allows("move(a,1,-1,1)")
    assert not table.allows("move(a,1,-1,2)")


@pytest.mark.rule("F15")
def test_there_are_four_tokens():
    state = placed_game()
    tokens = {str(action).partition(",")[0].removeprefix("relic(") for action in state.legal(0)}

    assert tokens == set(TOKENS)
    assert state.why_not(game.parse("relic(wisdom,thegn)")).rule == "F15"


@pytest.mark.rule("F16")
@pytest.mark.parametrize(
    ("token", "single", "double"),
    [("melee", "M1 V1 M2 V2", (2, 3)), ("ranged", "R1 V1 R2 V2", (2, 3)), ("defense", "D1 V1 D2 V2", (2, 3))],
)
def test_qualities_of_the_same_type_add_up(token, single, double):
    table = position("K0 b0", K=single, relics=(token, "move"))
    quality = {"melee": table.melee, "ranged": table.ranged, "defense": table.defense}[token]

    assert (quality("K.NW"), quality("K.SE")) == double
    assert quality("K.NE") == quality("K.SW") == 1


@pytest.mark.rule("F16")
def test_a_corner_of_another_type_simply_has_both():
    table = position("K0 b0", K="D2 V1 V2 M1", relics=("melee", "move"))

    assert (table.defense("K.NW"), table.melee("K.NW")) == (2, 1)


@pytest.mark.rule("F9")
@pytest.mark.rule("F15")
@pytest.mark.rule("F16")
@pytest.mark.rule("F17")
@pytest.mark.rule("F56")
def test_the_example_of_the_rules():
    table = position("S0 T0 b0", S="V1 MS D2 D1", T="M2 D1 D2 V1", relics=("melee", "move"), bearers="Sb")

    assert table.melee("S.NE") == 1 + 1
    assert table.melee("T.NW") == 2 + 1  # the support of a double corner is still one level
    assert (table.defense("S.SE"), table.melee("S.SE")) == (2, 1)
    assert table.melee("T.SW") == 0  # it touches S.SE, whose melee is only the relic's


@pytest.mark.rule("F16")
@pytest.mark.rule("F17")
def test_the_housecarl_with_a_melee_relic_beside_the_thegn():
    table = position(
        "H0 T0 b0", H="housecarl", T="thegn", b="berserk", relics=("melee", "defense"), bearers="Hb"
    )

    assert [table.melee(f"H.{corner}") for corner in CORNERS] == [3, 2, 1, 1]
    assert table.defense("H.SE") == 1
    assert table.melee("T.NW") == 3
    assert table.melee("T.SW") == 0


@pytest.mark.rule("F17")
def test_a_defense_relic_does_not_support_and_does_not_strengthen_a_support():
    table = position(
        """
        K0 A0
        b0 ..
        """,
        K="M1 DS V1 M2",
        A="M2 V1 V2 M1",
        relics=("defense", "move"),
    )

    assert table.defense("K.NE") == 2
    assert table.defense("A.NW") == 1  # from K.NE: one level, though K.NE itself is double
    assert table.defense("A.SW") == 0  # K.SE has only the relic's defence


@pytest.mark.rule("F18")
@pytest.mark.rule("F56")
def test_a_vaulted_corner_with_a_ranged_relic_is_double_over_an_empty_cell_only():
    cards = {"K": "D1 RA V1 V2", "d": "D1 V2 M2 V1", "relics": ("ranged", "move"), "bearers": "Kd"}
    over_nobody = position("K0 .. d0", **cards)
    assert over_nobody.ranged("K.NE") == 2
    assert over_nobody.allows("ranged(k,d)")  # 2 > 1

    over_somebody = position("K0 x2 d0", **cards)
    assert over_somebody.vault("K.NE") == 1
    assert over_somebody.refuses("ranged(k,d)") in ("F34", "F35")  # 1 > 1 is false


@pytest.mark.rule("F18")
def test_a_vaulted_corner_with_a_ranged_relic_still_vaults_with_its_printed_quality():
    table = position("K0 x2 d0", K="D1 RA V1 V2", d="V1 D1 M2 V2", relics=("ranged", "move"), bearers="Kd")

    assert table.allows("ranged(k,d)")  # 1 > 0


@pytest.mark.rule("F18")
def test_other_corners_shoot_with_the_relic_over_empty_cells_only():
    cards = {"K": "V1 R1 V2 D2", "d": "V1 D1 M2 V2", "relics": ("ranged", "move"), "bearers": "Kd"}
    assert [position("K0 .. d0", **cards).ranged(f"K.{corner}") for corner in CORNERS] == [1, 2, 1, 1]
    assert position("K0 .. d0", **cards).allows("ranged(k,d)")
    assert position("K0 x2 d0", **cards).refuses("ranged(k,d)") == "F34"


@pytest.mark.rule("F18")
def test_the_bowman_with_a_ranged_relic():
    cards = {"B": "bowman", "s": "spearman", "t": "thegn", "relics": ("ranged", "move"), "bearers": "Bt"}
    table = position("B0 .. s0 t0", **cards)

    assert [table.ranged(f"B.{corner}") for corner in CORNERS] == [2, 2, 1, 1]
    assert [table.vault(f"B.{corner}") for corner in CORNERS] == [0, 1, 0, 0]


@pytest.mark.rule("F18")
@pytest.mark.rule("F28")
@pytest.mark.rule("F56")
def test_a_move_relic_gives_no_vaulting():
    shut_in = position(
        """
        .. a0 ..
        d0 K0 b0
        .. c0 ..
        """,
        K="V1 V2 M1 D2",
        bearers="Ka",
    )
    # Seven movement points, and no way out: K can only turn.
    assert shut_in.legal("move") == {"move(k,1,1,1)", "move(k,1,1,2)", "move(k,1,1,3)"}


@pytest.mark.rule("F18")
@pytest.mark.rule("F28")
def test_a_move_relic_adds_nothing_to_the_vaults_of_a_vaulter():
    # Six points and one vault: K comes behind two warriors by going round, five steps, not over both, three.
    table = position("K0 e0 f0 ..", K="VA V1 M2 D1", bearers="Ke")

    assert table.allows("move(k,3,0,1)")
    assert not table.allows("move(k,3,0,2)")


@pytest.mark.rule("F19")
def test_the_token_stays_the_same_when_the_bearer_changes():
    table = position("K0 A0 b0 c0", relics=("ranged", "defense"), bearers="Kb")

    table.play("handoff(a)", "handoff(c)")

    assert table.bearers == "Ac"
    assert table.state.view(None).relics == ("ranged", "defense")
    assert table.ranged("A.NW") == 1
    assert table.ranged("K.NW") == 0
    assert table.refuses("relic(melee,a)") in ("F19", "F24")


@pytest.mark.rule("F19")
@pytest.mark.parametrize("token", TOKENS)
def test_both_players_may_choose_the_same_token(token):
    state = placed_game()

    state.play(game.parse(f"relic({token},thegn)"))
    state.play(game.parse(f"relic({token},jarl)"))

    assert state.view(None).relics == (token, token)


def placed_game():
    """A game with all twelve warriors on the table, and seat 0 to choose a relic."""
    state = game.new(options={"first": 0})
    while state.phase == "place":
        state.play(state.legal(state.to_act[0])[0])
    return state
