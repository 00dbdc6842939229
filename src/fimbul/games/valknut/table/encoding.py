"""Valknut in numbers: a window of 31 x 31 zones around the middle of the Battleground, and what is in it.

A card is named by its place among those that may be laid now, a unit by its place among one's own on the
Battleground.  What lies outside the window, and what is rarer than these numbers provide for, takes one of
the last numbers, in the order of the legal list; an observation leaves it out.
"""

import itertools
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from fimbul.core import Action
from fimbul.core.encoding import Array, Encoding, Kinds, NoSuchAction, Shape, Term, Values
from fimbul.games.valknut import actions as said
from fimbul.games.valknut.library.gods import GODS
from fimbul.games.valknut.library.warbands import IDS
from fimbul.games.valknut.table.view import ValknutView

WINDOW = 31
HALF = WINDOW // 2
MOST_SEATS = 4
MOST_UNITS = 17  # two warbands
MOST_STEPS = 15
MOST_CARDS = 4  # that may be laid at one moment
MOST_VALKNUTS = 32
SLOTS = 8  # columns and rows of the Parley cards (V14)

DIRECTIONS = Values(("n", "e", "s", "w"))
LETTERS = "fmrv"  # forest, mountain, river, Valknut
LAID, VALKNUT, SIDES, BAND, SECOND = 0, 5, 6, 10, 11
PLANES = 12
ZONES = 8  # of a card
FACE = 3 + ZONES * len(LETTERS)
PLAYER = 4 + 2 * len(IDS) + len(GODS)
TABLE = 8 + len(GODS) + MOST_SEATS * PLAYER + MOST_CARDS * FACE

GODS_NAMED = Values(god.id for god in GODS)
KINDS = Values(IDS)
SEATS = Values(range(MOST_SEATS))

F = TypeVar("F")


class Lately(Generic[F]):
    """What was worked out for the view that was looked at last: a whole list is numbered in one."""

    def __init__(self, work_out: Callable[[ValknutView], F]) -> None:
        self.work_out = work_out
        self.known: tuple[ValknutView, F] | None = None

    def of(self, view: ValknutView) -> F:
        """What follows from a view."""
        if self.known is None or self.known[0] is not view:
            self.known = view, self.work_out(view)
        return self.known[1]


def corner(view: ValknutView) -> tuple[int, int]:
    """The north-west zone of the window: the middle of the Battleground is its middle."""
    if not view.cards:
        return -HALF, -HALF
    left, top = min(card.x for card in view.cards), min(card.y for card in view.cards)
    right = max(card.x + len(card.rows[0]) for card in view.cards)
    bottom = max(card.y + len(card.rows) for card in view.cards)
    return (left + right) // 2 - HALF, (top + bottom) // 2 - HALF


class Zones(Term[ValknutView]):
    """A zone of the window."""

    def __init__(self) -> None:
        super().__init__(WINDOW * WINDOW, fields=2)
        self.corner = Lately(corner)

    def index(self, value: tuple[int, int], view: ValknutView) -> int | None:
        left, top = self.corner.of(view)
        x, y = value[0] - left, value[1] - top
        return y * WINDOW + x if 0 <= x < WINDOW and 0 <= y < WINDOW else None

    def value(self, index: int, view: ValknutView) -> tuple[int, int]:
        left, top = self.corner.of(view)
        return left + index % WINDOW, top + index // WINDOW


class Listed(Term[ValknutView]):
    """Something by its place in a list that the view gives."""

    def __init__(
        self, size: int, what: str, found: Callable[[ValknutView], list[Any]], fields: int = 1
    ) -> None:
        super().__init__(size, fields)
        self.what = what
        self.found = Lately(found)

    def index(self, value: Any, view: ValknutView) -> int | None:
        found = self.found.of(view)[: self.size]
        return found.index(value) if value in found else None

    def value(self, index: int, view: ValknutView) -> Any:
        found = self.found.of(view)
        if index >= len(found):
            raise NoSuchAction(f"There are {len(found)} {self.what}.")
        return found[index]


def own_units(view: ValknutView) -> list[tuple[int, int]]:
    """Where the units stand of whoever decides."""
    return [(unit.x, unit.y) for unit in view.units if unit.seat == view.acting]


def own_kinds(view: ValknutView) -> list[str]:
    """The kinds that whoever decides may bring: those of the warbands, then those that were taken."""
    return list(
        dict.fromkeys((*view.warbands[view.acting], *(kind for kind, _ in view.supplies[view.acting])))
    )


def orders(view: ValknutView) -> list[tuple[str, ...]]:
    """The ways to put back what Odin shows."""
    return list(itertools.permutations([card.id for card in view.peek]))


def ambushes(view: ValknutView) -> list[tuple[int, str]]:
    """The Ambush cards of all seats."""
    return [(seat, card.id) for seat, cards in enumerate(view.ambushes) for card in cards]


