"""Movement (R11): allowances, costs, moving together, stopping."""

import random
import re
from fractions import Fraction

import msgspec
import pytest
from tests.games.fornaldar.moves import costs, find_step, go, left, phase, pick, standing, step, the_force
from tests.games.fornaldar.oracle import Map, distances, pays
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    cast,
    csp,
    dice,
    do,
    hex_of,
    legal,
    lull,
    put,
    refuses,
    rouse,
    ruin,
    ship,
    verb,
    where,
    who,
)

from fimbul.games.fornaldar.library.index import book_of
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.library.rows import RACES
from fimbul.games.fornaldar.rules import pieces, ratings, weather
from fimbul.games.fornaldar.rules.combat import hosts, losses

TERRAIN = ("clear", "woods", "forest", "rough", "mountain", "marsh")
HALF = Fraction(1, 2)


def troop(seat=MUNDANE, hex_="3824", count=3, month=6):
    """A position with a force in open country: a king with CSP."""
    state = bare("sampo", month=month)
    banner, king = ("midhrasir", "hakon") if seat == MUNDANE else ("fynn", "gorm")
    put(state, king, hex_)
    army(state, banner, hex_, count)
    return state


# ---- allowances (R11.1)


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize(
    ("banner", "points"),
    [
        ("midhrasir", 10),
        ("fynn", 10),
        ("jotunheim", 10),
        ("skergota", 10),
        ("loherim", 10),
        ("normorea", 8),
        ("thulorm", 12),
        ("kobold", 12),
        ("centaur", 14),
    ],
)
def test_allowances_of_armies(banner, points):
    book = book_of(None, "sampo")
    assert book.banners[book.banner[banner]].allowance == 2 * points


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize(
    ("leader", "scenario", "points"),
    [
        ("hakon", "sampo", 12),
        ("gorm", "sampo", 12),
        ("cythar", "northern_war", 14),
        ("khurao", "northern_war", 14),
        ("klattka", "jotuns", 14),
        ("rodhiorm", "sampo", 20),
        ("tursas", "sampo", 24),
        ("gestum", "jotuns", 24),
        ("jibalian", "jotuns", 16),
    ],
)
def test_allowances_of_characters(leader, scenario, points):
    state = bare(scenario, month=6)
    seat = MUNDANE if state.side[state.book.leader_group[state.book.leader[leader]]] == MUNDANE else FOMORIAN
    sea = leader in ("tursas", "gestum")
    put(state, leader, "2249" if sea else "3824", afloat=sea)
    phase(state, seat)
    pick(state, "2249" if sea else "3824", "sea" if sea else "land")
    assert left(state) == points


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize(("name", "points"), [("wrath_of_gorm", 24), ("old_haddock", 20)])
def test_allowances_of_ships(name, points):
    state = bare("sampo", month=6)
    ship(state, name, "1545")
    phase(state, FOMORIAN)
    pick(state, "1545", "sea")
    assert left(state) == points


@pytest.mark.rule("R11.1")
def test_a_character_with_an_escort_moves_with_the_lesser_allowance():
    state = bare("sampo", month=6)
    put(state, "lofar", "3824", escort=True)  # a dwarf: his escort has 8
    phase(state, MUNDANE)
    pick(state, "3824")
    assert left(state) == 8
    assert "3828" in costs(state)
    do(state, "detach(lofar)")
    assert left(state) == 8  # he leads it now
    do(state, "leave(normorea,1)")
    assert left(state) == 12


# ---- who, and hex by hex


@pytest.mark.rule("R11.2")
def test_only_the_active_player_moves_in_a_movement_phase():
    state = troop()
    put(state, "gorm", "1143")
    phase(state, MUNDANE)
    assert state.to_act == (MUNDANE,)
    assert state.legal(FOMORIAN) == []
    refuses(state, "pick(h1143,land)", "R11.2")


@pytest.mark.rule("R11.3")
def test_pieces_pay_for_each_hex_that_they_enter():
    state = troop()
    phase(state, MUNDANE)
    pick(state, "3824")
    assert left(state) == 10
    assert costs(state)["3825"] == 1
    assert costs(state)["3827"] == 3
    go(state, "3827")
    assert (standing(state), left(state)) == ("3827", 7)
    go(state, "3828")
    assert left(state) == 6
    do(state, "halt")
    assert where(state, "hakon") == "3828"
    assert csp(state, "midhrasir", "3828") == 3


@pytest.mark.rule("R11.3")
def test_a_piece_does_not_enter_what_it_cannot_pay():
    state = troop()
    phase(state, MUNDANE)
    force = pick(state, "3824")
    force.left = 2 * 2
    assert set(costs(state).values()) <= {1, 2, HALF, 3 * HALF}
    assert "3826" in costs(state)
    assert "3827" not in costs(state)
    refuses(state, "go(h3827)", "R11.3")
    refuses(state, "go(h9999)", "R25.3")


# ---- costs at sea


