"""How fast environments are, beside PettingZoo's chess in the same run."""

import importlib
import importlib.util
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from fimbul import kernels
from fimbul.envs.aec import FimbulAEC
from fimbul.envs.course import MASK
from fimbul.games import SLUGS

ROUND = 0.3  # seconds on the processor: short, so that all meet the same moods of the machine
GAMES = 1024  # side by side in the vector environment
STEPS = 40

Report = dict[str, Any]


def chess() -> Any:
    """PettingZoo's chess, where what it needs is installed (extra `bench`)."""
    if importlib.util.find_spec("chess") is None or importlib.util.find_spec("pygame") is None:
        return None
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return importlib.import_module("pettingzoo.classic.chess_v6").env()


class Runner:
    """Random agents in one environment, for a while at a time."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env, self.chance, self.seed = env, random.Random(seed), seed
        self.env.reset(seed=seed)
        self.steps, self.seconds = 0, 0.0
        self.run()  # what is loaded or compiled at first does not count
        self.steps, self.seconds = 0, 0.0

    def run(self) -> float:
        """Steps a second in one round: each with an observation and a mask."""
        env, steps, began = self.env, 0, time.process_time()
        while (took := time.process_time() - began) < ROUND:
            for _ in env.agent_iter(8):
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    self.seed += 1
                    env.reset(seed=self.seed)
                    break
                env.step(self.chance.choice(np.flatnonzero(seen[MASK]).tolist()))
                steps += 1
        self.steps += steps
        self.seconds += took
        return steps / took


def measure(seconds: float, seed: int, done: Callable[[], None]) -> Report:
    """Every game against chess, round by round; then the vector environments."""
    rounds = max(1, round(seconds / ROUND))
    board, rows = chess(), []
    for slug in SLUGS:
        ours, theirs = Runner(FimbulAEC(slug), seed), Runner(board, seed) if board is not None else None
        ratios = []
        for _ in range(rounds):
            speed = ours.run()
            if theirs is not None:
                ratios.append(speed / theirs.run())
            done()
        rows.append(
            {
                "game": slug,
                "steps_per_second": round(ours.steps / ours.seconds),
                "chess_steps_per_second": round(theirs.steps / theirs.seconds) if theirs else None,
                "ratio": round(statistics.median(ratios), 2) if ratios else None,
            }
        )
    return {"games": rows, "vector": vector(seconds, seed) if kernels.available() else None}


def vector(seconds: float, seed: int) -> Report:
    """Steps a second of the vector environments, in one thread and in all; choosing is not counted."""
    vectors: Any = importlib.import_module("fimbul.envs.vectors")
    found: Report = {}
    for slug in kernels.GAMES:
        found[slug] = {"games": GAMES}
        for name, threads in (("one_thread", 1), ("all_threads", os.cpu_count() or 1)):
            envs = vectors.make(slug, GAMES, {}, threads=threads)
            envs.reset(seed=seed)
            chance, spent, steps = np.random.default_rng(seed), 0.0, 0
            rows, clock = np.arange(GAMES), time.perf_counter if threads > 1 else time.process_time
            envs.step(envs.listed[:, 0])  # what is loaded or compiled at first does not count
            while spent < seconds or steps < STEPS * GAMES:
                wanted = envs.listed[rows, (chance.random(GAMES) * envs.counts).astype(np.int64)]
                began = clock()
                envs.step(wanted)
                spent += clock() - began
                steps += GAMES
            found[slug][name] = round(steps / spent)
            envs.close()
    return found


def as_rows(report: Report) -> list[tuple[str, ...]]:
    """The report as a table."""
    rows: list[tuple[str, ...]] = [("game", "steps a second", "PettingZoo's chess", "times")]
    for row in report["games"]:
        beside = row["chess_steps_per_second"]
        rows.append(
            (
                row["game"],
                f"{row['steps_per_second']:,}",
                f"{beside:,}" if beside else "not installed",
                f"{row['ratio']:.1f}" if row["ratio"] else "",
            )
        )
    for slug, speeds in (report["vector"] or {}).items():
        rows.append((f"{slug}, vector, one thread", f"{speeds['one_thread']:,}", "", ""))
        rows.append((f"{slug}, vector, all threads", f"{speeds['all_threads']:,}", "", ""))
    return rows
