"""What a step costs, and how far a force can go (R11, R14.7).

Costs are in half points.  A place is a hex, or, at sea, a river hexside: `book.size` and its number.  What a
step costs depends on who goes and on the weather, so the steps from a place are worked out when they are
first asked for and kept for that kind of traveller in that weather.  So are whole reaches: they depend on
nothing but the steps, the start, the points and what is in the way.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import POINT, ROADS
from fimbul.games.fornaldar.rules import weather
from fimbul.games.fornaldar.rules.weather import Sky

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

DIFFICULT = "normorean"  # costs double (R11.4.1)
SNOWED = ("clear", "woods", "forest", "rough")  # cost one more in snow (R6.4.6)
HEAVY = ("woods", "forest")  # not for Bjork (R23.10)
SNOWED_UP = ("trail", "giants_path")  # lost in the snow of a mountain hex (R11.11)
MOST_TABLES = 256
MOST_REACHES = 1024
Steps = tuple[tuple[int, int], ...]


class Traveller(NamedTuple):
    """A kind of traveller on land: the races that go together and what makes them different."""

    races: frozenset[int]
    discount: bool  # the Staff of Curius
    light: bool  # Farisbane Shoes
    no_woods: bool


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


# ---- on land


def on_land(state: FornaldarState, traveller: Traveller) -> Table:
    """The steps of a traveller on land in the weather of now."""
    return land_table(state.book, weather.sky(state), traveller)


@functools.lru_cache(maxsize=MOST_TABLES)
def land_table(book: Book, sky: Sky, traveller: Traveller) -> Table:
    """The steps of a traveller on land under a sky: where it is the same all around, as everywhere."""

    def make(place: int) -> Steps:
        air = sky.around(book, place)
        if air is None or sky.everywhere is not None:
            return land_steps(book, sky.at, traveller, place)
        return land_table(book, weather.even(book, air), traveller)[place]

    return Table(make)


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


class Sailing(NamedTuple):
    """A kind of traveller at sea."""

    ships: bool
    swimmers: bool
    enemy_gate: bool  # Kvalholla keeps its ships out


def at_sea(state: FornaldarState, sailing: Sailing) -> Table:
    """The steps of a traveller at sea in the weather of now."""
    return sea_table(state.book, weather.sky(state), sailing, weather.nightless(state))


@functools.lru_cache(maxsize=MOST_TABLES)
def sea_table(book: Book, sky: Sky, sailing: Sailing, nightless: bool) -> Table:
    """The steps of a traveller at sea under a sky: where it is the same all around, as everywhere."""

    def make(place: int) -> Steps:
        air = sky.around(book, place) if place < book.size else None
        if air is None or sky.everywhere is not None:
            return sea_steps(book, sky.at, sailing, place, nightless=nightless)
        return sea_table(book, weather.even(book, air), sailing, nightless)[place]

    return Table(make)


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


@functools.lru_cache(maxsize=16)
def in_air(book: Book) -> Table:
    """The steps of what flies: one point for any hex (R11.14)."""
    return Table(lambda place: tuple((there, POINT) for there in book.near[place]))


# ---- how far


class Reach:
    """Every place that can be reached: its price, and the place before it."""

    __slots__ = ("before", "places", "prices")

    def __init__(self, prices: dict[int, int], before: dict[int, int], start: int) -> None:
        self.prices = prices
        self.before = before
        self.places = sorted(prices)  # but for the start
        self.places.remove(start)

    def path(self, goal: int) -> list[int]:
        """The places on the way to a goal, the start left out."""
        way, before = [goal], self.before
        while before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        return way[-2::-1]


OPEN: frozenset[int] = frozenset()


def reach(
    table: Table, start: int, points: int, stops: Iterable[int] = OPEN, barred: Iterable[int] = OPEN
) -> Reach:
    """Every place that can be reached: movement ends in what `stops` it and never enters what is `barred`.

    Only what lies within reach matters, so others who go the same way mostly find the answer known.
    """
    free = explore(table, start, points, OPEN, OPEN)
    known = free.prices
    ends = frozenset([place for place in stops if place in known])
    shut = frozenset([place for place in barred if place in known])
    return explore(table, start, points, ends, shut) if ends or shut else free


@functools.lru_cache(maxsize=MOST_REACHES)
def explore(table: Table, start: int, points: int, stops: frozenset[int], barred: frozenset[int]) -> Reach:
    """The reach from a place, shelf by shelf of equal price."""
    prices, before = {start: 0}, {start: start}
    shelves: list[list[int]] = [[] for _ in range(points + 1)]
    shelves[0].append(start)
    known, dear = table.known, points + 1
    for spent, shelf in enumerate(shelves):
        for place in shelf:  # grows while it is read where a step is free
            if prices[place] != spent or (place in stops and place != start):
                continue
            steps = known.get(place)
            for there, cost in table[place] if steps is None else steps:
                price = spent + cost
                if price < prices.get(there, dear) and there not in barred:
                    prices[there] = price
                    before[there] = place
                    shelves[price].append(there)
    return Reach(prices, before, start)


def stranded(state: FornaldarState, river: int) -> bool:
    """Whether ships on a river hexside cannot move: it is a minor one without rain (R14.7.2)."""
    one, other, kind = state.book.rivers[river]
    sky = weather.sky(state).at
    return kind == "river_minor" and not sky[one] == sky[other] == "rain"


def fast(state: FornaldarState, river: int) -> bool:
    """Whether ships on a river hexside cannot move in the weather of now."""
    return is_fast(state.book, weather.sky(state).at, river)


def is_fast(book: Book, sky: tuple[str, ...], river: int) -> bool:
    """Whether ships on a river hexside cannot move: no rain in a minor one, or ice (R14.7.2, R14.7.5)."""
    one, other, kind = book.rivers[river]
    air = sky[one] if sky[one] == sky[other] else None
    return air == "snow" or (kind == "river_minor" and air != "rain")
