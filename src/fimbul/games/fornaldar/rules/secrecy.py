"""What a seat knows of the other's pieces, and what it could imagine in place of the rest (R12.3, R25.2).

Of a stack the enemy sees only the top piece.  What else a side has is known as a whole and not where it is:
how many CSP of each banner stand on land, are embarked or swim, which characters there are, how many wounds
and escorts they have between them, and which items.  `redeal` deals all that out again, by nothing but this.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.library.rows import RANKS
from fimbul.games.fornaldar.model import LAND, SEA, Army
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.memory import armies_by_hex, leaders_by_hex, recall_others, ships_by_hex

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

KING = RANKS.index("king")


class Stack(msgspec.Struct, kw_only=True):
    """The active pieces of a seat on the ground of a hex (`land`) or on its water (`sea`)."""

    seat: int
    hex: int
    kind: str
    leaders: list[int]
    armies: list[Army]
    ships: list[int]


class Top(msgspec.Struct, frozen=True):
    """The piece on top of a stack: a character, a ship, or an army (a banner, of a group)."""

    kind: str
    number: int
    group: int = -1


# ---- what is known


def stacks(state: FornaldarState, seat: int) -> list[Stack]:
    """The stacks of a seat's active pieces, in the order of the hexes, on land first."""
    mine = [side == seat and active for side, active in zip(state.side, state.active, strict=True)]
    found: dict[tuple[int, str], Stack] = {}

    def at(hex_: int, kind: str) -> Stack:
        stack = found.get((hex_, kind))
        if stack is None:
            stack = Stack(seat=seat, hex=hex_, kind=kind, leaders=[], armies=[], ships=[])
            found[hex_, kind] = stack
        return stack

    groups = state.book.leader_group
    for number, leader in enumerate(state.leaders):
        if mine[groups[number]] and leader.hex >= 0:
            at(leader.hex, SEA if leader.aboard or leader.afloat else LAND).leaders.append(number)
    for army in state.armies:
        if mine[army.group] and army.hex >= 0:
            at(army.hex, SEA if army.aboard or army.afloat else LAND).armies.append(army)
    for number, (group, ship) in enumerate(zip(state.book.ship_group, state.vessels, strict=True)):
        if mine[group] and ship.hex >= 0:
            at(ship.hex, SEA).ships.append(number)
    return [found[key] for key in sorted(found)]


def array(state: FornaldarState, seat: int) -> list[Stack]:
    """The same stacks, remembered until a piece shifts: to be looked at, not to be changed."""
    return recall_others(state, 1 - seat, "stacks", lambda: stacks(state, seat))


def stack_at(state: FornaldarState, seat: int, hex_: int, kind: str) -> Stack | None:
    """The stack of a seat's active pieces on the ground of a hex, or on its water."""
    active, groups = state.active, state.book.leader_group
    wet, ships = kind == SEA, []
    leaders = (pieces.at_sea if wet else pieces.ashore)(state, hex_, seat)
    if leaders:
        leaders = [n for n in leaders if active[groups[n]]]
    armies = (pieces.sea_armies if wet else pieces.ground_armies)(state, hex_, seat)
    if armies:
        armies = [each for each in armies if active[each.group]]
    if wet:
        groups = state.book.ship_group
        ships = [n for n in pieces.ships_at(state, hex_, seat) if active[groups[n]]]
    if not (leaders or armies or ships):
        return None
    return Stack(seat=seat, hex=hex_, kind=kind, leaders=leaders, armies=armies, ships=ships)


def standing(state: FornaldarState, leader: int) -> tuple[int, int, int]:
    """How high a character lies in a stack: by his rank and printed command, then by name."""
    card = state.book.cast[leader]
    rank = KING if state.leaders[leader].crowned else state.book.leader_rank[leader]
    return rank, card.command, -leader


def bulk(state: FornaldarState, ship: int) -> tuple[int, int, int]:
    """How high a ship lies in a stack, before her owner chooses."""
    return state.book.fleet[ship].strength, 0, -ship


