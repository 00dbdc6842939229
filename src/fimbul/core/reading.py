"""Reading data files: CSV rows and TOML tables as structs, or `BadData` in one sentence.

A sentence names the file, the row and the field: `own/map.csv, line 4, terrain: 'swamp' is unknown; ...`.
`where` is the folder as a message names it, `who` all that a message says before its colon.
"""

import csv
import io
import re
import tomllib
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from fimbul.core.errors import BadData
from fimbul.core.wording import either

WHOLE = re.compile(r"-?[0-9]{1,6}\Z")
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")
PROBLEM = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<field>.*)`)?\Z", re.DOTALL)

Files = Path | Traversable
T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R")
CellReader = Callable[
    [str, str, Any], Any
]  # column, text, type of the field; `ValueError` with what is wrong


def read_text(folder: Files, name: str, where: str) -> str:
    """The text of a file."""
    file: Files = folder
    for part in name.split("/"):
        file = file / part
    return decoded(file, f"file {where}/{name}")


def read_own(path: Path, what: str) -> str:
    """The text of the one file that a person brings: a clan, a terrain."""
    return decoded(path, f"{what} file {path}")


def own_folder(path: Path) -> Path:
    """A folder of data that a person brings."""
    if not path.is_dir():
        raise BadData(f"There is no folder {path} with data of the game.")
    return path


def decoded(file: Files, called: str) -> str:
    """What a file says, or one sentence that names it."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise BadData(f"The {called} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise BadData(f"The {called} is not text in UTF-8.") from None


def fit(value: object, kind: type[T], who: str) -> T:
    """The value as its struct."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        match = PROBLEM.match(str(problem))
        what, field = (match["what"], match["field"]) if match else (str(problem), "")
        what = what.replace("Object missing required field", "there must be a field")
        what = what.replace("Object contains unknown field", "there is no field")
        what = re.sub(r"^Invalid (?:enum )?value (.*)", r"\1 is unknown", what)
        what = what[:1].lower() + what[1:]
        raise BadData(f"{who}{', ' + field if field else ''}: {what}.") from None


# ---- CSV


def one_cell(text: str, kind: Any) -> Any:
    """What stands in a cell or in a word of one, or `ValueError` with what is wrong with it."""
    if kind is int:
        if not WHOLE.match(text):
            raise ValueError(f"'{text}' is not a whole number")
        return int(text)
    if kind is bool:
        if text not in ("0", "1"):
            raise ValueError(f"'{text}' is neither 0 nor 1")
        return text == "1"
    if typing.get_origin(kind) is Literal and text not in typing.get_args(kind):
        raise ValueError(unknown(text, typing.get_args(kind)))
    return text


def plain_cell(column: str, text: str, kind: Any) -> Any:
    """What stands in a cell: a text, a number, 0 or 1, or a list of words with spaces between them."""
    if not text.strip():
        raise ValueError("this cell is empty")
    if typing.get_origin(kind) is not tuple:
        return one_cell(text, kind)
    kinds = typing.get_args(kind)
    words = text.split()
    if kinds[-1] is Ellipsis:
        return [one_cell(word, kinds[0]) for word in words]
    if len(words) != len(kinds):
        raise ValueError(f"there must be {len(kinds)} words, not {len(words)}")
    return [one_cell(word, each) for word, each in zip(words, kinds, strict=True)]


def read_csv(
    folder: Files,
    name: str,
    kind: type[T],
    where: str,
    columns: tuple[str, ...] = (),
    cell: CellReader = plain_cell,
) -> tuple[T, ...]:
    """The rows of a CSV file, each of which must fit its struct.  The first line names the columns.

    An empty cell is what its field is if left out; where it may not be left out, `cell` has to say.
    """
    who = f"{where}/{name}"
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    wanted = columns or tuple(fields)
    try:
        lines = list(csv.reader(io.StringIO(read_text(folder, name, where)), strict=True))
    except csv.Error as problem:
        raise BadData(f"{who}: this is not CSV: {problem}.") from None
    while lines and not lines[-1]:
        lines.pop()
    header = lines[0] if lines else []
    for column, count in Counter(header).items():
        if column not in wanted:
            raise BadData(f"{who}, line 1: there is no column '{column}'; expected {either(wanted)}.")
        if count > 1:
            raise BadData(f"{who}, line 1: the column '{column}' is there {count} times.")
    if missing := [column for column in wanted if column not in header]:
        raise BadData(f"{who}, line 1: the column '{missing[0]}' is missing.")
    if len(lines) < 2:
        raise BadData(f"{who}: there is no row in this file.")
    found = []
    for number, line in enumerate(lines[1:], 2):
        row = f"{who}, line {number}"
        if len(line) != len(header):
            raise BadData(f"{row}: this row has {len(line)} cells, and {len(header)} columns.")
        values: dict[str, Any] = {}
        for column, text in zip(header, line, strict=True):
            field = fields[column]
            if "\n" in text:
                raise BadData(f"{row}, {column}: a cell must be in one line.")
            if text.strip() or field.required:
                try:
                    values[column] = cell(column, text, field.type)
                except ValueError as problem:
                    raise BadData(f"{row}, {column}: {problem}.") from None
        found.append(fit(values, kind, row))
    return tuple(found)


def csv_rows(rows: Iterable[R], who: str) -> Iterator[tuple[str, R]]:
    """The rows of a CSV file, each with how a message names it: `map.csv, line 4`."""
    for number, row in enumerate(rows, 2):
        yield f"{who}, line {number}", row


# ---- TOML


def read_toml(folder: Files, name: str, where: str) -> dict[str, Any]:
    """The tables of a TOML file."""
    return parse_toml(read_text(folder, name, where), f"{where}/{name}")


def parse_toml(text: str, who: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadData(f"{who}: this is not TOML: {problem}.") from None


def entry(title: str, number: int, row: object) -> str:
    """How a message names a row of a TOML file: `character 3 (keel)`."""
    label = row.get("id") if isinstance(row, dict) else getattr(row, "id", None)
    return f"{title} {number} ({label})" if isinstance(label, str) else f"{title} {number}"


def fit_rows(tables: dict[str, Any], title: str, kind: type[T], who: str) -> tuple[T, ...]:
    """The rows `[[title]]` of a TOML file; there must be one at least."""
    rows = tables.get(title)
    if not isinstance(rows, list) or not rows:
        raise BadData(f"{who}: there is no [[{title}]] in this file.")
    return tuple(fit(row, kind, f"{who}, {entry(title, number, row)}") for number, row in enumerate(rows, 1))


def read_rows(folder: Files, name: str, title: str, kind: type[T], where: str) -> tuple[T, ...]:
    """The rows `[[title]]` of a TOML file that holds nothing else."""
    who = f"{where}/{name}"
    tables = read_toml(folder, name, where)
    rows = tables.get(title)
    if isinstance(rows, list) and rows:
        for other in tables:
            if other != title:
                raise BadData(f"{who}: there is no field `{other}`.")
    return fit_rows(tables, title, kind, who)


# ---- what all data must be


def unknown(value: str, known: Iterable[object]) -> str:
    """That a word is none of those that there are."""
    return f"'{value}' is unknown; expected {either(str(word) for word in known if word)}"


def one_of(value: str, known: Iterable[str], who: str) -> None:
    """The word is a known one."""
    words = tuple(known)
    if value not in words:
        raise BadData(f"{who}: {unknown(value, words)}.")


def within(value: int, low: int, high: int, who: str) -> None:
    """The number is in its bounds."""
    if not low <= value <= high:
        bounds = f"{low} to {high}" if low < high else str(low)
        raise BadData(f"{who}: it must be {bounds}, not {value}.")


def named(value: str, who: str) -> None:
    """The id, or the name of an option, is one."""
    if not IDENTIFIER.match(value):
        raise BadData(f"{who}: '{value}' must be a small letter, then small letters, digits and _.")
