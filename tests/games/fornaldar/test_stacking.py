"""Stacks and escorts (R12, R13)."""

import pytest
from tests.games.fornaldar.moves import go, left, phase, pick, reaction, the_force
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    csp,
    dice,
    do,
    hex_of,
    item,
    legal,
    lull,
    put,
    refuses,
    ship,
    treasure,
    where,
    who,
)

from fimbul.games.fornaldar.rules import pieces

# ---- stacks (R12)


@pytest.mark.rule("R12.1")
def test_items_change_hands_freely_in_a_friendly_movement_phase():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    put(state, "kars", "3824")
    put(state, "olvard", "3825")
    name = state.book.relics[0].id
    item(state, name, bearer="hakon")
    phase(state, MUNDANE)
    pick(state, "3824")
    assert f"give({name},olvard)" not in legal(state)
    do(state, f"give({name},kars)")
    assert treasure(state, name).bearer == state.book.leader["kars"]
    go(state, "3825")
    do(state, f"give({name},olvard)")
    assert treasure(state, name).bearer == state.book.leader["olvard"]
    refuses(state, f"give({name},gorm)", "R21.5")


@pytest.mark.rule("R12.1")
def test_items_change_hands_in_a_friendly_reaction_phase():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    put(state, "kars", "3824")
    put(state, "gorm", "3826")
    name = state.book.relics[0].id
    item(state, name, bearer="hakon")
    reaction(state, MUNDANE)
    pick(state, "3824")
    do(state, f"give({name},kars)")
    assert treasure(state, name).bearer == state.book.leader["kars"]


@pytest.mark.rule("R12.1")
def test_command_goes_by_who_is_there_not_by_an_order():
    """A captain of another banner, who came later, takes nothing away from the king."""
    state = bare("sampo", month=6)
    put(state, "lembi", "3824")
    put(state, "dorin", "3824")
    for banner in ("midhrasir", "normorea", "skergota"):
        army(state, banner, "3824", 1)
    phase(state, MUNDANE)
    force = pick(state, "3824")
    assert {state.book.banners[banner].id for banner, _ in force.troops} == {"midhrasir", "normorea"}


@pytest.mark.rule("R12.3")
def test_the_enemy_sees_the_commander_of_a_stack_and_nothing_else():
    state = bare("sampo", month=6)
    put(state, "kars", "3824", escort=True, wounds=1)
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 7)
    item(state, state.book.relics[0].id, bearer="kars")
    view = state.view(FOMORIAN)
    (stack,) = view.stacks
    assert (stack.kind, stack.top, stack.id) == ("land", "leader", "hakon")
    assert view.leaders == ()
    assert view.armies == ()
    assert all(each.bearer == "" for each in view.items)


@pytest.mark.rule("R12.3")
def test_of_a_naval_stack_the_strongest_ship_is_seen():
    state = bare("sampo", month=6)
    ship(state, "seaweaver", "3928")
    ship(state, "golden_raven", "3928")
    put(state, "kars", "3928", aboard=True)
    (stack,) = state.view(FOMORIAN).stacks
    assert (stack.kind, stack.top, stack.id) == ("sea", "ship", "golden_raven")
    assert (stack.ships, stack.leaders, stack.csp) == (-1, -1, -1)


@pytest.mark.rule("R12.3")
def test_the_owner_sees_all_and_the_moving_force_is_its_owners_secret():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 7)
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "leave(midhrasir,4)")
    mine = state.view(MUNDANE)
    assert [each.csp for each in mine.armies] == [7]
    assert mine.force.troops == (("midhrasir", 3),)
    theirs = state.view(FOMORIAN).force
    assert theirs is None or theirs.troops == ()


@pytest.mark.rule("R12.4")
def test_any_number_of_pieces_may_be_in_a_hex():
    state = bare("sampo", month=6)
    for leader in ("hakon", "kars", "olvard", "lembi", "snorri", "signhild", "lofar", "gundin"):
        put(state, leader, "3824")
    army(state, "midhrasir", "3824", 50)
    army(state, "normorea", "3824", 40)
    army(state, "midhrasir", "3825", 30)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    do(state, "halt")
    assert csp(state, "midhrasir", "3825") == 80
    assert csp(state, "normorea", "3825") == 40


# ---- escorts (R13)


@pytest.mark.rule("R13.1")
def test_an_escort_is_one_csp_and_needs_no_other_command():
    state = bare("sampo", month=6)
    put(state, "kars", "3824", escort=True)
    assert pieces.troops(state, hex_of(state, "3824"), MUNDANE) == 1
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3826")
    do(state, "halt")
    assert who(state, "kars").escort
    assert where(state, "kars") == "3826"


