"""Records as data: proved, whole, and readable in one line."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

import fimbul
from fimbul.core import Record

GOLDEN = Path(__file__).parents[1] / "golden"
SAGAS = [
    GOLDEN / "fimbulvetr" / "chance.saga",
    GOLDEN / "valknut" / "two-valkyries-vanir.saga",
    GOLDEN / "fate" / "alva-solo-long-die.saga",
]
DOCUMENTED = set(
    re.findall(
        r"`(\w+)`",
        "".join(
            line.split("|")[1]
            for line in (GOLDEN.parents[1] / "docs" / "records.md").read_text(encoding="utf-8").splitlines()
            if line.startswith("| `")
        ),
    )
)


def test_lines_of_json_tell_every_action_in_its_position(fim: Runner, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    told = fim("export", *SAGAS, "--to", "jsonl", "--out", out, "--json").json
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    records = {path.name: Record.parse(path.read_text(encoding="utf-8")) for path in SAGAS}
    assert told["rows"] == len(rows) == sum(len(record.moves) for record in records.values())
    assert set(rows[0]) == DOCUMENTED
    for name, record in records.items():
        own = [row for row in rows if row["record"] == name]
        assert [row["action"] for row in own] == [move.action for move in record.moves]
        game = fimbul.game(record.game)
        state = game.new(seats=record.seats, options=json.loads(own[0]["options"]), seed=own[0]["seed"])
        for row in own:
            assert row["hash"] == state.fingerprint()
            assert row["legal"] == len(state.legal(row["seat"]))
            assert json.loads(row["view"])["seat"] == row["seat"]
            assert row["words"] == game.describe(state.view(row["seat"]), game.parse(row["action"]))
            state.play(game.parse(row["action"]), row["seat"])
        outcome = record.result
        assert outcome is not None
        assert (own[0]["scores"], own[0]["rule"]) == (list(outcome.scores), outcome.rule)


def test_parquet_is_read_in_one_line(fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pl = pytest.importorskip("polars", reason="the extra lab is not installed")
    monkeypatch.setattr("fimbul.lab.export.PART", 40)
    assert fim("export", *SAGAS, "--to", "parquet", "--out", tmp_path / "p", "--no-views").status == 0
    assert len(list((tmp_path / "p").iterdir())) > 1
    counts = pl.scan_parquet(tmp_path / "p" / "*.parquet").group_by("game").agg(pl.len()).collect()
    moves = {Record.parse(path.read_text(encoding="utf-8")).game: path for path in SAGAS}
    assert dict(counts.rows()) == {
        game: len(Record.parse(path.read_text(encoding="utf-8")).moves) for game, path in moves.items()
    }


def test_large_views_fill_a_file_sooner(fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pl = pytest.importorskip("polars", reason="the extra lab is not installed")
    monkeypatch.setattr("fimbul.lab.export.LETTERS", 10_000)
    assert fim("export", SAGAS[0], "--to", "parquet", "--out", tmp_path / "p").status == 0
    files = sorted((tmp_path / "p").iterdir())
    assert len(files) > 1
    for file in files[:-1]:
        sizes = [len(view) for view in pl.read_parquet(file)["view"]]
        assert sum(sizes[:-1]) < 10_000 <= sum(sizes)
    moves = Record.parse(SAGAS[0].read_text(encoding="utf-8")).moves
    assert pl.read_parquet(tmp_path / "p" / "*.parquet")["place"].to_list() == list(range(len(moves)))


def test_text_reads_like_sgf(fim: Runner, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    assert fim("export", SAGAS[0], "--to", "text", "--out", out).status == 0
    text = out.read_text(encoding="utf-8")
    record = Record.parse(SAGAS[0].read_text(encoding="utf-8"))
    nodes = re.findall(r"^;S(\d)\[((?:[^\]\\]|\\.)*)\]C\[((?:[^\]\\]|\\.)+)\]", text, re.MULTILINE)
    assert [(int(seat), re.sub(r"\\(.)", r"\1", action)) for seat, action, _ in nodes] == [
        (move.seat, move.action) for move in record.moves
    ]
    assert text.startswith("(;GM[fimbulvetr]")
    assert text.endswith(")\n")


def test_what_cannot_be_exported_is_told_and_leaves_nothing_behind(fim: Runner, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert fim("export", SAGAS[0], "--to", "sgf", "--out", out).failed_with("expected parquet, jsonl or text")
    assert fim("export", "--out", out).failed_with("Name the records", status=2)
    bad = tmp_path / "bad.saga"
    bad.write_text(SAGAS[0].read_text(encoding="utf-8").replace("seed ", "seed 1"), encoding="utf-8")
    for to in ("jsonl", "parquet", "text"):
        assert fim("export", SAGAS[1], bad, "--to", to, "--out", out).failed_with("bad.saga")
        assert not out.exists()
    out.touch()
    assert fim("export", SAGAS[0], "--out", out).failed_with("is there already")


def test_a_pattern_that_the_shell_leaves_alone_is_looked_up(fim: Runner, tmp_path: Path) -> None:
    """Shells on Windows hand `*.saga` over as it was typed."""
    for path in SAGAS[:2]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    pattern = tmp_path / "*.saga"
    told = fim("export", pattern, "--to", "text", "--out", tmp_path / "games.txt", "--json")
    assert told.json["records"] == 2
    assert fim("verify", pattern, "--json").json["verified"] == 2
    assert fim("verify", tmp_path / "none*.saga").failed_with("cannot be read")
