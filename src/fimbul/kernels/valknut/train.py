"""Learning how to weigh what a position of Valknut shows, from games that the kernel plays against itself.

    python -m fimbul.kernels.valknut.train --games 4000 --nodes 2000 --seed 1 --keep games.npz --write

Two to four seats search so many positions for every action, in worlds whose pile they shuffle themselves,
after a few random actions.  A game is kept as its actions and what the search found for each.  The numbers by
which the game's own bot weighs things are then moved, a step of least squares at a time, towards what came of
the positions: half how the game ended, half what the search found.  Every tenth game is held out.
"""

import argparse
import math
import multiprocessing
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

import fimbul
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers, Reals
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut import packing, tables
from fimbul.kernels.valknut.choices import seat_to_act
from fimbul.kernels.valknut.course import apply
from fimbul.kernels.valknut.evaluate import evaluate
from fimbul.kernels.valknut.ground import build, clear
from fimbul.kernels.valknut.thinker import WON, Thinker

SEATS = (2, 2, 2, 3, 4)  # how often a game has so many
MOST_RANDOM = 8  # random actions before everybody thinks
WORLDS = 2
TRUST = 0.5  # how much of the target is the end of the game; the rest is what the search found
HELD_OUT = 10  # one game in so many
STEPS = 12  # of least squares
SMALL = 1e-3  # a change of a weight to see what it does
DAMPING = 0.003  # how strongly weights are held where they are
LOST_TRACK = 9.0  # what stands beside an action that nobody thought about

Played = tuple[int, int, list[int], list[float]]  # seats, seed, actions, and what the search found


def start_of(seats: int, seed: int) -> tables.ValknutState:
    """How a game begins."""
    options: dict[str, Any] = {"gods": seed % 2 == 1} if seats == 4 else {}
    state = fimbul.game("valknut").new(seats=seats, seed=seed, options=options)
    assert isinstance(state, tables.ValknutState)
    return state


def world_of(flat: Numbers, chance: random.Random) -> Numbers:
    """The same position with another pile."""
    world = flat.copy()
    size = int(flat[at.PILE])
    cards = flat[at.PILE + 1 : at.PILE + 1 + size].tolist()
    chance.shuffle(cards)
    world[at.PILE + 1 : at.PILE + 1 + size] = cards
    return world


def play(thinker: Thinker, seed: int, nodes: int) -> Played:
    """One game."""
    chance = random.Random(seed)
    seats = chance.choice(SEATS)
    state = start_of(seats, seed)
    flat = packing.pack(state)
    thinker.book = tables.book_of(state)
    at_random = chance.randrange(MOST_RANDOM + 1)
    actions, found = [], []
    while not flat[at.OUTCOME]:
        order = thinker.legal(flat)
        chance.shuffle(order)
        value = LOST_TRACK
        if at_random:
            at_random -= 1
        elif len(order) > 1:
            worlds = [world_of(flat, chance) for _ in range(WORLDS)]
            (order[0], value), *_ = thinker.ponder(worlds, order, deadline=math.inf, nodes=nodes, exact=1)
        actions.append(order[0])
        found.append(value)
        build(flat, thinker.board, thinker.book)
        apply(flat, thinker.board, thinker.book, order[0], thinker.room)
        clear(flat, thinker.board, thinker.book)
    return seats, seed, actions, found


def play_some(order: tuple[int, int, int]) -> list[Played]:
    """Games with the seeds of a range."""
    first, last, nodes = order
    thinker = Thinker()
    return [play(thinker, seed, nodes) for seed in range(first, last)]


def gather(games: int, nodes: int, seed: int, workers: int) -> dict[str, Any]:
    """Games that several processes play."""
    began = time.perf_counter()
    first = seed * 1_000_000
    orders = [(low, min(low + 20, first + games), nodes) for low in range(first, first + games, 20)]
    played: list[Played] = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for part in pool.imap_unordered(play_some, orders):
            played += part
            print(f"{len(played)} games, {time.perf_counter() - began:.0f} s", flush=True)
    return kept(sorted(played, key=lambda game: game[1]))


def kept(played: list[Played]) -> dict[str, Any]:
    """Games as rows of numbers."""
    return {
        "seats": np.array([game[0] for game in played]),
        "seeds": np.array([game[1] for game in played]),
        "lengths": np.array([len(game[2]) for game in played]),
        "actions": np.concatenate([np.array(game[2], np.int64) for game in played]),
        "found": np.concatenate([np.array(game[3], np.float32) for game in played]),
    }


