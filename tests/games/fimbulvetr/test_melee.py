"""F. Actions: melee attack (F32, F37), with the supports of F10 and F11."""

import pytest
from tests.games.fimbulvetr.positions import drawn, position

SINGLE_MELEE_AT_NE = "V1 M1 V2 D2"
SINGLE_DEFENSE_AT_SE = "M2 V2 D1 V1"
OPEN_AT_NW = "V1 D1 M2 D2"
SUPPORT_MELEE_AT_SW = "V1 V2 D1 MS"
SUPPORT_DEFENSE_AT_NW = "DS V1 M2 V1"


@pytest.mark.rule("F32")
def test_the_figure_of_the_rules():
    table = position(
        """
        n0 d0
        S0 e0
        """,
        S=SINGLE_MELEE_AT_NE,
        n=SINGLE_DEFENSE_AT_SE,
        e=OPEN_AT_NW,
        bearers="Sd",
    )

    assert table.refuses("melee(s,n)") == "F32"  # A: 1 > 1 is false
    assert table.allows("melee(s,e)")  # B: 1 > 0


@pytest.mark.rule("F32")
def test_the_figure_of_the_rules_an_open_corner_at_another_vertex_is_no_target():
    table = position(
        """
        n0 d0
        S0 e0
        """,
        S=SINGLE_MELEE_AT_NE,
        n=SINGLE_DEFENSE_AT_SE,
        e="D1 D2 M2 V1",  # C: closed at NW, open at SW
        bearers="Sd",
    )

    assert table.refuses("melee(s,e)") == "F32"


@pytest.mark.rule("F10")
@pytest.mark.rule("F32")
def test_the_figure_of_the_rules_with_support_for_the_attacker():
    table = position(
        """
        n0 D0
        S0 e0
        """,
        S=SINGLE_MELEE_AT_NE,
        D=SUPPORT_MELEE_AT_SW,
        n=SINGLE_DEFENSE_AT_SE,
        e=OPEN_AT_NW,
        bearers="Se",
    )

    assert table.melee("S.NE") == 2
    assert table.allows("melee(s,n)")  # 2 > 1
    assert table.allows("melee(s,e)")  # 2 > 0


@pytest.mark.rule("F10")
@pytest.mark.rule("F32")
def test_the_figure_of_the_rules_with_support_on_both_sides():
    # The published example as well: (A) fails against a supported corner, (B) succeeds against the supporter.
    table = position(
        """
        n0 D0
        S0 e0
        """,
        S=SINGLE_MELEE_AT_NE,
        D=SUPPORT_MELEE_AT_SW,
        n=SINGLE_DEFENSE_AT_SE,
        e=SUPPORT_DEFENSE_AT_NW,
        bearers="Se",
    )

    assert table.defense("n.SE") == 2
    assert table.refuses("melee(s,n)") == "F32"  # 2 > 2 is false
    assert table.defense("e.NW") == 1
    assert table.allows("melee(s,e)")  # 2 > 1


@pytest.mark.rule("F10")
@pytest.mark.rule("F32")
def test_saxons_and_vikings_with_support_on_both_sides():
    table = position(
        """
        r1 H2
        S0 m0
        """,
        S="shieldman",
        H="housecarl",
        r="raider",
        m="shieldmaiden",
        bearers="Hm",
    )

    assert (table.melee("S.NE"), table.defense("r.SE"), table.defense("m.NW")) == (2, 2, 1)
    assert table.refuses("melee(shieldman,raider)") == "F32"
    assert table.allows("melee(shieldman,shieldmaiden)")


@pytest.mark.rule("F32")
def test_saxons_and_vikings_around_one_vertex():
    table = position(
        """
        r1 j0
        S0 b0
        """,
        S="shieldman",
        r="raider",
        b="berserk",
        j="jarl",
        bearers="Sb",
    )

    assert table.refuses("melee(shieldman,raider)") == "F32"  # D1 at SE
    assert table.allows("melee(shieldman,berserk)")  # M2 at NW
    assert table.allows("melee(shieldman,jarl)")  # V1 at SW


