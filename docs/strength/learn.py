"""Learn how likely a position is won, from how a bot's games ended.

    python docs/strength/play.py fate --bot search --seconds 0.05 --games 400 --data rows.jsonl --workers 2
    python docs/strength/learn.py fate --data rows.jsonl --seed 1 --write

Fits a small network (numpy) to the rows of one or more files; every tenth game is held out.  `--write`
puts the network beside the game's mind.  It takes a minute on one processor.
"""

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fimbul.core.net import FARTHEST, Net

OUTLOOKS = {"fate": "fimbul.games.fate.bot.outlook", "six_winters": "fimbul.games.six_winters.bot.outlook"}
HELD_OUT = 10  # one game in so many
RATE, BATCH, DECAY = 0.003, 512, 2e-3


def surprise(chance: Any, won: Any) -> float:
    """The mean surprise, in nats."""
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def fit(arguments: argparse.Namespace) -> None:
    """Fit the network, and say how well it does on games that it has not seen."""
    rows = [
        np.array([msgspec.json.decode(line) for line in Path(name).read_text().splitlines()])
        for name in arguments.data.split(",")
    ]
    weights = np.concatenate([np.full(len(each), 1.0) for each in rows])
    table = np.concatenate(rows)
    held = table[:, 0] % HELD_OUT == 0
    won, inputs = table[:, 1], table[:, 2:]
    means, spread = inputs[~held].mean(0), inputs[~held].std(0)
    scales = np.where(spread > 1e-3, 1 / np.maximum(spread, 1e-3), 0.0)  # what never differs says nothing
    inputs = np.clip((inputs - means) * scales, -FARTHEST, FARTHEST)
    inputs = np.concatenate([inputs, np.ones((len(inputs), 1))], 1)
    chance = np.random.default_rng(arguments.seed)
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    units_in_all = arguments.units
    hidden = chance.normal(0, 0.3 / np.sqrt(inputs.shape[1]), (units_in_all, inputs.shape[1]))
    out = np.zeros(units_in_all + inputs.shape[1])
    parts = [hidden, out]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    best, kept, step = np.inf, (hidden.copy(), out.copy()), 0
    base = surprise(np.full(len(test), won[train].mean()), won[test])
    print(f"{len(train)} positions, {len(test)} held out; surprise of a constant {base:.4f}")
    for epoch in range(arguments.epochs):
        chance.shuffle(train)
        for start in range(0, len(train) - BATCH + 1, BATCH):
            batch = train[start : start + BATCH]
            x = inputs[batch]
            units = np.tanh(x @ hidden.T)
            both = np.concatenate([units, x], 1)
            error = (1 / (1 + np.exp(-np.clip(both @ out, -30, 30))) - won[batch]) * weights[batch] / BATCH
            slope_out = both.T @ error + DECAY * out / units_in_all
            back = np.outer(error, out[:units_in_all]) * (1 - units * units)
            slopes = [back.T @ x + DECAY * hidden / units_in_all, slope_out]
            step += 1
            for p, s, f, g in zip(parts, slopes, first, second, strict=True):
                f += 0.1 * (s - f)
                g += 0.001 * (s * s - g)
                p -= RATE * (f / (1 - 0.9**step)) / (np.sqrt(g / (1 - 0.999**step)) + 1e-8)
        units = np.tanh(inputs[test] @ hidden.T)
        found = 1 / (1 + np.exp(-np.concatenate([units, inputs[test]], 1) @ out))
        now = surprise(found, won[test])
        if now < best:
            best, kept = now, (hidden.copy(), out.copy())
        if epoch % 5 == 4:
            print(f"  after {epoch + 1} rounds: {now:.4f} held out")
    print(f"best: {best:.4f} held out")
    if arguments.write:
        hidden, out = kept
        outlook = importlib.import_module(OUTLOOKS[arguments.game])
        net = Net(
            tuple(np.round(means, 5).tolist()),
            tuple(np.round(scales, 5).tolist()),
            tuple(tuple(row) for row in np.round(hidden, 4).tolist()),
            tuple(np.round(out, 4).tolist()),
        )
        outlook.FILE.write_bytes(msgspec.json.encode(net) + b"\n")
        print(f"written to {outlook.FILE.name}", file=sys.stderr)


def main() -> None:
    """Read what is wanted, and fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("fate", "six_winters"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", required=True, help="files, with commas")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--units", type=int, default=24, help="hidden ones")
    parser.add_argument("--write", action="store_true")
    fit(parser.parse_args())


if __name__ == "__main__":
    main()
