"""Gymnasium: its own test, games equal to the engine's, and bots in the other seats."""

import copy
import importlib
import importlib.util
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.helpers import GAMES, ONE_OF_EACH, SHORT

import fimbul.envs
from fimbul import bots
from fimbul.core import FimbulError, Rng
from fimbul.games import game


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_gymnasium_s_own_test_passes(slug, seats, options):
    name = f"fimbul.envs.ids:fimbul/{slug}-v1"
    env = gymnasium.make(name, seats=seats, others="random", truncate_after=200, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*no render fps was declared.*")
        check_env(env.unwrapped)


@pytest.mark.skipif(
    importlib.util.find_spec("stable_baselines3") is None,
    reason="Stable-Baselines3 brings PyTorch: pip install stable-baselines3 to run its test",
)
@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_stable_baselines_own_test_passes(slug, seats, options):
    """It only advises against arrays of two dimensions, for which its default networks are not made."""
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    env = fimbul.envs.gymnasium(slug, seats=seats, others="random", truncate_after=200, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", message="(?s).*(is an image|unconventional shape|minimal resolution)"
        )
        checker.check_env(env)


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
def test_a_random_learner_plays_the_engine_s_games(slug, seats, options):
    """The same seed, the same bots and the same actions: the same positions and the same reward."""
    env = fimbul.envs.gymnasium(slug, seats=seats, seat=seats - 1, others="random", **options)
    rng, play = Rng(4), game(slug)
    for seed in range(2 if slug != "fornaldar" else 1):
        arrays, _ = env.reset(seed=seed)
        state = play.new(seats=seats, options=options, seed=seed)
        others = {seat: bots.make("random", play, seed=seed + seat + 1) for seat in range(seats - 1)}
        for _ in range(150):
            while state.to_act and state.to_act[0] != env.seat:
                seat = state.to_act[0]
                state.play(others[seat].choose(bots.Sight(state, seat)), seat)
            if state.over:
                break
            assert env.action_masks().sum() == len(state.legal(env.seat))
            number = rng.choice(np.flatnonzero(arrays["action_mask"]).tolist())
            state.play(env.course.action(number, env.seat), env.seat)
            arrays, reward, over, cut, info = env.step(number)
            assert not cut
            if over:
                break
            assert reward == 0
        while state.to_act and state.to_act[0] != env.seat:
            seat = state.to_act[0]
            state.play(others[seat].choose(bots.Sight(state, seat)), seat)
        assert env.course.position.fingerprint() == state.fingerprint()
        if state.over:
            assert reward == 2 * state.outcome.scores[env.seat] - 1
            assert info["rule"] == state.outcome.rule


def test_greedy_plays_the_other_seat_of_every_game():
    for slug, seats, options in ONE_OF_EACH:
        env = fimbul.envs.gymnasium(slug, seats=seats, others="greedy", **options)
        arrays, _ = env.reset(seed=3)
        for _ in range(3 if slug != "fornaldar" else 1):
            arrays, _, over, _, _ = env.step(int(np.flatnonzero(arrays["action_mask"])[0]))
            assert over or arrays["action_mask"].any()


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_plays_on_by_itself(twin_of):
    env = fimbul.envs.gymnasium("fate", seats=2, others="random")
    env.reset(seed=6)
    for _ in range(10):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    twin = twin_of(env)
    first = [twin.step(int(np.flatnonzero(twin.action_masks())[0]))[0]["table"] for _ in range(5)]
    second = [env.step(int(np.flatnonzero(env.action_masks())[0]))[0]["table"] for _ in range(5)]
    assert np.array_equal(first, second)


def test_whoever_watches_sees_every_position_without_asking(capsys):
    def prompt(env, seat):
        return env.course.game.prompt(env.course.position.view(seat))

    solo = fimbul.envs.gymnasium("fimbulvetr", setup="quick", others="random", render_mode="human")
    solo.reset(seed=1)
    assert capsys.readouterr().out.count(prompt(solo, 0)) == 1
    solo.step(int(np.flatnonzero(solo.action_masks())[0]))
    assert capsys.readouterr().out.count(prompt(solo, 0)) == 1
    several = fimbul.envs.pettingzoo("fimbulvetr", setup="quick", render_mode="human")
    several.reset(seed=1)
    assert capsys.readouterr().out.count(prompt(several, None)) == 1
    several.step(int(several.last()[0]["action_mask"].argmax()))
    assert capsys.readouterr().out.count(prompt(several, None)) == 1


def test_a_number_that_is_not_offered_loses_at_once():
    env = fimbul.envs.gymnasium("fimbulvetr", setup="quick", others="random")
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["refused"].startswith("The number 0 is not offered")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat": 2}, "There is no seat 2; expected 0 to 1"),
        ({"others": "clever"}, "Unknown bot 'clever'; expected random, greedy"),
        ({"others": ["greedy", "random"]}, "There are 1 other seats and 2 bots for them"),
    ],
)
def test_bad_input_gets_one_sentence(more, sentence):
    with pytest.raises(FimbulError, match=sentence):
        fimbul.envs.gymnasium("fornaldar", **SHORT, **more)
