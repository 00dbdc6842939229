"""How a view of Fimbulvetr is drawn: as a picture (`draw`), as text (`sketch`), and what a person touches."""

from html import escape

from fimbul.core import Node, Scene, Sketch, Span
from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Pass, Place, Ranged, Relic
from fimbul.games.fimbulvetr.clans import KINDS, SIGILS, Warrior
from fimbul.games.fimbulvetr.events import FACING, node
from fimbul.games.fimbulvetr.sigils import NAMES, shape
from fimbul.games.fimbulvetr.state import FimbulvetrView, Play, Standing

CELL = 100
MARGIN = 2  # empty cells shown around the warriors: enough to walk into
SPOTS = ((-27, -27), (27, -27), (27, 27), (-27, 27))  # NW, NE, SE, SW
LETTER = dict(zip(KINDS, "MRDV", strict=True))

STYLE = """
.ground{fill:var(--field,#18222d)}
.cell rect{fill:var(--tile,#212e3b);stroke:var(--tile-edge,#2c3c4d);stroke-width:1.5}
.card{stroke-width:3}
.seat0 .card{fill:var(--seat0,#7a3b2e);stroke:var(--seat0-edge,#d98a5f)}
.seat1 .card{fill:var(--seat1,#28536b);stroke:var(--seat1-edge,#8fc7e0)}
.seal{fill:#0d141c;fill-opacity:.6}
.sigil path{fill:none;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.M path{stroke:#ff9d76}.R path{stroke:#f2d479}.D path{stroke:#a9d6f5}.V path{stroke:#b9e3a8}
.sigil .mark{stroke:#fff;stroke-width:2.2}
.name{font:600 12px Georgia,'Times New Roman',serif;fill:#f4ecdf;text-anchor:middle;paint-order:stroke;
stroke:#0d141c;stroke-width:3px;stroke-opacity:.6}
.bearer .card{stroke:#ffd166;stroke-width:5}
.token .rim{fill:#ffd166;stroke:#5a4310;stroke-width:1.5}
.token .seal{fill:#3a2c0c;fill-opacity:1}
.severed .card{stroke-dasharray:7 5;stroke:#ff5d5d}
.severed .card{animation:severed 1.2s linear infinite}
@keyframes severed{to{stroke-dashoffset:-24}}
@media (prefers-reduced-motion:reduce){.severed .card{animation:none}}
.hand .card{fill-opacity:.85}
.support circle{fill:#0d141c;stroke-width:2}
.support path{fill:none;stroke-width:2.5;stroke-linecap:round}
.support.M *{stroke:#ff9d76}.support.D *{stroke:#a9d6f5}
.button .disc{fill:#2d3d4f;stroke:#ffb36b;stroke-width:2.5}
.button path.arrow{fill:none;stroke:#f4ecdf;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.button text{font:600 14px Georgia,serif;fill:#f4ecdf;text-anchor:middle}
"""

BOARD = (
    "<defs>"
    + "".join(f'<symbol id="sigil-{sigil}" overflow="visible">{shape(sigil)}</symbol>' for sigil in SIGILS)
    + '</defs><rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>'
)


def sigil_svg(sigil: str) -> str:
    """A sigil by reference: its shape is drawn once, in the board."""
    return f'<use href="#sigil-{sigil}"/>'


def warrior_svg(card: Warrior | Standing, r: int, token: str | None) -> str:
    """A card with its sigils; the picture is turned by the node, the name and token are turned back."""
    corners = "".join(
        f'<g transform="translate({x} {y})">{sigil_svg(sigil)}</g>'
        for sigil, (x, y) in zip(card.corners, SPOTS, strict=True)
    )
    upright = f'<g transform="rotate({-90 * r})">' if r else "<g>"
    label = card.name if len(card.name) <= 11 else f"{card.name[:10]}."
    middle = f'<text class="name" y="4">{escape(label)}</text>'
    if token:
        badge = f'<circle class="rim" r="14"/><g transform="scale(.74)">{sigil_svg(LETTER[token] + "1")}</g>'
        middle = f'<g class="token" transform="translate(0 -12)">{badge}</g>'
        middle += f'<text class="name" y="14">{escape(label)}</text>'
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
    nodes += supports(view)
    nodes += controls(view, middle, below)
    pad = 1.2 * CELL if view.phase != "play" else 0
    across = max(wide, 7 if pad else 0) * CELL
    box = (middle - across / 2, (top - 0.5) * CELL - pad, across, high * CELL + 2 * pad)
    return Scene(box=box, board=BOARD, style=STYLE, nodes=tuple(nodes))


