"""How a view of Fimbulvetr is drawn: as a picture (`draw`), as text (`sketch`), and what a person touches."""

from html import escape

from fimbul.core import Node, Scene, Sketch, Span
from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Pass, Place, Ranged, Relic
from fimbul.games.fimbulvetr.clans import KINDS, Warrior
from fimbul.games.fimbulvetr.events import FACING, node
from fimbul.games.fimbulvetr.sigils import NAMES, shape
from fimbul.games.fimbulvetr.state import FimbulvetrView, Play, Standing

CELL = 100
MARGIN = 2  # empty cells shown around the warriors: enough to walk into
SPOTS = ((-27, -27), (27, -27), (27, 27), (-27, 27))  # NW, NE, SE, SW
LETTER = dict(zip(KINDS, "MRDV", strict=True))

STYLE = """
.ground{fill:var(--field,#1c2733)}
.cell rect{fill:var(--tile,#243140);stroke:var(--tile-edge,#2f3f51);stroke-width:1.5}
.card{stroke-width:3}
.seat0 .card{fill:var(--seat0,#7a3b2e);stroke:var(--seat0-edge,#d98a5f)}
.seat1 .card{fill:var(--seat1,#28536b);stroke:var(--seat1-edge,#8fc7e0)}
.seal{fill:#0d141c;fill-opacity:.55}
.sigil path{fill:none;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.M path{stroke:#ff9d76}.R path{stroke:#f2d479}.D path{stroke:#a9d6f5}.V path{stroke:#b9e3a8}
.sigil .mark{stroke:#ffffff;stroke-width:2.2}
.name{font:600 12px Georgia,'Times New Roman',serif;fill:#f4ecdf;text-anchor:middle;paint-order:stroke;
stroke:#0d141c;stroke-width:3px;stroke-opacity:.6}
.bearer .card{stroke:#ffd166;stroke-width:5}
.token circle.rim{fill:#ffd166;stroke:#5a4310;stroke-width:1.5}
.token .seal{fill:#3a2c0c;fill-opacity:1}
.severed .card{stroke-dasharray:7 5;stroke:#ff5d5d}
.hand .card{fill-opacity:.85}
.button circle{fill:#2d3d4f;stroke:#8aa0b5;stroke-width:2}
.button path{fill:none;stroke:#f4ecdf;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.button text,.label{font:600 14px Georgia,serif;fill:#c9d6e2;text-anchor:middle}
"""


def warrior_svg(card: Warrior | Standing, r: int, token: str | None) -> str:
    """A card with its sigils; the picture is turned by the node, the name and token are turned back."""
    corners = "".join(
        f'<g transform="translate({x} {y})">{shape(sigil)}</g>'
        for sigil, (x, y) in zip(card.corners, SPOTS, strict=True)
    )
    upright = f'<g transform="rotate({-90 * r})">' if r else "<g>"
    label = card.name if len(card.name) <= 11 else f"{card.name[:10]}."
    middle = f'<text class="name" y="4">{escape(label)}</text>'
    if token:
        badge = f'<circle class="rim" r="13"/><g transform="scale(.72)">{shape(LETTER[token] + "1")}</g>'
        middle = f'<g class="token" transform="translate(0 -9)">{badge}</g>'
        middle += f'<text class="name" y="20">{escape(label)}</text>'
    return (
        f'<rect class="card" x="-46" y="-46" width="92" height="92" rx="11"/>{corners}{upright}{middle}</g>'
    )


def tooltip(card: Warrior | Standing, r: int = 0) -> str:
    """What a card says when asked: its name and its shown corners."""
    shown = [card.corners[(corner - r) % 4] for corner in range(4)]
    places = zip(("NW", "NE", "SE", "SW"), shown, strict=True)
    return f"{card.name}: " + ", ".join(f"{place} {NAMES[sigil]}" for place, sigil in places)


