"""The field as a picture: cells, warriors with their sigils, and the marks between them."""

import functools
from html import escape
from typing import Any

from fimbul.core import Board, Node
from fimbul.core.svg import fitted, symbol, use
from fimbul.core.wording import capital
from fimbul.games.fimbulvetr.events import FACING, node
from fimbul.games.fimbulvetr.model import KINDS, PLACES, SIGILS, Warrior
from fimbul.games.fimbulvetr.table.deeds import whereabouts
from fimbul.games.fimbulvetr.table.figures import figure
from fimbul.games.fimbulvetr.table.sigils import NAMES, shape
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, Standing

CELL = 100
ROOM, LONGEST = 78, 11  # how wide a name may be on a card, and of how many letters
MARGIN = 2  # empty cells shown around the warriors: enough to walk into
SPOTS = ((-27, -27), (27, -27), (27, 27), (-27, 27))  # NW, NE, SE, SW
LETTER = dict(zip(KINDS, "MRDV", strict=True))

STYLE = """
.ground{fill:#8fa3b5;fill:color-mix(in srgb,var(--field,#18222d) 45%,#c3d8ec)}
.drift{fill:#f3f9ff;fill-opacity:.17}
.track{fill:#22384d;fill-opacity:.16}
.cell rect{fill:#fff;fill-opacity:.045;stroke:#fff;stroke-opacity:.16;stroke-width:1.5}
.card{stroke-width:3}
.seat0 .card{fill:#7a3b2e;stroke:#e09a70}
.seat1 .card{fill:#1f4a64;stroke:#9ccfe6}
.figure{fill:#fff;fill-opacity:.62}
.figure .line{fill:none;stroke:#fff;stroke-opacity:.62;stroke-width:4}
.seal{fill:#0d141c;fill-opacity:.6}
.sigil path{fill:none;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.M path{stroke:#ff9d76}.R path{stroke:#f2d479}.D path{stroke:#a9d6f5}.V path{stroke:#b9e3a8}
.sigil .mark{stroke:#fff;stroke-width:2.2}
.name{font:600 13px Georgia,'Times New Roman',serif;fill:#f4ecdf;text-anchor:middle;paint-order:stroke;
stroke:#0d141c;stroke-width:3.5px;stroke-opacity:.8}
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
.button text{font:600 14px Georgia,serif;fill:#f4ecdf;text-anchor:middle}
"""

GROUND = (
    "<defs>"
    + "".join(symbol(f"sigil-{sigil}", shape(sigil)) for sigil in SIGILS)
    + '<pattern id="snow" width="400" height="300" patternUnits="userSpaceOnUse">'
    '<path class="drift" d="M30 70q70-34 150-4q-78-12-150 4zM216 132q80-30 168 2q-86-14-168-2z'
    'M60 236q56-26 128-2q-68-10-128 2zM268 262q46-20 104 0q-54-8-104 0z"/>'
    '<g class="track">'
    + "".join(
        f'<ellipse cx="{20 + 24 * step}" cy="{172 - 5 * step + 8 * (step % 2)}" rx="5" ry="2.6"/>'
        for step in range(14)
    )
    + "</g></pattern></defs>"
    '<rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>'
    '<rect fill="url(#snow)" x="-20000" y="-20000" width="40000" height="40000"/>'
)


BLANK = '<rect class="card" x="-46" y="-46" width="92" height="92" rx="11"/>'


def sigils_svg(card: Warrior | Standing) -> str:
    """The sigils of a card in its corners, as printed."""
    return "".join(
        f'<g transform="translate({x} {y})">{use(f"sigil-{sigil}")}</g>'
        for sigil, (x, y) in zip(card.corners, SPOTS, strict=True)
    )


def face_svg(card: Warrior | Standing) -> str:
    """A card with its sigils, and nothing that has an upright of its own."""
    return f"{BLANK}{sigils_svg(card)}"


def warrior_svg(card: Warrior | Standing, r: int, token: str | None) -> str:
    """A card with its sigils; the picture is turned by the node, the name and token are turned back."""
    upright = f'<g transform="rotate({-90 * r})">' if r else "<g>"
    fit = fitted(card.name, ROOM, LONGEST)
    middle = f'<text class="name" y="4"{fit}>{escape(card.name)}</text>'
    if token:
        badge = f'<circle class="rim" r="14"/><g transform="scale(.74)">{use(f"sigil-{LETTER[token]}1")}</g>'
        middle = f'<g class="token" transform="translate(0 -12)">{badge}</g>'
        middle += f'<text class="name" y="14"{fit}>{escape(card.name)}</text>'
    return f"{BLANK}{upright}{figure(card.corners)}</g>{sigils_svg(card)}{upright}{middle}</g>"


