"""Whoever holds the clock: deepens the kernel's search of Valknut in several imagined worlds."""

import math
import random
import time
from typing import Any

import numpy as np

from fimbul.kernels.compiling import first_use
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import choices, ground, packing, search, tables
from fimbul.kernels.valknut import layout as at

TABLE_BITS = 18
SLICE = 2048  # positions between two looks at the clock
WON = 0.999
MARGIN = 0.1  # how much worse than the best an action may be in one world before it is asked how much
# What is looked at, stage by stage: how many turns ahead; how many positions go on, in the turn at hand and
# in later ones; how many ends are followed, in both; how many first actions are.
STAGES = (
    (0, 1, 1, 1, 1, 1 << 15),
    (1, 4, 4, 4, 4, 160),
    (2, 4, 4, 4, 4, 40),
    (2, 8, 8, 8, 8, 20),
    (3, 8, 8, 6, 6, 12),
    (3, 16, 16, 12, 12, 12),
    (4, 12, 12, 8, 8, 16),
    (5, 16, 16, 12, 12, 16),
    (6, 24, 24, 16, 16, 16),
    (7, 32, 32, 32, 32, 32),
)


def dealt(worlds: list[Numbers]) -> list[Numbers]:
    """The same worlds, but each with another card to be drawn next, as far as there are others.

    Where it is known what lies on top of the pile, it does so in all of them, and stays there.
    """
    if all(np.array_equal(world, worlds[0]) for world in worlds):
        return worlds[:1]
    sizes = [int(world[at.PILE]) for world in worlds]
    if any(size != sizes[0] for size in sizes) or not sizes[0]:
        return worlds
    top = at.PILE + sizes[0]
    if all(world[top] == worlds[0][top] for world in worlds):
        return worlds
    drawn: list[int] = []
    for world in worlds:
        pile = world[at.PILE + 1 : top + 1]
        place = min(range(len(pile)), key=lambda number: (drawn.count(int(pile[number])), -number))
        pile[place], pile[-1] = pile[-1], pile[place]
        drawn.append(int(pile[-1]))
    return worlds


