"""Compare single decisions of two searching bots of Fate, by playing on from them to the end of the game.

    python docs/strength/decisions.py choose --nodes 2000 --seats 1 --count 90 --seed 12 --to now.bin
    PYTHONPATH=../older/src python docs/strength/decisions.py choose ... --to before.bin
    python docs/strength/decisions.py compare now.bin before.bin --worlds 40

`choose` asks the bot of the sources on the path in turns of games that first sight plays, whatever falls, and
tells how many actions it plays in its head in a second of the processor; the same seed and sources with the
same first sight give the same positions.  `compare` takes those in which two
bots differ: both actions are played on by first sight to the end of the game in the same imagined worlds, and
what is told is how many pieces more are lost after the first one, and how much more often the town holds.
"""

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

import msgspec

import fimbul
from fimbul.bots import Playouts, Sight
from fimbul.bots.playouts import HOPELESS, STREAM
from fimbul.core import Rng
from fimbul.games.fate.rules import turn
from fimbul.games.fate.state import FateState

FATE: Any = fimbul.game("fate")
KEPT = 9  # town pieces of a game that goes on whatever falls: one may still be added
FEWEST = 4  # actions that are not hopeless, where there is something to decide
Choice = tuple[bytes, int, str]  # the position, the seat, what it does


def promising(state: Any) -> tuple[Any, int]:
    """What looks best at first sight, and how many actions are not hopeless."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = FATE.mind.promise(state, actions, seat) if len(actions) > 1 else [0.0]
    place = max(range(len(actions)), key=promise.__getitem__)
    return actions[place], sum(each > HOPELESS for each in promise)


def choose(given: argparse.Namespace) -> None:
    """Ask the bot in many positions."""
    lot, found, number = Rng(given.seed), list[Choice](), 0
    nodes, seconds = 0, 0.0
    while len(found) < given.count:
        state = FATE.new(seats=given.seats, seed=given.seed * 100_000 + number)
        number += 1
        step, skipped = 2 + lot.below(10), lot.below(2 * given.seats + 1)
        pieces = 1 + lot.below(state.pieces)
        while state.outcome is None:
            state.pieces = max(state.pieces, 2)
            action, many = promising(state)
            seat = state.to_act[0]
            if state.time >= step and many >= FEWEST and isinstance(state.decision, turn.Acting):
                if not skipped:
                    state.pieces = pieces
                    bot = Playouts(FATE, given.seed + number, nodes=given.nodes)
                    began = time.process_time()
                    choice = bot.choose(Sight(state, seat))
                    seconds += time.process_time() - began
                    nodes += bot.nodes
                    found.append((state.snapshot(), seat, str(choice)))
                    break
                skipped -= 1
            state.apply(action, seat)
    Path(given.to).write_bytes(msgspec.msgpack.encode(found))
    print(f"{len(found)} decisions, {given.seats} heroes, {given.nodes} nodes, seed {given.seed}")
    print(f"  {nodes / seconds:,.0f} nodes in a second of the processor")


def play_on(world: Any, action: Any, seat: int) -> tuple[int, bool]:
    """The pieces that are lost from here to the end, and whether the town holds."""
    state = world.copy()
    pieces, told, lost = state.pieces, state.turn, 0
    while state.outcome is None:
        closes = FATE.mind.closes(action)
        if closes or state.turn != told:  # every turn has chance of its own
            told = state.turn
            state.rng.drawn = STREAM * (2 * told + closes)
        state.pieces = KEPT
        state.apply(action, seat)
        lost += KEPT - state.pieces
        if state.outcome is None:
            seat = state.to_act[0]
            action, _ = promising(state)
    return lost, lost < pieces


def compare(given: argparse.Namespace) -> None:
    """Play on where they differ."""
    first, second = (
        msgspec.msgpack.decode(Path(name).read_bytes(), type=list[Choice]) for name in given.files
    )
    lot = Rng(given.seed)
    losses, holds = [], []
    for (position, seat, one), (same, _, other) in zip(first, second, strict=True):
        if position != same:
            raise SystemExit("These are not the same positions.")
        if one == other:
            continue
        state: Any = FateState.restore(position)
        more, held = [], []
        for _ in range(given.worlds):
            world = state.imagine(seat, lot)
            ours, theirs = (play_on(world, state.notation.parse(text), seat) for text in (one, other))
            more.append(ours[0] - theirs[0])
            held.append(ours[1] - theirs[1])
        losses.append(statistics.mean(more))
        holds.append(statistics.mean(held))
    print(f"{len(first)} decisions, {len(losses)} differ")
    if len(losses) < 2:
        return
    print("Of these the first, less the second:")
    for what, each in (("pieces lost", losses), ("the town holds", holds)):
        error = statistics.stdev(each) / len(each) ** 0.5
        print(f"  {what}: {statistics.mean(each):+.3f} (standard error {error:.3f})")


def main() -> None:
    """Read what is wanted, and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(required=True)
    asking = ways.add_parser("choose")
    asking.add_argument("--seats", type=int, default=1)
    asking.add_argument("--nodes", type=int, default=2000)
    asking.add_argument("--count", type=int, default=90)
    asking.add_argument("--seed", type=int, default=1)
    asking.add_argument("--to", required=True)
    asking.set_defaults(way=choose)
    playing = ways.add_parser("compare")
    playing.add_argument("files", nargs=2)
    playing.add_argument("--worlds", type=int, default=40)
    playing.add_argument("--seed", type=int, default=99)
    playing.set_defaults(way=compare)
    given = parser.parse_args()
    given.way(given)


if __name__ == "__main__":
    main()
