"""What has been worked out about a position and holds until something shifts: who stands where, for one.

A state carries its memory with it, but it is no part of the state: neither saved nor compared; a copy gets
what holds for it too (`hand_down`).
Pieces note every change of their place (`model.Shifts`); after one, the memory of that kind of piece is made
anew when it is next asked for.  What it gives is to be read, not to be changed.  Several threads may look at
one position (frames for several seats): so what was made is put in its place before it is said to be good.
"""

from __future__ import annotations

import bisect
import operator
from collections.abc import Callable, Hashable, Set
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from fimbul.games.fornaldar.model import BEGINNINGS, CHANGES, NUMBERS, Army, Leader, Treasure, Vessel

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

T = TypeVar("T")
W = TypeVar("W", bound="FornaldarState")

ORDER = ("hex", "group", "banner", "aboard", "afloat", "done", "sailed", "intercepted", "late", "spent")
army_order = operator.attrgetter(*ORDER)  # the fixed order of armies in the state

FORCES = msgspec.msgpack.Encoder()
LEADERS, ARMIES, SHIPS, ITEMS = Leader.shifts, Army.shifts, Vessel.shifts, Treasure.shifts


class Shelf:
    """What was worked out, for as long as that on which it depends stays as it was."""

    __slots__ = ("facts", "open", "when")

    def __init__(self) -> None:
        self.when: Hashable = None
        self.facts: dict[Hashable, Any] = {}
        self.open = False  # while a fact is being made, so that all that it asks for is of the same moment

    def ask(self, when: Hashable, what: Hashable, make: Callable[[], T]) -> T:
        """A fact, made if it is not known of now."""
        if self.when != when:
            self.facts = {}
            self.when = when
        return self.look(what, make)

    def look(self, what: Hashable, make: Callable[[], T]) -> T:
        """The same where it is known that everything is as it was."""
        facts = self.facts
        if what in facts:
            known: T = facts[what]
            return known
        made = facts[what] = make()
        return made


class Shelves(dict[Hashable, Shelf]):
    """All shelves, made as they are asked for.

    Those of the seats hold what depends on all pieces but those of a seat, that of NOW what holds for no
    longer than this moment.
    """

    __slots__ = ()

    def __missing__(self, what: Hashable) -> Shelf:
        shelf = self[what] = Shelf()
        return shelf


NOW, SKY = "now", "sky"

# What a new memory begins with: all of it is replaced as soon as anything is known.
NOWHERE_YET: dict[int, list[int]] = {}
NO_ARMIES_YET: dict[int, list[Army]] = {}
UNTOLD: tuple[Any, Any] = (([], {}, ()), ([], {}, ()))
TOGETHER: tuple[Hashable, dict[int, Any]] = (None, {})
UNENTERED: tuple[list[tuple[int, int, int]], set[tuple[int, int, int]]] = ([], set())


class Memory:
    """The pieces of a position by their hexes, and the items by who bears them, as of the last shifts."""

    __slots__ = (
        *("apart", "armies", "borne", "census", "entered", "faces", "leaders", "local", "lying", "ordered"),
        *("roll", "seen_armies", "seen_items", "seen_leaders", "seen_ships", "shelves", "ships", "sights"),
        "steps",
    )

    def __init__(self) -> None:
        self.seen_leaders = self.seen_armies = self.seen_ships = self.seen_items = -1  # their last shifts
        self.roll: tuple[list[Army], int] | None = None  # the armies it was made from, and how many they were
        self.census = 0  # another number whenever armies came or went without a note of it
        self.leaders: dict[int, list[int]] = NOWHERE_YET
        self.armies: dict[int, list[Army]] = NO_ARMIES_YET
        self.ships: dict[int, list[int]] = NOWHERE_YET
        self.borne: dict[int, list[int]] = NOWHERE_YET
        self.lying: dict[int, list[int]] = NOWHERE_YET
        self.ordered = False  # whether the armies were in their order
        self.shelves = Shelves()
        self.sights: dict[int | None, tuple[Hashable, tuple[list[int], int], Any]] = {}  # what seats know
        self.faces: dict[int, Any] = {}  # by character: what he is worth, and why
        self.steps: tuple[Any, Any] = UNTOLD  # moves of this phase and the one before
        self.apart: tuple[Hashable, dict[int, Any]] = TOGETHER  # the worlds of seats inside a sealed choice
        self.local: dict[Hashable, tuple[Hashable, tuple[list[int], int], dict[int, Any]]] = {}  # by hex
        self.entered: tuple[list[tuple[int, int, int]], set[tuple[int, int, int]]] = UNENTERED


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
    if memory.seen_leaders != last:
        memory.leaders = by_place([leader.hex for leader in state.leaders])
        memory.seen_leaders = last
    return memory.leaders


