"""What the seasons and the ground cost those who stand or march there: attrition, as it is to be expected."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.games.fornaldar.bot.battles import ROLLS, WOUND
from fimbul.games.fornaldar.bot.planning import DIE, Stack, folk, turns_left
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import RACES, Library
from fimbul.games.fornaldar.rules import attrition, exposure, ratings, weather

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

MARCHED = 4  # added to the roll of a winter march (R6.4.9)
DEATH = 2.0  # victory points that all wounds on one character cost besides
MUNDANE_RACE = "mundane"


def wear(state: FornaldarState, stack: Stack, hex_: int) -> float:
    """What the next attrition phase is expected to cost a stack in a hex, in victory points (R8.1)."""
    if not turns_left(state):
        return 0.0
    book = state.book
    coming = charts.month(book.library, state.month % len(book.library.calendar) + 1)
    added = -ratings.best_command(state, stack.leaders)
    added -= max((ratings.magic(state, each) for each in stack.leaders), default=0)
    lost = aspect = 0.0
    snow = 0.0
    if book.fortress[hex_] is None:  # a ruin shelters as well
        snow = coming.die.count("snow") / DIE if coming.weather == "die" else float(coming.weather == "snow")
    worn, extra = stack.csp, 0
    if book.aspect[hex_] == "wild":
        extra = coming.mana
    else:
        worn = sum(csp for race, csp in folk(state, stack).items() if suffers(book.aspect[hex_], RACES[race]))
        extra = attrition.OUT_OF_PLACE
    if worn:
        aspect = toll(book.library, added + extra, worn, stack.boxes)
    if snow:
        cold = attrition.SNOW_HEX + attrition.SNOW_TURN + (extra if worn else 0)
        lost = toll(book.library, added + cold, stack.csp, stack.boxes)
    return snow * lost + (1 - snow) * aspect


def campaign(state: FornaldarState, stack: Stack, turns: int) -> float:
    """What so many turns in the field after this one are expected to cost, where it snows then."""
    if not stack.csp or turns <= 0:
        return 0.0
    library, total = state.book.library, 0.0
    command = ratings.best_command(state, stack.leaders)
    magic = max((ratings.magic(state, each) for each in stack.leaders), default=0)
    for later in range(1, turns + 1):
        coming = charts.month(library, (state.month + later - 1) % len(library.calendar) + 1)
        snow = coming.die.count("snow") / DIE if coming.weather == "die" else float(coming.weather == "snow")
        if snow:
            cold = attrition.SNOW_HEX + attrition.SNOW_TURN - command - magic
            total += snow * toll(library, MARCHED - max(command, magic), stack.csp, stack.boxes)
            if later > 1:  # the first one is weighed where the stack will be
                total += snow * toll(library, cold, stack.csp, stack.boxes)
    return total


def suffers(aspect: str, race: str) -> bool:
    """Whether ground of an aspect wears down a race."""
    if aspect == "mundane":
        return race in exposure.WORN_BY_MUNDANE
    return aspect == "enchanted" and race == MUNDANE_RACE


def winter_march(state: FornaldarState, stack: Stack) -> float:
    """What a march through the snow of now is expected to cost, in victory points (R6.4.9)."""
    if not stack.csp or not weather.short_day(state) or weather.at(state, stack.hex) != "snow":
        return 0.0
    best = max((ratings.magic(state, each) for each in stack.leaders), default=0)
    best = max(best, ratings.best_command(state, stack.leaders))
    return toll(state.book.library, MARCHED - best, stack.csp, stack.boxes)


@functools.lru_cache(maxsize=8192)
def toll(library: Library, added: int, csp: int, boxes: int) -> float:
    """What a roll for attrition takes from so many CSP and boxes on the average, in victory points (R8.4)."""
    total = 0.0
    for roll, ways in ROLLS:
        letter = charts.wear(library, roll + added)
        total += ways * min(csp, charts.casualties(library, csp, letter).csp)
        hurt = charts.casualties(library, boxes, letter)
        total += ways * (WOUND * hurt.wounds + DEATH * bool(hurt.star))
    return total / 36
