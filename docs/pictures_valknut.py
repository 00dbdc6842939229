"""The pictures of the rules of Valknut, drawn with the shapes of the game; `make pictures` writes them.

A picture is text: one token for each zone, as in the tests of the rules (tests/games/valknut/positions.py),
so that what a picture claims is tested on the position that it shows (tests/docs/test_pictures_valknut.py).
"""

from pathlib import Path

import msgspec

from fimbul.core import Board, Node
from fimbul.games.valknut.library.warbands import KINDS
from fimbul.games.valknut.table.art import BOARD, CELL, STYLE, unit_svg, zone_svg

HERE = Path(__file__).parent
KIND = {band.letter: band.id for band in KINDS}
ZONE = {"*": "v", ",": ".", "~": "."}
SPECIAL = {",": "parley", "~": "bifrost"}

MARKS = """
.arrow{fill:none;stroke-width:6;stroke-linecap:round;marker-end:url(#head)}
.good{stroke:#7ee787}.bad{stroke:#ff6b6b;stroke-dasharray:2 10}
.area{stroke-width:4;fill-opacity:.3}.area.good{fill:#7ee787}.area.bad{fill:#ff6b6b;stroke-dasharray:10 8}
.dead{fill:none;stroke:#ff3b3b;stroke-width:8;stroke-linecap:round}
.note{font:700 19px Georgia,serif;fill:#fff;text-anchor:middle;paint-order:stroke;stroke:#0d141c;
stroke-width:5px}
"""
TIP = (
    '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="3" markerHeight="3" '
    'orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" fill="#fff"/></marker></defs>'
)


class Arrow(msgspec.Struct, frozen=True):
    """From zone to zone."""

    start: tuple[int, int]
    end: tuple[int, int]
    good: bool
    note: str = ""


class Area(msgspec.Struct, frozen=True):
    """A card laid with its north-west zone here, upright (r = 0) or turned to the right (r = 1)."""

    x: int
    y: int
    r: int
    good: bool
    note: str


class Note(msgspec.Struct, frozen=True):
    """Some words, at a place measured in zones."""

    x: float
    y: float
    text: str


class Picture(msgspec.Struct, frozen=True):
    """Zones and units as text, who attacks (drawn as seat 0), who dies, and what is drawn upon them."""

    rows: str
    attacker: str = ""
    dead: tuple[tuple[int, int], ...] = ()
    marks: tuple[Arrow | Area | Note, ...] = ()
    around: tuple[float, float, float, float] = (
        0.2,
        0.2,
        0.2,
        0.2,
    )  # zones of room: left, top, right, bottom


PICTURES: dict[str, Picture] = {
    "parley": Picture(
        """
        , , ~ ~ , ,
        , , ~ ~ , ,
        , , ~ ~ , ,
        , , ~ ~ , ,
        """,
        marks=(
            Note(0.5, 2.5, "player 1"),
            Note(0.5, 0.5, "player 2"),
            Note(4.5, 2.5, "player 3"),
            Note(4.5, 0.5, "player 4"),
            Note(2.5, 1.5, "Bifrost"),
        ),
    ),
    "placement": Picture(
        """
        , ,
        , ,
        , ,
        , ,
        """,
        marks=(
            Area(2, -2, 0, True, "legal"),
            Area(-3, 4, 1, True, "legal, turned"),
            Area(-2, -4, 0, False, "a corner"),
            Area(5, 0, 0, False, "no contact"),
        ),
        around=(3.3, 4.3, 5.3, 2.3),
    ),
    "move": Picture(
        """
        W m m . r .
        . . . . . .
        W . B . . .
        . . . . . .
        """,
        "W",
        marks=(
            Arrow((0, 0), (3, 0), True),
            Arrow((3, 0), (5, 0), False, "a river"),
            Arrow((0, 2), (1, 2), True),
            Arrow((1, 2), (3, 2), False, "an enemy"),
        ),
    ),
    "flank": Picture(
        """
        B U B # B U m # B U
        . . . # . . . # . .
        B U . # m U r # B U
        . . . # . . . # . B
        """,
        "B",
        dead=((1, 0), (5, 0)),
        marks=(
            Note(1, 0.75, "two Goblins"),
            Note(5, 0.75, "an obstacle"),
            Note(8.5, 0.75, "edge: lives"),
            Note(1, 2.75, "one: lives"),
            Note(5, 2.75, "no Goblin: lives"),
            Note(8.5, 1.5, "no axis: lives"),
        ),
    ),
    "giantess": Picture(
        """
        . . . . .
        B G B . .
        m g B . .
        . . . . .
        """,
        "B",
        dead=((1, 1),),
        marks=(Note(3.4, 1, "upper axis"), Note(3.4, 2, "lower axis")),
    ),
    "archery": Picture(
        """
        E . U m # E . . U m
        . . . . # . . . . .
        E m U f # . . . . .
        . . . . # . . . . .
        """,
        "E",
        dead=((2, 0),),
        marks=(
            Note(1.5, 0.75, "killed"),
            Note(1.5, 2.75, "not over a mountain"),
            Note(7, 0.75, "too far"),
        ),
    ),
    "shove": Picture(
        """
        N U . .
        . . . .
        N U m .
        . . . .
        """,
        "N",
        marks=(Arrow((0, 0), (2, 0), True), Arrow((0, 2), (2, 2), False, "not onto a mountain")),
    ),
    "outbreak": Picture(
        """
        U B U
        . B .
        . m .
        . . B
        """,
        "U",
        dead=((1, 0), (1, 1)),
        marks=(Note(1.4, -0.3, "1"), Note(1.4, 0.7, "2")),
    ),
    "stomp": Picture(
        """
        G . * . B . .
        g . . * B B m
        . * . . . . .
        . . . . . . .
        """,
        "G",
        dead=((4, 0), (4, 1), (5, 1)),
        marks=(Arrow((0, 0), (4, 0), True), Note(2, 3.1, "three visible Valknuts")),
    ),
}


