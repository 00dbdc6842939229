"""The arrays of Fornaldar follow the game: what is kept of them is what would be made anew."""

import numpy as np
import pytest
from tests.envs.helpers import playing

from fimbul.games.fornaldar.table.encoding import FornaldarEncoding


@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_arrays_that_are_kept_are_those_that_would_be_made_anew(scenario):
    fresh, asked = None, 0
    for course, seat in playing("fornaldar", 2, {"scenario": scenario, "turns": 2}, steps=120):
        fresh = fresh or FornaldarEncoding(course.options, 2)
        for who in (seat, 1 - seat) if asked % 5 == 0 else (seat,):
            kept, view = course.sight(who).arrays, course.position.view(who)
            fresh.last.clear()
            for name, array in fresh.observe(view).items():
                assert np.array_equal(kept[name], array), name
        asked += 1
    assert asked > 100


def test_what_was_given_out_is_nobody_elses():
    course, seat = next(playing("fornaldar", 2, {"scenario": "jotuns"}, steps=1))
    given = course.encoding.observe(course.position.view(seat))
    given["observation"].fill(7)
    given["leaders"].fill(7)

    again = course.encoding.observe(course.position.view(seat))

    assert again["observation"].max() <= 1
    assert again["leaders"].max() <= 1
