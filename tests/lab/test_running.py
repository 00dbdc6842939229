"""A run gives the rows of its experiment, whatever happens to it on the way."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from tests.lab.conftest import QUICK, play, rows_of

from fimbul.core import FimbulError, Record, verify
from fimbul.games import game
from fimbul.lab import folder as keeping
from fimbul.lab.experiment import parse_experiment
from fimbul.lab.folder import MANIFEST, STATUS, Manifest, Results, manifest_of
from fimbul.lab.rows import EVENTS, GAMES

RUN = """
import sys
from pathlib import Path
from fimbul.lab.experiment import parse_experiment
from fimbul.lab.running import run

if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text()
    run(parse_experiment(text, "x"), text, Path(sys.argv[2]), workers=int(sys.argv[3]))
"""
VARIANTS = (
    QUICK
    + """
[[variant]]
name = "as it is"

[[variant]]
name = "vaulted"
options = { vault_adjacent = true }
"""
)


def test_every_game_has_a_row_and_every_event_too(tmp_path: Path) -> None:
    results = play(QUICK, tmp_path / "run")
    games = results.games
    assert games.height == 12
    assert all(games.schema[name] == kind for name, kind in GAMES.items())
    assert list(games.schema) == list(GAMES)
    for row in games.iter_rows(named=True):
        record = Record.parse(results.record(row["record"]))
        match = verify(record, game("fimbulvetr"))
        assert match.state.outcome is not None
        assert (row["plies"], row["turns"]) == (match.state.ply, match.state.turn)
        assert tuple(row["scores"]) == match.state.outcome.scores
        assert row["roles"] == ["Saxons", "Vikings"]
        mine = results.events.filter(pl.col("number") == row["number"]).collect()
        assert mine.filter(pl.col("action")).height == row["plies"]
        assert mine.filter(~pl.col("action")).height == sum(map(len, match.log))
        branching = [len(match.at(ply).legal(match.at(ply).to_act[0])) for ply in range(row["plies"])]
        assert row["branching"] == pytest.approx(sum(branching) / len(branching))
        assert row["most_branching"] == max(branching)
    assert list(results.events.collect_schema()) == list(EVENTS)


def test_workers_change_nothing(tmp_path: Path) -> None:
    alone = play(VARIANTS, tmp_path / "one")
    together = play(VARIANTS, tmp_path / "two", workers=2)
    assert rows_of(alone) == rows_of(together)


def test_arms_share_their_seeds(tmp_path: Path) -> None:
    games = play(VARIANTS, tmp_path / "run").games
    one, other = (
        games.filter(pl.col("variant") == name)["seed"].to_list() for name in ("as it is", "vaulted")
    )
    assert one == other
    assert len(set(one)) == 12


@pytest.mark.slow
def test_a_run_that_is_killed_ten_times_gives_the_rows_of_one_that_is_not(tmp_path: Path) -> None:
    text = VARIANTS.replace("games = 12", "games = 60")
    whole = play(text, tmp_path / "whole")
    script, file = tmp_path / "run.py", tmp_path / "experiment.toml"
    script.write_text(RUN)
    file.write_text(text)
    killed, folder = 0, tmp_path / "killed"
    while True:
        process = subprocess.Popen(
            [sys.executable, str(script), str(file), str(folder), "2"], start_new_session=True
        )
        before = files_in(folder)
        while process.poll() is None and killed < 10 and files_in(folder) < before + 3 + killed % 3:
            time.sleep(0.005)
        if process.poll() is None and killed < 10:
            os.killpg(process.pid, signal.SIGKILL)
            killed += 1
        if process.wait() == 0:
            break
    assert killed == 10
    assert rows_of(Results(folder)) == rows_of(whole)
    assert not list(folder.rglob("*.part"))


def files_in(folder: Path) -> int:
    """How many blocks there are."""
    return sum(1 for _ in (folder / "games").glob("*.parquet")) if folder.exists() else 0


def test_what_is_there_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    before = rows_of(play(QUICK, folder))
    lost = sorted((folder / "games").iterdir())[2]
    lost.unlink()
    times = {path: path.stat().st_mtime_ns for path in (folder / "games").iterdir()}
    assert rows_of(play(QUICK, folder)) == before
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert lost.exists()


def test_an_arm_stops_when_its_share_is_known(tmp_path: Path) -> None:
    text = QUICK.replace("games = 12", "games = 400") + "\n[stop]\nwidth = 0.2\nleast = 10\n"
    one, two = (play(text, tmp_path / str(workers), workers=workers) for workers in (1, 2))
    assert 10 <= one.games.height < 60
    assert rows_of(one) == rows_of(two)
    assert rows_of(play(text, tmp_path / "1")) == rows_of(two)  # and does not go on


@pytest.mark.parametrize("block", ["", "block = 5"])
def test_a_folder_goes_on_with_more_games(tmp_path: Path, block: str) -> None:
    def asked(games: int) -> str:
        return QUICK.replace("games = 12", f"games = {games}").replace("block = 2", block)

    folder = tmp_path / "run"
    play(asked(12), folder)
    kept = {path: path.read_bytes() for path in (folder / "games").iterdir()}
    for games in (33, 40):
        assert rows_of(play(asked(games), folder)) == rows_of(play(asked(games), tmp_path / str(games)))
    assert sum(path.read_bytes() == data for path, data in kept.items()) >= len(kept) - 1  # none twice
    refused("was changed after", folder, asked(12))


def test_ctrl_c_keeps_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def stop(status: keeping.Status) -> None:
        calls.append(status)
        if status.done:
            raise KeyboardInterrupt

    folder = tmp_path / "run"
    monkeypatch.setattr("fimbul.lab.running.TELL_EVERY", 0.0)
    with pytest.raises(KeyboardInterrupt):
        play(QUICK, folder, told=stop)
    kept = Results(folder)
    assert 0 < kept.games.height < 12
    assert kept.status is not None
    assert kept.status.state == "stopped"
    assert rows_of(play(QUICK, folder)) == rows_of(play(QUICK, tmp_path / "other"))
    assert calls[-1].games == 12


# ---- bad folders: one sentence, nothing lost


def refused(words: str, folder: Path, text: str = QUICK) -> None:
    kept = sorted(path for path in folder.rglob("*") if path.name != STATUS)
    with pytest.raises(FimbulError) as refusal:
        play(text, folder)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert sorted(path for path in folder.rglob("*") if path.name not in (STATUS, ".lock")) == [
        path for path in kept if path.name != ".lock"
    ]


def test_an_experiment_that_was_changed(tmp_path: Path) -> None:
    play(QUICK, tmp_path / "run")
    refused("was changed after", tmp_path / "run", QUICK.replace("games = 12", "games = 11"))
    refused("was changed after", tmp_path / "run", QUICK.replace("games = 12", "games = 13\nrotate = true"))
    renamed = 'title = "Another name"\n' + QUICK
    assert play(renamed, tmp_path / "run").games.height == 12


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 99, "fimbul": "9.9"}, "was made by fimbul 9.9"),
        ({"rules": "1999.1"}, "other rules or bots"),
        ({"source": "0123"}, "other rules or bots"),
    ],
)
def test_a_folder_of_another_version(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    folder = tmp_path / "run"
    play(QUICK, folder)
    was = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(msgspec.structs.replace(was, **change)))
    refused(words, folder)


def test_who_thinks_in_a_kernel_thinks_otherwise_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def source(bot: str, *, fast: bool) -> tuple[str, bool]:
        monkeypatch.setattr("fimbul.kernels.available", lambda: fast)
        made = manifest_of(parse_experiment(f'game = "valknut"\nplayers = ["{bot}"]', "the test"))
        return made.source, made.compiled

    for bot in ("random", "greedy"):
        assert source(bot, fast=True) == source(bot, fast=False)
        assert not source(bot, fast=True)[1]
    with_it, without = source("club", fast=True), source("club", fast=False)
    assert (with_it[1], without[1]) == (True, False)
    assert with_it[0] != without[0]
    folder = tmp_path / "run"
    play(QUICK, folder)
    was = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(msgspec.structs.replace(was, compiled=True)))
    refused("was begun with the extra 'fast'", folder)


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("dear")
    refused("holds something else", tmp_path / "letters")


@pytest.mark.parametrize("data", [b"", b"PAR1 nonsense", None])
def test_a_damaged_file_is_named(tmp_path: Path, data: bytes | None) -> None:
    folder = tmp_path / "run"
    before = rows_of(play(QUICK, folder))
    damaged = sorted((folder / "games").iterdir())[1]
    damaged.write_bytes(damaged.read_bytes()[:-20] if data is None else data)
    refused(f"{damaged.name} is damaged", folder)
    with pytest.raises(FimbulError, match="is damaged"):
        Results(folder).games  # noqa: B018
    damaged.unlink()
    assert rows_of(play(QUICK, folder)) == before


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    replace, count = os.replace, [0]

    def full(source: Any, target: Any) -> None:
        count[0] += Path(target).suffix == ".parquet"
        if count[0] > 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(FimbulError, match=r"no space left on device\. What was played before is kept"):
            play(QUICK, folder)
    assert Results(folder).games.height == 4
    assert not list(folder.rglob("*.part"))
    assert rows_of(play(QUICK, folder)) == rows_of(play(QUICK, tmp_path / "other"))


def test_two_runs_in_one_folder(tmp_path: Path) -> None:
    from fimbul.lab.experiment import parse_experiment
    from fimbul.lab.folder import Folder

    folder = Folder(tmp_path / "run", parse_experiment(QUICK, "x"), QUICK)
    with folder.held():
        refused("is already running", tmp_path / "run")
