"""Bots decide by the contract alone, within their budget, and the stronger one wins."""

import itertools
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.core.toys import Cairn, Ravens

import fimbul
from fimbul.bots import LEVELS, Compiled, Playouts, Search, Sight, make, parse_spec
from fimbul.bots.levels import Human, Level, level_of
from fimbul.bots.playouts import lead, spread
from fimbul.core import BadOption, Game, Rng, State

FIMBULVETR = fimbul.game("fimbulvetr")
FATE = fimbul.game("fate")
KINDS = ("random", "greedy", "search", "newcomer", "club")  # every way of thinking once


def quick(seed: int = 1, **options: object) -> State:
    return FIMBULVETR.new(seed=seed, options={"setup": "quick", "first": 0, **options})


def contest(first: str, second: str, seed: int, nodes: int | None = None) -> State:
    state = FIMBULVETR.new(seed=seed)
    bots = [
        make(name, FIMBULVETR, seed=seed + place, nodes=nodes) for place, name in enumerate((first, second))
    ]
    while not state.over:
        seat = state.to_act[0]
        state.play(bots[seat].choose(Sight(state, seat)), seat)
    return state


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("game", [FIMBULVETR, FATE, Ravens(), Cairn()], ids=lambda game: game.slug)
def test_every_bot_plays_every_kind_of_game_to_its_end(name: str, game: Game) -> None:
    state = game.new(seed=3, options={"setup": "quick"} if game is FIMBULVETR else None)
    bot = make(name, game, nodes=150, seed=5)
    while not state.over:
        seat = state.to_act[-1]
        action = bot.choose(Sight(state, seat))
        assert action in state.legal(seat)
        state.play(action, seat)
    assert state.ply <= game.max_plies


@pytest.mark.parametrize("name", KINDS)
def test_the_same_seed_and_budget_give_the_same_choice(name: str) -> None:
    choices = {str(make(name, FIMBULVETR, nodes=400, seed=9).choose(Sight(quick(4), 0))) for _ in range(3)}
    assert len(choices) == 1


THINKING = """
import sys, fimbul
from fimbul.bots import Sight, make
game = fimbul.game(sys.argv[1])
state, bot = game.new(seed=6), make("greedy", game, seed=2)
for _ in range(60):
    if not state.over:
        seat = state.to_act[0]
        action = bot.choose(Sight(state, seat))
        state.play(action, seat)
        print(action)
"""


