"""The one door to the rules' own tables: what a kernel knows about the warriors comes from here."""

import functools
import random

import numpy as np

from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Pass, Place, Ranged, Relic
from fimbul.games.fimbulvetr.bot import mind as bot
from fimbul.games.fimbulvetr.library.clans import printed_clans
from fimbul.games.fimbulvetr.library.roster import RELIC_POINTS, roster
from fimbul.games.fimbulvetr.model import KINDS, FimbulvetrOptions
from fimbul.games.fimbulvetr.rules.board import CONTACTS, OFF, cell_at, place_of
from fimbul.games.fimbulvetr.rules.ending import (
    MOST_SUPPORT,
    MOST_TURNS,
    QUIET_TURNS,
    REPEATS,
    drawn,
    position,
    won_by,
)
from fimbul.games.fimbulvetr.state import FimbulvetrState
from fimbul.games.fimbulvetr.table import encoding as numbers
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.typing import Floats, Numbers, Reals

__all__ = [
    "KINDS",
    "MOST_TURNS",
    "OFF",
    "QUIET_TURNS",
    "FimbulvetrOptions",
    "FimbulvetrState",
    "Handoff",
    "Melee",
    "Move",
    "Pass",
    "Place",
    "Ranged",
    "Relic",
    "book_of",
    "cell_at",
    "drawn",
    "numbers",
    "numbers_of",
    "place_of",
    "position",
    "printed_clans",
    "roster",
    "shown_of",
    "won_by",
    "worths_of",
]


@functools.lru_cache(maxsize=64)
def book_of(options: FimbulvetrOptions) -> Numbers:
    """The tables of a game with these options, as the kernel reads them."""
    book = np.zeros(at.BOOK, np.int64)
    rules = roster(options)
    assert max(rules.points) + RELIC_POINTS <= at.FAR, "the kernel's boards of moves do not reach that far"
    assert max(rules.vaults) <= 2, "the kernel's warriors vault over two at most"
    for start, table in (
        (at.MELEE, rules.melee),
        (at.RANGED, rules.ranged),
        (at.DEFENSE, rules.defense),
        (at.VAULT, rules.vault),
        (at.HELPS_MELEE, rules.supports_melee),
        (at.HELPS_DEFENSE, rules.supports_defense),
    ):
        book[start : start + 192] = np.array(table).ravel()
    for start, row in (
        (at.POINTS, rules.points),
        (at.VAULTS, rules.vaults),
        (at.STRIKES, rules.strikes),
        (at.SHOOTS, rules.shoots),
    ):
        book[start : start + 12] = row
    for seat in range(2):
        book[at.MELEE_AIDES + seat] = sum(1 << warrior for warrior in rules.melee_aides[seat])
        book[at.DEFENSE_AIDES + seat] = sum(1 << warrior for warrior in rules.defense_aides[seat])
    book[at.FROM_NONE] = rules.support_from_none
    book[at.VAULT_ADJACENT] = rules.vault_adjacent
    book[at.ONLY_DEFENSE] = options.relic == "defense"
    book[at.RELIC_POINTS], book[at.MOST_SUPPORT] = RELIC_POINTS, MOST_SUPPORT
    book[at.REPEATS], book[at.QUIET_TURNS], book[at.MOST_TURNS] = REPEATS, QUIET_TURNS, MOST_TURNS
    for offset, pairs in CONTACTS.items():
        x, y = place_of(offset)
        start = at.PAIRS + ((y + 1) * 3 + x + 1) * 5
        book[start] = len(pairs)
        for number, (mine, theirs) in enumerate(pairs):
            book[start + 1 + 2 * number], book[start + 2 + 2 * number] = mine, theirs
    chance = random.Random("where the warriors stand")
    book[at.HASH :] = [chance.getrandbits(64) - (1 << 63) | 1 for _ in range(36)]
    return book


@functools.lru_cache(maxsize=64)
def worths_of(options: FimbulvetrOptions) -> Reals:
    """What each warrior is worth to the game's own bot, then how it weighs the rest."""
    weights = (bot.INITIATIVE, bot.THREAT, bot.CHECK, bot.CUT_OFF, bot.NEARNESS, bot.SCALE)
    return np.array([*bot.worths(options), *weights], np.float64)


@functools.cache
def numbers_of() -> Numbers:
    """What the numbers of moves and places mean, and back; `numbers.py` says where each table begins."""
    side = 2 * numbers.STEPS + 1
    cells, ways = [0] * side**2, [0] * 9
    reached = [(dy + numbers.STEPS) * side + dx + numbers.STEPS for dx, dy in numbers.REACH]
    around = [(dy + 1) * 3 + dx + 1 for dx, dy in numbers.DIRECTIONS]
    for number, cell in enumerate(reached):
        cells[cell] = number
    for number, way in enumerate(around):
        ways[way] = number
    return np.array(cells + ways + reached + around, np.int64)


@functools.lru_cache(maxsize=64)
def shown_of(options: FimbulvetrOptions) -> Floats:
    """By warrior * 4 + facing what an observation shows of it."""
    return numbers.all_shown(*roster(options).clans)
