"""Small pieces of English that every game and every message needs."""

import types
from collections.abc import Iterable
from typing import Any, Literal, Union, get_args, get_origin


def listed(parts: Iterable[object], last: str = "and") -> str:
    """`a, b and c`."""
    *before, end = [str(part) for part in parts] or [""]
    return f"{', '.join(before)} {last} {end}" if before else end


def either(parts: Iterable[object]) -> str:
    """`a, b or c`."""
    return listed(parts, "or")


def some(count: int, thing: str, things: str = "") -> str:
    """`1 card`, `3 cards`; a plural that is not regular is given."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def span(numbers: range) -> str:
    """`2`, or `2 to 4`."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def capital(text: str) -> str:
    """With a capital first letter, as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"


def values(hint: Any) -> str:
    """What something of a type may be, in words; nothing where words would not help."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is bool:
        return "true or false"
    if hint is int:
        return "a whole number"
    if origin is Literal:
        return either([str(value) for value in inner])
    if inner == (str, Ellipsis):
        return "a list of names"
    if origin is tuple and Ellipsis not in inner:
        return f"a list of {len(inner)} names or files"
    if origin in (Union, types.UnionType):
        return either([words for part in inner if (words := values(part))])
    return ""
