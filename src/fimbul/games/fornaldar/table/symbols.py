"""The signs of Fornaldar: what grows on the ground, fortresses, crossings, races, ranks and weather."""

from dataclasses import dataclass
from random import Random

from fimbul.core.svg import symbol


@dataclass(frozen=True)
class Glyphs:
    """What is scattered over a kind of ground: shapes from their left foot, how many, and how far apart."""

    shapes: tuple[tuple[str, tuple[int, int]], ...]  # and where the pen is then
    count: int
    apart: float
    wide: int
    rows: tuple[int, int] = (-14, 24)  # how high the feet may stand in the hex

    def spots(self, chance: Random, few: bool) -> list[tuple[int, int]]:
        """Feet in a hex, from the back to the front; `few` leaves room for what else is there."""
        found: list[tuple[int, int]] = []
        for _ in range(7 * self.count):
            y = chance.randint(*((6, 24) if few else self.rows))
            room = 29 - abs(y - 3) * 16 // 28
            x = chance.randint(-room, max(-room, room - self.wide))
            if all((x - ox) ** 2 + ((y - oy) * 1.25) ** 2 > self.apart**2 for ox, oy in found):
                found.append((x, y))
            if len(found) == (max(1, self.count // 3) if few else self.count):
                break
        return sorted(found, key=lambda spot: spot[1])

    def shape(self, chance: Random) -> tuple[str, tuple[int, int]]:
        """One of the shapes, and how far the pen is from its foot at the end."""
        return self.shapes[chance.randrange(len(self.shapes))]


FOOT = (0, 0)
GLYPHS = {
    "clear": Glyphs((("l-1-4m3 4v-5m2 5l1-4", (5, -4)),), 1, 20, 6),
    "woods": Glyphs((("q4-14 8 0z", FOOT), ("q5-16 9 0z", FOOT)), 4, 15, 9),
    "forest": Glyphs((("h8l-4-12z", FOOT), ("h9l-4-14z", FOOT), ("h7l-3-11z", FOOT)), 6, 13, 9),
    "rough": Glyphs((("q6-10 12 0m-5-4v3", (7, -1)), ("q5-9 11 0", (11, 0))), 3, 19, 12),
    "mountain": Glyphs(
        (
            ("l10-20 11 20m-11-20l2 8-4 4 3 8", (11, 0)),
            ("l8-16 9 16m-9-16l2 6-3 4 2 6", (9, 0)),
            ("l11-23 12 23m-12-23l3 9-5 5 3 9", (12, 0)),
        ),
        2,
        21,
        22,
        (4, 20),
    ),
    "marsh": Glyphs(
        (("h13m-10-2l-1-5m4 5v-7m3 7l1-5", (10, -7)), ("h11m-8-2l-1-5m4 5v-6", (6, -8))), 3, 19, 13
    ),
    "sea": Glyphs((("q4-5 8 0t8 0", (16, 0)), ("q4-5 8 0t8 0 8 0", (24, 0))), 1, 30, 20),
}
OMENS = {
    "mundane": ((-26, -1), "h6m-6 3h6"),
    "enchanted": ((-23, -4), "v8m-4-4h8"),
    "wild": ((-27, 3), "l3-6 2 5 3-6"),
}
"""The signs of the aspects of the land: where from the middle of a hex, and the shape."""
FORTRESSES = {
    "stockade": '<path class="keep" d="M-10 9V-4l2.5-4L-5-4l2.5-4L0-4l2.5-4L5-4l2.5-4L10-4V9z"/>'
    '<path class="line" d="M-5-4V9M0-4V9M5-4V9M-10 2H10"/>',
    "castle": '<path class="keep" d="M-12 9V-8h3v3h3v-3h3v5h1v-9h4v9h1v-5h3v3h3v-3h3V9z"/>'
    '<path class="door" d="M-3 9V4a3 3 0 0 1 6 0v5z"/>',
    "broch": '<path class="keep" d="M-9 9q3-8 2-17H7q-1 9 2 17z"/>'
    '<path class="line" d="M-7.5 3h15M-7-3H7"/><path class="door" d="M-2 9V4h4v5z"/>',
    "cave": '<path class="keep" d="M-12 9q1-9 6-12 3-6 8-4 8 2 10 16z"/>'
    '<path class="door" d="M-5 9V4q5-9 10 0v5z"/>',
    "dwarrowdelf": '<path class="keep" d="M-12 9L-3-9 1-4 4-8 12 9z"/>'
    '<path class="door" d="M-4 9V1h8v8z"/><path class="lit" d="M-3-3h6v3h-2v1h-2v-1h-2z"/>',
    "cove": '<path class="keep" d="M-11 9V-3q0-7 7-7v5q-3 0-3 4v5H7v-5q0-4-3-4v-5q7 0 7 7V9z"/>'
    '<path class="door" d="M-1-9h2v4h3v2H1v4h-2v-4h-3v-2h3z"/>',
    "elven_knowe": '<path class="keep" d="M-12 9Q-10-6 0-6T12 9z"/>'
    '<path class="lit" d="M0-14l1.6 4.4L6-8 1.6-6.4 0-2l-1.6-4.4L-6-8l4.4-1.6z"/>'
    '<path class="door" d="M-3 9V5a3 3 0 0 1 6 0v4z"/>',
    "fynvirke": '<path class="keep" d="M-11 7V-3h4v3h4v-3h6v3h4v-3h4V7z"/>',
}
"""Fortresses by kind, around (0, 0)."""
OTHERS = {
    "power": '<circle class="orb" r="9"/>'
    '<path class="spark" d="M0-8l1.9 5L6-6 3.4-1.6 8 0 3.4 1.6 6 6 1.9 3.1'
    ' 0 8-1.9 3.1-6 6-3.4 1.6-8 0-3.4-1.6-6-6-1.9-3z"/>',
    "spring": '<path class="spring" d="M0-6q5 6 5 8.5a5 5 0 0 1-10 0Q-5 0 0-6z"/>'
    '<path class="cross" d="M0-1v6M-3 2h6"/>',
    "ford": '<path class="ford" d="M-5-7V7M0-8V8M5-7V7"/>',
    "bridge": '<path class="span bed" d="M0-9V9"/><path class="span" d="M-6-9l3 3V6l-3 3M6-9L3-6V6l3 3"/>',
    "ferry": '<circle class="quay" r="9"/><path class="boat" d="M-7 1H7L4.5 5.5H-4.5zM-1-7l5 7h-5z"/>',
    "rose": '<g class="rose"><path d="M0-80L14-14 80 0 14 14 0 80-14 14-80 0-14-14z"/>'
    '<path class="pale" d="M0-80V0L14-14zM80 0H0L14 14zM0 80V0L-14 14zM-80 0H0L-14-14z"/>'
    '<path d="M22-22L46-46 30-14zM22 22L46 46 14 30zM-22 22L-46 46-30 14zM-22-22L-46-46-14-30z"/>'
    '<text y="-88">N</text></g>',
    "pass": '<path class="pass" d="M-8-7q5 7 0 14M8-7q-5 7 0 14"/>',
}
RACES = {
    "mundane": "M-1.5-10H1.5V2H5V5H1.5V10H-1.5V5H-5V2H-1.5z",
    "troll": "M-10-9Q-8-4-5-4-4-7 0-7T5-4Q8-4 10-9 12-1 7 1 7 9 0 9T-7 1Q-12-1-10-9z",
    "dwarf": "M-8-9H8V-2H2.5V10H-2.5V-2H-8z",
    "elf": "M0-11Q9-1 1.5 6.5V11H-1.5V6.5Q-9-1 0-11z",
    "merman": "M-1.5 10V2H-7V-9H-4V-1H-1.5V-10H1.5V-1H4V-9H7V2H1.5V10z",
    "kobold": "M-10-2Q0-13 10-2L8 0Q5-4 2-5V10H-2V-5Q-5-4-8 0z",
    "jotun": "M-11 9L-6-9-2-1 0-10 2-1 6-9 11 9z",
    "centaur": "M-8 9V-1A8 8 0 0 1 8-1V9H3.5V-1A3.5 3.5 0 0 0-3.5-1V9z",
}
"""The signs of the races, around (0, 0)."""
SIGNS = {
    "rank-king": '<path class="gold" d="M-6 5L-7-4-3-1 0-6 3-1 7-4 6 5z"/>',
    "rank-marshal": '<path class="pin" d="M-4-4L0-7 4-4V-1.5L0-4.5-4-1.5zM-4 1L0-2 4 1V3.5'
    'L0 .5-4 3.5zM-4 6L0 3 4 6V6H-4z"/>',
    "rank-captain": '<path class="pin" d="M-4 0L0-3 4 0V2.5L0-.5-4 2.5z"/>',
    "hero": '<path class="star" d="M0-6.5L1.7-2H6.5L2.7.9 4.1 5.6 0 2.8-4.1 5.6-2.7.9-6.5-2H-1.7z"/>',
    "enchanter": '<path class="rune" d="M3-6A6 6 0 1 0 6 3 5 5 0 0 1 3-6z'
    'M4-2L5-4 6-2 8-1 6 0 5 2 4 0 2-1z"/>',
    "escort": '<path class="guardian" d="M-4.5-5H4.5V0Q4.5 4 0 6-4.5 4-4.5 0z"/>',
    "drop": '<path class="drop" d="M0-6Q5 0 5 3A5 5 0 0 1-5 3Q-5 0 0-6z"/>',
    "wave": '<path class="weave" d="M-12 0q3-4 6 0t6 0 6 0 6 0"/>',
    "glint": '<path class="bolt" d="M0-5L1-1 5 0 1 1 0 5-1 1-5 0-1-1z"/>',
    "sky-rain": '<path class="rainy" d="M-14-12l-4 8M-2-14l-4 8M10-12l-4 8M-8 2l-4 8M4 0l-4 8M16 2l-4 8"/>',
    "sky-snow": '<g transform="translate(0 -2)">'
    '<path class="flakes" d="M0-12V12M-10.4-6l20.8 12M-10.4 6l20.8-12"/>'
    '<path class="snowy" d="M0-12V12M-10.4-6l20.8 12M-10.4 6l20.8-12"/></g>',
    "sky-storm": '<path class="bolt" d="M3-14L-8 2H-1L-4 14 8-3H1z"/>',
}
"""Small signs on pieces."""


DEFS = "".join(
    (
        *(symbol(name, shape) for name, shape in (FORTRESSES | OTHERS | SIGNS).items()),
        *(symbol(f"race-{race}", f'<path d="{d}"/>') for race, d in RACES.items()),
    )
)
