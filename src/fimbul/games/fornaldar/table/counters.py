"""The pieces of a view as counters, alone and in stacks, with what there is to be said of them."""

import functools
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Literal, TypeVar

from fimbul.core.wording import capital
from fimbul.games.fornaldar.library.rows import RANKS
from fimbul.games.fornaldar.table import art, words
from fimbul.games.fornaldar.table.view import ArmySeen, FornaldarView, LeaderSeen, ShipSeen, StackSeen

NOBODY = 2  # as a seat of pieces that neither side has
ENGINE = "greutung"

T = TypeVar("T")


def side(seat: int) -> Literal[0, 1, 2]:
    """A seat as the pieces are drawn."""
    return 0 if seat == 0 else 1 if seat == 1 else 2


class Heap:
    """The known pieces of one side in a hex, on land or afloat."""

    def __init__(self) -> None:
        self.leaders: list[LeaderSeen] = []
        self.armies: list[ArmySeen] = []
        self.ships: list[ShipSeen] = []

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells it from every other heap."""
        return tuple(self.leaders), tuple(self.armies), tuple(self.ships)

    @property
    def csp(self) -> int:
        """All combat strength points, escorts among them."""
        return sum(army.csp for army in self.armies) + sum(leader.escort for leader in self.leaders)


class Desk:
    """A view, ordered for drawing."""

    def __init__(self, view: FornaldarView) -> None:
        self.view = view
        self.book = words.book(view)
        self.leaders = {each.id: each for each in view.leaders}
        self.ships = {each.id: each for each in view.ships}
        self.heaps: dict[tuple[int, str, str, bool], Heap] = defaultdict(Heap)  # seat, hex, kind, active
        for leader in view.leaders:
            self.heap(leader, leader.aboard or leader.afloat).leaders.append(leader)
        for army in view.armies:
            self.heap(army, army.aboard or army.afloat).armies.append(army)
        for ship in view.ships:
            self.heap(ship, True).ships.append(ship)

    def heap(self, piece: LeaderSeen | ArmySeen | ShipSeen, wet: bool) -> Heap:
        """Where a piece belongs."""
        return self.heaps[piece.seat, piece.hex, "sea" if wet else "land", piece.active]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was drawn or told before of the same; most pieces are as they were, for everybody."""
        return self.book.once(key, make)

    # ---- single pieces

    def leader(self, name: str) -> str:
        """A character: as he is, or as he is printed."""
        card, seen = self.book.cast[self.book.leader[name]], self.leaders.get(name)
        if seen is None:
            seat = self.view.sides[self.book.leader_group[self.book.leader[name]]]
            ratings = (card.command, card.combat, card.magic)
            return art.character(
                side(seat),
                card.banner,
                card.race,
                card.name,
                ratings,
                card.rank,
                hero=card.hero,
                enchanter=card.enchanter,
            )
        return art.character(
            side(seen.seat),
            card.banner,
            card.race,
            card.name,
            (seen.command, seen.combat, seen.magic),
            RANKS[seen.rank],
            hero=seen.hero,
            enchanter=seen.enchanter,
            escort=seen.escort,
            wounds=seen.wounds,
        )

    def ship(self, name: str) -> str:
        """A ship."""
        number = self.book.ship[name]
        card, seat = self.book.fleet[number], self.view.sides[self.book.ship_group[number]]
        hurt = name in self.view.damaged
        strength = card.damaged if hurt else card.strength
        return art.ship(side(seat), card.banner, strength, card.capacity, damaged=hurt)

    def army(self, banner: str, csp: int | None, seat: int) -> str:
        """Troops."""
        card = self.book.banners[self.book.banner[banner]]
        return art.army(side(seat), banner, card.race, csp)

    def piece(self, what: str, count: int | None, seat: int) -> str:
        """Any piece by its id."""
        if what in self.book.leader:
            return self.leader(what)
        if what in self.book.ship:
            return self.ship(what)
        if what in self.book.banner:
            return self.army(what, count, seat)
        return f"{art.plate(side(seat), style='p parchment')}{art.siege_engine()}"

    def about(self, what: str) -> str:
        """A piece in words."""
        if what in self.leaders:
            return words.leader_line(self.view, self.leaders[what])
        if what in self.book.ship:
            return self.ship_line(what)
        return capital(words.piece(self.view, what))

    def ship_line(self, name: str) -> str:
        """A ship with its figures."""
        card = self.book.fleet[self.book.ship[name]]
        hurt = name in self.view.damaged
        strength = f"strength {card.damaged}, damaged" if hurt else f"strength {card.strength}"
        return f"The {card.name}: {strength}, carries {card.capacity}"

    # ---- stacks

    def key(self, stack: StackSeen) -> tuple[Hashable, ...]:
        """What tells a stack, as its viewer knows it, from every other."""
        heap = self.heaps.get((stack.seat, stack.hex, stack.kind, True))
        inside = heap.key if heap is not None else None
        hurt = stack.id in self.view.damaged
        return stack, inside, hurt, self.leaders.get(stack.id), stack.seat == self.view.seat

    def stack(self, stack: StackSeen) -> str:
        """A stack as its viewer knows it."""
        heap = self.heaps.get((stack.seat, stack.hex, stack.kind, True)) if stack.known else None
        return art.stack(self.top(stack, heap), side(stack.seat), self.badge(stack, heap))

    def top(self, stack: StackSeen, heap: Heap | None) -> str:
        """The piece on top."""
        if stack.top == "leader":
            return self.leader(stack.id)
        if stack.top == "ship":
            return self.ship(stack.id)
        csp = sum(army.csp for army in heap.armies if army.banner == stack.id) if heap else None
        return self.army(stack.id, csp, stack.seat)

    def badge(self, stack: StackSeen, heap: Heap | None) -> int | None:
        """The number at the corner: ships of a fleet, CSP of a force; 1 hides it."""
        if heap is None:
            return None
        if stack.top == "ship":
            return len(heap.ships)
        if stack.top == "army" and len({army.banner for army in heap.armies}) == 1 and not heap.leaders:
            return 1
        return heap.csp if heap.csp > 1 else 1 if len(heap.leaders) + heap.csp < 2 else None

    def title(self, stack: StackSeen) -> str:
        """A stack in words, with all its pieces where they are known."""
        whose = words.seat_name(self.view, stack.seat)
        kind = "fleet" if stack.kind == "sea" else "force"
        where = words.place(self.view, stack.river or stack.hex)
        if not stack.known:
            top = words.top_name(self.view, stack)
            return f"{whose} {kind} at {where}: {top} on top, what is below is hidden"
        heap = self.heaps[stack.seat, stack.hex, stack.kind, True]
        return f"{whose} {kind} at {where}: {self.contents(heap)}"

    def contents(self, heap: Heap) -> str:
        """The pieces of a heap in words."""
        return self.once(("contents", *heap.key), lambda: self.told(heap))

    def told(self, heap: Heap) -> str:
        """The same, put into words."""
        parts = [words.leader_line(self.view, leader) for leader in heap.leaders]
        parts += [f"{army.csp} {words.banner_name(self.view, army.banner)} CSP" for army in heap.armies]
        parts += [self.ship_line(ship.id) for ship in heap.ships]
        return "; ".join(parts)

    def idle(self, seat: int, heap: Heap) -> str:
        """Inactive pieces: they stand openly."""
        return self.once(("idle", seat, *heap.key), lambda: self.sleeping(seat, heap))

    def sleeping(self, seat: int, heap: Heap) -> str:
        """The same, drawn."""
        count = len(heap.leaders) + len(heap.armies) + len(heap.ships)
        if heap.leaders:
            best = max(heap.leaders, key=lambda leader: (leader.rank, leader.command))
            top = self.leader(best.id)
        elif heap.armies:
            most = max(heap.armies, key=lambda army: army.csp)
            top = self.army(most.banner, most.csp, seat)
        else:
            top = self.ship(heap.ships[0].id)
        number = heap.csp if heap.csp > 1 and heap.leaders else len(heap.ships) if heap.ships else count
        return art.stack(top, side(seat), 1 if count == 1 else number)


@functools.lru_cache(maxsize=4096)
def scaled(svg: str, scale: float) -> str:
    """A counter in another size; first its outline, which is what glows."""
    if scale == 1:
        return svg
    half = 20 * scale
    outline = (
        f'<rect class="o" x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="5"/>'
    )
    return f'{outline}<g transform="scale({scale:g})">{svg}</g>'


def pictured(svg: str) -> str:
    """A counter as the picture of a card, in a box of 100."""
    return f'<g transform="scale(2.2)">{svg}</g>'
