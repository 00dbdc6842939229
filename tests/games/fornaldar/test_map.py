"""The map and the words of the rules: glossary, set-up, distances, split hexes, rivers (R3, R4, R14)."""

import pytest
from tests.games.fornaldar.moves import phase, pick
from tests.games.fornaldar.oracle import Map, beside
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    cast,
    csp,
    do,
    hex_of,
    is_active,
    item,
    legal,
    lull,
    put,
    refuses,
    ruin,
    ship,
    who,
)

from fimbul.games.fornaldar.library.index import book_of
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.rules import pieces, ratings

SCENARIOS = ("sampo", "northern_war", "jotuns")


# ---- the glossary (3)


@pytest.mark.rule("R3.1")
def test_an_inactive_group_is_a_friend_of_whoever_can_mobilize_it():
    state = begin("sampo")
    assert not is_active(state, "basulea")
    assert state.side[state.book.group["basulea"]] == FOMORIAN
    assert not is_active(state, "suderpathia")
    assert state.side[state.book.group["suderpathia"]] == MUNDANE


@pytest.mark.rule("R3.1")
def test_a_group_that_both_can_mobilize_is_nobodys_friend():
    state = begin("northern_war")
    group = state.book.group["jotunheim"]
    assert state.side[group] == -1
    coast = next(
        number
        for number, ground in enumerate(state.book.ground)
        if ground.kingdom == "jotunheim" and ground.water == "coastal" and not ground.island
    )
    for seat in (FOMORIAN, MUNDANE):
        assert not pieces.friendly_coast(state, coast, seat)
    assert pieces.fortress_seat(state, hex_of(state, "1123")) == -1


@pytest.mark.rule("R3.2")
def test_current_combat_strength_is_the_printed_one_less_wounds_with_items_and_enchantments():
    state = bare("sampo", month=9)
    reomur = put(state, "reomur", "1545", wounds=2)
    assert ratings.combat(state, reomur) == 6 - 2
    sword = next(
        each for each in state.book.relics if each.combat and each.kind == "artifact" and not each.powers
    )
    item(state, sword.id, bearer="reomur")
    assert ratings.combat(state, reomur) == 6 - 2 + sword.combat
    cast(state, "strength", "eberic", leader="reomur")
    assert ratings.combat(state, reomur) == 6 - 2 + sword.combat + 2


@pytest.mark.rule("R3.3")
def test_current_magic_strength_is_the_basic_one_with_mana():
    state = bare("sampo", month=9)
    assert ratings.mana(state) == 6
    tengen = put(state, "tengen", "3905")
    assert ratings.current_magic(state, tengen) == 5 + 6
    state.month = 3
    assert ratings.current_magic(state, tengen) == 5 + 3


@pytest.mark.rule("R3.3")
def test_who_has_no_magic_gets_no_mana():
    state = bare("sampo", month=9)
    hakon = put(state, "hakon", "3927")
    assert ratings.current_magic(state, hakon) == 0


@pytest.mark.rule("R3.4")
def test_a_side_has_a_ground_and_a_naval_stack_in_a_hex():
    state = bare("sampo")
    put(state, "hakon", "3526")
    army(state, "midhrasir", "3526", 3)
    army(state, "midhrasir", "3526", 1, aboard=True)
    ship(state, "orms_sling", "3526")
    put(state, "lhyr", "3526", afloat=True)
    army(state, "skergota", "3526", 2, afloat=True)
    phase(state, MUNDANE)
    assert {"pick(h3526,land)", "pick(h3526,sea)"} <= legal(state, "pick")
    force = pick(state, "3526", "land")
    assert (len(force.leaders), force.troops, force.ships) == (1, [(state.book.banner["midhrasir"], 3)], [])
    do(state, "halt")
    force = pick(state, "3526", "sea")
    assert (len(force.leaders), sorted(csp for _, csp in force.troops), len(force.ships)) == (1, [1, 2], 1)