def empty_ships(state: FornaldarState, stack: Stack) -> list[int]:
    """The ships of a stack that need not carry anything: the others could carry all that is embarked."""
    if not stack.ships:
        return []
    passengers = [each for number in stack.leaders if (each := state.leaders[number]).aboard]
    cargo = sum(army.csp for army in stack.armies if army.aboard) + sum(each.escort for each in passengers)
    if not cargo and not passengers:
        return stack.ships
    fleet = state.book.fleet
    carriers = {ship: fleet[ship].capacity for ship in stack.ships if not state.vessels[ship].refit}
    room = sum(carriers.values())
    return [
        ship
        for ship in stack.ships
        if room - carriers.get(ship, 0) >= cargo and len(carriers) > (ship in carriers)
    ]


def lids(state: FornaldarState, stack: Stack) -> list[tuple[tuple[int, int, tuple[int, int, int]], Top]]:
    """What may lie on top of a stack (R12.2), each with how high it lies."""
    vessels, people = state.vessels, state.leaders
    found = [
        ((vessels[ship].height, 2, bulk(state, ship)), Top("ship", ship))
        for ship in empty_ships(state, stack)
    ]
    found += [
        ((people[leader].height, 1, standing(state, leader)), Top("leader", leader))
        for leader in stack.leaders
    ]
    if stack.armies and not stack.leaders:
        banner, group = min((army.banner, army.group) for army in stack.armies)
        found.append(((0, 0, (0, 0, 0)), Top("army", banner, group)))
    return found


def top(state: FornaldarState, stack: Stack) -> Top:
    """What lies on top of a stack (R12.1): what was chosen, or a ship, else a character, else a banner."""
    if not stack.ships and len(stack.leaders) == 1:
        return Top("leader", stack.leaders[0])
    return max(lids(state, stack), key=operator.itemgetter(0))[1]


def raise_up(state: FornaldarState, stack: Stack, lid: Top) -> None:
    """Put a piece on top of its stack; cargo, by putting the ships below it."""
    if lid.kind == "army":
        for ship in stack.ships:
            state.vessels[ship].height = min(-1, state.vessels[ship].height)
        return
    piece = state.leaders[lid.number] if lid.kind == "leader" else state.vessels[lid.number]
    heights = [state.leaders[each].height for each in stack.leaders]
    piece.height = 1 + max([0, *heights, *(state.vessels[each].height for each in stack.ships)])


def lid_name(state: FornaldarState, lid: Top) -> str:
    """A piece in the notation."""
    book = state.book
    if lid.kind == "ship":
        return book.fleet[lid.number].id
    return book.cast[lid.number].id if lid.kind == "leader" else book.banners[lid.number].id


def sees(state: FornaldarState, viewer: int | None, hex_: int) -> bool:
    """Whether a seat may examine a hex; a spectator sees what both do."""
    if not state.seen:
        return False
    return all((seat, hex_) in state.seen for seat in ((0, 1) if viewer is None else (viewer,)))


def examined(state: FornaldarState, viewer: int | None) -> set[int]:
    """The hexes that a seat may examine; a spectator those that both may."""
    if viewer is not None:
        return {hex_ for seat, hex_ in state.seen if seat == viewer}
    return examined(state, 0) & examined(state, 1)


def on_river(state: FornaldarState, stack: Stack) -> bool:
    """Whether a naval stack lies on a river, where everybody sees it from the banks."""
    return bool(stack.ships) and any(state.vessels[ship].river >= 0 for ship in stack.ships)


def is_open(state: FornaldarState, viewer: int | None, stack: Stack) -> bool:
    """Whether a seat knows all of a stack."""
    return stack.seat == viewer or sees(state, viewer, stack.hex) or on_river(state, stack)


