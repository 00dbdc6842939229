"""Sheets that lie on the map of Fornaldar: lines of text, counters that are laid out, and buttons."""

from collections.abc import Iterable
from html import escape

from fimbul.core import Node
from fimbul.games.fornaldar import art
from fimbul.games.fornaldar.counters import scaled

WIDE = 356
EDGE = 13
LINE = 20  # from one line of text to the next
SIZE = 15  # of letters
BUTTON = 32
LARGE = 1.3  # how much larger counters are than on the map
CELL = 58  # of a counter that is laid out
GROUND, TOP = 4, 5  # layers


def wrapped(text: str, wide: float, size: float = SIZE) -> list[str]:
    """A text in lines that are no wider than this."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and art.length(longer) * size > wide:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def text(words: str, x: float, y: float, style: str) -> str:
    """A line of text."""
    return f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


class Sheet:
    """One sheet, filled from the top; `nodes` gives it a place."""

    def __init__(self, name: str, wide: float = WIDE) -> None:
        self.name, self.wide = name, wide
        self.high = float(EDGE)
        self.parts: list[str] = []
        self.things: list[Node] = []

    @property
    def room(self) -> float:
        """How wide its lines are."""
        return self.wide - 2 * EDGE

    def head(self, words: str) -> None:
        """A headline."""
        for line in wrapped(words, self.room, 18):
            self.high += 23
            self.parts.append(text(line, EDGE, self.high - 5, "sh"))

    def say(self, words: str, style: str = "st") -> None:
        """Some text."""
        for line in wrapped(words, self.room):
            self.high += LINE
            self.parts.append(text(line, EDGE, self.high - 5, style))

    def draw(self, svg: str, high: float, x: float = EDGE) -> None:
        """A drawing from its upper left corner."""
        self.parts.append(f'<g transform="translate({x:g} {self.high:g})">{svg}</g>')
        self.high += high

    def gap(self, high: float = 6) -> None:
        """Some room."""
        self.high += high

    def counters(self, pieces: Iterable[tuple[str, str, str, str]]) -> None:
        """Counters in rows: the node of each, its drawing, its words, and a class."""
        found, each = list(pieces), int(self.room // CELL)
        for place, (name, svg, title, style) in enumerate(found):
            row, column = divmod(place, each)
            x, y = EDGE + CELL * (column + 0.5), self.high + CELL * (row + 0.5)
            self.put(name, scaled(svg, LARGE), x, y, title, style)
        self.high += CELL * -(-len(found) // each)

    def buttons(self, answers: Iterable[tuple[str, str]]) -> None:
        """Buttons with words, as many in a row as there is room for."""
        x = float(EDGE)
        self.high += 4
        found = list(answers)
        for name, words in found:
            wide = min(self.room, max(74, art.length(words) * SIZE + 26))
            if x > EDGE and x + wide > self.wide - EDGE:
                x, self.high = EDGE, self.high + BUTTON + 5
            self.put(name, button(words, wide), x + wide / 2, self.high + BUTTON / 2, words)
            x += wide + 6
        self.high += (BUTTON + 4) if found else 0

    def put(self, name: str, svg: str, x: float, y: float, title: str, style: str = "") -> None:
        """Something on the sheet that can be touched."""
        self.things.append(
            Node(id=name, svg=svg, x=round(x, 1), y=round(y, 1), layer=TOP, title=title, classes=style)
        )

    def nodes(self, x: float, y: float, tail: str = "") -> list[Node]:
        """The sheet with its upper left corner here; `tail` is drawn under it, around that corner."""
        high = self.high + EDGE - 3
        ground = f'<rect class="sheet" width="{self.wide:g}" height="{high:g}" rx="9"/>'
        x, y = round(x), round(y)
        sheet = Node(id=self.name, svg=tail + ground + "".join(self.parts), x=x, y=y, layer=GROUND)
        moved = [
            Node(
                id=each.id,
                svg=each.svg,
                x=round(x + each.x, 1),
                y=round(y + each.y, 1),
                layer=each.layer,
                title=each.title,
                classes=each.classes,
            )
            for each in self.things
        ]
        return [sheet, *moved]


def button(words: str, wide: float, size: float = SIZE) -> str:
    """A button around (0, 0)."""
    squeeze = ""
    if art.length(words) * size > wide - 10:
        squeeze = f' textLength="{wide - 14:g}" lengthAdjust="spacingAndGlyphs"'
    shape = f'<rect class="btn" x="{-wide / 2:g}" y="{-BUTTON / 2}" width="{wide:g}" height="{BUTTON}" rx="7"/>'
    return f'{shape}<text class="bt" y="5"{squeeze}>{escape(words)}</text>'


def chip(words: str, x: float, y: float, name: str, title: str = "", wide: float = 0) -> Node:
    """A choice that appears beside what was touched last."""
    broad = wide or max(36.0, art.length(words) * SIZE + 22)
    return Node(
        id=name, svg=button(words, broad), x=x, y=y, layer=TOP + 2, title=title or words, floating=True
    )
