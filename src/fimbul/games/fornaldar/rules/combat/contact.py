"""Where a side can start a combat, and of what kind it would be (R16.1, R16.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fimbul.games.fornaldar.model import LAND, Combat, Fray
from fimbul.games.fornaldar.rules import pieces, secrecy
from fimbul.games.fornaldar.rules.combat import hosts
from fimbul.games.fornaldar.rules.combat.hosts import Host
from fimbul.games.fornaldar.rules.magic import spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def places(state: FornaldarState, seat: int) -> list[tuple[int, str]]:
    """Where a seat may start combat, on land or at sea (R16.1)."""
    mine, others = haunts(state, seat)
    others.update(hex_ for hex_ in mine if pieces.fortress_seat(state, hex_) == 1 - seat)
    rivers = {vessel.hex for vessel in state.vessels if vessel.river >= 0}
    found = [(hex_, stack) for hex_ in sorted(mine & (others | rivers)) for stack in ("land", "sea")]
    return [(hex_, stack) for hex_, stack in found if may_fight(state, hex_, stack, seat)]


def haunts(state: FornaldarState, seat: int) -> tuple[set[int], set[int]]:
    """Where a seat has active pieces, and where others have any."""
    book, side, active = state.book, state.side, state.active
    pairs = [(army.hex, army.group) for army in state.armies]
    pairs += [(each.hex, book.leader_group[number]) for number, each in enumerate(state.leaders)]
    pairs += [(each.hex, book.ship_group[number]) for number, each in enumerate(state.vessels)]
    here = [(hex_, group) for hex_, group in pairs if hex_ >= 0]
    mine = {hex_ for hex_, group in here if side[group] == seat and active[group]}
    return mine, {hex_ for hex_, group in here if side[group] != seat}


def may_fight(state: FornaldarState, hex_: int, stack: str, seat: int) -> bool:
    """Whether a seat may start combat there: both sides are in contact, and its pieces may attack."""
    if stack == "sea":
        return river_of(state, hex_, seat) is not None
    mine = hosts.ground_host(state, hex_, seat)
    if not in_contact(state, mine) or not eager(state, mine):
        return False
    if pieces.fortress_seat(state, hex_) == 1 - seat:
        return mine.csp > 0  # R18.5
    return met(state, hex_, seat)


def hangs_on_hidden(state: FornaldarState, seat: int, fights: tuple[tuple[int, str], ...]) -> bool:
    """Whether it tells others something if a seat can start a combat besides these, or cannot.

    Under a character who could not attack alone there may be CSP: it does not if an attack is open elsewhere.
    """
    sure = [each for each in places(state, seat) if each not in fights]
    if any(stack == "sea" or attacks_openly(state, hex_, seat) for hex_, stack in sure):
        return False
    mine, others = haunts(state, seat)
    return any(
        (hex_, LAND) not in fights
        and ((hex_ in others and met(state, hex_, seat)) or pieces.fortress_seat(state, hex_) == 1 - seat)
        and secrecy.is_secret(state, seat, hex_, LAND)
        and not attacks_openly(state, hex_, seat)
        for hex_ in mine
    )


def attacks_openly(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether all see that a ground stack may attack, by its top: CSP, or a character who needs none."""
    stack = secrecy.stack_at(state, seat, hex_, LAND)
    if stack is None or secrecy.is_open(state, None, stack):
        return stack is not None
    lid = secrecy.top(state, stack)
    if lid.kind != "leader":
        return True
    free = lid.number not in state.evaded and spells.unbound(state, lid.number)
    return free and pieces.fortress_seat(state, hex_) != 1 - seat


def in_contact(state: FornaldarState, mine: Host) -> bool:
    """Whether anything of a stack has not evaded (R19.5)."""
    return mine.csp > 0 or any(each not in state.evaded for each in mine.leaders)


def eager(state: FornaldarState, mine: Host) -> bool:
    """Whether a stack may begin: casters alone do not (R20.6)."""
    return mine.manned or any(spells.unbound(state, each) for each in mine.leaders)


