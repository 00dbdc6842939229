"""Who takes part in a combat (R15 to R18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.model import Army, Battle, Force
from fimbul.games.fornaldar.rules import pieces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces of one side that take part: characters, CSP by banner, swimming CSP, and ships."""

    seat: int
    leaders: tuple[int, ...] = ()
    troops: tuple[tuple[int, int], ...] = ()  # banner, CSP: on the ground, or embarked
    swimmers: tuple[tuple[int, int], ...] = ()  # banner, CSP
    escorts: tuple[int, ...] = ()  # characters who have one
    ships: tuple[int, ...] = ()
    garrison: int = 0

    @property
    def csp(self) -> int:
        """Army and escort CSP, without garrison and swimmers."""
        return sum(csp for _, csp in self.troops) + len(self.escorts)

    @property
    def swimming(self) -> int:
        """Swimming CSP."""
        return sum(csp for _, csp in self.swimmers)

    @property
    def manned(self) -> bool:
        """Whether there are any CSP, a garrison or ships, besides characters."""
        return bool(self.csp or self.garrison or self.swimming or self.ships)


# ---- who takes part


def host(state: FornaldarState, battle: Battle, seat: int) -> Host:
    """Those of a side who take part in a battle in its present round."""
    late = battle.kind == "draugr" or battle.round > 1 or (battle.round == 1 and not battle.rolling)
    if battle.stack == "sea":
        found = fleet(state, battle.hex, battle.river, seat, late=late)
    else:
        found = ground_host(state, battle.hex, seat, late=late)
    if battle.overrun and state.force is not None and state.force.seat == seat:
        found = of_force(found, state.force)
    leaders = tuple(each for each in found.leaders if each not in battle.absent)
    if battle.kind == "draugr":
        leaders = tuple(each for each in leaders if each in battle.victims)
    if battle.kind in ("melee", "draugr"):
        return msgspec.structs.replace(found, leaders=leaders, escorts=(), troops=(), swimmers=(), ships=())
    garrison = battle.garrison if battle.owner == seat else 0
    return msgspec.structs.replace(found, leaders=leaders, garrison=garrison)


def of_force(found: Host, force: Force) -> Host:
    """Those of a ground stack who belong to the force that overruns, as one stack (R14.5.1)."""
    went = dict(force.troops)
    troops = tuple((banner, min(csp, went[banner])) for banner, csp in found.troops if banner in went)
    leaders = tuple(each for each in found.leaders if each in force.leaders)
    escorts = tuple(each for each in found.escorts if each in force.leaders)
    return msgspec.structs.replace(found, leaders=leaders, troops=troops, escorts=escorts)


def ground_host(state: FornaldarState, hex_: int, seat: int, *, late: bool = True) -> Host:
    """The ground stack of a side (R16.3); `late`: with those who came to an intercepted force (R14.8.9)."""
    leaders = [each for each in pieces.ashore(state, hex_, seat) if pieces.awake(state, each)]
    leaders = [each for each in leaders if late or each not in state.late]
    armies = [army for army in pieces.ground_armies(state, hex_, seat) if state.active[army.group]]
    return Host(
        seat=seat,
        leaders=tuple(leaders),
        troops=by_banner(army for army in armies if late or not army.late),
        escorts=tuple(each for each in leaders if state.leaders[each].escort),
    )


def fleet(state: FornaldarState, hex_: int, river: int, seat: int, *, late: bool = True) -> Host:
    """The naval stack of a side, without ships under refit (R16.5); on a river there are no swimmers."""
    ships = ships_here(state, hex_, river, seat)
    ships = [each for each in ships if late or not state.vessels[each].late]
    hexes = {state.vessels[each].hex for each in ships} if river >= 0 else {hex_}
    leaders, armies = [], []
    for each in sorted(hexes):
        laden = carries(state, each, river, seat)
        leaders += [
            who
            for who in pieces.at_sea(state, each, seat)
            if pieces.awake(state, who) and (laden or state.leaders[who].afloat)
        ]
        armies += [
            army
            for army in pieces.sea_armies(state, each, seat)
            if state.active[army.group] and (laden or army.afloat)
        ]
    if not ships:
        leaders = [each for each in leaders if state.leaders[each].afloat]
        armies = [army for army in armies if army.afloat]
    if river >= 0:
        leaders = [each for each in leaders if state.leaders[each].aboard]
        armies = [army for army in armies if army.aboard]
    leaders = [each for each in leaders if late or each not in state.late]
    armies = [army for army in armies if late or not army.late]
    return Host(
        seat=seat,
        leaders=tuple(leaders),
        troops=by_banner(army for army in armies if army.aboard),
        swimmers=by_banner(army for army in armies if army.afloat),
        escorts=tuple(each for each in leaders if state.leaders[each].escort),
        ships=tuple(ships),
    )


def carries(state: FornaldarState, hex_: int, river: int, seat: int) -> bool:
    """Whether what is embarked in a hex is aboard the ships at this place of it, of two (R14.7.1)."""
    places = {
        vessel.river
        for number, vessel in enumerate(state.vessels)
        if vessel.hex == hex_ and pieces.ship_seat(state, number) == seat
    }
    return not places or river == min(places)  # open water before any river


def ships_here(state: FornaldarState, hex_: int, river: int, seat: int) -> list[int]:
    """The ships of a side that lie in a hex, or on a river hexside, and can fight."""
    group_of, active, vessels = state.book.ship_group, state.active, state.vessels
    if river >= 0:
        here = [n for n, vessel in enumerate(vessels) if vessel.hex >= 0 and vessel.river == river]
        found = [number for number in here if pieces.ship_seat(state, number) == seat]
    else:
        found = [number for number in pieces.ships_at(state, hex_, seat) if vessels[number].river < 0]
    return [number for number in found if active[group_of[number]] and not vessels[number].refit]


def by_banner(armies: Iterable[Army]) -> tuple[tuple[int, int], ...]:
    """CSP by banner."""
    counts: dict[int, int] = {}
    for army in armies:
        counts[army.banner] = counts.get(army.banner, 0) + army.csp
    return tuple(sorted(counts.items()))
