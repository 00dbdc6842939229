"""What is measured of a game, as one number; each is made from a row of `games` and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import polars as pl

from fimbul.core import BadOption
from fimbul.core.wording import either

LEVEL = 0.05  # nobody leads while the estimate is closer to even than this
BEHIND = -0.5  # who has been so far behind and wins has come back

Row = Mapping[str, Any]


class Metric(msgspec.Struct, frozen=True):
    """A number of a game: its name, what it says, in which unit, and how it is made."""

    name: str
    title: str
    unit: str
    of: Callable[[Row], float | None]
    course: bool = False  # whether it is made from the bot's estimates, which not every game has

    @property
    def share(self) -> bool:
        """Whether it is a share, to be told in per cent."""
        return self.unit == "%"


def winning_line(row: Row, cooperative: bool) -> list[float] | None:
    """The estimates of the side that won in the end, from -1 to 1; nothing where nobody won alone."""
    estimates: list[list[float]] = row["estimates"]
    scores = row["scores"]
    if scores is None or not estimates:
        return None
    if cooperative:
        return [values[0] if scores[0] == 1.0 else -values[0] for values in estimates]
    winner = row["winner"]
    if winner is None:
        return None
    if len(estimates[0]) == 1:
        return [values[0] if winner == 0 else -values[0] for values in estimates]
    return [
        values[winner] - max(value for seat, value in enumerate(values) if seat != winner)
        for values in estimates
    ]


def leaders(estimates: Sequence[Sequence[float]]) -> list[int]:
    """Who leads, moment by moment, leaving out moments in which nobody does."""
    found = []
    for values in estimates:
        if len(values) == 1:
            if abs(values[0]) > LEVEL:
                found.append(int(values[0] < 0))
            continue
        ordered = sorted(values, reverse=True)
        if ordered[0] - ordered[1] > LEVEL:
            found.append(list(values).index(ordered[0]))
    return found


def lead_changes(row: Row) -> float | None:
    """How often another one leads than before, by the bot's estimate."""
    if not row["estimates"]:
        return None
    line = leaders(row["estimates"])
    return float(sum(one != other for one, other in pairwise(line)))


def decided(row: Row, cooperative: bool) -> float | None:
    """The share of the game after which the winner leads for good."""
    line = winning_line(row, cooperative)
    if line is None or len(line) < 2:
        return None
    last = max((place for place, value in enumerate(line) if value <= LEVEL), default=-1)
    return (last + 1) / (len(line) - 1) if last + 1 < len(line) else 1.0


def comeback(row: Row, cooperative: bool) -> float | None:
    """1 where the winner had been far behind; a game that beats its players does not come back."""
    if cooperative and row["scores"] is not None and row["scores"][0] != 1.0:
        return None
    line = winning_line(row, cooperative)
    return None if line is None else float(min(line) <= BEHIND)


def first_wins(row: Row) -> float | None:
    """The score of the seat that decided first."""
    return None if row["scores"] is None else float(row["scores"][row["first"]])


def player_wins(row: Row) -> float | None:
    """The score of the experiment's first player."""
    return None if row["scores"] is None else float(row["scores"][row["places"].index(0)])


def mean_points(row: Row) -> float | None:
    """The points of a seat, on average."""
    return sum(row["points"]) / len(row["points"]) if row["points"] else None


def metrics_of(cooperative: bool) -> dict[str, Metric]:
    """All metrics of a game, by name."""
    found = [
        Metric(
            "wins", "games won" if cooperative else "games won by the first player named", "%", player_wins
        ),
        Metric("turns", "turns", "turns", lambda row: float(row["turns"])),
        Metric("plies", "actions", "actions", lambda row: float(row["plies"])),
        Metric("choices", "decisions with a choice", "decisions", lambda row: float(row["choices"])),
        Metric("branching", "legal actions of a decision", "actions", lambda row: float(row["branching"])),
        Metric("points", "points of a seat", "points", mean_points),
        Metric("lead_changes", "changes of the lead", "changes", lead_changes, course=True),
        Metric(
            "decided",
            "share of a game before it is decided",
            "%",
            lambda row: decided(row, cooperative),
            course=True,
        ),
        Metric("comebacks", "wins from far behind", "%", lambda row: comeback(row, cooperative), course=True),
    ]
    if not cooperative:
        found.insert(1, Metric("first", "games won by who decides first", "%", first_wins))
    return {metric.name: metric for metric in found}


def chosen(names: Sequence[str], cooperative: bool) -> list[Metric]:
    """The metrics of these names."""
    known = metrics_of(cooperative)
    for name in names:
        if name not in known:
            raise BadOption(f"Unknown metric '{name}'; expected {either(known)}.")
    return [known[name] for name in names]


def measured(games: pl.DataFrame, metric: Metric) -> list[float | None]:
    """The metric of every game."""
    return [metric.of(row) for row in games.iter_rows(named=True)]
