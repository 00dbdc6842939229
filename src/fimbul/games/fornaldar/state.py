"""The state of Fornaldar: where every piece is, what the turn has come to, and what is still to happen."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from fimbul.core import AgendaState, Event, Illegal, Notation, Options, Rng
from fimbul.games.fornaldar.actions import ACTIONS
from fimbul.games.fornaldar.agenda import Agenda
from fimbul.games.fornaldar.book import Book, book_of
from fimbul.games.fornaldar.cards import Library
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.fighting import Battle
from fimbul.games.fornaldar.secrecy import redeal
from fimbul.games.fornaldar.view import FornaldarView, see

NOWHERE = -1


class FornaldarOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (R25.4)."""

    scenario: Annotated[
        Literal["sampo", "northern_war", "jotuns"], msgspec.Meta(title="Scenario (Jotuns: shortest)")
    ] = "sampo"
    expedition: Annotated[bool, msgspec.Meta(title="Expedition (Northern war)")] = False
    turns: Annotated[int, msgspec.Meta(title="Game turns (0: all)")] = 0
    library: Library | None = None


class Leader(msgspec.Struct, kw_only=True):
    """A character in play.  Numbers are those of `book.cast`."""

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


class Army(msgspec.Struct, kw_only=True):
    """CSP of one banner in one hex that are in the same condition."""

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


class Vessel(msgspec.Struct, kw_only=True):
    """A ship in play.  Numbers are those of `book.fleet`."""

    hex: int = NOWHERE
    river: int = -1  # the river hexside that it is on (14.7); `hex` is one of its banks
    sunk: bool = False
    damaged: bool = False
    refit: bool = False
    spent: int = 0
    done: bool = False
    late: bool = False  # came to an intercepted force (14.8.9)


class Treasure(msgspec.Struct, kw_only=True):
    """A magic item: hidden in a hex, lying there, carried by a character or kept by troops, or gone."""

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
    way: str  # move, march or react
    moved: bool = False
    stopped: bool = False  # may not go on (an enemy, snow at sea)
    paid: str = ""  # what has been paid for at this stop: `load`, `unload`
    given: list[str] = msgspec.field(default_factory=list)  # items that changed hands at this stop (R21.5)
    start: int = NOWHERE
    engine: bool = False  # takes the siege engine along
    snow: bool = False  # has come through snow
    swum: bool = False  # has moved by water: no march afterwards (14.4)
    known: bool = False  # the other seat has seen it move


class FornaldarState(AgendaState, kw_only=True):
    """A position.  Seat 0 is the Fomorian player, seat 1 the Mundane player."""

    options: FornaldarOptions
    leaders: list[Leader]
    armies: list[Army]
    vessels: list[Vessel]
    treasures: list[Treasure]
    side: list[int]  # by group: the seat it is with, or -1
    active: list[bool]  # by group
    month: int  # the calendar turn
    game_turn: int = 1
    phase: str = ""
    phasing: int = 0  # the seat whose player-turn it is
    sky: str = "clear"  # the calendar weather of the turn
    spells: list[Spell] = msgspec.field(default_factory=list)  # in effect
    plots: list[tuple[int, Spell]] = msgspec.field(default_factory=list)  # seat; not yet revealed
    whirlpools: list[Spell] = msgspec.field(default_factory=list)  # maelstroms, which stay
    ruins: list[int] = msgspec.field(default_factory=list)  # hexes
    passed: list[tuple[int, int]] = msgspec.field(
        default_factory=list
    )  # ruins last passed: hex, seat (24.2.3)
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # victory points so far
    tried: list[int] = msgspec.field(
        default_factory=list
    )  # groups called, fortresses levied... in this phase
    seen: list[tuple[int, int]] = msgspec.field(default_factory=list)  # seat, hex: may be examined
    force: Force | None = None
    entries: list[tuple[int, int, int]] = msgspec.field(default_factory=list)  # seat, hex, from where
    trace: list[tuple[int, int, int]] = msgspec.field(default_factory=list)  # those of the player-turn before
    caught: list[int] = msgspec.field(default_factory=list)  # hexes where an intercepted force must fight
    late: list[int] = msgspec.field(
        default_factory=list
    )  # characters that came after an interception (14.8.9)
    attempts: list[tuple[int, int]] = msgspec.field(default_factory=list)  # interceptor hex, moving force
    evaded: list[int] = msgspec.field(
        default_factory=list
    )  # characters who have evaded in this player-turn (19.5)
    battle: Battle | None = None
    fought: list[tuple[int, str]] = msgspec.field(default_factory=list)  # combats of this phase: hex, stack
    notes: list[tuple[str, int]] = msgspec.field(default_factory=list)  # what special rules remember
    engine: int = NOWHERE  # the hex of Greutung, the siege engine (24.2.2)
    engine_seat: int = -1
    engine_moved: bool = False
    told: list[tuple[tuple[int, ...] | None, tuple[int, ...], str]] = msgspec.field(default_factory=list)
    """What the last action did: whom alone it was told, or to all besides whom, and the sentence."""
    rolled: list[tuple[str, str, tuple[int, ...], int, str]] = msgspec.field(default_factory=list)
    """The last rolls on the combat results table: for what, column, dice, what was added, result."""
    glimpses: int = 0  # how often something hidden may have come to light, though it seldom does
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "fornaldar"
    rules_version: ClassVar[str] = "2016.1"
    turn_rule: ClassVar[str] = "R5.5"
    end_rule: ClassVar[str] = "R22.1"
    notation: ClassVar[Notation] = Notation(ACTIONS)

    @property
    def book(self) -> Book:
        """The data of this game."""
        return book_of(self.options.library, self.options.scenario)

    @property
    def revelations(self) -> int:
        return super().revelations + self.glimpses

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        if type(action) not in ACTIONS:
            return Illegal("R25.3", "That is not an action of this game.")
        return super().refusal(action, seat)

    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        self.told = [(event.only, event.besides, event.sentence()) for event in events]
        rolls = [each for each in events if isinstance(each, Rolled) and each.table == "results"]
        if rolls:
            self.rolled = [(each.what, each.column, each.dice, each.added, each.result) for each in rolls]
        return events

    def redeal(self, seat: int | None, rng: Rng) -> None:
        redeal(self, seat, rng)

    def view(self, seat: int | None) -> FornaldarView:
        return see(self, seat)
