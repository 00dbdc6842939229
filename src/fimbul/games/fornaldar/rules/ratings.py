"""What pieces are worth now: ranks, ratings with items and enchantments, command (R2, R15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import RANKS
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.magic import items, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

KING = RANKS.index("king")
MARSHAL = RANKS.index("marshal")
CAPTAIN = RANKS.index("captain")


def stands(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat could hold a hex: it has CSP, an escort or a hero on the ground there (R11.7)."""
    if any(
        is_hero(state, number) or state.leaders[number].escort for number in pieces.ashore(state, hex_, seat)
    ):
        return True
    return bool(pieces.ground_armies(state, hex_, seat))


# ---- what they are worth


def rank(state: FornaldarState, leader: int) -> int:
    """The rank of a character, 0 to 3: heirs and some items make a king."""
    if state.leaders[leader].crowned or items.has(state, leader, "king"):
        return KING
    if state.book.cast[leader].skill == "claimant":
        return MARSHAL  # until the succession is decided (R24.2.2.3)
    return state.book.leader_rank[leader]


def command(state: FornaldarState, leader: int) -> int:
    """The command rating, with items."""
    return state.book.cast[leader].command + items.bonus(state, leader, "command")


def combat(state: FornaldarState, leader: int) -> int:
    """The current combat strength: maximum less wounds, with items and enchantments (R3.2)."""
    return face(state, leader) + items.bonus(state, leader, "combat") + spells.strength(state, leader)


def face(state: FornaldarState, leader: int) -> int:
    """The combat strength that is left of the printed one: the unmarked boxes (R7.10)."""
    return state.book.cast[leader].combat - state.leaders[leader].wounds


def magic(state: FornaldarState, leader: int) -> int:
    """The basic magic strength, with items."""
    return state.book.cast[leader].magic + items.bonus(state, leader, "magic")


def mana(state: FornaldarState) -> int:
    """The mana level of the turn."""
    return charts.month(state.book.library, state.month).mana


def current_magic(state: FornaldarState, leader: int) -> int:
    """The current magic strength: who has none gets no mana (R3.3)."""
    basic = magic(state, leader)
    return basic + mana(state) if basic > 0 else 0


def is_hero(state: FornaldarState, leader: int) -> bool:
    """Whether a character is a hero, by himself or by an item."""
    return state.book.cast[leader].hero or items.has(state, leader, "hero")


def is_enchanter(state: FornaldarState, leader: int) -> bool:
    """Whether a character is an enchanter, by himself or by an item."""
    return state.book.cast[leader].enchanter or (
        items.has(state, leader, "hat") and state.book.cast[leader].magic > 0
    )


def flies(state: FornaldarState, leader: int) -> bool:
    """Whether a character flies, by himself or by an enchantment."""
    return state.book.cast[leader].flies or spells.flight(state, leader)


def commander(state: FornaldarState, leaders: Sequence[int]) -> int | None:
    """Whose command rating counts among these: the highest rank, of equals the best (R15.5)."""
    if len(leaders) == 1:
        return leaders[0]
    return max(leaders, key=lambda each: (rank(state, each), command(state, each), -each), default=None)


def leads(state: FornaldarState, leader: int, banner: int) -> bool:
    """Whether a character may command CSP of this banner (R15.4)."""
    standing = rank(state, leader)
    if standing == KING:
        return True
    if standing == MARSHAL:
        return state.book.leader_race[leader] == state.book.banner_race[banner]
    return standing == CAPTAIN and state.book.leader_banner[leader] == banner


def in_command(state: FornaldarState, leaders: Iterable[int], banner: int) -> bool:
    """Whether any of these characters commands that banner (R15.2)."""
    return any(leads(state, leader, banner) for leader in leaders)


def best_command(state: FornaldarState, leaders: Sequence[int]) -> int:
    """The command rating that counts among these, 0 without any."""
    chief = commander(state, leaders)
    return command(state, chief) if chief is not None else 0
