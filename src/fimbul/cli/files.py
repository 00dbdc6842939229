"""Files that a person names: read with a clear sentence when they cannot be, written whole or not at all."""

import contextlib
import os
import sys
from collections.abc import Iterable
from glob import glob
from pathlib import Path

from fimbul.core import BadRecord, FimbulError, Match, Record, replay
from fimbul.games import game_of

LARGEST = 64 << 20


class WrongUse(FimbulError):
    """A command that was given arguments which do not go together."""


def named(files: Iterable[Path]) -> tuple[Path, ...]:
    """The files that are meant; a pattern that the shell left as it was, as on Windows, is looked up here."""
    found: list[Path] = []
    for path in files:
        fitting = [] if path.exists() else sorted(map(Path, glob(str(path))))
        found += fitting or [path]
    return tuple(found)


def read_record(path: Path) -> Record:
    """The record in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as problem:
        raise BadRecord(f"{path} cannot be read: {reason(problem)}.") from None
    if len(data) > LARGEST:
        raise BadRecord(f"{path}: the file is larger than any record ({LARGEST >> 20} MiB).")
    try:
        return Record.parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: this is not a .saga record: it is not text in UTF-8.") from None
    except BadRecord as problem:
        raise located(path, problem) from problem.__cause__


def read_match(path: Path, plies: int | None = None) -> Match:
    """The game in a record's file, replayed to a ply (the last one, if none is named)."""
    record = read_record(path)
    try:
        return replay(record, game_of(record), plies=plies)
    except BadRecord as problem:
        raise located(path, problem) from problem.__cause__


def located(path: Path, problem: BadRecord) -> BadRecord:
    """The same problem, with the name of the file before it."""
    told = BadRecord(f"{path}: {problem}")
    told.line = problem.line
    return told


def write_text(path: Path, text: str) -> Path:
    """Write a file whole: first beside it, then in its place.  Returns where it is."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        return write_through(target, text)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("x", encoding="utf-8", newline="") as file:
                file.write(text)
            os.replace(part, target)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
    except OSError as problem:
        raise FimbulError(f"{path} cannot be written: {reason(problem)}.") from None
    return target


def write_through(target: Path, text: str) -> Path:
    """Write to a device or a pipe, which nothing may be put in the place of."""
    try:
        target.write_text(text, encoding="utf-8")
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise FimbulError(f"{target} cannot be written: {reason(problem)}.") from None
    return target


def writable_folder(path: Path) -> Path:
    """The folder, made if it was missing; a sentence if nothing can be written there."""
    probe = path / f".fimbul.{os.getpid()}.part"
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise FimbulError(f"The folder {path} cannot be written to: {reason(problem)}.") from None
    return path


def at_home(path: Path) -> Path:
    """The path, where `~` stands for somebody's home."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise FimbulError(f"{path}: there is nobody of that name whose home it could be.") from None


def reason(problem: OSError) -> str:
    """Why the system refused, in its words."""
    return (problem.strerror or str(problem)).lower()


def terminal(stream_name: str) -> bool:
    """Whether that standard stream is a terminal with a person before it."""
    stream = getattr(sys, stream_name)
    return stream is not None and stream.isatty()
