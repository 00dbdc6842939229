"""A bot that plays on in its head: for games of dice and cards, where a deep tree knows too much.

Every action is tried in imagined worlds, the same ones for all.  What the seat and its allies do in the rest
of this turn is tried out as well: a tree under every action remembers what followed it, whatever the dice
were (an open loop, so no plan counts on them), and widens from the game's first sight (its mind's `promise`)
to other continuations.  From the next turn on everybody plays by first sight for some turns; then the mind
judges.  In a world every turn has chance of its own, the same whatever was done before it: actions are
compared by what they change, not by the luck of others.  Those that do badly are dropped, half of them at a
time, so that most of the thinking goes to those that are close (sequential halving), and an action is
preferred to the first sight only where that is more than luck.  Where there are worlds enough for it, a
playout of a thorough mind goes on, and is judged again at later turns.
"""

import math
import time
from collections.abc import Callable
from typing import Any

from fimbul.bots.sight import Idea, Sight, Weigher
from fimbul.core import Game, Rng, State

BEAM = 10  # actions that are tried, the most promising ones
HOPELESS = -5.0  # what looks as bad as this at first sight is not tried
FIRST = 2  # worlds that every action is tried in before any is dropped
ENOUGH = 5  # worlds for every of the mind's turns that a playout goes on after the first
FREEDOM = 8  # worlds, less one for every action, that tell how much worlds differ
AGREED = 24  # worlds before two actions can be told apart for good
SURE = 4.0  # errors that the second must be ahead then; half as many behind
SAME = 0.002  # a gap that is none
STREAM = 1000  # numbers of chance that are kept for half a turn
LONGEST = 400  # actions of a playout
CURIOUS = 0.7  # how much a continuation that was tried little is preferred, in spreads of what was found


def spread(gaps: list[list[float]]) -> float:
    """How much the worlds differ, over all actions: few worlds alone would say little about it."""
    squares, freedom = 0.0, 0
    for each in gaps:
        if each:
            mean = sum(each) / len(each)
            squares += sum((gap - mean) ** 2 for gap in each)
            freedom += len(each) - 1
    return math.sqrt(squares / freedom) if freedom else math.inf


def lead(gaps: list[float], wide: float) -> float:
    """By how much an action beats the first one, world by world, less what may be luck.

    What looks best at first sight stays the choice until another one has proved itself.
    """
    if not gaps:
        return -1e-6
    mean = sum(gaps) / len(gaps)
    error = wide / math.sqrt(len(gaps))
    return mean - error if mean > error else min(mean, -1e-6)


def settled(gaps: list[float], wide: float) -> bool:
    """Whether more worlds would hardly change the choice between the first action and one other."""
    if len(gaps) < AGREED:
        return False
    mean, error = sum(gaps) / len(gaps), wide / math.sqrt(len(gaps))
    return mean > SURE * error or mean < -SURE * error / 2 or abs(mean) + error < SAME


