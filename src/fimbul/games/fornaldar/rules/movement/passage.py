"""A force under way: what it pays, where it has come from, whom it rouses, and its rest (R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Event, Step
from fimbul.games.fornaldar.model import LAND, SEA, Force
from fimbul.games.fornaldar.rules import attrition, fates, pieces, ratings, scenarios, secrecy
from fimbul.games.fornaldar.rules.memory import note_entry
from fimbul.games.fornaldar.rules.movement import forces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def spend(state: FornaldarState, force: Force, cost: int) -> None:
    """Pay for something that is no step."""
    force.left -= cost
    force.used += cost
    force.moved = True
    for each in force.leaders:
        state.leaders[each].spent += 0 if state.leaders[each].aboard else cost
    for each in force.ships:
        state.vessels[each].spent += cost


def toll(state: FornaldarState, before: Force, now: Force) -> None:
    """Those who were with a force and are no more pay for the way that they have come."""
    if not now.moved:
        return
    stayed = dict(now.troops)
    troops = [(banner, csp - stayed.get(banner, 0)) for banner, csp in before.troops]
    gone = msgspec.structs.replace(
        before,
        leaders=[each for each in before.leaders if each not in now.leaders],
        troops=[(banner, csp) for banner, csp in troops if csp],
    )
    state.push(Regroup())
    if gone.leaders or gone.troops:
        wear(state, gone, before.leaders)


class Regroup(Step["FornaldarState"], frozen=True, tag=True):
    """The force counts who is left after losses in its hex."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is not None:
            forces.gather(state, force)
            if not (force.leaders or force.troops or force.ships):
                state.force = None


def halt(state: FornaldarState, force: Force, events: list[Event]) -> None:
    """The force has moved, and pays for the march and the cold (R14.4.1, R6.4.9)."""
    forces.settle(state, force)
    state.force = None
    if force.moved:
        wear(state, force, force.leaders)


def wear(state: FornaldarState, force: Force, company: list[int]) -> None:
    """What has marched or come through the snow rolls for attrition; `company` helps with its ratings.

    That nobody rolls tells as much as a roll, where not everybody knows who has come through the snow.
    """
    stack = "sea" if force.stack == "sea" else "land"
    if force.snow and not force.cold:
        state.reveals += secrecy.is_secret(state, force.seat, force.hex, SEA if stack == "sea" else LAND)
    troops = tuple(force.troops)
    who = tuple(force.leaders)
    if not (who or troops):
        return
    command = ratings.best_command(state, company)
    if force.way == "march":
        why = "forced march"
        state.push(attrition.Wearing(force.seat, force.hex, stack, who, troops, 0, command, why))
    if force.cold:
        swimmers = stack == "sea"
        who = tuple(each for each in who if not swimmers or state.leaders[each].afloat)
        troops = tuple(each for each in troops if not swimmers or forces.swims(state, each[0]))
        minus = max([0, *(max(ratings.command(state, e), ratings.magic(state, e)) for e in company)])
        state.push(attrition.Wearing(force.seat, force.hex, stack, who, troops, 4, minus, "the snow"))


def enter(state: FornaldarState, seat: int, hex_: int, before: int) -> None:
    """Keep that pieces of a seat have come into a hex from another."""
    note_entry(state, seat, hex_, before)


def remember(state: FornaldarState, force: Force, before: int) -> None:
    """Keep where the pieces came from, for retreats (R17.5.10), and who came late to a battle (R14.8.9)."""
    enter(state, force.seat, force.hex, before)
    stack = "sea" if force.stack == "sea" else "land"
    if force.way in ("move", "march") and comes_late(state, force.hex, force.seat, stack):
        state.late = sorted({*state.late, *force.leaders})
        for army in pieces.armies_at(state, force.hex, force.seat):
            if not army.done and (army.aboard or army.afloat) == (stack == "sea"):
                army.late = True
        for each in force.ships:
            state.vessels[each].late = True


def comes_late(state: FornaldarState, hex_: int, seat: int, stack: str) -> bool:
    """Whether a force was intercepted in a hex, on land or at sea, so that others come late (R14.8.9)."""
    company = pieces.at_sea if stack == "sea" else pieces.ashore
    return hex_ in state.caught and any(
        state.leaders[each].intercepted for each in company(state, hex_, 1 - seat)
    )


def intrude(state: FornaldarState, force: Force, hex_: int, events: list[Event]) -> None:
    """Armed pieces have come into a hex: its kingdom is provoked (R10.2); who has no land is not."""
    trespass(state, state.book.kingdom[hex_], force.seat, events)


def trespass(state: FornaldarState, kingdom: int, seat: int, events: list[Event]) -> None:
    """The force that is being moved enters a kingdom and may rouse it (R10.2).

    Auberon's expedition goes freely in Jotunheim (R24.2.4), and a kingdom without a king is not roused
    (R24.2.2.3).
    """
    if kingdom < 0 or (state.book.groups[kingdom].id == "jotunheim" and scenarios.guests(state)):
        return
    fates.provoke(state, kingdom, seat, events)
