"""Pictures.  Python draws, a client moves.

A `Scene` is a board that stays and nodes that come, move and go by their ids; a client that knows no game can
show it, and `to_svg` gives the same picture as a file.  A `Sketch` is the same for a terminal: lines of coloured
spans, each of which may belong to a node.
"""

from html import escape

import msgspec


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the board: its markup is drawn around (0, 0) and set down at (x, y), turned by `angle`."""

    id: str
    svg: str
    x: float
    y: float
    angle: float = 0
    layer: int = 0
    classes: str = ""
    title: str = ""

    def to_svg(self) -> str:
        """The node as an SVG group."""
        turn = f" rotate({self.angle:g})" if self.angle else ""
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        classes = f' class="{escape(self.classes)}"' if self.classes else ""
        place = f'transform="translate({self.x:g} {self.y:g}){turn}"'
        return f'<g id="{escape(self.id)}"{classes} {place}>{title}{self.svg}</g>'


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture.  `box` is what to show first: left, top, width, height."""

    box: tuple[float, float, float, float]
    board: str
    style: str
    nodes: tuple[Node, ...]

    def to_svg(self, *, width: int | None = None) -> str:
        """The picture as one SVG document."""
        left, top, wide, high = self.box
        size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
        body = "\n".join(node.to_svg() for node in sorted(self.nodes, key=lambda node: node.layer))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}"{size}>\n'
            f"<style>{self.style}</style>\n{self.board}\n{body}\n</svg>\n"
        )


class Span(msgspec.Struct, frozen=True):
    """A piece of a terminal line.  Styles are names: `seat0` to `seat3`, `good`, `bad`, `dim`, `bold`, or none."""

    text: str
    style: str = ""
    node: str = ""


class Sketch(msgspec.Struct, frozen=True):
    """A picture in text."""

    lines: tuple[tuple[Span, ...], ...]

    def plain(self) -> str:
        """The text alone."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)
