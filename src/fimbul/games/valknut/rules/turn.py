"""C. The turn: refill, kills, a card, moves, the end (V20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.valknut.events import Refilled, TurnBegan
from fimbul.games.valknut.rules import ending
from fimbul.games.valknut.rules.movement import Marching
from fimbul.games.valknut.rules.parley import POOL
from fimbul.games.valknut.rules.placement import Laying

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


class BeginTurn(Step["ValknutState"], frozen=True, tag=True):
    """Steps 1 and 2; steps 3 to 5 wait (V20)."""

    def run(self, state: ValknutState, events: list[Event]) -> None:
        seat = state.active
        state.turn += 1
        events.append(TurnBegan(seat=seat, band=state.band(seat)))
        cards = []
        while state.pile and len(state.pool) < POOL:
            card = state.draw()
            state.pool.append(card)
            cards.append(card)
        if cards:
            deck = state.deck
            ids, titles = tuple(deck.ids[card] for card in cards), tuple(deck.titles[card] for card in cards)
            events.append(Refilled(cards=ids, names=titles))
        state.push(Lead(), Marching((seat,)), EndTurn())
        state.resolve(state.by_card)  # V43


class Lead(Step["ValknutState"], frozen=True, tag=True):
    """Step 3 begins: a card must be laid, if there is one (V21)."""

    def run(self, state: ValknutState, events: list[Event]) -> None:
        seat = state.active
        if state.pool or state.ambushes[seat]:
            state.push(Laying((seat,)))


class EndTurn(Step["ValknutState"], frozen=True, tag=True):
    """Step 5: the game is over, or the next player's turn begins (V20, V56)."""

    def run(self, state: ValknutState, events: list[Event]) -> None:
        state.points = 0
        state.marked = [0] * len(state.marked)
        if ending.exhausted(state):
            ending.settle(state, events)
            return
        seats = len(state.alive)
        state.active = next(
            seat % seats
            for seat in range(state.active + 1, state.active + seats + 1)
            if state.alive[seat % seats]
        )
        state.push(BeginTurn())
