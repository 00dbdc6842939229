"""The event deck and the hand: drawing and discarding (G34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.core.wording import some
from fimbul.games.fate.actions import Discard, Keep
from fimbul.games.fate.events import Discarded, Drew, Shuffled

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Draw(Step["FateState"], frozen=True, tag=True):
    """So many cards are drawn; `up_to`: until there are so many in hand.

    They are told in the order of their names: a hand does not show which of them came first.
    """

    seat: int
    cards: int
    up_to: int = 0

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        left = self.cards
        if self.up_to:
            left = max(0, self.up_to - len(hero.hand))
        limit = state.kit(self.seat).hand
        drawn: list[Drew] = []
        while left and (hero.deck or hero.discard) and len(hero.hand) < limit:
            drawn.append(draw(state, self.seat, events))
            left -= 1
        drawn.sort(key=lambda event: event.card)
        events += drawn
        if left and (hero.deck or hero.discard):
            state.push(Room((self.seat,), left))


def draw(state: FateState, seat: int, events: list[Event]) -> Drew:
    """The top card comes to the hand; where there is none, the discard pile is shuffled first."""
    hero = state.heroes[seat]
    if not hero.deck:
        hero.deck, hero.discard = hero.discard, []
        state.rng.shuffle(hero.deck)
        events.append(Shuffled(seat=seat, name=state.name(seat)))
    card = hero.deck.pop()
    hero.hand.append(card)
    hero.hand.sort()
    state.reveals += 1
    return Drew(seat=seat, name=state.name(seat), card=state.book.events[card].name)


def discards(state: FateState, seat: int) -> list[Discard]:
    """The cards in hand that could be discarded, each kind once."""
    events = state.book.events
    return [Discard(events[card].id) for card in dict.fromkeys(state.heroes[seat].hand)]


def not_held(state: FateState, seat: int, action: Discard) -> Illegal | None:
    """Why a card cannot be discarded."""
    card = state.book.event_number[state.heroes[seat].deck_number].get(action.card)
    if card is None or card not in state.heroes[seat].hand:
        return Illegal("G34", "You do not hold that card.")
    return None


def discard(state: FateState, seat: int, card: int, events: list[Event]) -> None:
    """A card leaves the hand without effect."""
    hero = state.heroes[seat]
    hero.hand.remove(card)
    hero.discard.append(card)
    events.append(Discarded(seat=seat, name=state.name(seat), card=state.book.events[card].name))


class Room(Decision["FateState", Discard | Keep], frozen=True, tag=True):
    """The hand is full: discard a card to draw one, or keep the hand."""

    left: int

    rule = "G34"
    otherwise = "Your hand is full: discard a card that you hold, or keep them."

    def question(self, state: FateState, seat: int) -> Question:
        more = "a card" if self.left == 1 else some(self.left, "card")
        return Question(
            text=f"Your hand is full. Discard a card to draw {more}, or keep your hand.",
            watching=f"{state.name(seat)}'s hand is full: a card is discarded to draw, or all are kept.",
        )

    def actions(self, state: FateState, seat: int) -> list[Discard | Keep]:
        return [*discards(state, seat), Keep()]

    def forbids(self, state: FateState, action: Discard | Keep, seat: int) -> Illegal | None:
        return not_held(state, seat, action) if isinstance(action, Discard) else None

    def take(self, state: FateState, action: Discard | Keep, seat: int, events: list[Event]) -> None:
        if isinstance(action, Discard):
            discard(state, seat, state.event(seat, action.card), events)
            state.push(Draw(seat, self.left))


class Discarding(Decision["FateState", Discard], frozen=True, tag=True):
    """So many cards are to be discarded, as a cost."""

    left: int

    rule = "G34"
    otherwise = "Choose a card from your hand to discard."

    def question(self, state: FateState, seat: int) -> Question:
        more = "" if self.left == 1 else f"; {self.left} in all"
        return Question(
            text=f"Choose a card to discard{more}.",
            watching=f"{state.name(seat)} chooses a card to discard{more}.",
        )

    def actions(self, state: FateState, seat: int) -> list[Discard]:
        return discards(state, seat)

    def forbids(self, state: FateState, action: Discard, seat: int) -> Illegal | None:
        return not_held(state, seat, action)

    def take(self, state: FateState, action: Discard, seat: int, events: list[Event]) -> None:
        discard(state, seat, state.event(seat, action.card), events)
        if self.left > 1:
            state.push(Discarding((seat,), self.left - 1))
