"""A. The board (G1 to G9)."""

import re

import pytest
from tests.games.fate.positions import (
    FATE,
    alive,
    dice,
    do,
    equip,
    give,
    hero_of,
    legal,
    night,
    owns,
    put,
    quest,
    refuses,
    stand,
    table,
    where,
)

from fimbul.core import Rng
from fimbul.games.fate.library.land import TOWN

MEANING = {
    ".": ("plains", False),
    "+": ("plains", True),
    "f": ("forest", False),
    "F": ("forest", True),
    "^": ("mountain", False),
    "~": ("lake", False),
}
CAVES_AND_SHIP = {"M": "mountain", "N": "lake"}  # the sign does not tell whether there is a road
DOORS = {
    (9, 7),
    (10, 7),
    (11, 7),
    (8, 8),
    (11, 8),
    (7, 9),
    (11, 9),
    (7, 10),
    (10, 10),
    (7, 11),
    (8, 11),
    (9, 11),
}


def drawing(number: str) -> dict[tuple[int, int], str]:
    """The picture of the map in a rule of the page: a sign for each area."""
    found: dict[tuple[int, int], str] = {}
    for line in FATE.rules[number].text.splitlines():
        match = re.match(r"\s?(\d+)  +(\S(?: \S)*)$", line)
        if match:
            y = int(match[1])
            signs = match[2].split(" ")
            found |= {(max(1, 10 - y) + place, y): sign for place, sign in enumerate(signs)}
    return found


# ---- G1


@pytest.mark.rule("G1")
def test_the_map_is_a_hexagon_of_217_areas() -> None:
    land = table().land
    inside = {
        (x, y)
        for x in range(30)
        for y in range(30)
        if abs(x - 9) <= 8 and abs(y - 9) <= 8 and abs(x + y - 18) <= 8
    }
    assert len(inside) == 217
    assert set(land.at) == inside


@pytest.mark.rule("G1")
def test_an_area_holds_one_character() -> None:
    state = table("bjorn", "embla")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "goblin", 12, 9)
    refuses(state, "move(14,9)", "G1")
    refuses(state, "move(12,9)", "G1")


@pytest.mark.rule("G1")
def test_nobody_goes_through_an_occupied_area() -> None:
    state = table("bjorn", "embla")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    for x, y in ((14, 8), (13, 10), (12, 10), (12, 9), (13, 8)):
        put(state, "sprite", x, y)
    assert {text for text in legal(state) if text.startswith("move")} == {"move(13,9)"}
    refuses(state, "move(15,9)", "G21")


@pytest.mark.rule("G1")
def test_every_area_is_one_step_whatever_its_terrain() -> None:
    state = table("bjorn")
    stand(state, 13, 10)
    do(state, "move(11,10)")  # over plains into a forest: two of three steps
    do(state, "go(10,10)")  # a forest with a road: the third
    assert where(state) == (10, 10)
    assert state.to_act == (0,)
    assert "stop" not in legal(state)


@pytest.mark.rule("G1")
def test_nobody_moves_off_the_map() -> None:
    state = table("bjorn")
    stand(state, 17, 9)
    refuses(state, "move(18,9)", "G1")
    refuses(state, "attack(18,8)", "G1")


# ---- G2


@pytest.mark.rule("G2")
def test_the_terrain_is_that_of_the_page() -> None:
    land = table().land
    signs = drawing("G1")
    assert len(signs) == 217
    for xy, sign in signs.items():
        node = land.at[xy]
        if sign == "#":
            assert node == TOWN
        elif sign in CAVES_AND_SHIP:
            assert land.terrain[node] == CAVES_AND_SHIP[sign]
        else:
            assert (land.terrain[node], land.road[node]) == MEANING[sign], xy


@pytest.mark.rule("G2")
def test_heroes_do_not_enter_mountains() -> None:
    state = table("bjorn")
    stand(state, 8, 12)
    refuses(state, "move(9,11)", "G2")
    stand(state, 15, 5)
    refuses(state, "move(14,5)", "G2")