@pytest.mark.rule("R3.4")
@pytest.mark.parametrize(
    ("what", "force"), [("character", False), ("escort", True), ("army", True), ("ship", True)]
)
def test_a_stack_is_a_force_with_ships_csp_or_escorts(what, force):
    from fimbul.games.fornaldar.rules.movement import forces

    state = bare("sampo")
    put(state, "hakon", "3526", escort=what == "escort", aboard=what == "ship")
    if what == "army":
        army(state, "midhrasir", "3526", 1)
    if what == "ship":
        ship(state, "orms_sling", "3526")
    phase(state, MUNDANE)
    taken = pick(state, "3526", "sea" if what == "ship" else "land")
    assert forces.is_force(state, taken) == force


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(
    ("hex_", "seat"), [("1706", MUNDANE), ("1806", MUNDANE), ("1606", -1), ("1705", -1), ("1545", FOMORIAN)]
)
def test_friendly_coasts(hex_, seat):
    state = begin("sampo")
    for each in (FOMORIAN, MUNDANE):
        assert pieces.friendly_coast(state, hex_of(state, hex_), each) == (each == seat)


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(("scenario", "seat"), [("sampo", -1), ("northern_war", MUNDANE), ("jotuns", -1)])
def test_the_coast_of_thulorm_is_friendly_only_where_the_elves_are_in_the_war(scenario, seat):
    state = begin(scenario)
    for each in (FOMORIAN, MUNDANE):
        assert pieces.friendly_coast(state, hex_of(state, "3814"), each) == (each == seat)


@pytest.mark.rule("R3.5")
def test_a_coast_is_friendly_whether_its_group_is_active_or_not():
    state = begin("sampo")
    assert not is_active(state, "normorea")
    assert pieces.friendly_coast(state, hex_of(state, "1706"), MUNDANE)


@pytest.mark.rule("R3.5")
def test_islands_are_never_friendly_coasts():
    state = begin("sampo")
    for number, ground in enumerate(state.book.ground):
        if ground.island or ground.water not in ("coastal", "lakeside"):
            for seat in (FOMORIAN, MUNDANE):
                assert not pieces.friendly_coast(state, number, seat), ground.hex


@pytest.mark.rule("R3.5")
def test_ylland_fyrn_and_the_islands_of_skane_belong_to_their_clans_and_skergota_to_the_mundanes():
    state = begin("sampo")
    coasts = {"1735": FOMORIAN, "1545": FOMORIAN, "2244": FOMORIAN, "1848": FOMORIAN, "4038": MUNDANE}
    for name, seat in coasts.items():
        assert pieces.friendly_coast(state, hex_of(state, name), seat), name
        assert not pieces.friendly_coast(state, hex_of(state, name), 1 - seat), name


@pytest.mark.rule("R3.5")
def test_a_troll_ship_rouses_normorea_on_its_coast_but_not_on_its_island():
    for goal, roused in (("1606", False), ("1605", False), ("1706", True)):
        state = bare("sampo", month=6)
        lull(state, "normorea")
        ship(state, "fjordfish", "1705")
        phase(state, FOMORIAN)
        pick(state, "1705", "sea")
        do(state, f"go(h{goal})")
        assert is_active(state, "normorea") == roused, goal


@pytest.mark.rule("R3.6")
def test_a_friendly_fortress_is_intact_and_of_ones_side_active_or_not():
    state = begin("sampo")
    fort = hex_of(state, "1541")
    assert not is_active(state, "basulea")
    assert pieces.fortress_seat(state, fort) == FOMORIAN
    ruin(state, "1541")
    assert pieces.fortress_seat(state, fort) == -1


@pytest.mark.rule("R3.6")
def test_pellost_is_a_fortress_of_the_mundane_side():
    state = begin("sampo")
    assert pieces.fortress_seat(state, hex_of(state, "4750")) == MUNDANE


