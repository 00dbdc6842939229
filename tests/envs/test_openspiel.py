"""OpenSpiel: its own tests, and games equal to the engine's."""

import unittest

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.observation import make_observation
from tests.envs.helpers import GAMES, ONE_OF_EACH

import fimbul.envs
from fimbul.core import FimbulError, Rng
from fimbul.games import game

TOLD = [  # options that OpenSpiel is told in words of its own
    ("fimbulvetr", 2, {"setup": "quick", "clans": ("rus", "franks"), "first": 0}),
    ("six_winters", 2, {"trade_cost": 2}),
]


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH + TOLD)
def test_openspiel_s_own_simulation_passes(slug, seats, options):
    """It plays at random, clones, undoes nothing, serialises, and looks at everything on the way."""
    pyspiel.random_sim_test(
        fimbul.envs.openspiel(slug, seats=seats, **options), num_sims=1, serialize=True, verbose=False
    )


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_openspiel_s_own_tests_of_the_python_interface_pass(slug, seats, options):
    """Those that it runs on a part of the tree of every game that is registered."""
    loaded = fimbul.envs.openspiel(slug, seats=seats, **options)

    class Enforced(api_test.EnforceAPIOnPartialTreeBase):
        game, game_name, game_type = loaded, str(loaded), loaded.get_type()
        some_states = sample_some_states(loaded, max_states=40)

        @classmethod
        def setUpClass(cls):
            """The states are drawn."""

    flags.FLAGS(["api_test"])
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(Enforced)
    result = unittest.TestResult()
    tests.run(result)
    assert result.testsRun >= 5
    assert result.errors + result.failures + result.skipped == []


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
def test_random_players_play_the_engine_s_games(slug, seats, options):
    loaded, rng = fimbul.envs.openspiel(slug, seats=seats, **options), Rng(8)
    observation = make_observation(loaded)
    state = loaded.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(17)
    engine = game(slug).new(seats=seats, options=options, seed=17)
    for ply in range(300 if slug != "fornaldar" else 40):
        if state.is_terminal():
            break
        seat = engine.to_act[0]
        assert state.current_player() == seat
        number = rng.choice(state.legal_actions())
        words = state.action_to_string(seat, number)
        engine.play(game(slug).parse(words), seat)
        if ply % 50 == 20:
            observation.set_from(state, seat)
            assert np.isfinite(observation.tensor).all()
            state = state.clone()
        state.apply_action(number)
    assert state.course.position.fingerprint() == engine.fingerprint()
    assert state.is_terminal() == engine.over
    if engine.over:
        assert state.returns() == [2 * score - 1 for score in engine.outcome.scores]


def test_openspiel_s_learning_loop_plays_a_game():
    env = rl_environment.Environment(fimbul.envs.openspiel("fimbulvetr", setup="quick"))
    env.seed(3)
    step, rng = env.reset(), Rng(6)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == 0


def test_an_information_state_is_what_a_seat_has_seen():
    """Two seeds that deal alike as far as a seat can see give it one information state, and others not."""
    loaded = fimbul.envs.openspiel("valknut", warbands=("dwarves", "draugar"))
    states = []
    for seed in range(6):
        state = loaded.new_initial_state()
        state.apply_action(seed)
        states.append(state)
    told = [state.information_state_string(0) for state in states]
    views = [state.course.position.view(0) for state in states]
    for one in range(6):
        for other in range(6):
            assert (told[one] == told[other]) == (views[one] == views[other])
    again = states[0].clone()
    again.apply_action(again.legal_actions()[0])
    assert again.information_state_string(0) != told[0]


def test_an_information_state_is_the_same_whenever_it_is_asked_for():
    loaded, rng = fimbul.envs.openspiel("valknut", seats=3), Rng(4)
    state = loaded.new_initial_state()
    state.apply_action(5)
    told = []
    for _ in range(12):
        told.append([state.information_state_string(seat) for seat in range(3)])
        state.apply_action(rng.choice(state.legal_actions()))
    history = state.history()
    for length, strings in enumerate(told, start=1):
        late = loaded.new_initial_state()
        for action in history[:length]:
            late.apply_action(action)
        assert [late.information_state_string(seat) for seat in (2, 1, 0)] == strings[::-1]
    assert len({string for strings in told for string in strings}) == 36


def test_a_world_that_fits_what_a_player_has_seen_can_be_drawn():
    """The player cannot tell it from the true one, and others' secrets and the dice to come are others."""
    loaded, rng = fimbul.envs.openspiel("valknut", seats=2, warbands=("dwarves", "draugar")), Rng(3)
    state = loaded.new_initial_state()
    state.apply_action(7)
    for _ in range(10):
        state.apply_action(rng.choice(state.legal_actions()))
    player, chance = state.current_player(), np.random.default_rng(1)
    worlds = [state.resample_from_infostate(player, chance.random) for _ in range(5)]
    told = state.information_state_string(player)
    assert {world.information_state_string(player) for world in worlds} == {told}
    assert len({world.course.position.fingerprint() for world in (state, *worlds)}) == 6
    for world in worlds:
        while not world.is_terminal():
            world.apply_action(rng.choice(world.legal_actions()))
        assert world.information_state_string(player) != told
    assert state.information_state_string(player) == told


def test_openspiel_s_search_of_information_sets_plays():
    """It draws worlds of its own, and searches them by what each player has seen."""
    loaded = fimbul.envs.openspiel("valknut")
    state = loaded.new_initial_state()
    state.apply_action(7)
    chance = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(random_state=chance)
    bot = ismcts.ISMCTSBot(loaded, evaluator, 2.0, 4, random_state=chance)
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_an_observer_shows_a_seat_all_that_it_has_seen_or_everybody():
    loaded = fimbul.envs.openspiel("fate", seats=2)
    state = loaded.new_initial_state()
    state.apply_action(5)
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    recall = make_observation(loaded, kind(perfect_recall=True))
    public = make_observation(loaded, kind(perfect_recall=False, private_info=private.NONE))
    plain = make_observation(loaded, kind(perfect_recall=False))
    assert recall.string_from(state, 1) == state.information_state_string(1)
    assert plain.string_from(state, 1) == state.observation_string(1)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert public.string_from(state, 0) != state.observation_string(0)
    assert make_observation(loaded, kind(perfect_recall=False, public_info=False)) is None
    for observer in (recall, public):
        observer.set_from(state, 0)
        assert observer.tensor is None


def test_only_what_hides_something_is_of_imperfect_information():
    known = pyspiel.GameType.Information
    for slug, seats, options in ONE_OF_EACH:
        found = fimbul.envs.openspiel(slug, seats=seats, **options).get_type().information
        assert found == (known.PERFECT_INFORMATION if slug == "fimbulvetr" else known.IMPERFECT_INFORMATION)


def test_a_game_can_be_loaded_by_its_name_and_parameters():
    loaded = pyspiel.load_game("fimbul_fate(players=3,track=long)")
    assert loaded.num_players() == 3
    assert loaded.course.options.track == "long"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"library": object()}, "option 'library' of Fate.* cannot be|OpenSpiel cannot be told"),
        ({"depth": 1}, "has no option 'depth'"),
    ],
)
def test_bad_input_gets_one_sentence(options, sentence):
    with pytest.raises(FimbulError, match=sentence):
        fimbul.envs.openspiel("fate", **options)
