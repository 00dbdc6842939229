"""Small pieces of English that every game and every message needs."""

from collections.abc import Iterable


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
