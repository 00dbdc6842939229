"""A second, deliberately slow reading of the Valknut rules (V1..V123), to compare an engine with.

Nothing here is shared with the engine: the data tables are copied by hand from terrain.toml,
warbands.toml and gods.toml, the board is a plain ``{(x, y): Zone}``, and every list of actions is found
by trying everything. All randomness comes from outside (the argument ``piles``).

The game is an *agenda*: a list of things still to be done in this turn, the next one first. A thing that
needs a decision waits until `play` brings it; every other thing is done by itself.

Readings (where the rule text leaves a detail open):

 1. Setup: "the last slot used" is the zone named by the action, so for the Giantess her upper zone.
    Setups that would leave no slot for a warband still missing (Ragnarok) are not legal, so `ready` can
    always be reached.
 2. V42/V68: Berserker's Rage wipes the MP at once, but its placement comes after the whole resolution
    (all rounds of V42), once.
 3. V93: the acting kind is chosen after the removal of the first victims (so never after a win, V123b),
    among the own native kinds that stand in a flanked axis of any of them; a ranged Elf stands in the
    flank even where a forest already serves as the obstacle. It is asked whenever two kinds are possible,
    also if neither has a kill ability. One kind: it acts by itself. Only foreign kinds: nobody acts in
    this whole resolution.
 4. V93/V123k: if the unit moved or spawned is of a foreign kind, nobody acts (Ragnarok). Outside Ragnarok
    the active player's own warband always acts, whoever flanks (V42, V123p).
 5. V67/V123a: a rage that is declined or impossible before step 3, also a second one set off by the rage
    placement, is followed by step 3; in step 3 or 4 it ends the turn at once, without an `end`.
 6. V123n: a waiting Gjallarhorn comes after the whole rage placement, that card's own Gjallarhorn
    included; a declined rage loses every Gjallarhorn that still waits.
 7. V107: Thor's victim and the flank kills after it are one resolution, so one rage; Thor's victim also
    sets off Bloodlust and Undead Outbreak in a four-player game.
 8. V73: Massive Numbers ends by itself when the Goblin supply is empty or no visible Valknut comes after
    the last one used. `decline` ends it and then V123c decides about MP: with an empty supply `decline`
    is the way to take the MP (V123l). The first spawn of a Goblin, wherever, means Massive Numbers was
    chosen.
 9. V95/V123l: living Goblins, empty supply, nothing else spawnable: the earmarked MP come by themselves,
    and there is no general +1 on top of them.
10. V94 looks at the own two warbands only; foreign units in the supply (V112) may always be spawned in
    Ragnarok. Outside Ragnarok Massive Numbers does not ask for living Goblins.
11. V112: Jormungandr may take a dead Giantess (V123o only forbids to spawn her). She then counts as no
    spawnable unit for the +1 MP.
12. V71: Battle Forged works also in Ragnarok without a Dwarf on the Battleground (the MP are earmarked
    anyway).
13. V72/V123d: Draugar rise one by one in increasing (y, x) order; only zones from which as many victims
    as there are Draugar can still be served are offered, and a Draugr with a single such zone rises there
    by itself.
14. V83/V123j: cards of players eliminated together go under the pile together in data order. A short Gods
    pool is refilled up to three by the next taking of a pool card, not by taking from a player.
15. V101: with nothing to take (empty pool, nothing held by others) the Gjallarhorn is skipped.
16. Result: elimination is "V45" with two players, "V94" in Ragnarok and "V83" with three or four, with no
    points; by score it is "V57", a tie is "V58" or, in Ragnarok, "V96". Eliminated players have 0 points
    and cannot win.
17. V62/V63: only enemies may be stomped; an own unit under an end zone always forbids the move.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Cell = tuple[int, int]
Result = tuple[tuple[int, ...] | None, int, str]

# ----------------------------------------------------------------------------------------------- data

# id: (maximum units, VP of one unit, what it passes besides grassland)                       warbands.toml
WARBANDS: dict[str, tuple[int, int, tuple[str, ...]]] = {
    "giantess": (1, 12, ("forest", "river", "mountain", "enemy")),
    "valkyries": (2, 7, ("forest", "river", "mountain", "enemy")),
    "elves": (3, 5, ("forest",)),
    "vikings": (4, 3, ()),
    "vanir": (5, 3, ("river",)),
    "dragons": (6, 2, ()),
    "dwarves": (7, 2, ("mountain",)),
    "draugar": (8, 2, ()),
    "goblins": (9, 1, ()),
}

# id: VP, in data order                                                                          gods.toml
GODS: dict[str, int] = {
    "odin": 2,
    "idun": 0,
    "freya": 1,
    "thor": 1,
    "hel": -2,
    "loki": -1,
    "fenrir": -1,
    "surtr": -1,
    "jormungandr": -2,
}
GOD_POOL_SIZE = 3
TERRAIN_POOL_SIZE = 3


class Card(NamedTuple):
    """V2, V4: a terrain or Ambush card. `deck` is 2p, 3p, 4p, or the warband of an Ambush card."""

    deck: str
    move: int
    gjallarhorn: bool
    rows: tuple[str, ...]


def _cards(text: str) -> dict[str, Card]:
    found = {}
    for line in text.split("\n"):
        if line.strip():
            name, deck, move, horn, *rows = line.split()
            found[name] = Card(deck, int(move), horn == "G", tuple(rows))
    return found


CARDS: dict[str, Card] = _cards(
    """
    T01 2p 4 - m. .. .. .r
    T02 2p 3 - .f .. f. ..
    T03 2p 3 G r. r. .. .m
    T04 2p 2 - .. m. .v f.
    T05 2p 2 - f. .. v. .r
    T06 2p 1 - .. .m v. ..
    T07 2p 3 G mf .. .. r.
    T08 2p 2 - .r .v m. ..
    T09 2p 4 - f. .. .m .r
    T10 2p 2 G .m .. .. m.
    T11 2p 1 - r. .. .v .f
    T12 2p 3 - m. f. .v r.
    T13 3p 2 - .. v. .r .r
    T14 3p 3 G .f .f .. m.
    T15 3p 4 - r. .. .f ..
    T16 3p 1 - .f v. .. .m
    T17 3p 3 G .. m. m. ..
    T18 3p 2 - f. .v .. r.
    T19 3p 3 G r. .. f. m.
    T20 3p 2 - m. .. v. .f
    T21 4p 3 G r. f. .. .m
    T22 4p 2 - .. .v f. m.
    T23 4p 4 - .m .. r. f.
    T24 4p 1 - .r .. v. f.
    T25 4p 3 G ff .. .. .r
    T26 4p 2 G m. .v .. .r
    A_GIANTESS giantess 2 - .. .v .. m.
    A_VALKYRIES valkyries 3 - r. .. .. .m
    A_ELVES elves 3 - f. .. .. .f
    A_VIKINGS vikings 4 - .. m. .. ..
    A_VANIR vanir 3 - r. .. .. .r
    A_DRAGONS dragons 3 - .. v. .. .m
    A_DWARVES dwarves 2 - m. .. .. .m
    A_DRAUGAR draugar 4 - f. .. .. .r
    A_GOBLINS goblins 2 - .. .v .. f.
    """
)


class Zone(NamedTuple):
    """V1, V3: one square of the Battleground."""

    kind: str  # grassland, forest, river or mountain
    valknut: bool = False
    parley: bool = False


LEGEND: dict[str, Zone] = {
    ".": Zone("grassland"),
    "f": Zone("forest"),
    "r": Zone("river"),
    "m": Zone("mountain"),
    "v": Zone("grassland", valknut=True),
    "p": Zone("grassland", parley=True),  # only in pictures: a Parley zone
}

DIRECTIONS: dict[str, Cell] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

CHOOSE = "?"  # acting kind: not known yet (V93)
NOBODY = "-"  # acting kind: no ability works (V93, V103, V108)


@dataclass(eq=False)
class Unit:
    """V6: a unit; for the Giantess x, y is her upper zone (V60)."""

    owner: int
    kind: str
    x: int
    y: int

    def cells(self) -> list[Cell]:
        if self.kind == "giantess":
            return [(self.x, self.y), (self.x, self.y + 1)]
        return [(self.x, self.y)]


@dataclass
class Laid:
    """A Terrain card on the Battleground (V111: Parley and Bifrost cards are not listed)."""

    card: str
    cells: list[Cell]


# ------------------------------------------------------------------------------- what can be on the agenda


@dataclass
class Setup:
    """V14: one seat fills its half; `last` is the slot used last."""

    seat: int
    last: Cell | None = None


@dataclass
class StartTurn:
    """V20 (1) and (2)."""

    seat: int


@dataclass
class Place:
    """V20 (3): one card of the pool or an Ambush card."""


@dataclass
class Spend:
    """V20 (4)."""


@dataclass
class EndTurn:
    """V20 (5)."""


@dataclass
class Spawn:
    """V50, V73, V95: the Valknut of the card just laid (None: it has none).

    `massive` is the Valknut where the last Goblin of Massive Numbers was put."""

    valknut: Cell | None
    massive: Cell | None = None


@dataclass
class Resolve:
    """V42: victims that are dead already (stomp, Thor), then the flanked ones, again and again."""

    actor: str
    dead: list[Unit]
    raged: bool = False


@dataclass
class Act:
    """V93: which kind acts for these victims."""

    kinds: list[str]
    victims: list[Unit]


@dataclass
class Rise:
    """V72: so many Draugar are still to rise, one per victim, after the zone `last`."""

    victims: list[list[Cell]]
    count: int
    last: Cell | None = None


@dataclass
class Rage:
    """V67: one more card from the pool, or not."""


@dataclass
class Gjallarhorn:
    """V101: one Gjallarhorn card may be taken."""


@dataclass
class Effect:
    """V104-V112: the effect of the card taken."""

    god: str


Task = (
    Setup | StartTurn | Place | Spend | EndTurn | Spawn | Resolve | Act | Rise | Rage | Gjallarhorn | Effect
)


# ------------------------------------------------------------------------------------------ small helpers


def turned(rows: Sequence[str], quarters: int) -> list[str]:
    """V22: the card turned clockwise by so many quarters."""
    now = list(rows)
    for _ in range(quarters):
        height, width = len(now), len(now[0])
        now = ["".join(now[height - 1 - column][row] for column in range(height)) for row in range(width)]
    return now


def picture(lines: Sequence[str], x0: int = 0, y0: int = 0) -> dict[Cell, str]:
    """A map for `Oracle.position`: `. f r m v` as in the data, p Parley, # or blank void."""
    zones = {}
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if char not in "# ":
                zones[(x0 + x, y0 + y)] = char
    return zones


