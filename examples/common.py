"""What both learners share: a small network that judges what an action leads to, and matches against greedy.

The network reads the figures of the position after an action (`FimbulVector.figures`) and says two things of
the action: how likely to choose it, and what to expect of it from -1 (lost) to 1 (won).  The value of a
position is the expectation over its actions.  Everything runs on whatever JAX finds: a GPU, or two cores.
"""

import argparse
import csv
import functools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fimbul.envs

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ModuleNotFoundError as problem:
    sys.exit(f"Learning needs the extra 'learn' ({problem.name} is missing): pip install 'fimbul[learn]'.")

FIGURES = 43
HIDDEN = 64
RATE = 2e-3
EAGER = 8.0  # how much more an action is wanted that wins than one of which nothing is known, in nats
QUICK = {"setup": "quick"}
Params = list[tuple[Any, Any]]

# How large each figure usually is: what a learner sees is of the size of 1.
SCALE = np.array(
    [6, 96, 16, 16, 1, 16, 1, 32, 3, 3, 2, 4, 8, 3, 2, 2, 3, 2, 3, 16] * 2 + [1, 1, 1], np.float32
)


def new_network(seed: int) -> Params:
    """Random weights; the last layer begins small, so that at first everything is equally likely."""
    keys = jax.random.split(jax.random.PRNGKey(seed), 3)
    sizes = ((FIGURES, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, 2))
    scales = (1.0, 1.0, 0.05)
    return [
        (jax.random.normal(key, size) * scale / np.sqrt(size[0]), jnp.zeros(size[1]))
        for key, size, scale in zip(keys, sizes, scales, strict=True)
    ]


def judge(params: Params, rows: Any) -> tuple[Any, Any]:
    """Of every row: how much it is wanted, and what to expect of it."""
    hidden = rows / SCALE
    for weights, bias in params[:-1]:
        hidden = jax.nn.relu(hidden @ weights + bias)
    weights, bias = params[-1]
    out = hidden @ weights + bias
    worth = jnp.tanh(out[:, 1])
    # What is expected of an action makes it wanted; what is learned of choosing comes on top.
    return out[:, 0] + EAGER * jax.lax.stop_gradient(worth), worth


def softmax_by(wanted: Any, segment: Any, count: int) -> Any:
    """The logarithm of how likely each row is among the rows of its decision."""
    top = jax.lax.stop_gradient(jax.ops.segment_max(wanted, segment, count))
    shifted = wanted - top[segment]
    total = jax.ops.segment_sum(jnp.exp(shifted), segment, count)
    return shifted - jnp.log(total + 1e-30)[segment]


@jax.jit
def judge_rows(params: Params, rows: Any) -> tuple[Any, Any]:
    """`judge`, compiled for the sizes that `padded` gives."""
    return judge(params, rows)


def padded(rows: np.ndarray) -> np.ndarray:
    """Rows filled up to one of a few sizes, so that little has to be compiled."""
    size = 1 << max(8, (len(rows) - 1).bit_length())
    full = np.zeros((size, FIGURES), np.float32)
    full[: len(rows)] = rows
    return full


def judge_games(params: Params, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`judge` for any number of rows."""
    wanted, worth = judge_rows(params, padded(rows))
    return np.asarray(wanted)[: len(rows)], np.asarray(worth)[: len(rows)]


def likely(wanted: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """How likely each row is among those of its game."""
    sizes = np.diff(starts)
    top = np.repeat(np.maximum.reduceat(wanted, starts[:-1]), sizes)
    raised = np.exp(wanted - top)
    return raised / np.repeat(np.add.reduceat(raised, starts[:-1]), sizes)


class Adam:
    """Small steps downhill, larger where the ground is even (Kingma and Ba, 2015)."""

    def __init__(self, params: Params, rate: float = RATE) -> None:
        zeros = functools.partial(jax.tree.map, jnp.zeros_like)
        self.mean, self.square, self.count, self.rate = zeros(params), zeros(params), 0, rate

    def step(self, params: Params, slope: Params) -> Params:
        """The weights after one step."""
        self.count += 1
        self.mean, self.square, params = move(params, slope, self.mean, self.square, self.count, self.rate)
        return params


@jax.jit
def move(params: Params, slope: Params, mean: Params, square: Params, count: Any, rate: Any) -> Any:
    """One step of `Adam`."""
    size = jnp.sqrt(sum(jnp.sum(part**2) for part in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda part: part * jnp.minimum(1.0, 1.0 / (size + 1e-9)), slope)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, mean, slope)
    square = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, square, slope)
    first, second = 1 - 0.9**count, 1 - 0.999**count

    def moved(weights: Any, m: Any, s: Any) -> Any:
        return weights - rate * (m / first) / (jnp.sqrt(s / second) + 1e-8)

    return mean, square, jax.tree.map(moved, params, mean, square)


def match(choose: Any, games: int, seed: int) -> float:
    """The score against greedy over so many games of the quick set-up, each seat in every other game.

    `choose(envs, mine)` gives a number for every game, of which those count where `mine` is true.  A draw
    counts a half.
    """
    envs = fimbul.envs.vector("fimbulvetr", games, starts=games, **QUICK)
    _, info = envs.reset(seed=seed)
    chance = np.random.default_rng(seed)
    ours, score, open_games = np.arange(games) % 2, np.zeros(games), np.ones(games, bool)
    while open_games.any():
        mine = info["seat"] == ours
        wanted = np.where(mine, choose(envs, mine), envs.greedy(chance))
        _, rewards, over, _, info = envs.step(wanted)
        ended = open_games & over
        score[ended] = 0.5 + 0.5 * np.where(mine, rewards, -rewards)[ended]
        open_games &= ~over
    envs.close()
    return float(score.mean())


class Curve:
    """How a learner gets on: a line for every test, on the screen and in a file."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.began, self.worked = path, time.perf_counter(), time.process_time()
        self.lines: list[tuple[float, float, int, float]] = []

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self.began

    @property
    def processor(self) -> float:
        """Seconds of all cores together: what the work cost, however busy the machine is otherwise."""
        return time.process_time() - self.worked

    def note(self, decisions: int, score: float) -> None:
        """A test: after how many decisions, and the score against greedy."""
        seconds, processor = self.seconds, self.processor
        self.lines.append((round(seconds, 1), round(processor, 1), decisions, round(score, 4)))
        spent = f"{seconds:7.0f} s  {processor:7.0f} s of the processor"
        print(f"{spent}  {decisions:>9,} decisions  {score:6.1%} against greedy", flush=True)
        if self.path is not None:
            with self.path.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([("seconds", "processor", "decisions", "score"), *self.lines])


def save(params: Params, path: Path) -> None:
    """Keep a network."""
    flat = {
        f"{kind}{layer}": np.asarray(part)
        for layer, pair in enumerate(params)
        for kind, part in zip("wb", pair, strict=True)
    }
    np.savez(path, **flat)


def load(path: Path) -> Params:
    """A network that was kept."""
    flat = np.load(path)
    return [(jnp.asarray(flat[f"w{layer}"]), jnp.asarray(flat[f"b{layer}"])) for layer in range(3)]


def run(description: str, train: Callable[..., Any]) -> None:
    """The command of a learner: learn, and keep what was learned."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a CSV file for the curve")
    parser.add_argument("--save", type=Path, help="an NPZ file for the network")
    given = parser.parse_args()
    print(f"on {jax.devices()[0].device_kind}")
    params = train(given.seed, Curve(given.curve), minutes=given.minutes)
    if given.save:
        save(params, given.save)
