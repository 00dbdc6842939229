"""A bot that looks one action ahead."""

from fimbul.bots.sight import Idea, Sight, pick
from fimbul.core import Action, Game, Rng

WORLDS = 4  # imagined worlds to try an action in, where there is anything to imagine


class Greedy:
    """Takes the action after which the game's own evaluation is best."""

    def __init__(self, game: Game, seed: int = 0, *, slack: float = 0.0) -> None:
        self.mind = game.mind
        self.worlds = WORLDS if game.hidden or game.chance else 1
        self.slack = slack
        self.rng = Rng(seed)

    def weigh(self, sight: Sight) -> list[Idea]:
        """Every action with its value, averaged over imagined worlds."""
        actions = sight.legal()
        totals = [0.0] * len(actions)
        for _ in range(self.worlds):
            world = sight.imagine(self.rng)
            for place, action in enumerate(actions):
                after = world.copy()
                after.apply(action, sight.seat)
                totals[place] += self.mind.evaluate(after, sight.seat)
        return [Idea(action, total / self.worlds) for action, total in zip(actions, totals, strict=True)]

    def choose(self, sight: Sight) -> Action:
        """The best action, or one of the best."""
        return pick(self.weigh(sight), self.slack, self.rng)

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions."""
        return sorted(self.weigh(sight), key=lambda idea: -idea.value)[:count]
