"""What the seat to act sees where a kernel makes the arrays."""

import functools

from fimbul.core import Action
from fimbul.core.encoding import Array
from fimbul.envs.course import Course


class SwiftSight:
    """What the seat to act sees; its view and its list are made only if somebody asks."""

    def __init__(self, course: Course, seat: int, arrays: dict[str, Array]) -> None:
        self.course, self.seat, self.arrays = course, seat, arrays

    @functools.cached_property
    def view(self) -> object:
        """What the seat knows."""
        return self.course.position.view(self.seat)

    @functools.cached_property
    def numbers(self) -> dict[int, Action]:
        """The legal list by number."""
        return self.course.encoding.numbers(self.course.position.legal(self.seat), self.view)
