"""H. The end of the game (F46 to F52, F57)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Outcome
from fimbul.games.fimbulvetr.model import DEFENSE, MELEE, RANGED
from fimbul.games.fimbulvetr.rules.board import OFF

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState

REPEATS = 3  # F50a
QUIET_TURNS = 60  # F50b
MOST_TURNS = 400  # F50c
MOST_SUPPORT = 2  # F48


def won_by(seat: int, rule: str, reason: str) -> Outcome:
    """A win."""
    return Outcome((1.0, 0.0) if seat == 0 else (0.0, 1.0), rule, reason)


def bearer_slain(state: FimbulvetrState) -> Outcome | None:
    """The enemy's bearer fell to an attack (F46)."""
    seat = state.active
    if state.cell[state.bearers[1 - seat]] != OFF:
        return None
    clans = state.roster.clans
    reason = f"The {clans[seat].name} slew the bearer of the {clans[1 - seat].name} and win."
    return won_by(seat, "F46", reason)


def bearer_severed(state: FimbulvetrState) -> Outcome | None:
    """The active clan lost its own bearer to severance (F44, F47)."""
    seat = state.active
    if state.cell[state.bearers[seat]] != OFF:
        return None
    clans = state.roster.clans
    reason = f"The bearer of the {clans[seat].name} was severed; the {clans[1 - seat].name} win."
    return won_by(1 - seat, "F47", reason)


def claim(state: FimbulvetrState) -> Outcome | None:
    """Nobody could ever beat a bearer's weakest corner: the mover's first, then the other's (F48, F49)."""
    for seat in (state.active, 1 - state.active):
        if strongest_attack(state, 1 - seat) <= weakest_defense(state, seat):
            clans = state.roster.clans
            reason = f"No {clans[1 - seat].name} left can harm the bearer of the {clans[seat].name}, who win."
            return won_by(seat, "F48", reason)
    return None


def weakest_defense(state: FimbulvetrState, seat: int) -> int:
    """The least defence of a bearer's corners, without supports (F48)."""
    return min(state.roster.defense[state.bearers[seat] * 4]) + (state.relics[seat] == DEFENSE)


def strongest_attack(state: FimbulvetrState, seat: int) -> int:
    """The best attack that a clan could ever bring about (F48)."""
    book = state.roster
    living = [warrior for warrior in book.own[seat] if state.cell[warrior] != OFF]
    supporters = {warrior for warrior in living if any(book.supports_melee[warrior * 4])}
    best = 0
    for warrior in living:
        helpers = min(MOST_SUPPORT, len(supporters - {warrior}))
        hits = book.strikes[warrior] + (state.relics[seat] == MELEE) + helpers
        shots = book.shoots[warrior] + (state.relics[seat] == RANGED)
        best = max(best, hits, shots)
    return best


def position(state: FimbulvetrState) -> tuple[int, ...]:
    """What makes a position recur (F50a): the layout wherever it is, facings, bearers and mover."""
    origin = max(state.cell)
    layout = [cell - origin if cell != OFF else OFF for cell in state.cell]
    return (*layout, *state.turned, *state.bearers, state.active)


def draw(state: FimbulvetrState) -> Outcome | None:
    """The three draws, tested as the next turn would begin (F50, F57b)."""
    now = position(state)
    if state.seen.count(now) >= REPEATS - 1:
        return drawn("F50a", "The same position came up for the third time: a draw.")
    state.seen.append(now)
    if state.quiet >= QUIET_TURNS:
        return drawn("F50b", f"Nobody was slain for {QUIET_TURNS} turns: a draw.")
    if state.turn >= MOST_TURNS:
        return drawn("F50c", f"{MOST_TURNS} turns were played: a draw.")
    return None


def drawn(rule: str, reason: str) -> Outcome:
    """A draw."""
    return Outcome((0.5, 0.5), rule, reason)
