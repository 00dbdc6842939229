"""D. Narrating a scene (S76 to S80), with the questions within it (S223)."""

from typing import Any

import pytest
from tests.games.six_winters.positions import (
    asked,
    beat,
    box,
    completed,
    dice,
    do,
    finish,
    give,
    holds,
    in_play,
    legal,
    obstacle,
    overcome_by,
    person,
    pile,
    refuses,
    rush,
    sound,
    stand,
    stash,
    stress_rolls,
    table,
    to_scene,
    unlock,
    wound,
)

from fimbul.games.six_winters.rules.acting.narrating import scored
from fimbul.games.six_winters.rules.story import needed
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch
RITUAL = 2  # of The Order of the Blue Robe: Arankh, lore, 15 each, 1 psyche die each
BOOK = 3  # Undari's Tower, survival, 20 each, 2 body dice each


def glen(*characters: str, **options: Any) -> SixWintersState:
    """Everybody is at the first scene of The Order of the Blue Robe: rapport, 10 points each."""
    return table(*characters, **options)


def told(state: SixWintersState) -> None:
    """Nobody says anything about the scene, up to its stress."""
    while asked(state) == "Telling":
        do(state, 'tell("")')


# ---- S76: when


@pytest.mark.rule("S76")
def test_all_must_be_at_its_location() -> None:
    state = glen("thea", "keel")
    finish(state, "keel", "dragonfly_sticks", "tent")  # 24 points
    assert legal(state, "narrate") == {"narrate(thea)", "narrate(keel)"}
    stand(state, "thea", "loomwood")
    assert not legal(state, "narrate")
    stand(state, "keel", "loomwood")
    assert not legal(state, "narrate")


@pytest.mark.rule("S76")
def test_their_cards_must_be_able_to_reach_its_points() -> None:
    state = glen("thea", "keel")
    finish(state, "keel", "dragonfly_sticks")  # 15
    beat(state, "thea", "aldric_the_deceitful")  # 4
    assert not legal(state, "narrate")
    refuses(state, "narrate(thea)", "S76")
    finish(state, "thea", "windillipus_bronson")  # lasting, 5
    assert legal(state, "narrate")


@pytest.mark.rule("S76")
def test_it_costs_no_dice_and_no_movement_and_must_be_finished(monkeypatch: PATCH) -> None:
    state = glen("thea", "keel")
    give(state, "thea", 4)
    finish(state, "keel", "dragonfly_sticks", "tent")
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)")
    assert holds(state, "thea") == [4]
    assert person(state, "thea").moves == 4
    assert legal(state) == {"play_asset(keel,dragonfly_sticks)", "play_asset(keel,tent)"}


# ---- S77: points


@pytest.mark.rule("S77")
def test_example_of_the_rulebook() -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    beat(state, "thea", "repeating_histories")  # lore, 6
    finish(state, "thea", "imperial_violin")  # 12, of another skill
    beat(state, "fuscus", "tome_of_forking_paths", "mole_hunt")  # lore, 6; thievery, 6
    assert needed(state) == 30
    do(state, "narrate(thea)", "play_obstacle(thea,repeating_histories)")
    assert scored(state) == 9
    do(state, "play_asset(thea,imperial_violin)")
    assert scored(state) == 21
    do(state, "play_obstacle(fuscus,tome_of_forking_paths)")
    assert scored(state) == 35, "29 were not enough, and there was only one card left"
    assert asked(state) == "Telling"


@pytest.mark.rule("S77")
@pytest.mark.parametrize(("characters", "mode", "points"), [(2, "normal", 20), (2, "difficult", 30)])
def test_points_are_for_each_player(characters: int, mode: str, points: int) -> None:
    assert needed(glen("thea", "keel", difficulty=mode)) == points


@pytest.mark.rule("S77")
def test_points_of_more_players_and_of_solo() -> None:
    assert needed(glen("thea", "keel", "menas")) == 30
    assert needed(glen("thea", "keel", "menas", "fuscus")) == 40
    assert needed(glen("thea", "keel", seats=1)) == 20


@pytest.mark.rule("S77")
def test_the_rank_is_that_of_the_character_who_plays_the_card() -> None:
    state = glen("thea", "fuscus")  # rapport 2 and 3
    finish(state, "thea", "gravewood_ale", "imperial_violin", "tent")
    finish(state, "fuscus", "starsalt")
    do(state, "narrate(thea)", "play_asset(fuscus,starsalt)")
    assert scored(state) == 11 + 3
    do(state, "play_asset(thea,tent)")
    assert scored(state) == 14 + 9, "survival is no skill of this scene"
    wound(state, "thea", "psyche", "rapport")
    do(state, "play_asset(thea,gravewood_ale)")
    assert scored(state) == 23 + 10 + 1, "a condition lowers the rank"


