"""What a seat knows of the other's pieces, and what it could imagine in place of the rest (R12.3, R25.2).

Of a stack the enemy sees only the top piece.  What else a side has is known as a whole and not where it is:
how many CSP of each banner stand on land, are embarked or swim, which characters there are, how many wounds
and escorts they have between them, and which items.  `redeal` deals all that out again, by nothing but this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.library.rows import RANKS
from fimbul.games.fornaldar.model import LAND, SEA, Army
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.magic import items

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
        key = hex_, kind
        if key not in found:
            found[key] = Stack(seat=seat, hex=hex_, kind=kind, leaders=[], armies=[], ships=[])
        return found[key]

    for number, (group, leader) in enumerate(zip(state.book.leader_group, state.leaders, strict=True)):
        if mine[group] and leader.hex >= 0:
            at(leader.hex, SEA if leader.aboard or leader.afloat else LAND).leaders.append(number)
    for army in state.armies:
        if mine[army.group] and army.hex >= 0:
            at(army.hex, SEA if army.aboard or army.afloat else LAND).armies.append(army)
    for number, (group, ship) in enumerate(zip(state.book.ship_group, state.vessels, strict=True)):
        if mine[group] and ship.hex >= 0:
            at(ship.hex, SEA).ships.append(number)
    return [found[key] for key in sorted(found)]


def stack_at(state: FornaldarState, seat: int, hex_: int, kind: str) -> Stack | None:
    """The stack of a seat's active pieces on the ground of a hex, or on its water."""
    people, active = state.leaders, state.active
    groups = state.book.leader_group
    leaders, armies, ships = pieces.leaders_at(state, hex_, seat), pieces.armies_at(state, hex_, seat), []
    wet = kind == SEA
    if leaders:
        leaders = [n for n in leaders if active[groups[n]] and (people[n].aboard or people[n].afloat) == wet]
    if armies:
        armies = [each for each in armies if active[each.group] and (each.aboard or each.afloat) == wet]
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


def bulk(state: FornaldarState, ship: int) -> tuple[int, int]:
    """How high a ship lies in a stack."""
    return state.book.fleet[ship].strength, -ship


def top(state: FornaldarState, stack: Stack) -> Top:
    """What lies on top of a stack (R12.1): the strongest ship, else the highest character, else a banner."""
    if stack.ships:
        return Top("ship", max(stack.ships, key=lambda ship: bulk(state, ship)))
    if stack.leaders:
        return Top("leader", max(stack.leaders, key=lambda leader: standing(state, leader)))
    banner, group = min((army.banner, army.group) for army in stack.armies)
    return Top("army", banner, group)


def sees(state: FornaldarState, viewer: int | None, hex_: int) -> bool:
    """Whether a seat may examine a hex; a spectator sees what both do."""
    return all((seat, hex_) in state.seen for seat in ((0, 1) if viewer is None else (viewer,)))


def on_river(state: FornaldarState, stack: Stack) -> bool:
    """Whether a naval stack lies on a river, where everybody sees it from the banks."""
    return any(state.vessels[ship].river >= 0 for ship in stack.ships)


def is_open(state: FornaldarState, viewer: int | None, stack: Stack) -> bool:
    """Whether a seat knows all of a stack."""
    return stack.seat == viewer or sees(state, viewer, stack.hex) or on_river(state, stack)


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
    for seat in (0, 1):
        for stack in stacks(state, seat):
            if not stack.leaders:
                continue
            if is_open(state, viewer, stack):
                found.update(stack.leaders)
            elif not stack.ships:
                found.add(top(state, stack).number)
    return found


def shows(state: FornaldarState, seat: int, shore: int, water: int, what: str) -> bool:
    """Whether going aboard could show the other anything: it was on top, or the ships are on a river."""
    afloat = stack_at(state, seat, water, SEA)
    if afloat is not None and on_river(state, afloat):
        return True
    ashore = stack_at(state, seat, shore, LAND)
    if ashore is not None:
        lid = top(state, ashore)
        name = state.book.cast[lid.number].id if lid.kind == "leader" else state.book.banners[lid.number].id
        if name == what:
            return True
    return False


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
