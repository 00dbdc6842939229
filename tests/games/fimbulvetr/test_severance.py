"""G. Severance (F39 to F45).

The drawing of the rules: the small letters are to act, c and D stand apart from a group of four.
"""

import pytest
from tests.games.fimbulvetr.positions import drawn, position

DRAWING = """
    A0 a0 .. .. ..
    .. B0 b0 .. ..
    .. .. .. .. ..
    .. .. .. .. c0
    .. .. .. .. D0
    """


def drawing(**details):
    return position(DRAWING, **{"bearers": "Aa", "to_move": 1} | details)


# ---- F39, F41: the drawing, and each way to survive


@pytest.mark.rule("F39")
def test_the_active_players_warriors_outside_the_largest_group_are_severed():
    assert drawing().severed == "c"
    assert drawing(to_move=0).severed == "D"


@pytest.mark.rule("F41")
@pytest.mark.rule("F42")
def test_a_severed_warrior_that_is_not_reconnected_is_slain():
    table = drawing()

    table.play("move(a,1,0,1)")

    assert table.standing == "ABDab"  # D, an enemy, is not touched this turn
    assert table.result is None


@pytest.mark.rule("F41")
def test_it_survives_by_walking_to_the_largest_group():
    table = drawing()

    table.play("move(c,3,2,0)")

    assert table.standing == "ABDabc"
    assert table.severed == "D"


@pytest.mark.rule("F41")
def test_it_survives_when_somebody_bridges_the_gap():
    table = drawing(a="V2 V2 D1 M1")

    table.play("move(a,3,2,0)")

    assert table.picture == drawn(
        """
        A0 .. .. .. ..
        .. B0 b0 .. ..
        .. .. .. a0 ..
        .. .. .. .. c0
        .. .. .. .. D0
        """
    )
    assert table.severed == ""


@pytest.mark.rule("F40")
@pytest.mark.rule("F41")
def test_it_survives_when_the_groups_become_equal():
    table = drawing()

    table.play("move(b,3,2,0)")  # {A, a, B} and {b, c, D}

    assert table.standing == "ABDabc"
    assert table.severed == ""


@pytest.mark.rule("F41")
@pytest.mark.rule("F56")
def test_it_survives_when_the_other_group_shrinks_to_the_same_size():
    table = position(
        """
        A0 b1 B0 .. .. c0
        .. .. .. .. .. D0
        """,
        bearers="Ab",
        to_move=1,
    )
    assert table.severed == "c"

    table.play("melee(b,b)")  # {A, b} and {c, D}

    assert table.standing == "ADbc"
    assert table.result is None


@pytest.mark.rule("F41")
@pytest.mark.rule("F42")
@pytest.mark.rule("F56")
def test_it_survives_when_the_other_group_breaks():
    table = position(
        """
        A0 B0 b0 .. .. c0
        .. .. .. .. .. D0
        """,
        bearers="Ab",
        to_move=1,
    )
    assert table.severed == "c"

    table.play("melee(b,b)")  # {A}, {b} and {c, D}

    assert table.standing == "ADbc"  # b is cut off only now, so it is not slain either
    assert table.severed == "A"


@pytest.mark.rule("F41")
def test_it_falls_when_the_other_group_shrinks_and_is_still_larger():
    table = drawing(a="V1 V2 D1 M2", bearers="Ba")

    table.play("melee(a,a)")  # {a, B, b} and {c, D}

    assert table.standing == "BDab"
    assert table.result is None


@pytest.mark.rule("F39")
@pytest.mark.rule("F40")
def test_an_equal_split_severs_nobody():
    picture = """
        A0 a0 .. .. ..
        .. B0 .. .. b0
        .. .. .. .. c0
        .. .. .. .. D0
        """
    for seat in (0, 1):
        assert position(picture, bearers="Aa", to_move=seat).severed == ""


# ---- F39, F40: groups


@pytest.mark.rule("F39")
def test_groups_hold_together_across_edges_and_vertices_and_clans():
    table = position(
        """
        K0 .. C0 .. .. A0
        .. b0 .. d0 .. ..
        """,
        bearers="Kb",
    )

    assert table.severed == "A"


@pytest.mark.rule("F40")
@pytest.mark.rule("F56")
def test_groups_that_tie_for_largest_are_safe_and_smaller_ones_are_not():
    table = position(
        """
        K0 b0 .. .. d0 E0 .. .. G0
        A0 .. .. .. F0 .. .. .. ..
        """,
        bearers="Kb",
    )
    assert table.severed == "G"

    table.play("move(k,0,0,1)")

    assert table.standing == "AEFKbd"
    assert table.severed == ""


@pytest.mark.rule("F40")
def test_two_groups_of_three_and_the_archer():
    table = position(
        """
        T0 j0 .. .. S0 b0
        R0 .. .. .. h0 ..
        .. .. .. .. .. ..
        .. .. A0 .. .. ..
        .. .. .. .. .. ..
        """,
        T="thegn",
        R="rider",
        S="shieldman",
        A="archer",
        j="jarl",
        b="berserk",
        h="huskarl",
        bearers="Tj",
    )

    assert table.severed == "A"


