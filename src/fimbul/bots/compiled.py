"""A bot that thinks ahead in a compiled kernel, where the game has one and the extra `fast` is installed."""

from typing import Any

from fimbul import kernels
from fimbul.bots.search import TIE
from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, Game, Rng

WORLDS = 8  # imagined worlds to think in, where there is anything to imagine


class Compiled:
    """`Search` in a kernel.  Positions are packed from imagined worlds: it sees no more than others do."""

    def __init__(
        self, game: Game, seed: int = 0, *, seconds: float | None = None, nodes: int | None = None
    ) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.seconds = seconds
        self.limit = nodes
        self.worlds = WORLDS if game.hidden or game.chance else 1
        self.thinker = kernels.thinker(game.slug)

    @property
    def nodes(self) -> int:
        """How many positions it looked at for its last decision."""
        return self.thinker.nodes

    @property
    def deepest(self) -> int:
        """How far ahead it looked: actions, or whole turns where the kernel thinks in them."""
        return self.thinker.deepest

    def weigh(self, sight: Sight, actions: list[Any], exact: int = 1) -> list[Idea]:
        """Actions with their values, the best first; the `exact` best ones are exact."""
        worlds = [sight.imagine(self.rng) for _ in range(self.worlds)]
        found = self.thinker.weigh(
            worlds,
            actions,
            seconds=self.seconds,
            nodes=self.limit,
            exact=exact,
            seed=self.rng.next() >> 1,
        )
        bar = found[:exact][-1][1] - TIE  # of the others it is known only that they are no better
        return [
            Idea(action, value if place < exact else min(value, bar))
            for place, (action, value) in enumerate(found)
        ]

    def choose(self, sight: Sight) -> Action:
        """The best action found in time."""
        actions = sight.legal()
        if len(actions) == 1:
            only: Action = actions[0]
            return only
        return self.weigh(sight, actions)[0].action

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions, each with its own value."""
        return self.weigh(sight, sight.legal(), exact=count)[:count]
