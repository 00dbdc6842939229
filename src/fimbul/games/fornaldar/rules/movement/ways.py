"""What a step costs, and how far a force can go (R11, R14.7).

Costs are in half points.  A place is a hex, or, at sea, a river hexside: `book.size` and its number.  What a
step costs depends on who goes, on the weather, and on what is crossed and entered, of which there are few
kinds on the whole map (`Footing`): so each is priced once.  The steps from a place are worked out when they
are first asked for and kept for that kind of traveller in that weather.  So are whole reaches: they depend on
nothing but the steps, the start, the points and what is in the way.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from fimbul.games.fornaldar.actions import Go
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
MOST_REACHES = 4096
MOST_KNOWN = 8  # from one place, with other points or something else in the way
MOST_PRICES = 65_536
Steps = tuple[tuple[int, int], ...]


class Traveller(NamedTuple):
    """A kind of traveller on land: the races that go together and what makes them different."""

    races: frozenset[int]
    discount: bool  # the Staff of Curius
    light: bool  # Farisbane Shoes
    no_woods: bool


class Footing(NamedTuple):
    """All that the price of a step on land depends on, besides who goes and the weather."""

    kinds: frozenset[str]  # of the hexside
    terrain: tuple[str, ...]  # of the hex that is entered
    fynvirke: bool


class Table:
    """The steps of one kind of traveller in one weather by place, worked out as they are asked for.

    Where a spell changes the weather there is a `calm` one too, that of the calendar's weather, from which
    it differs in nothing but the steps from `mixed` places.
    """

    __slots__ = ("calm", "cheapest", "known", "make", "mixed", "size")

    def __init__(
        self,
        book: Book,
        make: Callable[[int], Steps],
        cheapest: int = 0,
        calm: Table | None = None,
        mixed: frozenset[int] = frozenset(),
    ) -> None:
        self.known: dict[int, Steps] = {}
        self.make = make
        self.cheapest = cheapest  # no step costs less
        self.size = len(book.place_names)
        self.calm, self.mixed = calm, mixed

    def __getitem__(self, place: int) -> Steps:
        known = self.known
        if place not in known:
            known[place] = self.make(place)
        return known[place]

    def price(self, here: int, there: int, otherwise: int) -> int:
        """What a step costs, or something else where it cannot be taken."""
        for place, cost in self[here]:
            if place == there:
                return cost
        return otherwise


# ---- on land


def on_land(state: FornaldarState, traveller: Traveller) -> Table:
    """The steps of a traveller on land in the weather of now."""
    return land_table(state.book, weather.sky(state), traveller)


@functools.lru_cache(maxsize=MOST_TABLES)
def land_table(book: Book, sky: Sky, traveller: Traveller) -> Table:
    """The steps of a traveller on land under a sky: those of the calendar where no spell changes it."""
    air = sky.calendar
    if sky.mixed:
        calm = land_table(book, weather.even(book, air), traveller)
        return Table(
            book,
            lambda here: land_steps(book, sky.at, traveller, here) if here in sky.mixed else calm[here],
            calm=calm,
            mixed=sky.mixed,
        )
    return priced_table(
        book, tuple([land_price(book, traveller, each, air, air) for each in footing_list(book)])
    )


@functools.lru_cache(maxsize=MOST_TABLES)
def priced_table(book: Book, prices: tuple[int | None, ...]) -> Table:
    """The steps of all to whom every kind of step costs the same."""
    paths = footpaths(book)
    return Table(
        book,
        lambda here: tuple(
            [(there, cost) for there, kind in paths[here] if (cost := prices[kind]) is not None]
        ),
        min((price for price in prices if price is not None), default=0),
    )


@functools.lru_cache(maxsize=16)
def footing_list(book: Book) -> tuple[Footing, ...]:
    """Every kind of step that there is on the map."""
    steps = [(here, there) for here in range(book.size) for there in book.near[here]]
    return tuple(dict.fromkeys(footing(book, *step) for step in steps if walkable(book, *step)))


@functools.lru_cache(maxsize=16)
def footpaths(book: Book) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Where one might walk from every hex, each with the kind of the step."""
    number = {each: kind for kind, each in enumerate(footing_list(book))}
    return tuple(
        tuple(
            (there, number[footing(book, here, there)])
            for there in book.near[here]
            if walkable(book, here, there)
        )
        for here in range(book.size)
    )


