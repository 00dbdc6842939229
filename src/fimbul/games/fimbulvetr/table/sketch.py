"""The field as text, for the terminal."""

from fimbul.core import Sketch, Span
from fimbul.games.fimbulvetr.events import node
from fimbul.games.fimbulvetr.model import Warrior
from fimbul.games.fimbulvetr.table.boards import extent
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, Standing

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
    return Sketch(tuple(lines))
