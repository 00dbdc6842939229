"""The agenda: steps, decisions, forced answers and sealed ones."""

from typing import Any, ClassVar

import msgspec
import pytest
from tests.core.toys import Bury, Choose, Hide, Ravens, RavensState, Send, Suffer

from fimbul.core import (
    Action,
    AgendaState,
    Decision,
    Event,
    Illegal,
    Notation,
    Outcome,
    Rng,
    Step,
    View,
    log_for,
)


class Pick(Action, frozen=True):
    number: int


class Speak(Action, frozen=True):
    words: str
    free: ClassVar[tuple[str, ...]] = ("words",)


class Note(Step, frozen=True, tag=True):
    """Writes something down."""

    text: str

    def run(self, state: Any, events: list[Event]) -> None:
        state.notes.append(self.text)


class Twice(Step, frozen=True, tag=True):
    """Has two notes written, at once."""

    def run(self, state: Any, events: list[Event]) -> None:
        state.push(Note("first"), Note("second"))


class End(Step, frozen=True, tag=True):
    def run(self, state: Any, events: list[Event]) -> None:
        state.outcome = Outcome((0.5, 0.5), "A1", "Enough.")


class Vote(Decision, frozen=True, tag=True):
    """One of some numbers."""

    numbers: tuple[int, ...] = (1, 2)
    rule = "A1"
    otherwise = "Vote for a number on the list."

    def actions(self, state: Any, seat: int) -> list[Any]:
        return [Pick(number) for number in self.numbers]

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        state.notes.append(" ".join(f"{seat}:{answer}" for seat, answer in answers.items()))


class SecretVote(Vote, frozen=True, tag=True):
    secret = True


class AskedVote(Vote, frozen=True, tag=True):
    always = True


class Talk(Decision, frozen=True, tag=True):
    rule = "A2"

    def actions(self, state: Any, seat: int) -> list[Any]:
        return [Speak("hm")]

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        state.notes += [answer.words for answer in answers.values()]


class Plan(AgendaState, kw_only=True):
    agenda: list[Note | Twice | End | Vote | SecretVote | AskedVote | Talk]
    notes: list[str] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "plan"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "A1"
    end_rule: ClassVar[str] = "A1"
    notation: ClassVar[Notation] = Notation((Pick, Speak))

    def view(self, seat: int | None) -> View:
        return View(seat=seat, ply=self.ply, to_act=self.to_act, outcome=self.outcome)


def plan(*steps: Step) -> Plan:
    """A state in which these are to happen, the first one first, up to the first real decision."""
    state = Plan(rng=Rng(1), agenda=[])
    state.push(*steps)
    state.settle([])
    return state


def test_steps_happen_in_order_and_what_they_push_comes_before_the_rest() -> None:
    assert plan(Note("a"), Twice(), Note("b")).notes == ["a", "first", "second", "b"]


def test_nothing_happens_after_the_end() -> None:
    state = plan(End(), Note("too late"), Vote((0,)))
    assert state.notes == []
    assert state.to_act == ()
    assert state.legal(0) == []


def test_a_decision_waits_and_the_rest_follows_it() -> None:
    state = plan(Vote((1,)), Note("after"))
    assert state.to_act == (1,)
    assert state.legal(1) == [Pick(1), Pick(2)]
    assert state.legal(0) == []
    assert not state.sealed
    state.play(Pick(2))
    assert state.notes == ["1:pick(2)", "after"]
    assert state.ply == 1


def test_the_only_answer_is_taken_without_asking() -> None:
    state = plan(Vote((0,), (7,)), Vote((1,)))
    assert state.notes == ["0:pick(7)"]
    assert state.to_act == (1,)
    assert state.ply == 0


def test_the_only_answer_is_asked_for_where_that_would_tell_something() -> None:
    state = plan(AskedVote((0,), (7,)))
    assert state.to_act == (0,)
    assert state.legal(0) == [Pick(7)]


def test_words_that_a_player_makes_up_are_asked_for() -> None:
    state = plan(Talk((0,)))
    assert state.to_act == (0,)
    assert state.why_not(Speak("anything"), 0) is None
    state.play(Speak("anything"))
    assert state.notes == ["anything"]


