"""What tests of environments share: the games with options that bring much up, and random play."""

from collections.abc import Iterator
from typing import Any

from fimbul.core import Rng
from fimbul.envs.course import Course

SHORT = {"scenario": "sampo", "turns": 1}
GAMES = [
    ("fimbulvetr", 2, {}),
    ("valknut", 4, {"gods": True}),
    ("valknut", 2, {"mode": "ragnarok"}),
    ("fate", 2, {}),
    ("six_winters", 2, {}),
    ("six_winters", 1, {"mode": "campaign"}),
    ("fornaldar", 2, SHORT),
]
ONE_OF_EACH = [case for case in GAMES if case[2] not in ({"mode": "ragnarok"}, {"mode": "campaign"})]


def playing(slug: str, seats: int, options: dict[str, Any], steps: int) -> Iterator[tuple[Course, int]]:
    """The positions of random games, one after the other, with the seat that decides."""
    rng = Rng(3)
    course = Course(slug, options, seats)
    course.begin(11)
    for _ in range(steps):
        seat = course.acting
        if seat is None:
            course.begin(None)
            continue
        yield course, seat
        course.play(rng.choice(course.position.legal(seat)), seat)
