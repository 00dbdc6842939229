"""Where things lie in the picture of Fornaldar: hexes, river hexsides, several stacks in a hex."""

import functools

from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.table.drafting import centre, half, place_of, side_between, spot

Point = tuple[float, float]
# Several stacks in a hex, by their number: where each stands, and how large it is.
CROWDS: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (1, ()),
    (1, ((0, 0),)),
    (0.74, ((-14, -7), (14, 7))),
    (0.64, ((-15, -11), (15, -11), (0, 13))),
    (0.6, ((-14, -12), (14, -12), (-14, 13), (14, 13))),
)


@functools.lru_cache(maxsize=8192)
def at(book: Book, name: str) -> tuple[int, int]:
    """The place of a hex or a river hexside of the notation."""
    if "-" in name:
        one, other = (bank.removeprefix("h") for bank in name.split("-"))
        if one[:4] == other[:4]:
            return half(spot(book.library, one), spot(book.library, other))
        return half(*side_between(place_of(one), place_of(other)))
    number = name.removeprefix("h")
    return spot(book.library, number) if book.halves.get(book.hex_named(name)) else centre(number)


def crowd(count: int) -> tuple[float, list[Point]]:
    """How large stacks are that share a hex, and where they stand in it."""
    if count < len(CROWDS):
        scale, places = CROWDS[count]
        return scale, list(places)
    return 0.5, [(-18 + 18 * (place % 3), -14 + 14 * (place // 3)) for place in range(count)]
