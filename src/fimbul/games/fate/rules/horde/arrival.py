"""Reinforcements (G80, G81, G89)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.fate.events import Appeared, Arrived, PutBack
from fimbul.games.fate.model import FREE
from fimbul.games.fate.rules import places

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Reinforce(Step["FateState"], frozen=True, tag=True):
    """On a reinforcement spot each player draws a monster card."""

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.hour.deck:
            state.drawn = []
            for _ in state.heroes:
                reinforce(state, state.hour.deck, events)


def reinforce(state: FateState, deck: str, events: list[Event]) -> None:
    """Draw until a card can be placed, and place it; at most the whole deck once."""
    pile = state.deck(deck)
    for _ in range(len(pile)):
        card = pile.pop()
        state.drawn.append(card)
        state.reveals += 1
        if place(state, card, events):
            if state.book.cards[card].legend < 0:
                pile.insert(0, card)
            return
        pile.insert(0, card)
        events.append(PutBack(card=state.book.cards[card].name))


def place(state: FateState, number: int, events: list[Event]) -> bool:
    """Put the monsters of a card on the map, if all of them can be (G81)."""
    card, kinds = state.book.cards[number], state.kinds
    needed: dict[int, int] = {}
    for kind, node in card.placements:
        if state.at[node] != FREE:
            return False
        needed[kind] = needed.get(kind, 0) + 1
    if any(state.supply[kind] < count for kind, count in needed.items()):
        return False
    if card.legend >= 0 and any(
        kinds[state.kind[other]].name == kinds[card.legend].name for other, _ in state.legends
    ):
        return False
    arrived = tuple(places.appear(state, kind, node) for kind, node in card.placements)
    events.append(Arrived(card=card.name, place=state.book.place_names[card.location], monsters=arrived))
    for monster, (kind, node) in zip(arrived, card.placements, strict=True):
        if kind == card.legend:
            state.legends.append((monster, number))
            escort(state, kinds[kind].escort, node, events)
    return True


def escort(state: FateState, kind: str, node: int, events: list[Event]) -> None:
    """Monsters that a legend brings along, one in every free area around it (G89)."""
    if not kind:
        return
    number = state.book.kind_number[kind]
    for near in state.land.near[node]:
        if state.at[near] == FREE and state.land.monsters_enter[near] and state.supply[number] > 0:
            monster = places.appear(state, number, near)
            events.append(Appeared(monster=monster, name=state.kinds[number].the, at=state.place(near)))
