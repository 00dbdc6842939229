"""The state of Fornaldar: where every piece is, what the turn has come to, and what is still to happen."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import msgspec

from fimbul.core import AgendaState, Event, Illegal, Notation, Options, Rng
from fimbul.games.fornaldar.actions import ACTIONS
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.index import Book, book_of
from fimbul.games.fornaldar.library.rows import Library
from fimbul.games.fornaldar.model import (
    NOWHERE,
    Army,
    Battle,
    Chosen,
    Force,
    Leader,
    Spell,
    Toll,
    Treasure,
    Vessel,
)
from fimbul.games.fornaldar.rules.agenda import Agenda
from fimbul.games.fornaldar.rules.imagining import redeal
from fimbul.games.fornaldar.rules.memory import Memory, hand_down, recall_apart
from fimbul.games.fornaldar.table.sight import Glimpse, see
from fimbul.games.fornaldar.table.view import FornaldarView


class FornaldarOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (R25.4)."""

    scenario: Annotated[
        Literal["sampo", "northern_war", "jotuns"],
        msgspec.Meta(title="Scenario", description="The March of the Jotuns is the shortest (R24)."),
    ] = "sampo"
    expedition: Annotated[
        bool,
        msgspec.Meta(title="Expedition", description="Of the Second Northern War alone (R24.2.4)."),
    ] = False
    turns: Annotated[
        int, msgspec.Meta(title="Game turns", description="0 plays the whole scenario (R25.4).")
    ] = 0
    library: Library | None = None


class FornaldarState(AgendaState, kw_only=True, dict=True):
    """A position.  Seat 0 is the Fomorian player, seat 1 the Mundane player (R25.1)."""

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
    plots: list[tuple[int, Spell]] = msgspec.field(default_factory=list)  # seat; inside a sealed choice
    borne: list[tuple[Toll, Chosen]] = msgspec.field(default_factory=list)  # losses as they were chosen
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
    sent: Force | None = None  # those who are to intercept it
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
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "fornaldar"
    rules_version: ClassVar[str] = "2016.5"
    turn_rule: ClassVar[str] = "R5.5"
    end_rule: ClassVar[str] = "R22.1"
    worded: ClassVar[tuple[str, ...]] = ("told", "rolled")
    notation: ClassVar[Notation] = Notation(ACTIONS)

    if TYPE_CHECKING:  # beside the fields, since they are no part of the position

        @property
        def book(self) -> Book:
            """The data of this game."""

        @property
        def memory(self) -> Memory:
            """What has been worked out about this position."""

    def __post_init__(self) -> None:
        self.attend(book_of(self.options.library, self.options.scenario), Memory())

    def attend(self, book: Book, memory: Memory) -> None:
        """Take these along.  The rules ask for them everywhere, so they are plain attributes."""
        self.__dict__["book"], self.__dict__["memory"] = book, memory

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        if type(action) not in ACTIONS:
            return Illegal("R25.3", "That is not an action of this game.")
        return super().refusal(action, seat)

    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        if self.drafting:
            return events  # nothing has happened that anybody could see
        self.told = [(event.only, event.besides, event.sentence()) for event in events]
        rolls = [each for each in events if type(each) is Rolled and each.table == "results"]
        if rolls:
            self.rolled = [(each.what, each.column, each.dice, each.added, each.result) for each in rolls]
        return events

    def apart(self, seat: int) -> Self:
        return recall_apart(self, seat, lambda: self.set_apart(seat))

    def copy(self) -> Self:
        twin = super().copy()
        twin.attend(self.book, hand_down(self))
        return twin

    def beside(self, fields: tuple[str, ...]) -> Self:
        twin = super().beside(fields)
        twin.attend(self.book, self.memory)  # the pieces are the same, and so is what is known of them
        return twin

    def redeal(self, seat: int | None, rng: Rng) -> None:
        redeal(self, seat, rng)

    def view(self, seat: int | None) -> FornaldarView:
        return see(self, seat)

    def glimpse(self, seat: int | None) -> Glimpse:
        return Glimpse(self, seat)
