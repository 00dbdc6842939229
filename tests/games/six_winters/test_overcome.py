"""D. Overcome actions (S68 to S75), with the questions within them (S223)."""

from itertools import product
from typing import Any

import pytest
from tests.games.six_winters.positions import (
    asked,
    box,
    dice,
    do,
    empty_decks,
    finish,
    give,
    happen,
    holds,
    in_play,
    legal,
    next_turn,
    obstacle,
    overcome_by,
    person,
    pile,
    refuses,
    settle,
    sound,
    stand,
    stash,
    stress_rolls,
    supply,
    table,
    unlock,
)

from fimbul.games.six_winters.rules.acting.overcoming import cancels
from fimbul.games.six_winters.rules.effects import Do
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch


def alone(character: str = "keel", other: str = "thea", **options: Any) -> SixWintersState:
    """A table where a character is alone at Parisa's Glen; the other one is at Whitehold."""
    state = table(character, other, **options)
    stand(state, other, "whitehold")
    return state


# ---- S68: when


@pytest.mark.rule("S68")
def test_only_an_obstacle_where_the_character_is() -> None:
    state = alone()
    give(state, "keel", 1)
    obstacle(state, "field_work", "parisas_glen")
    obstacle(state, "eldritch_signs", "undaris_tower")
    assert legal(state, "overcome") == {"overcome(keel,field_work)"}
    refuses(state, "overcome(keel,eldritch_signs)", "S68")


@pytest.mark.rule("S68")
@pytest.mark.rule("S70")
def test_it_may_be_repeated_with_the_same_dice(monkeypatch: PATCH) -> None:
    state = alone()
    give(state, "keel", 1, 2)
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])")
    assert in_play(state, "remote_influence") == ("parisas_glen", 2, 0)
    assert holds(state, "keel") == [1, 2]
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])")
    assert in_play(state, "remote_influence") == ("parisas_glen", 4, 0)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])")
    assert overcome_by(state, "keel") == ["remote_influence"]
    assert holds(state, "keel") == [1, 2]
    sound(state)


@pytest.mark.rule("S68")
def test_who_begins_needs_a_die_or_a_card_that_could_add_a_token() -> None:
    state = alone()
    obstacle(state, "field_work", "parisas_glen")
    assert not legal(state, "overcome")
    give(state, "keel", 6)
    assert legal(state, "overcome") == {"overcome(keel,field_work)"}


@pytest.mark.rule("S68")
def test_a_stashed_die_for_overcoming_is_enough(monkeypatch: PATCH) -> None:
    state = alone()
    unlock(state, "keel", 2)
    obstacle(state, "field_work", "parisas_glen", progress=0, hindrance=0)
    assert not legal(state, "overcome")
    stash(state, "keel", "workshop", "technology-2")
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,field_work)", "use(keel,workshop)")
    assert in_play(state, "field_work") == ("parisas_glen", 1, 0)
    assert box(state, "keel", "workshop") == ()
    sound(state)


@pytest.mark.rule("S68")
@pytest.mark.rule("S74")
def test_a_card_that_adds_progress_is_enough_against_its_own_skill(monkeypatch: PATCH) -> None:
    state = alone("menas")
    finish(state, "menas", "warhorse")
    obstacle(state, "micus_the_craven", "parisas_glen")
    obstacle(state, "field_work", "parisas_glen")
    assert legal(state, "overcome") == {"overcome(menas,micus_the_craven)"}
    dice(monkeypatch, then=1)
    do(state, "overcome(menas,micus_the_craven)", "use(menas,warhorse)")
    assert in_play(state, "micus_the_craven") == ("parisas_glen", 1, 0)
    assert not legal(state, "overcome"), "the card is turned"


@pytest.mark.rule("S68")
def test_a_card_that_adds_hindrance_is_enough(monkeypatch: PATCH) -> None:
    state = alone("menas")
    finish(state, "menas", "arens_shield")
    obstacle(state, "restless_dead", "parisas_glen", hindrance=1)
    dice(monkeypatch, then=1)
    do(state, "overcome(menas,restless_dead)", "use(menas,arens_shield)")
    assert in_play(state, "restless_dead") == ("parisas_glen", 0, 2)
    sound(state)


