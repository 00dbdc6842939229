"""What Fornaldar's bots think is good: operational plans, told as how promising each action is.

All stacks are given their goals together (`objectives`): by what the victory table pays there, the odds, the
way, the snow (`seasons`), and what the enemy could do afterwards, there and to what they leave behind.  Ships
carry those who cannot walk (`seafaring`), enchanters serve at Places of Power (`sorcery`), and champions
fight whom they should beat (`champions`).  Characters search for artifacts; losses fall where they cost
least.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Action, Mind
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.bot import planning
from fimbul.games.fornaldar.bot.battles import COUNTER, outcome
from fimbul.games.fornaldar.bot.champions import prospect
from fimbul.games.fornaldar.bot.objectives import GOOD, Strategy
from fimbul.games.fornaldar.bot.planning import assault, field, races_of, survey
from fimbul.games.fornaldar.bot.seafaring import Admiral
from fimbul.games.fornaldar.bot.stacks import Stack, ransom
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios
from fimbul.games.fornaldar.rules.combat import challenges, hosts, retreats, rounds, strengths
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading, forces, moving

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

SCALE = 60.0  # victory points that make a game all but won
NEAR = 16  # half points: an enemy that could come soon
DEAR = 4  # CSP that stay in a fortress that pays much
KEPT = 2  # CSP that stay in a threatened fortress
PARTY = 6  # CSP that can do something by themselves
FIND = 3.0  # victory points that a search promises, about
CALLED = 2.0  # victory points by magic for which an enchanter leaves an army
DUSTED = 3  # CSP behind walls that are not worth the dust
BOLD = 0.1  # victory points that a challenge must promise
DULL = -1.0


class FornaldarMind(Mind):
    """The opinions of a commander."""

    open_eyed: ClassVar[bool] = False
    plans: ClassVar[bool] = True
    horizon: ClassVar[int | None] = 1  # game turns that a searching bot plays on in its head

    def evaluate(self, state: FornaldarState, seat: int) -> float:
        """How well a seat stands: victory points, and the armies that are left."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[seat] - 1
        lead: float = state.points[seat] - state.points[1 - seat]
        armies = [0, 0]
        for army in state.armies:
            if state.side[army.group] >= 0:
                armies[state.side[army.group]] += army.csp
        lead += 0.1 * (armies[seat] - armies[1 - seat])
        return math.tanh(lead / SCALE)

    def promise(self, state: FornaldarState, actions: list[Any], seat: int) -> list[float]:
        """How promising each action looks."""
        return Counsel(state, seat).weigh(actions)

    def key(self, state: FornaldarState) -> Any:
        """Only the same position is worth the same."""
        return state.fingerprint()


