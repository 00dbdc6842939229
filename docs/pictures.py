"""Draws the pictures of the documentation: `make pictures`.

Those of Fimbulvetr are here; another game has a file of its own beside this one.  Each picture is a position
of real warriors with arrows on it; what a picture claims about them is a test (tests/docs/test_pictures.py).
"""

import importlib.util
from pathlib import Path
from typing import Any

import msgspec

import fimbul
from fimbul.core import Board, Match, Node
from fimbul.games.fimbulvetr.model import FimbulvetrOptions
from fimbul.games.fimbulvetr.state import FimbulvetrState
from fimbul.games.fimbulvetr.table import boards
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, Standing

HERE = Path(__file__).parent
CELL = boards.CELL
HALF = CELL / 2
CORNER = {"NW": (-27, -27), "NE": (27, -27), "SE": (27, 27), "SW": (-27, 27), "": (0, 0)}
SAXONS, VIKINGS = 0, 1

MARKS = """
.arrow{fill:none;stroke-width:5;stroke-linecap:round;marker-end:url(#head)}
.good{stroke:#7ee787}.bad{stroke:#ff6b6b;stroke-dasharray:2 9}.link{stroke:#ffd166;stroke-width:4}
.tile{fill-opacity:.35;stroke:none}.tile.good{fill:#7ee787}.tile.bad{fill:#ff6b6b}.tile.link{fill:#ffd166}
.note{font:600 15px Georgia,serif;fill:#fff;text-anchor:middle;
paint-order:stroke;stroke:#0d141c;stroke-width:4px}
"""
HEAD = (
    '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="3" markerHeight="3" '
    'orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" fill="#fff"/></marker></defs>'
)


class Arrow(msgspec.Struct, frozen=True):
    """From a warrior's corner to another's, or to a cell."""

    start: tuple[str, str]
    end: tuple[str, str] | tuple[int, int]
    kind: str
    note: str = ""


class Tile(msgspec.Struct, frozen=True):
    """A marked cell."""

    x: int
    y: int
    kind: str
    note: str = ""


class Picture(msgspec.Struct, frozen=True):
    """Warriors as (seat, id, x, y, r), and what is drawn upon them."""

    warriors: tuple[tuple[int, str, int, int, int], ...]
    marks: tuple[Arrow | Tile, ...] = ()
    bearer: tuple[int, str, str] | None = None  # seat, warrior, token
    severed: tuple[str, ...] = ()


