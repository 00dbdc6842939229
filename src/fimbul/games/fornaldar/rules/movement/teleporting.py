"""Teleportation between Places of Power (R14.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Question, Step, Told
from fimbul.games.fornaldar.actions import At, Teleport
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import Force, Way
from fimbul.games.fornaldar.rules import fates, pieces, ratings, scenarios
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading, forces, passage, reaching

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def price(state: FornaldarState, force: Force) -> int:
    """What a teleport costs: a point for the try, one for each other, two for an escort (R14.3.3, R13.4)."""
    others = len(force.leaders) - 1
    escorts = sum(state.leaders[each].escort for each in force.leaders)
    return POINT * (1 + others + 2 * escorts)


def orders(state: FornaldarState, force: Force) -> list[Teleport]:
    """The enchanters of the force who can try."""
    if force.troops or force.stack == "sea" or force.engine or force.left < price(state, force):
        return []
    if state.book.power_place[force.hex] is None:
        return []
    return [
        Teleport(state.book.cast[each].id)
        for each in force.leaders
        if ratings.is_enchanter(state, each) and places(state, each, force)
    ]


def places(state: FornaldarState, leader: int, force: Force) -> list[int]:
    """The other Places of Power within his current magic strength."""
    reach = ratings.current_magic(state, leader)
    here = force.hex
    return [
        hex_
        for hex_ in state.book.power_places
        if hex_ != here
        and state.book.distance(here, hex_) <= reach
        and scenarios.may_enter(state, hex_, force) is None
    ]


def refuse(state: FornaldarState, force: Force) -> Illegal:
    """Why nobody teleports."""
    if force.troops:
        return Illegal("R14.3.3", "Army CSP are not teleported: leave them behind.")
    if force.left < price(state, force):
        return Illegal("R14.3.3", "There are not enough movement points for all of them.")
    return Illegal("R14.3.1", "An enchanter in a Place of Power teleports, to another one within his magic.")


def act(state: FornaldarState, force: Force, action: Any, events: list[Event]) -> None:
    """Try to teleport (R14.3.1, R14.3.2)."""
    leader = state.book.leader[action.leader]
    company = price(state, force) - POINT
    passage.spend(state, force, POINT)
    dice = (state.rng.die(), state.rng.die())
    power = ratings.current_magic(state, leader)
    worked = sum(dice) <= power
    name = state.book.cast[leader].name
    result = "it works" if worked else "it fails"
    here = pieces.spot(state, force.hex)
    events.append(Rolled(what=f"{name} teleports (at most {power})", dice=dice, result=result, about=(here,)))
    if not worked:
        fates.wound(state, leader, 1, events, "other")
        if not force.leaders:
            state.force = None
        return
    passage.spend(state, force, company)
    state.push(*(Appearing((force.seat,), leader, each) for each in force.leaders), Landed())


class Appearing(Decision["FornaldarState", At], frozen=True, tag=True):
    """Where a traveller goes; the enchanter may stay (R14.3.3)."""

    enchanter: int
    traveller: int

    rule: ClassVar[str] = "R14.3.1"
    otherwise: ClassVar[str] = "Choose a Place of Power within the enchanter's current magic strength."

    def question(self, state: FornaldarState, seat: int) -> Question:
        name = state.book.cast[self.traveller].name
        return ask(
            seat,
            f"Choose where {name} appears.",
            "chooses where somebody appears",
            about=tuple(answer.hex for answer in self.actions(state, seat)),
            labels=(("at", "Appear at {}"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[At]:
        force = state.force
        if force is None or self.traveller not in force.leaders:
            return [At(state.book.hex_name(state.leaders[self.traveller].hex))]
        escorted = state.leaders[self.traveller].escort
        closed = reaching.closed_ground(state, force) if escorted else set()  # R10.4
        found = [
            hex_ for hex_ in places(state, self.enchanter, force) if state.book.kingdom[hex_] not in closed
        ]
        if not found or (self.traveller == self.enchanter and len(force.leaders) > 1):
            found.append(force.hex)
        return [At(state.book.hex_name(hex_)) for hex_ in found]

    def take(self, state: FornaldarState, action: At, seat: int, events: list[Event]) -> None:
        hex_ = state.book.hex_named(action.hex)
        before = state.leaders[self.traveller].hex
        if hex_ == before:
            return
        state.leaders[self.traveller].hex = hex_
        items.carry(state, seat, before, hex_)
        state.reveals += 1  # who is left behind, and who appears
        name = pieces.place_name(state, hex_)
        events.append(Told(text=f"Somebody appears at {name}.", about=(pieces.spot(state, hex_),)))


class Landed(Step["FornaldarState"], frozen=True, tag=True):
    """Those who have arrived meet whoever is there; each may go on with what it has left (R14.3.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        spots = sorted({state.leaders[each].hex for each in force.leaders})
        for hex_ in spots:
            here = [each for each in force.leaders if state.leaders[each].hex == hex_]
            armed = any(state.leaders[each].escort or ratings.is_hero(state, each) for each in here)
            if armed and hex_ != force.hex:
                passage.intrude(state, force, hex_, events)
            if hex_ != force.hex and passage.comes_late(state, hex_, force.seat, "land"):
                state.late = sorted({*state.late, *here})
            moved = msgspec.structs.replace(force, hex=hex_, leaders=here, stack="land")
            if force.way == "march":
                forces.settle(state, moved)
                passage.wear(state, moved, here)
            for each in here:
                state.leaders[each].done = state.leaders[each].done or not left(state, moved, each)
            if hex_ != force.hex and reaching.hostile(state, hex_, force.seat):
                state.push(Meeting(hex_, force.seat, tuple(here), force.way))
        state.push(evading.Survivors(force.hex))  # who was left there (R19.6)
        state.force = None


def left(state: FornaldarState, force: Force, leader: int) -> bool:
    """Whether a traveller can still go on."""
    return forces.points(state, msgspec.structs.replace(force, leaders=[leader])) > 0


class Meeting(Step["FornaldarState"], frozen=True, tag=True):
    """Teleported characters have come among enemies."""

    hex: int
    seat: int
    leaders: tuple[int, ...]
    way: Way

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.force = Force(
            seat=self.seat,
            hex=self.hex,
            stack="land",
            leaders=[each for each in self.leaders if state.leaders[each].hex == self.hex],
            troops=[],
            ships=[],
            left=0,
            way=self.way,
            moved=True,
            start=self.hex,
        )
        forces.refit(state, state.force)
        state.push(evading.Contact(self.hex, self.seat), Dispersed())


class Dispersed(Step["FornaldarState"], frozen=True, tag=True):
    """The meeting is over."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if state.force is not None and state.force.stopped:
            forces.settle(state, state.force)
        state.force = None
