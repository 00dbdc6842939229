"""The bot that plays on in its head: its time, its plans, and what it was taught."""

from collections import Counter
from operator import add
from typing import Any

import pytest

import fimbul
from fimbul.bots import Playouts, Sight
from fimbul.bots.playouts import AGREED, FIRST, HOPELESS, Node, lead, schedule, settled, spread
from fimbul.core import Rng
from fimbul.core.net import FARTHEST, Net, Parted

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


def test_few_lucky_worlds_make_no_lead() -> None:
    lucky, plain = [0.1, 0.1], [0.3, -0.3, 0.2, -0.2, 0.25, -0.25]
    wide = spread([lucky, plain])
    assert lead(lucky, wide) < 0 < lead(lucky * 8, wide)
    assert lead([], wide) < 0
    assert lead([0.2], spread([[0.2]])) < 0  # one world says nothing about luck


def test_a_choice_is_settled_only_by_many_worlds_that_agree() -> None:
    clear, even, open_ = [0.3, 0.2] * AGREED, [0.0] * AGREED, [0.3, -0.25] * AGREED
    assert settled(clear, spread([clear]))
    assert settled([-gap for gap in clear], spread([clear]))
    assert settled(even, spread([even]))
    assert not settled(open_, spread([open_]))
    assert not settled(clear[: AGREED - 1], spread([clear]))


def test_what_looks_hopeless_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fimbul.game("fate")
    state: Any = game.new(seats=2, seed=1)
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = game.mind.promise(state, actions, seat)
    hopeless = [action for action, worth in zip(actions, promise, strict=True) if worth <= HOPELESS]
    assert any(str(action).startswith(("give", "ask")) for action in hopeless)
    bot = Playouts(game, seed=1, nodes=60)
    tried = []
    play_on = bot.play_on

    def noted(world: Any, action: Any, *rest: Any) -> float:
        tried.append(action)
        return play_on(world, action, *rest)

    monkeypatch.setattr(bot, "play_on", noted)
    ideas = {idea.action: idea.value for idea in bot.weigh(Sight(state, seat), actions)}
    assert tried
    assert not set(tried) & set(hopeless)
    assert max(ideas[action] for action in hopeless) < min(ideas[action] for action in tried)
    tried.clear()
    bot.weigh(Sight(state, seat), [next(action for action in actions if action not in hopeless), *hopeless])
    assert len(tried) <= FIRST  # where nothing is to be compared, no time is spent


def test_in_a_world_others_have_the_same_luck_whatever_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fimbul.game("fate")
    state: Any = game.new(seats=2, seed=1)
    while state.time < 3 or state.active != 0:
        seat = state.to_act[0]
        actions = state.legal(seat)
        promise = game.mind.promise(state, actions, seat)
        state.apply(actions[max(range(len(actions)), key=promise.__getitem__)], seat)
    seat = state.to_act[0]
    world = state.imagine(seat, Rng(7))
    act = game.State.apply
    chance: dict[int, int] = {}

    def noted(after: Any, *arguments: Any) -> Any:
        chance.setdefault(after.turn, after.rng.drawn)  # at the first action of every turn
        return act(after, *arguments)

    monkeypatch.setattr(game.State, "apply", noted)
    bot = Playouts(game, seed=1, nodes=60)
    found = []
    for action in state.legal(seat):
        chance.clear()
        bot.play_on(world, action, seat, Node())
        found.append({turn: drawn for turn, drawn in chance.items() if turn > world.turn})
    later = {turn for each in found for turn in each}
    assert later
    for turn in later:
        assert len({each[turn] for each in found if turn in each}) == 1


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
    with pytest.raises(ValueError, match="knows 2 numbers, not 3"):
        net.chance([1.0, 0.0, 0.0])


def test_numbers_that_are_settled_apart_say_the_same() -> None:
    net = Net(
        (0.5, 2.0, -1.0), (1.0, 0.5, 3.0), ((0.1, -0.2, 0.3, 0.4), (-0.5, 0.6, 0.7, -0.8)),
        (0.9, -1.0, 0.2, 0.3, -0.4, 0.05),
    )  # fmt: skip
    parted = Parted(net, {1, 2})
    for far in (0.0, 1.0, 4.0, 1e9):  # the last is farther out than was seen
        settled = parted.settle({1: far})
        assert parted.chance(settled, [0.7]) == pytest.approx(net.chance([0.7, far, 0.0]), rel=1e-12)
    more = tuple(map(add, parted.settle({1: 3.0}), parted.add_up({2: -2.0})))
    assert parted.chance(more, [0.7]) == pytest.approx(net.chance([0.7, 3.0, -2.0]), rel=1e-12)


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


def test_no_action_is_dropped_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fimbul.game("fate")
    state = game.new(seed=3)
    sight = Sight(state, 0)
    bot = Playouts(game, seed=1, nodes=4000)
    tried: Counter[Any] = Counter()

    def play_on(world: Any, action: Any, *_: Any) -> float:
        bot.nodes += 4
        bot.turns += 3
        tried[action] += 1
        return 0.1 if action == best else 0.0

    actions = sight.legal()
    best = actions[-1]
    monkeypatch.setattr(bot, "play_on", play_on)
    bot.weigh(sight, actions)
    assert [size for size, *_ in schedule(len(tried), thorough=False)] == [10, 5, 3, 2]
    assert min(tried.values()) >= 4000 / 4 / 4 / 10 - 2  # a quarter of the time for each round
    assert max(tried.values()) > 5 * min(tried.values())


def test_whoever_has_more_time_looks_farther_ahead() -> None:
    game = fimbul.game("fate")
    state = game.new(seed=3)
    depths = []
    for nodes in (100, 4000):
        bot = Playouts(game, seed=1, nodes=nodes)
        bot.choose(Sight(state, 0))
        depths.append(bot.far)
    assert depths[0] == 1 < depths[1] <= game.mind.horizon
