"""The Battleground in a terminal: a zone is four letters, columns and rows have their numbers."""

from fimbul.core import Sketch, Span
from fimbul.games.valknut.library.warbands import KINDS, NUMBER
from fimbul.games.valknut.table.view import ValknutView
from fimbul.games.valknut.table.words import SPECIAL, at_zone

GROUND = {".": " ·  ", "f": " ♠♠ ", "r": " ≈≈ ", "m": " ▲▲ ", "v": " ∆  "}
SMOOTH = {"parley": " ,  ", "bifrost": " ░░ "}
STYLES = {".": "dim", "f": "good", "r": "seat1", "m": "bold", "v": "bold"}


def sketch(view: ValknutView) -> Sketch:
    """The Battleground as text."""
    zones = {
        (card.x + dx, card.y + dy): (letter, SPECIAL.get(card.id, ""))
        for card in view.cards
        for dy, row in enumerate(card.rows)
        for dx, letter in enumerate(row)
    }
    columns = range(min(x for x, _ in zones), max(x for x, _ in zones) + 1)
    lines: list[tuple[Span, ...]] = [(Span("     ", "dim"), *(Span(f"{x:>3} ", "dim") for x in columns))]
    for y in range(min(y for _, y in zones), max(y for _, y in zones) + 1):
        row = [Span(f"{y:>4} ", "dim")]
        for x in columns:
            if (x, y) not in zones:
                row.append(Span("    "))
                continue
            letter, special = zones[x, y]
            unit = at_zone(view, x, y)
            if unit:
                mark = "∆" if letter == "v" else " "
                sign = KINDS[NUMBER[unit.kind]].letter
                row.append(Span(f"[{sign}]{mark}", f"seat{unit.seat} bold", f"unit:{unit.id}"))
            else:
                text = SMOOTH[special] if special else GROUND[letter]
                row.append(Span(text, STYLES[letter], f"zone:{x},{y}"))
        lines.append(tuple(row))
    return Sketch(tuple(lines))
