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

from fimbul.core import Rng
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


def shown(state, seat=FOMORIAN):
    """What a seat sees on top of the stacks, by hex and kind."""
    return {(each.hex, each.kind): each.id for each in state.view(seat).stacks}


@pytest.mark.rule("R12.1")
def test_the_owner_of_a_stack_chooses_what_lies_on_top():
    state = bare("sampo", month=6)
    for leader in ("hakon", "kars", "lembi"):
        put(state, leader, "3824")
    army(state, "midhrasir", "3824", 7)
    phase(state, MUNDANE)
    assert shown(state) == {("h3824", "land"): "hakon"}
    pick(state, "3824")
    before = state.revelations
    refuses(state, "show(hakon)", "R12.1")  # he lies there already
    do(state, "show(kars)")
    assert shown(state) == {("h3824", "land"): "kars"}
    assert state.revelations == before  # nothing came to light but what was shown
    go(state, "3825")
    do(state, "halt")
    assert shown(state) == {("h3825", "land"): "kars"}


@pytest.mark.rule("R12.1")
def test_each_piece_is_put_on_top_once_at_a_stop_and_the_others_lie_below_it():
    state = bare("sampo", month=6)
    for leader in ("hakon", "kars", "lembi"):
        put(state, leader, "3824")
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "show(lembi)", "show(kars)")
    assert shown(state) == {("h3824", "land"): "kars"}
    refuses(state, "show(lembi)", "R12.1")
    do(state, "leave(kars,1)")
    go(state, "3825")
    assert shown(state) == {("h3824", "land"): "kars", ("h3825", "land"): "lembi"}
    assert "show(lembi)" not in legal(state)
    do(state, "show(hakon)", "show(lembi)")  # another stop
    assert shown(state)["h3825", "land"] == "lembi"


@pytest.mark.rule("R12.1")
def test_a_stack_is_ordered_in_a_friendly_reaction_phase_too():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    put(state, "kars", "3824")
    put(state, "gorm", "3826")
    reaction(state, MUNDANE)
    pick(state, "3824")
    do(state, "show(kars)")
    assert shown(state)["h3824", "land"] == "kars"


@pytest.mark.rule("R12.1")
def test_a_piece_that_stays_may_be_put_on_top_and_no_other_stack_s():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    put(state, "kars", "3824")
    put(state, "lembi", "3825")
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "leave(kars,1)", "show(kars)")
    refuses(state, "show(lembi)", "R12.1")
    refuses(state, "show(gorm)", "R12.1")
    refuses(state, "show(nobody)", "R12.1")
    go(state, "3823")
    assert shown(state) == {("h3824", "land"): "kars", ("h3825", "land"): "lembi", ("h3823", "land"): "hakon"}


@pytest.mark.rule("R12.1")
def test_what_is_imagined_under_a_chosen_top_may_be_of_higher_rank():
    state = bare("sampo", month=6)
    for leader in ("hakon", "kars"):
        put(state, leader, "3824")
    put(state, "lembi", "3926")
    army(state, "midhrasir", "3926", 3)
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "show(kars)", "put_down")
    worlds = [state.imagine(FOMORIAN, Rng(seed)) for seed in range(8)]
    assert {where(world, "hakon") for world in worlds} == {"3824", "3926"}
    for world in worlds:
        assert world.view(FOMORIAN) == state.view(FOMORIAN)
        assert where(world, "kars") == "3824"
        assert where(world, "lembi") == "3926"


@pytest.mark.rule("R12.2")
def test_no_army_lies_on_the_character_who_is_with_it():
    state = bare("sampo", month=6)
    put(state, "kars", "3824")
    put(state, "dorin", "3824")
    for banner in ("midhrasir", "normorea", "skergota"):
        army(state, banner, "3824", 1)
    phase(state, MUNDANE)
    pick(state, "3824")
    for banner in ("midhrasir", "normorea", "skergota"):
        refuses(state, f"show({banner})", "R12.2")


@pytest.mark.rule("R12.2")
def test_cargo_lies_on_the_ship_that_must_carry_it():
    """A lone ship shows who is aboard; with another ship to carry him, she may lie on top."""
    state = bare("sampo", month=6)
    ship(state, "golden_raven", "3928")
    put(state, "kars", "3928", aboard=True)
    assert shown(state) == {("h3928", "sea"): "kars"}
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    refuses(state, "show(golden_raven)", "R12.2")
    do(state, "put_down")
    ship(state, "seaweaver", "3928")
    assert shown(state) == {("h3928", "sea"): "golden_raven"}
    army(state, "midhrasir", "3928", 1, aboard=True)
    assert shown(state) == {("h3928", "sea"): "golden_raven"}
    army(state, "midhrasir", "3928", 1, aboard=True)
    assert shown(state) == {("h3928", "sea"): "kars"}  # both ships are laden


@pytest.mark.rule("R12.2")
def test_a_fleet_may_show_its_lesser_ship_its_passenger_or_its_cargo():
    state = bare("sampo", month=6)
    ship(state, "golden_raven", "3928")
    ship(state, "seaweaver", "3928")
    army(state, "midhrasir", "3928", 1, aboard=True)
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    do(state, "show(seaweaver)")
    assert shown(state) == {("h3928", "sea"): "seaweaver"}
    do(state, "show(midhrasir)")
    assert shown(state) == {("h3928", "sea"): "midhrasir"}
    do(state, "show(golden_raven)")
    assert shown(state) == {("h3928", "sea"): "golden_raven"}
    for seed in range(6):
        assert state.imagine(FOMORIAN, Rng(seed)).view(FOMORIAN) == state.view(FOMORIAN)


@pytest.mark.rule("R12.2")
def test_embarking_shows_the_cargo_once_no_ship_is_empty():
    state = bare("sampo", month=6)
    ship(state, "golden_raven", "3928")
    put(state, "kars", "3928")
    put(state, "lembi", "3928")
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    before = state.revelations
    do(state, "load(lembi,1,h3928)")
    assert shown(state) == {("h3928", "land"): "kars", ("h3928", "sea"): "lembi"}
    assert state.revelations > before


@pytest.mark.rule("R12.2")
def test_what_is_imagined_under_a_passenger_is_a_ship():
    state = bare("sampo", month=6)
    ship(state, "golden_raven", "3928")
    ship(state, "orms_sling", "3730")
    ship(state, "seaweaver", "3730")
    put(state, "kars", "3928", aboard=True)
    army(state, "midhrasir", "3730", 1, aboard=True)
    for seed in range(12):
        world = state.imagine(FOMORIAN, Rng(seed))
        assert world.view(FOMORIAN) == state.view(FOMORIAN)
        assert any(each.hex == who(world, "kars").hex for each in world.vessels)


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