def walkable(book: Book, here: int, there: int) -> bool:
    """Whether there is land on both sides (R11.15)."""
    return book.land[here] and book.land[there]


def footing(book: Book, here: int, there: int) -> Footing:
    """What kind of step that is."""
    ground = book.ground[there]
    return Footing(book.sides.get((here, there), NOTHING), ground.terrain, ground.fynvirke)


def land_steps(book: Book, sky: tuple[str, ...], traveller: Traveller, here: int) -> Steps:
    """Where one can walk from a hex, and for how much."""
    found = []
    for there in book.near[here]:
        if walkable(book, here, there):
            cost = land_price(book, traveller, footing(book, here, there), sky[here], sky[there])
            if cost is not None:
                found.append((there, cost))
    return tuple(found)


@functools.lru_cache(maxsize=MOST_PRICES)
def land_price(book: Book, traveller: Traveller, step: Footing, behind: str, ahead: str) -> int | None:
    """What a step costs in the weather behind and ahead, None where it cannot be taken (R11.3, R11.4.3,
    R11.9 to R11.15).

    All go by the same terrain or road, the cheapest, and pay what the dearest of them pays (R11.5, R11.9).
    """
    offers = []
    for option in options(traveller, step, ahead):
        prices = [step_cost(book, traveller, race, option, step, behind, ahead) for race in traveller.races]
        known = [price for price in prices if price is not None]
        if len(known) == len(prices):
            offers.append(max(known))
    return min(offers, default=None)


NOTHING: frozenset[str] = frozenset()


def options(traveller: Traveller, step: Footing, air: str) -> list[str]:
    """By what a hex may be entered: roads that lead into it, and its kinds of terrain (R11.9, R11.11)."""
    lost = SNOWED_UP if air == "snow" and "mountain" in step.terrain else ()
    closed = ("sea", "lake", *(HEAVY if traveller.no_woods else ()))
    roads = [road for road in ROADS if road in step.kinds and road not in lost]
    return roads + [terrain for terrain in step.terrain if terrain not in closed]


def step_cost(
    book: Book, traveller: Traveller, race: int, option: str, step: Footing, behind: str, ahead: str
) -> int | None:
    """What one race pays for the step by this road or terrain, None if it cannot go there."""
    entry = entry_cost(book, ahead, race, option)
    crossing = 0 if option == "tunnel" else crossing_cost(book, race, step.kinds, behind, ahead)
    if entry < 0 or crossing is None:
        return None
    if traveller.light:
        return POINT + crossing
    if traveller.discount:
        entry = max(entry - POINT, min(entry, POINT))
    if step.fynvirke:  # R18.6
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


def crossing_cost(book: Book, race: int, kinds: frozenset[str], behind: str, ahead: str) -> int | None:
    """The price of the hexside, None where it cannot be crossed (R11.10, R6.3.3, R6.4.1, R6.4.2)."""
    rain = behind == ahead == "rain"
    snow = behind == ahead == "snow"
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


def sea_table(book: Book, sky: Sky, sailing: Sailing, nightless: bool) -> Table:
    """The steps of a traveller at sea under a sky."""
    if sailing.ships:  # swimmers do not change what ships pay, nor do nightless days
        return keep_sea_table(book, sky, sailing._replace(swimmers=False), False)
    return keep_sea_table(book, sky, sailing, nightless)


@functools.lru_cache(maxsize=MOST_TABLES)
def keep_sea_table(book: Book, sky: Sky, sailing: Sailing, nightless: bool) -> Table:
    """The same: those of the calendar where no spell changes it."""
    cheapest = stroke(sailing, nightless=nightless)
    if not sky.mixed:
        water = open_water(book, sailing.enemy_gate, at_stroke(cheapest, sky.calendar))
        return Table(
            book,
            lambda here: water[here] + river_steps(book, sky.at, sailing, here, cheapest),
            cheapest,
        )
    calm = sea_table(book, weather.even(book, sky.calendar), sailing, nightless)
    mixed = sky.mixed.union(range(book.size, len(book.place_names)))

    def make(here: int) -> Steps:
        return sea_steps(book, sky.at, sailing, here, nightless=nightless) if here in mixed else calm[here]

    return Table(book, make, cheapest, calm, mixed)