@pytest.mark.rule("S77")
def test_with_two_skills_a_card_of_either_earns_one_bonus() -> None:
    state = table("menas", "thea", scenario="two_eyes_in_one_face")
    to_scene(state, 1)  # survival, combat; Menas has 2 and 3
    finish(state, "menas", "tent", "dragonfly_sticks", "mask_of_the_frenzied_beast", "cannon")
    do(state, "narrate(menas)", "play_asset(menas,tent)")
    assert scored(state) == 9 + 2
    do(state, "play_asset(menas,mask_of_the_frenzied_beast)")
    assert scored(state) == 11 + 14 + 3
    do(state, "play_asset(menas,cannon)")
    assert scored(state) == 28 + 17


@pytest.mark.rule("S77")
def test_lasting_assets_count_by_themselves_with_the_bonus() -> None:
    state = glen("thea", "fuscus")
    finish(state, "thea", "griddle_bok_the_transmuter", "viator_the_courtier")  # 6; rapport 9
    finish(state, "fuscus", "apples")
    assert scored(state) == 6 + 9 + 2
    do(state, "narrate(thea)")
    assert asked(state) == "Telling", "the only card is played by itself: 17 and 4 and 3"


@pytest.mark.rule("S77")
def test_when_the_points_are_reached_they_may_stop_or_play_more() -> None:
    state = glen("thea", "keel")
    finish(state, "keel", "dragonfly_sticks", "tent")
    finish(state, "thea", "cannon")
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    assert "done" not in legal(state)
    do(state, "play_asset(keel,tent)")
    assert legal(state) == {"play_asset(keel,dragonfly_sticks)", "done"}
    do(state, "done", seat=0)
    assert asked(state) == "Telling"
    rush(state)
    assert completed(state, "keel") == ["dragonfly_sticks"], "what was not played is kept"


@pytest.mark.rule("S77")
@pytest.mark.rule("S223")
def test_each_plays_for_the_own_character_in_any_order() -> None:
    state = glen("thea", "keel")
    finish(state, "keel", "dragonfly_sticks")
    finish(state, "thea", "tent")
    do(state, "narrate(thea)")
    assert state.to_act == (0, 1)
    assert legal(state, seat=0) == {"play_asset(thea,tent)"}
    assert legal(state, seat=1) == {"play_asset(keel,dragonfly_sticks)"}
    refuses(state, "play_asset(keel,dragonfly_sticks)", "S77", seat=0)


@pytest.mark.rule("S77")
@pytest.mark.rule("S175")
def test_an_angry_mob_scores_3() -> None:
    state = glen("thea", "keel")
    beat(state, "thea", "angry_mob")
    obstacle(state, "angry_mob_2", "loomwood")
    finish(state, "thea", "cannon")
    do(state, "narrate(thea)", "play_obstacle(thea,angry_mob)")
    assert asked(state) == "Telling", "3 and 17 are just enough"


# ---- S78: words, and discarding


@pytest.mark.rule("S78")
@pytest.mark.rule("S223")
def test_everybody_is_asked_once_from_the_spotlight_player_on() -> None:
    state = glen("thea", "keel", "menas")
    state.spotlight = 1
    finish(state, "thea", "cannon", "dragonfly_sticks")
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    assert asked(state) == "Telling"
    for seat, words in ((1, "A story, told twice."), (2, ""), (0, "Nothing.")):
        assert state.to_act == (seat,)
        do(state, f'tell("{words}")')
    assert asked(state) != "Telling"
    assert state.words == [("Keel", "A story, told twice."), ("Menas", ""), ("Thea", "Nothing.")]


@pytest.mark.rule("S78")
def test_an_answer_has_at_most_1000_characters() -> None:
    state = glen("thea", "keel")
    finish(state, "thea", "cannon", "tent")
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    refuses(state, f'tell("{"x " * 500}.")', "S78")
    do(state, f'tell("{"x " * 500}")')
    assert state.to_act == (1,)


@pytest.mark.rule("S78")
def test_what_was_played_goes_beside_the_mat_and_lasting_assets_stay() -> None:
    state = glen("thea", "keel")
    finish(state, "thea", "cannon", "griddle_bok_the_transmuter")
    beat(state, "keel", "field_work")
    beat(state, "thea", "mole_hunt")
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    assert "done" in legal(state)
    do(state, "play_obstacle(keel,field_work)", "done", seat=1)
    rush(state)
    book, thea, keel = state.book, person(state, "thea"), person(state, "keel")
    assert completed(state, "thea") == ["griddle_bok_the_transmuter"]
    assert [book.assets[card].id for card in thea.played_assets] == ["cannon"]
    assert overcome_by(state, "keel") == []
    assert [book.obstacles[card].id for card in keel.played_obstacles] == ["field_work"]
    assert overcome_by(state, "thea") == ["mole_hunt"]
    assert "field_work" not in pile(state, "discard")
    sound(state)


