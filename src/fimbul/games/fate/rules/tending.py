"""Removing damage from cards, and putting mana on them (G8, G24, G25, G31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.games.fate.actions import On, Tend
from fimbul.games.fate.events import Charged, Healed
from fimbul.games.fate.model import Scope
from fimbul.games.fate.rules.places import adjacent_heroes

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

NO_BONUS = -1


def damaged(state: FateState, seat: int, scope: Scope) -> list[tuple[int, str]]:
    """The damaged cards in reach: a seat and a card's name.

    `hero`: the seat's hero card; `equipment`: its equipment; `own`: both; `near_heroes`: hero cards of the
    seat and of adjacent heroes; `near`: these and their equipment.
    """
    if scope in ("near", "near_heroes"):
        seats = sorted((seat, *adjacent_heroes(state, seat)))
    else:
        seats = [seat]
    found: list[tuple[int, str]] = []
    for other in seats:
        hero = state.heroes[other]
        if hero.damage and scope != "equipment":
            found.append((other, state.hero_id(other)))
        if scope in ("own", "near", "equipment"):
            found += [(other, card) for card, wear in hero.wear.items() if wear]
    return found


def relieve(state: FateState, seat: int, card: str, amount: int, events: list[Event]) -> int:
    """Remove up to so much damage from a card; how much it was."""
    hero = state.heroes[seat]
    if card == state.hero_id(seat):
        removed = min(amount, hero.damage)
        hero.damage -= removed
        name = state.name(seat)
    else:
        removed = min(amount, hero.wear.get(card, 0))
        hero.wear[card] -= removed
        name = state.kit(seat).cards[card].name
    events.append(Healed(seat=seat, name=state.name(seat), card=name, amount=removed))
    return removed


class Mending(Step["FateState"], frozen=True, tag=True):
    """So much damage is to be removed from the cards in reach; `bonus`: it comes from a bonus area (G8)."""

    seat: int
    scope: Scope
    left: int
    bonus: int = NO_BONUS

    def run(self, state: FateState, events: list[Event]) -> None:
        cards = damaged(state, self.seat, self.scope)
        if not self.left or not cards:
            return
        if len(cards) == 1:
            removed = relieve(state, *cards[0], self.left, events)
            if self.bonus != NO_BONUS:
                state.bonus[self.bonus] -= removed
            return
        state.push(Tending((self.seat,), self.scope, self.left, self.bonus))


class Tending(Decision["FateState", Tend], frozen=True, tag=True):
    """From which card the next damage is removed."""

    scope: Scope
    left: int
    bonus: int

    rule = "G25"
    otherwise = "Choose a damaged card that you can reach."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"Choose a card to remove 1 damage from; {self.left} can be removed.",
            watching=f"{state.name(seat)} chooses cards to remove {self.left} damage from.",
            labels=(("tend", "Remove 1 damage from {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Tend]:
        return [Tend(other, card) for other, card in damaged(state, seat, self.scope)]

    def take(self, state: FateState, action: Tend, seat: int, events: list[Event]) -> None:
        relieve(state, action.seat, action.card, 1, events)
        if self.bonus != NO_BONUS:
            state.bonus[self.bonus] -= 1
        state.push(Mending(seat, self.scope, self.left - 1, self.bonus))


class Charging(Step["FateState"], frozen=True, tag=True):
    """So much mana is to be put on own cards (G8, G31)."""

    seat: int
    left: int
    bonus: int = NO_BONUS

    def run(self, state: FateState, events: list[Event]) -> None:
        stores = state.kit(self.seat).stores
        if not self.left or not stores:
            return
        if len(stores) == 1:
            charge(state, self.seat, stores[0], self.left, events)
            if self.bonus != NO_BONUS:
                state.bonus[self.bonus] -= self.left
            return
        state.push(Feeding((self.seat,), self.left, self.bonus))


class Feeding(Decision["FateState", On], frozen=True, tag=True):
    """On which card the next mana goes."""

    left: int
    bonus: int

    rule = "G31"
    otherwise = "Choose one of your cards that uses mana."

    def question(self, state: FateState, seat: int) -> Question:
        more = "" if self.left == 1 else f"; {self.left} in all"
        return Question(
            text=f"Choose a card to put 1 mana on{more}.",
            watching=f"{state.name(seat)} chooses a card for mana{more}.",
            labels=(("on", "Put 1 mana on {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[On]:
        return [On(card) for card in state.kit(seat).stores]

    def take(self, state: FateState, action: On, seat: int, events: list[Event]) -> None:
        charge(state, seat, action.card, 1, events)
        if self.bonus != NO_BONUS:
            state.bonus[self.bonus] -= 1
        state.push(Charging(seat, self.left - 1, self.bonus))


def charge(state: FateState, seat: int, card: str, mana: int, events: list[Event]) -> None:
    """Mana comes to a card."""
    hero = state.heroes[seat]
    hero.mana[card] = hero.mana.get(card, 0) + mana
    name = state.kit(seat).cards[card].name
    events.append(Charged(seat=seat, name=state.name(seat), card=name, mana=mana))


def unfocusable(state: FateState, seat: int, card: str) -> Illegal | None:
    """Why mana cannot go on a card (G24)."""
    kit = state.kit(seat)
    if card not in kit.cards:
        return Illegal("G24", "You have no such card in play.")
    if card not in kit.stores:
        return Illegal("G24", f"{kit.cards[card].name} does not use mana.")
    return None
