"""Let the searching bot of Fate play, and keep what it found out about every action it thought of.

    python docs/strength/gather.py --nodes 600 --games 300 --seed 1 --workers 16 --minutes 3 --to found.bin

A game goes on to its end whatever falls, and positions are judged by the pieces that will be left, so that all
of it is worth learning from.  Now and then something else is done than what is best.
"""

import argparse
import functools
import lzma
import time
from pathlib import Path
from typing import Any

import msgspec

import fimbul
from fimbul.bots import Sight
from fimbul.bots import playouts
from fimbul.bots.playouts import FIRST, Node, Playouts, lead, mean, spread
from fimbul.core import Rng
from fimbul.core.crew import crew
from fimbul.games.fate.actions import Upgrade
from fimbul.games.fate.bot.front import Front
from fimbul.games.fate.bot.mind import FateMind
from fimbul.games.fate.bot import outlook
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.bot.weights import *
from fimbul.lab.arena import derive

KEPT = 9
STRAY = 3  # of a hundred decisions
ASKED = 25  # of a hundred decisions that are searched
CYCLE = (4, 3, 2, 1, 2, 1, 3, 2, 1, 4, 1, 2, 1)


class Counting(FateMind):
    """Pieces, not chances."""

    horizon, skill = 4, 0.8

    def hope(self, pieces: int, lost: float) -> float:
        return (pieces - lost) / 10

    def evaluate(self, state: Any, seat: int) -> float:
        return state.pieces / 10 if state.outcome is not None else super().evaluate(state, seat)

    def reckon(self, state: Any, front: Front, pieces: float) -> float:
        share = super().reckon(state, front, pieces)
        return 2 * share / (1 - abs(share)) / 10


class Keeping(Playouts):
    """A search that tells all it found."""

    def look(self, sight: Sight, actions: list[Any]) -> tuple[int, list[tuple[int, int, float, float]], int]:
        """The best place, and for every action tried: place, worlds, mean, mean gap to the first sight."""
        self.nodes = 0
        self.friends = self.game.allies(sight.seat)
        promise = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        order = sorted(range(len(actions)), key=lambda place: -promise[place])
        tried = [place for place in order[: playouts.BEAM] if promise[place] > playouts.HOPELESS] or order[:1]
        field = tried
        plans = [Node() for _ in actions]
        values: list[list[float]] = [[] for _ in actions]
        worlds = FIRST
        while not self.spent():
            for _ in range(worlds):
                world = sight.imagine(self.rng)
                for place in field:
                    if self.spent() and values[order[0]]:
                        break
                    values[place].append(self.play_on(world, actions[place], sight.seat, plans[place]))
                else:
                    continue
                break
            if len(field) == 1:
                break
            if len(field) > 2:
                rest = sorted(field[1:], key=lambda place: -mean(values[place]))
                field = [field[0], *rest[: max(1, (len(field) - 1) // 2)]]
                worlds *= 2
        first = values[order[0]]
        gaps = {p: [a - b for a, b in zip(values[p], first, strict=False)] for p in tried}
        wide = spread([gaps[place] for place in tried[1:]])
        worth = {p: lead(gaps[p], wide) if p in field else -1.0 for p in tried}
        worth[order[0]] = 0.0
        best = max(tried, key=worth.__getitem__)
        kept = [(p, len(values[p]), round(mean(values[p]), 5), round(mean(gaps[p]), 5)) for p in tried]
        return best, kept, len(gaps[tried[0]])


class Job(msgspec.Struct, frozen=True):
    nodes: int
    seed: int


def play(job: Job, number: int) -> tuple[int, int, float, list[bytes]]:
    game: Any = fimbul.game("fate")
    seats = CYCLE[number % len(CYCLE)]
    state: Any = game.new(seats=seats, seed=derive(job.seed, number, "game"))
    lot = Rng(derive(job.seed, number, "lot"))
    bot = Keeping(game, derive(job.seed, number, "bot"), nodes=job.nodes)
    bot.mind = Counting()
    found, lost, varied = [], 0, lot.below(2)
    while state.outcome is None:
        state.pieces = KEPT
        seat = state.to_act[0]
        actions = state.legal(seat)
        place = 0
        if len(actions) > 1:
            if lot.below(100) < ASKED:
                place, kept, _ = bot.look(Sight(state, seat), actions)
                found.append((seats, seat, lost, False, place, kept, [str(a) for a in actions], state.snapshot()))
            else:
                promise = game.mind.promise(state, actions, seat)
                place = max(range(len(actions)), key=promise.__getitem__)
            if (varied and isinstance(actions[0], Upgrade)) or lot.below(100) < STRAY:
                place = lot.below(len(actions))
        state.apply(actions[place], seat)
        lost += KEPT - state.pieces
    rows = [msgspec.msgpack.encode((number, lost, *each)) for each in found]
    return number, seats, lost / seats, rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=600)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--to", default="")
    given = parser.parse_args()
    began, done, out = time.time(), 0, 0
    losses: dict[int, list[float]] = {}
    packed = lzma.LZMACompressor(preset=1)
    with crew(functools.partial(play, Job(given.nodes, given.seed)), given.workers) as team, Path(given.to).open("wb") as file:
        while done < out or out < given.games:
            if given.minutes and time.time() - began > 60 * given.minutes:
                break
            if out < given.games and out - done < team.room:
                team.give(out)
                out += 1
                continue
            _, seats, lost, rows = team.take()
            done += 1
            losses.setdefault(seats, []).append(lost)
            for row in rows:
                file.write(packed.compress(len(row).to_bytes(4, "little") + row))
        file.write(packed.flush())
    for seats, each in sorted(losses.items()):
        held = sum(seats * lost < {1: 4, 2: 6, 3: 8, 4: 10}[seats] for lost in each)
        print(f"{seats} heroes: {len(each)} games, {mean(each):.2f} pieces lost a hero, {held} would have held")
    print(f"{time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