@pytest.mark.rule("S78")
@pytest.mark.parametrize(("body", "after"), [(1, 2), (6, 6)])
def test_apples_recover_the_one_who_plays_them(body: int, after: int) -> None:
    state = glen("thea", "keel")
    person(state, "keel").body = body
    finish(state, "keel", "apples")
    finish(state, "thea", "cannon")
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    assert person(state, "keel").body == body, "not before the words"
    rush(state, "Dividing")
    assert person(state, "keel").body == after
    assert person(state, "thea").body == 3


@pytest.mark.rule("S78")
def test_lasting_assets_score_again_in_the_next_scene() -> None:
    state = glen("thea", "fuscus")
    finish(state, "thea", "viator_the_courtier", "jugglepuff", "griddle_bok_the_transmuter")
    assert scored(state) == 9 + 2 + 8 + 6
    do(state, "narrate(thea)")
    rush(state)
    assert state.scene == 1
    assert scored(state) == 9 + 8 + 3 + 6 + 3


# ---- S79: stress


@pytest.mark.rule("S79")
@pytest.mark.rule("S223")
def test_example_of_the_rulebook_of_stress(monkeypatch: PATCH) -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    finish(state, "thea", "undaris_map", "radiant_fernbrake")
    give(state, "thea", 3)
    dice(monkeypatch, 4, 5)
    do(state, "narrate(thea)", "play_asset(thea,undaris_map)")
    told(state)
    assert legal(state) == {"bear(thea)", "bear(fuscus)"}
    do(state, "bear(thea)", "bear(thea)")
    assert legal(state) == {"guard(thea,[])", "guard(thea,[action-3])"}
    do(state, "guard(thea,[action-3])", "cancel(psyche,4)")
    assert person(state, "thea").psyche == 4
    assert person(state, "fuscus").psyche == 4
    assert holds(state, "thea") == [], "the 3 is spent"
    sound(state)


@pytest.mark.rule("S79")
def test_the_spotlight_player_divides_body_before_psyche(monkeypatch: PATCH) -> None:
    state = table("menas", "thea", scenario="two_eyes_in_one_face")
    to_scene(state, 2)  # Boar's Rift, tactics, 1 body and 1 psyche each
    state.spotlight = 1
    finish(state, "menas", "cannon", "ley_line_map")  # 20 and 17
    finish(state, "thea", "tent")
    dice(monkeypatch, 5, 5, 5, 5)
    do(state, "narrate(menas)")
    rush(state, "Dividing")
    assert state.to_act == (1,)
    do(state, "bear(thea)", seat=1)  # body
    assert legal(state) == {"bear(menas)", "bear(thea)"}, "equal dice go in seat order: the next is psyche"
    do(state, "bear(menas)", "bear(menas)", seat=1)
    assert (person(state, "menas").psyche, person(state, "menas").body) == (1, 5)
    assert (person(state, "thea").psyche, person(state, "thea").body) == (5, 1)


@pytest.mark.rule("S79")
def test_equal_dice_are_divided_in_seat_order() -> None:
    state = table("thea", "keel", "menas")
    finish(state, "thea", "cannon", "dragonfly_sticks")
    do(state, "narrate(thea)")
    rush(state, "Dividing")
    do(state, "bear(keel)")
    assert legal(state) == {"bear(keel)", "bear(menas)"}
    refuses(state, "bear(thea)", "S79")


@pytest.mark.rule("S79")
def test_only_the_own_dice_and_cards_help(monkeypatch: PATCH) -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    finish(state, "thea", "undaris_map", "radiant_fernbrake", "jugglepuff")
    unlock(state, "thea", 3)
    stash(state, "thea", "the_conciliator", "stability-1")
    give(state, "thea", 1)
    give(state, "fuscus", 4)
    dice(monkeypatch, 3, 3)
    do(state, "narrate(thea)", "play_asset(thea,undaris_map)")
    rush(state, "Dividing")
    do(state, "bear(fuscus)")
    assert legal(state) == {"guard(fuscus,[])", "guard(fuscus,[action-4])"}
    do(state, "guard(fuscus,[])")
    assert person(state, "fuscus").psyche == 2, "both dice are above his lore of 2"
    assert box(state, "thea", "the_conciliator") == ("stability-1",)
    assert holds(state, "thea") == [1]


