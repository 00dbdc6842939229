"""Simulations: what is counted, and that it depends on the seed alone."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Runner, shell

from fimbul.core import FimbulError
from fimbul.lab.arena import Series, derive, play_all, play_game
from fimbul.lab.statistics import wilson

GAME = "fimbulvetr"


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name not in ("seconds", "workers", "saved")}


def test_the_object_has_what_scripts_need(fim: Runner) -> None:
    ran = fim(
        "simulate", GAME, "--games", 6, "--bots", "greedy,random", "--seed", 1, "--workers", 1, "--json"
    )
    assert ran.status == 0
    assert ran.err == ""  # no bar where there is no terminal
    report = ran.json
    assert report["games"] == 6
    assert len(report["wins"]) == 2
    assert sum(report["wins"]) + report["draws"] == 6
    assert report["unfinished"] == 0
    assert report["plies_mean"] > 14
    assert report["seconds"] > 0
    assert report["bots"] == ["greedy", "random"]
    assert sum(report["endings"].values()) == 6
    low, high = report["first_bot"]["interval95"]
    assert low <= report["first_bot"]["share"] <= high


@pytest.mark.parametrize("rotate", [[], ["--rotate"]])
def test_any_number_of_workers_gives_the_same(rotate: list[str]) -> None:
    words = ["simulate", GAME, "--games", "9", "--bots", "greedy,random", "--seed", "5", "--json", *rotate]
    alone, many = (shell(*words, "--workers", workers) for workers in (1, 3))
    assert alone.status == many.status == 0
    assert without_time(alone.json) == without_time(many.json)


def test_other_seeds_give_other_games() -> None:
    games = [
        play_game(Series(game=GAME, bots=("random", "random"), options={}, seed=seed, keep=True), number)
        for seed, number in ((1, 0), (1, 1), (2, 0), (1, 0))
    ]
    records = [game.record for game in games]
    assert records[0] == records[3]
    assert len(set(records)) == 3


def test_bots_change_seats_when_told() -> None:
    fixed = Series(game=GAME, bots=("greedy", "random"), options={}, seed=1)
    turning = Series(game=GAME, bots=("greedy", "random"), options={}, seed=1, rotate=True)
    assert [fixed.seated(number) for number in range(3)] == [(0, 1)] * 3
    assert [turning.seated(number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]


def test_wins_are_counted_by_seat_and_by_bot(fim: Runner) -> None:
    report = fim(
        *("simulate", GAME, "--games", 10, "--bots", "greedy,random", "--rotate", "--workers", 1, "--json")
    ).json
    assert sum(report["wins"]) == sum(report["wins_by_bot"])
    assert report["wins_by_bot"][0] > report["wins_by_bot"][1]


def test_saved_records_verify_and_name_the_bots(fim: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    words = ["--games", 12, "--bots", "greedy,random", "--rotate", "--workers", 2, "--save", folder]
    assert fim("simulate", GAME, *words).status == 0
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"{GAME}-1-{number:02}.saga" for number in range(12)]
    reports = fim("verify", *files, "--json").json
    assert reports["verified"] == 12
    assert [r["names"] for r in reports["files"][:2]] == [["greedy", "random"], ["random", "greedy"]]


def test_people_get_a_table(fim: Runner) -> None:
    ran = fim("simulate", GAME, "--games", 4, "--bots", "random", "--workers", 1)
    assert "4 games from seed 1" in ran.out
    assert "plies a game" in ran.out


def test_a_worker_that_fails_is_told_in_one_sentence() -> None:
    series = Series(game=GAME, bots=("random", "random"), options={"first": 7}, seed=1)
    with pytest.raises(FimbulError, match="first"):
        list(play_all(series, 4, 2))


def test_seeds_within_the_whole_differ() -> None:
    assert len({derive(1, n, what) for n in range(50) for what in ("game", "bot")}) == 100
    assert derive(1, 23) != derive(12, 3)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)
