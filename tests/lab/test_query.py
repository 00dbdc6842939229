"""Questions in SQL: answered from the files, and refused in one sentence."""

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Runner
from tests.lab.conftest import QUICK, Write, play, won

from fimbul import lab
from fimbul.core import FimbulError
from fimbul.lab.query import MEMORY, ask, opened

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"


def test_games_seats_and_events_can_be_asked(by_hand: Write) -> None:
    events = [{"number": 0, "kind": "Moved", "action": False, "fields": '{"warrior": "thegn", "x": 3}'}]
    folder = by_hand([won(0, first=0)] * 3 + [won(1, first=0)], events=events).path
    assert ask(folder, "select count(*) from games").item() == 4
    shares = ask(folder, "select role, avg(score) as won from seats group by role order by role")
    assert shares.rows() == [("Saxons", 0.75), ("Vikings", 0.25)]
    assert ask(folder, "select sum(score) from seats where first").item() == 3
    found = ask(folder, "select fields->>'$.warrior', (fields->>'$.x')::int from events")
    assert found.rows() == [("thegn", 3)]


def test_the_same_frames_in_python(tmp_path: Path) -> None:
    folder = play(QUICK, tmp_path / "run").path
    results = lab.results(folder)
    assert results.games.height == ask(folder, "select count(*) from games").item()
    assert results.events.collect().height == ask(folder, "select count(*) from events").item()


def test_the_examples_of_the_document_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fim: Runner
) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    questions = re.findall(r'^ {4}fimbul lab query (\S+) "([^"…]+)"$', text, re.MULTILINE)
    code = "\n".join(re.findall(r"^ {4}((?:from fimbul import lab|results[. ]).*)$", text, re.MULTILINE))
    assert len(questions) >= 2
    assert code.count("\n") >= 2
    for folder in {folder for folder, _ in questions} | set(re.findall(r'"(runs/\w+)"', code)):
        play(QUICK, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    for folder, question in questions:
        assert fim("lab", "query", folder, question).status == 0
    known: dict[str, Any] = {}
    exec(code, known)  # what stands in the document
    assert known["results"].games.height == 12


def test_a_folder_without_games_answers_too(by_hand: Write) -> None:
    folder = by_hand([won(0)]).path
    for path in folder.glob("*/*.parquet"):
        path.unlink()
    assert ask(folder, "select count(*) from games, events").item() == 0


def test_events_need_no_more_memory_than_allowed(by_hand: Write) -> None:
    with opened(by_hand([won(0)]).path) as connection:
        limit = connection.execute("select current_setting('memory_limit')").fetchone()
    assert MEMORY == "1GB"
    assert limit is not None
    assert limit[0].startswith("953.6 MiB")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("selec 1", "syntax error"),
        ("select nothing from games", '"nothing" not found'),
        ("create table x as select 1", "begins with 'select'"),
    ],
)
def test_a_wrong_question_is_one_sentence(by_hand: Write, question: str, words: str) -> None:
    with pytest.raises(FimbulError) as refusal:
        ask(by_hand([won(0)]).path, question)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_damaged_file_is_named(by_hand: Write) -> None:
    folder = by_hand([won(0)]).path
    (folder / "games" / "all.00000.parquet").write_bytes(b"nonsense")
    with pytest.raises(FimbulError, match=r"all\.00000\.parquet is damaged"):
        ask(folder, "select * from games")


def test_a_file_that_is_damaged_inside_is_named(tmp_path: Path) -> None:
    folder = play(QUICK, tmp_path / "run").path
    damaged = sorted((folder / "events").iterdir())[1]
    data = bytearray(damaged.read_bytes())
    data[30 : len(data) // 2] = b"?" * (len(data) // 2 - 30)  # its own account of itself is whole
    damaged.write_bytes(data)
    with pytest.raises(FimbulError, match=f"{damaged.name} is damaged") as refusal:
        ask(folder, "select count(fields), count(kind) from events where kind = 'Moved'")
    assert "\n" not in str(refusal.value)


def test_an_answer_has_no_bar_of_progress_in_it(by_hand: Write) -> None:
    with opened(by_hand([won(0)]).path) as connection:
        assert connection.execute("select current_setting('enable_progress_bar')").fetchone() == (False,)


def test_lists_are_texts_in_csv(by_hand: Write, fim: Runner) -> None:
    folder = by_hand([won(0), won(1, scores=None)]).path
    asked = fim("lab", "query", folder, "select number, roles, scores from games order by number", "--csv")
    assert list(csv.reader(asked.out.splitlines())) == [
        ["number", "roles", "scores"],
        ["0", '["Saxons", "Vikings"]', "[1.0, 0.0]"],
        ["1", '["Saxons", "Vikings"]', ""],
    ]


def test_the_command(by_hand: Write, fim: Runner) -> None:
    folder = by_hand([won(0)] * 2).path
    question = "select arm, count(*) as n from games group by arm"
    assert fim("lab", "query", folder, question, "--json").json == {
        "columns": ["arm", "n"],
        "rows": [["all", 2]],
    }
    assert fim("lab", "query", folder, question, "--csv").out == "arm,n\nall,2\n"
    assert fim("lab", "query", folder, question).out.splitlines()[1].split() == ["all", "2"]
    assert fim("lab", "query", folder.parent, question).failed_with("is no folder of an experiment")
