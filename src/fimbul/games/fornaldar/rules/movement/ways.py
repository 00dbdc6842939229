"""What a step costs, and how far a force can go (R11, R14.7).

Costs are in half points.  A place is a hex, or, at sea, a river hexside: `book.size` and its number.  What a
step costs depends on who goes and on the weather, so the steps from a place are worked out when they are
first asked for and kept for that kind of traveller in that weather.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import POINT, ROADS
from fimbul.games.fornaldar.rules import weather

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

DIFFICULT = "normorean"  # costs double (R11.4.1)
SNOWED = ("clear", "woods", "forest", "rough")  # cost one more in snow (R6.4.6)
HEAVY = ("woods", "forest")  # not for Bjork (R23.10)
SNOWED_UP = ("trail", "giants_path")  # lost in the snow of a mountain hex (R11.11)
MOST_TABLES = 96
Steps = tuple[tuple[int, int], ...]


class Traveller:
    """A kind of traveller on land: the races that go together and what makes them different."""

    __slots__ = ("discount", "light", "no_woods", "races")

    def __init__(self, races: frozenset[int], *, discount: bool, light: bool, no_woods: bool) -> None:
        self.races = races
        self.discount = discount  # the Staff of Curius
        self.light = light  # Farisbane Shoes
        self.no_woods = no_woods

    @property
    def key(self) -> Hashable:
        """What tells it from others."""
        return self.races, self.discount, self.light, self.no_woods


class Table:
    """The steps of one kind of traveller in one weather, filled as they are asked for."""

    __slots__ = ("known", "make")

    def __init__(self, make: Callable[[int], Steps]) -> None:
        self.known: dict[int, Steps] = {}
        self.make = make

    def __getitem__(self, place: int) -> Steps:
        steps = self.known.get(place)
        if steps is None:
            steps = self.known[place] = self.make(place)
        return steps


TABLES: dict[Hashable, Table] = {}


def table_for(key: Hashable, make: Callable[[int], Steps]) -> Table:
    """The table of this key, made if need be; the oldest is forgotten when there are too many."""
    table = TABLES.get(key)
    if table is None:
        if len(TABLES) >= MOST_TABLES:
            TABLES.pop(next(iter(TABLES)))
        table = TABLES[key] = Table(make)
    return table


SKIES: dict[Hashable, tuple[str, ...]] = {}


def skies(state: FornaldarState) -> tuple[str, ...]:
    """The weather of every hex."""
    key = (state.book.serial, weather.key(state))
    found = SKIES.get(key)
    if found is None:
        if len(SKIES) >= MOST_TABLES:
            SKIES.pop(next(iter(SKIES)))
        found = SKIES[key] = tuple(weather.at(state, hex_) for hex_ in range(state.book.size))
    return found


# ---- on land


def on_land(state: FornaldarState, traveller: Traveller) -> Table:
    """The steps of a traveller on land in the weather of now."""
    book, sky = state.book, skies(state)
    key = (book.serial, weather.key(state), traveller.key)
    return table_for(key, lambda place: land_steps(book, sky, traveller, place))


def land_steps(book: Book, sky: tuple[str, ...], traveller: Traveller, here: int) -> Steps:
    """Where one can walk from a hex, and for how much."""
    found = []
    for there in book.near[here]:
        cost = land_cost(book, sky, traveller, here, there)
        if cost is not None:
            found.append((there, cost))
    return tuple(found)


def land_cost(book: Book, sky: tuple[str, ...], traveller: Traveller, here: int, there: int) -> int | None:
    """What the step costs, None where it cannot be taken (R11.3, R11.4.3, R11.9 to R11.15).

    All go by the same terrain or road, the cheapest, and pay what the dearest of them pays (R11.5, R11.9).
    """
    if not (book.land[here] and book.land[there]):
        return None
    kinds = book.sides.get((here, there), NOTHING)
    offers = []
    for option in options(book, sky[there], traveller, there, kinds):
        prices = [step_cost(book, sky, traveller, race, option, here, there) for race in traveller.races]
        known = [price for price in prices if price is not None]
        if len(known) == len(prices):
            offers.append(max(known))
    return min(offers, default=None)


NOTHING: frozenset[str] = frozenset()


def options(book: Book, air: str, traveller: Traveller, there: int, kinds: frozenset[str]) -> list[str]:
    """By what a hex may be entered: roads that lead into it, and its kinds of terrain (R11.9, R11.11)."""
    ground = book.ground[there]
    lost = SNOWED_UP if air == "snow" and "mountain" in ground.terrain else ()
    closed = ("sea", "lake", *(HEAVY if traveller.no_woods else ()))
    roads = [road for road in ROADS if road in kinds and road not in lost]
    return roads + [terrain for terrain in ground.terrain if terrain not in closed]


def step_cost(
    book: Book, sky: tuple[str, ...], traveller: Traveller, race: int, option: str, here: int, there: int
) -> int | None:
    """What one race pays for the step by this road or terrain, None if it cannot go there."""
    entry = entry_cost(book, sky[there], race, option)
    crossing = 0 if option == "tunnel" else crossing_cost(book, sky, race, here, there)
    if entry < 0 or crossing is None:
        return None
    if traveller.light:
        return POINT + crossing
    if traveller.discount:
        entry = max(entry - POINT, min(entry, POINT))
    if book.ground[there].fynvirke:  # R18.6
        entry += book.cost["fynvirke"][race]
    return entry + crossing


def entry_cost(book: Book, air: str, race: int, option: str) -> int:
    """The price of a hex by this road or terrain in this weather, -1 if it is closed (R6.2, R6.3.4, R6.4)."""
    if option == "marsh" and air == "snow":
        option = "clear"
    price = book.cost[option][race]
    if option == "tunnel":
        return price
    if air == "rain" and (option == "clear" or option in ROADS):
        return price + POINT
    if air == "snow" and option in SNOWED:
        return price + POINT
    if air == "snow" and option == "mountain":
        return price * 2
    return price


def crossing_cost(book: Book, sky: tuple[str, ...], race: int, here: int, there: int) -> int | None:
    """The price of the hexside, None where it cannot be crossed (R11.10, R6.3.3, R6.4.1, R6.4.2)."""
    kinds = book.sides.get((here, there), NOTHING)
    rain = sky[here] == sky[there] == "rain"
    snow = sky[here] == sky[there] == "snow"
    cost = 0
    minor = "river_minor" in kinds
    barrier = "no_land_passage" in kinds
    if barrier or "river_major" in kinds or (minor and not snow):
        flooded = minor and rain
        if "bridge" in kinds or ("ford" in kinds and not flooded and not barrier):
            pass
        elif "ferry" in kinds:
            cost += book.cost["ferry"][race]
        else:
            river = "river_minor" if minor and not flooded else "river_major"
            if barrier or book.cost[river][race] < 0:
                return None
            cost += book.cost[river][race]
    if "pass" in kinds:
        cost += book.cost["pass"][race] * (2 if snow else 1)
    return cost


# ---- at sea


class Sailing:
    """A kind of traveller at sea."""

    __slots__ = ("enemy_gate", "ships", "swimmers")

    def __init__(self, *, ships: bool, swimmers: bool, enemy_gate: bool) -> None:
        self.ships = ships
        self.swimmers = swimmers
        self.enemy_gate = enemy_gate  # Kvalholla keeps its ships out

    @property
    def key(self) -> Hashable:
        """What tells it from others."""
        return self.ships, self.swimmers, self.enemy_gate


def at_sea(state: FornaldarState, sailing: Sailing) -> Table:
    """The steps of a traveller at sea in the weather of now."""
    book, sky, nightless = state.book, skies(state), weather.nightless(state)
    key = (book.serial, weather.key(state), nightless, sailing.key)
    return table_for(key, lambda place: sea_steps(book, sky, sailing, place, nightless=nightless))


def sea_steps(book: Book, sky: tuple[str, ...], sailing: Sailing, here: int, *, nightless: bool) -> Steps:
    """Where one can sail or swim, and for how much (R11.4.1, R11.4.2, R6.3.2, R14.6.1, R14.7)."""
    found = []
    size = book.size
    if here >= size:
        river = here - size
        hexes, rivers = book.river_mouths[river], book.river_links[river]
    else:
        sides = book.sides
        hexes = tuple(
            there
            for there in book.near[here]
            if book.watery[there] and "no_sea_passage" not in sides.get((here, there), NOTHING)
        )
        rivers = book.mouth_of.get(here, ())
    for there in hexes:
        if sailing.enemy_gate and there in book.gates:
            continue
        cost = POINT if sailing.ships or not nightless else POINT // 2
        if book.ground[there].zone == DIFFICULT:
            cost *= 2
        if sky[there] == "rain":
            cost *= 2
        found.append((there, cost))
    for river in rivers:
        if navigable(book, sky, sailing, river):
            found.append((size + river, POINT if sailing.ships or not nightless else POINT // 2))
    return tuple(found)


def navigable(book: Book, sky: tuple[str, ...], sailing: Sailing, river: int) -> bool:
    """Whether one can go along a river hexside (R14.7)."""
    one, other, kind = book.rivers[river]
    if sky[one] == sky[other] == "snow":
        return False
    if kind == "river_major" or not sailing.ships:
        return True
    return sky[one] == sky[other] == "rain"


# ---- in the air


def in_air(book: Book) -> Table:
    """The steps of what flies: one point for any hex (R11.14)."""
    return table_for((book.serial, "air"), lambda place: tuple((there, POINT) for there in book.near[place]))


# ---- how far


def reach(
    table: Table, start: int, points: int, stops: Callable[[int], bool], barred: Callable[[int], bool]
) -> dict[int, tuple[int, int]]:
    """Every place that can be reached: its price, and the place before it.

    Movement ends where `stops` says so, and never enters what is `barred`.
    """
    best: dict[int, tuple[int, int]] = {start: (0, start)}
    shelves: list[list[int]] = [[] for _ in range(points + 1)]
    shelves[0].append(start)
    for spent in range(points + 1):
        for place in shelves[spent]:  # grows while it is read where a step is free
            if best[place][0] != spent or (place != start and stops(place)):
                continue
            for there, cost in table[place]:
                price = spent + cost
                if price > points:
                    continue
                known = best.get(there)
                if known is not None and known[0] <= price:
                    continue
                if barred(there):
                    continue
                best[there] = (price, place)
                shelves[price].append(there)
    return best


def path(found: dict[int, tuple[int, int]], goal: int) -> list[int]:
    """The places on the way to a goal, the start left out."""
    way = [goal]
    while found[way[-1]][1] != way[-1]:
        way.append(found[way[-1]][1])
    return way[-2::-1]


def stranded(state: FornaldarState, river: int) -> bool:
    """Whether ships on a river hexside cannot move: it is a minor one without rain (R14.7.2)."""
    one, other, kind = state.book.rivers[river]
    sky = skies(state)
    return kind == "river_minor" and not sky[one] == sky[other] == "rain"


def fast(state: FornaldarState, river: int) -> bool:
    """Whether ships on a river hexside cannot move: they are stranded, or it is frozen (R14.7.2, R14.7.5)."""
    one, other, _ = state.book.rivers[river]
    sky = skies(state)
    return stranded(state, river) or sky[one] == sky[other] == "snow"
