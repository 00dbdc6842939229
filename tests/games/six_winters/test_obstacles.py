"""E. Obstacles and threats (S48 to S50, S90 to S99), special obstacles (S174, S175), questions (S224)."""

import pytest
from tests.games.six_winters.positions import (
    activate,
    asked,
    dice,
    discarded,
    do,
    empty_decks,
    end,
    give,
    happen,
    in_play,
    lay,
    legal,
    lying,
    next_obstacles,
    next_turn,
    obstacle,
    overcome_by,
    person,
    pile,
    place_number,
    produce,
    refuses,
    settle,
    sound,
    stage,
    stand,
    table,
    threat_roll,
    threaten,
    threats,
    told,
)

from fimbul.core import Event, Rng
from fimbul.games.six_winters.rules import activation, decks, obstacles, turn
from fimbul.games.six_winters.rules.effects import Do
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch
SETUP_MIASMA = Do("setup", 0, 0)  # of The Order of the Blue Robe


def struck(events: list[Event]) -> list[str]:
    """The obstacles whose effects happened, in order."""
    return [text.removesuffix(" strikes.") for text in told(events) if text.endswith(" strikes.")]


def place(state: SixWintersState, name: str) -> None:
    """A new obstacle is placed by its own starting kind."""
    number = state.book.obstacle[name]
    if number in state.obstacle_deck:
        state.obstacle_deck.remove(number)
    obstacles.place(state, number, [])


# ---- S48 to S50: the steps of a turn