def corners_in_words(card: Warrior | Standing, r: int = 0) -> str:
    """The corners that a card shows."""
    shown = [card.corners[(corner - r) % 4] for corner in range(4)]
    return ", ".join(f"{place} {NAMES[sigil]}" for place, sigil in zip(PLACES, shown, strict=True))


def extent(view: FimbulvetrView) -> tuple[int, int, int, int]:
    """The columns and rows to show: left, top, right, bottom."""
    xs = [w.x for w in view.warriors] or [0]
    ys = [w.y for w in view.warriors] or [0]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


@functools.lru_cache(maxsize=256)
def draw(view: FimbulvetrView) -> Board:
    """The field, the same for everybody: a little more than the warriors stand on."""
    left, top, right, bottom = extent(view)
    nodes = [
        Node(
            id=f"cell:{x},{y}",
            svg='<rect x="-49" y="-49" width="98" height="98" rx="8"/>',
            x=x * CELL,
            y=y * CELL,
            classes="cell",
            title=f"{capital(whereabouts(view, x, y))} (empty)",
        )
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
    ]
    nodes += [warrior_node(view, w) for w in view.warriors]
    nodes += supports(view)
    nodes += [*controls(view), *likenesses(view)]
    box = ((left - 0.5) * CELL, (top - 0.5) * CELL, (right - left + 1) * CELL, (bottom - top + 1) * CELL)
    return Board(title="The field", box=box, ground=GROUND, style=STYLE, nodes=tuple(nodes))


def warrior_node(view: FimbulvetrView, w: Standing) -> Node:
    """A warrior where it stands."""
    token = view.relics[w.seat] if w.bearer else None
    state = f"{' bearer' if w.bearer else ''}{' severed' if w.severed else ''}"
    whose = f"{w.name} of the {view.clans[w.seat].name}"
    bears = f". Bears the {token} relic" if token else ""
    return Node(
        id=node(w.seat, w.id),
        svg=warrior_svg(w, w.r, token),
        x=w.x * CELL,
        y=w.y * CELL,
        angle=90 * w.r,
        layer=2,
        classes=f"warrior seat{w.seat}{state}",
        title=f"{whose}: {corners_in_words(w, w.r)}{bears}{'. Severed' if w.severed else ''}",
    )


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


def controls(view: FimbulvetrView) -> list[Node]:
    """Choices that appear beside what was touched: facings, and a kind of attack."""
    if view.outcome is not None or view.phase == "relic":
        return []

    def choice(name: str, svg: str, x: float, y: float, title: str, **more: Any) -> Node:
        body = f'<rect class="disc" x="-24" y="-24" width="48" height="48" rx="9"/>{svg}'
        return Node(
            id=name, svg=body, x=x, y=y, layer=5, classes="button", title=title, floating=True, **more
        )

    found = []
    for r, (x, y) in enumerate(((-58, -58), (58, -58), (58, 58), (-58, 58))):  # where its first corner goes
        found.append(choice(f"facing:{r}", "", x, y, title=f"Stand {FACING[r]}", angle=90 * r, turns=True))
    if view.phase == "play" and view.options.vault_adjacent:
        for kind, x in (("melee", -28), ("ranged", 28)):
            sign = use(f"sigil-{LETTER[kind]}1")
            found.append(choice(f"how:{kind}", sign, x, -72, title=f"Attack: {kind}"))
    return found


def likenesses(view: FimbulvetrView) -> list[Node]:
    """Warriors of who acts, as they would look elsewhere: without a name, which would stand on its head."""
    if view.outcome is not None or view.phase == "relic":
        return []
    seat = view.acting
    turned = {w.id: w.r for w in view.warriors if w.seat == seat}
    cards = [card for card in view.clans[seat].warriors if card.id in (*turned, *view.waiting[seat])]
    return [
        Node(
            id=f"as:{node(seat, card.id)}",
            svg=face_svg(card),
            x=0,
            y=0,
            angle=90 * turned.get(card.id, 0),
            layer=4,
            classes=f"warrior seat{seat}",
            floating=True,
        )
        for card in cards
    ]
