"""F. Actions: ranged attack (F33 to F37)."""

import pytest
from tests.games.fimbulvetr.positions import AROUND, CORNERS, TOUCHES, arrange, drawn, position

OPEN_AT_SE_AND_SW = "D1 D2 V1 V2"


def open_corners(rotation):
    """Which corners of `OPEN_AT_SE_AND_SW` are open when it is turned so."""
    return {CORNERS[(CORNERS.index(printed) + rotation) % 4] for printed in ("SE", "SW")}


# ---- F33


@pytest.mark.rule("F33")
@pytest.mark.rule("F34")
@pytest.mark.rule("F56")
@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_aims_along_its_three_lines_two_cells_away_and_nowhere_else(corner):
    # As in the test of F5: one Ranged corner, turned to each position, and a target with two open corners.
    lines = {(2 * dx, 2 * dy): theirs for dx, dy, theirs in TOUCHES[corner]}
    for dx in range(-4, 5):
        for dy in range(-4, 5):
            if (dx, dy) == (0, 0):
                continue
            for rotation in range(4):
                table = arrange(
                    {"K": (0, 0, CORNERS.index(corner)), "t": (dx, dy, rotation)},
                    K="R1 V1 V2 D2",
                    t=OPEN_AT_SE_AND_SW,
                )
                aimed = lines.get((dx, dy)) in open_corners(rotation)
                assert table.allows("ranged(k,t)") == aimed, (dx, dy, rotation)


@pytest.mark.rule("F33")
@pytest.mark.rule("F34")
@pytest.mark.rule("F35")
@pytest.mark.rule("F56")
@pytest.mark.parametrize(("dx", "dy"), AROUND)
@pytest.mark.parametrize("middle", ["", "B", "b"])
@pytest.mark.parametrize("sigil", ["R1", "RA"])
def test_all_eight_directions_with_the_middle_empty_and_blocked(dx, dy, middle, sigil):
    card = {"R1": "R1 V1 V2 D2", "RA": "RA V1 V2 D1"}[sigil]
    for corner in CORNERS:
        for rotation in range(4):
            places = {"K": (0, 0, CORNERS.index(corner)), "t": (2 * dx, 2 * dy, rotation)}
            if middle:
                places[middle] = (dx, dy, 0)
            table = arrange(places, K=card, t=OPEN_AT_SE_AND_SW, bearers="Kt")
            theirs = next((theirs for x, y, theirs in TOUCHES[corner] if (x, y) == (dx, dy)), None)
            passes = not middle or sigil == "RA"
            assert table.allows("ranged(k,t)") == (passes and theirs in open_corners(rotation))


@pytest.mark.rule("F33")
def test_the_drawing_of_the_rules():
    table = position(
        """
        n0 .. d0
        .. .. ..
        K0 .. e0
        """,
        K="V1 R1 V2 D2",
        n="D1 D2 V1 M2",  # open at SE
        d="D1 D2 M2 V1",  # open at SW
        e="V1 D1 M2 D2",  # open at NW
        bearers="Kd",
    )

    assert table.legal("ranged") == {"ranged(k,n)", "ranged(k,d)", "ranged(k,e)"}


@pytest.mark.rule("F33")
@pytest.mark.parametrize(
    ("aimed", "other"), [("n", "V1 V2 D1 M2"), ("d", "V1 V2 M1 D2"), ("e", "D1 V1 V2 M2")]
)
def test_the_drawing_of_the_rules_other_corners_are_not_aimed_at(aimed, other):
    # Each target in turn is closed at the corner that is aimed at and open elsewhere.
    table = position(
        """
        n0 .. d0
        .. .. ..
        K0 .. e0
        """,
        K="V1 R1 V2 D2",
        bearers="Kd",
        **{aimed: other},
    )

    assert table.refuses(f"ranged(k,{aimed})") == "F34"


