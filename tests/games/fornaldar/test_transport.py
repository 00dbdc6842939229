"""Ships that carry, mermen who change sides, rivers and lakes (R14.1, R14.2, R14.6, R14.7)."""

import pytest
from tests.games.fornaldar.moves import (
    costs,
    go,
    left,
    march_phase,
    phase,
    pick,
    reaction,
    standing,
    the_force,
)
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    cast,
    csp,
    dice,
    do,
    hex_of,
    is_active,
    legal,
    lull,
    put,
    refuses,
    ship,
    vessel,
    where,
    who,
)

from fimbul.games.fornaldar.rules import pieces, weather
from fimbul.games.fornaldar.rules.combat import hosts
from fimbul.games.fornaldar.rules.magic import plotting, searching
from fimbul.games.fornaldar.rules.movement import evading

COAST, SEA, FAR = "3928", "4030", "3929"  # 3928 and 3929 are coasts; 4030 is open sea


def harbour(*ships, month=6):
    """A coast with ships, a king and some CSP."""
    state = bare("sampo", month=month)
    for name in ships or ("orms_sling", "golden_raven"):
        ship(state, name, COAST)
    put(state, "hakon", COAST)
    army(state, "midhrasir", COAST, 4)
    return state


# ---- when (R14.1)


@pytest.mark.rule("R14.1")
def test_special_movement_is_not_for_the_reaction_phase():
    state = harbour()
    put(state, "signhild", "2029")
    put(state, "gorm", "3929", escort=True)
    put(state, "scyld", "2030", escort=True)
    reaction(state, MUNDANE)
    pick(state, COAST)
    refuses(state, f"load(hakon,1,h{COAST})", "R14.1")
    refuses(state, "overrun", "R14.1")
    refuses(state, "search(1)", "R14.1")
    do(state, "halt")
    pick(state, "2029")
    refuses(state, "teleport(signhild)", "R14.1")


@pytest.mark.rule("R14.1")
def test_nobody_flies_in_the_reaction_phase():
    state = bare("sampo", month=6)
    put(state, "eberic", "1545")
    put(state, "rodhiorm", "1545")
    cast(state, "fly", "tengen", leader="eberic")
    put(state, "hakon", "1546", escort=True)
    reaction(state, FOMORIAN)
    force = pick(state, "1545")
    assert force.stack == "land"
    assert all(state.book.land[state.book.node[name]] for name in costs(state))


# ---- embarking and landing (R14.2)


@pytest.mark.rule("R14.2.1")
def test_to_embark_costs_five_however_many():
    state = harbour()
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    assert left(state) == 24
    do(state, f"load(hakon,1,h{COAST})")
    assert left(state) == 19
    do(state, f"load(midhrasir,1,h{COAST})", f"load(midhrasir,1,h{COAST})")
    assert left(state) == 19
    assert who(state, "hakon").aboard
    assert csp(state, "midhrasir", COAST) == 4
    go(state, SEA)
    assert (where(state, "hakon"), csp(state, "midhrasir", SEA)) == (SEA, 2)
    assert where(state, "orms_sling") == where(state, "golden_raven") == SEA


@pytest.mark.rule("R14.2.1")
def test_ships_embark_only_friends_who_are_in_a_coastal_hex_with_them():
    state = harbour()
    put(state, "kars", FAR)
    put(state, "gorm", COAST)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    refuses(state, f"load(kars,1,h{FAR})", "R14.2.1")
    refuses(state, f"load(kars,1,h{COAST})", "R14.2.1")
    refuses(state, f"load(gorm,1,h{COAST})", "R14.2.1")
    go(state, SEA)
    refuses(state, f"load(hakon,1,h{SEA})", "R14.2.1")
    assert legal(state, "load") == set()


@pytest.mark.rule("R14.2.1")
def test_ships_embark_in_a_lakeside_hex_too():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3526")
    put(state, "hakon", "3526")
    phase(state, MUNDANE)
    pick(state, "3526", "sea")
    assert "load(hakon,1,h3526)" in legal(state)


@pytest.mark.rule("R14.2.1")
def test_to_embark_needs_five_points():
    state = harbour()
    phase(state, MUNDANE)
    force = pick(state, COAST, "sea")
    force.left = 2 * 5 - 1
    assert legal(state, "load") == set()
    refuses(state, f"load(hakon,1,h{COAST})", "R14.2.1")


