"""A. Terrain cards, and the file that describes them (V2 to V5).

A terrain file is TOML: the size of a card, the number of cards in each deck, then the cards.

    [[card]]
    id = "T04"
    deck = "2p"              # "2p", "3p" or "4p"
    move = 2                 # movement points, 1 to 4
    gjallarhorn = false
    rows = ["..", "m.", ".v", "f."]
    name = "Fir Barrow"      # as people call it; it may be left out

Every file says where its figures come from (`source`): ours are a reconstruction.
"""

import functools
import re
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import fit, fit_rows, parse_toml, read_own
from fimbul.core.wording import either
from fimbul.games.valknut.library.warbands import KINDS, NUMBER
from fimbul.games.valknut.model import BIFROST, FOREST, GRASS, HALF, MOUNTAIN, PARLEY, RIVER, STRIDE, Shape

LEGEND = {".": "grassland", "f": "forest", "r": "river", "m": "mountain", "v": "valknut"}
LETTERS = {".": GRASS, "f": FOREST, "r": RIVER, "m": MOUNTAIN, "v": GRASS}
DECKS = ("2p", "3p", "4p")
FEWEST = {"2p": 4, "3p": 1, "4p": 1}  # a Parley card, and three for the pool
MOST_POINTS = 4  # V4
MOST_AMBUSHES = 4  # laid in one game: one for each warband in it
LONGEST_NAME = 24
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,23}\Z")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Terrain card as printed, upright; its rows from top to bottom."""

    id: str
    deck: Literal["2p", "3p", "4p"]
    move: int
    gjallarhorn: bool
    rows: tuple[str, ...]
    name: str = ""


class Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warband's own card (V55)."""

    id: str
    warband: str
    move: int
    gjallarhorn: bool
    rows: tuple[str, ...]
    name: str = ""


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Bifrost card (V81)."""

    id: str
    rows: tuple[str, ...]


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A terrain file."""

    format: Literal[1]
    source: str
    card_columns: int
    card_rows: int
    legend: tuple[tuple[str, str], ...]
    deck_sizes: tuple[tuple[str, int], ...]
    card: tuple[Card, ...]
    bifrost: Bridge
    ambush: tuple[Ambush, ...]


class Form(NamedTuple):
    """A card in one of its turns: its block, what each cell of it is, and where its Valknut lies."""

    shape: Shape
    zones: tuple[tuple[int, int], ...]
    valknut: int | None
    rows: tuple[str, ...]


def turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The rows after a quarter turn clockwise."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def form_of(rows: tuple[str, ...]) -> Form:
    """A block of zones from its rows."""
    cells = [(y * STRIDE + x, letter) for y, row in enumerate(rows) for x, letter in enumerate(row)]
    return Form(
        (len(rows[0]), len(rows)),
        tuple((cell, LETTERS[letter]) for cell, letter in cells),
        next((cell for cell, letter in cells if letter == "v"), None),
        rows,
    )


class Deck:
    """All cards of a game by number: the Terrain cards, then the Ambush cards."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.source = terrain.source
        cards: tuple[Card | Ambush, ...] = (*terrain.card, *terrain.ambush)
        self.ids = tuple(card.id for card in cards)
        self.number = {name: number for number, name in enumerate(self.ids)}
        self.titles = tuple(title_of(card) for card in cards)
        self.moves = tuple(card.move for card in cards)
        self.horns = tuple(card.gjallarhorn for card in cards)
        self.decks = {
            name: tuple(n for n, card in enumerate(terrain.card) if card.deck == name) for name in DECKS
        }
        self.ambush = {NUMBER[card.warband]: self.number[card.id] for card in terrain.ambush}  # by kind
        self.columns, self.rows = terrain.card_columns, terrain.card_rows
        self.forms = tuple(self.turns_of(card.rows) for card in cards)
        # The turns that differ, each by its smallest number (V22).
        self.turns = tuple(
            tuple(r for r in range(4) if forms[r].rows not in [form.rows for form in forms[:r]])
            for forms in self.forms
        )
        self.plain = form_of(tuple("." * self.columns for _ in range(self.rows)))
        self.bridge = form_of(terrain.bifrost.rows)

    def turns_of(self, rows: tuple[str, ...]) -> tuple[Form, ...]:
        """A card's four forms."""
        forms = []
        for _ in range(4):
            forms.append(form_of(rows))
            rows = turned(rows)
        return tuple(forms)

    def form(self, card: int, r: int) -> Form:
        """What a laid card looks like; a face-down Parley card is grassland (V3)."""
        if card >= 0:
            return self.forms[card][r]
        return self.plain if card == PARLEY else self.bridge

    def name(self, card: int) -> str:
        """A laid card's id."""
        return self.ids[card] if card >= 0 else "BIFROST" if card == BIFROST else "PARLEY"

    def title(self, card: int) -> str:
        """A laid card as people call it."""
        return self.titles[card] if card >= 0 else "the Bifrost" if card == BIFROST else "the Parley card"


def title_of(card: Card | Ambush) -> str:
    """What people call a card: its name, or what is on it."""
    if card.name:
        return card.name
    if isinstance(card, Ambush):
        return f"Ambush of the {KINDS[NUMBER[card.warband]].name}"
    found = [LEGEND[letter] for letter in "vmfr" if any(letter in row for row in card.rows)]
    return (", ".join(found) or LEGEND["."]).capitalize()