def is_secret(state: FornaldarState, seat: int, hex_: int, kind: str) -> bool:
    """Whether a seat has a stack there of which not everybody knows all: what comes of it may tell them."""
    if not (hex_ in leaders_by_hex(state) or hex_ in armies_by_hex(state) or hex_ in ships_by_hex(state)):
        return False
    if kind == LAND:
        return on_ground(state, seat, hex_) and not sees(state, None, hex_)
    stack = stack_at(state, seat, hex_, kind)
    return stack is not None and not is_open(state, None, stack)


def on_ground(state: FornaldarState, seat: int, hex_: int) -> bool:
    """Whether a seat has a stack on the ground of a hex."""
    active, groups = state.active, state.book.leader_group
    for army in pieces.ground_armies(state, hex_, seat):
        if active[army.group]:
            return True
    return any(active[groups[leader]] for leader in pieces.ashore(state, hex_, seat))


def divides(state: FornaldarState, seat: int, hex_: int, kind: str) -> bool:
    """Whether it tells anybody something who of a stack goes away: only of one known piece it does not."""
    stack = stack_at(state, seat, hex_, kind)
    if stack is None or not is_open(state, None, stack):
        return stack is not None
    escorts = sum(state.leaders[each].escort for each in stack.leaders)
    return len(stack.leaders) + len(stack.ships) + escorts + sum(army.csp for army in stack.armies) > 1


def known_leaders(state: FornaldarState, viewer: int | None) -> set[int]:
    """The characters of whom a seat knows everything; those that have not come are as printed."""
    groups, active = state.book.leader_group, state.active
    found = {n for n, each in enumerate(state.leaders) if each.hex < 0 or not active[groups[n]]}
    for seat in (0, 1):
        for stack in stacks(state, seat):
            if stack.leaders and is_open(state, viewer, stack):
                found.update(stack.leaders)
    return found


def placed_leaders(state: FornaldarState, viewer: int | None) -> set[int]:
    """The characters whose place a seat knows: known in full, on top of a stack, or seen to cast."""
    groups, active = state.book.leader_group, state.active
    found = {n for n, each in enumerate(state.leaders) if each.cast or each.hex < 0 or not active[groups[n]]}
    return found.union(*(placed_of(state, viewer, seat) for seat in (0, 1)))


def placed_of(state: FornaldarState, viewer: int | None, seat: int) -> set[int]:
    """The characters in stacks of a seat whose place another knows by looking."""
    found = set()
    for stack in array(state, seat):
        if stack.leaders and is_open(state, viewer, stack):
            found.update(stack.leaders)
        elif stack.leaders and (lid := top(state, stack)).kind == "leader":
            found.add(lid.number)
    return found


def shows(state: FornaldarState, seat: int, shore: int, water: int, what: str) -> bool:
    """Whether going aboard could show the other what he does not know.

    It was on top ashore, or the ships are on a river; or it may come to lie on top of the ships, by how laden
    they are or by who else is there.
    """
    afloat, ashore = stack_at(state, seat, water, SEA), stack_at(state, seat, shore, LAND)
    if afloat is not None:
        lid = top(state, afloat)
        hidden = lid.kind == "ship" or (lid.kind == "leader" and what in state.book.leader)
        if on_river(state, afloat) or (hidden and not is_open(state, None, afloat)):
            return True
    return ashore is not None and lid_name(state, top(state, ashore)) == what


def is_masked(state: FornaldarState, viewer: int | None, leader: int) -> bool:
    """Whether no enchantment shows a character of the other side, for Ada's Mask; a battle does (R21.43)."""
    if pieces.seat_of(state, leader) == viewer:
        return False
    hex_ = state.leaders[leader].hex
    if any(hex_ == where for where, _ in state.fought) or (
        state.battle is not None and state.battle.hex == hex_
    ):
        return False
    relics = state.book.relics
    return any("mask" in relics[item].powers for item in items.borne(state, leader))


def told_to(line: tuple[tuple[int, ...] | None, tuple[int, ...], str], viewer: int | None) -> bool:
    """Whether a seat was told a line of the log."""
    only, besides, _ = line
    return (only is None or viewer in only) and viewer not in besides
