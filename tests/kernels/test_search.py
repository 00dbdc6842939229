"""The search in the kernel: within its budget, the same for the same seed, and gone without the extra."""

import importlib
import itertools
from types import SimpleNamespace

import pytest

import fimbul
from fimbul import bots, kernels
from fimbul.bots import Compiled, Search, Sight, make
from fimbul.core import Game, Rng, State
from fimbul.kernels.fimbulvetr import packing

FIMBULVETR, VALKNUT = fimbul.game("fimbulvetr"), fimbul.game("valknut")
GAMES = pytest.mark.parametrize("game", [FIMBULVETR, VALKNUT], ids=lambda game: game.slug)

SIEVED = 2000  # positions by which a budget may be passed: a list that is sieved is finished


def middle(game: Game, plies: int, seed: int = 2) -> State:
    """A position some random plies into a game."""
    state = game.new(seed=seed)
    rng = Rng(seed)
    while state.ply < plies:
        after = state.copy()
        after.play(rng.choice(state.legal(state.to_act[0])))
        if after.over:
            seed += 1
            state, rng = game.new(seed=seed), Rng(seed)
        else:
            state = after
    return state


@GAMES
@pytest.mark.parametrize("plies", [0, 5, 12, 13, 20])
def test_the_bot_answers_with_a_legal_action_in_every_phase(game: Game, plies: int) -> None:
    state = middle(game, plies)
    seat = state.to_act[0]
    before = state.snapshot()
    bot = make("search", game, nodes=600, seed=1)
    assert isinstance(bot, Compiled)
    assert bot.choose(Sight(state, seat)) in state.legal(seat)
    ideas = bot.ideas(Sight(state, seat), 3)
    assert [idea.value for idea in ideas] == sorted((idea.value for idea in ideas), reverse=True)
    assert all(idea.action in state.legal(seat) and -1 <= idea.value <= 1 for idea in ideas)
    assert state.snapshot() == before


@GAMES
def test_the_same_seed_and_budget_give_the_same_choice(game: Game) -> None:
    state = middle(game, 20)
    seat = state.to_act[0]
    choices = {str(make("search", game, nodes=3000, seed=7).choose(Sight(state, seat))) for _ in range(3)}
    assert len(choices) == 1


@GAMES
def test_it_keeps_to_its_positions_and_looks_deeper_with_more(game: Game) -> None:
    state = middle(game, 22)
    seat = state.to_act[0]
    few, many = Compiled(game, nodes=500), Compiled(game, nodes=60_000)
    for bot in (few, many):
        bot.choose(Sight(state, seat))
    assert few.nodes <= 500 + SIEVED
    assert many.nodes <= 62_000
    assert many.deepest >= few.deepest


