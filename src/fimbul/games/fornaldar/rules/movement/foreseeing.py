"""What a march or a voyage would meet, as far as the side that moves can know (R14.8, R17.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fimbul.core import Fact, Line, Prospect
from fimbul.games.fornaldar.actions import Go
from fimbul.games.fornaldar.model import LAND, SEA, Force
from fimbul.games.fornaldar.rules import pieces, scenarios, secrecy
from fimbul.games.fornaldar.rules.combat import prospects
from fimbul.games.fornaldar.rules.magic import spells
from fimbul.games.fornaldar.rules.movement import forces, intercepting, reaching, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

UNKNOWN = 0  # on how many rolls of a die a hidden stack would succeed

Danger = dict[int, int]  # who may intercept, by hex, and on how many rolls of a die


def foresee(state: FornaldarState, goals: Iterable[Go]) -> dict[Any, Prospect]:
    """The enemies at the places where the force could go, and those who may intercept it on the way."""
    world = state.copy()
    force = world.force
    if force is None:
        return {}
    here, found = forces.place_of(state, force), dict[Any, Prospect]()
    risks = dangers(world, force, reaching.explore(state, force), here)
    places = {reaching.place_name(state, place): place for place in risks}
    for goal in goals:
        place = places.get(goal.hex)
        if place is None:
            continue
        told = (*met(world, force, place), *intercepted(state, risks[place]))
        if told:
            found[goal] = Prospect(facts=told)
    return found


def met(world: FornaldarState, force: Force, place: int) -> tuple[Fact, ...]:
    """The odds against whoever is at a place, if the force came there as it is."""
    enemy = 1 - force.seat
    if place >= world.book.size:
        return ()
    stack = "sea" if force.stack == "sea" else "land"
    if stack == "sea":
        if not pieces.has_fleet(world, place, enemy):
            return ()
    elif not reaching.hostile(world, place, force.seat):
        return ()
    forces.shift(world, force, place, 0)
    return prospects.facts(world, [(place, stack, force.seat)], force.seat)


def dangers(world: FornaldarState, force: Force, reach: ways.Reach, start: int) -> dict[int, Danger]:
    """Who may intercept the force on its way to each place that it can reach."""
    kind, size = (SEA if force.stack == "sea" else LAND), world.book.size
    safe = force.way not in ("move", "march") or scenarios.no_interception(world)
    safe = safe or not intercepting.catchable(world, force)
    stacks = [] if safe else [each for each in secrecy.stacks(world, 1 - force.seat) if each.kind == kind]
    found: dict[int, Danger] = {start: {}}
    steps = (step for goal in reach.places for step in reach.path(goal))
    for place in dict.fromkeys(steps):  # each after the one before it on its way
        before = reach.before[place]
        danger = found[place] = dict(found[before])
        if place >= size:
            continue  # nobody intercepts on a river
        near = [each for each in stacks if 1 <= world.book.distance(each.hex, place) <= intercepting.RANGE]
        if near:
            forces.shift(world, force, place, 0)
            left = before if before < size else forces.bank(world, force, before - size)
            for hex_, rolls in waiting(world, force, left, near).items():
                danger[hex_] = max(danger.get(hex_, UNKNOWN), rolls)
    return found


def waiting(state: FornaldarState, force: Force, before: int, near: list[secrecy.Stack]) -> Danger:
    """Which of some stacks may throw themselves in the way of a force that has come to its hex (R14.8.3)."""
    seat, book, found = force.seat, state.book, Danger()
    if spells.hidden(state, before, seat) or intercepting.shared(state, force):
        return found
    if intercepting.stopped(state, force):
        return found
    for stack in near:
        distance = book.distance(stack.hex, force.hex)
        if distance > book.distance(stack.hex, before) or intercepting.held(state, stack.hex, 1 - seat):
            continue
        if intercepting.tried(state, force, stack.hex):
            continue
        if secrecy.is_open(state, seat, stack):
            chance = intercepting.chance_of(state, force, stack.hex, 1 - seat)
            if chance is not None:
                found[stack.hex] = chance.rolls
        elif intercepting.might_lead(state, stack, intercepting.NEEDED - intercepting.BEST + distance):
            found[stack.hex] = UNKNOWN
    return found


def intercepted(state: FornaldarState, danger: Danger) -> tuple[Fact, ...]:
    """The danger of a way in words: who is most likely to succeed, and whether there are others."""
    if not danger:
        return ()
    hex_, rolls = min(danger.items(), key=lambda each: (-each[1], each[0]))
    told = f"{pieces.place_name(state, hex_)} ({f'{rolls} in 6' if rolls else 'perhaps'})"
    return (Line("May be intercepted from", f"{told} and elsewhere" if len(danger) > 1 else told, "bad"),)
