"""Learn Fimbulvetr as a small AlphaZero (Silver et al., 2018) does: search, and learn from what was found.

    python examples/alphazero.py --minutes 15 --curve alphazero.csv

Every decision of self-play is searched with some simulations; the network learns to want what the search
looked at most, and to expect how the game ended.  One leaf of every game is judged at a time, all at once.
It needs the extra `learn`.
"""

from collections import deque

from common import (
    FIGURES,
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
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr import numbers, rules

GAMES, SIMULATIONS = 32, 32
EXPLORE = 1.5  # how much the search follows what the network wants before it has looked
NOISE, SPIKY = 0.25, 0.3  # random wishes at the root of self-play
FREE = 12  # plies of a game in which self-play does not always take the best
MEMORY, BATCH, ROWS = 12_000, 256, 1 << 15
STEPS = 2  # of learning after every ply of all games
TRUST = 0.5  # how much of what is expected is the end of the game; the rest is what the search found


class Node:
    """A position in a tree: what may be done there, how much it is wanted, and what came of it."""

    actions: np.ndarray
    rows: np.ndarray
    wanted: np.ndarray
    expected: np.ndarray
    visits: np.ndarray
    total: np.ndarray
    children: dict

    def __init__(self, state: np.ndarray, seen: np.ndarray) -> None:
        self.state, self.seen = state, seen

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.state[at.ACTIVE])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state[at.OUTCOME])

    def worth(self, seat: int) -> float:
        """What the end is worth to a seat."""
        outcome = int(self.state[at.OUTCOME])
        return 0.0 if outcome == at.DRAWN else 1.0 if outcome - at.WON_0 == seat else -1.0


class Search:
    """Trees of several games that grow together."""

    def __init__(self, envs, params: Params) -> None:
        self.params, self.book, self.worths = params, envs.book, envs.worths
        self.after = np.zeros(at.SIZE, np.int64)
        self.list = np.zeros(at.MOST_ACTIONS, np.int64)

    def expand(self, nodes: list[Node]) -> list[float]:
        """Look at positions for the first time; what each seat to act may expect there."""
        rows = np.empty((len(nodes) * 400, FIGURES))
        starts = [0]
        for node in nodes:
            count = rules.legal(node.state, self.book, self.list)
            node.actions = self.list[:count].copy()
            first = starts[-1]
            numbers.figures(
                node.state,
                self.after,
                self.book,
                self.worths,
                node.seen,
                node.actions,
                count,
                rows[first:],
            )
            starts.append(first + count)
        edges = np.array(starts)
        wanted, expected = judge_games(self.params, rows[: starts[-1]].astype(np.float32))
        chances = likely(wanted, edges)
        values = np.add.reduceat(chances * expected, edges[:-1])
        for place, node in enumerate(nodes):
            part = slice(starts[place], starts[place + 1])
            node.rows = rows[part].astype(np.float32)
            node.wanted, node.expected = chances[part], expected[part]
            node.visits = np.zeros(len(node.actions), np.float32)
            node.total = np.zeros(len(node.actions), np.float32)
            node.children = {}
        return values.tolist()

    def grow(self, roots: list[Node], simulations: int, chance: np.random.Generator | None) -> None:
        """Simulate; with chance, random wishes at the roots keep self-play curious."""
        self.expand(roots)
        if chance is not None:
            for root in roots:
                noise = chance.dirichlet(np.full(len(root.actions), SPIKY))
                root.wanted = (1 - NOISE) * root.wanted + NOISE * noise
        for _ in range(simulations):
            found = [self.descend(root) for root in roots]
            fresh = [(path, leaf) for path, leaf in found if not leaf.over]
            values = self.expand([leaf for _, leaf in fresh]) if fresh else []
            for (path, _), value in zip(fresh, values, strict=True):
                give_back(path, -value)
            for path, leaf in found:
                if leaf.over:
                    give_back(path, leaf.worth(path[-1][0].seat))

    def descend(self, node: Node) -> tuple[list[tuple[Node, int]], Node]:
        """Follow what looks best to a position that nobody has looked at, or to an end."""
        path = []
        while True:
            hope = (node.total + node.expected) / (node.visits + 1)  # what was expected counts as one visit
            hope = hope + EXPLORE * node.wanted * np.sqrt(node.visits.sum() + 1) / (1 + node.visits)
            best = int(hope.argmax())
            path.append((node, best))
            child = node.children.get(best)
            if child is None:
                child = Node(node.state.copy(), node.seen.copy())
                rules.apply(child.state, self.book, child.seen, int(node.actions[best]))
                node.children[best] = child
                return path, child
            if child.over:
                return path, child
            node = child


