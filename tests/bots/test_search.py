"""Search takes what trying everything would take: in trees whose leaves are often as good as one another."""

from typing import Any, ClassVar

import pytest

from fimbul.bots import Search, Sight
from fimbul.bots.search import FADE
from fimbul.core import (
    Action,
    Board,
    Deed,
    Deeds,
    Event,
    Game,
    Illegal,
    Mind,
    Outcome,
    Rng,
    Table,
    TurnState,
    View,
)

WAYS, LONGEST = 3, 7
WORTH = (-0.9, -0.5, 0.0, 0.5, 0.9)


class Go(Action, frozen=True):
    """Take one of the ways."""

    way: int


class Forking(TurnState, kw_only=True):
    """Where one has come, and who goes on; what lies there is drawn from the tree's number."""

    tree: int = 0
    path: int = 1
    active: int = 0

    slug: ClassVar[str] = "forks"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "K1"

    def legal(self, seat: int) -> list[Go]:
        return [Go(way) for way in range(WAYS)] if seat in self.to_act else []

    def refusal(self, action: Go, seat: int) -> Illegal | None:
        return None

    def take(self, action: Go, seat: int) -> list[Event]:
        self.path = self.path * WAYS + action.way
        self.active = 1 - seat
        chance = Rng(self.tree * 1_000_003 + self.path)
        if self.ply == LONGEST or chance.below(12) == 0:
            winner = chance.below(2)
            self.outcome = Outcome((1.0 - winner, float(winner)), "K1", "The way ends here.")
        return []

    def view(self, seat: int | None) -> View:
        return View(**self.common(seat))


class Signs(Mind):
    """A few values, again and again."""

    def evaluate(self, state: Forking, seat: int) -> float:
        if state.outcome is not None:
            return super().evaluate(state, seat)
        value = Rng(state.tree * 999_983 + state.path).choice(WORTH)
        return value if seat == 0 else -value


deeds = Deeds[View]()


@deeds.of(Go)
def go(view: View, action: Go) -> Deed:
    """A button."""
    return Deed(f"Take way {action.way}", str(action))


class ForksTable(Table[View]):
    """Nothing but buttons."""

    deeds = deeds

    def boards(self, view: View) -> tuple[Board, ...]:
        return (Board(box=(0, 0, 1, 1), ground="", style="", nodes=()),)


class Forks(Game):
    """A tree."""

    title = "Forks"
    seats = range(2, 3)
    actions = (Go,)
    State: ClassVar[Any] = Forking
    table = ForksTable()
    mind = Signs()


def worth(state: Forking, depth: int, seat: int) -> float:
    """What a position is worth to a seat, found by trying everything."""
    if state.outcome is not None or not depth:
        return Forks.mind.evaluate(state, seat)
    mover = state.active
    values = []
    for action in state.legal(mover):
        after = state.copy()
        after.apply(action, mover)
        values.append(worth(after, depth - 1, seat) * (1 - FADE))
    return max(values) if mover == seat else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_search_chooses_what_trying_everything_chooses(depth: int) -> None:
    game = Forks()
    chosen: set[int] = set()
    for tree in range(40):
        state = Forking(rng=Rng(0), tree=tree)
        truth = {}
        for action in state.legal(0):
            after = state.copy()
            after.apply(action, 0)
            truth[action] = worth(after, depth - 1, 0)
        best = {action for action, value in truth.items() if value > max(truth.values()) - 1e-8}
        for seed in range(3):
            bot = Search(game, seed, depth=depth)
            found = {idea.action: idea.value for idea in bot.weigh(Sight(state, 0), state.legal(0))}
            choice = bot.choose(Sight(state, 0))
            if bot.deepest == depth:  # otherwise a result is forced, and it looked no further
                assert choice in best, (tree, truth, found)
                assert found[choice] == pytest.approx(truth[choice], abs=1e-8)
                chosen.add(tree)
    assert len(chosen) > 20
