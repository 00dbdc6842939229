"""What people fill in, as JSON schemas: the options of a game, the pieces that they build for one.

Every field has a title and every list of values the names by which people know them (`enumNames`).
"""

from typing import Any

import msgspec

from fimbul.core import Form


def schema(kind: type[msgspec.Struct]) -> Form:
    """The JSON schema of a struct, with its fields at the root, without what is said to programmers."""
    (root,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    for part in parts.values():
        part.pop("description", None)
    found: Form = parts.pop(root["$ref"].rpartition("/")[2])
    del found["title"]
    return found | {"$defs": parts}


def form_of(kind: type[msgspec.Struct]) -> Form:
    """The form in which people write a struct."""
    return titled(schema(kind))


def options_form(kind: type[msgspec.Struct]) -> Form:
    """The form in which people choose the options of a game."""
    return titled(chosen(schema(kind)))


def chosen(options: Form) -> Form:
    """The options that a person chooses in a form: no whole files, and nothing that only those need."""
    properties = {
        name: part
        for name, part in options["properties"].items()
        if part.get("default", "") is not None or not any("$ref" in kind for kind in part.get("anyOf", ()))
    }
    written = str(properties)
    parts = {name: part for name, part in options["$defs"].items() if f"#/$defs/{name}'" in written}
    plain = {name: {} if part.get("type") == "object" else part for name, part in parts.items()}
    return options | {"properties": properties, "$defs": plain}


def titled(part: Form, name: str = "") -> Form:
    """A form, or a part of it that has a name, with titles for all fields and names for all values."""
    found: Form = {"title": plain(name)} | part if name and "$ref" not in part else dict(part)
    if "enum" in part:
        found["enumNames"] = [plain(value) for value in part["enum"]]
    for key in ("properties", "$defs"):
        if key in part:
            found[key] = {
                each: titled(held, each if key == "properties" else "") for each, held in part[key].items()
            }
    if isinstance(part.get("items"), dict):
        found["items"] = titled(part["items"], name.removesuffix("s"))
    for key in ("prefixItems", "anyOf"):
        if key in part:
            one = name.removesuffix("s") if key == "prefixItems" else ""
            found[key] = [titled(held, one) for held in part[key]]
    return found


def plain(value: Any) -> str:
    """A name of a game's files as people read it."""
    text = str(value).replace("_", " ").replace(":", " ")
    return text[:1].upper() + text[1:]