@pytest.mark.rule("R3.7")
def test_some_characters_have_a_home_hex():
    book = book_of(None, "sampo")
    homes = {card.id: home for card, home in zip(book.cast, book.home, strict=True) if home}
    assert homes["tengen"] == "3905"
    assert homes["rodhiorm"] == "1219"
    assert homes["svip"] == "1414"
    assert homes["ogmund"] == "2947"
    assert homes["wodan"] == "4750"
    assert "hakon" not in homes
    assert all(home in book.node for home in homes.values())


# ---- setting up (4)


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_pieces_of_the_set_up_are_in_their_hexes(scenario):
    state = begin(scenario)
    book = state.book
    armies: dict[tuple[str, str], int] = {}
    for place in book.setup:
        if not place.hex or place.turn or place.optional:
            continue
        if place.kind == "character":
            someone = who(state, place.what)
            card = book.cast[book.leader[place.what]]
            assert book.names[someone.hex] == place.hex
            assert someone.escort == card.escort
            assert someone.wounds == 0
        elif place.kind == "ship":
            vessel = state.vessels[book.ship[place.what]]
            assert book.names[vessel.hex] == place.hex
            assert not vessel.damaged
            assert not vessel.sunk
        elif place.kind == "army" and place.count:
            armies[place.what, place.hex] = armies.get((place.what, place.hex), 0) + place.count
    for (banner, hex_), count in armies.items():
        assert csp(state, banner, hex_) == count, (banner, hex_)


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war"])
def test_land_pieces_in_a_hex_with_ships_may_start_embarked(scenario):
    state = begin(scenario)
    assert state.to_act == (FOMORIAN, MUNDANE)
    loads = {}
    for seat in (FOMORIAN, MUNDANE):
        assert asked(state) == "Embarking"
        loads[seat] = min(legal(state, "load", seat))
        do(state, loads[seat], "done", seat=seat)
    assert asked(state) != "Embarking"
    for seat, load in loads.items():
        what, count, hex_ = load[5:-1].split(",")
        if what in state.book.leader:
            assert who(state, what).aboard
        else:
            carried = [each for each in pieces.armies_at(state, hex_of(state, hex_[1:]), seat) if each.aboard]
            assert sum(each.csp for each in carried) == int(count)


@pytest.mark.rule("R4.2")
def test_nobody_starts_aboard_where_there_is_no_ship_or_no_room():
    state = begin("sampo")
    refuses(state, "load(gorm,1,h2929)", "R4.2")
    room = {}
    for text in legal(state, "load", FOMORIAN):
        what, count, hex_ = text[5:-1].split(",")
        if what in state.book.banner:
            room[hex_] = max(room.get(hex_, 0), int(count))
    for hex_, most in room.items():
        ships = pieces.ships_at(state, state.book.hex_named(hex_), FOMORIAN)
        assert most <= sum(state.book.fleet[each].capacity for each in ships)


@pytest.mark.rule("R4.2")
def test_in_the_march_of_the_jotuns_nobody_starts_aboard():
    assert asked(begin("jotuns")) != "Embarking"


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_starts_on_the_calendar_turn_of_its_scenario_and_has_its_length(scenario):
    from fimbul.games.fornaldar.rules import scenarios

    state = begin(scenario)
    assert state.month == state.book.scenario.first
    assert state.game_turn == 1
    state.game_turn = state.book.scenario.length
    assert scenarios.last_turn(state)
    state.game_turn -= 1
    assert not scenarios.last_turn(state)


# ---- the map


@pytest.mark.rule("R11.3")
def test_neighbours_are_those_of_the_printed_numbers():
    library = load_library()
    book, chart = book_of(None, "sampo"), Map(library)
    for number, name in enumerate(book.names):
        assert {book.names[each] for each in book.near[number]} == set(chart.near(name)), name


