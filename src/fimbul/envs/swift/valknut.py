"""Valknut by number with its kernel at hand: a vector of one game that follows the readable one."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fimbul.core import Action, Options
from fimbul.envs.course import MASK, Course, NotOffered
from fimbul.envs.swift.sight import SwiftSight
from fimbul.envs.vectors.valknut import ValknutVector
from fimbul.kernels.compiling import first_use
from fimbul.kernels.valknut import packing

NOTHING = -1


class SwiftCourse(Course):
    """See `Course`."""

    def __init__(self, slug: str, options: Mapping[str, Any] | Options | None, seats: int | None) -> None:
        super().__init__(slug, options, seats)
        self.twin = ValknutVector(slug, 1, self.options, seats=self.seats, threads=1)
        self.packed: Any = None  # the position that the twin follows
        self.ply = -1
        self.asked: tuple[Action, int] | None = None  # what a number last meant
        self.played = NOTHING  # the number that the twin has still to play

    def follow(self) -> None:
        """Let the twin play what was played, or take up the position if it is another."""
        state: Any = self.position
        if self.packed is not state or self.ply + (self.played != NOTHING) != state.ply:
            self.twin.put(state)
            self.packed, self.played = state, NOTHING
        with first_use(self.game.slug):
            self.twin.advance(np.array([self.played]), 0, 0, 1)
        self.played, self.ply = NOTHING, state.ply

    def look(self, seat: int) -> Any:
        if seat != self.acting:
            return super().look(seat)
        self.follow()
        return SwiftSight(self, seat, {name: array[0].copy() for name, array in self.twin.arrays().items()})

    def action(self, number: int, seat: int) -> Action:
        mask = self.sight(seat).arrays[MASK]
        if not 0 <= number < len(mask) or not mask[number]:
            raise NotOffered(
                f"The number {number} is not offered: choose one of the {mask.sum()} where the mask is 1."
            )
        if number >= self.encoding.natural:
            return super().action(number, seat)
        state: Any = self.position
        action: Action = packing.decode(state, self.twin.meant(number))
        self.asked = action, number
        return action

    def play(self, action: Action, seat: int) -> None:
        known = self.asked is not None and self.asked[0] is action and self.played == NOTHING
        if known and self.packed is self.position and self.ply == self.position.ply and self.asked:
            self.played = self.asked[1]
        else:
            self.packed = None
        self.asked = None
        super().play(action, seat)
