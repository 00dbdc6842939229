"""The other operations of cards: on the roll, damage, cards, gold, mana, actions, the town (G29 to G32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Decision, Event, Question
from fimbul.games.fate.actions import Amount, Tend
from fimbul.games.fate.library import cards
from fimbul.games.fate.model import OFF, RUNE, Scope
from fimbul.games.fate.rules import damage, defence, dice, gold, hand, quests, tending, town, turn
from fimbul.games.fate.rules.operations import Do, operation

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

THREE = 3  # mountain areas that make mining better


def always(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return True


# ---- the roll on the table (G54)


def can_add_damage(state: FateState, seat: int, effect: cards.AddDamage, card: int) -> bool:
    roll = state.roll
    return roll is not None and (effect.amount > 0 or RUNE in roll.dice)


@operation(cards.AddDamage, possible=can_add_damage)
def do_add_damage(state: FateState, do: Do, effect: cards.AddDamage, events: list[Event]) -> None:
    assert state.roll is not None
    runes = state.roll.dice.count(RUNE)
    more = effect.amount + effect.per_rune * runes + (effect.if_rune if runes else 0)
    state.roll = msgspec.structs.replace(state.roll, bonus=state.roll.bonus + more)


def on_the_table(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return state.roll is not None


@operation(cards.AddDice, possible=on_the_table)
def do_add_dice(state: FateState, do: Do, effect: cards.AddDice, events: list[Event]) -> None:
    dice.add_dice(state, effect.dice, events)


def can_reroll(state: FateState, seat: int, effect: cards.Reroll, card: int) -> bool:
    return state.roll is not None and bool(dice.misses(state))


@operation(cards.Reroll, possible=can_reroll)
def do_reroll(state: FateState, do: Do, effect: cards.Reroll, events: list[Event]) -> None:
    assert state.roll is not None
    missed = dice.misses(state)
    kept = tuple(face for place, face in enumerate(state.roll.dice) if place not in missed)
    state.roll = msgspec.structs.replace(state.roll, dice=kept)
    dice.add_dice(state, len(missed), events)


def can_release(state: FateState, seat: int, effect: cards.Release, card: int) -> bool:
    return state.heroes[seat].counters.get(state.book.sides[card].id, 0) > 0


@operation(cards.Release, possible=can_release)
def do_release(state: FateState, do: Do, effect: cards.Release, events: list[Event]) -> None:
    state.push(Releasing((do.seat,), do.card))


class Releasing(Decision["FateState", Amount], frozen=True, tag=True):
    """How much of the stored damage is added."""

    card: int

    rule = "G58"
    otherwise = "Choose how much of what is stored to add."

    def question(self, state: FateState, seat: int) -> Question:
        card = state.book.sides[self.card]
        return Question(
            text=f"Choose how much of the damage stored on {card.name} to add.",
            watching=f"{state.name(seat)} chooses how much of the damage stored on {card.name} to add.",
            about=(f"card:{seat}:{card.id}",),
            labels=(("amount", "Add {} damage"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Amount]:
        stored = state.heroes[seat].counters[state.book.sides[self.card].id]
        return [Amount(n) for n in range(1, stored + 1)]

    def take(self, state: FateState, action: Amount, seat: int, events: list[Event]) -> None:
        state.heroes[seat].counters[state.book.sides[self.card].id] -= action.n
        assert state.roll is not None
        state.roll = msgspec.structs.replace(state.roll, bonus=state.roll.bonus + action.n)


# ---- the blow


def can_prevent(state: FateState, seat: int, effect: cards.Prevent, card: int) -> bool:
    return state.blow is not None and state.blow.amount > 0


@operation(cards.Prevent, possible=can_prevent)
def do_prevent(state: FateState, do: Do, effect: cards.Prevent, events: list[Event]) -> None:
    defence.prevent(state, effect.amount, state.book.name(do.card), events)


def can_strike_back(state: FateState, seat: int, effect: cards.StrikeBack, card: int) -> bool:
    blow = state.blow
    return blow is not None and blow.monster != OFF and state.where[blow.monster] != OFF


@operation(cards.StrikeBack, possible=can_strike_back)
def do_strike_back(state: FateState, do: Do, effect: cards.StrikeBack, events: list[Event]) -> None:
    assert state.blow is not None
    damage.deal(state, state.blow.monster, effect.amount, do.seat, events)


# ---- healing and repairing


def can_heal(state: FateState, seat: int, effect: cards.Heal, card: int) -> bool:
    return bool(tending.damaged(state, seat, HEALS[effect.whom]))


HEALS: dict[str, Scope] = {"self": "hero", "near": "near_heroes"}


@operation(cards.Heal, possible=can_heal)
def do_heal(state: FateState, do: Do, effect: cards.Heal, events: list[Event]) -> None:
    hurt = tending.damaged(state, do.seat, HEALS[effect.whom])
    if len(hurt) == 1:
        tending.relieve(state, *hurt[0], effect.amount, events)
    else:
        state.push(Healing((do.seat,), effect.amount))


class Healing(Decision["FateState", Tend], frozen=True, tag=True):
    """Which hero is healed."""

    amount: int

    rule = "G25"
    otherwise = "Choose a damaged hero: yourself or an adjacent one."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"Choose a hero to heal {self.amount} damage from.",
            watching=f"{state.name(seat)} chooses a hero to heal.",
            labels=(("tend", "Heal {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Tend]:
        return [Tend(other, card) for other, card in tending.damaged(state, seat, "near_heroes")]

    def take(self, state: FateState, action: Tend, seat: int, events: list[Event]) -> None:
        tending.relieve(state, action.seat, action.card, self.amount, events)


def can_repair(state: FateState, seat: int, effect: cards.Repair, card: int) -> bool:
    if effect.cards == "this":
        return state.heroes[seat].wear.get(state.book.sides[card].id, 0) > 0
    return bool(tending.damaged(state, seat, REPAIRS[effect.cards]))


REPAIRS: dict[str, Scope] = {"near": "near", "each": "own", "one": "equipment"}
EVERYTHING = 1_000


@operation(cards.Repair, possible=can_repair)
def do_repair(state: FateState, do: Do, effect: cards.Repair, events: list[Event]) -> None:
    if effect.cards == "this":
        tending.relieve(state, do.seat, state.book.sides[do.card].id, EVERYTHING, events)
    elif effect.cards == "each":
        for seat, card in tending.damaged(state, do.seat, "own"):
            tending.relieve(state, seat, card, effect.amount, events)
    elif effect.cards == "near":
        state.push(tending.Mending(do.seat, "near", effect.amount))
    else:
        state.push(Repairing((do.seat,)))


class Repairing(Decision["FateState", Tend], frozen=True, tag=True):
    """Which equipment is fully repaired."""

    rule = "G30"
    otherwise = "Choose one of your damaged equipment cards."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text="Choose one of your equipment cards to repair.",
            watching=f"{state.name(seat)} chooses an equipment card to repair.",
            labels=(("tend", "Repair {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Tend]:
        return [Tend(other, card) for other, card in tending.damaged(state, seat, "equipment")]

    def take(self, state: FateState, action: Tend, seat: int, events: list[Event]) -> None:
        tending.relieve(state, action.seat, action.card, EVERYTHING, events)


@operation(cards.Reach, possible=always)
def do_reach(state: FateState, do: Do, effect: cards.Reach, events: list[Event]) -> None:
    state.heroes[do.seat].reach += effect.areas


# ---- cards, gold, mana, actions, the town


def can_draw(state: FateState, seat: int, effect: cards.Draw, card: int) -> bool:
    hero = state.heroes[seat]
    if effect.up_to and len(hero.hand) - (card < 0) >= effect.up_to:
        return False
    return bool(hero.deck or hero.discard or card < 0)


@operation(cards.Draw, possible=can_draw)
def do_draw(state: FateState, do: Do, effect: cards.Draw, events: list[Event]) -> None:
    state.push(hand.Draw(do.seat, effect.cards, effect.up_to))


@operation(cards.Gold, possible=always)
def do_gold(state: FateState, do: Do, effect: cards.Gold, events: list[Event]) -> None:
    amount = effect.amount
    if effect.three_mountains is not None and state.land.mountains[state.heroes[do.seat].node] >= THREE:
        amount = effect.three_mountains
    gold.gain(state, do.seat, amount, events, state.book.name(do.card))


def can_mana(state: FateState, seat: int, effect: cards.Mana, card: int) -> bool:
    return bool(state.kit(seat).stores)


@operation(cards.Mana, possible=can_mana)
def do_mana(state: FateState, do: Do, effect: cards.Mana, events: list[Event]) -> None:
    state.push(tending.Charging(do.seat, effect.amount))


def can_act(state: FateState, seat: int, effect: cards.Act, card: int) -> bool:
    return turn.can_take(state, seat, effect.actions)


@operation(cards.Act, possible=can_act)
def do_act(state: FateState, do: Do, effect: cards.Act, events: list[Event]) -> None:
    state.push(turn.Extra((do.seat,), effect.actions, effect.rapid))


def can_rebuild(state: FateState, seat: int, effect: cards.Rebuild, card: int) -> bool:
    return state.pieces < state.book.figures.most_pieces


@operation(cards.Rebuild, possible=can_rebuild)
def do_rebuild(state: FateState, do: Do, effect: cards.Rebuild, events: list[Event]) -> None:
    town.rebuild(state, effect.pieces, events)


def can_complete(state: FateState, seat: int, effect: cards.Complete, card: int) -> bool:
    return quests.current(state, seat) is not None


@operation(cards.Complete, possible=can_complete)
def do_complete(state: FateState, do: Do, effect: cards.Complete, events: list[Event]) -> None:
    quests.complete(state, do.seat, events)
