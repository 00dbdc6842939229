"""The guided first game: its record holds, and every step can be done where it says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import fimbul
from fimbul.core import Match, Record, choice, offered, verify
from fimbul.games.six_winters import GAME

LEARN = Path(fimbul.__file__).parent / "web" / "static" / "learn"
LESSON: dict[str, Any] = json.loads((LEARN / "six_winters.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def match() -> Match:
    return verify(Record.parse((LEARN / "six_winters.saga").read_text("utf-8")), GAME)


def test_every_step_of_the_lesson_can_be_done(match: Match) -> None:
    seat = LESSON["seat"]
    state = match.start.copy()
    for step in LESSON["steps"]:
        if "ply" in step:
            state = match.at(step["ply"]).copy()
        view = state.view(seat)
        legal = state.legal(seat)
        scene = offered(GAME.scene(view), (choice(GAME.table, view, action) for action in legal))
        known = set(scene.ids())
        missing = [id for id in step.get("point", []) if id not in known and id != "tell"]
        assert missing == [], step["title"]
        if "why" in step:
            meant = GAME.attempt(view, tuple(step["point"]))
            assert meant is not None
            assert state.why_not(meant, seat) is not None
        if "act" not in step:
            continue
        while True:
            allowed = [action for action in state.legal(seat) if re.search(step["only"], str(action))]
            assert allowed, step["title"]
            state.play(allowed[0], seat)
            if re.search(step["act"], str(allowed[0])):
                break


def test_the_lesson_ends_with_a_scene_told(match: Match) -> None:
    assert match.state.outcome is not None
    assert match.state.outcome.scores == (1.0,)
    assert len(LESSON["steps"]) > 8
