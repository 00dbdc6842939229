"""What a seat may know of the position, for drawing and telling (R25.2).

Hexes are named as in the notation, `h3927`; characters, ships, items, banners, groups and enchantments by
their ids.  What everybody knows is the same for all; of the other's pieces there are the stacks with their
tops, and in full only those that are known.
"""

from collections import defaultdict
from typing import NamedTuple

import msgspec

from fimbul.core import View
from fimbul.games.fornaldar.library.rows import Library
from fimbul.games.fornaldar.rules.combat.prospects import Forecast


class Heap(NamedTuple):
    """How much of a stack is known: -1 where nothing is."""

    seat: int
    kind: str
    known: bool
    csp: int
    leaders: int
    ships: int


class LeaderSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A character of whom everything is known: his ratings as they are now."""

    id: str
    seat: int  # -1: with neither side
    hex: str
    active: bool
    rank: int
    command: int
    combat: int
    magic: int
    wounds: int
    escort: bool
    items: tuple[str, ...]
    hero: bool
    enchanter: bool
    aboard: bool
    afloat: bool
    cast: bool  # bears an enchantment marker
    spent: int  # half movement points, of the viewer's stacks
    done: bool


class ArmySeen(msgspec.Struct, frozen=True, kw_only=True):
    """CSP of one banner that are known."""

    banner: str
    group: str
    seat: int
    hex: str
    active: bool
    csp: int
    aboard: bool
    afloat: bool
    spent: int
    done: bool


class Spot(NamedTuple):
    """What is known to be in a hex: how much of its stacks, who of its characters, and inactive armies."""

    heaps: tuple[Heap, ...]
    leaders: tuple[LeaderSeen, ...]
    asleep: tuple[ArmySeen, ...]


class ShipSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A ship that is known."""

    id: str
    seat: int
    hex: str
    river: str  # the hexside that it is on, or ""
    active: bool
    damaged: bool
    refit: bool
    spent: int
    done: bool


class StackSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A stack of active pieces, on the ground (`land`) or on the water (`sea`), and its top piece."""

    seat: int
    hex: str
    kind: str
    river: str
    top: str  # leader, ship or army
    id: str  # of the top piece; of an army, its banner
    group: str  # of an army on top
    known: bool  # whether all its pieces are
    csp: int  # escorts among them; -1 where they are not known
    leaders: int
    ships: int


class ItemSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A magic item in the game: hidden in a hex, lying or kept there, or held by a side."""

    id: str
    hex: str
    seat: int  # who holds it, or -1
    bearer: str  # where he is known
    hidden: bool


class SpellSeen(msgspec.Struct, frozen=True, kw_only=True):
    """An enchantment: in effect, or plotted by oneself."""

    enchantment: str
    caster: str
    hex: str
    leader: str
    group: str
    word: str


class ForceSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The force that is being moved; only its owner sees more than where it is."""

    seat: int
    hex: str
    river: str
    own: bool
    stack: str = ""
    way: str = ""
    leaders: tuple[str, ...] = ()
    troops: tuple[tuple[str, int], ...] = ()  # banner, CSP
    ships: tuple[str, ...] = ()
    left: int = 0  # half movement points
    moved: bool = False
    stopped: bool = False
    reach: tuple[tuple[str, int], ...] = ()  # a hex or river hexside, and what it costs
    boarding: tuple[int, int] = (0, 0)  # what loading and unloading cost now


class BattleSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The combat that is being fought, which everybody sees, with its last round."""

    hex: str
    stack: str
    kind: str
    attacker: int
    overrun: bool
    round: int
    terrain: str
    owner: int  # whose fortress is attacked
    garrison: int
    declined: tuple[int, int]
    table: str
    attack: int
    defence: int
    odds: str
    column: str
    added: int
    reasons: tuple[str, ...]
    dice: tuple[int, ...]
    row: int
    result: str
    marks: tuple[str, str]


class PointsSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What a side would get for one thing if the game ended now, as far as the viewer knows."""

    seat: int
    name: str
    points: int
    least: bool = False  # there may be more that the viewer does not see


class PiecesSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces on the map of which everything is known."""

    leaders: tuple[LeaderSeen, ...]
    armies: tuple[ArmySeen, ...]
    ships: tuple[ShipSeen, ...]


class OwnSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns the viewer alone: his answers, his plots, the fights that he can weigh."""

    verbs: tuple[str, ...]  # of the kinds of answers that his question takes
    buttons: tuple[str, ...]  # answers that belong to no hex
    places: tuple[str, ...]  # answers that do, but for moves
    plots: tuple[SpellSeen, ...]
    forecasts: tuple[Forecast, ...]
    catches: tuple[tuple[str, str, int], ...]  # interceptions: hex, stack, on how many rolls of six


class FornaldarView(View, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, may see it."""

    library: Library | None
    scenario: str
    turns: int  # of a shortened game, or 0
    month: int
    game_turn: int
    sky: str
    skies: tuple[tuple[str, str], ...]  # hexes with other weather: hex, weather
    mana: int
    phase: str
    phasing: int
    points: tuple[int, int]
    account: tuple[PointsSeen, ...]  # what would be counted if the game ended now
    ruins: tuple[str, ...]
    sides: tuple[int, ...]  # by group: the seat it is with, or -1
    active: tuple[bool, ...]  # by group
    stacks: tuple[StackSeen, ...]
    pieces: PiecesSeen
    dead: tuple[str, ...]  # characters
    lost: tuple[str, ...]  # ships
    damaged: tuple[str, ...]
    musters: tuple[tuple[int, str, int], ...]  # seat, banner, all its CSP with escorts
    items: tuple[ItemSeen, ...]
    spells: tuple[SpellSeen, ...]
    casters: tuple[tuple[str, str], ...]  # who has cast an enchantment in this turn, and where they are
    whirlpools: tuple[SpellSeen, ...]
    engine: str  # the hex of the siege engine, or ""
    engine_seat: int
    came: tuple[tuple[str, str], ...]  # moves of this phase: to, from
    trace: tuple[tuple[str, str], ...]  # moves of the other's phase before
    caught: tuple[str, ...]  # hexes where an intercepted force must fight
    fought: tuple[tuple[str, str], ...]
    force: ForceSeen | None
    battle: BattleSeen | None
    own: OwnSeen
    told: tuple[str, ...]  # what the last action did
    rolled: tuple[tuple[str, str, tuple[int, ...], int, str], ...]  # on the combat results table

    @property
    def spots(self) -> dict[str, Spot]:
        """What is known of each hex in which anything is known to be."""
        heaps, leaders, asleep = defaultdict(list), defaultdict(list), defaultdict(list)
        for stack in self.stacks:
            heap = Heap(stack.seat, stack.kind, stack.known, stack.csp, stack.leaders, stack.ships)
            heaps[stack.hex].append(heap)
        for leader in self.leaders:
            leaders[leader.hex].append(leader)
        for army in self.armies:
            if not army.active:
                asleep[army.hex].append(army)
        return {
            hex_: Spot(tuple(heaps[hex_]), tuple(leaders[hex_]), tuple(asleep[hex_]))
            for hex_ in {**heaps, **leaders, **asleep}
        }

    @property
    def enchanted(self) -> tuple[str, ...]:
        """The hexes of enchantments that are in effect, that stay, or that the viewer has plotted."""
        return tuple(each.hex for each in (*self.spells, *self.whirlpools, *self.plots))

    @property
    def lying(self) -> tuple[tuple[str, bool], ...]:
        """The hexes of items that lie there, are hidden or are kept, and whether they are hidden."""
        return tuple((each.hex, each.hidden) for each in self.items if each.hex)

    @property
    def leaders(self) -> tuple[LeaderSeen, ...]:
        """The characters of whom everything is known."""
        return self.pieces.leaders

    @property
    def armies(self) -> tuple[ArmySeen, ...]:
        """The armies that are known."""
        return self.pieces.armies

    @property
    def ships(self) -> tuple[ShipSeen, ...]:
        """The ships that are known."""
        return self.pieces.ships

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the answers that the viewer's question takes, allowed now or not."""
        return self.own.verbs

    @property
    def buttons(self) -> tuple[str, ...]:
        """The viewer's answers that belong to no hex."""
        return self.own.buttons

    @property
    def places(self) -> tuple[str, ...]:
        """The viewer's answers that belong to a hex, but for moves."""
        return self.own.places

    @property
    def plots(self) -> tuple[SpellSeen, ...]:
        """What the viewer has plotted."""
        return self.own.plots

    @property
    def forecasts(self) -> tuple[Forecast, ...]:
        """What could come of the battle, of those announced, or of those that the viewer can announce."""
        return self.own.forecasts

    @property
    def catches(self) -> tuple[tuple[str, str, int], ...]:
        """From where the viewer can intercept: the hex, the stack, on how many rolls of six it succeeds."""
        return self.own.catches
