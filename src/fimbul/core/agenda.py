"""The agenda: games with triggers, reactions and secret choices keep what is still to happen as data.

A stack of small frozen steps stands in for nested calls.  A plain `Step` does its work and may push more; a
`Decision` waits for somebody.  Since the stack is part of the state, a game can be copied, saved and searched
in the middle of anything.

    class Strike(Step["DuelState"], frozen=True, tag=True):
        target: int
        def run(self, state, events): ...

    class Block(Decision["DuelState", Parry | Suffer], frozen=True, tag=True):
        rule = "D4"
        def question(self, state, seat): return Question(text="Parry, or take the blow.")
        def actions(self, state, seat): return [Parry(), Suffer()]
        def take(self, state, action, seat, events): ...

    class DuelState(AgendaState):
        agenda: list[Strike | Block]

A decision says everything about itself: who is asked, what may be answered, why something may not, what then
happens, and how it is asked.  One with a single answer is taken by the engine and not recorded (unless it is
to be asked `always`).

Where several seats decide at once and in secret, a `Sealed` decision gives each of them a `part`: steps and
decisions that it goes through by itself, in as many actions as it likes.  Until all are through, what a seat
does there happens only in a world `apart`, which nobody else sees; the ply does not count it.  Then the parts
happen, seat by seat.
"""

import copy
import functools
import types
from typing import Any, ClassVar, Generic, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fimbul.core.action import Action, Notation
from fimbul.core.errors import Illegal
from fimbul.core.event import Event
from fimbul.core.question import Prospect, Question
from fimbul.core.rng import Rng
from fimbul.core.state import State

S = TypeVar("S")
A = TypeVar("A")

CLOSED = ""  # stands behind the answers of a seat that is through with its part
LONGEST_PART = 400  # actions in an imagined part; whatever a person may do there, an end is near


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):  # nothing in it could hold itself
    """One thing that is to happen."""

    asks: ClassVar[bool] = False  # whether it waits for somebody
    sealed: ClassVar[bool] = False  # whether several seats answer it at once, each in secret

    def run(self, state: S, events: list[Event]) -> None:
        """Do it; push what follows from it."""
        raise NotImplementedError


class Decision(Step[S], Generic[S, A], frozen=True):
    """Something that a seat must decide; where it names several, whoever answers first decides for all."""

    seats: tuple[int, ...]

    asks: ClassVar[bool] = True
    always: ClassVar[bool] = False  # ask even for the only answer, where having no other is itself a secret
    rule: ClassVar[str]
    otherwise: ClassVar[str] = "That is not one of the choices."

    def question(self, state: S, seat: int) -> Question:
        """How it is put to the seat that is asked, and to those who watch."""
        raise NotImplementedError

    def actions(self, state: S, seat: int) -> list[A]:
        """What the seat may answer, in a fixed order."""
        raise NotImplementedError

    def forbids(self, state: S, action: A, seat: int) -> Illegal | None:
        """Why an answer of the right kind is not allowed.  A game overrides this to name the rule."""
        choices = self.actions(state, seat)
        if action in choices or any(matches(action, choice) for choice in choices):
            return None
        return Illegal(self.rule, self.otherwise)

    def foresee(self, state: S, seat: int, actions: list[A]) -> dict[A, Prospect]:
        """What would come of answers, as far as the seat can know."""
        return {}

    def take(self, state: S, action: A, seat: int, events: list[Event]) -> None:
        """Do what was decided.  The decision has left the agenda."""
        raise NotImplementedError


class Sealed(Decision[S, Any], frozen=True):
    """A choice that several seats make at once, each in secret.

    A part that only fills a few fields (changes those that are lists, replaces the others) may name them as
    what it `writes`: then the world of a seat shares all else with the state, and no part may touch that.
    """

    sealed: ClassVar[bool] = True
    writes: ClassVar[tuple[str, ...] | None] = None  # besides the agenda

    def part(self, state: S, seat: int) -> tuple[Step[S], ...]:
        """What a seat goes through by itself.

        It must depend on nothing that another's part changes, draw nothing, and end no game.  Whether there
        was anything to decide is often a secret too: then its decisions are asked `always`.
        """
        raise NotImplementedError