class Node:
    """What is known of a place in the plan for this turn: the actions that led here, whatever the dice."""

    __slots__ = ("after", "count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0
        self.after: dict[Any, Node] = {}

    def note(self, value: float) -> None:
        """One more playout came through here."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def choose(self, actions: list[Any], promise: list[float]) -> Any:
        """What to try here: the first sight first, then more and more of the others, the better ones more."""
        wide = min(len(actions), 1 + math.isqrt(self.count))
        order = sorted(range(len(actions)), key=promise.__getitem__, reverse=True)[:wide]
        mean = self.total / self.count
        spread = CURIOUS * math.sqrt(max(1e-6, self.squares / self.count - mean * mean))
        effort = math.log(self.count + 1)
        best, choice = -math.inf, actions[order[0]]
        for place in order:
            node = self.after.get(actions[place])
            if node is None or not node.count:
                return actions[place]
            hope = node.total / node.count + spread * math.sqrt(effort / node.count)
            if hope > best:
                best, choice = hope, actions[place]
        return choice


class Playouts(Weigher):
    """Sequential halving over playouts, with a budget of seconds or of actions played in imagination.

    The mind says how far a playout goes on (`until`).
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.mind = game.mind
        self.game = game
        self.rng = Rng(seed)
        self.seconds = seconds
        self.limit = nodes
        self.clock = clock
        self.nodes = self.turns = 0  # that were played in imagination
        self.far = 1  # to which of the mind's turns it plays on
        self.deadline = float("inf")
        self.friends: frozenset[int] | None = None

    def weigh(self, sight: Sight, actions: list[Any]) -> list[Idea]:
        """Every action with its mean value; those that were dropped stay below those that were not."""
        self.nodes = self.turns = 0
        self.far = 1
        self.deadline = self.clock() + self.seconds if self.seconds is not None else float("inf")
        self.friends = self.game.allies(sight.seat)
        promise = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        order = sorted(range(len(actions)), key=lambda place: -promise[place])
        tried = [place for place in order[:BEAM] if promise[place] > HOPELESS] or order[:1]
        rounds = schedule(len(tried), self.mind.thorough)
        plans = [Node() for _ in actions]
        values: dict[int, list[float]] = {place: [] for place in tried}  # by world, the same worlds for all
        gaps: dict[int, list[float]] = {}  # to the first, as far as an action came
        depths: dict[int, int] = {}  # how far these were played on
        best = 0.0
        before = 0.0
        for number, (size, worlds, share) in enumerate(rounds):
            field = [order[0], *sorted(values, key=lambda place: -mean(gaps.get(place, [])))]
            field = list(dict.fromkeys(field))[:size]
            values = {place: values[place] for place in field}
            if number and self.mind.thorough:
                far = self.how_far(sight.imagine(self.rng), size, share - before)
                if far > self.far:
                    self.far, values = far, {place: [] for place in field}
            self.compare(sight, actions, values, plans, worlds, share)
            before = share
            first = values[order[0]]
            if len(first) >= FIRST or not number:
                best = mean(first)
                for place in field[1:]:
                    gaps[place] = [v - w for v, w in zip(values[place], first, strict=False)]
                    depths[place] = self.far
            if self.spent() or size == 1:
                break
        field = sorted(field[1:], key=lambda place: -mean(gaps.get(place, [])))[: halved(len(field)) - 1]
        wide = math.inf
        for depth in (max(depths.values(), default=0), 0):  # few worlds alone would say little about luck
            alike = [gaps[place] for place in gaps if depths[place] >= depth]
            if sum(map(len, alike)) - len(alike) >= FREEDOM or not depth:
                wide = min(wide, spread(alike))
        worth = {order[0]: best}
        for place in tried[1:]:
            ahead = lead(gaps.get(place, []), wide)
            worth[place] = best + (ahead if place in field else min(ahead, -1e-6))  # dropped ones stay below
        floor = min(worth.values()) - 1e-6
        return [Idea(action, worth.get(place, floor)) for place, action in enumerate(actions)]

    def compare(
        self,
        sight: Sight,
        actions: list[Any],
        values: dict[int, list[float]],
        plans: list[Node],
        fewest: int,
        share: float,
    ) -> None:
        """Try actions in more worlds until so much of the budget is gone, in some worlds at least, or until
        more worlds would hardly change the choice between the last two."""
        first, worlds = next(iter(values)), 0
        while not self.spent() and (worlds < fewest or (self.used() < share and len(values) > 1)):
            worlds += 1
            world = sight.imagine(self.rng)
            for place, found in values.items():
                if self.spent() and values[first]:
                    return
                value = self.play_on(world, actions[place], sight.seat, plans[place])
                if self.limit is None and self.spent() and values[first]:
                    return  # it was cut short: what it came to says little
                found.append(value)
            if len(values) == 2 and worlds % AGREED == 0:
                other = next(place for place in values if place != first)
                gaps = [v - w for v, w in zip(values[other], values[first], strict=False)]
                if settled(gaps, spread([gaps])):
                    return

    def how_far(self, world: State, many: int, share: float) -> int:
        """To which of the mind's turns so many actions can be played on for their share of the budget: the
        farther, the more does luck blur what they come to, and the more worlds it takes."""
        dear = self.used() / self.turns
        far = 1
        for stage, turn in enumerate(self.mind.until(world)):
            if many * ENOUGH * stage * dear * (turn - world.turn + 1) <= share:
                far = stage + 1
        return far

    def used(self) -> float:
        """How much of the budget is gone."""
        if self.limit is not None:
            return self.nodes / self.limit
        assert self.seconds is not None
        return 1 - (self.deadline - self.clock()) / self.seconds

    def spent(self) -> bool:
        """Whether the budget is gone."""
        if self.limit is not None:
            return self.nodes >= self.limit
        return self.clock() > self.deadline

    def play_on(self, world: State, action: Any, seat: int, plan: Node) -> float:
        """Take an action in a world, plan the rest of the turn, play on for some turns, and judge."""
        state = world.copy()
        turn = told = state.turn
        mind = self.mind
        stages = mind.until(world)[: self.far]
        near, last = stages[0], stages[-1]
        tally: Any = None
        value, share, stage = 0.0, 1.0, 0
        if mind.closes(action):
            state.rng.drawn = STREAM * (2 * turn + 1)
        state.apply(action, seat)
        path = [plan]
        for _ in range(LONGEST):
            self.nodes += 1
            if state.outcome is not None or state.turn >= last:
                break
            if state.turn >= near and state.turn != told:
                tally = mind.tally(state, tally)
                if state.turn >= stages[stage]:
                    stage += 1
                    value += share * (1 - mind.patience) * mind.judge(state, seat, tally)
                    share *= mind.patience
            if self.limit is None and self.clock() > self.deadline:
                break  # judged as it stands
            mover = state.to_act[0]
            actions = state.legal(mover)
            choice = actions[0]
            if len(actions) > 1:
                promise = mind.promise(state, actions, mover)
                ours = self.friends is None or mover in self.friends
                if ours and state.turn == turn and path[-1].count > 0:
                    choice = path[-1].choose(actions, promise)
                    path.append(path[-1].after.setdefault(choice, Node()))
                else:
                    choice = actions[max(range(len(actions)), key=promise.__getitem__)]
            closes = mind.closes(choice)
            if closes or state.turn != told:
                told = state.turn
                state.rng.drawn = STREAM * (2 * told + closes)
            state.apply(choice, mover)
        value += share * (mind.evaluate(state, seat) if tally is None else mind.judge(state, seat, tally))
        self.turns += state.turn - turn + 1
        for node in path:
            node.note(value)
        return value


def halved(count: int) -> int:
    """How many of so many actions are left: the first one and half of the others."""
    return 1 + max(1, (count - 1) // 2) if count > 2 else count


def schedule(count: int, thorough: bool) -> list[tuple[int, int, float]]:
    """The rounds: how many actions are compared, in how many worlds at least, up to which share of the time.

    Half of them are dropped after each, but the first one never, until two are left.  A thorough mind gives
    every round as much, after a look at what a playout costs; others drop them after a few worlds.
    """
    sizes = [count]
    while sizes[-1] > 2:
        sizes.append(halved(sizes[-1]))
    if thorough:
        return [(count, FIRST, 0.0), *((size, FIRST, n / len(sizes)) for n, size in enumerate(sizes, 1))]
    return [(size, FIRST << n, float(n + 1 == len(sizes))) for n, size in enumerate(sizes)]


def mean(values: list[float]) -> float:
    """The mean of what was found; nothing was found: hopeless."""
    return sum(values) / len(values) if values else -2.0