def waters(state, name):
    """The neighbours of a hex that water joins to it."""
    book, here = state.book, state.book.node[name]
    joined = [each for each in book.near[here] if "no_sea_passage" not in book.sides.get((here, each), ())]
    return {book.names[each] for each in joined if book.watery[each]}


@pytest.mark.rule("R11.4.1")
def test_ships_pay_one_for_a_hex_of_water_and_two_in_the_normorean_sea():
    state = bare("sampo", month=6)
    book = state.book
    ship(state, "orms_sling", "3526")
    ship(state, "fjordfish", "1112")
    phase(state, MUNDANE)
    pick(state, "3526", "sea")
    near = waters(state, "3526")
    found = {name: cost for name, cost in costs(state).items() if name in near}
    assert found
    assert set(found.values()) == {1}
    do(state, "halt", "done", "done")
    phase(state, FOMORIAN)
    pick(state, "1112", "sea")
    near = waters(state, "1112")
    found = {name: cost for name, cost in costs(state).items() if name in near}
    assert found
    assert all(book.ground[book.node[name]].zone == "normorean" for name in found)
    assert set(found.values()) == {2}


@pytest.mark.rule("R11.4.1")
def test_ships_do_not_enter_dry_land_nor_cross_where_water_does_not_join():
    state = bare("sampo", month=6)
    ship(state, "seaweaver", "3928")
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    assert "no_sea_passage" in state.book.sides[state.book.node["3928"], state.book.node["3927"]]
    assert costs(state).get("3927", 9) > 1  # only the long way round
    refuses(state, "go(h3828)", "R11.4.1")
    for name in costs(state):
        if "-" not in name:
            assert state.book.ground[state.book.node[name]].water


@pytest.mark.rule("R11.4.2")
@pytest.mark.parametrize(
    ("month", "start", "cost"), [(6, "4038", HALF), (3, "4038", 1), (6, "1112", 1), (3, "1112", 2)]
)
def test_swimming_mermen_pay_half_and_double_in_the_dark_time(month, start, cost):
    state = bare("sampo", month=month)
    put(state, "lhyr", start, afloat=True)
    army(state, "skergota", start, 2, afloat=True)
    phase(state, MUNDANE)
    pick(state, start, "sea")
    book = state.book
    zone = book.ground[book.node[start]].zone
    near = {name for name in waters(state, start) if book.ground[book.node[name]].zone == zone}
    assert near
    assert {costs(state)[name] for name in near} == {cost}


# ---- costs on land


@pytest.mark.rule("R11.4.3")
@pytest.mark.parametrize("terrain", TERRAIN)
@pytest.mark.parametrize("race", RACES)
def test_land_pieces_pay_for_terrain_by_race(terrain, race):
    state = bare("sampo", month=6)
    here, there = find_step(state, terrain)
    assert step(state, here, there, race) == pays(terrain, race)


@pytest.mark.rule("R11.4.3")
@pytest.mark.parametrize("river", ["river_minor", "river_major"])
@pytest.mark.parametrize("race", RACES)
def test_rivers_cost_in_addition_or_cannot_be_crossed(river, race):
    state = bare("sampo", month=6)
    here, there = find_step(state, side={river})
    (ground,) = state.book.ground[state.book.node[there]].terrain
    extra, price = pays(river, race), pays(ground, race)
    assert price is not None
    assert step(state, here, there, race) == (None if extra is None else price + extra)


@pytest.mark.rule("R11.4.3")
@pytest.mark.parametrize("race", RACES)
def test_fords_and_bridges_take_the_cost_of_the_river_away_and_ferries_have_their_own(race):
    state = bare("sampo", month=6)
    for crossing in ("ford", "bridge"):
        here, there = find_step(state, side={crossing, "river_minor", "trail"})
        assert step(state, here, there, race) == 1
    here, there = find_step(state, side={"bridge", "river_major", "trail"})
    assert step(state, here, there, race) == 1
    here, there = find_step(state, side={"ferry", "river_minor", "trail"})
    ferry = pays("ferry", race)
    assert ferry is not None
    assert step(state, here, there, race) == 1 + ferry
    here, there = find_step(state, side={"ferry", "no_land_passage", "trail"})
    assert step(state, here, there, race) == 1 + ferry


@pytest.mark.rule("R11.4.3")
@pytest.mark.parametrize(
    ("race", "banners"),
    [
        (
            "mundane",
            ("midhrasir", "nerfringia", "suderpathia", "ycelia", "guard", "swithiod", "mundanes"),
        ),  # (a)
        ("troll", ("lochlann", "fynn", "basulea", "skane", "norskold")),  # (b)
        ("elf", ("thulorm", "loherim")),  # (c)
        ("dwarf", ("normorea",)),
        ("merman", ("skergota",)),
        ("jotun", ("jotunheim",)),
        ("kobold", ("kobold",)),
        ("centaur", ("centaur",)),
    ],
)
def test_races_of_the_banners(race, banners):
    book = book_of(None, "sampo")
    for banner in banners:
        assert book.banners[book.banner[banner]].race == race


# ---- moving together (R11.5)


