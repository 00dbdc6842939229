"""What can happen in a game of Fimbulvetr."""

import functools
from typing import ClassVar

from fimbul.core import Event

KIND = {"melee": "in melee", "ranged": "from afar"}
TURN = ("", "right", "around", "left")  # by quarter turns clockwise
FACING = ("upright", "turned right", "upside down", "turned left")


@functools.lru_cache(maxsize=1024)
def steps(dx: int, dy: int) -> str:
    """A way over the field in words: `2 right and 1 up`."""
    parts = [f"{abs(dx)} {'right' if dx > 0 else 'left'}"] if dx else []
    parts += [f"{abs(dy)} {'down' if dy > 0 else 'up'}"] if dy else []
    return " and ".join(parts)


@functools.lru_cache(maxsize=4096)
def aside(dx: int, dy: int, whom: str) -> str:
    """A place beside a warrior in words: `1 above the Jarl`, `2 right and 1 below the Jarl`."""
    if not dy:
        return f"{steps(dx, 0)} of the {whom}"
    parts = [steps(dx, 0), f"{abs(dy)} {'below' if dy > 0 else 'above'}"]
    return f"{' and '.join(filter(None, parts))} the {whom}"


def node(seat: int, warrior: str) -> str:
    """The scene's id of a warrior."""
    return f"warrior:{seat}:{warrior}"


class OfWarrior(Event, frozen=True):
    """Something that a warrior does or suffers."""

    seat: int
    clan: str
    warrior: str
    name: str

    @property
    def who(self) -> str:
        """The warrior in words: `The Thegn of the Saxons`."""
        return f"The {self.name} of the {self.clan}"

    def touches(self) -> tuple[str, ...]:
        return (node(self.seat, self.warrior),)


class Placed(OfWarrior, frozen=True):
    """A warrior came on the table."""

    x: int
    y: int
    r: int
    beside: str = ""  # the nearest warrior that stood there, and how far from it, in words

    def sentence(self) -> str:
        return f"{self.who} takes a stand{self.beside and f' {self.beside}'}, {FACING[self.r]}."


class Blessed(OfWarrior, frozen=True):
    """A clan chose its relic and bearer."""

    token: str

    def sentence(self) -> str:
        return f"{self.who} bears the {self.token} relic."


class Moved(OfWarrior, frozen=True):
    """A warrior stepped, turned, or both."""

    was: tuple[int, int, int]
    now: tuple[int, int, int]

    def sentence(self) -> str:
        x, y, r = self.now
        turn = TURN[(r - self.was[2]) % 4]
        if self.was[:2] == (x, y):
            return f"{self.who} turns {turn}."
        way = steps(x - self.was[0], y - self.was[1])
        return f"{self.who} goes {way}{turn and f', turning {turn}'}."


class Slain(OfWarrior, frozen=True):
    """A warrior fell: to an attack, or to the wolves at the edge of the field."""

    by: str | None = None
    by_name: str = ""
    kind: str = "severed"

    blow: ClassVar[bool] = True

    def sentence(self) -> str:
        if self.by is None:
            return f"{self.who} was cut off and falls to the wolves."
        return f"{self.who} is slain {KIND[self.kind]} by the {self.by_name}."

    def touches(self) -> tuple[str, ...]:
        fallen = (node(self.seat, self.warrior),)
        return (node(1 - self.seat, self.by), *fallen) if self.by is not None else fallen


class HandedOff(OfWarrior, frozen=True):
    """The relic changed hands within a clan."""

    to: str
    to_name: str

    def sentence(self) -> str:
        return f"{self.who} hands the relic to the {self.to_name}."

    def touches(self) -> tuple[str, ...]:
        return node(self.seat, self.warrior), node(self.seat, self.to)


class Passed(Event, frozen=True):
    """A clan could do nothing."""

    seat: int
    clan: str

    def sentence(self) -> str:
        return f"The {self.clan} can do nothing and pass."


class CutOff(OfWarrior, frozen=True):
    """A warrior begins its clan's turn severed."""

    def sentence(self) -> str:
        return f"{self.who} is severed, and falls unless reconnected this turn."
