"""F. Stress, conditions, knock-out (S110 to S116)."""

import pytest
from tests.games.six_winters.positions import (
    activate,
    asked,
    dice,
    do,
    finish,
    give,
    happen,
    in_play,
    lay,
    legal,
    next_turn,
    obstacle,
    person,
    refuses,
    settle,
    stand,
    table,
    told,
    wound,
)

from fimbul.core import Event
from fimbul.games.six_winters.rules.effects import Do
from fimbul.games.six_winters.rules.stress import BODY, PSYCHE, Hurt, rank, recover
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch


def hurt(state: SixWintersState, character: str, track: int, count: int = 1, skill: str = "") -> list[Event]:
    """A character takes stress; of no obstacle, unless a skill is named."""
    number = state.book.skill[skill] if skill else -1
    return happen(state, Hurt(state.person(character), track, number, count))


def ranked(state: SixWintersState, character: str, skill: str) -> int:
    """A character's rank in a skill."""
    return rank(state, state.person(character), state.book.skill[skill])


def conditions(state: SixWintersState, character: str) -> list[tuple[int, str]]:
    """The conditions of a character: the track, and the skill that is lower."""
    skills = list(state.book.skill)
    return [(track, skills[skill]) for track, skill in person(state, character).conditions]


# ---- S110


@pytest.mark.rule("S110")
@pytest.mark.parametrize(
    ("character", "psyche", "body"),
    [
        ("thea", 5, 3),
        ("menas", 3, 5),
        ("keel", 3, 3),
        ("fuscus", 4, 2),
        ("yasmina", 4, 2),
        ("oniri", 2, 6),
        ("lucia", 3, 5),
    ],
)
def test_tracks_start_at_the_printed_value(character: str, psyche: int, body: int) -> None:
    state = table(character, "thea" if character != "thea" else "keel")
    assert (person(state, character).psyche, person(state, character).body) == (psyche, body)


@pytest.mark.rule("S110")
def test_each_stress_lowers_its_track_by_1() -> None:
    state = table("thea", "keel")
    hurt(state, "thea", PSYCHE, 2)
    hurt(state, "thea", BODY)
    assert (person(state, "thea").psyche, person(state, "thea").body) == (3, 2)
    assert person(state, "keel").psyche == 3


@pytest.mark.rule("S110")
def test_recovery_raises_a_track_to_6_at_most() -> None:
    state = table("thea", "keel")
    recover(state, state.person("thea"), BODY, 1, [])
    assert person(state, "thea").body == 4, "above the starting value too"
    recover(state, state.person("thea"), BODY, 5, [])
    assert person(state, "thea").body == 6
    assert person(state, "thea").psyche == 5
    recover(state, state.person("thea"), PSYCHE, 5, [])
    assert person(state, "thea").psyche == 6


# ---- S111


@pytest.mark.rule("S111")
def test_at_0_a_condition_and_both_tracks_go_back() -> None:
    state = table("thea", "keel")
    hurt(state, "thea", PSYCHE, 2)
    hurt(state, "thea", BODY, 3, "combat")
    assert conditions(state, "thea") == [(BODY, "combat")]
    assert (person(state, "thea").psyche, person(state, "thea").body) == (5, 3)


@pytest.mark.rule("S111")
@pytest.mark.parametrize(
    ("track", "each", "names"),
    [(PSYCHE, 3, ("Distracted", "Angry", "Shaken")), (BODY, 3, ("Weary", "Bruised", "Wounded"))],
)
def test_the_names_of_conditions_in_their_order(track: int, each: int, names: tuple[str, ...]) -> None:
    state = table("keel", "thea")
    for name in names:
        assert f"Keel is now {name}." in told(hurt(state, "keel", track, each))
    assert state.outcome is None


@pytest.mark.rule("S111")
def test_what_is_left_of_the_stress_lowers_the_fresh_tracks() -> None:
    state = table("fuscus", "thea")  # body 2
    hurt(state, "fuscus", BODY, 3)
    assert person(state, "fuscus").body == 1
    assert len(person(state, "fuscus").conditions) == 1


# ---- S112