@compiled
def judge_game(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    actions: Numbers,
    movers: Numbers,
    room: Numbers,
    scratch: Numbers,
    reals: Reals,
    values: Reals,
) -> int:
    """Play a game again: what every position is worth to whoever acts there; who won."""
    build(state, board, book)
    for ply in range(len(actions)):
        mover = seat_to_act(state)
        movers[ply] = mover
        values[ply] = evaluate(state, board, book, weights, mover, scratch, reals)
        apply(state, board, book, actions[ply], room)
    winner = state[at.OUTCOME] - 1
    clear(state, board, book)
    return winner


class Judge:
    """What weights make of the positions of kept games."""

    def __init__(self, games: dict[str, Any]) -> None:
        self.thinker = Thinker()
        self.starts: list[tuple[Numbers, Numbers]] = []
        for seats, seed in zip(games["seats"].tolist(), games["seeds"].tolist(), strict=True):
            state = start_of(seats, seed)
            self.starts.append((packing.pack(state), tables.make_book(state)))
        self.ends = np.cumsum(games["lengths"])
        self.actions = games["actions"]
        thought = np.abs(games["found"]) < WON
        held = np.repeat(games["seeds"] % HELD_OUT == 0, games["lengths"])
        self.learned, self.held = thought & ~held, thought & held
        _, won = self.look(tables.weights())
        self.targets = TRUST * won + (1 - TRUST) * (games["found"] + 1) / 2

    def look(self, weights: Reals) -> tuple[Reals, Reals]:
        """How likely whoever acts is to win, by the weights, and whether they did."""
        desk, begin = self.thinker, 0
        values, won = np.zeros(len(self.actions)), np.zeros(len(self.actions))
        movers = np.zeros(len(self.actions), np.int64)
        for (start, book), end in zip(self.starts, self.ends.tolist(), strict=True):
            winner = judge_game(
                start.copy(),
                desk.board,
                book,
                weights,
                self.actions[begin:end],
                movers[begin:end],
                desk.room,
                desk.scratch,
                desk.reals,
                values[begin:end],
            )
            won[begin:end] = movers[begin:end] == winner
            begin = end
        return (values + 1) / 2, won

    def error(self, weights: Reals) -> tuple[float, float]:
        """The mean squared error on the games to learn from, and on those held out."""
        wrong = (self.look(weights)[0] - self.targets) ** 2
        return float(wrong[self.learned].mean()), float(wrong[self.held].mean())


def fit(judge: Judge, steps: int = STEPS) -> Reals:
    """Weights that fit better, by damped least squares; the best on the games held out."""
    weights = best = tables.weights()
    told, held = judge.error(weights)
    lowest = held
    print(f"by hand     error {told:.5f}, held out {held:.5f}", flush=True)
    damping = DAMPING
    for step in range(steps):
        chances, _ = judge.look(weights)
        scale = np.maximum(np.abs(weights), 0.1)
        columns = []
        for number in range(len(weights)):
            moved = weights.copy()
            moved[number] += SMALL * scale[number]
            columns.append(((judge.look(moved)[0] - chances) / SMALL)[judge.learned])
        slopes = np.stack(columns, axis=1)
        wrong = (judge.targets - chances)[judge.learned]
        square = slopes.T @ slopes / len(wrong)
        pull = slopes.T @ wrong / len(wrong)
        while damping < 1e3:
            held_back = damping * np.trace(square) / len(weights) * np.eye(len(weights))
            change = np.linalg.solve(square + held_back, pull)
            tried = weights + change * scale
            error, held = judge.error(tried)
            if error < told:
                break
            damping *= 4
        else:
            break
        gained, told, weights = told - error, error, tried
        damping /= 2
        print(f"step {step + 1:2}     error {told:.5f}, held out {held:.5f}", flush=True)
        if held < lowest:
            lowest, best = held, weights
        if gained < 2e-6:
            break
    return best


def main() -> None:
    """Play, fit, and say how well it fits."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="games (.npz) to keep, or to fit without playing")
    parser.add_argument("--write", action="store_true", help="write the weights where the bot reads them")
    arguments = parser.parse_args()
    if arguments.keep and arguments.keep.exists():
        games = dict(np.load(arguments.keep))
    else:
        games = gather(arguments.games, arguments.nodes, arguments.seed, arguments.workers)
        if arguments.keep:
            np.savez_compressed(arguments.keep, **games)
    judge = Judge(games)
    print(f"{np.sum(judge.learned)} positions to learn from, {np.sum(judge.held)} held out")
    weights = fit(judge)
    print(" ".join(f"{weight:.3f}" for weight in weights))
    if arguments.write:
        tables.write_weights(weights.tolist())


if __name__ == "__main__":
    main()