@pytest.mark.rule("S68")
def test_mirror_of_melting_is_no_help_against_other_skills() -> None:
    state = alone("menas")
    finish(state, "menas", "mirror_of_melting")
    stash(state, "menas", "mirror_of_melting", "technology-6")
    obstacle(state, "field_work", "parisas_glen")
    obstacle(state, "the_dread_legion", "parisas_glen")
    assert legal(state, "overcome") == {"overcome(menas,the_dread_legion)"}


@pytest.mark.rule("S68")
def test_with_12_hindrance_a_die_above_the_rank_adds_nothing(monkeypatch: PATCH) -> None:
    state = alone()
    obstacle(state, "miasma_of_malevolence", "parisas_glen", progress=0, hindrance=12)
    give(state, "keel", 2, 6)
    assert not legal(state, "overcome"), "Keel's lore is 1"
    finish(state, "keel", "arens_shield")
    assert not legal(state, "overcome")
    give(state, "keel", 1)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,miasma_of_malevolence)", "guard(keel,[])", "leave")
    assert in_play(state, "miasma_of_malevolence") == ("parisas_glen", 1, 12)


@pytest.mark.rule("S68")
def test_mirror_of_melting_works_beside_12_hindrance() -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "mirror_of_melting")
    stash(state, "thea", "mirror_of_melting", "technology-6")
    obstacle(state, "war_machines", "parisas_glen", progress=0, hindrance=12)
    assert legal(state, "overcome") == {"overcome(thea,war_machines)"}


@pytest.mark.rule("S68")
def test_with_the_option_only_once_a_turn_against_the_same_obstacle(monkeypatch: PATCH) -> None:
    state = table("keel", "thea", overcome_again=False)
    give(state, "keel", 1)
    give(state, "thea", 1)
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=0)
    obstacle(state, "star_crossed", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "join(thea)", "guard(keel,[])", "guard(thea,[])")
    assert legal(state, "overcome") == {"overcome(keel,star_crossed)", "overcome(thea,star_crossed)"}
    do(state, "overcome(keel,star_crossed)", "stay(thea)", "guard(keel,[])")
    assert legal(state, "overcome") == {"overcome(thea,star_crossed)"}
    do(state, "overcome(thea,star_crossed)")
    assert asked(state) == "Guarding", "Keel has taken part already and is not asked"


@pytest.mark.rule("S68")
def test_the_option_counts_turns(monkeypatch: PATCH) -> None:
    state = alone(overcome_again=False)
    empty_decks(state)
    give(state, "keel", 1)
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=5)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])", "leave")
    assert not legal(state, "overcome")
    next_turn(state)
    assert legal(state, "overcome") == {"overcome(keel,remote_influence)"}


# ---- S69: teamwork


@pytest.mark.rule("S69")
@pytest.mark.rule("S223")
def test_others_at_the_location_are_asked_in_seat_order() -> None:
    state = table("thea", "menas", "keel", "fuscus")
    stand(state, "fuscus", "loomwood")
    give(state, "menas", 1)
    obstacle(state, "grain_shortage", "parisas_glen")
    do(state, "overcome(menas,grain_shortage)")
    assert legal(state) == {"join(thea)", "stay(thea)"}
    do(state, "stay(thea)")
    assert legal(state) == {"join(keel)", "stay(keel)"}
    do(state, "stay(keel)")
    assert legal(state, "guard") == {"guard(menas,[])", "guard(menas,[action-1])"}


@pytest.mark.rule("S69")
def test_each_dice_are_compared_with_the_own_rank_and_the_beginner_gets_the_obstacle(
    monkeypatch: PATCH,
) -> None:
    state = table("keel", "thea")  # lore 1 and 3
    give(state, "keel", 2, 3)
    give(state, "thea", 2, 3, 4)
    obstacle(state, "orb_of_psychic_torment", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,orb_of_psychic_torment)", "join(thea)", "guard(keel,[])", "guard(thea,[])")
    assert asked(state) == "Hindering", "two progress, three hindrance"
    assert in_play(state, "orb_of_psychic_torment") == ("parisas_glen", 2, 3)
    do(state, "leave", "overcome(keel,orb_of_psychic_torment)", "join(thea)", "guard(keel,[])")
    do(state, "guard(thea,[])")
    assert overcome_by(state, "keel") == ["orb_of_psychic_torment"]
    assert overcome_by(state, "thea") == []


