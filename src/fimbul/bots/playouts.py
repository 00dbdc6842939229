"""A bot that plays on in its head: for games of dice and cards, where a deep tree knows too much.

Every action is tried in imagined worlds, the same ones for all.  What the seat and its allies do in the rest
of this turn is tried out as well: a tree under every action remembers what followed it, whatever the dice
were (an open loop, so no plan counts on them), and widens from the game's first sight (its mind's `promise`)
to other continuations.  From the next turn on everybody plays by first sight for some turns; then the mind
judges.  In a world every turn has chance of its own, the same whatever was done before it: actions are
compared by what they change, not by the luck of others.  Those that do badly are dropped, half of them at a
time, so that most of the thinking goes to those that are close (sequential halving), and an action is
preferred to the first sight only where that is more than luck.
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
ENOUGH = 24  # worlds before two actions can be told apart for good
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
    if len(gaps) < ENOUGH:
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
        self.nodes = 0
        self.deadline = float("inf")
        self.friends: frozenset[int] | None = None

    def weigh(self, sight: Sight, actions: list[Any]) -> list[Idea]:
        """Every action with its mean value; those that were dropped stay below those that were not."""
        self.nodes = 0
        self.deadline = self.clock() + self.seconds if self.seconds is not None else float("inf")
        self.friends = self.game.allies(sight.seat)
        promise = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        order = sorted(range(len(actions)), key=lambda place: -promise[place])
        tried = [place for place in order[:BEAM] if promise[place] > HOPELESS] or order[:1]
        field = tried
        plans = [Node() for _ in actions]
        values: list[list[float]] = [[] for _ in actions]  # by world, the same worlds for all
        worlds = FIRST
        while not self.spent():
            for _ in range(worlds):
                world = sight.imagine(self.rng)
                for place in field:
                    if self.spent() and values[order[0]]:
                        break
                    value = self.play_on(world, actions[place], sight.seat, plans[place])
                    if self.limit is None and self.spent() and values[order[0]]:
                        break  # it was cut short: what it came to says little
                    values[place].append(value)
                else:
                    continue
                break
            if len(field) == 1:
                break  # there is nothing to compare it with
            if len(field) == 2:
                apart = [v - w for v, w in zip(values[field[1]], values[field[0]], strict=False)]
                if settled(apart, spread([apart])):
                    break
            if len(field) > 2:
                rest = sorted(field[1:], key=lambda place: -mean(values[place]))
                field = [field[0], *rest[: max(1, (len(field) - 1) // 2)]]
                worlds *= 2
        first = values[order[0]]
        best = sum(first) / len(first)
        gaps = {
            place: [value - other for value, other in zip(values[place], first, strict=False)]
            for place in tried
        }
        wide = spread([gaps[place] for place in tried[1:]])
        worth = {}
        for place in tried:
            ahead = lead(gaps[place], wide)
            worth[place] = best + (ahead if place in field else min(ahead, -1e-6))  # dropped ones stay below
        worth[order[0]] = best
        floor = min(worth.values()) - 1e-6
        return [Idea(action, worth.get(place, floor)) for place, action in enumerate(actions)]

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
        last = mind.until(world)
        if mind.closes(action):
            state.rng.drawn = STREAM * (2 * turn + 1)
        state.apply(action, seat)
        path = [plan]
        for _ in range(LONGEST):
            self.nodes += 1
            if state.outcome is not None or state.turn >= last:
                break
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
        value: float = mind.evaluate(state, seat)
        for node in path:
            node.note(value)
        return value


def mean(values: list[float]) -> float:
    """The mean of what was found; nothing was found: hopeless."""
    return sum(values) / len(values) if values else -2.0