def stroke(sailing: Sailing, *, nightless: bool) -> int:
    """What a step in good weather costs: swimmers go farther while the days are nightless (R14.6.1)."""
    return POINT if sailing.ships or not nightless else POINT // 2


@functools.lru_cache(maxsize=32)
def seaways(book: Book, *, enemy_gate: bool) -> tuple[tuple[Steps, tuple[int, ...]], ...]:
    """The hexes beside every place at sea, with how many times as much they cost, and the river hexsides."""
    sides = book.sides
    hexes = [
        [
            there
            for there in book.near[here]
            if book.watery[there] and "no_sea_passage" not in sides.get((here, there), NOTHING)
        ]
        for here in range(book.size)
    ]
    closed = book.gates if enemy_gate else OPEN
    weighed = [
        tuple(
            (there, 2 if book.ground[there].zone == DIFFICULT else 1) for there in each if there not in closed
        )
        for each in (*hexes, *book.river_mouths)
    ]
    rivers = [book.mouth_of.get(here, ()) for here in range(book.size)]
    return tuple(zip(weighed, [*rivers, *book.river_links], strict=True))


@functools.lru_cache(maxsize=32)
def open_water(book: Book, enemy_gate: bool, price: int) -> Table:
    """Where one can sail or swim but for rivers, where every hex is entered for this price."""
    ways = seaways(book, enemy_gate=enemy_gate)
    return Table(book, lambda here: tuple([(there, times * price) for there, times in ways[here][0]]))


def at_stroke(step: int, air: str) -> int:
    """What a stroke costs in this weather (R6.3.2)."""
    return 2 * step if air == "rain" else step


def sea_steps(book: Book, sky: tuple[str, ...], sailing: Sailing, here: int, *, nightless: bool) -> Steps:
    """Where one can sail or swim, and for how much (R11.4.1, R11.4.2, R6.3.2, R14.6.1, R14.7)."""
    hexes, _ = seaways(book, enemy_gate=sailing.enemy_gate)[here]
    step = stroke(sailing, nightless=nightless)
    found = tuple([(there, times * at_stroke(step, sky[there])) for there, times in hexes])
    return found + river_steps(book, sky, sailing, here, step)


def river_steps(book: Book, sky: tuple[str, ...], sailing: Sailing, here: int, step: int) -> Steps:
    """Onto which river hexsides one can go."""
    _, rivers = seaways(book, enemy_gate=sailing.enemy_gate)[here]
    return tuple([(book.size + river, step) for river in rivers if navigable(book, sky, sailing, river)])


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
    return Table(book, lambda place: tuple((there, POINT) for there in book.near[place]), POINT)


# ---- how far


