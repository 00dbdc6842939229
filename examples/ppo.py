"""Learn Fimbulvetr by proximal policy optimisation (Schulman et al., 2017), against oneself.

    python examples/ppo.py --minutes 15 --curve ppo.csv

Both seats are played by the same network.  After every round of play each decision is made a little likelier
if it went better than expected, and a little less likely if not.  It beats `greedy` within minutes on two
cores and needs the extra `learn`.
"""

from common import (
    QUICK,
    Adam,
    Curve,
    Params,
    jax,
    jnp,
    judge,
    judge_games,
    likely,
    match,
    new_network,
    np,
    run,
    softmax_by,
)

import fimbul.envs

GAMES, ROUND = 128, 24  # games side by side, and decisions in each before learning from them
PASSES, PARTS = 3, 6
CLIP, CURIOSITY, TRACE, WORTH = 0.2, 0.01, 0.9, 0.5
ROWS = 1 << 16  # rows of one part, at most


def choose_best(params: Params):
    """A player that takes what it wants most."""

    def choose(envs, mine):
        rows, starts = envs.figures()
        wanted, _ = judge_games(params, rows)
        return np.array(
            [envs.listed[g, wanted[starts[g] : starts[g + 1]].argmax()] for g in range(envs.num_envs)]
        )

    return choose


class Round:
    """What was seen, done and gained in one round of play."""

    def __init__(self, envs, params: Params, chance: np.random.Generator) -> None:
        self.rows, self.starts, self.taken, self.chances, self.values = [], [], [], [], []
        rewards, ends = [], []
        for _ in range(ROUND):
            rows, starts = envs.figures()
            rows = rows.astype(np.float32)
            wanted, worth = judge_games(params, rows)
            chances = likely(wanted, starts)
            total = np.cumsum(chances)
            before = np.concatenate([[0.0], total])[starts[:-1]]
            drawn = before + chance.random(envs.num_envs) * (total[starts[1:] - 1] - before) * 0.999999
            taken = np.clip(np.searchsorted(total, drawn), starts[:-1], starts[1:] - 1)
            self.rows.append(rows)
            self.starts.append(starts)
            self.taken.append(taken)
            self.chances.append(chances[taken])
            self.values.append(np.add.reduceat(chances * worth, starts[:-1]))
            _, reward, over, _, _ = envs.step(envs.listed[np.arange(envs.num_envs), taken - starts[:-1]])
            rewards.append(reward.copy())
            ends.append(over)
        rows, starts = envs.figures()
        wanted, worth = judge_games(params, rows)
        self.values.append(np.add.reduceat(likely(wanted, starts) * worth, starts[:-1]))
        self.gain(rewards, ends)

    def gain(self, rewards, ends) -> None:
        """How much better than expected each decision went.  What comes next is the other's good."""
        ahead = np.zeros_like(self.values[0])
        self.better, self.returns = [], []
        for step in reversed(range(ROUND)):
            goes_on = ~ends[step]
            surprise = rewards[step] - goes_on * self.values[step + 1] - self.values[step]
            ahead = surprise - TRACE * goes_on * ahead
            self.better.append(ahead)
            self.returns.append(ahead + self.values[step])
        self.better, self.returns = self.better[::-1], self.returns[::-1]


def loss(params: Params, rows, segment, taken, chances, better, returns, real):
    """What learning brings down: the clipped objective, the error of what was expected, and certainty."""
    count = len(taken)
    wanted, worth = judge(params, rows)
    log_chance = softmax_by(wanted, segment, count + 1)
    ratio = jnp.exp(log_chance[taken] - jnp.log(chances))
    gained = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better)
    error = (worth[taken] - returns) ** 2
    doubt = -jax.ops.segment_sum(jnp.exp(log_chance) * log_chance, segment, count + 1)[:count]
    return jnp.sum(real * (WORTH * error - gained - CURIOSITY * doubt)) / jnp.sum(real)


slope_of = jax.jit(jax.grad(loss))


def learn(params: Params, adam: Adam, seen: Round, chance: np.random.Generator) -> Params:
    """Several passes over a round, in parts."""
    games = len(seen.taken[0])
    better = np.concatenate(seen.better)
    mean, spread = better.mean(), better.std() + 1e-6
    decisions = ROUND * games
    size = decisions // PARTS
    for _ in range(PASSES):
        order = chance.permutation(decisions)
        for part in range(PARTS):
            params = adam.step(
                params, slope_of(params, *gather(seen, order[part * size : (part + 1) * size], mean, spread))
            )
    return params


def gather(seen: Round, chosen: np.ndarray, mean: float, spread: float):
    """The rows of some decisions, filled up to a fixed size."""
    games = len(seen.taken[0])
    rows, segment, taken = (
        np.zeros((ROWS, seen.rows[0].shape[1]), np.float32),
        np.full(ROWS, len(chosen), np.int32),
        [],
    )
    numbers = {name: np.zeros(len(chosen), np.float32) for name in ("chances", "better", "returns", "real")}
    end = 0
    for place, decision in enumerate(chosen):
        step, game = divmod(int(decision), games)
        first, last = seen.starts[step][game], seen.starts[step][game + 1]
        if end + last - first > ROWS:
            taken += [0] * (len(chosen) - place)
            break
        rows[end : end + last - first] = seen.rows[step][first:last]
        segment[end : end + last - first] = place
        taken.append(end + seen.taken[step][game] - first)
        numbers["chances"][place] = seen.chances[step][game]
        numbers["better"][place] = (seen.better[step][game] - mean) / spread
        numbers["returns"][place] = seen.returns[step][game]
        numbers["real"][place] = 1
        end += last - first
    numbers["chances"] = np.maximum(numbers["chances"], 1e-8)
    return rows, segment, np.array(taken, np.int32), *numbers.values()


def train(
    seed: int, curve: Curve, *, minutes: float = 1e9, most: float = 1e9, every: float = 60, games: int = 200
) -> Params:
    """Learn for so long, or from so many decisions; tests against greedy now and then and at the end."""
    chance = np.random.default_rng(seed)
    params = new_network(seed)
    adam, decisions, tested = Adam(params), 0, 0.0
    envs = fimbul.envs.vector("fimbulvetr", GAMES, starts=512, **QUICK)
    envs.reset(seed=seed)
    curve.note(0, match(choose_best(params), games, 10_000 + seed))
    while curve.seconds < 60 * minutes and decisions < most:
        seen = Round(envs, params, chance)
        params = learn(params, adam, seen, chance)
        decisions += ROUND * GAMES
        if curve.seconds - tested > every:
            tested = curve.seconds
            curve.note(decisions, match(choose_best(params), games, 10_000 + seed))
    curve.note(decisions, match(choose_best(params), games, 20_000 + seed))
    envs.close()
    return params


if __name__ == "__main__":
    run("Learn Fimbulvetr by PPO, against oneself.", train)
