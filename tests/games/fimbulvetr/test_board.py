"""A. Board and geometry (F1 to F6)."""

import re

import pytest
from tests.games.fimbulvetr.positions import AROUND, CORNERS, TOUCHES, arrange, game, position


@pytest.mark.rule("F1")
def test_two_clans_of_six_warriors_with_a_sigil_in_each_corner():
    clans = game.new().view(None).clans

    assert len(clans) == 2
    for clan in clans:
        assert len(clan.warriors) == 6
        assert all(len(warrior.corners) == 4 for warrior in clan.warriors)


@pytest.mark.rule("F2")
def test_x_grows_east_and_y_grows_south():
    table = position(
        """
        .. a0 ..
        K0 .. ..
        .. .. c0
        """,
        K="V2 V1 M1 D2",
        bearers="Ka",
    )

    assert table.where("a") == (1, 0, 0)
    assert table.where("K") == (0, 1, 0)
    assert table.where("c") == (2, 2, 0)
    # One step east and one step south of K its SE corner meets nobody; c is two steps east and one south.
    assert not table.allows("melee(k,c)")
    table.play("move(k,1,1,0)")
    assert table.where("K") == (1, 1, 0)
    table.play("move(a,0,0,0)")
    assert table.allows("melee(k,c)")


@pytest.mark.rule("F2")
@pytest.mark.parametrize("shift", [(0, 1), (-9, 14), (2500, -2500), (-3000, -3000)])
def test_the_table_has_no_edge(shift):
    picture = """
        K0 b1 .. ..
        .. C2 d3 ..
        .. .. .. e0
        """
    here = position(picture, bearers="Kd")
    there = position(picture, bearers="Kd", origin=shift)

    def shifted(text):
        found = re.fullmatch(r"move\((\w+),(-?\d+),(-?\d+),(\d)\)", text)
        if not found:
            return text
        name, x, y, r = found.groups()
        return f"move({name},{int(x) + shift[0]},{int(y) + shift[1]},{r})"

    assert there.legal() == {shifted(text) for text in here.legal()}


FAR = [1 << power for power in (4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 24, 31, 32, 40, 63)]


@pytest.mark.rule("F2")
@pytest.mark.parametrize("far", FAR)
def test_two_cells_are_the_same_only_if_both_coordinates_are(far):
    # Neither K's own cell, nor b's, nor the open cell south of K may be mistaken for one far away.
    table = position("K0 b0")
    assert table.allows("move(k,0,1,0)")

    for x, y in [(0, 0), (1, 0), (0, 1)]:
        for dx, dy in [(far, 0), (far, -1), (-far, 1), (-far, 0), (0, far), (0, -far), (2 * far, -2)]:
            rule = table.refuses(f"move(k,{x + dx},{y + dy},0)")
            assert rule in ("F26", "F27", "F29"), (x + dx, y + dy)


@pytest.mark.rule("F3")
def test_a_cell_has_four_adjacent_and_four_diagonal_neighbours():
    for dx in range(-3, 4):
        for dy in range(-3, 4):
            if (dx, dy) != (0, 0):
                table = arrange({"K": (0, 0, 0), "A": (dx, dy, 0), "b": (9, 9, 0)})
                neighbours = max(abs(dx), abs(dy)) == 1
                assert table.allows("handoff(a)") == neighbours, (dx, dy)


@pytest.mark.rule("F4")
@pytest.mark.parametrize(
    ("rotation", "shown"),
    [(0, "M2 D1 V1 D2"), (1, "D2 M2 D1 V1"), (2, "V1 D2 M2 D1"), (3, "D1 V1 D2 M2")],
)
def test_a_quarter_turn_brings_each_sigil_to_the_next_corner_clockwise(rotation, shown):
    table = arrange({"K": (0, 0, rotation), "b": (5, 5, 0)}, K="M2 D1 V1 D2")

    for corner, sigil in zip(CORNERS, shown.split(), strict=True):
        assert table.melee(f"K.{corner}") == (2 if sigil == "M2" else 0)
        assert table.defense(f"K.{corner}") == {"D1": 1, "D2": 2}.get(sigil, 0)


@pytest.mark.rule("F4")
def test_there_are_four_rotations():
    table = position("K0 b0")

    assert table.refuses("move(k,0,0,4)") == "F4"
    assert table.refuses("move(k,0,0,-1)") == "F4"


@pytest.mark.rule("F5")
@pytest.mark.rule("F32")
@pytest.mark.rule("F56")
@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_touches_three_others_whatever_the_rotations(corner):
    # The attacker has one Melee corner, and turns it to each of the four positions.  The target has two open
    # corners, SE and SW as printed: in which of its rotations it can be slain tells which corner is touched.
    turns = CORNERS.index(corner)
    for dx, dy in AROUND:
        touched = [theirs for x, y, theirs in TOUCHES[corner] if (x, y) == (dx, dy)]
        for rotation in range(4):
            table = arrange({"K": (0, 0, turns), "t": (dx, dy, rotation)}, K="M1 V1 V2 D2", t="D1 D2 V1 V2")
            shown = [CORNERS[(CORNERS.index(printed) + rotation) % 4] for printed in ("SE", "SW")]
            assert table.allows("melee(k,t)") == any(theirs in shown for theirs in touched), (
                dx,
                dy,
                rotation,
            )


@pytest.mark.rule("F5")
@pytest.mark.rule("F9")
@pytest.mark.rule("F56")
@pytest.mark.parametrize("corner", CORNERS)
def test_support_reaches_exactly_the_corners_that_touch(corner):
    turns = CORNERS.index(corner)
    for dx, dy in AROUND:
        table = arrange(
            {"K": (0, 0, turns), "A": (dx, dy, 0), "b": (9, 9, 0)}, K="MS V1 V2 D1", A="V1 V2 D1 D2"
        )
        lifted = {theirs for theirs in CORNERS if table.melee(f"A.{theirs}") == 1}
        assert lifted == {theirs for x, y, theirs in TOUCHES[corner] if (x, y) == (dx, dy)}, (dx, dy)


@pytest.mark.rule("F6")
@pytest.mark.parametrize(
    ("place", "contacts"),
    [
        ((1, 0), {("NE", "NW"), ("SE", "SW")}),
        ((0, 1), {("SE", "NE"), ("SW", "NW")}),
        ((-1, 0), {("NW", "NE"), ("SW", "SE")}),
        ((0, -1), {("NW", "SW"), ("NE", "SE")}),
        ((1, 1), {("SE", "NW")}),
        ((-1, 1), {("SW", "NE")}),
        ((-1, -1), {("NW", "SE")}),
        ((1, -1), {("NE", "SW")}),
    ],
)
def test_two_contacts_across_an_edge_and_one_across_a_vertex(place, contacts):
    found = set()
    for turns, mine in enumerate(CORNERS):
        table = arrange(
            {"K": (0, 0, turns), "A": (*place, 0), "b": (9, 9, 0)}, K="MS V1 V2 D1", A="V1 V2 D1 D2"
        )
        found |= {(mine, theirs) for theirs in CORNERS if table.melee(f"A.{theirs}") == 1}

    assert found == contacts


@pytest.mark.rule("F6")
def test_ne_never_touches_the_sw_corner_of_the_east_neighbour():
    weak_at_sw = "D1 D2 V1 V2"
    table = position("K0 e0", K="V1 M1 V2 D2", e=weak_at_sw)
    assert table.refuses("melee(k,e)") == "F32"

    turned = position("K1 e0", K="V1 M1 V2 D2", e=weak_at_sw)  # now the Melee is at SE
    assert turned.allows("melee(k,e)")
