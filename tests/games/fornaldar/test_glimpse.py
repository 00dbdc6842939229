"""A glimpse is the view, each part made when it is asked for."""

import pytest
from tests.envs.helpers import SHORT, playing

from fimbul.games.fornaldar.table.sight import GLIMPSED


def test_every_part_of_a_glimpse_is_that_of_the_view():
    asked = 0
    for course, _ in playing("fornaldar", 2, SHORT, steps=50):
        state = course.position
        for seat in (0, 1, None):
            view, glimpse = state.view(seat), state.glimpse(seat)
            for name in ("seat", "to_act", "mine", *GLIMPSED):
                assert getattr(glimpse, name) == getattr(view, name), name
            asked += 1
    assert asked > 100


def test_it_has_nothing_that_a_view_has_not():
    course, seat = next(playing("fornaldar", 2, SHORT, steps=1))
    with pytest.raises(AttributeError):
        course.position.glimpse(seat).leaders_of_the_other_side  # noqa: B018  # asking is what is tested
