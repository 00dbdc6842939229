"""Where a stack should go: attacks that promise more than they cost, ground that counts, shelter, friends."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, TypeAlias

from fimbul.games.fornaldar.bot import planning
from fimbul.games.fornaldar.bot.planning import (
    Chart,
    Route,
    assault,
    attack,
    danger,
    described,
    field,
    grounds,
    power,
    races_of,
    stake,
    turns_left,
)
from fimbul.games.fornaldar.bot.seasons import campaign, wear, winter_march
from fimbul.games.fornaldar.bot.sorcery import Sorcery
from fimbul.games.fornaldar.bot.stacks import Stack, ransom
from fimbul.games.fornaldar.rules import pieces, ratings
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

GOOD = 1.2  # what an attack must promise, in victory points
STRONG = 8  # a stack that others join
HELP = 6  # hexes from which somebody could come to help
LATER = 0.8  # of what is promised, for each turn that it takes to get there
CAUTION = 0.7  # of what an enemy could do, as he may not
ENOUGH = 0.8  # of what the whole stack would gain
TREASURE = 20.0  # victory points that must not be risked
UNEASY = 0.5  # victory points in danger that make a stack look for shelter
LEFT = 2  # CSP that are left in a fortress
HARD = 4  # half points that a hex costs on a long way, about
SURE = 0.97  # of what will count at the end, for each turn that it takes to get there
HIDDEN = 4.0  # victory points that an artifact promises who goes to look for it
FIRM = 4  # CSP that make a difference to a fortress
EMBARK = 0.3  # of what CSP will count who are on their way to a ship
SERVICE = 3  # turns of magic that are looked ahead
CAPTAIN = 2  # command of who is no great loss to an army
BETTER = 0.05  # victory points that a goal must be better than another that was found before
CHOICES = 6  # hexes of the ground that counts which are looked at


Claims: TypeAlias = dict[int, tuple[Stack, ...]]  # by the enemy's hex: who is there, or on the way


class Strategy:
    """The objectives of one seat's stacks."""

    def __init__(self, state: FornaldarState, seat: int, chart: Chart) -> None:
        self.state = state
        self.seat = seat
        self.chart = chart
        self.sorcery = Sorcery(state, seat, chart)
        self.ledger = chart.ledger
        self.risks: dict[int, float] | None = None  # by fortress
        self.allies: dict[int, list[Stack]] = {}  # who could help against an enemy, by his hex

    # ---- how far

    def races(self, stack: Stack) -> tuple[int, ...]:
        """The races of a stack."""
        return races_of(self.state, stack.leaders, list(stack.troops))

    def reach(self, stack: Stack) -> ways.Reach:
        """How far it is for a stack to everywhere, in half points."""
        if self.chart.own.get(stack.hex) is not stack:
            return field(self.state, stack.hex, self.races(stack))
        known = self.chart.reaches.get(stack.hex)
        if known is None:
            known = self.chart.reaches[stack.hex] = field(self.state, stack.hex, self.races(stack))
        return known

    def distance(self, stack: Stack, goal: int) -> int:
        """How far it is for a stack, in half points."""
        return self.reach(stack).prices.get(goal, planning.FAR)

    def mark(self, stack: Stack) -> int:
        """The number of a stack in the ledger."""
        if self.chart.own.get(stack.hex) is stack:
            return self.chart.marks[stack.hex]
        return self.ledger.number((self.seat, described(stack)))

    # ---- where to

    def objective(self, stack: Stack) -> tuple[int, float]:
        """Where a stack should go, and what that is worth more than to stay."""
        if not self.chart.plans:
            self.assign()
        return self.chart.plans.get(stack.hex, (-1, 0.0))

    def assign(self) -> None:
        """Give every stack its goal: who gains most chooses first, and others count on him."""
        plans = self.chart.plans
        plans[-1] = (-1, 0.0)
        claims: Claims = {
            hex_: (own,) for hex_, own in self.chart.own.items() if own.csp and hex_ in self.chart.foes
        }
        waiting = {stack.hex: stack for stack in self.chart.own.values() if stack.leaders and stack.awake}
        wishes = {hex_: self.decide(stack, claims) for hex_, stack in waiting.items()}
        while wishes:
            first = max(wishes, key=lambda hex_: wishes[hex_][1])
            goal, worth = plans[first] = wishes.pop(first)
            if worth <= 0:
                continue
            if goal in self.chart.foes:
                claims[goal] = (*claims.get(goal, ()), waiting[first])
            elif self.threatened().pop(goal, None) is None:
                continue
            for hex_ in [hex_ for hex_, wish in wishes.items() if wish[0] == goal]:
                wishes[hex_] = self.decide(waiting[hex_], claims)

    def decide(self, stack: Stack, claims: Claims) -> tuple[int, float]:
        """Weigh everything that a stack could do."""
        here, stays = self.staying(stack)
        best, goal = 0.0, -1
        for where, promised in (*self.attacks(stack, claims), *self.errands(stack), *self.shelters(stack)):
            route = self.route(stack, where)
            if route is None:
                continue
            part, counts, stop, cost = route
            worth = promised * part + counts - stays - here - cost
            if worth > best + BETTER:  # else no safety could make it the best
                worth += self.safety(stack, stop)
                if worth > best + BETTER:
                    best, goal = worth, where
        return goal, best

    def staying(self, stack: Stack) -> tuple[float, float]:
        """What it is worth to a stack to stay where it is, and to its fortress."""
        marks = self.chart.marks[stack.hex], self.chart.threat(self.state.book, stack.hex)[0]
        known = self.ledger.stays.get(marks) if stack.csp > 1 else None
        if known is None:
            here = self.safety(stack, stack.hex) + self.purse(stack, stack.hex, turns_left(self.state))
            here += self.service(stack, stack.hex)
            known = self.ledger.stays[marks] = here, self.left_behind(stack)
        return known

    def route(self, stack: Stack, goal: int) -> Route | None:
        """What is certain of a stack's way to a goal; nothing if it does not get there in time."""
        key, routes = (self.chart.marks[stack.hex], goal), self.ledger.routes
        if key not in routes:
            routes[key] = self.find_route(stack, goal)
        return routes[key]

    def find_route(self, stack: Stack, goal: int) -> Route | None:
        """The same, worked out."""
        found, pace, left = self.reach(stack), self.pace(stack), turns_left(self.state) + 1
        distance = found.prices.get(goal)
        if distance is None or goal == stack.hex:
            return None
        turns = max(1, -(-distance // pace))
        if turns > left:
            return None
        # What follows is weighed where the stack will be at the end of this turn.
        stop = found.stop(goal, pace) if turns > 1 else goal
        cost = winter_march(self.state, self.chart, stack)
        cost += campaign(self.state, self.chart, stack, turns - 1)
        return Route(LATER ** (distance / pace), self.purse(stack, goal, left - turns), stop, cost)

    def pace(self, stack: Stack) -> int:
        """How far a stack goes in a turn, in half points."""
        banners = self.state.book.banners
        return min((banners[banner].allowance for banner in stack.troops), default=planning.MARCH)

    def attacks(self, stack: Stack, claims: Claims) -> list[tuple[int, float]]:
        """Enemies whom the stack could attack, alone, with those who are on their way or could be there."""
        found = []
        if not stack.csp:
            return []
        mark, marks, known = self.chart.marks[stack.hex], self.chart.guess.marks, self.ledger.attacks
        for foe, near in self.quarry(stack):
            claimed = claims.get(foe.hex)
            if claimed is not None and foe.hex != stack.hex:
                gain = attack(self.state, self.chart, (*claimed, stack), foe)
                gain -= max(0.0, attack(self.state, self.chart, claimed, foe))
                if gain > GOOD:
                    found.append((foe.hex, gain))
                continue
            alone = known.get((marks[foe.hex], mark))
            if alone is None:
                alone = attack(self.state, self.chart, (stack,), foe)
            if alone > GOOD:
                found.append((foe.hex, alone))
            if not near:
                continue
            party = (stack, *[other for other in self.helpers(foe) if other.hex != stack.hex])
            if len(party) > 1:
                together = attack(self.state, self.chart, party, foe)
                if together > 2 * GOOD:
                    whole = functools.reduce(Stack.joined, party)
                    share = together * power(self.state, stack) / max(1.0, power(self.state, whole))
                    if share > alone:
                        found.append((foe.hex, share))
        return found

    def quarry(self, stack: Stack) -> list[tuple[Stack, bool]]:
        """The enemies to whom a stack could walk in time, and whether it could within a march."""
        mark, known = self.chart.marks[stack.hex], self.chart.guess.quarries
        found = known.get(mark)
        if found is None:
            reach, land = self.reach(stack).prices, self.state.book.land
            found = known[mark] = [
                (foe, reach[foe.hex] <= planning.MARCH)
                for foe in self.chart.foes.values()
                if land[foe.hex] and self.route(stack, foe.hex) is not None
            ]
        return found

    def helpers(self, foe: Stack) -> list[Stack]:
        """Who is near enough to help against an enemy."""
        known = self.allies.get(foe.hex)
        if known is None:
            distance = self.state.book.distance
            known = self.allies[foe.hex] = [
                other
                for other in self.chart.own.values()
                if other.leaders and other.csp >= 2 and other.awake
                if distance(other.hex, foe.hex) <= HELP
                if self.distance(other, foe.hex) <= planning.MARCH
            ]
        return known

    def standing(self, stack: Stack, hex_: int) -> float:
        """How good it is to be somewhere at the end of the turn: what counts there, less what threatens."""
        return stack.csp * stake(self.state, self.seat, hex_) + self.safety(stack, hex_)

    def safety(self, stack: Stack, hex_: int) -> float:
        """What the enemy and the season may take from a stack in a hex, as a loss."""
        chart = self.chart
        if chart.own.get(stack.hex) is not stack:
            return self.find_safety(stack, hex_)
        key = chart.marks[stack.hex], hex_, chart.marks.get(hex_), chart.threat(self.state.book, hex_)[0]
        known = self.ledger.safeties.get(key)
        if known is None:
            known = self.ledger.safeties[key] = self.find_safety(stack, hex_)
        return known

    def find_safety(self, stack: Stack, hex_: int) -> float:
        """The same, worked out."""
        threat = danger(self.state, self.chart, stack, hex_)
        if stack.hoard >= TREASURE and not stack.fort:
            threat *= 3
        return -CAUTION * threat - wear(self.state, self.chart, stack, hex_)

    def service(self, stack: Stack, hex_: int) -> float:
        """What the magic of a stack without troops is worth in a hex, for some turns."""
        if stack.csp > 1:
            return 0.0
        return min(SERVICE, turns_left(self.state)) * self.sorcery.post(stack.leaders, hex_)

    def calling(self, stack: Stack) -> tuple[int, int, float]:
        """Who of a stack could serve better alone at a Place of Power: who, where, and what that is worth."""
        if not stack.csp or len(stack.leaders) < 2:
            return -1, -1, 0.0
        reach = self.reach(stack).prices
        best = (-1, -1, 0.0)
        for each in self.sorcery.enchanters(stack.leaders):
            if self.state.book.cast[each].escort or ratings.command(self.state, each) > CAPTAIN:
                continue
            for hex_ in self.sorcery.posts():
                distance = reach.get(hex_)
                if distance is None or hex_ in self.chart.foes or distance > 2 * planning.MARCH:
                    continue
                lone = stack.alone(each)
                worth = self.service(lone, hex_) * LATER ** (distance / planning.MARCH) + self.safety(
                    lone, hex_
                )
                if worth > best[2]:
                    best = (each, hex_, worth)
        return best

    def left_behind(self, stack: Stack) -> float:
        """What a fortress is in danger of when the stack has left it to a few."""
        if not stack.fort:
            return 0.0
        rest = stack.left(LEFT if stack.csp >= 3 * LEFT else 0)
        return CAUTION * danger(self.state, self.chart, rest, stack.hex)

    def purse(self, stack: Stack, hex_: int, moves: int) -> float:
        """What a stack's CSP will count at the end for where they are, if so many moves are left."""
        book = self.state.book
        kingdoms, points = grounds(book.scenario.id, book.library, self.seat)
        if not points or not stack.csp:
            return 0.0
        inside = planning.remoteness(book, kingdoms)[hex_]
        turns = -(-inside * HARD // self.pace(stack))
        if hex_ == stack.hex and turns:
            nearest = self.nearest(stack, kingdoms)
            if nearest is None:
                return 0.0
            turns = -(-nearest // self.pace(stack))
        return points * stack.csp * SURE**turns if turns <= moves else 0.0

    def nearest(self, stack: Stack, kingdoms: frozenset[str]) -> int | None:
        """How far it is for a stack to the nearest ground of kingdoms, if it can walk there."""
        key = stack.hex, self.races(stack)
        if key not in self.ledger.nearest:
            remote = planning.remoteness(self.state.book, kingdoms)
            reach = self.reach(stack).prices
            self.ledger.nearest[key] = min((reach[hex_] for hex_ in reach if not remote[hex_]), default=None)
        return self.ledger.nearest[key]

    def errands(self, stack: Stack) -> list[tuple[int, float]]:
        """What else there is: ground that counts, artifacts, armies without command, strong friends."""
        found = self.crossings(stack) + self.harbours(stack) + self.reliefs(stack)
        if stack.csp <= 1 and self.sorcery.enchanters(stack.leaders):
            found += [
                (hex_, self.service(stack, hex_))
                for hex_ in self.sorcery.posts()
                if hex_ not in self.chart.foes and self.route(stack, hex_) is not None
            ]
        if stack.csp <= 1 and stack.hoard < TREASURE:
            found += [(hex_, HIDDEN) for hex_ in self.chart.finds if hex_ not in self.chart.foes]
        if self.carries(stack):
            found += [(hex_, worth) for hex_, worth in self.chart.loot.items() if hex_ not in self.chart.foes]
        for hex_, csp, banners in self.leaderless:
            if stack.leaders and any(
                ratings.in_command(self.state, stack.leaders, banner) for banner in banners
            ):
                found.append((hex_, 1.0 + 0.2 * csp))
        if stack.csp < STRONG:
            own = power(self.state, stack)
            found += [(hex_, 0.8) for hex_, strength in self.strong if strength > own]
        return found

    @functools.cached_property
    def leaderless(self) -> list[tuple[int, int, list[int]]]:
        """Armies whom nobody leads: where they are, their CSP and their banners."""
        return [
            (own.hex, own.csp, list(own.troops))
            for own in self.chart.own.values()
            if own.csp >= 3 and not own.leaders and own.awake
        ]

    @functools.cached_property
    def strong(self) -> list[tuple[int, float]]:
        """Stacks that others join: where they are, and how strong."""
        led = [own for own in self.chart.own.values() if own.leaders]
        return [(own.hex, strength) for own in led if (strength := power(self.state, own)) > STRONG]

    def carries(self, stack: Stack) -> bool:
        """Whether anybody in a stack could carry an artifact (R21.6)."""
        return not all(self.state.book.cast[each].supernatural for each in stack.leaders)

    def crossings(self, stack: Stack) -> list[tuple[int, float]]:
        """The nearest ground on which the stack's CSP would count at the end, and the safest near by."""
        mark, known = self.chart.marks[stack.hex], self.chart.guess.crossings
        found = known.get(mark)
        if found is None:
            found = known[mark] = self.find_crossings(stack)
        return found

    def find_crossings(self, stack: Stack) -> list[tuple[int, float]]:
        """The same, worked out."""
        book = self.state.book
        kingdoms, points = grounds(book.scenario.id, book.library, self.seat)
        if not points or not stack.csp:
            return []
        remote = planning.remoteness(book, kingdoms)
        reach = self.reach(stack).prices
        goals = sorted(
            (cost, hex_)
            for hex_, cost in reach.items()
            if not remote[hex_] and hex_ not in self.chart.foes and book.land[hex_]
        )
        return [(hex_, 0.0) for _, hex_ in goals[:: max(1, len(goals) // CHOICES)][:CHOICES]]

    def reliefs(self, stack: Stack) -> list[tuple[int, float]]:
        """Fortresses that the enemy could take soon, where the stack could be in time."""
        if stack.csp < FIRM:
            return []
        pace = self.pace(stack)
        found = []
        for hex_, risk in self.threatened().items():
            if hex_ == stack.hex or self.distance(stack, hex_) > pace:
                continue
            found.append((hex_, risk))  # less what is still in danger with it, which its safety tells
        return found

    def bare_walls(self, hex_: int) -> Stack:
        """A fortress of one's own with nothing but its garrison."""
        book, fort = self.state.book, self.state.book.fortress[hex_]
        assert fort is not None
        return Stack(
            hex_,
            self.seat,
            [],
            command=book.keep[fort.strength],
            garrison=book.garrison[fort.strength],
            fort=fort.kind,
            walls=ransom(self.state, hex_),
        )

    def threatened(self) -> dict[int, float]:
        """What may be lost in each fortress that the enemy could attack in his next turn."""
        state, book = self.state, self.state.book
        if self.risks is None:
            self.risks = {}
            for hex_ in book.forts:
                if pieces.fortress_seat(state, hex_) != self.seat or hex_ in self.chart.foes:
                    continue
                held = self.chart.own.get(hex_) or self.bare_walls(hex_)
                risk = CAUTION * danger(state, self.chart, held, hex_)
                if risk > GOOD:
                    self.risks[hex_] = risk
        return self.risks

    def harbours(self, stack: Stack) -> list[tuple[int, float]]:
        """Where ships lie that could carry a stack to ground that counts and that it cannot walk to."""
        state, book = self.state, self.state.book
        points = grounds(book.scenario.id, book.library, self.seat)[1]
        if (
            not points
            or stack.csp <= LEFT
            or book.watery[stack.hex]
            or self.purse(stack, stack.hex, turns_left(state) + 1)
        ):
            return []
        return [(hex_, EMBARK * points * min(many, stack.csp)) for hex_, many in self.berths.items()]

    @functools.cached_property
    def berths(self) -> dict[int, int]:
        """How many CSP the ships on every shore could carry."""
        state, book = self.state, self.state.book
        room: dict[int, int] = {}
        for number, vessel in enumerate(state.vessels):
            awake = vessel.hex >= 0 and state.active[book.ship_group[number]]
            if awake and pieces.ship_seat(state, number) == self.seat and book.land[vessel.hex]:
                room[vessel.hex] = room.get(vessel.hex, 0) + book.fleet[number].capacity
        return room

    def shelters(self, stack: Stack) -> list[tuple[int, float]]:
        """Where a threatened stack would be safer: fortresses, ruins and friends within a march."""
        if self.safety(stack, stack.hex) > -UNEASY:
            return []
        own = self.chart.own
        return [(hex_, 0.0) for hex_, safe in self.havens(stack.hex) if safe or hex_ in own]

    def havens(self, hex_: int) -> list[tuple[int, bool]]:
        """Where one could go from a hex without meeting an enemy, and whether that is shelter or far away."""
        found = self.chart.guess.havens.get(hex_)
        if found is None:
            book = self.state.book
            found = self.chart.guess.havens[hex_] = [
                (other, book.fortress[other] is not None or book.distance(other, hex_) == HELP)
                for other in book.within(hex_, HELP)
                if other != hex_ and other not in self.chart.foes
                if pieces.fortress_seat(self.state, other) != 1 - self.seat
            ]
        return found

    def divisible(self, stack: Stack, foe: Stack) -> bool:
        """Whether half of a stack would do against an enemy, and could stand alone."""
        half = stack.half()
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
