"""The map of Fate as a picture: what never changes in a game, and where everything lies on it."""

import functools
from collections.abc import Iterator

from fimbul.core import Node
from fimbul.core.grids import HEX_DIRECTIONS, Layout, Point
from fimbul.core.svg import label, lines, use
from fimbul.core.wording import capital
from fimbul.games.fate.library.book import book_of
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.library.rows import Library
from fimbul.games.fate.table import art

SIZE = 30.0  # from the middle of a hex to a corner
TERRAIN = {
    "plains": "plains",
    "forest": "forest (cover)",
    "mountain": "mountain",
    "lake": "lake",
    "town": "town",
}


class Chart:
    """Where everything lies on a map, and its picture."""

    def __init__(self, library: Library | None) -> None:
        book = book_of(library)
        self.book, self.land = book, book.land
        self.areas = {(area.x, area.y): area for area in book.library.areas}
        plain = Layout("pointy", SIZE)
        centres = [plain.centre(place) for place in self.areas]
        left, top = min(x for x, _ in centres), min(y for _, y in centres)
        self.layout = Layout("pointy", SIZE, 26 - left, SIZE - top)
        self.wide = max(x for x, _ in centres) - left + 52
        self.high = max(y for _, y in centres) - top + 2 * SIZE
        self.middle = self.layout.centre(self.land.middle)
        self.town = self.outline(
            [at for at, area in self.areas.items() if area.terrain == "town"], self.middle
        )
        self.hexes = tuple(self.hex_nodes())
        self.names = Node(
            id="names",
            svg="".join(self.name_labels()),
            x=round(self.middle[0]),
            y=round(self.middle[1]),
            layer=1,
            classes="names",
        )
        self.ground = art.DEFS + self.picture()

    def at(self, x: int, y: int) -> Point:
        """The middle of an area."""
        return self.middle if self.land.at.get((x, y)) == TOWN else self.layout.centre((x, y))

    def hex_nodes(self) -> Iterator[Node]:
        """What a person touches to choose an area."""
        svg = f'<path class="h" d="{art.HEX}"/>'
        for (x, y), area in self.areas.items():
            if area.terrain == "town":
                continue
            cx, cy = self.layout.centre((x, y))
            name = capital(self.book.spots[self.land.at[x, y]])
            kind = TERRAIN[area.terrain]
            told = "" if kind in name.lower() else f": {kind}"
            road = ", with a road" if area.road else ""
            yield Node(
                id=f"hex:{x},{y}",
                svg=svg,
                x=round(cx, 1),
                y=round(cy, 1),
                classes="hex",
                title=f"{name}{told}{road}",
            )

    def outline(self, cells: list[tuple[int, int]], origin: Point = (0, 0)) -> str:
        """The border around some hexes, as a path."""
        inside = set(cells)
        sides: dict[tuple[int, int], tuple[Point, Point]] = {}
        for cell in cells:
            corners = self.layout.corners(cell)
            for side, (q, r) in enumerate(HEX_DIRECTIONS):
                if (cell[0] + q, cell[1] + r) not in inside:
                    one, two = corners[side], corners[(side + 1) % 6]
                    sides[round(one[0]), round(one[1])] = one, two
        path = ""
        while sides:
            start, (_, here) = sides.popitem()
            path += f"M{start[0] - origin[0]:.0f} {start[1] - origin[1]:.0f}"
            while (key := (round(here[0]), round(here[1]))) in sides:
                path += f"L{here[0] - origin[0]:.0f} {here[1] - origin[1]:.0f}"
                _, here = sides.pop(key)
            path += "z"
        return path

    def picture(self) -> str:
        """The ground, the roads, the ways of the monsters, and the names."""
        parts = ['<rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>']
        for terrain in art.GROUND:
            cells = [at for at, area in self.areas.items() if area.terrain == terrain]
            tops = (self.layout.centre(cell) for cell in cells)
            d = "".join(f"M{x:.1f} {y - SIZE:g}l26 15v30l-26 15-26-15v-30z" for x, y in tops)
            parts.append(f'<path class="{terrain}" d="{d}"/>')
        parts.append(f'<path class="road" d="{self.roads()}"/><path class="lane" d="{self.roads()}"/>')
        for (x, y), area in self.areas.items():
            shapes = art.GROUND.get(area.terrain, ())
            if shapes and not (area.road and area.terrain == "plains"):
                cx, cy = self.layout.centre((x, y))
                parts.append(use(f"{area.terrain}{(5 * x + 3 * y) % len(shapes)}", round(cx), round(cy)))
        parts.append(f'<path class="hint" d="{self.hints()}"/>')
        for place in self.book.library.places:
            cells = [at for at, area in self.areas.items() if area.location == place.id]
            if cells and place.border in ("red", "yellow") and place.id != "grimheim":
                parts.append(f'<path class="{place.border}" d="{self.outline(cells)}"/>')
        mx, my = self.middle
        town = f'<path class="site" d="{self.town}"/><path class="wall" d="{self.town}"/>'
        town += f'<path class="stakes" d="{self.town}"/>'
        parts.append(f'<g transform="translate({mx:g} {my:g})">{town}</g>')
        return "".join(parts)

    def roads(self) -> str:
        """Every road as a curve from one side of an area to the other."""
        d = ""
        for at, area in self.areas.items():
            if not area.road:
                continue
            x, y = self.layout.centre(at)
            nx, ny = self.forward(at)
            before = [
                (at[0] + q, at[1] + r)
                for q, r in HEX_DIRECTIONS
                if (other := self.areas.get((at[0] + q, at[1] + r))) is not None
                and other.road
                and self.next(other.x, other.y) == at
            ]
            starts = [self.layout.centre(cell) for cell in before]
            end = f"Q{x:.0f} {y:.0f} {(x + nx) / 2:.0f} {(y + ny) / 2:.0f}"
            d += "".join(f"M{(x + bx) / 2:.0f} {(y + by) / 2:.0f}{end}" for bx, by in starts)
            if not starts:
                d += f"M{x:.0f} {y:.0f}{end}"
        return d

    def next(self, x: int, y: int) -> tuple[int, int]:
        """The hex that monsters go to from here."""
        q, r = HEX_DIRECTIONS[(self.areas[x, y].dir - 1) // 2]
        return x + q, y + r

    def forward(self, at: tuple[int, int]) -> Point:
        """The middle of the hex that monsters go to."""
        return self.layout.centre(self.next(*at))

    def hints(self) -> str:
        """A small mark in every area for where monsters go."""
        d = ""
        for at, area in self.areas.items():
            if area.dir:
                (x, y), (nx, ny) = self.layout.centre(at), self.forward(at)
                dx, dy = (nx - x) / 52, (ny - y) / 52
                tx, ty = x + 23 * dx, y + 23 * dy
                d += f"M{tx - 5 * dx + 4 * dy:.0f} {ty - 5 * dy - 4 * dx:.0f}L{tx:.0f} {ty:.0f}"
                d += f"L{tx - 5 * dx - 4 * dy:.0f} {ty - 5 * dy + 4 * dx:.0f}"
        return d

    def name_labels(self) -> Iterator[str]:
        """The names of the locations, each in the middle of its areas; they lie above what glows."""
        mx, my = round(self.middle[0]), round(self.middle[1])
        for place in self.book.library.places:
            cells = [at for at, area in self.areas.items() if area.location == place.id]
            if place.id == "grimheim":
                yield label(place.name, 0, 92, "name")
            elif cells:
                centres = [self.layout.centre(cell) for cell in cells]
                x = sum(x for x, _ in centres) / len(cells)
                y = sum(y for _, y in centres) / len(cells)
                x, y = round(x) - mx, y + 5 + (17 if len(cells) == 1 else 0) - my
                if len(cells) < 8:
                    yield from lines(place.name, x, y, 15, "name")
                else:
                    yield label(place.name, x, round(y), "name")


@functools.lru_cache(maxsize=16)
def chart_of(library: Library | None) -> Chart:
    """The map of a game."""
    return Chart(library)
