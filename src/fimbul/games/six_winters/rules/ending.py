"""G. The end of a session (S120 to S122)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Ended, Event, Outcome, Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def won(state: SixWintersState, events: list[Event]) -> None:
    """The last scene is told (S120)."""
    scenario = state.book.scenarios[state.book.scenario[state.story]]
    close(state, 1.0, "S120", f"The last scene of {scenario.name} is told: the scenario is won.", events)


def lost(state: SixWintersState, why: str, events: list[Event]) -> None:
    """The scenario is lost (S121)."""
    close(state, 0.0, "S121", f"{why}: the scenario is lost.", events)


def close(state: SixWintersState, score: float, rule: str, reason: str, events: list[Event]) -> None:
    """The session is over, for all alike, and it ends only once."""
    if state.closed or state.outcome is not None:
        return
    if state.campaign is not None:  # a year is over, the campaign is not
        events.append(Told(text=reason))
        state.end_year(score == 1.0, reason)
        return
    card = state.book.scenarios[state.book.scenario[state.story]]
    if epilogue := card.won if score else card.lost:
        events.append(Told(text=epilogue))
    seats = state.seats
    state.outcome = Outcome((score,) * seats, rule, reason, (state.scene,) * seats)
    events.append(Ended(rule=rule, reason=reason))