@pytest.mark.rule("R11.5")
def test_a_group_pays_what_the_dearest_of_its_pieces_pays():
    state = bare("sampo", month=6)
    here, there = find_step(state, "forest")
    assert step(state, here, there, "elf") == 1
    assert step(state, here, there, "troll") == 2
    assert step(state, here, there, "elf", "troll", "mundane") == 3
    put(state, "gorm", here)
    army(state, "fynn", here, 1)
    army(state, "ycelia", here, 1)
    phase(state, FOMORIAN)
    pick(state, here)
    assert costs(state)[there] == 3


@pytest.mark.rule("R11.5")
def test_the_dearest_is_found_for_the_whole_step():
    """A merman is slow on rough ground, a dwarf at a river: neither pays for the other's trouble."""
    state = bare("sampo", month=6)
    here, there = find_step(state, "rough", {"river_minor"})
    assert step(state, here, there, "merman") == 3
    assert step(state, here, there, "dwarf") == 1 + 2
    assert step(state, here, there, "merman", "dwarf") == 3


@pytest.mark.rule("R11.5")
def test_a_group_has_the_points_of_the_piece_that_has_least():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    army(state, "midhrasir", "3824", 2)
    army(state, "normorea", "3824", 2)
    phase(state, MUNDANE)
    pick(state, "3824")
    assert left(state) == 8
    do(state, "leave(normorea,2)")
    assert left(state) == 10
    do(state, "leave(midhrasir,2)")
    assert left(state) == 12


@pytest.mark.rule("R11.5")
def test_dropped_pieces_do_not_move_again():
    state = troop()
    put(state, "olvard", "3824")
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    do(state, "leave(olvard,1)", "leave(midhrasir,2)")
    go(state, "3826")
    do(state, "halt")
    assert csp(state, "midhrasir", "3825") == 2
    assert csp(state, "midhrasir", "3826") == 1
    assert "pick(h3825,land)" not in legal(state)
    refuses(state, "pick(h3825,land)", "R11.5")


@pytest.mark.rule("R11.5")
def test_pieces_left_before_the_group_has_moved_may_still_move():
    state = troop()
    put(state, "olvard", "3824")
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "leave(olvard,1)", "leave(midhrasir,2)")
    go(state, "3825")
    do(state, "halt")
    force = pick(state, "3824")
    assert force.troops == [(state.book.banner["midhrasir"], 2)]
    assert left(state) == 10


@pytest.mark.rule("R11.5")
def test_only_fresh_pieces_are_picked_up():
    state = troop()
    put(state, "olvard", "3825")
    put(state, "kars", "3825")
    army(state, "midhrasir", "3825", 4)
    phase(state, MUNDANE)
    pick(state, "3825")
    do(state, "leave(kars,1)", "leave(midhrasir,3)")
    go(state, "3826")
    do(state, "halt")  # Olvard and 1 CSP have moved
    pick(state, "3824")
    go(state, "3825")
    assert {"take(kars,1)", "take(midhrasir,3)"} <= legal(state, "take")
    assert "take(midhrasir,4)" not in legal(state, "take")
    do(state, "take(kars,1)", "take(midhrasir,2)")
    go(state, "3826")
    assert legal(state, "take") == set()
    refuses(state, "take(olvard,1)", "R11.5")
    do(state, "halt")
    assert csp(state, "midhrasir", "3826") == 1 + 3 + 2
    assert csp(state, "midhrasir", "3825") == 1


@pytest.mark.rule("R11.5")
def test_a_piece_that_is_picked_up_has_its_allowance_less_what_the_group_has_spent():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    army(state, "normorea", "3827", 2)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3827")
    assert left(state) == 12 - 3
    do(state, "take(normorea,2)")
    assert left(state) == 8 - 3


@pytest.mark.rule("R11.5")
def test_one_force_is_finished_before_another_is_taken_up():
    state = troop()
    put(state, "olvard", "3828")
    phase(state, MUNDANE)
    pick(state, "3824")
    refuses(state, "pick(h3828,land)", "R11.5")
    do(state, "halt")
    refuses(state, "go(h3825)", "R11.5")


# ---- command (R11.6)


@pytest.mark.rule("R11.6")
def test_csp_without_command_do_not_move():
    state = bare("sampo", month=6)
    army(state, "midhrasir", "3824", 3)
    phase(state, MUNDANE)
    assert legal(state, "pick") == set()
    refuses(state, "pick(h3824,land)", "R11.6")


@pytest.mark.rule("R11.6")
@pytest.mark.parametrize(
    ("leader", "moves"), [("kars", {"midhrasir"}), ("olvard", {"midhrasir", "suderpathia"}), ("hakon", None)]
)
def test_a_captain_leads_his_banner_a_marshal_his_race_a_king_all(leader, moves):
    state = bare("sampo", month=6)
    put(state, leader, "3824")
    every = {"midhrasir", "suderpathia", "normorea"}
    for banner in every:
        army(state, banner, "3824", 1)
    phase(state, MUNDANE)
    force = pick(state, "3824")
    assert {state.book.banners[banner].id for banner, _ in force.troops} == (moves or every)


