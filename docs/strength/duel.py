"""Whether Fimbulvetr's learned weights play better than those by hand, or of another file, at equal time.

    python docs/strength/duel.py --games 200 --seconds 0.05 --seed 1

Every start, a quick set-up or one that two sensible players might have made, is played twice with the sides
changed.  Seconds are those of the processor; with `--nodes` both look at as many positions instead.
"""

import argparse
import math
import random
import time
from pathlib import Path

from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr import rules, tables
from fimbul.kernels.fimbulvetr.thinker import Thinker
from fimbul.kernels.fimbulvetr.train import start
from fimbul.kernels.fimbulvetr.weights import first_guess, load_net, read_net
from fimbul.lab.statistics import wilson


def play(players: list[Thinker], seed: int, arguments: argparse.Namespace) -> int:
    """One game; its outcome."""
    chance = random.Random(seed)
    flat, options = start(players[0], chance)
    book, worth = tables.book_of(options), tables.worths_of(options)
    for player in players:
        player.table[:] = 0
        player.seen[:] = players[0].seen
    while not flat[at.OUTCOME]:
        mover = players[int(flat[at.ACTIVE])]
        order = mover.actions[1, : rules.legal(flat, book, mover.actions[1])].tolist()
        chance.shuffle(order)
        deadline = math.inf if arguments.nodes else time.process_time() + arguments.seconds
        mover.prepare(flat)
        for depth in range(1, 30):
            found = mover.deepen(order, depth, 1, deadline, arguments.nodes or 1 << 60, book, worth)
            if found:
                order.remove(found[0][0])
                order.insert(0, found[0][0])
            if mover.stopped or (found and abs(found[0][1]) > 0.999):
                break
        rules.apply(flat, book, players[0].seen, order[0])
        place = int(flat[at.SEEN_TO]) - 1
        players[1].seen[place] = players[0].seen[place]
    return int(flat[at.OUTCOME])


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--new", type=Path, help="weights; those that are shipped if nothing is said")
    parser.add_argument("--old", type=Path, help="weights; those by hand if nothing is said")
    arguments = parser.parse_args()
    time.perf_counter = time.process_time
    new = Thinker(read_net(arguments.new) if arguments.new else load_net())
    old = Thinker(read_net(arguments.old) if arguments.old else first_guess())
    won = drawn = lost = 0
    for number in range(arguments.games):
        ours = number % 2
        outcome = play(
            [new, old] if ours == 0 else [old, new], arguments.seed * 100_000 + number // 2, arguments
        )
        drawn += outcome == at.DRAWN
        won += outcome == at.WON_0 + ours
        lost += outcome == at.WON_0 + 1 - ours
        if (number + 1) % 10 == 0:
            points = won + drawn / 2
            low, high = wilson(points, number + 1)
            print(
                f"{number + 1}: {points:g} points, {points / (number + 1):.1%} ({low:.1%} to {high:.1%}); "
                f"{won} won, {drawn} drawn, {lost} lost",
                flush=True,
            )


if __name__ == "__main__":
    main()
