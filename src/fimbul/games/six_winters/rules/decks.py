"""The two decks, and the order of seats (S4, S11, S47, S50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Told
from fimbul.games.six_winters.rules import obstacles

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def order(state: SixWintersState) -> list[int]:
    """The people in seat order from the spotlight player (S4)."""
    count = len(state.people)
    first = next(n for n, person in enumerate(state.people) if person.seat == state.spotlight)
    return [(first + step) % count for step in range(count)]


def stage(state: SixWintersState, events: list[Event]) -> None:
    """The top asset is staged, if there is one."""
    if state.asset_deck:
        asset = state.asset_deck.pop()
        state.staged.append(asset)
        state.reveal()
        events.append(Told(text=f"{state.book.assets[asset].name} is staged.", about=("staged",)))


def draw(state: SixWintersState, events: list[Event]) -> None:
    """An obstacle is drawn and placed (S11, S50)."""
    card = draw_card(state)
    if card is not None:
        obstacles.place(state, card, events)


def draw_card(state: SixWintersState) -> int | None:
    """The top card of the obstacle deck; an empty deck is made anew from the discard pile (S11)."""
    if not state.obstacle_deck and state.discard:
        state.obstacle_deck, state.discard = sorted(state.discard), []
        state.rng.shuffle(state.obstacle_deck)
    if not state.obstacle_deck:
        return None
    if state.known:  # it was put there for all to see
        state.known.pop()
    else:
        state.reveal()
    return state.obstacle_deck.pop()
