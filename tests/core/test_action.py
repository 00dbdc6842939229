"""Actions and their notation."""

from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.core import Action, BadNotation, Notation, few_first


class Pass(Action, frozen=True):
    pass


class ForcedMarch(Action, frozen=True):
    unit: str
    x: int
    y: int


class Mix(Action, frozen=True):
    way: Literal["north", "south"]
    path: tuple[int, ...]
    names: tuple[str, ...]
    pair: tuple[tuple[str, int], ...]
    loud: bool
    target: str | int | None


class Say(Action, frozen=True):
    to: int
    words: str
    free: ClassVar[tuple[str, ...]] = ("words",)


NOTATION = Notation((Pass, ForcedMarch, Mix, Say))

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
MIXES = st.builds(
    Mix,
    st.sampled_from(["north", "south"]),
    st.lists(st.integers(), max_size=4).map(tuple),
    st.lists(TEXT, max_size=3).map(tuple),
    st.lists(st.tuples(TEXT, st.integers()), max_size=2).map(tuple),
    st.booleans(),
    st.none() | st.integers() | TEXT,
)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Pass(), "pass"),
        (ForcedMarch("thegn", 2, -1), "forced_march(thegn,2,-1)"),
        (ForcedMarch("war-band_2", 0, 0), "forced_march(war-band_2,0,0)"),
        (ForcedMarch("true", 0, 0), 'forced_march("true",0,0)'),
        (ForcedMarch("2nd", 0, 0), 'forced_march("2nd",0,0)'),
        (ForcedMarch("", 0, 0), 'forced_march("",0,0)'),
        (
            Mix("north", (1, 2), ("a", "b c"), (("d", 3),), True, None),
            'mix(north,[1,2],[a,"b c"],[[d,3]],true,null)',
        ),
        (Mix("south", (), (), (), False, "null"), 'mix(south,[],[],[],false,"null")'),
        (Mix("south", (), (), (), False, 12), "mix(south,[],[],[],false,12)"),
        (Mix("south", (), (), (), False, "12"), 'mix(south,[],[],[],false,"12")'),
        (Say(1, 'Hail, "Ymir"!'), r'say(1,"Hail, \"Ymir\"!")'),
        (Say(1, "a\nb"), r'say(1,"a\nb")'),
        (Say(0, "þing 雪"), 'say(0,"þing 雪")'),
    ],
)
def test_an_action_has_a_text_that_reads_back(action: Action, text: str) -> None:
    assert str(action) == text
    assert NOTATION.parse(text) == action
    assert NOTATION.parse(f" {text}\n") == action


@settings(deadline=None)
@given(MIXES)
def test_every_filling_reads_back(action: Mix) -> None:
    text = str(action)
    assert NOTATION.parse(text) == action
    assert "\n" not in text


@settings(deadline=None)
@given(st.integers(), TEXT)
def test_free_words_read_back(to: int, words: str) -> None:
    assert NOTATION.parse(str(Say(to, words))) == Say(to, words)


@settings(deadline=None)
@given(st.text(max_size=80) | st.from_regex(r"(pass|mix|say|forced_march)\(.{0,30}\)", fullmatch=True))
def test_any_other_text_is_refused_as_notation(text: str) -> None:
    try:
        action = NOTATION.parse(text)
    except BadNotation:
        return
    assert str(action) == text.strip()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not an action"),
        ("fly(1)", "'fly' is not an action of this game; actions look like pass, forced_march(unit,x,y)"),
        ("Pass", "is not an action"),
        ("pass()", "is written pass"),
        ("forced_march", "needs 3 arguments and has 0"),
        ("forced_march(thegn,1)", "needs 3 arguments and has 2"),
        ("forced_march(thegn,1,2,3)", "Expected forced_march(unit,x,y)"),
        ("forced_march(thegn,1,2", "is not an action"),
        ("forced_march(thegn,one,2)", "x is a whole number, not one"),
        ("forced_march(thegn,true,2)", "x is a whole number, not true"),
        ("forced_march(thegn,1.5,2)", "cannot be read at character 8"),
        ("forced_march(thegn, 1,2)", "cannot be read at character 7"),
        ("forced_march(thegn,01,2)", "is not a forced_march"),
        ('forced_march("thegn",1,2)', "is written forced_march(thegn,1,2)"),
        ("forced_march(3,1,2)", "unit is a name, not 3"),
        ("mix(up,[],[],[],true,null)", "is north or south, not up"),
        ("mix(north,[,[],[],true,null)", "is not a mix"),
        ('say(0,"half)', "cannot be read"),
        ('say(0,"\ud800")', "half a character"),
        (f"mix({'[' * 1500}", "is not an action"),
        (f"mix({'[' * 1500})", "is not a mix"),
        (f'say(0,"{"x" * 5000}")', "is not an action"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    with pytest.raises(BadNotation) as refused:
        NOTATION.parse(text)
    assert words in str(refused.value)
    assert len(str(refused.value)) < 2500


def test_actions_match_but_for_free_words() -> None:
    assert Say(1, "a").matches(Say(1, "b"))
    assert not Say(1, "a").matches(Say(2, "a"))
    assert not Say(1, "a").matches(Pass())
    assert Pass().matches(Pass())
    assert ForcedMarch("a", 1, 2).matches(ForcedMarch("a", 1, 2))
    assert not ForcedMarch("a", 1, 2).matches(ForcedMarch("b", 1, 2))


def test_actions_are_frozen_and_hashable() -> None:
    action: Any = ForcedMarch("a", 1, 2)
    with pytest.raises(AttributeError):
        action.x = 2
    assert {action, ForcedMarch("a", 1, 2)} == {action}


def test_kinds_of_which_there_are_many_come_last_in_a_list_for_people():
    class Go(Action, frozen=True):
        n: int

    class Rest(Action, frozen=True):
        pass

    roads = [Go(n) for n in range(20)]
    assert few_first([*roads, Rest()]) == [Rest(), *roads]
    assert few_first([*roads[:3], Rest()]) == [*roads[:3], Rest()]