@GAMES
def test_it_stops_when_its_time_is_over(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()  # a clock that only looking at it moves: a look is a second
    thinker = importlib.import_module(f"fimbul.kernels.{game.slug}.thinker")
    monkeypatch.setattr(thinker, "time", SimpleNamespace(perf_counter=lambda: next(looks)))
    state = middle(game, 20) if game is VALKNUT else game.new(seed=2, options={"setup": "quick"})
    bot = Compiled(game, seconds=10)
    bot.choose(Sight(state, state.to_act[0]))
    assert bot.thinker.stopped  # type: ignore[attr-defined]
    # It looked when it began, ten times while it had time, and then no more than it took to come to an end.
    assert 12 <= next(looks) <= 14
    assert 0 < bot.nodes <= 14 * thinker.SLICE + SIEVED


def test_it_sees_a_win_and_takes_it() -> None:
    seen = 0
    for seed in range(30):
        state = FIMBULVETR.new(seed=seed, options={"setup": "quick"})
        rng = Rng(seed)
        while not state.over:
            seat = state.to_act[0]
            wins = []
            for action in state.legal(seat):
                after = state.copy()
                after.apply(action)
                if after.outcome is not None and after.outcome.scores[seat] == 1.0:
                    wins.append(action)
            if wins:
                seen += 1
                assert make("search", FIMBULVETR, nodes=2000).choose(Sight(state, seat)) in wins
                break
            state.play(rng.choice(state.legal(seat)))
    assert seen > 5


def prospects(state: State, seat: int, nodes: int) -> float:
    """What a seat may expect, from -1 to 1, by a search that remembers nothing."""
    if state.over:
        assert state.outcome is not None
        return 2 * state.outcome.scores[seat] - 1
    mover = state.to_act[0]
    value = make("search", FIMBULVETR, nodes=nodes).ideas(Sight(state, mover), 1)[0].value
    return value if mover == seat else -value


@pytest.mark.parametrize("number", range(6))
def test_a_set_up_is_not_lost_in_the_first_turns(number: int) -> None:
    seat = number % 2
    state = FIMBULVETR.new(seed=60 + number)
    players = {seat: make("search", FIMBULVETR, nodes=40_000, seed=number)}
    players[1 - seat] = make("search", FIMBULVETR, nodes=4000, seed=number)
    while not state.over and state.ply < 18:
        mover = state.to_act[0]
        state.play(players[mover].choose(Sight(state, mover)), mover)
        if state.phase == "play" and mover == seat:  # type: ignore[attr-defined]
            assert prospects(state, seat, 20_000) > -0.999


def test_no_answer_refutes_the_chosen_relic() -> None:
    for seed in range(4):
        state = middle(FIMBULVETR, 12, seed)
        seat = state.to_act[0]
        state.play(make("search", FIMBULVETR, nodes=100_000, seed=seed).choose(Sight(state, seat)), seat)
        for answer in state.legal(1 - seat):
            after = state.copy()
            after.play(answer, 1 - seat)
            assert prospects(after, seat, 1500) > -0.999, (seed, answer)


def test_a_budget_that_ends_amid_losing_actions_proves_no_loss() -> None:
    """What it had no time to try may be better than what it has tried and found to lose."""
    state = middle(FIMBULVETR, 19, 27)
    seat = state.to_act[0]
    assert prospects(state, seat, 20_000) > -0.9
    for nodes in range(20, 1000, 20):
        best = Compiled(FIMBULVETR, nodes=nodes).weigh(Sight(state, seat), state.legal(seat))[0]
        assert best.value > -0.999, nodes


def test_it_does_not_confuse_games_with_other_relics() -> None:
    thinker = kernels.thinker("fimbulvetr")
    for seed in range(20):
        state = FIMBULVETR.new(seed=seed, options={"setup": "quick"})
        keys = set()
        for relics in itertools.product(range(4), repeat=2):
            state.relics = list(relics)  # type: ignore[attr-defined]
            packing.pack(state, thinker.seen)
            keys.add(int(thinker.seen[0]))
        assert len(keys) == 16


@GAMES
def test_it_beats_greedy(game: Game) -> None:
    won = 0.0
    for number in range(4):
        seat = number % 2
        state = game.new(seed=40 + number)
        players = {seat: make("search", game, nodes=6000, seed=number)}
        players[1 - seat] = make("greedy", game, seed=number)
        while not state.over:
            mover = state.to_act[0]
            state.play(players[mover].choose(Sight(state, mover)), mover)
        assert state.outcome is not None
        won += state.outcome.scores[seat]
    assert won >= 3


@GAMES
def test_without_the_extra_the_readable_search_plays(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "available", lambda: False)
    bot = make("search", game, nodes=100)
    assert isinstance(bot, Search)
    assert "fast" in bots.slower(game)
    monkeypatch.undo()
    assert bots.slower(game) == ""


def test_games_without_a_kernel_are_none_the_slower() -> None:
    assert not kernels.supports("fate")
    assert bots.slower(fimbul.game("fate")) == ""


@pytest.mark.parametrize(("slug", "options"), [("fimbulvetr", {"setup": "quick"}), ("valknut", {})])
def test_nothing_that_was_only_found_to_be_no_better_ties_with_the_best(
    slug: str, options: dict[str, object]
) -> None:
    game, chance = fimbul.game(slug), Rng(4)
    state = game.new(seed=9, options=options)
    several = 0
    for _ in range(12):
        seat = state.to_act[0]
        legal = state.legal(seat)
        for exact in (1, 2):
            found = [
                idea.value for idea in Compiled(game, 3, nodes=1000).weigh(Sight(state, seat), legal, exact)
            ]
            assert found == sorted(found, reverse=True)
            assert all(value < found[exact - 1] for value in found[exact:])
        several += len(legal) > 2
        state.play(chance.choice(legal), seat)
    assert several > 6
