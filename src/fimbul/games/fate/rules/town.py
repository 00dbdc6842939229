"""Grimheim's pieces, and the end of the game (G10, G77, G95, G96)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Ended, Event, Outcome
from fimbul.games.fate.events import Town

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def lose(state: FateState, pieces: int, why: str, events: list[Event]) -> None:
    """Town pieces are lost; Freyja's Well is the last, and with it the game (G96)."""
    if state.outcome is not None:
        return
    lost = min(pieces, state.pieces)
    state.pieces -= lost
    events.append(Town(change=-lost, left=state.pieces, why=why))
    if not state.pieces:
        close(state, 0.0, "G96", "Freyja's Well is destroyed: Grimheim has fallen.", events)


def rebuild(state: FateState, pieces: int, events: list[Event]) -> None:
    """Town pieces are added, up to all there are (G10)."""
    built = min(pieces, state.book.figures.most_pieces - state.pieces)
    state.pieces += built
    events.append(Town(change=built, left=state.pieces, why="the town is mended"))


def win(state: FateState, events: list[Event]) -> None:
    """Freyja is back and her Well still stands: everybody wins (G95)."""
    left = state.pieces
    pieces = "only her Well is" if left == 1 else f"{left} town pieces are"
    close(state, 1.0, "G95", f"Freyja returns, and {pieces} left: the heroes win.", events)


def close(state: FateState, score: float, rule: str, reason: str, events: list[Event]) -> None:
    """The game is over, for all alike."""
    seats = len(state.heroes)
    state.outcome = Outcome((score,) * seats, rule, reason, (state.pieces,) * seats)
    events.append(Ended(rule=rule, reason=reason))
