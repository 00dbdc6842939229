"""A review finds the turning point that is known, says why, says it again, and knows no secrets."""

from typing import Any

import pytest
from tests.games.fimbulvetr.positions import position as fimbulvetr
from tests.games.valknut.positions import position as valknut

import fimbul
from fimbul.bots import Greedy, Sight
from fimbul.bots.explaining import reason, rule_of_thumb
from fimbul.bots.judging import TreeJudge, judge_of
from fimbul.bots.review import review
from fimbul.core import Game, Match, Rng, State

FIMBULVETR = fimbul.game("fimbulvetr")


def match_from(game: Game, state: State, *actions: str) -> Match:
    """A match that begins with a drawn position."""
    match = Match(game, seats=2)
    match.state, match.start, match.counts = state, state.copy(), [state.revelations]
    for text in actions:
        match.play(game.parse(text))
    return match


def bots_game(game: Game, seed: int, plies: int, **options: Any) -> Match:
    """The beginning of a game between greedy bots."""
    match = Match(game, seed=seed, options=options)
    bot = Greedy(game, seed)
    while not match.state.over and match.state.ply < plies:
        seat = match.state.to_act[0]
        match.play(bot.choose(Sight(match.state, seat)), seat)
    return match


def test_who_does_not_take_a_won_game_is_told_which_action_won_it() -> None:
    table = fimbulvetr("K1 b0 c0", bearers="Kb")
    match = match_from(FIMBULVETR, table.state, "move(k,0,0,0)")

    found = review(match, nodes=2000)

    (blunder,) = (mistake for mistake in found.mistakes if mistake.ply == 0)
    assert (blunder.size, blunder.better) == ("blunder", "melee(k,b)")
    assert blunder.why == "It wins the game."
    assert "slay it" in blunder.maxim
    assert found.estimates[0][0] == pytest.approx(1.0, abs=0.01)
    turned = [(point.ply, point.cause) for point in found.turning_points]
    assert (1, "mistake") in turned


VIKINGS = """
    . V B . V
    . . . . .
    . . . . .
    . . . . {}
    """


def test_a_turning_point_of_valknut_is_told_in_its_own_words() -> None:
    game = fimbul.game("valknut")
    table = valknut(VIKINGS.format("."), "vikings goblins", points=1)
    table.state.turn = 1

    found = review(match_from(game, table.state, "end"), nodes=1000)

    (mistake,) = (each for each in found.mistakes if each.ply == 0)
    assert (mistake.better, mistake.why) == ("move(4,0,w,1)", "It wins the game.")
    assert "kill" in mistake.maxim
    table = valknut(VIKINGS.format("B"), "vikings goblins", points=1)
    table.state.turn = 1
    told = reason(game, Sight(table.state, 0), game.parse("move(4,0,w,1)"))
    assert told.startswith("It kills the Goblin")


@pytest.mark.parametrize(("slug", "plies"), [("fimbulvetr", 20), ("fate", 25)])
def test_the_same_record_gives_the_same_review(slug: str, plies: int) -> None:
    game = fimbul.game(slug)
    match = bots_game(game, 5, plies, **({"setup": "quick"} if slug == "fimbulvetr" else {}))
    one, other = (review(match, nodes=60) for _ in range(2))
    assert one == other
    assert len(one.estimates) == one.plies + 1


class Window:
    """A position that answers what a seat may ask, and nothing else."""

    def __init__(self, state: State) -> None:
        self.view, self.legal, self.imagine = state.view, state.legal, state.imagine


@pytest.mark.parametrize("slug", ["fimbulvetr", "valknut", "fate", "six_winters"])
def test_a_judge_and_a_coach_ask_only_what_a_seat_may_ask(slug: str) -> None:
    game = fimbul.game(slug)
    state = bots_game(game, 3, 12).state
    seat = state.to_act[0]
    sight = Sight(Window(state), seat)  # type: ignore[arg-type]
    judge = judge_of(game, 40)
    better = judge.better(sight)
    verdict = judge.compare(sight, sight.legal()[-1], better)
    assert verdict.loss >= 0
    assert isinstance(reason(game, sight, better.action), str)


@pytest.mark.parametrize("game", fimbul.all_games(), ids=lambda game: game.slug)
def test_a_coach_has_sentences_for_whatever_can_be_done(game: Game) -> None:
    state, rng, said = game.new(seed=4), Rng(4), set()
    for _ in range(150):
        if state.over:
            break
        seat = state.to_act[0]
        sight, legal = Sight(state, seat), state.legal(seat)
        action, better = rng.choice(legal), rng.choice(legal)
        told = reason(game, sight, action)
        assert not told or (told.startswith("It ") and told.endswith("."))
        maxim = rule_of_thumb(game, sight, action, better)
        assert not maxim or (maxim[0].isupper() and maxim.endswith("."))
        said |= {told, maxim}
        state.play(action, seat)
    assert len(said) > 5


def test_progress_is_told_step_by_step_up_to_the_end() -> None:
    steps: list[tuple[int, int]] = []
    match = bots_game(FIMBULVETR, 2, 6, setup="quick")
    review(match, nodes=40, progress=lambda done, total: steps.append((done, total)))
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == steps[-1][1]
    assert isinstance(judge_of(FIMBULVETR), TreeJudge)