@pytest.mark.rule("S69")
def test_one_may_join_without_dice(monkeypatch: PATCH) -> None:
    state = table("thea", "menas")
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 6, 6)
    do(state, "overcome(thea,field_work)", "join(menas)", "guard(thea,[])")
    assert legal(state) == {"bear(thea)", "bear(menas)"}
    do(state, "bear(menas)", "bear(menas)")
    assert (person(state, "thea").body, person(state, "menas").body) == (3, 3)


@pytest.mark.rule("S69")
def test_who_has_ended_may_still_join() -> None:
    state = table("thea", "menas")
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen")
    do(state, "end", seat=1)
    do(state, "overcome(thea,field_work)")
    assert legal(state) == {"join(menas)", "stay(menas)"}


@pytest.mark.rule("S69")
@pytest.mark.rule("S71")
def test_stress_dice_are_rolled_once_and_anybody_cancels_them(monkeypatch: PATCH) -> None:
    state = table("thea", "menas")
    give(state, "thea", 1)
    give(state, "menas", 2)
    obstacle(state, "field_work", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 6, 2)
    do(state, "overcome(thea,field_work)", "join(menas)", "guard(thea,[])")
    events = do(state, "guard(menas,[action-2])")
    assert stress_rolls(events) == [("body 2", "body 6")]
    assert asked(state) == "Acting", "the 2 cancels the 6, and Menas can take the other 2"
    assert (person(state, "thea").body, person(state, "menas").body) == (3, 5)
    assert in_play(state, "field_work") == ("parisas_glen", 1, 0)


# ---- what would come of it, before it is done


@pytest.mark.rule("S72")
@pytest.mark.rule("S74")
def test_what_a_defence_would_leave_is_told_before_the_roll() -> None:
    """The tokens of the other dice, and the chances of stress as every throw of the dice has it."""
    state = alone()
    give(state, "keel", 1, 2, 4)
    obstacle(state, "field_work", "parisas_glen", progress=0, hindrance=0)
    begun = state.foresee(0, state.legal(0))
    (told,) = (prospect for action, prospect in begun.items() if str(action) == "overcome(keel,field_work)")
    assert told.facts[0].name == "If no die defends"
    do(state, "overcome(keel,field_work)")
    foreseen = {str(action): told.facts for action, told in state.foresee(0, state.legal(0)).items()}
    assert len(foreseen) == 8
    rank = 3  # Keel's survival
    for guard in ((), (1,), (2, 4), (1, 2, 4)):
        name = f"guard(keel,[{','.join(f'action-{value}' for value in guard)}])"
        line, odds = foreseen[name]
        others = [value for value in (1, 2, 4) if value not in guard]
        progress = sum(value <= rank for value in others)
        assert line.value.startswith(f"{progress} progress, {len(others) - progress} hindrance of ")
        free = 0
        for throw in product(range(1, 7), repeat=2):
            free += cancels(guard, [value for value in throw if value > rank])
        assert dict(odds.chances)["none"] == pytest.approx(free / 36)


# ---- S70: before the roll


@pytest.mark.rule("S70")
@pytest.mark.rule("S223")
def test_any_number_of_own_dice_defend() -> None:
    state = alone()
    give(state, "keel", 2, 2, 5)
    obstacle(state, "field_work", "parisas_glen")
    do(state, "overcome(keel,field_work)")
    assert legal(state) == {
        "guard(keel,[])",
        "guard(keel,[action-2])",
        "guard(keel,[action-5])",
        "guard(keel,[action-2,action-2])",
        "guard(keel,[action-2,action-5])",
        "guard(keel,[action-2,action-2,action-5])",
    }
    refuses(state, "guard(keel,[action-3])", "S70")


@pytest.mark.rule("S70")
def test_defence_dice_are_spent_used_or_not_and_do_not_overcome(monkeypatch: PATCH) -> None:
    state = alone()
    give(state, "keel", 1, 2, 4)
    free = supply(state, "action")
    obstacle(state, "field_work", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 1, 1)
    do(state, "overcome(keel,field_work)", "guard(keel,[action-1,action-4])")
    assert holds(state, "keel") == [2]
    assert supply(state, "action") == free + 2
    assert in_play(state, "field_work") == ("parisas_glen", 1, 0)
    sound(state)