class Reach:
    """Every place that can be reached with so many points: its price, and the place before it."""

    __slots__ = ("before", "goals", "met", "named", "places", "points", "prices", "shut")

    def __init__(
        self,
        points: int,
        prices: dict[int, int],
        before: dict[int, int],
        places: tuple[int, ...],
        met: frozenset[int] = frozenset(),
        shut: frozenset[int] = frozenset(),
    ) -> None:
        self.points = points
        self.prices = prices  # the cheapest first
        self.before = before
        self.places = places  # in their order, but for the start
        self.met = met  # those of the places that stop
        self.shut = shut  # what else could be reached if it were not barred
        self.goals: tuple[Go, ...] | None = None  # once somebody has asked for them
        self.named: tuple[tuple[str, int], ...] | None = None

    def holds(self, stops: Set[int], barred: Set[int]) -> bool:
        """Whether it is the same reach where this is in the way: nothing else of it is within reach."""
        known = self.prices.keys()
        return known.isdisjoint(barred) and known & stops == self.met and self.shut <= barred

    def is_free(self) -> bool:
        """Whether nothing is in the way."""
        return not (self.met or self.shut)

    def within(self, places: list[int]) -> Reach:
        """The same ways to some of the places."""
        return Reach(self.points, self.prices, self.before, tuple(places))

    def shorter(self, points: int) -> Reach:
        """What fewer points reach, where nothing is in the way."""
        near = dict(itertools.takewhile(lambda found: found[1] <= points, self.prices.items()))
        before = {place: self.before[place] for place in near}
        return Reach(points, near, before, tuple([place for place in self.places if place in near]))

    def going(self, every: Sequence[Go]) -> tuple[Go, ...]:
        """The going to each place, of all that there are."""
        if self.goals is None:
            self.goals = tuple([every[place] for place in self.places])
        return self.goals

    def told(self, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """Every place by name, with its price."""
        if self.named is None:
            prices = self.prices
            self.named = tuple([(names[place], prices[place]) for place in self.places])
        return self.named

    def path(self, goal: int) -> list[int]:
        """The places on the way to a goal, the start left out."""
        way, before = [goal], self.before
        while before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        return way[-2::-1]

    def stop(self, goal: int, points: int) -> int:
        """How far so many points take one on the way to a goal; the first place, where a step is free."""
        prices, before, place = self.prices, self.before, goal
        last = before[place]
        while prices[place] > points or (prices[last] == prices[place] and before[last] != last):
            place, last = last, before[last]
        return place


OPEN: frozenset[int] = frozenset()


@functools.lru_cache(maxsize=MOST_REACHES)
def reaches(table: Table, start: int) -> list[Reach]:
    """The reaches from a place that are known, with more or fewer points or something else in the way."""
    return []


def reach(table: Table, start: int, points: int, stops: Set[int] = OPEN, barred: Set[int] = OPEN) -> Reach:
    """Every place that can be reached: movement ends in what `stops` it and never enters what is `barred`.

    Only what lies within reach matters, so others who go the same way, or farther, or in other weather
    elsewhere, mostly find the answer known.
    """
    if start in barred:
        barred = barred - {start}
    calm, mixed = table.calm, table.mixed
    if calm is not None:
        found = recalled(calm, start, points, stops, barred)
        if found is not None and found.prices.keys().isdisjoint(mixed):
            return found
    found = recalled(table, start, points, stops, barred)
    if found is None:
        found = explore(table, start, points, stops, barred)
        alike = calm if calm is not None and found.prices.keys().isdisjoint(mixed) else table
        keep(alike, start, found)
    return found


def recalled(table: Table, start: int, points: int, stops: Set[int], barred: Set[int]) -> Reach | None:
    """The reach from a place if it is known, or one with more points of which it is the beginning."""
    known = reaches(table, start)
    for each in known:
        if each.points == points and each.holds(stops, barred):
            return each
    for each in known:
        if each.points > points and each.is_free() and each.holds(stops, barred):
            made = each.shorter(points)
            keep(table, start, made)
            return made
    return None


def keep(table: Table, start: int, found: Reach) -> None:
    """Remember a reach from a place."""
    known = reaches(table, start)
    if len(known) >= MOST_KNOWN:
        known.clear()
    known.append(found)


def explore(table: Table, start: int, points: int, stops: Set[int], barred: Set[int]) -> Reach:
    """The reach from a place, shelf by shelf of equal price."""
    before, found, shut = {start: start}, dict[int, int](), list[int]()
    prices = [points + 1] * table.size  # of every place, as far as it is known
    prices[start] = 0
    shelves: list[list[int]] = [[] for _ in range(points + 1)]
    shelves[0].append(start)
    last = points - table.cheapest  # who has spent more goes nowhere
    known = table.known
    for spent, shelf in enumerate(shelves):
        for place in shelf:  # grows while it is read where a step is free
            if prices[place] != spent:
                continue
            if place in barred:
                shut.append(place)
                continue
            found[place] = spent
            if spent > last or (place in stops and place != start):
                continue
            for there, cost in known[place] if place in known else table[place]:
                price = spent + cost
                if price < prices[there]:
                    prices[there] = price
                    before[there] = place
                    shelves[price].append(there)
    places = sorted(found)
    places.remove(start)
    for place in shut:
        del before[place]
    return Reach(points, found, before, tuple(places), frozenset(found.keys() & stops), frozenset(shut))


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