@pytest.mark.rule("F40")
def test_three_groups_of_three_sizes():
    table = position("K0 b0 A0 .. C0 d0 .. E0", bearers="Kb")

    assert table.severed == "CE"


@pytest.mark.rule("F39")
@pytest.mark.rule("F41")
def test_the_rider_and_the_berserk_are_cut_off():
    picture = """
        j0 T0 .. .. ..
        .. r0 S0 .. ..
        .. .. .. .. ..
        .. .. .. .. R0
        .. .. .. .. b0
        """
    cards = {
        "T": "thegn",
        "S": "shieldman",
        "R": "rider",
        "j": "jarl",
        "r": "raider",
        "b": "berserk",
        "bearers": "Tj",
        "relics": ("defense", "defense"),
    }
    assert position(picture, **cards).severed == "R"
    assert "R" in position(picture, **cards).play("move(rider,3,2,0)").standing
    assert "R" in position(picture, **cards).play("move(shieldman,3,2,0)").standing
    assert "R" not in position(picture, **cards).play("move(thegn,1,0,1)").standing


# ---- F42, F43


@pytest.mark.rule("F42")
def test_the_enemys_severed_warriors_are_safe_in_my_turn_and_fall_in_theirs():
    table = position(
        """
        K0 a0 .. .. ..
        B0 .. .. .. c0
        """,
        bearers="Ka",
    )
    assert table.severed == ""
    table.play("move(b,0,1,1)")
    assert table.standing == "BKac"
    assert table.severed == "c"
    table.play("move(a,1,0,1)")
    assert table.standing == "BKa"


@pytest.mark.rule("F42")
def test_a_warrior_cut_off_during_the_turn_has_until_the_end_of_its_own_next():
    table = position("K0 b0 C0 A0", bearers="Kb")
    assert table.severed == ""

    table.play("move(c,0,1,0)")  # leaves A alone
    assert table.standing == "ACKb"
    table.play("move(b,1,0,1)")
    assert table.standing == "ACKb"
    assert table.severed == "A"
    table.play("move(k,0,0,1)")
    assert table.standing == "CKb"


@pytest.mark.rule("F42")
def test_what_the_check_finds_is_found_anew_each_turn():
    table = position("K0 b0 .. .. C0 d0 E0", bearers="Kb", to_move=1)
    assert table.severed == "b"  # {K, b} against {C, d, E}

    table.play("move(b,3,0,0)")
    assert table.severed == "K"
    table.play("move(k,2,1,0)")
    assert table.severed == ""
    assert table.standing == "CEKbd"


@pytest.mark.rule("F43")
def test_all_fall_at_once():
    table = position(
        """
        K0 b0 .. .. A0 .. .. C0
        E0 f0 .. .. d0 .. .. D0
        """,
        bearers="Kb",
    )
    assert table.severed == "ACD"

    table.play("move(e,0,1,1)")

    assert table.standing == "EKbdf"  # d stands alone now; it is the enemy's


@pytest.mark.rule("F43")
def test_there_is_no_second_pass():
    # A falls.  That leaves B alone, but B was connected at the check.
    table = position(
        """
        K0 b0 B0 .. A0
        d0 .. .. .. ..
        """,
        bearers="Kb",
    )
    assert table.severed == "A"

    table.play("move(b,3,1,0)")  # B goes next to A: {K, b, d} and {A, B}

    assert table.standing == "BKbd"
    assert table.result is None


# ---- F44, F45


@pytest.mark.rule("F44")
@pytest.mark.rule("F47")
@pytest.mark.rule("F56")
def test_a_clan_whose_bearer_is_slain_by_severance_loses():
    table = drawing(bearers="Ac")

    table.play("move(a,1,0,1)")

    assert table.result == (0, "F47")


@pytest.mark.rule("F44")
def test_a_bearer_that_reconnects_plays_on():
    table = drawing(bearers="Ac")

    table.play("move(c,3,2,0)")

    assert table.result is None


@pytest.mark.rule("F45")
def test_a_severed_warrior_may_attack():
    table = drawing(c="V1 V2 D1 M2")  # Double Melee at SW, against the open NW corner of D

    assert table.severed == "c"
    table.play("melee(c,d)")

    assert table.standing == "ABab"  # D by the attack, and c by severance


@pytest.mark.rule("F45")
def test_a_severed_warrior_may_move_without_reconnecting():
    table = drawing()

    assert table.allows("move(c,4,3,1)")
    assert table.allows("move(c,5,3,0)")


@pytest.mark.rule("F45")
def test_severed_warriors_may_hand_over_the_relic():
    table = position(
        """
        A0 b0 .. .. K0
        B0 d0 .. .. C0
        """,
        bearers="Kb",
    )
    assert table.severed == "CK"
    assert table.allows("handoff(c)")

    table.play("handoff(c)")

    assert table.result == (1, "F47")  # which does not save the relic


@pytest.mark.rule("F41")
def test_the_question_says_who_is_severed_and_what_would_save_them():
    told = "Whoever is not in the largest group after this turn falls."
    assert drawing().state.asked().text.endswith(f"Severed: the C. {told}")
    alone = position("A0 .. .. a0 b0", bearers="Aa", to_move=0).state
    clan = alone.roster.clans[0].name
    assert alone.asked().text.endswith(f"Severed: all warriors of the {clan}. {told}")
