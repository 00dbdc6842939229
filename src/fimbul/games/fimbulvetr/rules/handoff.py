"""F. Actions: handing the relic to a neighbour (F38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.games.fimbulvetr.actions import Handoff
from fimbul.games.fimbulvetr.events import HandedOff
from fimbul.games.fimbulvetr.rules.board import CONTACTS, OFF

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def legal(state: FimbulvetrState, actions: list[Any]) -> None:
    """Add every handoff of the active clan."""
    book = state.roster
    home = state.cell[state.bearers[state.active]]
    for warrior in book.own[state.active]:
        if state.cell[warrior] - home in CONTACTS:
            actions.append(Handoff(book.ids[warrior]))


def refusal(state: FimbulvetrState, action: Handoff) -> Illegal | None:
    """Why the relic cannot go there."""
    book = state.roster
    bearer = state.bearers[state.active]
    warrior = book.number[state.active].get(action.warrior)
    if warrior is None:
        return book.stranger("F38", state.active, action.warrior)
    name = book.names[warrior]
    if warrior == bearer:
        return Illegal("F38", f"The {name} bears the relic already.")
    if state.cell[warrior] == OFF:
        return Illegal("F38", f"The {name} is slain.")
    if state.cell[warrior] - state.cell[bearer] not in CONTACTS:
        return Illegal("F38", f"The {name} is not next to the bearer, the {book.names[bearer]}.")
    return None


def take(state: FimbulvetrState, action: Handoff) -> list[Event]:
    """Pass the relic on."""
    book, seat = state.roster, state.active
    giver, taker = state.bearers[seat], book.number[seat][action.warrior]
    state.bearers[seat] = taker
    return [
        HandedOff(
            seat=seat,
            clan=book.clans[seat].name,
            warrior=book.ids[giver],
            name=book.names[giver],
            to=action.warrior,
            to_name=book.names[taker],
        )
    ]
