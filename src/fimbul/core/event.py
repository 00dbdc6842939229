"""What an action did, one struct for each thing that happened.

Events make the log, the animation and the lab's figures.  An event says who may see it: everybody, `only`
some seats, or everybody `besides` some.  A spectator is the seat `None`.
"""

from collections.abc import Iterable
from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):  # nothing in it could hold itself
    """The base of every game's events."""

    only: tuple[int, ...] | None = None
    besides: tuple[int, ...] = ()

    blow: ClassVar[bool] = False  # whether the last one it touches was struck, by those before it

    def seen_by(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return (self.only is None or seat in self.only) and seat not in self.besides

    def sentence(self) -> str:
        """The event in plain words, for the log."""
        raise NotImplementedError(f"{type(self).__name__} has no sentence")

    def touches(self) -> tuple[str, ...]:
        """Ids of the scene's nodes that this event is about, for highlighting; in a blow, strikers first."""
        return ()


class Told(Event, frozen=True):
    """Something happened, in a sentence; `about` are the ids of the scene that it is about."""

    text: str
    about: tuple[str, ...] = ()

    def sentence(self) -> str:
        return self.text

    def touches(self) -> tuple[str, ...]:
        return self.about


class Ended(Event, frozen=True):
    """The game is over."""

    rule: str
    reason: str

    def sentence(self) -> str:
        return f"{self.reason} ({self.rule})"


def log_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events that a seat may see."""
    return [event for event in events if event.seen_by(seat)]
