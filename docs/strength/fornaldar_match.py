"""How strong Fornaldar's bot is against the one it was before it planned (`yardstick`).

    python docs/strength/fornaldar_match.py --games 20 --bot greedy --seed 1 --workers 16

Plays so many games in each scenario from each side: six times as many in all.  The yardstick takes what the
old mind promises most of; it looks at the same imagined worlds as any bot.  With `--older CHECKOUT` the mind
of another commit takes its place.
"""

import argparse
import functools
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parent / "yardstick"))

import fornaldar_mind
from fornaldar_promise import older_mind

import fimbul
from fimbul.bots import Sight, make
from fimbul.core import Mind, Rng
from fimbul.core.crew import crew
from fimbul.lab.arena import derive
from fimbul.lab.statistics import wilson

SCENARIOS = ("sampo", "northern_war", "jotuns")


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played."""

    bot: str
    seconds: float | None
    nodes: int | None
    seed: int
    scenarios: tuple[str, ...]
    older: Path | None = None


@functools.cache
def measure(older: Path | None) -> Mind:
    """The mind that is played against."""
    return older_mind(older) if older is not None else fornaldar_mind.FornaldarMind()


class Yardstick:
    """The old mind, which takes what it promises most of."""

    def __init__(self, seed: int, older: Path | None) -> None:
        self.mind, self.rng = measure(older), Rng(seed)

    def choose(self, sight: Sight) -> Any:
        """The most promising action."""
        actions = sight.legal()
        promise = self.mind.promise(sight.imagine(self.rng), actions, sight.seat)
        best = max(promise)
        return self.rng.choice([each for each, hope in zip(actions, promise, strict=True) if hope == best])


def play(job: Job, number: int) -> tuple[str, int, float, tuple[float, ...], float]:
    """One game: scenario, the side of the bot, its score, the points of both, the longest game turn."""
    game = fimbul.game("fornaldar")
    scenario, ours = job.scenarios[number // 2 % len(job.scenarios)], number % 2
    start = derive(job.seed, number // 2 // len(job.scenarios), scenario)
    state = game.new(options={"scenario": scenario}, seed=start)
    bot = make(job.bot, game, seconds=job.seconds, nodes=job.nodes, seed=derive(job.seed, number, "bot"))
    other = Yardstick(derive(job.seed, number, "yardstick"), job.older)
    spent: dict[int, float] = {}
    while state.outcome is None:
        seat = state.to_act[0]
        began = time.process_time()
        action = (bot if seat == ours else other).choose(Sight(state, seat))
        if seat == ours:
            spent[state.turn] = spent.get(state.turn, 0.0) + time.process_time() - began
        state.apply(action, seat)
    longest = max(spent.values(), default=0.0)
    return scenario, ours, state.outcome.scores[ours], state.outcome.points or (), longest


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20, help="in each scenario from each side")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--scenario", choices=SCENARIOS)
    parser.add_argument("--older", type=Path, help="a checkout whose mind is played against")
    parser.add_argument("--each", action="store_true", help="tell every game")
    arguments = parser.parse_args()
    scenarios = (arguments.scenario,) if arguments.scenario else SCENARIOS
    job = Job(
        bot=arguments.bot,
        seconds=arguments.seconds,
        nodes=arguments.nodes,
        seed=arguments.seed,
        scenarios=scenarios,
        older=arguments.older,
    )
    counts: dict[tuple[str, int], list[float]] = {}
    began, given, done, slowest = time.time(), 0, 0, 0.0
    total = 2 * len(scenarios) * arguments.games
    with crew(functools.partial(play, job), arguments.workers) as team:
        while done < total and not (arguments.minutes and time.time() - began > 60 * arguments.minutes):
            if given < total and given - done < team.room:
                team.give(given)
                given += 1
                continue
            scenario, ours, score, points, longest = team.take()
            done += 1
            counts.setdefault((scenario, ours), []).append(score)
            slowest = max(slowest, longest)
            if arguments.each:
                print(f"  {scenario} as {('Fomorian', 'Mundane')[ours]}: {score:g} {points}", flush=True)
    took = f"{time.time() - began:.0f} s"
    print(f"Fornaldar, {arguments.bot} against the yardstick, seed {arguments.seed}, {took}")
    for (scenario, ours), scores in sorted(counts.items()):
        won, games = sum(score == 1 for score in scores), len(scores)
        low, high = wilson(won, games)
        drawn = sum(score == 0.5 for score in scores)
        side = ("Fomorian", "Mundane")[ours]
        print(
            f"  {scenario} as {side}: {won} of {games} won, {drawn} drawn"
            f" ({won / games:.0%}; 95% interval: {low:.0%} to {high:.0%})"
        )
    print(f"  the longest game turn took {slowest:.1f} s on the processor")


if __name__ == "__main__":
    main()
