"""What a thing that a character can do in the action step consists of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from fimbul.core import Event, Illegal
from fimbul.games.six_winters.actions import OfCharacter

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


class Doing(NamedTuple):
    """Who may (`ways`), why not (`why_not`, asked of what is not among them), and what happens (`do`)."""

    kinds: tuple[type[OfCharacter], ...]
    ways: Callable[[SixWintersState, int], list[Any]]
    why_not: Callable[[SixWintersState, int, Any], Illegal]
    do: Callable[[SixWintersState, int, Any, list[Event]], None]
