"""What a person sees: boards, trays and a sheet.

What has a place is drawn: a `Board` is a ground that stays and nodes that come, move and go by their ids.
What has none is described: a `Tray` holds `Card`s (a hand, a mat, a market, a track, a roster), and the
`Sheet` is the moment: the question, the facts that help to answer it, and its buttons.  A client sets trays
and sheet in its own letters and knows no game.  Everything that can be touched has an id: nodes, cards,
figures and marks of cards, dice of the sheet, buttons.

Words may hold icons: `[mana]` stands for the icon `mana` wherever the table has one of that name.

A `Sketch` is a board for a terminal: lines of coloured spans, each of which may belong to a node.
"""

from collections.abc import Iterator
from html import escape
from typing import Literal

import msgspec

from fimbul.core.question import Dice, Fact
from fimbul.core.words import Drawn, Words


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One thing on the board: its markup is drawn around (0, 0) and set down at (x, y), turned by `angle`.

    A `floating` node is a choice that belongs to no place of its own, a facing or a kind of attack: it
    appears only while it can be touched, beside what was touched last, and x and y are counted from there.
    One with the id `as:ID` is no choice but what ID would look like: while ID was touched last, a client
    shows it wherever one points among what can be touched next, and then where it was set down.  A floating
    choice that `turns` is a facing: it is drawn as what was set down, small and turned by its angle.

    `classes` are the game's own, for its style; two that every client knows are `grows`, for pieces that are
    drawn larger where a large board is seen from afar, and `roams`, for those of which one can ask how far
    they could go (`Table.reach`).
    """

    id: str
    svg: Drawn
    x: float
    y: float
    angle: float = 0
    layer: int = 0
    classes: str = ""
    title: Words = ""
    floating: bool = False
    turns: bool = False

    def to_svg(self) -> str:
        """The node as an SVG group."""
        turn = f" rotate({self.angle:g})" if self.angle else ""
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        classes = f' class="{escape(self.classes)}"' if self.classes else ""
        place = f'transform="translate({self.x:g} {self.y:g}){turn}"'
        return f'<g id="{escape(self.id)}"{classes} {place}>{title}{self.svg}</g>'


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A picture.  `box` is what to show first: left, top, width, height.

    `ground` is what never moves (land, patterns, symbols): it is the same for a whole game as far as that
    goes, so that a client fetches it once.
    """

    id: str = "board"
    title: Words = ""
    box: tuple[float, float, float, float]
    ground: Drawn
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
            f"<style>{self.style}</style>\n{self.ground}\n{body}\n</svg>\n"
        )


class Icon(msgspec.Struct, frozen=True):
    """A small sign: markup drawn around (0, 0) in a box of 24, in `currentColor`; `name` is its word."""

    id: str
    name: Words
    svg: str


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A number or token with its sign: `strength 3`, a skill, a slot, a die on a card."""

    name: Words
    value: Words = ""
    icon: str = ""
    id: str = ""  # where it can be touched by itself
    state: str = ""  # "full", "empty", "low", "used", "bad", "good": how it is drawn
    title: Words = ""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is read: a card, a person, a location, a unit, a space of a track."""

    id: str
    title: Words
    kind: Words = ""  # what it is, in a word or two: "ability", "event", "quest"
    picture: str = ""  # a drawing of ours around (0, 0) in a box of 100, with no words in it
    figures: tuple[Figure, ...] = ()
    text: Words = ""
    marks: tuple[Figure, ...] = ()  # what lies on it
    state: str = ""  # "used", "new", "active", "down", "gone": how it is drawn
    seat: int | None = None  # whose colour it wears
    detail: Words = ""  # what one reads besides, when it is enlarged; perhaps several lines


Role = Literal["hand", "mat", "market", "track", "chart", "roster", "choice", "reference"]


class Tray(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that belong together.  A `choice` is laid out with the question; a `reference` waits folded."""

    id: str
    title: Words
    role: Role
    cards: tuple[Card, ...]
    seat: int | None = None  # whose it is
    note: Words = ""
    figures: tuple[Figure, ...] = ()  # what is true of the whole: gold, moves left, a deck's count


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """Something to press.  Every action whose clicks are nowhere else gets one by itself."""

    id: str
    label: Words
    title: Words = ""
    group: Words = ""  # buttons of one group stand together, under these words


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The moment: what is asked of whom, and what helps to answer."""

    text: Words
    mine: bool
    about: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    buttons: tuple[Button, ...] = ()


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one person sees it."""

    boards: tuple[Board, ...]
    trays: tuple[Tray, ...]
    sheet: Sheet

    def ids(self) -> Iterator[str]:
        """Everything that can be touched; each id stands once."""
        for board in self.boards:
            yield from (node.id for node in board.nodes)
        for tray in self.trays:
            yield from (figure.id for figure in tray.figures if figure.id)
            for card in tray.cards:
                yield card.id
                yield from (figure.id for figure in (*card.figures, *card.marks) if figure.id)
        for fact in self.sheet.facts:
            if isinstance(fact, Dice):
                yield from (die.id for die in fact.dice if die.id)
        yield from (button.id for button in self.sheet.buttons)

    def to_svg(self, *, width: int | None = None) -> str:
        """The first board as one SVG document."""
        return self.boards[0].to_svg(width=width)


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """How far something could go, as far as the viewer knows: told to whoever points at it.

    It is no choice: `svg` is laid over the board in the board's own coordinates, `text` says what was
    reckoned with, and `places` are ids for those who do not see pictures.
    """

    text: Words
    svg: Drawn = ""
    places: tuple[str, ...] = ()


class Span(msgspec.Struct, frozen=True):
    """A piece of a terminal line.  Styles are names: `seat0` to `seat3`, `good`, `bad`, `dim`, `bold`.

    What can be touched has its `node`; a `place` is ground that a reach may name.
    """

    text: str
    style: str = ""
    node: str = ""
    place: str = ""


class Sketch(msgspec.Struct, frozen=True):
    """A board in text."""

    lines: tuple[tuple[Span, ...], ...]

    def plain(self) -> str:
        """The text alone."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)
