"""One row an action or event: what happened in a game is in its rows, and nothing else."""

import json

import msgspec
import polars as pl
import pytest

import fimbul
from fimbul.core import Action, Event, Rng
from fimbul.games import SLUGS
from fimbul.lab.rows import EVENTS, Story

PLIES = 60


class Call(Action, frozen=True):
    """Calls somebody, with words of one's own."""

    whom: tuple[str, ...]
    over: str | None
    words: str
    times: int

    free = ("words",)


class Came(Event, frozen=True):
    """Somebody came."""

    who: str


class Snow(Event, frozen=True):
    """Snow fell: nothing else is to be said of it."""


SLY = ',"only":null,"besides":[]}\n'  # words that look like the end of a line


@pytest.mark.parametrize("slug", SLUGS)
def test_every_action_and_event_of_a_game_is_a_row(slug: str) -> None:
    game, rng, story = fimbul.game(slug), Rng(3), Story()
    state = game.new(seed=5)
    expected = []
    while not state.over and state.ply < PLIES:
        ply, turn, seat = state.ply, state.turn, state.to_act[0]
        action = rng.choice(state.legal(seat))
        happened = state.play(action, seat)
        story.add(ply, turn, seat, action, happened)
        for place, each in enumerate((action, *happened)):
            told = {
                name: getattr(each, name)
                for name in each.__struct_fields__
                if place == 0 or name not in ("only", "besides")
            }
            known = json.loads(msgspec.json.encode(told))
            expected.append((ply, turn, seat, place, place == 0, type(each).__name__, known))
    story.close("all", 7)
    frame = story.frame()
    assert frame.schema == pl.Schema(EVENTS)
    assert set(frame["arm"]) == {"all"}
    assert set(frame["number"]) == {7}
    found = [
        (*row[:-1], json.loads(row[-1]))
        for row in frame.select("ply", "turn", "seat", "place", "action", "kind", "fields").iter_rows()
    ]
    assert found == expected


def test_things_are_the_ids_that_an_action_names_and_no_words_of_a_player() -> None:
    story = Story()
    came = Came(who="bo", only=(1,), besides=(0,))
    story.add(0, 1, 1, Call(("ann", "bo"), None, "come, now", 2), [came])
    story.add(1, 1, 0, Call((), "hill", "", 1), [])
    story.close("all", 0)
    story.add(0, 1, 0, Call((), None, "anything", 1), [])
    story.close("all", 1)
    frame = story.frame()
    assert frame["things"].to_list() == [["ann", "bo"], [], ["hill"], []]
    assert frame["fields"][1] == '{"who":"bo"}'
    assert frame["number"].to_list() == [0, 0, 0, 1]
    assert frame["ply"].to_list() == [0, 0, 1, 0]
    assert frame["place"].to_list() == [0, 1, 0, 0]


def test_who_may_see_an_event_is_not_in_its_row_and_words_stay_as_they_are() -> None:
    story = Story()
    happened = [Snow(), Came(who=SLY), Snow(only=(0, 1)), Came(who="bo", besides=(1,)), Came(who="")]
    story.add(0, 1, 0, Call((), None, SLY, 1), happened)
    story.add(1, 1, 1, Call((), None, "", 1), [Snow(besides=(0,))])
    story.close("all", 0)
    told = [json.loads(fields) for fields in story.frame()["fields"]]
    assert told[0]["words"] == SLY
    assert told[1:6] == [{}, {"who": SLY}, {}, {"who": "bo"}, {"who": ""}]
    assert told[7:] == [{}]
    assert story.frame()["place"].to_list() == [0, 1, 2, 3, 4, 5, 0, 1]
    assert story.frame()["kind"].to_list() == ["Call", "Snow", "Came", "Snow", "Came", "Came", "Call", "Snow"]


def test_a_story_without_a_deed_is_an_empty_table() -> None:
    assert Story().frame().schema == pl.Schema(EVENTS)
    assert Story().frame().is_empty()
