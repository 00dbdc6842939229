"""What the lab costs is measured on the same games; a plan is made from a few of them."""

from pathlib import Path

from fimbul.lab.bench import (
    CASES,
    QUERY,
    REPORT,
    alone,
    as_rows,
    bare,
    made_up,
    many_events,
    many_games,
    overhead,
    two_workers,
)
from fimbul.lab.experiment import from_tables
from fimbul.lab.planning import lasting, pilot, plan, spaced


def test_the_overhead_is_measured_on_the_same_games() -> None:
    found = overhead({"game": "fimbulvetr", "players": ["random"], "options": {"setup": "quick"}}, rounds=2)
    assert found["games"] == 50
    assert found["bare_ms"] > 0
    assert found["lab_ms"] > 0
    assert found["first"] > -1
    many = {"games": 400, "seconds": 0.1, "spent": 0.1}
    rows = as_rows({"overhead": [found], "games": many})
    assert [row[0] for row in rows] == ["game", "fimbulvetr", "a query"]
    assert len({len(row) for row in rows}) == 1  # they stand in one table


def test_a_bare_game_is_the_game_of_the_experiment() -> None:
    experiment = from_tables(CASES[0] | {"games": 1, "players": ["random"]}, "x")
    bare(experiment, range(1))  # plays to the end


def test_two_workers_are_measured_beside_two_bare_loops() -> None:
    found = two_workers(games=8)
    assert found["games"] == 8
    assert min(found["times"], found["bare_times"]) > 0
    assert found["more"] > -1
    assert 0 < found["serial"] < 1
    assert 1 < found["at_most"] < 2
    assert [row[0] for row in as_rows({"workers": found})] == [
        "two workers",
        "two bare loops",
        "two workers spend",
        "the folder's process",
    ]


def test_rows_of_many_games_can_be_asked() -> None:
    assert many_games(games=400)["seconds"] > 0


def test_questions_to_many_events_need_no_memory_for_them(tmp_path: Path) -> None:
    few = made_up(tmp_path / "few", 1000, events=10)
    many = made_up(tmp_path / "many", 1000, events=1000)  # a million
    for work in (QUERY, REPORT):
        # As Python objects or a frame, a million events more would be some 100 MiB at least.
        assert alone(work, many)["peak_mib"] - alone(work, few)["peak_mib"] < 60


def test_made_up_events_are_as_many_as_were_asked_for() -> None:
    found = many_events(events=5000)
    assert found["all"]["query"]["peak_mib"] > 0
    assert [row[1] for row in as_rows({"events": found})] == ["500 events"] * 2 + ["5,000 events"] * 2


def test_a_plan_counts_all_parts() -> None:
    parts = [
        {"name": "a", "games": 30},
        {"name": "b", "games": 50, "sweep": [{"option": "relic", "values": ["free", "defense"]}]},
    ]
    tables = {"game": "fimbulvetr", "players": ["random"], "options": {"setup": "quick"}, "part": parts}
    experiment = from_tables(tables, "x")
    found, faster = plan(experiment, 1), plan(experiment, 100)
    assert found.games == faster.games == 130
    assert 0 < faster.seconds < found.seconds
    assert 0.1 < found.width < 0.25  # thirty games of about a half
    assert found.least_difference > found.width


def test_a_pilot_keeps_to_its_time_and_its_own_seeds() -> None:
    experiment = from_tables(CASES[0] | {"players": ["random"]}, "x")
    tried = pilot(experiment, seconds=0.0)
    assert tried.games == 1
    assert tried.seconds > 0
    assert spaced(list(range(100)))[:3] == [0, 16, 32]  # type: ignore[arg-type, comparison-overlap]


def test_times_in_words() -> None:
    assert [lasting(seconds) for seconds in (0.2, 45, 2400, 7200, 400_000)] == [
        "a second",
        "45 seconds",
        "40 minutes",
        "2.0 hours",
        "4.6 days",
    ]