def tokens(picture: Picture) -> list[list[str]]:
    """The zones, row by row."""
    return [line.split() for line in picture.rows.strip().splitlines()]


def ground(picture: Picture) -> list[Node]:
    """Zones and units."""
    nodes = []
    for y, row in enumerate(tokens(picture)):
        for x, token in enumerate(row):
            unit = token[0] if token[0].isupper() else ""
            letter = "." if unit or token == "g" else token
            if letter == "#":
                continue
            special = SPECIAL.get(letter)
            zone = ZONE.get(letter, letter)
            svg = zone_svg(zone, special, 7 * x + 11 * y + x * y)
            nodes.append(Node(id=f"zone:{x},{y}", svg=svg, x=x * CELL, y=y * CELL))
            if unit:
                seat = 0 if unit == picture.attacker else 1
                body = unit_svg(KIND[unit], seat, tall=unit == "G")
                nodes.append(
                    Node(id=f"unit:{x},{y}", svg=body, x=x * CELL, y=y * CELL, layer=2, classes=f"seat{seat}")
                )
    return nodes


def note(x: float, y: float, text: str) -> str:
    """A short text."""
    return f'<text class="note" x="{x:g}" y="{y:g}">{text}</text>' if text else ""


def mark_svg(mark: Arrow | Area | Note) -> str:
    """A mark as SVG."""
    if isinstance(mark, Note):
        return note(mark.x * CELL, mark.y * CELL + 6, mark.text)
    kind = "good" if mark.good else "bad"
    if isinstance(mark, Arrow):
        (x1, y1), (x2, y2) = [(x * CELL, y * CELL) for x, y in (mark.start, mark.end)]
        line = f'<path class="arrow {kind}" d="M{x1 + 24} {y1} L{x2} {y2}"/>'
        return line + note((x1 + x2) / 2 + 12, y1 + 46, mark.note)
    wide, high = (2, 4) if mark.r == 0 else (4, 2)
    x, y = (mark.x - 0.5) * CELL, (mark.y - 0.5) * CELL
    area = f'<rect class="area {kind}" x="{x + 3:g}" y="{y + 3:g}" width="{wide * CELL - 6}" '
    area += f'height="{high * CELL - 6}" rx="8"/>'
    return area + note(x + wide * CELL / 2, y + high * CELL / 2 + 6, mark.note)


def draw(picture: Picture) -> str:
    """The picture as SVG."""
    rows = tokens(picture)
    nodes = ground(picture)
    for x, y in picture.dead:
        cross = '<path class="dead" d="M-20-20L20 20M20-20L-20 20"/>'
        down = CELL / 2 if rows[y][x] == "G" else 0
        nodes.append(Node(id=f"dead:{x},{y}", svg=cross, x=x * CELL, y=y * CELL + down, layer=8))
    for number, mark in enumerate(picture.marks):
        nodes.append(Node(id=f"mark:{number}", svg=mark_svg(mark), x=0, y=0, layer=9))
    left, top, right, bottom = picture.around
    across, down = left + len(rows[0]) + right, top + len(rows) + bottom
    box = ((-0.5 - left) * CELL, (-0.5 - top) * CELL, across * CELL, down * CELL)
    drawn = Board(box=box, ground=BOARD + TIP, style=STYLE + MARKS, nodes=tuple(nodes))
    return drawn.to_svg(width=round(box[2] * 0.9))


FACE = (".m", "v.", "f.", ".r")
COINS = (
    '<circle r="16" fill="#1a1410" stroke="#ffe2a8" stroke-width="2"/><text class="note" y="7">3</text>'
    '<g transform="translate(50 -110)"><circle r="14" fill="#1a1410" stroke="#ffe2a8" stroke-width="2"/>'
    '<path fill="#ffe2a8" d="M-8-4C-6 7 4 8 8-5L3-6C1 1-3 1-5-5z"/></g>'
)


def card() -> str:
    """What a card shows."""
    nodes = [
        Node(id=f"zone:{x},{y}", svg=zone_svg(zone), x=(x - 0.5) * CELL, y=(y - 1.5) * CELL)
        for y, row in enumerate(FACE)
        for x, zone in enumerate(row)
    ]
    nodes.append(Node(id="coins", svg=COINS, x=0, y=0, layer=8))
    words = ((-1.9, "mountain"), (-0.9, "grassland"), (0.9, "grassland"), (1.9, "river"))
    for number, (row, text) in enumerate(words):
        nodes.append(Node(id=f"right:{number}", svg=note(130, (row + 0.1) * 50, text), x=0, y=0, layer=9))
    for number, (row, text) in enumerate(
        ((-1.9, "grassland"), (-0.6, "Valknut"), (0.6, "forest"), (1.9, "grassland"))
    ):
        nodes.append(Node(id=f"left:{number}", svg=note(-130, (row + 0.1) * 50, text), x=0, y=0, layer=9))
    points = '<path class="arrow good" d="M0 150V22"/>' + note(0, 172, "movement points")
    horn = note(62, -146, "Gjallarhorn")
    nodes.append(Node(id="points", svg=points + horn, x=0, y=0, layer=9))
    drawn = Board(box=(-210, -170, 420, 356), ground=BOARD + TIP, style=STYLE + MARKS, nodes=tuple(nodes))
    return drawn.to_svg(width=378)


def all_pictures() -> dict[Path, str]:
    """Every picture by the file it belongs in."""
    here = HERE / "rules" / "valknut"
    return {here / "card.svg": card(), **{here / f"{name}.svg": draw(p) for name, p in PICTURES.items()}}
