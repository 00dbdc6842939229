"""The Battleground as a picture: zones, cards, units, and where a card may go."""

import functools
from collections.abc import Iterator

from fimbul.core import Board, Node
from fimbul.core.svg import fitted, label, rect
from fimbul.core.wording import capital
from fimbul.games.valknut.library.terrain import turned
from fimbul.games.valknut.library.warbands import KINDS, NUMBER, SPELL
from fimbul.games.valknut.model import cell_at, place_of
from fimbul.games.valknut.rules.board import spots
from fimbul.games.valknut.table.art import BOARD, CELL, STYLE, block, face_svg, unit_svg, zone_svg
from fimbul.games.valknut.table.deeds import SHAPE
from fimbul.games.valknut.table.view import LaidCard, ValknutView
from fimbul.games.valknut.table.words import GIANTESS, SPECIAL, STEP, TERRAIN, band_of, lay_place, zone_name

ROOM = 3 * CELL  # around the Battleground while a card is laid: the middle of every place for one
MARGIN = 0.9 * CELL
KEPT = 256  # Battlegrounds that have been drawn


def draw(view: ValknutView) -> Board:
    """The Battleground as a picture."""
    left, top, right, bottom = extent(view)
    room = ROOM if view.layable and view.mine else MARGIN
    nodes = (ruler(view), *ground(view.cards), *units(view), *spell(view), *ghosts(view), *previews(view))
    box = (left - room, top - room, right - left + 2 * room, bottom - top + 2 * room)
    return Board(title="The Battleground", box=box, ground=BOARD, style=STYLE, nodes=nodes)


def extent(view: ValknutView) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the Battleground in the picture."""
    half = CELL / 2
    return (
        min(card.x for card in view.cards) * CELL - half,
        min(card.y for card in view.cards) * CELL - half,
        max(card.x + len(card.rows[0]) for card in view.cards) * CELL - half,
        max(card.y + len(card.rows) for card in view.cards) * CELL - half,
    )


def ruler(view: ValknutView) -> Node:
    """The numbers of columns and rows, above and to the left of the Battleground."""
    left, top, right, bottom = extent(view)
    columns = range(round((left + CELL / 2) / CELL), round((right + CELL / 2) / CELL))
    rows = range(round((top + CELL / 2) / CELL), round((bottom + CELL / 2) / CELL))
    numbers = [label(str(x), x * CELL, top - 14, "ruler") for x in columns]
    numbers += [label(str(y), left - 18, y * CELL + 5, "ruler") for y in rows]
    return Node(id="ruler", svg="".join(numbers), x=0, y=0)


@functools.lru_cache(maxsize=KEPT)
def ground(cards: tuple[LaidCard, ...]) -> tuple[Node, ...]:
    """The Battleground itself, which stays as it is while units move, for everybody at the table."""
    return tuple(zones(cards))


def zones(cards: tuple[LaidCard, ...]) -> Iterator[Node]:
    """Every zone, and the outline of every card."""
    rivers = {
        (card.x + dx, card.y + dy)
        for card in cards
        for dy, row in enumerate(card.rows)
        for dx, letter in enumerate(row)
        if letter == "r"
    }
    for card in cards:
        special = SPECIAL.get(card.id)
        for dy, row in enumerate(card.rows):
            for dx, letter in enumerate(row):
                x, y = card.x + dx, card.y + dy
                runs = ""
                if letter == "r":
                    runs = "".join(way for way, (ex, ey) in STEP.items() if (x + ex, y + ey) in rivers)
                yield Node(
                    id=f"zone:{x},{y}",
                    svg=zone_svg(letter, special, 7 * x + 11 * y + x * y, runs),
                    x=x * CELL,
                    y=y * CELL,
                    title=capital(f"{card.name}: {TERRAIN[letter]}"),
                )
        wide, high = len(card.rows[0]) * CELL, len(card.rows) * CELL
        x, y = card.x * CELL, card.y * CELL
        edge = rect("edge", -CELL / 2, -CELL / 2, wide, high, 7)
        shore = rect("shore", -CELL / 2 - 9, -CELL / 2 - 9, wide + 18, high + 18, 16)
        yield Node(id=f"card:{card.x},{card.y}", svg=edge, x=x, y=y, layer=1, title=capital(card.name))
        yield Node(id=f"shore:{card.x},{card.y}", svg=shore, x=x, y=y, layer=-1)


def units(view: ValknutView) -> Iterator[Node]:
    """Every unit on the Battleground."""
    for unit in view.units:
        tall = unit.kind == GIANTESS
        furious = tall and view.enraged
        band = KINDS[NUMBER[unit.kind]]
        whose = "yours" if unit.seat == view.seat else f"of the {band_of(view, unit.seat)}"
        yield Node(
            id=f"unit:{unit.id}",
            svg=unit_svg(unit.kind, unit.seat, tall=tall),
            x=unit.x * CELL,
            y=unit.y * CELL,
            layer=2,
            classes=f"unit seat{unit.seat}{' furious' if furious else ''}",
            title=f"{band.unit}, {whose}, on {zone_name(view, unit.x, unit.y)}"
            f"{', enraged' if furious else ''}. {band.does}",
        )


def spell(view: ValknutView) -> Iterator[Node]:
    """What a Dragon is touched for besides a move (V70)."""
    if KINDS[SPELL].id in view.warbands[view.active]:
        svg = '<rect class="disc" x="-44" y="-18" width="88" height="36" rx="18"/>'
        svg += f'<text y="6"{fitted("summon", 72, 8)}>summon</text>'
        title = "Summon this Dragon to a visible Valknut"
        yield Node(id="spell", svg=svg, x=0, y=-52, layer=6, classes="button", title=title, floating=True)


def ghosts(view: ValknutView) -> Iterator[Node]:
    """Where a card may go, one mark for each place and shape; a client shows those of the chosen turn."""
    if not view.layable or not view.mine:
        return
    blocks = tuple((cell_at(c.x, c.y), (len(c.rows[0]), len(c.rows))) for c in view.cards)
    for odd in sorted({r % 2 for card in view.layable for r in card.turns}):
        wide, high = len(view.layable[0].rows[0]), len(view.layable[0].rows)
        if odd:
            wide, high = high, wide
        svg = f'<use href="#ghost-{"tall" if high > wide else "wide"}"/>'
        if {wide, high} != {2, 4}:  # a terrain file with cards of another size
            svg = block(wide, high)
        for x, y in map(place_of, spots(blocks, (wide, high))):
            yield Node(
                id=f"ghost:{x},{y},{SHAPE[odd]}",
                svg=svg,
                x=(x + (wide - 1) / 2) * CELL,
                y=(y + (high - 1) / 2) * CELL,
                layer=5,
                classes="ghost shy",
                title=capital(lay_place(view.cards, x, y, (wide, high))),
            )


def previews(view: ValknutView) -> Iterator[Node]:
    """Every card that may be laid, and every unit of one's own, as it would lie or stand where one points."""
    if not view.mine:
        return
    for card in view.layable:
        rows = card.rows
        for r in range(4):
            if r in card.turns:
                name = f"as:turn:{card.id},{r}"
                yield Node(id=name, svg=face_svg(rows), x=0, y=0, layer=6, classes="preview", floating=True)
            rows = turned(rows)
    for unit in view.units:
        if unit.seat == view.seat:
            svg = unit_svg(unit.kind, unit.seat, tall=unit.kind == GIANTESS)
            classes = f"unit seat{unit.seat}"
            yield Node(id=f"as:unit:{unit.id}", svg=svg, x=0, y=0, layer=6, classes=classes, floating=True)
