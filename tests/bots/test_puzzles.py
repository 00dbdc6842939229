"""Puzzles: each can be proved again by trying everything, and has exactly one solution."""

import datetime

import pytest

from fimbul.bots.puzzles import (
    FIRST_DAY,
    GOALS,
    collection,
    judged,
    opened,
    puzzle_at,
    puzzle_of,
    solutions,
)
from fimbul.core import BadOption, Illegal

FIRST = {goal: next(n for n, each in enumerate(collection(), 1) if each.goal == goal) for goal in GOALS}


@pytest.mark.parametrize("goal", GOALS)
def test_a_puzzle_has_one_solution_and_the_rules_prove_it(goal: str) -> None:
    puzzle = puzzle_at(FIRST[goal])
    assert [str(action) for action in solutions(opened(FIRST[goal]).state, goal)] == [puzzle.solution]
    verdict = judged(FIRST[goal], puzzle.solution)
    assert verdict.solved
    assert verdict.words.startswith("Solved: ")
    assert verdict.proof or goal == "save"


def test_every_puzzle_can_be_opened_and_its_solution_played() -> None:
    assert len(collection()) >= 30
    assert {each.game for each in collection()} == {"fimbulvetr", "valknut"}
    for number, puzzle in enumerate(collection(), 1):
        match = opened(number)
        assert match.state.why_not(match.game.parse(puzzle.solution)) is None
    positions = {opened(number).state.fingerprint() for number in range(1, len(collection()) + 1)}
    assert len(positions) == len(collection())


def test_another_action_is_refuted_in_words() -> None:
    number = FIRST["win"]
    state = opened(number).state
    other = next(str(one) for one in state.legal(state.to_act[0]) if str(one) != puzzle_at(number).solution)
    verdict = judged(number, other)
    assert not verdict.solved
    assert verdict.words.startswith("Not that: ")
    assert verdict.proof
    assert state.fingerprint() == opened(number).state.fingerprint()


def test_every_day_has_its_puzzle_and_all_have_their_day() -> None:
    days = [FIRST_DAY + datetime.timedelta(days=each) for each in range(len(collection()))]
    assert sorted(map(puzzle_of, days)) == list(range(1, len(collection()) + 1))


def test_what_is_no_puzzle_and_no_action_is_refused() -> None:
    with pytest.raises(BadOption, match="Unknown puzzle 0"):
        puzzle_at(0)
    with pytest.raises(Illegal):
        judged(FIRST["win"], "pass")
