"""The reaction phase (R14.9)."""

import pytest
from tests.games.fornaldar.moves import costs, go, left, pick, reaction, the_force
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    csp,
    dice,
    do,
    item,
    legal,
    lull,
    put,
    refuses,
    rolls,
    ship,
    where,
)


def threatened(enemy="3826", *, month=6):
    """A troll army in open country."""
    state = bare("sampo", month=month)
    put(state, "gorm", enemy)
    army(state, "fynn", enemy, 5)
    return state


@pytest.mark.rule("R14.9")
def test_the_inactive_player_may_move_land_pieces_to_bring_help():
    state = threatened()
    army(state, "midhrasir", "3826", 2)
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 4)
    reaction(state, MUNDANE)
    assert state.to_act == (MUNDANE,)
    pick(state, "3824")
    go(state, "3826")
    do(state, "halt")
    assert csp(state, "midhrasir", "3826") == 6
    do(state, "done")
    assert asked(state) != "Moving"


@pytest.mark.rule("R14.9")
def test_or_to_escape():
    state = threatened("3824")
    put(state, "hakon", "3825", escort=True)
    reaction(state, MUNDANE)
    pick(state, "3825")
    go(state, "3828")
    assert where(state, "hakon") == "3828"


@pytest.mark.rule("R14.9")
def test_the_active_player_does_not_move():
    state = threatened()
    put(state, "hakon", "3825", escort=True)
    reaction(state, MUNDANE)
    assert state.legal(FOMORIAN) == []
    refuses(state, "pick(h3826,land)", "R11.2")


@pytest.mark.rule("R14.9.1")
@pytest.mark.parametrize(("hex_", "may"), [("3821", True), ("3820", False)])
def test_hakon_reacts_to_enemies_within_five_hexes(hex_, may):
    state = threatened()
    put(state, "hakon", hex_)
    reaction(state, MUNDANE)
    assert (f"pick(h{hex_},land)" in legal(state)) == may
    if not may:
        refuses(state, f"pick(h{hex_},land)", "R14.9.1")


@pytest.mark.rule("R14.9.1")
def test_characters_without_csp_may_react_and_ships_are_enemies_too():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "3928")
    put(state, "kars", "3828")
    reaction(state, MUNDANE)
    pick(state, "3828")
    assert left(state) == 2


@pytest.mark.rule("R14.9.1")
def test_inactive_enemies_are_no_reason_to_react():
    state = threatened()
    lull(state, "fynn")
    put(state, "hakon", "3825")
    reaction(state, MUNDANE)
    refuses(state, "pick(h3825,land)", "R14.9.1")


@pytest.mark.rule("R14.9.2")
def test_part_of_a_stack_reacts_with_the_rating_of_its_highest_ranking_character():
    state = threatened("3824")
    put(state, "hakon", "3825")
    put(state, "kars", "3825")
    army(state, "midhrasir", "3825", 4)
    reaction(state, MUNDANE)
    pick(state, "3825")
    assert left(state) == 5
    do(state, "leave(hakon,1)", "leave(midhrasir,3)")
    assert left(state) == 2
    go(state, "3827")
    do(state, "halt")
    assert (csp(state, "midhrasir", "3827"), csp(state, "midhrasir", "3825")) == (1, 3)
    assert "pick(h3825,land)" in legal(state)  # the others may react as well


@pytest.mark.rule("R14.9.2")
def test_the_range_is_that_of_those_who_go():
    state = threatened()
    put(state, "hakon", "3822")
    put(state, "kars", "3822")
    reaction(state, MUNDANE)
    pick(state, "3822")
    assert costs(state)
    do(state, "leave(hakon,1)")
    assert costs(state) == {}
    refuses(state, "go(h3823)", "R14.9.2")


@pytest.mark.rule("R14.9.2")
def test_a_captain_with_a_longer_reach_than_his_king_may_react_alone():
    state = threatened("3826")
    put(state, "astholf", "3821")  # king 3
    lofar = put(state, "lofar", "3821")  # king 4: he counts of the two
    put(state, "ogmund", "3821")
    reaction(state, MUNDANE)
    refuses(state, "pick(h3821,land)", "R14.9.1")
    state = threatened("3825")
    put(state, "astholf", "3821")
    put(state, "lofar", "3821")
    reaction(state, MUNDANE)
    force = pick(state, "3821")
    assert lofar in force.leaders
    do(state, "leave(lofar,1)")
    refuses(state, "go(h3822)", "R14.9.2")


