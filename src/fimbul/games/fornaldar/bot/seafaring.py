"""Ships: whom they take aboard, and where they put them ashore.

A fleet loads, sails and lands in one move, so a voyage is a plan for one turn: a captain with CSP of his who
have nothing to do where they are, and the coast on which they would do most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.bot.objectives import GOOD, HELP, LATER, TREASURE, Strategy
from fimbul.games.fornaldar.bot.planning import assault, danger, enemies_near, grounds, turns_left
from fimbul.games.fornaldar.bot.stacks import Stack, recruit, treasures
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import pieces, ratings
from fimbul.games.fornaldar.rules.movement import forces, transport, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

GARRISON = 2  # CSP that stay in a fortress
ASHORE = 0.7  # of what those who land could do in the next turn
SAIL = 30  # half points that ships have in the next turn, about, when they must land too
FEW = 3  # CSP at least that are worth a voyage, where it is not for the ground alone


class Voyage(msgspec.Struct):
    """A plan for a fleet: who goes aboard, and where they land."""

    goal: int
    worth: float
    leader: int = -1
    banner: int = -1
    csp: int = 0
    stop: int = -1  # where the ships are at the end of this turn, if that is not the goal


class Admiral:
    """The plans of one seat's fleets."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.state: FornaldarState = strategy.state
        self.chart = strategy.chart
        self.seat = strategy.seat

    def pick(self, hex_: int) -> float:
        """What taking up the ships in a hex is worth."""
        force = forces.muster(self.state, hex_, self.seat, "sea", "move")
        if force is None or not force.ships:
            return -1.0
        voyage = self.plan(force)
        return voyage.worth if voyage is not None else -1.0

    def plan(self, force: Force) -> Voyage | None:
        """The best voyage of a force of ships, as it lies."""
        if self.cargo(force):
            party = self.party(force.hex, force.leaders, dict(force.troops))
            goal, worth = self.coast(force, party, force.left - transport.BOARDING)
            return Voyage(goal, worth, stop=self.on_the_way(force, goal)) if goal >= 0 else None
        best: Voyage | None = None
        left = force.left - 2 * transport.BOARDING
        if force.moved or left < 0:
            return None
        for shore in transport.shores(self.state, force):
            for leader, banner, csp in self.passengers(force, shore):
                party = self.party(shore, [leader], {banner: csp})
                goal, worth = self.coast(force, party, left)
                if goal >= 0 and goal != shore and (best is None or worth > best.worth):
                    best = Voyage(goal, worth, leader, banner, csp)
        return best or self.fetch(force)

    def fetch(self, force: Force) -> Voyage | None:
        """Empty ships go where idle CSP wait with somebody who leads them."""
        state = self.state
        table = ways.at_sea(state, ways.Sailing(ships=True, swimmers=False, enemy_gate=True))
        found = ways.reach(table, force.hex, force.left, barred=self.fleets).prices
        waiting = [
            (stack.csp, -found[hex_], hex_)
            for hex_, stack in self.chart.own.items()
            if hex_ in found and hex_ != force.hex and stack.awake and stack.leaders
            if stack.csp > FEW + GARRISON and self.idle(stack)
        ]
        return Voyage(max(waiting)[2], 0.3) if waiting else None

    def idle(self, stack: Stack) -> bool:
        """Whether a stack has nothing better to do than to go aboard."""
        state, book = self.state, self.state.book
        if grounds(book.scenario.id, book.library, self.seat)[1]:
            return not self.strategy.purse(stack, stack.hex, turns_left(state) + 1)
        return self.strategy.objective(stack)[1] <= GOOD

    def cargo(self, force: Force) -> bool:
        """Whether the ships carry anybody."""
        return bool(force.leaders or force.troops)

    def passengers(self, force: Force, shore: int) -> list[tuple[int, int, int]]:
        """Captains on a shore whose stack has nothing better to do, each with a banner and its CSP."""
        state, stack = self.state, self.chart.own.get(shore)
        few = 1 if grounds(state.book.scenario.id, state.book.library, self.seat)[1] else FEW
        if stack is None or stack.csp <= few or not self.idle(stack):
            return []
        room = transport.room(state, force)
        counts: dict[int, int] = {}
        for army in forces.free_armies(state, shore, self.seat, "land"):
            if not army.spent and not forces.swims(state, army.banner):
                counts[army.banner] = counts.get(army.banner, 0) + army.csp
        spare = stack.csp - (GARRISON if stack.fort else 0)
        precious = treasures(state)
        found = []
        for leader in pieces.ashore(state, shore, self.seat):
            if not transport.may_board(state, leader) or precious.get(leader, 0.0) >= TREASURE:
                continue
            for banner, csp in counts.items():
                many = min(csp, spare, room - state.leaders[leader].escort)
                if many >= few and ratings.leads(state, leader, banner):
                    found.append((leader, banner, many))
        return found

    def party(self, hex_: int, leaders: list[int], troops: dict[int, int]) -> Stack:
        """Those who would land, as a stack."""
        state = self.state
        stack = Stack(
            hex_,
            self.seat,
            [],
            sum(troops.values()),
            command=ratings.best_command(state, leaders),
            troops=dict(troops),
        )
        for leader in leaders:
            recruit(state, stack, leader)
        return stack

    def coast(self, force: Force, party: Stack, left: int) -> tuple[int, float]:
        """Where a party should land, of the coasts that are so near, and what it is worth there."""
        state, book = self.state, self.state.book
        if left < 0 or not party.csp:
            return -1, 0.0
        table = ways.at_sea(state, ways.Sailing(ships=True, swimmers=False, enemy_gate=True))
        far = left + SAIL if turns_left(state) else left
        found = ways.reach(table, force.hex, far, barred=self.fleets).prices
        best, goal = GOOD, -1
        gains: dict[int, float] = {}  # what the party could do to each enemy
        for hex_, price in found.items():
            if hex_ >= book.size or not book.land[hex_] or not book.watery[hex_]:
                continue
            if pieces.fortress_seat(state, hex_) == 1 - self.seat or hex_ in self.chart.foes:
                continue  # one lands beside an enemy, and marches
            part = 1.0 if price <= left else LATER
            worth = self.landing(party, hex_, gains)
            if worth * part > best:
                worth -= danger(state, self.chart, party, hex_)
                if worth * part > best:
                    best, goal = worth * part, hex_
        return goal, best

    def on_the_way(self, force: Force, goal: int) -> int:
        """How far ships come this turn on the way to a coast, with what it takes to land there."""
        table = ways.at_sea(self.state, ways.Sailing(ships=True, swimmers=False, enemy_gate=True))
        found = ways.reach(table, force.hex, force.left + SAIL, barred=self.fleets)
        if found.prices.get(goal, 0) <= force.left - transport.BOARDING or goal not in found.prices:
            return goal
        return found.stop(goal, force.left)

    @property
    def fleets(self) -> set[int]:
        """Where enemy ships lie."""
        state = self.state
        return {
            vessel.hex
            for number, vessel in enumerate(state.vessels)
            if vessel.hex >= 0 and pieces.ship_seat(state, number) == 1 - self.seat
        }

    def landing(self, party: Stack, hex_: int, gains: dict[int, float]) -> float:
        """What a party is worth on a coast: the ground itself, and whom it could attack from there."""
        state, book = self.state, self.state.book
        group = book.kingdom[hex_]
        if group >= 0 and state.side[group] == self.seat:
            return 0.0
        worth = 0.0
        kingdoms, points = grounds(book.scenario.id, book.library, self.seat)
        if points and group >= 0 and book.groups[group].id in kingdoms:
            worth += ASHORE * points * party.csp
        near = enemies_near(book, self.chart.guess, hex_, HELP // 2)
        for foe in near:
            if foe.hex not in gains:
                gains[foe.hex] = assault(state, party, foe)
        return worth + ASHORE * max((gains[foe.hex] for foe in near), default=0.0)

    # ---- the orders

    def weigh(self, force: Force, actions: list[Any]) -> list[float]:
        """How good each order for the fleet is."""
        voyage = self.plan(force)
        book = self.state.book
        arrived = self.cargo(force) and (voyage is None or voyage.goal == force.hex)
        values = []
        for action in actions:
            worth = -1.0
            if isinstance(action, act.Load) and voyage is not None and voyage.leader >= 0:
                if action.what == book.cast[voyage.leader].id:
                    worth = 2.0
            elif isinstance(action, act.Load) and self.cargo(force) and force.hex == force.start:
                worth = self.more(force, action)
            elif isinstance(action, act.Unload) and arrived and force.hex != force.start:
                worth = 2.0 + 0.01 * action.count
            elif isinstance(action, act.Go) and voyage is not None and voyage.leader < 0:
                there = voyage.stop if voyage.stop >= 0 else voyage.goal
                worth = 1.0 if book.hex_named(action.hex) == there != force.hex else -1.0
            elif isinstance(action, act.Halt):
                worth = 0.0
            elif isinstance(action, act.PutDown):
                worth = -0.5
            values.append(worth)
        return values

    def more(self, force: Force, action: act.Load) -> float:
        """CSP that go aboard with the captain who is there: as many as can be spared."""
        book, state = self.state.book, self.state
        banner = book.banner.get(action.what, -1)
        if banner < 0 or not ratings.in_command(state, force.leaders, banner):
            return -1.0
        stack = self.chart.own.get(book.hex_named(action.hex))
        spare = stack.csp - (GARRISON if stack.fort else 0) if stack is not None else 0
        return 1.5 + 0.01 * action.count if action.count <= spare else -1.0
