"""Random play on a GPU: the same functions as on the processor, compiled by numba.cuda as they are.

Two programs run one after the other: set-ups, one thread a game, and turns, in which a thread whose game is
over takes the next from a queue, so that no thread waits for the longest game beside it.
"""

import functools
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
from numba import config, cuda, int64

import fimbul
from fimbul.core import FimbulError
from fimbul.kernels.bits import drawn, mixed
from fimbul.kernels.fimbulvetr import chance, packing, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.chance import RESULTS, random_set_up, random_turn
from fimbul.kernels.fimbulvetr.rules import act, set_up
from fimbul.kernels.typing import Numbers

gpu: Any = cuda  # the types of both do not know much of them
settings: Any = config
settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches are measured too

SIZE, BOOK = at.SIZE, at.BOOK
WORDS = SIZE // 4  # a position of 16-bit numbers is copied in words of 64 bits
THREADS = 128  # in a block
SEEN = tables.MOST_TURNS + 2  # positions that a game sees
SMALLEST = 10  # the smallest batch that is measured, as a power of two
COMPARED = 4096  # games of a batch that the processor plays too


class Difference(FimbulError):
    """A game that the GPU plays in another way than the processor."""


class Pace(msgspec.Struct):
    """What one batch took."""

    games: int
    plies: int
    seconds: float
    set_up_seconds: float

    @property
    def plies_per_second(self) -> float:
        return self.plies / self.seconds


class Programs(msgspec.Struct):
    """What runs on a GPU."""

    set_ups: Any
    turns: Any


@functools.cache
def programs() -> Programs:
    """Both programs."""

    @gpu.jit(device=True)  # type: ignore[untyped-decorator]
    def opened(book: Numbers, rows: Numbers) -> None:
        for number in range(gpu.threadIdx.x, BOOK, gpu.blockDim.x):
            book[number] = rows[number]
        gpu.syncthreads()

    @gpu.jit  # type: ignore[untyped-decorator]
    def set_ups(
        start: Numbers, rows: Numbers, first: int, states: Numbers, chances: Numbers, keys: Numbers
    ) -> None:
        book = gpu.shared.array(BOOK, int64)
        opened(book, rows)
        row, seen = gpu.local.array(WORDS, int64), gpu.local.array(2, int64)
        state = row.view(np.int16)
        for game in range(gpu.grid(1), len(chances), gpu.gridsize(1)):
            for number in range(SIZE):
                state[number] = start[number]
            stream = mixed(first + game)
            while state[at.PHASE] != at.PLAYING:
                stream = drawn(stream)
                set_up(state, book, seen, random_set_up(state, book, stream))
            for number in range(WORDS):
                states[game, number] = row[number]
            chances[game], keys[game] = stream, seen[0]

    @gpu.jit  # type: ignore[untyped-decorator]
    def turns(
        rows: Numbers, states: Numbers, chances: Numbers, keys: Numbers, results: Numbers, queue: Numbers
    ) -> None:
        book = gpu.shared.array(BOOK, int64)
        opened(book, rows)
        row, seen = gpu.local.array(WORDS, int64), gpu.local.array(SEEN, int64)
        state = row.view(np.int16)
        game, stream, fresh = gpu.grid(1), 0, True
        while game < len(chances):
            if fresh:
                for number in range(WORDS):
                    row[number] = states[game, number]
                stream, seen[0], fresh = chances[game], keys[game], False
            stream = drawn(stream)
            act(state, book, seen, random_turn(state, book, stream))
            if state[at.OUTCOME]:
                results[game, 0] = state[at.PLY]
                results[game, 1] = state[at.OUTCOME]
                results[game, 2] = state[at.RULE]
                game, fresh = gpu.atomic.add(queue, 0, 1), True

    return Programs(set_ups, turns)


def absent() -> str | None:
    """Why there is nothing to play on; None if there is."""
    try:
        found = gpu.is_available()
    except Exception as problem:  # numba raises whatever the driver gives it
        return f"No GPU can be used: {problem}."
    return None if found else "There is no GPU here that numba.cuda can use."


