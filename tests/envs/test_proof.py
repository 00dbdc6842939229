"""The environments' proof finds nothing where all is well, and what is wrong where something is."""

import pytest

from fimbul.envs.course import Course
from fimbul.envs.proof import Difference, prove
from fimbul.games import game


@pytest.mark.parametrize("slug", ["valknut", "fate"])
def test_whole_games_are_the_engine_s_through_every_interface(slug):
    told = prove(game(slug), 1, seed=5)
    assert list(told) == ["PettingZoo", "Gymnasium", "OpenSpiel"]
    assert all(each["games"] == 1 for each in told.values())
    assert told["PettingZoo"] == told["OpenSpiel"]


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("rewards", lambda course: [0.5] * course.seats, "the rewards differ"),
        ("play", lambda course, action, seat: course.sights.clear(), "differ"),
        ("acting", property(lambda course: 0), "the seats to act differ"),
    ],
)
def test_what_is_wrong_is_found(monkeypatch, name, wrong, said):
    monkeypatch.setattr(Course, name, wrong)
    with pytest.raises(Difference, match=said):
        prove(game("valknut"), 2, seed=5)
