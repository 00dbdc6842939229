"""Playing: people, spectators and bots at one table."""

import asyncio
import json

import pytest
from tests.server.conftest import PATIENCE, serving
from tests.web.relay import Relay

from fimbul.server import run


async def two_people(server, **more):
    """A table with two people, whose first move is seat 0's."""
    ada, ben = server.guest(), server.guest()
    table = await ada.table("me", "open", options={"first": 0, **more})
    await ben.post(f"/tables/{table['id']}/join", {"invite": table["invite"]})
    return ada, ben, table["id"]


async def test_play_now_is_one_call_and_the_bot_answers(server):
    ada = server.guest()
    table = await ada.post("/tables", {"game": "fimbulvetr", "options": {"first": 0, "setup": "quick"}})
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["me"] == 0
    assert table["frame"]["actions"]

    async with ada.sit(table["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        await seat.act(frame)
        mine = (await seat.hear())["frame"]
        assert (mine["ply"], mine["to_act"], mine["actions"]) == (1, [1], [])
        assert await seat.hear() == {"type": "thinking", "seat": 1}
        theirs = (await seat.hear("frame"))["frame"]
        assert (theirs["ply"], theirs["to_act"]) == (2, [0])
        assert theirs["log"][0]["ply"] == 2
        assert theirs["actions"]


async def test_two_people_play_and_a_third_watches(server):
    ada, ben, table = await two_people(server)
    cid = server.guest()
    async with ada.sit(table) as first, ben.sit(table) as second, cid.sit(table) as third:
        seats = {0: first, 1: second}
        shown = [(await seat.hear("table"))["table"] for seat in (first, second, third)]
        assert [sheet["me"] for sheet in shown] == [0, 1, None]
        frames = {0: shown[0]["frame"], 1: shown[1]["frame"]}
        for ply in range(14):
            mover = shown[0]["frame"]["to_act"][0] if ply == 0 else frames[0]["to_act"][0]
            assert not frames[1 - mover]["actions"]
            await seats[mover].act(frames[mover])
            frames = {place: (await seat.hear("frame"))["frame"] for place, seat in seats.items()}
            watched = (await third.hear("frame"))["frame"]
            assert watched["ply"] == frames[0]["ply"] == frames[1]["ply"] == ply + 1
            assert not watched["actions"]
            assert watched["scene"]["boards"] == frames[0]["scene"]["boards"]


async def test_what_is_for_another_seat_an_old_ply_or_nonsense_is_refused_and_disturbs_nobody(server):
    ada, ben, table = await two_people(server)
    cid = server.guest()
    async with ada.sit(table) as first, ben.sit(table) as second, cid.sit(table) as third:
        frame = (await first.hear("table"))["table"]["frame"]
        for seat in (second, third):
            await seat.hear("table")
        good = frame["actions"][0]["text"]

        async def refused(seat, message):
            await seat.raw(message if isinstance(message, str | bytes) else json.dumps(message))
            answer = await seat.hear()
            assert answer["type"] == "refused", answer
            assert answer["reason"].endswith(".")
            return answer

        assert (await refused(second, {"type": "act", "ply": 0, "action": good}))["rule"] == "F24"
        assert "watching" in (await refused(third, {"type": "act", "ply": 0, "action": good}))["reason"]
        for message in (
            "not JSON",
            "[]",
            "null",
            "{}",
            '{"type": "dance"}',
            '{"type": "act"}',
            '{"type": "act", "ply": "0", "action": 3}',
            '{"type": "why", "clicks": "cell"}',
            '{"type": "chat", "text": ""}',
            "[" * 10_000,
            '{"type": "act", "ply": 0, "action": "' + "\\ud800" + '"}',
            b"\x00\xff",
            "x" * (1 << 20),
            {"type": "chat", "text": "x" * 501},
            {"type": "act", "ply": 0, "action": "x" * 5_000},
            {"type": "act", "ply": 0, "action": "dance(3)"},
            {"type": "act", "ply": 0, "action": "move(nobody,0,0,0)"},
            {"type": "act", "ply": 0, "action": "melee(nobody,nowhere)"},
            {"type": "act", "ply": 0, "action": f"place(thegn,{'9' * 3_000},0,0)"},
            {"type": "act", "ply": 1, "action": good},
            {"type": "act", "ply": -1, "action": good},
            {"type": "act", "ply": 1 << 60, "action": good},
            {"type": "allow_undo", "yes": True},
            {"type": "undo"},
            {"type": "why", "clicks": ["x"] * 1_000},
        ):
            await refused(first, message)

        await first.act(frame, good)
        assert (await first.hear())["frame"]["ply"] == 1
        await refused(first, {"type": "act", "ply": 0, "action": good})
        for seat in (second, third):
            message = await seat.hear()
            assert (message["type"], message["frame"]["ply"]) == ("frame", 1)
            assert await seat.silent()


async def test_an_illegal_action_is_refused_by_its_rule_over_http_too(server):
    ada, ben, table = await two_people(server)
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    far = {"ply": 0, "action": "move(thegn,0,0,0)"}
    problem = await ada.post(f"/tables/{table}/actions", far, 422)
    assert problem["rule"] == "F21"
    good = {"ply": 0, "action": frame["actions"][0]["text"]}
    assert (await ben.post(f"/tables/{table}/actions", good, 422))["rule"] == "F24"
    await server.guest().post(f"/tables/{table}/actions", good, 403)
    assert (await ada.post(f"/tables/{table}/actions", good))["ply"] == 1
    await ada.post(f"/tables/{table}/actions", good, 409)
    await ada.post(f"/tables/{table}/actions", {"ply": 1}, 400)
    await ada.post(f"/tables/{table}/actions", {"ply": 1, "action": "nonsense"}, 400)


async def test_two_submissions_for_one_ply_leave_one(server):
    import asyncio

    ada, _, table = await two_people(server)
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    tries = [
        ada.http.post(f"/api/v1/tables/{table}/actions", json={"ply": 0, "action": choice["text"]})
        for choice in frame["actions"][:8]
    ]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert (await ada.get(f"/tables/{table}"))["plies"] == 1


async def test_touching_what_cannot_be_done_says_why_with_the_rule(server):
    ada, ben, table = await two_people(server)
    async with ada.sit(table) as first, ben.sit(table) as second:
        await first.send("why", clicks=["warrior:1:berserk"])
        refusal = await first.hear("refused")
        assert refusal["rule"] == "F21"
        for clicks in ([], ["nonsense"], ["warrior:x:y", "cell:a,b"], ["cell:0,0"], ["warrior:0:thegn"]):
            await first.send("why", clicks=clicks)
            assert (await first.hear("refused"))["reason"]
        await second.send("why", clicks=["warrior:0:thegn", "cell:9,9"])
        assert (await second.hear("refused"))["rule"] == "F24"


async def test_a_lost_connection_resumes_from_its_ply(server):
    ada, ben, table = await two_people(server)
    players = (ada, ben)
    for ply in range(5):
        frame = (await players[ply % 2].get(f"/tables/{table}"))["frame"]
        action = {"ply": ply, "action": frame["actions"][0]["text"]}
        await players[ply % 2].post(f"/tables/{table}/actions", action)

    async with ada.sit(table, "?since=2") as seat:
        sheet = (await seat.hear())["table"]
        assert (sheet["ply"], sheet["plies"], sheet["frame"]["ply"]) == (2, 5, 2)
        frames = [(await seat.hear())["frame"] for _ in range(3)]
        assert [frame["ply"] for frame in frames] == [3, 4, 5]
        assert all(line["ply"] == frame["ply"] for frame in frames for line in frame["log"])
        assert await seat.silent()
        assert frames[-1] == (await ada.get(f"/tables/{table}"))["frame"]
    for query in ("", "?since=5", "?since=99", "?since=-1", "?since=x", "?since=2&epoch=7"):
        async with ben.sit(table, query) as seat:
            assert (await seat.hear())["table"]["ply"] == 5
            assert await seat.silent()


@pytest.mark.parametrize("bot", ["random", "greedy", "casual"])
async def test_a_whole_game_against_a_bot(server, bot):
    ada = server.guest()
    table = await ada.table("me", bot, options={"setup": "quick"}, seed=3)
    async with ada.sit(table["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        for _ in range(12):
            while not frame["actions"] and not frame["outcome"]:
                frame = (await seat.hear("frame"))["frame"]
            if frame["outcome"]:
                break
            await seat.act(frame, frame["actions"][frame["ply"] % len(frame["actions"])]["text"])
            frame = (await seat.hear("frame"))["frame"]
        if not frame["outcome"]:
            await seat.send("resign")
            sheet = (await seat.hear("table"))["table"]
            assert sheet["outcome"]["scores"] == [0.0, 1.0]
        await seat.send("act", ply=frame["ply"], action="pass")
        assert (await seat.hear("refused"))["rule"]
    sheet = await ada.get(f"/tables/{table['id']}")
    assert sheet["finished"]
    assert sheet["seed"] == "3"


async def test_a_hint_shows_three_ideas_to_the_asker_only(server, monkeypatch):
    monkeypatch.setattr("fimbul.server.play.ADVISER", "club")  # it counts positions, not seconds
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "open", options={"first": 0, "setup": "quick"}, hints=True))["id"]
    await ben.post(f"/tables/{table}/join", {})
    async with ada.sit(table) as first, ben.sit(table) as second:
        frame = (await first.hear("table"))["table"]["frame"]
        await second.hear("table")
        await first.send("hint")
        ideas = (await first.hear("hint"))["ideas"]
        assert len(ideas) == 3
        choices = {choice["text"]: choice for choice in frame["actions"]}
        assert all(choices[idea["text"]]["clicks"] == idea["clicks"] for idea in ideas)
        assert all(-1 <= idea["value"] <= 1 for idea in ideas)
        await second.send("hint")
        assert (await second.hear())["type"] == "refused"
    assert len((await ada.post(f"/tables/{table}/hint"))["ideas"]) == 3
    await server.guest().post(f"/tables/{table}/hint", None, 403)


async def test_undo_is_free_against_a_bot(server):
    ada = server.guest()
    table = await ada.table("me", "random", options={"first": 0, "setup": "quick"})
    async with ada.sit(table["id"]) as seat:
        start = (await seat.hear("table"))["table"]["frame"]
        await seat.send("undo")
        assert (await seat.hear("refused"))["reason"]
        await seat.act(start)
        while (await seat.hear("frame"))["frame"]["ply"] < 2:
            pass
        await seat.send("undo")
        sheet = (await seat.hear("table"))["table"]
        assert (sheet["ply"], sheet["epoch"]) == (0, 1)
        assert sheet["frame"] == start | {"epoch": 1}
        await seat.act(sheet["frame"], start["actions"][1]["text"])
        assert (await seat.hear("frame"))["frame"]["ply"] == 1


async def test_undo_over_another_person_is_asked_for(server):
    ada, ben, table = await two_people(server)
    cid = server.guest()
    async with ada.sit(table) as first, ben.sit(table) as second, cid.sit(table) as third:
        frame = (await first.hear("table"))["table"]["frame"]
        await first.act(frame)
        frame = (await second.hear("frame"))["frame"]
        await second.act(frame)
        for seat in (first, second, third):
            while (await seat.hear("frame"))["frame"]["ply"] < 2:
                pass

        await first.send("undo")
        name, other = (await ada.get("/me"))["name"], (await ben.get("/me"))["name"]
        assert await second.hear() == {"type": "ask_undo", "seat": 0, "name": name}
        assert (await first.hear("news"))["text"] == f"{other} is asked whether you may take it back."
        await first.send("allow_undo", yes=True)  # not one's own to allow
        assert (await first.hear())["type"] == "refused"
        await second.send("allow_undo", yes=False)
        assert "rather not" in (await first.hear("refused"))["reason"]

        await first.send("undo")
        await second.hear("ask_undo")
        async with ben.sit(table) as again:  # a reload does not lose the question
            await again.hear("ask_undo")
        await second.send("allow_undo", yes=True)
        for seat in (first, second, third):
            sheet = (await seat.hear("table"))["table"]
            assert (sheet["ply"], sheet["epoch"]) == (0, 1)
        assert (await second.hear("news"))["text"] == f"{name} took a move back."


async def test_whoever_falls_silent_is_away(tmp_path, monkeypatch):
    """A line that is lost in a tunnel is not hung up: the server asks whether anybody is there."""
    monkeypatch.setattr(run, "PULSE", 0.2)
    monkeypatch.setattr(run, "SILENCE", 0.2)
    async with serving(tmp_path) as server:
        ada, ben, table = await two_people(server)
        relay = Relay(server.address)
        ben.address = relay.address
        async with ada.sit(table, "?presence=1") as first, ben.sit(table) as second:
            await second.hear("table")
            while (await first.hear("presence"))["seats"] != [0, 1]:
                pass
            relay.silent = True
            while (await first.hear("presence"))["seats"] != [0]:
                pass
        relay.door.close()


async def test_taking_back_asks_whoever_has_seen_it(server):
    """Who is at the table and is to answer has seen the move; who is away has not, and is told of it."""
    ada, ben, table = await two_people(server)
    async with ada.sit(table, "?presence=1") as first:
        await first.act((await first.hear("table"))["table"]["frame"])
        async with ben.sit(table) as second:
            assert (await second.hear("table"))["table"]["ply"] == 1
            assert (await ada.post(f"/tables/{table}/undo")) == {"done": False, "asked": True}
            await second.hear("ask_undo")
            await second.send("allow_undo", yes=True)
            assert (await second.hear("table"))["table"]["ply"] == 0
            await second.hear("news")
        while 1 in (await first.hear("presence"))["seats"]:
            pass
        sheet = await ada.get(f"/tables/{table}")
        await first.act(sheet["frame"])
        while (await first.hear("frame"))["frame"]["ply"] != 1:
            pass
        assert (await ada.post(f"/tables/{table}/undo")) == {"done": True, "asked": False}


async def test_resigning_ends_the_game_for_the_other(server):
    ada, ben, table = await two_people(server)
    async with ada.sit(table) as first, ben.sit(table) as second:
        for seat in (first, second):
            await seat.hear("table")
        await server.guest().post(f"/tables/{table}/resign", None, 403)
        for mover in (ada, ben):
            frame = (await mover.get(f"/tables/{table}"))["frame"]
            await mover.post(
                f"/tables/{table}/actions", {"ply": frame["ply"], "action": frame["actions"][0]["text"]}
            )
        await second.send("resign")
        for seat in (first, second):
            sheet = (await seat.hear("table"))["table"]
            assert sheet["finished"]
            assert sheet["outcome"]["scores"] == [1.0, 0.0]
            assert "resigned" in sheet["frame"]["scene"]["sheet"]["text"]
            assert sheet["frame"]["to_act"] == []
            assert sheet["frame"]["actions"] == []
    for path, body in (("resign", None), ("undo", None), ("actions", {"ply": 0, "action": "pass"})):
        assert (await ada.post(f"/tables/{table}/{path}", body, 409))["rule"] == "F46"
    assert (await ada.get("/tables?show=finished"))[0]["id"] == table


async def test_talk_is_heard_kept_and_bounded(server):
    ada, ben, table = await two_people(server)
    await ada.http.put("/api/v1/me", json={"name": "Ada"})
    async with ada.sit(table) as first, ben.sit(table) as second:
        for seat in (first, second):
            await seat.hear("table")
        await first.send("chat", text="  <b>Hail</b>\n friend ")
        for seat in (first, second):
            said = await seat.hear("chat")
            assert (said["name"], said["text"]) == ("Ada", "<b>Hail</b> friend")
        for _ in range(7):
            await first.send("chat", text="spam")
            assert (await first.hear())["type"] == "chat"
        await first.send("chat", text="spam")
        assert (await first.hear())["type"] == "refused"
    assert (await ben.get(f"/tables/{table}"))["chat"][0]["text"] == "<b>Hail</b> friend"


async def test_bots_play_among_themselves_while_somebody_watches(server):
    ada = server.guest()
    table = await ada.table("random", "random", options={"setup": "quick"})
    assert table["me"] is None
    async with ada.sit(table["id"]) as seat:
        assert (await seat.hear("frame"))["frame"]["ply"] == 1
        assert (await seat.hear("frame"))["frame"]["ply"] == 2


async def test_a_bot_whose_process_dies_thinks_again(server):
    ada = server.guest()
    table = await ada.table("me", "club", options={"first": 0, "setup": "quick"})
    async with ada.sit(table["id"]) as seat:
        await seat.act((await seat.hear("table"))["table"]["frame"])
        await seat.hear("thinking")
        mind = server.services.worker.minds[0]
        pool = mind.ready()
        while not pool._processes:
            await seat.silent()
        for process in list(pool._processes.values()):
            process.kill()
        while (await seat.hear("frame"))["frame"]["ply"] < 2:
            pass
        assert mind.pool is not pool


async def test_nobody_thinks_for_a_table_that_was_left(tmp_path, monkeypatch):
    async with serving(tmp_path, workers=0) as server:
        questions, play = server.services.store.questions, server.services.play
        ada = server.guest()
        table = (await ada.table("me", "random", options={"first": 1}))["id"]
        async with asyncio.timeout(PATIENCE):
            while not await questions.waiting():
                await asyncio.sleep(0.01)
            play.stop_thinking()  # somebody was here a moment ago
            assert await questions.waiting() == 1
            monkeypatch.setattr("fimbul.server.play.LEFT", 0.0)
            async with ada.sit(table) as seat:
                await seat.hear("table")
                play.stop_thinking()  # somebody is here
                assert await questions.waiting() == 1
            while await questions.waiting():
                play.stop_thinking()
                await asyncio.sleep(0.01)
            async with ada.sit(table) as seat:  # and is asked again when somebody comes
                await seat.hear("thinking")
                while not await questions.waiting():
                    await asyncio.sleep(0.01)