@pytest.mark.rule("R11.6")
def test_csp_that_lose_their_commander_on_the_way_stay():
    state = bare("sampo", month=6)
    put(state, "olvard", "3824")
    put(state, "kars", "3824")
    army(state, "suderpathia", "3824", 2)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    do(state, "leave(olvard,1)")
    go(state, "3826")
    assert csp(state, "suderpathia", "3825") == 2
    refuses(state, "take(suderpathia,1)", "R11.6")


# ---- stopping (R11.7, R11.8)


@pytest.mark.rule("R11.7")
@pytest.mark.parametrize("enemy", ["army", "escort", "hero", "fortress"])
def test_armies_stop_for_enemy_armies_escorts_heroes_and_fortresses(enemy):
    state = troop(FOMORIAN, "3829" if enemy == "fortress" else "3824")
    goal = "3928" if enemy == "fortress" else "3825"
    if enemy == "army":
        army(state, "midhrasir", goal, 1)
    elif enemy == "escort":
        put(state, "kars", goal, escort=True)
    elif enemy == "hero":
        put(state, "snorri", goal)
    else:
        goal = "3927"
    phase(state, FOMORIAN)
    pick(state, "3829" if enemy == "fortress" else "3824")
    go(state, goal)
    if enemy == "hero":
        do(state, "stand")
    assert the_force(state).stopped
    assert legal(state, "go") == set()
    refuses(state, "go(h3828)", "R11.7")


@pytest.mark.rule("R11.7")
def test_a_way_does_not_lead_through_enemies():
    state = troop(FOMORIAN, "3824")
    phase(state, FOMORIAN)
    pick(state, "3824")
    before = costs(state)["3826"]
    do(state, "halt", "done", "done")
    army(state, "midhrasir", "3825", 1)
    phase(state, FOMORIAN)
    pick(state, "3824")
    assert costs(state)["3825"] == 1
    assert costs(state)["3826"] > before


@pytest.mark.rule("R11.7")
def test_characters_stop_with_the_armies_with_which_they_move():
    state = troop(FOMORIAN, "3824")
    put(state, "scyld", "3824")
    army(state, "midhrasir", "3825", 1)
    phase(state, FOMORIAN)
    pick(state, "3824")
    go(state, "3825")
    assert legal(state, "leave") == set()
    assert legal(state, "go") == set()


@pytest.mark.rule("R11.7")
def test_a_lone_enemy_character_who_is_no_hero_does_not_stop_an_army(monkeypatch):
    state = troop(FOMORIAN, "3824")
    put(state, "kars", "3825")
    dice(monkeypatch, 1, 6)
    phase(state, FOMORIAN)
    pick(state, "3824")
    go(state, "3825")
    assert who(state, "kars").dead
    assert not the_force(state).stopped
    assert "go(h3826)" in legal(state)


@pytest.mark.rule("R11.7")
def test_embarked_enemies_do_not_stop_land_pieces():
    state = troop(FOMORIAN, "3829")
    put(state, "kars", "3928", escort=True, aboard=True)
    ship(state, "orms_sling", "3928")
    phase(state, FOMORIAN)
    pick(state, "3829")
    go(state, "3928")
    assert not the_force(state).stopped


@pytest.mark.rule("R11.7")
def test_land_pieces_do_not_stop_ships():
    state = bare("sampo", month=6)
    ship(state, "fjordfish", "4029")
    army(state, "midhrasir", "3928", 5)
    phase(state, FOMORIAN)
    pick(state, "4029", "sea")
    go(state, "3928")
    assert not the_force(state).stopped
    assert legal(state, "go")


@pytest.mark.rule("R11.7")
def test_inactive_enemies_become_active_by_the_entry_and_stop_the_army():
    state = troop(FOMORIAN, "3824")
    lull(state, "midhrasir")
    army(state, "midhrasir", "3825", 1)
    phase(state, FOMORIAN)
    pick(state, "3824")
    go(state, "3825")
    assert state.active[state.book.group["midhrasir"]]
    assert the_force(state).stopped


@pytest.mark.rule("R11.8")
def test_characters_stop_for_enemy_csp_unless_they_evade(monkeypatch):
    for mine, other, stops in ((6, 1, False), (1, 6, True)):
        state = bare("sampo", month=6)
        put(state, "reomur", "3824")
        army(state, "midhrasir", "3825", 2)
        dice(monkeypatch, mine, other)
        phase(state, FOMORIAN)
        pick(state, "3824")
        go(state, "3825")
        do(state, "evade")
        assert the_force(state).stopped == stops
        if stops:
            refuses(state, "go(h3826)", "R11.8")
        else:
            go(state, "3826")
            assert where(state, "reomur") == "3826"


@pytest.mark.rule("R11.8")
def test_characters_stop_for_an_enemy_fortress():
    state = bare("sampo", month=6)
    put(state, "reomur", "3828")
    phase(state, FOMORIAN)
    pick(state, "3828")
    go(state, "3927")
    do(state, "stand")
    assert the_force(state).stopped


