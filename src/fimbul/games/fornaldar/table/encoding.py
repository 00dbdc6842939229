"""Fornaldar in numbers: a pointer over the legal list, and the map as a graph of hexes.

No list of all actions would be natural here: forces of any make-up go to any hex.  A number is a place in the
legal list, and "actions" says of every place what stands there: the verb, the hex or the two hexes of a
hexside, what kind of thing is named, which of them, and how many.  Hexes and things are counted from 1 in
these columns, so that 0 means none.  `edges` gives the neighbours of the hexes, which never change.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fimbul.core.encoding import Array, Encoding, Shape
from fimbul.games.fornaldar.actions import ACTIONS, ESCORT, TROOPS
from fimbul.games.fornaldar.library.index import Book, book_of
from fimbul.games.fornaldar.state import FornaldarOptions
from fimbul.games.fornaldar.table.view import FornaldarView, LeaderSeen, StackSeen

MOST = 1536  # the longest list that is offered whole
MOST_POINTS = 200

VERBS: dict[type, int] = {kind: number for number, kind in enumerate(ACTIONS, 1)}
VERB, HEX, OTHER, THING, WHICH, COUNT = range(6)
LEADERS, SHIPS, BANNERS, GROUPS, ITEMS, SPELLS, ESCORTS, WORDS = range(1, 9)  # what kind of thing is named

# The columns of a hex: stacks (one's own, then the other's), then what else is known to be there.
STACK, KNOWN, CSP, CHIEFS, VESSELS, LAND, SIDE = 0, 1, 2, 3, 4, 5, 6
ASLEEP, ITEM, HIDDEN, RUIN, FORCE, BATTLE, CAUGHT, REACH, CAME, TRACE, SPELL = range(12, 23)
CHANGING = 23
LEADER = 14  # columns of a character
TABLE = 12


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
        rows = np.zeros((len(actions), 6), np.int32)
        for row, action in zip(rows, actions, strict=True):
            row[VERB] = VERBS[type(action)]
            for field in action.__struct_fields__:
                self.describe(getattr(action, field), row)
        return rows

    def describe(self, value: Any, row: Array) -> None:
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
        me, hexes = view.seat or 0, self.bare.copy()
        self.stacks(view.stacks, me, hexes)
        for army in view.armies:
            if not army.active:
                hexes[self.hex[army.hex], ASLEEP] = share(army.csp, 20)
        for item in view.items:
            if item.hex in self.hex:
                hexes[self.hex[item.hex], HIDDEN if item.hidden else ITEM] = 1
        self.marks(view, hexes)
        leaders, row = self.shapes["leaders"].empty(), self.shapes["table"].empty()
        known = [each for each in view.leaders if each.id in self.book.leader]
        if known:
            numbers = [self.book.leader[each.id] for each in known]
            rows = np.array([self.leader(each, me) for each in known], np.float32)
            leaders[numbers] = np.clip(rows / self.limits, 0.0, 1.0)
        self.table(view, me, row)
        return {"observation": hexes, "leaders": leaders, "table": row}

    def stacks(self, stacks: Sequence[StackSeen], me: int, hexes: Array) -> None:
        """The stacks of active pieces; several of one side in a hex are added up."""
        found: dict[tuple[int, int], list[float]] = {}
        for each in stacks:
            key = self.hex[each.hex], 0 if each.seat == me else SIDE
            row = found.get(key)
            if row is None:
                row = found[key] = [1, 0, 0, 0, 0, 0]
            row[KNOWN] = each.known
            if each.known:
                row[CSP] += share(each.csp, 20)
                row[CHIEFS] += share(each.leaders, 6)
                row[VESSELS] += share(each.ships, 6)
            if each.kind == "land":
                row[LAND] = 1
        for (where, side), row in found.items():
            hexes[where, side : side + SIDE] = row if max(row) <= 1 else [min(each, 1) for each in row]

    def marks(self, view: FornaldarView, hexes: Array) -> None:
        """What lies on hexes besides pieces."""
        named = [(RUIN, view.ruins), (CAUGHT, view.caught)]
        named += [(CAME, tuple(to for to, _ in view.came)), (TRACE, tuple(to for to, _ in view.trace))]
        named += [(SPELL, tuple(spell.hex for spell in (*view.spells, *view.whirlpools, *view.plots)))]
        if view.battle is not None:
            named.append((BATTLE, (view.battle.hex,)))
        if view.force is not None:
            named.append((FORCE, (view.force.hex,)))
            for name, cost in view.force.reach:
                if name in self.hex:
                    hexes[self.hex[name], REACH] = 1 / (1 + share(cost, 40))
        for column, names in named:
            for name in names:
                if name in self.hex:
                    hexes[self.hex[name], column] = 1

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

    def table(self, view: FornaldarView, me: int, row: Array) -> None:
        """What concerns both sides."""
        row[:10] = (
            view.mine,
            view.phasing == me,
            me,
            share(view.game_turn, 24),
            share(view.month, 12),
            share(view.mana, 40),
            share(view.points[me], MOST_POINTS),
            share(view.points[1 - me], MOST_POINTS),
            view.force is not None and view.force.own,
            view.battle is not None,
        )
        groups = len(self.book.groups)
        for group, (side, active) in enumerate(zip(view.sides, view.active, strict=True)):
            row[TABLE + group] = 0 if side < 0 else 1 if side == me else -1
            row[TABLE + groups + group] = active


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
