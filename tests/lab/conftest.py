"""Experiments that take no time, and folders whose games were written by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the extra lab is not installed")
pytest.importorskip("duckdb", reason="the extra lab is not installed")

from tests.cli.conftest import fim  # noqa: F401  # the command line, run in this process

from fimbul.lab.experiment import parse_experiment
from fimbul.lab.folder import Folder, Results
from fimbul.lab.rows import EVENTS, GAMES, Columns
from fimbul.lab.running import run

QUICK = """
game = "fimbulvetr"
games = 12
block = 2
players = ["random", "random"]
options = { setup = "quick" }
"""

Write = Callable[..., Results]


def play(text: str, folder: Path, **how: Any) -> Results:
    """Play an experiment."""
    return run(parse_experiment(text, "the test"), text, folder, **how)


def rows_of(results: Results) -> tuple[list[Any], list[Any]]:
    """All rows, in a fixed order."""
    games = results.games.sort("arm", "number").rows()
    events = results.events.collect().sort("arm", "number", "ply", "place").rows()
    return games, events


BLANK: dict[str, Any] = {
    "arm": "all",
    "part": "",
    "variant": "",
    "number": 0,
    "seed": 0,
    "seats": 2,
    "players": ["greedy", "greedy"],
    "places": [0, 1],
    "roles": ["Saxons", "Vikings"],
    "first": 0,
    "options": "{}",
    "finished": True,
    "winner": 0,
    "scores": [1.0, 0.0],
    "points": None,
    "rule": "F46",
    "reason": "",
    "plies": 20,
    "turns": 10,
    "choices": 15,
    "branching": 30.0,
    "most_branching": 60,
    "estimates": [[0.0], [0.5], [1.0]],
    "record": None,
}


@pytest.fixture
def by_hand(tmp_path: Path) -> Write:
    """A folder of games that were written by hand."""

    def write(
        games: list[dict[str, Any]], text: str = QUICK, events: list[dict[str, Any]] | None = None
    ) -> Results:
        folder = tmp_path / "by_hand"
        Folder(folder, parse_experiment(text, "the test"), text)
        columns = Columns(GAMES)
        for number, game in enumerate(games):
            columns.add(*(BLANK | {"number": number} | game).values())
        (folder / "games" / "all.00000.parquet").write_bytes(columns.parquet())
        happened = Columns(EVENTS)
        for event in events or []:
            blank = {"arm": "all", "number": 0, "ply": 0, "turn": 1, "seat": 0, "place": 0, "action": True}
            happened.add(*(blank | {"kind": "Move", "fields": "{}", "things": []} | event).values())
        (folder / "events" / "all.00000.parquet").write_bytes(happened.parquet())
        return Results(folder)

    return write


def won(seat: int, **more: Any) -> dict[str, Any]:
    """A game that a seat won."""
    return {"winner": seat, "scores": [float(seat == 0), float(seat == 1)]} | more