@pytest.mark.rule("S112")
def test_the_skill_of_the_obstacle_counts_1_lower(monkeypatch: PATCH) -> None:
    state = table("keel", "thea")
    stand(state, "thea", "whitehold")
    person(state, "keel").body = 1
    give(state, "keel", 1)
    obstacle(state, "field_work", "parisas_glen")
    dice(monkeypatch, 6, 1)
    do(state, "overcome(keel,field_work)", "guard(keel,[])")
    assert conditions(state, "keel") == [(BODY, "survival")]
    assert ranked(state, "keel", "survival") == 2
    assert ranked(state, "keel", "thievery") == 3


@pytest.mark.rule("S112")
def test_several_add_up_but_not_below_0() -> None:
    state = table("keel", "thea")
    wound(state, "keel", "body", "survival", "survival")
    wound(state, "keel", "psyche", "survival")
    assert ranked(state, "keel", "survival") == 0
    wound(state, "keel", "psyche", "survival")
    assert ranked(state, "keel", "survival") == 0


@pytest.mark.rule("S112")
def test_stress_of_an_obstacles_effect_lowers_its_skill() -> None:
    state = table("keel", "thea")
    person(state, "keel").body = 1
    obstacle(state, "tripwire", "parisas_glen", progress=0, hindrance=0)
    activate(state)
    assert conditions(state, "keel") == [(BODY, "thievery")]


@pytest.mark.rule("S112")
def test_other_stress_lowers_the_skill_of_the_location() -> None:
    state = table("keel", "thea", scenario="served_cold")
    stand(state, "keel", "loomwood")  # combat
    person(state, "keel").body = 1
    happen(state, Do("threats", 1, 0))  # strain: body
    assert conditions(state, "keel") == [(BODY, "combat")]


@pytest.mark.rule("S112")
def test_stress_of_sorcery_lowers_the_skill_of_the_location(monkeypatch: PATCH) -> None:
    state = table("fuscus", "thea")
    stand(state, "fuscus", "undaris_tower")  # lore
    person(state, "fuscus").psyche = 1
    dice(monkeypatch, 6, 1)
    do(state, "muster(fuscus)", "suffer(fuscus,psyche)")
    assert conditions(state, "fuscus") == [(PSYCHE, "lore")]


@pytest.mark.rule("S112")
def test_with_the_option_conditions_lower_nothing() -> None:
    state = table("keel", "thea", condition_effect="none")
    hurt(state, "keel", BODY, 3, "survival")
    assert conditions(state, "keel") == [(BODY, "survival")]
    assert ranked(state, "keel", "survival") == 3


# ---- S113


@pytest.mark.rule("S113")
@pytest.mark.rule("S121")
def test_a_fourth_condition_of_one_track_knocks_out() -> None:
    state = table("keel", "thea")
    wound(state, "keel", "body", "combat", "combat", "combat")
    hurt(state, "keel", BODY, 2)
    assert state.outcome is None
    hurt(state, "keel", BODY)
    assert state.outcome is not None
    assert state.outcome.scores == (0.0, 0.0)
    assert "Keel is knocked out" in state.outcome.reason
    assert len(person(state, "keel").conditions) == 3, "it is not written down"


@pytest.mark.rule("S113")
def test_three_of_each_track_can_be_borne() -> None:
    state = table("keel", "thea")
    wound(state, "keel", "body", "combat", "combat", "combat")
    hurt(state, "keel", PSYCHE, 9)
    assert state.outcome is None
    assert len(person(state, "keel").conditions) == 6


@pytest.mark.rule("S113")
def test_with_knockout_any_track_at_0_loses() -> None:
    state = table("keel", "thea", conditions="knockout")
    hurt(state, "keel", PSYCHE, 2)
    assert state.outcome is None
    hurt(state, "keel", PSYCHE)
    assert state.outcome is not None
    assert state.outcome.rule == "S121"
    assert person(state, "keel").conditions == []


# ---- S114


@pytest.mark.rule("S114")
def test_a_cursed_skill_counts_0() -> None:
    state = table("thea", "keel")
    happen(state, Do("threats", 1, 0))
    do(state, "curse(thea,command)")
    assert ranked(state, "thea", "command") == 0
    assert ranked(state, "thea", "lore") == 3
    assert ranked(state, "keel", "command") == 1