@pytest.mark.rule("F32")
@pytest.mark.parametrize(
    ("own", "theirs", "slays"),
    [(0, 0, False), (1, 0, True), (1, 1, False), (1, 2, False), (2, 0, True), (2, 1, True), (2, 2, False)],
)
def test_melee_must_be_higher_than_defense(own, theirs, slays):
    attacker = {0: "V1 V2 M1 D2", 1: "V1 M1 V2 D2", 2: "V1 M2 V2 D1"}[own]
    target = {0: "M1 D2 M2 V1", 1: "M2 V2 V1 D1", 2: "M2 V1 M1 D2"}[theirs]
    table = position(
        """
        .. e0
        K0 ..
        """,
        K=attacker,
        e=target,
    )

    assert (table.melee("K.NE"), table.defense("e.SW")) == (own, theirs)
    assert table.allows("melee(k,e)") == slays


@pytest.mark.rule("F32")
def test_the_target_leaves_at_once_and_the_attacker_stays():
    table = position(
        """
        n0 k0
        K0 e0
        """,
        K="V1 M2 V2 D1",
        n=SINGLE_DEFENSE_AT_SE,
    )

    table.play("melee(k,n)")

    assert table.picture == drawn(
        """
        .. k0
        K0 e0
        """
    )
    assert table.to_move == 1


@pytest.mark.rule("F32")
def test_melee_reaches_only_corners_that_touch():
    table = position(
        """
        K1 .. e0
        .. .. ..
        c0 .. d0
        """,
        bearers="Kc",
    )

    for target in "cde":
        assert table.refuses(f"melee(k,{target})") == "F32"


@pytest.mark.rule("F32")
def test_only_ones_own_living_warriors_attack():
    table = position("K1 b3 A1 c3", bearers="Kb")

    assert table.refuses("melee(b,k)") in ("F32", "F37")  # the enemy's warrior
    assert table.refuses("melee(nobody,b)") == "F32"
    assert table.refuses("melee(spare1,b)") == "F32"  # slain
    assert table.refuses("melee(k,spare1)") == "F32"  # the target is slain


@pytest.mark.rule("F37")
def test_only_enemies_are_attacked():
    table = position("K1 A0 b0", bearers="Kb")

    assert table.refuses("melee(k,a)") == "F37"
    assert table.refuses("melee(k,k)") == "F37"
    assert table.refuses("ranged(k,a)") == "F37"
    assert table.refuses("melee(k,nobody)") == "F37"


@pytest.mark.rule("F37")
def test_several_pairs_of_corners_make_one_attack():
    # Both east corners of K beat both west corners of e.
    table = position("K0 e0", K="V1 M2 M1 V2", e="V1 D1 D2 M2")

    assert table.listed().count("melee(k,e)") == 1


@pytest.mark.rule("F37")
def test_several_attackers_of_one_target_make_several_attacks():
    table = position(
        """
        A0 e0
        K0 ..
        """,
        A="V1 M2 V2 D1",
        K="V1 M2 V2 D1",
        e="V1 D1 D2 M2",
    )

    assert table.legal("melee") == {"melee(a,e)", "melee(k,e)"}


@pytest.mark.rule("F37")
def test_a_mirror_match_keeps_the_two_clans_apart():
    table = position("T0 t0", T="thegn", t="thegn")

    assert table.allows("move(thegn,0,0,1)")
    assert not table.allows("melee(thegn,thegn)")
    turned = position("T1 t1", T="thegn", t="thegn")  # Double Melee at NE against Double Defense at NW
    assert turned.refuses("melee(thegn,thegn)") == "F32"
    open_corner = position("T1 t3", T="thegn", t="thegn")  # against Single Defense at NW
    assert open_corner.allows("melee(thegn,thegn)")
