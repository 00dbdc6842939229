"""Heroes under attack: armor, prevention, and what they do to the attacker (G56, G59)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Decision, Event, Fact, Illegal, Line, Question, Step
from fimbul.games.fate.actions import Done, Play, Use
from fimbul.games.fate.events import Prevented, capital
from fimbul.games.fate.model import OFF, Blow
from fimbul.games.fate.rules import damage, dice, uses

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Suffer(Step["FateState"], frozen=True, tag=True):
    """A hero is dealt damage: armor first, then what the player chooses."""

    seat: int
    amount: int
    monster: int
    why: str
    unpreventable: bool = False

    def run(self, state: FateState, events: list[Event]) -> None:
        seat, amount = self.seat, self.amount
        if self.unpreventable:
            state.blow = Blow(seat, amount, self.monster, self.why)
            state.push(Bear(), Answer(seat))
            return
        amount = max(0, amount - state.kit(seat).armor)
        state.blow = Blow(seat, amount, self.monster, self.why)
        state.push(Prevention(seat), Bear(), Answer(seat))


class Prevention(Step["FateState"], frozen=True, tag=True):
    """Ask for prevention where there is any."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        if blow is not None and blow.amount and uses.offers(state, self.seat, ("prevent",)):
            state.push(Preventing((self.seat,)))


class Preventing(Decision["FateState", Use | Play | Done], frozen=True, tag=True):
    """Which card prevents damage (G59)."""

    rule = "G59"
    otherwise = "Only cards that prevent damage may be used now."

    def question(self, state: FateState, seat: int) -> Question:
        blow, hero = state.blow, state.heroes[seat]
        assert blow is not None
        left = state.kit(seat).health - hero.damage
        facts: tuple[Fact, ...] = dice.last_cast(state) if blow.monster != OFF else ()
        facts += (Line(f"Damage from {blow.why}", str(blow.amount)), Line("Your health left", str(left)))
        if blow.amount >= left:
            facts += (Line("This would knock you out.", state="bad"),)
        return Question(
            text=f"{blow.amount} damage from {blow.why}. Prevent some of it with a card, or take it.",
            watching=f"{state.name(seat)} faces {blow.amount} damage from {blow.why}, and may prevent it.",
            about=(*state.about(blow.monster), f"hero:{seat}"),
            facts=facts,
            labels=(("done", "Take the damage"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Use | Play | Done]:
        return [*uses.offers(state, seat, ("prevent",)), Done()]

    def forbids(self, state: FateState, action: Use | Play | Done, seat: int) -> Illegal | None:
        return None if isinstance(action, Done) else uses.refused(state, seat, action, ("prevent",))

    def take(self, state: FateState, action: Use | Play | Done, seat: int, events: list[Event]) -> None:
        if not isinstance(action, Done):
            state.push(Prevention(seat))
            uses.begin(state, seat, action, events)


def prevent(state: FateState, amount: int, card: str, events: list[Event]) -> None:
    """Some of the blow is prevented."""
    blow = state.blow
    if blow is None:
        return
    prevented = min(amount, blow.amount)
    state.blow = msgspec.structs.replace(blow, amount=blow.amount - prevented)
    events.append(Prevented(seat=blow.seat, name=state.name(blow.seat), amount=prevented, card=card))


class Bear(Step["FateState"], frozen=True, tag=True):
    """The hero takes what is left."""

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        assert blow is not None
        node = state.heroes[blow.seat].node
        damage.hurt(state, blow.seat, blow.amount, blow.why, events)
        down = state.heroes[blow.seat].node != node
        state.blow = msgspec.structs.replace(blow, answered=(), down=down)


class Answer(Step["FateState"], frozen=True, tag=True):
    """After an attack the hero may strike back, if he still stands next to the attacker (G59)."""

    seat: int
    thorns: bool = True  # the damage that comes by itself is still due

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        assert blow is not None
        thorns = state.kit(self.seat).powers.after_attacked_damage
        if thorns and self.thorns and beside(state, blow):
            state.push(Answer(self.seat, False))
            damage.deal(state, blow.monster, thorns, self.seat, events)
        elif beside(state, blow) and uses.offers(state, self.seat, ("attacked",)):
            state.push(Answering((self.seat,)))
        else:
            state.blow = None


def beside(state: FateState, blow: Blow) -> bool:
    """Whether the attacker still stands next to the hero."""
    if blow.monster == OFF or blow.down or state.where[blow.monster] == OFF:
        return False
    return state.land.far[state.heroes[blow.seat].node][state.where[blow.monster]] == 1


class Answering(Decision["FateState", Use | Play | Done], frozen=True, tag=True):
    """Whether the hero strikes back with a card."""

    rule = "G59"
    otherwise = "Only cards that answer an attack may be played now."

    def question(self, state: FateState, seat: int) -> Question:
        blow = state.blow
        assert blow is not None
        return Question(
            text=f"{capital(blow.why)} has attacked you. Strike back with a card, or leave it.",
            watching=f"{state.name(seat)} may strike back at {blow.why}.",
            about=(*state.about(blow.monster), f"hero:{seat}"),
            labels=(("done", "Do not strike back"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Use | Play | Done]:
        return [*uses.offers(state, seat, ("attacked",)), Done()]

    def forbids(self, state: FateState, action: Use | Play | Done, seat: int) -> Illegal | None:
        return None if isinstance(action, Done) else uses.refused(state, seat, action, ("attacked",))

    def take(self, state: FateState, action: Use | Play | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            state.blow = None
        else:
            state.push(Answer(seat, False))
            uses.begin(state, seat, action, events)