@pytest.mark.rule("F33")
@pytest.mark.rule("F34")
@pytest.mark.rule("F36")
def test_the_archer_among_vikings():
    table = position(
        """
        h2 .. j0
        .. .. r0
        A1 T0 b0
        """,
        A="archer",
        T="thegn",
        h="huskarl",
        j="jarl",
        r="raider",
        b="berserk",
        bearers="Tj",
    )

    assert table.allows("ranged(archer,jarl)")  # V1 at SW: 2 > 0
    assert table.refuses("ranged(archer,berserk)") == "F34"  # the Thegn stands between
    assert table.refuses("ranged(archer,raider)") == "F33"  # a knight's jump away
    assert table.refuses("ranged(archer,huskarl)") == "F34"  # D2 at SE: 2 > 2 is false


@pytest.mark.rule("F33")
@pytest.mark.parametrize(
    ("dx", "dy"), [(1, 2), (2, 1), (-1, 2), (2, -1), (-2, -1), (-1, -2), (3, 0), (0, 4), (3, 3)]
)
def test_only_targets_exactly_two_cells_away_in_line(dx, dy):
    table = arrange(
        {"K": (0, 0, 0), "t": (dx, dy, 0)}, K="R2 V1 R1 V2", t="M2 V1 M1 V2", relics=("ranged", "move")
    )

    assert table.refuses("ranged(k,t)") == "F33"


# ---- F34


@pytest.mark.rule("F34")
@pytest.mark.parametrize(
    ("own", "theirs", "slays"),
    [(0, 0, False), (1, 0, True), (1, 1, False), (1, 2, False), (2, 0, True), (2, 1, True), (2, 2, False)],
)
def test_ranged_must_be_higher_than_defense(own, theirs, slays):
    shooter = {0: "V1 M1 V2 D2", 1: "V1 R1 V2 D2", 2: "V1 R2 V2 D1"}[own]
    target = {0: "V1 D1 M2 D2", 1: "D1 V1 M2 D2", 2: "D2 V1 M2 D1"}[theirs]
    table = position("K0 .. e0", K=shooter, e=target)

    assert (table.ranged("K.NE"), table.defense("e.NW")) == (own, theirs)
    assert table.allows("ranged(k,e)") == slays
    if not slays:
        assert table.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F34")
def test_the_published_example():
    # (A) no space between; (B) not higher than the defence; (C) legal.
    table = position(
        """
        b0 .. c0
        .. .. ..
        K0 a0 ..
        """,
        K="V1 R1 V2 D2",
        a="V1 D1 M2 D2",
        b="M2 V2 D1 V1",
        c="D1 D2 M2 V1",
        bearers="Kc",
    )

    assert table.refuses("ranged(k,a)") == "F34"
    assert table.refuses("ranged(k,b)") == "F34"
    assert table.allows("ranged(k,c)")


@pytest.mark.rule("F34")
def test_the_cell_between_must_be_empty():
    for between in ("A0", "b0"):
        table = position(f"K0 {between} e0", K="V1 R2 V2 D1", e="V1 D1 M2 D2", bearers="Ke")
        assert table.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F34")
@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_a_neighbour_is_no_ranged_target(dx, dy):
    table = arrange(
        {"K": (0, 0, 0), "t": (dx, dy, 0)}, K="R2 RA V1 V1", t="M2 V1 M1 V2", relics=("ranged", "move")
    )

    assert table.refuses("ranged(k,t)") == "F34"


@pytest.mark.rule("F34")
def test_the_target_leaves_at_once_and_the_shooter_stays():
    table = position("K0 .. e0 k0", K="V1 R1 V2 D2", e="V1 D1 M2 D2")

    table.play("ranged(k,e)")

    assert table.picture == drawn("K0 .. .. k0")
    assert table.to_move == 1