class Thinker:
    """The search's memory, and the room it works in."""

    def __init__(self) -> None:
        self.weights = tables.weights()
        self.table = np.zeros(2 << TABLE_BITS, np.int64)
        self.machine = np.zeros(search.MACHINE, np.int64)
        self.machine[search.MASK] = (1 << TABLE_BITS) - 1
        self.frames = np.zeros((search.LEVELS, search.FRAME), np.int64)
        self.states = np.zeros((search.ROWS, at.SIZE), np.int32)
        self.notes = np.zeros((search.ROWS, search.NOTES), np.int64)
        self.lines = np.zeros((search.ROWS, 2 + search.LONGEST), np.int64)
        self.answers = np.zeros((search.LEVELS, search.ANSWERS, 2 + search.LONGEST), np.int64)
        self.actions = np.zeros(at.MOST_ACTIONS, np.int64)
        self.ranks = np.zeros(at.MOST_ACTIONS, np.int64)
        self.liked = np.zeros(search.REMEMBERED, np.int64)
        self.room = np.zeros(at.MOST_ACTIONS, np.int64)
        self.scratch = np.zeros(at.SCRATCH, np.int64)
        self.reals = np.zeros(128, np.float64)
        self.board = packing.new_board()
        self.decisions = 0
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
        deadline = time.perf_counter() + seconds if seconds is not None else math.inf
        state = worlds[0]
        self.book = tables.book_of(state)
        with first_use("valknut"):
            flats = [packing.pack(world) for world in worlds]
            numbers = self.legal(flats[0])
            decoded = dict(zip(numbers, state.legal(state.to_act[0]), strict=True))
            asked = set(actions)
            order = [number for number in numbers if decoded[number] in asked]
            random.Random(seed).shuffle(order)
            found = self.ponder(flats, order, deadline=deadline, nodes=nodes, exact=exact)
        return [(decoded[number], value) for number, value in found]

    def legal(self, flat: Numbers) -> list[int]:
        """The legal actions of a position, as numbers."""
        ground.build(flat, self.board, self.book)
        count = choices.legal(flat, self.board, self.book, self.room, self.scratch)
        ground.clear(flat, self.board, self.book)
        return self.room[:count].tolist()

    def ponder(
        self, flats: list[Numbers], order: list[int], *, deadline: float, nodes: int | None, exact: int
    ) -> list[tuple[int, float]]:
        """Actions with what they are worth in the worlds, the best first, deeper and deeper."""
        self.deadline = deadline
        self.limit = nodes if nodes is not None else 1 << 60
        self.stopped = False
        self.deepest = 0
        machine = self.machine
        machine[search.NODES], machine[search.SEAT] = 0, choices.seat_to_act(flats[0])
        machine[search.TURN] = flats[0][at.TURN]
        self.decisions += 1  # turns of other decisions are no use: their worlds were others
        self.answers[:] = self.liked[:] = 0
        flats = dealt(flats)
        found = [(number, 0.0) for number in order]
        for stage, (turns, *widths, followed) in enumerate(STAGES):
            machine[search.STAGE] = stage
            machine[search.FIRST_WIDE : search.ENDS + 1] = widths
            first = [number for number, _ in found[: max(followed, exact)]]
            ranked = self.deepen(flats if turns > 1 else flats[:1], first, turns, exact)
            done = {number for number, _ in ranked}
            low = min((value for _, value in ranked), default=1.0) - 1e-6
            found = ranked + [(number, min(value, low)) for number, value in found if number not in done]
            if self.stopped:
                break
            self.deepest = turns
            if abs(found[0][1]) > WON or all(value < -WON for _, value in found[1:]):
                break
        self.nodes = int(machine[search.NODES])
        return found

    def deepen(
        self, worlds: list[Numbers], order: list[int], turns: int, exact: int
    ) -> list[tuple[int, float]]:
        """The first actions so many turns ahead, as many as there was time for, the best first.

        Where only the best must be exact, an action is first asked whether it does better than the best so
        far in any world: most do not, and little has to be looked at to know it.
        """
        found: list[tuple[int, float]] = []
        best: list[float] = []  # of the best action so far, by world
        bar = -math.inf  # what an action must surpass on average
        for action in order:
            floors = best if exact == 1 else [bar] * len(worlds) if len(found) >= exact else []
            values = self.values(worlds, action, turns, floors, bar)
            if self.stopped:
                break
            found.append((action, sum(values) / len(values)))
            ranked = sorted((value for _, value in found), reverse=True)
            if len(found) >= exact:
                bar = ranked[exact - 1]
            if found[-1][1] == ranked[0]:
                best = values
        return sorted(found, key=lambda idea: -idea[1])

    def values(
        self, worlds: list[Numbers], action: int, turns: int, floors: list[float], bar: float
    ) -> list[float]:
        """What comes of an action in each world: bounds from above, if it is known to be no better."""
        found = [1.0] * len(worlds)
        for world, flat in enumerate(worlds):
            floor = floors[world] - MARGIN if floors else -2.0
            found[world] = self.value(flat, action, turns, world, floor)
            if self.stopped:
                return found
            if sum(found) / len(found) < bar:
                return found  # it cannot catch up any more
        if floors:
            for world, flat in enumerate(worlds):
                if found[world] <= floors[world] - MARGIN:
                    found[world] = self.value(flat, action, turns, world, -2.0)
                    if self.stopped or sum(found) / len(found) < bar:
                        break
        return found

    def value(self, flat: Numbers, action: int, turns: int, world: int, floor: float) -> float:
        """What comes of an action in one world, from -1 to 1."""
        machine, states, board, book = self.machine, self.states, self.board, self.book
        shown = states[search.SHOWN]
        shown[:] = flat
        ground.build(shown, board, book)
        search.act(shown, board, book, action, self.room)
        machine[search.WORLD] = world + 16 * self.decisions
        turns -= choices.seat_to_act(shown) != machine[search.SEAT]
        search.begin(machine, self.frames, states, turns, round(search.WHOLE * floor), search.LARGEST)
        while not machine[search.DONE]:
            machine[search.STOP_AT] = min(self.limit, machine[search.NODES] + SLICE)
            search.think(
                machine,
                self.frames,
                states,
                self.notes,
                self.lines,
                self.answers,
                board,
                book,
                self.weights,
                self.actions,
                self.ranks,
                self.liked,
                self.table,
                self.room,
                self.scratch,
                self.reals,
            )
            if not machine[search.DONE] and (
                machine[search.NODES] >= self.limit or time.perf_counter() > self.deadline
            ):
                self.stopped = True
                break
        if time.perf_counter() > self.deadline:
            self.stopped = True
        ground.clear(shown, board, book)
        return float(machine[search.VALUE]) / search.WHOLE
