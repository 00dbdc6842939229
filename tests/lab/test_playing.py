"""What a player answers is played without a second question only where it was among what it was shown."""

from typing import Any

import pytest

import fimbul
from fimbul.bots import Sight
from fimbul.core import Action, BadData, Illegal, State, verify
from fimbul.lab import playing
from fimbul.lab.experiment import FOLLOWED, ONE_IN, arms_of, followed, from_tables, resolved
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


FATE = {"game": "fate", "players": ["random"], "games": 2000}


def lot(**fields: Any) -> set[int]:
    """Which games of an experiment are followed by the bot's estimate."""
    experiment = from_tables(FATE | fields, "x")
    arm = arms_of(experiment)[0]
    return {number for number in range(arm.games) if followed(experiment, arm, number)}


def test_the_first_games_of_an_arm_are_followed_and_one_in_five_of_the_others() -> None:
    found = lot()
    assert found > set(range(FOLLOWED))
    for start in range(FOLLOWED, 2000, ONE_IN):
        assert len(found & set(range(start, start + ONE_IN))) == 1


def test_followed_games_are_of_every_kind_however_options_and_seats_go_round() -> None:
    later = {number for number in lot() if number >= FOLLOWED}
    for round_ in (2, 3, 4, 5):
        each = [sum(number % round_ == place for number in later) / len(later) for place in range(round_)]
        assert max(each) - min(each) < 0.12


def test_how_many_games_are_followed_can_be_said() -> None:
    assert lot(estimates=1) == set(range(2000))
    assert lot(estimates=0) == set()
    assert len(lot(estimates=4)) == 500
    with pytest.raises(BadData, match="'estimates' is 0 or more, not -1"):
        lot(estimates=-1)


def test_variants_share_the_lot_so_that_pairs_can_be_compared() -> None:
    experiment = from_tables(FATE | {"variant": [{"name": "a"}, {"name": "b"}]}, "x")
    one, other = arms_of(experiment)
    assert all(followed(experiment, one, n) == followed(experiment, other, n) for n in range(500))


def test_a_game_that_is_not_followed_is_the_same_game() -> None:
    rows = []
    for estimates in (0, 1):
        experiment = from_tables(FATE | {"estimates": estimates}, "x")
        arm, game = arms_of(experiment)[0], fimbul.game("fate")
        match, row = play_one(experiment, arm, 0, game, resolved(game, arm, 0), None)
        rows.append((match.record().to_text(), *row))
    assert rows[0][:-1] == rows[1][:-1]
    assert rows[0][-1] is None
    assert rows[1][-1][-1] in ([1.0], [-1.0])


def test_what_was_not_shown_is_refused_by_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Illegal):
        played(monkeypatch, Stubborn(), First())
