"""The bot that plays on in its head: its time, its plans, and what it was taught."""

from typing import Any

import pytest

import fimbul
from fimbul.bots import Playouts, Sight
from fimbul.bots.playouts import Node
from fimbul.core import Rng
from fimbul.core.net import FARTHEST, Net

SLOW = 0.004  # seconds that an action takes on an imagined machine


class Clock:
    """A clock that only work moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("slug", "plies"), [("fate", 12), ("six_winters", 25), ("fornaldar", 40)])
def test_a_bot_takes_little_more_time_than_it_is_given(
    slug: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, clock = fimbul.game(slug), Clock()
    state = game.new(seed=3)
    chance = Rng(4)
    while state.ply < plies or len(state.legal(state.to_act[0])) < 3:
        state.apply(chance.choice(state.legal(state.to_act[0])))
    act = game.State.apply

    def slowly(world: Any, *arguments: Any) -> Any:
        clock.now += SLOW
        return act(world, *arguments)

    monkeypatch.setattr(game.State, "apply", slowly)
    seconds = 0.2
    bot = Playouts(game, seed=1, seconds=seconds, clock=clock)
    bot.choose(Sight(state, state.to_act[0]))
    assert seconds < clock.now <= 1.2 * seconds


def test_a_plan_begins_with_first_sight_and_turns_to_what_does_better() -> None:
    plan, promise = Node(), [0.3, 0.2, 0.1]
    plan.note(0.0)
    assert plan.choose(["a", "b", "c"], promise) == "a"
    tried = []
    for _ in range(60):
        action = plan.choose(["a", "b", "c"], promise)
        tried.append(action)
        value = 0.5 if action == "b" else -0.5
        plan.after.setdefault(action, Node()).note(value)
        plan.note(value)
    assert tried[0] == "a"
    assert tried.count("b") > tried.count("a") > 0
    assert "c" in tried


@pytest.mark.parametrize("slug", ["fate", "six_winters"])
def test_what_was_taught_tells_a_won_position_from_a_lost_one(slug: str) -> None:
    game = fimbul.game(slug)
    state: Any = game.new(seed=5)
    chance = Rng(6)
    while state.turn < 3:
        state.apply(chance.choice(state.legal(state.to_act[0])))
    good, bad = state.copy(), state.copy()
    if slug == "fate":
        good.pieces, bad.pieces = 8, 1
    else:
        good.pool, bad.pool = 6, 1
    assert game.mind.evaluate(good, 0) > game.mind.evaluate(bad, 0)


def test_a_number_far_outside_what_was_seen_does_not_decide_alone() -> None:
    net = Net((0.0, 0.0), (1.0, 0.0), ((0.1, 0.1, 0.0),), (0.0, 0.5, 0.5, 0.0))
    assert net.chance([1e9, 0.0]) == net.chance([FARTHEST, 0.0])
    assert net.chance([1.0, 5.0]) == net.chance([1.0, 0.0])  # it never differed where it was learned
    assert net.chance([1.0, 0.0]) > 0.5 > net.chance([-1.0, 0.0])


def test_what_the_clock_cuts_short_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, clock = fimbul.game("fate"), Clock()
    state = game.new(seed=3)
    sight = Sight(state, 0)
    bot = Playouts(game, seed=1, seconds=1.0, clock=clock)

    def play_on(*_: Any) -> float:
        clock.now += 0.6
        return 0.1 if clock.now < 1.0 else 0.9  # the second one does not come to its end

    monkeypatch.setattr(bot, "play_on", play_on)
    ideas = bot.weigh(sight, sight.legal())
    assert max(idea.value for idea in ideas) == pytest.approx(0.1)
