"""What is foreseen of an action is what then can be done."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fimbul.core import Line, Record, replay
from fimbul.games.fimbulvetr import GAME
from fimbul.games.fimbulvetr.actions import Move
from fimbul.games.fimbulvetr.rules.attack import attacks

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "fimbulvetr").glob("*.saga"))[:3]
BEARER = "Bearer could be slain by"
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def positions(path: Path) -> Iterator[Any]:
    """Every fourth position of a game."""
    match = replay(Record.parse(path.read_text(encoding="utf-8")), GAME)
    states = (match.at(ply) for ply in range(13, len(match.moves), 4))
    return (state for state in states if not state.over)


def slayers(state: Any, seat: int) -> set[str]:
    """Who could slay the bearer of a seat."""
    return {
        state.roster.names[one]
        for one, target, _ in attacks(state, 1 - seat)
        if target == state.bearers[seat]
    }


@each_record
def test_whom_a_move_threatens_and_who_threatens_it(path: Path) -> None:
    seen = 0
    for state in positions(path):
        seat = state.to_act[0]
        legal = state.legal(seat)
        foreseen = state.foresee(seat, legal)
        book = state.roster
        for action in legal:
            if not isinstance(action, Move):
                continue
            after = state.copy()
            warrior = book.number[seat][action.warrior]
            fallen = [one for event in after.apply(action) for one in event.touches() if event.blow]
            if fallen:
                continue  # the wolves change who stands where
            struck = {
                f"warrior:{1 - seat}:{book.ids[target]}"
                for attacker, target, _ in attacks(after, seat)
                if attacker == warrior
            }
            told = foreseen.get(action)
            assert {*(told.struck if told else ())} == struck
            dangerous = any(target == warrior for _, target, _ in attacks(after, 1 - seat))
            name = BEARER if warrior == state.bearers[seat] else "Could be slain by"
            assert dangerous == any(fact.name == name for fact in (told.facts if told else ()))
            seen += bool(struck)
    assert seen


@pytest.mark.rule("F46")
@each_record
def test_every_action_that_leaves_the_bearer_open_says_to_whom(path: Path) -> None:
    seen = 0
    for state in positions(path):
        seat = state.to_act[0]
        legal = state.legal(seat)
        foreseen = state.foresee(seat, legal)
        left_open, lost = set(), set()
        for action in legal:
            after = state.copy()
            after.apply(action)
            told = (
                {fact.name: fact.value for fact in foreseen[action].facts if isinstance(fact, Line)}
                if action in foreseen
                else {}
            )
            if after.outcome is None:
                assert {*filter(None, told.get(BEARER, "").split(", "))} == slayers(after, seat)
                left_open |= {action} if BEARER in told else set()
            elif 1 - seat in after.outcome.winners:
                assert told["The game would end"] == after.outcome.reason
                lost.add(action)
        if state.phase == "relic":
            continue  # whoever acts first can still mend it
        grave = {action for action, prospect in foreseen.items() if prospect.grave}
        assert grave == (left_open | lost if len(left_open | lost) < len(legal) else set())
        seen += len(grave)
    assert seen


@pytest.mark.rule("F46")
def test_who_is_asked_for_an_action_hears_that_their_bearer_stands_open() -> None:
    seen = 0
    for state in itertools.chain.from_iterable(map(positions, RECORDS)):
        if state.phase != "play":
            continue
        seat = state.to_act[0]
        told = [fact.value for fact in state.view(seat).question.facts]
        expected = slayers(state, seat)
        assert {*", ".join(told).split(", ")} - {""} == expected
        seen += bool(expected)
    assert seen