@pytest.mark.rule("R13.1")
def test_an_escort_needs_room_on_a_ship():
    state = bare("sampo", month=6)
    put(state, "kars", "3928", escort=True)
    put(state, "lembi", "3928", escort=True)
    ship(state, "orms_sling", "3928")  # carries one
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    do(state, "load(kars,1,h3928)")
    refuses(state, "load(lembi,1,h3928)", "R14.2.3")


@pytest.mark.rule("R13.2")
def test_an_escort_left_behind_is_an_army_csp():
    state = bare("sampo", month=6)
    put(state, "kars", "3824", escort=True)
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "detach(kars)")
    assert not who(state, "kars").escort
    assert csp(state, "midhrasir", "3824") == 1
    do(state, "leave(midhrasir,1)")
    go(state, "3826")
    do(state, "halt")
    assert csp(state, "midhrasir", "3824") == 1
    assert csp(state, "midhrasir", "3826") == 0


@pytest.mark.rule("R13.2")
def test_an_escort_is_taken_from_the_csp_of_the_hex():
    state = bare("sampo", month=6)
    put(state, "kars", "3824")
    army(state, "midhrasir", "3824", 2)
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "attach(kars)")
    assert who(state, "kars").escort
    assert csp(state, "midhrasir", "3824") == 1
    refuses(state, "attach(kars)", "R13.3")  # nobody has more than one
    assert the_force(state).troops == [(state.book.banner["midhrasir"], 1)]


@pytest.mark.rule("R13.2")
def test_escorts_are_taken_and_left_in_a_reaction_too():
    state = bare("sampo", month=6)
    put(state, "kars", "3824")
    army(state, "midhrasir", "3824", 2)
    put(state, "gorm", "3826")
    reaction(state, MUNDANE)
    pick(state, "3824")
    do(state, "attach(kars)")
    assert who(state, "kars").escort
    do(state, "detach(kars)")
    assert csp(state, "midhrasir", "3824") == 2


@pytest.mark.rule("R13.2")
def test_an_escort_left_on_the_way_does_not_move_again():
    """The marshal moves on, and the captain whose banner it is finds it tired."""
    state = bare("sampo", month=6)
    put(state, "gundin", "3824", escort=True)
    put(state, "dorin", "3825")
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    do(state, "detach(gundin)", "leave(normorea,1)")
    go(state, "3826")
    do(state, "halt")
    force = pick(state, "3825")
    assert force.troops == []
    assert csp(state, "normorea", "3825") == 1


@pytest.mark.rule("R13.3")
@pytest.mark.parametrize(
    ("leader", "banner", "may"),
    [
        ("kars", "midhrasir", True),
        ("kars", "nerfringia", False),  # another banner
        ("snorri", "midhrasir", False),  # cannot have one
        ("signhild", "midhrasir", False),
    ],
)
def test_who_may_take_an_escort(leader, banner, may):
    state = bare("sampo", month=6)
    put(state, leader, "3824")
    put(state, "hakon", "3824")  # commands them all
    army(state, banner, "3824", 2)
    phase(state, MUNDANE)
    pick(state, "3824")
    assert (f"attach({leader})" in legal(state)) == may
    if not may:
        refuses(state, f"attach({leader})", "R13.3")
    refuses(state, f"detach({leader})", "R13.2")


@pytest.mark.rule("R13.3")
def test_an_escort_slows_its_character_only_as_far_as_it_is_slower():
    state = bare("sampo", month=6)
    put(state, "kars", "3824")
    army(state, "midhrasir", "3824", 1)
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "attach(kars)")
    assert left(state) == 10


@pytest.mark.rule("R13.4")
def test_escorts_but_no_army_csp_are_teleported(monkeypatch):
    state = bare("sampo", month=9)
    put(state, "signhild", "2029")
    put(state, "hakon", "2029", escort=True)
    army(state, "midhrasir", "2029", 1)
    phase(state, MUNDANE)
    pick(state, "2029")
    refuses(state, "teleport(signhild)", "R14.3.3")
    do(state, "leave(midhrasir,1)")
    dice(monkeypatch, 1, 1)
    do(state, "teleport(signhild)", "at(h2132)", "at(h2132)")
    assert where(state, "hakon") == "2132"
    assert who(state, "hakon").escort
    assert csp(state, "midhrasir", "2029") == 1


@pytest.mark.rule("R12.3")
def test_of_a_stack_without_characters_one_banner_is_seen_but_no_size():
    state = bare("sampo", month=6)
    army(state, "midhrasir", "3824", 2)
    army(state, "normorea", "3824", 9)
    (stack,) = state.view(FOMORIAN).stacks
    assert stack.top == "army"
    assert stack.id in ("midhrasir", "normorea")
    assert stack.csp == -1


@pytest.mark.rule("R12.3")
def test_pieces_of_inactive_groups_stand_open():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 7)
    lull(state, "midhrasir")
    view = state.view(FOMORIAN)
    assert [each.id for each in view.leaders] == ["hakon"]
    assert [each.csp for each in view.armies] == [7]