def met(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether there are pieces of another side on the ground that have not evaded."""
    if any(state.side[army.group] != seat for army in pieces.ground_armies(state, hex_)):
        return True
    return any(
        pieces.seat_of(state, each) != seat and each not in state.evaded
        for each in pieces.ashore(state, hex_)
    )


def river_of(state: FornaldarState, hex_: int, seat: int) -> int | None:
    """Where the naval stacks of both sides meet: -1 on open water or coast, a river, or None (R16.2)."""
    rivers = {vessel.river for vessel in state.vessels if vessel.hex == hex_}
    for river in sorted({-1, *rivers}):
        mine = hosts.fleet(state, hex_, river, seat)
        if mine.ships or (river < 0 and (mine.swimmers or mine.leaders)):
            theirs = foes_afloat(state, hex_, river, seat)
            if theirs and sea_kind(state, hex_, mine, theirs, seat):
                return river
    return None


def foes_afloat(
    state: FornaldarState, hex_: int, river: int, seat: int
) -> tuple[bool, tuple[int, ...]] | None:
    """What others have there that could fight at sea: whether ships or CSP, and their swimming characters.

    Inactive ones count: to attack them is to mobilize them.
    """
    manned = any(
        pieces.ship_seat(state, number) != seat
        and not vessel.refit
        and vessel.hex >= 0
        and (vessel.river == river if river >= 0 else vessel.hex == hex_ and vessel.river < 0)
        for number, vessel in enumerate(state.vessels)
    )
    if river >= 0:
        return (True, ()) if manned else None
    manned = manned or any(
        army.afloat and state.side[army.group] != seat for army in pieces.armies_at(state, hex_)
    )
    swimming = tuple(
        each
        for each in pieces.leaders_at(state, hex_)
        if state.leaders[each].afloat and pieces.seat_of(state, each) != seat and each not in state.evaded
    )
    return (manned, swimming) if manned or swimming else None


def sea_kind(
    state: FornaldarState, hex_: int, mine: Host, theirs: tuple[bool, tuple[int, ...]], seat: int
) -> Combat | Literal[""]:
    """A naval battle, a melee of swimmers with a sea monster, or nothing (R16.2, R16.6)."""
    manned, swimming = theirs
    if mine.ships or mine.swimmers or manned:
        return "naval"
    ours = [each for each in mine.leaders if each not in state.evaded]
    for side, one in ((seat, ours), (1 - seat, list(swimming))):
        if any(monster(state, each) for each in one):
            escorted = any(state.leaders[each].escort for each in pieces.leaders_at(state, hex_, side))
            return "" if escorted or pieces.armies_at(state, hex_, side) or not ours else "melee"
    return ""


def monster(state: FornaldarState, leader: int) -> bool:
    """Whether a character is a sea monster: Tursas, or Gestum (R11.13, R16.6)."""
    card = state.book.cast[leader]
    return card.supernatural and card.swims


def kind_of(state: FornaldarState, hex_: int, stack: str, seat: int) -> Combat | Literal[""]:
    """What kind of combat it is, now that both show what they have (R16.2, R18.3)."""
    if stack == "sea":
        river = river_of(state, hex_, seat)
        if river is None:
            return ""
        theirs = foes_afloat(state, hex_, river, seat)
        return sea_kind(state, hex_, hosts.fleet(state, hex_, river, seat), theirs, seat) if theirs else ""
    if not may_fight(state, hex_, stack, seat):
        return ""
    defended = pieces.fortress_seat(state, hex_) == 1 - seat
    troops = pieces.troops(state, hex_, seat) + pieces.troops(state, hex_, 1 - seat)
    return "ground" if defended or troops else "melee"


def fray(state: FornaldarState, hex_: int, stack: str, seat: int, *, overrun: bool = False) -> Fray:
    """A combat as it is announced."""
    river = river_of(state, hex_, seat) if stack == "sea" else -1
    return Fray(
        hex=hex_,
        stack=stack,
        kind=kind_of(state, hex_, stack, seat) or "ground",
        attacker=seat,
        river=-1 if river is None else river,
        overrun=overrun,
    )
