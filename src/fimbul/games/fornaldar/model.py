"""The plain records of Fornaldar: pieces, the force on the move, combats, losses.  They know no rule."""

import itertools
from typing import Any, ClassVar, Literal

import msgspec

NOWHERE = -1  # in the place of a hex
FOMORIAN, MUNDANE = 0, 1  # the seats
LAND, SEA = "land", "sea"  # the two stacks of a hex (R12.2)

Way = Literal["move", "march", "react", "pregame", "intercept"]
Combat = Literal["ground", "naval", "melee", "draugr"]
Answer = Literal["", "accepted", "declined", "cancelled", "void"]
Death = Literal["battle", "challenge", "other"]


NUMBERS = itertools.count(1)


class Shifts:
    """Tells those who keep who stands where that a piece of some kind, of whatever game, has shifted since.

    `last` is a new number after every change, also where several threads play at once.
    """

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last = 0

    def note(self) -> None:
        """A piece has come, gone, or changed its place or its bearer."""
        self.last = next(NUMBERS)


class Journal(Shifts):
    """The same of anything about any piece, with the hexes of these changes one after the other."""

    __slots__ = ("hexes",)

    def __init__(self) -> None:
        super().__init__()
        self.hexes: list[int] = []

    def enter(self, hex_: int) -> None:
        """Something has changed in a hex."""
        self.last = next(NUMBERS)
        hexes = self.hexes
        if len(hexes) >= PAGES:
            self.hexes = hexes = []
        hexes.append(hex_)

    def mark(self) -> tuple[list[int], int]:
        """Where the journal has come to."""
        hexes = self.hexes
        return hexes, len(hexes)

    def since(self, mark: tuple[list[int], int]) -> set[int] | None:
        """The hexes of all changes since a mark; None where the journal does not go back so far."""
        hexes, number = mark
        return set(hexes[number:]) if hexes is self.hexes else None


PAGES = 8192  # as many changes are kept, or fewer
CHANGES = Journal()
BEGINNINGS = Shifts()  # that characters, ships or items have been made, as when a game begins
set_field = msgspec.Struct.__setattr__


class Placed(msgspec.Struct, gc=False):  # numbers alone: nothing that could hold itself
    """A piece that is somewhere: whatever makes or places it notes that one of its kind has shifted."""

    shifts: ClassVar[Shifts]
    placing: ClassVar[frozenset[str]] = frozenset({"hex", "aboard", "afloat"})  # what says where a piece is
    hex: int = NOWHERE

    def __post_init__(self) -> None:
        self.shifts.note()
        BEGINNINGS.note()
        CHANGES.enter(self.hex)

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, name) is value:
            return  # nothing has changed
        CHANGES.enter(self.hex)
        if name in self.placing:
            self.shifts.last = next(NUMBERS)
            if name == "hex":
                CHANGES.enter(value)
        set_field(self, name, value)


class Leader(Placed, kw_only=True):
    """A character in play.  Numbers are those of `book.cast`."""

    shifts: ClassVar[Shifts] = Shifts()

    hex: int = NOWHERE  # off the map, or dead
    dead: bool = False
    wounds: int = 0
    escort: bool = False
    aboard: bool = False  # embarked on a ship
    afloat: bool = False  # on the swimming side
    spent: int = 0  # half movement points of this phase
    done: bool = False  # may not move any more in this phase
    cast: bool = False  # bears an enchantment marker
    frozen: bool = False  # by an enchantment of Freeze
    crowned: bool = False  # has become king
    sailed: bool = False  # was carried by a ship in this phase: no move by land (14.2.7)
    intercepted: bool = False  # came by interception: no reaction (14.8.12)
    height: int = 0  # in his stack, where the owner has chosen it (12.1)


class Army(Placed, kw_only=True):
    """CSP of one banner in one hex that are in the same condition."""

    shifts: ClassVar[Shifts] = Shifts()
    placing: ClassVar[frozenset[str]] = frozenset(  # all that counts in the order of the armies
        {"hex", "group", "banner", "aboard", "afloat", "spent", "done", "sailed", "intercepted", "late"}
    )

    hex: int
    group: int
    banner: int
    csp: int
    aboard: bool = False
    afloat: bool = False
    spent: int = 0
    done: bool = False
    sailed: bool = False
    intercepted: bool = False
    late: bool = False  # came to an intercepted force (14.8.9)

    def __post_init__(self) -> None:
        CHANGES.enter(self.hex)  # nothing has shifted before it is put among the others (`memory.enrol`)


class Vessel(Placed, kw_only=True):
    """A ship in play.  Numbers are those of `book.fleet`."""

    shifts: ClassVar[Shifts] = Shifts()

    hex: int = NOWHERE
    river: int = -1  # the river hexside that it is on (14.7); `hex` is one of its banks
    sunk: bool = False
    damaged: bool = False
    refit: bool = False
    spent: int = 0
    done: bool = False
    late: bool = False  # came to an intercepted force (14.8.9)
    height: int = 0  # in her stack, where the owner has chosen it (12.1)


