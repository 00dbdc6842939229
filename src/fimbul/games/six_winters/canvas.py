"""What the picture of Six Winters is put together with: buttons, figures, and cards in short."""

from typing import Any

from fimbul.core import Node
from fimbul.games.six_winters import art, words
from fimbul.games.six_winters.cards import Asset
from fimbul.games.six_winters.view import SixWintersView

GAP = 8.0
SIDE = 476.0  # the mats
ASSET = 66.0  # an asset as a card
CHIP = 27.0  # a card as a line


class Canvas:
    """The nodes that have been drawn so far."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def put(self, id: str, svg: str, x: float, y: float, title: str = "", **more: Any) -> None:
        """Set a node down."""
        self.nodes.append(Node(id=id, svg=svg, x=round(x, 1), y=round(y, 1), title=title, **more))

    def lay(
        self,
        id: str,
        style: str,
        svg: str,
        box: tuple[float, float, float, float],
        title: str,
        **more: Any,
    ) -> None:
        """A board of its own: its ground, and on it what is drawn from its upper left corner."""
        x, y, wide, high = box
        ground = art.rect(style, -wide / 2, -high / 2, wide, high, 9)
        inner = f'{ground}<g transform="translate({-wide / 2:g} {-high / 2:g})">{svg}</g>'
        self.put(id, inner, x + wide / 2, y + high / 2, title, **more)


def button(
    canvas: Canvas, name: str, text: str, x: float, y: float, wide: float, title: str, classes: str = ""
) -> None:
    """Something to press."""
    svg = art.rect("key", -wide / 2, -17, wide, 34, 8) + art.label(text, 0, 5, "", wide - 12, 16)
    canvas.put(name, svg, x, y, title, classes=f"button {classes}".strip())


def floating(canvas: Canvas, name: str, text: str, x: float, y: float, wide: float, title: str) -> None:
    """A choice beside what was touched."""
    svg = art.rect("key", -wide / 2, -17, wide, 34, 17) + art.label(text, 0, 5, "", wide - 16, 16)
    canvas.put(name, svg, x, y, title, layer=6, classes="button choice", floating=True)


def put_pawn(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """A character's figure."""
    person = view.people[number]
    where = f" at {words.location(view, person.place)}" if person.place >= 0 else ""
    left = f"psyche {person.psyche}, body {person.body}, {words.some(person.moves, 'move')}"
    title = f"{person.name}{where}: {left}"
    layer = 4 if person.place >= 0 else 0
    canvas.put(f"person:{number}", art.pawn(person.name), x, y, title, layer=layer, classes=f"p{number % 4}")


def kind_of_asset(card: Asset) -> str:
    """The style of an asset."""
    return "single" if card.single else "lasting"


def asset_card(card: Asset, wide: float, high: float, *, with_slots: bool) -> str:
    """An asset as a card around its middle: skill, name, points, and its slots."""
    inner = art.crowned(wide, 25, "top") + art.sign(card.skill, 13, 13, 0.72, "lt")
    corner = 9.0 * len(str(card.points)) + 24
    inner += art.label(card.name, 25, 18, "title", wide - 28 - corner, 15)
    inner += art.label(f"{card.points}", wide - 7, 18, "title end")
    inner += art.sign("star", wide - corner + 9, 13, 0.55, "lt")
    if with_slots:
        inner += "".join(
            art.slot(slot.type, slot.value, slot.region, 22 + 35 * place, 45)
            for place, slot in enumerate(card.slots)
        )
    box = art.rect("paper", -wide / 2, -high / 2, wide, high, 6)
    return f'{box}<g transform="translate({-wide / 2:g} {-high / 2:g})">{inner}</g>'


def chip(skill: str, name: str, corner: str, wide: float, room: float = 0) -> str:
    """A card as a line: its sign, its name, and a number."""
    svg = art.rect("chip", -wide / 2, -CHIP / 2, wide, CHIP, 6) + art.sign(
        skill, 13 - wide / 2, 0, 0.68, "lt"
    )
    space = wide - 32 - (art.length(corner) * 15 + 6 if corner else 0) - room
    svg += art.label(name, 25 - wide / 2, 5, "ft", space)
    return svg + (art.label(corner, wide / 2 - 6 - room, 5, "fn") if corner else "")