@pytest.mark.rule("R14.9.2")
def test_nobody_who_reacts_picks_up_characters_on_the_way():
    state = threatened("3824")
    put(state, "kars", "3825", escort=True)
    put(state, "hakon", "3826")
    army(state, "midhrasir", "3826", 1)
    reaction(state, MUNDANE)
    pick(state, "3825")
    go(state, "3826")
    assert legal(state, "take") == {"take(midhrasir,1)"}


@pytest.mark.rule("R14.9.3")
def test_the_reacting_force_has_the_rating_as_points_and_only_moves():
    state = threatened()
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 4)
    reaction(state, MUNDANE)
    pick(state, "3824")
    assert left(state) == 5
    assert max(costs(state).values()) <= 5
    kinds = {text.partition("(")[0] for text in legal(state)}
    assert kinds <= {"go", "halt", "leave", "take", "attach", "detach", "give", "put_down"}
    go(state, "3825")
    assert left(state) == 4


@pytest.mark.rule("R14.9.3")
def test_a_force_reacts_once():
    state = threatened()
    put(state, "hakon", "3824")
    reaction(state, MUNDANE)
    pick(state, "3824")
    go(state, "3823")
    do(state, "halt")
    assert legal(state, "pick") == set()


@pytest.mark.rule("R14.9.3")
def test_a_reacting_force_stops_for_enemies():
    state = threatened()
    put(state, "hakon", "3824", escort=True)
    reaction(state, MUNDANE)
    pick(state, "3824")
    go(state, "3826")
    assert the_force(state).stopped
    refuses(state, "go(h3827)", "R11.7")
    refuses(state, "overrun", "R14.1")


@pytest.mark.rule("R14.9.4")
@pytest.mark.parametrize(("die", "free"), [(4, True), (5, False), (6, False)])
def test_to_leave_enemies_takes_a_die_below_the_rating(monkeypatch, die, free):
    state = threatened("3824")  # Gorm's command is 4
    put(state, "hakon", "3824", escort=True)
    dice(monkeypatch, die)
    reaction(state, MUNDANE)
    pick(state, "3824")
    events = go(state, "3823")
    assert [roll.dice for roll in rolls(events)] == [(die,)]
    assert where(state, "hakon") == ("3823" if free else "3824")
    if not free:
        assert state.force is None
        assert "pick(h3824,land)" not in legal(state)


@pytest.mark.rule("R14.9.4")
def test_a_six_always_fails(monkeypatch):
    state = bare("sampo", month=6)
    army(state, "fynn", "3824", 3)
    put(state, "hakon", "3824", escort=True)
    staffs = [each for each in state.book.relics if each.command and each.kind == "artifact"]
    for each in staffs[:2]:
        item(state, each.id, bearer="hakon")
    dice(monkeypatch, 6)
    reaction(state, MUNDANE)
    pick(state, "3824")
    go(state, "3823")
    assert where(state, "hakon") == "3824"


@pytest.mark.rule("R14.9.4")
def test_the_rating_must_be_greater_than_that_of_any_enemy_character():
    state = threatened("3824")
    put(state, "lofar", "3824", escort=True)  # 4, as Gorm
    reaction(state, MUNDANE)
    pick(state, "3824")
    events = go(state, "3823")  # no die is rolled
    assert rolls(events) == []
    assert where(state, "lofar") == "3824"


@pytest.mark.rule("R14.9.4")
def test_enemies_without_csp_hold_nobody():
    state = bare("sampo", month=6)
    put(state, "gorm", "3824")
    put(state, "kars", "3824", escort=True)
    reaction(state, MUNDANE)
    pick(state, "3824")
    events = go(state, "3825")
    assert rolls(events) == []
    assert where(state, "kars") == "3825"


@pytest.mark.rule("R14.9.5")
def test_ships_cargo_and_swimmers_do_not_react_but_mermen_on_land_do():
    state = bare("sampo", month=6)
    put(state, "gorm", "3929", escort=True)
    ship(state, "orms_sling", "3928")
    put(state, "hakon", "3928", escort=True, aboard=True)
    put(state, "lhyr", "3830", afloat=True)
    army(state, "skergota", "3830", 2, afloat=True)
    put(state, "havha", "3829")
    reaction(state, MUNDANE)
    assert legal(state, "pick") == {"pick(h3829,land)"}
    refuses(state, "pick(h3928,sea)", "R14.9.5")
    refuses(state, "pick(h3830,sea)", "R14.9.5")
    pick(state, "3829")
    refuses(state, "swim(h3829)", "R14.1")


@pytest.mark.rule("R11.6")
def test_csp_without_command_do_not_react():
    state = threatened()
    army(state, "midhrasir", "3825", 3)
    reaction(state, MUNDANE)
    refuses(state, "pick(h3825,land)", "R11.6")
