"""Pictures.  Python draws, a client moves.

A `Scene` is a board that stays and nodes that come, move and go by their ids; a client that knows no game can
show it, and `to_svg` gives the same picture as a file.  A `Sketch` is the same for a terminal: lines of
coloured spans, each of which may belong to a node.
"""

from html import escape

import msgspec


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the board: its markup is drawn around (0, 0) and set down at (x, y), turned by `angle`.

    A `floating` node is a choice that belongs to no place, a facing or a kind of attack: it appears only
    while it can be touched, beside what was touched last, and x and y are counted from there.
    """

    id: str
    svg: str
    x: float
    y: float
    angle: float = 0
    layer: int = 0
    classes: str = ""
    title: str = ""
    floating: bool = False

    def to_svg(self) -> str:
        """The node as an SVG group."""
        turn = f" rotate({self.angle:g})" if self.angle else ""
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        classes = f' class="{escape(self.classes)}"' if self.classes else ""
        place = f'transform="translate({self.x:g} {self.y:g}){turn}"'
        return f'<g id="{escape(self.id)}"{classes} {place}>{title}{self.svg}</g>'


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture.  `box` is what to show first: left, top, width, height.

    `board` is what never moves (ground, patterns, symbols): it is the same for a whole game as far as that
    goes, so that a client fetches it once.
    """

    box: tuple[float, float, float, float]
    board: str
    style: str
    nodes: tuple[Node, ...]

    def to_svg(self, *, width: int | None = None) -> str:
        """The picture as one SVG document."""
        left, top, wide, high = self.box
        size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
        fixed = sorted((node for node in self.nodes if not node.floating), key=lambda node: node.layer)
        body = "\n".join(node.to_svg() for node in fixed)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}"{size}>\n'
            f"<style>{self.style}</style>\n{self.board}\n{body}\n</svg>\n"
        )


class Span(msgspec.Struct, frozen=True):
    """A piece of a terminal line.  Styles are names: `seat0` to `seat3`, `good`, `bad`, `dim`, `bold`."""

    text: str
    style: str = ""
    node: str = ""


class Sketch(msgspec.Struct, frozen=True):
    """A picture in text."""

    lines: tuple[tuple[Span, ...], ...]

    def plain(self) -> str:
        """The text alone."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)
