"""State: one position of a game, everything that has happened to it, and the contract to play on.

A game writes `to_act`, `legal`, `refusal`, `take`, `question` and `view`, and `redeal` if it hides anything.
Where seats take turns one by one, `TurnState` knows who acts and who is asked.
From these come `play`, `why_not`, `imagine`, `copy`, `snapshot`, `fingerprint` and undo, the same for every
game.
"""

import functools
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_type_hints

import msgspec

from fimbul.core.action import Action
from fimbul.core.copying import struct_copier
from fimbul.core.errors import BadSnapshot, Illegal
from fimbul.core.event import Event
from fimbul.core.question import Prospect, Question
from fimbul.core.rng import Rng
from fimbul.core.words import Words


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: a score from 0 to 1 for each seat, the rule that ended it, and why in a sentence.

    A winner has 1 and a loser 0; a draw gives everybody a half; a team shares one score.  `points` is the
    game's own count, where it has one.
    """

    scores: tuple[float, ...]
    rule: str
    reason: Words
    points: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == 1.0)

    @property
    def drawn(self) -> bool:
        """Whether nobody won and nobody lost."""
        return not self.winners and max(self.scores) > 0


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat (None: a spectator) may know.  Every game adds its own fields to `State.common`."""

    seat: int | None
    ply: int
    draft: int  # how far the seat has come in a sealed choice, in actions
    to_act: tuple[int, ...]
    outcome: Outcome | None
    question: Question | None  # what is asked, as this seat may know it

    @property
    def acting(self) -> int:
        """The seat that decides: the viewer's, if it may act."""
        if self.seat is not None and self.seat in self.to_act:
            return self.seat
        return self.to_act[0] if self.to_act else 0

    @property
    def mine(self) -> bool:
        """Whether the viewer decides."""
        return self.seat is not None and self.seat in self.to_act


