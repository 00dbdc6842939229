"""Records as data: a row for every action, with the position it was taken in and what came of the game.

docs/records.md describes the columns.  Every record is proved before a row of it is written.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadOption, FimbulError, Game, Match, Record, verify
from fimbul.core.wording import either
from fimbul.lab import need

FORMATS = ("parquet", "jsonl", "text")
PART = 50_000  # rows of one Parquet file
LETTERS = 1 << 26  # of views in it: those of a large game fill a file, and memory, much sooner
ESCAPED = str.maketrans({"\\": "\\\\", "]": "\\]"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One action."""

    record: str
    game: str
    rules: str
    seed: int
    options: str
    seats: int
    place: int
    ply: int
    turn: int
    seat: int
    player: str
    hash: str
    view: str | None
    legal: int
    action: str
    words: str
    score: float | None
    scores: list[float] | None
    rule: str | None


def rows_of(name: str, record: Record, game: Game, *, views: bool = True) -> Iterator[Row]:
    """The rows of a record, which is proved first."""
    match = verify(record, game)
    outcome = record.result or record.ended
    options = msgspec.json.encode(record.options, order="deterministic").decode()
    for place, (state, move) in enumerate(zip(match.states(), match.moves, strict=False)):
        view = state.view(move.seat)
        action = game.parse(move.action)
        yield Row(
            record=name,
            game=record.game,
            rules=record.rules,
            seed=record.seed,
            options=options,
            seats=record.seats,
            place=place,
            ply=state.ply,
            turn=state.turn,
            seat=move.seat,
            player=record.names[move.seat],
            hash=state.fingerprint(),
            view=msgspec.json.encode(view).decode() if views else None,
            legal=len(state.legal(move.seat)),
            action=move.action,
            words=game.describe(view, action),
            score=outcome.scores[move.seat] if outcome else None,
            scores=list(outcome.scores) if outcome else None,
            rule=outcome.rule if outcome else None,
        )


def write_jsonl(rows: Iterable[Row], target: Path) -> int:
    """One JSON object a line; how many there are."""
    count = 0
    with target.open("wb") as file:
        for row in rows:
            file.write(msgspec.json.encode(row) + b"\n")
            count += 1
    return count


def write_parquet(rows: Iterable[Row], folder: Path) -> int:
    """A folder of Parquet files of at most `PART` rows each; how many rows there are."""
    polars = need("polars")
    schema = {
        **dict.fromkeys(("record", "game", "rules"), polars.Categorical),
        "seed": polars.Int64,
        "options": polars.Categorical,
        **dict.fromkeys(("seats", "place", "ply", "turn", "seat"), polars.Int32),
        "player": polars.Categorical,
        **dict.fromkeys(("hash", "view"), polars.String),
        "legal": polars.Int32,
        **dict.fromkeys(("action", "words"), polars.String),
        "score": polars.Float64,
        "scores": polars.List(polars.Float64),
        "rule": polars.Categorical,
    }
    folder.mkdir(parents=True)
    count = 0
    for number, part in enumerate(parts(rows)):
        frame = polars.DataFrame(part, schema=schema, orient="row")
        frame.write_parquet(folder / f"part-{number:04}.parquet", compression="zstd")
        count += len(part)
    return count


def parts(rows: Iterable[Row]) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of each file: as many as fit."""
    part, letters = list[tuple[Any, ...]](), 0
    for row in rows:
        part.append(msgspec.structs.astuple(row))
        letters += len(row.view or "")
        if len(part) == PART or letters >= LETTERS:
            yield part
            part, letters = [], 0
    if part:
        yield part


def as_text(name: str, record: Record, game: Game) -> str:
    """A record in the manner of SGF: properties in brackets, a node for each action with its words."""
    match: Match = verify(record, game)
    outcome = record.result or record.ended
    head: list[tuple[str, Any]] = [
        ("GM", record.game),
        ("RU", record.rules),
        ("GN", name),
        *(("PL", player) for player in record.names),
        ("OP", msgspec.json.encode(record.options, order="deterministic").decode()),
        ("SD", record.seed),
    ]
    if outcome is not None:
        head += [("RE", ",".join(f"{score:g}" for score in outcome.scores)), ("RC", outcome.reason)]
    lines = [f"(;{''.join(f'{key}[{escaped(value)}]' for key, value in head)}"]
    for state, move in zip(match.states(), match.moves, strict=False):
        words = game.describe(state.view(move.seat), game.parse(move.action))
        lines.append(f";S{move.seat}[{escaped(move.action)}]C[{escaped(words)}]")
    return "\n".join(lines) + ")\n"


def escaped(value: Any) -> str:
    """A value inside brackets."""
    return str(value).translate(ESCAPED)


def target_for(to: str, out: Path | None) -> Path:
    """Where the data go, which must not be there yet; a sentence if it cannot be."""
    if to not in FORMATS:
        raise BadOption(f"Unknown format '{to}'; expected {either(FORMATS)}.")
    target = out or Path({"parquet": "positions", "jsonl": "positions.jsonl", "text": "games.txt"}[to])
    if target.exists():
        raise FimbulError(f"{target} is there already; name another place with --out.")
    return target
