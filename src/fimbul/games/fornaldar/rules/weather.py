"""The weather (6): of the calendar, and of every hex."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fimbul.core import Event, Step, Told
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import Month
from fimbul.games.fornaldar.model import Spell, Treasure
from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.magic import spells
from fimbul.games.fornaldar.rules.memory import SKY

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

RAIN, SNOW = "rain", "snow"
WEATHER = ("talisman", "elements", "storm_calling", "fimbulwinter", "rainmaking")  # in the order of R6.5
LAYERS = tuple(reversed(WEATHER))  # the weakest first (R6.5)
CALM: Mapping[int, str] = {}  # no hex has a weather of its own


def month(state: FornaldarState) -> Month:
    """The calendar turn."""
    return charts.month(state.book.library, state.month)


class Weathering(Step["FornaldarState"], frozen=True, tag=True):
    """The Weather Phase: all note the weather, the day and the mana level (R5.1)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        now = month(state)
        days = "Short days" if short_day(state) else "Nightless days"
        events.append(Told(text=f"{days}, {state.sky} weather, mana {now.mana}.", about=("calendar",)))


def set_sky(state: FornaldarState, events: list[Event]) -> None:
    """The calendar weather of the turn, by a die where the calendar says so (R6.1)."""
    now = month(state)
    if now.weather != "die":
        state.sky = now.weather
        return
    die = state.rng.die()
    state.sky = now.die[die - 1]
    events.append(
        Rolled(what=f"The weather of {now.name}", dice=(die,), result=state.sky, about=("calendar",))
    )


def at(state: FornaldarState, hex_: int) -> str:
    """The weather of a hex."""
    return sky(state).at[hex_] if state.spells else state.sky


class Sky:
    """The weather of every hex.  There is one for each weather, so that others can keep things by it."""

    __slots__ = ("at", "calendar", "mixed", "snow")

    def __init__(self, book: Book, calendar: str, local: Mapping[int, str] = CALM) -> None:
        changed = {hex_: air for hex_, air in local.items() if air != calendar}
        at = [calendar] * book.size
        for hex_, air in changed.items():
            at[hex_] = air
        self.at = tuple(at)
        self.calendar = calendar
        self.mixed = frozenset([each for hex_ in changed for each in (hex_, *book.near[hex_])])
        """Where the weather of the hex or of one beside it is not that of the calendar."""
        self.snow = frozenset([hex_ for hex_, air in enumerate(at) if air == SNOW])


@functools.lru_cache(maxsize=64)
def even(book: Book, air: str) -> Sky:
    """The same weather everywhere."""
    return Sky(book, air)


def sky(state: FornaldarState) -> Sky:
    """The weather of now: it is kept for as long as nothing that it depends on changes."""
    brewing = weathering(state.book)
    for spell in state.spells:
        if spell.enchantment in brewing:
            break
    else:
        return even(state.book, state.sky)
    when = (state.sky, state.month, state.phase, tuple(state.spells), Treasure.shifts.last, tuple(state.side))
    return state.memory.shelves[SKY].ask(when, "sky", lambda: make_sky(state))


@functools.lru_cache(maxsize=16)
def weathering(book: Book) -> frozenset[int]:
    """The enchantments that change the weather, by number."""
    return frozenset(
        [spells.TALISMAN, *(book.enchantment[name] for name in WEATHER if name in book.enchantment)]
    )


def make_sky(state: FornaldarState) -> Sky:
    """The weather of now, worked out."""
    brewing = weathering(state.book)
    works = [spell for spell in state.spells if spell.enchantment in brewing]
    # Of several spells of a kind the stronger caster rules, the Fomorian one if they are equal (R6.5).
    works.sort(key=lambda each: (-ratings.current_magic(state, each.caster), spells.seat(state, each)))
    return changed(state.book, state.sky, tuple(works))


@functools.lru_cache(maxsize=64)
def changed(book: Book, calendar: str, works: tuple[Spell, ...]) -> Sky:
    """The weather under these spells, the strongest casters first.

    The strongest kind of what works in a hex rules there, but rain never replaces snow (R6.5).
    """
    found: dict[int, str] = {}
    for layer in LAYERS:
        made: dict[int, str] = {}
        for spell in works:
            if spells.title(book, spell) == layer:
                for hex_ in spells.area(book, spell):
                    made.setdefault(hex_, weather_of(layer, spell))
        for hex_, air in made.items():
            if not (air == RAIN and found.get(hex_, calendar) == SNOW):
                found[hex_] = air
    return Sky(book, calendar, found)


def weather_of(kind: str, spell: Spell) -> str:
    """The weather that a spell of one kind makes."""
    if kind in ("talisman", "elements"):
        return spell.word
    return SNOW if kind == "fimbulwinter" else RAIN


def short_day(state: FornaldarState) -> bool:
    """Whether it is skammdegi, the time of short days."""
    return month(state).day == "skammdegi"


def nightless(state: FornaldarState) -> bool:
    """Whether it is nattleysi, the time of nightless days."""
    return month(state).day == "nattleysi"


def snow_turn(state: FornaldarState) -> bool:
    """Whether the calendar, with its die, gives snow (R6.1)."""
    return state.sky == SNOW


def stormed(state: FornaldarState, hex_: int) -> bool:
    """Whether Storm Calling strikes a hex: no stronger weather rules there, unless it is snow (R20.14)."""
    if not any(spells.covers(state, spell, hex_) for spell in spells.active(state, "storm_calling")):
        return False
    stronger = [weather_at(state, hex_, ident) for ident in ("talisman", "elements")]
    return all(made in (None, SNOW) for made in stronger)


def weather_at(state: FornaldarState, hex_: int, ident: str) -> str | None:
    """The weather that one kind of spell makes in a hex; of several the stronger caster rules (R6.5)."""
    found = [spell for spell in spells.active(state, ident) if spells.covers(state, spell, hex_)]
    if not found:
        return None
    ruling = max(
        found, key=lambda spell: (ratings.current_magic(state, spell.caster), -spells.seat(state, spell))
    )
    return weather_of(ident, ruling)
