"""Many games of Fimbulvetr."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fimbul.envs.vectors.batch import FimbulVector
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr import numbers, packing, tables
from fimbul.kernels.fimbulvetr.desk import MOST_SEEN

MOST_LISTED = (
    1192  # more than a clan can do: 48 places, 6 warriors, 4 facings; no power of two, for the cache
)


class FimbulvetrVector(FimbulVector):
    """See `FimbulVector`."""

    def __init__(self, slug: str, number: int, options: Any = None, **more: Any) -> None:
        super().__init__(slug, number, options, **more)
        rules: Any = self.course.options
        self.book, self.worths = tables.book_of(rules), tables.worths_of(rules)
        self.tables, self.shown = tables.numbers_of(), tables.shown_of(rules)
        self.states = np.zeros((number, at.SIZE), np.int64)
        self.seen = np.zeros((number, MOST_SEEN), np.int64)
        self.starts = np.zeros((self.start_count, at.SIZE), np.int64)
        self.start_seen = np.zeros((self.start_count, 2), np.int64)
        self.listed = np.zeros((number, MOST_LISTED), np.int16)
        self.rows = self.seen_by_name["observation"]
        self.lists = [np.zeros(MOST_LISTED, np.int64) for _ in range(self.shares)]
        self.afters = [np.zeros(at.SIZE, np.int64) for _ in range(self.shares)]

    @property
    def acting(self) -> NDArray[np.int64]:
        return self.states[:, at.ACTIVE].copy()

    def take_up(self, starts: list[Any]) -> None:
        kept = np.zeros(MOST_SEEN, np.int64)
        for place, state in enumerate(starts):
            self.starts[place] = packing.pack(state, kept)
            self.start_seen[place] = kept[:2]
        for game in range(self.num_envs):
            place = game % len(starts)
            numbers.begin(self.states[game], self.seen[game], self.starts, self.start_seen, place)
            self.counts[game] = numbers.look(
                self.states[game],
                self.book,
                self.tables,
                self.shown,
                self.listed[game],
                self.counts[game],
                self.masks[game],
                self.rows[game],
            )

    def advance(self, wanted: NDArray[np.int64], share: int, first: int, last: int) -> None:
        numbers.advance(
            self.states,
            self.seen,
            self.book,
            self.tables,
            self.shown,
            wanted,
            self.listed,
            self.counts,
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

    def figures(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What each legal action leads to, game after game in the order of `listed`, and where each begins.

        A row has the figures by which the kernel's search judges the position after the action, then whether
        that wins, loses or draws the game.
        """
        return self.after_each(numbers.all_figures, (numbers.FIGURES,))

    def greedy(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """What the bot `greedy` would do in each game: the best at first sight, one of several by chance."""
        values, starts = self.after_each(numbers.all_values, ())
        found = np.zeros(self.num_envs, np.int64)
        for game in range(self.num_envs):
            here = values[starts[game] : starts[game + 1]]
            found[game] = self.listed[game, chance.choice(np.flatnonzero(here == here.max()))]
        return found

    def after_each(
        self, judge: Callable[..., None], shape: tuple[int, ...]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What the kernel says of the position after each legal action, and where each game's begin."""
        starts = np.concatenate([[0], np.cumsum(self.counts)])
        found = np.empty((int(starts[-1]), *shape), np.float64)
        self.share(
            lambda share, first, last: judge(
                self.states,
                self.afters[share],
                self.book,
                self.worths,
                self.seen,
                self.lists[share],
                starts,
                found,
                first,
                last,
            )
        )
        return found, starts