class State(msgspec.Struct, kw_only=True):
    """The base of every game's state: mutable, small, plain data, cheap to copy."""

    rng: Rng
    ply: int = 0
    turn: int = 0
    reveals: int = 0
    outcome: Outcome | None = None

    slug: ClassVar[str]
    rules_version: ClassVar[str]
    turn_rule: ClassVar[str]
    end_rule: ClassVar[str]
    worded: ClassVar[tuple[str, ...]] = ()  # fields that only say in words what has happened

    # ---- what a game writes

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, or may take one, now; empty when the game is over."""
        raise NotImplementedError

    @property
    def sealed(self) -> bool:
        """Whether the seats to act decide in secret: nobody learns an answer before all have given theirs."""
        return False

    def legal(self, seat: int) -> list[Any]:
        """Every action the seat may take now, in a fixed order; empty if it owes nothing."""
        raise NotImplementedError

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        """Why a seat whose turn it is may not take this action; None if it may."""
        raise NotImplementedError

    def take(self, action: Any, seat: int) -> list[Event]:
        """Carry out a legal action."""
        raise NotImplementedError

    def question(self, seat: int | None) -> Question | None:
        """What is asked, as that seat may know it; None when nothing is."""
        raise NotImplementedError

    def view(self, seat: int | None) -> View:
        """What that seat may know."""
        raise NotImplementedError

    def glimpse(self, seat: int | None) -> Any:
        """The view, for whoever needs few of its parts: a game may make them when they are asked for."""
        return self.view(seat)

    def foresee(self, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
        """What would come of legal actions of a seat, of those where there is something to say.

        It depends on nothing that the seat does not know, and draws nothing.
        """
        return {}

    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Replace everything the seat cannot know by something it could be; nothing, if nothing is hidden."""

    # ---- what core gives

    def common(self, seat: int | None) -> dict[str, Any]:
        """The fields that every view has."""
        return {
            "seat": seat,
            "ply": self.ply,
            "draft": len(self.draft(seat)) if seat is not None else 0,
            "to_act": self.to_act,
            "outcome": self.outcome,
            "question": self.question(seat),
        }

    @property
    def drafting(self) -> bool:
        """Whether seats are in the middle of a sealed choice: it is one ply, when all are through."""
        return False

    def draft(self, seat: int) -> list[str]:
        """What a seat has done so far inside a sealed choice, in notation."""
        return []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def revelations(self) -> int:
        """How much chance and secrecy has been spent: stepping back is free while this stays the same."""
        return self.rng.drawn + self.reveals

    def why_not(self, action: Action, seat: int | None = None) -> Illegal | None:
        """The refusal that `play` would raise, or None if it would play."""
        if self.outcome is not None:
            return Illegal(self.outcome.rule, "The game is over.")
        to_act = self.to_act
        if seat is None:
            seat = to_act[0]
        elif seat not in to_act:
            return Illegal(self.turn_rule, "It is not your turn.")
        return self.refusal(action, seat)

    def play(self, action: Action, seat: int | None = None) -> list[Event]:
        """Play an action, or raise `Illegal` and change nothing."""
        refusal = self.why_not(action, seat)
        if refusal is not None:
            raise refusal
        return self.apply(action, seat)

    def apply(self, action: Action, seat: int | None = None) -> list[Event]:
        """Play an action that came from `legal`: as `play`, without asking again."""
        events = self.take(action, self.to_act[0] if seat is None else seat)
        if not self.drafting:
            self.ply += 1
        return events

    def imagine(self, seat: int | None, rng: Rng) -> Self:
        """A whole state that the seat could be in, with a stream of chance of its own.

        Whoever searches it learns nothing about hidden cards or coming dice.
        """
        world = self.copy()
        world.reseed(rng)
        world.redeal(seat, rng)
        return world

    def reseed(self, rng: Rng) -> None:
        """Let the dice to come be other dice."""
        self.rng = Rng(rng.fork().seed, self.rng.drawn)

    def copy(self) -> Self:
        """An independent twin."""
        return copier_of(type(self))(self)  # type: ignore[no-any-return]

    def snapshot(self) -> bytes:
        """The state as bytes, in the middle of anything: what it is, a checksum, and the data."""
        data = ENCODER.encode(self)
        return header(type(self)) + checksum(data) + data

    @classmethod
    def restore(cls, data: bytes) -> Self:
        """The state that gave this snapshot."""
        start = header(cls)
        if not data.startswith(start):
            raise BadSnapshot(f"These bytes are no snapshot of {cls.slug} under rules {cls.rules_version}.")
        body = data[len(start) + CHECKSUM :]
        if checksum(body) != data[len(start) : len(start) + CHECKSUM]:
            raise BadSnapshot(f"The snapshot of {cls.slug} is damaged: its checksum does not fit.")
        try:
            return decoder_of(cls).decode(body)  # type: ignore[no-any-return]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise BadSnapshot(f"The snapshot of {cls.slug} is damaged: {problem}.") from None

    def fingerprint(self) -> str:
        """A short hash of the whole position; in what words it was told is no part of it."""
        data: Any = self
        if self.worded:
            fields = self.__struct_fields__
            data = {field: getattr(self, field) for field in fields if field not in self.worded}
        return blake2b(ENCODER.encode(data), digest_size=6).hexdigest()


class TurnState(State, kw_only=True):
    """A state of a game whose seats take turns.  A game declares `active: int`, the seat whose turn it is."""

    if TYPE_CHECKING:  # where the field stands among others, and what it begins with, is the game's to say
        active: int

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.outcome is not None else (self.active,)

    def asked(self) -> Question:
        """How the turn is put to the seat that has it, and to those who watch."""
        return Question(text="It is your turn.", rule=self.turn_rule)

    def question(self, seat: int | None) -> Question | None:
        if self.outcome is not None:
            return None
        return self.asked() if seat == self.active else self.asked().watched()


ENCODER = msgspec.msgpack.Encoder(order="deterministic")
CHECKSUM = 8


def checksum(data: bytes) -> bytes:
    """What guards a snapshot against damage."""
    return blake2b(data, digest_size=CHECKSUM).digest()


def header(kind: type[State]) -> bytes:
    """What a snapshot starts with."""
    return f"fimbul {kind.slug} {kind.rules_version}\n".encode()


@functools.cache
def copier_of(kind: type[State]) -> Any:
    """The copy function of a state class, derived once."""
    return struct_copier(kind)


@functools.cache
def decoder_of(kind: type[State]) -> Any:
    """The snapshot reader of a state class, derived once."""
    get_type_hints(kind)
    return msgspec.msgpack.Decoder(kind)
