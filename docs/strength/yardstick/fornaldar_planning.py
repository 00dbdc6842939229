"""What a commander thinks about: how strong stacks are, what is worth taking, and how far it is.

The bot plans on the operational scale: every force looks for the objective that gives most for the distance,
weak ones join strong ones, and battles are sought where the tables promise more than they cost.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import Library
from fimbul.games.fornaldar.rules import pieces, ratings, weather
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

FAR = 400  # half points: farther than any plan looks
ROLLS = [(total, 6 - abs(total - 7)) for total in range(2, 13)]  # two dice: total, ways out of 36
CAUGHT = 0.5  # the part of characters who do not get away
WALLS = {"D": 2, "T": 3}


class Stack(msgspec.Struct):
    """A ground stack as its commander sees it."""

    hex: int
    seat: int
    leaders: list[int]
    csp: int
    power: int  # CSP, heroes and magic
    boxes: int  # of its characters
    command: int
    walls: int = 1  # what a fortress multiplies by
    garrison: int = 0

    @property
    def defence(self) -> int:
        """Its strength when it is attacked."""
        return self.power * self.walls + self.garrison


class Chart(msgspec.Struct):
    """Everything that matters on the map, for one seat."""

    own: dict[int, Stack]
    foes: dict[int, Stack]  # with empty fortresses among them
    finds: list[int]  # hexes with artifacts


def survey(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map."""
    stacks: tuple[dict[int, Stack], dict[int, Stack]] = ({}, {})
    book, side = state.book, state.side

    def at(hex_: int, who: int) -> Stack:
        found = stacks[who].get(hex_)
        if found is None:
            found = stacks[who][hex_] = Stack(hex_, who, [], 0, 0, 0, 0)
        return found

    for army in state.armies:
        who = side[army.group]
        if who >= 0 and not (army.aboard or army.afloat):
            stack = at(army.hex, who)
            stack.csp += army.csp
            stack.power += army.csp
    for number, someone in enumerate(state.leaders):
        if someone.hex < 0 or someone.aboard or someone.afloat:
            continue
        who = side[book.leader_group[number]]
        if who < 0:
            continue
        stack = at(someone.hex, who)
        stack.leaders.append(number)
        stack.csp += someone.escort
        stack.boxes += ratings.face(state, number)
        stack.power += someone.escort + ratings.current_magic(state, number)
        if ratings.is_hero(state, number):
            stack.power += ratings.combat(state, number)
    for hex_ in book.forts:
        who = pieces.fortress_seat(state, hex_)
        if who < 0:
            continue
        fort = book.fortress[hex_]
        assert fort is not None
        stack = at(hex_, who) if who != seat else stacks[who].get(hex_) or Stack(hex_, who, [], 0, 0, 0, 0)
        marks = book.fights[fort.kind]
        stack.walls = WALLS.get(marks[0], 1)
        stack.garrison = state.book.garrison[fort.strength]
        stack.command = state.book.keep[fort.strength]
    for camp in stacks:
        for stack in camp.values():
            stack.command = max(stack.command, ratings.best_command(state, stack.leaders))
    finds = sorted({item.hex for item in state.treasures if item.hidden and item.hex >= 0 and not item.gone})
    return Chart(stacks[seat], stacks[1 - seat], finds)


# ---- what a battle promises


class Exchange(msgspec.Struct, frozen=True):
    """What a round is expected to cost either side, in CSP."""

    lost: float
    gained: float


@functools.lru_cache(maxsize=4096)
def exchange(library: Library, attack: int, defence: int, added: int, mine: int, theirs: int) -> Exchange:
    """One round at these strengths, with so many CSP on either side."""
    column = charts.odds(attack, max(1, defence))
    lost = gained = 0.0
    for total, ways_ in ROLLS:
        cell = charts.cell(library, total + added, column)
        lost += ways_ * min(mine, charts.casualties(library, mine, cell.attacker).csp)
        gained += ways_ * min(theirs, charts.casualties(library, theirs, cell.defender).csp)
    return Exchange(lost / 36, gained / 36)


def assault(state: FornaldarState, mine: Stack, foe: Stack) -> float:
    """What attacking a stack promises for the first round: gains less losses, in victory points."""
    fort = foe.garrison
    troops = foe.csp + fort
    if not mine.csp and fort:
        return -9.0
    added = max(-6, min(6, mine.command - foe.command))
    round_ = exchange(state.book.library, mine.power, foe.defence, added, max(1, mine.csp), max(1, troops))
    worth = round_.gained - round_.lost
    routed = min(1.0, round_.gained / max(1, troops)) ** 2  # how likely all its troops fall
    if fort:
        worth += state.book.spoils["fortress"] * routed
    # Characters without troops are caught, if they do not get away.
    return worth + CAUGHT * state.book.spoils["character"] * len(foe.leaders) * routed


# ---- how far it is


FIELDS: dict[tuple[int, object, tuple[int, ...], int], dict[int, int]] = {}
MOST_FIELDS = 600


def field(state: FornaldarState, goal: int, races: tuple[int, ...]) -> dict[int, int]:
    """How far it is to a goal from everywhere, in half points, for these races in the weather of now."""
    key = (state.book.serial, weather.sky(state), races, goal)
    found = FIELDS.get(key)
    if found is None:
        if len(FIELDS) >= MOST_FIELDS:
            FIELDS.clear()
        table = ways.on_land(
            state, ways.Traveller(frozenset(races), discount=False, light=False, no_woods=False)
        )
        found = FIELDS[key] = dict(ways.reach(table, goal, FAR).prices)
    return found


def races_of(state: FornaldarState, leaders: list[int], banners: list[int]) -> tuple[int, ...]:
    """The races of a force, the slow ones that matter."""
    book = state.book
    found = {book.leader_race[each] for each in leaders} | {book.banner_race[each] for each in banners}
    return tuple(sorted(found))
