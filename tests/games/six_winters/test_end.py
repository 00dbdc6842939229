"""G. The end of a session (S120 to S123)."""

import pytest
from tests.games.six_winters.positions import (
    dice,
    do,
    empty_decks,
    finish,
    give,
    happen,
    in_play,
    legal,
    next_turn,
    obstacle,
    place_number,
    rush,
    stand,
    table,
    threaten,
    threats,
    to_scene,
)

from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.rules.acting.narrating import Completed
from fimbul.games.six_winters.rules.activation import Threaten
from fimbul.games.six_winters.rules.stress import BODY, Hurt
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch
SCENARIOS = [scenario.id for scenario in book_of(None).scenarios]


def result(state: SixWintersState) -> tuple[tuple[float, ...], str]:
    """The scores, and the rule that ended the session."""
    assert state.outcome is not None
    return state.outcome.scores, state.outcome.rule


# ---- S120


@pytest.mark.rule("S120")
@pytest.mark.rule("S122")
def test_the_last_scene_wins_at_once(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", "menas")
    to_scene(state, 3)
    obstacle(state, "field_work", "gravewood", progress=0, hindrance=0)
    threaten(state, "loomwood", 4)
    finish(state, "thea", "cannon", "shadow_walk", "undaris_map", "ley_line_map")
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)")
    rush(state)
    assert result(state) == ((1.0, 1.0, 1.0), "S120")
    assert state.pool == 1, "nothing activates any more"
    assert state.to_act == ()


@pytest.mark.rule("S120")
def test_the_scenes_before_it_do_not_win() -> None:
    state = table("thea", "keel")
    to_scene(state, 2)
    happen(state, Completed())
    assert state.outcome is None
    assert state.scene == 2


# ---- S121


@pytest.mark.rule("S121")
def test_the_empty_threat_pool_loses_at_once(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.pool = 1
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)
    obstacle(state, "mole_hunt", "loomwood", progress=0, hindrance=2)
    dice(monkeypatch, then=1)
    next_turn(state)
    assert result(state) == ((0.0, 0.0), "S121")
    assert in_play(state, "mole_hunt") == ("loomwood", 0, 2), "it was not its turn yet"


@pytest.mark.rule("S121")
@pytest.mark.rule("S123")
def test_the_end_of_fall_loses(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    empty_decks(state)
    dice(monkeypatch, then=1)
    for _ in range(2 + 3 + 4 - 1):
        next_turn(state)
    assert (state.season, state.moment) == (2, 4)
    assert state.outcome is None
    next_turn(state)
    assert result(state) == ((0.0, 0.0), "S121")
    assert state.outcome is not None
    assert "Fall is over" in state.outcome.reason


@pytest.mark.rule("S121")
def test_the_last_turn_of_fall_is_played_to_its_end(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    empty_decks(state)
    state.season, state.moment = 2, 4
    state.pool = 1
    obstacle(state, "star_crossed", "whitehold", progress=0, hindrance=0)
    dice(monkeypatch, then=1)
    next_turn(state)
    assert state.outcome is not None
    assert "pool" in state.outcome.reason, "the threat comes before the time"


@pytest.mark.rule("S121")
def test_a_scene_in_the_last_turn_of_fall_still_wins(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    state.season, state.moment = 2, 4
    to_scene(state, 3)
    finish(state, "thea", "cannon", "shadow_walk", "undaris_map")
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)")
    rush(state)
    assert result(state) == ((1.0, 1.0), "S120")


@pytest.mark.rule("S121")
def test_a_character_who_is_knocked_out_loses_for_all(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", "menas", conditions="knockout")
    stand(state, "thea", "whitehold")
    stand(state, "menas", "whitehold")
    give(state, "keel", 1)
    state.people[1].body = 1
    obstacle(state, "field_work", "parisas_glen", progress=4)
    dice(monkeypatch, 6, 6)
    do(state, "overcome(keel,field_work)", "guard(keel,[])")
    assert result(state) == ((0.0, 0.0, 0.0), "S121")
    assert in_play(state, "field_work") is not None, "at once: the obstacle is not overcome any more"


@pytest.mark.rule("S121")
def test_a_knock_out_in_the_last_scene_comes_before_its_completion(monkeypatch: PATCH) -> None:
    state = table("thea", "keel", conditions="knockout")
    to_scene(state, 3)  # 2 body dice each
    finish(state, "thea", "cannon", "shadow_walk", "undaris_map")
    dice(monkeypatch, then=6)
    do(state, "narrate(thea)")
    rush(state, "Dividing")
    do(state, "bear(keel)")
    assert result(state) == ((0.0, 0.0), "S121")


# ---- S122


@pytest.mark.rule("S122")
def test_everybody_has_0_and_the_table_tells_the_cause_of_a_loss_and_the_scenes() -> None:
    state = table("thea", "keel", "menas", "fuscus")
    to_scene(state, 2)
    state.people[1].conditions = [(BODY, 0)] * 3
    happen(state, Hurt(1, BODY, -1, 3))
    assert state.outcome is not None
    assert state.outcome.scores == (0.0,) * 4
    assert state.outcome.reason == "Keel is knocked out: the scenario is lost."
    assert state.outcome.points == (1,) * 4, "one scene was completed"


@pytest.mark.rule("S122")
def test_solo_has_one_score() -> None:
    state = table("thea", "keel", seats=1)
    state.pool = 1
    happen(state, Threaten(place_number(state, "whitehold")))
    assert state.outcome is not None
    assert state.outcome.scores == (0.0,)
    assert threats(state, "whitehold") == 1


# ---- S123


@pytest.mark.rule("S123")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_session_has_at_most_as_many_turns_as_its_seasons(monkeypatch: PATCH, scenario: str) -> None:
    state = table("thea", "keel", scenario=scenario)
    empty_decks(state)
    card = state.book.scenarios[state.book.scenario[scenario]]
    most = sum(season.most for season in card.seasons)
    assert most <= 12
    dice(monkeypatch, then=6)  # no season of a range ends before it must
    turns = 0
    while state.outcome is None:
        turns += 1
        assert turns <= most
        next_turn(state)
    assert turns == most


@pytest.mark.rule("S123")
def test_an_overcome_action_must_be_able_to_add_a_token(monkeypatch: PATCH) -> None:
    state = table("thea", "keel")
    stand(state, "keel", "whitehold")
    give(state, "thea", 6)
    obstacle(state, "drauga_the_vicious", "parisas_glen")  # combat; Thea has 1
    dice(monkeypatch, then=1)
    tries = 0
    while "overcome(thea,drauga_the_vicious)" in legal(state):
        tries += 1
        do(state, "overcome(thea,drauga_the_vicious)", "guard(thea,[])")
        rush(state)
    assert tries == 12
    assert in_play(state, "drauga_the_vicious") == ("parisas_glen", 0, 12)
