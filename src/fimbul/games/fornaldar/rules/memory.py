"""What has been worked out about a position and holds until something shifts: who stands where, for one.

A state carries its memory with it, but it is no part of the state: neither copied, saved nor compared.
Pieces note every change of their place (`model.Shifts`); after one, the memory of that kind of piece is made
anew when it is next asked for.  What it gives is to be read, not to be changed.  Several threads may look at
one position (frames for several seats): so what was made is put in its place before it is said to be good.
"""

from __future__ import annotations

import bisect
import operator
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from fimbul.games.fornaldar.model import CHANGES, Army, Leader, Treasure, Vessel

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

T = TypeVar("T")

ORDER = ("hex", "group", "banner", "aboard", "afloat", "done", "sailed", "intercepted", "late", "spent")
army_order = operator.attrgetter(*ORDER)  # the fixed order of armies in the state

FORCES = msgspec.msgpack.Encoder()
LEADERS, ARMIES, SHIPS, ITEMS = Leader.shifts, Army.shifts, Vessel.shifts, Treasure.shifts


class Shelf:
    """What was worked out, for as long as that on which it depends stays as it was."""

    __slots__ = ("facts", "when")

    def __init__(self) -> None:
        self.when: Hashable = None
        self.facts: dict[Hashable, Any] = {}

    def ask(self, when: Hashable, what: Hashable, make: Callable[[], T]) -> T:
        """A fact, made if it is not known of now."""
        if self.when != when:
            self.facts = {}
            self.when = when
        facts = self.facts
        if what not in facts:
            facts[what] = make()
        fact: T = facts[what]
        return fact


class Memory:
    """The pieces of a position by their hexes, and the items by who bears them, as of the last shifts."""

    __slots__ = (
        *("armies", "borne", "leaders", "lasting", "ordered", "present", "roll", "seen", "ships", "sky"),
    )

    def __init__(self) -> None:
        self.seen = [-1, -1, -1, -1]  # the last shifts of leaders, armies, ships and items
        self.roll: tuple[list[Army], int] = ([], 0)  # the armies it was made from, and how many they were
        self.leaders: dict[int, list[int]] = {}
        self.armies: dict[int, list[Army]] = {}
        self.ships: dict[int, list[int]] = {}
        self.borne: dict[int, list[int]] = {}
        self.ordered = False  # whether the armies were in their order
        self.lasting = Shelf()  # what else depends on where the pieces are
        self.present = Shelf()  # what holds for no longer than this moment
        self.sky = Shelf()


def by_place(places: list[int]) -> dict[int, list[int]]:
    """The numbers of things by where they are, in their order."""
    found: dict[int, list[int]] = {}
    for number, place in enumerate(places):
        if place in found:
            found[place].append(number)
        else:
            found[place] = [number]
    return found


def leaders_by_hex(state: FornaldarState) -> dict[int, list[int]]:
    """The characters in every hex."""
    memory, last = state.memory, LEADERS.last
    if memory.seen[0] != last:
        memory.leaders = by_place([leader.hex for leader in state.leaders])
        memory.seen[0] = last
    return memory.leaders


def armies_by_hex(state: FornaldarState) -> dict[int, list[Army]]:
    """The armies in every hex."""
    memory, armies, last = state.memory, state.armies, ARMIES.last
    roll, count = memory.roll
    if memory.seen[1] != last or roll is not armies or count != len(armies):
        found: dict[int, list[Army]] = {}
        for army in armies:
            if army.hex in found:
                found[army.hex].append(army)
            else:
                found[army.hex] = [army]
        memory.armies, memory.ordered = found, False
        memory.seen[1], memory.roll = last, (armies, len(armies))
    return memory.armies


def enrol(state: FornaldarState, army: Army) -> None:
    """An army comes into the game, into its place in the order of armies."""
    armies, here = state.armies, armies_by_hex(state).setdefault(army.hex, [])
    memory = state.memory
    if memory.ordered:
        bisect.insort(armies, army, key=army_order)
        bisect.insort(here, army, key=army_order)
    else:
        armies.append(army)
        armies.sort(key=army_order)
        memory.seen[1] = -1
        armies_by_hex(state)
        memory.ordered = True
    ARMIES.note()
    memory.seen[1], memory.roll = ARMIES.last, (armies, len(armies))


def strike(state: FornaldarState, army: Army) -> None:
    """An army goes out of the game."""
    armies, here = state.armies, armies_by_hex(state)[army.hex]
    armies.remove(army)
    here.remove(army)
    if not here:
        del state.memory.armies[army.hex]
    ARMIES.note()
    state.memory.seen[1], state.memory.roll = ARMIES.last, (armies, len(armies))


def ships_by_hex(state: FornaldarState) -> dict[int, list[int]]:
    """The ships in every hex, those on a river too."""
    memory, last = state.memory, SHIPS.last
    if memory.seen[2] != last:
        memory.ships = by_place([ship.hex for ship in state.vessels])
        memory.seen[2] = last
    return memory.ships


def items_by_bearer(state: FornaldarState) -> dict[int, list[int]]:
    """The items that every character carries."""
    memory, last = state.memory, ITEMS.last
    if memory.seen[3] != last:
        memory.borne = by_place([item.bearer for item in state.treasures])
        memory.seen[3] = last
    return memory.borne


def moment(state: FornaldarState) -> Hashable:
    """Equal while nothing has changed that a list of what one may do could depend on."""
    return (
        *(CHANGES.last, len(state.armies), FORCES.encode(state.force)),
        *(state.month, state.game_turn, state.phase, state.phasing, state.sky),
        *(state.engine, state.engine_seat, state.engine_moved),
        *(tuple(state.side), tuple(state.active), tuple(state.spells), tuple(state.whirlpools)),
        *(tuple(state.ruins), tuple(state.caught), tuple(state.late), tuple(state.evaded)),
        *(tuple(state.notes), tuple(state.tried), tuple(state.attempts)),
    )


def recall_now(state: FornaldarState, what: Hashable, make: Callable[[], T]) -> T:
    """What was worked out in this very moment of the game, for whoever asks again."""
    return state.memory.present.ask(moment(state), what, make)


def recall(state: FornaldarState, what: Hashable, make: Callable[[], T]) -> T:
    """A fact that depends on nothing but where pieces are, the sides, who is active, and the ruins."""
    places = (LEADERS.last, ARMIES.last, SHIPS.last, len(state.armies))
    when = (places, tuple(state.side), tuple(state.active), tuple(state.ruins))
    return state.memory.lasting.ask(when, what, make)
