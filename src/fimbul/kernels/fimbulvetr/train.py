"""Learning what positions of Fimbulvetr are worth, from games that the kernel plays against itself.

    python -m fimbul.kernels.fimbulvetr.train --games 10000 --nodes 400 --seed 1 --write

Games start from a quick set-up or from one that two sensible players might have made, with random clans and
some random plies; both sides search so many positions for every action.  The features of every position are
kept with how the game ended and with what the search found.  A straight line over the features, then a small
network on top of it, are fitted to both together; every tenth game is held out.  Positions can be kept in a
file (`--rows`), and fitted again from it without playing.
"""

import argparse
import math
import random
import time
from pathlib import Path

import numpy as np

import fimbul
from fimbul.kernels.fimbulvetr import judge, packing, rules, setup, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.thinker import WON, Thinker
from fimbul.kernels.fimbulvetr.weights import FILE, first_guess, grained, write_net
from fimbul.kernels.typing import Floats, Numbers, Reals

MOST_RANDOM = 6  # random plies before both sides think
TRUST = 0.5  # how much of the target is the end of the game; the rest is what the search found
HELD_OUT = 10  # one game in so many
BATCH, ROUNDS = 2048, 12  # positions in a step, and how often each is seen
LINE_RATE, NET_RATE = 0.01, 0.004
DECAY = 1e-5

Row = tuple[list[int], int, float]  # features, who moves, what the search found


def start(thinker: Thinker, chance: random.Random) -> tuple[Numbers, tables.FimbulvetrOptions]:
    """A position in which both clans stand ready."""
    clans = sorted(tables.printed_clans())
    quick = chance.random() < 0.5
    options = {
        "setup": "quick" if quick else "placed",
        "clans": (chance.choice(clans), chance.choice(clans)),
    }
    state = fimbul.game("fimbulvetr").new(seed=chance.getrandbits(60), options=options)
    assert isinstance(state, tables.FimbulvetrState)
    flat = packing.pack(state, thinker.seen)
    if not quick:
        book, worth = tables.book_of(state.options), tables.worths_of(state.options)
        setup.complete(flat, flat.copy(), book, worth, thinker.seen, chance.getrandbits(62))
    return flat, state.options


def play(thinker: Thinker, chance: random.Random, nodes: int) -> tuple[list[Row], int]:
    """One game: what is kept of its positions, and its outcome."""
    thinker.table[:] = 0
    flat, options = start(thinker, chance)
    book, worth = tables.book_of(options), tables.worths_of(options)
    kept: list[Row] = []
    at_random = chance.randrange(MOST_RANDOM + 1)
    while not flat[at.OUTCOME]:
        count = rules.legal(flat, book, thinker.actions[1])
        order = thinker.actions[1, :count].tolist()
        chance.shuffle(order)
        if at_random:
            at_random -= 1
        else:
            value = best_first(thinker, flat, order, nodes, book, worth)
            judge.see(flat, book, worth, thinker.features)
            if not thinker.features[judge.CHECKS] and abs(value) < WON:  # what is forced needs no judgement
                kept.append((thinker.features.astype(int).tolist(), int(flat[at.ACTIVE]), value))
        rules.apply(flat, book, thinker.seen, order[0])
    return kept, int(flat[at.OUTCOME])


def best_first(
    thinker: Thinker, flat: Numbers, order: list[int], nodes: int, book: Numbers, worth: Reals
) -> float:
    """Put the best action first; what it is worth."""
    thinker.prepare(flat)
    value = 0.0
    for depth in range(1, 30):
        found = thinker.deepen(order, depth, 1, math.inf, nodes, book, worth)
        if found:
            action, value = found[0]
            order.remove(action)
            order.insert(0, action)
        if thinker.stopped or abs(value) > WON:
            break
    return value


def gather(games: int, nodes: int, seed: int) -> dict[str, Floats]:
    """Play games; the positions' features, targets, and the number of their game."""
    chance, thinker = random.Random(seed), Thinker()
    began = time.perf_counter()
    features, ends, found, numbers = [], [], [], []
    results = [0, 0, 0, 0]
    for number in range(games):
        rows, outcome = play(thinker, chance, nodes)
        results[outcome] += 1
        for shown, seat, value in rows:
            features.append(np.array(shown, np.int16))
            ends.append(0.5 if outcome == at.DRAWN else float(outcome - at.WON_0 == seat))
            found.append((value + 1) / 2)
            numbers.append(number)
        if (number + 1) % 100 == 0:
            passed = time.perf_counter() - began
            print(f"{number + 1} games, {len(ends)} positions, {passed:.0f} s", flush=True)
    print(f"{results[at.DRAWN]} of {games} games drawn")
    return {
        "features": np.array(features, np.int16),
        "ends": np.array(ends, np.float32),
        "found": np.array(found, np.float32),
        "numbers": np.array(numbers, np.int32),
    }


