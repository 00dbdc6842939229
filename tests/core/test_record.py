"""Records prove themselves; whatever is wrong with one is said in a clear sentence."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.toys import Bury, Cairn, Lay, Ravens, Send, Sing, Suffer

from fimbul.core import BadOption, BadRecord, FimbulError, Illegal, Match, Move, Record, replay, verify
from fimbul.core.dice import commitment
from fimbul.core.record import Dice, seal
from fimbul.core.state import Outcome

SAGA = """\
fimbul-saga 1
game cairn
rules 1
seats 2
names ["Ada","Båt \\"the\\" bot"]
options {"height":6}
seed 7
result {"scores":[1.0,1.0],"rule":"C4","reason":"The cairn stands.","points":null}

1 1 lay(3)
2 0 sing(1,"seal 5 #0123456789ab\\n") #HASH1
3 0 lay(1)
4 1 lay(2) #HASH2
"""


def finished() -> Match:
    """A short game that was won."""
    match = Match(Cairn(), seats=2, options={"height": 6}, seed=7, names=["Ada", 'Båt "the" bot'])
    match.play(Lay(3), 1)
    match.play(Sing(1, "seal 5 #0123456789ab\n"), 0)
    match.play(Lay(1))
    match.play(Lay(2))
    return match


def sealed(text: str) -> str:
    """The text with a seal that fits, as a forger would write it."""
    return f"{text}seal {seal(text)}\n"


def body() -> str:
    """The record of the short game without its seal."""
    return finished().record().to_text().rpartition("seal ")[0]


def test_a_record_is_plain_text() -> None:
    match = finished()
    first, second = (move.hash for move in match.moves if move.hash)
    expected = SAGA.replace("HASH1", str(first)).replace("HASH2", str(second))
    assert body() == expected
    assert match.record().to_text() == sealed(expected)


def test_a_record_reads_back_and_verifies() -> None:
    match = finished()
    record = match.record()
    again = Record.parse(record.to_text())
    assert again == record
    proved = verify(again, Cairn())
    assert proved.state == match.state
    assert proved.log == match.log
    assert proved.names == ["Ada", 'Båt "the" bot']


def test_an_unfinished_record_verifies_too() -> None:
    match = Match(Ravens(), seats=3, seed=1)
    for _ in range(4):
        record = Record.parse(match.record().to_text())
        assert record.result is None
        assert verify(record, Ravens()).state == match.state
        seat = match.state.to_act[0]
        match.play(match.state.legal(seat)[0], seat)


def test_hashes_stand_where_turns_end() -> None:
    assert [bool(move.hash) for move in finished().moves] == [False, True, False, True]


def test_options_are_kept_as_they_were_read() -> None:
    record = Match(Ravens(), options={}).record()
    assert record.options == {"rounds": 3}
    assert json.loads(json.dumps(record.options)) == record.options


def test_a_replay_can_stop_early() -> None:
    record = finished().record()
    match = replay(record, Cairn(), plies=2)
    assert match.state.ply == 2
    assert len(match.moves) == 2
    assert not match.state.over
    with pytest.raises(BadOption, match="The record has 4 plies; there is no ply 5"):
        replay(record, Cairn(), plies=5)


# ---- damage


def test_every_changed_character_is_noticed() -> None:
    text = finished().record().to_text()
    for place, character in enumerate(text):
        for other in ("x" if character != "x" else "y", "\n" if character != "\n" else " "):
            with pytest.raises(BadRecord):
                Record.parse(text[:place] + other + text[place + 1 :])


def test_every_cut_is_noticed() -> None:
    text = finished().record().to_text()
    for cut in range(len(text)):
        with pytest.raises(BadRecord):
            Record.parse(text[:cut])


@settings(deadline=None)
@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: sealed(f"fimbul-saga 1\n{text}\n")))
def test_any_text_is_refused_as_a_record(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.parse(text)


def edited(old: str, new: str) -> str:
    """The record of the short game with a change, sealed again."""
    text = body()
    assert text.count(old) == 1
    return sealed(text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is not a .saga record: it does not start with 'fimbul-saga'."),
        ("1. e4 e5\n", "This is not a .saga record"),
        ("fimbul-saga 3\ngame cairn\n", "has the format 'fimbul-saga 3'; this fimbul reads 'fimbul-saga 2'."),
        ("fimbul-saga 1\ngame cairn\n", "The record is cut off: its seal is missing."),
        (body(), "The record is cut off: its seal is missing."),
        (body()[:-20], "The record is cut off: its seal is missing."),
        (finished().record().to_text()[:-3], "its seal does not fit"),
        (finished().record().to_text().replace("seed 7", "seed 8"), "was changed after it was written"),
        (finished().record().to_text() + "5 0 lay(1)\n", "was changed after it was written"),
        (sealed("fimbul-saga 1\n"), "line 2: expected the header 'game', found ''."),
        (sealed("fimbul-saga 1\ngame x\nseats 2\n"), "line 3: expected the header 'rules', found 'seats 2'."),
        (edited("seats 2", "seats two"), "line 4: the header 'seats' is wrong"),
        (edited('["Ada",', "[1,"), "line 5: the header 'names' is wrong: Expected `str`, got `int`"),
        (edited('{"height":6}', "[" * 10_000), "line 6: the header 'options' is wrong"),
        (edited('{"height":6}', '{"height":"\ud800"}'), "line 6: the header 'options' is wrong"),
        (edited("seed 7", "seed 7.5"), "line 7: the header 'seed' is wrong"),
        (edited("seed 7", f"seed {'7' * 5000}"), "line 7: the header 'seed' is wrong"),
        (edited("[1.0,1.0]", '["all"]'), "line 8: the header 'result' is wrong"),
        (edited("\n\n1 1", "\n1 1"), "line 9: expected an empty line after the headers."),
        (edited("3 0 lay(1)", "4 0 lay(1)"), "line 12: expected action 3, found '4 0 lay(1)'."),
        (edited("3 0 lay(1)", "03 0 lay(1)"), "line 12: expected action 3, found '03 0 lay(1)'."),
        (edited("3 0 lay(1)", "lay(1)"), "line 12: expected action 3, found 'lay(1)'."),
        (edited("3 0 lay(1)", f"{'3' * 5000} 0 lay(1)"), "line 12: expected action 3"),
        (edited("3 0 lay(1)", "3 -1 lay(1)"), "line 12: expected action 3, found '3 -1 lay(1)'."),
        (edited("3 0 lay(1)", ""), "line 12: expected action 3, found ''."),
    ],
)
def test_what_is_malformed_is_said(text: str, words: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Record.parse(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (edited("game cairn", "game chess"), "This is a record of 'chess', not of cairn."),
        (edited("rules 1", "rules 0.9"), "this fimbul has rules 1 and will not misread"),
        (edited("seats 2", "seats 9"), "cannot be set up: Cairn has 1 to 4 seats, not 9."),
        (edited("seats 2", "seats 3"), "cannot be set up: There are 3 seats and 2 names."),
        (edited('"height":6', '"depth":6'), "cannot be set up: Cairn has no option 'depth'"),
        (
            edited('"height":6', '"height":"x"'),
            "cannot be set up: The option 'height' of Cairn",
        ),
        (edited("seed 7", "seed -7"), "cannot be set up: A seed is a whole number"),
        (edited("seed 7", "seed 8"), "line 11: the state after action 2 is not the recorded one."),
        (edited("3 0 lay(1)", "3 0 lay(4)"), "line 12: action 3, lay(4), is illegal: There are stones of"),
        (edited("3 0 lay(1)", "3 0 lay(3)"), "is illegal: That size was laid last. (C2)"),
        (edited("3 0 lay(1)", "3 7 lay(1)"), "action 3, lay(1), is illegal: It is not your turn. (C1)"),
        (edited("3 0 lay(1)", "3 0 fly(1)"), "line 12: action 3 cannot be read: 'fly' is not an action"),
        (edited("3 0 lay(1)", "3 0 lay(1) #0123456789ab"), "line 12: the state after action 3 is not"),
        (
            edited("3 0 lay(1)", "3 0 lay(2)"),
            "line 13: action 4, lay(2), is illegal: That size was",
        ),
        (edited("3 0 lay(1)", "3 1 lay(1)"), "is illegal: It is not your turn."),
        (edited("[1.0,1.0]", "[0.0,0.0]"), "The recorded result is not what the actions lead to."),
        (sealed(body() + "5 0 lay(1)\n"), "line 14: action 5, lay(1), is illegal: The game is over. (C4)"),
    ],
)
def test_what_does_not_prove_itself_is_said(text: str, words: str) -> None:
    record = Record.parse(text)
    with pytest.raises(BadRecord) as refused:
        verify(record, Cairn())
    assert words in str(refused.value)
    assert isinstance(refused.value, FimbulError)


def test_an_illegal_action_keeps_its_rule_for_programs() -> None:
    with pytest.raises(BadRecord) as refused:
        verify(Record.parse(edited("3 0 lay(1)", "3 0 lay(4)")), Cairn())
    assert refused.value.line == 12
    assert isinstance(refused.value.__cause__, Illegal)
    assert refused.value.__cause__.rule == "C2"


def test_a_hash_left_out_is_noticed() -> None:
    record = finished().record()
    record.moves[1] = msgspec.structs.replace(record.moves[1], hash=None)
    with pytest.raises(BadRecord, match="the state after action 2 is not the recorded one"):
        verify(record, Cairn())


# ---- matches and undo


def test_a_match_goes_back() -> None:
    match = finished()
    end = match.state.fingerprint()
    assert match.at(0) == match.start
    assert match.at(2).ply == 2
    match.rewind(2)
    assert match.state.ply == 2
    assert len(match.moves) == len(match.log) == 2
    match.play(Lay(1))
    match.play(Lay(2))
    assert match.state.fingerprint() == end
    for ply in (-1, 5):
        with pytest.raises(BadOption, match=f"there is no ply {ply}"):
            match.at(ply)


def test_a_refused_action_is_not_recorded() -> None:
    match = finished()
    match.rewind(1)
    with pytest.raises(Illegal):
        match.play(Lay(3), 0)
    assert len(match.moves) == len(match.log) == 1
    assert len(match.counts) == 2
    over = finished()
    with pytest.raises(Illegal, match="The game is over"):
        over.play(Lay(1))


def test_stepping_back_is_free_until_something_is_revealed() -> None:
    match: Any = Match(Ravens(), seed=5)
    match.state.hands = [[4, 9, 12], [3, 6, 11]]
    match.start = match.state.copy()
    assert match.undo_point(0) is None
    match.play(Send(9), 0)
    assert match.undo_point(0) == (0, True)
    assert match.undo_point(1) is None
    match.play(Send(3), 1)
    assert match.undo_point(0) == (0, False), "the answers were opened"
    assert match.undo_point(1) == (1, False)
    match.play(Bury(6), 1)
    assert match.undo_point(1) == (2, False), "a die was rolled"
    match.rewind(2)
    assert match.counts[-1] == match.state.revelations
    match.play(Suffer(), 1)
    assert match.moves[-1] == Move(1, "suffer", match.state.fingerprint())


def test_names_must_fit_the_seats() -> None:
    assert Match(Ravens(), seats=3).names == ["Seat 1", "Seat 2", "Seat 3"]
    with pytest.raises(BadOption, match="There are 2 seats and 1 names"):
        Match(Ravens(), names=["Ada"])


def test_a_name_must_be_one_that_a_file_can_keep() -> None:
    with pytest.raises(BadOption, match="half a character"):
        Match(Ravens(), names=["Ada", "\udcff"])


def resigned() -> Record:
    """A game at a table that ended because somebody gave up."""
    match = Match(Cairn(), seats=2, options={"height": 6}, seed=7)
    match.play(Lay(3), 1)
    record = match.record()
    record.ended = Outcome((0.0, 0.0), "C4", "Ada resigned.")
    record.resigned = [(1, 1)]
    record.dice = Dice("feedbeef", "salt")
    return record


def test_a_record_of_a_table_keeps_who_resigned_and_where_the_dice_were_settled() -> None:
    record = resigned()
    text = record.to_text()
    assert text.startswith("fimbul-saga 2\n")
    assert Record.parse(text) == record
    verify(Record.parse(text), Cairn())
    assert commitment("feedbeef", "salt", 7) != commitment("feedbeef", "salt", 8)


def test_what_a_record_of_a_table_cannot_claim() -> None:
    for change, words in (
        ({"ended": Outcome((1.0,), "C4", "x")}, "scores"),
        ({"resigned": [(2, 0)]}, "cannot have resigned"),
        ({"resigned": [(0, 9)]}, "cannot have resigned"),
    ):
        with pytest.raises(BadRecord, match=words):
            verify(msgspec.structs.replace(resigned(), **change), Cairn())
    won = finished().record()
    won.ended = Outcome((0.0, 0.0), "C4", "x")
    with pytest.raises(BadRecord, match="A rule ended this game"):
        verify(won, Cairn())
