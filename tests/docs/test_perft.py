"""The published perft table is what the engine counts."""

import re
from pathlib import Path

import pytest

import fimbul
from fimbul.core import State

PAGE = (Path(__file__).parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+), (\w+)( \(empty table\))? \| (\w+) \| (.+) \|$", re.MULTILINE)


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if state.over:
        return 0
    seat = state.to_act[0]
    total = 0
    for action in state.legal(seat):
        after = state.copy()
        after.play(action, seat)
        total += perft(after, depth - 1)
    return total


def rows() -> list[tuple[str, str, bool, int, list[int]]]:
    found = []
    for one, other, empty, seed, counts in ROW.findall(PAGE):
        numbers = [int(cell.replace(",", "")) for cell in counts.split("|") if cell.strip()]
        found.append((one, other, bool(empty), 0 if seed == "any" else int(seed), numbers))
    return found


def test_the_table_is_there() -> None:
    assert len(rows()) == 5


@pytest.mark.parametrize(("one", "other", "empty", "seed", "counts"), rows())
def test_the_table_is_true(one: str, other: str, empty: bool, seed: int, counts: list[int]) -> None:
    options = {"clans": (one, other), "first": 0, "setup": "placed" if empty else "quick"}
    state = fimbul.game("fimbulvetr").new(options=options, seed=seed)
    for depth, count in enumerate(counts[:2], 1):
        assert perft(state, depth) == count