def kinds() -> Kinds[ValknutView]:
    """Everything that can be said."""
    zone, turn = Zones(), Values(range(4))
    unit = Listed(MOST_UNITS, "units", own_units, fields=2)
    valknut = Listed(MOST_VALKNUTS, "Valknuts", lambda view: list(view.valknuts), fields=2)
    kind = Listed(2, "kinds", own_kinds)
    card = Listed(MOST_CARDS, "cards", lambda view: [face.id for face in view.layable])
    slot = Values(((x, y) for y in range(SLOTS) for x in range(SLOTS)), fields=2)
    steps = Values(range(1, MOST_STEPS + 1))
    order = Listed(6, "orders", orders)
    terms: dict[type[Action], tuple[Term[Any], ...]] = {
        said.Setup: (kind, slot),
        said.Ready: (),
        said.Lay: (card, zone, turn),
        said.Spawn: (kind, zone),
        said.Decline: (),
        said.Move: (unit, DIRECTIONS, steps),
        said.Shove: (unit, DIRECTIONS),
        said.Summon: (unit, valknut),
        said.Act: (KINDS,),
        said.Rise: (zone,),
        said.Take: (GODS_NAMED,),
        said.TakeFrom: (GODS_NAMED, SEATS),
        said.Order: (order,),
        said.Freya: (unit, DIRECTIONS, steps),
        said.Thor: (zone,),
        said.Hel: (SEATS, KINDS, valknut),
        said.Fenrir: (Listed(4 * MOST_SEATS, "Ambush cards", ambushes, fields=2),),
        said.Surtr: (zone,),
        said.Jormungandr: (SEATS, KINDS),
        said.End: (),
    }
    return Kinds(terms)


NATURAL = kinds().size


def share(amount: float, most: float) -> float:
    """An amount as a part of the most that counts; what is lost counts below zero."""
    return min(max(amount / most, -1.0), 1.0)


def show_face(move: int, gjallarhorn: bool, rows: tuple[str, ...], row: Array) -> None:
    """A card that may be laid, upright."""
    row[:3] = 1, share(move, 8), gjallarhorn
    for zone, letter in enumerate("".join(rows)[:ZONES]):
        if letter in LETTERS:
            row[3 + zone * len(LETTERS) + LETTERS.index(letter)] = 1


class ValknutEncoding(Encoding[ValknutView]):
    """The numbers of Valknut."""

    overflow = 512

    def __init__(self, options: Any, seats: int) -> None:
        super().__init__(options, seats, kinds())
        self.shapes = {
            "observation": Shape((PLANES, WINDOW, WINDOW)),
            "table": Shape((TABLE,), -1.0),
        }

    def observe(self, view: ValknutView) -> dict[str, Array]:
        planes, row = self.shapes["observation"].empty(), self.shapes["table"].empty()
        left, top = corner(view)
        me, seats = view.seat or 0, len(view.alive)
        for card in view.cards:
            for y, letters in enumerate(card.rows, card.y - top):
                for x, letter in enumerate(letters, card.x - left):
                    if 0 <= x < WINDOW and 0 <= y < WINDOW:
                        planes[LAID, y, x] = 1
                        if letter in LETTERS:
                            planes[1 + LETTERS.index(letter), y, x] = 1
        for x, y in view.valknuts:
            if 0 <= x - left < WINDOW and 0 <= y - top < WINDOW:
                planes[VALKNUT, y - top, x - left] = 1
        for unit in view.units:
            x, y = unit.x - left, unit.y - top
            if 0 <= x < WINDOW and 0 <= y < WINDOW:
                planes[SIDES + (unit.seat - me) % seats, y, x] = 1
                planes[BAND, y, x] = (IDS.index(unit.kind) + 1) / len(IDS)
                planes[SECOND, y, x] = unit.kind not in view.warbands[unit.seat][:1]
        self.table(view, me, row)
        return {"observation": planes, "table": row}

    def table(self, view: ValknutView, me: int, row: Array) -> None:
        """What lies beside the Battleground."""
        row[:8] = (
            view.mine,
            view.mode == "ragnarok",
            view.gods,
            view.enraged,
            share(view.points, 20),
            share(view.pile, 40),
            share(view.turn, 60),
            (view.active - me) % len(view.alive) / MOST_SEATS,
        )
        for god in view.god_pool:
            row[8 + GODS_NAMED.number[god]] = 1
        start = 8 + len(GODS)
        for place in range(len(view.alive)):
            seat = (me + place) % len(view.alive)
            self.player(view, seat, row[start + place * PLAYER : start + (place + 1) * PLAYER])
        start += MOST_SEATS * PLAYER
        for place, card in enumerate(view.layable[:MOST_CARDS]):
            row_of_it = row[start + place * FACE : start + (place + 1) * FACE]
            show_face(card.move, card.gjallarhorn, card.rows, row_of_it)

    def player(self, view: ValknutView, seat: int, row: Array) -> None:
        """What a player has."""
        row[:4] = 1, view.alive[seat], share(view.scores[seat], 40), share(len(view.ambushes[seat]), 4)
        for kind in view.warbands[seat]:
            row[4 + KINDS.number[kind]] = 1
        for kind, left in view.supplies[seat]:
            row[4 + len(IDS) + KINDS.number[kind]] = share(left, 9)
        for god in view.worshipped[seat]:
            row[4 + 2 * len(IDS) + GODS_NAMED.number[god]] = 1


ENCODING = ValknutEncoding
