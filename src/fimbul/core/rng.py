"""One honest source of chance: a counter-based generator.

The n-th number of a seed is a keyed hash of n, so the same seed and the same actions give the same game on
every machine and every Python, a state only has to remember how many numbers were drawn, and nobody who
sees the dice can work out the next ones (which a short linear generator would allow).
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from fimbul.core.errors import BadOption

T = TypeVar("T")

SEED_BITS = 63


def check_seed(seed: object) -> None:
    """Refuse what no stream can be made from."""
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise BadOption(f"A seed is a whole number from 0 to 2^{SEED_BITS} - 1, not {seed!r}.")


class Rng(msgspec.Struct):
    """A seed and the count of numbers drawn from it."""

    seed: int
    drawn: int = 0

    def next(self) -> int:
        """The next 64 random bits."""
        digest = blake2b(
            self.drawn.to_bytes(8, "little"), digest_size=8, key=self.seed.to_bytes(8, "little")
        ).digest()
        self.drawn += 1
        return int.from_bytes(digest, "little")

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return (self.next() * limit) >> 64

    def die(self, sides: int = 6) -> int:
        """A roll from 1 to sides."""
        return self.below(sides) + 1

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def fork(self) -> "Rng":
        """A new stream that shares nothing with this one."""
        return Rng(self.next() >> (64 - SEED_BITS))

    def copy(self) -> "Rng":
        """The same stream at the same place."""
        return Rng(self.seed, self.drawn)
