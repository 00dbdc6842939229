"""Many games of Valknut."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fimbul.envs.vectors.batch import FimbulVector
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut import numbers, packing, tables


class ValknutVector(FimbulVector):
    """See `FimbulVector`.  Warbands may differ from start to start, so each start names its own book."""

    def __init__(self, slug: str, number: int, options: Any = None, **more: Any) -> None:
        super().__init__(slug, number, options, **more)
        rules: Any = self.course.options
        self.tables, self.faces = tables.numbers_of(rules), tables.faces_of(rules)
        self.states = np.zeros((number, at.SIZE), np.int32)
        self.which = np.zeros(number, np.int64)
        self.listed = np.zeros((number, numbers.SIZE), np.int16)
        self.planes = self.seen_by_name["observation"].reshape(number, -1)
        self.rows = self.seen_by_name["table"]
        self.drawn = np.zeros((number, 2 + at.MOST_CARDS), np.int32)
        self.cards = np.zeros((number, 1 + self.planes.shape[1]), np.int16)
        self.units = np.zeros((number, 1 + 3 * at.MOST_UNITS), np.int16)
        self.boards = [packing.new_board() for _ in range(self.shares)]
        self.lists = [np.zeros(at.MOST_ACTIONS, np.int64) for _ in range(self.shares)]
        self.rooms = [np.zeros(at.SCRATCH, np.int64) for _ in range(self.shares)]

    @property
    def acting(self) -> NDArray[np.int64]:
        tops = self.states[np.arange(self.num_envs), at.AGENDA + self.states[:, at.AGENDA]]
        return (tops >> at.STEP_WHO & 0x3F).astype(np.int64)

    def take_up(self, starts: list[Any]) -> None:
        found: dict[Any, int] = {}
        self.start_which = np.array([found.setdefault(state.warbands, len(found)) for state in starts])
        self.starts = np.array([packing.pack(state) for state in starts])
        shown = {state.warbands: state for state in starts}
        self.books = np.array([tables.book_of(shown[warbands]) for warbands in found])
        for game in range(self.num_envs):
            self.states[game] = self.starts[game % len(starts)]
            self.which[game] = self.start_which[game % len(starts)]
        nothing = np.full(self.num_envs, -1)
        self.share(lambda share, first, last: self.advance(nothing, share, first, last))

    def put(self, state: Any) -> None:
        """Let the one game of this vector be at a position."""
        self.states[0], self.starts = packing.pack(state), self.states
        self.start_which, self.books = self.which, tables.book_of(state)[np.newaxis]

    def meant(self, number: int) -> int:
        """The kernel's action that one of the game's own numbers means."""
        found: int = numbers.meant(
            self.states[0],
            self.boards[0],
            self.books[self.which[0]],
            self.tables,
            number,
            self.lists[0],
            self.rooms[0],
        )
        return found

    def advance(self, wanted: NDArray[np.int64], share: int, first: int, last: int) -> None:
        numbers.advance(
            self.states,
            self.which,
            self.boards[share],
            self.books,
            self.tables,
            self.faces,
            wanted,
            self.listed,
            self.counts,
            self.masks,
            self.planes,
            self.rows,
            self.drawn,
            self.cards,
            self.units,
            self.starts,
            self.start_which,
            self.episodes,
            self.rewards,
            self.over,
            self.lists[share],
            self.rooms[share],
            first,
            last,
        )
