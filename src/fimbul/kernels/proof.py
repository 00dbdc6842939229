"""The proof that a kernel is the twin of the rules: both play the same games and are compared throughout.

Compared are the legal list in its order, the whole state after the action, the end with its rule, what the
game's own bot thinks, and the action that random play picks.  What a kernel does not keep `unpack` says.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import msgspec

from fimbul import kernels
from fimbul.core import FimbulError, Game, Match, State
from fimbul.core.rng import SEED_BITS
from fimbul.kernels.variants import variants

EQUAL = 1e-9  # two sums of the same numbers in another order
REPACKED = 0.05  # how often the position is packed anew, so that nothing wrong is carried along unseen
EAGER = 0.15  # how often the action is one that the bot finds promising: kills, which chance seldom finds
CALM = 0.04  # how often a whole game is played as if nobody wanted to win, so that draws come about (F50)
CANDIDATES = 16  # actions that such a player looks at


class Difference(FimbulError):
    """A position in which the kernel and the rules do not agree, with the record that leads to it."""

    def __init__(self, message: str, record: str) -> None:
        super().__init__(message)
        self.record = record


class Proved(msgspec.Struct):
    """What has been compared."""

    game: str
    seed: int
    games: int = 0
    positions: int = 0
    actions: int = 0  # in the legal lists
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    verbs: Counter[str] = msgspec.field(default_factory=Counter)
    variants: Counter[str] = msgspec.field(default_factory=Counter)


def prove(game: Game, positions: int, seed: int, done: Callable[[int], None] = lambda count: None) -> Proved:
    """Compare at least so many positions of fresh games; `Difference` at the first that differs."""
    proved = Proved(game.slug, seed)
    chance = random.Random(seed)
    for name, seats, options in cycled(game, chance):
        before = proved.positions
        Course(game, seats, options, chance).compare(proved)
        proved.games += 1
        proved.variants[name] += 1
        done(proved.positions - before)
        if proved.positions >= positions:
            break
    return proved


def cycled(game: Game, chance: random.Random) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Every way to play the game, again and again, each with its other options by chance."""
    while True:
        yield from variants(game.slug, chance)


class Course:
    """One game that is played on both sides."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], chance: random.Random) -> None:
        self.game, self.seats, self.options, self.chance = game, seats, options, chance
        self.seed = chance.getrandbits(SEED_BITS)
        self.state: State = game.new(seats=seats, options=options, seed=self.seed)
        self.desk = kernels.desk(self.state)
        self.played: list[tuple[Any, int]] = []
        self.calm = chance.random() < CALM
        self.seen: Counter[Any] = Counter()

    def compare(self, proved: Proved) -> None:
        """Compare every position to the end."""
        state, chance = self.state, self.chance
        while state.outcome is None:
            seat = state.to_act[0]
            legal, numbers = state.legal(seat), self.desk.legal()
            if [self.desk.decode(state, number) for number in numbers] != legal:
                self.differ("The lists of legal actions differ", f"{len(numbers)} against {len(legal)}")
            self.evaluate()
            place = self.choose(legal, numbers, seat)
            proved.positions += 1
            proved.actions += len(legal)
            proved.verbs[type(legal[place]).__name__] += 1
            self.played.append((legal[place], seat))
            self.desk.apply(numbers[place])
            state.apply(legal[place], seat)
            after = self.desk.unpack(state)
            if after != state:
                fields = [
                    name for name in state.__struct_fields__ if getattr(after, name) != getattr(state, name)
                ]
                self.differ(f"After {legal[place]} the states differ", ", ".join(fields))
            if not state.over and chance.random() < REPACKED:
                self.desk = kernels.desk(state)
        if self.desk.legal():
            self.differ("The game is over and the kernel would play on", str(state.outcome))
        self.evaluate()
        proved.positions += 1
        proved.endings[state.outcome.rule] += 1

    def choose(self, legal: list[Any], numbers: list[int], seat: int) -> int:
        """Where in the list the next action is."""
        game, state, chance = self.game, self.state, self.chance
        picked = self.desk.random_action(chance.getrandbits(62))
        if picked not in numbers:
            self.differ("Random play picks an action that is not legal", str(picked))
        if self.calm:
            self.seen[game.mind.key(state)] += 1
            return calmest(game, state, legal, self.seen, chance)
        if chance.random() < EAGER:
            hopes = game.mind.promise(state, legal, seat)
            return max(range(len(legal)), key=hopes.__getitem__)
        return numbers.index(picked)

    def evaluate(self) -> None:
        """What the game's bot thinks must be the same, whichever seat it thinks for."""
        seat = self.chance.randrange(self.seats)
        ours, theirs = self.desk.evaluate(seat), self.game.mind.evaluate(self.state, seat)
        if abs(ours - theirs) > EQUAL:
            self.differ("The evaluations differ", f"{ours} against {theirs} for seat {seat}")

    def differ(self, what: str, detail: str) -> NoReturn:
        """Raise the difference, with the record that leads to it."""
        match = Match(self.game, seats=self.seats, options=self.options, seed=self.seed)
        for action, seat in self.played:
            match.play(action, seat)
        raise Difference(f"{what} at ply {len(self.played)} ({detail}).", match.record().to_text())


def calmest(game: Game, state: State, legal: list[Any], seen: Counter[Any], chance: random.Random) -> int:
    """Of some actions the one that leads back to where the game has been, or else changes least."""
    now, ranks = game.mind.evaluate(state, 0), []
    for place in chance.sample(range(len(legal)), min(CANDIDATES, len(legal))):
        after = state.copy()
        after.apply(legal[place])
        change = abs(game.mind.evaluate(after, 0) - now)
        ranks.append((-seen[game.mind.key(after)], change, place))
    return min(ranks)[2]