PICTURES: dict[str, Picture] = {
    "rotations": Picture(
        tuple((SAXONS, "thegn", 2 * r, 0, r) for r in range(4)),
        tuple(Tile(2 * r, 1, "none", f"r = {r}") for r in range(4)),
    ),
    "contact": Picture(
        (
            (SAXONS, "thegn", 0, 0, 2),
            (VIKINGS, "raider", 1, 0, 0),
            (SAXONS, "rider", 0, 1, 0),
            (VIKINGS, "jarl", 1, 1, 0),
        ),
        (
            Arrow(("thegn", "SE"), ("raider", "SW"), "link"),
            Arrow(("thegn", "SE"), ("rider", "NE"), "link"),
            Arrow(("thegn", "SE"), ("jarl", "NW"), "link"),
        ),
    ),
    "support": Picture(
        (
            (VIKINGS, "raider", 0, 0, 1),
            (SAXONS, "housecarl", 1, 0, 2),
            (SAXONS, "shieldman", 0, 1, 0),
            (VIKINGS, "shieldmaiden", 1, 1, 0),
        ),
        (
            Arrow(("shieldman", "NE"), ("raider", "SE"), "bad", "2 : 2"),
            Arrow(("shieldman", "NE"), ("shieldmaiden", "NW"), "good", "2 : 1"),
        ),
    ),
    "relic": Picture(
        ((SAXONS, "housecarl", 0, 0, 0), (SAXONS, "thegn", 1, 0, 0)),
        (Arrow(("housecarl", "NE"), ("thegn", "NW"), "link", "+1"),),
        bearer=(SAXONS, "housecarl", "melee"),
    ),
    "reach": Picture(
        ((SAXONS, "shieldman", 0, 0, 0), (VIKINGS, "jarl", 1, 0, 0), (SAXONS, "thegn", 1, 1, 0)),
        (
            Tile(0, -1, "good", "1 to go"),
            Tile(0, 1, "good", "1 to go"),
            Tile(1, -1, "good", "0 to go"),
            Tile(0, 2, "good", "0 to go"),
            Tile(-1, 0, "bad", "alone"),
            Tile(2, 0, "bad", "no way"),
        ),
    ),
    "vault": Picture(
        (
            (VIKINGS, "raider", 0, 0, 0),
            (SAXONS, "thegn", 1, 0, 0),
            (SAXONS, "rider", 0, 1, 0),
            (VIKINGS, "jarl", 0, 2, 0),
        ),
        (
            Arrow(("raider", ""), (2, 0), "good", "over one"),
            Arrow(("raider", ""), (0, 3), "bad", "over two"),
        ),
    ),
    "melee": Picture(
        (
            (VIKINGS, "raider", 0, 0, 1),
            (VIKINGS, "jarl", 1, 0, 0),
            (SAXONS, "shieldman", 0, 1, 0),
            (VIKINGS, "berserk", 1, 1, 0),
        ),
        (
            Arrow(("shieldman", "NE"), ("raider", "SE"), "bad", "A"),
            Arrow(("shieldman", "NE"), ("berserk", "NW"), "good", "B"),
            Arrow(("shieldman", "NE"), ("berserk", "SW"), "bad", "C"),
            Arrow(("shieldman", "NE"), ("jarl", "SW"), "good", "D"),
        ),
    ),
    "ranged": Picture(
        (
            (SAXONS, "archer", 0, 0, 1),
            (SAXONS, "thegn", 1, 0, 0),
            (VIKINGS, "huskarl", 0, -2, 2),
            (VIKINGS, "jarl", 2, -2, 0),
            (VIKINGS, "berserk", 2, 0, 0),
            (VIKINGS, "raider", 2, -1, 0),
        ),
        (
            Arrow(("archer", "NE"), ("jarl", "SW"), "good", "2 : 0"),
            Arrow(("archer", "NE"), ("huskarl", "SE"), "bad", "2 : 2"),
            Arrow(("archer", "NE"), ("berserk", "NW"), "bad", "blocked"),
            Arrow(("archer", "NE"), ("raider", "SW"), "bad", "not in line"),
        ),
    ),
    "vaulted-ranged": Picture(
        (
            (VIKINGS, "bowman", 0, 0, 0),
            (SAXONS, "thegn", 1, 0, 0),
            (SAXONS, "rider", 2, 0, 0),
            (VIKINGS, "jarl", -1, 0, 0),
            (SAXONS, "spearman", -2, 0, 0),
        ),
        (
            Arrow(("bowman", "NE"), ("rider", "NW"), "good", "1 : 0"),
            Arrow(("bowman", "NW"), ("spearman", "NE"), "bad", "blocked"),
        ),
    ),
    "handoff": Picture(
        (
            (SAXONS, "thegn", 0, 0, 0),
            (SAXONS, "shieldman", 0, -1, 0),
            (SAXONS, "rider", 1, 1, 0),
            (VIKINGS, "jarl", 1, 0, 0),
            (SAXONS, "archer", 2, 0, 0),
        ),
        (
            Arrow(("thegn", ""), ("shieldman", ""), "good"),
            Arrow(("thegn", ""), ("rider", ""), "good"),
            Arrow(("thegn", ""), ("archer", ""), "bad", "too far"),
        ),
        bearer=(SAXONS, "thegn", "defense"),
    ),
    "severance": Picture(
        (
            (VIKINGS, "jarl", 0, 0, 0),
            (SAXONS, "thegn", 1, 0, 0),
            (VIKINGS, "raider", 1, 1, 0),
            (SAXONS, "shieldman", 2, 1, 0),
            (SAXONS, "rider", 4, 3, 0),
            (VIKINGS, "berserk", 4, 4, 0),
        ),
        (Arrow(("rider", ""), (3, 2), "good"), Arrow(("shieldman", ""), (3, 2), "good", "or")),
        severed=("rider",),
    ),
    "tie": Picture(
        (
            (VIKINGS, "jarl", 0, 0, 0),
            (SAXONS, "thegn", 1, 0, 0),
            (VIKINGS, "raider", 0, 1, 0),
            (SAXONS, "shieldman", 4, 0, 0),
            (SAXONS, "rider", 4, 1, 0),
            (VIKINGS, "berserk", 5, 1, 0),
            (SAXONS, "archer", 2, 4, 0),
        ),
        severed=("archer",),
    ),
}