def row_major(cell: Cell) -> tuple[int, int]:
    """Increasing (y, x)."""
    return (cell[1], cell[0])


def comes_after(cell: Cell, last: Cell | None) -> bool:
    return last is None or row_major(cell) > row_major(last)


def step(cell: Cell, direction: str, times: int = 1) -> Cell:
    dx, dy = DIRECTIONS[direction]
    return (cell[0] + dx * times, cell[1] + dy * times)


def block(x: int, y: int, width: int, height: int) -> list[Cell]:
    return [(x + i, y + j) for j in range(height) for i in range(width)]


def parse(text: str) -> tuple[str, list[str]]:
    found = re.fullmatch(r"([a-z_]+)(?:\(([^()]*)\))?", text)
    if found is None:
        raise ValueError(f"not an action: {text!r}")
    return found[1], found[2].split(",") if found[2] else []


def seats_of(warbands: Sequence[str], mode: str) -> list[list[str]]:
    """The warbands of every seat; V10, V82, V90: seats must be in turn order."""
    if any(kind not in WARBANDS for kind in warbands):
        raise ValueError("unknown warband")
    if len(set(warbands)) != len(warbands):
        raise ValueError("V10: all warbands are different")
    sizes = [WARBANDS[kind][0] for kind in warbands]
    if mode == "standard":
        if not 2 <= len(warbands) <= 4:
            raise ValueError("two to four players")
        if sizes != sorted(sizes):
            raise ValueError("V10, V82: seats go by ascending maximum units")
        return [[kind] for kind in warbands]
    if mode == "ragnarok":
        if len(warbands) != 4:
            raise ValueError("V90: two warbands for each of two players")
        if min(sizes) not in sizes[:2]:
            raise ValueError("V90: the owner of the smallest warband starts")
        return [list(warbands[:2]), list(warbands[2:])]
    raise ValueError(f"unknown mode {mode!r}")