@pytest.mark.rule("R14.2.2")
def test_to_land_costs_five_and_can_be_done_as_often_as_points_allow():
    state = harbour("golden_raven")
    put(state, "kars", COAST)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(kars,1,h{COAST})", f"load(midhrasir,1,h{COAST})")
    assert left(state) == 19
    refuses(state, f"unload(kars,1,h{FAR})", "R14.2.2")
    go(state, FAR)
    assert left(state) == 18
    do(state, f"unload(midhrasir,1,h{FAR})")
    assert left(state) == 13
    do(state, f"unload(kars,1,h{FAR})")
    assert left(state) == 13
    assert (where(state, "kars"), who(state, "kars").aboard) == (FAR, False)
    assert csp(state, "midhrasir", FAR) == 1
    go(state, COAST)
    do(state, f"load(hakon,1,h{COAST})")
    assert left(state) == 7
    go(state, FAR)
    do(state, f"unload(hakon,1,h{FAR})")
    assert left(state) == 1
    assert where(state, "hakon") == FAR
    refuses(state, f"unload(hakon,1,h{FAR})", "R14.2.2")


@pytest.mark.rule("R14.2.2")
def test_nobody_lands_in_the_open_sea():
    state = harbour()
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(hakon,1,h{COAST})")
    go(state, SEA)
    assert legal(state, "unload") == set()
    refuses(state, f"unload(hakon,1,h{SEA})", "R14.2.2")


@pytest.mark.rule("R14.2.3")
def test_a_ship_carries_its_capacity():
    state = harbour("orms_sling")
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    assert "load(midhrasir,1,h3928)" in legal(state)
    refuses(state, "load(midhrasir,2,h3928)", "R14.2.3")
    do(state, "load(midhrasir,1,h3928)")
    refuses(state, "load(midhrasir,1,h3928)", "R14.2.3")
    assert "load(hakon,1,h3928)" in legal(state)  # a character takes no room


@pytest.mark.rule("R14.2.3")
def test_some_ships_carry_two_and_an_escort_counts():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "1545")
    put(state, "gorm", "1545", escort=True)
    army(state, "fynn", "1545", 3)
    phase(state, FOMORIAN)
    pick(state, "1545", "sea")
    assert "load(fynn,2,h1545)" in legal(state)
    do(state, "load(gorm,1,h1545)")
    assert "load(fynn,1,h1545)" in legal(state)
    refuses(state, "load(fynn,2,h1545)", "R14.2.3")


@pytest.mark.rule("R14.2.3")
def test_ships_do_not_leave_with_more_than_they_carry_nor_leave_it_without_ships():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", COAST)
    ship(state, "golden_raven", COAST)
    put(state, "hakon", COAST, aboard=True)
    army(state, "midhrasir", COAST, 2, aboard=True)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, "leave(orms_sling,1)")
    assert legal(state, "go") == set()
    refuses(state, f"go(h{SEA})", "R14.2.3")
    do(state, "leave(midhrasir,1)")
    assert legal(state, "go")
    do(state, "leave(midhrasir,1)")
    refuses(state, f"go(h{SEA})", "R14.2.3")  # two CSP for one ship that stays
    do(state, "take(midhrasir,1)")
    go(state, SEA)
    assert (csp(state, "midhrasir", SEA), csp(state, "midhrasir", COAST)) == (1, 1)


@pytest.mark.rule("R14.2.4")
def test_any_number_of_characters_may_be_aboard():
    state = harbour("orms_sling")
    names = ("hakon", "kars", "olvard", "lembi", "snorri", "signhild")
    for name in names[1:]:
        put(state, name, COAST)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, *(f"load({name},1,h{COAST})" for name in names))
    go(state, SEA)
    assert {where(state, name) for name in names} == {SEA}


@pytest.mark.rule("R14.2.4")
def test_who_flies_or_swims_by_nature_does_not_embark():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", COAST)
    put(state, "lhyr", COAST)
    army(state, "skergota", COAST, 2)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    refuses(state, f"load(lhyr,1,h{COAST})", "R14.2.4")
    refuses(state, f"load(skergota,1,h{COAST})", "R14.2.4")
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "1545")
    put(state, "rodhiorm", "1545")
    phase(state, FOMORIAN)
    pick(state, "1545", "sea")
    refuses(state, "load(rodhiorm,1,h1545)", "R14.2.4")


