"""The crystals of the bonus areas (G8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Question
from fimbul.core.wording import some
from fimbul.games.fate.actions import Amount
from fimbul.games.fate.rules import gold, tending

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

GIVES = {"gold": "gold", "mana": "mana for your cards", "damage": "damage removed from your cards"}


def of_use(state: FateState, seat: int, bonus: int) -> int:
    """How many of the crystals in a bonus area a hero could use now."""
    left, kind = state.bonus[bonus], state.book.bonuses[bonus][1]
    if kind == "gold":
        return left
    hero = state.heroes[seat]
    if kind == "mana":
        return left if state.kit(seat).stores else 0
    return min(left, hero.damage + sum(hero.wear.values()))


def find(state: FateState, seat: int, bonus: int, events: list[Event]) -> None:
    """A hero enters a bonus area: alone he takes what is of use, beside partners he may leave some."""
    most = of_use(state, seat, bonus)
    if most and len(state.heroes) > 1:
        state.push(Taking((seat,), bonus))
    elif most:
        take(state, seat, bonus, most, events)


def take(state: FateState, seat: int, bonus: int, count: int, events: list[Event]) -> None:
    """So many crystals are taken; on which cards, is asked where it matters."""
    node, kind, _ = state.book.bonuses[bonus]
    if kind == "gold":
        state.bonus[bonus] -= count
        gold.gain(state, seat, count, events, state.place(node))
    elif kind == "mana":
        state.push(tending.Charging(seat, count, bonus))
    else:
        state.push(tending.Mending(seat, "own", count, bonus))


class Taking(Decision["FateState", Amount], frozen=True, tag=True):
    """How many crystals a hero takes, where a partner could want the others."""

    bonus: int

    rule = "G8"
    otherwise = "Choose how many of the crystals you take."

    def question(self, state: FateState, seat: int) -> Question:
        node, kind, _ = state.book.bonuses[self.bonus]
        left = some(state.bonus[self.bonus], "crystal")
        x, y = state.land.xy[node]
        return Question(
            text=f"{left} here: {GIVES[kind]}. Choose how many you take; the others stay for your partners.",
            watching=f"{state.name(seat)} chooses how many of the {left} to take.",
            about=(f"bonus:{x},{y}",),
            labels=(("amount", "Take {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Amount]:
        return [Amount(n) for n in range(of_use(state, seat, self.bonus) + 1)]

    def take(self, state: FateState, action: Amount, seat: int, events: list[Event]) -> None:
        if action.n:
            take(state, seat, self.bonus, action.n, events)
