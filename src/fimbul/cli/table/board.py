"""The board: a sketch in colour that scrolls, lights up what can be touched, and feels mouse and keyboard."""

from collections.abc import Iterable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from fimbul.cli.console import style_of
from fimbul.core import Sketch, Span

EMBER = "#ffb454"
NIGHT = "#12171e"
LIT = Style(color="#ffe2b8", bold=True)
LIT_EMPTY = Style(color=EMBER, bgcolor="#33291a", bold=True)
TOUCHED = Style(color=NIGHT, bgcolor=EMBER, bold=True)
RECENT = Style(bgcolor="#3f4c5a", bold=True)
FAR = Style(bgcolor="#24384a")
CURSOR = Style(color=NIGHT, bgcolor="#e8eef4", bold=True)
CURSOR_TOUCHED = Style(color=NIGHT, bgcolor="#ffdcae", bold=True)
# Neighbouring cards have no gap in text: every other one has a lighter ground.
SHADE = {
    "seat0": Style(bgcolor="#204260"),
    "seat1": Style(bgcolor="#5f3b1e"),
    "seat2": Style(bgcolor="#3a5422"),
    "seat3": Style(bgcolor="#593361"),
}
MARGIN = 4  # letters and lines kept in sight around what happens


class Board(ScrollView, can_focus=True):
    """Shows a sketch; tells which node was touched or pointed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0,-1)", "Point", show=False),
        Binding("down", "point(0,1)", "Point", show=False),
        Binding("left", "point(-1,0)", "Point", show=False),
        Binding("right", "point(1,0)", "Point", show=False),
        Binding("enter,space", "touch", "Touch", show=False),
        Binding("n", "hop(1)", "Next", show=False),
        Binding("p", "hop(-1)", "Previous", show=False),
    ]

    class Touched(Message):
        """Somebody touched a node."""

        def __init__(self, node: str) -> None:
            super().__init__()
            self.node = node

    class Fitted(Message):
        """There is more room, or less."""

    class Pointed(Message):
        """Somebody points at a node, or (empty) at none."""

        def __init__(self, node: str) -> None:
            super().__init__()
            self.node = node

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.sketch, self.high = Sketch(()), 0
        self.places: dict[str, Region] = {}
        self.strips: list[Strip] = []
        self.lit: frozenset[str] = frozenset()
        self.touched: frozenset[str] = frozenset()
        self.recent: frozenset[str] = frozenset()
        self.far: frozenset[str] = frozenset()
        self.cursor = ""
        self.hovered = ""

    # ---- what to show

    def show(self, sketch: Sketch, high: int) -> None:
        """Show a position; the board itself has so many lines, and what lies beside it comes below."""
        self.sketch, self.high = sketch, high
        self.places = places_of(sketch)
        if self.cursor not in self.places:
            self.cursor = ""
        self.redraw()
        widths = [strip.cell_length for strip in self.strips]
        self.virtual_size = Size(max(widths, default=0), len(self.strips))

    def light(self, *, lit: Iterable[str], touched: Iterable[str]) -> None:
        """Light up what can be touched, and what was."""
        self.lit, self.touched = frozenset(lit), frozenset(touched)
        self.redraw()

    def mark(self, recent: Iterable[str]) -> None:
        """Mark what something just happened to."""
        self.recent = frozenset(recent)
        self.redraw()

    def roam(self, far: Iterable[str]) -> None:
        """Show how far something could go."""
        self.far = frozenset(far)
        self.redraw()

    def redraw(self) -> None:
        """Make the lines again and refresh those that look different."""
        old, self.strips = self.strips, [self.strip_of(line) for line in range(len(self.sketch.lines))]
        if len(old) != len(self.strips):
            self.refresh()
            return
        for y, (was, now) in enumerate(zip(old, self.strips, strict=True)):
            if was != now:
                self.refresh_lines(y + self.pad.y)

    def strip_of(self, line: int) -> Strip:
        """A line of the sketch in its colours."""
        segments = []
        for span in self.sketch.lines[line]:
            style = Style.parse(style_of(span))
            if span.place in self.far:
                style += FAR
            segments.append(Segment(span.text, style + self.dress(span) if span.node else style))
        return Strip(segments)

    def dress(self, span: Span) -> Style:
        """What a node wears above its own colours."""
        style, node = Style(), span.node
        if span.style.startswith("seat") and odd(self.places[node]):
            style += SHADE[span.style[:5]]
        if node in self.recent:
            style += RECENT
        if node in self.touched:
            style += TOUCHED
        elif node in self.lit:
            style += LIT_EMPTY if span.style in ("", "dim") else LIT
        if node == self.cursor and self.has_focus:
            style += CURSOR_TOUCHED if node in self.touched else CURSOR
        return style

    @property
    def pad(self) -> Offset:
        """How far a small board is moved in, to stand in the middle."""
        size = self.scrollable_content_region.size
        width, height = self.virtual_size
        return Offset(max(0, (size.width - width) // 2), max(0, (size.height - height) // 2))

    def render_line(self, y: int) -> Strip:
        width, pad = self.size.width, self.pad
        line = y + self.scroll_offset.y - pad.y
        scroll_x = self.aside(line)
        blank = self.rich_style
        if not 0 <= line < len(self.strips):
            return Strip.blank(width, blank)
        strip = self.strips[line]
        if pad.x:
            strip = Strip([Segment(" " * pad.x), *strip])
        return strip.crop_extend(scroll_x, scroll_x + width, blank).apply_style(blank)

    def follow(self, nodes: Iterable[str]) -> None:
        """Scroll so that these nodes are in sight: where some are on the board itself, those."""
        regions = [self.places[node] for node in nodes if node in self.places]
        if not regions:
            return
        regions = self.above(regions) or regions
        region = Region.from_union(regions).grow((MARGIN // 2, MARGIN, MARGIN // 2, MARGIN))
        self.scroll_to_region(region, animate=False, force=True)

    def reveal(self) -> None:
        """Scroll to the middle of what can be touched, or of the board, unless most of it is in sight."""
        lit = [self.places[node] for node in self.lit if node in self.places]
        lit = lit or self.above(self.places.values())
        size = self.scrollable_content_region.size
        sight = Region.from_offset(self.scroll_offset, size)
        if not lit or sum(sight.contains_region(place) for place in lit) * 2 > len(lit):
            return
        box = Region.from_union(lit)
        self.scroll_to(
            box.x + (box.width - size.width) // 2, box.y + (box.height - size.height) // 2, animate=False
        )

    def aside(self, line: int) -> int:
        """How far a line is scrolled to the side: the board is, what is read below it stays."""
        return self.scroll_offset.x if line < self.high else 0

    def above(self, regions: Iterable[Region]) -> list[Region]:
        """Those that lie on the board itself."""
        return [region for region in regions if region.y < self.high]

    def on_resize(self) -> None:
        """What is read below the board is set in the room that there is."""
        self.post_message(self.Fitted())

    # ---- the mouse

    def node_at(self, x: int, y: int) -> str:
        """The node at a place of the widget."""
        where = Offset(x, y + self.scroll_offset.y) - self.pad
        where += Offset(self.aside(where.y), 0)
        if not 0 <= where.y < len(self.sketch.lines):
            return ""
        left = 0
        for span in self.sketch.lines[where.y]:
            left += Segment(span.text).cell_length
            if where.x < left:
                return span.node if where.x >= 0 else ""
        return ""

    def on_click(self, event: events.Click) -> None:
        """Touch what is under the mouse."""
        node = self.node_at(event.x, event.y)
        if node:
            self.point_at(node)
            self.post_message(self.Touched(node))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what is under the mouse."""
        node = self.node_at(event.x, event.y)
        if node != self.hovered:
            self.hovered = node
            self.post_message(self.Pointed(node))

    def on_leave(self) -> None:
        """The mouse has gone."""
        if self.hovered:
            self.hovered = ""
            self.post_message(self.Pointed(""))

    # ---- the keyboard

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the pointer, or hide it."""
        super().watch_has_focus(has_focus)
        self.redraw()

    def point_at(self, node: str) -> None:
        """Put the pointer on a node."""
        self.cursor = node
        self.redraw()
        self.follow([node])
        self.post_message(self.Pointed(node))

    def action_point(self, across: int, down: int) -> None:
        """Move the pointer to the nearest node in a direction."""
        if self.cursor not in self.places:
            self.action_hop(1)
            return
        here = self.places[self.cursor]
        best, least = "", float("inf")
        for node, place in self.places.items():
            ahead = (place.x - here.x) * across + (place.y - here.y) * down
            beside = abs((place.x - here.x) * down) + abs((place.y - here.y) * across)
            if ahead > 0 and (cost := ahead + 3 * beside) < least:
                best, least = node, cost
        if best:
            self.point_at(best)

    def action_hop(self, by: int) -> None:
        """Move the pointer to the next thing that can be touched."""
        nodes = sorted(
            self.lit & self.places.keys(), key=lambda node: (self.places[node].y, self.places[node].x)
        )
        nodes = nodes or list(self.places)
        if nodes:
            place = nodes.index(self.cursor) + by if self.cursor in nodes else 0
            self.point_at(nodes[place % len(nodes)])

    def action_touch(self) -> None:
        """Touch what the pointer is on."""
        if self.cursor:
            self.post_message(self.Touched(self.cursor))


def odd(place: Region) -> bool:
    """Whether a box lies on the dark squares, were the board chequered."""
    return bool((place.x // (place.width + 1) + place.y // place.height) % 2)


def places_of(sketch: Sketch) -> dict[str, Region]:
    """The box around each node of a sketch."""
    places: dict[str, Region] = {}
    for y, line in enumerate(sketch.lines):
        x = 0
        for span in line:
            width = Segment(span.text).cell_length
            if span.node:
                box = Region(x, y, width, 1)
                places[span.node] = places[span.node].union(box) if span.node in places else box
            x += width
    return places
