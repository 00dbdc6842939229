"""Counts of the kernel: those of the readable rules, and those that are published."""

import re
from pathlib import Path
from typing import Any

import pytest

import fimbul
from fimbul import kernels
from fimbul.cli.perft import count

PAGE = Path(__file__).parents[2] / "docs" / "perft.md"
WORDS = {"0": 0, "true": True, "false": False}
ROW = re.compile(r"\| (?P<game>fimbulvetr|valknut) \|(?P<how>[^|]*)\| (?P<depth>\d) \| (?P<count>[\d,]+) \|")


def rows() -> list[tuple[str, str, int, int]]:
    return [
        (row["game"], row["how"].strip(), int(row["depth"]), int(row["count"].replace(",", "")))
        for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))
    ]


def start(game: str, how: str) -> Any:
    options: dict[str, Any] = {}
    seats, seed = None, 0
    for word in how.replace("`", "").split():
        name, _, value = word.partition("=")
        if name == "seed":
            seed = int(value)
        elif name == "players":
            seats = int(value)
        elif name:
            options[name] = value.split(",") if "," in value else WORDS.get(value, value)
    return fimbul.game(game).new(seats=seats, options=options, seed=seed)


def test_the_page_has_rows_of_both_games() -> None:
    assert {game for game, *_ in rows()} == set(kernels.GAMES)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_published_counts_come_out_again(row: tuple[str, str, int, int]) -> None:
    game, how, depth, published = row
    state = start(game, how)
    assert kernels.desk(state).perft(depth) == published
    if published < 200_000:
        assert count(state, depth) == published


def test_counts_in_the_middle_of_valknut_are_those_of_the_rules() -> None:
    game = fimbul.game("valknut")
    state = game.new(seed=8, seats=4, options={"gods": True})
    for ply in range(60):
        legal = state.legal(state.to_act[0])
        state.play(legal[ply * 7 % len(legal)])
    assert kernels.desk(state).perft(2) == count(state, 2)
