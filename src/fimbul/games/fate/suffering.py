"""Heroes take damage: armor, prevention, and what they do to the attacker (G56, G59, G60)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate import deeds, uses
from fimbul.games.fate.actions import Done
from fimbul.games.fate.events import Prevented

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Blow(msgspec.Struct, frozen=True):
    """Damage that a hero is about to take, or has taken, from a monster (-1: from elsewhere)."""

    seat: int
    amount: int
    monster: int
    why: str
    answered: tuple[str, ...] = ()  # cards that were used against it
    down: bool = False  # it knocked the hero out

    def answered_with(self, card: str) -> Blow:
        """The same blow, with one more card used against it."""
        return msgspec.structs.replace(self, answered=(*self.answered, card))


class Suffer(Step, frozen=True, tag=True):
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


class Prevention(Step, frozen=True, tag=True):
    """Ask for prevention where there is any."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        if blow is not None and blow.amount and uses.offers(state, self.seat, ("prevent",)):
            state.push(Preventing((self.seat,)))


class Preventing(Decision, frozen=True, tag=True):
    """Which card prevents damage (G59)."""

    rule: ClassVar[str] = "G59"
    otherwise: ClassVar[str] = "Only cards that prevent damage may be used now."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*uses.offers(state, seat, ("prevent",)), Done()]

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        return uses.refused(state, seat, action, ("prevent",), self)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
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


class Bear(Step, frozen=True, tag=True):
    """The hero takes what is left."""

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        assert blow is not None
        node = state.heroes[blow.seat].node
        deeds.hurt(state, blow.seat, blow.amount, blow.why, events)
        down = state.heroes[blow.seat].node != node
        state.blow = msgspec.structs.replace(blow, answered=(), down=down)


class Answer(Step, frozen=True, tag=True):
    """After an attack the hero may strike back, if he still stands next to the attacker (G59)."""

    seat: int
    thorns: bool = True  # the damage that comes by itself is still due

    def run(self, state: FateState, events: list[Event]) -> None:
        blow = state.blow
        assert blow is not None
        thorns = state.kit(self.seat).powers.after_attacked_damage
        if thorns and self.thorns and beside(state, blow):
            state.push(Answer(self.seat, False))
            deeds.deal(state, blow.monster, thorns, self.seat, events)
        elif beside(state, blow) and uses.offers(state, self.seat, ("attacked",)):
            state.push(Answering((self.seat,)))
        else:
            state.blow = None


def beside(state: FateState, blow: Blow) -> bool:
    """Whether the attacker still stands next to the hero."""
    if blow.monster == deeds.OFF or blow.down or state.where[blow.monster] == deeds.OFF:
        return False
    return state.land.far[state.heroes[blow.seat].node][state.where[blow.monster]] == 1


class Answering(Decision, frozen=True, tag=True):
    """Whether the hero strikes back with a card."""

    rule: ClassVar[str] = "G59"
    otherwise: ClassVar[str] = "Only cards that answer an attack may be played now."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*uses.offers(state, seat, ("attacked",)), Done()]

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        return uses.refused(state, seat, action, ("attacked",), self)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Done):
            state.blow = None
        else:
            state.push(Answer(seat, False))
            uses.begin(state, seat, action, events)