@pytest.mark.parametrize("slug", [game.slug for game in fimbul.all_games()])
def test_a_bot_decides_the_same_in_every_process(slug: str) -> None:
    """Neither where things lie in memory nor how Python hashes words may decide a game."""
    told = []
    for hashing in ("1", "2"):
        words = [sys.executable, "-c", THINKING, slug]
        ran = subprocess.run(
            words, env={**os.environ, "PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=True
        )
        told.append(ran.stdout.splitlines())
    assert told[0] == told[1]
    assert len(told[0]) > 10  # Valknut's may be over soon


@pytest.mark.parametrize("name", KINDS)
def test_a_bot_leaves_the_position_alone(name: str) -> None:
    state = quick(6)
    before = state.snapshot()
    make(name, FIMBULVETR, nodes=300).choose(Sight(state, 0))
    make(name, FIMBULVETR, nodes=300).ideas(Sight(state, 0))
    assert state.snapshot() == before


class Window:
    """A position that answers what a seat may ask, and nothing else."""

    def __init__(self, state: State) -> None:
        self.view, self.legal, self.imagine = state.view, state.legal, state.imagine


@pytest.mark.parametrize("name", KINDS)
def test_a_bot_asks_only_what_a_seat_may_ask(name: str) -> None:
    for game in (FIMBULVETR, FATE, Ravens(), Cairn()):
        state = game.new(seed=2)
        seat = state.to_act[0]
        sight = Sight(Window(state), seat)  # type: ignore[arg-type]
        assert make(name, game, nodes=100).choose(sight) in state.legal(seat)


def test_greedy_takes_a_win_that_is_there() -> None:
    seen = 0
    for seed in range(40):
        state = FIMBULVETR.new(seed=seed)
        rng = Rng(seed)
        while not state.over:
            seat = state.to_act[0]
            legal = state.legal(seat)
            wins = [action for action in legal if seat in winners_after(state, action)]
            if wins:
                seen += 1
                assert make("greedy", FIMBULVETR).choose(Sight(state, seat)) in wins
                assert make("search", FIMBULVETR, nodes=300).choose(Sight(state, seat)) in wins
                break
            state.play(rng.choice(legal), seat)
    assert seen > 5


def winners_after(state: State, action: object) -> tuple[int, ...]:
    after = state.copy()
    after.play(action)  # type: ignore[arg-type]
    return after.outcome.winners if after.outcome else ()


def test_greedy_beats_random() -> None:
    wins = sum(contest("greedy", "random", seed).outcome.scores[0] for seed in range(12))  # type: ignore[union-attr]
    assert wins >= 10


def test_search_beats_greedy() -> None:
    wins = sum(contest("search", "greedy", seed, nodes=8000).outcome.scores[0] for seed in range(5))  # type: ignore[union-attr]
    assert wins >= 3.5


def test_search_keeps_to_its_nodes_and_deepens_with_more() -> None:
    few, many = Search(FIMBULVETR, nodes=200), Search(FIMBULVETR, nodes=5000)
    for bot in (few, many):
        bot.choose(Sight(quick(2), 0))
    assert few.nodes <= 201
    assert many.nodes <= 5001
    assert many.deepest > few.deepest


def test_search_stops_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()  # a clock that only looking at it moves: a look is a second
    monkeypatch.setattr("fimbul.bots.search.time", SimpleNamespace(perf_counter=lambda: next(looks)))
    bot = Search(FIMBULVETR, seconds=10)
    bot.choose(Sight(quick(2), 0))
    assert next(looks) == 12, "it looked when it began, ten times while it had time, and once too late"
    assert 0 < bot.nodes <= 11 * 32


def test_ideas_come_best_first_and_with_values() -> None:
    for name in ("greedy", "search"):
        ideas = make(name, FIMBULVETR, nodes=1500).ideas(Sight(quick(3), 0))
        assert len(ideas) == 3
        assert [idea.value for idea in ideas] == sorted((idea.value for idea in ideas), reverse=True)
        assert all(-1 <= idea.value <= 1 for idea in ideas)


@pytest.mark.parametrize(
    "game", [FIMBULVETR, FATE, *map(fimbul.game, ("six_winters", "fornaldar"))], ids=lambda game: game.slug
)
def test_every_level_sees_more_than_the_one_below(game: Game) -> None:
    seen = [(level.nodes, -level.oversight) for level in (level_of(game, name) for name in LEVELS)]
    assert seen == sorted(seen)
    assert len(set(seen)) == len(LEVELS)


def test_the_master_of_a_war_overlooks_nothing_and_an_expert_something() -> None:
    """Both plan the same: what an expert sees he judges as a master does."""
    game = fimbul.game("fornaldar")
    state = game.new(seed=4)
    while len(state.legal(state.to_act[0])) < 20:
        state.apply(state.legal(state.to_act[0])[0], state.to_act[0])
    sight = Sight(state, state.to_act[0])
    ideas = [
        {idea.action: idea.value for idea in make(name, game, seed=6).ideas(sight, 999)}
        for name in ("master", "expert", "newcomer")
    ]
    master, expert, newcomer = ideas
    assert set(master) == set(sight.legal())
    assert len(newcomer) < len(expert) < len(master)
    assert expert.items() <= master.items()


def test_who_searches_at_a_level_counts_positions_and_not_time() -> None:
    master, expert = (make(name, FIMBULVETR) for name in ("master", "expert"))
    assert isinstance(master, Human)
    assert isinstance(expert, Human)
    assert isinstance(master.searcher, Compiled)
    assert master.searcher.seconds is None
    assert (master.searcher.limit or 0) > (expert.searcher.limit or 0)  # type: ignore[union-attr]


def test_a_newcomer_forgets_to_look_at_the_answer() -> None:
    """An action that lets the bearer be slain looks better to those who overlook the answer."""
    careful, blind = (Human(FIMBULVETR, 1, Level(oversight=each), None) for each in (0.0, 1.0))
    found = 0
    for seed in range(30):
        state, rng = quick(seed), Rng(seed)
        for _ in range(6):
            state.play(rng.choice(state.legal(state.to_act[0])))
            if state.over:
                break
        for action in [] if state.over else state.legal(state.active)[:20]:  # type: ignore[attr-defined]
            seat, after = state.to_act[0], state.copy()
            after.play(action, seat)
            if after.over or not any(1 - seat in winners_after(after, one) for one in after.legal(1 - seat)):
                continue
            found += 1
            assert careful.foresee(after, seat) == -1
            assert blind.foresee(after, seat) > careful.foresee(after, seat)
    assert found > 5


@pytest.mark.parametrize("text", ["stockfish", "search:extreme", "random:hard", ""])
def test_an_unknown_bot_is_named(text: str) -> None:
    with pytest.raises(BadOption, match=f"Unknown bot '{text}'"):
        parse_spec(text)


def test_the_names_of_older_tables_are_read_as_levels() -> None:
    assert parse_spec("search:hard") == "expert"
    assert parse_spec("greedy:easy") == "casual"
    assert parse_spec("greedy") == "greedy"


@pytest.mark.parametrize("budget", [{"nodes": 0}, {"seconds": -1.0}, {"seconds": float("nan")}])
def test_a_budget_must_be_positive(budget: dict[str, float]) -> None:
    with pytest.raises(BadOption, match="positive"):
        make("search", FIMBULVETR, **budget)  # type: ignore[arg-type]


# ---- playing on in one's head


def test_a_game_of_dice_gets_the_search_that_plays_on() -> None:
    assert isinstance(make("search", FATE, nodes=100), Playouts)
    assert isinstance(make("search", FIMBULVETR, nodes=100), Compiled)


def test_playing_on_gives_the_same_choice_for_the_same_seed_and_leaves_the_position_alone() -> None:
    state = FATE.new(seed=4)
    before = state.snapshot()
    bots = [make("search", FATE, nodes=400, seed=9) for _ in range(2)]
    assert bots[0].choose(Sight(state, 0)) == bots[1].choose(Sight(state, 0))
    assert state.snapshot() == before


def test_ideas_come_best_first_and_each_once() -> None:
    state = FATE.new(seed=4)
    ideas = make("search", FATE, nodes=400, seed=1).ideas(Sight(state, 0), 5)
    assert [idea.value for idea in ideas] == sorted((idea.value for idea in ideas), reverse=True)
    assert len({str(idea.action) for idea in ideas}) == 5


def test_another_action_must_beat_the_first_sight_by_more_than_luck() -> None:
    same, wild = [0.5, 0.5, 0.5, 0.5], [0.8, -0.2, 0.6, -0.9]
    assert lead(same, spread([same])) == pytest.approx(0.5)  # always the same lead: no luck in it
    assert lead(wild, spread([wild])) < 0  # more on the whole, but not more than luck
    assert lead([-0.1, -0.1], 0.0) < 0
    assert lead([], 0.1) < 0
    assert lead([5.0], spread([[5.0]])) < 0  # one world proves nothing


@pytest.mark.parametrize("name", KINDS)
def test_a_bot_that_has_nothing_to_decide_is_not_asked(name: str) -> None:
    state = quick()
    idle = 1 - state.to_act[0]
    with pytest.raises(BadOption, match=f"The seat {idle} has nothing to decide now"):
        make(name, FIMBULVETR).choose(Sight(state, idle))