class Field:
    """A game's start on a GPU."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        seen = np.zeros(SEEN, np.int64)
        state = fimbul.game("fimbulvetr").new(seed=seed, options=options)
        assert isinstance(state, tables.FimbulvetrState)
        self.start, self.book = packing.pack(state, seen), tables.book_of(state.options)
        self.programs = programs()

    def by_processor(self, first: int, games: int) -> tuple[Numbers, float]:
        """How these games go on the processor, and the seconds of one core that it took."""
        results = np.zeros((games, RESULTS), np.int16)
        seen, state = np.zeros(SEEN, np.int64), self.start.copy()
        chance.games_apart(
            self.start, state, self.book, seen, first, results[:1]
        )  # compiled before the clock runs
        began = time.process_time()
        chance.games_apart(self.start, state, self.book, seen, first, results)
        return results, time.process_time() - began

    def play(self, first: int, games: int, blocks: int) -> tuple[Numbers, Pace]:
        """How these games go on the GPU; `blocks` of threads play, each thread one game after another."""
        start, book = gpu.to_device(self.start), gpu.to_device(self.book)
        states = gpu.device_array((games, WORDS), np.int64)
        chances, keys = gpu.device_array(games, np.int64), gpu.device_array(games, np.int64)
        results = gpu.device_array((games, RESULTS), np.int16)
        blocks = min(blocks, -(-games // THREADS))
        queue = gpu.to_device(np.array([blocks * THREADS], np.int64))
        gpu.synchronize()
        began = time.perf_counter()
        self.programs.set_ups[min(-(-games // THREADS), 1 << 16), THREADS](
            start, book, first, states, chances, keys
        )
        gpu.synchronize()
        between = time.perf_counter()
        self.programs.turns[blocks, THREADS](book, states, chances, keys, results, queue)
        gpu.synchronize()
        ended = time.perf_counter()
        found: Numbers = results.copy_to_host()
        plies = int(found[:, 0].sum(dtype=np.int64))
        return found, Pace(games, plies, ended - began, between - began)

    def compare(self, first: int, found: Numbers, theirs: Numbers) -> None:
        """Raise `Difference` if games went another way than on the processor."""
        wrong = np.flatnonzero((found[: len(theirs)] != theirs).any(axis=1))
        if len(wrong):
            game = int(wrong[0])
            raise Difference(
                f"{len(wrong)} of {len(theirs)} games differ; game {game} of seed {first}: plies, outcome "
                f"and rule {found[game].tolist()} on the GPU, {theirs[game].tolist()} on the processor."
            )


def room_for(field: Field) -> int:
    """How many blocks a GPU has registers for at once; more would only start when others end."""
    device = gpu.get_current_device()
    (registers,) = field.programs.turns.get_regs_per_thread().values()
    each = device.MAX_REGISTERS_PER_MULTIPROCESSOR // (THREADS * (registers + 7 & ~7))
    return int(device.MULTIPROCESSOR_COUNT * each)


def batches(largest: int) -> tuple[int, ...]:
    """The sizes of the batches to measure."""
    return tuple(1 << power for power in range(SMALLEST, max(SMALLEST + 1, largest.bit_length()), 2))


def as_rows(reports: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The figures for a person."""
    rows = [
        (
            f"{report['games']:,} games",
            f"{report['plies_per_second']:,} plies/s ({report['plies']:,} in {report['seconds']:.4f} s, of "
            f"which {report['set_up_seconds']:.4f} s for the set-ups; {report['compared']:,} games compared)",
        )
        for report in reports
    ]
    return [("one core", f"{reports[0]['processor_plies_per_second']:,} plies/s"), *rows]


def measure(
    seed: int, sizes: tuple[int, ...], done: Callable[[], None] = lambda: None
) -> Iterator[dict[str, Any]]:
    """Play batches of these sizes; a report of each.  Every batch is compared with the processor's games."""
    field = Field({}, seed)
    first = seed << 32
    theirs, seconds = field.by_processor(first, COMPARED)
    pace = int(theirs[:, 0].sum(dtype=np.int64)) / seconds
    # Compiled before the clock runs.
    field.compare(first, field.play(first, THREADS, 1)[0], theirs[:THREADS])
    blocks = room_for(field)
    for size in sizes:
        found, taken = field.play(first, size, blocks)
        field.compare(first, found, theirs[:size])
        yield {
            "games": size,
            "plies": taken.plies,
            "seconds": round(taken.seconds, 4),
            "set_up_seconds": round(taken.set_up_seconds, 4),
            "plies_per_second": round(taken.plies_per_second),
            "processor_plies_per_second": round(pace),
            "compared": min(size, len(theirs)),
        }
        done()
