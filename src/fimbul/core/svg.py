"""Small pieces of SVG that every game's pictures are made of."""

from html import escape


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


def rect(style: str, x: float, y: float, wide: float, high: float, rx: float = 0) -> str:
    """A box."""
    edge = f' rx="{rx:g}"' if rx else ""
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"{edge}/>'


def polygon(points: list[tuple[float, float]], style: str = "") -> str:
    """A closed outline."""
    kind = f' class="{style}"' if style else ""
    return f'<polygon{kind} points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"/>'
