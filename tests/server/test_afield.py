"""The server's door for tables that are taken along, and for what was played on them without a connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.conftest import Guest, Server, serving
from tests.web.test_six_winters import road_to_scene

import fimbul
from fimbul.core import verify
from fimbul.core.record import Record
from fimbul.table.afield import Parcel, start_of
from fimbul.table.history import History, new_state

RUNTIME = "/offline/seal/"
QUICK = {"setup": "quick", "first": 0}


@pytest.fixture
async def away(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that hands out what one plays on with."""
    async with serving(tmp_path, limits=False) as running:
        running.services.tables.runtime = RUNTIME
        yield running


async def taken(guest: Guest, table: str, **more: Any) -> dict[str, Any]:
    """Take a table along."""
    async with guest.sit(table) as seat:
        await seat.hear("table")
        await seat.send("along", **more)
        return await seat.hear("along", "deeds", "refused")


def course(parcel: dict[str, Any]) -> History:
    """The game in a parcel, to be played on here."""
    start = start_of(msgspec.convert(parcel, Parcel))
    history = History(start, [], new_state(start))
    for deed in parcel["deeds"]:
        history.play(history.game.parse(deed["action"]), deed["seat"])
    return history


def played(history: History, count: int, pick: int = 0) -> list[dict[str, Any]]:
    """All actions of a game after some more by whoever is to act."""
    for _ in range(count):
        if history.state.over:
            break
        seat = history.state.to_act[0]
        legal = history.state.legal(seat)
        history.play(legal[pick % len(legal)], seat)
    return told(history)


def answered(parcel: dict[str, Any], *actions: Any) -> History:
    """The game in a parcel after some more actions, by each seat in turn."""
    history = course(parcel)
    for action in actions:
        history.play(action, history.state.to_act[0])
    return history


def told(history: History) -> list[dict[str, Any]]:
    """A game's actions as they are sent."""
    return [{"seat": deed.seat, "action": deed.action} for deed in history.deeds]


def brought(parcel: dict[str, Any], deeds: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"rules": parcel["rules"], "base": len(parcel["deeds"]), "deeds": deeds, **more}


async def test_a_table_is_taken_along_followed_and_brought_back(away: Server) -> None:
    ada = away.guest()
    made = await ada.table("me", "me", options=QUICK, seed=7)
    place = f"/tables/{made['id']}"
    assert made["along"] == RUNTIME
    assert made["taken"] is None
    async with ada.sit(made["id"]) as seat, ada.sit(made["id"]) as other:
        await seat.hear("table")
        await seat.send("along")
        parcel = (await seat.hear("along"))["parcel"]
        assert (parcel["seed"], parcel["deeds"], parcel["bots"]) == ("7", [], {})
        assert (await ada.get(place))["taken"] == 0
        frame = (await ada.get(place))["frame"]
        action = frame["actions"][0]["text"]
        await other.act(frame, action)
        deeds = await seat.hear("deeds", "frame")  # before it is shown
        assert deeds["type"] == "deeds"
        assert (deeds["since"], deeds["deeds"][0]["action"]) == (0, action)
        await other.send("undo")
        assert (await seat.hear("deeds"))["deeds"] == []
        parcel = (await taken(ada, made["id"]))["parcel"]
        all_deeds = played(course(parcel), 5)
        async with ada.sit(made["id"]) as window:
            await window.hear("table")
            answer = await ada.post(f"{place}/back", brought(parcel, all_deeds))
            assert answer["ply"] == 5
            assert (await window.hear("table"))["table"]["ply"] == 5
            assert "here now" in (await window.hear("news"))["text"]
    again = await ada.post(f"{place}/back", brought(parcel, all_deeds))  # the answer was lost, say
    assert (again["ply"], again["epoch"]) == (5, answer["epoch"])
    more = await taken(ada, made["id"], epoch=again["epoch"], since=3)
    assert [deed["action"] for deed in more["deeds"]] == [deed["action"] for deed in all_deeds[3:]]


