"""What the seasons and the ground cost those who stand or march there: attrition, as it is to be expected."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.games.fornaldar.bot.battles import ROLLS, WOUND
from fimbul.games.fornaldar.bot.planning import DIE, Chart, folk, talents, turns_left
from fimbul.games.fornaldar.bot.stacks import Stack
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import RACES, Library, Month
from fimbul.games.fornaldar.rules import attrition, exposure, weather

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

MARCHED = 4  # added to the roll of a winter march (R6.4.9)
DEATH = 6.0  # victory points for a character with his command, about
WINTER = 3  # turns of snow that are looked ahead
STAYS = 0.7  # how likely a stack is still there a turn later
MUNDANE_RACE = "mundane"


def wear(state: FornaldarState, chart: Chart, stack: Stack, hex_: int) -> float:
    """What the attrition of the next turns is expected to cost a stack in a hex, in victory points (R8.1).

    Who stands in the snow stands there for long: to leave costs as much.  Other ground can be left.
    """
    sheltered = state.book.fortress[hex_] is not None  # a ruin shelters as well
    aspect = state.book.aspect[hex_]
    people, escorts = frozenset(stack.troops.items()), frozenset(stack.escorts.items())
    help_ = sum(talents(state, chart, stack.leaders))
    key = people, escorts, bool(stack.leaders), stack.boxes, help_, aspect, sheltered
    known = chart.ledger.wears.get(key)
    if known is None:
        known = worn_down(state, stack, aspect, help_, sheltered=sheltered)
        chart.ledger.wears[key] = known
    return known


def worn_down(state: FornaldarState, stack: Stack, aspect: str, help_: int, *, sheltered: bool) -> float:
    """The same on ground of an aspect, for a stack whose command and magic help so much."""
    book, total = state.book, 0.0
    for later in range(min(turns_left(state), WINTER)):
        coming = charts.month(book.library, (state.month + later) % len(book.library.calendar) + 1)
        snow = 0.0 if sheltered else snowy(coming)
        worn, extra = stack.csp, 0
        if aspect == "wild":
            extra = coming.mana
        else:
            people = folk(state, stack)
            worn = sum(csp for race, csp in people.items() if suffers(aspect, RACES[race]))
            extra = attrition.OUT_OF_PLACE
        wild = aspect == "wild" and bool(stack.leaders or stack.csp)
        cost = 0.0
        if snow:
            cold = attrition.SNOW_HEX + attrition.SNOW_TURN + (extra if worn or wild else 0)
            cost += snow * toll(book.library, cold - help_, stack.csp, stack.boxes)
        if (worn or wild) and not later:
            cost += (1 - snow) * toll(book.library, extra - help_, worn, stack.boxes)
        total += cost * STAYS**later
    return total


def snowy(month: Month) -> float:
    """How likely it snows in a turn of the calendar."""
    return month.die.count("snow") / DIE if month.weather == "die" else float(month.weather == "snow")


def campaign(state: FornaldarState, chart: Chart, stack: Stack, turns: int) -> float:
    """What so many turns in the field after this one are expected to cost, where it snows then."""
    if not stack.csp or turns <= 0:
        return 0.0
    library, total = state.book.library, 0.0
    command, magic = talents(state, chart, stack.leaders)
    for later in range(1, turns + 1):
        coming = charts.month(library, (state.month + later - 1) % len(library.calendar) + 1)
        snow = snowy(coming)
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


def winter_march(state: FornaldarState, chart: Chart, stack: Stack) -> float:
    """What a march through the snow of now is expected to cost, in victory points (R6.4.9)."""
    if not stack.csp or not weather.short_day(state) or weather.at(state, stack.hex) != "snow":
        return 0.0
    best = max(talents(state, chart, stack.leaders))
    return toll(state.book.library, MARCHED - best, stack.csp, stack.boxes)


@functools.lru_cache(maxsize=8192)
def toll(library: Library, added: int, csp: int, boxes: int) -> float:
    """What a roll for attrition takes from so many CSP and boxes on the average, in victory points (R8.4)."""
    total = 0.0
    for roll, ways in ROLLS:
        letter = charts.wear(library, roll + added)
        total += ways * min(csp, charts.casualties(library, csp, letter).csp)
        hurt = charts.casualties(library, boxes, letter)
        if hurt.wounds and hurt.wounds >= boxes:
            total += ways * DEATH
        else:
            total += ways * hurt.wounds * max(WOUND, DEATH / max(1, boxes))
    return total / 36
