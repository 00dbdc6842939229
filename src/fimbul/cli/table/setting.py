"""Setting the table as text: below the board the facts of the question, then the trays, card by card."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from fimbul.cli.table.dialogs import Told
from fimbul.core import Board, Card, Dice, Fact, Figure, Line, Scene, Sketch, Span, Tray

NARROWEST = 40  # letters of a line
BAR = 20  # letters of a full bar of odds
INDENT = "   "
ICON = re.compile(r"\[([a-z][\w-]*)\]", re.IGNORECASE)
FOLDED = ("reference", "chart")  # roles of trays that show only what their cards are called
ORDER = ("choice", "hand", "mat", "market", "track", "roster", "chart", "reference")

TOLD = ("used", "new", "active", "gone")  # states of cards that are words; others are seen by their colour

Row = tuple[Span, ...]


def plain(text: str) -> str:
    """Words without the brackets around their icons."""
    return ICON.sub(r"\1", text)


def set_out(sketch: Sketch, scene: Scene, room: int, told: Told = str) -> Sketch:
    """The board's sketch with everything else of the scene below it, in lines of so many letters.

    Of what the scene says all is in the language of the table; `told` says the rest.
    """
    width = max(NARROWEST, room)
    rows = list(sketch.lines)
    for fact in scene.sheet.facts:
        rows += fact_rows(fact, width)
    for tray in sorted(scene.trays, key=lambda tray: ORDER.index(tray.role)):
        rows += tray_rows(tray, width, told)
    return Sketch(tuple(rows))


def fact_rows(fact: Fact, width: int) -> Iterator[Row]:
    """Dice, odds as bars, or a figure."""
    if isinstance(fact, Line):
        style: str = fact.state or "bold"
        yield from flowed([Span(f" {plain(fact.name)}: "), Span(plain(fact.value), style)], width)
    elif isinstance(fact, Dice):
        spans = [Span(f" {plain(fact.name)}: ")]
        for die in fact.dice:
            style = {"hit": "good", "miss": "dim", "spent": "dim"}.get(die.state, "bold")
            spans += [Span(f"[{die.value or die.name}]", style, die.id), Span(" ")]
        yield from flowed(spans, width)
    else:
        yield (Span(f" {plain(fact.name)}"),)
        for name, chance in fact.chances:
            bar = "█" * round(chance * BAR)
            yield Span(f"   {plain(name):<24} "), Span(f"{bar:<{BAR}}", "good"), Span(f" {chance:4.0%}")


def tray_rows(tray: Tray, width: int, told: Told) -> Iterator[Row]:
    """A heading, then the cards."""
    style = f"seat{tray.seat} bold" if tray.seat is not None else "bold"
    yield ()
    heading = [Span(f" {tray.title}", style), *figure_spans(tray.figures)]
    yield from flowed(heading, width)
    if tray.note:
        yield from wrapped(tray.note, width)
    if tray.role in FOLDED:
        names = [Span("  ")]
        for card in tray.cards:
            names += [Span(card.title, "", card.id), Span(" · ", "dim")]
        yield from flowed(names[:-1], width)
        return
    for card in tray.cards:
        yield from card_rows(card, width, told)


def card_rows(card: Card, width: int, told: Told) -> Iterator[Row]:
    """What a card is called, its figures and marks, and what it says."""
    style = "dim" if card.state in ("gone", "used", "down") else "bold"
    if card.seat is not None and style == "bold":
        style = f"seat{card.seat} bold"
    spans = [Span("  "), Span(card.title, style, card.id)]
    spans += [Span(f" ({card.kind})", "dim")] if card.kind else []
    spans += [Span(f" {told(card.state)}", "dim")] if card.state in TOLD else []
    yield from flowed([*spans, *figure_spans((*card.figures, *card.marks))], width)
    if card.text:
        yield from wrapped(card.text, width)


def figure_spans(figures: Iterable[Figure]) -> Iterator[Span]:
    """Numbers and tokens with their names."""
    for figure in figures:
        style = {"good": "good", "full": "good", "bad": "bad", "low": "bad"}.get(figure.state, "")
        words = f"{figure.name} {figure.value}".strip()
        yield Span("  ")
        yield Span(plain(words), style or ("" if figure.id else "dim"), figure.id)


def wrapped(text: str, width: int) -> Iterator[Row]:
    """A text in dim lines."""
    for paragraph in plain(text).splitlines():
        for line in textwrap.wrap(paragraph, width - len(INDENT)):
            yield (Span(f"{INDENT}{line}", "dim"),)


def flowed(spans: Iterable[Span], width: int) -> Iterator[Row]:
    """Spans in lines that are no wider than this; what can be touched is never cut in two."""
    line: list[Span] = []
    used = 0
    for span in spans:
        if used and used + len(span.text) > width:
            yield tuple(line)
            line, used = [Span(INDENT)], len(INDENT)
            if not span.text.strip():
                continue
        line.append(span)
        used += len(span.text)
    if line:
        yield tuple(line)


def titles_of(scene: Scene) -> dict[str, str]:
    """What is told of each thing that can be pointed at."""
    titles: dict[str, str] = {}
    for board in scene.boards:
        titles |= board_titles(board)
    for tray in scene.trays:
        titles |= {figure.id: figure_title(figure) for figure in tray.figures if figure.id}
        for card in tray.cards:
            titles[card.id] = card_title(card)
            parts = (*card.figures, *card.marks)
            titles |= {figure.id: figure_title(figure) for figure in parts if figure.id}
    for fact in scene.sheet.facts:
        if isinstance(fact, Dice):
            titles |= {die.id: die.name for die in fact.dice if die.id}
    titles |= {button.id: plain(button.title or button.label) for button in scene.sheet.buttons}
    return titles


def labels_of(scene: Scene) -> dict[str, str]:
    """What each button is called."""
    return {button.id: plain(button.label) for button in scene.sheet.buttons}


def board_titles(board: Board) -> dict[str, str]:
    """The titles of a board's nodes."""
    return {node.id: node.title for node in board.nodes if node.title}


def figure_title(figure: Figure) -> str:
    """A figure in words."""
    return plain(figure.title or f"{figure.name} {figure.value}".strip())


def card_title(card: Card) -> str:
    """A card in words: what it is called, then all that it says."""
    said = " ".join(filter(None, (card.text, *card.detail.splitlines())))
    return plain(f"{card.title}: {said}" if said else card.title)