@pytest.mark.rule("R14.2.4")
def test_who_flies_by_an_enchantment_may_embark_but_does_not_fly_aboard():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "1545")
    put(state, "eberic", "1545")
    cast(state, "fly", "tengen", leader="eberic")
    phase(state, FOMORIAN)
    pick(state, "1545", "sea")
    do(state, "load(eberic,1,h1545)")
    go(state, "1846")
    assert where(state, "eberic") == "1846"
    do(state, "halt")
    assert legal(state, "pick") == set()


@pytest.mark.rule("R14.2.7")
def test_ship_and_cargo_move_as_one_piece():
    state = harbour("orms_sling")
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(hakon,1,h{COAST})", f"load(midhrasir,1,h{COAST})")
    go(state, SEA)
    do(state, "halt")
    phase(state, MUNDANE)
    force = pick(state, SEA, "sea")
    assert (len(force.leaders), force.troops) == (1, [(state.book.banner["midhrasir"], 1)])
    assert left(state) == 24
    go(state, "4031")
    assert (where(state, "hakon"), csp(state, "midhrasir", "4031")) == ("4031", 1)


@pytest.mark.rule("R14.2.7")
def test_who_was_carried_by_one_ship_is_not_carried_on_by_another():
    state = harbour("orms_sling")
    ship(state, "golden_raven", SEA)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(hakon,1,h{COAST})", f"load(midhrasir,1,h{COAST})")
    go(state, SEA)
    do(state, "halt")
    force = pick(state, SEA, "sea")
    assert (force.leaders, force.troops) == ([], [])
    assert legal(state, "take") == set()
    go(state, "4031")
    assert (where(state, "hakon"), csp(state, "midhrasir", SEA)) == (SEA, 1)


@pytest.mark.rule("R14.7.3")
def test_a_ship_on_a_river_does_not_take_swimmers_of_the_hex_along():
    state = mermen("3717")
    ship(state, "orms_sling", "3717", beside="3718")
    phase(state, MUNDANE)
    force = pick(state, "3717", "sea")
    assert (force.leaders, force.troops, len(force.ships)) == ([], [], 1)
    assert legal(state, "take") == set()


@pytest.mark.rule("R14.2.7")
def test_who_has_moved_by_land_does_not_embark():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", COAST)
    put(state, "hakon", "3829")
    army(state, "midhrasir", "3829", 1)
    phase(state, MUNDANE)
    pick(state, "3829")
    go(state, COAST)
    do(state, "halt")
    pick(state, COAST, "sea")
    assert legal(state, "load") == set()
    refuses(state, f"load(hakon,1,h{COAST})", "R14.2.7")
    refuses(state, f"load(midhrasir,1,h{COAST})", "R14.2.7")


@pytest.mark.rule("R14.2.7")
def test_who_has_teleported_has_moved_and_does_not_embark(monkeypatch):
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "2029")
    put(state, "signhild", "2132")
    dice(monkeypatch, 1, 1)
    phase(state, MUNDANE)
    pick(state, "2132")
    do(state, "teleport(signhild)", "at(h2029)")
    pick(state, "2029", "sea")
    refuses(state, "load(signhild,1,h2029)", "R14.2.7")


@pytest.mark.rule("R14.2.3")
def test_what_is_left_aboard_takes_room():
    state = harbour("orms_sling")
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, "load(midhrasir,1,h3928)", "leave(midhrasir,1)")
    assert "load(midhrasir,1,h3928)" not in legal(state)
    refuses(state, "load(midhrasir,1,h3928)", "R14.2.3")


@pytest.mark.rule("R14.6.2")
def test_cargo_does_not_go_ashore_like_swimmers():
    state = harbour("orms_sling")
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(hakon,1,h{COAST})", "leave(orms_sling,1)")
    assert legal(state, "ashore") == set()
    refuses(state, f"ashore(h{COAST})", "R14.6.2")