@pytest.mark.rule("S70")
@pytest.mark.rule("S223")
def test_with_a_preview_the_dice_are_rolled_before_the_pools(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "aura_of_glimmering_respect")
    give(state, "thea", 1, 4)
    obstacle(state, "grain_shortage", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 4, 2)
    do(state, "overcome(thea,grain_shortage)")
    assert legal(state) == {"use(thea,aura_of_glimmering_respect)", "done"}
    events = do(state, "use(thea,aura_of_glimmering_respect)")
    assert stress_rolls(events) == [("psyche 4", "body 2")]
    assert asked(state) == "Guarding"
    do(state, "guard(thea,[action-4])")
    assert (person(state, "thea").psyche, person(state, "thea").body) == (5, 3)
    do(state, "overcome(thea,grain_shortage)")
    assert asked(state) == "Guarding", "the card is turned"


@pytest.mark.rule("S70")
def test_without_the_preview_pools_come_first(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "aura_of_glimmering_respect")
    give(state, "thea", 1)
    obstacle(state, "grain_shortage", "parisas_glen")
    dice(monkeypatch, then=1)
    assert not stress_rolls(do(state, "overcome(thea,grain_shortage)", "done"))
    assert stress_rolls(do(state, "guard(thea,[])"))


@pytest.mark.rule("S70")
def test_a_preview_works_only_against_its_skill() -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "aura_of_glimmering_respect", "jugglepuff")
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen")
    do(state, "overcome(thea,field_work)")
    assert asked(state) == "Guarding"


@pytest.mark.rule("S70")
def test_cards_before_the_roll_are_asked_of_the_first_one_first() -> None:
    state = table("thea", "menas")
    finish(state, "thea", "arens_platemail")
    finish(state, "menas", "stoutleaf_blade_polish")
    give(state, "menas", 1)
    obstacle(state, "restless_dead", "parisas_glen")
    do(state, "overcome(menas,restless_dead)", "join(thea)")
    assert legal(state) == {"use(menas,stoutleaf_blade_polish)", "done"}
    do(state, "done")
    assert legal(state) == {"use(thea,arens_platemail)", "done"}


# ---- S71: the roll


@pytest.mark.rule("S71")
def test_a_die_for_each_symbol_body_and_psyche_apart(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    give(state, "thea", 1)
    obstacle(state, "orb_of_psychic_torment", "parisas_glen")
    dice(monkeypatch, 2, 3, 1)
    events = do(state, "overcome(thea,orb_of_psychic_torment)", "guard(thea,[])")
    assert stress_rolls(events) == [("psyche 2", "psyche 3", "body 1")]


@pytest.mark.rule("S71")
@pytest.mark.rule("S223")
def test_a_defending_asset_takes_away_a_die_of_the_kind_chosen(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "jugglepuff")
    give(state, "thea", 1)
    obstacle(state, "orb_of_psychic_torment", "parisas_glen")
    dice(monkeypatch, then=1)
    do(state, "overcome(thea,orb_of_psychic_torment)")
    assert legal(state) == {"use(thea,jugglepuff-body)", "use(thea,jugglepuff-psyche)", "done"}
    do(state, "use(thea,jugglepuff-body)")
    assert stress_rolls(do(state, "guard(thea,[])")) == [("psyche 1", "psyche 1")]
    do(state, "overcome(thea,orb_of_psychic_torment)")
    assert asked(state) == "Guarding", "once per turn"


@pytest.mark.rule("S71")
def test_each_defending_asset_takes_away_one(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "jugglepuff", "forest_folio")
    give(state, "thea", 1)
    obstacle(state, "repeating_histories", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=6)
    do(state, "overcome(thea,repeating_histories)", "use(thea,jugglepuff)")
    events = do(state, "use(thea,forest_folio)")
    assert stress_rolls(events) == [()]
    assert asked(state) == "Acting", "without stress dice there is nothing to guard against"
    assert person(state, "thea").psyche == 5
    assert in_play(state, "repeating_histories") == ("parisas_glen", 1, 0)


@pytest.mark.rule("S71")
def test_a_defending_asset_works_only_against_its_skill() -> None:
    state = alone("thea", "keel")
    finish(state, "thea", "arens_platemail")
    give(state, "thea", 1)
    obstacle(state, "repeating_histories", "parisas_glen")
    do(state, "overcome(thea,repeating_histories)")
    assert asked(state) == "Guarding"


# ---- S72: cancelling


@pytest.mark.rule("S72")
@pytest.mark.parametrize(("defence", "stress", "hurt"), [(4, 4, 0), (3, 4, 0), (5, 4, 1)])
def test_a_defence_die_cancels_a_die_not_below_its_own(
    monkeypatch: PATCH, defence: int, stress: int, hurt: int
) -> None:
    state = alone("thea", "keel")  # survival 1
    give(state, "thea", defence)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, stress, 1)
    do(state, "overcome(thea,field_work)", f"guard(thea,[action-{defence}])")
    assert asked(state) == "Acting"
    assert person(state, "thea").body == 3 - hurt


