"""The agenda: games with triggers, reactions and secret choices keep what is still to happen as data.

A stack of small frozen steps stands in for nested calls.  A plain `Step` does its work and may push more; a
`Decision` waits for one or several seats.  Since the stack is part of the state, a game can be copied,
saved and searched in the middle of anything.

    class Strike(Step, frozen=True, tag=True):
        target: int
        def run(self, state, events): ...

    class Block(Decision, frozen=True, tag=True):
        def actions(self, state, seat): return [Parry(), Suffer()]
        def take(self, state, answers, events): ...

    class Duel(AgendaState):
        agenda: list[Strike | Block]

A decision with a single answer is taken by the engine and not recorded (unless it is to be asked `always`).
Where several seats decide at once and in secret, each answer is kept in `answers` (as notation, which a view
must not show to others) until all are in; `imagine` replaces those that the seat cannot know.
"""

from typing import Any, ClassVar, Self

import msgspec

from fimbul.core.action import Action, Notation
from fimbul.core.errors import Illegal
from fimbul.core.event import Event
from fimbul.core.rng import Rng
from fimbul.core.state import State


class Step(msgspec.Struct, frozen=True):
    """One thing that is to happen."""

    def run(self, state: Any, events: list[Event]) -> None:
        """Do it; push what follows from it."""
        raise NotImplementedError


class Decision(Step, frozen=True):
    """Something that the seats must decide: in secret when `secret`, otherwise whoever answers first."""

    seats: tuple[int, ...]

    secret: ClassVar[bool] = False
    always: ClassVar[bool] = False  # ask even for the only answer, where having no other is itself a secret
    rule: ClassVar[str]
    otherwise: ClassVar[str] = "That is not one of the choices."

    def actions(self, state: Any, seat: int) -> list[Any]:
        """What the seat may answer."""
        raise NotImplementedError

    def refusal(self, state: Any, action: Any, seat: int) -> Illegal | None:
        """Why an answer is not allowed.  A game overrides this to name the rule that forbids it."""
        choices = self.actions(state, seat)
        if action in choices or (action.free and any(action.matches(choice) for choice in choices)):
            return None
        return Illegal(self.rule, self.otherwise)

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        """Do what was decided.  The decision has left the agenda."""
        raise NotImplementedError


class AgendaState(State, kw_only=True):
    """A state whose course is an agenda.  A game declares `agenda: list[its steps]` and its `notation`."""

    agenda: list[Any]
    answers: list[tuple[int, str]] = msgspec.field(default_factory=list)  # sealed, by seat

    notation: ClassVar[Notation]

    def push(self, *steps: Step) -> None:
        """Let these happen next, the first one first."""
        self.agenda.extend(reversed(steps))

    @property
    def decision(self) -> Decision | None:
        """What is being decided now."""
        top = self.agenda[-1] if self.agenda else None
        return top if isinstance(top, Decision) else None

    @property
    def to_act(self) -> tuple[int, ...]:
        decision = self.decision
        if decision is None or self.outcome is not None:
            return ()
        return tuple(seat for seat in decision.seats if self.answer_of(seat) is None)

    @property
    def sealed(self) -> bool:
        decision = self.decision
        return decision is not None and decision.secret

    def answer_of(self, seat: int) -> str | None:
        """What a seat has answered in secret, while others still owe theirs."""
        return next((text for who, text in self.answers if who == seat), None)

    def legal(self, seat: int) -> list[Any]:
        decision = self.decision
        return decision.actions(self, seat) if decision and seat in self.to_act else []

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        decision = self.decision
        assert decision is not None
        return decision.refusal(self, action, seat)

    def take(self, action: Any, seat: int) -> list[Event]:
        events: list[Event] = []
        self.answer(action, seat, events)
        self.settle(events)
        return events

    def answer(self, action: Action, seat: int, events: list[Event]) -> None:
        """Take an answer; carry out the decision when nobody else has to speak."""
        decision = self.decision
        assert decision is not None
        if decision.secret:
            self.answers = sorted([*self.answers, (seat, str(action))])
            if self.to_act:
                return
            answers = {who: self.notation.parse(text) for who, text in self.answers}
            self.answers.clear()
            if len(answers) > 1:
                self.reveals += 1
        else:
            answers = {seat: action}
        self.agenda.pop()
        decision.take(self, answers, events)

    def settle(self, events: list[Event]) -> None:
        """Run steps until somebody has a real choice or nothing is left."""
        while self.agenda and self.outcome is None:
            decision = self.decision
            if decision is None:
                self.agenda.pop().run(self, events)
                continue
            forced = self.forced(decision)
            if forced is None:
                return
            self.answer(*forced, events)

    def forced(self, decision: Decision) -> tuple[Action, int] | None:
        """An answer that needs no asking: the only one there is."""
        waiting = self.to_act
        if decision.always:
            return None
        if len(waiting) > 1 and not decision.secret:
            return None
        for seat in waiting:
            choices = decision.actions(self, seat)
            if len(choices) == 1 and not choices[0].free:
                return choices[0], seat
        return None

    def imagine(self, seat: int | None, rng: Rng) -> Self:
        world = super().imagine(seat, rng)
        decision = world.decision
        for place, (other, _) in enumerate(world.answers):
            if decision is not None and other != seat:
                world.answers[place] = other, str(rng.choice(decision.actions(world, other)))
        return world
