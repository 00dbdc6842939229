"""The map of Fornaldar as a picture: what never changes in a game.

What has the same look is one path: a map of 2500 hexes must stay small, and quick to zoom.  The coast is a
drawing of its own (`data/coast.csv`), made so that every hex and hexside has about its share of land
(`tools/fornaldar_coast.py`).
"""

import csv
import functools
import io
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources
from random import Random

from fimbul.core.grids import Hex, groups
from fimbul.core.svg import use
from fimbul.games.fornaldar.library.rows import ROADS, Fortress, Library
from fimbul.games.fornaldar.table import art
from fimbul.games.fornaldar.table.drafting import (
    COLUMN,
    COLUMNS,
    CORNERS,
    HIGH,
    ROWS,
    Point,
    bend,
    centre,
    half,
    hex_at,
    hexes,
    inner,
    middle,
    nearest,
    number_of,
    numbers,
    on_map,
    outline,
    path,
    place_of,
    side_between,
    twice,
    veins,
)
from fimbul.games.fornaldar.table.symbols import DEFS, GLYPHS, OMENS

EDGE = 34  # of the frame around the map
INNER = (0, 0, COLUMN * COLUMNS + 16, HIGH * ROWS + 28)
BOX = (-EDGE, -EDGE, INNER[2] + 2 * EDGE, INNER[3] + 2 * EDGE)
"""The whole map: left, top, width, height."""
GROUNDS = ("woods", "forest", "rough", "mountain", "marsh")  # clear ground is what lies under them
ASPECTS = ("mundane", "enchanted", "wild")
RIVERS = ("river_minor", "river_major")
CROSSINGS = ("ford", "bridge", "ferry", "pass")
DIGITS = (  # 3 wide and 6 high, from the upper left corner
    "m0 2q0-2 1.5-2t1.5 2v2q0 2-1.5 2t-1.5-2z",
    "m.5 1.2l1-1.2v6",
    "m0 1.5q0-1.5 1.5-1.5t1.5 1.5q0 1-1.5 2.5l-1.5 2h3",
    "h3l-1.7 2.4q1.7 0 1.7 1.7 0 1.9-1.6 1.9-1 0-1.4-.7",
    "m2 6v-6l-2 4h3",
    "m3 0h-2.5l-.3 2.5q2.8-.6 2.8 1.6 0 1.9-1.5 1.9-1 0-1.5-.7",
    "m2.5 0q-2.5 1.5-2.5 4 0 2 1.5 2t1.5-1.8-1.5-1.7-1.5 1.5",
    "h3l-1.8 6",
    "m1.5 2.8q-1.3 0-1.3-1.4t1.3-1.4 1.3 1.4-1.3 1.4q-1.5 0-1.5 1.6t1.5 1.6 1.5-1.6-1.5-1.6z",
    "m.5 6q2.5-1.5 2.5-4 0-2-1.5-2t-1.5 1.8 1.5 1.7 1.5-1.5",
)
TILES = (  # what one can touch: a hex, a river hexside
    '<path id="hx" d="M-15-26H15L30 0 15 26H-15L-30 0z"/>'
    '<rect id="rv" x="-13" y="-10" width="26" height="20" rx="10"/>'
)
PART = 480  # the width of a part of the map that is drawn in one go
ROSE = (190, 420)  # where the compass lies
SEAS = {"normorean": "Normorean Sea", "vester": "Vester Sea", "oster": "Oster Sea", "sunde": "The Sunde"}
TILTS = (0, -15, 15, -30, 30, -45, 45)  # degrees that a large name may be turned
LEAST, MOST = 34, 80  # heights of large letters
STYLE = art.STYLE


@functools.cache
def coast() -> dict[str, str]:
    """The drawing of the coast by kind: rings of `land`, in it `sea` and `lake`, shoals; hexes of `water`."""
    text = (resources.files("fimbul.games.fornaldar") / "data" / "coast.csv").read_text("utf-8")
    found: dict[str, str] = defaultdict(str)
    for row in csv.DictReader(io.StringIO(text)):
        found[row["kind"]] += row["path"]
    return dict(found)


