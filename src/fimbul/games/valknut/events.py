"""What can happen in a game of Valknut."""

from typing import ClassVar

from fimbul.core import Event
from fimbul.games.valknut.kinds import KINDS

TURNS = ("upright", "turned right", "upside down", "turned left")
ALONE = {band.name for band in KINDS if band.units == 1}


def does(band: str, one: str, many: str) -> str:
    """The verb that goes with a warband: the Giantess wins, the Elves win."""
    return one if band in ALONE else many


class OfSeat(Event, frozen=True):
    """Something that a player does or suffers."""

    seat: int
    band: str

    @property
    def us(self) -> str:
        """The warband in words, to begin a sentence with."""
        return f"The {self.band}"

    def we(self, one: str, many: str) -> str:
        """The warband in words, with what it does."""
        return f"{self.us} {does(self.band, one, many)}"


class OfUnit(OfSeat, frozen=True):
    """Something that a unit does or suffers."""

    unit: int
    name: str

    @property
    def who(self) -> str:
        """The unit in words, to begin a sentence with."""
        if self.name == self.band:
            return f"The {self.name}"
        return f"{'An' if self.name[0] in 'AEIOU' else 'A'} {self.name}"

    @property
    def whose(self) -> str:
        """The unit and its warband in words, to begin a sentence with."""
        return self.who if self.name == self.band else f"{self.who} of the {self.band}"

    def touches(self) -> tuple[str, ...]:
        return (f"unit:{self.unit}",)


class Placed(OfUnit, frozen=True):
    """A unit was set up."""

    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.who} takes its place at {self.x},{self.y}."


class ReadyToFight(OfSeat, frozen=True):
    """A player has set up."""

    def sentence(self) -> str:
        return f"{self.we('is', 'are')} ready."


class TurnBegan(OfSeat, frozen=True):
    """A turn began."""

    def sentence(self) -> str:
        return f"The turn of the {self.band} begins."


class TurnEnded(OfSeat, frozen=True):
    """A player ended the turn."""

    def sentence(self) -> str:
        return f"The turn of the {self.band} ends."


class Refilled(Event, frozen=True):
    """Cards came to the pool."""

    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"New in the pool: {', '.join(self.cards)}."

    def touches(self) -> tuple[str, ...]:
        return tuple(f"pool:{card}" for card in self.cards)


class LaidDown(OfSeat, frozen=True):
    """A card joined the Battleground."""

    card: str
    x: int
    y: int
    r: int
    points: int
    ambush: bool

    def sentence(self) -> str:
        kind = "the Ambush card" if self.ambush else "the card"
        points = f"{self.points} movement point{'' if self.points == 1 else 's'}"
        return f"{self.we('lays', 'lay')} {kind} {self.card} at {self.x},{self.y}, {TURNS[self.r]}: {points}."

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.x},{self.y}",)


class Declined(OfSeat, frozen=True):
    """A player left something alone."""

    what: str

    def sentence(self) -> str:
        return f"{self.we('declines', 'decline')} {self.what}."


class Gained(OfSeat, frozen=True):
    """Movement points came from elsewhere than a card."""

    points: int
    why: str

    def sentence(self) -> str:
        points = f"{self.points} movement point{'' if self.points == 1 else 's'}"
        return f"{self.we('gains', 'gain')} {points}: {self.why}."


class Spawned(OfUnit, frozen=True):
    """A unit came from the supply."""

    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.whose} appears at {self.x},{self.y}."


class Moved(OfUnit, frozen=True):
    """A unit moved."""

    was: tuple[int, int]
    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.who} goes from {self.was[0]},{self.was[1]} to {self.x},{self.y}."


class Shoved(Moved, frozen=True):
    """A Vanir pushed an enemy."""

    enemy: int
    enemy_name: str

    def sentence(self) -> str:
        return f"{self.who} shoves a {self.enemy_name} and follows to {self.x},{self.y}."

    def touches(self) -> tuple[str, ...]:
        return f"unit:{self.unit}", f"unit:{self.enemy}"


class Summoned(Moved, frozen=True):
    """A Dragon came to a Valknut."""

    def sentence(self) -> str:
        return f"{self.who} is summoned from {self.was[0]},{self.was[1]} to {self.x},{self.y}."


class Killed(OfUnit, frozen=True):
    """A unit died: flanked or crushed by others, or by a god's hand."""

    x: int
    y: int
    by: tuple[int, ...] = ()

    blow: ClassVar[bool] = True

    def sentence(self) -> str:
        return f"{self.whose} is killed at {self.x},{self.y}."

    def touches(self) -> tuple[str, ...]:
        return tuple(f"unit:{unit}" for unit in (*self.by, self.unit))


class Enraged(OfSeat, frozen=True):
    """Vikings lost their points to a rage."""

    def sentence(self) -> str:
        return f"{self.us} go berserk and lose their movement points."


class Eliminated(OfSeat, frozen=True):
    """A player is out."""

    def sentence(self) -> str:
        return f"{self.we('has', 'have')} no unit left and {does(self.band, 'is', 'are')} out."


class Worshipped(OfSeat, frozen=True):
    """A Gjallarhorn card was taken."""

    god: str
    name: str

    def sentence(self) -> str:
        return f"{self.we('worships', 'worship')} {self.name}."

    def touches(self) -> tuple[str, ...]:
        return (f"god:{self.god}",)


class Foretold(OfSeat, frozen=True):
    """Odin showed the top of the pile to one player."""

    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"Odin shows you the top of the pile: {', '.join(self.cards)}."


class Arranged(OfSeat, frozen=True):
    """The top of the pile was put in order."""

    count: int

    def sentence(self) -> str:
        puts = does(self.band, "puts", "put")
        return f"{self.we('looks', 'look')} at the top {self.count} of the pile and {puts} them back."


class Ambushed(OfSeat, frozen=True):
    """Loki gave the top card."""

    card: str

    def sentence(self) -> str:
        return f"Loki gives the {self.band} the card {self.card} as an Ambush card."


class Robbed(OfSeat, frozen=True):
    """Fenrir took a card."""

    card: str
    of: str

    def sentence(self) -> str:
        return f"{self.we('steals', 'steal')} the Ambush card {self.card} of the {self.of}."


class Destroyed(OfSeat, frozen=True):
    """Surtr burnt a card."""

    card: str
    x: int
    y: int

    def sentence(self) -> str:
        return f"Surtr burns the card {self.card} at {self.x},{self.y}."


class Stolen(OfUnit, frozen=True):
    """Jormungandr took a unit."""

    of: str

    def sentence(self) -> str:
        return f"{self.who} leaves the {self.of} for the {self.band}."

    def touches(self) -> tuple[str, ...]:
        return ()


class Ended(Event, frozen=True):
    """The game is over."""

    rule: str
    reason: str

    def sentence(self) -> str:
        return f"{self.reason} ({self.rule})"
