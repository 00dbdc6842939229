"""Fimbulvetr by number with its kernel at hand."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fimbul.core import Action, Options
from fimbul.envs.course import MASK, Course, NotOffered
from fimbul.envs.swift.sight import SwiftSight
from fimbul.kernels.compiling import first_use
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr import numbers, packing, rules, tables
from fimbul.kernels.fimbulvetr.desk import MOST_SEEN


class SwiftCourse(Course):
    """See `Course`."""

    def __init__(self, slug: str, options: Mapping[str, Any] | Options | None, seats: int | None) -> None:
        super().__init__(slug, options, seats)
        rules_of_it: Any = self.options
        self.book = tables.book_of(rules_of_it)
        self.tables, self.shown = tables.numbers_of(), tables.shown_of(rules_of_it)
        self.seen = np.zeros(MOST_SEEN, np.int64)
        self.listed = np.zeros(at.MOST_ACTIONS, np.int16)
        self.flat = np.zeros(at.SIZE, np.int64)
        self.count = 0
        self.packed: Any = None  # the position that the flat numbers follow

    def follow(self) -> None:
        """Take up the position, if it is another than the one that was played on."""
        state: Any = self.position
        if self.packed is not state or self.flat[at.PLY] != state.ply:
            self.flat, self.packed = packing.pack(state, self.seen), state

    def look(self, seat: int) -> Any:
        if seat != self.acting:
            return super().look(seat)
        self.follow()
        mask, row = np.zeros(self.encoding.size, np.int8), np.empty(numbers.WIDTH, np.float32)
        with first_use("fimbulvetr"):
            self.count = numbers.look(
                self.flat, self.book, self.tables, self.shown, self.listed, 0, mask, row
            )
        return SwiftSight(self, seat, {"observation": row, MASK: mask})

    def action(self, number: int, seat: int) -> Action:
        self.sight(seat)
        offered = self.listed[: self.count].tolist() if seat == self.acting else []
        if number not in offered:
            raise NotOffered(
                f"The number {number} is not offered: choose one of the {len(offered)} where the mask is 1."
            )
        state: Any = self.position
        found: Action = packing.decode(state, int(numbers.meant(self.flat, self.tables, number)))
        return found

    def play(self, action: Action, seat: int) -> None:
        self.follow()
        state: Any = self.position
        rules.apply(self.flat, self.book, self.seen, packing.encode(state, action))
        super().play(action, seat)
