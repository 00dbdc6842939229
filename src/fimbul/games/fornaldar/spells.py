"""The enchantments that are in effect, and what they do (R20.10 to R20.26).

`state.spells` holds what works in this game turn, `state.whirlpools` the maelstroms, which may stay longer.
The Talisman of Winds is kept among the spells too, though it is none: its weather also lasts for the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.games.fornaldar import items, pieces
from fimbul.games.fornaldar.cards import POINT

if TYPE_CHECKING:
    from fimbul.games.fornaldar.cards import Enchantment
    from fimbul.games.fornaldar.state import Force, FornaldarState, Spell

NOWHERE = -1
TALISMAN = -1  # in the place of an enchantment
TALISMAN_RADIUS = 2  # R21.46
SNOW, RAIN = "snow", "rain"
WEATHER = ("talisman", "elements", "storm_calling", "fimbulwinter", "rainmaking")  # in the order of R6.5


# ---- what a spell is


def card(state: FornaldarState, spell: Spell) -> Enchantment:
    """The enchantment of a spell."""
    return state.book.library.enchantments[spell.enchantment]


def name(state: FornaldarState, spell: Spell) -> str:
    """The id of its enchantment; `talisman` for the weather of the Talisman of Winds."""
    return "talisman" if spell.enchantment == TALISMAN else card(state, spell).id


def number(state: FornaldarState, ident: str) -> int:
    """The number of an enchantment by its id, or -1."""
    return next((n for n, each in enumerate(state.book.library.enchantments) if each.id == ident), -1)


def seat(state: FornaldarState, spell: Spell) -> int:
    """The seat that cast a spell."""
    return pieces.seat_of(state, spell.caster)


def active(state: FornaldarState, ident: str) -> list[Spell]:
    """The spells of one enchantment that are in effect."""
    return [spell for spell in state.spells if name(state, spell) == ident]


def radius(state: FornaldarState, spell: Spell) -> int:
    """How far around its target a spell works."""
    return TALISMAN_RADIUS if spell.enchantment == TALISMAN else card(state, spell).radius


def covers(state: FornaldarState, spell: Spell, hex_: int) -> bool:
    """Whether a hex lies in the area of a spell: around its hex, or the open water of its sea."""
    if spell.hex != NOWHERE:
        return state.book.distance(spell.hex, hex_) <= radius(state, spell)
    ground = state.book.ground[hex_]
    return bool(spell.word) and ground.water == "sea" and ground.zone == spell.word


# ---- weather


def weather_at(state: FornaldarState, hex_: int, ident: str) -> str | None:
    """The weather that one kind of spell makes in a hex; of several the stronger caster rules (R6.5)."""
    found = [spell for spell in active(state, ident) if covers(state, spell, hex_)]
    if not found:
        return None
    ruling = max(found, key=lambda spell: (pieces.current_magic(state, spell.caster), -seat(state, spell)))
    if ident in ("talisman", "elements"):
        return ruling.word
    return SNOW if ident == "fimbulwinter" else RAIN


def stormed(state: FornaldarState, hex_: int) -> bool:
    """Whether Storm Calling strikes a hex: no stronger weather rules there, unless it is snow (R20.14)."""
    if not any(covers(state, spell, hex_) for spell in active(state, "storm_calling")):
        return False
    stronger = [weather_at(state, hex_, ident) for ident in ("talisman", "elements")]
    return all(made in (None, SNOW) for made in stronger)


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


def flight_allowance(state: FornaldarState, leader: int) -> int:
    """The half points of a character who flies by an enchantment, else 0."""
    if not flight(state, leader):
        return 0
    return POINT * card(state, active(state, "fly")[0]).amount


def frozen_cap(state: FornaldarState, force: Force) -> int | None:
    """The half points that a frozen force has, by its best command and not for a march; None if it is free.

    Freeze clings to the characters of its stack; pieces without any are held in the hex (R20.25).
    """
    if not state.spells:
        return None
    held = [leader for leader in force.leaders if state.leaders[leader].frozen]
    if not held and (force.leaders or not frozen_hex(state, force, force.start)):
        return None
    if force.way == "march":
        return 0
    return POINT * max((pieces.command(state, leader) for leader in held), default=0)


def frozen_hex(state: FornaldarState, force: Force, hex_: int) -> bool:
    """Whether an enemy's Freeze was cast on the stack of the force's kind in a hex (R20.25)."""
    stack = "sea" if force.stack == "sea" else "land"
    return any(
        (spell.hex, spell.word) == (hex_, stack) and seat(state, spell) != force.seat
        for spell in active(state, "freeze")
    )


def rooted(state: FornaldarState, force: Force) -> bool:
    """Whether the CSP where a force is are frozen, and nobody of their stack goes with it (R20.25)."""
    return frozen_hex(state, force, force.hex) and not any(
        state.leaders[leader].frozen for leader in force.leaders
    )


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


def unexamined(state: FornaldarState, leader: int) -> bool:
    """Whether no enchantment shows a character: Ada's Mask (R21.43)."""
    return items.has(state, leader, "mask")


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
