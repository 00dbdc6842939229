"""Recorded games replay to the letter: what these files say is what the rules mean, on every machine."""

from pathlib import Path

import pytest

import fimbul
from fimbul.core import Record, verify

GOLDEN = Path(__file__).parent / "golden"
SAGAS = sorted(GOLDEN.glob("*/*.saga"))


@pytest.mark.parametrize("path", SAGAS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_verifies_and_is_written_the_same_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.game == path.parent.name
    match = verify(record, fimbul.game(record.game))
    assert match.state.over
    assert match.record().to_text() == text


def test_every_game_has_golden_records() -> None:
    assert {path.parent.name for path in SAGAS} == {game.slug for game in fimbul.games()}


def test_fimbulvetr_s_golden_records_end_in_every_usual_way() -> None:
    paths = [path for path in SAGAS if path.parent.name == "fimbulvetr"]
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in paths]
    assert {record.result.rule for record in records if record.result} >= {
        "F46",
        "F47",
        "F48",
        "F50a",
        "F50b",
    }
    clans = {clan for record in records for clan in record.options["clans"] if isinstance(clan, str)}
    assert clans == {"saxons", "vikings", "picts", "franks", "geats", "rus"}