@pytest.mark.rule("S72")
def test_each_defence_die_cancels_one() -> None:
    assert cancels((1, 4), [4, 2])
    assert not cancels((4, 5), [5, 3])
    assert not cancels((1,), [6, 6])
    assert cancels((2, 3, 5), [2, 3, 5])
    assert not cancels((2, 3, 5), [2, 2, 6])


@pytest.mark.rule("S72")
@pytest.mark.rule("S223")
def test_the_table_asks_only_if_not_all_that_hurts_can_be_cancelled(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    give(state, "thea", 1)
    obstacle(state, "grain_shortage", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 5, 4)  # psyche, body; Thea's command is 3
    do(state, "overcome(thea,grain_shortage)", "guard(thea,[action-1])")
    assert legal(state) == {"cancel(psyche,5)", "cancel(body,4)"}
    refuses(state, "cancel(body,5)", "S72")
    do(state, "cancel(body,4)")
    assert (person(state, "thea").psyche, person(state, "thea").body) == (4, 3)


@pytest.mark.rule("S72")
def test_equal_dice_are_cancelled_without_asking(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    give(state, "thea", 1)
    obstacle(state, "wine_and_roses", "parisas_glen", progress=0, hindrance=0)  # two body dice
    dice(monkeypatch, 5, 5)
    do(state, "overcome(thea,wine_and_roses)", "guard(thea,[action-1])")
    assert asked(state) == "Acting"
    assert (person(state, "thea").psyche, person(state, "thea").body) == (5, 2)  # one of the two was stopped


@pytest.mark.rule("S72")
def test_a_stashed_die_is_added_after_the_roll(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    unlock(state, "thea", 3)
    stash(state, "thea", "the_conciliator", "stability-3")
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, 5, 1)
    do(state, "overcome(thea,field_work)", "guard(thea,[])")
    assert legal(state) == {"use(thea,the_conciliator)", "done"}
    do(state, "use(thea,the_conciliator)")
    assert person(state, "thea").body == 3
    assert box(state, "thea", "the_conciliator") == ()
    sound(state)


@pytest.mark.rule("S72")
def test_a_stashed_die_stays_where_it_is_not_used(monkeypatch: PATCH) -> None:
    state = alone("thea", "keel")
    unlock(state, "thea", 3)
    stash(state, "thea", "the_conciliator", "stability-3")
    give(state, "thea", 1, 1)
    obstacle(state, "northern_patrol", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 1, 1, 5, 1, 2, 1, 6, 1)
    do(state, "overcome(thea,northern_patrol)", "guard(thea,[])")
    assert asked(state) == "Acting", "nothing hurts"
    do(state, "overcome(thea,northern_patrol)", "guard(thea,[action-1])")
    assert asked(state) == "Acting", "the pool suffices"
    do(state, "overcome(thea,northern_patrol)", "guard(thea,[])")
    assert asked(state) == "Acting", "a 3 cannot cancel the 2"
    assert person(state, "thea").body == 2
    do(state, "overcome(thea,northern_patrol)", "guard(thea,[])", "done")
    assert person(state, "thea").body == 1
    assert box(state, "thea", "the_conciliator") == ("stability-3",)


@pytest.mark.rule("S72")
@pytest.mark.rule("S223")
def test_in_a_team_owners_of_stashed_dice_answer_then_the_one_who_began(monkeypatch: PATCH) -> None:
    state = table("menas", "thea")
    unlock(state, "menas", 2)
    unlock(state, "thea", 3)
    stash(state, "menas", "fury_of_the_horselord", "military-1")
    stash(state, "thea", "the_conciliator", "stability-4")
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, 6, 5)
    do(state, "overcome(thea,field_work)", "join(menas)", "guard(thea,[])")
    assert legal(state) == {"use(thea,the_conciliator)", "done"}
    do(state, "use(thea,the_conciliator)")
    assert legal(state) == {"use(menas,fury_of_the_horselord)", "done"}
    do(state, "done")
    assert legal(state) == {"cancel(body,6)", "cancel(body,5)"}
    assert state.to_act == (1,), "Thea began"
    do(state, "cancel(body,5)")
    assert legal(state) == {"bear(thea)", "bear(menas)"}


# ---- S73: stress


@pytest.mark.rule("S73")
@pytest.mark.parametrize(("stress", "left"), [(3, 3), (4, 2), (6, 2)])
def test_a_die_hurts_if_it_is_higher_than_the_rank(monkeypatch: PATCH, stress: int, left: int) -> None:
    state = alone("keel")  # survival 3, body 3
    give(state, "keel", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, stress, 1)
    do(state, "overcome(keel,field_work)", "guard(keel,[])")
    assert person(state, "keel").body == left


@pytest.mark.rule("S73")
def test_a_6_hurts_even_a_rank_of_5(monkeypatch: PATCH) -> None:
    state = alone("keel")
    person(state, "keel").skills[state.book.skill["survival"]] = 5
    give(state, "keel", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, 6, 5)
    do(state, "overcome(keel,field_work)", "guard(keel,[])")
    assert person(state, "keel").body == 2


@pytest.mark.rule("S73")
def test_psyche_dice_hurt_the_psyche(monkeypatch: PATCH) -> None:
    state = alone("keel")
    give(state, "keel", 1)
    obstacle(state, "repeating_histories", "parisas_glen")
    dice(monkeypatch, 2, 1)
    do(state, "overcome(keel,repeating_histories)", "guard(keel,[])")
    assert (person(state, "keel").psyche, person(state, "keel").body) == (2, 3)


@pytest.mark.rule("S73")
def test_a_die_goes_to_a_participant_whom_it_does_not_hurt(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")  # survival 1 and 3
    give(state, "thea", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, 3, 2)
    do(state, "overcome(thea,field_work)", "join(keel)", "guard(thea,[])")
    assert asked(state) == "Acting"
    assert (person(state, "thea").body, person(state, "keel").body) == (3, 3)


@pytest.mark.rule("S73")
@pytest.mark.rule("S223")
def test_the_spotlight_player_names_who_takes_it_body_first(monkeypatch: PATCH) -> None:
    state = table("thea", "menas")
    state.spotlight = 1
    give(state, "thea", 1)
    obstacle(state, "orb_of_psychic_torment", "parisas_glen")
    dice(monkeypatch, 6, 5, 6)  # psyche, psyche, body
    do(state, "overcome(thea,orb_of_psychic_torment)", "join(menas)", "guard(thea,[])")
    assert state.to_act == (1,)
    assert legal(state) == {"bear(thea)", "bear(menas)"}
    do(state, "bear(thea)", seat=1)
    assert person(state, "thea").body == 2
    do(state, "bear(menas)", "bear(menas)", seat=1)
    assert person(state, "menas").psyche == 1
    assert person(state, "thea").psyche == 5


# ---- S74: progress and hindrance


@pytest.mark.rule("S74")
def test_dice_up_to_the_rank_are_progress_and_others_hindrance(monkeypatch: PATCH) -> None:
    state = alone("keel")
    give(state, "keel", 1, 3, 4, 6)
    obstacle(state, "passage_of_thorns", "parisas_glen", progress=0, hindrance=0)  # thievery, Keel has 3
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,passage_of_thorns)", "guard(keel,[])")
    assert in_play(state, "passage_of_thorns") == ("parisas_glen", 2, 2)


@pytest.mark.rule("S74")
def test_a_condition_of_the_same_action_lowers_the_rank(monkeypatch: PATCH) -> None:
    state = alone("keel")
    person(state, "keel").body = 1
    give(state, "keel", 3)
    obstacle(state, "passage_of_thorns", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 6, 1)
    do(state, "overcome(keel,passage_of_thorns)", "guard(keel,[])")
    assert in_play(state, "passage_of_thorns") == ("parisas_glen", 0, 1), "stress comes before progress"


@pytest.mark.rule("S74")
def test_bonus_progress_once_per_turn_after_the_stress(monkeypatch: PATCH) -> None:
    state = alone("keel")
    finish(state, "keel", "artificers_gear")
    give(state, "keel", 1)
    obstacle(state, "mole_hunt", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,mole_hunt)", "guard(keel,[])")
    assert legal(state) == {"use(keel,artificers_gear)", "done"}
    do(state, "use(keel,artificers_gear)")
    assert in_play(state, "mole_hunt") == ("parisas_glen", 2, 0)
    do(state, "overcome(keel,mole_hunt)", "guard(keel,[])")
    assert asked(state) == "Acting"
    assert in_play(state, "mole_hunt") == ("parisas_glen", 3, 0)


@pytest.mark.rule("S74")
@pytest.mark.parametrize(("value", "tokens"), [(3, (1, 0)), (4, (0, 1))])
def test_a_stashed_die_counts_like_an_action_die_but_is_spent(
    monkeypatch: PATCH, value: int, tokens: tuple[int, int]
) -> None:
    state = alone("keel")
    unlock(state, "keel", 3)
    stash(state, "keel", "move_in_shadows", f"espionage-{value}")
    obstacle(state, "mole_hunt", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,mole_hunt)", "use(keel,move_in_shadows)")
    assert in_play(state, "mole_hunt") == ("parisas_glen", *tokens)
    assert box(state, "keel", "move_in_shadows") == ()
    sound(state)


@pytest.mark.rule("S74")
def test_a_stashed_die_may_be_kept(monkeypatch: PATCH) -> None:
    state = alone("keel")
    unlock(state, "keel", 3)
    stash(state, "keel", "move_in_shadows", "espionage-1")
    give(state, "keel", 1)
    obstacle(state, "mole_hunt", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,mole_hunt)", "guard(keel,[])", "done")
    assert box(state, "keel", "move_in_shadows") == ("espionage-1",)


@pytest.mark.rule("S74")
def test_mirror_of_melting_adds_two_progress(monkeypatch: PATCH) -> None:
    state = alone("keel")
    finish(state, "keel", "mirror_of_melting")
    stash(state, "keel", "mirror_of_melting", "technology-6")
    obstacle(state, "war_machines", "parisas_glen")
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,war_machines)", "use(keel,mirror_of_melting)")
    assert in_play(state, "war_machines") == ("parisas_glen", 2, 0)


