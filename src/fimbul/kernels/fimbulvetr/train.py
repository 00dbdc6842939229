"""Learning what positions of Fimbulvetr are worth, from games that the kernel plays against itself.

    python -m fimbul.kernels.fimbulvetr.train --games 800 --nodes 1500 --seed 1 --write

Games start from a quick set-up of random clans and some random plies; both sides search so many positions for
every action.  The features of every position are kept with how the game ended and with what the search found.
A straight line over the features, then a small network on top of it, are fitted to both together; every tenth
game is held out.  It takes minutes on one processor.
"""

import argparse
import math
import random
import time

import numpy as np

import fimbul
from fimbul.kernels.fimbulvetr import judge, packing, rules, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.thinker import Thinker
from fimbul.kernels.fimbulvetr.weights import FILE, SIZE, first_guess, load_net, write_net
from fimbul.kernels.typing import Reals

RANDOM_PLIES = 5
TRUST = 0.6  # how much of the target is the end of the game; the rest is what the search found
HELD_OUT = 10  # one game in so many
LINE_STEPS, NET_STEPS, BATCH = 3000, 6000, 1024
LINE_RATE, NET_RATE = 0.01, 0.002
DECAY = 1e-4


def play(thinker: Thinker, chance: random.Random, nodes: int) -> list[tuple[Reals, float, float]]:
    """One game: for every position its features, how it ended for the mover, and what the search found."""
    game = fimbul.game("fimbulvetr")
    clans = sorted(tables.printed_clans())
    options = {"setup": "quick", "clans": (chance.choice(clans), chance.choice(clans))}
    state = game.new(seed=chance.getrandbits(60), options=options)
    assert isinstance(state, tables.FimbulvetrState)
    book, worth = tables.book_of(state.options), tables.worths_of(state.options)
    thinker.table[:] = 0
    flat = packing.pack(state, thinker.seen)
    kept: list[tuple[Reals, int, float]] = []
    for ply in range(10_000):
        count = rules.legal(flat, book, thinker.actions[1], thinker.scratch)
        order = thinker.actions[1, :count].tolist()
        chance.shuffle(order)
        if ply < RANDOM_PLIES:
            action = order[0]
        else:
            thinker.prepare(flat)
            value = 0.0
            for depth in range(1, 30):
                found = thinker.deepen(order, depth, 1, math.inf, nodes, book, worth)
                if found:
                    action, value = found[0]
                    order.remove(action)
                    order.insert(0, action)
                if thinker.stopped or abs(value) > 0.999:
                    break
            action = order[0]
            judge.see(flat, book, worth, thinker.features, thinker.scratch)
            if not thinker.features[judge.CHECKS]:  # a bearer that can be slain needs no judgement
                kept.append((thinker.features.copy(), int(flat[at.ACTIVE]), value))
        rules.apply(flat, book, thinker.seen, action)
        if flat[at.OUTCOME]:
            break
    outcome = int(flat[at.OUTCOME])
    return [
        (features, 0.5 if outcome == at.DRAWN else float(outcome - at.WON_0 == seat), value)
        for features, seat, value in kept
    ]


def outputs(net: Reals, features: Reals) -> tuple[Reals, Reals]:
    """What the weights make of many positions, and their hidden units."""
    hidden = net[1 + judge.FEATURES :].reshape(judge.HIDDEN, judge.FEATURES + 2)
    inner = np.maximum(features @ hidden[:, 1:-1].T + hidden[:, 0], 0.0)
    return net[0] + features @ net[1 : 1 + judge.FEATURES] + inner @ hidden[:, -1], inner


def loss_of(net: Reals, features: Reals, targets: Reals) -> float:
    """The mean surprise of the targets, in nats."""
    chances = 1 / (1 + np.exp(-np.clip(outputs(net, features)[0], -30, 30)))
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-np.mean(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)))


