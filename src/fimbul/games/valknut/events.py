"""What can happen in a game of Valknut."""

from typing import ClassVar

from fimbul.core import Event
from fimbul.core.wording import listed, number, some
from fimbul.games.valknut.library.warbands import at_home, does, told

TURNS = ("upright", "turned right", "upside down", "turned left")


def points_in_words(points: int) -> str:
    """Movement points with their number."""
    return some(points, "movement point")


def way_in_words(dx: int, dy: int) -> str:
    """How far and where something straight went: `two zones east`."""
    way = "east" if dx > 0 else "west" if dx < 0 else "south" if dy > 0 else "north"
    length = abs(dx) + abs(dy)
    return f"{number(length)} zone{'' if length == 1 else 's'} {way}"


class OfSeat(Event, frozen=True):
    """Something that a player does or suffers."""

    seat: int
    band: str

    def we(self, one: str, many: str) -> str:
        """The warband in words, with what it does."""
        return told(self.band, one, many)


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
        """The unit in words, to begin a sentence with, and whose it is where one could not guess."""
        return self.who if at_home(self.name, self.band) else f"{self.who} of the {self.band}"

    def touches(self) -> tuple[str, ...]:
        return (f"unit:{self.unit}",)


class Placed(OfUnit, frozen=True):
    """A unit was set up."""

    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.who} takes its place."


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
    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"New in the pool: {listed(self.names)}."

    def touches(self) -> tuple[str, ...]:
        return tuple(f"pool:{card}" for card in self.cards)


class LaidDown(OfSeat, frozen=True):
    """A card joined the Battleground."""

    card: str
    name: str
    x: int
    y: int
    r: int
    points: int
    ambush: bool

    def sentence(self) -> str:
        return (
            f"{self.we('lays', 'lay')} {self.name}, {TURNS[self.r]}, and {does(self.band, 'has', 'have')} "
            f"{points_in_words(self.points)} from it."
        )

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
        return f"{self.we('gains', 'gain')} {points_in_words(self.points)}: {self.why}."


class Spawned(OfUnit, frozen=True):
    """A unit came from the supply."""

    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.whose} appears."


class Moved(OfUnit, frozen=True):
    """A unit moved."""

    was: tuple[int, int]
    x: int
    y: int

    def sentence(self) -> str:
        return f"{self.who} goes {way_in_words(self.x - self.was[0], self.y - self.was[1])}."


class Shoved(Moved, frozen=True):
    """A Vanir pushed an enemy."""

    enemy: int
    enemy_name: str

    def sentence(self) -> str:
        way = way_in_words(self.x - self.was[0], self.y - self.was[1])
        return f"{self.who} shoves {self.enemy_name} {way} and follows."

    def touches(self) -> tuple[str, ...]:
        return f"unit:{self.unit}", f"unit:{self.enemy}"


class Summoned(Moved, frozen=True):
    """A Dragon came to a Valknut."""

    def sentence(self) -> str:
        return f"{self.who} is summoned to a Valknut."


class Killed(OfUnit, frozen=True):
    """A unit died: flanked or crushed by others, or by a god's hand."""

    x: int
    y: int
    by: tuple[int, ...] = ()

    blow: ClassVar[bool] = True

    def sentence(self) -> str:
        return f"{self.whose} is killed."

    def touches(self) -> tuple[str, ...]:
        return tuple(f"unit:{unit}" for unit in (*self.by, self.unit))


class Enraged(OfSeat, frozen=True):
    """Vikings lost their points to a rage."""

    def sentence(self) -> str:
        return f"The {self.band} go berserk and lose their movement points."


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

    names: tuple[str, ...]

    def sentence(self) -> str:
        return f"Odin shows you the top of the pile: {listed(self.names)}."


class Arranged(OfSeat, frozen=True):
    """The top of the pile was put in order."""

    count: int

    def sentence(self) -> str:
        puts = does(self.band, "puts", "put")
        return f"{self.we('looks', 'look')} at the top of the pile and {puts} it back."


class Ambushed(OfSeat, frozen=True):
    """Loki gave the top card."""

    card: str
    name: str

    def sentence(self) -> str:
        return f"Loki gives the {self.band} {self.name} as an Ambush card."

    def touches(self) -> tuple[str, ...]:
        return (f"ambush:{self.card}",)


class Robbed(OfSeat, frozen=True):
    """Fenrir took a card."""

    card: str
    name: str
    of: str

    def sentence(self) -> str:
        return f"Fenrir steals {self.name} from the {self.of} for the {self.band}."

    def touches(self) -> tuple[str, ...]:
        return (f"ambush:{self.card}",)


class Destroyed(OfSeat, frozen=True):
    """Surtr burnt a card."""

    card: str
    name: str
    x: int
    y: int

    def sentence(self) -> str:
        return f"Surtr burns {self.name}."


class Stolen(OfUnit, frozen=True):
    """Jormungandr took a unit."""

    of: str

    def sentence(self) -> str:
        return f"{self.who} leaves the {self.of} for the {self.band}."

    def touches(self) -> tuple[str, ...]:
        return ()