@pytest.mark.rule("S74")
def test_no_card_brings_more_than_12_hindrance(monkeypatch: PATCH) -> None:
    state = alone("menas")
    finish(state, "menas", "arens_shield")
    give(state, "menas", 1)
    obstacle(state, "eight_ears", "parisas_glen", progress=0, hindrance=12)
    dice(monkeypatch, then=1)
    do(state, "overcome(menas,eight_ears)", "guard(menas,[])")
    assert asked(state) == "Hindering", "the shield would add nothing"
    assert in_play(state, "eight_ears") == ("parisas_glen", 1, 12)


@pytest.mark.rule("S74")
@pytest.mark.rule("S223")
def test_each_participant_is_asked_for_cards_that_add_progress(monkeypatch: PATCH) -> None:
    state = table("menas", "thea")
    finish(state, "menas", "warhorse")
    finish(state, "thea", "mirror_of_melting")
    stash(state, "thea", "mirror_of_melting", "technology-1")
    give(state, "thea", 1)
    obstacle(state, "war_machines", "parisas_glen")
    dice(monkeypatch, then=1)
    do(state, "overcome(thea,war_machines)", "join(menas)", "guard(thea,[])")
    assert legal(state) == {"use(thea,mirror_of_melting)", "done"}
    do(state, "use(thea,mirror_of_melting)")
    assert legal(state) == {"use(menas,warhorse)", "done"}
    do(state, "use(menas,warhorse)")
    assert in_play(state, "war_machines") == ("parisas_glen", 4, 0)


