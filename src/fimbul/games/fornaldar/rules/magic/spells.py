"""The enchantments that are in effect, and what they do (R20.10 to R20.26).

`state.spells` holds what works in this game turn, `state.whirlpools` the maelstroms, which may stay longer.
The Talisman of Winds is kept among the spells too, though it is none: its weather also lasts for the turn.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import Enchantment
from fimbul.games.fornaldar.model import NOWHERE, Spell
from fimbul.games.fornaldar.rules import pieces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

TALISMAN = -1  # in the place of an enchantment
TALISMAN_RADIUS = 2  # R21.46


# ---- what a spell is


def card(state: FornaldarState, spell: Spell) -> Enchantment:
    """The enchantment of a spell."""
    return state.book.library.enchantments[spell.enchantment]


def name(state: FornaldarState, spell: Spell) -> str:
    """The id of its enchantment; `talisman` for the weather of the Talisman of Winds."""
    return title(state.book, spell)


def title(book: Book, spell: Spell) -> str:
    """The same, of a spell in some state with this data."""
    return "talisman" if spell.enchantment == TALISMAN else book.library.enchantments[spell.enchantment].id


def number(state: FornaldarState, ident: str) -> int:
    """The number of an enchantment by its id, or -1."""
    return state.book.enchantment.get(ident, -1)


def seat(state: FornaldarState, spell: Spell) -> int:
    """The seat that cast a spell."""
    return pieces.seat_of(state, spell.caster)


def active(state: FornaldarState, ident: str) -> list[Spell]:
    """The spells of one enchantment that are in effect."""
    if not state.spells:
        return []
    wanted = TALISMAN if ident == "talisman" else state.book.enchantment.get(ident)
    return [spell for spell in state.spells if spell.enchantment == wanted]


def radius(state: FornaldarState, spell: Spell) -> int:
    """How far around its target a spell works."""
    return TALISMAN_RADIUS if spell.enchantment == TALISMAN else card(state, spell).radius


def covers(state: FornaldarState, spell: Spell, hex_: int) -> bool:
    """Whether a hex lies in the area of a spell: around its hex, or the open water of its sea."""
    if spell.hex != NOWHERE:
        return state.book.distance(spell.hex, hex_) <= radius(state, spell)
    ground = state.book.ground[hex_]
    return bool(spell.word) and ground.water == "sea" and ground.zone == spell.word


@functools.lru_cache(maxsize=256)
def area(book: Book, spell: Spell) -> tuple[int, ...]:
    """All hexes that a spell covers."""
    if spell.hex != NOWHERE:
        is_talisman = spell.enchantment == TALISMAN
        wide = TALISMAN_RADIUS if is_talisman else book.library.enchantments[spell.enchantment].radius
        return book.within(spell.hex, wide)
    if not spell.word:
        return ()
    return tuple(n for n, each in enumerate(book.ground) if each.water == "sea" and each.zone == spell.word)


# ---- pieces


def may_act(state: FornaldarState, leader: int) -> bool:
    """Whether a character has not cast in this turn; the Jibalian is never tired by it (R20.6, R24.3.2.4)."""
    return not state.leaders[leader].cast


def roams(state: FornaldarState, leader: int) -> bool:
    """Whether a character casts wherever it is, and freely: the Jibalian (R24.3.2.4)."""
    return state.book.cast[leader].skill == "flying_ship"


def strength(state: FornaldarState, leader: int) -> int:
    """What Strength adds to the combat of a character; several are no more than one (R20.21)."""
    if not state.spells:
        return 0
    found = [spell for spell in active(state, "strength") if spell.leader == leader]
    return card(state, found[0]).amount if found else 0


def flight(state: FornaldarState, leader: int) -> bool:
    """Whether Fly lets a character fly: not while he has an escort (R20.20)."""
    if not state.spells or state.leaders[leader].escort:
        return False
    return any(spell.leader == leader for spell in active(state, "fly"))


def hidden(state: FornaldarState, hex_: int, owner: int) -> bool:
    """Whether a seat's pieces in a hex are under Hide (R20.19)."""
    return any(spell.hex == hex_ and seat(state, spell) == owner for spell in active(state, "hide"))


def vision_hexes(state: FornaldarState) -> list[tuple[int, int]]:
    """What Vision shows: seat and hex; nothing of what is hidden (R20.10)."""
    found = {
        (seat(state, spell), hex_)
        for spell in active(state, "vision")
        for hex_ in state.book.within(spell.hex, radius(state, spell))
        if not hidden(state, hex_, 1 - seat(state, spell))
    }
    return sorted(found)


# ---- places and groups


def vortex(state: FornaldarState, hex_: int) -> bool:
    """Whether there is a vortex in a hex (R20.16)."""
    return any(spell.hex == hex_ for spell in active(state, "vortex_creation"))


def whirled(state: FornaldarState, hex_: int) -> bool:
    """Whether a hex lies within the reach of a maelstrom (R20.26)."""
    return any(covers(state, spell, hex_) for spell in state.whirlpools)


def becalmed(state: FornaldarState, hex_: int) -> bool:
    """Whether ships in a hex may not move, for a maelstrom (R20.26)."""
    return whirled(state, hex_)


def farcalled(state: FornaldarState, group: int, caller: int) -> int:
    """What Farcalling takes off a seat's roll to mobilize a group (R20.11)."""
    found = [s for s in active(state, "farcalling") if s.group == group and seat(state, s) == caller]
    return card(state, found[0]).amount if found else 0


def scried(state: FornaldarState, hex_: int, searcher: int) -> int:
    """What Scrying adds to a seat's searches in a hex (R20.22)."""
    found = [s for s in active(state, "scrying") if s.hex == hex_ and seat(state, s) == searcher]
    return card(state, found[0]).amount if found else 0


def unbound(state: FornaldarState, leader: int) -> bool:
    """Whether a character is free to act: not tired from casting (R20.6)."""
    return may_act(state, leader) and pieces.awake(state, leader)


def told(state: FornaldarState, castings: list[Spell]) -> str:
    """A casting in words; where a character is, it does not tell."""
    spell = castings[0]
    name = "The Talisman of Winds" if spell.enchantment == TALISMAN else card(state, spell).name
    if spell.leader >= 0:
        return f"{name} on {' and '.join(state.book.cast[each.leader].name for each in castings)}"
    if spell.group >= 0:
        return f"{name} to {state.book.groups[spell.group].name}"
    if spell.hex >= 0:
        word = f" ({spell.word})" if spell.word else ""
        return f"{name} on {pieces.place_name(state, spell.hex)}{word}"
    return f"{name} on the {spell.word.capitalize()}" if spell.word else name
