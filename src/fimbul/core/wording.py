"""Small pieces of English that every game and every message needs."""

import types
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Literal, Union, get_args, get_origin

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MARKS = (".", "!", "?")


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


def number(count: int) -> str:
    """`one`, `two`, up to `nine`; from there on in digits."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def gathered(things: Iterable[str], plural: Callable[[str], str], one: Callable[[str], str] = str) -> str:
    """Things with what is the same counted together: `two Dwarves and an Elf`, in the order they came."""
    return listed(
        one(thing) if count == 1 else f"{number(count)} {plural(thing)}"
        for thing, count in Counter(things).items()
    )


def closed(text: str) -> str:
    """A sentence with its full stop, or with the mark that its last name brings: `Play Back Down!`."""
    return text if text.endswith(MARKS) else f"{text}."


def headed(head: str, text: str) -> str:
    """`Sure Shot: the Imp`; a name that ends in a mark needs no colon: `Back Down! The Imp`."""
    return f"{head} {capital(text)}" if head.endswith(MARKS) else f"{head}: {text}"


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
