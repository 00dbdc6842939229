"""A force enters a hex: what that provokes, whom it meets, who intercepts it (R10.2, R11.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.movement import evading, forces, intercepting, passage, reaching, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


class Arrive(Step["FornaldarState"], frozen=True, tag=True):
    """The force has entered a hex: what that provokes, whom it meets, who intercepts it."""

    before: int
    seen: bool = True  # nobody is asked about a force that only changes sides (R14.8.5)

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        force = state.force
        if force is None:
            return
        trespass(state, force, events)
        strand(state, force, events)
        scenarios.entered(state, force.hex)
        if force.way == "march" and weather.at(state, force.hex) == "snow":  # R6.4.8
            force.stopped = True
        if force.stack == "sea":
            meets = force.river < 0 and pieces.has_fleet(state, force.hex, 1 - force.seat)
            if force.ships and force.river < 0 and reaching.frozen_in(state, force.hex):
                force.stopped = True
        else:
            meets = reaching.hostile(state, force.hex, force.seat)
        if self.seen and force.way in ("move", "march") and force.river < 0:
            state.push(intercepting.Offer(self.before))
        if meets:
            state.push(evading.Contact(force.hex, force.seat))


def trespass(state: FornaldarState, force: Force, events: list[Event]) -> None:
    """Armies, heroes and ships that enter a kingdom which the enemy could call mobilize it (R10.2)."""
    ground = state.book.ground[force.hex]
    if force.stack == "sea":
        coast = ground.water in ("coastal", "lakeside") and not ground.island and force.river < 0
        if coast and (force.ships or force.troops or any(state.book.cast[e].swims for e in force.leaders)):
            passage.intrude(state, force, force.hex, events)
    elif forces.is_force(state, force) or any(ratings.is_hero(state, each) for each in force.leaders):
        passage.intrude(state, force, force.hex, events)


def strand(state: FornaldarState, force: Force, events: list[Event]) -> None:
    """Stranded enemy ships beside the hex are destroyed if no friend on land protects them (R14.7.2)."""
    if force.stack != "land" or not forces.is_force(state, force):
        return
    enemy = 1 - force.seat
    beside = [
        (ship, vessel)
        for ship, vessel in enumerate(state.vessels)
        if vessel.river >= 0 and force.hex in state.book.rivers[vessel.river][:2]
    ]
    if not beside or pieces.troops(state, force.hex, enemy):
        return
    for ship, vessel in beside:
        if (
            vessel.river >= 0
            and pieces.ship_seat(state, ship) == enemy
            and ways.stranded(state, vessel.river)
        ):
            here = vessel.hex
            fates.sink(state, ship, events)
            losses.after_sinking(state, here, enemy, events)
