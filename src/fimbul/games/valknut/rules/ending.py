"""F. The end of the game: the last one standing, or the score (V45, V56 to V58, V83, V96, V102, V105)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Ended, Event, Outcome
from fimbul.core.wording import some
from fimbul.games.valknut.library.gods import GODS, IDUN
from fimbul.games.valknut.library.warbands import TALL, UNITS, VP, does, told
from fimbul.games.valknut.model import OFF, SOUTH

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def last_standing(state: ValknutState, events: list[Event]) -> None:
    """The active player wins when no enemy is left on the Battleground (V45, V83, V94)."""
    if sum(state.alive) > 1:
        return
    seat = state.alive.index(True)
    rule = "V94" if state.ragnarok else "V45" if len(state.alive) == 2 else "V83"
    reason = f"{told(state.band(seat), 'wins', 'win')}: no enemy is left on the Battleground."
    close(state, seat, rule, reason, events)


def exhausted(state: ValknutState) -> bool:
    """Whether the last card was laid (V56)."""
    return not state.pile and not state.pool


def score(state: ValknutState, seat: int) -> int:
    """A seat's victory points as they stand (V57, V102, V105)."""
    if not state.alive[seat]:
        return 0
    parley = state.ground.parley
    total = units = 0
    for unit, cell in enumerate(state.cell):
        if cell == OFF or state.owner[unit] != seat:
            continue
        units += 1
        kind = state.kind[unit]
        if cell not in parley and not (kind == TALL and cell + SOUTH in parley):
            total += VP[kind]
    for god in state.worshipped[seat]:
        total += GODS[god].vp
        if god == IDUN:
            total += (units + 1) // 2
    return total


def settle(state: ValknutState, events: list[Event]) -> None:
    """Count the points; a tie goes to the larger warband, then to whoever moved second (V57, V58, V96)."""
    seats = range(len(state.alive))
    points = tuple(score(state, seat) for seat in seats)
    best = max(points[seat] for seat in seats if state.alive[seat])
    tied = [seat for seat in seats if state.alive[seat] and points[seat] == best]
    winner = max(tied, key=lambda seat: (sum(UNITS[kind] for kind in state.warbands[seat]), seat))
    band = state.band(winner)
    wins = f"the {band} {does(band, 'wins', 'win')}"
    count = some(best, "point")
    if len(tied) == 1:
        reason = f"The last card is laid: {wins} with {count}."
        close(state, winner, "V57", reason, events, points)
    else:
        rule = "V96" if state.ragnarok else "V58"
        reason = f"The last card is laid: {wins} the tie at {count}."
        close(state, winner, rule, reason, events, points)


def close(
    state: ValknutState,
    winner: int,
    rule: str,
    reason: str,
    events: list[Event],
    points: tuple[int, ...] | None = None,
) -> None:
    """End the game."""
    scores = tuple(1.0 if seat == winner else 0.0 for seat in range(len(state.alive)))
    state.outcome = Outcome(scores, rule, reason, points)
    state.agenda.clear()
    events.append(Ended(rule=rule, reason=reason))
