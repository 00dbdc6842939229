"""Numbers are moved to where they are wanted, and stronger bots stand higher."""

import random
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

from fimbul.cli.lab.tuning import BY_HAND
from fimbul.core import FimbulError
from fimbul.lab.experiment import parse_experiment
from fimbul.lab.ladder import ratings
from fimbul.lab.statistics import Estimate
from fimbul.lab.tune import Proof, Target, Tuning, read_tuning, tune

# More town pieces to begin with, and Fate lasts longer: random heroes lose at another turn.
FATE = """
game = "fate"
players = ["random"]

[tune]
trials = 5
games = 12
proof = 24

[[tune.number]]
name = "figures.loss_monster"
low = 1
high = 5

[[tune.target]]
metric = "turns"
low = 7
high = 9
"""


def test_a_number_is_moved_towards_its_target_and_proved(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    experiment = parse_experiment(FATE, "x")
    found = tune(experiment, "x", tmp_path / "tuned")
    assert found.best.loss == min(trial.loss for trial in found.trials)
    assert len(found.trials) == 5
    (proof,) = found.proofs
    target = Target(metric="turns", low=7, high=9)
    assert target.distance(proof.after.value) < target.distance(proof.before.value)
    assert proof.after.games == 24
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "tuned").rglob("*.parquet")}
    assert tune(experiment, "x", tmp_path / "tuned") == found  # nothing is played again
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "tuned").rglob("*.parquet")} == times


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.48, 0.52, "met"), (0.45, 0.51, "met as far as these games can tell"), (0.6, 0.7, "missed")],
)
def test_a_target_is_met_only_where_the_interval_lies_in_it(low: float, high: float, verdict: str) -> None:
    now = Estimate(0.5, low if verdict == "met" else 0.46, high if verdict == "met" else 0.54, 100)
    assert Proof("wins", low, high, now, now).verdict == verdict


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("figures.loss_monster", "figures.loss_monsters", "There is no 'loss_monsters'"),
        ("figures.loss_monster", "losses", "has no option 'losses'"),
        ("high = 5", "high = 1", "no bounds"),
        ("high = 5", "high = 900", "loss_monster"),
        ('"turns"', '"fun"', "Unknown metric 'fun'"),
        ("low = 7", "low = 9", "is empty"),
        ("trials = 5", "trials = 0", "'tune.trials' is 1 or more"),
        ("[tune]", "[tune]\nspeed = 3", "there is no field `speed`"),
    ],
)
def test_a_wrong_tuning_is_one_sentence(old: str, new: str, words: str) -> None:
    with pytest.raises(FimbulError) as refusal:
        read_tuning(parse_experiment(FATE.replace(old, new), "x"), "x")
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_experiment_without_numbers_cannot_be_tuned() -> None:
    with pytest.raises(FimbulError, match=r"has no section \[tune\]"):
        read_tuning(parse_experiment('game = "fate"', "x"), "x")


def test_roles_are_a_target() -> None:
    tuning = Tuning(number=[], target=[Target(metric="roles", low=0.45, high=0.55)])
    assert tuning.target[0].distance(0.5) == 0
    assert tuning.target[0].distance(0.55) == pytest.approx(1)


# ---- the ladder


def test_ratings_find_known_strengths() -> None:
    true = {"a": 200.0, "b": 0.0, "c": -200.0}
    rng, games = random.Random(5), []
    for one, other in (("a", "b"), ("b", "c"), ("a", "c")):
        likely = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
        games += [(one, other, float(rng.random() < likely)) for _ in range(1500)]
    found = {each.player: each for each in ratings(games)}
    assert list(found) == ["a", "b", "c"]
    for name, rating in true.items():
        assert abs(found[name].rating - rating) < 1.5 * found[name].error
        assert 5 < found[name].error < 30
        assert found[name].games == 3000


def test_who_never_lost_is_not_infinitely_strong() -> None:
    best, worst = ratings([("a", "b", 1.0)] * 10)
    assert best.player == "a"
    assert 100 < best.rating < 1500
    assert best.rating == pytest.approx(-worst.rating)


def test_the_command_writes_a_page(tmp_path: Path, fim: Runner) -> None:
    page = tmp_path / "page.md"
    words = ["--players", "random,greedy", "--games", "4", "-o", "setup=quick", "--workers", "1"]
    ran = fim("lab", "ladder", "fimbulvetr", *words, "--out", tmp_path / "run", "--markdown", page)
    assert ran.status == 0, ran
    text = page.read_text(encoding="utf-8")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")]
    assert rows[2:4] == ["| greedy", "| random"]
    assert "| greedy – random | 4 |" in text
    page.write_text(f"old figures\n\n{BY_HAND}\n\n## Read this too\n", encoding="utf-8")
    again = fim("lab", "ladder", "fimbulvetr", *words, "--out", tmp_path / "run", "--markdown", page)
    assert again.status == 0, again
    assert page.read_text(encoding="utf-8") == f"{text}\n{BY_HAND}\n\n## Read this too\n"
    team = fim("lab", "ladder", "fate", *words[:4], "--workers", "1", "--out", tmp_path / "team")
    assert "| random | 4 | 0.0 %" in team.out
    assert fim("lab", "ladder", "fate", "--players", "greedy").failed_with("two different players")
