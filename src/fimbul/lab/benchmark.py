"""A benchmark of players that are not ours: a row for each game, and a page made of rows.

The rows of a player are a file, `benchmark.jsonl`, one JSON object a line; the records of the same games lie
beside it, so that every row can be proved.  docs/mcp.md describes the format.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadData
from fimbul.lab.statistics import wilson

FILE = "benchmark.jsonl"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a player against our bots."""

    game: str
    rules: str
    fimbul: str
    player: str
    against: str
    seat: int
    seats: int
    options: dict[str, Any]
    seed: int
    score: float
    rule: str
    plies: int
    refused: int  # actions that a rule or the notation refused
    record: str = ""  # the file of its record

    def keep(self, folder: Path, record: str) -> None:
        """Add the row to the folder's file, and its record beside it."""
        folder.mkdir(parents=True, exist_ok=True)
        number = len(list(folder.glob("*.saga"))) + 1
        name = f"{self.game}-{self.seed}-{number}.saga"
        (folder / name).write_text(record, encoding="utf-8", newline="\n")
        line = msgspec.json.encode(msgspec.structs.replace(self, record=name)).decode()
        with (folder / FILE).open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{line}\n")


def read_rows(folder: Path) -> list[Row]:
    """The rows of a folder, or a sentence."""
    path = folder / FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        raise BadData(f"{folder} has no {FILE}; 'fimbul mcp --save {folder}' writes one.") from None
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(msgspec.json.decode(line, type=Row))
        except msgspec.MsgspecError as problem:
            raise BadData(f"{path}, line {number}: {problem}.") from None
    return rows


def page(rows: Iterable[Row]) -> str:
    """The benchmark as a page: a table for each game, a line for each player and opponent."""
    groups: dict[str, dict[tuple[str, str], list[Row]]] = {}
    for row in rows:
        groups.setdefault(row.game, {}).setdefault((row.player, row.against), []).append(row)
    parts = ["# Benchmark"]
    for game, pairs in sorted(groups.items()):
        first = next(iter(pairs.values()))[0]
        parts.append(f"## {game}\n\nRules {first.rules}, fimbul {first.fimbul}.")
        lines = [
            "| player | against | games | won | 95 % interval | score | refused a game | plies | endings |"
        ]
        lines.append("|---|---|---|---|---|---|---|---|---|")
        lines += [line(player, against, played) for (player, against), played in sorted(pairs.items())]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def line(player: str, against: str, played: list[Row]) -> str:
    """A player against an opponent."""
    count = len(played)
    won = sum(row.score == 1.0 for row in played)
    low, high = wilson(won, count)
    endings = ", ".join(
        f"{rule} {times}" for rule, times in sorted(Counter(row.rule for row in played).items())
    )
    cells = (
        player,
        against,
        count,
        won,
        f"{low:.0%} to {high:.0%}",
        f"{sum(row.score for row in played) / count:.2f}",
        f"{sum(row.refused for row in played) / count:.1f}",
        f"{sum(row.plies for row in played) / count:.0f}",
        endings,
    )
    return f"| {' | '.join(map(str, cells))} |"
