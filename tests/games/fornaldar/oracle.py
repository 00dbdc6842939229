"""What movement costs, once more and slowly: written from the rules page, to compare the engine with.

Hexes are names, costs are fractions of movement points, and the chart of R11.4.3 stands here in full.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from fimbul.games.fornaldar.library.rows import Library

HALF = Fraction(1, 2)
ORDER = ("mundane", "troll", "dwarf", "elf", "merman", "kobold", "jotun", "centaur")
CHART: dict[str, tuple[Fraction | int | None, ...]] = {  # R11.4.3; None: not allowed
    "clear": (1, 1, 1, 1, 1, 1, 1, 1),
    "woods": (2, 2, 2, 1, 2, 2, 1, 2),
    "forest": (3, 2, 3, 1, 3, 2, 2, 4),
    "rough": (2, 2, 1, 2, 3, 1, 1, 3),
    "mountain": (5, 3, 2, 4, 6, 3, 2, 6),
    "marsh": (3, 2, 4, 2, 1, 3, 3, 4),
    "trail": (1, 1, 1, 1, 1, 1, 1, 1),
    "faerie_road": (1, 1, 1, HALF, 1, 1, 1, 1),
    "giants_path": (1, 1, 1, 1, 1, 1, HALF, 1),
    "tunnel": (None, None, 1, None, None, 1, None, None),
    "river_minor": (2, 2, 2, 1, 0, 2, 1, 1),
    "river_major": (None, None, None, None, 0, None, None, None),
    "ferry": (2, 2, 2, 2, 0, 2, 2, 2),
    "pass": (1, 1, 0, 1, 1, 0, 0, 1),
    "fynvirke": (3, 0, 3, 3, 3, 3, 3, 3),
}
Sky = Callable[[str], str]
River = tuple[str, str]
Place = str | River


def pays(row: str, race: str) -> Fraction | None:
    """What a race pays for a row of the chart."""
    figure = CHART[row][ORDER.index(race)]
    return None if figure is None else Fraction(figure)


def beside(name: str) -> Iterator[str]:
    """The numbers of the six hexes around one: odd columns lie half a hex lower."""
    column, row = int(name[:2]), int(name[2:4])
    low = column % 2
    for x, y in ((0, -1), (0, 1), (-1, low - 1), (-1, low), (1, low - 1), (1, low)):
        yield f"{column + x:02}{row + y:02}"


class Map:
    """The map as the data files have it."""

    def __init__(self, library: Library) -> None:
        self.ground = {each.hex: each for each in library.ground}
        self.borders = {part.hex: part.borders for part in library.parts}
        self.edges: dict[frozenset[str], set[str]] = {}
        for edge in library.edges:
            self.edges.setdefault(frozenset((edge.hex, edge.other)), set()).add(edge.kind)

    def near(self, name: str) -> list[str]:
        """The neighbours; parts of split hexes have the borders that the map gives them (R14.2.5)."""
        spots = {*beside(name), name[:4]}
        found = [
            each for spot in spots for each in (spot, f"{spot}b") if each in self.ground and each != name
        ]
        if name in self.borders:
            found = [each for each in found if each in self.borders[name]]
        return [each for each in found if each not in self.borders or name in self.borders[each]]

    def side(self, one: str, other: str) -> set[str]:
        """What is on a hexside."""
        return self.edges.get(frozenset((one, other)), set())

    def dry(self, name: str) -> bool:
        """Whether a hex has land."""
        return self.ground[name].water not in ("sea", "lake")

    def wet(self, name: str) -> bool:
        """Whether ships can be in a hex."""
        return self.ground[name].water != ""

    # ---- on land

    def step(self, here: str, there: str, races: Iterable[str], sky: Sky) -> Fraction | None:
        """What a group pays for a step: the dearest of them, by the cheapest terrain or road for all."""
        if not (self.dry(here) and self.dry(there)):
            return None
        ground, side = self.ground[there], self.side(here, there)
        choices = list(ground.terrain)
        snowed_in = sky(there) == "snow" and "mountain" in ground.terrain
        for road in ("trail", "faerie_road", "giants_path", "tunnel"):
            if road in side and not (snowed_in and road in ("trail", "giants_path")):  # R11.11
                choices.append(road)
        totals = []
        for choice in choices:
            costs = [self.entry(choice, race, here, there, sky) for race in races]
            if None not in costs:
                totals.append(max(cost for cost in costs if cost is not None))
        return min(totals, default=None)

    def entry(self, choice: str, race: str, here: str, there: str, sky: Sky) -> Fraction | None:
        """What one race pays for hex and hexside, going by this terrain or road."""
        weather, road = sky(there), choice in ("trail", "faerie_road", "giants_path")
        if choice == "marsh" and weather == "snow":  # R6.4.6
            choice = "clear"
        price = pays(choice, race)
        if price is None:
            return None
        if weather == "rain" and (choice == "clear" or road):  # R6.3.4
            price += 1
        if weather == "snow":
            if choice in ("clear", "woods", "forest", "rough"):  # R6.4.6
                price += 1
            if choice == "mountain":  # R6.4.1
                price *= 2
        if self.ground[there].fynvirke:  # R11.12
            extra = pays("fynvirke", race)
            assert extra is not None
            price += extra
        if choice == "tunnel":  # under the hexside
            return price
        hexside = self.crossing(race, here, there, sky)
        return None if hexside is None else price + hexside

    def crossing(self, race: str, here: str, there: str, sky: Sky) -> Fraction | None:
        """What one race pays for a hexside."""
        side, both = self.side(here, there), {sky(here), sky(there)}
        total = Fraction(0)
        water = [kind for kind in ("river_minor", "river_major", "no_land_passage") if kind in side]
        if water == ["river_minor"] and both == {"snow"}:  # R6.4.2
            water = []
        if water == ["river_minor"] and both == {"rain"}:  # R6.3.3
            water, side = ["river_major"], side - {"ford"}
        if water and "bridge" not in side and "ford" not in side:
            if "ferry" in side:
                price = pays("ferry", race)
            elif "no_land_passage" in water:
                price = None
            else:
                price = pays(water[0], race)
            if price is None:
                return None
            total += price
        if "pass" in side:
            price = pays("pass", race)
            assert price is not None
            total += price * (2 if both == {"snow"} else 1)
        return total

    def walk(self, races: Iterable[str], sky: Sky) -> Callable[[str], Iterator[tuple[str, Fraction]]]:
        """The steps of a group on land."""
        group = tuple(races)

        def steps(here: str) -> Iterator[tuple[str, Fraction]]:
            for there in self.near(here):
                cost = self.step(here, there, group, sky)
                if cost is not None:
                    yield there, cost

        return steps

    # ---- at sea

    def rivers(self, mermen: bool, sky: Sky) -> list[River]:
        """The hexsides that can be gone along (R14.7, R14.7.3, R14.7.5)."""
        found = []
        for pair, kinds in self.edges.items():
            one, other = sorted(pair)
            if not kinds & {"river_minor", "river_major"}:
                continue
            if any("mountain" in self.ground[each].terrain for each in pair):
                continue
            if {sky(one), sky(other)} == {"snow"}:
                continue
            rain = {sky(one), sky(other)} == {"rain"}
            if "river_major" in kinds or rain or mermen:
                found.append((one, other))
        return found

    def touching(self, river: River) -> list[str]:
        """The four hexes that a hexside touches: its banks, and those at its ends."""
        one, other = river
        return [one, other, *(each for each in self.near(one) if each in self.near(other))]

    def meets(self, one: River, other: River) -> bool:
        """Whether two hexsides share a corner."""
        common = set(one) & set(other)
        if one == other or len(common) != 1:
            return False
        (far,) = set(one) - common
        (away,) = set(other) - common
        return away in self.near(far)

    def sail(
        self, sky: Sky, *, mermen: bool, nightless: bool
    ) -> Callable[[Place], Iterator[tuple[Place, Fraction]]]:
        """The steps of ships, or of swimming mermen, over water and along rivers."""
        usable = self.rivers(mermen, sky)
        unit = HALF if mermen and nightless else Fraction(1)
        at: dict[str, list[River]] = {}
        for river in usable:
            for each in self.touching(river):
                if self.wet(each):
                    at.setdefault(each, []).append(river)

        def into(there: str) -> Fraction:
            cost = unit * (2 if self.ground[there].zone == "normorean" else 1)  # R11.4.1, R11.4.2
            return cost * (2 if sky(there) == "rain" else 1)  # R6.3.2

        def steps(here: Place) -> Iterator[tuple[Place, Fraction]]:
            if isinstance(here, str):
                for there in self.near(here):
                    if self.wet(there) and "no_sea_passage" not in self.side(here, there):
                        yield there, into(there)
                for river in at.get(here, ()):
                    yield river, unit
                return
            for there in self.touching(here):
                if self.wet(there):
                    yield there, into(there)
            for river in usable:
                if self.meets(here, river):
                    yield river, unit

        return steps


def distances(
    start: Any,
    points: Fraction,
    steps: Callable[[Any], Iterator[tuple[Any, Fraction]]],
    ends: Callable[[Any], bool],
) -> dict[Any, Fraction]:
    """The cheapest cost of every place within so many points; where movement `ends` one goes no further."""
    best = {start: Fraction(0)}
    queue: list[tuple[Fraction, str, Any]] = [(Fraction(0), "", start)]
    settled = set()
    while queue:
        spent, _, place = heapq.heappop(queue)
        if place in settled:
            continue
        settled.add(place)
        if place != start and ends(place):
            continue
        for there, cost in steps(place):
            price = spent + cost
            if price <= points and price < best.get(there, price + 1):
                best[there] = price
                heapq.heappush(queue, (price, str(there), there))
    return best
