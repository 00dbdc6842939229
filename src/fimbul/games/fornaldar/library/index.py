"""Everything that is worked out once from the data and the scenario: the numbers of things, and the map."""

import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from fimbul.core.grids import Hex
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.library.rows import POINT, RACES, RANKS, Fortress, Library, PowerPlace, Scenario

WATER = ("sea", "coastal", "lake", "lakeside")  # where ships can be
NAVIGABLE = ("river_major", "river_minor")
DESTROYED = ("csp", "escort", "ship", "character", "fortress")  # scored at once; all else at the end
SERIALS = itertools.count()
MOST_DRAWN = 16_384  # drawings and words that a book keeps: those of some hundred games at once

T = TypeVar("T")


def axial(name: str) -> Hex:
    """The place of a hex by its printed number: odd columns lie half a hex lower."""
    return Hex.from_offset(int(name[:2]), int(name[2:4]), "odd")


class Book:
    """A library, with the things of one scenario by number.

    A hex is a number (`node`), so is a character (`cast`), a ship (`fleet`), an item (`relics`), a banner and
    a group.  `rivers` are the hexsides on which ships can be.
    """

    def __init__(self, library: Library, scenario: str) -> None:
        self.serial = next(SERIALS)  # tells it from every other book of this run
        self.library = library
        self.scenario: Scenario = next(each for each in library.scenarios if each.id == scenario)
        self.setup = tuple(place for place in library.setup if place.scenario == scenario)
        self.name_things()
        self.read_charts()
        self.draw_map()
        self.count_points()
        self.find_rivers()
        self.places_told: dict[str, str] = {}  # hexes and rivers in words, as they are first asked for
        self.drawn: dict[Hashable, Any] = {}  # what was drawn and told of pieces, by what they are

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was drawn or told before of the same; most pieces are as they were, for everybody."""
        known = self.drawn
        found: T | None = known.get(key)
        if found is None:
            if len(known) >= MOST_DRAWN:
                known.clear()
            found = known[key] = make()
        return found

    def name_things(self) -> None:
        """Give a number to all that comes into the scenario."""
        library, here = self.library, {place.what for place in self.setup}
        self.cast = tuple(each for each in library.characters if each.id in here)
        self.fleet = tuple(each for each in library.ships if each.id in here)
        self.relics = library.items
        self.commanding = tuple(n for n, each in enumerate(self.relics) if each.command > 0)
        self.torques = tuple(n for n, each in enumerate(self.relics) if "torque" in each.powers)  # R21.59
        self.banners = library.banners
        self.groups = library.groups
        self.leader = {each.id: number for number, each in enumerate(self.cast)}
        self.ship = {each.id: number for number, each in enumerate(self.fleet)}
        self.relic = {each.id: number for number, each in enumerate(self.relics)}
        self.enchantment = {each.id: number for number, each in enumerate(library.enchantments)}
        self.banner = {each.id: number for number, each in enumerate(self.banners)}
        self.group = {each.id: number for number, each in enumerate(self.groups)}
        self.leader_group = [0] * len(self.cast)
        self.ship_group = [0] * len(self.fleet)
        for place in self.setup:
            if place.kind == "character":
                self.leader_group[self.leader[place.what]] = self.group[place.group]
            elif place.kind == "ship":
                self.ship_group[self.ship[place.what]] = self.group[place.group]
        self.present = frozenset(self.group[place.group] for place in self.setup if place.group in self.group)
        self.race = {race: number for number, race in enumerate(RACES)}
        self.banner_race = tuple(self.race[each.race] for each in self.banners)
        self.leader_race = tuple(self.race[each.race] for each in self.cast)
        self.leader_rank = tuple(RANKS.index(each.rank) for each in self.cast)
        self.leader_banner = tuple(self.banner.get(each.banner, -1) for each in self.cast)
        self.home = tuple(each.home for each in self.cast)
        self.claimed = tuple(
            sorted({self.leader_group[n] for n, each in enumerate(self.cast) if each.skill == "claimant"})
        )  # kingdoms whose succession is not decided (R24.2.2.3)
        paces = [person.allowance for person in self.cast] + [ship.allowance for ship in self.fleet]
        paces += [banner.allowance for banner in self.banners]
        self.brisk = min(paces) >= 4 * POINT  # whoever has not moved has points left, even if halved twice
        self.voices = tuple(n for n, each in enumerate(self.cast) if each.skill == "far_voice")  # R23.8
        self.woodless = frozenset(n for n, each in enumerate(self.cast) if each.skill == "no_woods")  # R23.10

    def draw_map(self) -> None:
        """The hexes and what lies between them."""
        library, scenario = self.library, self.scenario
        self.ground = library.ground
        self.node = {each.hex: number for number, each in enumerate(self.ground)}
        self.names = tuple(each.hex for each in self.ground)
        self.places = tuple(axial(name) for name in self.names)
        self.placed: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, spot in enumerate(self.places):
            self.placed[spot].append(number)
        self.size = len(self.ground)
        aspects = dict(scenario.aspects)
        self.aspect = tuple(aspects.get(each.hex, each.aspect) for each in self.ground)
        self.kingdom = tuple(self.group.get(each.kingdom, -1) for each in self.ground)
        self.realm = {
            group: frozenset(hex_ for hex_, each in enumerate(self.kingdom) if each == group)
            for group in (-1, *range(len(self.groups)))
        }  # the hexes of each group
        self.land = tuple(any(kind not in ("sea", "lake") for kind in each.terrain) for each in self.ground)
        self.watery = tuple(each.water in WATER for each in self.ground)
        self.near = self.neighbourhoods()
        self.sides: dict[tuple[int, int], frozenset[str]] = {}
        kinds: dict[tuple[int, int], set[str]] = defaultdict(set)
        for edge in library.edges:
            one, other = self.node[edge.hex], self.node[edge.other]
            kinds[one, other].add(edge.kind)
            kinds[other, one].add(edge.kind)
        self.sides = {pair: frozenset(found) for pair, found in kinds.items()}
        self.fortress: list[Fortress | None] = [None] * self.size
        for fortress in library.fortresses:
            if not fortress.scenarios or scenario.id in fortress.scenarios:
                held = self.fortress[self.node[fortress.hex]]
                if held is None or held.kind == "fynvirke":
                    self.fortress[self.node[fortress.hex]] = fortress
        walls = {fortress.hex: fortress for fortress in library.fortresses if fortress.kind == "fynvirke"}
        self.walls = tuple(walls.get(name) for name in self.names)  # what no ruin takes away (R18.4)
        self.power_place: list[PowerPlace | None] = [None] * self.size
        for place in library.places:
            self.power_place[self.node[place.hex]] = place
        self.power_places = tuple(number for number, place in enumerate(self.power_place) if place)
        self.fort_named = {
            each.name: number for number, each in enumerate(self.fortress) if each and each.name
        }
        self.forts = tuple(number for number, fortress in enumerate(self.fortress) if fortress)
        self.gates = frozenset(
            self.node[name] for number in self.forts if (fort := self.fortress[number]) for name in fort.gates
        )  # closed to the enemies of whoever holds the fortress (R18.7)
        self.fort_group = tuple(
            self.group.get(fortress.kingdom, -1) if fortress else -1 for fortress in self.fortress
        )
        self.gate_forts = tuple(hex_ for hex_ in self.forts if (fort := self.fortress[hex_]) and fort.gates)
        self.openers = {
            number: self.node[each.skill_at]
            for number, each in enumerate(self.cast)
            if each.skill == "opens_place"
        }  # the hexes that only certain characters open, by character
        self.doors = tuple(sorted(set(self.openers.values())))
        self.fort_groups = tuple((hex_, self.fort_group[hex_]) for hex_ in self.forts)

    def read_charts(self) -> None:
        """What every race pays for every row of the terrain effects chart."""
        self.cost = {row.terrain: row.cost for row in self.library.effects}
        self.fights = {row.terrain: row.fights for row in self.library.effects}
        self.overrun = frozenset(row.terrain for row in self.library.effects if row.overrun)
        self.garrison = {each.strength: each.garrison for each in self.library.classes}  # R18.4
        self.keep = {each.strength: each.command for each in self.library.classes}  # R18.4

    def count_points(self) -> None:
        """What gives victory points: for what is destroyed, and what is counted at the end (R22.2, R24)."""
        awards = [each for each in self.library.awards if each.scenario in ("", self.scenario.id)]
        self.spoils: dict[str, int] = {each.kind: each.points for each in awards if each.kind in DESTROYED}
        self.awards = tuple(each for each in awards if each.kind not in DESTROYED)
        self.passed = tuple(
            self.node[name] for each in self.awards if each.kind == "passed" for name in each.what
        )  # ruins of which it matters who was last to pass them
        self.eventful = frozenset((*self.forts, *self.passed))  # hexes where to pass by may mean something

    def neighbourhoods(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of every hex; a part of a split hex has only its own."""
        borders = {
            self.node[part.hex]: {self.node[each] for each in part.borders} for part in self.library.parts
        }
        found = []
        self.halves = {
            number: tuple(
                other for other in borders if other != number and self.places[other] == self.places[number]
            )
            for number in borders
        }  # the other part of a split hex
        for number, place in enumerate(self.places):
            around = [each for spot in (place, *place.neighbours()) for each in self.placed.get(spot, ())]
            around.remove(number)  # the other parts of a split hex stay
            if number in borders:
                around = [each for each in around if each in borders[number]]
            around = [each for each in around if each not in borders or number in borders[each]]
            found.append(tuple(around))
        return tuple(found)

    def find_rivers(self) -> None:
        """The hexsides that ships and mermen can go along (14.7), and how they hang together.

        A hexside is named by its two hexes.  Two of them meet at a corner: they share a hex, and their other
        hexes are neighbours.  A hexside meets the water of a hex at its end.
        """
        self.rivers: list[tuple[int, int, str]] = []
        for (one, other), kinds in sorted(self.sides.items()):
            kind = next((kind for kind in NAVIGABLE if kind in kinds), None)
            if kind is None or one > other:
                continue
            if any("mountain" in self.ground[each].terrain for each in (one, other)):
                continue
            self.rivers.append((one, other, kind))
        self.river = {(one, other): number for number, (one, other, _) in enumerate(self.rivers)}
        self.river_names = tuple(f"{self.names[one]}-h{self.names[other]}" for one, other, _ in self.rivers)
        self.river_named = {f"h{name}": number for number, name in enumerate(self.river_names)}
        self.place_names = tuple(f"h{name}" for name in (*self.names, *self.river_names))  # in the notation
        self.banks: dict[int, tuple[int, ...]] = {}  # the rivers on whose bank a hex lies
        for number, (one, other, _) in enumerate(self.rivers):
            for bank in (one, other):
                self.banks[bank] = (*self.banks.get(bank, ()), number)
        self.river_links: list[tuple[int, ...]] = []
        self.river_mouths: list[tuple[int, ...]] = []
        for one, other, _ in self.rivers:
            ends = [hex_ for hex_ in self.near[one] if hex_ in self.near[other]]
            links = []
            for end in ends:
                for bank in (one, other):
                    pair = (bank, end) if bank < end else (end, bank)
                    if pair in self.river:
                        links.append(self.river[pair])
            self.river_links.append(tuple(links))
            mouths = [end for end in (*ends, one, other) if self.watery[end]]
            self.river_mouths.append(tuple(dict.fromkeys(mouths)))
        self.mouth_of: dict[int, tuple[int, ...]] = {}
        for number, open_to in enumerate(self.river_mouths):
            for each in open_to:
                self.mouth_of[each] = (*self.mouth_of.get(each, ()), number)

    def distance(self, one: int, other: int) -> int:
        """How many hexes it is from one to the other; the parts of a split hex are neighbours (R14.2.5)."""
        (q, r), (there_q, there_r) = self.places[one], self.places[other]
        q, r = q - there_q, r - there_r
        if (q < 0) == (r < 0):
            return abs(q + r) or one != other
        q, r = abs(q), abs(r)
        return q if q > r else r

    @functools.cache  # noqa: B019  # books are kept for the whole run
    def within(self, hex_: int, radius: int) -> tuple[int, ...]:
        """The hexes within so many of a hex, by number, itself among them."""
        if not radius:
            return (hex_,)  # without the other part of a split hex
        here, placed = self.places[hex_], self.placed
        around = [
            (here.q + q, here.r + r)
            for q in range(-radius, radius + 1)
            for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)
        ]
        return tuple(sorted([number for place in around if place in placed for number in placed[place]]))

    def title(self, hex_: int) -> str:
        """What is printed on a hex: the name of the place, of its fortress or of its Place of Power."""
        fort, power = self.fortress[hex_], self.power_place[hex_]
        return self.ground[hex_].name or (fort.name if fort else "") or (power.name if power else "")

    def hex_name(self, hex_: int) -> str:
        """A hex in the notation."""
        return self.place_names[hex_]

    def hex_named(self, name: str) -> int:
        """The hex of a name in the notation, or -1."""
        return self.node.get(name[1:], -1) if name.startswith("h") else -1


@functools.lru_cache(maxsize=16)
def book_of(library: Library | None, scenario: str) -> Book:
    """The book of a scenario; the shipped data where no library is given."""
    return Book(library or load_library(), scenario)