def test_whoever_answers_first_decides_for_all() -> None:
    state = plan(Vote((0, 1), (7,)), Note("after"))
    assert state.to_act == (0, 1), "with several to speak nobody is forced"
    state.play(Pick(7), 1)
    assert state.notes == ["1:pick(7)", "after"]


def test_a_refusal_names_the_rule_of_the_decision() -> None:
    state = plan(Vote((0,)))
    with pytest.raises(Illegal) as refused:
        state.play(Pick(3), 0)
    assert refused.value.rule == "A1"
    assert refused.value.reason == "Vote for a number on the list."
    assert str(state.why_not(Pick(1), 1)) == "It is not your turn. (A1)"


def test_sealed_answers_wait_for_the_last_one() -> None:
    state = plan(SecretVote((0, 1, 2)), Note("after"))
    assert state.sealed
    state.play(Pick(2), 2)
    state.play(Pick(1), 0)
    assert state.to_act == (1,)
    assert state.notes == []
    assert state.answers == [(0, "pick(1)"), (2, "pick(2)")]
    assert state.answer_of(2) == "pick(2)"
    assert state.answer_of(1) is None
    assert state.reveals == 0
    assert state.why_not(Pick(1), 0) is not None, "an answer is given once"
    state.play(Pick(2), 1)
    assert state.notes == ["0:pick(1) 1:pick(2) 2:pick(2)", "after"]
    assert state.answers == []
    assert state.reveals == 1, "opening the answers reveals something, so undo is not free"


def test_a_secret_of_one_reveals_nothing_to_itself() -> None:
    state = plan(SecretVote((1,)))
    state.play(Pick(1), 1)
    assert state.reveals == 0


def test_forced_sealed_answers_are_given_at_once() -> None:
    state = plan(SecretVote((0, 1), (7,)), Vote((0,)))
    assert state.notes == ["0:pick(7) 1:pick(7)"]


def test_in_the_middle_of_anything_a_state_can_be_saved() -> None:
    state = plan(SecretVote((0, 1)), Twice(), Talk((1,)))
    state.play(Pick(2), 1)
    again = Plan.restore(state.snapshot())
    assert again == state
    twin = state.copy()
    for game in (state, again, twin):
        game.play(Pick(1), 0)
        game.play(Speak("done"), 1)
    assert state == again == twin
    assert state.notes == ["0:pick(1) 1:pick(2)", "first", "second", "done"]


def test_imagine_replaces_the_sealed_answers_of_others_only() -> None:
    state = plan(SecretVote((0, 1, 2), tuple(range(50))))
    state.play(Pick(7), 0)
    state.play(Pick(8), 1)
    rng = Rng(3)
    own, others = set(), set()
    for _ in range(30):
        world = state.imagine(0, rng)
        own.add(world.answer_of(0))
        others.add(world.answer_of(1))
    assert own == {"pick(7)"}
    assert len(others) > 10
    assert state.answer_of(1) == "pick(8)"
    assert {state.imagine(None, rng).answer_of(0) for _ in range(30)} != {"pick(7)"}


def test_ravens_play_a_round() -> None:
    game = Ravens()
    state: Any = game.new(seats=2, seed=5)
    assert isinstance(state, RavensState)
    assert state.decision == Choose((0, 1))
    state.hands = [[4, 9, 12], [3, 6, 11]]
    state.play(Send(9), 0)
    assert state.view(1).chosen is None
    assert state.view(0).chosen == "send(9)"
    events = state.play(Send(3), 1)
    assert [event.sentence() for event in events] == ["Seat 0 sent the raven 9.", "Seat 1 sent the raven 3."]
    assert state.decision == Hide((1,))
    assert state.legal(1) == [Suffer(), Bury(6)]
    assert state.why_not(Bury(11), 1).rule == "R2"
    events = state.play(Bury(6), 1)
    assert next(event.sentence() for event in log_for(events, 0)) == "Seat 1 buried a raven."
    assert next(event.sentence() for event in log_for(events, 1)) == "Seat 1 buried the raven 6."
    assert state.turn == 2
    assert state.view(0).graves == (0, 1)
    assert state.view(0).buried == ()
    assert state.view(1).buried == (6,)