@pytest.mark.rule("R11.8")
def test_characters_do_not_stop_for_a_ruin_nor_for_lone_characters():
    state = bare("sampo", month=6)
    ruin(state, "3927")
    put(state, "reomur", "3828")
    phase(state, FOMORIAN)
    pick(state, "3828")
    go(state, "3927")
    assert not the_force(state).stopped


# ---- ground (R11.9 to R11.12)


def with_ground(hex_, **changes):
    """The data with one hex changed."""
    library = load_library()
    ground = tuple(
        msgspec.structs.replace(each, **changes) if each.hex == hex_ else each for each in library.ground
    )
    return msgspec.structs.replace(library, ground=ground)


@pytest.mark.rule("R11.9")
def test_the_cheapest_of_several_kinds_of_terrain_is_taken_by_all_together():
    library = with_ground("3825", terrain=("forest", "marsh"))
    state = bare("sampo", month=6, library=library)
    assert step(state, "3824", "3825", "elf") == 1  # forest
    assert step(state, "3824", "3825", "merman") == 1  # marsh
    assert step(state, "3824", "3825", "troll") == 2
    # together they pay for the same one: forest would cost the merman 3, marsh costs the elf 2
    assert step(state, "3824", "3825", "elf", "merman") == 2


@pytest.mark.rule("R11.9")
def test_the_aspect_of_a_hex_is_no_terrain():
    state = bare("sampo", month=6, library=with_ground("3825", aspect="wild"))
    assert step(state, "3824", "3825", "mundane") == 1


@pytest.mark.rule("R11.10")
@pytest.mark.parametrize("race", RACES)
def test_costs_of_a_hexside_add_up(race):
    state = bare("sampo", month=6)
    library = load_library()
    edges = (
        *library.edges,
        msgspec.structs.replace(library.edges[0], hex="3824", other="3825", kind="river_minor"),
        msgspec.structs.replace(library.edges[0], hex="3824", other="3825", kind="pass"),
    )
    state = bare("sampo", month=6, library=msgspec.structs.replace(library, edges=edges))
    river, through = pays("river_minor", race), pays("pass", race)
    assert river is not None
    assert through is not None
    assert step(state, "3824", "3825", race) == 1 + river + through
    assert step(state, "3825", "3824", race) == 1 + river + through


@pytest.mark.rule("R11.10")
def test_passes_cost_by_race():
    state = bare("sampo", month=6)
    here, there = find_step(state, "mountain", {"pass", "trail"})
    for race in RACES:
        through = pays("pass", race)
        assert through is not None
        assert step(state, here, there, race) == 1 + through


@pytest.mark.rule("R11.11")
@pytest.mark.parametrize("road", ["trail", "faerie_road", "giants_path"])
@pytest.mark.parametrize("race", RACES)
def test_a_road_is_paid_instead_of_the_terrain(road, race):
    state = bare("sampo", month=6)
    here, there = find_step(state, "forest" if road != "giants_path" else "mountain", {road})
    assert step(state, here, there, race) == pays(road, race)


@pytest.mark.rule("R11.11")
def test_trails_and_giants_paths_are_lost_in_the_snow_of_a_mountain_hex():
    state = bare("sampo", month=3)
    state.sky = "snow"
    here, there = find_step(state, "mountain", {"trail"})
    assert step(state, here, there, "mundane") == 10
    here, there = find_step(state, "mountain", {"giants_path"})
    assert step(state, here, there, "jotun") == 4
    here, there = find_step(state, "forest", {"trail"})
    assert step(state, here, there, "mundane") == 1


@pytest.mark.rule("R11.11")
def test_nobody_has_to_use_a_road():
    """In rain an elf goes through the woods beside the trail."""
    state = bare("sampo", month=5)
    state.sky = "rain"
    here, there = find_step(state, "woods", {"trail"})
    assert step(state, here, there, "elf") == 1
    assert step(state, here, there, "mundane") == 2


@pytest.mark.rule("R11.12")
def test_the_fynvirke_costs_all_but_trolls_three_more():
    state = bare("sampo", month=6)
    assert state.book.ground[state.book.node["1348"]].fynvirke
    for race in RACES:
        assert step(state, "1349", "1348", race) == (1 if race == "troll" else 4)
        assert step(state, "1348", "1349", race) == 1  # to leave it costs nothing
    assert step(state, "1349", "1348", "troll", "mundane") == 4


# ---- Tursas, flight, and where nobody goes (R11.13 to R11.15)


@pytest.mark.rule("R11.13")
@pytest.mark.parametrize(("scenario", "monster"), [("sampo", "tursas"), ("jotuns", "gestum")])
def test_tursas_moves_like_a_ship(scenario, monster):
    state = bare(scenario, month=6)
    put(state, monster, "3938", afloat=True)
    phase(state, FOMORIAN)
    pick(state, "3938", "sea")
    assert left(state) == 24
    assert costs(state)["3937"] == 1
    refuses(state, "go(h3824)", "R11.4.1")