def outputs(net: Floats, features: Floats) -> tuple[Floats, Floats]:
    """What the weights make of many positions, and their hidden units."""
    rows = net[judge.INNER : judge.OUTER].reshape(judge.HIDDEN, judge.FEATURES)
    inner = np.maximum(features @ rows.T + net[judge.THRESHOLDS : judge.START], 0.0)
    line = net[judge.START] + features @ net[: judge.FEATURES]
    return line + inner @ net[judge.OUTER : judge.THRESHOLDS], inner


def loss_of(net: Floats, features: Floats, targets: Floats) -> float:
    """The mean surprise of the targets, in nats."""
    chances = 1 / (1 + np.exp(-np.clip(outputs(net, features)[0], -30, 30)))
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-np.mean(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)))


def slope(net: Floats, features: Floats, targets: Floats) -> Floats:
    """How the loss changes with every weight."""
    result, inner = outputs(net, features)
    error = (1 / (1 + np.exp(-np.clip(result, -30, 30))) - targets) / len(targets)
    back = error[:, None] * net[judge.OUTER : judge.THRESHOLDS] * (inner > 0)
    found = np.empty_like(net)
    found[: judge.FEATURES] = features.T @ error
    found[judge.INNER : judge.OUTER] = (back.T @ features).ravel()
    found[judge.OUTER : judge.THRESHOLDS] = inner.T @ error
    found[judge.THRESHOLDS : judge.START] = back.sum(axis=0)
    found[judge.START] = error.sum()
    return found


def fit(features: Floats, targets: Floats, held: tuple[Floats, Floats], seed: int) -> Floats:
    """Weights that fit: first a line, then everything, each by small steps (Adam)."""
    dice = np.random.default_rng(seed)
    spread = features.std(axis=0) + 0.1
    net = first_guess()
    step_size = np.ones_like(net)
    step_size[: judge.FEATURES] /= spread
    step_size[judge.INNER : judge.OUTER] /= np.tile(spread, judge.HIDDEN)
    print(f"by hand       held out {loss_of(net, *held):.4f}")
    for name, rate in (("line", LINE_RATE), ("network", NET_RATE)):
        sizes = step_size * rate
        if name == "line":
            sizes[judge.INNER : judge.START] = 0.0
        else:
            rows = dice.normal(0, 1, (judge.HIDDEN, judge.FEATURES)) / spread / math.sqrt(judge.FEATURES)
            net[judge.INNER : judge.OUTER] = rows.ravel()
            net[judge.THRESHOLDS : judge.START] = -rows @ features.mean(axis=0)
            net[judge.OUTER : judge.THRESHOLDS] = dice.normal(0, 0.02, judge.HIDDEN)
        first, second = np.zeros_like(net), np.zeros_like(net)
        steps, step = ROUNDS * (len(targets) // BATCH + 1), 0
        for _ in range(ROUNDS):
            order = dice.permutation(len(targets))
            for begin in range(0, len(order), BATCH):
                step += 1
                batch = order[begin : begin + BATCH]
                gradient = slope(net, features[batch], targets[batch]) + DECAY * net
                first += 0.1 * (gradient - first)
                second += 0.001 * (gradient**2 - second)
                moment = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
                net -= (sizes * (1.0 - step / (steps + 1)) * moment).astype(np.float32)
        told = loss_of(grained(net), *held)
        print(f"{name:14}held out {told:.4f}, training {loss_of(net, features, targets):.4f}", flush=True)
    return grained(net)


def main() -> None:
    """Play, fit, and say how well it fits."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rows", type=Path, action="append", default=[], help="positions (.npz) to keep or fit"
    )
    parser.add_argument(
        "--write", type=Path, nargs="?", const=FILE, help=f"write {FILE.name}, or another file"
    )
    arguments = parser.parse_args()
    files = [file for file in arguments.rows if file.exists()]
    if files:
        parts = [dict(np.load(file)) for file in files]
    else:
        parts = [gather(arguments.games, arguments.nodes, arguments.seed)]
        for file in arguments.rows:
            np.savez_compressed(file, **parts[0])
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    features = rows["features"].astype(np.float32)
    targets = TRUST * rows["ends"] + (1 - TRUST) * rows["found"]
    held = rows["numbers"] % HELD_OUT == 0
    print(f"{np.sum(~held)} positions to learn from, {np.sum(held)} held out")
    net = fit(features[~held], targets[~held], (features[held], targets[held]), arguments.seed)
    if arguments.write:
        write_net(net, arguments.write)
        print(f"written to {arguments.write.name}")


if __name__ == "__main__":
    main()