# -------------------------------------------------------------------------------------------------- Oracle


class Oracle:
    """One game of Valknut. Public state: zones, laid, units, supply, ambush, pool, pile, god_pool, god_pile,
    god_held, mp (general), earmarked (Ragnarok), out (eliminated seats), active, agenda, result."""

    mode: str
    gods: bool
    bands: list[list[str]]
    zones: dict[Cell, Zone]
    laid: list[Laid]
    units: list[Unit]
    slots: list[list[Cell]]
    supply: list[dict[str, int]]
    ambush: list[list[str]]
    pool: list[str]
    pile: list[str]
    god_pool: list[str]
    god_pile: list[str]
    god_held: list[list[str]]
    mp: int
    earmarked: dict[str, int]
    out: set[int]
    active: int
    agenda: list[Task]
    result: Result | None

    def __init__(
        self,
        *,
        warbands: Sequence[str],
        mode: str = "standard",
        gods: bool = False,
        piles: Mapping[str, Sequence[str]],
    ) -> None:
        """V10-V14, V80-V82, V90, V91, V100."""
        self._blank(warbands, mode, gods)
        players = len(self.bands)
        wide = mode == "ragnarok" or players == 4

        # V11-V13, V80, V81: one card of the 2p deck, and one of the 3p or the 4p deck, is a Parley card
        terrain = list(piles["terrain"])
        wanted = {"2p": 11}
        if players == 3:
            wanted = {"2p": 11, "3p": 7}
        if wide:
            wanted = {"2p": 11, "3p": 8, "4p": 5}
        if any(name not in CARDS for name in terrain) or len(set(terrain)) != len(terrain):
            raise ValueError("unknown or doubled terrain cards")
        given = [CARDS[name].deck for name in terrain]
        if {deck: given.count(deck) for deck in set(given)} != wanted:
            raise ValueError(f"V85: the terrain pile must hold {wanted}")
        self.pool = terrain[:TERRAIN_POOL_SIZE]
        self.pile = terrain[TERRAIN_POOL_SIZE:]

        # V100
        if gods:
            horn = list(piles["gjallarhorn"])
            if sorted(horn) != sorted(GODS):
                raise ValueError("V100: the nine Gjallarhorn cards")
            self.god_pool = horn[:GOD_POOL_SIZE]
            self.god_pile = horn[GOD_POOL_SIZE:]

        # V11, V80, V81: the cards that lie at the beginning
        self._parley(0)
        if players == 3:
            self._parley(2)
        if wide:
            for cell in block(2, 0, 2, 4):
                self.zones[cell] = Zone("grassland")
            self._parley(4)

        # V12, V80, V81, V91: the slots of each seat
        if mode == "ragnarok":
            self.slots = [block(0, 2, 2, 2) + block(4, 2, 2, 2), block(0, 0, 2, 2) + block(4, 0, 2, 2)]
        else:
            self.slots = [block(0, 2, 2, 2), block(0, 0, 2, 2)]
            if players == 3:
                self.slots.append(block(2, 1, 2, 2))
            if players == 4:
                self.slots += [block(4, 2, 2, 2), block(4, 0, 2, 2)]

        self.agenda = [*(Setup(seat) for seat in range(players)), StartTurn(0)]
        self._advance()

    def _blank(self, warbands: Sequence[str], mode: str, gods: bool) -> None:
        self.mode = mode
        self.gods = gods
        self.bands = seats_of(warbands, mode)
        if gods and not (mode == "ragnarok" or len(self.bands) == 4):
            raise ValueError("J: Gods & Monsters needs four players or Ragnarok")
        self.zones = {}
        self.laid = []
        self.units = []
        self.slots = []
        self.supply = [{k: WARBANDS[k][0] for k in kinds} for kinds in self.bands]
        self.ambush = [["A_" + kind.upper() for kind in kinds] for kinds in self.bands]
        self.pool = []
        self.pile = []
        self.god_pool = []
        self.god_pile = []
        self.god_held = [[] for _ in self.bands]
        self.mp = 0
        self.earmarked = {}
        self.out = set()
        self.active = 0
        self.agenda = []
        self.result = None

    def _parley(self, column: int) -> None:
        """V11, V123e: all eight zones of a face-down card are Parley."""
        for cell in block(column, 0, 2, 4):
            self.zones[cell] = Zone("grassland", parley=True)

    @classmethod
    def position(
        cls,
        *,
        warbands: Sequence[str],
        zones: Mapping[Cell, str],
        units: Iterable[tuple[int, str, int, int]],
        mode: str = "standard",
        gods: bool = False,
        to_move: int = 0,
        step: str = "spend",
        mp: int = 0,
        earmarked: Mapping[str, int] | None = None,
        pool: Sequence[str] = (),
        pile: Sequence[str] = (),
        supply: Sequence[Mapping[str, int]] | None = None,
        ambush: Sequence[Sequence[str]] | None = None,
        laid: Iterable[tuple[str, Sequence[Cell]]] = (),
        god_pool: Sequence[str] = (),
        god_pile: Sequence[str] = (),
        god_held: Sequence[Sequence[str]] | None = None,
        out: Iterable[int] = (),
    ) -> Oracle:
        """Any position in mid-game.

        zones: see `picture`; units: (seat, kind, x, y); step: "start" (the turn begins: refill, kills),
        "place" (step 3) or "spend" (step 4). Supply: what is not on the board unless given; ambush: all
        unless given.
        `laid` names the cards Surtr could destroy."""
        new = cls.__new__(cls)
        new._blank(warbands, mode, gods)
        new.zones = {cell: LEGEND[char] for cell, char in zones.items()}
        new.laid = [Laid(card, list(cells)) for card, cells in laid]
        for seat, kind, x, y in units:
            unit = Unit(seat, kind, x, y)
            for cell in unit.cells():
                if not new._grass(cell) or new.unit_at(cell) is not None:
                    raise ValueError(f"no place for {unit}")
            new.units.append(unit)
            if kind in new.supply[seat]:
                new.supply[seat][kind] -= 1
        if supply is not None:
            new.supply = [dict(one) for one in supply]
        if any(number < 0 for one in new.supply for number in one.values()):
            raise ValueError("more units than there are")
        if ambush is not None:
            new.ambush = [list(one) for one in ambush]
        if god_held is not None:
            new.god_held = [list(one) for one in god_held]
        new.pool, new.pile = list(pool), list(pile)
        new.god_pool, new.god_pile = list(god_pool), list(god_pile)
        new.mp, new.earmarked = mp, dict(earmarked or {})
        new.out = set(out)
        new.active = to_move
        agendas: dict[str, list[Task]] = {
            "start": [StartTurn(to_move)],
            "place": [Place(), Spend(), EndTurn()],
            "spend": [Spend(), EndTurn()],
        }
        new.agenda = agendas[step]
        new._advance()
        return new

    # ------------------------------------------------------------------------------------------ public

    @property
    def to_move(self) -> int | None:
        if self.result is not None:
            return None
        return self.active

    def legal(self) -> set[str]:
        """All legal actions; the empty set after the end."""
        if self.result is not None:
            return set()
        return self._options(self.agenda[0])

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"illegal: {text}")
        name, args = parse(text)
        self._do(self.agenda[0], name, args)
        self._advance()

    def copy(self) -> Oracle:
        return copy.deepcopy(self)

    # ---------------------------------------------------------------------------------- looking at things

    def unit_at(self, cell: Cell) -> Unit | None:
        for unit in self.units:
            if cell in unit.cells():
                return unit
        return None

    def native(self, seat: int, kind: str) -> bool:
        """V108, V112: abilities work only for a player's own warbands."""
        return kind in self.bands[seat]

    def living(self, seat: int, kind: str) -> bool:
        """V94: the player has such a unit on the Battleground."""
        return any(unit.owner == seat and unit.kind == kind for unit in self.units)

    def visible_valknuts(self) -> list[Cell]:
        """V51, V123g: Valknut zones without any unit on them, in increasing (y, x)."""
        seen = [cell for cell, zone in self.zones.items() if zone.valknut and self.unit_at(cell) is None]
        return sorted(seen, key=row_major)

    def enraged(self) -> bool:
        """V62."""
        return len(self.visible_valknuts()) >= 3

    def _grass(self, cell: Cell) -> bool:
        return cell in self.zones and self.zones[cell].kind == "grassland"

    # --------------------------------------------------------------------------------------------- flanks

    def _side(self, seat: int, cell: Cell, direction: str) -> tuple[list[Unit], bool]:
        """V40, V66, V95: the units of `seat` standing on this side of the cell; is there an obstacle?"""
        beside = step(cell, direction)
        if beside not in self.zones:
            return [], False
        kind = self.zones[beside].kind
        unit = self.unit_at(beside)
        standing = []
        if unit is not None and unit.owner == seat:
            standing.append(unit)
        if unit is None and kind in ("grassland", "forest"):
            far = self.unit_at(step(beside, direction))
            if far is not None and far.owner == seat and far.kind == "elves" and self.native(seat, "elves"):
                standing.append(far)
        return standing, kind != "grassland"

    def _axis(self, seat: int, one: Cell, one_side: str, other: Cell, other_side: str) -> list[Unit]:
        """V40: the units that flank along this axis; empty if it is not flanked."""
        first, first_obstacle = self._side(seat, one, one_side)
        second, second_obstacle = self._side(seat, other, other_side)
        if first and (second or second_obstacle):
            return first + second
        if second and (first or first_obstacle):
            return first + second
        return []

    def _flankers(self, seat: int, target: Unit) -> list[Unit]:
        """V40, V61: the units of `seat` that flank the target to death; empty if it is safe."""
        cells = target.cells()
        axes = [self._axis(seat, cell, "w", cell, "e") for cell in cells]
        axes.append(self._axis(seat, cells[0], "n", cells[-1], "s"))
        flanked = [axis for axis in axes if axis]
        needed = 2 if target.kind == "giantess" else 1
        if len(flanked) < needed:
            return []
        return [unit for axis in flanked for unit in axis]

    # ---------------------------------------------------------------------------------- moving (no checks)

    def _reach(self, unit: Unit, free: bool = False) -> list[tuple[str, int]]:
        """V30-V32, V34, V60, V62-V64; free: V106, V123p. Every (direction, zones) for the unit."""
        passes = WARBANDS[unit.kind][2]
        may_stomp = unit.kind == "giantess" and not free and self.enraged()
        found = []
        for direction in DIRECTIONS:
            length = 1
            while True:
                cells = [step(cell, direction, length) for cell in unit.cells()]
                if any(cell not in self.zones for cell in cells):
                    break  # void
                can_end = can_pass = True
                for cell in cells:
                    kind = self.zones[cell].kind
                    other = self.unit_at(cell)
                    if kind != "grassland":
                        can_end = False
                        if not free and kind not in passes:
                            can_pass = False
                    if other is not None and other is not unit:
                        enemy = other.owner != unit.owner
                        if not (enemy and may_stomp):
                            can_end = False
                        if not free and not (enemy and "enemy" in passes):
                            can_pass = False
                if can_end:
                    found.append((direction, length))
                if not can_pass:
                    break
                length += 1
        return found

    def _shoved(self, unit: Unit, direction: str) -> Unit | None:
        """V69: the enemy this Vanir can shove in this direction."""
        if unit.kind != "vanir" or not self.native(unit.owner, "vanir"):
            return None
        target = self.unit_at(step((unit.x, unit.y), direction))
        if target is None or target.owner == unit.owner:
            return None
        for cell in target.cells():
            goal = step(cell, direction)
            if not self._grass(goal) or self.unit_at(goal) not in (None, target):
                return None
        return target

    def _purse(self, kind: str) -> int:
        """V30, V92: MP this kind could spend."""
        return self.mp + self.earmarked.get(kind, 0)

    def _pay(self, kind: str) -> None:
        """V92: earmarked MP first."""
        if self.earmarked.get(kind, 0) > 0:
            self.earmarked[kind] -= 1
        else:
            self.mp -= 1

    def _bonus(self, kind: str, number: int) -> None:
        """V92: bonus MP of an ability are earmarked in Ragnarok."""
        if self.mode == "ragnarok":
            self.earmarked[kind] = self.earmarked.get(kind, 0) + number
        else:
            self.mp += number

    def _wipe(self) -> None:
        self.mp = 0
        self.earmarked = {}

    # -------------------------------------------------------------------------------------------- placing

    def _spots(self) -> list[tuple[int, int, bool]]:
        """V22: (x, y, upright) of every 2x4 or 4x2 block on void sharing an edge with a zone."""
        found = []
        xs = [cell[0] for cell in self.zones]
        ys = [cell[1] for cell in self.zones]
        for upright in (True, False):
            width, height = (2, 4) if upright else (4, 2)
            for x in range(min(xs) - width, max(xs) + 2):
                for y in range(min(ys) - height, max(ys) + 2):
                    cells = block(x, y, width, height)
                    if any(cell in self.zones for cell in cells):
                        continue
                    if any(step(cell, d) in self.zones for cell in cells for d in DIRECTIONS):
                        found.append((x, y, upright))
        return found

    def _lays(self, cards: Iterable[str]) -> set[str]:
        """V22: every placement of these cards; of placements with the same result only the smallest r."""
        found = set()
        spots = self._spots()
        for name in cards:
            faces: list[list[str]] = []
            for quarters in range(4):
                rows = turned(CARDS[name].rows, quarters)
                if rows in faces:
                    continue
                faces.append(rows)
                for x, y, upright in spots:
                    if upright == (len(rows) == 4):
                        found.add(f"lay({name},{x},{y},{quarters})")
        return found

    def _lay(self, name: str, x: int, y: int, quarters: int) -> None:
        """V23: lay the card, gain MP, and note down what follows."""
        card = CARDS[name]
        rows = turned(card.rows, quarters)
        valknut = None
        cells = []
        for j, row in enumerate(rows):
            for i, char in enumerate(row):
                self.zones[(x + i, y + j)] = LEGEND[char]
                cells.append((x + i, y + j))
                if char == "v":
                    valknut = (x + i, y + j)
        self.laid.append(Laid(name, cells))
        self.mp += card.move
        if "dwarves" in self.bands[self.active]:
            self._bonus("dwarves", 1)  # V71
        then: list[Task] = [Spawn(valknut)]
        if self.gods and card.gjallarhorn:
            then.append(Gjallarhorn())
        self.agenda[0:0] = then

    # ------------------------------------------------------------------------------------------- spawning

    def _massive(self) -> bool:
        """V73, V95: may the active player use Massive Numbers?"""
        if "goblins" not in self.bands[self.active]:
            return False
        return self.mode == "standard" or self.living(self.active, "goblins")

    def _singles(self) -> list[str]:
        """V50, V94, V95, V112, V123o: kinds of which one unit may be put on the new Valknut."""
        kinds = []
        for kind, number in self.supply[self.active].items():
            if number == 0 or kind == "giantess":
                continue
            if kind == "goblins" and self._massive():
                continue  # they come by Massive Numbers
            own = self.native(self.active, kind)
            if self.mode == "ragnarok" and own and not self.living(self.active, kind):
                continue
            kinds.append(kind)
        return kinds

    def _spawn_options(self, task: Spawn) -> set[str]:
        """V50, V73, V95: empty if there is nothing to choose."""
        if task.valknut is None:
            return set()
        found = set()
        if task.massive is None:
            x, y = task.valknut
            for kind in self._singles():
                found.add(f"spawn({kind},{x},{y})")
        if self._massive() and self.supply[self.active].get("goblins", 0) > 0:
            for x, y in self.visible_valknuts():
                if comes_after((x, y), task.massive):
                    found.add(f"spawn(goblins,{x},{y})")
        if found:
            found.add("decline")
        return found

    def _spawn_over(self, task: Spawn, spawned: str | None, declined: bool) -> None:
        """V50, V73, V95, V123c, V123l: MP instead of units, then V23's kills."""
        if task.valknut is not None and (spawned is None or spawned == "goblins"):
            if self._massive():
                if self.supply[self.active].get("goblins", 0) == 0:
                    self._bonus("goblins", len(self.visible_valknuts()))
            elif spawned is None and not declined:
                self.mp += 1
        actor = self._actor(CHOOSE if spawned is None else spawned)
        self.agenda.insert(0, Resolve(actor, []))

    def _actor(self, kind: str) -> str:
        """V42, V93, V123k: whose kill ability works if a unit of this kind has acted."""
        if self.mode == "standard":
            return self.bands[self.active][0]
        if kind == CHOOSE or self.native(self.active, kind):
            return kind
        return NOBODY

    # -------------------------------------------------------------------------------------------- killing

    def _resolve(self, task: Resolve) -> None:
        """V42, V45, V46, V63, V83, V93, V123b: one round of a resolution."""
        victims = list(task.dead)
        helpers: list[Unit] = []
        if not victims:
            for unit in self.units:
                if unit.owner != self.active:
                    flankers = self._flankers(self.active, unit)
                    if flankers:
                        victims.append(unit)
                        helpers += flankers
        if not victims:
            if task.raged:
                self.agenda.insert(0, Rage())
            return
        for unit in victims:
            self.units = [other for other in self.units if other is not unit]
            stock = self.supply[unit.owner]
            stock[unit.kind] = stock.get(unit.kind, 0) + 1  # V113: to its present owner
        self._eliminate()
        if self.result is not None:
            return
        actor = task.actor
        if actor == CHOOSE:
            kinds = sorted({unit.kind for unit in helpers if self.native(self.active, unit.kind)})
            if len(kinds) > 1:
                self.agenda.insert(0, Act(kinds, victims))
                return
            actor = kinds[0] if kinds else NOBODY
        self._triggers(actor, victims, task.raged)

    def _eliminate(self) -> None:
        """V45, V46, V83, V94, V123j."""
        returned: list[str] = []
        for seat in range(len(self.bands)):
            if seat not in self.out and all(unit.owner != seat for unit in self.units):
                self.out.add(seat)
                self.supply[seat] = {}
                self.ambush[seat] = []
                returned += self.god_held[seat]
                self.god_held[seat] = []
        self.god_pile += [god for god in GODS if god in returned]
        alive = [seat for seat in range(len(self.bands)) if seat not in self.out]
        if alive == [self.active]:
            rule = "V94" if self.mode == "ragnarok" else "V45" if len(self.bands) == 2 else "V83"
            self.result = (None, self.active, rule)

    def _triggers(self, actor: str, victims: list[Unit], raged: bool) -> None:
        """V65, V67, V72: the kill ability of the acting kind, then the next round of V42."""
        then: list[Task] = []
        if actor == "valkyries":
            self._bonus("valkyries", len(victims))
        if actor == "vikings":
            self._wipe()
            raged = True
        if actor == "draugar":
            rising = min(len(victims), self.supply[self.active].get("draugar", 0))
            self._bonus("draugar", len(victims) - rising)
            then.append(Rise([unit.cells() for unit in victims], rising))
        then.append(Resolve(actor, [], raged))
        self.agenda[0:0] = then

    def _rise_zones(self, task: Rise) -> list[Cell]:
        """V72, V123d: zones for the next Draugr such that all of them can still rise after it."""
        if task.count == 0:
            return []
        found = []
        for victim in task.victims:
            for cell in victim:
                if not comes_after(cell, task.last):
                    continue
                others = [
                    other
                    for other in task.victims
                    if other is not victim and any(comes_after(one, cell) for one in other)
                ]
                if len(others) >= task.count - 1:
                    found.append(cell)
        return found

    def _rise(self, task: Rise, cell: Cell) -> None:
        """V72: one Draugr rises; the rest go on."""
        self.supply[self.active]["draugar"] -= 1
        self.units.append(Unit(self.active, "draugar", *cell))
        rest = [victim for victim in task.victims if cell not in victim]
        self.agenda.insert(0, Rise(rest, task.count - 1, cell))

    def _rage_over(self) -> None:
        """V67, V123a, V123n: no rage placement. Before step 3: step 3 follows; otherwise the turn ends.
        A waiting Gjallarhorn is lost."""
        goal = Place if any(isinstance(task, Place) for task in self.agenda) else EndTurn
        while not isinstance(self.agenda[0], goal):
            self.agenda.pop(0)

    # ----------------------------------------------------------------------------------------------- gods

    def _effect_options(self, god: str) -> set[str]:
        """V104-V112: empty if there is nothing to decide or nothing possible."""
        me = self.active
        seats = [seat for seat in range(len(self.bands)) if seat not in self.out]
        others = [seat for seat in seats if seat != me]
        found = set()
        if god == "odin" and self.pile:
            for order in itertools.permutations(self.pile[:3]):
                found.add(f"order({','.join(order)})")
        if god == "freya":
            for unit in self.units:
                if unit.owner == me:
                    for direction, length in self._reach(unit, free=True):
                        found.add(f"freya({unit.x},{unit.y},{direction},{length})")
        if god == "thor":
            for unit in self.units:
                if unit.owner != me and unit.kind != "giantess" and self.zones[(unit.x, unit.y)].valknut:
                    found.add(f"thor({unit.x},{unit.y})")
        if god == "hel":
            for seat in seats:
                for kind, number in self.supply[seat].items():
                    for x, y in self.visible_valknuts():
                        if number > 0 and kind != "giantess":
                            found.add(f"hel({seat},{kind},{x},{y})")
        if god == "fenrir":
            for seat in others:
                for card in self.ambush[seat]:
                    found.add(f"fenrir({seat},{card})")
        if god == "surtr":
            for laid in self.laid:
                if all(self.unit_at(cell) is None for cell in laid.cells):
                    x, y = min(laid.cells)
                    found.add(f"surtr({x},{y})")
        if god == "jormungandr":
            for seat in others:
                for kind, number in self.supply[seat].items():
                    if number > 0:
                        found.add(f"jormungandr({seat},{kind})")
        return found

    def _effect(self, name: str, args: list[str]) -> None:
        """V103-V112: carry out the effect, then resolve kills."""
        me = self.active
        dead: list[Unit] = []
        if name == "order":
            self.pile[: len(args)] = args
        if name == "freya":
            unit = self._named(args)
            unit.x, unit.y = step((unit.x, unit.y), args[2], int(args[3]))
        if name == "thor":
            dead = [self._named(args)]
        if name == "hel":
            self.supply[int(args[0])][args[1]] -= 1
            self.units.append(Unit(me, args[1], int(args[2]), int(args[3])))
        if name == "loki" and self.pile:
            self.ambush[me].append(self.pile.pop(0))
        if name == "fenrir":
            self.ambush[int(args[0])].remove(args[1])
            self.ambush[me].append(args[1])
        if name == "surtr":
            gone = next(laid for laid in self.laid if min(laid.cells) == (int(args[0]), int(args[1])))
            self.laid.remove(gone)
            for cell in gone.cells:
                del self.zones[cell]
        if name == "jormungandr":
            self.supply[int(args[0])][args[1]] -= 1
            self.supply[me][args[1]] = self.supply[me].get(args[1], 0) + 1
        # V103, V123p: in Ragnarok no ability, otherwise that of the own warband
        actor = NOBODY if self.mode == "ragnarok" else self.bands[me][0]
        self.agenda.insert(0, Resolve(actor, dead))

    def _named(self, args: list[str]) -> Unit:
        unit = self.unit_at((int(args[0]), int(args[1])))
        assert unit is not None
        return unit

    # ------------------------------------------------------------------------------------------- the setup

    def _fits(self, seat: int, kind: str, slot: Cell) -> bool:
        """V14: the slots this unit would take are its own seat's and free."""
        cells = Unit(seat, kind, *slot).cells()
        return all(cell in self.slots[seat] and self.unit_at(cell) is None for cell in cells)

    def _missing(self, seat: int) -> list[str]:
        """V91: warbands of which no unit is placed yet."""
        return [kind for kind in self.bands[seat] if not self.living(seat, kind)]

    def _setup_options(self, task: Setup) -> set[str]:
        """V14, V91."""
        seat = task.seat
        found = set()
        placed = sum(unit.owner == seat for unit in self.units)
        most = 8 if self.mode == "ragnarok" else 4
        if not self._missing(seat):
            found.add("ready")
        for kind, number in self.supply[seat].items():
            for slot in self.slots[seat]:
                if number == 0 or placed == most or not comes_after(slot, task.last):
                    continue
                if not self._fits(seat, kind, slot):
                    continue
                # would a warband still missing find a slot afterwards?
                self.units.append(Unit(seat, kind, *slot))
                rest = [other for other in self.slots[seat] if comes_after(other, slot)]
                dead_end = any(
                    not any(self._fits(seat, other, later) for later in rest) for other in self._missing(seat)
                )
                self.units.pop()
                if not dead_end:
                    found.add(f"setup({kind},{slot[0]},{slot[1]})")
        return found

    # --------------------------------------------------------------------------------------- step 4 (V20)

    def _spend_options(self) -> set[str]:
        """V20, V30, V69, V70."""
        found = {"end"}
        for unit in self.units:
            if unit.owner != self.active or self._purse(unit.kind) == 0:
                continue
            for direction, length in self._reach(unit):
                found.add(f"move({unit.x},{unit.y},{direction},{length})")
            for direction in DIRECTIONS:
                if self._shoved(unit, direction) is not None:
                    found.add(f"shove({unit.x},{unit.y},{direction})")
            if unit.kind == "dragons" and self.native(unit.owner, "dragons"):
                for x, y in self.visible_valknuts():
                    found.add(f"summon({unit.x},{unit.y},{x},{y})")
        return found

    def _spend(self, name: str, args: list[str]) -> None:
        """V30, V33, V63, V69, V70: one act for 1 MP, then kills."""
        unit = self._named(args)
        self._pay(unit.kind)
        dead: list[Unit] = []
        if name == "move":
            unit.x, unit.y = step((unit.x, unit.y), args[2], int(args[3]))
            dead = [one for one in self.units if one is not unit and set(one.cells()) & set(unit.cells())]
        if name == "shove":
            target = self._shoved(unit, args[2])
            assert target is not None
            target.x, target.y = step((target.x, target.y), args[2])
            unit.x, unit.y = step((unit.x, unit.y), args[2])
        if name == "summon":
            unit.x, unit.y = int(args[2]), int(args[3])
        self.agenda.insert(0, Resolve(self._actor(unit.kind), dead))

    # --------------------------------------------------------------------------------------- end of turn

    def _end_turn(self) -> None:
        """V20 (5), V56, V83."""
        if not self.pile and not self.pool:
            self._score()
            return
        players = len(self.bands)
        following = [(self.active + i) % players for i in range(1, players + 1)]
        self.agenda = [StartTurn(next(seat for seat in following if seat not in self.out))]

    def points(self, seat: int) -> int:
        """V57, V102, V105."""
        total = 0
        own = [unit for unit in self.units if unit.owner == seat]
        for unit in own:
            if not any(self.zones[cell].parley for cell in unit.cells()):
                total += WARBANDS[unit.kind][1]
        for god in self.god_held[seat]:
            total += GODS[god]
            if god == "idun":
                total += (len(own) + 1) // 2
        return total

    def _score(self) -> None:
        """V56-V58, V83, V96."""
        points = tuple(self.points(seat) for seat in range(len(self.bands)))
        alive = [seat for seat in range(len(self.bands)) if seat not in self.out]
        best = max(points[seat] for seat in alive)
        first = [seat for seat in alive if points[seat] == best]
        if len(first) == 1:
            self.result = (points, first[0], "V57")
            return
        # the larger maximum wins, and after that (Ragnarok only) the later seat
        first.sort(key=lambda seat: (sum(WARBANDS[kind][0] for kind in self.bands[seat]), seat))
        self.result = (points, first[-1], "V96" if self.mode == "ragnarok" else "V58")

    # ----------------------------------------------------------------------------------------- the agenda

    def _advance(self) -> None:
        """Do everything that needs no decision."""
        while self.result is None:
            task = self.agenda[0]
            if isinstance(task, Setup):
                self.active = task.seat
            if self._options(task):
                return
            self.agenda.pop(0)
            self._automatic(task)

    def _options(self, task: Task) -> set[str]:
        """The actions of a task; empty: it happens (or is skipped) by itself."""
        if isinstance(task, Setup):
            return self._setup_options(task)
        if isinstance(task, Place):
            # V21, V55, V123i: a pool card or an own Ambush card
            return self._lays(self.pool + self.ambush[self.active])
        if isinstance(task, Rage):
            # V67, V55: pool cards only
            return self._lays(self.pool) | {"decline"} if self.pool else set()
        if isinstance(task, Spawn):
            return self._spawn_options(task)
        if isinstance(task, Act):
            return {f"act({kind})" for kind in task.kinds}
        if isinstance(task, Rise):
            zones = self._rise_zones(task)
            return {f"rise({x},{y})" for x, y in zones} if len(zones) > 1 else set()
        if isinstance(task, Gjallarhorn):
            # V101
            found = {f"take({god})" for god in self.god_pool}
            for seat, held in enumerate(self.god_held):
                if seat != self.active:
                    found |= {f"take_from({god},{seat})" for god in held}
            return found | {"decline"} if found else set()
        if isinstance(task, Effect):
            return self._effect_options(task.god)
        if isinstance(task, Spend):
            return self._spend_options()
        return set()

    def _automatic(self, task: Task) -> None:
        """A task without a decision; it is off the agenda already."""
        if isinstance(task, StartTurn):
            # V20, V43
            self.active = task.seat
            self._wipe()
            while self.pile and len(self.pool) < TERRAIN_POOL_SIZE:
                self.pool.append(self.pile.pop(0))
            self.agenda = [Resolve(self._actor(CHOOSE), []), Place(), Spend(), EndTurn()]
        elif isinstance(task, Resolve):
            self._resolve(task)
        elif isinstance(task, Spawn):
            self._spawn_over(task, "goblins" if task.massive is not None else None, declined=False)
        elif isinstance(task, Rise):
            for cell in self._rise_zones(task):  # at most one
                self._rise(task, cell)
        elif isinstance(task, Rage):
            self._rage_over()
        elif isinstance(task, Effect):
            self._effect("loki" if task.god == "loki" else "nothing", [])
        elif isinstance(task, EndTurn):
            self._wipe()
            self._end_turn()

    def _do(self, task: Task, name: str, args: list[str]) -> None:
        """Carry out a legal action for the task that waits."""
        if isinstance(task, Setup):
            if name == "ready":
                self.agenda.pop(0)
            else:
                slot = (int(args[1]), int(args[2]))
                self.supply[task.seat][args[0]] -= 1
                self.units.append(Unit(task.seat, args[0], *slot))
                task.last = slot
        elif isinstance(task, Spend):
            if name == "end":
                self.agenda.pop(0)
            else:
                self._spend(name, args)
        else:
            self.agenda.pop(0)
            if isinstance(task, Place | Rage):
                if name == "decline":
                    self._rage_over()
                else:
                    stock = self.pool if args[0] in self.pool else self.ambush[self.active]
                    stock.remove(args[0])
                    self._lay(args[0], int(args[1]), int(args[2]), int(args[3]))
            elif isinstance(task, Spawn):
                self._do_spawn(task, name, args)
            elif isinstance(task, Act):
                self._triggers(args[0], task.victims, raged=False)
            elif isinstance(task, Rise):
                self._rise(task, (int(args[0]), int(args[1])))
            elif isinstance(task, Gjallarhorn):
                self._do_take(name, args)
            else:
                assert isinstance(task, Effect)
                self._effect(name, args)

    def _do_spawn(self, task: Spawn, name: str, args: list[str]) -> None:
        """V50, V73, V95."""
        if name == "decline":
            self._spawn_over(task, "goblins" if task.massive is not None else None, declined=True)
            return
        kind, cell = args[0], (int(args[1]), int(args[2]))
        massive = kind == "goblins" and self._massive()
        self.supply[self.active][kind] -= 1
        self.units.append(Unit(self.active, kind, *cell))
        if massive:
            self.agenda.insert(0, Spawn(task.valknut, cell))
        else:
            self.agenda.insert(0, Resolve(self._actor(kind), []))

    def _do_take(self, name: str, args: list[str]) -> None:
        """V101, V123j."""
        if name == "decline":
            return
        if name == "take":
            self.god_pool.remove(args[0])
            while self.god_pile and len(self.god_pool) < GOD_POOL_SIZE:
                self.god_pool.append(self.god_pile.pop(0))
        else:
            self.god_held[int(args[1])].remove(args[0])
        self.god_held[self.active].append(args[0])
        self.agenda.insert(0, Effect(args[0]))