@pytest.mark.rule("F34")
def test_only_living_warriors_shoot_and_are_shot():
    table = position("K0 .. e0", K="V1 R1 V2 D2")

    assert table.refuses("ranged(nobody,e)") in ("F33", "F34")
    assert table.refuses("ranged(spare1,e)") in ("F33", "F34")
    assert table.refuses("ranged(e,k)") in ("F33", "F34", "F37")
    assert table.refuses("ranged(k,spare1)") in ("F33", "F34")


# ---- F35


@pytest.mark.rule("F35")
@pytest.mark.parametrize("between", ["A0", "b0"])
def test_vaulted_ranged_shoots_over_a_warrior_of_either_clan(between):
    cards = {"K": "V1 RA V2 D1", "bearers": "Ke"}

    assert position(f"K0 {between} e0", e="V1 D1 M2 D2", **cards).allows("ranged(k,e)")  # 1 > 0
    assert position(f"K0 {between} e0", e="D1 V1 M2 D2", **cards).refuses("ranged(k,e)") in ("F34", "F35")


@pytest.mark.rule("F35")
def test_vaulted_ranged_shoots_over_an_empty_cell_like_any_other():
    cards = {"K": "V1 RA V2 D1", "bearers": "Ke"}

    assert position("K0 .. e0", e="V1 D1 M2 D2", **cards).allows("ranged(k,e)")
    assert position("K0 .. e0", e="D1 V1 M2 D2", **cards).refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F35")
def test_only_the_vaulted_corner_shoots_over_a_warrior():
    # K shows Vaulted Ranged at NW and a plain Double Ranged at NE; e lies to the east.
    table = position("K0 A0 e0", K="RA R2 V1 D1", e="V1 D1 M2 D2", bearers="Ke")

    assert table.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F35")
def test_a_vaulted_shot_goes_over_one_warrior_and_not_over_two():
    table = position("K0 A0 B0 e0", K="V1 RA V2 D1", e="V1 D1 M2 D2", bearers="Ke")

    assert table.refuses("ranged(k,e)") == "F33"


@pytest.mark.rule("F35")
def test_the_bowman_shoots_over_the_thegn_but_not_over_the_jarl():
    table = position(
        "s0 J0 B0 t0 r0",
        B="bowman",
        J="jarl",
        s="spearman",
        t="thegn",
        r="rider",
        bearers="Bt",
    )

    assert table.vault("B.NE") == 1
    assert table.allows("ranged(bowman,rider)")  # NE over the Thegn, M1 at NW: 1 > 0
    assert table.refuses("ranged(bowman,spearman)") == "F34"  # NW is a plain Single Ranged


# ---- F36


@pytest.mark.rule("F36")
def test_a_diagonal_is_not_blocked_by_the_cells_beside_it():
    table = position(
        """
        .. b0 t0
        A0 .. c0
        K0 B0 ..
        """,
        K="V1 R1 V2 D2",
        t="D1 D2 M2 V1",
        bearers="Kt",
    )

    assert table.allows("ranged(k,t)")


@pytest.mark.rule("F36")
def test_a_diagonal_is_blocked_by_its_middle_cell():
    table = position(
        """
        .. .. t0
        .. b0 ..
        K0 .. ..
        """,
        K="V1 R1 V2 D2",
        t="D1 D2 M2 V1",
        bearers="Kt",
    )

    assert table.refuses("ranged(k,t)") == "F34"


# ---- F37


@pytest.mark.rule("F37")
def test_several_lines_to_one_target_make_one_attack():
    table = position("K0 .. e0", K="V1 R1 R2 V2", e="V1 D1 D2 M2")

    assert table.listed().count("ranged(k,e)") == 1


@pytest.mark.rule("F37")
def test_several_shooters_of_one_target_make_several_attacks():
    table = position(
        """
        K0 .. e0
        .. .. ..
        A0 .. ..
        """,
        K="V1 R1 V2 D2",
        A="V1 R1 V2 D2",
        e="V1 D1 D2 M2",
    )

    assert table.legal("ranged") == {"ranged(k,e)", "ranged(a,e)"}
