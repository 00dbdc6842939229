"""What is foreseen of a march is what then happens."""

from pathlib import Path

import pytest
from tests.games.valknut.positions import position, row

from fimbul.core import Line, Record, replay
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


@pytest.mark.rule("V69")
def test_whom_a_shove_kills() -> None:
    """The Vanir goes along, so the Draugr ends between it and the mountain."""
    state, shove = position(row("N U . m U"), "vanir draugar").state, GAME.parse("shove(0,0,e)")
    dead = [event.unit for event in state.copy().apply(shove) if isinstance(event, Killed)]
    told = state.foresee(state.active, state.legal(state.active))[shove]
    assert told.struck == tuple(f"unit:{unit}" for unit in dead)
    assert len(dead) == 1


@pytest.mark.rule("V43")
@pytest.mark.rule("V69")
def test_who_is_caught_where_a_shove_leads() -> None:
    """The Vanir follows to a place between a mountain and another Draugr."""
    picture = """
        . m . .
        N U . .
        . U . .
        . . . .
        """
    state, shove = position(picture, "vanir draugar").state, GAME.parse("shove(0,1,e)")
    (fact,) = state.foresee(state.active, state.legal(state.active))[shove].facts
    assert fact == Line("Caught if you stop here", "a Vanir", "bad")