@pytest.mark.rule("R14.2.7")
def test_who_embarks_or_lands_does_not_move_by_land():
    state = harbour("orms_sling")
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"load(hakon,1,h{COAST})", f"load(midhrasir,1,h{COAST})")
    go(state, FAR)
    do(state, f"unload(hakon,1,h{FAR})", f"unload(midhrasir,1,h{FAR})")
    do(state, "halt")
    assert f"pick(h{FAR},land)" not in legal(state)
    refuses(state, f"pick(h{FAR},land)", "R11.5")
    do(state, "done")
    refuses(state, f"pick(h{FAR},land)", "R14.4")


@pytest.mark.rule("R14.2.7")
def test_pieces_may_land_among_enemies_and_rouse_them():
    state = bare("sampo", month=6)
    lull(state, "midhrasir")
    ship(state, "wrath_of_gorm", SEA)
    put(state, "gorm", SEA, aboard=True)
    army(state, "fynn", SEA, 2, aboard=True)
    army(state, "midhrasir", FAR, 1)
    phase(state, FOMORIAN)
    pick(state, SEA, "sea")
    go(state, FAR)
    assert is_active(state, "midhrasir")
    do(state, f"unload(fynn,2,h{FAR})", f"unload(gorm,1,h{FAR})")
    assert csp(state, "fynn", FAR) == 2
    assert where(state, "gorm") == FAR


@pytest.mark.rule("R14.2.7")
@pytest.mark.rule("R10.4")
def test_csp_do_not_land_in_a_friendly_kingdom_that_is_inactive_but_characters_do():
    state = bare("sampo", month=6)
    lull(state, "midhrasir")
    ship(state, "wavelord", SEA)
    put(state, "astholf", SEA, escort=True, aboard=True)
    put(state, "leif", SEA, aboard=True)
    phase(state, MUNDANE)
    pick(state, SEA, "sea")
    go(state, FAR)
    refuses(state, f"unload(astholf,1,h{FAR})", "R10.4")
    do(state, f"unload(leif,1,h{FAR})")
    assert where(state, "leif") == FAR
    assert not is_active(state, "midhrasir")


@pytest.mark.rule("R14.2.8")
def test_characters_aboard_neither_cast_nor_search_nor_fight_on_the_ground():
    state = bare("sampo", month=9)
    ship(state, "orms_sling", COAST)
    signhild = put(state, "signhild", COAST, aboard=True)
    hakon = put(state, "hakon", COAST, escort=True)
    here = hex_of(state, COAST)
    assert signhild not in plotting.enchanters(state, MUNDANE)
    put(state, "signhild", COAST)
    assert signhild in plotting.enchanters(state, MUNDANE)
    put(state, "signhild", COAST, aboard=True)
    assert list(hosts.ground_host(state, here, MUNDANE).leaders) == [hakon]
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    assert searching.may_search(state) == []
    refuses(state, "search(1)", "R21.1.2")


@pytest.mark.rule("R14.2.8")
def test_ratings_aboard_count_in_naval_battles():
    state = bare("sampo", month=9)
    ship(state, "orms_sling", SEA)
    hakon = put(state, "hakon", SEA, aboard=True)
    assert list(hosts.fleet(state, hex_of(state, SEA), -1, MUNDANE).leaders) == [hakon]


# ---- mermen (R14.6)


def mermen(hex_, *, afloat=True, month=6, count=3):
    """Lhyr with some mermen."""
    state = bare("sampo", month=month)
    put(state, "lhyr", hex_, afloat=afloat)
    army(state, "skergota", hex_, count, afloat=afloat)
    return state


@pytest.mark.rule("R14.6.1")
def test_mermen_at_sea_move_like_ships_and_carry_nobody():
    state = mermen(COAST)
    put(state, "hakon", COAST)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    assert legal(state, "load") == set()
    refuses(state, f"load(hakon,1,h{COAST})", "R14.2.1")
    refuses(state, "go(h3828)", "R11.4.1")
    go(state, SEA)
    assert csp(state, "skergota", SEA) == 3
    do(state, "halt")
    assert where(state, "lhyr") == SEA


@pytest.mark.rule("R14.6.1")
def test_swimming_mermen_need_command_too():
    state = bare("sampo", month=6)
    army(state, "skergota", COAST, 3, afloat=True)
    phase(state, MUNDANE)
    refuses(state, f"pick(h{COAST},sea)", "R11.6")


