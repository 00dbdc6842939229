"""How many games a question needs, and how long they take, before any of it is begun."""

import math
import time

import msgspec

from fimbul.games import game as find
from fimbul.lab.experiment import Arm, Experiment, arms_of, resolved
from fimbul.lab.metrics import player_wins
from fimbul.lab.playing import play_one
from fimbul.lab.rows import GAMES
from fimbul.lab.source import is_compiled
from fimbul.lab.statistics import NORMAL, Z95

PILOT_SECONDS = 8.0
PILOT_GAMES = 12
MOST_ARMS = 6


class Pilot(msgspec.Struct, frozen=True, kw_only=True):
    """What a few games say about many."""

    games: int
    seconds: float  # of a game
    wins: float  # share of the first player
    discordant: float  # share of pairs whose two games end differently


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What an experiment will take, and what it can tell."""

    games: int
    seconds: float
    width: float  # half the interval of an arm's share of wins, in shares
    least_difference: float  # between two arms, that is seen with 80 % power


def pairs_needed(difference: float, discordant: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """How many pairs show a difference of shares with that power, in a test of fixed length."""
    discordant = max(discordant, abs(difference))
    sure, likely = NORMAL.inv_cdf(1 - alpha / 2), NORMAL.inv_cdf(power)
    inner = sure * math.sqrt(discordant) + likely * math.sqrt(max(0.0, discordant - difference**2))
    return math.ceil((inner / difference) ** 2)


def games_needed(width: float, share: float = 0.5) -> int:
    """How many games show a share to plus or minus that width."""
    return math.ceil(share * (1 - share) * (Z95 / width) ** 2)


def pilot(experiment: Experiment, arms: list[Arm] | None = None, seconds: float = PILOT_SECONDS) -> Pilot:
    """Play a few games of the first arms, with seeds of their own, and keep none."""
    game = find(experiment.game)
    apart = msgspec.structs.replace(experiment, seed=experiment.seed + (1 << 40))
    arms = arms or arms_of(experiment)
    if is_compiled(experiment):  # a kernel may be compiled in the first game, and only in that
        play_one(apart, arms[0], PILOT_GAMES, game, resolved(game, arms[0], PILOT_GAMES), None)
    began = time.perf_counter()
    scores: dict[tuple[int, int], float] = {}
    number = 0
    while number < PILOT_GAMES and (number < 1 or time.perf_counter() - began < seconds):
        for place, arm in enumerate(arms):
            _, row = play_one(apart, arm, number, game, resolved(game, arm, number), None)
            scores[place, number] = player_wins(dict(zip(GAMES, (*row, None), strict=True))) or 0.0
            if time.perf_counter() - began > seconds and place + 1 < len(arms):
                break
        number += 1
    passed = time.perf_counter() - began
    pairs = [(scores[0, n], scores[1, n]) for n in range(number) if (0, n) in scores and (1, n) in scores]
    wins = sum(scores.values()) / len(scores)
    unlike = sum(one != other for one, other in pairs)
    # A few pairs say little: start from games that have nothing in common.
    guess = 2 * max(0.05, wins) * (1 - min(0.95, wins))
    return Pilot(
        games=len(scores),
        seconds=passed / len(scores),
        wins=wins,
        discordant=(unlike + 8 * guess) / (len(pairs) + 8),
    )


def plan(experiment: Experiment, workers: int) -> Plan:
    """What a whole experiment takes, from some games of every part: they may differ in what a game costs."""
    arms = arms_of(experiment)
    parts: dict[str, list[Arm]] = {}
    for arm in arms:
        parts.setdefault(arm.part, []).append(arm)
    tried = {
        name: pilot(experiment, spaced(some), PILOT_SECONDS / len(parts)) for name, some in parts.items()
    }
    least = min(arms, key=lambda arm: arm.games)
    share = min(0.95, max(0.05, tried[least.part].wins))
    return Plan(
        games=sum(arm.games for arm in arms),
        seconds=sum(arm.games * tried[arm.part].seconds for arm in arms) / max(1, workers),
        width=Z95 * math.sqrt(share * (1 - share) / least.games),
        least_difference=(Z95 + NORMAL.inv_cdf(0.8)) * math.sqrt(tried[least.part].discordant / least.games),
    )


def spaced(arms: list[Arm]) -> list[Arm]:
    """Some arms from all over the list."""
    step = max(1, len(arms) // MOST_ARMS)
    return arms[::step][:MOST_ARMS]


def lasting(seconds: float) -> str:
    """A time in words: `40 minutes`."""
    if seconds < 90:
        return f"{round(seconds)} seconds" if seconds >= 1.5 else "a second"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} minutes"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 86400:.1f} days"