def slope(net: Reals, features: Reals, targets: Reals, scale: Reals) -> Reals:
    """How the loss changes with every weight."""
    result, inner = outputs(net, features)
    error = (1 / (1 + np.exp(-np.clip(result, -30, 30))) - targets) / len(targets)
    hidden = net[1 + judge.FEATURES :].reshape(judge.HIDDEN, judge.FEATURES + 2)
    found = np.zeros_like(net)
    found[0] = error.sum()
    found[1 : 1 + judge.FEATURES] = features.T @ error
    rows = found[1 + judge.FEATURES :].reshape(judge.HIDDEN, judge.FEATURES + 2)
    back = error[:, None] * hidden[:, -1] * (inner > 0)
    rows[:, 0] = back.sum(axis=0)
    rows[:, 1:-1] = back.T @ features
    rows[:, -1] = inner.T @ error
    return found + DECAY * net * scale


def fit(features: Reals, targets: Reals, held: tuple[Reals, Reals], seed: int) -> Reals:
    """Weights that fit: first a line, then everything, each by small steps (Adam)."""
    dice = np.random.default_rng(seed)
    spread = features.std(axis=0) + 1e-3
    net = first_guess()
    rows = net[1 + judge.FEATURES :].reshape(judge.HIDDEN, judge.FEATURES + 2)
    scale = np.ones(SIZE)
    scale[1 : 1 + judge.FEATURES] = spread**2
    best, best_loss = net.copy(), loss_of(net, *held)
    print(f"by hand       held out {best_loss:.4f}")
    for name, steps, rate in (("line", LINE_STEPS, LINE_RATE), ("network", NET_STEPS, NET_RATE)):
        if name == "network":
            rows[:, 1:-1] = (
                dice.normal(0, 0.4, (judge.HIDDEN, judge.FEATURES)) / spread / math.sqrt(judge.FEATURES)
            )
            rows[:, 0] = -(rows[:, 1:-1] @ features.mean(axis=0))
            rows[:, -1] = dice.normal(0, 0.02, judge.HIDDEN)
        step_size = np.full(SIZE, rate)
        step_size[1 : 1 + judge.FEATURES] /= spread
        step_size[1 + judge.FEATURES :].reshape(judge.HIDDEN, -1)[:, 1:-1] /= spread
        if name == "line":
            step_size[1 + judge.FEATURES :] = 0.0
        first, second = np.zeros(SIZE), np.zeros(SIZE)
        for step in range(1, steps + 1):
            batch = dice.integers(0, len(targets), BATCH)
            gradient = slope(net, features[batch], targets[batch], scale)
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            fade = 1.0 - step / (steps + 1)
            moment = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
            net -= step_size * fade * moment
            if step % 500 == 0:
                told = loss_of(net, *held)
                print(f"{name:8}{step:6} training {loss_of(net, features, targets):.4f} held out {told:.4f}")
                if told < best_loss:
                    best, best_loss = net.copy(), told
    return best


def main() -> None:
    """Play, fit, and say how well it fits."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-scratch", action="store_true", help="play with the weights by hand")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    thinker = Thinker(first_guess() if arguments.from_scratch else load_net())
    began = time.perf_counter()
    games = []
    for number in range(arguments.games):
        games.append(play(thinker, chance, arguments.nodes))
        if (number + 1) % 50 == 0:
            print(f"{number + 1} games, {time.perf_counter() - began:.0f} s", flush=True)
    parts = []
    for held in (False, True):
        rows = [row for n, game in enumerate(games) if (n % HELD_OUT == 0) == held for row in game]
        features = np.array([row[0] for row in rows])
        ends, found = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
        parts.append((features, TRUST * ends + (1 - TRUST) * (found + 1) / 2))
    print(f"{len(parts[0][1])} positions to learn from, {len(parts[1][1])} held out")
    net = fit(*parts[0], parts[1], arguments.seed)
    print(f"best          held out {loss_of(net, *parts[1]):.4f}")
    if arguments.write:
        write_net(net)
        print(f"written to {FILE.name}")


if __name__ == "__main__":
    main()
