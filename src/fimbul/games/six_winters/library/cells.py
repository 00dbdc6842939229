"""What stands in the cells of the CSV files, beyond texts, numbers and lists of words."""

import re
import typing
from typing import Any

import msgspec

from fimbul.core.reading import one_cell, plain_cell, unknown

SLOT = re.compile(r"(?:any|(?P<type>[a-z]+)?(?::?(?P<value>[1-6]))?(?:@(?P<region>[a-z]+))?)\Z")


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


def operation(text: str, kinds: list[type[msgspec.Struct]]) -> dict[str, Any]:
    """A small operation with its fields: `convert values=6,6 gains=5,5,5`."""
    first, *rest = text.split()
    known = {str(kind.__struct_config__.tag): kind for kind in kinds}
    found: dict[str, Any] = {"kind": first}
    if first not in known:
        raise ValueError(unknown(first, known))
    types = {field.name: field.type for field in msgspec.structs.fields(known[first])}
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


def structs_of(kind: Any) -> list[type[msgspec.Struct]]:
    """The structs that a field may hold, in unions and lists too."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [kind]
    return [found for part in typing.get_args(kind) for found in structs_of(part)]


def column_cell(column: str, text: str, kind: Any) -> Any:
    """What stands in a cell of a column, ready for its struct."""
    if not text.strip():
        return [] if typing.get_origin(kind) is tuple else plain_cell(column, text, kind)
    if column == "year":
        return year_cell(text)
    if column == "slots":
        return slot_cells(text)
    structs = structs_of(kind)
    if not structs:
        return plain_cell(column, text, kind)
    if typing.get_origin(kind) is tuple:
        return [operation(part, structs) for part in text.split(";") if part.strip()]
    return operation(text, structs)
