"""The agenda: steps, decisions, forced answers and sealed ones."""

from typing import Any, ClassVar

import msgspec
import pytest
from tests.core.toys import Bury, Hide, Ravens, RavensState, Send, Sending, Suffer

from fimbul.core import (
    Action,
    AgendaState,
    Decision,
    Event,
    Illegal,
    Notation,
    Outcome,
    Question,
    Rng,
    Sealed,
    Step,
    View,
    log_for,
)


class Pick(Action, frozen=True):
    number: int


class Speak(Action, frozen=True):
    words: str
    free: ClassVar[tuple[str, ...]] = ("words",)


class Note(Step["Plan"], frozen=True, tag=True):
    """Writes something down."""

    text: str

    def run(self, state: "Plan", events: list[Event]) -> None:
        state.notes.append(self.text)


class Twice(Step["Plan"], frozen=True, tag=True):
    """Has two notes written, at once."""

    def run(self, state: "Plan", events: list[Event]) -> None:
        state.push(Note("first"), Note("second"))


class End(Step["Plan"], frozen=True, tag=True):
    def run(self, state: "Plan", events: list[Event]) -> None:
        state.outcome = Outcome((0.5, 0.5), "A1", "Enough.")


class Vote(Decision["Plan", Pick], frozen=True, tag=True):
    """One of some numbers."""

    numbers: tuple[int, ...] = (1, 2)
    rule = "A1"
    otherwise = "Vote for a number on the list."

    def question(self, state: "Plan", seat: int) -> Question:
        return Question(text="Vote.", watching=f"{self.seats} votes.", labels=(("pick", "Vote for {}"),))

    def actions(self, state: "Plan", seat: int) -> list[Pick]:
        return [Pick(number) for number in self.numbers]

    def take(self, state: "Plan", action: Pick, seat: int, events: list[Event]) -> None:
        state.notes.append(f"{seat}:{action}")


class AskedVote(Vote, frozen=True, tag=True):
    always = True


class SecretVote(Sealed["Plan"], frozen=True, tag=True):
    """Everybody votes so many times in secret."""

    numbers: tuple[int, ...] = (1, 2)
    times: int = 1
    rule = "A1"

    def question(self, state: "Plan", seat: int) -> Question:
        return Question(text="", watching="All vote in secret.")

    def part(self, state: "Plan", seat: int) -> tuple[Step["Plan"], ...]:
        return tuple(Vote((seat,), self.numbers) for _ in range(self.times))


class OpenBook(SecretVote, frozen=True, tag=True):
    """The same, of which it is known what it writes."""

    writes = ("notes",)


class Ladder(Decision["Plan", Pick], frozen=True, tag=True):
    """Picks as often as one likes, ended by 0: what may be picked depends on what was."""

    rule = "A3"
    always = True
    picked: tuple[int, ...] = ()

    def question(self, state: "Plan", seat: int) -> Question:
        return Question(text=f"Pick; so far {self.picked}.")

    def actions(self, state: "Plan", seat: int) -> list[Pick]:
        return [Pick(0), *(Pick(number) for number in (1, 2, 3) if number not in self.picked)]

    def take(self, state: "Plan", action: Pick, seat: int, events: list[Event]) -> None:
        if action.number:
            state.push(Ladder((seat,), (*self.picked, action.number)))
        else:
            state.notes.append(f"{seat}:{self.picked}")


class SecretLadder(SecretVote, frozen=True, tag=True):
    def part(self, state: "Plan", seat: int) -> tuple[Step["Plan"], ...]:
        return (Ladder((seat,)),)


class Talk(Decision["Plan", Speak], frozen=True, tag=True):
    rule = "A2"

    def actions(self, state: "Plan", seat: int) -> list[Speak]:
        return [Speak("hm")]

    def take(self, state: "Plan", action: Speak, seat: int, events: list[Event]) -> None:
        state.notes.append(action.words)


class Plan(AgendaState, kw_only=True):
    agenda: list[Note | Twice | End | Vote | SecretVote | OpenBook | AskedVote | Ladder | SecretLadder | Talk]
    notes: list[str] = msgspec.field(default_factory=list)
    shelves: list[list[str]] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "plan"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "A1"
    end_rule: ClassVar[str] = "A1"
    notation: ClassVar[Notation] = Notation((Pick, Speak))

    def view(self, seat: int | None) -> View:
        return View(**self.common(seat))


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


def test_an_answer_of_another_kind_is_refused_before_the_decision_is_asked() -> None:
    refused = plan(Vote((0,))).why_not(Speak("hello"), 0)
    assert refused is not None
    assert (refused.rule, refused.reason) == ("A1", "Vote for a number on the list.")


def test_a_question_tells_those_who_watch_less() -> None:
    state = plan(Vote((1,)))
    asked, watched = state.question(1), state.question(None)
    assert asked is not None
    assert watched is not None
    assert (asked.text, watched.text) == ("Vote.", "(1,) votes.")
    assert asked.label("pick", 7) == "Vote for 7"
    assert asked.label("other", 7) == "7"