# ---- S75: the result


def workshop(monkeypatch: PATCH) -> SixWintersState:
    """The rulebook's example up to the technology die on Workshop."""
    state = alone("keel")
    unlock(state, "keel", 2)
    give(state, "keel", 1, 2, 3, 5)
    stash(state, "keel", "workshop", "technology-2")
    obstacle(state, "remote_influence", "parisas_glen", progress=3, hindrance=2)
    dice(monkeypatch, 5, 1)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[action-2])")
    return state


@pytest.mark.rule("S75")
def test_example_of_the_rulebook(monkeypatch: PATCH) -> None:
    state = workshop(monkeypatch)
    assert person(state, "keel").body == 3, "the 2 cancels the 5, and the 1 is not above 3"
    assert in_play(state, "remote_influence") == ("parisas_glen", 5, 3)
    assert legal(state) == {"use(keel,workshop)", "done"}
    do(state, "use(keel,workshop)")
    assert in_play(state, "remote_influence") is None
    assert overcome_by(state, "keel") == ["remote_influence"]
    assert holds(state, "keel") == [1, 3, 5], "only the defence die is spent"
    sound(state)


@pytest.mark.rule("S75")
@pytest.mark.rule("S223")
def test_example_with_8_tokens_he_could_hinder_it(monkeypatch: PATCH) -> None:
    state = workshop(monkeypatch)
    do(state, "done")
    assert legal(state) == {"hinder", "leave"}
    do(state, "hinder")
    assert in_play(state, "remote_influence") is None
    assert pile(state, "hindered") == ["remote_influence"]
    assert overcome_by(state, "keel") == []
    sound(state)


