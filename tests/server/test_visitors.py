"""What a hostile visitor tries: an old cookie, an ended session, counting what others do in secret."""

import asyncio
import json

from msgspec.structs import replace
from tests.server.conftest import Guest
from tests.server.test_people import PASSWORD, account, listening
from tests.web.test_six_winters import road_to_scene

from fimbul.server.api.tables import last_known
from fimbul.server.store import now_ms


def stolen(server, cookie: str) -> Guest:
    """Somebody who has got hold of another's cookie."""
    thief = server.guest()
    thief.http.cookies.set("fimbul", cookie)
    return thief


async def test_the_cookie_of_a_guest_who_has_registered_opens_nothing(server):
    ada = server.guest()
    table = await ada.table("me", "open", access="private")
    old = ada.http.cookies["fimbul"]
    thief = stolen(server, old)
    async with thief.sit(table["id"]) as seat, listening(thief) as lobby:
        await seat.hear("table")
        await lobby.hear("tables")
        made = await ada.post("/accounts", {"login": "ada", "password": PASSWORD})
        await seat.hear("bye")
        await lobby.hear("bye")

    thief = stolen(server, old)
    me = await thief.get("/me")
    assert (me["login"], me["id"] == made["me"]["id"]) == (None, False)
    for again in (stolen(server, old), stolen(server, old)):
        await again.get(f"/tables/{table['id']}", 403)
        await again.post(f"/tables/{table['id']}/resign", {}, 403)
        assert (await again.get("/me/export"))["person"] == []
    await stolen(server, old).post("/me/forget", {}, 204)
    assert (await ada.get("/me"))["login"] == "ada"
    assert (await ada.get(f"/tables/{table['id']}"))["me"] == 0


async def test_a_call_that_was_under_way_does_not_log_out_who_registers(server):
    ada = server.guest()
    await ada.get("/me")
    old = ada.http.cookies["fimbul"]
    made = await ada.post("/accounts", {"login": "ada", "password": PASSWORD})
    late = await stolen(server, old).http.get("/api/v1/me")
    assert late.json()["id"] != made["me"]["id"]
    assert "set-cookie" not in late.headers
    page = await stolen(server, old).http.get("/")
    assert page.headers["set-cookie"].startswith("fimbul=")
    assert old not in page.headers["set-cookie"]


async def test_who_ends_a_session_hears_nothing_in_the_lobby_by_it(server):
    ada, _ = await account(server, "ada")
    other = server.guest()
    await other.post("/login", {"login": "ada", "password": PASSWORD})
    async with listening(ada) as lobby:
        await lobby.hear("tables")
        (old,) = [each["id"] for each in await other.get("/me/sessions") if not each["current"]]
        await other.http.delete(f"/api/v1/me/sessions/{old}")
        await lobby.hear("bye")


async def test_what_is_done_in_secret_is_counted_by_nobody(server):
    ada, ben, eve = server.guest(), server.guest(), server.guest()
    pace = {"kind": "fischer", "base": 3600, "increment": 10}
    table = (await ada.table("me", "open", game="fornaldar", pace=pace, seed=3))["id"]
    await ben.post(f"/tables/{table}/join", {})

    async def told(guest):
        """All that a sheet tells, with the moments at which the clocks run out."""
        asked = now_ms()
        sheet = await guest.get(f"/tables/{table}")
        clock = sheet.pop("clock")
        assert clock["since"] >= asked  # not when somebody did something
        return [clock["since"] + left for left in clock["left"]], clock["running"], sheet

    async with ben.sit(table) as second, eve.sit(table) as third:
        for seat in (second, third):
            await seat.hear("table")
            await seat.hear("clock")
        before = [await told(guest) for guest in (ben, eve)]
        for draft in range(2):
            frame = (await ada.get(f"/tables/{table}"))["frame"]
            assert (frame["ply"], frame["draft"]) == (0, draft)
            action = {"ply": 0, "draft": draft, "action": frame["actions"][0]["text"]}
            await ada.post(f"/tables/{table}/actions", action)
            assert [await told(guest) for guest in (ben, eve)] == before
            assert await second.silent()
            assert await third.silent()
    (opened,) = (await ada.get("/me/export"))["opened_tables"]
    assert not {"version", "ply", "epoch", "updated", "clock", "deadline"} & opened.keys()
    (line,) = await eve.get("/tables?show=watch")
    row = server.services.tables.live[table].row
    assert (line["ply"], row.ply) == (0, 2)
    assert {last_known(replace(row, updated=moment)) for moment in (5941, 5960, 6000)} == {6000}
    assert last_known(replace(row, updated=5960, finished=True)) == 5960


async def test_how_often_a_bot_thinks_about_a_sealed_choice_is_not_told(server, monkeypatch):
    thought, enough = [], asyncio.Event()

    async def ask(kind, row, state, seat, *_):
        """A bot that does the first thing that it may, three times."""
        thought.append(len(state.draft(seat)))
        if len(thought) > 3:
            enough.set()
            await asyncio.Event().wait()
        return str(state.legal(seat)[0])

    monkeypatch.setattr(server.services.play.thinking, "ask", ask)
    ada = server.guest()
    table = (await ada.table("me", "open", game="fornaldar", seed=3))["id"]
    async with ada.sit(table) as seat:
        await ada.post(f"/tables/{table}/fill", {"seat": 1})
        await enough.wait()
        heard = []
        await seat.send("ping")
        while "pong" not in heard:
            heard.append((await seat.hear())["type"])
    assert thought == [0, 1, 2, 3]
    assert heard.count("thinking") == 1


async def test_who_was_sent_away_or_blocked_does_not_talk_from_beside_the_table(server):
    (ada, _), (eve, _) = await account(server, "ada"), await account(server, "eve")
    table = (await ada.table("me", "open"))["id"]
    place = f"/tables/{table}"
    await eve.post(f"{place}/talk", {"text": "Hail!"}, 204)
    await ada.http.put("/api/v1/me/ties/eve", json={"kind": "blocked"})
    await eve.post(f"{place}/talk", {"text": "Hail?"}, 403)
    await ada.http.delete("/api/v1/me/ties/eve")
    await eve.post(f"{place}/join", {})
    await ada.post(f"{place}/kick", {"seat": 1})
    async with eve.sit(table) as seat:
        await seat.send("chat", text="Hail!!")
        assert "sent you away" in (await seat.hear("refused"))["reason"]
    assert [line["text"] for line in (await ada.get(place))["chat"]] == ["Hail!"]


async def test_what_is_told_in_an_action_has_no_letters_that_disguise(server):
    before, seed, options = road_to_scene()
    ada = server.guest()
    table = await ada.table("me", game="six_winters", seed=seed, options=options)
    place, frame = f"/tables/{table['id']}/actions", table["frame"]
    for action in [*before, "narrate(oniri)"]:
        frame = await ada.post(place, {"ply": frame["ply"], "action": action})
    while not frame["actions"][0]["text"].startswith("tell"):
        frame = await ada.post(place, {"ply": frame["ply"], "action": frame["actions"][-1]["text"]})
    sent = {"ply": frame["ply"], "action": 'tell("")'}
    for words in ("a\u202eb", "a\x1b[2J", "\x00"):
        await ada.post(place, sent | {"words": words}, 400)
        await ada.post(place, sent | {"action": f"tell({json.dumps(words, ensure_ascii=False)})"}, 400)
    assert (await ada.post(place, sent | {"words": "Snow.\nMore snow."}))["ply"] == frame["ply"] + 1
