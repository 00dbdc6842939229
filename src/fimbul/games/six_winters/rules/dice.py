"""Dice as numbers: kind times six plus value less one; after the six resources come action dice (S220)."""

import functools
from collections.abc import Iterable, Iterator

from fimbul.games.six_winters.library.terms import RESOURCES

KINDS = (*RESOURCES, "action")
ACTION = 6
SORCERY = 5
FACES = 6
MOST_CHOICES = 1024  # of dice, that are kept


def die(kind: int, value: int) -> int:
    """The number of a die."""
    return kind * FACES + value - 1


def kind_of(code: int) -> int:
    """What kind a die is."""
    return code // FACES


def value_of(code: int) -> int:
    """What a die shows."""
    return code % FACES + 1


NAMES = tuple(f"{kind}-{value}" for kind in KINDS for value in range(1, FACES + 1))
CODES = {name: code for code, name in enumerate(NAMES)}


def spoken(code: int) -> str:
    """A die in words: `technology 3`, or `a 4` for an action die."""
    value = value_of(code)
    return f"a {value}" if kind_of(code) == ACTION else f"{KINDS[kind_of(code)]} {value}"


def names(codes: Iterable[int]) -> tuple[str, ...]:
    """Dice as they are written, in their order."""
    return tuple([NAMES[code] for code in sorted(codes)])


def subsets(codes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Every way to choose one or more of some dice; equal dice are one choice."""
    return choices(tuple(sorted(codes)))


@functools.lru_cache(maxsize=MOST_CHOICES)
def choices(codes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The same, worked out once for the same dice."""
    counted = [(code, codes.count(code)) for code in sorted(set(codes))]

    def choose(place: int) -> Iterator[tuple[int, ...]]:
        if place == len(counted):
            yield ()
            return
        code, count = counted[place]
        for rest in choose(place + 1):
            for times in range(count + 1):
                yield (code,) * times + rest

    return tuple(sorted(found for found in choose(0) if found))
