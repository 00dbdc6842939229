"""The one door to the rules' own tables: what a kernel knows about warbands and cards comes from here."""

import numpy as np

from fimbul.games.valknut import actions
from fimbul.games.valknut.bot import hunt
from fimbul.games.valknut.bot.weights import WEIGHTS
from fimbul.games.valknut.bot.weights import read as read_weights
from fimbul.games.valknut.bot.weights import write as write_weights
from fimbul.games.valknut.library.gods import (
    FENRIR,
    FREYA,
    GODS,
    HEL,
    IDUN,
    JORMUNGANDR,
    LOKI,
    ODIN,
    POOL_SIZE,
    SURTR,
    THOR,
)
from fimbul.games.valknut.library.gods import NUMBER as GOD_NUMBER
from fimbul.games.valknut.library.terrain import Deck, deck_of
from fimbul.games.valknut.library.warbands import (
    ARCHERY,
    BLOODLUST,
    FORGED,
    IDS,
    KINDS,
    NUMBER,
    NUMBERS,
    OUTBREAK,
    PASSES,
    PASSES_ENEMY,
    RAGE,
    SHOVE,
    SPELL,
    TALL,
    UNITS,
    VP,
)
from fimbul.games.valknut.model import BIFROST, OFF, PARLEY, STEPS, cell_at, place_of
from fimbul.games.valknut.rules import gods, killing, parley, placement, ragnarok, turn, valknuts, warbands
from fimbul.games.valknut.rules.movement import Marching
from fimbul.games.valknut.state import ValknutOptions, ValknutState
from fimbul.games.valknut.table import encoding as numbers
from fimbul.kernels.typing import Floats, Numbers, Reals
from fimbul.kernels.valknut import layout as at

__all__ = [
    "BIFROST",
    "GODS",
    "GOD_NUMBER",
    "IDS",
    "KINDS",
    "NUMBER",
    "OFF",
    "PARLEY",
    "STEPS",
    "Deck",
    "Marching",
    "ValknutOptions",
    "ValknutState",
    "actions",
    "book_of",
    "cell_at",
    "deck_of",
    "faces_of",
    "gods",
    "hunt",
    "killing",
    "numbers",
    "numbers_of",
    "parley",
    "place_of",
    "placement",
    "ragnarok",
    "read_weights",
    "turn",
    "valknuts",
    "warbands",
    "weights",
    "write_weights",
]

BOOKS: dict[object, Numbers] = {}


def book_of(state: ValknutState) -> Numbers:
    """The tables of a game, as the kernel reads them."""
    key = state.options, state.warbands
    if key not in BOOKS:
        if len(BOOKS) > 64:
            BOOKS.clear()
        BOOKS[key] = make_book(state)
    return BOOKS[key]


def make_book(state: ValknutState) -> Numbers:
    """The same, worked out."""
    deck = state.deck
    book = np.zeros(at.CARDS + (2 + len(deck.ids)) * at.CARD_ROOM, np.int64)
    seats = len(state.warbands)
    book[at.SEATS], book[at.RAGNAROK], book[at.GODS] = seats, state.ragnarok, state.options.gods
    book[at.UNITS], book[at.COLUMNS], book[at.ROWS] = len(state.kind), deck.columns, deck.rows
    book[at.FURY], book[at.POOL_LIMIT] = warbands.FURY, parley.POOL
    book[at.GOD_LIMIT], book[at.SIGHT] = POOL_SIZE, gods.SIGHT
    book[at.TALL : at.NUMBERS + 1] = (TALL, BLOODLUST, ARCHERY, RAGE, SHOVE, SPELL, FORGED, OUTBREAK, NUMBERS)
    book[at.ODIN : at.JORMUNGANDR + 1] = (ODIN, IDUN, FREYA, THOR, HEL, LOKI, FENRIR, SURTR, JORMUNGANDR)
    book[at.KIND : at.KIND + len(state.kind)] = state.kind
    book[at.BANDS : at.BANDS + 8] = -1
    for seat, bands in enumerate(state.warbands):
        book[at.BANDS + 2 * seat : at.BANDS + 2 * seat + len(bands)] = bands
        slots = parley.slots_of(state, seat)
        start = at.SLOTS + seat * at.SLOT_ROOM
        book[start] = len(slots)
        book[start + 1 : start + 1 + len(slots)] = [slot + at.BASE for slot in slots]
    for kind in range(len(KINDS)):
        book[at.BAND_SIZE + kind], book[at.WORTH + kind] = UNITS[kind], VP[kind]
        book[at.PASSES + kind] = sum(1 << terrain for terrain, passes in enumerate(PASSES[kind]) if passes)
        book[at.PASSES_ENEMY + kind] = PASSES_ENEMY[kind]
    book[at.GOD_WORTH : at.GOD_WORTH + len(GODS)] = [god.vp for god in GODS]
    for card in range(-2, len(deck.ids)):
        add_card(book[at.CARDS + (card + 2) * at.CARD_ROOM :], deck, card)
    return book


def add_card(row: Numbers, deck: Deck, card: int) -> None:
    """One card's figures and its four forms."""
    if card >= 0:
        row[at.CARD_MOVE], row[at.CARD_HORN] = deck.moves[card], deck.horns[card]
        row[at.CARD_TURNS] = sum(1 << r for r in deck.turns[card])
    for r in range(4 if card >= 0 else 1):
        form = deck.form(card, r)
        row[at.CARD_VALKNUT + r] = -1 if form.valknut is None else form.valknut
        start = at.CARD_ZONES + r * at.CARD_AREA
        row[start : start + len(form.zones)] = [
            terrain + (at.PARLEY_ZONE if card == PARLEY else 0) for _, terrain in form.zones
        ]


def weights() -> Reals:
    """How the game's own bot weighs things, in the order in which the kernel reads them."""
    return np.array(WEIGHTS.numbers(), np.float64)


def numbers_of(options: ValknutOptions) -> Numbers:
    """The first number of every kind of action; then what each zone of a card shows, by card and turns."""
    deck, firsts = deck_of(options.terrain), numbers.kinds().terms
    shown = np.zeros((2 + len(deck.ids), 4, at.CARD_AREA), np.int64)
    for card in range(-2, len(deck.ids)):
        for r in range(4 if card >= 0 else 1):
            letters = "".join(deck.form(card, r).rows)
            shown[card + 2, r, : len(letters)] = [1 + numbers.LETTERS.find(letter) for letter in letters]
    return np.array([*(firsts[kind][0] for kind in actions.ACTIONS), *shown.ravel()], np.int64)


def faces_of(options: ValknutOptions) -> Floats:
    """What an observation shows of each card that may be laid."""
    deck = deck_of(options.terrain)
    rows = np.zeros((len(deck.ids), numbers.FACE), np.float32)
    for card, row in enumerate(rows):
        numbers.show_face(deck.moves[card], deck.horns[card], deck.forms[card][0].rows, row)
    return rows
