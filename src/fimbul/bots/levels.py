"""Levels that people understand: from a newcomer, who makes a beginner's mistakes, to a master.

A level is measured in positions and in a chance of oversight, never in time: it plays the same on every
machine.  Who overlooks things overlooks quiet actions of its own and answers of others, as beginners do; what
looks promising at first sight, an attack above all, it sees, and likes.
"""

from typing import Any

import msgspec

from fimbul import kernels
from fimbul.bots.compiled import Compiled
from fimbul.bots.playouts import Playouts
from fimbul.bots.search import Search
from fimbul.bots.sight import Bot, Idea, Sight, Weigher
from fimbul.core import Game, Rng, State

LEVELS = ("newcomer", "casual", "club", "expert", "master")
NAMES = ("random", "greedy", "search", *LEVELS)  # of all bots of our own
WIDE, ANSWERS = 40, 16  # actions of its own and answers that somebody considers who does not search
SLOWER = 25  # how many positions of the compiled search one of the readable search stands for


class Level(msgspec.Struct, frozen=True):
    """What a level sees.

    `nodes`: positions that it looks at; 0: only what its own action leads to, and the answers to that.
    `oversight`: how often an action or an answer is not seen.  `fond`: how much it likes to attack.
    """

    nodes: int = 0
    oversight: float = 0.0
    fond: float = 0.0


# For games in which a tree is searched; for those among them whose lists are long, where first sight is worth
# much (`beam`); for those of dice and cards; for those that are planned, and played on in the head; for wars
# of a thousand actions, which are planned and played at first sight.
TREE = {
    "newcomer": Level(oversight=0.94, fond=0.1),
    "casual": Level(oversight=0.5, fond=0.1),
    "club": Level(nodes=100, oversight=0.72),
    "expert": Level(nodes=800, oversight=0.3),
    "master": Level(nodes=200_000),
}
LONG = {
    "newcomer": Level(oversight=0.6, fond=0.1),
    "casual": Level(nodes=100, oversight=0.5),
    "club": Level(nodes=1_000, oversight=0.05),
    "expert": Level(nodes=10_000),
    "master": Level(nodes=200_000),
}
DICE = {
    "newcomer": Level(oversight=0.6, fond=0.5),
    "casual": Level(oversight=0.3, fond=0.2),
    "club": Level(),
    "expert": Level(nodes=100),
    "master": Level(nodes=2_000),
}
PLANS = {
    "newcomer": Level(oversight=0.6, fond=0.5),
    "casual": Level(oversight=0.2, fond=0.2),
    "club": Level(),
    "expert": Level(nodes=120),
    "master": Level(nodes=3_000),
}
WARS = {
    "newcomer": Level(oversight=0.56),
    "casual": Level(oversight=0.42),
    "club": Level(oversight=0.26),
    "expert": Level(oversight=0.1),
    "master": Level(),
}


def level_of(game: Game, name: str) -> Level:
    """What a level means in a game."""
    mind = game.mind
    if mind.plans:
        return (PLANS if mind.glimpse else WARS)[name]
    return (DICE if mind.horizon else LONG if mind.beam else TREE)[name]


def make_level(
    name: str, game: Game, seed: int, *, seconds: float | None = None, nodes: int | None = None
) -> Bot:
    """Somebody of a level; `seconds` or `nodes` replace the budget of one who searches."""
    level = level_of(game, name)
    searcher: Compiled | Search | Playouts | None = None
    if level.nodes:
        budget = None if seconds is not None else nodes or level.nodes
        if game.mind.horizon:
            searcher = Playouts(game, seed, seconds=seconds, nodes=budget)
        elif kernels.supports(game.slug):
            searcher = Compiled(game, seed, seconds=seconds, nodes=budget)
        else:
            fewer = max(100, budget // SLOWER) if budget is not None else None
            searcher = Search(game, seed, seconds=seconds, nodes=fewer)
    return Human(game, seed, level, searcher)


class Human(Weigher):
    """Somebody who plays as people of a level do."""

    def __init__(
        self, game: Game, seed: int, level: Level, searcher: Compiled | Search | Playouts | None
    ) -> None:
        self.game = game
        self.level = level
        self.searcher = searcher
        self.rng = Rng(seed)

    def weigh(self, sight: Sight, actions: list[Any]) -> list[Idea]:
        """The actions that it sees, with what it thinks of them."""
        world = sight.imagine(self.rng)
        promise = self.game.mind.promise(world, actions, sight.seat)
        seen = self.seen(actions, promise)
        if self.searcher is not None:
            return self.searcher.weigh(sight, [actions[place] for place in seen])
        if self.game.mind.horizon:
            return [Idea(actions[place], self.liking(promise, place)) for place in seen]
        order = sorted(seen, key=lambda place: -promise[place])[:WIDE]
        worlds = {place: world.copy() for place in order}
        for place, after in worlds.items():
            after.apply(actions[place], sight.seat)
        # Where a turn is several actions, only the last one has an answer: looking at it would be unfair.
        alone = not any(self.ours(after, sight.seat) for after in worlds.values())
        judge = self.foresee if alone else self.game.mind.evaluate
        return [
            Idea(actions[place], judge(after, sight.seat) + self.liking(promise, place))
            for place, after in worlds.items()
        ]

    def seen(self, actions: list[Any], promise: list[float]) -> list[int]:
        """The places of the actions that it does not overlook; one at least.

        Where first sight is not all there is, nobody overlooks what is most promising.
        """
        places = range(len(actions))
        first = max(places, key=promise.__getitem__)
        obvious = first if self.searcher is not None or not self.game.mind.horizon else None
        found = [place for place in places if place == obvious or not self.overlooks()]
        return found or [self.rng.choice(list(places))]

    def overlooks(self) -> bool:
        """Whether something escapes it."""
        return self.level.oversight > 0 and self.rng.below(1000) < 1000 * self.level.oversight

    def liking(self, promise: list[float], place: int) -> float:
        """What first sight adds: in games that are played by it all, otherwise the joy of attacking."""
        if self.game.mind.horizon:
            high, low = max(promise), sorted(promise)[len(promise) // 2]
            fond = self.level.fond * (high - low) if promise[place] == high else 0.0
            return promise[place] + fond
        ordinary = sorted(promise)[len(promise) // 2]
        return self.level.fond if promise[place] > ordinary else 0.0

    def ours(self, state: State, seat: int) -> bool:
        """Whether the seat, or one that wins with it, goes on."""
        allies = self.game.allies(seat)
        return state.outcome is None and (allies is None or state.to_act[0] in allies)

    def foresee(self, after: State, seat: int) -> float:
        """What a position is worth whose answers are looked at, as far as they are seen."""
        mind = self.game.mind
        if after.outcome is not None:
            return mind.evaluate(after, seat)
        mover = after.to_act[0]
        answers = after.legal(mover)
        promise = mind.promise(after, answers, mover)
        likely = sorted(range(len(answers)), key=lambda place: -promise[place])[:ANSWERS]
        found = []
        for place in likely:
            if not self.overlooks():
                reply = after.copy()
                reply.apply(answers[place], mover)
                found.append(mind.evaluate(reply, seat))
        return min(found) if found else mind.evaluate(after, seat)
