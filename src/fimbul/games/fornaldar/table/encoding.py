"""Fornaldar in numbers: a pointer over the legal list, and the map as a graph of hexes.

No list of all actions would be natural here: forces of any make-up go to any hex.  A number is a place in the
legal list, and "actions" says of every place what stands there: the verb, the hex or the two hexes of a
hexside, what kind of thing is named, which of them, and how many.  Hexes and things are counted from 1 in
these columns, so that 0 means none.  `edges` gives the neighbours of the hexes, which never change.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fimbul.core.encoding import Array, Encoding, Shape
from fimbul.games.fornaldar.actions import ACTIONS, ESCORT, TROOPS
from fimbul.games.fornaldar.library.index import Book, book_of
from fimbul.games.fornaldar.state import FornaldarOptions
from fimbul.games.fornaldar.table.view import FornaldarView, LeaderSeen, Spot

MOST = 1536  # the longest list that is offered whole
MOST_POINTS = 200
MOST_REACHES = 1024  # that are kept
MOST_DESCRIBED = 65_536  # actions whose rows are kept
TROOPS_SHARE = tuple(csp / 20 for csp in range(20))  # a stack's part of the most that counts
SHARE = tuple(count / 6 for count in range(6))  # the same of its characters, or of its ships
FARTHEST = 40  # half points: what is farther counts no less
NEARNESS = np.array([1 / (1 + cost / FARTHEST) for cost in range(FARTHEST + 1)], np.float32)

VERBS: dict[type, int] = {kind: number for number, kind in enumerate(ACTIONS, 1)}
VERB, HEX, OTHER, THING, WHICH, COUNT = range(6)
LEADERS, SHIPS, BANNERS, GROUPS, ITEMS, SPELLS, ESCORTS, WORDS = range(1, 9)  # what kind of thing is named

# The columns of a hex: stacks (one's own, then the other's), then what else is known to be there.
STACK, KNOWN, CSP, CHIEFS, VESSELS, LAND, SIDE = 0, 1, 2, 3, 4, 5, 6
ASLEEP, ITEM, HIDDEN, RUIN, FORCE, BATTLE, CAUGHT, REACH, CAME, TRACE, SPELL = range(12, 23)
CHANGING = 23
LEADER = 14  # columns of a character
FACTS, TABLE = 10, 12  # of the table: how many facts there are, and where the groups begin


NO_PIECES = [0.0] * ITEM


class Board(NamedTuple):
    """What is known of the hexes, where items lie and pieces have gone, and all of it as arrays."""

    spots: dict[str, Spot]
    lying: tuple[tuple[str, bool], ...]
    moves: tuple[tuple[tuple[str, str], ...], ...]  # of this phase, and of the other's before
    hexes: Array
    leaders: Array


class FornaldarEncoding(Encoding[FornaldarView]):
    """The numbers of Fornaldar."""

    overflow = MOST

    def __init__(self, options: FornaldarOptions, seats: int) -> None:
        super().__init__(options, seats)
        book = self.book = book_of(options.library, options.scenario)
        self.hex = {book.hex_name(number): number for number in range(book.size)}
        self.things = named_things(book)
        self.ground = ground(book)
        self.bare = np.zeros((book.size, CHANGING + self.ground.shape[1]), np.float32)
        self.bare[:, CHANGING:] = self.ground
        self.limits = np.array((1, 1, 1, book.size, 8, 20, 20, 20, 4, 1, 4, 1, 1, 1), np.float32)
        self.described: dict[Any, bytes] = {}  # the rows of actions
        self.last: dict[int, Board] = {}  # by seat: what was shown last
        self.alliances: dict[int, tuple[tuple[Any, Any], Array]] = {}  # by seat: the groups, as an array
        self.reaches: dict[int, tuple[tuple[tuple[str, int], ...], Array, Array]] = {}  # as arrays
        self.edges = np.array([(one, other) for one in range(book.size) for other in book.near[one]]).T
        most = max(book.size, *(which for _, which in self.things.values()))
        self.shapes = {
            "observation": Shape(self.bare.shape),
            "leaders": Shape((len(book.cast), LEADER)),
            "table": Shape((TABLE + 2 * len(book.groups),), -1.0),
            "actions": Shape((MOST, 6), 0, most, "int32"),
        }

    # ---- actions

    def features(self, actions: Sequence[Any], view: FornaldarView) -> Array:
        known = self.described
        if len(known) > MOST_DESCRIBED:
            known.clear()
        rows = [known.get(action) or self.describe(action) for action in actions]
        return np.frombuffer(b"".join(rows), np.int32).reshape(len(actions), 6)

    def describe(self, action: Any) -> bytes:
        """The row of an action, which is always the same: the bytes of its six numbers."""
        row = [0] * 6
        row[VERB] = VERBS[type(action)]
        for field in action.__struct_fields__:
            self.name(getattr(action, field), row)
        made = self.described[action] = np.array(row, np.int32).tobytes()
        return made

    def name(self, value: Any, row: list[int]) -> None:
        """One field of an action."""
        if isinstance(value, int):
            row[COUNT] = min(value, self.book.size)
            return
        one, _, other = value.partition("-")
        if one in self.hex:
            row[HEX] = self.hex[one] + 1
            row[OTHER] = self.hex.get(other, -1) + 1
            return
        escort = value.startswith(ESCORT)
        kind, which = self.things.get(value.removeprefix(ESCORT), (WORDS, 0))
        if row[THING]:  # a second thing: a leader's enchantment, an item's new bearer
            row[OTHER] = which
        else:
            row[THING], row[WHICH] = (ESCORTS if escort else kind), which

    # ---- the table

    def observe(self, view: FornaldarView) -> dict[str, Array]:
        me = view.seat or 0
        last = self.last.pop(me, None)  # nobody else changes it meanwhile
        if last is None:
            last = Board({}, (), ((), ()), self.bare.copy(), self.shapes["leaders"].empty())
        self.last[me] = last = self.follow(last, view, me)
        hexes = last.hexes.copy()
        self.marks(view, hexes)
        return {"observation": hexes, "leaders": last.leaders.copy(), "table": self.table(view, me)}

    def follow(self, last: Board, view: FornaldarView, me: int) -> Board:
        """Bring the arrays of the last time up to what is known now: most hexes are as they were."""
        now = Board(view.spots, view.lying, (view.came, view.trace), last.hexes, last.leaders)
        if now.spots is not last.spots:
            self.move(last.spots, now, me)
        if now.lying != last.lying:
            now.hexes[:, ITEM : HIDDEN + 1] = 0
            for name, hidden in now.lying:
                now.hexes[self.hex[name], HIDDEN if hidden else ITEM] = 1
        for column, before, moves in zip((CAME, TRACE), last.moves, now.moves, strict=True):
            if moves is not before:
                count = len(before)
                if moves[:count] != before:
                    now.hexes[:, column], count = 0, 0
                now.hexes[[self.hex[there] for there, _ in moves[count:] if there in self.hex], column] = 1
        return now

    def move(self, before: dict[str, Spot], now: Board, me: int) -> None:
        """Set the pieces of the hexes in which something has changed."""
        spots, hex_, number = now.spots, self.hex, self.book.leader
        changed = [name for name, spot in spots.items() if before.get(name) is not spot]
        changed += [name for name in before if name not in spots]
        if not changed:
            return
        now.hexes[[hex_[name] for name in changed], :ITEM] = [
            self.pieces(spots[name], me) if name in spots else NO_PIECES for name in changed
        ]
        gone = [each for name in changed if name in before for each in before[name].leaders]
        if gone:
            now.leaders[[number[each.id] for each in gone]] = 0
        come = [each for name in changed if name in spots for each in spots[name].leaders]
        if come:
            rows = np.array([self.leader(each, me) for each in come], np.float32)
            rows /= self.limits
            now.leaders[[number[each.id] for each in come]] = np.minimum(np.maximum(rows, 0.0), 1.0)

    def pieces(self, spot: Spot, me: int) -> list[float]:
        """The columns of a hex that tell of pieces; several stacks of one side are added up."""
        row = [0.0] * ITEM
        for seat, kind, known, csp, leaders, ships in spot.heaps:
            side = SIDE if seat != me else 0
            row[side + STACK] = 1
            row[side + KNOWN] = known
            if known:
                row[side + CSP] = min(row[side + CSP] + (TROOPS_SHARE[csp] if csp < 20 else 1), 1)
                row[side + CHIEFS] = min(row[side + CHIEFS] + (SHARE[leaders] if leaders < 6 else 1), 1)
                row[side + VESSELS] = min(row[side + VESSELS] + (SHARE[ships] if ships < 6 else 1), 1)
            if kind == "land":
                row[side + LAND] = 1
        for army in spot.asleep:
            row[ASLEEP] = share(army.csp, 20)
        return row

    def marks(self, view: FornaldarView, hexes: Array) -> None:
        """What lies on hexes besides pieces, and what changes often."""
        force, hex_ = view.force, self.hex
        for names, column in ((view.ruins, RUIN), (view.caught, CAUGHT), (view.enchanted, SPELL)):
            for name in names:
                if name in hex_:
                    hexes[hex_[name], column] = 1
        if view.battle is not None:
            hexes[hex_[view.battle.hex], BATTLE] = 1
        if force is not None:
            hexes[hex_[force.hex], FORCE] = 1
            if force.reach:
                where, nearness = self.reach(force.reach)
                hexes[where, REACH] = nearness

    def reach(self, reach: tuple[tuple[str, int], ...]) -> tuple[Array, Array]:
        """The hexes that can be reached, and how near they are: mostly asked for again."""
        known = self.reaches.get(id(reach))
        if known is None or known[0] is not reach:
            if len(self.reaches) >= MOST_REACHES:
                self.reaches.clear()
            found = {self.hex[name]: cost for name, cost in reach if name in self.hex}
            where, costs = np.array([*found], np.intp), np.array([*found.values()], np.intp)
            known = self.reaches[id(reach)] = (reach, where, NEARNESS[np.minimum(costs, FARTHEST)])
        return known[1:]

    def leader(self, leader: LeaderSeen, me: int) -> tuple[float, ...]:
        """The row of a character who is known, before it is divided by the most that counts."""
        return (
            1,
            leader.seat == me,
            leader.active,
            self.hex.get(leader.hex, -1) + 1,
            leader.rank,
            leader.command,
            leader.combat,
            leader.magic,
            leader.wounds,
            leader.escort,
            len(leader.items),
            leader.aboard or leader.afloat,
            leader.cast,
            leader.done,
        )

    def table(self, view: FornaldarView, me: int) -> Array:
        """What concerns both sides."""
        row, points = self.parties(view.sides, view.active, me).copy(), view.points
        row[:FACTS] = (
            view.mine,
            view.phasing == me,
            me,
            share(view.game_turn, 24),
            share(view.month, 12),
            share(view.mana, 40),
            share(points[me], MOST_POINTS),
            share(points[1 - me], MOST_POINTS),
            view.force is not None and view.force.own,
            view.battle is not None,
        )
        return row

    def parties(self, sides: tuple[int, ...], active: tuple[bool, ...], me: int) -> Array:
        """The groups: with whom they are, and whether they are active.  Mostly they are as they were."""
        known = self.alliances.get(me)
        if known is None or known[0] != (sides, active):
            row, groups = self.shapes["table"].empty(), len(sides)
            row[TABLE : TABLE + groups] = [0 if side < 0 else 1 if side == me else -1 for side in sides]
            row[TABLE + groups :] = active
            known = self.alliances[me] = ((sides, active), row)
        return known[1]


def share(amount: float, most: float) -> float:
    """An amount as a part of the most that counts."""
    return min(max(amount / most, 0.0), 1.0)


def named_things(book: Book) -> dict[str, tuple[int, int]]:
    """Everything that an action can name but hexes: its kind, and its number from 1."""
    found: dict[str, tuple[int, int]] = {TROOPS: (WORDS, 1), "land": (WORDS, 2), "sea": (WORDS, 3)}
    found |= {"duel": (WORDS, 4), "trial": (WORDS, 5)}
    lists: tuple[tuple[int, Sequence[Any]], ...] = (
        (SPELLS, book.library.enchantments),
        (ITEMS, book.relics),
        (GROUPS, book.groups),
        (BANNERS, book.banners),
        (SHIPS, book.fleet),
        (LEADERS, book.cast),
    )
    for kind, things in lists:
        found |= {thing.id: (kind, number) for number, thing in enumerate(things, 1)}
    return found


def ground(book: Book) -> Array:
    """What never changes of the hexes: terrain, water, fortress, place of power."""
    terrains = sorted({terrain for each in book.ground for terrain in each.terrain})
    table = np.zeros((book.size, len(terrains) + 3), np.float32)
    for number, each in enumerate(book.ground):
        for terrain in each.terrain:
            table[number, terrains.index(terrain)] = 1
        table[number, -3:] = (
            book.watery[number],
            book.fortress[number] is not None,
            book.power_place[number] is not None,
        )
    return table


ENCODING = FornaldarEncoding
