"""Many games in a kernel: the same numbers, arrays and ends as the readable rules give."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from tests.cli.conftest import fim  # noqa: F401  # the command line, run in this process

import fimbul.envs
from fimbul.core import FimbulError
from fimbul.envs.course import Course
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.cards import TURNED_ROOM
from fimbul.kernels.valknut.fitting import all_spots
from fimbul.kernels.valknut.ground import mark_all, spots

CLANS = {"clans": ("vikings", "geats"), "relic": "free"}
CASES = [
    ("fimbulvetr", 2, {"setup": "placed"} | CLANS, 140),
    ("fimbulvetr", 2, {"setup": "quick"} | CLANS, 140),
    ("valknut", 2, {}, 160),
    ("valknut", 3, {}, 160),
    ("valknut", 4, {"gods": True}, 300),
    ("valknut", 2, {"mode": "ragnarok", "gods": True}, 300),
]


@pytest.mark.parametrize(("slug", "seats", "options", "steps"), CASES)
def test_every_game_is_the_engine_s_with_its_seed(slug, seats, options, steps):
    envs = fimbul.envs.vector(slug, 5, seats=seats, starts=5, threads=2, **options)
    arrays, info = envs.reset(seed=40)
    courses = [Course(slug, options, seats) for _ in range(5)]
    for game, course in enumerate(courses):
        course.begin(40 + game)
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(steps):
        wanted = []
        for game, course in enumerate(courses):
            sight = course.sight(course.acting)
            assert info["seat"][game] == course.acting
            for name, array in sight.arrays.items():
                assert np.array_equal(arrays[name][game], array), name
            assert envs.listed[game, : envs.counts[game]].tolist() == list(sight.numbers)
            wanted.append(int(chance.choice(list(sight.numbers))))
        arrays, rewards, over, cut, info = envs.step(np.array(wanted))
        assert not cut.any()
        for game, course in enumerate(courses):
            seat = course.acting
            course.play(course.action(wanted[game], seat), seat)
            assert over[game] == course.position.over
            assert info["rewards"][game].tolist() == course.rewards()
            assert rewards[game] == course.rewards()[seat]
            if over[game]:
                ended += 1
                course.begin(40 + (envs.episodes[game] * 5 + game) % 5)
    assert ended > 3


def test_what_lies_outside_valknut_s_window_takes_the_last_numbers():
    """A Battleground that is longer than the window: cards at its ends go by the overflow rule."""
    envs = fimbul.envs.vector("valknut", 1, seats=2, starts=1, threads=1)
    arrays, _ = envs.reset(seed=2)
    course = Course("valknut", {}, 2)
    course.begin(2)
    natural, used = course.encoding.natural, 0
    for _ in range(400):
        seat = course.acting
        if seat is None:
            break
        sight = course.sight(seat)
        assert np.array_equal(arrays["action_mask"][0], sight.arrays["action_mask"])
        assert np.array_equal(arrays["observation"][0], sight.arrays["observation"])
        outside = [number for number in sight.numbers if number >= natural]
        number = outside[-1] if outside else easternmost(sight.numbers)
        used += number >= natural
        course.play(course.action(number, seat), seat)
        arrays, _, _, _, _ = envs.step(np.array([number]))
    assert used > 3


def easternmost(numbers):
    """The way to lay a card that leads farthest east; the last number if there is none to be laid."""
    ways = [number for number in numbers if type(numbers[number]).__name__ == "Lay"]
    return max(ways, key=lambda number: numbers[number].x) if ways else max(numbers)


@pytest.mark.parametrize("spread", [8, 30, 120])  # the last is wider than the bits of a number
def test_cards_of_valknut_fit_where_the_marks_of_the_search_say(spread):
    envs = fimbul.envs.vector("valknut", 1, starts=1, threads=1)
    envs.reset(seed=3)
    state, board, book, chance = envs.states[0], envs.boards[0], envs.books[0], np.random.default_rng(spread)
    found, marked, fitted = np.zeros(at.SCRATCH, np.int64), np.zeros(at.SCRATCH, np.int64), 0
    for cards in range(12):
        cells = at.BASE + chance.integers(0, spread, cards) + at.STRIDE * chance.integers(0, spread, cards)
        state[at.LAID] = cards
        state[at.LAID + 1 : at.LAID + 1 + cards] = (
            cells << at.LAID_CELL | chance.integers(0, 4, cards) << at.LAID_R
        )
        counts = all_spots(state, board, book, found)
        mark_all(state, board, book, 1)
        for slot, start in enumerate((0, TURNED_ROOM)):
            number = spots(state, board, book, slot, marked, start)
            assert counts[slot] == number
            assert np.array_equal(found[start : start + number], marked[start : start + number])
            fitted += number
        mark_all(state, board, book, -1)
    assert fitted > 100


@pytest.mark.parametrize(("slug", "seats", "options", "steps"), CASES)
def test_an_environment_with_its_kernel_at_hand_shows_what_the_view_shows(slug, seats, options, steps):
    env = fimbul.envs.pettingzoo(slug, seats=seats, **options)
    plain = Course(slug, env.course.options, seats)
    assert type(env.course) is not Course
    chance = np.random.default_rng(3)
    for seed in range(2):
        env.reset(seed=seed)
        plain.begin(seed)
        for agent in env.agent_iter(steps):
            arrays, _, over, _, _ = env.last()
            if over:
                break
            sight = plain.sight(env.seat[agent])
            for name, array in sight.arrays.items():
                assert np.array_equal(arrays[name], array), name
            number = int(chance.choice(list(sight.numbers)))
            plain.play(plain.action(number, env.seat[agent]), env.seat[agent])
            env.step(number)
            assert env.course.position.fingerprint() == plain.position.fingerprint()


def test_it_is_a_vector_environment_of_gymnasium():
    envs = fimbul.envs.vector("fimbulvetr", 3, starts=2, setup="quick")
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    arrays, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(arrays)
    assert envs.single_action_space.n == 5911
    envs.close()


@pytest.mark.parametrize("slug", ["fimbulvetr", "valknut"])
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_in_mid_game_plays_on_by_itself(slug, twin_of):
    def play(envs, steps):
        return [envs.step(envs.masks.argmax(axis=1))[0]["observation"].copy() for _ in range(steps)]

    envs = fimbul.envs.vector(slug, 128, starts=4, threads=2)
    envs.reset(seed=9)
    play(envs, 12)
    twin = twin_of(envs)
    before = envs.seen_by_name["observation"].copy()
    played = play(twin, 12)
    assert np.array_equal(envs.seen_by_name["observation"], before)
    assert np.array_equal(play(envs, 12), played)
    assert np.array_equal(envs.reset()[0]["action_mask"], twin.reset()[0]["action_mask"])


def test_without_a_seed_the_next_games_follow_from_the_last_seed():
    def begun(envs, seed):
        envs.reset(seed=seed)
        return envs.states.copy()

    one, other = (fimbul.envs.vector("valknut", 4, starts=4) for _ in range(2))
    assert np.array_equal(begun(one, 5), begun(other, np.int64(5)))
    following = begun(one, None)
    assert np.array_equal(following, begun(other, None))
    assert not np.array_equal(following, begun(one, 5))
    assert not np.array_equal(begun(one, 6), begun(one, 5))
    with pytest.raises(FimbulError, match="takes one seed"):
        one.reset(seed=[1, 2, 3, 4])


def test_figures_say_what_an_action_leads_to():
    """A blow at the bearer wins: the figures of some action say so, and playing it does."""
    envs = fimbul.envs.vector("fimbulvetr", 64, starts=64, setup="quick")
    envs.reset(seed=3)
    chance, won = np.random.default_rng(2), 0
    for _ in range(60):
        rows, starts = envs.figures()
        wins = rows[:, -3] == 1
        wanted, hoped = [], []
        for game in range(64):
            here = np.flatnonzero(wins[starts[game] : starts[game + 1]])
            hoped.append(len(here) > 0)
            place = here[0] if len(here) else chance.integers(envs.counts[game])
            wanted.append(envs.listed[game, place])
        _, rewards, _, _, _ = envs.step(np.array(wanted))
        assert (rewards[hoped] == 1).all()
        won += sum(hoped)
    assert won > 10


def test_bad_input_gets_one_sentence():
    with pytest.raises(FimbulError, match="of 'fate'; there is one of fimbulvetr or valknut"):
        fimbul.envs.vector("fate", 4)
    with pytest.raises(FimbulError, match="at least one game"):
        fimbul.envs.vector("fimbulvetr", 0)
    envs = fimbul.envs.vector("fimbulvetr", 2, starts=1)
    with pytest.raises(FimbulError, match=r"Call reset\(\) first"):
        envs.step(np.zeros(2))
    arrays, _ = envs.reset(seed=1)
    assert arrays["action_mask"][:, 5910].sum() == 0
    for wrong in (-1, 5911, 1 << 40):
        with pytest.raises(FimbulError, match=f"The number {wrong} is not offered in the game 1"):
            envs.step(np.array([arrays["action_mask"][0].argmax(), wrong]))
    with pytest.raises(FimbulError, match=r"There are 2 games, and actions of the shape \(3,\)"):
        envs.step(np.zeros(3))
    with pytest.raises(FimbulError, match="The number 5910 is not offered in the game 0"):
        envs.step(np.full(2, 5910))


def test_the_bench_tells_steps_a_second(monkeypatch):
    from fimbul.envs import bench

    monkeypatch.setattr(bench, "ROUND", 0.02)
    monkeypatch.setattr(bench, "STEPS", 1)
    monkeypatch.setattr(bench, "SLUGS", ("fimbulvetr", "valknut"))
    monkeypatch.setattr(bench, "chess", lambda: bench.FimbulAEC("fimbulvetr"))
    report = bench.measure(0.02, 1, lambda: None)
    assert [row["game"] for row in report["games"]] == ["fimbulvetr", "valknut"]
    assert all(row["ratio"] > 0 for row in report["games"])
    assert all(speeds["one_thread"] > 0 for speeds in report["vector"].values())
    assert len(bench.as_rows(report)) == 7


def test_the_bench_says_how_to_get_chess_where_it_is_not(monkeypatch, fim):  # noqa: F811
    from fimbul.envs import bench

    monkeypatch.setattr(bench, "SLUGS", ("fimbulvetr",))
    monkeypatch.setattr(bench, "chess", lambda: None)
    monkeypatch.setattr(bench.kernels, "available", lambda: False)
    ran = fim("bench", "envs", "--seconds", 0.01)
    assert "not installed" in ran.out
    assert ran.out.endswith("pip install 'fimbul[bench]'.\n")


def test_all_that_environments_play_with_can_be_compiled_ahead():
    from fimbul.envs.__main__ import main

    assert main() == 0
