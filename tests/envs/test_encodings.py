"""Every game in numbers: nothing is lost on the way, and nothing is shown that a view does not show."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.core.toys import Ravens
from tests.envs.helpers import GAMES, playing

from fimbul.core import FimbulError, Rng
from fimbul.core.encoding import NoSuchAction
from fimbul.envs.course import Course
from fimbul.envs.general import GeneralEncoding
from fimbul.games.fimbulvetr.table.encoding import SIZE
from fimbul.testing.twins import exchanged, unseen


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
def test_every_legal_action_has_a_number_that_means_it(slug, seats, options):
    for course, seat in playing(slug, seats, options, steps=400 if slug != "fornaldar" else 120):
        sight = course.sight(seat)
        assert list(sight.numbers.values()) == course.position.legal(seat)
        natural = course.encoding.natural
        own = {number: action for number, action in sight.numbers.items() if number < natural}
        for number, action in own.items():
            assert course.encoding.decode(number, sight.view) == action
        assert np.flatnonzero(sight.arrays["action_mask"]).tolist() == sorted(sight.numbers)


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
def test_arrays_have_the_declared_shapes_for_everybody(slug, seats, options):
    for course, _ in playing(slug, seats, options, steps=60):
        for seat in range(course.seats):
            arrays = course.sight(seat).arrays
            assert set(arrays) == {*course.encoding.shapes, "action_mask"}
            for name, shape in course.encoding.shapes.items():
                array = arrays[name]
                assert array.shape == shape.measures
                assert array.dtype == shape.kind
                assert shape.least <= array.min()
                assert array.max() <= shape.greatest


def test_fimbulvetr_has_exactly_5911_actions_one_to_one():
    assert SIZE == 5911
    for setup in ("placed", "quick"):
        for course, seat in playing("fimbulvetr", 2, {"setup": setup, "clans": ("rus", "franks")}, steps=40):
            sight = course.sight(seat)
            meant = {}
            for number in range(SIZE):
                try:
                    meant[number] = course.encoding.decode(number, sight.view)
                except NoSuchAction:
                    continue
            refused = {number for number, action in meant.items() if course.position.why_not(action, seat)}
            legal = set(meant) - refused
            assert {meant[number] for number in legal} == set(course.position.legal(seat))
            if course.position.phase != "place":  # a cell may be named by any neighbour, and is by the first
                assert legal == set(sight.numbers)


@pytest.mark.parametrize(("slug", "seats", "options"), [case for case in GAMES if case[0] != "fimbulvetr"])
def test_what_a_view_hides_no_array_shows(slug, seats, options):
    """Twins whose hidden cards have changed places by force, and worlds that the seat imagines."""
    rng, found = Rng(5), 0
    watching: Any = SimpleNamespace(viewers=range(seats), rng=rng)
    for course, acting in playing(slug, seats, options, steps=150 if slug != "fornaldar" else 40):
        state = course.position
        for seat in range(course.seats):
            for twin in (exchanged(state, rng), state.imagine(seat, rng.fork())):
                if twin is None or twin == state or not unseen(watching, state, twin, seat):
                    continue
                other = Course(slug, course.options, course.seats)
                other.state = twin
                seen = other.sight(seat).arrays
                for name, array in course.sight(seat).arrays.items():
                    assert np.array_equal(array, seen[name]), (name, state.question(acting))
                found += 1
    assert found > 50


def test_the_general_numbers_serve_a_game_that_brings_none():
    game = Ravens()
    state, rng = game.new(seats=3, seed=4), Rng(1)
    encoding = GeneralEncoding(game, state.options, 3)
    while not state.over:
        seat = state.to_act[0]
        view, legal = state.view(seat), state.legal(seat)
        numbers = encoding.numbers(legal, view)
        assert list(numbers.items()) == list(enumerate(legal))
        features = encoding.features(legal, view)
        assert len(np.unique(features, axis=0)) == len(legal)
        assert encoding.observe(view)["observation"].shape == encoding.shapes["observation"].measures
        state.play(rng.choice(legal), seat)


def test_a_number_that_is_not_offered_is_refused_in_one_sentence():
    course = Course("fimbulvetr", {"setup": "quick"}, None)
    course.begin(1)
    before = course.position.fingerprint()
    with pytest.raises(FimbulError, match="The number 0 is not offered: choose one of the"):
        course.action(0, course.acting)
    assert course.position.fingerprint() == before
