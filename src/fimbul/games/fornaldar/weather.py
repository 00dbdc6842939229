"""The weather (6): of the calendar, and of every hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.fornaldar import charts, pieces, spells
from fimbul.games.fornaldar.events import Rolled, Told

if TYPE_CHECKING:
    from collections.abc import Hashable

    from fimbul.games.fornaldar.cards import Month
    from fimbul.games.fornaldar.state import FornaldarState

RAIN, SNOW = "rain", "snow"
LAYERS = tuple(reversed(spells.WEATHER))  # the weakest first (R6.5)


def month(state: FornaldarState) -> Month:
    """The calendar turn."""
    return charts.month(state.book.library, state.month)


class Weathering(Step, frozen=True, tag=True):
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
        made = spells.weather_at(state, hex_, layer)
        if made is not None and not (made == RAIN and sky == SNOW):
            sky = made
    return sky


def key(state: FornaldarState) -> Hashable:
    """Equal for states in which every hex has the same weather."""
    if not state.spells:
        return state.sky
    works = [spell for spell in state.spells if spells.name(state, spell) in spells.WEATHER]
    return state.sky, tuple(
        sorted(
            (
                each.enchantment,
                each.hex,
                each.word,
                pieces.current_magic(state, each.caster),
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