@pytest.mark.rule("S75")
def test_it_may_be_left_with_its_tokens_and_is_not_hindered_later(monkeypatch: PATCH) -> None:
    state = workshop(monkeypatch)
    do(state, "done", "leave")
    assert in_play(state, "remote_influence") == ("parisas_glen", 5, 3)
    assert asked(state) == "Acting"
    assert not legal(state, "hinder")


@pytest.mark.rule("S75")
def test_without_enough_tokens_it_stays(monkeypatch: PATCH) -> None:
    state = alone("keel")
    give(state, "keel", 1, 4)
    obstacle(state, "remote_influence", "parisas_glen", progress=1, hindrance=2)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])")
    assert asked(state) == "Acting"
    assert in_play(state, "remote_influence") == ("parisas_glen", 2, 3)


@pytest.mark.rule("S75")
def test_a_hindered_obstacle_goes_to_the_end_of_the_row(monkeypatch: PATCH) -> None:
    state = alone("keel")
    give(state, "keel", 6)
    state.hindered = [state.book.obstacle["field_work"]]
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=5)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "guard(keel,[])", "hinder")
    assert pile(state, "hindered") == ["field_work", "remote_influence"]


@pytest.mark.rule("S75")
def test_in_a_team_whoever_began_decides(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    give(state, "keel", 6)
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=5)
    dice(monkeypatch, then=1)
    do(state, "overcome(keel,remote_influence)", "join(thea)", "guard(keel,[])")
    assert asked(state) == "Hindering"
    assert state.to_act == (1,)


@pytest.mark.rule("S75")
def test_what_is_overcome_never_comes_back_to_a_location() -> None:
    state = table("thea", "keel")
    person(state, "thea").overcome = [state.book.obstacle["miasma_of_malevolence"]]
    happen(state, Do("setup", 0, 0))  # Miasma of Malevolence at Parisa's Glen
    assert in_play(state, "miasma_of_malevolence") is None


@pytest.mark.rule("S75")
def test_a_location_that_makes_it_more_difficult_counts(monkeypatch: PATCH) -> None:
    state = alone("menas")
    settle(state, "desolation_50", 2, 2)
    stand(state, "menas", "desolation_50")
    give(state, "menas", 1)
    obstacle(state, "micus_the_craven", "desolation_50", progress=2)
    dice(monkeypatch, then=1)
    do(state, "overcome(menas,micus_the_craven)", "guard(menas,[])")
    assert in_play(state, "micus_the_craven") == ("desolation_50", 3, 0), "3 and 2 more are wanted"
    do(state, "overcome(menas,micus_the_craven)", "guard(menas,[])")
    do(state, "overcome(menas,micus_the_craven)", "guard(menas,[])")
    assert overcome_by(state, "menas") == ["micus_the_craven"]
