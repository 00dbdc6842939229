"""What is foreseen of a march or an attack tells nothing that its seat does not know."""

from pathlib import Path

import msgspec
import pytest

from fimbul.core import Odds, Record, Rng, replay
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.actions import Fight, Go

RECORD = Path(__file__).parents[2] / "golden" / "fornaldar" / "whole-jotuns.saga"
PLIES = (106, 163, 175, 184, 202, 241)  # somebody could march against the enemy, or attack
TWINS = 3


@pytest.mark.rule("R25.2")
def test_odds_are_those_of_what_is_known() -> None:
    match = replay(Record.parse(RECORD.read_text(encoding="utf-8")), GAME)
    kinds, odds, twins = set(), 0, 0
    for ply in PLIES:
        state = match.at(ply)
        seat = state.to_act[0]
        legal = state.legal(seat)
        before = state.fingerprint()
        foreseen = state.foresee(seat, legal)
        assert foreseen
        assert state.fingerprint() == before
        kinds |= {type(action) for action in foreseen}
        odds += sum(isinstance(fact, Odds) for told in foreseen.values() for fact in told.facts)
        view = msgspec.json.encode(state.view(seat))
        for seed in range(TWINS):
            twin = state.imagine(seat, Rng(seed))
            if msgspec.json.encode(twin.view(seat)) == view and twin.legal(seat) == legal:
                twins += twin.fingerprint() != before
                assert twin.foresee(seat, legal) == foreseen
    assert kinds == {Go, Fight}
    assert odds
    assert twins
