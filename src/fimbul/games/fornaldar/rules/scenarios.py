"""The three scenarios (24): what differs in each of them, and what its special rules remember."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fimbul.core import Event, Told
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.model import FOMORIAN, MUNDANE, NOWHERE, Force
from fimbul.games.fornaldar.rules import pieces, ratings
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

PREGAME = 6  # movement points of the early march (R24.2.2.1)
BREAKS = 6  # the siege engine is destroyed on this or less, and captured on more (R24.2.2.6)
UTGARDAR = "Utgardar"


def special(state: FornaldarState, name: str) -> bool:
    """Whether a special rule holds in this scenario."""
    return name in state.book.scenario.specials


def first(state: FornaldarState) -> bool:
    """Whether it is the first game turn."""
    return state.game_turn == 1


# ---- how a game begins


def halved(state: FornaldarState) -> bool:
    """Whether all movement is halved: on the first turn of the War of the Sampo (R24.1.2.1)."""
    return first(state) and special(state, "slow_start")


def no_interception(state: FornaldarState) -> bool:
    """Whether nobody can intercept: on the first turn of the War of the Sampo (R24.1.2.1)."""
    return first(state) and special(state, "slow_start")


def no_reaction(state: FornaldarState) -> bool:
    """Whether the Mundane side cannot react: on the first turn of the Second Northern War (R24.2.2.2)."""
    return first(state) and special(state, "no_first_reaction") and state.phasing == FOMORIAN


def no_mobilization(state: FornaldarState) -> bool:
    """Whether nobody is called: on the first turn of every scenario (R24.1.2.1, R24.2.2.2, R24.3.2.1)."""
    return first(state) and special(state, "no_first_mobilization")


def starts_in_movement(state: FornaldarState) -> bool:
    """Whether this game turn begins with the Fomorian Movement Phase (R24.2.2.2, R24.3.2.1)."""
    return first(state) and special(state, "starts_in_movement")


# ---- where one may not go


def may_enter(state: FornaldarState, hex_: int, force: Force) -> str | None:
    """The rule that keeps a force out of a hex, if there is one.

    Pellost opens only to who comes with Wodan (R24.1.2.2); nobody of the Mundane side enters Midhrasir before
    it has a king (R24.2.2.3); Auberon's expedition enters no hex with enemies on its first turn (R24.2.4).
    """
    book = state.book
    if special(state, "place_closed") and hex_ in book.doors and hex_ not in unlocked(state, force):
        return "R24.1.2.2"
    if book.kingdom[hex_] in kingless(state, force.seat):
        return "R24.2.2.3"
    if state.month == landing(state) and of_albion(state, force) and occupied(state, hex_, 1 - force.seat):
        return "R24.2.4"
    return None


def kingless(state: FornaldarState, seat: int) -> frozenset[int]:
    """The kingdoms that nobody of a side enters before they have a king (R24.2.2.3)."""
    if seat != MUNDANE:
        return frozenset()
    return frozenset([group for group in state.book.claimed if paralysed(state, group)])


def unlocked(state: FornaldarState, force: Force) -> frozenset[int]:
    """The closed hexes to which a force has who opens them."""
    openers = state.book.openers
    return frozenset([openers[each] for each in force.leaders if each in openers])


def of_albion(state: FornaldarState, force: Force) -> bool:
    """Whether any piece of Auberon's expedition is in a force."""
    book = state.book
    groups = [book.leader_group[each] for each in force.leaders] + [
        book.ship_group[each] for each in force.ships
    ]
    return any(book.groups[group].id == "albion" for group in groups)


def landing(state: FornaldarState) -> int:
    """The calendar turn on which Auberon's expedition comes, 0 if it does not (R24.2.4)."""
    if not state.options.expedition:
        return 0
    return next((place.turn for place in state.book.setup if place.optional), 0)


