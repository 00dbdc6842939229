"""H. The end of the game (G95 to G97)."""

import pytest
from tests.games.fate.positions import dice, do, give, hero_of, night, put, stand, table

from fimbul.games.fate.actions import Practice
from fimbul.games.fate.rules import places
from fimbul.games.fate.state import FateState

PATCH = pytest.MonkeyPatch


def clear(state: FateState) -> None:
    """Nobody is left on the map."""
    for monster, node in enumerate(state.where):
        if node >= 0:
            places.remove(state, monster)


@pytest.mark.rule("G95")
@pytest.mark.parametrize("seats", [1, 3])
def test_the_well_stands_after_the_last_monster_turn(seats: int) -> None:
    state = table(*("bjorn", "alva", "embla")[:seats])
    state.time, state.pieces = 11, 1
    night(state)
    assert state.time == 12
    assert state.outcome is not None
    assert state.outcome.scores == (1.0,) * seats
    assert state.outcome.rule == "G95"
    assert state.to_act == ()


@pytest.mark.rule("G95")
def test_the_last_monster_turn_is_played_to_its_end() -> None:
    state = table("bjorn")
    state.time, state.pieces = 11, 1
    put(state, "goblin", 12, 9)  # the last step is a skull: it is in the town
    night(state)
    assert state.outcome is not None
    assert state.outcome.rule == "G96"


@pytest.mark.rule("G96")
def test_the_last_piece_is_lost_at_once(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva")
    state.pieces = 1
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    put(state, "goblin", 11, 9)
    far = put(state, "goblin", 17, 4 + 3)
    night(state)
    assert state.outcome is not None
    assert state.outcome.scores == (0.0, 0.0)
    assert state.outcome.rule == "G96"
    assert state.pieces == 0
    assert hero_of(state).damage == 0  # the troll has not attacked any more
    assert state.land.xy[state.where[far]] == (17, 7)  # nor has anybody else moved


@pytest.mark.rule("G96")
def test_a_legend_takes_what_is_left() -> None:
    state = table("bjorn")
    state.pieces = 2
    put(state, "grendel_1", 11, 9)
    night(state)
    assert state.pieces == 0
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("G96")
def test_a_knock_out_may_lose_the_game(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    state.pieces = 2
    hero_of(state).damage = 8
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    night(state)
    assert state.outcome is not None
    assert state.outcome.rule == "G96"


@pytest.mark.rule("G96")
def test_a_kick_into_the_town_may_lose_the_game() -> None:
    state = table("embla")
    state.pieces = 1
    give(state, "kick")
    stand(state, 12, 9)
    put(state, "troll", 11, 9)
    do(state, "play(kick)", "at(9,9)")
    assert state.outcome is not None
    assert state.outcome.rule == "G96"
    refusal = state.why_not(Practice(), 0)
    assert refusal is not None
    assert refusal.rule == "G96"


@pytest.mark.rule("G97")
@pytest.mark.parametrize(("track", "rounds"), [("short", 11), ("long", 15)])
def test_a_game_has_so_many_rounds(track: str, rounds: int) -> None:
    state = table("bjorn", track=track)
    for round_ in range(rounds):
        assert state.outcome is None, round_
        night(state)
        clear(state)
    assert state.outcome is not None
    assert state.outcome.rule == "G95"
