"""Where a stack should go: attacks that promise more than they cost, ground that counts, shelter, friends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.bot import planning
from fimbul.games.fornaldar.bot.planning import (
    Chart,
    Stack,
    assault,
    danger,
    field,
    grounds,
    races_of,
    stake,
    turns_left,
)
from fimbul.games.fornaldar.rules import pieces, ratings

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

GOOD = 1.2  # what an attack must promise, in victory points
STRONG = 8  # a stack that others join
HELP = 6  # hexes from which somebody could come to help
LATER = 0.8  # of what is promised, for each turn that it takes to get there
CAUTION = 0.7  # of what an enemy could do, as he may not
ENOUGH = 0.8  # of what the whole stack would gain
TREASURE = 20.0  # victory points that must not be risked


class Strategy:
    """The objectives of one seat's stacks."""

    def __init__(self, state: FornaldarState, seat: int, chart: Chart) -> None:
        self.state = state
        self.seat = seat
        self.chart = chart

    # ---- how far

    def races(self, stack: Stack) -> tuple[int, ...]:
        """The races of a stack."""
        armies = pieces.ground_armies(self.state, stack.hex, self.seat)
        return races_of(self.state, stack.leaders, [army.banner for army in armies])

    def distance(self, stack: Stack, goal: int) -> int:
        """How far it is for a stack, in half points."""
        return field(self.state, stack.hex, self.races(stack)).prices.get(goal, planning.FAR)

    # ---- where to

    def objective(self, stack: Stack) -> tuple[int, float]:
        """Where a stack should go, and what that is worth more than to stay."""
        key = stack.hex, stack.csp, tuple(stack.leaders)
        known = self.chart.plans.get(key)
        if known is None:
            known = self.chart.plans[key] = self.decide(stack)
        return known

    def decide(self, stack: Stack) -> tuple[int, float]:
        """Weigh everything that a stack could do."""
        found = field(self.state, stack.hex, self.races(stack)).prices
        here = self.standing(stack, stack.hex)
        best, goal = 0.0, -1
        for where, promised in (*self.attacks(stack), *self.errands(stack), *self.shelters(stack)):
            distance = found.get(where)
            if distance is None:
                continue
            turns = distance / planning.MARCH
            worth = promised * LATER**turns
            if turns <= 1:  # what follows is weighed where it follows at once
                worth += min(0.0, self.standing(stack, where) - here)
            if worth > best + 0.05:
                best, goal = worth, where
        return goal, best

    def attacks(self, stack: Stack) -> list[tuple[int, float]]:
        """Enemies whom the stack could attack, alone or with those who can be there as soon."""
        found = []
        book = self.state.book
        if not stack.csp:
            return []
        reach = field(self.state, stack.hex, self.races(stack)).prices
        for foe in self.chart.foes.values():
            if not book.land[foe.hex] or foe.hex not in reach:
                continue
            alone = assault(self.state, stack, foe)
            if alone > GOOD:
                found.append((foe.hex, alone))
            if reach[foe.hex] > planning.MARCH:
                continue
            party = stack
            for other in self.chart.own.values():
                if other.hex != stack.hex and other.leaders and other.csp >= 2 and other.awake:
                    close = book.distance(other.hex, foe.hex) <= HELP
                    if close and self.distance(other, foe.hex) <= planning.MARCH:
                        party = party.joined(other)
            if party is not stack:
                together = assault(self.state, party, foe)
                share = together * stack.power / max(1, party.power)
                if together > 2 * GOOD and share > alone:
                    found.append((foe.hex, share))
        return found

    def standing(self, stack: Stack, hex_: int) -> float:
        """How good it is to be somewhere at the end of the turn: what counts there, less what threatens."""
        state = self.state
        threat = danger(state, self.chart, stack, hex_) if hex_ not in self.chart.foes else 0.0
        if stack.prize >= TREASURE and not stack.fort:
            threat *= 3
        counted = stack.csp * stake(state, self.seat, hex_)
        return counted - CAUTION * threat

    def errands(self, stack: Stack) -> list[tuple[int, float]]:
        """What else there is: ground that counts, artifacts, armies without command, strong friends."""
        found = self.crossings(stack)
        if stack.csp <= 1 and stack.prize < TREASURE:
            found += [(hex_, 2.0) for hex_ in self.chart.finds if hex_ not in self.chart.foes]
        for other in self.chart.own.values():
            if other.hex == stack.hex:
                continue
            if other.csp >= 3 and not other.leaders and stack.leaders and other.awake:
                banners = [army.banner for army in pieces.ground_armies(self.state, other.hex, self.seat)]
                if any(ratings.in_command(self.state, stack.leaders, banner) for banner in banners):
                    found.append((other.hex, 1.0 + 0.2 * other.csp))
            elif other.power > max(stack.power, STRONG) and other.leaders and stack.csp < STRONG:
                found.append((other.hex, 0.8))
        return found

    def crossings(self, stack: Stack) -> list[tuple[int, float]]:
        """The nearest ground on which the stack's CSP would count at the end, if there is time."""
        state, book = self.state, self.state.book
        kingdoms, points = grounds(book.scenario.id, book.library, self.seat)
        if not points or not stack.csp:
            return []
        inside = {number for number, group in enumerate(book.groups) if group.id in kingdoms}
        if book.kingdom[stack.hex] in inside:
            return []
        reach = field(state, stack.hex, self.races(stack)).prices
        goals = [
            (cost, hex_)
            for hex_, cost in reach.items()
            if book.kingdom[hex_] in inside and hex_ not in self.chart.foes and book.land[hex_]
        ]
        if not goals:
            return []
        cost, hex_ = min(goals)
        turns = -(-cost // planning.MARCH)
        left = turns_left(state) + 1
        if turns > left + 1:
            return []
        urgent = 1.0 if turns >= left - 1 else 0.4
        return [(hex_, urgent * points * stack.csp)]

    def shelters(self, stack: Stack) -> list[tuple[int, float]]:
        """Where a threatened stack would be safer: own fortresses and friends within a march."""
        here = self.standing(stack, stack.hex)
        if here > -GOOD:
            return []
        book, found = self.state.book, []
        near = [hex_ for hex_ in book.within(stack.hex, HELP) if hex_ != stack.hex]
        for hex_ in near:
            if hex_ in self.chart.foes:
                continue
            safe = pieces.fortress_seat(self.state, hex_) == self.seat or hex_ in self.chart.own
            if safe or book.distance(hex_, stack.hex) == HELP:
                gain = self.standing(stack, hex_) - here
                if gain > 0.3:
                    found.append((hex_, gain))
        return found

    def divisible(self, stack: Stack, foe: Stack) -> bool:
        """Whether half of a stack would do against an enemy, and could stand alone."""
        half = msgspec.structs.replace(
            stack,
            csp=stack.csp // 2,
            boxes=stack.boxes // 2,
            races={race: points // 2 for race, points in stack.races.items()},
        )
        whole = assault(self.state, stack, foe)
        near = danger(self.state, self.chart, half, foe.hex)
        return assault(self.state, half, foe) > ENOUGH * whole and near < GOOD

    # ---- in a reaction

    def friend_in_need(self, stack: Stack) -> int:
        """A hex nearby where a friend is attacked whom this stack could save."""
        for hex_ in self.state.book.within(stack.hex, 3):
            attacker, friend = self.chart.foes.get(hex_), self.chart.own.get(hex_)
            if hex_ == stack.hex or attacker is None or friend is None or not attacker.csp:
                continue
            together = friend.joined(stack)
            if assault(self.state, attacker, together) < assault(self.state, attacker, friend) - 0.5:
                return hex_
        return -1

    def refuge(self, stack: Stack) -> int:
        """Where a reacting force should be: with an attacked friend, or away from who is too strong."""
        friend = self.friend_in_need(stack)
        if friend >= 0:
            return friend
        forts = [
            hex_ for hex_ in self.state.book.forts if pieces.fortress_seat(self.state, hex_) == self.seat
        ]
        forts = [hex_ for hex_ in forts if hex_ not in self.chart.foes and hex_ != stack.hex]
        return min(forts, key=lambda hex_: self.state.book.distance(hex_, stack.hex), default=-1)
