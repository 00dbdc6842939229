"""The weather (6): of the calendar, and of every hex."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from fimbul.core import Event, Step, Told
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import Month
from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.magic import spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

RAIN, SNOW = "rain", "snow"
WEATHER = ("talisman", "elements", "storm_calling", "fimbulwinter", "rainmaking")  # in the order of R6.5
LAYERS = tuple(reversed(WEATHER))  # the weakest first (R6.5)


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
    """The weather of a hex: the strongest of what works there rules, but rain never replaces snow (R6.5)."""
    sky = state.sky
    if not state.spells:
        return sky
    for layer in LAYERS:
        made = weather_at(state, hex_, layer)
        if made is not None and not (made == RAIN and sky == SNOW):
            sky = made
    return sky


def key(state: FornaldarState) -> Hashable:
    """Equal for states in which every hex has the same weather."""
    if not state.spells:
        return state.sky
    works = [spell for spell in state.spells if spells.name(state, spell) in WEATHER]
    return state.sky, tuple(
        sorted(
            (
                each.enchantment,
                each.hex,
                each.word,
                ratings.current_magic(state, each.caster),
                spells.seat(state, each),
            )
            for each in works
        )
    )


def short_day(state: FornaldarState) -> bool:
    """Whether it is skammdegi, the time of short days."""
    return month(state).day == "skammdegi"


def nightless(state: FornaldarState) -> bool:
    """Whether it is nattleysi, the time of nightless days."""
    return month(state).day == "nattleysi"


def snow_turn(state: FornaldarState) -> bool:
    """Whether the calendar, with its die, gives snow (R6.1)."""
    return state.sky == SNOW


# ---- weather


def weather_at(state: FornaldarState, hex_: int, ident: str) -> str | None:
    """The weather that one kind of spell makes in a hex; of several the stronger caster rules (R6.5)."""
    found = [spell for spell in spells.active(state, ident) if spells.covers(state, spell, hex_)]
    if not found:
        return None
    ruling = max(
        found, key=lambda spell: (ratings.current_magic(state, spell.caster), -spells.seat(state, spell))
    )
    if ident in ("talisman", "elements"):
        return ruling.word
    return SNOW if ident == "fimbulwinter" else RAIN


def stormed(state: FornaldarState, hex_: int) -> bool:
    """Whether Storm Calling strikes a hex: no stronger weather rules there, unless it is snow (R20.14)."""
    if not any(spells.covers(state, spell, hex_) for spell in spells.active(state, "storm_calling")):
        return False
    stronger = [weather_at(state, hex_, ident) for ident in ("talisman", "elements")]
    return all(made in (None, SNOW) for made in stronger)
