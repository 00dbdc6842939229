"""C. The Holy Relic: choosing the token and its first bearer (F15, F19, F23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Illegal
from fimbul.core.wording import either
from fimbul.games.fimbulvetr.actions import Relic
from fimbul.games.fimbulvetr.events import Blessed
from fimbul.games.fimbulvetr.model import KINDS

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def tokens(state: FimbulvetrState) -> tuple[str, ...]:
    """The tokens to choose from: all four, or Defense in a first game (F23)."""
    return KINDS if state.options.relic == "free" else ("defense",)


def legal(state: FimbulvetrState) -> list[Relic]:
    """Every token on every own warrior."""
    book = state.roster
    return [Relic(token, book.ids[w]) for token in tokens(state) for w in book.own[state.active]]


def refusal(state: FimbulvetrState, action: Relic) -> Illegal | None:
    """Why this token or this bearer cannot be chosen."""
    if action.token not in KINDS:
        return Illegal("F15", f"A relic is one of {either(KINDS)}.")
    if action.token not in tokens(state):
        return Illegal("F23", "In this game both clans carry the defense relic.")
    if action.warrior not in state.roster.number[state.active]:
        return state.roster.stranger("F15", state.active, action.warrior)
    return None


def take(state: FimbulvetrState, action: Relic) -> list[Event]:
    """Give the relic to its first bearer; after the second choice play begins."""
    book, seat = state.roster, state.active
    warrior = book.number[seat][action.warrior]
    state.relics[seat] = KINDS.index(action.token)
    state.bearers[seat] = warrior
    events: list[Event] = [
        Blessed(
            seat=seat,
            clan=book.clans[seat].name,
            warrior=action.warrior,
            name=book.names[warrior],
            token=action.token,
        )
    ]
    if seat == state.first:
        state.active = 1 - seat
    else:
        events += state.begin_play()
    return events