@pytest.mark.rule("R14.6.2")
def test_mermen_change_sides_on_a_coast_for_one_point():
    state = mermen(COAST)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    assert left(state) == 10
    do(state, f"ashore(h{COAST})")
    assert left(state) == 9
    assert not who(state, "lhyr").afloat
    assert pieces.troops(state, hex_of(state, COAST), MUNDANE) == 3
    assert "3829" in costs(state)
    assert SEA not in costs(state)
    go(state, "3829")
    assert left(state) == 8
    do(state, "swim(h3829)")
    assert left(state) == 7
    assert who(state, "lhyr").afloat


@pytest.mark.rule("R14.6.2")
def test_mermen_do_not_change_sides_in_the_open_sea_or_inland():
    state = mermen(SEA)
    phase(state, MUNDANE)
    pick(state, SEA, "sea")
    assert legal(state, "ashore") == set()
    refuses(state, f"ashore(h{SEA})", "R14.6.2")
    state = mermen("3828", afloat=False)
    phase(state, MUNDANE)
    pick(state, "3828")
    assert legal(state, "swim") == set()
    refuses(state, "swim(h3828)", "R14.6.2")


@pytest.mark.rule("R14.6.2")
def test_land_pieces_do_not_swim():
    state = harbour()
    put(state, "lhyr", COAST)
    phase(state, MUNDANE)
    pick(state, COAST)
    refuses(state, f"swim(h{COAST})", "R14.6.2")


@pytest.mark.rule("R14.6.2")
def test_mermen_come_ashore_among_enemies_and_stop():
    state = mermen(COAST)
    army(state, "fynn", COAST, 1)
    phase(state, MUNDANE)
    pick(state, COAST, "sea")
    do(state, f"ashore(h{COAST})")
    assert the_force(state).stopped
    refuses(state, "go(h3829)", "R11.7")


# ---- rivers (R14.7)


@pytest.mark.rule("R14.7")
def test_ships_treat_lakes_as_sea_and_lakesides_as_coast():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3526")
    phase(state, MUNDANE)
    pick(state, "3526", "sea")
    assert costs(state)["3626"] == 1


@pytest.mark.rule("R14.7")
def test_ships_move_along_major_rivers_for_one_point_a_hexside():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3718")
    phase(state, MUNDANE)
    pick(state, "3718", "sea")
    found = costs(state)
    assert found["3717-h3718"] == 1
    assert found["3618-h3717"] == 1
    assert found["3617-h3618"] == 2
    assert "3517-h3617" in found
    go(state, "3617-h3618")
    assert left(state) == 22
    go(state, "3717")
    assert (left(state), vessel(state, "orms_sling").river) == (21, -1)


@pytest.mark.rule("R14.7")
def test_minor_rivers_carry_ships_only_in_rain():
    for sky, open_ in (("clear", False), ("rain", True)):
        state = bare("sampo", month=5)
        state.sky = sky
        ship(state, "orms_sling", "3530")
        phase(state, MUNDANE)
        pick(state, "3530", "sea")
        assert ("3431-h3530" in costs(state)) == open_
        assert ("3430-h3431" in costs(state)) == open_
        if open_:
            assert costs(state)["3431-h3530"] == 1  # a hexside costs no more in rain


@pytest.mark.rule("R14.7.1")
def test_a_ship_may_end_on_a_river_and_lies_there():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3718")
    phase(state, MUNDANE)
    pick(state, "3718", "sea")
    go(state, "3617-h3618")
    do(state, "halt")
    lying = vessel(state, "orms_sling")
    assert state.book.river_names[lying.river] == "3617-h3618"
    assert state.book.names[lying.hex] in ("3617", "3618")


@pytest.mark.rule("R14.7.1")
def test_from_a_river_ships_embark_from_and_land_in_both_hexes():
    state = bare("sampo", month=6)
    ship(state, "golden_raven", "3617", beside="3618")
    put(state, "hakon", "3617")
    put(state, "kars", "3618")
    army(state, "midhrasir", "3618", 1)
    phase(state, MUNDANE)
    pick(state, "3617", "sea")
    do(state, "load(hakon,1,h3617)", "load(kars,1,h3618)", "load(midhrasir,1,h3618)")
    assert left(state) == 19
    do(state, "unload(kars,1,h3617)", "unload(hakon,1,h3618)")
    assert (where(state, "kars"), where(state, "hakon")) == ("3617", "3618")
    assert left(state) == 14


