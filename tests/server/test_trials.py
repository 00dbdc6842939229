"""The trials of `fimbul bench server`, small; at full size they are run by hand (docs/server.md)."""

import json
from pathlib import Path

import pytest
from tests.server.conftest import serving

from fimbul.cli import run
from fimbul.games import all_games
from fimbul.server import trials
from fimbul.server.load import Plan, many_tables


async def test_of_twenty_who_race_at_two_servers_one_wins_each_time(tmp_path, database):
    shared = {"database": database, "workers": 0, "limits": False}
    async with serving(tmp_path, **shared) as first, serving(tmp_path, **shared) as second:
        found = await trials.races([first.address, second.address], 6)
    assert found == {"races": 6, "racers": 20, "wrong": 0, "ok": True}


async def test_many_tables_are_played_by_all_who_sit_there(tmp_path):
    plan = Plan(tables=5, pace=0.05, seconds=0.5, servers=1, db=None)
    found = await many_tables(tmp_path, plan)
    assert (found["moves"] >= 5, found["problems"], found["first_problems"]) == (True, 0, [])


async def test_somebody_beside_crowds_is_answered(tmp_path, monkeypatch):
    """How fast is for the bench to say: a slow machine is no mistake."""
    monkeypatch.setattr(trials, "MOVES", 4)
    monkeypatch.setattr(trials, "HARD_BOTS", 2)
    monkeypatch.setattr(trials, "RECORDS", 2)
    monkeypatch.setattr("fimbul.server.doors.HEADERS_WITHIN", 1.0)
    async with serving(tmp_path, limits=False) as server:
        for trial, size in ((trials.watched, 4), (trials.half_open, 8), (trials.bystander, 8)):
            found = await trial([server.address], size)
            assert found["answers"] == 4
            assert found["move_p99_ms"] > 0
            assert found.get("let_go", size) == size


async def test_a_crowd_of_one_address_is_refused_politely(tmp_path, monkeypatch):
    monkeypatch.setattr(trials, "MOVES", 2)
    monkeypatch.setattr("fimbul.server.doors.Door.most", 5)
    async with serving(tmp_path) as server:
        found = await trials.crowd([server.address], 9)
    assert (found["refused"], found["broken"], found["answers"]) == (4, 0, 2)


def test_the_bench_counts_the_cost_of_a_move_beside_that_of_another_checkout(capsys):
    here = str(Path(__file__).parents[2])
    assert run(["bench", "server", "--only", "cost", "--size", "10", "--beside", here, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["cost"]
    assert set(found["games"]) == {game.slug for game in all_games()}
    assert min(found["all"].values()) > 0


def test_what_is_no_checkout_is_told(tmp_path, capsys):
    assert run(["bench", "server", "--beside", str(tmp_path)]) == 2
    assert "--beside is a checkout of fimbul" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["dance"])
def test_an_unknown_part_is_told(name, capsys):
    assert run(["bench", "server", "--only", name]) == 2
    assert "unknown 'dance'; expected moves, cost, load" in capsys.readouterr().err
