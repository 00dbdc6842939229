"""The lab in the browser: experiments, how far they are, reports, and games in the replay."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from litestar.testing import TestClient
from tests.cli.conftest import Runner
from tests.lab.conftest import QUICK, play

from fimbul.lab.folder import STATUS, Folder, Results
from fimbul.lab.report import write_report
from fimbul.server.app import build
from fimbul.server.services import Settings

NAMES = ("testserver.local",)  # how the test's client calls the server


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A folder with an experiment that is done."""
    write_report(play('title = "Clans <&>"\n' + QUICK, tmp_path / "lab" / "clans"))
    return tmp_path / "lab"


@pytest.fixture
def browser(tmp_path: Path, lab: Path) -> Iterator[TestClient[Any]]:
    (tmp_path / "data").mkdir()
    with TestClient(
        build(Settings(folder=tmp_path / "data", workers=1, experiments=lab, names=NAMES))
    ) as client:
        yield client


def test_experiments_are_listed(browser: TestClient[Any]) -> None:
    page = browser.get("/lab").text
    assert '<a href="/lab/clans">Clans &lt;&amp;&gt;</a>' in page
    assert "<code>clans</code>" in page  # several may have one title, or none
    assert "12 of 12 games, done" in page
    assert "http-equiv" not in page


def test_every_kept_game_is_listed_by_its_arm(browser: TestClient[Any], lab: Path) -> None:
    records = lab / "clans" / "records"
    for number in range(300):
        (records / f"rus.{number:06}.saga").write_text("")
    page = browser.get("/lab/clans").text
    assert "<summary>all (12)</summary>" in page
    assert "<summary>rus (300)</summary>" in page
    assert '<a href="/lab/clans/records/rus.000299.saga">299</a>' in page
    for path in records.iterdir():
        path.unlink()
    assert "No record is kept yet." in browser.get("/lab/clans").text


def test_a_running_experiment_is_shown_live(browser: TestClient[Any], lab: Path) -> None:
    status = {"title": "Clans", "state": "running", "done": 3, "games": 12, "rate": 1.5, "left": 6.0}
    (lab / "clans" / STATUS).write_text(json.dumps(status | {"updated": time.time()}))
    page = browser.get("/lab/clans").text
    assert "3 of 12 games, 1.5 a second" in page
    assert 'http-equiv="refresh"' in page
    assert "So far" not in page
    arm = {"arm": "rus <&>", "games": 3, "won": 2 / 3, "low": 0.208, "high": 0.939, "turns": 11.25}
    (lab / "clans" / STATUS).write_text(json.dumps(status | {"updated": time.time(), "arms": [arm]}))
    page = browser.get("/lab/clans").text
    row = ("rus &lt;&amp;&gt;", "3", "66.7%", "20.8% to 93.9%", "11.2")
    assert "".join(f"<td>{cell}</td>" for cell in row) in page
    (lab / "clans" / STATUS).write_text(json.dumps(status | {"updated": 1.0}))
    assert "3 of 12 games, stopped" in browser.get("/lab/clans").text
    experiment = Results(lab / "clans").experiment
    with Folder(lab / "clans", experiment, (lab / "clans" / "experiment.toml").read_text()).held():
        assert "3 of 12 games, 1.5 a second" in browser.get("/lab/clans").text  # a long game
    assert "3 of 12 games, stopped" in browser.get("/lab/clans").text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (80, "80 seconds"), (95, "2 minutes"), (5000, "83 minutes"), (9000, "2 hours")],
)
def test_the_time_that_is_left_is_told_in_words(
    browser: TestClient[Any], lab: Path, seconds: float, words: str
) -> None:
    status = {"state": "running", "done": 3, "games": 12, "rate": 1.5, "left": seconds}
    (lab / "clans" / STATUS).write_text(json.dumps(status | {"updated": time.time()}))
    assert f"1.5 a second, about {words} left" in browser.get("/lab/clans").text


@pytest.mark.parametrize(
    ("game", "state", "title", "head"),
    [
        ("fate", "running", "So far", "won"),
        ("valknut", "done", "Arm by arm", "first player won"),
        ("a game of another package", "stopped", "So far", "first player won"),
    ],
)
def test_a_team_has_no_first_player(
    browser: TestClient[Any], lab: Path, game: str, state: str, title: str, head: str
) -> None:
    arm = {"arm": "all", "games": 3, "won": 0.5, "low": 0.1, "high": 0.9, "turns": 9.0}
    status = {"game": game, "state": state, "updated": time.time(), "arms": [arm]}
    (lab / "clans" / STATUS).write_text(json.dumps(status))
    page = browser.get("/lab/clans").text
    assert f"<h2>{title}</h2>" in page
    assert f"<th>{head}</th>" in page


def test_what_the_arms_have_come_to_is_told_as_it_goes(browser: TestClient[Any], lab: Path) -> None:
    told = json.loads((lab / "clans" / STATUS).read_text())["arms"]
    games = Results(lab / "clans").games
    for arm in told:
        rows = games.filter(pl.col("arm") == arm["arm"])
        assert arm["games"] == rows.height
        assert arm["turns"] == pytest.approx(rows["turns"].mean())
        won = sum(row["scores"][row["places"].index(0)] for row in rows.iter_rows(named=True))
        assert arm["won"] == pytest.approx(won / rows.height)
        assert f"<td>{arm['arm']}</td><td>{arm['games']}</td>" in browser.get("/lab/clans").text
    assert {arm["arm"] for arm in told} == {*games["arm"]}


def test_the_report_and_every_record_in_it_open(browser: TestClient[Any], lab: Path) -> None:
    page = browser.get("/lab/clans/report.html").text
    assert "Who wins" in page
    record = page.partition('href="records/')[2].partition('"')[0]
    answer = browser.get(f"/lab/clans/records/{record}", follow_redirects=False)
    assert answer.status_code == 302
    assert answer.headers["location"].startswith("/t/r")
    assert answer.headers["location"].endswith("/replay")
    name = answer.headers["location"].split("/")[2]
    assert browser.get(f"/api/v1/tables/{name}").json()["game"] == "fimbulvetr"


@pytest.mark.parametrize(
    "path",
    [
        "/lab/none",
        "/lab/none/report.html",
        "/lab/clans/records/none.saga",
        "/lab/clans/records/..%2fmanifest.json",
    ],
)
def test_what_is_not_there_is_not_found(browser: TestClient[Any], path: str) -> None:
    assert browser.get(path).status_code == 404


def test_a_server_without_a_lab_has_none(tmp_path: Path) -> None:
    with TestClient(build(Settings(folder=tmp_path, workers=1, names=NAMES))) as client:
        assert client.get("/lab").status_code == 404


def test_a_lab_that_is_no_folder_is_refused(fim: Runner, tmp_path: Path) -> None:
    ran = fim("serve", "--lab", tmp_path / "nowhere", "--data", tmp_path, "--no-open")
    assert ran.failed_with("--lab names a folder of experiments", status=2)