@pytest.mark.rule("R14.7.1")
def test_a_ship_on_a_river_meets_ships_only_at_its_hexside():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3717", beside="3718")
    ship(state, "wrath_of_gorm", "3717")
    here = hex_of(state, "3717")
    side = vessel(state, "orms_sling").river
    assert not hosts.fleet(state, here, -1, MUNDANE).ships
    assert len(hosts.fleet(state, here, side, MUNDANE).ships) == 1
    assert not hosts.fleet(state, here, side, FOMORIAN).ships


@pytest.mark.rule("R14.7.2")
def test_a_ship_on_a_minor_river_without_rain_cannot_move():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3431", beside="3530")
    phase(state, MUNDANE)
    pick(state, "3431", "sea")
    assert costs(state) == {}
    refuses(state, "go(h3530)", "R14.7.2")


@pytest.mark.rule("R14.7.2")
@pytest.mark.parametrize(
    ("guard", "raiders", "sunk"),
    [("", True, True), ("army", True, False), ("character", True, True), ("", False, False)],
)
def test_a_stranded_ship_is_destroyed_by_an_enemy_land_force(guard, raiders, sunk):
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3530", beside="3431")
    put(state, "gorm", "3432", escort=raiders)
    if guard == "army":
        army(state, "midhrasir", "3431", 1)
    elif guard == "character":
        put(state, "signhild", "3431")
    state.ruins = [hex_of(state, "3432")]
    phase(state, FOMORIAN)
    pick(state, "3432")
    go(state, "3431")
    if state.decision is not None and "evade" in legal(state):
        do(state, "evade")
    assert vessel(state, "orms_sling").sunk == sunk
    assert (state.points[FOMORIAN] > 0) == sunk or guard == "character"


@pytest.mark.rule("R14.7.2")
def test_a_ship_on_a_navigable_river_is_not_destroyed():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3617", beside="3618")
    put(state, "gorm", "3619", escort=True)
    phase(state, FOMORIAN)
    pick(state, "3619")
    go(state, "3618")
    assert not vessel(state, "orms_sling").sunk


@pytest.mark.rule("R14.7.3")
def test_minor_rivers_are_open_to_mermen_in_every_weather():  # (a)
    for sky in ("clear", "rain"):
        state = mermen("3530")
        state.sky = sky
        phase(state, MUNDANE)
        pick(state, "3530", "sea")
        assert "3431-h3530" in costs(state)


@pytest.mark.rule("R14.7.3")
@pytest.mark.parametrize(("month", "cost"), [(6, 0.5), (1, 1)])
def test_mermen_pay_half_a_point_for_a_hexside_in_nightless_turns(month, cost):  # (b)
    state = mermen("3530", month=month)
    phase(state, MUNDANE)
    pick(state, "3530", "sea")
    assert costs(state)["3431-h3530"] == cost


@pytest.mark.rule("R14.7.3")
def test_mermen_do_not_end_swimming_in_a_river():  # (c)
    state = mermen("3530")
    phase(state, MUNDANE)
    pick(state, "3530", "sea")
    go(state, "3431-h3530")
    assert "halt" not in legal(state)
    refuses(state, "halt", "R14.7.3")
    before = left(state)
    assert {"ashore(h3431)", "ashore(h3530)"} <= legal(state)
    do(state, "ashore(h3431)")
    assert left(state) == before - 1
    assert not who(state, "lhyr").afloat
    assert csp(state, "skergota", "3431") == 3
    do(state, "halt")


@pytest.mark.rule("R14.7.3")
def test_mermen_go_onto_a_river_only_with_a_point_to_get_out_again():  # (c)
    state = mermen("3530")
    phase(state, MUNDANE)
    force = pick(state, "3530", "sea")
    force.left = 2
    assert "3431-h3530" not in costs(state)
    force.left = 3
    assert "3431-h3530" in costs(state)
    go(state, "3431-h3530")
    do(state, "ashore(h3431)")


