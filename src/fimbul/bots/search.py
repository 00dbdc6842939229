"""A bot that thinks ahead: alpha-beta with iterative deepening, for as long as it is given.

Values are always those of the seat that thinks.  Its allies make them as large as they can, everybody else
as small, which is minimax for two, a team for a co-operative game, and the cautious ("paranoid") reading
for three and four. Where something is hidden or left to chance, the same search runs in several imagined
worlds and the values of the first action are averaged.
"""

import time
from typing import Any

from fimbul.bots.sight import Idea, Sight, Weigher
from fimbul.core import Game, Rng, State

EXACT, AT_LEAST, AT_MOST = range(3)
WON = 0.999  # beyond this a value is a forced result
WORLDS = 8
DEEPEST = 40
TABLE_SIZE = 400_000
CONTEMPT = 0.25  # a draw is worth this much less than an even position: play on
FADE = 1e-4  # a result is worth a little less for every action it takes
TIE = 1e-9  # what is no better than the best is searched until it is known to be worse, or as good


class OutOfTime(Exception):
    """The budget is spent."""


class Search(Weigher):
    """Anytime search with a budget of seconds or of positions.

    `beam`: beyond the first depth only so many actions of a longer list are followed, those that were best
    one depth before, or that the mind promises most of further down. Where it is not given, the mind may
    have a `beam`, and if it has none, everything is followed.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        beam: int | None = None,
    ) -> None:
        self.mind = game.mind
        self.game = game
        self.rng = Rng(seed)
        self.seconds = seconds
        self.limit = nodes
        self.depth = depth or DEEPEST
        self.beam = beam or game.mind.beam  # None: every action, however many
        self.worlds = WORLDS if game.hidden or game.chance else 1
        self.nodes = 0
        self.deepest = 0
        self.friends: frozenset[int] | None = frozenset()
        self.deadline = float("inf")
        self.table: dict[Any, tuple[int, int, float, Any]] = {}
        self.history: dict[Any, int] = {}

    # ---- deciding

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions, each with its own value."""
        actions = sight.legal()
        ideas = self.weigh(sight, actions, exact=count)
        return sorted(ideas, key=lambda idea: -idea.value)[:count]

    def weigh(self, sight: Sight, actions: list[Any], exact: int = 1) -> list[Idea]:
        """Actions with values, those of the last finished depth; the `exact` best ones are exact."""
        self.nodes = 0
        self.deepest = 0
        self.seat = sight.seat
        self.friends = self.game.allies(sight.seat)
        self.deadline = time.perf_counter() + self.seconds if self.seconds is not None else float("inf")
        if len(self.table) > TABLE_SIZE:
            self.table.clear()
        self.history.clear()
        worlds = [sight.imagine(self.rng) for _ in range(self.worlds)]
        promise = self.mind.promise(worlds[0], actions, sight.seat)
        order = sorted(range(len(actions)), key=lambda place: -promise[place])
        ranked = [Idea(actions[place], promise[place]) for place in order]
        for depth in range(1, self.depth + 1):
            try:
                ranked = self.deepen(worlds, [idea.action for idea in ranked], depth, exact, ranked)
            except OutOfTime as stop:
                if stop.args:
                    ranked = stop.args[0]
                break
            self.deepest = depth
            if ranked[0].value > WON or ranked[0].value < -WON or all(i.value < -WON for i in ranked[1:]):
                break
        return ranked

    def deepen(
        self, worlds: list[State], actions: list[Any], depth: int, exact: int, before: list[Idea]
    ) -> list[Idea]:
        """One more depth: the actions in the order of their values.

        Out of time in the middle, the actions that were finished are still worth having: the best of the
        last depth came first, so whatever beats it is better.
        """
        ideas: list[Idea] = []
        averaged = len(worlds) > 1
        followed = actions if depth == 1 or self.beam is None else actions[: max(self.beam, exact)]
        try:
            for action in followed:
                bar = sorted((idea.value for idea in ideas), reverse=True)[exact - 1 : exact]
                alpha = -2.0 if averaged or not bar else bar[0] - TIE
                values = []
                for world in worlds:
                    after = world.copy()
                    after.apply(action, self.seat)
                    if self.game.chance:
                        after.reseed(self.rng)
                    values.append(self.value(after, depth - 1, alpha, 2.0))
                    if depth == 1 and self.mind.open_eyed and after.revelations == world.revelations:
                        break  # nothing came to light: every world would say the same
                ideas.append(Idea(action, sum(values) / len(values)))
        except OutOfTime:
            if not ideas:
                raise
            floor = min(idea.value for idea in ideas) - 1e-6
            raise OutOfTime(ranked(ideas, before, floor)) from None
        best = max(idea.value for idea in ideas)
        # Those that the beam left out stay behind, unless everything in it is lost.
        return ranked(ideas, before, min(idea.value for idea in ideas) - 1e-6 if best > -WON else 2.0)

    # ---- looking ahead

    def spend(self) -> None:
        """Count a position; stop when the budget is gone."""
        self.nodes += 1
        if self.limit is not None:
            if self.nodes > self.limit:
                raise OutOfTime
        elif not self.nodes & 31 and time.perf_counter() > self.deadline:
            raise OutOfTime

    def value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """What the position is worth to the thinking seat, as far as it lies between alpha and beta."""
        self.spend()
        if state.outcome is not None:
            return -CONTEMPT if state.outcome.drawn else 2 * state.outcome.scores[self.seat] - 1
        if depth <= 0:
            return self.mind.evaluate(state, self.seat)
        key = self.mind.key(state)
        known = self.table.get(key)
        first = None
        if known is not None:
            deep, bound, stored, first = known
            if deep >= depth and (
                bound == EXACT
                or (bound == AT_LEAST and stored >= beta)
                or (bound == AT_MOST and stored <= alpha)
            ):
                return stored
        mover = state.to_act[0]
        ours = self.friends is None or mover in self.friends
        low, high = alpha, beta
        best, choice = (-2.0, None) if ours else (2.0, None)
        for action in self.ordered(state, mover, first):
            after = state.copy()
            after.apply(action, mover)
            found = self.value(after, depth - 1, low / (1 - FADE), high / (1 - FADE)) * (1 - FADE)
            if ours:
                if found > best:
                    best, choice = found, action
                    low = max(low, best)
            elif found < best:
                best, choice = found, action
                high = min(high, best)
            if low >= high:
                self.history[action] = self.history.get(action, 0) + depth * depth
                break
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        self.table[key] = depth, bound, best, choice
        return best

    def ordered(self, state: State, mover: int, first: Any) -> list[Any]:
        """The actions, the most promising first: best before, then what the game says, then what cut."""
        actions = state.legal(mover)
        promise = self.mind.promise(state, actions, mover)
        history = self.history
        ranks = [
            (action == first, hope, history.get(action, 0))
            for action, hope in zip(actions, promise, strict=True)
        ]
        order = sorted(range(len(actions)), key=ranks.__getitem__, reverse=True)
        return [actions[place] for place in order[: self.beam]]


def ranked(ideas: list[Idea], before: list[Idea], floor: float) -> list[Idea]:
    """Actions by value; those that were not looked at again keep theirs, but none above the floor."""
    done = {idea.action for idea in ideas}
    rest = [Idea(idea.action, min(idea.value, floor)) for idea in before if idea.action not in done]
    return sorted(ideas + rest, key=lambda idea: -idea.value)
