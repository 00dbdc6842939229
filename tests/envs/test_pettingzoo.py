"""PettingZoo: its own tests, and games equal to the engine's."""

import copy
import functools
import pickle
import re
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper
from tests.envs.helpers import GAMES, ONE_OF_EACH

import fimbul.envs
from fimbul.core import FimbulError, Rng
from fimbul.envs.rendering import pixels, plain
from fimbul.games import game

USUAL = (  # a mask beside the observation is how PettingZoo's own board games do it, too
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


def make(slug, seats, options, **more):
    return fimbul.envs.pettingzoo(slug, seats=seats, **options, **more)


def choose(rng, mask):
    return rng.choice(np.flatnonzero(mask).tolist())


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_pettingzoo_s_own_tests_pass(slug, seats, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in USUAL:
            warnings.filterwarnings("ignore", message=usual)
        api_test(make(slug, seats, options), num_cycles=60)
    seed_test(functools.partial(make, slug, seats, options), num_cycles=30)


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_pettingzoo_s_tests_of_rendering_and_speed_pass(monkeypatch, capsys, slug, seats, options):
    render_test(functools.partial(make, slug, seats, options), {"svg": lambda svg: svg.startswith("<svg")})
    clock = iter(range(1000))
    monkeypatch.setattr("time.time", lambda: next(clock))  # it would go on for five seconds
    performance_benchmark(make(slug, seats, options))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH[1:-1])
def test_every_board_can_be_drawn_in_pixels(slug, seats, options):
    env = make(slug, seats, options, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (800, 800, 3)  # the same for every position, as films need it
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


@pytest.mark.parametrize(("slug", "seats", "options"), ONE_OF_EACH)
def test_every_colour_of_a_board_is_spelled_out_for_the_painter(slug, seats, options):
    env = make(slug, seats, options, render_mode="svg")
    env.reset(seed=1)
    assert re.search(r"#[0-9a-f]{3}", plain(env.render()))
    assert not re.search(r"\b(var|color-mix|rgb|hsl)\(", plain(env.render()))


def test_colours_that_are_named_or_mixed_are_painted():
    style = ":root{--field:#000000}rect{fill:color-mix(in srgb,var(--field,#ff0000) 25%,#4080c0)}"
    drawn = f'<style>{style}</style><rect width="8" height="8"/>'
    picture = pixels(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{drawn}</svg>')
    assert picture[400, 400].tolist() == [0x30, 0x60, 0x90]


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
def test_random_agents_play_the_engine_s_games(slug, seats, options):
    """The same seed and the same actions: the same positions, rewards and end."""
    env, rng = make(slug, seats, options), Rng(9)
    for seed in range(3 if slug != "fornaldar" else 1):
        env.reset(seed=seed)
        state = game(slug).new(seats=seats, options=options, seed=seed)
        for agent in env.agent_iter(600):
            arrays, reward, over, cut, _ = env.last()
            if over or cut:
                assert reward == 2 * state.outcome.scores[env.seat[agent]] - 1
                env.step(None)
                continue
            seat = state.to_act[0]
            assert agent == f"player_{seat}"
            legal = state.legal(seat)
            number = choose(rng, arrays["action_mask"])
            state.play(legal[list(env.course.sight(seat).numbers).index(number)], seat)
            env.step(number)
            assert reward == 0
        assert env.course.position.fingerprint() == state.fingerprint()
        assert bool(env.agents) != state.over


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_plays_on_by_itself(slug, seats, options, twin_of):
    env, rng = make(slug, seats, options), Rng(2)
    env.reset(seed=5)
    for _ in range(12):
        env.step(choose(rng, env.last()[0]["action_mask"]))
    twin = twin_of(env)
    before = env.course.position.fingerprint()
    for _ in range(5):
        numbers = np.flatnonzero(twin.last()[0]["action_mask"])
        twin.step(int(numbers[0]))
    assert env.course.position.fingerprint() == before
    for _ in range(5):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.course.position.fingerprint() == twin.course.position.fingerprint()
    assert env.agent_selection == twin.agent_selection


@pytest.mark.parametrize("number", [0, -1, 3.5, "melee", 1 << 40])
def test_a_number_that_is_not_offered_is_refused_and_changes_nothing(number):
    env = make("fimbulvetr", None, {"setup": "quick"})
    env.reset(seed=1)
    before = env.course.position.fingerprint()
    with pytest.raises(FimbulError, match=r"is not offered: choose one|is not a whole number: choose one"):
        env.step(number)
    assert env.course.position.fingerprint() == before


def test_pettingzoo_s_wrapper_ends_a_game_after_a_number_that_is_not_offered():
    env = TerminateIllegalWrapper(make("fimbulvetr", None, {"setup": "quick"}), illegal_reward=-1)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert {agent for agent, reward in env.rewards.items() if reward < 0} == {loser}


def test_a_game_can_be_cut_short():
    env, rng = make("fimbulvetr", None, {}, truncate_after=3), Rng(1)
    env.reset(seed=1)
    for _ in range(3):
        env.step(choose(rng, env.last()[0]["action_mask"]))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert env.last()[1] == 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: make("chess", None, {}), "Unknown game 'chess'; expected fimbulvetr, .* or fornaldar"),
        (lambda: make("fate", 9, {}), "Fate: Defenders of Grimheim has 1 to 4 seats, not 9"),
        (lambda: make("fate", None, {"depth": 1}), "has no option 'depth'; it has heroes"),
        (lambda: make("fate", None, {}, render_mode="gif"), "Unknown render mode 'gif'; expected human,"),
        (lambda: make("fate", None, {}, truncate_after=0), "cut short after one action or more, not after 0"),
        (lambda: make("fate", None, {}).observe("player_0"), r"Call reset\(\) first: no game has begun"),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(FimbulError, match=sentence):
        call()


@pytest.mark.parametrize("ask", [lambda env: env.last(), lambda env: env.step(0), lambda env: env.rewards])
def test_before_a_game_has_begun_one_is_told_to_reset(ask):
    env = make("fate", None, {})
    with pytest.raises(AttributeError, match=r"Call reset\(\) first: no game has begun"):
        ask(env)
    assert not hasattr(env, "mood")


@pytest.mark.parametrize("seed", ["x", 1.5, -3])
def test_a_wrong_seed_gets_one_sentence(seed):
    with pytest.raises(FimbulError, match="A seed is a whole number from 0 to"):
        make("fate", None, {}).reset(seed=seed)