class Seal(Step[Any], frozen=True, tag=True):
    """Where a part ends."""


SEAL = Seal()


def matches(action: Any, choice: Any) -> bool:
    """Whether an answer is that choice but for words that the player makes up."""
    return bool(action.free) and action.matches(choice)


@functools.cache
def kinds_of(decision: type[Decision[Any, Any]]) -> tuple[type[Action], ...]:
    """The kinds of action that a decision declares as its answers; none where it declares no kind."""
    for kind in decision.__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            arguments = get_args(base)
            if len(arguments) == 2 and not isinstance(arguments[1], TypeVar):
                return members(arguments[1])
    return ()


def members(kind: Any) -> tuple[type[Action], ...]:
    """The classes of a union, or the one class."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(kind for member in get_args(kind) for kind in members(member))
    return (kind,) if isinstance(kind, type) and kind is not Action else ()


@functools.cache
def has_sealed(kind: type[State]) -> bool:
    """Whether seats ever decide at once in secret in states of this kind."""
    steps = get_args(get_type_hints(kind).get("agenda"))
    kinds = [kind for step in steps for kind in (step, *get_args(step))]
    return any(isinstance(step, type) and issubclass(step, Sealed) for step in kinds)


class AgendaState(State, kw_only=True):
    """A state whose course is an agenda.  A game declares `agenda: list[its steps]` and its `notation`."""

    agenda: list[Any]
    answers: list[tuple[int, str]] = msgspec.field(default_factory=list)  # inside a sealed choice, by seat

    notation: ClassVar[Notation]

    def push(self, *steps: Step[Any]) -> None:
        """Let these happen next, the first one first."""
        self.agenda.extend(reversed(steps))

    @property
    def decision(self) -> Decision[Any, Any] | None:
        """What is being decided now."""
        top = self.agenda[-1] if self.agenda else None
        return top if top is not None and top.asks else None

    @property
    def to_act(self) -> tuple[int, ...]:
        decision = self.decision
        if decision is None or self.outcome is not None:
            return ()
        if decision.sealed:
            return tuple([seat for seat in decision.seats if (seat, CLOSED) not in self.answers])
        return decision.seats

    @property
    def sealed(self) -> bool:
        decision = self.decision
        return decision is not None and decision.sealed

    @property
    def drafting(self) -> bool:
        return bool(self.answers) and any(text != CLOSED for _, text in self.answers)

    def draft(self, seat: int) -> list[str]:
        """What a seat has done so far inside a sealed choice, in notation."""
        return [text for who, text in self.answers if who == seat and text != CLOSED]

    def question(self, seat: int | None) -> Question | None:
        """What is asked, as a seat (None: a spectator) may know it."""
        decision = self.decision
        if decision is None or self.outcome is not None:
            return None
        if seat is None or seat not in self.to_act:
            return decision.question(self, decision.seats[0]).watched()
        if decision.sealed:
            return self.apart(seat).question(seat)
        return decision.question(self, seat)

    def legal(self, seat: int) -> list[Any]:
        decision = self.decision
        if decision is None or self.outcome is not None or seat not in decision.seats:
            return []
        if decision.sealed:
            return self.apart(seat).legal(seat) if seat in self.to_act else []
        return decision.actions(self, seat)

    def foresee(self, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
        decision = self.decision
        if decision is None or decision.sealed:
            return {}
        return decision.foresee(self, seat, actions)

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        decision = self.decision
        assert decision is not None
        if decision.sealed:
            return self.apart(seat).refusal(action, seat)
        kinds = kinds_of(type(decision))
        if kinds and not isinstance(action, kinds):
            return Illegal(decision.rule, decision.otherwise)
        return decision.forbids(self, action, seat)

    def take(self, action: Any, seat: int) -> list[Event]:
        events: list[Event] = []
        if self.sealed:
            self.answers = [*self.answers, (seat, str(action))]
            self.answers.sort(key=lambda answer: answer[0])
        else:
            self.answer(action, seat, events)
        self.settle(events)
        return events

    def answer(self, action: Any, seat: int, events: list[Event]) -> None:
        """Carry out what a seat decided."""
        decision = self.agenda.pop()
        decision.take(self, action, seat, events)

    def settle(self, events: list[Event]) -> None:
        """Run steps until somebody has a real choice, a part ends, or nothing is left."""
        while self.agenda and self.outcome is None:
            step = self.agenda[-1]
            if not step.asks:
                if step is SEAL:
                    return
                self.agenda.pop()
                step.run(self, events)
            elif step.sealed:
                if not self.unseal(step, events):
                    return
            else:
                forced = self.forced(step)
                if forced is None:
                    return
                self.answer(*forced, events)

    def forced(self, decision: Decision[Any, Any]) -> tuple[Any, int] | None:
        """An answer that needs no asking: the only one there is."""
        if decision.always or len(decision.seats) > 1:
            return None
        (seat,) = decision.seats
        choices = decision.actions(self, seat)
        return (choices[0], seat) if len(choices) == 1 and not choices[0].free else None

    # ---- sealed choices

    def enter(self, decision: Sealed[Any], seat: int, draft: list[str], events: list[Event]) -> None:
        """Let a seat's part happen as far as its draft goes; the decision has left the agenda."""
        self.agenda.append(SEAL)
        self.push(*decision.part(self, seat))
        self.settle(events)
        self.go_on(seat, draft, events)

    def go_on(self, seat: int, draft: list[str], events: list[Event]) -> None:
        """Let a seat answer what follows in its part."""
        for text in draft:
            self.answer(self.notation.parse(text), seat, events)
            self.settle(events)

    def apart(self, seat: int) -> Self:
        """The state as a seat has made it inside a sealed choice: a world that nobody else sees.

        It is to be looked at: a game may give the same one to whoever asks again.
        """
        return self.set_apart(seat)

    def set_apart(self, seat: int) -> Self:
        """The same, worked out."""
        decision = self.agenda[-1]
        assert isinstance(decision, Sealed)
        world = self.copy() if decision.writes is None else self.beside(decision.writes)
        world.agenda.pop()
        draft, world.answers = self.draft(seat), []
        world.enter(decision, seat, draft, [])
        return world

    def beside(self, fields: tuple[str, ...]) -> Self:
        """A twin that shares everything with the state but the agenda and some fields."""
        twin = copy.copy(self)
        for field in ("agenda", *fields):
            setattr(twin, field, copy.copy(getattr(self, field)))
        return twin

    def through(self, seat: int) -> bool:
        """Whether nothing is left of a seat's part."""
        return self.apart(seat).agenda[-1] is SEAL

    def unseal(self, decision: Sealed[Any], events: list[Event]) -> bool:
        """Note who is through with its part; once all are, let the parts happen.  Whether they did."""
        for seat in self.to_act:
            if self.through(seat):
                self.answers = [*self.answers, (seat, CLOSED)]
                self.answers.sort(key=lambda answer: answer[0])
        if self.to_act:
            return False
        drafts = [(seat, self.draft(seat)) for seat in decision.seats]
        self.answers = []
        self.agenda.pop()
        for seat, draft in drafts:
            self.enter(decision, seat, draft, events)
            self.agenda.pop()
        if sum(bool(draft) for _, draft in drafts) and len(drafts) > 1:
            self.reveals += 1
        return True

    def imagine(self, seat: int | None, rng: Rng) -> Self:
        world = super().imagine(seat, rng)
        decision = world.decision
        if decision is not None and decision.sealed:
            through = [
                other for other in decision.seats if (other, CLOSED) in world.answers and other != seat
            ]
            world.answers = [answer for answer in world.answers if answer[0] == seat]
            for other in through:
                world.fancy(other, rng)
        return world

    def fancy(self, seat: int, rng: Rng) -> None:
        """Give a seat some part or other of a sealed choice."""
        world = self.set_apart(seat)
        draft: list[tuple[int, str]] = []
        while world.agenda[-1] is not SEAL and len(draft) < LONGEST_PART:
            action = rng.choice(world.legal(seat))
            draft.append((seat, str(action)))
            world.answer(action, seat, [])
            world.settle([])
        self.answers = [*self.answers, *draft, (seat, CLOSED)]
        self.answers.sort(key=lambda answer: answer[0])
