"""Whoever holds the clock: deepens the kernel's search of Fimbulvetr for as long as there is time."""

import math
import random
import time
from typing import Any

import numpy as np

from fimbul.kernels.compiling import first_use
from fimbul.kernels.fimbulvetr import judge, packing, planner, rules, search, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.weights import load_net
from fimbul.kernels.typing import Floats, Numbers, Reals

TABLE_BITS = 20
SLICE = 4096  # positions between two looks at the clock
CONTEMPT = 400
WON = 0.999  # beyond this a value is a forced result


class Thinker:
    """The search's memory: what it keeps from one decision to the next, and the room it works in."""

    def __init__(self, net: Floats | None = None) -> None:
        self.net = load_net() if net is None else net
        self.table = np.zeros(3 << TABLE_BITS, np.int64)
        self.machine = np.zeros(search.MACHINE, np.int64)
        self.machine[search.MASK] = (1 << TABLE_BITS) - 1
        self.machine[search.CONTEMPT] = CONTEMPT
        self.frames = np.zeros((search.DEEPEST, search.FRAME), np.int64)
        self.states = np.zeros((search.DEEPEST, at.SIZE), np.int64)
        self.actions = np.zeros((search.DEEPEST, at.MOST_ACTIONS), np.int64)
        self.ranks = np.zeros((search.DEEPEST, at.MOST_ACTIONS), np.int64)
        self.killers = np.zeros(2 * search.DEEPEST, np.int64)
        self.history = np.zeros(search.HISTORY, np.int64)
        self.features = np.zeros(judge.FEATURES, np.float32)
        self.seen = np.zeros(1024, np.int64)
        self.options: Any = None
        self.nodes = 0
        self.deepest = 0

    def weigh(
        self,
        worlds: list[Any],
        actions: list[Any],
        *,
        seconds: float | None,
        nodes: int | None,
        exact: int = 1,
        seed: int = 0,
    ) -> list[tuple[Any, float]]:
        """Actions with what they are worth, from -1 to 1, the best first; the `exact` best are exact."""
        (state,) = worlds  # nothing is hidden
        self.nodes = self.deepest = 0
        with first_use("fimbulvetr"):
            if state.options != self.options:
                self.table[:] = 0
                self.options = state.options
            if state.phase == "play":
                order = [packing.encode(state, action) for action in actions]
                random.Random(seed).shuffle(order)
                found = self.deepen_all(state, order, seconds, nodes, exact)
            else:
                found = planner.plan(self, state, seconds=seconds, nodes=nodes, exact=exact, seed=seed)
        return [(packing.decode(state, action), value) for action, value in found]

    def deepen_all(
        self, state: Any, order: list[int], seconds: float | None, nodes: int | None, exact: int
    ) -> list[tuple[int, float]]:
        """Depth after depth, until the budget is spent or nothing is left to find out."""
        deadline = time.perf_counter() + seconds if seconds is not None else math.inf
        limit = nodes if nodes is not None else 1 << 60
        book, worth = tables.book_of(state.options), tables.worths_of(state.options)
        self.prepare(packing.pack(state, self.seen))
        found = [(action, 0.0) for action in order]
        for depth in range(1, search.DEEPEST // 2):
            ranked = self.deepen([action for action, _ in found], depth, exact, deadline, limit, book, worth)
            done = {action for action, _ in ranked}
            low = ranked[-1][1] if ranked else 1.0
            found = ranked + [(action, min(value, low)) for action, value in found if action not in done]
            if self.stopped:
                break
            self.deepest = depth
            if exact == 1 and abs(found[0][1]) > WON:
                break
        return found

    def glance(
        self, flat: Numbers, depth: int, deadline: float, limit: int, book: Numbers, worth: Reals
    ) -> float:
        """What a position is worth to the mover at a short look, from -1 to 1."""
        self.prepare(flat)
        count = rules.legal(flat, book, self.actions[1])
        order = self.actions[1, :count].tolist()
        best = 0.0
        for deep in range(1, depth + 1):
            found = self.deepen(order, deep, 1, deadline, limit, book, worth)
            if found and not (self.stopped and deep > 1):
                best = found[0][1]
                order.remove(found[0][0])
                order.insert(0, found[0][0])
            if self.stopped or abs(best) > WON:
                break
        return best

    def prepare(self, flat: Numbers) -> None:
        """Forget what belonged to the last decision; keep the table."""
        self.states[0] = flat
        machine = self.machine
        machine[search.NODES] = 0
        machine[search.SEAT] = flat[at.ACTIVE]
        machine[search.ROOT_X] = flat[at.X + flat[at.BEARER]] + at.MIDDLE - 16
        machine[search.ROOT_Y] = flat[at.Y + flat[at.BEARER]] + at.MIDDLE - 16
        self.killers[:] = -1
        self.history >>= 3
        self.deepest = 0
        self.stopped = False

    def deepen(
        self,
        order: list[int],
        depth: int,
        exact: int,
        deadline: float,
        limit: int,
        book: Numbers,
        worth: Reals,
    ) -> list[tuple[int, float]]:
        """The best actions at one depth, as many as were found before the budget was spent."""
        best: list[tuple[int, float]] = []
        for _ in range(min(exact, len(order))):
            left = [action for action in order if action not in [action for action, _ in best]]
            self.actions[0, : len(left)] = left
            self.frames[0, search.SIZE] = len(left)
            search.begin(self.machine, self.frames, depth)
            while not self.machine[search.DONE]:
                slices = int(self.machine[search.NODES]) // SLICE  # begun at another depth, perhaps
                self.machine[search.STOP_AT] = min(limit, (slices + 1) * SLICE)
                search.think(
                    self.machine,
                    self.frames,
                    self.states,
                    self.actions,
                    self.ranks,
                    book,
                    self.seen,
                    worth,
                    self.net,
                    self.features,
                    self.table,
                    self.killers,
                    self.history,
                )
                self.nodes = int(self.machine[search.NODES])
                if not self.machine[search.DONE] and (self.nodes >= limit or time.perf_counter() > deadline):
                    self.stopped = True
                    break
            value = int(self.frames[0, search.BEST])
            action = int(self.frames[0, search.BEST_ACTION])
            if self.stopped and value < -search.FORCED:  # of the one it was at nothing bad is known yet
                action, value = left[int(self.frames[0, search.NEXT]) - 1], -judge.LARGEST
            if action >= 0 and (not self.stopped or self.frames[0, search.NEXT] > 1):
                best.append((action, chances(value)))
            if self.stopped:
                break
        return best


def chances(value: int) -> float:
    """The search's units as the value of an idea: -1 is lost and 1 is won."""
    if abs(value) > search.FORCED:
        plies = search.WIN - abs(value)
        return math.copysign(1.0 - 1e-5 * plies, value)
    return 0.998 * math.tanh(value / judge.UNIT / 2)