def occupied(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has pieces in a hex, or an intact fortress."""
    return (
        pieces.has_ground(state, hex_, seat)
        or pieces.has_fleet(state, hex_, seat)
        or pieces.fortress_seat(state, hex_) == seat
    )


# ---- the succession in Midhrasir (24.2)


def paralysed(state: FornaldarState, group: int) -> bool:
    """Whether a kingdom cannot act since it has no king: only the succession mobilizes it (R24.2.2.3)."""
    if not special(state, "succession") or state.active[group]:
        return False
    return group in state.book.claimed


def claimants(state: FornaldarState) -> list[int]:
    """Those who would be king."""
    return [number for number, card in enumerate(state.book.cast) if card.skill == "claimant"]


def knowes_destroyed(state: FornaldarState) -> int:
    """How many of the elven knowes are ruins."""
    return sum(hex_ in state.ruins for hex_ in state.book.passed)


def forces_in(state: FornaldarState, group: int, seat: int) -> bool:
    """Whether a seat has forces (CSP, escorts or ships) in a kingdom."""
    kingdom = state.book.kingdom
    if any(kingdom[army.hex] == group for army in state.armies if state.side[army.group] == seat):
        return True
    for number, leader in enumerate(state.leaders):
        here = leader.hex >= 0 and kingdom[leader.hex] == group
        if here and leader.escort and pieces.seat_of(state, number) == seat:
            return True
    return any(
        vessel.hex >= 0 and kingdom[vessel.hex] == group and pieces.ship_seat(state, number) == seat
        for number, vessel in enumerate(state.vessels)
    )


# ---- what special rules remember


def note(state: FornaldarState, name: str) -> int:
    """What is remembered under a name, 0 if nothing is."""
    return next((value for known, value in state.notes if known == name), 0)


def remember(state: FornaldarState, name: str, value: int = 1) -> None:
    """Remember something under a name."""
    state.notes = sorted([each for each in state.notes if each[0] != name] + [(name, value)])


# ---- Auberon's expedition (24.2.4)


def upkeep(state: FornaldarState, month: int) -> int:
    """What the expedition costs in the Mundane Mobilization Phase of a calendar turn (R24.2.4)."""
    return dict(state.book.scenario.upkeep).get(month, 0)


def expedition_here(state: FornaldarState) -> bool:
    """Whether any piece of the expedition is on the map."""
    albion = state.book.group.get("albion", NOWHERE)
    return pieces_of(state, albion) if albion >= 0 else False


def pieces_of(state: FornaldarState, group: int) -> bool:
    """Whether any piece of a group is on the map."""
    book = state.book
    return (
        any(leader.hex >= 0 and book.leader_group[n] == group for n, leader in enumerate(state.leaders))
        or any(vessel.hex >= 0 and book.ship_group[n] == group for n, vessel in enumerate(state.vessels))
        or any(army.group == group for army in state.armies)
    )


def guests(state: FornaldarState) -> bool:
    """Whether the force that is being moved has only pieces of Auberon's expedition."""
    force, book = state.force, state.book
    if force is None:
        return False
    groups = {book.leader_group[each] for each in force.leaders} | {
        book.ship_group[each] for each in force.ships
    }
    own = all(book.banners[banner].id == "albion" for banner, _ in force.troops)
    return own and {book.groups[group].id for group in groups} == {"albion"}


def utgardar(state: FornaldarState) -> int:
    """The hex of Utgardar."""
    return state.book.fort_named.get(UTGARDAR, NOWHERE)


def outraged(state: FornaldarState, groups: Iterable[int]) -> None:
    """Pieces of these groups attack: if Auberon's are among them, the Fomorian side is roused (R24.2.4)."""
    if any(state.book.groups[group].id == "albion" for group in groups):
        remember(state, "outrage")


def in_utgardar(state: FornaldarState) -> bool:
    """Whether a character of the expedition is in Utgardar (R24.2.4)."""
    where, book = utgardar(state), state.book
    return where >= 0 and any(
        book.groups[book.leader_group[leader]].id == "albion" for leader in pieces.leaders_at(state, where)
    )


def entered(state: FornaldarState, hex_: int) -> None:
    """The force that is being moved has entered a hex: what the special rules make of it.

    Whoever last passed the ruins of a knowe with CSP is remembered (R24.2.3), and that the expedition came
    to Utgardar (R24.2.4).
    """
    force, book = state.force, state.book
    if force is None:
        return
    manned = bool(force.troops) or any(state.leaders[leader].escort for leader in force.leaders)
    if manned and hex_ in book.passed and hex_ in state.ruins and force.stack != "sea":
        passed_by(state, hex_, force.seat)
    if hex_ == utgardar(state):
        outraged(state, [book.leader_group[leader] for leader in force.leaders])


def check_knowes(state: FornaldarState) -> None:
    """Who stands alone with CSP in the ruins of a knowe, however he came there, is the last (R24.2.3)."""
    for hex_ in state.book.passed:
        here = [seat for seat in (FOMORIAN, MUNDANE) if pieces.troops(state, hex_, seat)]
        if hex_ in state.ruins and len(here) == 1:
            passed_by(state, hex_, here[0])


def passed_by(state: FornaldarState, hex_: int, seat: int) -> None:
    """A seat is the last that has passed through the ruins of a knowe."""
    state.passed = sorted([each for each in state.passed if each[0] != hex_] + [(hex_, seat)])


def withdrawable(state: FornaldarState, seat: int) -> list[str]:
    """The groups that a seat may take off the map in this phase.

    The off-map Mundanes in the Mundane Movement Phase (R24.1.2.3), Auberon's expedition in the Mundane
    Mobilization Phase (R24.2.4).
    """
    wanted = {"movement": "mundanes", "mobilization": "albion"}.get(state.phase)
    if seat != MUNDANE or state.phasing != seat or wanted is None or wanted not in state.book.group:
        return []
    group = state.book.group[wanted]
    return [wanted] if state.active[group] and pieces_of(state, group) else []


def withdraw(state: FornaldarState, name: str, events: list[Event]) -> None:
    """All pieces of a group leave the map; items that they had stay where they were, or are lost at sea."""
    book, group, side = state.book, state.book.group[name], state.side
    for number, leader in enumerate(state.leaders):
        if book.leader_group[number] == group and leader.hex >= 0:
            for item in items.borne(state, number).copy():
                items.store(state, item, leader.hex, side[group])
            leader.hex, leader.aboard, leader.afloat, leader.escort = NOWHERE, False, False, False
    for number, vessel in enumerate(state.vessels):
        if book.ship_group[number] == group:
            vessel.hex, vessel.river = NOWHERE, -1
    state.armies = [army for army in state.armies if army.group != group]
    for hex_ in {each.hex for each in state.treasures if each.keeper == side[group]}:
        items.forsake(state, hex_)
    state.active[group] = False
    remember(state, f"gone-{name}", state.game_turn)
    state.reveals += 1
    events.append(Told(text=f"All pieces of {book.groups[group].name} leave the map."))


def dissolve(state: FornaldarState) -> None:
    """The off-map Mundanes that have no piece left can be called again (R24.1.2.3)."""
    group = state.book.group.get("mundanes", NOWHERE)
    if group >= 0 and state.active[group] and not pieces_of(state, group):
        state.active[group] = False
        remember(state, "gone-mundanes", state.game_turn)


# ---- the siege engine (24.2)


def engine_works(state: FornaldarState, hex_: int, seat: int) -> bool:
    """Whether a seat has the siege engine, with CSP, in a hex: its fortress has no benefits (R24.2.2.6)."""
    return state.engine == hex_ and state.engine_seat == seat and pieces.troops(state, hex_, seat) > 0


def check_engine(state: FornaldarState, events: list[Event]) -> None:
    """If its enemies are alone with the siege engine they may capture it (R24.2.2.6)."""
    hex_, owner = state.engine, state.engine_seat
    if hex_ < 0 or not pieces.troops(state, hex_, 1 - owner) or ratings.stands(state, hex_, owner):
        return
    dice = (state.rng.die(), state.rng.die())
    lost = sum(dice) <= BREAKS
    result = "destroyed" if lost else "captured"
    events.append(
        Rolled(what="The siege engine", dice=dice, result=result, about=(pieces.spot(state, hex_),))
    )
    if lost:
        state.engine, state.engine_seat = NOWHERE, -1
    else:
        state.engine_seat = 1 - owner


# ---- how a game ends


def ends_early(state: FornaldarState, events: list[Event]) -> bool:
    """Whether the Second Northern War ends before its time (R24.2.2.8)."""
    most = dict(state.book.scenario.ends).get(state.month)
    if most is None or not special(state, "early_end"):
        return False
    die = state.rng.die()
    over = die <= most
    events.append(Rolled(what="The war may end", dice=(die,), result="it ends" if over else "it goes on"))
    return over


def last_turn(state: FornaldarState) -> bool:
    """Whether this is the last game turn, of the scenario (R4.3) or of a shorter game (R25.4)."""
    length = state.book.scenario.length
    return state.game_turn >= min(length, state.options.turns or length)