def extent(view: FimbulvetrView) -> tuple[int, int, int, int]:
    """The columns and rows to show: left, top, right, bottom."""
    xs = [w.x for w in view.warriors] or [0]
    ys = [w.y for w in view.warriors] or [0]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def draw(view: FimbulvetrView) -> Scene:
    """The view as a picture."""
    left, top, right, bottom = extent(view)
    wide, high = right - left + 1, bottom - top + 1
    nodes = [
        Node(
            id=f"cell:{x},{y}",
            svg='<rect x="-49" y="-49" width="98" height="98" rx="8"/>',
            x=x * CELL,
            y=y * CELL,
            classes="cell",
            title=f"{x},{y}",
        )
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
    ]
    for w in view.warriors:
        token = view.relics[w.seat] if w.bearer else None
        state = f"{' bearer' if w.bearer else ''}{' severed' if w.severed else ''}"
        nodes.append(
            Node(
                id=node(w.seat, w.id),
                svg=warrior_svg(w, w.r, token),
                x=w.x * CELL,
                y=w.y * CELL,
                angle=90 * w.r,
                layer=2,
                classes=f"warrior seat{w.seat}{state}",
                title=tooltip(w, w.r) + (f". Bears the {token} relic" if token else ""),
            )
        )
    middle = (left + right) / 2 * CELL
    above, below = (top - 1.1) * CELL, (bottom + 1.1) * CELL
    for seat, y in ((1, above), (0, below)):
        cards = {card.id: card for card in view.clans[seat].warriors}
        waiting = view.waiting[seat]
        for place, name in enumerate(waiting):
            nodes.append(
                Node(
                    id=node(seat, name),
                    svg=warrior_svg(cards[name], 0, None),
                    x=middle + (place - (len(waiting) - 1) / 2) * CELL,
                    y=y,
                    layer=2,
                    classes=f"warrior hand seat{seat}",
                    title=tooltip(cards[name]),
                )
            )
    buttons = controls(view, middle, below)
    nodes += buttons
    hands = any(view.waiting) or bool(buttons)
    pad = 1.2 * CELL if hands else 0
    across = max(wide, 7 if hands else 0) * CELL
    box = (middle - across / 2, (top - 0.5) * CELL - pad, across, high * CELL + 2 * pad)
    ground = f'<rect class="ground" x="{box[0]:g}" y="{box[1]:g}" width="{box[2]:g}" height="{box[3]:g}"/>'
    return Scene(box=box, board=ground, style=STYLE, nodes=tuple(nodes))


def controls(view: FimbulvetrView, middle: float, below: float) -> list[Node]:
    """What is touched besides cells and warriors: relic tokens, facings, a kind of attack, passing."""
    if view.outcome is not None:
        return []
    found: list[Node] = []

    def button(name: str, svg: str, x: float, y: float, title: str) -> None:
        found.append(Node(id=name, svg=svg, x=x, y=y, layer=3, classes="button", title=title))

    if view.phase == "relic":
        for place, token in enumerate(KINDS):
            svg = f'<g class="token"><circle class="rim" r="30"/>{shape(LETTER[token] + "1")}</g>'
            button(f"relic:{token}", svg, middle + (place - 1.5) * CELL, below, f"The {token} relic")
        return found
    shift = 0.62 * CELL if any(view.waiting) else 0
    for r in range(4):
        svg = f'<circle r="20"/><g transform="rotate({90 * r})"><path d="M0 10 V-10 M-7 -3 L0 -10 L7 -3"/></g>'
        button(f"facing:{r}", svg, middle + (r - 1.5) * 50, below + shift, f"Facing {r}: {FACING[r]}")
    if view.phase == "play":
        if view.options.vault_adjacent:
            for place, kind in enumerate(("melee", "ranged")):
                svg = f'<circle r="20"/>{shape(LETTER[kind] + "1")}'
                button(f"how:{kind}", svg, middle + 130 + place * 50, below, f"Attack {kind}")
        svg = '<circle r="20"/><text y="5">pass</text>'
        button("pass", svg, middle - 150, below, "Pass (only when nothing else is possible)")
    return found