class Treasure(Placed, kw_only=True):
    """A magic item: hidden in a hex, lying there, carried by a character or kept by troops, or gone."""

    shifts: ClassVar[Shifts] = Shifts()
    placing: ClassVar[frozenset[str]] = frozenset({"hex", "bearer", "keeper", "hidden", "gone", "first"})

    hex: int = NOWHERE  # where it lies, is hidden or is kept by troops; NOWHERE while a character carries it
    bearer: int = -1  # a character
    keeper: int = -1  # the seat whose troops or fortress keep it
    hidden: bool = False  # not yet discovered
    gone: bool = False
    first: int = -1  # the group that it belonged to at the start


class Spell(msgspec.Struct, frozen=True):
    """An enchantment, plotted or in effect: what, by whom, on what."""

    enchantment: int
    caster: int
    hex: int = NOWHERE
    leader: int = -1
    group: int = -1
    word: str = ""  # a sea, or a kind of weather


class Force(msgspec.Struct, kw_only=True):
    """The force that is being moved.  Its pieces stand in `hex`."""

    seat: int
    hex: int
    river: int = -1
    stack: str  # land, sea or air
    leaders: list[int]
    troops: list[tuple[int, int]]  # banner, CSP; embarked where the stack is a naval one
    ships: list[int]
    left: int  # half movement points
    used: int = 0  # half points spent since it was taken up
    way: Way
    moved: bool = False
    stopped: bool = False  # may not go on (an enemy, snow at sea)
    paid: str = ""  # what has been paid for at this stop: `load`, `unload`
    given: list[str] = msgspec.field(default_factory=list)  # items that changed hands at this stop (R21.5)
    shown: list[str] = msgspec.field(default_factory=list)  # pieces put on top at this stop (R12.1)
    towed: list[int] = msgspec.field(default_factory=list)  # items that its troops and ships have brought
    start: int = NOWHERE
    engine: bool = False  # takes the siege engine along
    snow: bool = False  # has come through snow, in a turn in which that wears out a force
    cold: bool = False  # was a force then: it rolls for that (R6.4.9)
    swum: bool = False  # has moved by water: no march afterwards (14.4)
    known: bool = False  # the other seat has seen it move


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge, a duel or a trial: by whom, and who has accepted it."""

    kind: str
    seat: int  # of the challenger
    leader: int
    champion: int = -1
    answer: Answer = ""


class Fray(msgspec.Struct, frozen=True, kw_only=True):
    """A combat that has been announced."""

    hex: int
    stack: str
    kind: Combat
    attacker: int
    river: int = -1
    overrun: bool = False
    declined: tuple[int, int] = (0, 0)  # by seat
    bouts: tuple[Bout, ...] = ()


class Battle(msgspec.Struct, kw_only=True):
    """The combat that is being fought, with its last round."""

    hex: int
    stack: str  # land or sea
    kind: Combat
    first: int  # the seat that attacked first
    attacker: int  # the seat that has the initiative
    river: int = -1
    overrun: bool = False
    round: int = 0
    rolling: bool = False  # a round has begun and its losses are not off
    terrain: str = ""  # what is defended in: a terrain, or the kind of a fortress
    owner: int = -1  # whose fortress is attacked
    garrison: int = 0  # what is left of it
    declined: tuple[int, int] = (0, 0)  # by seat: what declined challenges cost
    absent: tuple[int, ...] = ()  # characters who keep out of a melee
    victims: tuple[int, ...] = ()  # whom a Draugr fights
    draugr: int = 0  # the strength that is left of it
    dusted: bool = False  # no fortress multiplier in this round
    # the last round
    table: str = "results"
    attack: int = 0
    defence: int = 0
    odds: str = ""
    column: str = ""
    added: int = 0
    reasons: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    row: int = 0  # of the table
    result: str = ""  # rD/Ao
    marks: tuple[str, str] = ("", "")  # by seat


class Toll(msgspec.Struct, frozen=True, kw_only=True):
    """What a side has lost in a stack, and which of its pieces may bear it.

    `csp` are borne by armies of `banners` and by the `escorts` of these characters, after them by the
    garrison of the battle; `wounds` by `leaders`; `steps` by `ships` and by swimming mermen, whose banners
    are `swimmers`.  With a `star` all wounds (or steps) go to one piece until it is destroyed.
    """

    seat: int
    hex: int
    stack: str = "land"
    csp: int = 0
    wounds: int = 0
    steps: int = 0
    star: bool = False
    leaders: tuple[int, ...] = ()
    banners: tuple[int, ...] = ()
    escorts: tuple[int, ...] = ()
    ships: tuple[int, ...] = ()
    swimmers: tuple[int, ...] = ()
    garrison: bool = False
    late: bool = True  # those too who came late to an intercepted force (R14.8.9)
    how: Death = "battle"
    victor: int = -1


class Chosen(msgspec.Struct, frozen=True):
    """Who bears how much of a toll: CSP by banner, escorts, wounds by character, steps by ship or banner."""

    csp: tuple[tuple[int, int], ...] = ()
    escorts: tuple[int, ...] = ()
    wounds: tuple[tuple[int, int], ...] = ()
    steps: tuple[tuple[int, int], ...] = ()
    swimmers: tuple[tuple[int, int], ...] = ()
    garrison: int = 0