@pytest.mark.rule("R11.13")
def test_tursas_turns_in_a_coastal_hex_for_one_point():
    state = bare("sampo", month=6)
    put(state, "tursas", "3938", afloat=True)
    phase(state, FOMORIAN)
    pick(state, "3938", "sea")
    assert legal(state, "ashore") == set()
    go(state, "3929")
    before = left(state)
    here = standing(state)
    do(state, f"ashore(h{here})")
    assert left(state) == before - 1
    assert not who(state, "tursas").afloat
    do(state, f"swim(h{here})")
    assert left(state) == before - 2
    assert who(state, "tursas").afloat


@pytest.mark.rule("R11.13")
def test_tursas_fights_on_the_ground_or_at_sea_never_in_both():
    for afloat in (False, True):
        state = bare("sampo", month=6)
        tursas = put(state, "tursas", "3929", afloat=afloat)
        here = state.book.node["3929"]
        assert (tursas in hosts.ground_host(state, here, FOMORIAN).leaders) != afloat
        assert (tursas in hosts.fleet(state, here, -1, FOMORIAN).leaders) == afloat


@pytest.mark.rule("R11.14")
def test_flying_pieces_pay_one_for_any_hex():
    state = bare("sampo", month=6)
    put(state, "rodhiorm", "1219")
    phase(state, FOMORIAN)
    pick(state, "1219")
    book = state.book
    for name, cost in costs(state).items():
        if name > "07":  # not beyond the split hex
            assert cost == book.distance(book.node["1219"], book.node[name])
    assert max(costs(state).values()) == 20
    assert any(not book.land[book.node[name]] for name in costs(state))


@pytest.mark.rule("R11.14")
def test_flyers_among_walkers_walk():
    state = bare("sampo", month=6)
    put(state, "rodhiorm", "1219")
    put(state, "gorm", "1219")
    phase(state, FOMORIAN)
    force = pick(state, "1219")
    assert force.stack == "land"
    do(state, "leave(gorm,1)")
    assert the_force(state).stack == "air"


@pytest.mark.rule("R11.15")
def test_only_ships_swimmers_and_flyers_enter_hexes_without_land():
    state = troop(FOMORIAN, "1745")
    phase(state, FOMORIAN)
    pick(state, "1745")
    assert all(state.book.land[state.book.node[name]] for name in costs(state))
    refuses(state, "go(h1846)", "R11.15")


@pytest.mark.rule("R11.15")
def test_nobody_walks_where_water_parts_two_hexes():
    state = bare("sampo", month=6)
    here, there = find_step(state, side={"no_land_passage"})
    for race in RACES:
        assert step(state, here, there, race) is None
    put(state, "rodhiorm", here)
    phase(state, FOMORIAN)
    pick(state, here)
    assert costs(state)[there] == 1


@pytest.mark.rule("R11.15")
@pytest.mark.parametrize("race", RACES)
def test_only_dwarves_and_kobolds_use_tunnels(race):
    state = bare("sampo", month=6)
    here, there = find_step(state, "mountain", {"tunnel"})
    over = pays("mountain", race)
    assert step(state, here, there, race) == (1 if race in ("dwarf", "kobold") else over)
    assert step(state, here, there, race, "mundane") == max(over or 0, 5)


@pytest.mark.rule("R11.15")
def test_a_tunnel_leads_under_the_river():
    state = bare("sampo", month=6)
    here, there = find_step(state, side={"river_minor", "tunnel"})
    assert step(state, here, there, "dwarf") == 1
    assert step(state, here, there, "troll") > 1


# ---- what an item changes


@pytest.mark.rule("R11.3")
def test_every_step_of_a_way_is_paid_as_it_was_told():
    state = troop()
    phase(state, MUNDANE)
    pick(state, "3824")
    far, price = max((each for each in costs(state).items() if each[1] < 10), key=lambda each: each[1])
    go(state, far)
    assert standing(state) == far
    assert left(state) == 10 - price


# ---- against the oracle


BANNERS = {
    FOMORIAN: {"fynn": 10, "ycelia": 10, "kobold": 12, "jotunheim": 10},
    MUNDANE: {"midhrasir": 10, "normorea": 8, "skergota": 10, "thulorm": 12},
}
SKIES = {"clear": 6, "rain": 5, "snow": 3}


def weathered(rng, sky):
    """A position with patches of other weather."""
    state = bare("sampo", month=SKIES[sky])
    state.sky = sky
    for _ in range(rng.randint(0, 4)):
        hex_ = rng.choice(state.book.names)
        cast(state, "elements", "eberic", hex_=hex_, word=rng.choice(["clear", "rain"]))
    if rng.random() < 0.4:
        cast(state, "fimbulwinter", "eberic", hex_=rng.choice(state.book.names))
    if rng.random() < 0.4:
        cast(state, "rainmaking", "eberic", hex_=rng.choice(state.book.names))
    return state


