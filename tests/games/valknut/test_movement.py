"""D. Movement (V30 to V34)."""

import pytest
from tests.games.valknut.positions import position, row


def reach(table, x, y):
    """Where the unit at a place can go: `{"e1", "e2"}`."""
    start = f"move({x},{y},"
    texts = [text for text in table.legal("move") if text.startswith(start)]
    return {text.removeprefix(start)[:-1].replace(",", "") for text in texts}


@pytest.mark.rule("V30")
def test_straight_lines_of_any_length():
    table = position(
        """
        . . . .
        . V . .
        . . . .
        . . . U
        """,
        "vikings draugar",
    )
    assert reach(table, 1, 1) == {"n1", "e1", "e2", "s1", "s2", "w1"}
    table.play("move(1,1,e,2)")
    assert table.standing == {"3,1": "V", "3,3": "U"}
    assert table.points == 1


@pytest.mark.rule("V30")
def test_the_same_unit_may_move_again_and_another_too():
    table = position(row("V V . . U"), "vikings draugar", points=3)
    table.play("move(1,0,e,1)", "move(2,0,s,1)", "move(0,0,e,1)")
    assert table.standing == {"1,0": "V", "2,1": "V", "4,0": "U"}


@pytest.mark.rule("V30")
def test_only_own_units_move():
    table = position(row("V . . U"), "vikings draugar")
    assert table.refuses("move(3,0,w,1)") == "V30"
    assert table.refuses("move(1,0,w,1)") == "V30"
    assert table.refuses("move(1000000000,0,w,1)") == "V30"


@pytest.mark.rule("V31")
def test_nobody_passes_their_own_units():
    table = position(row("V V . . U"), "vikings draugar")
    assert "e1" not in reach(table, 0, 0)
    assert table.refuses("move(0,0,e,2)") == "V31"


@pytest.mark.rule("V31")
@pytest.mark.parametrize(
    ("unit", "band", "passed"),
    [
        ("Y", "valkyries", "frmU"),
        ("E", "elves", "f"),
        ("V", "vikings", ""),
        ("N", "vanir", "r"),
        ("D", "dragons", ""),
        ("W", "dwarves", "m"),
        ("B", "goblins", ""),
    ],
)
@pytest.mark.parametrize("thing", "frmU")
def test_what_each_warband_passes(unit, band, passed, thing):
    table = position(row(f"{unit} {thing} . U"), f"{band} draugar", to_move=unit)
    assert table.allows("move(0,0,e,2)") == (thing in passed)
    assert not table.allows("move(0,0,e,1)")


@pytest.mark.rule("V31")
def test_valknuts_and_parley_zones_are_grassland():
    table = position(row("V * . E"), "vikings elves", to_move="V")
    assert {way for way in reach(table, 0, 0) if way[0] == "e"} == {"e1", "e2"}
    table = position(row("V , . E"), "vikings elves", to_move="V")
    assert {"e1", "e2"} == {way for way in reach(table, 0, 0) if way[0] == "e"}


@pytest.mark.rule("V31")
def test_nobody_leaves_the_battleground():
    table = position(row("V . # . U"), "vikings draugar")
    assert {"e1"} == {way for way in reach(table, 0, 0) if way[0] == "e"}
    assert table.refuses("move(0,0,e,3)") == "V31"
    assert table.refuses("move(0,0,n,1)") == "V31"


@pytest.mark.rule("V32")
def test_the_dwarf_of_the_rules():
    table = position(row("W m m . r . U"), "dwarves draugar")
    assert {way for way in reach(table, 0, 0) if way[0] == "e"} == {"e3"}
    assert table.refuses("move(0,0,e,1)") == "V31"
    assert table.refuses("move(0,0,e,4)") == "V32"
    assert table.refuses("move(0,0,e,5)") == "V32"


@pytest.mark.rule("V32")
def test_several_enemies_in_a_row_can_be_crossed():
    table = position(row("Y U U f r m . U"), "valkyries draugar")
    assert {way for way in reach(table, 0, 0) if way[0] == "e"} == {"e6"}


@pytest.mark.rule("V33")
def test_kills_are_resolved_after_each_move():
    table = position(row("V . U V ."), "vikings draugar")
    table.play("move(0,0,e,1)")
    assert table.count("U") == 0
    assert table.result == (0, "V45")


@pytest.mark.rule("V34")
def test_everybody_may_come_back_to_parley_zones():
    for unit in "VU":
        table = position(row(", V . U ,"), "vikings draugar", to_move=unit)
        assert table.allows("move(1,0,w,1)" if unit == "V" else "move(3,0,e,1)")


@pytest.mark.rule("V34")
def test_a_move_of_no_zones_does_not_exist():
    table = position(row("V . U"), "vikings draugar")
    assert table.refuses("move(0,0,e,0)") == "V34"
    assert table.refuses("move(0,0,e,-1)") == "V34"
    assert table.refuses("move(0,0,e,1000000000)") in ("V31", "V32")