def armies_by_hex(state: FornaldarState) -> dict[int, list[Army]]:
    """The armies in every hex."""
    memory, armies, last = state.memory, state.armies, ARMIES.last
    roll = memory.roll
    same = roll is not None and roll[0] is armies and roll[1] == len(armies)
    if not same or memory.seen_armies != last:
        if roll is not None and not same:
            memory.census = next(NUMBERS)
        found: dict[int, list[Army]] = {}
        for army in armies:
            if army.hex in found:
                found[army.hex].append(army)
            else:
                found[army.hex] = [army]
        memory.armies, memory.ordered = found, False
        memory.seen_armies, memory.roll = last, (armies, len(armies))
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
        reorder(state, armies)
        armies_by_hex(state)
        memory.ordered = True
    note_army(state, army)


def strike(state: FornaldarState, army: Army) -> None:
    """An army goes out of the game."""
    armies, here = state.armies, armies_by_hex(state)[army.hex]
    for some in (armies, here):
        del some[next(place for place, each in enumerate(some) if each is army)]
    if not here:
        del state.memory.armies[army.hex]
    note_army(state, army)


def note_army(state: FornaldarState, army: Army) -> None:
    """An army has come or gone, and memory has heard of it."""
    ARMIES.note()
    CHANGES.enter(army.hex)
    state.memory.seen_armies, state.memory.roll = ARMIES.last, (state.armies, len(state.armies))


def reorder(state: FornaldarState, armies: list[Army]) -> None:
    """The same armies in another order, or joined to others of the same hexes."""
    state.armies = armies
    state.memory.roll, state.memory.seen_armies = (armies, len(armies)), -1


def ships_by_hex(state: FornaldarState) -> dict[int, list[int]]:
    """The ships in every hex, those on a river too."""
    memory, last = state.memory, SHIPS.last
    if memory.seen_ships != last:
        memory.ships = by_place([ship.hex for ship in state.vessels])
        memory.seen_ships = last
    return memory.ships


def items_by_bearer(state: FornaldarState) -> dict[int, list[int]]:
    """The items that every character carries."""
    memory = state.memory
    if memory.seen_items != ITEMS.last:
        look_for_items(state)
    return memory.borne


def items_by_hex(state: FornaldarState) -> dict[int, list[int]]:
    """The items that lie, are hidden or are kept by troops in every hex."""
    memory = state.memory
    if memory.seen_items != ITEMS.last:
        look_for_items(state)
    return memory.lying


def look_for_items(state: FornaldarState) -> None:
    """Note where the items are."""
    memory, last = state.memory, ITEMS.last
    memory.borne = by_place([item.bearer for item in state.treasures])
    memory.lying = by_place([item.hex for item in state.treasures])
    memory.seen_items = last


def move_leader(state: FornaldarState, leader: int, there: int) -> None:
    """A character comes into another hex, and who stands where stays known."""
    places, someone = leaders_by_hex(state), state.leaders[leader]
    here = someone.hex
    someone.hex = there
    if here != there:
        renumber(places, leader, here, there)
    state.memory.seen_leaders = LEADERS.last


def move_ship(state: FornaldarState, ship: int, there: int) -> None:
    """A ship comes into another hex, and which lies where stays known."""
    places, vessel = ships_by_hex(state), state.vessels[ship]
    here = vessel.hex
    vessel.hex = there
    if here != there:
        renumber(places, ship, here, there)
    state.memory.seen_ships = SHIPS.last


def renumber(places: dict[int, list[int]], number: int, here: int, there: int) -> None:
    """A thing has gone from one place to another."""
    left = [each for each in places[here] if each != number]
    if left:
        places[here] = left
    else:
        del places[here]
    places[there] = sorted([*places.get(there, ()), number])


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
    shelf = state.memory.shelves[NOW]
    if shelf.open:
        return shelf.look(what, make)
    when = moment(state)
    if shelf.when != when:
        shelf.facts, shelf.when = {}, when
    shelf.open = True
    try:
        return shelf.look(what, make)
    finally:
        shelf.open = False


def recall_by_hex(
    state: FornaldarState,
    what: Hashable,
    when: Hashable,
    make: Callable[[int], T | None],
    where: Set[int] | None = None,
) -> dict[int, T]:
    """What there is in single hexes, worked out anew only for those in which something has changed.

    All of it depends on `when` too, and nothing is made where nobody is, or elsewhere than `where`.
    """
    armies_by_hex(state)  # who comes or goes without a note is noticed by counting
    memory, mark = state.memory, CHANGES.mark()
    now = (when, BEGINNINGS.last, memory.census, tuple(state.side), tuple(state.active))
    last = memory.local.get(what)
    changed: Set[int] | None = CHANGES.since(last[1]) if last is not None and last[0] == now else None
    if last is None or changed is None:
        known: dict[int, T] = {}
        changed = where if where is not None else occupied(state)
    elif not changed:
        return last[2]
    else:
        known = last[2].copy()
    for hex_ in changed:
        found = make(hex_) if hex_ >= 0 else None
        if found:
            known[hex_] = found
        else:
            known.pop(hex_, None)
    memory.local[what] = (now, mark, known)
    return known


def occupied(state: FornaldarState) -> Set[int]:
    """Where there are any pieces."""
    return armies_by_hex(state).keys() | leaders_by_hex(state).keys() | ships_by_hex(state).keys()


