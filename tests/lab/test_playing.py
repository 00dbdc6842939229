"""What a player answers is played without a second question only where it was among what it was shown."""

from typing import Any

import pytest

import fimbul
from fimbul.bots import Sight
from fimbul.core import Action, Illegal, State, verify
from fimbul.lab import playing
from fimbul.lab.experiment import arms_of, from_tables, resolved
from fimbul.lab.playing import play_one


class First:
    """Takes the first of what it may do, and throws the list away."""

    def choose(self, sight: Sight) -> Action:
        actions = sight.legal()
        action: Action = actions[0]
        actions.clear()
        return action


class Stubborn:
    """Does the same again and again, whatever it may do."""

    def __init__(self) -> None:
        self.action: Action | None = None

    def choose(self, sight: Sight) -> Action:
        actions = sight.legal()
        self.action = self.action or actions[0]
        return self.action


def played(monkeypatch: pytest.MonkeyPatch, *players: Any) -> Any:
    """A game between these players."""
    monkeypatch.setattr(playing, "make_players", lambda *_: list(players))
    game = fimbul.game("fimbulvetr")
    experiment = from_tables(
        {"game": "fimbulvetr", "games": 1, "players": ["random"], "options": {"setup": "quick"}}, "x"
    )
    arm = arms_of(experiment)[0]
    return play_one(experiment, arm, 0, game, resolved(game, arm, 0), None)


def test_what_was_shown_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Action] = []
    ask = State.why_not

    def noted(state: State, action: Action, seat: int | None = None) -> Illegal | None:
        asked.append(action)
        return ask(state, action, seat)

    with monkeypatch.context() as patch:
        patch.setattr(State, "why_not", noted)
        match, row = played(patch, First(), First())
    assert not asked
    assert row[-3] > 0  # decisions have been counted, though the player threw its list away
    verify(match.record(), match.game)


def test_what_was_not_shown_is_refused_by_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Illegal):
        played(monkeypatch, Stubborn(), First())
