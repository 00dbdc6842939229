"""J. The scenarios (S180 to S204): their set-up, seasons, threats and scenes as they are played."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.six_winters.positions import (
    activate,
    asked,
    beat,
    begin,
    dice,
    do,
    empty_decks,
    finish,
    give,
    happen,
    holds,
    in_play,
    lay,
    legal,
    lying,
    next_assets,
    next_obstacles,
    next_turn,
    obstacle,
    person,
    pile,
    place_number,
    refuses,
    rush,
    settle,
    slots,
    sound,
    stage,
    staged,
    stand,
    start,
    table,
    threat_roll,
    threaten,
    threats,
    to_actions,
    to_scene,
)

from fimbul.games.six_winters.library import effects as printed
from fimbul.games.six_winters.rules import activation, effects, obstacles
from fimbul.games.six_winters.rules.acting.narrating import Completed
from fimbul.games.six_winters.rules.ground import near
from fimbul.games.six_winters.rules.story import needed, scene
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch
STARTING_MAP = 10
DRAWN = 2  # one for each of two players

RULES = {
    "order_of_the_blue_robe": "S181",
    "two_eyes_in_one_face": "S182",
    "foragers_curiosity": "S183",
    "honest_days_work": "S184",
    "the_betrayed": "S185",
    "oath_of_the_hawkleader": "S186",
    "death_captured": "S187",
    "longstanding_traditions": "S188",
    "parting_the_veil": "S189",
    "for_the_greater_good": "S190",
    "friends_like_these": "S191",
    "served_cold": "S192",
    "the_severing": "S193",
    "friends_in_high_places": "S194",
    "imperial_seafood": "S195",
    "the_enemy_within": "S196",
    "street_smarts": "S197",
    "war_machines": "S198",
    "chosen_of_brightdune": "S199",
    "selling_out": "S200",
    "hearts_and_minds": "S201",
    "no_half_measures": "S202",
    "the_adults_are_talking": "S203",
    "beyond_brightdune": "S204",
}
YEARS = {
    1: ("order_of_the_blue_robe", "honest_days_work"),
    2: (
        "two_eyes_in_one_face",
        "foragers_curiosity",
        "oath_of_the_hawkleader",
        "friends_in_high_places",
        "imperial_seafood",
    ),
    3: ("the_betrayed", "longstanding_traditions", "the_enemy_within", "street_smarts", "war_machines"),
    4: ("death_captured", "parting_the_veil", "chosen_of_brightdune", "selling_out", "hearts_and_minds"),
    5: ("for_the_greater_good", "friends_like_these", "no_half_measures", "the_adults_are_talking"),
    6: ("served_cold", "the_severing", "beyond_brightdune"),
}
POOLS = (5, 6, 7, 7, 8, 8)


def cases(rows: dict[str, tuple[Any, ...]]) -> Any:
    """A case for each scenario, named after its rule."""
    return [pytest.param(id, *row, id=f"{RULES[id]}-{id}") for id, row in rows.items()]


def opened(scenario: str, difficulty: str = "normal", seed: int = 1) -> SixWintersState:
    """A scenario with Thea and Keel that has been set up."""
    return to_actions(begin("thea", "keel", scenario=scenario, difficulty=difficulty, seed=seed))


def complete(state: SixWintersState, number: int) -> None:
    """A scene, counted from 1, is completed."""
    to_scene(state, number)
    happen(state, Completed())


def scene_at(state: SixWintersState) -> str:
    """Where the scene lies."""
    return state.book.locations[state.scene_place].id


# ---- S180: what all have in common


@pytest.mark.rule("S180")
def test_every_scenario_has_its_year() -> None:
    assert sorted(scenario for year in YEARS.values() for scenario in year) == sorted(RULES)


@pytest.mark.rule("S180")
@pytest.mark.parametrize("year", YEARS)
def test_points_and_pools_by_year_and_mode(year: int) -> None:
    for scenario in YEARS[year]:
        for difficulty in ("normal", "difficult"):
            state = opened(scenario, difficulty)
            finale = year == 6 and difficulty == "difficult"
            assert state.pool == POOLS[year - 1] - finale
            for number in range(3):
                state.scene = number
                more = 5 if difficulty == "difficult" and number < 2 else 0
                assert needed(state) == 2 * (5 + 5 * year + 5 * number + more)


@pytest.mark.rule("S180")
@pytest.mark.parametrize("scenario", RULES)
def test_everybody_starts_with_four_dice_in_turn_1_of_spring(scenario: str) -> None:
    state = opened(scenario)
    assert (len(holds(state, "thea")), len(holds(state, "keel"))) == (4, 4)
    assert (state.season, state.moment, state.scene) == (0, 1, 0)
    sound(state)


@pytest.mark.rule("S180")
def test_a_location_that_is_named_and_not_on_the_map_is_added_first() -> None:
    state = table("thea", "keel", scenario="served_cold")
    state.cells[state.cells.index(place_number(state, "the_throne_room"))] = -1
    complete(state, 1)  # Passage of Thorns at The Throne Room
    assert asked(state) == "Settling"
    do(state, "settle(the_throne_room,0,0)")
    assert in_play(state, "passage_of_thorns") == ("the_throne_room", 2, 2)
    assert scene_at(state) == "the_throne_room"


@pytest.mark.rule("S180")
def test_a_scene_whose_location_is_missing_brings_it() -> None:
    state = table("thea", "keel", scenario="death_captured")
    state.cells[state.cells.index(place_number(state, "undaris_tower"))] = -1
    complete(state, 2)
    assert asked(state) == "Settling"
    do(state, sorted(legal(state))[0])
    assert scene_at(state) == "undaris_tower"


# ---- set-up

SETUPS: dict[str, tuple[Any, ...]] = {  # obstacles at places, in difficult mode, locations that are added
    "order_of_the_blue_robe": ({"miasma_of_malevolence": "parisas_glen"}, {}, ()),
    "two_eyes_in_one_face": ({"war_machines_3": "whitehold"}, {}, ()),
    "foragers_curiosity": ({"animaelic_echoes_3": "undaris_tower"}, {}, ("pearlescent_marsh",)),
    "honest_days_work": ({"rousing_speech": "boars_rift"}, {"the_amber_hand": "parisas_glen"}, ()),
    "the_betrayed": ({}, {"breakout": "guild_of_secrets"}, ("guild_of_secrets",)),
    "oath_of_the_hawkleader": ({"samo": "hogel_manor"}, {"northern_patrol": "gravewood"}, ()),
    "death_captured": (
        {"restless_dead": "undaris_tomb"},
        {"restless_dead_2": "parisas_glen"},
        ("undaris_tomb",),
    ),
    "longstanding_traditions": ({}, {"appease_the_old_ones": "wrenhouse"}, ("wrenhouse",)),
    "parting_the_veil": (
        {},
        {"animaelic_echoes_3": "parisas_glen", "the_weaver": "gravewood"},
        ("dawncaves",),
    ),
    "for_the_greater_good": ({"battle_plans": "hogel_manor"}, {"nalah": "eastkeep"}, ()),
    "friends_like_these": ({}, {"the_subtect": "house_of_copper"}, ("house_of_copper",)),
    "served_cold": ({"sentinel_of_scrying": "the_throne_room"}, {}, ("the_throne_room",)),
    "the_severing": ({"the_severing": "animaelic_forest"}, {}, ("animaelic_forest",)),
    "friends_in_high_places": ({"war_machines_3": "eastkeep"}, {"lost_in_translation": "hogel_manor"}, ()),
    "imperial_seafood": ({"background_checks": "eastkeep"}, {"imperial_secrets": "whitehold"}, ()),
    "the_enemy_within": (
        {"encoded_plans": "guild_of_strategy"},
        {"mole_hunt": "parisas_glen"},
        ("guild_of_strategy",),
    ),
    "street_smarts": ({}, {"secrets_and_lies": "prominence"}, ("prominence",)),
    "war_machines": ({"war_machines_3": "yearly_field"}, {"war_machines_4": "whitehold"}, ()),
    "chosen_of_brightdune": (
        {"territorial_dispute": "parisas_glen"},
        {"doom_under_sightrock": "sightrock_keep"},
        ("sightrock_keep",),
    ),
    "selling_out": ({"zarrah": "lily_manor"}, {"wine_and_roses": "hogel_manor"}, ("lily_manor",)),
    "hearts_and_minds": ({}, {"friends_in_low_places": "hogel_manor"}, ("beetle_burrough",)),
    "no_half_measures": ({"legionary": "southkeep"}, {"inadequate_defenses": "boars_peak"}, ("southkeep",)),
    "the_adults_are_talking": ({}, {"culture_clash": "parisas_glen"}, ("cyclabrary",)),
    "beyond_brightdune": ({}, {"the_subtect": "hogel_manor"}, ("brightdune_bay",)),
}


@pytest.mark.rule("S181")
@pytest.mark.rule("S182")
@pytest.mark.rule("S183")
@pytest.mark.rule("S184")
@pytest.mark.rule("S185")
@pytest.mark.rule("S186")
@pytest.mark.rule("S187")
@pytest.mark.rule("S188")
@pytest.mark.rule("S189")
@pytest.mark.rule("S190")
@pytest.mark.rule("S191")
@pytest.mark.rule("S192")
@pytest.mark.rule("S193")
@pytest.mark.rule("S194")
@pytest.mark.rule("S195")
@pytest.mark.rule("S196")
@pytest.mark.rule("S197")
@pytest.mark.rule("S198")
@pytest.mark.rule("S199")
@pytest.mark.rule("S200")
@pytest.mark.rule("S201")
@pytest.mark.rule("S202")
@pytest.mark.rule("S203")
@pytest.mark.rule("S204")
@pytest.mark.parametrize(("scenario", "always", "hard", "added"), cases(SETUPS))
@pytest.mark.parametrize("difficulty", ["normal", "difficult"])
def test_set_up(
    scenario: str, always: dict[str, str], hard: dict[str, str], added: tuple[str, ...], difficulty: str
) -> None:
    state = opened(scenario, difficulty)
    named = {**always, **(hard if difficulty == "difficult" else {})}
    for name, where in named.items():
        card = state.book.obstacles[state.book.obstacle[name]]
        assert in_play(state, name) == (where, card.progress, card.hindrance)
    for name in set(hard) - set(named):
        assert in_play(state, name) is None
    assert len(state.standing) == len(named) + DRAWN
    assert len(state.locations()) == STARTING_MAP + len(added)
    for location in added:
        place = place_number(state, location)
        here = state.book.locations[place]
        assert any(state.book.locations[other].region == here.region for other in near(state, place))
        assert state.level[place] == (1 if here.makes else 0)
    assert person(state, "thea").abilities == (1 if difficulty == "normal" else 0)


SCENES: dict[str, tuple[Any, ...]] = {
    "order_of_the_blue_robe": (("parisas_glen", "arankh", "undaris_tower"),),
    "two_eyes_in_one_face": (("yearly_field", "boars_rift", "whitehold"),),
    "foragers_curiosity": (("pearlescent_marsh", "the_weird_rock", "eastkeep"),),
    "honest_days_work": (("loomwood", "parisas_glen", "hogel_manor"),),
    "the_betrayed": (("guild_of_secrets", "hogel_manor", "whitehold"),),
    "oath_of_the_hawkleader": (("gravewood", "hogel_manor", "boars_rift"),),
    "death_captured": (("undaris_tomb", "boars_peak", "undaris_tower"),),
    "longstanding_traditions": (("wrenhouse", "loomwood", "parisas_glen"),),
    "parting_the_veil": (("dawncaves", "gravewood", "undaris_tower"),),
    "for_the_greater_good": (("hogel_manor", "parisas_glen", "eastkeep"),),
    "friends_like_these": (("house_of_copper", "eastkeep", "loomwood"),),
    "served_cold": (("whitehold", "the_throne_room", "the_throne_room"),),
    "the_severing": (("gravewood", "undaris_tower", "animaelic_forest"),),
    "friends_in_high_places": (("hogel_manor", "gravewood", "boars_peak"),),
    "imperial_seafood": (("whitehold", "eastkeep", "yearly_field"),),
    "the_enemy_within": (("guild_of_strategy", "parisas_glen", "hogel_manor"),),
    "street_smarts": (("prominence", "lower_wash", "boars_rift"),),
    "war_machines": (("yearly_field", "eastkeep", "boars_rift"),),
    "chosen_of_brightdune": (("sightrock_keep", "loomwood", "parisas_glen"),),
    "selling_out": (("lily_manor", "hogel_manor", "crow_manor"),),
    "hearts_and_minds": (("beetle_burrough", "hall_of_brass", "hogel_manor"),),
    "no_half_measures": (("southkeep", "boars_peak", "firstborn_peak"),),
    "the_adults_are_talking": (("cyclabrary", "loomwood", "dusks_ayrie"),),
    "beyond_brightdune": (("hogel_manor", "brightdune_bay", "sunbridle_bay"),),
}


@pytest.mark.parametrize(("scenario", "places"), cases(SCENES))
def test_three_scenes_at_their_places_and_the_third_wins(scenario: str, places: tuple[str, ...]) -> None:
    state = opened(scenario)
    for number, place in enumerate(places):
        assert (state.scene, scene_at(state)) == (number, place)
        happen(state, Completed())
        rush(state)
    assert state.outcome is not None
    assert state.outcome.scores == (1.0, 1.0)


# ---- seasons: turns, most turns, new action dice, new obstacles

SLOW = ((2, 2, 1, 1), (3, 3, 2, 1), (4, 4, 2, 2))
QUICK = ((3, 3, 2, 2), (3, 3, 2, 1), (4, 4, 1, 1))
EVEN = ((3, 3, 2, 1), (4, 4, 1, 1), (3, 3, 2, 2))
LOOSE = ((2, 4, 2, 1), (3, 3, 2, 2), (3, 5, 1, 1))
SEASONS: dict[str, tuple[Any, ...]] = {
    "order_of_the_blue_robe": (SLOW,),
    "two_eyes_in_one_face": (QUICK,),
    "foragers_curiosity": (SLOW,),
    "honest_days_work": (EVEN,),
    "the_betrayed": (LOOSE,),
    "oath_of_the_hawkleader": (QUICK,),
    "death_captured": (SLOW,),
    "longstanding_traditions": (EVEN,),
    "parting_the_veil": (LOOSE,),
    "for_the_greater_good": (QUICK,),
    "friends_like_these": (EVEN,),
    "served_cold": (QUICK,),
    "the_severing": (SLOW,),
    "friends_in_high_places": (QUICK,),
    "imperial_seafood": (EVEN,),
    "the_enemy_within": (SLOW,),
    "street_smarts": (QUICK,),
    "war_machines": (EVEN,),
    "chosen_of_brightdune": (SLOW,),
    "selling_out": (QUICK,),
    "hearts_and_minds": (EVEN,),
    "no_half_measures": (QUICK,),
    "the_adults_are_talking": (EVEN,),
    "beyond_brightdune": (SLOW,),
}


@pytest.mark.parametrize(("scenario", "seasons"), cases(SEASONS))
def test_seasons(monkeypatch: PATCH, scenario: str, seasons: tuple[tuple[int, int, int, int], ...]) -> None:
    for number, (turns, most, new_dice, new_obstacles) in enumerate(seasons):
        state = table("thea", "keel", scenario=scenario)
        state.season, state.moment = number, turns - 1
        dice(monkeypatch, then=1)
        next_turn(state)
        assert (state.season, state.moment) == (number, turns), "not before the season's turns are over"
        assert len(holds(state, "thea")) == len(holds(state, "keel")) == new_dice
        assert len(state.standing) == new_obstacles
        empty_decks(state)
        state.standing = []
        dice(monkeypatch, then=4)
        next_turn(state)
        if turns < most:
            assert (state.season, state.moment) == (number, turns + 1)
        elif number == 2:
            assert state.outcome is not None
        else:
            assert (state.season, state.moment) == (number + 1, 1)


# ---- threats


def curse(state: SixWintersState) -> None:
    """A curse is asked for."""
    assert asked(state) == "Cursing"


def strain(psyche: int, body: int) -> Callable[[SixWintersState], None]:
    """Both have lost as much of their tracks."""

    def check(state: SixWintersState) -> None:
        assert (person(state, "thea").psyche, person(state, "thea").body) == (5 - psyche, 3 - body)
        assert (person(state, "keel").psyche, person(state, "keel").body) == (3 - psyche, 3 - body)

    return check


def gather(state: SixWintersState) -> None:
    """The next obstacle has come."""
    assert in_play(state, "micus_the_craven") is not None


def press(gone: str, kept: str) -> Callable[[SixWintersState], None]:
    """One obstacle has lost its hindrance, another one has not."""

    def check(state: SixWintersState) -> None:
        assert [in_play(state, name) for name in (gone, kept)] == [
            ("loomwood", 1, 0),
            ("loomwood", 1, 2),
        ]

    return check


def lower(location: str, level: int) -> Callable[[SixWintersState], None]:
    """A location produces less."""

    def check(state: SixWintersState) -> None:
        assert state.level[place_number(state, location)] == level

    return check


THREATS: dict[str, tuple[Any, ...]] = {  # discarded on 5 and 6; what happens on 2 to 4
    "order_of_the_blue_robe": ("stability", curse),
    "two_eyes_in_one_face": ("military", lower("boars_rift", 0)),
    "foragers_curiosity": ("sorcery", curse),
    "honest_days_work": ("diplomacy", strain(1, 0)),
    "the_betrayed": ("espionage", press("mole_hunt", "star_crossed")),
    "oath_of_the_hawkleader": ("military", gather),
    "death_captured": ("sorcery", strain(1, 0)),
    "longstanding_traditions": ("stability", lower("parisas_glen", 1)),
    "parting_the_veil": ("sorcery", curse),
    "for_the_greater_good": ("diplomacy", press("star_crossed", "mole_hunt")),
    "friends_like_these": ("technology", gather),
    "served_cold": ("espionage", strain(0, 1)),
    "the_severing": ("sorcery", curse),
}
EVERY = ("stability", "technology", "espionage", "military", "diplomacy", "sorcery")


@pytest.mark.parametrize(("scenario", "resource", "low"), cases(THREATS))
def test_threats(
    monkeypatch: PATCH, scenario: str, resource: str, low: Callable[[SixWintersState], None]
) -> None:
    for face in (2, 3, 4, 5, 6):
        state = table("thea", "keel", scenario=scenario)
        obstacle(state, "mole_hunt", "loomwood", progress=1, hindrance=2)  # thievery
        obstacle(state, "star_crossed", "loomwood", progress=1, hindrance=2)  # rapport
        threaten(state, "boars_rift")
        threaten(state, "parisas_glen")
        lay(state, "gravewood", *(f"{kind}-3" for kind in EVERY))
        next_obstacles(state, "micus_the_craven")
        threat_roll(state, monkeypatch, face)
        if face <= 4:
            low(state)
            assert len(lying(state, "gravewood")) == 6
        else:
            assert lying(state, "gravewood") == tuple(f"{kind}-3" for kind in EVERY if kind != resource)
            assert asked(state) == "Acting"


# ---- S181


@pytest.mark.rule("S181")
def test_the_blue_robe() -> None:
    state = table("thea", "keel")
    complete(state, 1)
    assert asked(state) == "Settling"
    assert all(text.startswith("settle(arankh,") for text in legal(state))
    do(state, "settle(arankh,2,2)")
    assert state.level[place_number(state, "arankh")] == 1
    obstacle(state, "miasma_of_malevolence", "parisas_glen")
    complete(state, 2)
    assert pile(state, "burned") == ["miasma_of_malevolence"]
    complete(state, 3)
    assert [state.book.assets[asset].id for asset in state.archive] == ["theddas_palimpsest"]
    assert state.outcome is not None


@pytest.mark.rule("S181")
def test_the_miasma_is_burned_only_in_play() -> None:
    state = table("thea", "keel")
    state.hindered = [state.book.obstacle["miasma_of_malevolence"]]
    complete(state, 2)
    assert pile(state, "burned") == []
    assert pile(state, "hindered") == ["miasma_of_malevolence"]


# ---- S182


@pytest.mark.rule("S182")
def test_two_eyes_the_players_choose_an_empire_location() -> None:
    state = begin("thea", "keel", scenario="two_eyes_in_one_face")
    while asked(state) != "ChoosingPlace":
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    assert state.to_act == (state.spotlight,)
    assert legal(state) == {"at(whitehold)", "at(eastkeep)", "at(yearly_field)"}
    do(state, "at(yearly_field)")
    assert in_play(state, "war_machines_3") == ("yearly_field", 0, 0)


@pytest.mark.rule("S182")
@pytest.mark.rule("S223")
def test_two_eyes_scenes() -> None:
    state = table("thea", "keel", scenario="two_eyes_in_one_face")
    complete(state, 1)
    assert in_play(state, "war_machines_4") == ("yearly_field", 0, 0)
    threaten(state, "boars_rift", 2)
    complete(state, 2)
    assert legal(state) == {"option(1)", "option(2)", "option(3)"}
    refuses(state, "option(4)", "S80")
    do(state, "option(1)")
    assert threats(state, "boars_rift") == 1
    complete(state, 3)
    assert state.book.asset["mirror_of_melting"] in state.archive


@pytest.mark.rule("S182")
@pytest.mark.parametrize("option", [1, 2, 3])
def test_two_eyes_one_of_three_for_the_rift(option: int) -> None:
    state = table("thea", "keel", scenario="two_eyes_in_one_face")
    for name in ("mole_hunt", "field_work"):
        obstacle(state, name, "boars_rift")
    obstacle(state, "star_crossed", "loomwood")
    complete(state, 2)
    do(state, f"option({option})")  # an option that does nothing may be chosen
    assert state.level[place_number(state, "boars_rift")] == (2 if option == 3 else 1)
    assert pile(state, "discard") == (["mole_hunt", "field_work"] if option == 2 else [])
    assert in_play(state, "star_crossed") is not None
    assert state.scene == 2


# ---- S183


@pytest.mark.rule("S183")
@pytest.mark.rule("S223")
def test_the_foragers_curiosity() -> None:
    state = table("thea", "keel", scenario="foragers_curiosity")
    complete(state, 1)
    assert all(text.startswith("settle(the_weird_rock,") for text in legal(state))
    do(state, min(legal(state)))
    assert scene_at(state) == "the_weird_rock"
    threaten(state, "loomwood", 2)
    threaten(state, "whitehold")
    complete(state, 2)
    assert legal(state) == {"at(loomwood)", "at(whitehold)"}
    do(state, "at(loomwood)")
    assert (threats(state, "loomwood"), threats(state, "whitehold")) == (1, 1)


@pytest.mark.rule("S183")
@pytest.mark.rule("S193")
def test_a_removal_is_left_out_where_nothing_is_there() -> None:
    state = table("thea", "keel", scenario="foragers_curiosity")
    complete(state, 2)
    assert asked(state) == "Acting"
    assert state.scene == 2


# ---- S184


@pytest.mark.rule("S184")
def test_an_honest_days_work() -> None:
    state = table("thea", "keel", scenario="honest_days_work")
    complete(state, 1)
    assert in_play(state, "the_amber_hand") == ("parisas_glen", 1, 1)
    obstacle(state, "mole_hunt", "whitehold")
    complete(state, 2)
    assert legal(state) == {"pick(the_amber_hand)", "pick(mole_hunt)"}
    do(state, "pick(the_amber_hand)")
    assert pile(state, "discard") == ["the_amber_hand"]


@pytest.mark.rule("S184")
def test_the_amber_hand_that_is_overcome_does_not_come_again() -> None:
    state = table("thea", "keel", scenario="honest_days_work", difficulty="difficult")
    beat(state, "thea", "the_amber_hand")
    complete(state, 1)
    assert in_play(state, "the_amber_hand") is None


# ---- S185


@pytest.mark.rule("S185")
@pytest.mark.rule("S223")
def test_the_betrayed() -> None:
    state = table("thea", "keel", scenario="the_betrayed")
    complete(state, 1)
    assert in_play(state, "master_of_secrets") == ("guild_of_secrets", 2, 1)
    stage(state, "tent", "apples")
    complete(state, 2)
    assert legal(state) == {"stage(tent)", "stage(apples)"}
    do(state, "stage(apples)")
    assert staged(state) == ["tent"]
    assert state.book.assets[state.asset_deck[0]].id == "apples", "under the deck"
    sound(state)


@pytest.mark.rule("S185")
def test_without_a_staged_asset_nothing_goes_under_the_deck() -> None:
    state = table("thea", "keel", scenario="the_betrayed")
    complete(state, 2)
    assert asked(state) == "Acting"


# ---- S186


@pytest.mark.rule("S186")
def test_the_oath_of_the_hawkleader() -> None:
    state = table("thea", "keel", scenario="oath_of_the_hawkleader")
    person(state, "keel").body = 6
    complete(state, 1)
    assert (person(state, "thea").body, person(state, "keel").body) == (4, 6)
    assert (person(state, "thea").psyche, person(state, "keel").psyche) == (5, 3)
    obstacle(state, "samo", "hogel_manor")
    complete(state, 2)
    assert pile(state, "discard") == ["samo"], "the only obstacle in play"


# ---- S187


@pytest.mark.rule("S187")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_death_captured_the_tomb_brings_the_dead_and_a_spell(seed: int) -> None:
    state = opened("death_captured", seed=seed)
    assert in_play(state, "restless_dead") == ("undaris_tomb", 0, 0)
    assert len(state.staged) == 2 * 2 + 1
    assert "spell" in state.book.assets[state.staged[0]].tags, "drawn before the others are staged"


@pytest.mark.rule("S187")
def test_death_captured_scenes() -> None:
    state = table("thea", "keel", scenario="death_captured")
    complete(state, 1)
    assert in_play(state, "the_necromancer") == ("undaris_tower", 2, 1)
    obstacle(state, "mole_hunt", "whitehold")
    obstacle(state, "wine_and_roses", "whitehold")
    complete(state, 2)
    assert legal(state) == {"pick(mole_hunt)", "pick(wine_and_roses)"}  # the Necromancer is a guardian (S100)
    do(state, "pick(mole_hunt)")
    obstacle(state, "restless_dead", "loomwood")
    complete(state, 3)
    assert set(pile(state, "burned")) == {"the_necromancer", "restless_dead", "restless_dead_2"}
    assert [name for name in ("wine_and_roses",) if in_play(state, name)] == ["wine_and_roses"]
    assert len(state.standing) == 1


@pytest.mark.rule("S187")
def test_the_dead_are_burned_wherever_they_are() -> None:
    state = table("thea", "keel", scenario="death_captured")
    state.hindered = [state.book.obstacle["the_necromancer"]]
    assert "restless_dead" in pile(state, "obstacle_deck")
    complete(state, 3)
    assert "restless_dead" not in pile(state, "obstacle_deck")
    assert pile(state, "hindered") == []
    sound(state)


# ---- S188


@pytest.mark.rule("S188")
def test_longstanding_traditions() -> None:
    state = table("thea", "keel", scenario="longstanding_traditions")
    complete(state, 1)
    assert in_play(state, "egalitarian_society") == ("parisas_glen", 1, 1)
    threaten(state, "loomwood")
    complete(state, 2)
    assert threats(state, "loomwood") == 0, "the only location with a token"
    assert scene_at(state) == "parisas_glen"


@pytest.mark.rule("S188")
@pytest.mark.parametrize(("there", "level"), [("", 2), ("grain_shortage", 1), ("mole_hunt", 2)])
def test_stability_is_lowered_by_a_command_obstacle(monkeypatch: PATCH, there: str, level: int) -> None:
    state = table("thea", "keel", scenario="longstanding_traditions")
    if there:
        obstacle(state, there, "parisas_glen")
    threat_roll(state, monkeypatch, 3)
    assert state.level[place_number(state, "parisas_glen")] == level


# ---- S189


@pytest.mark.rule("S189")
def test_parting_the_veil() -> None:
    state = table("thea", "keel", scenario="parting_the_veil")
    complete(state, 1)
    assert (person(state, "thea").psyche, person(state, "keel").psyche) == (6, 4)
    obstacle(state, "the_weaver", "whitehold")
    obstacle(state, "mole_hunt", "gravewood")
    complete(state, 2)
    assert asked(state) == "Acting", "the Weaver is named: nobody is asked"
    assert pile(state, "discard") == ["the_weaver"]
    assert in_play(state, "mole_hunt") is not None


@pytest.mark.rule("S189")
def test_the_weaver_is_discarded_only_in_play() -> None:
    state = table("thea", "keel", scenario="parting_the_veil")
    beat(state, "thea", "the_weaver")
    obstacle(state, "mole_hunt", "gravewood")
    complete(state, 2)
    assert pile(state, "discard") == []
    assert in_play(state, "mole_hunt") is not None


@pytest.mark.rule("S189")
def test_behind_the_veil_a_sorcery_die_fits_slots_of_other_types() -> None:
    state = table("thea", "keel")
    give(state, "thea", 6, 6)
    lay(state, "parisas_glen", "sorcery-3", "sorcery-5")
    start(state, "thea", "zarahs_charm")  # diplomacy:5 espionage:5
    start(state, "thea", "imperial_secrets", "military-1", "stability-2")  # @empire 2 espionage
    assert legal(state, "create") == set()
    state.lasting = ["veil"]
    do(state, "create(thea,action-6)")
    assert legal(state) == {
        "slot(zarahs_charm,1,sorcery-5)",
        "slot(zarahs_charm,2,sorcery-5)",
        "slot(imperial_secrets,3,sorcery-3)",
        "slot(imperial_secrets,3,sorcery-5)",
    }, "a value still binds"
    do(state, "slot(zarahs_charm,2,sorcery-5)", "done")
    assert slots(state, "thea", "zarahs_charm") == (None, "sorcery-5")


@pytest.mark.rule("S189")
def test_behind_the_veil_a_region_still_binds() -> None:
    state = table("thea", "keel")
    state.lasting = ["veil"]
    give(state, "thea", 6)
    lay(state, "parisas_glen", "sorcery-3")
    start(state, "thea", "imperial_captains_regalia")  # @empire @empire
    assert legal(state, "create") == set()


# ---- S190


@pytest.mark.rule("S190")
def test_for_the_greater_good() -> None:
    state = table("thea", "keel", scenario="for_the_greater_good")
    complete(state, 1)
    assert in_play(state, "hogel") == ("hogel_manor", 1, 1)
    threaten(state, "loomwood")
    threaten(state, "gravewood")
    complete(state, 2)
    do(state, "at(gravewood)")
    assert (threats(state, "loomwood"), threats(state, "gravewood")) == (1, 0)


# ---- S191


@pytest.mark.rule("S191")
@pytest.mark.rule("S223")
def test_friends_like_these() -> None:
    state = table("thea", "keel", scenario="friends_like_these")
    complete(state, 1)
    assert in_play(state, "the_subtect") == ("whitehold", 1, 1)
    next_assets(state, "tent", "apples")
    complete(state, 2)
    assert state.to_act == (0,)
    assert legal(state) == {"yes", "no"}
    do(state, "no")
    assert state.to_act == (1,)
    do(state, "yes")
    assert staged(state) == ["tent"]


@pytest.mark.rule("S191")
def test_the_subtect_that_is_in_play_stays_where_it_is() -> None:
    state = table("thea", "keel", scenario="friends_like_these", difficulty="difficult")
    obstacle(state, "the_subtect", "house_of_copper")
    complete(state, 1)
    assert in_play(state, "the_subtect") == ("house_of_copper", 1, 1)


@pytest.mark.rule("S191")
def test_smugglers_roads() -> None:
    state = table("thea", "keel")
    stand(state, "thea", "boars_rift", moves=0)
    stand(state, "keel", "eastkeep", moves=0)
    lay(state, "boars_rift", "technology-4")
    lay(state, "eastkeep", "technology-2")
    obstacle(state, "background_checks", "yearly_field")
    assert not legal(state, "pay")
    state.lasting = ["roads"]
    assert legal(state, "pay") == {
        "pay(thea,yearly_field,technology-4)",
        "pay(keel,whitehold,technology-2)",
        "pay(keel,yearly_field,technology-2)",
        "pay(keel,boars_peak,technology-2)",
    }, "into or out of an Empire location"
    do(state, "pay(thea,yearly_field,technology-4)")
    assert person(state, "thea").place == place_number(state, "yearly_field")
    assert lying(state, "boars_rift") == ()
    sound(state)


# ---- S192, S193: the finales

FINALES = [
    pytest.param("served_cold", "wrath_of_the_autarch", marks=pytest.mark.rule("S192")),
    pytest.param("the_severing", "the_severing", marks=pytest.mark.rule("S193")),
    pytest.param("beyond_brightdune", "sapphire_djinn", marks=pytest.mark.rule("S204")),
]
CARDS = ("cannon", "undaris_map", "ley_line_map", "shadow_walk", "whisper_drip", "dragonfly_sticks")


@pytest.mark.rule("S100")
@pytest.mark.parametrize(("scenario", "blocker"), FINALES)
@pytest.mark.parametrize("way", ["overcome", "played", "burned", "hindered", "discarded"])
def test_the_last_scene_waits_until_its_guardian_is_overcome(scenario: str, blocker: str, way: str) -> None:
    state = table("thea", "keel", scenario=scenario)
    to_scene(state, 3)
    finish(state, "thea", *CARDS)
    for name in scene(state).overcome:
        if name != blocker:
            beat(state, "thea", name)
    obstacle(state, blocker, "loomwood")
    assert not legal(state, "narrate")
    name = state.book.obstacles[state.book.obstacle[blocker]].name
    assert refuses(state, "narrate(thea)", "S76").reason == f"{name} must be overcome first."
    state.standing = []
    number = state.book.obstacle[blocker]
    if way == "overcome":
        beat(state, "thea", blocker)
    elif way == "played":
        person(state, "thea").played_obstacles.append(number)
    else:
        pile_of = {"hindered": state.hindered, "burned": state.burned, "discarded": state.discard}[way]
        pile_of.append(number)
    told = way in ("overcome", "played", "burned")
    assert legal(state, "narrate") == ({"narrate(thea)", "narrate(keel)"} if told else set())


@pytest.mark.rule("S100")
@pytest.mark.parametrize(
    ("scenario", "number", "blocker"),
    [
        pytest.param("the_betrayed", 3, "master_of_secrets", marks=pytest.mark.rule("S185")),
        pytest.param("death_captured", 3, "the_necromancer", marks=pytest.mark.rule("S187")),
        pytest.param("longstanding_traditions", 3, "egalitarian_society", marks=pytest.mark.rule("S188")),
    ],
)
def test_what_the_outlines_say_must_be_overcome_is_no_mere_nuisance(
    scenario: str, number: int, blocker: str
) -> None:
    state = table("thea", "keel", scenario=scenario)
    to_scene(state, number)
    finish(state, "thea", *CARDS)
    obstacle(state, blocker, "loomwood")
    assert not legal(state, "narrate")
    beat(state, "thea", blocker)
    assert legal(state, "narrate")


@pytest.mark.rule("S100")
def test_a_guardian_cannot_be_waved_away_with_high_dice(monkeypatch: PATCH) -> None:
    """Two characters with four sixes each were offered to hinder the Wrath, and the scene was free."""
    state = table("thea", "keel", scenario="served_cold")
    to_scene(state, 3)
    obstacle(state, "wrath_of_the_autarch", "the_throne_room")
    give(state, "thea", 6, 6, 6, 6)
    give(state, "keel", 6, 6, 6, 6)
    dice(monkeypatch, then=1)
    do(state, "overcome(thea,wrath_of_the_autarch)", "join(keel)")
    do(state, "guard(thea,[])", "guard(keel,[])")
    assert asked(state) == "Acting"  # nobody is asked to hinder it
    assert in_play(state, "wrath_of_the_autarch") == ("the_throne_room", 2, 10)


@pytest.mark.rule("S100")
@pytest.mark.rule("S93")
def test_a_guardian_stays_after_it_has_struck(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", scenario="longstanding_traditions")
    to_scene(state, 2)
    obstacle(state, "egalitarian_society", "parisas_glen", progress=0, hindrance=0)
    obstacle(state, "mole_hunt", "whitehold", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    pool = state.pool
    activate(state)
    assert state.pool == pool - 2
    assert in_play(state, "egalitarian_society") == ("parisas_glen", 0, 0)
    assert in_play(state, "mole_hunt") is None
    state.scene = 3  # once its scene is told it is an obstacle like others
    state.scene = 0
    beat(state, "thea", "egalitarian_society")
    assert state.book.obstacle["egalitarian_society"] not in obstacles.sought(state)


@pytest.mark.rule("S100")
def test_a_guardian_is_not_discarded_by_a_location() -> None:
    state = table("thea", "keel", scenario="served_cold")
    settle(state, "ma_bonnies_squidery", 0, 4)
    stand(state, "thea", "ma_bonnies_squidery")
    give(state, "thea", 1)
    obstacle(state, "sentinel_of_scrying", "ma_bonnies_squidery")  # a guard, and a guardian
    assert legal(state, "visit") == set()
    obstacle(state, "imperial_guard", "ma_bonnies_squidery")
    do(state, "visit(thea,action-1)")
    assert in_play(state, "imperial_guard") is None


@pytest.mark.rule("S100")
@pytest.mark.parametrize("named", [{"obstacle": "sentinel_of_scrying"}, {"location": "the_throne_room"}])
def test_a_guardian_is_not_discarded_by_an_effect_that_names_it_or_its_place(named: dict[str, str]) -> None:
    state = table("thea", "keel", scenario="served_cold")
    settle(state, "the_throne_room", 0, 4)
    obstacle(state, "sentinel_of_scrying", "the_throne_room")
    obstacle(state, "imperial_guard", "the_throne_room")
    effects.discard(state, printed.Discard(**named), [])
    assert in_play(state, "sentinel_of_scrying") is not None
    assert (in_play(state, "imperial_guard") is None) == ("location" in named)
    beat(state, "thea", "sentinel_of_scrying")  # once it is overcome, it is an obstacle like others
    effects.discard(state, printed.Discard(**named), [])
    assert in_play(state, "sentinel_of_scrying") is None


@pytest.mark.rule("S192")
def test_the_scenes_of_served_cold_wait_for_their_guardians_in_order() -> None:
    state = table("thea", "keel", scenario="served_cold")
    finish(state, "thea", *CARDS)
    obstacle(state, "sentinel_of_scrying", "the_throne_room")
    to_scene(state, 1)
    assert legal(state, "narrate")
    to_scene(state, 2)
    assert not legal(state, "narrate")
    beat(state, "thea", "sentinel_of_scrying")
    assert legal(state, "narrate")


@pytest.mark.rule("S92")
@pytest.mark.rule("S192")
def test_the_empire_does_not_besiege_itself() -> None:
    state = table("thea", "keel", scenario="served_cold")
    settle(state, "the_throne_room", 0, 4)
    obstacle(state, "the_dread_legion", "yearly_field", progress=0, hindrance=0)
    number = state.book.obstacle["the_dread_legion"]
    goals = {state.book.locations[place].region for place in activation.goals(state, number)}
    assert goals == {"brightdune"}
    obstacle(state, "drauga_the_vicious", "gravewood")  # a dragon goes where it likes
    number = state.book.obstacle["drauga_the_vicious"]
    assert "empire" in {state.book.locations[place].region for place in activation.goals(state, number)}


@pytest.mark.rule("S206")
@pytest.mark.rule("S197")
@pytest.mark.rule("S200")
@pytest.mark.rule("S201")
def test_lasting_effects_on_trade() -> None:
    state = table("thea", "keel")
    lay(state, "parisas_glen", "technology-1", "technology-2", "diplomacy-1", "diplomacy-2")
    lay(state, "parisas_glen", "stability-3", "stability-4")
    usual = {"trade(thea,technology,espionage)", "trade(thea,diplomacy,stability)"}
    usual |= {"trade(thea,stability,technology)"}
    assert legal(state, "trade", seat=0) == usual
    state.lasting += ["mint", "whispers", "gratitude"]
    assert legal(state, "trade", seat=0) - usual == {
        "trade(thea,technology,military)",
        "trade(thea,diplomacy,espionage)",
        "trade(thea,stability,diplomacy)",
    }
    person(state, "thea").moves = 0
    assert legal(state, "trade", seat=0) == set()
    state.lasting.append("market")
    assert "trade(thea,technology,military)" in legal(state, "trade", seat=0)


@pytest.mark.rule("S192")
def test_served_cold() -> None:
    state = table("thea", "keel", scenario="served_cold")
    complete(state, 1)
    assert in_play(state, "passage_of_thorns") == ("the_throne_room", 2, 2)
    complete(state, 2)
    assert in_play(state, "wrath_of_the_autarch") == ("the_throne_room", 2, 2)
    assert scene_at(state) == "the_throne_room"


@pytest.mark.rule("S193")
def test_the_severing_scenes() -> None:
    state = table("thea", "keel", scenario="the_severing")
    threaten(state, "loomwood")
    complete(state, 1)
    assert threats(state, "loomwood") == 0
    complete(state, 2)
    assert (person(state, "thea").psyche, person(state, "keel").psyche) == (6, 4)
    assert scene_at(state) == "animaelic_forest"


@pytest.mark.parametrize(("scenario", "blocker"), FINALES)
def test_in_difficult_mode_the_pool_is_7(scenario: str, blocker: str) -> None:
    assert opened(scenario).pool == 8
    assert opened(scenario, "difficult").pool == 7
