"""The proof that a kernel is the twin of the rules: both play the same games and are compared at every position.

Compared are the legal list in its order, the whole state after the action, the end with its rule, what the
game's own bot thinks, and the action that random play picks.  What a kernel does not keep is said in `unpack`.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from fimbul import kernels
from fimbul.core import FimbulError, Game, Match, State
from fimbul.kernels.variants import variants

EQUAL = 1e-9  # two sums of the same numbers in another order
REPACKED = 0.05  # how often the position is packed anew, so that nothing wrong is carried along unseen
EAGER = 0.15  # how often the action is one that the game's bot finds promising: kills, which chance seldom finds
CALM = 0.04  # how often a whole game is played as if nobody wanted to win, so that draws come about (F50)
CANDIDATES = 16  # actions that such a player looks at
SEED_BITS = 63


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
        match = Match(game, seats=seats, options=options, seed=chance.getrandbits(SEED_BITS))
        compare_game(game, match, chance, proved)
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


def compare_game(game: Game, match: Match, chance: random.Random, proved: Proved) -> None:
    """Play one game on both sides."""
    state = match.state
    desk = kernels.desk(state)
    calm = chance.random() < CALM
    seen: Counter[Any] = Counter()
    while state.outcome is None:
        seat = state.to_act[0]
        legal = state.legal(seat)
        numbers = desk.legal()
        if [desk.decode(state, number) for number in numbers] != legal:
            differ(match, "The lists of legal actions differ", f"{len(numbers)} against {len(legal)}")
        evaluate_both(game, state, desk, match)
        draw = chance.getrandbits(62)
        picked = desk.random_action(draw)
        if picked not in numbers:
            differ(match, "Random play picks an action that is not legal", str(picked))
        place = numbers.index(picked)
        if calm:
            seen[game.mind.key(state)] += 1
            place = calmest(game, state, legal, seen, chance)
        elif chance.random() < EAGER:
            hopes = game.mind.promise(state, legal, seat)
            place = max(range(len(legal)), key=hopes.__getitem__)
        proved.positions += 1
        proved.actions += len(legal)
        proved.verbs[type(legal[place]).__name__] += 1
        desk.apply(numbers[place])
        match.play(legal[place], seat)
        after = desk.unpack(state)
        if after != state:
            fields = [name for name in state.__struct_fields__ if getattr(after, name) != getattr(state, name)]
            differ(match, f"After {legal[place]} the states differ", ", ".join(fields))
        if state.outcome is None and chance.random() < REPACKED:
            desk = kernels.desk(state)
    if desk.legal():
        differ(match, "The game is over and the kernel would play on", str(state.outcome))
    evaluate_both(game, state, desk, match)
    proved.positions += 1
    proved.endings[state.outcome.rule] += 1


def calmest(game: Game, state: State, legal: list[Any], seen: Counter[Any], chance: random.Random) -> int:
    """Of some actions the one that leads back to where the game has been, or else changes least."""
    now, ranks = game.mind.evaluate(state, 0), []
    for place in chance.sample(range(len(legal)), min(CANDIDATES, len(legal))):
        after = state.copy()
        after.apply(legal[place])
        change = abs(game.mind.evaluate(after, 0) - now)
        ranks.append((-seen[game.mind.key(after)], change, place))
    return min(ranks)[2]


def evaluate_both(game: Game, state: State, desk: kernels.Desk, match: Match) -> None:
    """What the bot thinks must be the same for every seat."""
    for seat in range(match.seats):
        ours, theirs = desk.evaluate(seat), game.mind.evaluate(state, seat)
        if abs(ours - theirs) > EQUAL:
            differ(match, "The evaluations differ", f"{ours} against {theirs} for seat {seat}")


def differ(match: Match, what: str, detail: str) -> None:
    """Raise the difference."""
    record = match.record().to_text()
    raise Difference(f"{what} at ply {match.state.ply} ({detail}).", record)