@pytest.mark.rule("S48")
def test_every_obstacle_in_play_activates_in_a_turn(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    empty_decks(state)
    obstacle(state, "field_work", "gravewood", progress=0, hindrance=2)
    obstacle(state, "mole_hunt", "loomwood", progress=3, hindrance=0)
    obstacle(state, "micus_the_craven", "boars_rift")
    dice(monkeypatch, then=1)
    end(state)
    assert in_play(state, "field_work") == ("gravewood", 0, 1)
    assert in_play(state, "mole_hunt") == ("loomwood", 2, 0)
    assert legal(state) == {"at(loomwood)", "at(parisas_glen)"}, "Micus moves"


@pytest.mark.rule("S49")
@pytest.mark.rule("S97")
def test_face_up_cards_are_played_first_from_the_top(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    next_obstacles(state, "mole_hunt", "poisoned_drink")
    for name in ("field_work", "star_crossed"):
        state.obstacle_deck.remove(state.book.obstacle[name])
        state.face_up.append(state.book.obstacle[name])
    happen(state, turn.NewObstacles())
    names = [state.book.obstacles[standing.obstacle].id for standing in state.standing]
    assert names == ["star_crossed", "field_work", "mole_hunt"]
    assert pile(state, "face_up") == []
    assert in_play(state, "field_work") == ("gravewood", 1, 1), "with its starting tokens"
    sound(state)


@pytest.mark.rule("S97")
def test_face_up_cards_are_no_cards_of_the_deck() -> None:
    state = table("thea", "keel", scenario="oath_of_the_hawkleader")
    empty_decks(state)
    state.face_up = [state.book.obstacle["field_work"]]
    happen(state, Do("threats", 1, 0))  # gather
    assert in_play(state, "field_work") is None
    assert pile(state, "face_up") == ["field_work"]


@pytest.mark.rule("S49")
@pytest.mark.parametrize(
    ("characters", "season", "count"),
    [
        (("thea", "keel"), 0, 1),
        (("thea", "keel"), 2, 2),
        (("thea", "keel", "menas"), 0, 2),
        (("thea", "keel", "menas", "fuscus"), 2, 4),
    ],
)
def test_as_many_as_the_season_says_and_more_for_three_and_four(
    characters: tuple[str, ...], season: int, count: int
) -> None:
    state = table(*characters)
    state.season = season
    happen(state, turn.NewObstacles())
    assert len(state.standing) == count


@pytest.mark.rule("S50")
def test_an_obstacle_goes_to_the_lowest_number_without_obstacles() -> None:
    state = table("thea", "keel")
    place(state, "micus_the_craven")  # Empire: Whitehold 1, Eastkeep 7, Yearly Field 13
    assert in_play(state, "micus_the_craven") == ("whitehold", 0, 0)
    place(state, "imperial_secrets")
    assert in_play(state, "imperial_secrets") == ("eastkeep", 1, 2)
    place(state, "the_dread_legion")
    assert in_play(state, "the_dread_legion") == ("yearly_field", 0, 0)
    place(state, "war_machines")
    assert in_play(state, "war_machines") == ("whitehold", 0, 0), "all have one: the lowest number"


@pytest.mark.rule("S50")
def test_a_starting_kind_is_a_tag_a_region_or_any() -> None:
    state = table("thea", "keel")
    place(state, "poisoned_drink")  # hall
    place(state, "radia_the_seer")  # Settled Lands: Hogel Manor 3 is taken
    place(state, "amber_hand_bandits")  # any
    assert in_play(state, "poisoned_drink") == ("hogel_manor", 1, 1)
    assert in_play(state, "radia_the_seer") == ("gravewood", 0, 0)
    assert in_play(state, "amber_hand_bandits") == ("whitehold", 0, 0)


@pytest.mark.rule("S50")
def test_without_a_location_of_its_kind_any_will_do() -> None:
    state = table("thea", "keel")
    state.cells[state.cells.index(place_number(state, "undaris_tower"))] = -1  # the only eldritch location
    obstacle(state, "micus_the_craven", "whitehold")
    place(state, "eldritch_signs")
    assert in_play(state, "eldritch_signs") == ("hogel_manor", 1, 1)


@pytest.mark.rule("S50")
def test_at_a_named_place_it_gets_its_tokens_too() -> None:
    state = table("thea", "keel")
    obstacle(state, "mole_hunt", "parisas_glen")
    happen(state, SETUP_MIASMA)
    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 0, 3)


# ---- S90: how often, in which order


@pytest.mark.rule("S90")
def test_example_of_the_rulebook_two_staged_assets_of_its_skill() -> None:
    state = table("thea", "keel")
    stage(state, "tent", "dragonfly_sticks", "apples")  # two of survival
    obstacle(state, "field_work", "gravewood", progress=0, hindrance=5)
    activate(state)
    assert in_play(state, "field_work") == ("gravewood", 0, 2)


@pytest.mark.rule("S90")
def test_assets_in_progress_and_completed_ones_do_not_count() -> None:
    state = table("thea", "keel")
    stage(state, "tent")
    do(state, "take(keel,tent)")
    obstacle(state, "field_work", "gravewood", progress=0, hindrance=5)
    activate(state)
    assert in_play(state, "field_work") == ("gravewood", 0, 4)


@pytest.mark.rule("S90")
def test_by_the_number_of_the_location(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    obstacle(state, "field_work", "boars_rift", progress=0, hindrance=0)  # 19
    obstacle(state, "mole_hunt", "parisas_glen", progress=0, hindrance=0)  # 5
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)  # 1
    dice(monkeypatch, then=1)
    assert struck(activate(state)) == ["Star-Crossed", "Mole Hunt", "Field Work"]


@pytest.mark.rule("S90")
def test_at_one_location_in_the_order_of_arrival(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    obstacle(state, "quintim_the_vile", "whitehold")  # moves to the keep
    obstacle(state, "mole_hunt", "eastkeep", progress=0, hindrance=1)
    dice(monkeypatch, then=1)
    activate(state)
    assert in_play(state, "quintim_the_vile") == ("eastkeep", 0, 0)
    events = activate(state)
    assert struck(events) == ["Mole Hunt", "Quintim the Vile"], "Mole Hunt was there first"


@pytest.mark.rule("S90")
@pytest.mark.rule("S224")
def test_with_the_option_the_spotlight_player_names_the_next_one(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", activation_order="chosen")
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)
    obstacle(state, "mole_hunt", "parisas_glen", progress=0, hindrance=0)
    obstacle(state, "field_work", "boars_rift", progress=0, hindrance=0)
    state.spotlight = 1
    dice(monkeypatch, then=1)
    activate(state)
    assert state.to_act == (1,)
    assert legal(state) == {"activate(star_crossed)", "activate(mole_hunt)", "activate(field_work)"}
    assert struck(do(state, "activate(field_work)")) == ["Field Work"]
    refuses(state, "activate(field_work)", "S90")
    assert struck(do(state, "activate(mole_hunt)")) == ["Mole Hunt", "Star-Crossed"], "one is left"


@pytest.mark.rule("S90")
def test_one_that_comes_during_the_step_waits(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", scenario="oath_of_the_hawkleader")
    state.pool = 3
    next_obstacles(state, "restless_dead")
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)
    dice(monkeypatch, 4)  # gather
    activate(state)
    assert in_play(state, "restless_dead") == ("undaris_tower", 0, 0), "it would have moved"


@pytest.mark.rule("S90")
def test_one_that_has_left_play_does_not_activate() -> None:
    state = table("thea", "keel")
    before = state.fingerprint()
    happen(state, activation.Activate(state.book.obstacle["field_work"]))
    assert state.fingerprint() == before


# ---- S91: tokens


@pytest.mark.rule("S91")
@pytest.mark.rule("S224")
def test_the_spotlight_player_chooses_which_tokens_go() -> None:
    state = table("thea", "keel")
    state.spotlight = 1
    stage(state, "tent", "dragonfly_sticks")
    obstacle(state, "field_work", "gravewood", progress=2, hindrance=2)
    activate(state)
    assert state.to_act == (1,)
    assert legal(state) == {"lose(field_work,1,2)", "lose(field_work,2,1)"}
    refuses(state, "lose(field_work,0,3)", "S91", seat=1)
    do(state, "lose(field_work,1,2)")
    assert in_play(state, "field_work") == ("gravewood", 1, 0)


@pytest.mark.rule("S91")
@pytest.mark.parametrize("tokens", [(3, 0), (0, 3), (1, 0), (0, 1), (1, 1)])
def test_it_asks_only_with_both_kinds_and_more_tokens_than_activations(tokens: tuple[int, int]) -> None:
    state = table("thea", "keel")
    stage(state, "tent")  # two activations
    obstacle(state, "field_work", "gravewood", progress=tokens[0], hindrance=tokens[1])
    activate(state)
    assert asked(state) == "Acting"
    if sum(tokens) == 2:
        assert in_play(state, "field_work") == ("gravewood", 0, 0), "it does nothing more"
    elif sum(tokens) == 3:
        assert in_play(state, "field_work") == ("gravewood", int(tokens[0] > 0), int(tokens[1] > 0))
    else:
        assert pile(state, "discard") == ["field_work"], "one activation is left for the effect"


@pytest.mark.rule("S91")
def test_activations_that_are_used_up_move_nothing() -> None:
    state = table("thea", "keel")
    obstacle(state, "quintim_the_vile", "whitehold", hindrance=1)
    activate(state)
    assert in_play(state, "quintim_the_vile") == ("whitehold", 0, 0)


# ---- S92: movement


@pytest.mark.rule("S92")
@pytest.mark.rule("S224")
def test_the_next_location_on_a_shortest_way_chosen_where_several_are() -> None:
    state = table("thea", "keel")
    obstacle(state, "micus_the_craven", "whitehold")  # to Parisa's Glen or Loomwood, both four steps away
    activate(state)
    assert legal(state) == {"at(eastkeep)", "at(gravewood)"}
    assert state.to_act == (0,), "the spotlight player"
    do(state, "at(eastkeep)")
    assert in_play(state, "micus_the_craven") == ("eastkeep", 0, 0)
    activate(state)
    assert legal(state) == {"at(yearly_field)", "at(boars_peak)"}
    refuses(state, "at(whitehold)", "S92")


@pytest.mark.rule("S92")
def test_the_nearest_location_with_one_of_its_tags(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    obstacle(state, "drauga_the_vicious", "yearly_field")  # Loomwood is two steps away, the Glen too
    activate(state)
    assert in_play(state, "drauga_the_vicious") == ("boars_rift", 0, 0)
    activate(state)
    assert legal(state) == {"at(loomwood)", "at(parisas_glen)"}, "to the same goal or to another"
    do(state, "at(loomwood)")
    dice(monkeypatch, then=1)
    activate(state)
    assert threats(state, "loomwood") == 1
    assert pile(state, "discard") == ["drauga_the_vicious"]


@pytest.mark.rule("S92")
def test_each_activation_is_a_step_and_what_is_left_at_the_goal_the_effect(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    stage(state, "zarahs_charm", "shadow_walk")  # disguise: three activations
    obstacle(state, "aldric_the_deceitful", "hogel_manor")  # to the vault: Gravewood, Whitehold
    dice(monkeypatch, then=1)
    activate(state)
    assert threats(state, "whitehold") == 1
    assert in_play(state, "aldric_the_deceitful") is None


@pytest.mark.rule("S92")
def test_steps_that_use_up_the_activations_leave_no_effect() -> None:
    state = table("thea", "keel")
    stage(state, "zarahs_charm")  # two activations
    obstacle(state, "aldric_the_deceitful", "hogel_manor")
    activate(state)
    assert in_play(state, "aldric_the_deceitful") == ("whitehold", 0, 0)
    assert threats(state, "whitehold") == 0


@pytest.mark.rule("S92")
def test_without_a_location_of_its_tag_the_effect_happens_where_it_is(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.cells[state.cells.index(place_number(state, "whitehold"))] = -1  # the only vault
    obstacle(state, "master_of_the_veil", "hogel_manor")
    dice(monkeypatch, then=1)
    activate(state)
    assert threats(state, "hogel_manor") == 1


@pytest.mark.rule("S92")
@pytest.mark.rule("S174")
def test_the_orb_moves_toward_the_lowest_command() -> None:
    state = table("thea", "keel")  # command 3 and 1
    stand(state, "thea", "eastkeep")
    stand(state, "keel", "hogel_manor")
    obstacle(state, "orb_of_psychic_torment", "whitehold")
    activate(state)
    assert in_play(state, "orb_of_psychic_torment") == ("gravewood", 0, 0)
    activate(state)
    assert in_play(state, "orb_of_psychic_torment") == ("hogel_manor", 0, 0)
    activate(state)
    assert person(state, "keel").psyche == 2
    assert person(state, "thea").psyche == 5
    assert pile(state, "discard") == ["orb_of_psychic_torment"]


@pytest.mark.rule("S92")
def test_of_several_with_the_lowest_command_the_orb_goes_to_the_nearest() -> None:
    state = table("fuscus", "keel")  # both 1
    stand(state, "fuscus", "undaris_tower")
    stand(state, "keel", "eastkeep")
    obstacle(state, "orb_of_psychic_torment", "whitehold")
    activate(state)
    assert in_play(state, "orb_of_psychic_torment") == ("eastkeep", 0, 0)


# ---- S93: effects


@pytest.mark.rule("S93")
def test_a_threat_happens_once_and_the_obstacle_is_discarded(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    pool = state.pool
    stage(state, "tent", "dragonfly_sticks")
    obstacle(state, "field_work", "gravewood", progress=1, hindrance=0)
    dice(monkeypatch, then=1)
    activate(state)
    assert threats(state, "gravewood") == 1
    assert state.pool == pool - 1
    assert pile(state, "discard") == ["field_work"]
    sound(state)


@pytest.mark.rule("S93")
@pytest.mark.rule("S175")
def test_stress_hurts_everybody_there_without_a_roll() -> None:
    state = table("thea", "keel", "menas")
    stand(state, "menas", "loomwood")
    give(state, "thea", 1)
    obstacle(state, "tripwire", "parisas_glen", progress=0, hindrance=0)
    activate(state)
    assert [person(state, name).body for name in ("thea", "keel", "menas")] == [2, 2, 5]
    assert pile(state, "discard") == ["tripwire"]


@pytest.mark.rule("S93")
@pytest.mark.rule("S174")
def test_miasma_discards_all_dice_there_and_repeats() -> None:
    state = table("thea", "keel")
    stage(state, "radiant_fernbrake")  # lore: two activations
    lay(state, "parisas_glen", "stability-1", "sorcery-6", "military-3")
    lay(state, "loomwood", "stability-2")
    obstacle(state, "miasma_of_malevolence", "parisas_glen", hindrance=0)
    events = activate(state)
    assert lying(state, "parisas_glen") == ()
    assert lying(state, "loomwood") == ("stability-2",)
    assert struck(events) == ["Miasma of Malevolence"] * 2, "once for each activation"
    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 0, 0)
    assert pile(state, "discard") == []
    sound(state)


@pytest.mark.rule("S93")
@pytest.mark.rule("S174")
@pytest.mark.rule("S175")
def test_obstacles_of_entry_never_activate_and_make_entry_dearer() -> None:
    state = table("thea", "keel")
    stage(state, "zarahs_charm", "shadow_walk")
    obstacle(state, "background_checks", "eastkeep")
    obstacle(state, "imperial_guard", "eastkeep", hindrance=0)
    activate(state)
    assert in_play(state, "background_checks") == ("eastkeep", 0, 3)
    assert in_play(state, "imperial_guard") == ("eastkeep", 0, 0)
    stand(state, "thea", "whitehold", moves=2)
    assert legal(state, "move", seat=0) == {"move(thea,gravewood)"}
    stand(state, "thea", "whitehold", moves=3)
    do(state, "move(thea,eastkeep)")
    assert person(state, "thea").moves == 0


@pytest.mark.rule("S93")
def test_tokens_on_an_obstacle_of_entry_serve_to_remove_it(monkeypatch: PATCH) -> None:
    state = table("fuscus", "thea")
    stand(state, "fuscus", "eastkeep")
    give(state, "fuscus", 1, 2, 3)
    obstacle(state, "background_checks", "eastkeep")
    dice(monkeypatch, then=1)
    do(state, "overcome(fuscus,background_checks)", "guard(fuscus,[])", "hinder")
    assert in_play(state, "background_checks") is None


@pytest.mark.rule("S93")
def test_it_is_discarded_after_its_effect(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", scenario="oath_of_the_hawkleader")
    state.pool = 3
    next_obstacles(state, "micus_the_craven")
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)
    dice(monkeypatch, 4)  # gather: a location of the Empire without obstacles
    activate(state)
    assert in_play(state, "micus_the_craven") == ("eastkeep", 0, 0)
    assert pile(state, "discard") == ["star_crossed"]


@pytest.mark.rule("S175")
@pytest.mark.parametrize("name", ["wrath_of_the_autarch", "the_severing"])
def test_the_cards_of_the_finales_stay_and_strike_once_in_a_turn(monkeypatch: PATCH, name: str) -> None:
    state = table("thea", "keel")
    stage(state, "baron_barksalot", "radiant_fernbrake", "arens_platemail", "jugglepuff")
    obstacle(state, name, "yearly_field", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    events = activate(state)
    assert len(struck(events)) == 1
    assert threats(state, "yearly_field") == 1
    assert in_play(state, name) == ("yearly_field", 0, 0)


@pytest.mark.rule("S175")
def test_angry_mobs_are_judged_by_how_many_are_in_play(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    stand(state, "keel", "loomwood")
    give(state, "thea", 1, 2, 3)
    obstacle(state, "angry_mob", "parisas_glen", progress=1)
    obstacle(state, "angry_mob_2", "parisas_glen", progress=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(thea,angry_mob)", "guard(thea,[])")
    assert in_play(state, "angry_mob") == ("parisas_glen", 4, 0), "two mobs: 6"
    do(state, "overcome(thea,angry_mob)", "guard(thea,[])")
    assert overcome_by(state, "thea") == ["angry_mob"]
    do(state, "overcome(thea,angry_mob_2)", "guard(thea,[])")
    assert overcome_by(state, "thea") == ["angry_mob", "angry_mob_2"], "one mob: 3"


# ---- S94: forts


@pytest.mark.rule("S94")
def test_a_unit_that_moves_into_a_fort_gets_2_hindrance_and_goes_on() -> None:
    state = table("thea", "keel")
    stage(state, "cannon")  # tactics: two activations
    obstacle(state, "micus_the_craven", "eastkeep")
    activate(state)
    do(state, "at(boars_peak)")
    assert in_play(state, "micus_the_craven") == ("boars_rift", 0, 4)
    activate(state)
    assert in_play(state, "micus_the_craven") == ("boars_rift", 0, 2), "they hold it up from the next turn on"


@pytest.mark.rule("S94")
@pytest.mark.rule("S6")
def test_a_fort_gives_no_more_than_an_obstacle_can_hold() -> None:
    state = table("thea", "keel")
    obstacle(state, "micus_the_craven", "eastkeep", hindrance=11)
    obstacles.go(state, state.book.obstacle["micus_the_craven"], place_number(state, "boars_rift"), [])
    assert in_play(state, "micus_the_craven") == ("boars_rift", 0, 12)


@pytest.mark.rule("S94")
def test_others_and_units_that_are_placed_there_get_none() -> None:
    state = table("thea", "keel")
    obstacle(state, "drauga_the_vicious", "yearly_field")
    activate(state)
    assert in_play(state, "drauga_the_vicious") == ("boars_rift", 0, 0)
    obstacles.place(state, state.book.obstacle["war_machines"], [], place_number(state, "boars_rift"))
    assert in_play(state, "war_machines") == ("boars_rift", 0, 0)


@pytest.mark.rule("S94")
def test_other_forts_do_not_have_this_text() -> None:
    state = table("thea", "keel")
    settle(state, "sightrock_keep", 1, 5)
    obstacle(state, "micus_the_craven", "sightrock_keep")
    obstacles.go(state, state.book.obstacle["micus_the_craven"], place_number(state, "sightrock_keep"), [])
    assert in_play(state, "micus_the_craven") == ("sightrock_keep", 0, 0)


# ---- S95: threats and the threat roll


def threat(state: SixWintersState, location: str) -> list[Event]:
    """A threat token goes to a location."""
    return happen(state, activation.Threaten(place_number(state, location)))


@pytest.mark.rule("S95")
@pytest.mark.parametrize(("face", "effect"), [(4, False), (5, True), (6, True)])
def test_only_a_roll_higher_than_what_is_left_does_something(
    monkeypatch: PATCH, face: int, effect: bool
) -> None:
    state = table("thea", "keel")  # 5 in the pool
    lay(state, "loomwood", "stability-1", "military-1")
    state.hindered = [state.book.obstacle["field_work"], state.book.obstacle["mole_hunt"]]
    dice(monkeypatch, face)
    threat(state, "whitehold")
    assert (state.pool, threats(state, "whitehold")) == (4, 1)
    assert lying(state, "loomwood") == (("military-1",) if effect else ("stability-1", "military-1"))
    assert pile(state, "face_up") == (["field_work"] if effect else []), "the oldest one"
    assert pile(state, "hindered") == (["mole_hunt"] if effect else ["field_work", "mole_hunt"])


@pytest.mark.rule("S95")
def test_a_1_never_does_anything(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    threat_roll(state, monkeypatch, 1)
    assert asked(state) == "Acting"
    threat_roll(state, monkeypatch, 2, "loomwood")
    assert asked(state) == "Cursing"


@pytest.mark.rule("S95")
@pytest.mark.rule("S121")
def test_the_last_token_loses_at_once_without_a_roll(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.pool = 1
    dice(monkeypatch, 2)
    events = threat(state, "whitehold")
    assert state.outcome is not None
    assert state.outcome.scores == (0.0, 0.0)
    assert state.outcome.rule == "S121"
    assert not [text for text in told(events) if "roll" in text]


# ---- S96: surges


@pytest.mark.rule("S96")
@pytest.mark.rule("S224")
def test_a_threat_where_one_lies_surges_to_an_adjacent_location(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    threaten(state, "gravewood")
    dice(monkeypatch, then=1)
    threat(state, "gravewood")
    assert legal(state) == {"at(whitehold)", "at(hogel_manor)", "at(boars_peak)"}
    refuses(state, "at(loomwood)", "S96")
    do(state, "at(boars_peak)")
    assert (threats(state, "gravewood"), threats(state, "boars_peak")) == (2, 1)
    assert state.pool == 2
    assert asked(state) == "Acting"


@pytest.mark.rule("S96")
def test_it_surges_again_and_again_and_may_go_back(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.pool = 6
    state.threats[place_number(state, "hogel_manor")] = 1
    state.threats[place_number(state, "gravewood")] = 1
    dice(monkeypatch, then=1)
    threat(state, "hogel_manor")  # only Gravewood is adjacent: nothing is asked
    assert threats(state, "gravewood") == 2
    do(state, "at(hogel_manor)")
    assert (threats(state, "hogel_manor"), threats(state, "gravewood")) == (3, 3)
    do(state, "at(whitehold)")
    assert state.pool == 1
    assert asked(state) == "Acting"


@pytest.mark.rule("S96")
def test_a_chain_can_lose_the_game(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.pool = 2
    state.threats[place_number(state, "hogel_manor")] = 1
    dice(monkeypatch, then=1)
    threat(state, "hogel_manor")
    assert state.outcome is not None
    assert state.outcome.scores == (0.0, 0.0)


@pytest.mark.rule("S96")
def test_each_token_of_a_surge_is_rolled_for_and_the_effect_comes_first(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.threats[place_number(state, "hogel_manor")] = 1
    state.pool = 3
    lay(state, "loomwood", "stability-4")
    dice(monkeypatch, 3, 6)  # 2 left: a curse; then 1 left
    threat(state, "hogel_manor")
    assert asked(state) == "Cursing"
    assert threats(state, "gravewood") == 0
    do(state, "curse(thea,lore)")
    assert threats(state, "gravewood") == 1
    assert lying(state, "loomwood") == ()


@pytest.mark.rule("S96")
def test_with_the_option_a_fort_becomes_its_ruins(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", fort_ruins=True)
    stand(state, "thea", "boars_rift")
    obstacle(state, "field_work", "boars_rift")
    lay(state, "boars_rift", "military-2", "sorcery-1")
    threaten(state, "boars_rift")
    cell = state.cells.index(place_number(state, "boars_rift"))
    dice(monkeypatch, then=1)
    threat(state, "boars_rift")
    assert asked(state) == "Acting", "the token is not passed on"
    ruins = place_number(state, "ruins_of_boars_rift")
    assert state.cells[cell] == ruins
    assert state.level[ruins] == 0
    assert threats(state, "ruins_of_boars_rift") == 2
    assert person(state, "thea").place == ruins
    assert in_play(state, "field_work") == ("ruins_of_boars_rift", 1, 1)
    assert lying(state, "ruins_of_boars_rift") == ()
    sound(state)


@pytest.mark.rule("S96")
@pytest.mark.rule("S180")
def test_ruins_stand_in_for_their_fort(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", scenario="two_eyes_in_one_face", fort_ruins=True)
    state.threats[place_number(state, "boars_rift")] = 1
    dice(monkeypatch, then=1)
    threat(state, "boars_rift")
    assert threats(state, "ruins_of_boars_rift") == 2
    happen(state, Do("completion", 1, 0, 0))
    assert threats(state, "ruins_of_boars_rift") == 1
    obstacle(state, "field_work", "ruins_of_boars_rift")
    happen(state, Do("completion", 1, 0, 1))
    assert in_play(state, "field_work") is None
    happen(state, Do("completion", 1, 0, 2))
    assert state.level[place_number(state, "ruins_of_boars_rift")] == 1
    happen(state, Do("threats", 1, 0))
    assert state.level[place_number(state, "ruins_of_boars_rift")] == 0, "a threat token is there"


@pytest.mark.rule("S96")
def test_without_the_option_forts_surge_like_others(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    threaten(state, "boars_rift")
    dice(monkeypatch, then=1)
    threat(state, "boars_rift")
    assert asked(state) == "Surging"


# ---- S97: hindered obstacles come back


@pytest.mark.rule("S97")
def test_a_hindered_obstacle_comes_back_in_the_next_step_5(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    empty_decks(state)
    obstacle(state, "star_crossed", "loomwood", progress=0, hindrance=0)
    state.hindered = [state.book.obstacle["field_work"]]
    dice(monkeypatch, then=6)
    next_turn(state)
    assert in_play(state, "field_work") == ("gravewood", 1, 1)
    assert pile(state, "hindered") == []
    assert in_play(state, "star_crossed") == ("loomwood", 1, 1), "drawn from the discard pile"
    sound(state)


# ---- S98: scenario effects


@pytest.mark.rule("S98")
@pytest.mark.rule("S224")
def test_a_curse_is_for_one_skill_that_is_not_cursed_yet() -> None:
    state = table("thea", "keel")
    state.spotlight = 1
    person(state, "thea").curses = [state.book.skill["lore"]]
    happen(state, Do("threats", 1, 0))
    assert state.to_act == (1,)
    choices = legal(state)
    assert len(choices) == 15
    assert "curse(thea,lore)" not in choices
    refuses(state, "curse(thea,lore)", "S98", seat=1)
    do(state, "curse(keel,lore)", seat=1)
    assert person(state, "keel").curses == [state.book.skill["lore"]]


@pytest.mark.rule("S98")
def test_a_curse_is_left_out_where_all_skills_are_cursed() -> None:
    state = table("thea", "keel")
    for someone in state.people:
        someone.curses = list(range(8))
    happen(state, Do("threats", 1, 0))
    assert asked(state) == "Acting"


@pytest.mark.rule("S98")
def test_discard_takes_a_type_from_all_locations() -> None:
    state = table("thea", "keel")
    lay(state, "loomwood", "stability-1", "stability-6")
    lay(state, "whitehold", "stability-3", "espionage-3")
    happen(state, Do("threats", 0, 0))
    assert lying(state, "loomwood") == ()
    assert lying(state, "whitehold") == ("espionage-3",)
    sound(state)


@pytest.mark.rule("S98")
@pytest.mark.parametrize(
    ("there", "level"),
    [("", 1), ("token", 0), ("restless_dead", 0), ("micus_the_craven", 0), ("field_work", 1)],
)
def test_lower_only_if_the_condition_holds(there: str, level: int) -> None:
    state = table("thea", "keel", scenario="two_eyes_in_one_face")
    if there == "token":
        threaten(state, "boars_rift")
    elif there:
        obstacle(state, there, "boars_rift")
    happen(state, Do("threats", 1, 0))
    assert state.level[place_number(state, "boars_rift")] == level


@pytest.mark.rule("S98")
def test_lower_goes_down_a_level_and_not_below_none() -> None:
    state = table("thea", "keel", scenario="longstanding_traditions")
    glen = place_number(state, "parisas_glen")
    threaten(state, "parisas_glen")
    for level in (1, 0, 0):
        happen(state, Do("threats", 1, 0))
        assert state.level[glen] == level
    produce(state, "parisas_glen", 1, "military")
    happen(state, Do("threats", 1, 0))
    assert state.level[glen] == 1, "another resource is produced there"


@pytest.mark.rule("S98")
def test_strain_hurts_each_character_wherever_it_is() -> None:
    state = table("thea", "keel", scenario="served_cold")
    stand(state, "keel", "whitehold")
    happen(state, Do("threats", 1, 0))
    assert (person(state, "thea").body, person(state, "keel").body) == (2, 2)
    assert (person(state, "thea").psyche, person(state, "keel").psyche) == (5, 3)


@pytest.mark.rule("S98")
def test_gather_draws_one_card_and_places_it_at_once() -> None:
    state = table("thea", "keel", "menas", scenario="oath_of_the_hawkleader")
    next_obstacles(state, "field_work", "mole_hunt")
    happen(state, Do("threats", 1, 0))
    assert in_play(state, "field_work") == ("gravewood", 1, 1)
    assert in_play(state, "mole_hunt") is None


@pytest.mark.rule("S98")
def test_press_removes_hindrance_from_obstacles_of_a_skill() -> None:
    state = table("thea", "keel", scenario="the_betrayed")
    obstacle(state, "mole_hunt", "loomwood", progress=2, hindrance=3)  # thievery
    obstacle(state, "field_work", "gravewood", progress=2, hindrance=3)
    happen(state, Do("threats", 1, 0))
    assert in_play(state, "mole_hunt") == ("loomwood", 2, 0)
    assert in_play(state, "field_work") == ("gravewood", 2, 3)


# ---- S99: out of play


@pytest.mark.rule("S99")
def test_what_an_effect_discards_goes_to_the_discard_pile_without_tokens() -> None:
    state = table("thea", "keel", scenario="honest_days_work")
    obstacle(state, "field_work", "gravewood", progress=3, hindrance=1)
    obstacle(state, "mole_hunt", "loomwood")
    happen(state, Do("completion", 1, 0))
    assert legal(state) == {"pick(field_work)", "pick(mole_hunt)"}
    do(state, "pick(field_work)")
    assert pile(state, "discard") == ["field_work"]
    obstacles.place(state, state.discard.pop(), [])
    assert in_play(state, "field_work") == ("gravewood", 1, 1), "its starting tokens again"


@pytest.mark.rule("S99")
def test_what_is_burned_never_comes_back() -> None:
    state = table("thea", "keel")
    obstacle(state, "miasma_of_malevolence", "parisas_glen")
    happen(state, Do("completion", 1, 0))
    assert pile(state, "burned") == ["miasma_of_malevolence"]
    assert pile(state, "discard") == []
    happen(state, SETUP_MIASMA)
    assert in_play(state, "miasma_of_malevolence") is None


@pytest.mark.rule("S99")
def test_a_locked_obstacle_that_was_discarded_can_come_back() -> None:
    state = table("thea", "keel")
    empty_decks(state)
    discarded(state, "miasma_of_malevolence")
    happen(state, turn.NewObstacles())
    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 0, 3)


@pytest.mark.rule("S99")
def test_a_card_that_is_named_comes_from_wherever_it_is_out_of_play() -> None:
    for name in ("obstacle_deck", "discard", "hindered", "face_up"):
        state = table("thea", "keel")
        getattr(state, name).append(state.book.obstacle["miasma_of_malevolence"])
        happen(state, SETUP_MIASMA)
        assert in_play(state, "miasma_of_malevolence") is not None
        sound(state)


@pytest.mark.rule("S99")
def test_a_card_that_was_put_openly_on_the_deck_is_not_expected_there_any_more() -> None:
    state = table("thea", "keel")
    number = state.book.obstacle["miasma_of_malevolence"]
    state.obstacle_deck.append(number)
    state.known.append(number)
    happen(state, SETUP_MIASMA)
    assert state.known == []


@pytest.mark.rule("S12")
def test_a_card_that_was_put_openly_on_top_is_drawn_without_news() -> None:
    """What all have seen reveals nothing; the cards under it are still anybody's guess."""
    state = table()
    top = state.obstacle_deck[-1]
    state.known = [top]
    before = state.reveals
    twin = state.copy()
    twin.obstacle_deck[0], twin.obstacle_deck[-1] = top, state.obstacle_deck[0]  # the view is the same
    assert state.imagine(0, Rng(4)).obstacle_deck == twin.imagine(0, Rng(4)).obstacle_deck
    assert decks.draw_card(state) == top
    assert (state.reveals, state.known) == (before, [])
    decks.draw_card(state)
    assert state.reveals == before + 1