class Counsel:
    """The counsel of one position."""

    def __init__(self, state: FornaldarState, seat: int) -> None:
        self.state = state
        self.seat = seat

    @functools.cached_property
    def chart(self) -> planning.Chart:
        """The map as it is seen and guessed."""
        return survey(self.state, self.seat)

    @functools.cached_property
    def strategy(self) -> Strategy:
        """The goals of the stacks."""
        return Strategy(self.state, self.seat, self.chart)

    @functools.cached_property
    def admiral(self) -> Admiral:
        """The plans of the fleets."""
        return Admiral(self.strategy)

    def weigh(self, actions: list[Any]) -> list[float]:
        """The worth of each action, by its kind."""
        if any(isinstance(each, act.Go | act.Halt) for each in actions):
            return self.march(actions)
        return [self.worth(each) for each in actions]

    def worth(self, action: Any) -> float:
        """The worth of an action that is not about the force on the move."""
        judge = JUDGES.get(type(action))
        return judge(self, action) if judge is not None else 0.0

    # ---- taking up forces

    def pick(self, action: act.Pick) -> float:
        """A stack that has somewhere to go."""
        if action.stack != "land":
            return self.admiral.pick(self.state.book.hex_named(action.hex))
        stack = self.chart.own.get(self.state.book.hex_named(action.hex))
        decision = self.state.decision
        way = decision.way if isinstance(decision, moving.Moving) else "move"
        if stack is None or not stack.leaders:
            return DULL
        if way == "react":
            return self.reaction(stack)
        loot = self.chart.loot.get(stack.hex, 0.0)
        if way == "move" and loot and self.strategy.carries(stack):
            return loot
        goal, worth = self.strategy.objective(stack)
        if way == "move" and worth < FIND and self.seeks(stack):
            return FIND
        if goal < 0 or goal == stack.hex:
            return DULL
        if way == "march":
            return worth if goal in self.chart.foes and self.near(stack, goal) else DULL
        return worth

    def seeks(self, stack: Stack) -> bool:
        """Whether characters without troops stand where something is hidden that they could carry."""
        return stack.csp <= 1 and bool(self.finders(stack.leaders, stack.hex))

    def near(self, stack: Stack, goal: int) -> bool:
        """Whether a forced march would get there."""
        return self.strategy.distance(stack, goal) <= 2 * stack.command

    def reaction(self, stack: Stack) -> float:
        """Help a friend who is attacked nearby, or get away from who is too strong."""
        foe = self.chart.foes.get(stack.hex)
        if foe is not None and assault(self.state, foe, stack) > GOOD:
            return 1.0
        return 0.5 if self.strategy.friend_in_need(stack) >= 0 else DULL

    def done(self, action: act.Done) -> float:
        """Enough."""
        return 0.0

    # ---- moving the force

    def march(self, actions: list[Any]) -> list[float]:
        """The force goes towards its objective, and does what it came for."""
        force = self.state.force
        assert force is not None
        if force.stack == "sea":
            return self.admiral.weigh(force, actions)
        goal = self.goal_of(force) if not force.moved else -1
        values = []
        way = self.way_to(force, goal) if goal >= 0 and not force.moved else {}
        keep = self.keep(force)
        if not keep[1]:
            keep = self.serving(force, goal)
        if not keep[1]:
            keep = self.parting(force, goal)
        for action in actions:
            if isinstance(action, act.Go):
                values.append(self.step(action, way, goal))
            elif isinstance(action, act.Halt):
                values.append(0.0)
            elif isinstance(action, act.Search):
                values.append(2.0 + 0.1 * action.points if self.bearers(force) else DULL)
            elif isinstance(action, act.Give):
                loose = self.state.treasures[self.state.book.relic[action.item]].bearer < 0
                values.append(2.9 if loose and action.leader != "troops" else DULL)
            elif isinstance(action, act.Overrun):
                home, foe = self.chart.own.get(force.hex), self.chart.foes.get(force.hex)
                good = home is not None and foe is not None and assault(self.state, home, foe) > 3 * GOOD
                values.append(1.0 if good else DULL)
            elif isinstance(action, act.Leave):
                values.append(3.0 if keep == (action.what, action.count) else DULL)
            else:
                values.append(DULL)
        return values

    def bearers(self, force: Force) -> list[int]:
        """Who of the force can carry an artifact that is hidden here."""
        return self.finders(force.leaders, force.hex)

    def finders(self, leaders: list[int], hex_: int) -> list[int]:
        """Who of some characters can carry an artifact that is hidden in a hex."""
        hidden = [n for n, item in enumerate(self.state.treasures) if item.hidden and item.hex == hex_]
        return [
            leader for leader in leaders if any(items.may_carry(self.state, leader, item) for item in hidden)
        ]

    def goal_of(self, force: Force) -> int:
        """Where the force is going."""
        stack = self.chart.own.get(force.hex)
        if stack is None or force.stack == "sea" or not force.leaders:
            return -1
        if force.way == "react":
            return self.strategy.refuge(stack)
        return self.strategy.objective(stack)[0]

    def way_to(self, force: Force, goal: int) -> dict[int, int]:
        """How far along the way to its goal each hex of it is, in half points."""
        races = races_of(self.state, force.leaders, [banner for banner, _ in force.troops])
        found = field(self.state, force.hex, races)
        if goal not in found.prices:
            return {}
        return {place: found.prices[place] for place in found.path(goal)}

    def step(self, action: act.Go, way: dict[int, int], goal: int) -> float:
        """A step is as good as it brings the force along its way; not into the reach of the strong."""
        place = self.state.book.hex_named(action.hex)
        along = way.get(place)
        if along is None:
            return DULL
        worth = 0.5 + along / planning.FAR
        if place != goal:
            if place in self.chart.foes:
                return worth - 0.4  # an enemy on the way stops the force
            own = self.chart.own.get(self.state.force.hex) if self.state.force is not None else None
            if own is not None:
                worth += 0.05 * min(0.0, self.strategy.standing(own, place))
        return worth

    def keep(self, force: Force) -> tuple[str, int]:
        """What stays behind as a garrison: CSP in a fortress that the enemy could reach soon."""
        state = self.state
        if force.moved or force.way != "move" or pieces.fortress_seat(state, force.hex) != self.seat:
            return "", 0
        resting = sum(army.csp for army in pieces.ground_armies(state, force.hex, self.seat))
        going = sum(csp for _, csp in force.troops)
        kept = DEAR if ransom(state, force.hex) > 2 * state.book.spoils["fortress"] else KEPT
        if resting - going >= kept or going < 2 * kept:
            return "", 0
        threatened = any(
            foe.csp >= 3 and state.book.distance(foe.hex, force.hex) * 2 <= NEAR
            for foe in self.chart.foes.values()
        )
        if not threatened and kept == KEPT:
            return "", 0
        banner, csp = max(force.troops, key=lambda each: each[1])
        return (state.book.banners[banner].id, kept) if csp > kept else ("", 0)

    def serving(self, force: Force, goal: int) -> tuple[str, int]:
        """Who of a force stays behind, to go to a Place of Power afterwards."""
        if force.moved or force.way != "move" or goal < 0:
            return "", 0
        stack = self.chart.own.get(force.hex)
        if stack is None:
            return "", 0
        who, _, worth = self.strategy.calling(stack)
        if who not in force.leaders or worth <= CALLED or not force.troops:
            return "", 0
        rest = [each for each in force.leaders if each != who]
        if not all(ratings.in_command(self.state, rest, banner) for banner, _ in force.troops):
            return "", 0
        return self.state.book.cast[who].id, 1

    def parting(self, force: Force, goal: int) -> tuple[str, int]:
        """What of a great force stays, to be another: first who leads it, then the CSP that he commands."""
        if force.moved or force.way != "move" or goal < 0:
            return "", 0
        state, chart = self.state, self.chart
        stack, foe = chart.own.get(force.hex), chart.foes.get(goal)
        if stack is None or foe is None:
            return "", 0
        if stack.csp < 2 * PARTY or not self.strategy.divisible(stack, foe):
            return "", 0
        staying = [each for each in pieces.ashore(state, force.hex, self.seat) if each not in force.leaders]
        staying = [each for each in staying if forces.may_go(state, each)]
        going = sum(csp for _, csp in force.troops)
        if not staying:
            able = [
                each
                for each in force.leaders
                if any(csp >= PARTY and ratings.leads(state, each, banner) for banner, csp in force.troops)
                and all(
                    ratings.in_command(state, [other for other in force.leaders if other != each], banner)
                    for banner, _ in force.troops
                )
            ]
            least = min(able, key=lambda each: ratings.command(state, each), default=-1)
            return (state.book.cast[least].id, 1) if least >= 0 and len(force.leaders) > 1 else ("", 0)
        if going <= stack.csp * 2 // 3:
            return "", 0
        led = [pair for pair in force.troops if ratings.in_command(state, staying, pair[0])]
        banner, csp = max(led, key=lambda pair: pair[1], default=(-1, 0))
        return (state.book.banners[banner].id, min(csp, stack.csp // 2)) if csp else ("", 0)

    # ---- fights

    def fight(self, action: act.Fight) -> float:
        """A fight that promises more than it costs."""
        hex_ = self.state.book.hex_named(action.hex)
        if action.stack == "sea":
            mine = strengths.naval_strength(self.state, hosts.fleet(self.state, hex_, -1, self.seat))
            theirs = strengths.naval_strength(self.state, hosts.fleet(self.state, hex_, -1, 1 - self.seat))
            return mine - 1.4 * theirs
        own, foe = self.chart.own.get(hex_), self.chart.foes.get(hex_)
        if own is None or foe is None:
            return DULL
        return assault(self.state, own, foe) - 0.2

    def press(self, action: act.Press) -> float:
        """Go on while it pays."""
        battle = self.state.battle
        if battle is None:
            return 0.1
        if battle.stack == "sea":
            mine = strengths.strength(self.state, battle, self.seat)
            return mine - 1.3 * strengths.strength(self.state, battle, 1 - self.seat)
        return self.clash(self.seat)

    def clash(self, attacker: int) -> float:
        """What further rounds of the battle on land promise a side that attacks in them."""
        state, battle = self.state, self.state.battle
        assert battle is not None
        stacks = [self.chart.own.get(battle.hex), self.chart.foes.get(battle.hex)]
        mine, foe = stacks if attacker == self.seat else reversed(stacks)
        if mine is None or foe is None:
            return DULL
        tally = strengths.tally(
            state,
            msgspec.structs.replace(battle, attacker=attacker, round=battle.round + 1, rolling=True),
        )
        lines = []
        for stack, total in ((mine, tally.attack), (foe, tally.defence)):
            garrison = battle.garrison if stack is foe and battle.owner == stack.seat else 0
            brought = planning.strength(state, stack, "")
            part = (total - garrison) / max(1.0, sum(brought))
            one = planning.line(state, stack, battle.hex, (brought[0] * part, brought[1] * part))
            walls = stack.walls if battle.owner == stack.seat else 0.0
            lines.append(msgspec.structs.replace(one, garrison=garrison, walls=walls))
        return outcome(state.book.library, lines[0], lines[1], tally.added, tally.shift)

    def hold(self, action: act.Hold) -> float:
        """Enough of this fight, or let a beaten enemy stay to beat it again."""
        decision, battle = self.state.decision, self.state.battle
        if battle is None or battle.stack == "sea":
            return 0.0
        if isinstance(decision, retreats.DrivingOut):
            return max(0.0, self.clash(self.seat))
        if isinstance(decision, rounds.Pressing) and not decision.second:
            return -COUNTER * max(0.0, self.clash(1 - self.seat))
        return 0.0

    def driveout(self, action: act.DriveOut) -> float:
        """Drive them out: their fortress falls with them, and an attack of theirs is over."""
        battle = self.state.battle
        if battle is None or battle.stack == "sea":
            return 0.5
        foe = self.chart.foes.get(battle.hex)
        worth = foe.walls if foe is not None and battle.owner == 1 - self.seat else 0.0
        if battle.attacker != self.seat:
            worth += max(0.0, self.clash(1 - self.seat))
        return worth + 0.1

    def retreat(self, action: act.Retreat) -> float:
        """Leave a fight that the enemy wins; a fortress is not left for little."""
        battle = self.state.battle
        if battle is None:
            return 0.0
        hex_ = self.state.book.hex_named(action.hex)
        shelter = 0.1 * (pieces.fortress_seat(self.state, hex_) == self.seat)
        own = self.chart.own.get(battle.hex)
        if own is None or battle.stack == "sea" or battle.attacker == self.seat:
            return shelter - 0.2
        given_up = own.walls if battle.owner == self.seat else 0.0
        return self.clash(1 - self.seat) - given_up - 0.5 + shelter

    def fray(self, hex_: int, attacker: int, added: int) -> float:
        """What a battle promises its attacker when so much more is added to the dice."""
        stacks = [self.chart.own.get(hex_), self.chart.foes.get(hex_)]
        mine, foe = stacks if attacker == self.seat else reversed(stacks)
        if mine is None or foe is None:
            return 0.0
        bare = msgspec.structs.replace(mine, champions=(None, None))
        return assault(self.state, bare, foe, added=added)

    def declined(self, kind: str, hex_: int, who: int) -> float:
        """What it costs a side in the battle of a hex to decline a challenge, in victory points (R17.5.6)."""
        attacker = self.state.phasing
        cost = -challenges.COST[kind] if who == attacker else challenges.COST[kind]
        return abs(self.fray(hex_, attacker, cost) - self.fray(hex_, attacker, 0))

    def challenge(self, action: act.Challenge) -> float:
        """Challenge with who would win against each of them; they choose who answers, or decline."""
        state = self.state
        leader = state.book.leader[action.leader]
        here = state.leaders[leader].hex
        foes = pieces.leaders_at(state, here, 1 - self.seat)
        able = [each for each in foes if challenges.may_take_part(state, each, action.kind)]
        if not able:
            return DULL
        fought = min(prospect(state, action.kind, leader, each, challenging=True) for each in able)
        return min(fought, self.declined(action.kind, here, 1 - self.seat)) - BOLD

    def accept(self, action: act.Accept) -> float:
        """Accept with who has the best chance, if that is better than to decline."""
        decision = self.state.decision
        assert isinstance(decision, challenges.Answering)
        bout = decision.bout
        champion = self.state.book.leader[action.leader]
        return prospect(self.state, bout.kind, champion, bout.leader, challenging=False)

    def refuse(self, action: act.Refuse) -> float:
        """Refusing costs much on the rolls of the battle."""
        decision = self.state.decision
        assert isinstance(decision, challenges.Answering)
        if decision.excused(self.state, self.seat):
            return 0.0
        return -self.declined(decision.bout.kind, decision.fray.hex, self.seat)

    def stand(self, action: act.Stand) -> float:
        """Heroes stand."""
        return 0.1

    def evade(self, action: act.Evade) -> float:
        """Characters alone get away from those who would beat them."""
        decision = self.state.decision
        assert isinstance(decision, evading.Evading)
        own, foe = self.chart.own.get(decision.hex), self.chart.foes.get(decision.hex)
        if own is None or foe is None:
            return 0.0
        return max(assault(self.state, foe, own), -assault(self.state, own, foe))

    def intercept(self, action: act.Intercept) -> float:
        """Throw oneself in the way of who is weaker."""
        force = self.state.force
        stack = self.chart.own.get(self.state.book.hex_named(action.hex))
        if force is None or stack is None or force.stack == "sea":
            return DULL
        foe = self.chart.foes.get(force.hex)
        return assault(self.state, stack, foe) - GOOD if foe is not None else DULL

    def leave(self, action: act.Leave) -> float:
        """All who can intercept do."""
        return DULL

    def lose(self, action: act.Lose) -> float:
        """Losses fall on armies before escorts, on who has most boxes left, and on sound ships."""
        book = self.state.book
        if action.what in book.banner:
            return 1.0
        if action.what in book.ship:
            vessel, card = self.state.vessels[book.ship[action.what]], book.fleet[book.ship[action.what]]
            return 2.0 - 0.1 * card.strength if not vessel.damaged else 1.0 - 0.1 * card.strength
        if action.what in book.leader:
            leader = book.leader[action.what]
            return 0.1 * ratings.face(self.state, leader) - 0.05 * ratings.rank(self.state, leader)
        return 0.5

    # ---- magic and the rest of the turn

    def cast(self, action: act.Cast) -> float:
        """Magic that hurts the strong, or calls for help."""
        return self.strategy.sorcery.cast(action)

    def aim(self, action: act.Aim) -> float:
        """Aim where it does most."""
        return self.strategy.sorcery.aim(action)

    def load(self, action: act.Load) -> float:
        """Nobody waits aboard from the start."""
        return DULL

    def give(self, action: act.Give) -> float:
        """What is found is taken, by who is hardest to kill."""
        leader = self.state.book.leader.get(action.leader, -1)
        if self.state.treasures[self.state.book.relic[action.item]].bearer >= 0:
            return DULL  # who has it keeps it
        return 1.0 + 0.01 * ratings.face(self.state, leader) if leader >= 0 else 0.5

    def call(self, action: act.Call) -> float:
        """Every ally is welcome."""
        return 1.0

    def refit(self, action: act.Refit) -> float:
        """Ships are repaired where no enemy is near."""
        return 0.5

    def at(self, action: act.At) -> float:
        """Put reinforcements where the army is."""
        hex_ = self.state.book.hex_named(action.hex)
        own = self.chart.own.get(hex_)
        return 0.1 * planning.power(self.state, own) if own is not None else 0.0

    def use(self, action: act.Use) -> float:
        """What brings troops is used at once, and dust against walls with many behind them."""
        powers = self.state.book.relics[self.state.book.relic[action.item]].powers
        if "grotti" in powers or "mirror" in powers:
            return 1.0
        battle = self.state.battle
        if "dust" in powers and battle is not None and battle.owner == 1 - self.seat:
            foe = self.chart.foes.get(battle.hex)
            return foe.csp - DUSTED if foe is not None else DULL
        return DULL

    def withdraw(self, action: act.Withdraw) -> float:
        """The expedition goes home before it costs more than it brings; others stay."""
        months = (self.state.month, self.state.month + 1)
        dear = action.group == "albion" and any(scenarios.upkeep(self.state, each) for each in months)
        return 2.0 if dear else DULL

    def wait(self, action: act.Wait) -> float:
        """Not now."""
        return 0.0

    def letgo(self, action: act.LetGo) -> float:
        """Let them pass."""
        return -0.1


JUDGES: dict[type[Action], Callable[[Counsel, Any], float]] = {
    act.Pick: Counsel.pick,
    act.Done: Counsel.done,
    act.Fight: Counsel.fight,
    act.Press: Counsel.press,
    act.Hold: Counsel.hold,
    act.DriveOut: Counsel.driveout,
    act.Retreat: Counsel.retreat,
    act.Challenge: Counsel.challenge,
    act.Accept: Counsel.accept,
    act.Refuse: Counsel.refuse,
    act.Stand: Counsel.stand,
    act.Evade: Counsel.evade,
    act.Intercept: Counsel.intercept,
    act.Leave: Counsel.leave,
    act.Load: Counsel.load,
    act.Lose: Counsel.lose,
    act.Cast: Counsel.cast,
    act.Aim: Counsel.aim,
    act.Give: Counsel.give,
    act.Call: Counsel.call,
    act.Refit: Counsel.refit,
    act.At: Counsel.at,
    act.Use: Counsel.use,
    act.Withdraw: Counsel.withdraw,
    act.Wait: Counsel.wait,
    act.LetGo: Counsel.letgo,
}