def give_back(path: list[tuple[Node, int]], value: float) -> None:
    """Tell everybody on the way what came of it; the value is that of the last to decide.

    The good of one is the bad of the other.
    """
    for node, action in reversed(path):
        node.visits[action] += 1
        node.total[action] += value
        value = -value


def roots_of(envs, which) -> list[Node]:
    """The positions of some games."""
    return [Node(envs.states[game].copy(), envs.seen[game].copy()) for game in which]


def choose_best(params: Params, simulations: int = SIMULATIONS):
    """A player that searches, and takes what was looked at most."""

    def choose(envs, mine):
        found = np.zeros(envs.num_envs, np.int64)
        which = np.flatnonzero(mine)
        if not len(which):
            return found
        roots = roots_of(envs, which)
        Search(envs, params).grow(roots, simulations, None)
        for game, root in zip(which, roots, strict=True):
            found[game] = envs.listed[game, int(root.visits.argmax())]
        return found

    return choose


def loss(params: Params, rows, segment, visits, taken, targets):
    """What learning brings down: surprise at what the search looked at, and at how the game ended."""
    count = len(taken)
    wanted, worth = judge(params, rows)
    log_chance = softmax_by(wanted, segment, count + 1)
    return -jnp.sum(visits * log_chance) / count + jnp.mean((worth[taken] - targets) ** 2)


slope_of = jax.jit(jax.grad(loss))


def gather(memory, chance: np.random.Generator):
    """Some remembered decisions, filled up to a fixed size."""
    rows, visits = np.zeros((ROWS, FIGURES), np.float32), np.zeros(ROWS, np.float32)
    segment = np.full(ROWS, BATCH, np.int32)
    taken, targets = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.float32)
    end = 0
    for place in range(BATCH):
        seen, looked, action, target = memory[int(chance.integers(len(memory)))]
        if end + len(seen) > ROWS:
            break
        part = slice(end, end + len(seen))
        rows[part], visits[part], segment[part] = seen, looked, place
        taken[place], targets[place] = end + action, target
        end += len(seen)
    return rows, segment, visits, taken, targets


def train(
    seed: int, curve: Curve, *, minutes: float = 1e9, most: float = 1e9, every: float = 90, games: int = 100
) -> Params:
    """Learn for so long, or from so many decisions; tests against greedy now and then and at the end."""
    chance = np.random.default_rng(seed)
    params = new_network(seed)
    adam, memory, decisions, tested = Adam(params), deque(maxlen=MEMORY), 0, 0.0
    envs = fimbul.envs.vector("fimbulvetr", GAMES, starts=512, **QUICK)
    envs.reset(seed=seed)
    told = [[] for _ in range(GAMES)]
    while curve.seconds < 60 * minutes and decisions < most:
        roots = roots_of(envs, range(GAMES))
        Search(envs, params).grow(roots, SIMULATIONS, chance)
        wanted = np.zeros(GAMES, np.int64)
        for game, root in enumerate(roots):
            looked = root.visits / root.visits.sum()
            action = int(looked.argmax())
            if len(told[game]) < FREE:
                action = int(chance.choice(len(looked), p=looked))
            hoped = float(root.total.sum() / root.visits.sum())
            told[game].append((root.rows, looked, action, hoped))
            wanted[game] = envs.listed[game, action]
        _, rewards, over, _, _ = envs.step(wanted)
        for game in np.flatnonzero(over):
            end = float(rewards[game])
            for seen, looked, action, hoped in reversed(told[game]):
                memory.append((seen, looked, action, TRUST * end + (1 - TRUST) * hoped))
                end = -end
            told[game] = []
        decisions += GAMES
        if len(memory) >= 4 * BATCH:
            for _ in range(STEPS):
                params = adam.step(params, slope_of(params, *gather(memory, chance)))
        if curve.seconds - tested > every:
            tested = curve.seconds
            curve.note(decisions, match(choose_best(params), games, 10_000 + seed))
    curve.note(decisions, match(choose_best(params), games, 20_000 + seed))
    envs.close()
    return params


if __name__ == "__main__":
    run("Learn Fimbulvetr as a small AlphaZero does.", train)