@pytest.mark.rule("R11.3")
@pytest.mark.rule("R6.3.3")
@pytest.mark.rule("R6.4.1")
@pytest.mark.parametrize("seed", range(60))
def test_reach_on_land_agrees_with_the_oracle(seed):
    rng = random.Random(seed)
    state = weathered(rng, rng.choice(["clear", "rain", "snow"]))
    book, chart = state.book, Map(load_library())
    seat = rng.choice((FOMORIAN, MUNDANE))
    names = [name for number, name in enumerate(book.names) if book.land[number] and name != "4750"]
    start = rng.choice(names)
    king = "gorm" if seat == FOMORIAN else "hakon"
    put(state, king, start)
    chosen = rng.sample(sorted(BANNERS[seat]), rng.randint(0, 3))
    for banner in chosen:
        army(state, banner, start, 1, group="ycelia" if banner == "kobold" else None)
    for group in ("thulorm",):
        rouse(state, group, seat=MUNDANE)
    phase(state, seat)
    pick(state, start)
    races = {"troll" if seat == FOMORIAN else "mundane"}
    races |= {book.banners[book.banner[banner]].race for banner in chosen}
    points = min([12, *(BANNERS[seat][banner] for banner in chosen)])
    enemy = {book.names[each] for each in book.forts if enemy_fort(state, each, seat)}

    def sky(name):
        return weather.at(state, book.node[name])

    wanted = distances(start, Fraction(points), chart.walk(races, sky), lambda name: name in enemy)
    wanted = {name: cost for name, cost in wanted.items() if name not in (start, "4750")}
    assert costs(state) == wanted


def enemy_fort(state, hex_, seat):
    """Whether an intact fortress of the other side stands in a hex."""
    group = state.book.fortress[hex_].kingdom
    owner = MUNDANE if not group else state.side[state.book.group[group]]
    return owner == 1 - seat


@pytest.mark.rule("R11.4.1")
@pytest.mark.rule("R14.7")
@pytest.mark.parametrize("seed", range(40))
def test_reach_of_ships_agrees_with_the_oracle(seed):
    rng = random.Random(seed)
    state = weathered(rng, rng.choice(["clear", "rain", "snow"]))
    book, chart = state.book, Map(load_library())
    seat = rng.choice((FOMORIAN, MUNDANE))
    wet = [name for number, name in enumerate(book.names) if book.watery[number] and name != "4750"]
    start = rng.choice([name for name in wet if name not in ("4027", "4028")])
    ship(state, "wrath_of_gorm" if seat == FOMORIAN else "orms_sling", start)
    phase(state, seat)
    pick(state, start, "sea")

    def sky(name):
        return weather.at(state, book.node[name])

    def frozen(place):
        return isinstance(place, str) and chart.dry(place) and sky(place) == "snow"

    sail = chart.sail(sky, mermen=False, nightless=weather.nightless(state))
    closed = {"4750", *(("4027", "4028") if seat == FOMORIAN else ())}  # R18.7, R24.1.2.2

    def steps(place):
        return ((there, cost) for there, cost in sail(place) if there not in closed)

    wanted = {start: Fraction(0)} if frozen(start) else distances(start, Fraction(24), steps, frozen)
    named = {
        place if isinstance(place, str) else tuple(sorted(place)): cost
        for place, cost in wanted.items()
        if place != start
    }
    found = {
        name if "-" not in name else tuple(sorted(name.replace("h", "").split("-"))): cost
        for name, cost in costs(state).items()
    }
    assert found == named


@pytest.mark.rule("R11.4.2")
@pytest.mark.rule("R14.7.3")
@pytest.mark.parametrize("seed", range(25))
def test_reach_of_swimming_mermen_agrees_with_the_oracle(seed):
    rng = random.Random(seed)
    state = weathered(rng, rng.choice(["clear", "rain", "snow"]))
    book, chart = state.book, Map(load_library())
    wet = [name for number, name in enumerate(book.names) if book.watery[number] and name != "4750"]
    start = rng.choice(wet)
    put(state, "lhyr", start, afloat=True)
    army(state, "skergota", start, 3, afloat=True)
    phase(state, MUNDANE)
    pick(state, start, "sea")

    def sky(name):
        return weather.at(state, book.node[name])

    sail = chart.sail(sky, mermen=True, nightless=weather.nightless(state))

    def steps(place):
        return ((there, cost) for there, cost in sail(place) if there != "4750")

    wanted = distances(start, Fraction(10), steps, lambda _: False)
    hexes = {place: cost for place, cost in wanted.items() if isinstance(place, str) and place != start}
    assert {name: cost for name, cost in costs(state).items() if "-" not in name} == hexes


# ---- nothing comes from nothing


def census(state):
    """All CSP by banner (escorts among them), ships and characters that are in play."""
    book = state.book
    counted = {}
    for each in state.armies:
        assert each.csp > 0
        name = book.banners[each.banner].name
        counted[name] = counted.get(name, 0) + each.csp
    for number, leader in enumerate(state.leaders):
        if leader.hex >= 0:
            counted[book.cast[number].name] = 1
            if leader.escort:
                name = book.banners[book.leader_banner[number]].name
                counted[name] = counted.get(name, 0) + 1
    for number, vessel in enumerate(state.vessels):
        if vessel.hex >= 0:
            counted[book.fleet[number].name] = 1
    return counted


