"""Reading data files: CSV rows and TOML tables as structs, or `BadData` in one sentence."""

import csv
import io
import re
import tomllib
import typing
from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fimbul.core import BadData

WHOLE = re.compile(r"-?[0-9]{1,6}\Z")
SLOT = re.compile(r"(?:any|(?P<type>[a-z]+)?(?::?(?P<value>[1-6]))?(?:@(?P<region>[a-z]+))?)\Z")
PROBLEM = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<field>.*)`)?\Z", re.DOTALL)

Files = Path | Traversable
T = TypeVar("T", bound=msgspec.Struct)


def read_text(folder: Files, name: str, where: str) -> str:
    """The text of a file."""
    file: Files = folder
    for part in name.split("/"):
        file = file / part
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise BadData(f"The file {where}/{name} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise BadData(f"The file {where}/{name} is not text in UTF-8.") from None


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
    """What stands in a cell, or `ValueError` with what is wrong with it."""
    if kind is int:
        if not WHOLE.match(text):
            raise ValueError(f"'{text}' is not a whole number")
        return int(text)
    if kind is bool:
        if text not in ("0", "1"):
            raise ValueError(f"'{text}' is neither 0 nor 1")
        return text == "1"
    return text


def year_cell(text: str) -> int:
    """The year of a card; 0 for `lock`."""
    if text == "0":
        raise ValueError("a locked card has 'lock', not 0")
    return 0 if text == "lock" else int(one_cell(text, int))


def slot_cells(text: str) -> list[dict[str, Any]]:
    """The slots of an asset, as the table of S9 writes them: `sorcery:6 any @settled`."""
    found = []
    for word in text.split():
        match = SLOT.match(word)
        if not match or (match["type"] and match["value"] and ":" not in word) or word.startswith(":"):
            raise ValueError(
                f"'{word}' is no slot; they are written as in 'any sorcery 6 sorcery:6 @settled'"
            )
        parts = {name: part for name, part in match.groupdict().items() if part}
        found.append({**parts, "value": int(match["value"])} if match["value"] else parts)
    return found


def operation(text: str, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A small operation with its fields: `convert values=6,6 gains=5,5,5`."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    first, *rest = text.split()
    found: dict[str, Any] = {"kind": first}
    for word in rest:
        name, _, value = word.partition("=")
        if not value:
            raise ValueError(f"'{word}' is no field; they are written as in 'convert values=1 gains=5,5'")
        if name in found:
            raise ValueError(f"the field '{name}' is there twice")
        if typing.get_origin(types.get(name)) is tuple:
            item = typing.get_args(types[name])[0]
            found[name] = [one_cell(part, item) for part in value.split(",")]
        else:
            found[name] = one_cell(value, types.get(name))
    return found


def column_cell(column: str, text: str, kind: Any) -> Any:
    """What stands in a cell of a column, ready for its struct."""
    if column == "year":
        return year_cell(text)
    if column == "slots":
        return slot_cells(text)
    structs = [
        item for item in typing.get_args(kind) if isinstance(item, type) and issubclass(item, msgspec.Struct)
    ]
    if typing.get_origin(kind) is not tuple:
        return operation(text, structs[0]) if structs else one_cell(text, kind)
    if structs:
        return [operation(part, structs[0]) for part in text.split(";") if part.strip()]
    return [one_cell(word, typing.get_args(kind)[0]) for word in text.split()]


def read_csv(
    folder: Files, name: str, kind: type[T], where: str, columns: tuple[str, ...] = ()
) -> tuple[T, ...]:
    """The rows of a CSV file, each of which must fit its struct.  The first line names the columns."""
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
            raise BadData(f"{who}, line 1: there is no column '{column}'; there is {', '.join(wanted)}.")
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
            if text.strip():
                try:
                    values[column] = column_cell(column, text, field.type)
                except ValueError as problem:
                    raise BadData(f"{row}, {column}: {problem}.") from None
            elif typing.get_origin(field.type) is tuple:
                values[column] = []
            elif field.required:
                raise BadData(f"{row}, {column}: this cell is empty.")
        found.append(fit(values, kind, row))
    return tuple(found)


# ---- TOML


def read_toml(folder: Files, name: str, where: str) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        return tomllib.loads(read_text(folder, name, where))
    except tomllib.TOMLDecodeError as problem:
        raise BadData(f"{where}/{name}: this is not TOML: {problem}.") from None


def entry(title: str, number: int, row: object) -> str:
    """How a message names a row of a TOML file: `character 3 (keel)`."""
    label = row.get("id") if isinstance(row, dict) else getattr(row, "id", None)
    return f"{title} {number} ({label})" if isinstance(label, str) else f"{title} {number}"


def read_rows(folder: Files, name: str, title: str, kind: type[T], where: str) -> tuple[T, ...]:
    """The rows `[[title]]` of a TOML file that holds nothing else."""
    who = f"{where}/{name}"
    tables = read_toml(folder, name, where)
    rows = tables.pop(title, None)
    if not isinstance(rows, list) or not rows:
        raise BadData(f"{who}: there is no [[{title}]] in this file.")
    for other in tables:
        raise BadData(f"{who}: there is no field `{other}`.")
    return tuple(fit(row, kind, f"{who}, {entry(title, number, row)}") for number, row in enumerate(rows, 1))
