"""Who sets up with a plan.

Early placements are tried in completed set-ups, the better ones more often.  From the last placements on both
players are expected to do what is worst for the other: a mean over games that might begin would be too kind
to a bearer whom one answer leaves without shelter.
"""

import math
import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from fimbul.kernels.fimbulvetr import evaluate, packing, rules, setup, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.typing import Numbers

if TYPE_CHECKING:
    from fimbul.kernels.fimbulvetr.thinker import Thinker

PROMISING, STRAYS = 28, 12  # placements by first sight, and others by chance
GLANCE = 3, 300  # how deep a completed set-up is looked at, and for how many positions at most
LAST = 2  # placements that are expected to meet the worst answer
TRIALS = 0.4  # of the budget of such a placement, in which those are found that are worth it
CONTENDERS, ANSWERS = 10, 10  # placements that are tried against each other's best answers
LOOKS = (0, 0), (3, 600), (5, 3000), (7, 12_000), (9, 50_000), (11, 200_000), (13, 1_000_000)


class Spent(Exception):
    """The budget is spent."""


class Plan:
    """One decision of a set-up: its budget, and what was found out."""

    def __init__(
        self, thinker: "Thinker", state: Any, seconds: float | None, nodes: int | None, seed: int
    ) -> None:
        self.thinker = thinker
        self.book, self.worth = tables.book_of(state.options), tables.worths_of(state.options)
        self.flat = packing.pack(state, thinker.seen)
        self.chance = random.Random(seed)
        self.room = np.zeros(at.MOST_ACTIONS, np.int64)
        self.seconds, self.nodes = seconds, nodes
        self.began = time.perf_counter()
        self.spent = 0
        self.refutations: dict[int, int] = {}  # by ply: the answer that was last too good

    def share(self) -> float:
        """How much of the budget is spent."""
        by_time = (time.perf_counter() - self.began) / self.seconds if self.seconds else 0.0
        return max(by_time, self.spent / self.nodes if self.nodes else 0.0)

    def look(self, flat: Numbers, depth: int, most: int) -> float:
        """What a completed set-up is worth to the mover."""
        if not depth:
            self.spent += 1
            return float(evaluate.evaluate(flat, self.book, self.worth, flat[at.ACTIVE]))
        if self.nodes:
            most = min(most, self.nodes - self.spent)
        deadline = self.began + self.seconds if self.seconds else math.inf
        value = self.thinker.glance(flat, depth, deadline, most, self.book, self.worth)
        self.spent += self.thinker.nodes + 1
        return value

    def after(self, flat: Numbers, action: int) -> Numbers:
        """The position after an action."""
        twin = flat.copy()
        rules.apply(twin, self.book, self.thinker.seen, action)
        return twin

    def ranked(self, flat: Numbers) -> list[int]:
        """What may be done, the best at first sight first; of equal ones any may come first."""
        seat = flat[at.ACTIVE]
        legal = self.room[: rules.legal(flat, self.book, self.room)].tolist()
        self.chance.shuffle(legal)
        sights = {
            action: evaluate.evaluate(self.after(flat, action), self.book, self.worth, seat)
            for action in legal
        }
        return sorted(legal, key=sights.__getitem__, reverse=True)

    # ---- early: the mean

    def trials(self, tried: list[int], budget: float) -> list[tuple[int, float]]:
        """Actions by how set-ups stand that two sensible players completed; a round leaves half of them."""
        seat, other = int(self.flat[at.ACTIVE]), self.flat.copy()
        sums, counts = dict.fromkeys(tried, 0.0), dict.fromkeys(tried, 0)
        alive = list(tried)
        rounds = max(1, len(tried).bit_length())
        for number in range(rounds):
            while self.share() < budget * (number + 1) / rounds:
                for action in alive:
                    twin = self.after(self.flat, action)
                    chance = self.chance.getrandbits(62)
                    setup.complete(twin, other, self.book, self.worth, self.thinker.seen, chance)
                    value = self.look(twin, *GLANCE)
                    sums[action] += value if twin[at.ACTIVE] == seat else -value
                    counts[action] += 1
                    if self.share() >= budget:
                        break
            alive.sort(key=lambda action: -sums[action] / max(counts[action], 1))
            alive = alive[: max(2, len(alive) // 2)]
        means = {action: sums[action] / counts[action] if counts[action] else -1.0 for action in tried}
        survivors = sorted(alive, key=means.__getitem__, reverse=True)
        low = min((means[action] for action in survivors), default=0.0)
        rest = sorted((action for action in tried if action not in alive), key=lambda a: -means[a])
        return [(action, means[action]) for action in survivors] + [(action, low) for action in rest]

    # ---- late: the worst

    def worst(self, flat: Numbers, look: tuple[int, int], alpha: float, beta: float) -> float:
        """What a set-up is worth to the mover if both go on as well as they can."""
        if flat[at.PHASE] == at.PLAYING:
            value = self.look(flat, *look)
            if self.share() >= 1.0:
                raise Spent
            return value
        ply, answers = int(flat[at.PLY]), self.ranked(flat)
        if flat[at.PHASE] == at.PLACING:
            answers = answers[:ANSWERS]
        known = self.refutations.get(ply)
        if known in answers:
            answers.remove(known)
            answers.insert(0, known)
        best = -2.0
        for action in answers:
            value = -self.worst(self.after(flat, action), look, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                self.refutations[ply] = action
                break
        return best

    def duel(self, found: list[tuple[int, float]], exact: int) -> list[tuple[int, float]]:
        """Actions by the worst that can follow, looked at deeper and deeper."""
        for look in LOOKS:
            values: dict[int, float] = {}
            try:
                for action, _ in found:
                    bar = sorted(values.values(), reverse=True)[exact - 1 : exact]
                    beta = -bar[0] if bar else 2.0
                    values[action] = -self.worst(self.after(self.flat, action), look, -2.0, beta)
            except Spent:
                pass
            done = sorted(values.items(), key=lambda idea: -idea[1])
            low = done[-1][1] if done else 1.0
            found = done + [(action, min(value, low)) for action, value in found if action not in values]
            if len(values) < len(found):
                break
        return found


def plan(
    thinker: "Thinker", state: Any, *, seconds: float | None, nodes: int | None, exact: int, seed: int
) -> list[tuple[int, float]]:
    """Placements or relics with what they are worth, from -1 to 1, the best first."""
    made = Plan(thinker, state, seconds, nodes, seed)
    ranked = made.ranked(made.flat)
    if state.phase == "relic":
        found = made.duel([(action, 0.0) for action in ranked], exact)
    else:
        rest = ranked[PROMISING:]
        tried = ranked[:PROMISING] + made.chance.sample(rest, min(STRAYS, len(rest)))
        late = made.flat[at.PLY] >= 12 - LAST
        found = made.trials(tried, TRIALS if late else 0.92)
        if late:
            contenders = max(CONTENDERS, exact)
            found = made.duel(found[:contenders], exact) + found[contenders:]
        low = min(value for _, value in found)
        known = {action for action, _ in found}
        found += [(action, low) for action in ranked if action not in known]
    thinker.nodes = made.spent
    return found
