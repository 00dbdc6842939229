"""The state of a game of Valknut, and the few verbs through which the rules change it."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from fimbul.core import AgendaState, BadOption, Event, Notation, Options, Rng
from fimbul.core.wording import either
from fimbul.games.valknut.actions import ACTIONS
from fimbul.games.valknut.library.terrain import Deck, Terrain, check_terrain, deck_of
from fimbul.games.valknut.library.warbands import NAMES, NUMBER, TALL, UNITS
from fimbul.games.valknut.model import ANYBODY, NOBODY, OFF, SOUTH, Bands, Grave, Laid, Sight
from fimbul.games.valknut.rules import foresight, killing
from fimbul.games.valknut.rules.board import Ground, ground_of
from fimbul.games.valknut.rules.gods import Horn, Miracle, Worship
from fimbul.games.valknut.rules.killing import Resolve
from fimbul.games.valknut.rules.movement import Marching
from fimbul.games.valknut.rules.parley import SettingUp, parley_decks
from fimbul.games.valknut.rules.placement import Laying, Raging
from fimbul.games.valknut.rules.ragnarok import Acting
from fimbul.games.valknut.rules.turn import BeginTurn, EndTurn, Lead
from fimbul.games.valknut.rules.valknuts import Spawning, Swarming
from fimbul.games.valknut.rules.warbands import Rising
from fimbul.games.valknut.table.view import ValknutView, view_of

Agenda = (
    BeginTurn
    | Lead
    | Resolve
    | EndTurn
    | SettingUp
    | Laying
    | Raging
    | Spawning
    | Swarming
    | Marching
    | Acting
    | Rising
    | Horn
    | Worship
    | Miracle
)


class ValknutOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game.

    `warbands` are those chosen, in any order (they take their seats by size, V10); for Ragnarok four of them
    in the order of the draft: A, B, B, A (V90).  Left out, the seed chooses.
    """

    warbands: Annotated[
        tuple[str, ...] | None,
        Meta(title="Warbands", description="All must differ; they take their seats by size (V10)."),
    ] = None
    mode: Annotated[
        Literal["standard", "ragnarok"],
        Meta(title="Mode", description="Ragnarok: two players with two warbands each (V90)."),
    ] = "standard"
    gods: Annotated[
        bool, Meta(title="Gods & Monsters", description="For four players, or Ragnarok (V100).")
    ] = False
    terrain: Terrain | None = None


def check_options(options: ValknutOptions) -> ValknutOptions:
    """The options, if they can be played with some number of seats."""
    bands = options.warbands
    if bands is not None:
        for band in bands:
            if band not in NUMBER:
                raise BadOption(f"The option 'warbands' names '{band}'; expected {either(NUMBER)}.")
        for band in bands:
            if bands.count(band) > 1:
                raise BadOption(f"The option 'warbands' names '{band}' twice; all must differ (V10).")
        if options.mode == "ragnarok" and len(bands) != 4:
            raise BadOption(f"The option 'warbands' must name four for Ragnarok, not {len(bands)} (V90).")
        if not 2 <= len(bands) <= 4:
            raise BadOption(f"The option 'warbands' must name two to four, not {len(bands)} (V10).")
        if options.gods and options.mode == "standard" and len(bands) != 4:
            raise BadOption("The option 'gods' is for four warbands or Ragnarok (V100).")
    if options.terrain is not None:
        check_terrain(options.terrain, "the option terrain")
    return options


