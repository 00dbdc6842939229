"""What the vector environments of all games share.

They follow Gymnasium's: one step for all, and a game that is over begins again in the same step.  An
observation and a mask are those of the seat that decides next in that game, a reward is that of the seat that
has just acted.  The arrays are used again by the next step: copy what is to be kept.  There is no last
observation of a game that is over: nobody decides there.
"""

import os
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fimbul.core import BadOption, Options
from fimbul.envs.course import MASK, NOT_BEGUN, Course, NotOffered
from fimbul.envs.spaces import space_of
from fimbul.kernels.compiling import first_use

STARTS = 256  # starting positions: those of so many seeds, again and again
LEAST_SHARE = 64  # games that are worth a thread

Arrays = dict[str, NDArray[Any]]


class FimbulVector(gymnasium.vector.VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """Many games.  Game n begins with the seed `seed + n`, counted round within `starts`.

    A game's own class writes `take_up`, `advance` and `acting`, and fills the arrays.  `listed` has the
    numbers that are offered in each game, in the order of the legal list, `counts` says how many.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        slug: str,
        number: int,
        options: dict[str, Any] | Options | None = None,
        *,
        seats: int | None = None,
        starts: int = STARTS,
        threads: int | None = None,
    ) -> None:
        if number < 1 or starts < 1:
            raise BadOption("A vector environment needs at least one game and one start.")
        self.course = Course(slug, options, seats)
        self.threads = threads
        encoding = self.course.encoding
        self.num_envs = number
        self.single_observation_space = space_of(encoding)
        self.single_action_space = spaces.Discrete(encoding.size)
        self.observation_space = batch_space(self.single_observation_space, number)
        self.action_space = batch_space(self.single_action_space, number)
        self.start_count = starts
        self.counts = np.zeros(number, np.int64)
        self.episodes, self.over = np.zeros(number, np.int64), np.zeros(number, np.int64)
        self.masks = np.zeros((number, encoding.size), np.int8)
        self.seen_by_name: Arrays = {
            name: np.zeros((number, *shape.measures), shape.kind) for name, shape in encoding.shapes.items()
        }
        self.rewards = np.zeros((number, self.course.seats), np.float32)
        cores = os.cpu_count() or 1
        self.shares = max(1, min(threads or cores, number // LEAST_SHARE or 1))
        self.pool = ThreadPoolExecutor(self.shares) if self.shares > 1 else None
        self.begun = False

    def __getstate__(self) -> dict[str, Any]:
        arrays = {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}
        course = self.course
        made = course.game.slug, self.num_envs, course.options
        more = {"seats": course.seats, "starts": self.start_count, "threads": self.threads}
        return {"made": made, "more": more, "chance": course.chance, "begun": self.begun, "arrays": arrays}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(*kept["made"], **kept["more"])  # type: ignore[misc]  # the same again, with threads of its own
        self.course.chance, self.begun = kept["chance"], kept["begun"]
        for name, array in kept["arrays"].items():
            if hasattr(self, name):
                getattr(self, name)[...] = array  # some arrays show parts of others
            else:
                setattr(self, name, array)

    # ---- what a game writes

    @property
    @abstractmethod
    def acting(self) -> NDArray[np.int64]:
        """The seat that decides next in each game."""

    @abstractmethod
    def take_up(self, starts: list[Any]) -> None:
        """Keep these starting positions, and begin game n with the one of that number, counted round."""

    @abstractmethod
    def advance(self, wanted: NDArray[np.int64], share: int, first: int, last: int) -> None:
        """Play one action in some of the games, in the room of one thread."""

    # ---- what all have

    def close_extras(self, **kwargs: Any) -> None:
        """Send the threads home."""
        if self.pool is not None:
            self.pool.shutdown()

    def arrays(self) -> Arrays:
        """What is seen and may be chosen."""
        return self.seen_by_name | {MASK: self.masks}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games: of the engine's games with the seeds from `seed` on, or from the next one on."""
        if isinstance(seed, list):
            raise BadOption(
                "A vector environment takes one seed: the games have it and those that follow it."
            )
        course = self.course
        course.begin(seed)
        first = course.seed
        self.episodes[:] = 0
        with first_use(course.game.slug):
            self.take_up(
                [
                    course.game.new(seats=course.seats, options=course.options, seed=first + place)
                    for place in range(self.start_count)
                ]
            )
        self.begun = True
        return self.arrays(), {"seat": self.acting}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every game, by its number."""
        if not self.begun:
            raise BadOption(NOT_BEGUN)
        wanted = np.asarray(actions, np.int64)
        if wanted.shape != (self.num_envs,):
            raise BadOption(f"There are {self.num_envs} games, and actions of the shape {wanted.shape}.")
        known = (wanted >= 0) & (wanted < self.masks.shape[1])
        games = np.arange(self.num_envs)
        offered = known & (self.masks[games, np.where(known, wanted, 0)] > 0)
        if not offered.all():
            wrong = int(offered.argmin())
            raise NotOffered(f"The number {wanted[wrong]} is not offered in the game {wrong}: see its mask.")
        movers = self.acting
        self.share(lambda share, first, last: self.advance(wanted, share, first, last))
        over = self.over > 0
        info = {"seat": self.acting, "rewards": self.rewards}
        return self.arrays(), self.rewards[games, movers], over, np.zeros_like(over), info

    def share(self, work: Any) -> None:
        """Do something for all games, some in every thread."""
        edges = [self.num_envs * share // self.shares for share in range(self.shares + 1)]
        if self.pool is None:
            work(0, 0, self.num_envs)
            return
        jobs = [self.pool.submit(work, n, edges[n], edges[n + 1]) for n in range(self.shares)]
        for job in jobs:
            job.result()