@pytest.mark.rule("G2")
def test_monsters_enter_mountains(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("bjorn")
    troll = put(state, "troll", 9, 12)
    night(state)
    assert state.land.xy[state.where[troll]] == (9, 11)


@pytest.mark.rule("G2")
def test_nobody_enters_a_lake() -> None:
    state = table("embla")
    stand(state, 7, 6)
    refuses(state, "move(5,6)", "G2")
    put(state, "troll", 6, 6)
    give(state, "kick")
    do(state, "play(kick)")
    assert legal(state) == {"at(7,5)", "at(6,7)", "at(5,7)", "at(6,5)"}  # not the lake at (5,6)


# ---- G3


def spots(text: str) -> set[tuple[int, int]]:
    """`(9..12,1) (8,2)`."""
    found = set()
    for first, last, y in re.findall(r"\((\d+)(?:\.\.(\d+))?,(\d+)\)", text):
        found |= {(x, int(y)) for x in range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.rule("G3")
def test_the_locations_are_those_of_the_page() -> None:
    land = table().land
    seen = 0
    for line in FATE.rules["G3"].text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 5 or cells[0] in ("location", "Grimheim") or cells[0].startswith("-"):
            continue
        id = cells[0].lower().replace(" ", "_")
        areas = {land.xy[node] for node, place in enumerate(land.location) if place == id}
        assert areas == spots(cells[4]), id
        assert len(areas) == int(cells[1])
        seen += len(areas)
    assert seen == 14 + 9 + 12 + 12 + 10 + 12 + 2 + 3 + 4 + 1 + 1 + 1
    assert sum(bool(place) for place in land.location) == seen + 1  # and Grimheim


@pytest.mark.rule("G3")
def test_heroes_enter_the_troll_caves_and_leave_them_anywhere() -> None:
    state = table("embla")
    stand(state, 7, 6)
    do(state, "move(6,6)", "stop")
    assert where(state) == (6, 6)
    stand(state, 5, 7)
    give(state, "maneuver")
    do(state, "play(maneuver)")
    assert legal(state) == {"go(6,6)", "go(6,7)", "go(5,8)", "go(4,8)", "stop"}


@pytest.mark.rule("G3")
def test_everybody_enters_nailfare(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("embla")
    stand(state, 16, 5)
    give(state, "maneuver")
    do(state, "play(maneuver)")
    assert legal(state) == {"go(17,5)", "go(15,6)", "go(15,5)", "go(16,4)", "stop"}
    do(state, "stop")
    stand(state, 9, 9)
    queen = put(state, "queen_of_the_dead_1", 17, 5)
    night(state)
    assert state.land.xy[state.where[queen]] == (16, 5)


# ---- G4


@pytest.mark.rule("G4")
def test_any_number_of_heroes_in_town_are_adjacent_to_each_other() -> None:
    state = table("bjorn", "embla", "alva", "boldur")
    assert {"give(1,1)", "give(2,1)", "give(3,1)"} <= legal(state)


@pytest.mark.rule("G4")
def test_a_hero_in_town_does_nothing_outwards() -> None:
    state = table("embla")
    goblin = put(state, "goblin", 10, 7)
    give(state, "kick")
    refuses(state, "attack(10,7)", "G4")
    refuses(state, "play(kick)", "G39")
    stand(state, 9, 7)
    do(state, "play(kick)")
    assert state.hurt[goblin] == 1


@pytest.mark.rule("G4")
def test_a_hero_in_town_neither_stops_nor_draws_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="hit")
    border = put(state, "troll", 11, 9)
    behind = put(state, "jotunn", 13, 9)
    night(state)
    assert not alive(state, border)  # it walked in
    assert state.land.xy[state.where[behind]] == (12, 9)  # one step: no charge for a hero in town
    assert hero_of(state).damage == 0
    assert state.pieces == 3


@pytest.mark.rule("G4")
def test_the_town_has_no_terrain() -> None:
    state = table("boldur")
    give(state, "miner")
    refuses(state, "play(miner)", "G32")  # the mountain at the border is not adjacent
    stand(state, 8, 11)
    do(state, "play(miner)")
    state = table("alva")
    mana = dict(hero_of(state).mana)
    stand(state, 10, 10)
    do(state, "move(9,9)")
    assert hero_of(state).mana == mana  # to end there is not to end in a forest


@pytest.mark.rule("G4")
def test_grimheim_is_written_as_its_middle() -> None:
    state = table("bjorn")
    stand(state, 8, 8)
    refuses(state, "move(9,8)", "G4")
    do(state, "move(9,9)")
    assert where(state) == (9, 9)


# ---- G5


@pytest.mark.rule("G5")
def test_entering_the_town_ends_the_movement() -> None:
    state = table("bjorn")
    stand(state, 8, 8)
    do(state, "move(9,9)")
    assert type(state.decision).__name__ == "Acting"
    refuses(state, "move(8,8)", "G20")
    state = table("bjorn")
    stand(state, 8, 8)
    refuses(state, "move(11,8)", "G21")  # around the town it is four steps, and through it none


@pytest.mark.rule("G5")
def test_one_leaves_the_town_by_one_step_to_any_border_area_but_the_mountain() -> None:
    state = table("embla")
    give(state, "maneuver")
    do(state, "play(maneuver)")
    assert legal(state) == {f"go({x},{y})" for x, y in DOORS - {(9, 11)}} | {"stop"}
    do(state, "go(8,11)")
    assert where(state) == (8, 11)


@pytest.mark.rule("G5")
def test_leaving_costs_one_step_from_wherever_the_figure_stands() -> None:
    state = table("bjorn")
    assert "move(13,9)" in legal(state)
    assert "move(5,9)" in legal(state)
    refuses(state, "move(14,9)", "G21")


@pytest.mark.rule("G5")
def test_a_small_movement_may_lead_into_the_town() -> None:
    state = table("embla")
    stand(state, 8, 11)
    give(state, "maneuver")
    do(state, "play(maneuver)", "go(9,9)")
    assert where(state) == (9, 9)


# ---- G6


@pytest.mark.rule("G6")
def test_areas_that_share_an_edge_are_adjacent() -> None:
    land = table().land
    near = {land.xy[node] for node in land.near[land.at[13, 9]]}
    assert near == {(14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8)}
    assert {land.xy[node] for node in land.near[land.at[8, 8]]} == {(9, 7), (7, 9), (7, 8), (8, 7)}
    assert land.near[TOWN] == ()


@pytest.mark.rule("G6")
def test_the_own_area_counts_for_terrain() -> None:
    state = table("boldur")
    quest(state, "dvalins_pick")
    stand(state, 7, 6)
    do(state, "move(6,6)", "stop")  # two mountains beside, and one under the feet
    assert owns(state, "dvalins_pick")
    state = table("boldur")
    quest(state, "dvalins_pick")
    stand(state, 7, 5)
    do(state, "move(7,6)", "stop")  # two mountains beside, and plains under the feet
    assert not owns(state, "dvalins_pick")


# ---- G7


@pytest.mark.rule("G7")
def test_the_example_of_the_rulebook_range_goes_around_grimheim() -> None:
    state = table("bjorn")
    stand(state, 8, 8)
    put(state, "goblin", 11, 8)  # A
    put(state, "goblin", 11, 7)  # B
    refuses(state, "attack(11,7)", "G50")
    equip(state, "eagle_eye")  # range 3
    assert {text for text in legal(state) if text.startswith("attack")} == {"attack(11,7)"}
    equip(state, "eagle_eye", level=2)  # range 4
    assert {text for text in legal(state) if text.startswith("attack")} == {"attack(11,7)", "attack(11,8)"}


@pytest.mark.rule("G7")
def test_range_passes_characters_and_mountains_and_includes_shorter_ones() -> None:
    state = table("bjorn", "embla")
    stand(state, 13, 5)
    put(state, "goblin", 15, 5)  # behind the mountain (14,5)
    stand(state, 13, 4 + 2, seat=1)
    put(state, "goblin", 13, 7)  # behind Embla
    put(state, "goblin", 12, 5)  # adjacent
    attacks = {text for text in legal(state) if text.startswith("attack")}
    assert attacks == {"attack(15,5)", "attack(13,7)", "attack(12,5)"}


@pytest.mark.rule("G7")
def test_within_range_1_includes_oneself() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    equip(state, "stitching")
    hero_of(state).damage = 3
    do(state, "use(stitching)")
    assert hero_of(state).damage == 2


# ---- G8


@pytest.mark.rule("G8")
def test_gold_is_taken_by_passing_through() -> None:
    state = table("bjorn")
    stand(state, 5, 16)
    gold = hero_of(state).gold
    do(state, "move(5,17)", "go(5,16)", "stop")
    assert hero_of(state).gold == gold + 3
    stand(state, 5, 16)
    do(state, "end", "no")
    assert sorted(left for *_, left in state.view(0).bonuses) == [0, 3, 3]


@pytest.mark.rule("G8")
def test_only_that_very_area_holds_the_crystals() -> None:
    state = table("bjorn")
    stand(state, 6, 15)
    gold = hero_of(state).gold
    do(state, "move(5,16)", "stop")
    assert hero_of(state).gold == gold


@pytest.mark.rule("G8")
def test_red_crystals_clear_hero_and_equipment_and_the_rest_stays() -> None:
    state = table("bjorn")
    equip(state, "quiver")
    hero = hero_of(state)
    hero.damage, hero.wear["quiver"] = 1, 1
    stand(state, 6, 6)
    do(state, "move(5,7)")
    while type(state.decision).__name__ == "Tending":
        do(state, sorted(legal(state))[0])
    assert (hero.damage, hero.wear["quiver"]) == (0, 0)
    assert (5, 7, "damage", 1) in state.view(0).bonuses


@pytest.mark.rule("G8")
def test_red_crystals_ask_which_cards_where_it_matters() -> None:
    state = table("bjorn")
    equip(state, "quiver")
    hero = hero_of(state)
    hero.damage, hero.wear["quiver"] = 4, 3
    stand(state, 6, 6)
    do(state, "move(5,7)", "tend(0,quiver)", "tend(0,quiver)", "tend(0,bjorn)")
    assert (hero.damage, hero.wear["quiver"]) == (3, 1)
    assert (5, 7, "damage", 0) in state.view(0).bonuses


@pytest.mark.rule("G8")
def test_green_crystals_are_split_over_mana_cards() -> None:
    state = table("alva")
    equip(state, "flexibility", "bloodline_crystal")
    hero = hero_of(state)
    stand(state, 16, 5)
    before = hero.mana["hail_of_arrows"]
    do(state, "move(17,5)", "on(flexibility)", "on(hail_of_arrows)", "on(flexibility)")
    assert hero.mana["flexibility"] == 2
    assert hero.mana["hail_of_arrows"] == before + 1
    assert (17, 5, "mana", 0) in state.view(0).bonuses


@pytest.mark.rule("G8")
def test_useless_crystals_stay_for_later() -> None:
    state = table("bjorn")
    stand(state, 6, 6)
    do(state, "move(5,7)", "stop")
    assert (5, 7, "damage", 3) in state.view(0).bonuses


# ---- G9


@pytest.mark.rule("G9")
def test_a_view_shows_no_order_below_the_top() -> None:
    state = table("bjorn", "embla", seed=5)
    seen = state.view(0)
    hero = hero_of(state)
    hero.deck.reverse()
    state.yellow.reverse()
    state.red.reverse()
    for pile in (hero.abilities, hero.equipment):
        pile[:-1] = pile[-2::-1]
    assert state.view(0) == seen
    hero.equipment.reverse()
    assert state.view(0) != seen  # the top is seen


@pytest.mark.rule("G9")
def test_hands_and_discard_piles_are_open() -> None:
    state = table("bjorn", "embla")
    give(state, "rest", seat=1)
    hero_of(state).damage = 1
    give(state, "rest")
    do(state, "play(rest)")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert [card.id for card in view.heroes[1].hand] == ["rest"]
        assert [card.id for card in view.heroes[0].discard] == ["rest"]


@pytest.mark.rule("G9")
def test_imagined_worlds_keep_what_is_known_and_shuffle_the_rest() -> None:
    state = table("bjorn", seed=3)
    hero = hero_of(state)
    worlds = [state.imagine(0, Rng(seed)) for seed in range(8)]
    for world in worlds:
        other = world.heroes[0]
        assert sorted(other.deck) == sorted(hero.deck)
        assert sorted(world.yellow) == sorted(state.yellow)
        assert sorted(other.equipment) == sorted(hero.equipment)
        assert other.equipment[-1] == hero.equipment[-1]
        assert other.abilities[-1] == hero.abilities[-1]
        assert world.view(0) == state.view(0)
    assert len({tuple(world.heroes[0].deck) for world in worlds}) > 1
    assert len({tuple(world.heroes[0].equipment) for world in worlds}) > 1
    assert len({tuple(world.heroes[0].abilities) for world in worlds}) > 1
    assert len({tuple(world.yellow) for world in worlds}) > 1
    assert len({tuple(world.red) for world in worlds}) > 1