@pytest.mark.rule("S114")
def test_with_the_option_it_counts_1() -> None:
    state = table("thea", "keel", curse_value=1)
    person(state, "thea").curses = [state.book.skill["command"]]
    assert ranked(state, "thea", "command") == 1


@pytest.mark.rule("S114")
def test_a_cursed_skill_counts_in_an_overcome_action(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    stand(state, "keel", "whitehold")
    person(state, "thea").curses = [state.book.skill["command"]]
    give(state, "thea", 1)
    obstacle(state, "grain_shortage", "parisas_glen", progress=0, hindrance=0)
    dice(monkeypatch, 1, 1)
    do(state, "overcome(thea,grain_shortage)", "guard(thea,[])")
    assert (person(state, "thea").psyche, person(state, "thea").body) == (4, 2)
    assert in_play(state, "grain_shortage") == ("parisas_glen", 0, 1)


@pytest.mark.rule("S114")
def test_a_curse_is_no_condition_of_a_track() -> None:
    state = table("keel", "thea")
    person(state, "keel").curses = [0, 1, 2, 3]
    hurt(state, "keel", BODY, 9)
    assert state.outcome is None
    assert len(person(state, "keel").conditions) == 3


# ---- S115


@pytest.mark.rule("S115")
def test_within_a_session_nothing_clears_a_condition(monkeypatch: PATCH) -> None:
    state = table("keel", "thea")
    wound(state, "keel", "body", "combat")
    person(state, "keel").curses = [state.book.skill["lore"]]
    dice(monkeypatch, then=1)
    recover(state, state.person("keel"), BODY, 3, [])
    next_turn(state)
    assert conditions(state, "keel") == [(BODY, "combat")]
    assert ranked(state, "keel", "lore") == 0


# ---- S116


@pytest.mark.rule("S116")
def test_a_price_may_bring_a_condition() -> None:
    state = table("keel", "thea")
    settle(state, "arankh", 2, 2)
    stand(state, "keel", "undaris_tower")
    person(state, "keel").body = 1
    wound(state, "keel", "body", "combat", "combat")
    do(state, "gate(keel,arankh,body)")
    assert len(person(state, "keel").conditions) == 3


@pytest.mark.rule("S116")
def test_a_price_that_would_knock_out_cannot_be_paid() -> None:
    state = table("keel", "thea")
    settle(state, "arankh", 2, 2)
    stand(state, "keel", "undaris_tower")
    person(state, "keel").body = 1
    wound(state, "keel", "body", "combat", "combat", "combat")
    assert legal(state, "gate") == {"gate(keel,arankh,psyche)"}
    refuses(state, "gate(keel,arankh,body)", "S62")
    person(state, "keel").body = 2
    assert len(legal(state, "gate")) == 2


@pytest.mark.rule("S116")
def test_with_knockout_the_last_point_is_no_price() -> None:
    state = table("keel", "thea", conditions="knockout")
    finish(state, "keel", "theddas_palimpsest")
    assert "use(keel,theddas_palimpsest)" in legal(state)
    person(state, "keel").psyche = 1
    assert "use(keel,theddas_palimpsest)" not in legal(state)


@pytest.mark.rule("S116")
def test_stress_that_is_no_price_knocks_out() -> None:
    state = table("keel", "thea", conditions="knockout")
    settle(state, "sundered_crag", 1, 5)
    stand(state, "keel", "loomwood")
    person(state, "keel").body = 1
    do(state, "move(keel,sundered_crag)")
    assert state.outcome is not None


@pytest.mark.rule("S112")
@pytest.mark.rule("S116")
def test_who_chooses_a_track_may_take_either(monkeypatch: PATCH) -> None:
    state = table("fuscus", "thea")
    stand(state, "fuscus", "undaris_tower")
    lay(state, "undaris_tower", "sorcery-2")
    dice(monkeypatch, 6, 1)
    do(state, "muster(fuscus)")
    assert asked(state) == "Suffering"
    assert legal(state) == {"suffer(fuscus,psyche)", "suffer(fuscus,body)"}
