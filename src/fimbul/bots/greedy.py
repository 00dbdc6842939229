"""A bot that looks one action ahead."""

from fimbul.bots.playouts import Playouts
from fimbul.bots.sight import Idea, Sight, pick
from fimbul.core import Action, Game, Rng, State

WORLDS = 4  # imagined worlds to try an action in, where there is anything to imagine


class Greedy:
    """Takes the action after which the game's own evaluation is best.

    Of a mind that plans, or judges only what was played on, it takes what looks best at first sight, or what
    does best in a glimpse of the turn, where the mind allows one.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.mind = game.mind
        self.worlds = WORLDS if game.hidden or game.chance else 1
        self.rng = Rng(seed)
        self.glimpse = Playouts(game, seed, nodes=self.mind.glimpse) if self.mind.glimpse else None

    def weigh(self, sight: Sight) -> list[Idea]:
        """Every action with its value, averaged over imagined worlds where they differ."""
        if self.glimpse is not None:
            return self.glimpse.weigh(sight, sight.legal())
        if self.mind.plans or self.mind.horizon:
            actions = sight.legal()
            values = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
            return [Idea(action, value) for action, value in zip(actions, values, strict=True)]
        worlds = [sight.imagine(self.rng) for _ in range(self.worlds)]
        return [Idea(action, self.worth(action, worlds, sight.seat)) for action in sight.legal()]

    def worth(self, action: Action, worlds: list[State], seat: int) -> float:
        """The value of one action."""
        values = []
        for world in worlds:
            after = world.copy()
            after.apply(action, seat)
            values.append(self.mind.evaluate(after, seat))
            if self.mind.open_eyed and after.revelations == world.revelations:
                break  # nothing came to light: every world would say the same
        return sum(values) / len(values)

    def choose(self, sight: Sight) -> Action:
        """The best action, or one of the best; where there is only one it does not think."""
        actions: list[Action] = sight.legal()
        return actions[0] if len(actions) == 1 else pick(self.weigh(sight), self.rng)

    def ideas(self, sight: Sight, count: int = 3) -> list[Idea]:
        """The best few actions."""
        return sorted(self.weigh(sight), key=lambda idea: -idea.value)[:count]
