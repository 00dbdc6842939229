"""How a view of Valknut looks in a terminal: a zone is two lines of four letters."""

from fimbul.core import Sketch, Span
from fimbul.games.valknut.art import GLYPHS
from fimbul.games.valknut.kinds import KINDS, NUMBER
from fimbul.games.valknut.pantheon import GODS
from fimbul.games.valknut.pantheon import NUMBER as GOD
from fimbul.games.valknut.scene import at_zone
from fimbul.games.valknut.state import CardFace, ValknutView

GROUND = {".": " ·  ", "f": " ♠♠ ", "r": " ≈≈ ", "m": " ▲▲ ", "v": " ∆  "}
STYLES = {".": "dim", "f": "good", "r": "seat1", "m": "bold", "v": "bold"}


def sketch(view: ValknutView) -> Sketch:
    """The view as text."""
    letters = {
        (card.x + dx, card.y + dy): letter
        for card in view.cards
        for dy, row in enumerate(card.rows)
        for dx, letter in enumerate(row)
    }
    parley = {
        (card.x + dx, card.y + dy)
        for card in view.cards
        if card.id == "PARLEY"
        for dy, row in enumerate(card.rows)
        for dx in range(len(row))
    }
    columns = range(min(x for x, _ in letters), max(x for x, _ in letters) + 1)
    lines: list[tuple[Span, ...]] = [(Span("     ", "dim"), *(Span(f"{x:>3} ", "dim") for x in columns))]
    for y in range(min(y for _, y in letters), max(y for _, y in letters) + 1):
        row = [Span(f"{y:>4} ", "dim")]
        for x in columns:
            letter = letters.get((x, y))
            unit = at_zone(view, x, y)
            if letter is None:
                row.append(Span("    "))
            elif unit:
                mark = "∆" if letter == "v" else " "
                row.append(Span(f"[{GLYPHS[unit.kind]}]{mark}", f"seat{unit.seat} bold", f"unit:{unit.id}"))
            else:
                text = " ,  " if (x, y) in parley else GROUND[letter]
                row.append(Span(text, STYLES[letter], f"zone:{x},{y}"))
        lines.append(tuple(row))
    lines.append(())
    lines += seats(view)
    if view.god_pool:
        shown = [Span(" Gods and monsters: ", "bold")]
        shown += [Span(f"{GODS[GOD[god]].name} ", "", f"god:{god}") for god in view.god_pool]
        lines.append(tuple(shown))
    lines += cards(view)
    return Sketch(tuple(lines))


def seats(view: ValknutView) -> list[tuple[Span, ...]]:
    """A line for each seat: warbands, supply, points."""
    lines = []
    for seat, bands in enumerate(view.warbands):
        names = " and ".join(KINDS[NUMBER[kind]].name for kind in bands)
        row = [Span(f" {names}: {view.scores[seat]} VP", f"seat{seat} bold")]
        if not view.alive[seat]:
            row.append(Span(" (out)", "dim"))
        row.append(Span("  supply:", "dim"))
        for kind, count in view.supplies[seat]:
            row.append(Span(f" {count} {GLYPHS[kind]}", f"seat{seat}", f"supply:{seat}:{kind}"))
        for god in view.worshipped[seat]:
            row.append(Span(f"  {GODS[GOD[god]].name}", "", f"god:{god}"))
        if seat == view.active and view.phase == "Marching":
            marks = "".join(f"+{points}" for points in view.marked if points)
            row.append(Span(f"  movement {view.points}{marks}", "bold"))
        lines.append(tuple(row))
    return lines


def cards(view: ValknutView) -> list[tuple[Span, ...]]:
    """The pool and the Ambush cards, side by side."""
    shown: list[tuple[CardFace, str]] = [(card, f"pool:{card.id}") for card in view.pool]
    for held in view.ambushes:
        shown += [(card, f"ambush:{card.id}") for card in held]
    lines: list[tuple[Span, ...]] = [(), (Span(f" {view.pile} cards in the pile", "dim"),)]
    for start in range(0, len(shown), 6):
        part = shown[start : start + 6]
        lines.append(tuple(Span(f" {card.id[:12]:<13}", "bold", node) for card, node in part))
        for line in range(max(len(card.rows) for card, _ in part)):
            row = []
            for card, node in part:
                ground = "".join(GROUND[letter] for letter in card.rows[line])
                note = f"{card.move}{'♪' if card.gjallarhorn and view.gods else ''}" if line == 0 else ""
                row.append(Span(f" {ground}{note:<{max(0, 13 - len(ground))}}", "", node))
            lines.append(tuple(row))
    return lines
