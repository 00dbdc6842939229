"""How this game asks: always, even for the only answer (V120)."""

from typing import ClassVar, Generic, TypeVar

from fimbul.core import Decision

S = TypeVar("S")
A = TypeVar("A")


class Asked(Decision[S, A], Generic[S, A], frozen=True):
    """The base of every decision: one seat, which is asked whatever the number of answers."""

    always: ClassVar[bool] = True  # V120


def zone(x: int, y: int) -> str:
    """The id of a zone on the table."""
    return f"zone:{x},{y}"