@pytest.mark.rule("R14.7.3")
def test_a_force_of_mermen_may_be_split_between_both_banks():  # (c)
    state = mermen("3530")
    put(state, "tenaz", "3530", afloat=True)
    phase(state, MUNDANE)
    pick(state, "3530", "sea")
    go(state, "3431-h3530")
    bank = standing(state)
    other = "3431" if bank == "3530" else "3530"
    do(state, "leave(skergota,2)", "leave(tenaz,1)")
    assert pieces.troops(state, hex_of(state, bank), MUNDANE) == 2
    assert not who(state, "tenaz").afloat
    do(state, f"ashore(h{other})")
    do(state, "halt")
    assert csp(state, "skergota", other) == 1
    assert where(state, "lhyr") == other
    assert where(state, "tenaz") == bank
    assert all(not each.afloat for each in state.armies)


@pytest.mark.rule("R14.7.3")
def test_mermen_on_land_go_into_a_river_beside_them():
    state = mermen("3431", afloat=False)
    phase(state, MUNDANE)
    pick(state, "3431")
    do(state, "swim(h3431-h3530)")
    assert left(state) == 9
    go(state, "3530")
    assert standing(state) == "3530"
    do(state, "halt")
    assert who(state, "lhyr").afloat


@pytest.mark.rule("R14.7.5")
def test_a_river_in_snow_cannot_be_used():
    state = mermen("3530", month=1)
    state.sky = "snow"
    ship(state, "orms_sling", "3717", beside="3718")
    phase(state, MUNDANE)
    pick(state, "3530", "sea")
    assert not any("-" in name for name in costs(state))
    do(state, "halt")
    pick(state, "3717", "sea")
    assert costs(state) == {}
    refuses(state, "go(h3717)", "R14.7.5")


@pytest.mark.rule("R14.7.5")
def test_snow_in_only_one_of_the_hexes_does_not_close_a_river():
    state = bare("sampo", month=1)
    state.sky = "snow"
    for row in range(18, 25):  # clear weather from the south
        state.spells.clear()
        cast(state, "elements", "eberic", hex_=f"36{row}", word="clear")
        skies = [weather.at(state, hex_of(state, name)) for name in ("3617", "3618")]
        if skies == ["snow", "clear"]:
            break
    assert skies == ["snow", "clear"]
    ship(state, "orms_sling", "3617", beside="3618")
    phase(state, MUNDANE)
    pick(state, "3617", "sea")
    assert "3618-h3717" in costs(state)


# ---- frozen coasts, as far as they belong to transport


@pytest.mark.rule("R6.4.4")
def test_ships_stop_on_a_snowy_coast_but_may_land_there():
    state = bare("sampo", month=1)
    state.sky = "snow"
    ship(state, "orms_sling", SEA)
    put(state, "hakon", SEA, aboard=True)
    phase(state, MUNDANE)
    pick(state, SEA, "sea")
    go(state, FAR)
    refuses(state, f"go(h{SEA})", "R6.4.4")
    do(state, f"unload(hakon,1,h{FAR})")
    assert where(state, "hakon") == FAR


# ---- meeting enemies at sea


@pytest.mark.rule("R11.7")
def test_swimming_characters_alone_meet_ships(monkeypatch):
    state = bare("sampo", month=6)
    put(state, "havha", SEA, afloat=True)
    ship(state, "wrath_of_gorm", "4031")
    dice(monkeypatch, 1, 6)
    phase(state, MUNDANE)
    pick(state, SEA, "sea")
    assert evading.crowd(state, hex_of(state, "4031"), "sea", FOMORIAN)
    go(state, "4031")
    assert who(state, "havha").dead or where(state, "havha") == "4031"


@pytest.mark.rule("R14.4")
def test_swimmers_do_not_march_after_they_have_swum():
    state = mermen(SEA)
    phase(state, MUNDANE)
    pick(state, SEA, "sea")
    go(state, FAR)
    do(state, f"ashore(h{FAR})", "halt", "done")
    refuses(state, f"pick(h{FAR},land)", "R14.4")
    state = mermen(FAR, afloat=False)
    march_phase(state, MUNDANE)
    pick(state, FAR)
    assert left(state) == 4  # but mermen on land may (R14.4.2)
