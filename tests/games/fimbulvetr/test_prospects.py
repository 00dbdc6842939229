"""What is foreseen of a move is what then can be done."""

from pathlib import Path

import pytest

from fimbul.core import Record, replay
from fimbul.games.fimbulvetr import GAME
from fimbul.games.fimbulvetr.actions import Move
from fimbul.games.fimbulvetr.rules.attack import attacks

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "fimbulvetr").glob("*.saga"))[:3]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_whom_a_move_threatens_and_who_threatens_it(path: Path) -> None:
    match = replay(Record.parse(path.read_text(encoding="utf-8")), GAME)
    seen = 0
    for ply in range(13, len(match.moves), 4):
        state = match.at(ply)
        if state.over:
            break
        seat = state.to_act[0]
        legal = state.legal(seat)
        foreseen = state.foresee(seat, legal)
        book = state.roster
        for action in legal:
            if not isinstance(action, Move):
                assert action not in foreseen
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
            assert dangerous == any(fact.state == "bad" for fact in (told.facts if told else ()))
            seen += bool(struck)
    assert seen
