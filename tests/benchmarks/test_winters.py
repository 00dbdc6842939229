"""The fifteen answers: all are given, watching changes nothing, what is counted adds up, odds are exact."""

import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.cli.conftest import Ran

from fimbul.core import Rng
from fimbul.games.six_winters import GAME, overcoming
from fimbul.games.six_winters.model import SixWintersOptions

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import winters
from winter_figures import drawing, odds, plan
from winter_figures.answers import QUESTIONS
from winter_figures.players import FirstSight, Style, card_of
from winter_figures.watching import Saga, Session, Watch, drive

Runner = Callable[..., Ran]
TINY = ["--games", "1", "--strong", "1", "--nodes", "2"]


@pytest.fixture
def bench(capfd: pytest.CaptureFixture[str]) -> Runner:
    """Run the script in this process."""

    def call(*arguments: object) -> Ran:
        capfd.readouterr()
        status = winters.main([str(argument) for argument in arguments])
        return Ran(status, *capfd.readouterr())

    return call


def short_plan(games: int, strong: int, nodes: int, seed: int) -> list[plan.Job]:
    """A plan with one campaign, and the weaker of the strong bots."""
    every = plan.jobs(games, strong, nodes, seed)
    return [job for job in every if job.player != "search" and (not job.whole or job.seats == 1)]


def session(number: int = 0, **fields: Any) -> Session:
    job = plan.Job(key=("test",), number=number, seed=number, scenario=plan.PRINTED[0], **fields)
    played = plan.play(job)
    assert isinstance(played, Session)
    return played


