"""Who sets up with a plan: tries placements and relics in completed set-ups, the better ones more often."""

import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from fimbul.kernels.fimbulvetr import evaluate, packing, rules, setup, tables
from fimbul.kernels.fimbulvetr import layout as at

if TYPE_CHECKING:
    from fimbul.kernels.fimbulvetr.thinker import Thinker

PROMISING, STRAYS = 28, 12  # placements by first sight, and others by chance
LOOK = 300  # positions that a completed set-up is looked at for
DEPTH = 2


def plan(
    thinker: "Thinker", state: Any, *, seconds: float | None, nodes: int | None, seed: int
) -> list[tuple[int, float]]:
    """Placements or relics with what they are worth, from -1 to 1, the best first."""
    chance = random.Random(seed)
    seat = state.active
    book, worth = tables.book_of(state.options), tables.worths_of(state.options)
    flat = packing.pack(state, thinker.seen)
    twin, other = flat.copy(), flat.copy()
    actions = np.zeros(at.MOST_ACTIONS, np.int64)
    legal = actions[: rules.legal(flat, book, actions)].tolist()

    def first_sight(action: int) -> float:
        twin[:] = flat
        rules.apply(twin, book, thinker.seen, action)
        return float(evaluate.evaluate(twin, book, worth, seat))

    chance.shuffle(legal)  # of equal ones any may come first
    sights = {action: first_sight(action) for action in legal}
    ranked = sorted(legal, key=sights.__getitem__, reverse=True)
    tried = ranked[:PROMISING]
    rest = ranked[PROMISING:]
    tried += chance.sample(rest, min(STRAYS, len(rest)))
    sums, counts = dict.fromkeys(tried, 0.0), dict.fromkeys(tried, 0)
    began = time.perf_counter()
    spent = 0

    def share() -> float:
        by_time = (time.perf_counter() - began) / seconds if seconds else 0.0
        return max(by_time, spent / nodes if nodes else 0.0)

    alive = list(tried)
    rounds = max(1, len(tried).bit_length())
    for number in range(rounds):
        while share() < 0.92 * (number + 1) / rounds:
            for action in alive:
                twin[:] = flat
                rules.apply(twin, book, thinker.seen, action)
                setup.complete(twin, other, book, worth, thinker.seen, chance.getrandbits(62))
                sums[action] += thinker.glance(twin, seat, DEPTH, LOOK, book, worth)
                counts[action] += 1
                spent += thinker.nodes + 1
                if share() >= 0.97:
                    break
        alive.sort(key=lambda action: -sums[action] / max(counts[action], 1))
        alive = alive[: max(2, len(alive) // 2)]
        if share() >= 0.97:
            break
    means = {action: sums[action] / counts[action] if counts[action] else -1.0 for action in tried}
    survivors = sorted(alive, key=means.__getitem__, reverse=True)
    others = [action for action in ranked if action not in survivors]
    low = min((means[action] for action in survivors), default=0.0)
    return [(action, means[action]) for action in survivors] + [(action, low) for action in others]
