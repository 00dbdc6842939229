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
APART = 13  # from one button to the next, which glow
LARGE = 1.3  # how much larger counters are than on the map
CELL = 63  # of a counter that is laid out
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
        self.name, self.wide, self.scale = name, wide, 1.0
        self.high = float(EDGE)
        self.parts: list[str] = []
        self.things: list[tuple[Node, float, float]] = []  # with how wide and how high each is

    @property
    def room(self) -> float:
        """How wide its lines are."""
        return self.wide - 2 * EDGE

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return self.wide * self.scale

    @property
    def height(self) -> float:
        """How high it is drawn."""
        return (self.high + EDGE - 3) * self.scale

    def head(self, words: str) -> None:
        """A headline."""
        for line in wrapped(words, self.room, 18):
            self.high += 23
            self.parts.append(text(line, EDGE, self.high - 5, "sh"))
        self.high += 6

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
            self.put(name, scaled(svg, LARGE), (x, y), (40 * LARGE, 40 * LARGE), title, style)
        self.high += CELL * -(-len(found) // each)

    def buttons(self, answers: Iterable[tuple[str, ...]]) -> None:
        """Buttons with words, perhaps with more to be said of them, as many in a row as there is room for."""
        x = float(EDGE)
        self.high += 8
        found = list(answers)
        for name, words, *title in found:
            wide = min(self.room, max(74, art.length(words) * SIZE + 26))
            if x > EDGE and x + wide > self.wide - EDGE:
                x, self.high = EDGE, self.high + BUTTON + APART
            spot = (x + wide / 2, self.high + BUTTON / 2)
            self.put(name, button(words, wide), spot, (wide, BUTTON), title[0] if title else words)
            x += wide + APART
        self.high += (BUTTON + 6) if found else 0

    def put(
        self,
        name: str,
        svg: str,
        at: tuple[float, float],
        size: tuple[float, float],
        title: str,
        style: str = "",
    ) -> None:
        """Something on the sheet that can be touched."""
        x, y = (round(each, 1) for each in at)
        self.things.append((Node(id=name, svg=svg, x=x, y=y, layer=TOP, title=title, classes=style), *size))

    def nodes(self, x: float, y: float, tail: str = "") -> list[Node]:
        """The sheet with its upper left corner here; `tail` is drawn under it, around that corner.

        An empty node lies in the other corner, so that who looks at the sheet sees all of it.
        """
        ground = f'<rect class="sheet" width="{self.width:g}" height="{self.height:g}" rx="9"/>'
        body = "".join(self.parts)
        if self.scale != 1:
            body = f'<g transform="scale({self.scale:.3g})">{body}</g>'
        x, y = round(x), round(y)
        sheet = Node(id=self.name, svg=tail + ground + body, x=x, y=y, layer=GROUND)
        corner = Node(id="corner", svg="", x=round(x + self.width), y=round(y + self.height), layer=GROUND)
        moved = [
            Node(
                id=each.id,
                svg=larger(each.svg, self.scale, wide, high),
                x=round(x + each.x * self.scale, 1),
                y=round(y + each.y * self.scale, 1),
                layer=each.layer,
                title=each.title,
                classes=each.classes,
            )
            for each, wide, high in self.things
        ]
        return [sheet, corner, *moved]


def larger(svg: str, scale: float, wide: float, high: float) -> str:
    """A button or counter in another size; first its outline, which is what glows."""
    if scale == 1:
        return svg
    wide, high = wide * scale, high * scale
    outline = (
        f'<rect class="o" x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}" rx="7"/>'
    )
    return f'{outline}<g transform="scale({scale:.3g})">{svg}</g>'


def button(words: str, wide: float, size: float = SIZE) -> str:
    """A button around (0, 0)."""
    squeeze = ""
    if art.length(words) * size > wide - 10:
        squeeze = f' textLength="{wide - 14:g}" lengthAdjust="spacingAndGlyphs"'
    shape = (
        f'<rect class="btn" x="{-wide / 2:g}" y="{-BUTTON / 2}" width="{wide:g}" height="{BUTTON}" rx="7"/>'
    )
    return f'{shape}<text class="bt" y="5"{squeeze}>{escape(words)}</text>'


def chip(
    words: str, at: tuple[float, float], name: str, title: str = "", wide: float = 0, scale: float = 1
) -> Node:
    """A choice that appears beside what was touched last."""
    broad = wide or max(36.0, art.length(words) * SIZE + 22)
    svg = larger(button(words, broad), scale, broad, BUTTON)
    x, y = (round(each * scale, 1) for each in at)
    return Node(id=name, svg=svg, x=x, y=y, layer=TOP + 2, title=title or words, floating=True)


STYLE = """
.o{fill:none}.reach{cursor:pointer}.goal .r{fill-opacity:.3}
.r{fill:var(--glow,#e8a33d);fill-opacity:.16;stroke:var(--glow,#e8a33d);stroke-opacity:.75;stroke-width:2}
.reach:not([data-can]) .r{fill-opacity:.05;stroke-opacity:.3}
.reach:hover .r,.reach:focus-visible .r,.reach[data-shown] .r{
fill-opacity:.45;stroke-opacity:1;stroke-width:4}
.reach[data-picked] .r{fill-opacity:.5}
.c,.t,.cr{font:700 15px Georgia,"Liberation Serif",serif;text-anchor:middle;fill:var(--text);
stroke:var(--halo);stroke-width:3.5;paint-order:stroke;stroke-linejoin:round;pointer-events:none}
.c{transform:translateY(21px)}.t{transform:translateY(29px);font-size:13px}
.cr{transform:translateY(4px);font-size:12px}
.sheet{fill:var(--halo);fill-opacity:.97;stroke:var(--rule);stroke-width:2}
.tail{stroke:var(--rule);stroke-width:3;stroke-dasharray:1 8;stroke-linecap:round;fill:none}
.sh,.st,.sq,.sb,.bt,.th,.td,.b1,.b2,.b3,.b4,.b5,.b7{
font-family:Georgia,"Iowan Old Style","Liberation Serif",serif;fill:var(--text)}
.sh{font-size:18px;font-weight:700}.st{font-size:15px}.sb{font-size:15px;font-weight:700}
.sq{font-size:14px;font-style:italic;fill-opacity:.8}.end{text-anchor:end}
.btn{fill:light-dark(#fffaf0,#2b3a44);stroke:var(--rule);stroke-width:1.6}
.bt{font-size:15px;text-anchor:middle;font-weight:600}
.away{opacity:.8}.away .p{stroke-dasharray:5 4}
.th{font-size:11px;font-weight:700;text-anchor:middle}.td{font-size:10.5px;text-anchor:middle}.left{text-anchor:start}
.stripe{fill:var(--text);fill-opacity:.07}
.lane{fill:var(--glow,#e8a33d);fill-opacity:.24}.hit{fill:none;stroke:var(--fomorian);stroke-width:2.6}
.bar{fill:var(--glow,#e8a33d)}
.die{fill:#fffaf0;stroke:#16120e;stroke-width:1.6}.pip{fill:#16120e}
.came{fill:none;stroke:var(--text);stroke-opacity:.55;stroke-width:4;
stroke-dasharray:1 8;stroke-linecap:round}
.came.f0{stroke:var(--fomorian);stroke-opacity:.9}.came.f1{stroke:var(--human);stroke-opacity:.9}
.here{font-weight:700}.tag{fill:#16120e}
.tagged{font:700 11px Georgia,"Liberation Serif",serif;text-anchor:middle;fill:#fff6e2}
.odds{font:700 15px Georgia,"Liberation Serif",serif;text-anchor:middle;fill:#fff6e2}
.duelling{fill:#e8442a;stroke:#fff6e2;stroke-width:2}
.area{fill:#4b1d66;fill-opacity:.16;stroke:#b98ad6;stroke-width:3;stroke-dasharray:7 5}
.onmove{fill:none;stroke:var(--glow,#e8a33d);stroke-width:5}
.b1{font-size:52px;font-weight:700}.b2{font-size:34px;font-weight:700}.b3{font-size:30px;font-weight:700}
.b4{font-size:27px}.b5{font-size:19px;text-anchor:middle}.b6{font-size:36px;text-anchor:middle;fill:var(--text)}
.b6.rain{fill:var(--rain)}.b6.snow{fill:#7fb6d8}.b6.clear{fill:#d8921a}
.b7{font-size:64px;font-weight:700}.dim{fill-opacity:.62}
.mo{fill:var(--clear);fill-opacity:.35;stroke:var(--rule);stroke-width:1.6}.mo.skammdegi{fill:var(--deep)}
.now{fill:var(--glow,#e8a33d);fill-opacity:.5;stroke:var(--glow,#e8a33d);stroke-width:4}.thick{stroke-width:4}
.mo.f0{stroke:var(--fomorian)}.mo.f1{stroke:var(--human)}
"""