def clicks(view: FimbulvetrView, action: Play) -> tuple[str, ...]:
    """What a person touches to take an action: who, where, and which way."""
    seat = view.to_act[0] if view.to_act else 0
    where = {(w.seat, w.id): w for w in view.warriors}
    match action:
        case Place(warrior, x, y, r):
            return node(seat, warrior), f"cell:{x},{y}", f"facing:{r}"
        case Relic(token, warrior):
            return f"relic:{token}", node(seat, warrior)
        case Move(warrior, x, y, r):
            now = where[seat, warrior]
            if (now.x, now.y) == (x, y):
                return node(seat, warrior), f"facing:{r}"
            return node(seat, warrior), f"cell:{x},{y}", f"facing:{r}"
        case Melee(warrior, target) | Ranged(warrior, target):
            path = node(seat, warrior), node(1 - seat, target)
            if not view.options.vault_adjacent:
                return path
            return (*path, "how:melee" if isinstance(action, Melee) else "how:ranged")
        case Handoff(warrior):
            bearer = next(w.id for w in view.warriors if w.seat == seat and w.bearer)
            return node(seat, bearer), node(seat, warrior)
        case Pass():
            return ("pass",)


# ---- the terminal

BLOCK = 7


def block(card: Warrior | Standing, r: int, mark: str) -> tuple[str, str, str]:
    """A card as three lines of text."""
    a, b, c, d = (card.corners[(corner - r) % 4] for corner in range(4))
    name = f"{mark}{card.name}"[:BLOCK]
    return f"{a}   {b}", f"{name:^{BLOCK}}", f"{d}   {c}"


def sketch(view: FimbulvetrView) -> Sketch:
    """The view as text: a cell is three lines of seven letters."""
    left, top, right, bottom = extent(view)
    at = {(w.x, w.y): w for w in view.warriors}
    columns = range(left, right + 1)
    lines: list[tuple[Span, ...]] = []
    heading = [Span("     ", "dim")]
    heading += [Span(f"{x:^{BLOCK + 1}}", "dim") for x in columns]
    lines.append(tuple(heading))
    for y in range(top, bottom + 1):
        rows: list[list[Span]] = [[Span(f"{y if line == 1 else '':>4} ", "dim")] for line in range(3)]
        for x in columns:
            found = at.get((x, y))
            if found is None:
                empty = (" " * BLOCK, f"{'·':^{BLOCK}}", " " * BLOCK)
                spans = [Span(text, "dim", f"cell:{x},{y}") for text in empty]
            else:
                style = f"seat{found.seat}{' bold' if found.bearer else ''}{' bad' if found.severed else ''}"
                mark = "✦" if found.bearer else "!" if found.severed else ""
                texts = block(found, found.r, mark)
                spans = [Span(text, style, node(found.seat, found.id)) for text in texts]
            for row, span in zip(rows, spans, strict=True):
                row += [span, Span(" ")]
        lines += [tuple(row) for row in rows]
    for seat in (0, 1):
        lines += aside(view, seat)
    return Sketch(tuple(lines))


def aside(view: FimbulvetrView, seat: int) -> list[tuple[Span, ...]]:
    """What belongs to a seat beside the board: its relic, who waits and who fell."""
    clan = view.clans[seat]
    cards = {card.id: card for card in clan.warriors}
    relic = f"  relic: {view.relics[seat]}" if view.relics[seat] else ""
    fallen = ", ".join(cards[name].name for name in view.slain[seat])
    head = f" {clan.name}{relic}{f'  slain: {fallen}' if fallen else ''}"
    lines: list[tuple[Span, ...]] = [(), (Span(head, f"seat{seat} bold"),)]
    if view.waiting[seat]:
        blocks = [(name, block(cards[name], 0, "")) for name in view.waiting[seat]]
        for line in range(3):
            row = [Span(" ")]
            for name, texts in blocks:
                row += [Span(texts[line], f"seat{seat}", node(seat, name)), Span(" ")]
            lines.append(tuple(row))
    return lines
