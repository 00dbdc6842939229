"""Heroes under attack: armor, prevention, and what they do to the attacker (G56, G59)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Decision, Event, Fact, Illegal, Line, Question, Step
from fimbul.core.wording import capital
from fimbul.games.fate.actions import Done, Play, Use
from fimbul.games.fate.events import Prevented
from fimbul.games.fate.model import OFF, Blow
from fimbul.games.fate.rules import damage, dice, uses

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Suffer(Step["FateState"], frozen=True, tag=True):
    """A hero is dealt damage: armor first, then the mail, then what the player chooses (G56, G59)."""

    seat: int
    amount: int
    monster: int
    why: str
    unpreventable: bool = False

    def run(self, state: FateState, events: list[Event]) -> None:
        amount = self.amount
        if not self.unpreventable:
            amount = max(0, amount - state.kit(self.seat).armor)
            amount -= mailed(state, self.seat, amount, events)
        state.blow = Blow(self.seat, amount, self.monster, self.why, near(state, self.seat, self.monster))
        if not self.unpreventable:
            state.push(Prevention(self.seat), Bear(), Answer(self.seat))
        else:
            state.push(Bear(), Answer(self.seat))


def near(state: FateState, seat: int, monster: int) -> bool:
    """Whether a monster stands next to a hero."""
    if monster == OFF or state.where[monster] == OFF:
        return False
    return state.land.far[state.heroes[seat].node][state.where[monster]] == 1


def mailed(state: FateState, seat: int, amount: int, events: list[Event]) -> int:
    """What Dwarf Mail takes off by itself: of the first damage in a monster turn (G59)."""
    hero, mail = state.heroes[seat], state.kit(seat).powers.mail
    if not mail or not amount or hero.mailed or state.active >= 0:
        return 0
    hero.mailed = True
    off = min(mail, amount)
    card = next(side.name for side in state.kit(seat).cards.values() if side.face.powers.mail)
    events.append(Prevented(seat=seat, name=state.name(seat), amount=off, card=card))
    return off


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
        damage.hurt(state, blow.seat, blow.amount, blow.why, events)
        state.blow = msgspec.structs.replace(blow, answered=())


class Answer(Step["FateState"], frozen=True, tag=True):
    """After an attack from beside him the hero may strike back, also one that knocked him out (G59)."""

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
    """Whether the attacker stood next to the hero when it attacked, and is still there."""
    return blow.adjacent and state.where[blow.monster] != OFF


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
