"""Measure how far ahead Fate's searching bot should look: what luck adds, and what haste leaves out.

    python docs/strength/horizon.py --seats 1 --positions 40 --worlds 30 --seed 640000

In positions of games that first sight plays, the six most promising actions are played on to the end of
the game in the same imagined worlds, and judged after every round on the way.  For every number of rounds it
tells by how much the gap to the most promising action differs from world to world, and by how much its mean
differs from its mean at the end of the game (that is the haste; what is luck in it is taken off), both as the
search counts: from -1, lost, to 1.
"""

import argparse
import statistics
from typing import Any

import fimbul
from fimbul.bots import Playouts, Sight
from fimbul.bots.playouts import HOPELESS, Node
from fimbul.core import Rng
from fimbul.games.fate.bot.mind import FateMind
from fimbul.games.fate.rules import turn

ROUNDS = 12  # more than are left in any position
TRIED = 6  # actions


class Patient(FateMind):
    """Keeps what it thinks after every round, and waits for the end."""

    horizon, patience = ROUNDS, 1.0

    def __init__(self) -> None:
        self.thought: list[float] = []

    def judge(self, *position: Any) -> float:
        """A judgement that is kept."""
        self.thought.append(super().judge(*position))
        return self.thought[-1]

    def evaluate(self, *position: Any) -> float:
        """The same, of a game that has ended in its first round."""
        self.thought.append(super().evaluate(*position))
        return self.thought[-1]


def most_promising(state: Any) -> list[Any]:
    """The actions, the most promising first, without those that are hopeless."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = fimbul.game("fate").mind.promise(state, actions, seat)
    order = sorted(range(len(actions)), key=lambda place: -promise[place])
    return [actions[place] for place in order if promise[place] > HOPELESS or place == order[0]]


def position(seats: int, seed: int, lot: Rng) -> Any:
    """A decision on an action in some turn of a game of first sight, or None if it has none so late."""
    state: Any = fimbul.game("fate").new(seats=seats, seed=seed)
    step, skipped = 2 + lot.below(10), lot.below(2 * seats + 1)
    while state.outcome is None:
        state.pieces = max(state.pieces, 2)
        actions = most_promising(state)
        if state.time >= step and len(actions) >= TRIED and isinstance(state.decision, turn.Acting):
            if not skipped:
                return state
            skipped -= 1
        state.apply(actions[0], state.to_act[0])
    return None


def gaps_of(state: Any, worlds: int, seed: int) -> list[list[list[float]]]:
    """By action and round, the gaps to the most promising action in every world."""
    game = fimbul.game("fate")
    bot, mind, lot = Playouts(game, seed, nodes=10**9), Patient(), Rng(seed)
    bot.mind, bot.far, bot.friends = mind, ROUNDS, game.allies(0)
    seat = state.to_act[0]
    actions = most_promising(state)[:TRIED]
    found: list[list[list[float]]] = [[[] for _ in range(ROUNDS)] for _ in actions[1:]]
    for _ in range(worlds):
        world, thoughts = Sight(state, seat).imagine(lot), []
        for action in actions:
            mind.thought = []
            bot.play_on(world, action, seat, Node())
            thoughts.append((mind.thought + mind.thought[-1:] * ROUNDS)[:ROUNDS])
        for gaps, thought in zip(found, thoughts[1:], strict=True):
            for place, (ours, first) in enumerate(zip(thought, thoughts[0], strict=True)):
                gaps[place].append(ours - first)
    return found


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lot, actions, number, positions = Rng(given.seed), [], 0, 0
    while positions < given.positions:
        state = position(given.seats, given.seed + number, lot)
        number += 1
        if state is not None:
            positions += 1
            actions += gaps_of(state, given.worlds, number)
    print(f"{given.seats} heroes, {positions} positions, {given.worlds} worlds, seed {given.seed}")
    for rounds in range(ROUNDS):
        luck = statistics.mean(statistics.variance(each[rounds]) for each in actions)
        haste = []
        for each in actions:
            left = [now - end for now, end in zip(each[rounds], each[-1], strict=True)]
            haste.append(statistics.mean(left) ** 2 - statistics.variance(left) / given.worlds)
        bias = max(0.0, statistics.mean(haste)) ** 0.5
        print(f"  {rounds + 1:2} rounds: luck {luck**0.5:.3f}, haste {bias:.3f}")


if __name__ == "__main__":
    main()