def supports(view: FimbulvetrView) -> list[Node]:
    """A mark at every vertex where a support sigil lifts a friend's corner (F9)."""
    corners: dict[tuple[int, int], list[tuple[Standing, str]]] = {}
    for w in view.warriors:
        for corner, (dx, dy) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
            corners.setdefault((w.x + dx, w.y + dy), []).append((w, w.corners[(corner - w.r) % 4]))
    found = []
    for (x, y), here in corners.items():
        for seat in (0, 1):
            friends = [sigil for w, sigil in here if w.seat == seat]
            kinds = [kind for kind in "MD" if f"{kind}S" in friends and len(friends) > 1]
            for place, kind in enumerate(kinds):
                apart = (place - (len(kinds) - 1) / 2) * 20
                sigil = NAMES[f"{kind}S"]
                found.append(
                    Node(
                        id=f"support:{seat}:{kind}:{x},{y}",
                        svg='<circle r="8"/><path d="M-4 0 H4 M0 -4 V4"/>',
                        x=(x - 0.5) * CELL + apart,
                        y=(y - 0.5) * CELL + (seat - 0.5) * 10,
                        layer=3,
                        classes=f"support {kind}",
                        title=f"{sigil} of the {view.clans[seat].name} lifts the friends' corners here",
                    )
                )
    return found


def controls(view: FimbulvetrView, middle: float, below: float) -> list[Node]:
    """What is touched besides cells and warriors: relic tokens, facings, a kind of attack, passing."""
    if view.outcome is not None:
        return []
    if view.phase == "relic":
        return [
            Node(
                id=f"relic:{token}",
                svg=f'<g class="token"><circle class="rim" r="30"/>{sigil_svg(LETTER[token] + "1")}</g>',
                x=middle + (place - 1.5) * CELL,
                y=below,
                layer=3,
                classes="relic",
                title=f"The {token} relic",
            )
            for place, token in enumerate(KINDS)
        ]

    def choice(name: str, svg: str, x: float, y: float, title: str) -> Node:
        disc = '<circle class="disc" r="20"/>'
        return Node(id=name, svg=disc + svg, x=x, y=y, layer=5, classes="button", title=title, floating=True)

    found = []
    for r, (x, y) in enumerate(((0, -72), (72, 0), (0, 72), (-72, 0))):
        arrow = f'<path class="arrow" transform="rotate({90 * r})" d="M0 10 V-10 M-7 -3 L0 -10 L7 -3"/>'
        found.append(choice(f"facing:{r}", arrow, x, y, f"Stand {FACING[r]}"))
    if view.phase == "play":
        if view.options.vault_adjacent:
            for kind, x in (("melee", -28), ("ranged", 28)):
                found.append(choice(f"how:{kind}", sigil_svg(LETTER[kind] + "1"), x, -72, f"Attack: {kind}"))
        found.append(choice("pass", '<text y="5">pass</text>', 0, 0, "Pass: nothing else is possible"))
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


def attempt(view: FimbulvetrView, touched: tuple[str, ...]) -> Play | None:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or not view.to_act:
        return None
    seat = view.to_act[0]
    standing = {node(w.seat, w.id): w for w in view.warriors}
    kind, _, rest = touched[0].partition(":")
    if kind == "relic" and len(touched) > 1:
        return Relic(rest, touched[1].rpartition(":")[2])
    if kind != "warrior":
        return None
    side, _, name = rest.partition(":")
    mover = standing.get(touched[0])
    second = touched[1] if len(touched) > 1 else ""
    facing = next((int(t[7:]) for t in touched if t.startswith("facing:")), mover.r if mover else 0)
    if int(side) != seat:
        return Move(name, *((mover.x, mover.y) if mover else (0, 0)), facing)
    if second.startswith("cell:"):
        x, y = map(int, second[5:].split(","))
        return (Place if view.phase == "place" else Move)(name, x, y, facing)
    if second.startswith("facing:") and mover:
        return Move(name, mover.x, mover.y, facing)
    target = standing.get(second)
    if target is None or mover is None:
        return Place(name, 0, 0, 0) if view.phase == "play" and mover is None else None
    if view.phase == "place":
        return Place(name, target.x, target.y, facing)
    if target.seat == seat:
        return Handoff(target.id)
    near = max(abs(target.x - mover.x), abs(target.y - mover.y)) == 1
    ranged = any(sigil[0] == "R" for sigil in mover.corners)
    return (Melee if near or not ranged else Ranged)(name, target.id)


# ---- the terminal

BLOCK = 9


def block(card: Warrior | Standing, r: int, mark: str) -> tuple[str, str, str]:
    """A card as three lines of text."""
    a, b, c, d = (card.corners[(corner - r) % 4] for corner in range(4))
    name = f"{mark}{card.name}"[:BLOCK]
    return f"{a}{b:>{BLOCK - 2}}", f"{name:^{BLOCK}}", f"{d}{c:>{BLOCK - 2}}"


def sketch(view: FimbulvetrView) -> Sketch:
    """The view as text: a cell is three lines of nine letters."""
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
