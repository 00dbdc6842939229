"""Many games side by side in a kernel, for learners that play against themselves.

It follows Gymnasium's vector environments: one step for all, and a game that is over begins again in the same
step.  An observation and a mask are those of the seat that decides next in that game, a reward is that of the
seat that has just acted.  The arrays are used again by the next step: copy what is to be kept.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fimbul.core import BadOption, Options
from fimbul.envs.course import MASK, Course, NotOffered
from fimbul.envs.spaces import space_of
from fimbul.kernels.compiling import first_use
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr import numbers, packing, tables
from fimbul.kernels.fimbulvetr.desk import MOST_SEEN

STARTS = 256  # starting positions: those of so many seeds, again and again
LEAST_SHARE = 64  # games that are worth a thread
MOST_LISTED = (
    1192  # more than a clan can do: 48 places, 6 warriors, 4 facings; no power of two, for the cache
)

Arrays = dict[str, NDArray[Any]]


class FimbulVector(gymnasium.vector.VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """Many games of Fimbulvetr.  Game n begins with the seed `seed + n`, counted round within `starts`."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        slug: str,
        number: int,
        options: dict[str, Any] | Options | None = None,
        *,
        starts: int = STARTS,
        threads: int | None = None,
    ) -> None:
        if slug != "fimbulvetr":
            raise BadOption(f"There is no vector environment of '{slug}'; there is one of fimbulvetr.")
        if number < 1 or starts < 1:
            raise BadOption("A vector environment needs at least one game and one start.")
        self.course = Course(slug, options, None)
        encoding = self.course.encoding
        self.num_envs = number
        self.single_observation_space = space_of(encoding)
        self.single_action_space = spaces.Discrete(encoding.size)
        self.observation_space = batch_space(self.single_observation_space, number)
        self.action_space = batch_space(self.single_action_space, number)
        rules: Any = self.course.options
        self.book, self.worths = tables.book_of(rules), tables.worths_of(rules)
        self.tables, self.shown = tables.numbers_of(), tables.shown_of(rules)
        self.start_count = starts
        self.states = np.zeros((number, at.SIZE), np.int64)
        self.seen = np.zeros((number, MOST_SEEN), np.int64)
        self.actions = np.zeros((number, MOST_LISTED), np.int64)
        self.listed = np.zeros((number, MOST_LISTED), np.int16)
        self.counts, self.places = np.zeros(number, np.int64), np.zeros(number, np.int64)
        self.episodes, self.over = np.zeros(number, np.int64), np.zeros(number, np.int64)
        self.masks = np.zeros((number, encoding.size), np.int8)
        self.rows = np.zeros((number, numbers.WIDTH), np.float32)
        self.rewards = np.zeros(number, np.float32)
        cores = os.cpu_count() or 1
        self.shares = max(1, min(threads or cores, number // LEAST_SHARE or 1))
        self.afters = [np.zeros(at.SIZE, np.int64) for _ in range(self.shares)]
        self.pool = ThreadPoolExecutor(self.shares) if self.shares > 1 else None
        self.begun = False

    def close_extras(self, **kwargs: Any) -> None:
        """Send the threads home."""
        if self.pool is not None:
            self.pool.shutdown()

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that decides next in each game."""
        acting: NDArray[np.int64] = self.states[:, at.ACTIVE]
        return acting

    def arrays(self) -> Arrays:
        """What is seen and may be chosen."""
        return {"observation": self.rows, MASK: self.masks}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games: of the engine's games with the seeds from `seed` on."""
        first = seed if isinstance(seed, int) else 0
        kept = np.zeros(MOST_SEEN, np.int64)
        self.starts = np.zeros((self.start_count, at.SIZE), np.int64)
        self.start_seen = np.zeros((self.start_count, 2), np.int64)
        with first_use("fimbulvetr"):
            for place in range(self.start_count):
                state: Any = self.course.game.new(options=self.course.options, seed=first + place)
                self.starts[place] = packing.pack(state, kept)
                self.start_seen[place] = kept[:2]
        self.episodes[:] = 0
        for game in range(self.num_envs):
            place = game % self.start_count
            numbers.begin(self.states[game], self.seen[game], self.starts, self.start_seen, place)
            self.counts[game] = numbers.look(
                self.states[game],
                self.book,
                self.tables,
                self.shown,
                self.actions[game],
                self.listed[game],
                self.counts[game],
                self.masks[game],
                self.rows[game],
            )
        self.begun = True
        return self.arrays(), {"seat": self.seats.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every game, by its number."""
        if not self.begun:
            raise BadOption("Call reset() first: no game has begun.")
        wanted = np.asarray(actions, np.int64)
        if wanted.shape != (self.num_envs,):
            raise BadOption(f"There are {self.num_envs} games, and actions of the shape {wanted.shape}.")
        wrong = numbers.chosen(self.listed, self.counts, wanted, self.places)
        if wrong >= 0:
            raise NotOffered(f"The number {wanted[wrong]} is not offered in the game {wrong}: see its mask.")
        self.share(
            lambda share, first, last: numbers.advance(
                self.states,
                self.seen,
                self.book,
                self.tables,
                self.shown,
                self.actions,
                self.listed,
                self.counts,
                self.places,
                self.masks,
                self.rows,
                self.starts,
                self.start_seen,
                self.episodes,
                self.rewards,
                self.over,
                first,
                last,
            )
        )
        over = self.over > 0
        return self.arrays(), self.rewards, over, np.zeros_like(over), {"seat": self.seats.copy()}

    def share(self, work: Any) -> None:
        """Do something for all games, some in every thread."""
        edges = [self.num_envs * share // self.shares for share in range(self.shares + 1)]
        if self.pool is None:
            work(0, 0, self.num_envs)
            return
        jobs = [self.pool.submit(work, n, edges[n], edges[n + 1]) for n in range(self.shares)]
        for job in jobs:
            job.result()

    def figures(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What each legal action leads to, game after game in the order of `listed`, and where each begins.

        A row has the figures by which the kernel's search judges the position after the action, then whether
        that wins, loses or draws the game.
        """
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        rows = np.empty((int(starts[-1]), numbers.FIGURES), np.float64)
        self.share(
            lambda share, first, last: numbers.all_figures(
                self.states,
                self.afters[share],
                self.book,
                self.worths,
                self.seen,
                self.actions,
                self.counts,
                starts,
                rows,
                first,
                last,
            )
        )
        return rows, starts

    def greedy(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """What the bot `greedy` would do in each game: the best at first sight, one of several by chance."""
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        values = np.empty(int(starts[-1]), np.float64)
        self.share(
            lambda share, first, last: numbers.all_values(
                self.states,
                self.afters[share],
                self.book,
                self.worths,
                self.seen,
                self.actions,
                self.counts,
                starts,
                values,
                first,
                last,
            )
        )
        found = np.zeros(self.num_envs, np.int64)
        for game in range(self.num_envs):
            here = values[starts[game] : starts[game + 1]]
            found[game] = self.listed[game, chance.choice(np.flatnonzero(here == here.max()))]
        return found


def make(slug: str, number: int, options: dict[str, Any], **more: Any) -> FimbulVector:
    """A vector environment."""
    return FimbulVector(slug, number, options, **more)