def test_all_fifteen_are_answered_with_plots(
    bench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winters, "jobs", short_plan)
    page = tmp_path / "page.md"
    ran = bench(*TINY, "--seed", 7, "--write", page)
    assert ran.status == 0, ran
    text = page.read_text(encoding="utf-8")
    heads = re.findall(r"^## (\d+)\. (.+)$", text, re.MULTILINE)
    assert heads == [(str(number), question) for number, (question, _) in enumerate(QUESTIONS, 1)]
    assert len(heads) == 15
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[3:18]:
        assert re.search(r"\d", section)
        assert "| --- |" in section, section[:80]
        pictures = re.findall(r"!\[.*?\]\((.+?)\)", section)
        assert pictures, section[:80]
        for picture in pictures:
            assert ElementTree.fromstring((tmp_path / picture).read_text(encoding="utf-8")).tag.endswith(
                "svg"
            )
    assert "--games 1 --strong 1 --nodes 2 --seed 7" in text
    assert ran.out.count("\n") >= 15
    for name in ("Order of the Blue Robe, normal", "Served Cold *, difficult"):
        assert name in text


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_watching_changes_nothing(seats: int) -> None:
    ends = []
    for watched in (True, False):
        options = GAME.check_options(SixWintersOptions(mode="session", scenario=plan.PRINTED[1]))
        state = GAME.setup(seats, options, Rng(seats))
        drive(state, FirstSight(3), Watch(state) if watched else None, GAME.max_plies)
        ends.append((state.ply, state.fingerprint()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("number", range(6))
def test_what_was_seen_adds_up(number: int) -> None:
    seen = session(number)
    fates = seen.fates
    gone = sum(fates[name] for name in ("overcome", "hindered", "struck", "removed", "left in play"))
    assert fates["entered"] == gone
    assert seen.scenes == len(seen.told_on) == (3 if seen.won else seen.scenes)
    assert seen.turns == len(seen.each_turn) == sum(seen.by_season)
    assert sum(seen.chains) == len(seen.tokens) == sum(seen.threat_from.values())
    assert seen.cause in ("won", "threats", "time", "stress")
    assert (seen.cause == "threats") == (seen.pool_left == 0)
    assert 0 <= seen.share <= 1
    assert (seen.share == 1 and seen.scenes == 3) or not seen.won
    rolls = sum(row[0] for row in seen.risk_of_stress)
    assert rolls >= sum(row[0] for row in seen.risk_of_condition)
    assert sum(turn.fired for turn in seen.each_turn) == sum(
        count for name, count in fates.items() if name.startswith("effect: ")
    )
    assert max(seen.peak[: len(plan.BOOK.resource)]) <= 6
    assert session(number) == seen


def test_a_banned_card_is_never_used() -> None:
    job = {"characters": ("fuscus", "thea"), "scenario": plan.PRINTED[0]}
    card = "silver_tongued_ruffian"
    with_it = [plan.play(plan.Job(key=(), number=n, seed=n, **job)) for n in range(3)]
    without = [
        plan.play(plan.Job(key=(), number=n, seed=n, style=Style(without=card), **job)) for n in range(3)
    ]
    assert sum(seen.uses[card] for seen in with_it) > 0
    assert sum(seen.uses[card] for seen in without) == 0


def test_a_campaign_has_six_years() -> None:
    job = plan.Job(key=(), number=0, seed=5, scenario=plan.PRINTED[0], seats=1, whole=True)
    saga = plan.play(job)
    assert isinstance(saga, Saga)
    assert [year.year for year in saga.years] == [1, 2, 3, 4, 5, 6]
    assert saga.won == saga.years[-1].won
    assert saga.score > 0


# ---- exact odds, against counting by hand


def test_progress_and_stress_without_defence() -> None:
    action = odds.Action(rank=3, dice=4, guards=0, stress=2)
    assert action.mean_progress == pytest.approx(2.0)
    assert action.stress == pytest.approx([0.25, 0.5, 0.25])
    assert sum(action.progress) == pytest.approx(1)


@pytest.mark.parametrize(
    ("guard", "rank", "none"),
    [((2,), 3, 1.0), ((5,), 3, 5 / 6), ((6,), 0, 1 / 6), ((), 5, 5 / 6), ((1,), 0, 1.0)],
)
def test_one_stress_die(guard: tuple[int, ...], rank: int, none: float) -> None:
    assert odds.stress_odds(guard, rank, 1)[0] == pytest.approx(none)


@pytest.mark.parametrize("guard", [(), (2,), (3, 5), (1, 6), (4, 4)])
@pytest.mark.parametrize("rank", [0, 2, 4])
def test_no_stress_is_as_likely_as_the_rules_say(guard: tuple[int, ...], rank: int) -> None:
    rolls = list(product(range(1, 7), repeat=2))
    safe = sum(overcoming.cancels(guard, [value for value in roll if value > rank]) for roll in rolls)
    assert odds.stress_odds(guard, rank, 2)[0] == pytest.approx(safe / len(rolls))
    assert odds.condition_odds(guard, rank, (1, 1), (1, 1)) == pytest.approx(1 - safe / len(rolls))
    assert odds.condition_odds(guard, rank, (1, 1), (2, 2)) == 0


def test_dice_that_are_needed() -> None:
    assert odds.dice_for(0, 3) == 0
    assert odds.dice_for(1, 3) == 1  # one half
    assert odds.dice_for(2, 3) == 3  # 1/2 with three dice, 1/4 with two
    assert odds.dice_for(2, 0) is None


# ---- drawing, and the command


def test_axes_have_round_numbers() -> None:
    assert drawing.ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert drawing.ticks(-0.3, 0.5) == [-0.2, 0, 0.2, 0.4]
    assert len(drawing.ticks(0, 3777)) <= 8
    assert drawing.ticks(2, 2) == [2]


def test_words_in_a_plot_are_escaped() -> None:
    picture = drawing.dots("a < b", [drawing.Row("<&>", [drawing.exact(1.0), None])], "x & y")
    assert ElementTree.fromstring(picture).get("aria-label") == "a < b"


def test_cards_are_told_from_dice() -> None:
    from fimbul.games.six_winters.actions import Create, Use

    assert card_of(Use("thea", "warhorse-body")) == "warhorse"
    assert card_of(Create("thea", "action-5")) == ""
    assert card_of(Create("thea", "careful_planning")) == "careful_planning"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--games", "0"], 2, "--games is 1 or more"),
        (["--workers", "0"], 2, "--workers is 1 or more"),
        (["--strong", "0"], 2, "--strong is 1 or more"),
        (["--nodes", "-3"], 2, "--nodes is 1 or more"),
        (["--seed", "-1"], 2, "--seed is 0 or more"),
        (["--games", "many"], 2, "--games"),
        (["--bots", "greedy"], 2, "--bots"),
        (["--write", "nowhere/page.md"], 1, "there is no folder nowhere"),
        (["--write", "page.html"], 2, "ends in .md"),
    ],
)
def test_bad_arguments_are_one_sentence(bench: Runner, arguments: list[str], status: int, words: str) -> None:
    assert bench(*arguments).failed_with(words, status=status)


@pytest.mark.parametrize("done", [0, 3])
def test_ctrl_c_prints_what_has_been_played(
    bench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    def stopped(jobs: list[plan.Job], workers: int) -> Iterator[tuple[int, winters.Played]]:
        yield from ((place, plan.play(jobs[place])) for place in range(done))
        raise KeyboardInterrupt

    monkeypatch.setattr(winters, "play_all", stopped)
    page = tmp_path / "page.md"
    ran = bench(*TINY, "--write", page)
    assert ran.status == 130
    assert re.fullmatch(rf"fimbul: stopped after {done} of \d+ games\.\n", ran.err)
    assert "## 15." in ran.out
    assert list(tmp_path.iterdir()) == []