async def test_a_whole_game_played_without_a_connection_has_a_record_that_holds(
    away: Server,
) -> None:
    ada = away.guest()
    made = await ada.table("me", "club", options=QUICK, seed=3)
    parcel = (await taken(ada, made["id"]))["parcel"]
    assert parcel["bots"] == {"1": "club"}
    history = course(parcel)
    deeds = played(history, 2000, pick=5)
    assert history.state.over
    answer = await ada.post(f"/tables/{made['id']}/back", brought(parcel, deeds))
    assert answer["finished"]
    record = await ada.http.get(f"/api/v1/tables/{made['id']}/record.saga")
    proved = verify(Record.parse(record.text), fimbul.game("fimbulvetr"))
    assert [(move.seat, move.action) for move in proved.moves] == [
        (deed["seat"], deed["action"]) for deed in deeds
    ]
    done = await ada.post(f"/tables/{made['id']}/back", brought(parcel, deeds))
    assert done["finished"]
    assert "along" in done
    assert done["along"] is None


async def test_what_bots_did_here_unseen_gives_way_and_what_people_did_does_not(away: Server) -> None:
    """The server's bot answered while the connection was gone; a person's own move elsewhere stays."""
    ada = away.guest()
    made = await ada.table("me", "random", options=QUICK, seed=3)
    place = f"/tables/{made['id']}"
    parcel = (await taken(ada, made["id"]))["parcel"]
    history = course(parcel)
    first = history.state.legal(0)[0]
    async with ada.sit(made["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        await seat.act(frame, str(first))
        while frame["ply"] < 2:
            frame = (await seat.hear("frame"))["frame"]
    history.play(first, 0)
    there = (await ada.get(f"{place}/log"))[-1]["text"]
    after = next(
        other
        for other in (answered(parcel, first, answer) for answer in history.state.legal(1))
        if [line.sentence() for line in other.events[2]] != [there]
    )
    deeds = played(after, 3)
    answer = await ada.post(f"{place}/back", brought(parcel, deeds))
    assert answer["epoch"] == 1
    assert answer["ply"] >= len(deeds)
    known = (await taken(ada, made["id"]))["parcel"]["deeds"]
    assert [deed["action"] for deed in known[: len(deeds)]] == [deed["action"] for deed in deeds]

    # Now a person has acted otherwise elsewhere: nothing is overwritten; it can be a table of its own.
    base = (await taken(ada, made["id"]))["parcel"]
    while course(base).state.to_act != (0,):
        await asyncio.sleep(0.05)
        base = (await taken(ada, made["id"]))["parcel"]
    mine, legal = course(base), course(base).state.legal(0)
    mine.play(legal[0], 0)
    async with ada.sit(made["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        await seat.act(frame, str(legal[-1]))
        await seat.hear("frame")
    problem = await ada.post(f"{place}/back", brought(base, told(mine)), status=409)
    assert "played on elsewhere" in problem["detail"]
    here = (await taken(ada, made["id"]))["parcel"]["deeds"]
    assert here[len(base["deeds"])]["action"] == str(legal[-1])
    own = await ada.post(f"{place}/back", brought(base, told(mine), apart=True))
    assert own["id"] != made["id"]
    assert own["ply"] >= len(mine)
    assert own["taken"] is not None
    assert own["seed_chosen"]
    assert [seat["kind"] for seat in own["seats"]] == ["person", "bot"]


async def test_what_was_taken_back_elsewhere_is_not_done_again(away: Server) -> None:
    ada = away.guest()
    made = await ada.table("me", "me", options=QUICK, seed=7)
    place = f"/tables/{made['id']}"
    async with ada.sit(made["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        await seat.act(frame)
        await seat.hear("frame")
        parcel = (await taken(ada, made["id"]))["parcel"]
        await seat.send("undo")
        while (await seat.hear("table"))["table"]["ply"]:
            pass
    deeds = played(course(parcel), 2)
    await ada.post(f"{place}/back", brought(parcel, deeds), status=409)
    assert (await ada.get(place))["ply"] == 0


async def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(away: Server) -> None:
    ada, ben = away.guest(), away.guest()
    made = await ada.table("me", "me", options=QUICK, seed=7)
    place = f"/tables/{made['id']}"
    parcel = (await taken(ada, made["id"]))["parcel"]
    deeds = played(course(parcel), 4)
    wrong: list[tuple[int, Any]] = [
        (422, brought(parcel, [{"seat": 0, "action": "move(nobody,9,9,0)"}])),
        (422, brought(parcel, [{"seat": 5, "action": deeds[0]["action"]}])),
        (422, brought(parcel, [{**deeds[0], "seat": 1 - deeds[0]["seat"]}])),
        (422, brought(parcel, [*deeds, {"seat": deeds[0]["seat"], "action": "nonsense"}])),
        (422, brought(parcel, [*deeds, {"seat": 0, "action": "x" * 9000}])),
        (410, {**brought(parcel, deeds), "rules": "0.1"}),
        (400, {**brought(parcel, deeds), "base": 9}),
        (400, {**brought(parcel, deeds), "base": -1}),
        (400, brought(parcel, [{**deed, "request": "same"} for deed in deeds])),
        (400, brought(parcel, [{**deeds[0], "request": ""}])),
        (400, {"deeds": 5}),
        (413, brought(parcel, [deeds[0]] * 20_001)),
    ]
    for status, body in wrong:
        await ada.post(f"{place}/back", body, status=status)
    await ben.post(f"{place}/back", brought(parcel, deeds), status=403)
    await ada.post("/tables/none/back", brought(parcel, deeds), status=404)
    assert (await ada.get(place))["ply"] == 0
    assert (await ada.post(f"{place}/back", brought(parcel, deeds)))["ply"] == 4


async def test_only_a_game_that_one_plays_alone_is_taken_along(away: Server) -> None:
    """Not with others, not against a clock, not one that has ended; and nobody takes another's."""
    ada, ben = away.guest(), away.guest()
    several = await ada.table("me", "open")
    timed = await ada.table("me", "random", pace={"kind": "days", "days": 2})
    for made in (several, timed):
        assert made["along"] is None
        assert "plays alone" in (await taken(ada, made["id"]))["reason"]
    mine = await ada.table("me", "random", options=QUICK)
    assert (await ben.get(f"/tables/{mine['id']}"))["along"] is None
    assert "watching" in (await taken(ben, mine["id"]))["reason"]
    await ada.post(f"/tables/{mine['id']}/back", {"rules": "1", "base": 0, "deeds": []}, status=403)
    await ada.post(f"/tables/{mine['id']}/resign")
    assert "plays alone" in (await taken(ada, mine["id"]))["reason"]
    away.services.tables.runtime = None
    alone = await ada.table("me", "random", options=QUICK)
    assert alone["along"] is None
    assert "has not what it takes" in (await taken(ada, alone["id"]))["reason"]


async def test_whoever_gives_a_seat_away_has_the_table_along_no_longer(away: Server) -> None:
    ada, ben = away.guest(), away.guest()
    made = await ada.table("me", "me", options=QUICK, seed=7)
    async with ada.sit(made["id"]) as seat:
        await seat.hear("table")
        await seat.send("along")
        parcel = (await seat.hear("along"))["parcel"]
        invite = (await ada.post(f"/tables/{made['id']}/hand-over"))["invite"]
        assert (await seat.hear("along"))["parcel"] is None
        joined = await ben.post(f"/tables/{made['id']}/join", {"invite": invite})
        assert joined["taken"] == 0  # and whoever comes is told
    deeds = played(course(parcel), 2)
    await ada.post(f"/tables/{made['id']}/back", brought(parcel, deeds), status=409)
    problem = await ada.post(f"/tables/{made['id']}/back", brought(parcel, deeds, apart=True), status=409)
    assert "Others play" in problem["detail"]


async def test_the_words_of_a_player_are_looked_at_as_always(away: Server) -> None:
    """What disguises itself does not get in by this door either."""
    ada = away.guest()
    before, seed, options = road_to_scene()
    made = await ada.table("me", game="six_winters", seed=seed, options=options)
    parcel = (await taken(ada, made["id"]))["parcel"]
    history = course(parcel)
    for text in [*before, "narrate(oniri)"]:
        history.play(history.game.parse(text), history.state.to_act[0])
    while not (legal := history.state.legal(0))[0].free:
        history.play(legal[-1], 0)
    for words in ("a\u202eb", "a\x1b[2J"):
        action = f"tell({json.dumps(words, ensure_ascii=False)})"
        deeds = [*told(history), {"seat": 0, "action": action}]
        problem = await ada.post(f"/tables/{made['id']}/back", brought(parcel, deeds), status=422)
        assert "cannot be" in problem["detail"]
    assert (await ada.get(f"/tables/{made['id']}"))["ply"] == 0