class Chart:
    """The picture of the map of a scenario."""

    def __init__(self, library: Library, scenario_id: str) -> None:
        self.library = library
        self.scenario = next(each for each in library.scenarios if each.id == scenario_id)
        self.ground = {place_of(each.hex): each for each in library.ground if len(each.hex) == 4}
        self.around = {place: nearest(place) for place in self.margin()} | {
            place: place for place in self.ground
        }
        self.aspects = {place: each.aspect for place, each in self.ground.items()}
        for hex_id, aspect in self.scenario.aspects:
            self.aspects[place_of(hex_id)] = aspect
        self.sides: dict[str, list[tuple[Hex, Hex]]] = defaultdict(list)
        for edge in library.edges:
            one, other = place_of(edge.hex), place_of(edge.other)
            if one != other:
                self.sides[edge.kind].append((one, other))
        self.forts = tuple(self.standing(library.fortresses))
        self.busy = {place_of(fort.hex) for fort in self.forts} | {
            place_of(each.hex) for each in library.places
        }

    def margin(self) -> Iterator[Hex]:
        """The hexes just off the map: half of them show inside the frame."""
        for column in range(COLUMNS + 2):
            yield from (Hex.from_offset(column, row, "odd") for row in (0, ROWS + 1))
        for row in range(1, ROWS + 1):
            yield from (Hex.from_offset(column, row, "odd") for column in (0, COLUMNS + 1))

    def standing(self, fortresses: Iterable[Fortress]) -> Iterator[Fortress]:
        """The fortresses of this scenario."""
        for fortress in fortresses:
            if not fortress.scenarios or self.scenario.id in fortress.scenarios:
                yield fortress

    def dry(self, place: Hex) -> bool:
        """Whether a hex has land."""
        return place in self.ground and any(
            kind not in ("sea", "lake") for kind in self.ground[place].terrain
        )

    # ---- the whole

    def board(self) -> str:
        """The map from the sea floor to the frame."""
        wide, high = INNER[2], INNER[3]
        lines = coast()
        shore = lines["land"] + lines["sea"] + lines["lake"] + self.amended(lines["water"])
        clip = f'<clipPath id="land"><path id="coast" clip-rule="evenodd" d="{shore}"/></clipPath>'
        frame = f'<clipPath id="map"><rect width="{wide}" height="{high}"/></clipPath>'
        return "".join(
            (
                f"<defs>{clip}{frame}{DEFS}{TILES}{self.grid_defs()}</defs>",
                '<rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>',
                '<g clip-path="url(#map)" pointer-events="none">',
                f'<rect class="sea" width="{wide}" height="{high}"/>',
                *self.scattered("sea", "wave"),
                *(path(f"shoal s{number}", lines[f"shoal{number}"]) for number in (1, 2, 3)),
                path("lake", lines["lake"]),
                '<g clip-path="url(#land)">',
                f'<rect class="clear" width="{wide}" height="{high}"/>',
                *self.soils(),
                *self.borders(),
                *(part for kind in ("clear", *GROUNDS) for part in self.scattered(kind, kind)),
                *self.magic(),
                *self.waters(),
                "</g>",
                '<use class="shore" href="#coast"/>',
                path("zones", self.zones()),
                *self.split_hexes(),
                *self.grid(),
                *self.roads(),
                *self.crossings(),
                *self.wall(),
                *self.great_names(),
                use("rose", ROSE[0], ROSE[1]),
                *self.landmarks(),
                *self.labels(),
                "</g>",
                self.frame(),
            )
        )

    def amended(self, water: str) -> str:
        """Hexes that are land or water against the drawn coast, in a map from the player's own files."""
        drawn = set(water.split())
        wet = {number_of(place) for place in self.ground if not self.dry(place)}
        return hexes(place_of(hex_id) for hex_id in sorted(drawn ^ wet))

    # ---- ground

    def soils(self) -> Iterator[str]:
        """The colours of the ground."""
        for kind in GROUNDS:
            places = [place for place, near in self.around.items() if self.ground[near].terrain[0] == kind]
            yield path(f"soil {kind}", outline(places))

    def scattered(self, kind: str, style: str) -> Iterator[str]:
        """The trees, rocks, reeds, tufts and waves of a kind of ground, each hex a little different.

        They are one path for each part of the map, so that a browser can leave out what it does not show.
        """
        glyphs = GLYPHS[kind]
        parts: dict[tuple[int, int], str] = defaultdict(str)
        for place, each in self.ground.items():
            if each.terrain[0] != kind or (kind in ("sea", "clear") and not self.calm(place)):
                continue
            x, y = middle(place)
            chance = Random(x * 4096 + y)
            pen: Point | None = None
            d = ""
            for dx, dy in glyphs.spots(chance, few=place in self.busy):
                shape, (ex, ey) = glyphs.shape(chance)
                step = (
                    f"M{numbers(x + dx, y + dy)}" if pen is None else f"m{numbers(dx - pen[0], dy - pen[1])}"
                )
                d += step + shape
                pen = dx + ex, dy + ey
            parts[x // PART, y // PART] += d
        yield from (path(style, d) for d in parts.values())

    def calm(self, place: Hex) -> bool:
        """Every third hex; of the sea, only where there is nothing but water around."""
        alone = self.dry(place) or not any(self.dry(near) for near in place.neighbours())
        return alone and (place.q - place.r) % 3 == 0

    def magic(self) -> Iterator[str]:
        """The aspects of the land: a tint for each region, and a small sign in each hex."""
        for aspect in ASPECTS:
            region = [place for place, near in self.around.items() if self.aspects[near] == aspect]
            yield path(f"aspect {aspect}", outline(region))
            places = [place for place, kind in self.aspects.items() if kind == aspect and self.dry(place)]
            (dx, dy), shape = OMENS[aspect]
            signs = "".join(f"M{numbers(x + dx, y + dy)}{shape}" for x, y in map(middle, places))
            yield path(f"omen {aspect}", signs)

    def waters(self) -> Iterator[str]:
        """Rivers, along the hexsides."""
        for kind in RIVERS:
            yield path(kind, veins(side_between(*pair) for pair in self.sides[kind]))

    def split_hexes(self) -> Iterator[str]:
        """The water that splits a hex in two (14.2.5), from side to side or corner to corner."""
        parts: dict[str, list[set[str]]] = defaultdict(list)
        for part in self.library.parts:
            parts[part.hex[:4]].append({border[:4] for border in part.borders})
        for hex_id, shares in parts.items():
            place = place_of(hex_id)
            x, y = middle(place)
            belongs = [
                [share for share, borders in enumerate(shares) if number_of(near) in borders]
                for near in place.neighbours()
            ]
            ends = []
            for way, owners in enumerate(belongs):
                (ax, ay), (bx, by) = CORNERS[way], CORNERS[(way + 1) % 6]
                if len(owners) > 1:
                    ends.append((x + (ax + bx) // 2, y + (ay + by) // 2))
                elif len(belongs[way - 1]) == 1 and belongs[way - 1] != owners:
                    ends.append((x + ax, y + ay))
            for start, end in zip(ends[::2], ends[1::2], strict=False):
                yield path("sound bank", f"M{numbers(*start)}{bend(start, (x, y), end)}")
                yield path("sound", f"M{numbers(*start)}{bend(start, (x, y), end)}")

    def borders(self) -> Iterator[str]:
        """Where kingdoms meet: a band and a line."""
        sides = [
            side_between(place, near)
            for place, each in self.ground.items()
            if self.dry(place)
            for near in place.neighbours()[1:4]
            if self.dry(near) and self.ground[near].kingdom != each.kingdom
        ]
        yield twice("marches", veins(sides), "march", "border")

    def zones(self) -> str:
        """Where seas meet."""
        return veins(
            side_between(place, near)
            for place, each in self.ground.items()
            if each.zone and not self.dry(place)
            for near in place.neighbours()
            if near in self.ground
            and self.ground[near].zone not in ("", each.zone)
            and (place < near or self.dry(near))
            and "lake" not in (each.terrain[0], self.ground[near].terrain[0])
        )

    # ---- the grid

    def grid_defs(self) -> str:
        """A row of hexes, and the printed numbers, each drawn once and used for all rows and columns."""
        row = "".join(f"M{x} 28l16-28h32l16 28" for x in range(COLUMN, COLUMN * COLUMNS + 16, 2 * COLUMN))
        row += "".join(f"M{x} 56l16-28h32l16 28" for x in range(0, COLUMN * COLUMNS, 2 * COLUMN))
        columns = "".join(
            digits(column, COLUMN * column - 16 - 9, 6 + (28 if column % 2 else 0))
            for column in range(1, COLUMNS + 1)
        )
        rows = "".join(digits(row, 1, HIGH * (row - 1) + 6) for row in range(1, ROWS + 1))
        return f'<path id="row" d="{row}"/><path id="cc" d="{columns}"/><path id="rr" d="{rows}"/>'

    def grid(self) -> Iterator[str]:
        """All hexsides, and the number of every hex."""
        yield '<g class="grid">'
        yield from (f'<use href="#row" y="{HIGH * row}"/>' for row in range(ROWS))
        yield '</g><g class="hexno">'
        yield from (f'<use href="#cc" y="{HIGH * row}"/>' for row in range(ROWS))
        for column in range(1, COLUMNS + 1):
            yield f'<use href="#rr" x="{COLUMN * column - 16}" y="{28 if column % 2 else 0}"/>'
        yield "</g>"

    # ---- ways

    def roads(self) -> Iterator[str]:
        """Trails, faerie roads, giants' paths and tunnels, from hex to hex."""
        for kind in ROADS:
            yield twice(f"{kind}s", self.ways(self.sides[kind]), f"{kind} bed", kind)

    def ways(self, pairs: Iterable[tuple[Hex, Hex]]) -> str:
        """Ways through the middles of hexes as curves."""
        ends: dict[Hex, list[Point]] = defaultdict(list)
        for one, other in pairs:
            gate = half(middle(one), middle(other))
            ends[one].append(gate)
            ends[other].append(gate)
        d = ""
        for place, gates in sorted(ends.items()):
            here = middle(place)
            if len(gates) == 2:
                d += f"M{numbers(*gates[0])}{bend(gates[0], here, gates[1])}"
            else:
                d += "".join(
                    f"M{numbers(*gate)}l{numbers(here[0] - gate[0], here[1] - gate[1])}" for gate in gates
                )
        return d

    def crossings(self) -> Iterator[str]:
        """Fords, bridges, ferries and passes: a sign on the hexside, turned across it."""
        turns = (60, 120, 0, 60, 120, 0)  # by HEX_DIRECTIONS: how far the side is turned from level
        for kind in CROSSINGS:
            for one, other in self.sides[kind]:
                x, y = half(*side_between(one, other))
                turn = turns[one.neighbours().index(other)]
                angle = f" rotate({turn})" if turn and kind != "ferry" else ""
                yield f'<use href="#{kind}" transform="translate({x} {y}){angle}"/>'

    def wall(self) -> Iterator[str]:
        """The Fynvirke: a wall along the southern sides of its hexes."""
        places = {place for place, each in self.ground.items() if each.fynvirke}
        sides = [
            side_between(place, near)
            for place in sorted(places)
            for near in place.neighbours()[1:4]  # south-east, south, south-west
            if near not in places and not self.north_of(near, places)
        ]
        d = "".join(f"M{numbers(*one)}L{numbers(*other)}" for one, other in sides)
        yield twice("walls", d, "wall", "merlons")

    def north_of(self, place: Hex, places: set[Hex]) -> bool:
        """Whether one of some hexes lies straight below a hex."""
        column, row = place.to_offset("odd")
        return any(each.to_offset("odd")[0] == column and each.to_offset("odd")[1] > row for each in places)

    # ---- signs and names

    def landmarks(self) -> Iterator[str]:
        """Places of Power and fortresses, each with a ring in its hex that pieces do not hide."""
        seats = [fortress for fortress in self.forts if fortress.kind != "fynvirke"]
        yield path("ring power", "".join(inner(place_of(each.hex), 25) for each in self.library.places))
        yield path("ring fort", "".join(inner(place_of(each.hex), 29) for each in seats))
        for power in self.library.places:
            x, y = centre(power.hex)
            yield f'<use href="#power" x="{x + 16}" y="{y - 10}"/>'
            if power.healing:
                yield f'<use href="#spring" x="{x + 16}" y="{y + 5}"/>'
        for fortress in self.forts:
            x, y = centre(fortress.hex)
            if fortress.kind == "fynvirke" and any(
                other.hex == fortress.hex and other is not fortress for other in self.forts
            ):
                continue
            letter = f'<text x="12" y="4">{fortress.strength}</text>'
            yield (
                f'<g class="fort" transform="translate({x - 14} {y - 9})">'
                f'<use href="#{fortress.kind}"/>{letter}</g>'
            )

    def labels(self) -> Iterator[str]:
        """The names of places."""
        named = {fort.hex: fort.name for fort in self.forts if fort.kind != "fynvirke"}
        named |= {power.hex: power.name for power in self.library.places}
        named |= {each.hex[:4]: each.name for each in self.library.ground if each.name}
        for hex_id, name in sorted(named.items()):
            if not name:
                continue
            x, y = centre(hex_id)
            edge, wide = "", art.length(name) * 6
            if x - wide < 4:
                x, edge = 6, " from"
            elif x + wide > INNER[2] - 4:
                x, edge = INNER[2] - 6, " to"
            yield f'<text class="place{edge}" x="{x}" y="{y + 25}">{escape(name)}</text>'
        walls = [
            centre(hex_id) for hex_id in sorted(each.hex for each in self.library.ground if each.fynvirke)
        ]
        if walls:
            x, y = (sum(point[axis] for point in walls) // len(walls) for axis in (0, 1))
            yield f'<text class="place" x="{x - 150}" y="{y + 40}">Fynvirke</text>'

    def great_names(self) -> Iterator[str]:
        """Kingdoms and seas in large letters."""
        banners = {banner.id: banner.name for banner in self.library.banners}
        for group in self.library.groups:
            land = {
                place for place, each in self.ground.items() if each.kingdom == group.id and self.dry(place)
            }
            if group.kingdom and land:
                yield written(banners.get(group.id, group.name), land, "realm")
        seas: dict[str, list[Hex]] = defaultdict(list)
        for place, each in self.ground.items():
            if each.zone and each.terrain[0] == "sea":
                seas[each.zone].append(place)
        for zone, spread in seas.items():
            for part in self.reaches(spread):
                yield written(SEAS.get(zone, zone), set(part), "water")

    def reaches(self, spread: list[Hex]) -> Iterator[list[Hex]]:
        """The widest stretches of a sea, where its name has room; two if they lie far apart."""
        depth = {place: self.depth(place) for place in spread}
        first: Hex | None = None
        for place in sorted(spread, key=lambda place: (-depth[place], place)):
            if first is None or (first.distance(place) > 20 and depth[place] >= 3):
                yield [near for near in spread if near.distance(place) <= 2 + depth[place]]
                if first is not None:
                    return
                first = place

    def depth(self, place: Hex) -> int:
        """How far a hex is from land and from the edge of the map, at most 6."""
        for radius in range(1, 7):
            if any(not on_map(near) or self.dry(near) for near in place.ring(radius)):
                return radius - 1
        return 6

    def frame(self) -> str:
        """The edge of the map, with the numbers of columns and rows."""
        wide, high = INNER[2], INNER[3]
        parts = [
            f'<path class="frame" fill-rule="evenodd" d="M{-EDGE} {-EDGE}h{wide + 2 * EDGE}v{high + 2 * EDGE}'
            f'h{-wide - 2 * EDGE}zM0 0v{high}h{wide}v{-high}z"/>',
            f'<rect class="rule" x="-3" y="-3" width="{wide + 6}" height="{high + 6}"/>',
            f'<rect class="rule outer" x="{6 - EDGE}" y="{6 - EDGE}" width="{wide + 2 * EDGE - 12}"'
            f' height="{high + 2 * EDGE - 12}"/>',
            '<g class="scale">',
        ]
        for column in range(1, COLUMNS + 1):
            x = COLUMN * column - 16
            parts += (f'<text x="{x}" y="{y}">{column:02}</text>' for y in (-11, high + 21))
        for row in range(1, ROWS + 1):
            y = HIGH * row - 14 + 5
            parts += (f'<text x="{x}" y="{y}">{row:02}</text>' for x in (-16, wide + 16))
        return "".join((*parts, "</g>"))


def digits(number: int, x: int, y: int) -> str:
    """A number of two digits as thin lines, nine wide."""
    return "".join(
        f"M{numbers(x + 5 * place, y)}{DIGITS[int(digit)]}" for place, digit in enumerate(f"{number:02}")
    )


def stretch(x: float, y: float, angle: float, places: set[Hex]) -> float:
    """How far one can go both ways along a line through a point without leaving some hexes."""
    step = 16
    dx, dy = step * math.cos(angle), step * math.sin(angle)
    far = 0
    while (
        hex_at(x + (far + 1) * dx, y + (far + 1) * dy) in places
        and hex_at(x - (far + 1) * dx, y - (far + 1) * dy) in places
    ):
        far += 1
    return 2 * far * step


def written(name: str, places: set[Hex], style: str) -> str:
    """A name in large spaced letters, along the longest line within a stretch of hexes."""
    best, x, y, turn = -1.0, 0, 0, 0
    for place in groups(sorted(places), Hex.neighbours)[0]:
        px, py = middle(place)
        depth = sum(near in places for near in place.disk(2)) / 19
        for tilt in TILTS:
            room = stretch(px, py, math.radians(tilt), places) * (1.15 - abs(tilt) / 150) * depth
            if room > best:
                best, x, y, turn = room, px, py, tilt
    room = 0.86 * (stretch(x, y, math.radians(turn), places) + COLUMN)
    size = max(LEAST, min(MOST, room / (1.25 * art.length(name.upper()))))
    space = max(0.02, min(0.5, (room / size - art.length(name.upper())) / len(name)))
    place_at = f"translate({x} {y})" + (f" rotate({turn})" if turn else "")
    return (
        f'<text class="{style}" transform="{place_at}" font-size="{size:.0f}" dy=".35em"'
        f' letter-spacing="{space * size:.0f}">{escape(name)}</text>'
    )


@functools.lru_cache(maxsize=8)
def board(library: Library, scenario_id: str) -> str:
    """The map of a scenario as SVG, the same for a whole game."""
    return Chart(library, scenario_id).board()