@pytest.mark.rule("R11.3")
def test_neighbourhood_is_mutual_and_a_distance_of_one():
    book = book_of(None, "sampo")
    for number, near in enumerate(book.near):
        assert len(set(near)) == len(near)
        for other in near:
            assert number in book.near[other]
            assert book.distance(number, other) == 1


@pytest.mark.rule("R14.9.1")
def test_distances_are_counted_in_hexes_whatever_the_ground():
    book = book_of(None, "sampo")
    start = book.node["2929"]
    rings = {"2929": 0}
    edge = ["2929"]
    for radius in range(1, 6):
        edge = sorted({each for name in edge for each in beside(name)} - set(rings))
        rings.update(dict.fromkeys(edge, radius))
    for name, radius in rings.items():
        assert book.distance(start, book.node[name]) == radius, name
    inside = {book.names[each] for each in book.within(start, 2)}
    assert {each for each in inside if len(each) == 4} == {name for name, far in rings.items() if far <= 2}


# ---- split hexes


@pytest.mark.rule("R14.2.5")
def test_two_hexes_are_split_into_parts_of_their_own():
    book = book_of(None, "sampo")
    assert [name for name in book.names if name.endswith("b")] == ["0616b", "2928b"]
    for name in ("0616", "2928"):
        one, other = book.node[name], book.node[f"{name}b"]
        assert book.distance(one, other) == 1
        assert book.halves[one] == (other,)
        assert other not in book.within(one, 0)


@pytest.mark.rule("R14.2.5")
@pytest.mark.parametrize("name", ["0616", "2928"])
def test_land_pieces_do_not_walk_from_part_to_part_but_ships_sail(name):
    from tests.games.fornaldar.moves import step

    state = bare("sampo", month=6)
    assert step(state, name, f"{name}b", "troll") is None
    assert step(state, f"{name}b", name, "mundane") is None
    ship(state, "orms_sling", name)
    phase(state, MUNDANE)
    pick(state, name, "sea")
    assert f"go(h{name}b)" in legal(state, "go")


@pytest.mark.rule("R14.2.5")
@pytest.mark.parametrize(("here", "there"), [("0616", "0616b"), ("0616b", "0616"), ("2928", "2928b")])
def test_ships_in_a_split_hex_embark_from_and_land_on_either_part(here, there):
    state = bare("sampo", month=6)
    put(state, "hakon", there)
    ship(state, "orms_sling", here)
    phase(state, MUNDANE)
    pick(state, here, "sea")
    do(state, f"load(hakon,1,h{there})")
    assert who(state, "hakon").aboard
    assert state.book.names[who(state, "hakon").hex] == here
    do(state, f"unload(hakon,1,h{there})")
    assert state.book.names[who(state, "hakon").hex] == there


# ---- rivers


@pytest.mark.rule("R14.7")
def test_rivers_are_the_hexsides_that_border_no_mountain():
    book, chart = book_of(None, "sampo"), Map(load_library())
    found = {tuple(sorted((book.names[one], book.names[other]))) for one, other, _ in book.rivers}
    wanted = set()
    for pair, kinds in chart.edges.items():
        mountain = any("mountain" in chart.ground[each].terrain for each in pair)
        if kinds & {"river_major", "river_minor"} and not mountain:
            wanted.add(tuple(sorted(pair)))
    assert found == wanted
    assert len(found) > 200


@pytest.mark.rule("R14.7")
def test_river_hexsides_hang_together_at_corners_and_reach_the_water_that_they_touch():
    book, chart = book_of(None, "sampo"), Map(load_library())
    names = [tuple(sorted((book.names[one], book.names[other]))) for one, other, _ in book.rivers]
    for number, river in enumerate(names):
        links = {names[each] for each in book.river_links[number]}
        assert links == {other for other in names if chart.meets(river, other)}, river
        mouths = {book.names[each] for each in book.river_mouths[number]}
        assert mouths == {each for each in chart.touching(river) if chart.wet(each)}, river
