"""H. The end of the game (G95, G96)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Outcome
from fimbul.games.fate.events import Ended

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def lost(state: FateState, events: list[Event]) -> None:
    """The last town piece is gone: everybody loses at once (G96)."""
    close(state, 0.0, "G96", "Freyja's Well is destroyed: Grimheim has fallen.", events)


def won(state: FateState, events: list[Event]) -> None:
    """Freyja is back and her well still stands: everybody wins (G95)."""
    left = state.pieces
    pieces = "only her Well is" if left == 1 else f"{left} town pieces are"
    close(state, 1.0, "G95", f"Freyja returns, and {pieces} left: the heroes win.", events)


def close(state: FateState, score: float, rule: str, reason: str, events: list[Event]) -> None:
    """The game is over, for all alike."""
    seats = len(state.heroes)
    state.outcome = Outcome((score,) * seats, rule, reason, (state.pieces,) * seats)
    events.append(Ended(rule=rule, reason=reason))