class ValknutState(AgendaState, kw_only=True):
    """A position.  Units are numbers: all of one warband, then all of the next; lists are by unit or by seat.

    A `cell` is that of a unit, the upper one of a Giantess, or OFF while it is in its owner's supply.  The
    last card of a pile is its top.
    """

    options: ValknutOptions
    warbands: Bands
    kind: tuple[int, ...]
    owner: list[int]
    cell: list[int]
    alive: list[bool]
    ambushes: list[tuple[int, ...]]
    laid: tuple[Laid, ...]
    parley: list[int]
    pile: list[int]
    pool: list[int]
    god_pile: list[int]
    god_pool: list[int]
    worshipped: list[tuple[int, ...]]
    sights: list[Sight]
    marked: list[int]  # the active player's points for one warband only (V92)
    points: int = 0
    active: int = 0
    returned: int = 0  # cards at the bottom of the god pile that everybody has seen (V83)
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "valknut"
    rules_version: ClassVar[str] = "2020.2"
    turn_rule: ClassVar[str] = "V20"
    end_rule: ClassVar[str] = "V56"
    notation: ClassVar[Notation] = Notation(ACTIONS)

    # ---- what it is made of

    @property
    def ragnarok(self) -> bool:
        """Whether everybody leads two warbands (V90)."""
        return self.options.mode == "ragnarok"

    @property
    def deck(self) -> Deck:
        """The cards of this game."""
        return deck_of(self.options.terrain)

    @property
    def ground(self) -> Ground:
        """The Battleground."""
        return ground_of(deck_of(self.options.terrain), self.laid)

    @property
    def parley_decks(self) -> tuple[str, ...]:
        """The decks from which the Parley cards came."""
        return parley_decks(4 if self.ragnarok else len(self.warbands))

    def band(self, seat: int) -> str:
        """A seat's warbands in words."""
        return " and ".join(NAMES[kind] for kind in self.warbands[seat])

    def standing(self) -> dict[int, int]:
        """Who stands on which cell."""
        return standing_at(self.kind, self.cell)

    def waits(self, unit: int, seat: int) -> bool:
        """Whether a unit is in a seat's supply."""
        return self.cell[unit] == OFF and self.owner[unit] == seat

    def supply(self, seat: int, kind: int) -> list[int]:
        """The units of a kind in a seat's supply."""
        return [unit for unit, k in enumerate(self.kind) if k == kind and self.waits(unit, seat)]

    def waiting(self, seat: int) -> list[int]:
        """The kinds in a seat's supply."""
        return sorted({kind for unit, kind in enumerate(self.kind) if self.waits(unit, seat)})

    def lives(self, seat: int, kind: int) -> bool:
        """Whether a seat has a unit of a kind on the Battleground."""
        return any(
            k == kind and self.owner[unit] == seat and self.cell[unit] != OFF
            for unit, k in enumerate(self.kind)
        )

    # ---- movement points (V24, V92)

    def gain(self, seat: int, kind: int, points: int) -> None:
        """Points from an ability: in Ragnarok only for the warband that has it."""
        if self.ragnarok:
            self.marked[self.warbands[seat].index(kind)] += points
        else:
            self.points += points

    def affords(self, seat: int, kind: int) -> bool:
        """Whether there is a point for a unit of this kind."""
        bands = self.warbands[seat]
        return self.points > 0 or (kind in bands and self.marked[bands.index(kind)] > 0)

    def spend(self, seat: int, kind: int) -> None:
        """Spend a point on a unit of this kind, an earmarked one first."""
        bands = self.warbands[seat]
        if kind in bands and self.marked[bands.index(kind)]:
            self.marked[bands.index(kind)] -= 1
        else:
            self.points -= 1

    # ---- who acts (V42, V93, V103)

    @property
    def by_card(self) -> int:
        """The acting kind where a card, or the start of a turn, kills."""
        return ANYBODY if self.ragnarok else self.warbands[self.active][0]

    def by_unit(self, kind: int) -> int:
        """The acting kind where a unit was moved or spawned."""
        if not self.ragnarok:
            return self.warbands[self.active][0]
        return kind if kind in self.warbands[self.active] else NOBODY

    @property
    def by_effect(self) -> int:
        """The acting kind where a god or monster kills."""
        return NOBODY if self.ragnarok else self.warbands[self.active][0]

    # ---- what happens next

    def resolve(self, acting: int) -> None:
        """Let flanked enemies die (V42)."""
        self.push(Resolve(acting))

    def strike(self, units: list[int], acting: int, events: list[Event], by: tuple[int, ...] = ()) -> None:
        """Let these units die by others, then those that are flanked (V63, V107)."""
        killing.strike(self, units, acting, events, by)

    def avenge(self, acting: int, graves: tuple[Grave, ...], events: list[Event]) -> None:
        """Let a warband's ability work on kills (V42, V93)."""
        killing.avenge(self, acting, graves, events)

    def worship(self) -> None:
        """Let a god or monster be taken, when everything before is done (V101)."""
        self.push(Horn())

    def rage(self) -> None:
        """Let a Viking lay another card, if there is one (V67)."""
        if self.pool:
            self.push(Raging((self.active,)))
        else:
            self.calm_down()

    def calm_down(self) -> None:
        """A rage without a card: what the turn still held is lost, but for a step 3 to come (V67, V123)."""
        while not isinstance(self.agenda[-1], Lead | EndTurn):
            self.agenda.pop()

    def draw(self) -> int:
        """The top card of the pile, for all to see."""
        card = self.pile.pop()
        foresight.drawn(self, card)
        self.reveals += 1
        return card

    # ---- the contract

    def redeal(self, seat: int | None, rng: Rng) -> None:
        foresight.redeal(self, seat, rng)

    def view(self, seat: int | None) -> ValknutView:
        return view_of(self, seat)


def standing_at(kind: tuple[int, ...], cells: Sequence[int]) -> dict[int, int]:
    """Who stands on which cell, if the units stand on these."""
    at = {cell: unit for unit, cell in enumerate(cells) if cell != OFF}
    if kind[0] == TALL and cells[0] != OFF:  # kinds are sorted: the Giantess is unit 0
        at[cells[0] + SOUTH] = 0
    return at


def all_units(warbands: Bands) -> tuple[tuple[int, ...], list[int]]:
    """The kinds of all units of a game, sorted, and their owners."""
    units = sorted(
        (kind, seat) for seat, bands in enumerate(warbands) for kind in bands for _ in range(UNITS[kind])
    )
    return tuple(kind for kind, _ in units), [seat for _, seat in units]
