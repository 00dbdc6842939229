"""Recorded games replay to the letter: what these files say is what the rules mean, on every machine."""

from pathlib import Path

import pytest

import fimbul
from fimbul.core import BadRecord, Record, verify
from fimbul.core.action import spell
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.valknut.library.warbands import NUMBER as KINDS

GOLDEN = Path(__file__).parent / "golden"
PAGES = Path(__file__).parents[1] / "docs" / "rules"
RARE = {"terrain"}  # the printed map has no hex with two kinds of ground
SAGAS = sorted(GOLDEN.glob("*/*.saga"))


@pytest.mark.parametrize("path", SAGAS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_verifies_and_is_written_the_same_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.game == path.parent.name
    match = verify(record, fimbul.game(record.game))
    assert match.state.over
    assert match.record().to_text() == text


EARLIER = {
    "valknut": ("2020.1",),
    "fate": ("2025.1",),
    "six_winters": ("V24.1", "V24.2", "V24.3"),
    "fornaldar": ("2016.1", "2016.2", "2016.3", "2016.4"),
}


@pytest.mark.parametrize(("slug", "rules"), [(slug, rules) for slug in EARLIER for rules in EARLIER[slug]])
def test_a_record_of_earlier_rules_is_refused_by_name(slug: str, rules: str) -> None:
    """The page says what has changed since; a record from before would mean something else now."""
    game = fimbul.game(slug)
    record = Record.parse(
        next(path for path in SAGAS if path.parent.name == slug).read_text(encoding="utf-8")
    )
    record.rules = rules
    with pytest.raises(
        BadRecord, match=rf"rules {rules}.* has rules {game.rules_version} and will not misread"
    ):
        verify(Record.parse(record.to_text()), game)
    page = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    assert "What changed" in page
    assert game.rules_version in page


def test_every_game_has_golden_records() -> None:
    assert {path.parent.name for path in SAGAS} == {game.slug for game in fimbul.all_games()}


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


def test_valknut_s_golden_records_cover_modes_warbands_actions_and_endings() -> None:
    paths = [path for path in SAGAS if path.parent.name == "valknut"]
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in paths]
    modes = {(record.seats, record.options["mode"], record.options["gods"]) for record in records}
    assert modes == {
        (2, "standard", False),
        (3, "standard", False),
        (4, "standard", False),
        (4, "standard", True),
        (2, "ragnarok", False),
        (2, "ragnarok", True),
    }
    bands = {band for record in records for band in record.options["warbands"]}
    assert bands == set(KINDS)
    game = fimbul.game("valknut")
    assert {type(game.parse(move.action)) for record in records for move in record.moves} == set(game.actions)
    assert {record.result.rule for record in records if record.result} == {
        "V45",
        "V57",
        "V58",
        "V83",
        "V94",
        "V96",
    }


def test_fate_s_golden_records_cover_heroes_tables_actions_and_endings() -> None:
    paths = [path for path in SAGAS if path.parent.name == "fate"]
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in paths]
    alone = {record.options["heroes"][0] for record in records if record.seats == 1}
    assert alone == {"bjorn", "alva", "embla", "boldur"}
    assert {record.seats for record in records} == {1, 2, 3, 4}
    assert {record.options["track"] for record in records} == {"short", "long"}
    assert {record.options["monster_die"] for record in records} == {True, False}
    game = fimbul.game("fate")
    assert {type(game.parse(move.action)) for record in records for move in record.moves} == set(game.actions)
    assert {record.result.rule for record in records if record.result} == {"G95", "G96"}


def test_six_winters_golden_records_cover_scenarios_tables_and_campaigns() -> None:
    paths = [path for path in SAGAS if path.parent.name == "six_winters"]
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in paths]
    sessions = [record for record in records if record.options["mode"] == "session"]
    assert {record.options["scenario"] for record in sessions} == set(book_of(None).scenario)
    assert {record.seats for record in records} == {1, 2, 3, 4}
    assert any(record.options["mode"] == "campaign" for record in records)
    assert {record.result.rule for record in records if record.result} == {"S120", "S121", "S147"}


def test_fornaldar_s_golden_records_cover_scenarios_first_turns_whole_games_and_actions() -> None:
    paths = [path for path in SAGAS if path.parent.name == "fornaldar"]
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in paths]
    scenarios = {"sampo", "northern_war", "jotuns"}
    assert {record.options["scenario"] for record in records if record.options["turns"] == 3} == scenarios
    whole = [r for r in records if not r.options["turns"] and r.names == ["greedy", "greedy"]]
    assert {record.options["scenario"] for record in whole} == scenarios
    assert any(record.options["expedition"] for record in records)
    game = fimbul.game("fornaldar")
    played = {type(game.parse(move.action)) for record in records for move in record.moves}
    assert {spell(kind) for kind in set(game.actions) - played} <= RARE
    assert {record.result.rule for record in records if record.result} == {"R24.1.3", "R24.2.3", "R24.3.3"}