LOST = re.compile(r"(\d+) (.+) CSP lost at|An (escort) is lost|The (.+) is sunk\.|(.+) is killed at")


def losses_told(events):
    """How many pieces were told to be lost: CSP and escorts, ships, characters."""
    csp, ships, people = 0, set(), set()
    for event in events:
        for count, _, escort, vessel, person in LOST.findall(event.sentence()):
            csp += int(count or 0) + bool(escort)
            if vessel:
                ships.add(vessel)
            if person:
                people.add(person)
    return csp, ships, people


def check_census(before, after, events, state):
    """Whatever is gone was told to be lost, and nothing has come."""
    book = state.book
    csp, ships, people = losses_told(events)
    banners = {each.name for each in book.banners}
    assert not set(after) - set(before), set(after) - set(before)
    gone = set(before) - set(after) - banners
    assert gone == (ships | people) & set(before)
    fewer = sum(count - after.get(name, 0) for name, count in before.items() if name in banners)
    assert all(after.get(name, 0) <= before[name] for name in before)
    assert fewer == csp


def check_places(state):
    """At the end of a phase nobody is carried without a ship, overloaded, or afloat on dry land."""
    book = state.book
    assert state.force is None
    for hex_ in range(book.size):
        for seat in (FOMORIAN, MUNDANE):
            assert losses.carried(state, hex_, seat) <= losses.capacity(state, hex_, seat), book.names[hex_]
    for number, leader in enumerate(state.leaders):
        if leader.hex < 0:
            continue
        name = (book.cast[number].name, book.names[leader.hex])
        if leader.aboard:
            assert pieces.ships_at(state, leader.hex, pieces.seat_of(state, number)), name
        elif leader.afloat:
            assert book.watery[leader.hex], name
        else:
            assert book.land[leader.hex] or ratings.flies(state, number), name
    for each in state.armies:
        assert book.watery[each.hex] if each.afloat else each.aboard or book.land[each.hex]


@pytest.mark.rule("R11.3")
@pytest.mark.rule("R14.2.3")
@pytest.mark.rule("R14.2.7")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
@pytest.mark.parametrize("seed", range(12))
def test_in_random_movement_nothing_comes_or_goes_unseen_and_no_ship_is_overloaded(scenario, seed):
    rng = random.Random(seed)
    state = begin(scenario, seed=seed)
    state.agenda.clear()
    state.game_turn = 2
    state.month = rng.choice([1, 3, 5, 6, 9])
    state.sky = rng.choice(["clear", "rain", "snow"])
    for group in state.book.present:
        if rng.random() < 0.7:
            if state.side[group] < 0:
                state.side[group] = rng.choice((FOMORIAN, MUNDANE))
            state.active[group] = True
    seat = rng.choice((FOMORIAN, MUNDANE))
    phase(state, seat)
    wanted = rng.choice(["go", "load", "leave", "swim", ""])
    for _ in range(90):
        if not state.to_act or (asked(state) == "Moving" and state.decision.way == "march"):
            break
        who_acts = state.to_act[0]
        choices = state.legal(who_acts)
        assert choices, asked(state)
        kinds = sorted({verb(each) for each in choices})
        kind = wanted if wanted in kinds and rng.random() < 0.5 else rng.choice(kinds)
        if kind in ("done", "put_down") and len(kinds) > 1 and rng.random() < 0.8:
            kind = rng.choice([each for each in kinds if each not in ("done", "put_down")])
        action = rng.choice([each for each in choices if verb(each) == kind])
        if kind == "withdraw":
            break
        before = census(state)
        events = state.play(action, who_acts)
        check_census(before, census(state), events, state)
    finish(state, rng)
    check_places(state)


QUIET = ("done", "halt", "put_down", "wait", "stand", "hold")


def finish(state, rng):
    """Bring the force that is under way home, and end the phase."""
    for _ in range(400):
        if not state.to_act or (asked(state) == "Moving" and state.decision.way == "march"):
            return
        who_acts = state.to_act[0]
        choices = state.legal(who_acts)
        assert choices, asked(state)
        quiet = [
            each for each in choices if verb(each) in ("done", "halt", "put_down", "wait", "stand", "hold")
        ]
        ashore = [each for each in choices if verb(each) == "ashore"]
        state.play((quiet or ashore or [rng.choice(choices)])[0], who_acts)
    raise AssertionError("the phase does not end")


@pytest.mark.rule("R11.1")
@pytest.mark.rule("R24.2.2.6")
def test_greutung_moves_with_a_force_at_seven_points():
    state = bare("northern_war")
    put(state, "jofur", "3909")
    army(state, "ycelia", "3909", 4)
    state.engine, state.engine_seat = hex_of(state, "3909"), FOMORIAN
    phase(state, FOMORIAN)
    pick(state, "3909")
    assert left(state) == 10
    do(state, "take(greutung,1)")
    assert left(state) == 7
    goal = min(costs(state), key=costs(state).__getitem__)
    go(state, goal)
    assert state.engine == hex_of(state, goal)
