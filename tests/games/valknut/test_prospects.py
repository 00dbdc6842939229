"""What is foreseen of a march is what then happens."""

from pathlib import Path

import pytest

from fimbul.core import Record, replay
from fimbul.games.valknut import GAME
from fimbul.games.valknut.actions import End, Move, Shove, Summon
from fimbul.games.valknut.events import Killed

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "valknut").glob("*.saga"))[:2]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_whom_a_march_kills(path: Path) -> None:
    match = replay(Record.parse(path.read_text(encoding="utf-8")), GAME)
    kills = 0
    for ply in range(8, len(match.moves), 7):
        state = match.at(ply)
        if state.over:
            break
        seat = state.to_act[0]
        legal = state.legal(seat)
        foreseen = state.foresee(seat, legal)
        assert not any(isinstance(action, End) for action in foreseen)
        for action in legal:
            if not isinstance(action, Move | Shove | Summon):
                continue
            told = foreseen.get(action)
            dead = [event.unit for event in state.copy().apply(action) if isinstance(event, Killed)]
            first = {*(told.struck if told else ())}
            assert first <= {f"unit:{unit}" for unit in dead}
            assert bool(first) == bool(dead)
            kills += bool(dead)
    assert kills
