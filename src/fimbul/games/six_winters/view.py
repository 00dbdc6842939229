"""What a seat may know: everything but the order of the two decks (S12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import View
from fimbul.games.six_winters.dice import names

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


class SixWintersView(View, frozen=True, kw_only=True):
    """The table."""

    phase: str
    season: int
    moment: int
    pool: int
    scene: int
    dice: tuple[tuple[str, tuple[str, ...]], ...]


def see(state: SixWintersState, seat: int | None) -> SixWintersView:
    """The view of a seat."""
    decision = state.decision
    return SixWintersView(
        seat=seat,
        ply=state.ply,
        to_act=state.to_act,
        outcome=state.outcome,
        phase=type(decision).__name__ if decision is not None else "",
        season=state.season,
        moment=state.moment,
        pool=state.pool,
        scene=state.scene,
        dice=tuple((state.book.locations[p].id, names(state.dice[p])) for p in state.locations()),
    )
