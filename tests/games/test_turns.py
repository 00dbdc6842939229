"""`turn` means the same in all five games: 0 in the set-up, then the number of the turn that is played."""

import pytest

import fimbul
from fimbul.core import Rng
from fimbul.core.action import spell
from fimbul.games.fate.events import Hour, TurnOf

SET_UP = {  # what is done in a set-up and never later
    "fimbulvetr": {"place", "relic"},
    "valknut": {"setup", "ready"},
    "fate": set(),
    "six_winters": {"equip", "ready"},
    "fornaldar": {"load"},
}


@pytest.mark.parametrize("slug", SET_UP)
def test_the_set_up_is_turn_0_and_the_first_turn_is_1(slug: str) -> None:
    game, rng = fimbul.game(slug), Rng(7)
    state = game.new(seed=7)
    turns = [state.turn]
    while not state.over and state.turn < 3:
        seat = state.to_act[0]
        action = rng.choice(state.legal(seat))
        assert spell(type(action)) not in SET_UP[slug] or state.turn == 0, action
        state.play(action, seat)
        turns.append(state.turn)
    assert turns[0] == (0 if SET_UP[slug] else 1)
    assert 1 in turns
    assert turns == sorted(turns)


def test_fate_counts_the_turns_of_heroes_and_monsters() -> None:
    game, rng = fimbul.game("fate"), Rng(3)
    state, begun = game.new(seats=2, seed=3), 1  # the first hero's turn has begun
    while not state.over:
        events = state.play(rng.choice(state.legal(state.to_act[0])), state.to_act[0])
        begun += sum(isinstance(event, (TurnOf, Hour)) for event in events)
        assert state.turn == begun


@pytest.mark.parametrize(("slug", "says"), [("six_winters", "Turn "), ("fornaldar", "Game turn ")])
def test_every_turn_that_is_told_is_counted(slug: str, says: str) -> None:
    game, rng = fimbul.game(slug), Rng(4)
    state, told = game.new(seed=4), 0
    while not state.over and state.turn < 3:
        seat = state.to_act[0]
        events = state.play(rng.choice(state.legal(seat)), seat)
        told += sum(event.sentence().startswith(says) for event in events)
        assert state.turn == told
    assert told >= 2
