"""`fimbul export`: records as data."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fimbul.cli.console import progress, say_json
from fimbul.cli.files import WrongUse, located, named, read_record, reason
from fimbul.cli.options import Flag
from fimbul.core import BadRecord, FimbulError
from fimbul.games import game_of

if TYPE_CHECKING:
    from fimbul.lab.export import Row


def export(
    *files: Path,
    to: str = "jsonl",
    out: Path | None = None,
    views: Annotated[bool, Parameter(negative="--no-views")] = True,
    json: Flag = False,
) -> int:
    """Write records as data: a row for every action, with its position, its words and what came of the game.

    Every record is proved first; one that is not sound ends it with a sentence, and nothing is left behind.

    Example: fimbul export records/*.saga --to parquet --out positions

    Parameters
    ----------
    files
        The records.
    to
        How they are written: parquet (a folder, with the extra `lab`), jsonl, or text in the manner of SGF.
    out
        Where to; positions, positions.jsonl or games.txt if not given. It must not be there yet.
    views
        Write what the seat knew with each action; --no-views leaves it out and makes small files.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.lab import export as data

    target = data.target_for(to, out)
    if not files:
        raise WrongUse("Name the records to export, as in: fimbul export *.saga --to jsonl.")
    files = named(files)
    try:
        with progress("Exporting", len(files), "records") as bar:

            def rows() -> "Iterator[Row]":
                for path in files:
                    record = read_record(path)
                    try:
                        yield from data.rows_of(path.name, record, game_of(record), views=views)
                    except BadRecord as problem:
                        raise located(path, problem) from None
                    bar.advance()

            if to == "parquet":
                count = data.write_parquet(rows(), target)
            elif to == "jsonl":
                count = data.write_jsonl(rows(), target)
            else:
                count = write_games(files, target)
    except BaseException as problem:
        remove(target)
        if isinstance(problem, OSError):
            raise FimbulError(f"{target} cannot be written: {reason(problem)}.") from None
        raise
    if json:
        say_json({"records": len(files), "rows": count, "to": to, "out": str(target)})
    else:
        print(f"{count:,} actions of {len(files)} records are in {target}")
    return 0


def write_games(files: tuple[Path, ...], target: Path) -> int:
    """All records as text, one after another; how many actions they have."""
    from fimbul.lab.export import as_text

    count = 0
    with target.open("w", encoding="utf-8", newline="\n") as file:
        for path in files:
            record = read_record(path)
            try:
                file.write(as_text(path.name, record, game_of(record)))
            except BadRecord as problem:
                raise located(path, problem) from None
            count += len(record.moves)
    return count


def remove(target: Path) -> None:
    """Leave nothing half-written behind."""
    if target.is_dir():
        shutil.rmtree(target, ignore_errors=True)
    else:
        target.unlink(missing_ok=True)