@pytest.mark.rule("S79")
def test_defending_assets_and_stashed_dice_work_and_previews_do_not(monkeypatch: PATCH) -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    finish(state, "thea", "undaris_map", "radiant_fernbrake", "jugglepuff", "clockwork_dragonfly")
    unlock(state, "thea", 3)
    stash(state, "thea", "the_conciliator", "stability-2")
    dice(monkeypatch, 6)
    do(state, "narrate(thea)", "play_asset(thea,undaris_map)")
    rush(state, "Dividing")
    do(state, "bear(thea)", "bear(thea)")
    assert legal(state) == {"use(thea,jugglepuff)", "done"}
    events = do(state, "use(thea,jugglepuff)")
    assert stress_rolls(events) == [("psyche 6",)]
    assert legal(state) == {"use(thea,the_conciliator)", "done"}
    do(state, "use(thea,the_conciliator)")
    assert person(state, "thea").psyche == 5


@pytest.mark.rule("S79")
def test_with_two_skills_the_higher_rank_defends_and_cards_of_either_work(monkeypatch: PATCH) -> None:
    state = table("menas", "thea", scenario="two_eyes_in_one_face")
    to_scene(state, 1)  # survival, combat; Menas has 2 and 3
    finish(state, "menas", "cannon", "dragonfly_sticks", "arens_platemail", "frostcloak")
    dice(monkeypatch, 3, 3)
    do(state, "narrate(menas)")
    rush(state, "Dividing")
    do(state, "bear(menas)", "bear(menas)")
    assert legal(state) == {"use(menas,arens_platemail)", "use(menas,frostcloak)", "done"}
    do(state, "done")
    assert person(state, "menas").body == 5


@pytest.mark.rule("S79")
@pytest.mark.rule("S112")
def test_conditions_lower_the_skill_that_defended(monkeypatch: PATCH) -> None:
    state = table("fuscus", "thea", scenario="served_cold")
    to_scene(state, 3, row=0, column=0)  # combat, tactics, 2 body each; Fuscus has 1 and 1, body 2
    finish(state, "thea", "cannon", "undaris_map", "ley_line_map", "shadow_walk", "whisper_drip", "tent")
    beat(state, "thea", "passage_of_thorns", "wrath_of_the_autarch")
    person(state, "fuscus").body = 1
    dice(monkeypatch, 6, 6, 6, 1)
    do(state, "narrate(thea)")
    while asked(state) != "Dividing":
        rush(state, "Dividing")
    do(state, "bear(fuscus)", "bear(fuscus)", "bear(fuscus)", "bear(fuscus)")
    combat = state.book.skill["combat"]
    assert person(state, "fuscus").conditions == [(1, combat), (1, combat)]


@pytest.mark.rule("S79")
def test_without_stress_dice_left_nobody_is_asked_to_guard(monkeypatch: PATCH) -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    finish(state, "thea", "undaris_map", "radiant_fernbrake", "jugglepuff")
    finish(state, "fuscus", "forest_folio")
    give(state, "thea", 1)
    do(state, "narrate(thea)", "play_asset(thea,undaris_map)")
    rush(state, "Dividing")
    do(state, "bear(thea)", "bear(fuscus)", "use(thea,jugglepuff)", "use(fuscus,forest_folio)")
    assert asked(state) == "Acting"


# ---- S80: completion


@pytest.mark.rule("S80")
def test_the_completion_text_then_the_next_scene(monkeypatch: PATCH) -> None:
    state = glen("thea", "keel")
    finish(state, "thea", "cannon", "tent")
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)", "play_asset(thea,cannon)")
    rush(state, "Settling")
    assert "settle(arankh,2,2)" in legal(state)
    assert state.scene == 0
    do(state, "settle(arankh,2,2)")
    assert state.scene == 1
    assert state.book.locations[state.scene_place].id == "arankh"
    assert asked(state) == "Acting", "the action step goes on"
    assert not legal(state, "narrate")


@pytest.mark.rule("S80")
def test_stress_comes_before_completion(monkeypatch: PATCH) -> None:
    state = table("thea", "fuscus")
    to_scene(state, RITUAL)
    obstacle(state, "miasma_of_malevolence", "parisas_glen")
    finish(state, "thea", "undaris_map", "radiant_fernbrake")
    do(state, "narrate(thea)", "play_asset(thea,undaris_map)")
    rush(state, "Dividing")
    assert in_play(state, "miasma_of_malevolence") is not None
    rush(state)
    assert in_play(state, "miasma_of_malevolence") is None
    assert pile(state, "burned") == ["miasma_of_malevolence"]


@pytest.mark.rule("S80")
@pytest.mark.rule("S120")
def test_after_the_last_scene_the_scenario_is_won(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    to_scene(state, BOOK)
    finish(state, "thea", "cannon", "dragonfly_sticks", "shadow_walk")
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)")
    rush(state)
    assert state.outcome is not None
    assert state.outcome.scores == (1.0, 1.0)
    assert state.outcome.rule == "S120"
