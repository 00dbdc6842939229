"""The end of a turn: upgrade, mana, a card, and the piles (G34 to G38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fimbul.core import Decision, Event, Line, Question, Step
from fimbul.core.wording import either
from fimbul.games.fate.actions import Cycle, No, Upgrade
from fimbul.games.fate.events import Cycled, Upgraded
from fimbul.games.fate.rules import hand, quests, tending

if TYPE_CHECKING:
    from fimbul.games.fate.model import Hero
    from fimbul.games.fate.state import FateState


class EndTurn(Step["FateState"], frozen=True, tag=True):
    """The five steps of the end of a turn."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        hero.taken = ()
        hero.stride = hero.reach = 0
        hero.rooted = False
        state.push(Growth(self.seat), Income(self.seat), Turnover(self.seat), NextTurn(self.seat))


def upgrade_cost(state: FateState, seat: int) -> int:
    """What the next upgrade costs (G36)."""
    costs = state.book.figures.upgrade_costs
    return costs[min(state.heroes[seat].upgrades, len(costs) - 1)]


def upgrades(state: FateState, seat: int) -> list[str]:
    """The cards that an upgrade can bring or turn over."""
    hero, sides = state.heroes[seat], state.book.sides
    found = [sides[hero.abilities[-1]].id] if hero.abilities else []
    return found + [sides[number].id for number in hero.active if sides[number].flip >= 0]


class Growth(Step["FateState"], frozen=True, tag=True):
    """A hero with enough experience may be upgraded, once."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.heroes[self.seat].gold >= upgrade_cost(state, self.seat) and upgrades(state, self.seat):
            state.push(Upgrading((self.seat,)))


class Upgrading(Decision["FateState", Upgrade | No], frozen=True, tag=True):
    """What is upgraded, if anything (G36)."""

    rule = "G36"
    otherwise = "Choose the top ability, or one of your cards that has an upgraded side, or none."

    def question(self, state: FateState, seat: int) -> Question:
        cost, hero = upgrade_cost(state, seat), state.heroes[seat]
        top = f" take {state.book.sides[hero.abilities[-1]].name}," if hero.abilities else ""
        return Question(
            text=f"You may upgrade for {cost} gold:{top} turn over a card in play, or do not upgrade.",
            watching=f"{state.name(seat)} may upgrade for {cost} gold.",
            about=(f"pile:{seat}:abilities",) if hero.abilities else (),
            facts=(Line("Cost", f"{cost} of your {hero.gold} gold"),),
            labels=(("no", "Do not upgrade"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Upgrade | No]:
        return [*map(Upgrade, upgrades(state, seat)), No()]

    def take(self, state: FateState, action: Upgrade | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, No):
            return
        hero, sides = state.heroes[seat], state.book.sides
        hero.gold -= upgrade_cost(state, seat)
        hero.upgrades += 1
        if hero.abilities and sides[hero.abilities[-1]].id == action.card:
            side = sides[hero.abilities.pop()]
            hero.active = (*hero.active, side.number)
            if hero.abilities:
                state.reveals += 1
        else:
            old = next(number for number in hero.active if sides[number].id == action.card)
            side = sides[sides[old].flip]
            hero.active = tuple(side.number if number == old else number for number in hero.active)
        name = f"{side.name} {'I' * side.level}"
        events.append(Upgraded(seat=seat, name=state.name(seat), card=name))


class Income(Step["FateState"], frozen=True, tag=True):
    """Mana is generated, then a card is drawn (G37, G34)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        kit = state.kit(self.seat)
        for card, mana in kit.mana:
            tending.charge(state, self.seat, card, mana, events)
        state.push(hand.Draw(self.seat, state.book.figures.turn_draw + kit.powers.extra_draw))


class Turnover(Step["FateState"], frozen=True, tag=True):
    """A pile may be cycled, where that changes anything (G38)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if piles(state.heroes[self.seat]):
            state.push(Cycling((self.seat,)))


def piles(hero: Hero) -> list[Literal["abilities", "equipment"]]:
    """The piles of two cards or more."""
    found: list[Literal["abilities", "equipment"]] = []
    if len(hero.abilities) > 1:
        found.append("abilities")
    if len(hero.equipment) > 1:
        found.append("equipment")
    return found


class Cycling(Decision["FateState", Cycle | No], frozen=True, tag=True):
    """Which pile is cycled, if any (G38)."""

    rule = "G38"
    otherwise = "Choose a pile of two cards or more, or none."

    def question(self, state: FateState, seat: int) -> Question:
        hero, sides = state.heroes[seat], state.book.sides
        tops = {"abilities": hero.abilities, "equipment": hero.equipment}
        cards = either(f"{sides[tops[pile][-1]].name} ({pile})" for pile in piles(hero))
        return Question(
            text=f"You may move one top card to the bottom of its pile, so that the next is on top: {cards}.",
            watching=f"{state.name(seat)} may move one top card to the bottom of its pile: {cards}.",
            about=tuple(f"pile:{seat}:{pile}" for pile in piles(hero)),
            labels=(("no", "Leave the piles"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Cycle | No]:
        return [*map(Cycle, piles(state.heroes[seat])), No()]

    def take(self, state: FateState, action: Cycle | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, No):
            return
        hero = state.heroes[seat]
        pile = hero.abilities if action.pile == "abilities" else hero.equipment
        card = pile.pop()
        pile.insert(0, card)
        state.reveals += 1
        events.append(
            Cycled(seat=seat, name=state.name(seat), pile=action.pile, card=state.book.sides[card].name)
        )
        if action.pile == "equipment":
            hero.progress = 0
            quests.turned_up(state, seat, events)


class NextTurn(Step["FateState"], frozen=True, tag=True):
    """The next hero's turn, or the monsters'."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        state.go_round(self.seat + 1)