def test_a_secret_question_tells_those_who_watch_nothing_else() -> None:
    question = Question(
        text="Which?", watching="Somebody chooses.", about=("hex:1",), labels=(("pick", "{}"),), secret=True
    )
    assert question.watched() == Question(text="Somebody chooses.", watching="Somebody chooses.")


def test_sealed_answers_wait_for_the_last_one() -> None:
    state = plan(SecretVote((0, 1, 2)), Note("after"))
    assert state.sealed
    assert state.play(Pick(2), 2) == []
    assert state.play(Pick(1), 0) == []
    assert state.to_act == (1,)
    assert state.notes == []
    assert state.draft(2) == ["pick(2)"]
    assert state.draft(1) == []
    assert state.reveals == 0
    assert state.why_not(Pick(1), 0) is not None, "an answer is given once"
    state.play(Pick(2), 1)
    assert state.notes == ["0:pick(1)", "1:pick(2)", "2:pick(2)", "after"], "by seat, whoever was first"
    assert state.answers == []
    assert state.reveals == 1, "opening the answers reveals something, so undo is not free"


def test_a_sealed_choice_is_one_ply_however_many_actions_it_takes() -> None:
    state = plan(SecretLadder((0, 1)), Vote((0,)))
    for number in (3, 1, 0):
        assert state.ply == 0
        state.play(Pick(number), 1)
    assert state.to_act == (0,)
    assert (state.ply, state.notes) == (0, [])
    state.play(Pick(0), 0)
    assert (state.ply, state.notes) == (1, ["0:()", "1:(3, 1)"])


def test_inside_a_sealed_choice_a_seat_sees_its_own_draft_and_nobody_else_does() -> None:
    state = plan(SecretLadder((0, 1)))
    before = state.view(0), state.view(None), state.legal(0)
    state.play(Pick(2), 1)
    assert state.legal(1) == [Pick(0), Pick(1), Pick(3)]
    mine = state.view(1)
    assert mine.question is not None
    assert (mine.draft, mine.question.text) == (1, "Pick; so far (2,).")
    refused = state.why_not(Pick(2), 1)
    assert refused is not None
    assert refused.rule == "A3"
    assert (state.view(0), state.view(None), state.legal(0)) == before
    watched = state.question(None)
    assert watched is not None
    assert watched.text == "All vote in secret."


def test_a_world_apart_shares_what_its_part_does_not_write():
    state = plan(OpenBook((0, 1)), Note("after"))
    state.apply(Pick(2), 0)

    world = state.apart(0)

    assert world.notes == ["0:pick(2)"]
    assert state.notes == []
    assert world.shelves is state.shelves
    assert plan(SecretVote((0, 1))).apart(0).shelves is not state.shelves
    state.apply(Pick(1), 1)
    assert state.notes == ["0:pick(2)", "1:pick(1)", "after"]


def test_a_secret_of_one_reveals_nothing_to_itself() -> None:
    state = plan(SecretVote((1,)))
    state.play(Pick(1), 1)
    assert state.reveals == 0


def test_forced_sealed_answers_are_given_at_once() -> None:
    state = plan(SecretVote((0, 1), (7,)), Vote((0,)))
    assert state.notes == ["0:pick(7)", "1:pick(7)"]


def test_in_the_middle_of_anything_a_state_can_be_saved() -> None:
    state = plan(SecretVote((0, 1), (1, 2), 2), Twice(), Talk((1,)))
    state.play(Pick(2), 1)
    again = Plan.restore(state.snapshot())
    assert again == state
    twin = state.copy()
    for game in (state, again, twin):
        game.play(Pick(1), 0)
        game.play(Pick(1), 1)
        game.play(Pick(2), 0)
        game.play(Speak("done"), 1)
    assert state == again == twin
    assert state.notes == ["0:pick(1)", "0:pick(2)", "1:pick(2)", "1:pick(1)", "first", "second", "done"]


def test_imagine_replaces_the_sealed_answers_of_others_only() -> None:
    state = plan(SecretVote((0, 1, 2), tuple(range(50))))
    state.play(Pick(7), 0)
    state.play(Pick(8), 1)
    rng = Rng(3)
    own, others = set(), set()
    for _ in range(30):
        world = state.imagine(0, rng)
        own.add(*world.draft(0))
        others.add(*world.draft(1))
    assert own == {"pick(7)"}
    assert len(others) > 10
    assert state.draft(1) == ["pick(8)"]
    assert len({tuple(state.imagine(None, rng).draft(0)) for _ in range(30)}) > 10


def test_imagine_forgets_what_others_have_begun_in_a_sealed_choice() -> None:
    state = plan(SecretLadder((0, 1)))
    state.play(Pick(3), 1)
    world = state.imagine(0, Rng(1))
    assert (world.draft(1), world.to_act) == ([], (0, 1))


def test_ravens_play_a_round() -> None:
    game = Ravens()
    state: Any = game.new(seats=2, seed=5)
    assert isinstance(state, RavensState)
    assert state.decision == Sending((0, 1))
    state.hands = [[4, 9, 12], [3, 6, 11]]
    state.play(Send(9), 0)
    assert state.view(1).chosen == 0
    assert state.view(0).chosen == 9
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
