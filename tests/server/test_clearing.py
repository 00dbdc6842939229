"""Clearing away, lessons that leave nothing behind, hints between people, and options that go together."""

import asyncio
from typing import Any

from tests.server.conftest import API, PATIENCE, Guest
from tests.server.test_play import two_people


async def lists(guest: Guest, show: str) -> list[str]:
    return [line["id"] for line in await guest.get(f"/tables?show={show}")]


async def test_a_table_of_ones_own_is_hidden_shown_again_and_thrown_away(server):
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "casual", listed=False))["id"]
    other = (await ben.table("me", "casual"))["id"]
    hidden = f"{API}/tables/{table}/hidden"
    assert (await ben.http.put(hidden, json={"hidden": True})).status_code == 404
    assert (await ada.http.put(hidden, json={"hidden": True})).status_code == 204
    assert await lists(ada, "mine") == []
    assert await lists(ada, "hidden") == [table]
    assert (await ada.http.put(hidden, json={"hidden": False})).status_code == 204
    assert await lists(ada, "mine") == [table]
    assert (await ben.http.delete(f"{API}/tables/{table}")).status_code == 403
    async with ada.sit(table) as line:
        assert (await ada.http.delete(f"{API}/tables/{table}")).status_code == 204
        assert "cleared away" in (await line.hear("bye"))["reason"]
    assert await lists(ada, "mine") == []
    await ada.get(f"/tables/{table}", 404)
    assert await lists(ben, "mine") == [other]


async def test_what_was_put_away_comes_back_when_it_is_ones_turn(server):
    ada, ben, table = await two_people(server)
    sheet = await ada.get(f"/tables/{table}")
    mover, other = (ada, ben) if sheet["frame"]["to_act"] == [sheet["me"]] else (ben, ada)
    for guest in (mover, other):
        await guest.http.put(f"{API}/tables/{table}/hidden", json={"hidden": True})
        assert await lists(guest, "mine") == []
    frame = (await mover.get(f"/tables/{table}"))["frame"]
    await mover.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
    async with asyncio.timeout(PATIENCE):
        while await lists(other, "mine") != [table]:
            await asyncio.sleep(0.01)
    assert await lists(other, "hidden") == []
    assert await lists(mover, "mine") == []  # it waits for the other: what was put away stays so
    assert await lists(mover, "hidden") == [table]


async def test_where_others_play_nothing_can_be_thrown_away(server):
    ada, _, table = await two_people(server)
    refused = await ada.http.delete(f"{API}/tables/{table}")
    assert refused.status_code == 409
    assert "put this table away" in refused.json()["detail"]


async def test_lessons_leave_nothing_behind(server):
    ada = server.guest()
    steps = [(await ada.post("/lessons/fimbulvetr", {"ply": ply, "seat": 0}))["id"] for ply in (0, 4, 8)]
    for show in ("open", "mine", "finished", "watch", "hidden"):
        assert await lists(ada, show) == []
    for step in steps[:-1]:
        await ada.get(f"/tables/{step}", 404)
    assert (await ada.get(f"/tables/{steps[-1]}"))["ply"] == 8
    services = server.services
    await services.lessons.clear(await services.store.tables.old_lessons(1 << 40))
    await ada.get(f"/tables/{steps[-1]}", 404)
    await ada.post("/lessons/chess", {"ply": 0}, 404)
    await ada.post("/lessons/fimbulvetr", {"ply": 9999}, 404)


async def test_hints_between_people_only_where_the_table_was_made_so(server, monkeypatch):
    monkeypatch.setattr("fimbul.server.play.ADVISER", "club")  # it counts positions, not seconds
    for allowed in (False, True):
        ada, ben = server.guest(), server.guest()
        made = await ada.table("me", "open", options={"setup": "quick", "first": 0}, hints=allowed)
        await ben.post(f"/tables/{made['id']}/join", {})
        assert (await ada.get(f"/tables/{made['id']}"))["hints"] is allowed
        await ada.post(f"/tables/{made['id']}/hint", None, 200 if allowed else 409)
    rated = {"game": "fimbulvetr", "hints": True, "rated": True}
    await server.guest().post("/tables", rated, 400)


async def test_options_that_do_not_go_together_are_told_before_they_are_chosen(server):
    ada = server.guest()

    async def tried(game: str, seats: int, **options: Any) -> Any:
        return await ada.post(f"/games/{game}/options", {"options": options, "seats": seats})

    two = await tried("valknut", 2, warbands=None, mode="standard", gods=False)
    assert two["ok"]
    assert [(each["option"], each["value"]) for each in two["refused"]] == [("gods", True)]
    assert "V100" in two["refused"][0]["why"]
    gods = await tried("valknut", 4, warbands=None, mode="standard", gods=True)
    assert {each["value"] for each in gods["refused"] if not each["option"]} == {2, 3}
    draft = await tried("valknut", 2, warbands=None, mode="ragnarok", gods=False)
    assert ("warbands", None) in [(each["option"], each["value"]) for each in draft["refused"]]
    pair = await tried("fate", 2, heroes=["bjorn", "alva"])
    same = {(each["place"], each["value"]) for each in pair["refused"] if each["option"] == "heroes"}
    assert same == {(0, "alva"), (1, "bjorn")}
    wrong = await tried("fornaldar", 2, scenario="sampo", expedition=True)
    assert not wrong["ok"]
    assert "R24.2.4" in wrong["why"]


async def test_who_loses_the_way_gets_a_page_and_a_program_a_problem(server):
    ada = server.guest()
    page = await ada.http.get("/nowhere/at/all", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "<main" in page.text
    assert "unsafe-inline" not in page.headers["content-security-policy"]
    for address in ("/nowhere", f"{API}/games/chess"):
        program = await ada.http.get(address, headers={"accept": "*/*"})
        assert (program.status_code, program.json()["status"]) == (404, 404)
