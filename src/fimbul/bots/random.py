"""A bot that takes any legal action."""

from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, Rng


class Random:
    """Uniformly random play, from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)

    def choose(self, sight: Sight) -> Action:
        """Any action."""
        action: Action = self.rng.choice(sight.legal())
        return action

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """A few actions; it thinks nothing of them."""
        actions = sight.legal()
        self.rng.shuffle(actions)
        return [Idea(action, 0.0) for action in actions[:count]]
