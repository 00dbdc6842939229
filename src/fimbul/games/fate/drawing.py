"""Drawing and discarding event cards (G34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate.actions import Discard, Keep
from fimbul.games.fate.events import Discarded, Drew, Shuffled

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Draw(Step, frozen=True, tag=True):
    """So many cards are drawn, one by one; `up_to`: until there are so many in hand."""

    seat: int
    cards: int
    up_to: int = 0

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        left = self.cards
        if self.up_to:
            left = max(0, self.up_to - len(hero.hand))
        limit = state.kit(self.seat).hand
        while left and (hero.deck or hero.discard):
            if len(hero.hand) >= limit:
                state.push(Room((self.seat,), left))
                return
            draw(state, self.seat, events)
            left -= 1


def draw(state: FateState, seat: int, events: list[Event]) -> None:
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
    events.append(Drew(seat=seat, name=state.name(seat), card=state.book.events[card].name))


class Room(Decision, frozen=True, tag=True):
    """The hand is full: discard a card to draw one, or keep the hand."""

    left: int

    rule: ClassVar[str] = "G34"
    otherwise: ClassVar[str] = "Your hand is full: discard a card that you hold, or keep them."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        events = state.book.events
        return [*(Discard(events[card].id) for card in dict.fromkeys(state.heroes[seat].hand)), Keep()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Discard):
            discard(state, seat, state.event(seat, action.card), events)
            state.push(Draw(seat, self.left))


def discard(state: FateState, seat: int, card: int, events: list[Event]) -> None:
    """A card leaves the hand without effect."""
    hero = state.heroes[seat]
    hero.hand.remove(card)
    hero.discard.append(card)
    events.append(Discarded(seat=seat, name=state.name(seat), card=state.book.events[card].name))


class Discarding(Decision, frozen=True, tag=True):
    """So many cards are to be discarded, as a cost."""

    left: int

    rule: ClassVar[str] = "G34"
    otherwise: ClassVar[str] = "Choose a card from your hand to discard."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        events = state.book.events
        return [Discard(events[card].id) for card in dict.fromkeys(state.heroes[seat].hand)]

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, Discard) and action not in self.actions(state, seat):
            return Illegal("G34", f"You do not hold the card '{action.card}'.")
        return super().refusal(state, action, seat)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        discard(state, seat, state.event(seat, action.card), events)
        if self.left > 1:
            state.push(Discarding((seat,), self.left - 1))
