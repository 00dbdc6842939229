"""What an action was worth beside the best one, by a budget of positions: the same on every machine.

A judge looks through `Sight` alone, so it holds nothing against a player that the player could not know.
"""

from typing import Protocol

import msgspec

from fimbul import kernels
from fimbul.bots.compiled import Compiled
from fimbul.bots.playouts import Node, Playouts
from fimbul.bots.search import Search
from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, Game, Rng, State

COMPILED, READABLE, PLAYED = 12_000, 1_200, 500  # positions for one look, by who looks
FEWEST = 4  # worlds in which two actions are compared, however few positions there are
LINE = 3  # answers that follow a better action


class Verdict(msgspec.Struct, frozen=True):
    """The best action and the one that was taken, each with what it promised."""

    best: Action
    hope: float
    value: float

    @property
    def loss(self) -> float:
        """How much worse the action was than the best, from 0 to 2."""
        return max(0.0, self.hope - self.value)


class Judge(Protocol):
    """Whoever judges."""

    nodes: int
    method: str

    def better(self, sight: Sight) -> Idea:
        """What looks best, before anything is compared."""

    def compare(self, sight: Sight, taken: Action, better: Idea) -> Verdict:
        """How an action stands beside the one that looks best."""

    def line(self, world: State) -> list[tuple[int, Action]]:
        """How it might go on in a world, with the seats that act."""


class TreeJudge:
    """For games in which a tree can be searched."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        self.game = game
        compiled = kernels.supports(game.slug)
        self.nodes = nodes or (COMPILED if compiled else READABLE)
        self.bot: Compiled | Search = (Compiled if compiled else Search)(game, 1, nodes=self.nodes)
        self.method = (
            f"{'the compiled' if compiled else 'the readable'} search, {self.nodes} positions a look"
        )

    def better(self, sight: Sight) -> Idea:
        """The best action of a search."""
        return self.bot.weigh(sight, sight.legal())[0]

    def compare(self, sight: Sight, taken: Action, better: Idea) -> Verdict:
        """Both actions searched side by side; the search may then find that the first look was wrong."""
        if taken == better.action:
            return Verdict(taken, better.value, better.value)
        worth = {idea.action: idea.value for idea in self.bot.weigh(sight, [better.action, taken], exact=2)}
        best = max(better.action, taken, key=worth.__getitem__)
        return Verdict(best, worth[best], worth[taken])

    def line(self, world: State) -> list[tuple[int, Action]]:
        """The answers that the search expects, until something is revealed."""
        state = world.copy()
        told: list[tuple[int, Action]] = []
        while len(told) < LINE and not state.over and state.revelations == world.revelations:
            seat = state.to_act[0]
            action = self.bot.choose(Sight(state, seat))
            told.append((seat, action))
            state.apply(action, seat)
        return told


class PlayoutJudge:
    """For games of dice and cards: both actions are played on in the same imagined worlds."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        self.game = game
        self.nodes = nodes or PLAYED
        self.bot = Playouts(game, 1, nodes=self.nodes)
        self.rng = Rng(2)
        self.method = f"playing on in imagined worlds, {self.nodes} actions a look"

    def better(self, sight: Sight) -> Idea:
        """What the game's own mind would take at first sight; the value is only a rank."""
        actions = sight.legal()
        promise = self.game.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        place = max(range(len(actions)), key=promise.__getitem__)
        return Idea(actions[place], promise[place])

    def compare(self, sight: Sight, taken: Action, better: Idea) -> Verdict:
        """The mean over worlds; of a lead as much as may be luck is taken off."""
        ours: list[float] = []
        theirs: list[float] = []
        self.bot.nodes = 0
        plans = Node(), Node()
        while len(ours) < FEWEST or self.bot.nodes < self.nodes:
            world = sight.imagine(self.rng)
            ours.append(self.bot.play_on(world, better.action, sight.seat, plans[0]))
            theirs.append(self.bot.play_on(world, taken, sight.seat, plans[1]))
        count = len(ours)
        gaps = [one - other for one, other in zip(ours, theirs, strict=True)]
        mean = sum(gaps) / count
        error = (sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count) ** 0.5
        value = sum(theirs) / count
        lead = mean - error
        return Verdict(better.action, value + lead, value) if lead > 0 else Verdict(taken, value, value)

    def line(self, world: State) -> list[tuple[int, Action]]:
        """Nobody knows how the dice fall."""
        return []


def judge_of(game: Game, nodes: int | None = None) -> Judge:
    """The judge that fits a game."""
    return PlayoutJudge(game, nodes) if game.mind.horizon else TreeJudge(game, nodes)