# ---- reading and checking


def parse_terrain(text: str, where: str) -> Terrain:
    """The terrain of a TOML text, checked whole."""
    tables = parse_toml(text, where)
    rows = {
        "card": fit_rows(tables, "card", Card, where),
        "ambush": fit_rows(tables, "ambush", Ambush, where),
    }
    for name in ("legend", "deck_sizes"):
        table = tables.get(name)
        if not isinstance(table, dict):
            raise BadData(f"{where}: the table [{name}] is missing.")
        tables[name] = tuple(table.items())
    return check_terrain(fit({**tables, **rows}, Terrain, where), where)


def check_terrain(terrain: Terrain, where: str) -> Terrain:
    """The terrain, or `BadData` that names the card and the field that is wrong."""
    columns, rows = terrain.card_columns, terrain.card_rows
    if not 1 <= columns <= 4:
        raise BadData(f"{where}: card_columns must be 1 to 4, not {columns} (V2).")
    if rows not in (4, 8):
        raise BadData(
            f"{where}: card_rows must be 4 or 8, so that halves can be shared out, not {rows} (V2)."
        )
    if not 0 < len(terrain.source) <= 80:
        raise BadData(f"{where}: source must say in at most 80 letters where the figures come from.")
    if dict(terrain.legend) != LEGEND:
        raise BadData(f"{where}: legend must be {' '.join(f'{a}={b}' for a, b in LEGEND.items())}.")
    cards: tuple[Card | Ambush | Bridge, ...] = (*terrain.card, *terrain.ambush, terrain.bifrost)
    for card in cards:
        check_card(card, columns, rows, where)
    for name, count in Counter(card.id for card in cards).items():
        if count > 1:
            raise BadData(f"{where}: the id '{name}' stands on {count} cards.")
    check_counts(terrain, where)
    longest = max(columns, rows)
    most = (HALF - 1 - 3 * longest) // longest - MOST_AMBUSHES
    if len(terrain.card) > most:
        raise BadData(f"{where}: {len(terrain.card)} cards are more than the table holds, which is {most}.")
    return terrain


def check_card(card: Card | Ambush | Bridge, columns: int, rows: int, where: str) -> None:
    """One card is sound by itself."""
    who = f"{where}, card '{card.id}'"
    if not IDENTIFIER.match(card.id):
        raise BadData(f"{who}: id must be a letter, then letters, digits and _ (at most 24).")
    if len(card.rows) != rows or any(len(row) != columns for row in card.rows):
        raise BadData(f"{who}: rows must be {rows} rows of {columns} zones (V2).")
    letters = "".join(card.rows)
    if strange := sorted({*letters} - {*LEGEND}):
        raise BadData(f"{who}: rows has '{strange[0]}', which is no terrain; expected {either(LEGEND)} (V3).")
    if letters.count("v") > 1:
        raise BadData(f"{who}: rows has {letters.count('v')} Valknuts; a card has one at most (V3).")
    if isinstance(card, Bridge):
        if letters.strip("."):
            raise BadData(f"{who}: rows of the Bifrost must be grassland (V3).")
    elif len(card.name) > LONGEST_NAME:
        raise BadData(f"{who}: name must have at most {LONGEST_NAME} letters.")
    elif not 1 <= card.move <= MOST_POINTS:
        raise BadData(f"{who}: move must be 1 to {MOST_POINTS}, not {card.move} (V4).")


def check_counts(terrain: Terrain, where: str) -> None:
    """The decks have as many cards as the file says, and every warband has one Ambush card."""
    sizes = dict(terrain.deck_sizes)
    if sorted(sizes) != sorted(DECKS):
        raise BadData(f"{where}: deck_sizes must name {', '.join(DECKS)} and nothing else.")
    for name, size in sizes.items():
        count = sum(card.deck == name for card in terrain.card)
        if count != size:
            raise BadData(f"{where}: deck_sizes says {size} cards for '{name}', and there are {count}.")
        if size < FEWEST[name]:
            raise BadData(f"{where}: deck_sizes: the deck '{name}' needs at least {FEWEST[name]} cards.")
    ambushes = Counter(card.warband for card in terrain.ambush)
    for name in ambushes:
        if name not in NUMBER:
            raise BadData(f"{where}: ambush has a card for '{name}', which is no warband (V5).")
    for band in KINDS:
        if ambushes[band.id] != 1:
            raise BadData(
                f"{where}: ambush must have one card for '{band.id}', and has {ambushes[band.id]} (V5)."
            )


def load_terrain(path: Path) -> Terrain:
    """The terrain of a user's file."""
    return parse_terrain(read_own(path, "terrain"), str(path))


@functools.cache
def our_terrain() -> Terrain:
    """The terrain that comes with the game: a reconstruction."""
    file = resources.files("fimbul.games.valknut") / "data" / "terrain.toml"
    return parse_terrain(file.read_text(encoding="utf-8"), "terrain.toml")


@functools.lru_cache(maxsize=64)
def deck_of(terrain: Terrain | None) -> Deck:
    """The cards of a game, by number; None stands for ours."""
    return Deck(our_terrain() if terrain is None else terrain)