def note_entry(state: FornaldarState, seat: int, hex_: int, before: int) -> None:
    """Pieces of a seat have come into a hex from another: it is noted once in a player-turn."""
    entries, (noted, known) = state.entries, state.memory.entered
    if noted is not entries or len(known) != len(entries):
        known = set(entries)
        state.memory.entered = (entries, known)
    entry = (seat, hex_, before)
    if entry not in known:
        known.add(entry)
        entries.append(entry)


def recall_apart(state: W, seat: int, make: Callable[[], W]) -> W:
    """The world of a seat inside a sealed choice: the one it was in, which goes on with its answers."""
    memory, draft = state.memory, state.draft(seat)
    when, worlds = memory.apart
    if when != sealing(state):
        worlds = {}
    before: list[str] | None
    world: W
    before, world = worlds.get(seat, (None, state))
    if draft == before:
        return world
    if before is None or draft[: len(before)] != before:
        world = make()
    else:
        world.go_on(seat, draft[len(before) :], [])
    worlds[seat] = (draft, world)
    memory.apart = (sealing(state), worlds)  # what has shifted in that world has not in this one
    return world


def hand_down(state: FornaldarState) -> Memory:
    """The memory of a twin: what is known by numbers and names, and nothing that holds pieces themselves."""
    own, memory = state.memory, Memory()
    memory.leaders, memory.ships = own.leaders.copy(), own.ships.copy()
    memory.borne, memory.lying, memory.seen_items = own.borne, own.lying, own.seen_items
    memory.seen_leaders, memory.seen_ships = own.seen_leaders, own.seen_ships
    memory.faces, memory.steps = own.faces, own.steps
    if own.roll is not None and own.roll[0] is state.armies and own.roll[1] == len(state.armies):
        memory.sights = {seat: (when, mark, seen.lore) for seat, (when, mark, seen) in own.sights.items()}
        memory.census = own.census
    return memory


def sealing(state: FornaldarState) -> Hashable:
    """Equal inside a sealed choice while nothing else happens."""
    return (state.ply, state.agenda[-1], moment(state))


def recall_sight(state: FornaldarState, seat: int | None, make: Callable[[T | None, set[int]], T]) -> T:
    """What a seat knows of the pieces, made from what it knew and the hexes where anything has changed.

    `make` gets None in place of what it knew where all of it is to be found out anew.
    """
    armies_by_hex(state)  # who comes or goes there without a note is noticed by counting
    memory, mark = state.memory, CHANGES.mark()
    when = (
        *(BEGINNINGS.last, memory.census, tuple(state.side), tuple(state.active)),
        *(tuple(state.fought), state.battle.hex if state.battle is not None else None),
    )
    last = memory.sights.get(seat)
    changed = CHANGES.since(last[1]) if last is not None and last[0] == when else None
    made = make(None, set()) if last is None or changed is None else make(last[2], changed)
    memory.sights[seat] = (when, mark, made)
    return made


def recall_steps(
    state: FornaldarState, entries: list[tuple[int, int, int]], tell: Callable[[int, int], T]
) -> tuple[T, ...]:
    """Which hexes were entered from where, each told once: what was told before, and what has come since."""
    memory, which = state.memory, entries is state.trace
    if memory.steps[which][0] != entries:
        told_before = [each for each in memory.steps if entries[: len(each[0])] == each[0]]
        known, told, _ = max(told_before, key=lambda each: len(each[0]), default=([], {}, ()))
        told = told | {(there, here): tell(there, here) for _, there, here in entries[len(known) :]}
        now = (entries.copy(), told, tuple(told.values()))
        memory.steps = (memory.steps[0], now) if which else (now, memory.steps[1])
    steps: tuple[T, ...] = memory.steps[which][2]
    return steps


def disposition(state: FornaldarState) -> Hashable:
    """Equal while pieces stay where they are, and the sides, who is active, and the ruins stay the same."""
    return (
        *(LEADERS.last, ARMIES.last, SHIPS.last, len(state.armies)),
        *(tuple(state.side), tuple(state.active), tuple(state.ruins)),
    )


def recall_others(state: FornaldarState, seat: int, what: Hashable, make: Callable[[], T]) -> T:
    """A fact that depends on where pieces are that are not a seat's: it holds while the seat moves."""
    shelf, when = state.memory.shelves[seat], disposition(state)
    if shelf.when != when:
        shelf.facts, shelf.when = {}, when
    facts = shelf.facts
    if what in facts:
        known: T = facts[what]
        return known
    made = facts[what] = make()
    return made


class OnlyMoves:
    """While a seat moves its own pieces about, what is known of the others stays known."""

    __slots__ = ("known", "seat", "state")

    def __init__(self, state: FornaldarState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def __enter__(self) -> None:
        self.known = self.state.memory.shelves[self.seat].when == disposition(self.state)

    def __exit__(self, *_: object) -> None:
        if self.known:
            self.state.memory.shelves[self.seat].when = disposition(self.state)
