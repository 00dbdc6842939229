"""Removing damage from cards, and putting mana on them (G8, G24, G25, G31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate import deeds
from fimbul.games.fate.actions import On, Tend
from fimbul.games.fate.events import Charged, Healed

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

NO_BONUS = -1


def damaged(state: FateState, seat: int, scope: str) -> list[tuple[int, str]]:
    """The damaged cards in reach: a seat and a card's name.

    `hero`: the own hero card; `own`: that and the own equipment; `equipment`: the own equipment;
    `near_heroes`: hero cards of oneself and adjacent heroes; `near`: these and their equipment.
    """
    if scope in ("near", "near_heroes"):
        seats = sorted((seat, *deeds.adjacent_heroes(state, seat)))
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


class Mending(Step, frozen=True, tag=True):
    """So much damage is to be removed from the cards in reach; `bonus`: it comes from a bonus area (G8)."""

    seat: int
    scope: str
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


class Tending(Decision, frozen=True, tag=True):
    """From which card the next damage is removed."""

    scope: str
    left: int
    bonus: int

    rule: ClassVar[str] = "G25"
    otherwise: ClassVar[str] = "Choose a damaged card that you can reach."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Tend(other, card) for other, card in damaged(state, seat, self.scope)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        relieve(state, action.seat, action.card, 1, events)
        if self.bonus != NO_BONUS:
            state.bonus[self.bonus] -= 1
        state.push(Mending(seat, self.scope, self.left - 1, self.bonus))


class Charging(Step, frozen=True, tag=True):
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
                state.bonus[self.bonus] = 0
            return
        state.push(Feeding((self.seat,), self.left, self.bonus))


class Feeding(Decision, frozen=True, tag=True):
    """On which card the next mana goes."""

    left: int
    bonus: int

    rule: ClassVar[str] = "G31"
    otherwise: ClassVar[str] = "Choose one of your cards that uses mana."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [On(card) for card in state.kit(seat).stores]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
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
        return Illegal("G24", f"You have no card '{card}' in play.")
    if card not in kit.stores:
        return Illegal("G24", f"{kit.cards[card].name} does not use mana.")
    return None
