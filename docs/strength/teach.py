"""Teach the first sight of Fate what the search has found: fit its numbers to what actions turned out worth.

    python docs/strength/teach.py found.bin --seed 1 --workers 16 --to taught.json

An action's promise hangs on the numbers of `bot/weights.py`, nearly in a straight line.  How it changes with
each of them, and which card an action names, are the numbers of a regression; what is fitted is by how many
pieces an action was better in imagined worlds than the one that looked best.
"""

import argparse
import functools
import lzma
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import fimbul
from fimbul.core.crew import crew, through
from fimbul.games.fate.actions import Play, Upgrade, Use
from fimbul.games.fate.bot import errand, eye, front, mind
from fimbul.games.fate.state import FateState

MODULES = (errand, eye, front, mind)
NAMES = (
    "TOUGH EACH_HEALTH APPROACH AWAY FALL EXTRA SCRATCH WEAR GOLD MANA CARD ATTACK KILL"
    " DENT CHIP HELD KICKED TRADED PREPARE FOCUS PRACTICE MEND HOME REST CARD_BASE CARD_STRENGTH"
    " CARD_RANGE CARD_HEALTH CARD_PREVENTS CARD_USE ERRAND HASTE QUEST_ACTION TOO_LONG ANOTHER"
).split()
TABLES = ("ARRIVES", "THREAT")
STEP = 0.1
KINDS = ("Move", "Go", "Attack", "Prepare", "Focus", "Mend", "Practice", "Quest", "Use", "Play", "End", "Stop",
         "Upgrade", "Cycle", "Yes", "No", "Done", "Keep", "Discard")


def read(path: str) -> list[Any]:
    raw = lzma.decompress(Path(path).read_bytes())
    found, at = [], 0
    while at < len(raw):
        size = int.from_bytes(raw[at : at + 4], "little")
        found.append(msgspec.msgpack.decode(raw[at + 4 : at + 4 + size]))
        at += 4 + size
    return found


def put(name: str, value: Any) -> None:
    for module in MODULES:
        if hasattr(module, name):
            setattr(module, name, value)
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and getattr(thing, "__module__", "") == module.__name__:
                thing.cache_clear()


def knobs() -> list[tuple[str, int, float]]:
    """Names with a place in a table (or -1), and how they stand."""
    def now(name: str) -> Any:
        return next(getattr(m, name) for m in MODULES if hasattr(m, name))
    found = [(name, -1, now(name)) for name in NAMES]
    return found + [(name, place, value) for name in TABLES for place, value in enumerate(now(name))]


def features(piece: tuple[int, list[Any]]) -> tuple[int, list[Any]]:
    """For every decision: its game, hero count, and for every action tried its worlds, gap, and numbers."""
    game: Any = fimbul.game("fate")
    cases = []
    for number, lost, seats, seat, before, stray, place, kept, texts, snap in piece[1]:
        if len(kept) < 2:
            continue
        state = FateState.restore(snap)
        actions = [state.notation.parse(texts[p]) for p, *_ in kept]
        cases.append((number, seats, seat, state, actions, kept))
    looks = [np.array(game.mind.promise(s, a, seat)) for _, _, seat, s, a, _ in cases]
    columns: list[list[Any]] = [[] for _ in cases]
    for name, place, value in knobs():
        step = STEP * max(abs(value), 0.02)
        if place < 0:
            put(name, value + step)
        else:
            whole = next(getattr(m, name) for m in MODULES if hasattr(m, name))
            put(name, (*whole[:place], value + step, *whole[place + 1 :]))
        for case, look, column in zip(cases, looks, columns, strict=True):
            column.append((np.array(game.mind.promise(case[3], case[4], case[2])) - look) / step)
        put(name, value if place < 0 else whole)
    out = []
    for (number, seats, seat, state, actions, kept), look, column in zip(cases, looks, columns, strict=True):
        left = (len(state.track) - state.time) / 10
        hero = state.hero_id(seat)
        words = []
        for action in actions:
            kind = type(action).__name__
            have = {f"kind {kind}": 1.0, f"left {kind}": left}
            if isinstance(action, Use | Play):
                have[f"{kind} {hero} {action.card}"] = 1.0
            if isinstance(action, Upgrade):
                have[f"Upgrade {hero} {action.card}"] = left
            words.append(have)
        table = np.stack([look, *column], 1)
        out.append((number, seats, [k[1] for k in kept], [10 * k[3] for k in kept], table.tolist(), words, type(state.decision).__name__))
    return piece[0], out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="+")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--to", required=True)
    given = parser.parse_args()
    rows = [row for name in given.data for row in read(name)][: given.most]
    parts = [(n, rows[n * 100 : n * 100 + 100]) for n in range((len(rows) + 99) // 100)]
    with crew(features, given.workers) as team:
        found = dict(through(team, parts))
    decisions = [each for n in sorted(found) for each in found[n]]
    Path(given.to).write_bytes(lzma.compress(msgspec.msgpack.encode(decisions), preset=1))
    print(len(rows), "decisions", len(decisions), "kept")


if __name__ == "__main__":
    main()
