"""One person in several seats: a device that is passed on, or a team with one captain."""

import asyncio
import sys
import types

import pytest
from tests.core.toys import Ravens
from tests.server.conftest import PATIENCE
from tests.server.test_secrets import hand

from fimbul.games import game as find_game


@pytest.fixture
def ravens(monkeypatch):
    """A small game in which each seat has a hand of its own."""
    monkeypatch.setattr(sys.modules["fimbul.games"], "SLUGS", ("fimbulvetr", "ravens"))
    monkeypatch.setitem(sys.modules, "fimbul.games.ravens", types.SimpleNamespace(GAME=Ravens()))
    yield
    find_game.cache_clear()


async def test_one_person_plays_both_sides_and_takes_back_what_either_did(server):
    ada = server.guest()
    made = await ada.table("me", "me", options={"first": 0})
    assert [seat["me"] for seat in made["seats"]] == [True, True]
    assert (made["me"], made["apart"]) == (0, False)
    async with ada.sit(made["id"]) as seat:
        sheet = (await seat.hear("table"))["table"]
        assert [place["present"] for place in made["seats"]] == [False, False]
        await seat.act(sheet["frame"])
        frame = (await seat.hear("frame"))["frame"]
        assert (frame["to_act"], frame["actions"]) == ([1], [])
        await seat.send("seat", seat=1)
        sheet = (await seat.hear("table"))["table"]
        assert sheet["me"] == 1
        assert [place["present"] for place in sheet["seats"]] == [True, True]
        await seat.act(sheet["frame"])
        assert (await seat.hear("frame"))["frame"]["to_act"] == [0]
        await seat.send("undo")
        back = (await seat.hear("table"))["table"]
        assert (back["frame"]["ply"], back["frame"]["to_act"], back["me"]) == (1, [1], 1)
        await seat.send("undo")  # of seat 0, although one looks through seat 1: they share a mind
        assert (await seat.hear("table"))["table"]["frame"]["to_act"] == [0]


async def test_several_seats_at_the_http_door(server):
    ada, ben = server.guest(), server.guest()
    made = await ada.table("me", "me", options={"first": 0})
    table = made["id"]
    move = made["frame"]["actions"][0]["text"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": move, "seat": 2}, 403)
    await ben.post(f"/tables/{table}/actions", {"ply": 0, "action": move, "seat": 0}, 403)
    assert (await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": move, "seat": 0}))["ply"] == 1
    async with ada.sit(table, "?seat=1") as seat:
        assert (await seat.hear("table"))["table"]["me"] == 1


async def test_a_window_that_opens_in_another_seat_turns_the_others_and_takes_no_frame_from_them(server):
    ada = server.guest()
    made = await ada.table("me", "me", options={"first": 0, "setup": "quick"})
    held = server.services.tables.live[made["id"]]
    async with ada.sit(made["id"]) as first:
        await first.hear("table")
        guest = next(iter(held.listeners)).guest
        async with held.lock:  # as while a frame is drawn: who looks through which seat must not change

            async def another():
                async with ada.sit(made["id"], "?seat=1") as second:
                    return (await second.hear("table"))["table"]["me"]

            opening = asyncio.create_task(another())
            async with asyncio.timeout(PATIENCE):
                while sum(server.services.sockets.values()) < 2:
                    await asyncio.sleep(0.01)
            assert held.seat_of(guest) == 0
        assert await opening == 1
        assert (await first.hear("table"))["table"]["me"] == 1


async def test_seats_of_one_person_keep_their_secrets_apart(server, ravens):
    ada, ben = server.guest(), server.guest()
    made = await ada.table("me", "me", game="ravens")
    table = made["id"]
    assert made["apart"]
    async with ada.sit(table) as seat, ben.sit(table) as watcher:
        first = (await seat.hear("table"))["table"]
        await seat.send("seat", seat=1)
        second = (await seat.hear("table"))["table"]
        assert (first["me"], second["me"]) == (0, 1)
        assert len(hand(first["frame"])) == 3
        assert not hand(first["frame"]) & hand(second["frame"])
        shown = (await watcher.hear("table"))["table"]
        assert not hand(shown["frame"])
        assert await watcher.silent(), "that the device was passed on is nobody's business"
        await watcher.send("seat", seat=0)
        assert "You do not sit" in (await watcher.hear("refused"))["reason"]
    for place, sheet in ((0, first), (1, second)):
        frame = await ada.get(f"/tables/{table}/frames/0?seat={place}")
        assert hand(frame) == hand(sheet["frame"])
    assert not hand(await ben.get(f"/tables/{table}/frames/0?seat=0"))


@pytest.mark.parametrize(
    ("game", "options", "seats", "apart"),
    [
        ("fimbulvetr", {}, 2, False),
        ("valknut", {}, 2, False),
        ("valknut", {"mode": "ragnarok"}, 2, False),
        ("valknut", {"gods": True}, 4, True),  # Odin shows cards to one alone (V104)
        ("fate", {}, 4, False),
        ("six_winters", {}, 4, False),
        ("fornaldar", {}, 2, True),
    ],
)
async def test_the_device_is_covered_only_where_seats_keep_secrets(server, game, options, seats, apart):
    made = await server.guest().table(*["me"] * seats, game=game, options=options)
    assert [seat["me"] for seat in made["seats"]] == [True] * seats
    assert made["apart"] == apart


async def test_a_captain_gives_up_for_the_whole_team_and_plays_again_with_it(server):
    ada = server.guest()
    made = await ada.table("me", "me", game="fate")
    assert not made["apart"]
    over = await ada.post(f"/tables/{made['id']}/resign")
    assert over["finished"]
    assert over["outcome"]["scores"] == [0.0, 0.0]
    assert over["outcome"]["reason"].count(over["seats"][0]["name"]) == 1
    again = await ada.post(f"/tables/{made['id']}/rematch")
    assert [seat["me"] for seat in again["seats"]] == [True, True]


async def test_one_answer_counts_for_all_seats_of_a_person(server):
    ada, ben = server.guest(), server.guest()
    made = await ada.table("me", "open", "me", game="valknut")
    table = made["id"]
    await ben.post(f"/tables/{table}/join", {"invite": made["invite"]})
    asked = await ben.post(f"/tables/{table}/requests", {"kind": "draw"})
    assert asked == {"done": False, "asked": True}
    sheet = await ada.get(f"/tables/{table}")
    assert sheet["requests"][0]["waiting"] == [0, 2]
    await ada.http.put(f"/api/v1/tables/{table}/requests", json={"kind": "draw", "yes": True})
    assert (await ada.get(f"/tables/{table}"))["outcome"]["scores"] == [0.5, 0.5, 0.5]
