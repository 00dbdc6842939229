"""The printed charts as trays: combat results, casualties, attrition, what terrain costs, enchantments."""

import functools

from fimbul.core import Card, Figure, Tray
from fimbul.games.fornaldar.library.charts import index_of
from fimbul.games.fornaldar.library.rows import LETTERS, ODDS, POINT, RACES, Library
from fimbul.games.fornaldar.table import words
from fimbul.games.fornaldar.table.view import FornaldarView

OPEN = 999  # a band without an end
MARKS = "Attacker/defender. r: the enemy may drive it out; o: it may retreat."


def charts(view: FornaldarView) -> tuple[Tray, ...]:
    """The charts; the last roll on the combat results table is marked there."""
    library = words.book(view).library
    return results(view), casualties(library), attrition(library), terrain(library)


def results(view: FornaldarView) -> Tray:
    """The combat results table, with the cell that the last roll hit."""
    library = words.book(view).library
    index = index_of(library)
    rolled = view.rolled[-1] if view.rolled else None
    hit = min(max(sum(rolled[2]) + rolled[3], index.lowest), index.highest) if rolled else None
    note = MARKS
    if rolled:
        added = f" {rolled[3]:+}" if rolled[3] else ""
        note = f"{rolled[0]}: {' + '.join(map(str, rolled[2]))}{added}, {rolled[4]}. {MARKS}"
    cards = rows(library, hit, rolled[1] if rolled else "")
    return Tray(id="results", title="Combat results", role="chart", cards=cards, note=note)


@functools.lru_cache(maxsize=64)
def rows(library: Library, hit: int | None, column: str) -> tuple[Card, ...]:
    """The rows of the combat results table, one cell of which may be marked."""
    index = index_of(library)
    return tuple(
        Card(
            id=f"crt:{roll}",
            title=edge(roll, index.lowest, index.highest),
            figures=tuple(
                Figure(
                    name=odds,
                    value=cell_text(library, roll, odds),
                    state="good" if (roll, odds) == (hit, column) else "",
                )
                for odds in ODDS
            ),
            state="active" if roll == hit else "",
        )
        for roll in range(index.lowest, index.highest + 1)
    )


def edge(roll: int, lowest: int, highest: int) -> str:
    """A row of the table: the outermost are for all rolls beyond."""
    return f"{roll} or less" if roll == lowest else f"{roll} or more" if roll == highest else str(roll)


def cell_text(library: Library, roll: int, odds: str) -> str:
    """A cell as it is printed: `rD/Ao`."""
    cell = index_of(library).results[roll, odds]
    return f"{cell.attacker_mark}{cell.attacker}/{cell.defender}{cell.defender_mark}"


@functools.lru_cache(maxsize=8)
def casualties(library: Library) -> Tray:
    """The casualty table: CSP and wounds by strength and letter."""
    losses = index_of(library).losses
    cards = []
    for place, row in enumerate(losses[LETTERS[0]]):
        figures = []
        for letter in LETTERS:
            loss = losses[letter][place]
            figures.append(Figure(name=letter, value=f"{loss.csp}/{loss.wounds}{'*' * loss.star}"))
        size = f"{row.least} to {row.most}" if row.most < OPEN else f"{row.least} and more"
        cards.append(Card(id=f"loss:{row.least}", title=size, figures=tuple(figures)))
    note = "Strength: CSP/wounds lost. *: all on one piece first."
    return Tray(id="casualties", title="Casualties", role="chart", cards=tuple(cards), note=note)


@functools.lru_cache(maxsize=8)
def attrition(library: Library) -> Tray:
    """The attrition table."""
    cards = []
    for row in index_of(library).wear:
        low, high = row.least <= -OPEN // 10, row.most >= OPEN // 10
        size = (
            f"{row.most} or less" if low else f"{row.least} or more" if high else f"{row.least} to {row.most}"
        )
        cards.append(
            Card(id=f"wear:{row.letter}", title=size, figures=(Figure(name="losses", value=row.letter),))
        )
    return Tray(id="attrition", title="Attrition", role="chart", cards=tuple(cards))


@functools.lru_cache(maxsize=8)
def terrain(library: Library) -> Tray:
    """The terrain effects chart: what each race pays, and how it fights."""
    fights = {"D": " ×2", "T": " ×3", "H": " ½"}
    cards = []
    for row in library.effects:
        figures = []
        for race, cost, mark in zip(RACES, row.cost, row.fights, strict=True):
            price = "–" if cost < 0 else f"{cost / POINT:g}"
            figures.append(Figure(name=race, value=price + fights.get(mark, "")))
        title = row.terrain.replace("_", " ").capitalize()
        cards.append(Card(id=f"terrain:{row.terrain}", title=title, kind=row.kind, figures=tuple(figures)))
    note = "Movement points by race; ×2, ×3, ½: how it fights there; –: it may not go there."
    return Tray(id="terrain", title="Terrain effects", role="chart", cards=tuple(cards), note=note)


def spell_card(view: FornaldarView, name: str, ident: str) -> Card:
    """An enchantment."""
    card = next(each for each in words.book(view).library.enchantments if each.id == name)
    return Card(id=ident, title=card.name, kind="enchantment", text=card.text)