def view_of(picture: Picture) -> FimbulvetrView:
    """The picture's warriors as a view of a game."""
    options = FimbulvetrOptions(first=0)
    game = fimbul.game("fimbulvetr")
    empty = game.new(options=options).view(None)
    cards = [{card.id: card for card in clan.warriors} for clan in empty.clans]  # type: ignore[attr-defined]
    token = picture.bearer[2] if picture.bearer else None
    standing = []
    for seat, name, x, y, r in picture.warriors:
        card = cards[seat][name]
        bearer = picture.bearer is not None and picture.bearer[:2] == (seat, name)
        severed = name in picture.severed
        standing.append(Standing(seat, name, card.name, card.corners, x, y, r, bearer, severed))
    return msgspec.structs.replace(
        empty, phase="play", warriors=tuple(standing), waiting=((), ()), relics=(token, None)
    )


def mark_svg(picture: Picture, mark: Arrow | Tile) -> str:
    """An arrow or a tile as SVG."""
    if isinstance(mark, Tile):
        x, y = mark.x * CELL, mark.y * CELL
        tile = f'<rect class="tile {mark.kind}" x="{x - 49}" y="{y - 49}" width="98" height="98" rx="8"/>'
        return (tile if mark.kind != "none" else "") + note(x, y + 5, mark.note)
    where = {name: (x * CELL, y * CELL) for _, name, x, y, _ in picture.warriors}

    def point(target: tuple[str, str] | tuple[int, int]) -> tuple[float, float]:
        if isinstance(target[0], int):
            return target[0] * CELL, int(target[1]) * CELL
        (x, y), (dx, dy) = where[target[0]], CORNER[str(target[1])]
        return x + dx, y + dy

    (x1, y1), (x2, y2) = point(mark.start), point(mark.end)
    along = 0.62
    line = f'<path class="arrow {mark.kind}" d="M{x1:g} {y1:g} L{x2:g} {y2:g}"/>'
    return line + note(x1 + (x2 - x1) * along, y1 + (y2 - y1) * along - 6, mark.note)


def note(x: float, y: float, text: str) -> str:
    """A short text."""
    return f'<text class="note" x="{x:g}" y="{y:g}">{text}</text>' if text else ""


def draw(picture: Picture) -> str:
    """The picture as SVG."""
    whole = boards.draw(view_of(picture))
    xs = [w[2] for w in picture.warriors] + [m.x for m in picture.marks if isinstance(m, Tile)]
    ys = [w[3] for w in picture.warriors] + [m.y for m in picture.marks if isinstance(m, Tile)]
    for mark in picture.marks:
        if isinstance(mark, Arrow) and isinstance(mark.end[0], int):
            xs.append(mark.end[0])
            ys.append(int(mark.end[1]))
    left, top, right, bottom = min(xs) - 0.6, min(ys) - 0.6, max(xs) + 0.6, max(ys) + 0.6
    nodes = [node for node in whole.nodes if not node.floating]
    seen: set[str] = set()
    unique = []
    for node in nodes:  # one warrior drawn four times is no position, but a fine picture
        name = node.id if node.id not in seen else f"{node.id}:{len(seen)}:{node.x:g}"
        seen.add(name)
        unique.append(msgspec.structs.replace(node, id=name))
    for number, mark in enumerate(picture.marks):
        unique.append(Node(id=f"mark:{number}", svg=mark_svg(picture, mark), x=0, y=0, layer=9))
    box = (left * CELL, top * CELL, (right - left) * CELL, (bottom - top) * CELL)
    drawn = Board(box=box, ground=whole.ground + HEAD, style=whole.style + MARKS, nodes=tuple(unique))
    return drawn.to_svg(width=round(box[2] * 0.9))


def real_position() -> str:
    """The position in the README: the start of a quick game."""
    game = fimbul.game("fimbulvetr")
    match = Match(game, options={"setup": "quick", "first": 0}, seed=5)
    assert isinstance(match.state, FimbulvetrState)
    return game.scene(match.state.view(None)).to_svg(width=720)


def all_pictures() -> dict[Path, str]:
    """Every picture by the file it belongs in."""
    pictures = {HERE / "rules" / "fimbulvetr" / f"{name}.svg": draw(p) for name, p in PICTURES.items()}
    pictures[HERE / "position.svg"] = real_position()
    return pictures | sibling("pictures_valknut").all_pictures()


def sibling(name: str) -> Any:
    """A file beside this one, as a module."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    for path, svg in all_pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        print(path.relative_to(HERE.parent))
