"""Small pieces of SVG that every game's pictures are made of."""

import re
from collections.abc import Iterator
from html import escape

NAMED = re.compile(r' data-name="(?P<name>[^"]*)"')  # whose beginning a text is
LINED = re.compile(r' data-line="(?P<line>[^"]*)"')  # of which name a text is one line
FIT = "data-fit="  # marks a text that has a room to fit
FITTED = re.compile(
    r' data-fit="(?P<room>[\d.]+) (?P<letters>\d+)"(?: textLength="[\d.]+" lengthAdjust="\w+")?'
)


def symbol(name: str, content: str) -> str:
    """Something that is drawn often, to be `use`d."""
    return f'<symbol id="{name}" overflow="visible">{content}</symbol>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, fill: str = "") -> str:
    """A symbol somewhere."""
    paint = f' fill="{fill}"' if fill else ""
    if scale != 1:
        return f'<g transform="translate({x:g} {y:g}) scale({scale:g})"{paint}><use href="#{name}"/></g>'
    place = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{name}"{place}{paint}/>'


def label(text: str, x: float, y: float, style: str = "", fill: str = "") -> str:
    """A short word on a board: a number, a letter, a name of a place.  Longer words belong on a card."""
    kind = f' class="{style}"' if style else ""
    paint = f' fill="{fill}"' if fill else ""
    return f'<text{kind} x="{x:g}" y="{y:g}"{paint}>{escape(text)}</text>'


def lines(name: str, x: float, y: float, step: float, style: str = "") -> Iterator[str]:
    """A name on a board with each word in a line of its own, around a point.

    Another language says each of them by itself: `Troll (Troll Caves)` is `Troll-`.
    """
    parts = name.split(" ")
    for number, part in enumerate(parts):
        text = label(part, x, round(y + step * (number - (len(parts) - 1) / 2)), style)
        line = f' data-line="{escape(f"{part} ({name})")}"' if len(parts) > 1 else ""
        yield text.replace("<text", f"<text{line}", 1)


def fitted(text: str, room: float, letters: int) -> str:
    """The attributes of a text that has so much room, for so many letters: a longer one is squeezed.

    In another language it has other letters, and is fitted anew (`refitted`).
    """
    squeeze = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if len(text) > letters else ""
    return f' data-fit="{room:g} {letters}"{squeeze}'


def refitted(tag: str, text: str) -> str:
    """The beginning of an element whose text is another one now."""
    return FITTED.sub(lambda found: fitted(text, float(found["room"]), int(found["letters"])), tag)


def clipped(name: str, letters: int) -> str:
    """As many letters of a name as have room: `Miasma of…`."""
    return name if len(name) <= letters else f"{name[:letters].rstrip()}…"


def clipped_label(name: str, x: float, y: float, style: str, room: float, letters: int) -> str:
    """A name of which only the beginning has room; of its other name in another language."""
    text = clipped(name, letters)
    fit = fitted(text, room, letters)
    return f'<text class="{style}" x="{x:g}" y="{y:g}" data-name="{escape(name)}"{fit}>{escape(text)}</text>'


def rect(style: str, x: float, y: float, wide: float, high: float, rx: float = 0) -> str:
    """A box."""
    edge = f' rx="{rx:g}"' if rx else ""
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"{edge}/>'


def polygon(points: list[tuple[float, float]], style: str = "") -> str:
    """A closed outline."""
    kind = f' class="{style}"' if style else ""
    return f'<polygon{kind} points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"/>'
