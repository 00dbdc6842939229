"""What went wrong once: each found fault, and that it does not come back."""

import asyncio
import json
import stat

import pytest
from sqlalchemy import event
from tests.server.conftest import serving

from fimbul.core import Match
from fimbul.games import game as find_game
from fimbul.server import doors
from fimbul.server.doors import Door


async def raw(server, request, answer=True):
    """Send bytes to the server; what comes back before it hangs up, or the first of it."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    await writer.drain()
    async with asyncio.timeout(120):
        told = await reader.read(4000) if answer else b""
    return reader, writer, told


async def test_many_watched_tables_leave_room_for_others(tmp_path, monkeypatch):
    monkeypatch.setattr("fimbul.server.tables.MOST_TABLES", 2)
    async with serving(tmp_path) as server:
        ada = server.guest()
        tables = [(await ada.table("me", "open"))["id"] for _ in range(4)]
        async with ada.sit(tables[0]) as one, ada.sit(tables[1]) as two:
            await one.hear("table")
            await two.hear("table")
            for table in tables:
                assert (await ada.get(f"/tables/{table}"))["id"] == table


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "x" * 500, "http://a b"])
async def test_an_origin_of_elsewhere_is_refused_and_none_breaks(server, origin):
    ada = server.guest()
    answer = await ada.http.post("/api/v1/tables", json={"game": "fimbulvetr"}, headers={"origin": origin})
    assert answer.status_code == 403


async def test_a_name_that_is_not_ours_is_not_answered(tmp_path):
    async with serving(tmp_path, names=("club.example",)) as server:
        ada = server.guest()
        for host, status in (
            ("evil.example", 421),
            ("club.example", 200),
            ("Club.Example:8000", 200),
            ("localhost:1", 200),
            ("192.168.1.7:8000", 200),
            ("[::1]:80", 200),
            ("[", 421),
        ):
            answer = await ada.http.get("/api/v1/me", headers={"host": host})
            assert answer.status_code == status, host
        for inside in ("/health", "/ready", "/metrics"):  # a proxy asks for them by a name of its own
            assert (await ada.http.get(inside, headers={"host": "one:8000"})).status_code == 200


async def test_a_post_that_asks_for_a_websocket_is_answered(server):
    request = (
        b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )
    _, writer, told = await raw(server, request)
    assert told.startswith(b"HTTP/1.1 400")
    writer.close()


async def test_half_a_request_is_not_waited_for_for_ever(server, monkeypatch):
    monkeypatch.setattr(doors, "HEADERS_WITHIN", 0.2)
    monkeypatch.setattr(doors, "BODY_WITHIN", 0.2)
    for half in (
        b"",
        b"GET / HT",
        b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ):
        reader, _, _ = await raw(server, half, answer=False)
        async with asyncio.timeout(120):
            while await reader.read(1000):
                pass
    assert (await server.guest().get("/me"))["id"]


async def test_many_connections_of_one_address_are_refused_politely_and_others_play_on(server, monkeypatch):
    ada = server.guest()
    await ada.get("/me")
    monkeypatch.setattr(Door, "trusted", lambda door: False)
    monkeypatch.setattr(Door, "most", Door.counted["127.0.0.1"] + 3)
    held = [await raw(server, b"", answer=False) for _ in range(3)]
    _, _, told = await raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429")
    assert json.loads(body)["detail"]
    assert (await ada.get("/me"))["id"]
    for _, writer, _ in held:
        writer.close()


async def test_a_seat_that_nobody_has_played_from_is_left_without_ending_the_game(server):
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "open", options={"first": 0}))["id"]
    await ben.post(f"/tables/{table}/join", {})
    sheet = await ben.post(f"/tables/{table}/resign")
    assert (sheet["finished"], sheet["seats"][1]["kind"]) == (False, "open")
    await ben.post(f"/tables/{table}/join", {})
    assert (await ben.post(f"/tables/{table}/leave"))["seats"][1]["kind"] == "open"
    await ben.post(f"/tables/{table}/join", {})
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
    seats = (await ada.get(f"/tables/{table}"))["seats"]
    assert [seat["played"] for seat in seats] == [True, False]  # so the other can still be sent away
    await ben.post(f"/tables/{table}/kick", {"seat": 0}, 403)
    assert (await ada.post(f"/tables/{table}/kick", {"seat": 1}))["seats"][1]["kind"] == "open"
    assert (await ada.post(f"/tables/{table}/fill", {"seat": 1, "bot": "random"}))["seats"][1][
        "kind"
    ] == "bot"


async def test_those_who_watch_an_unlisted_table_do_not_talk_there(server):
    ada, ben = server.guest(), server.guest()
    hidden = (await ada.table("me", "open", listed=False))["id"]
    listed = (await ada.table("me", "open"))["id"]
    await ben.get("/me")
    await ben.post(f"/tables/{hidden}/talk", {"text": "Hail"}, 403)
    assert (await ben.http.post(f"/api/v1/tables/{listed}/talk", json={"text": "Hail"})).status_code == 204


@pytest.mark.parametrize("text", ["a\x00b", "\u202egnirts", "x\u2066y", "\x1b[31m"])
async def test_letters_that_disguise_are_refused(server, text):
    ada = server.guest()
    table = (await ada.table("me", "open"))["id"]
    await ada.post(f"/tables/{table}/talk", {"text": text}, 400)
    assert (await ada.http.put("/api/v1/me", json={"name": text})).status_code == 400
    assert (await ada.get(f"/tables/{table}"))["chat"] == []


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Ada\u115f", "Ada\u200b", "\u00ad"])
async def test_a_name_that_looks_like_nothing_or_like_another_is_refused(server, name):
    assert (await server.guest().http.put("/api/v1/me", json={"name": name})).status_code == 400


async def test_the_database_is_its_owners_alone(tmp_path):
    async with serving(tmp_path) as server:
        await server.guest().table("me", "open")
        for file in tmp_path.glob("fimbul.sqlite*"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


async def test_a_rematch_is_known_to_those_who_sat_there_only(server):
    ada, ben, cid = server.guest(), server.guest(), server.guest()
    table = (await ada.table("me", "open", options={"first": 0}))["id"]
    await ben.post(f"/tables/{table}/join", {})
    await ben.post(f"/tables/{table}/rematch", None, 409)
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
    await ada.post(f"/tables/{table}/resign")
    new = await ada.post(f"/tables/{table}/rematch")
    assert (new["me"], new["access"]) == (0, "private")
    assert (await ben.post(f"/tables/{table}/rematch"))["id"] == new["id"]
    assert (await ben.get(f"/tables/{new['id']}"))["me"] == 1
    seen = await cid.get(f"/tables/{table}")
    assert seen["rematch"] is None
    assert new["id"] not in json.dumps(seen)
    await cid.post(f"/tables/{table}/rematch", None, 403)
    await cid.get(f"/tables/{new['id']}", 403)


async def test_the_same_record_brought_by_several_at_once_is_one_table(server):
    match = Match(find_game("fimbulvetr"), seed=4, options={"setup": "quick"})
    for _ in range(6):
        match.play(match.state.legal(match.state.to_act[0])[0])
    text = match.record().to_text()
    guests = [server.guest() for _ in range(6)]
    answers = await asyncio.gather(*(each.http.post("/api/v1/records", content=text) for each in guests))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


async def test_thousands_of_seats_are_refused_before_any_is_looked_up(server, monkeypatch):
    ada = server.guest()
    await ada.get("/me")
    asked = []
    people = server.services.store.people
    name_of = people.name_of

    async def counting(person):
        asked.append(person)
        return await name_of(person)

    monkeypatch.setattr(people, "name_of", counting)
    await ada.post("/tables", {"game": "fimbulvetr", "seats": [{"kind": "me"}] * 4000}, 400)
    assert asked == []


async def test_a_chosen_seed_is_marked_for_all(server):
    ada, ben = server.guest(), server.guest()
    chosen, fair = await ada.table("me", "open", seed=5), await ada.table("me", "open")
    assert (await ben.get(f"/tables/{chosen['id']}"))["seed_chosen"]
    assert not (await ben.get(f"/tables/{fair['id']}"))["seed_chosen"]
    assert len({chosen["seed_hash"], (await ada.table("me", "open", seed=5))["seed_hash"]}) == 2  # salted


async def test_a_request_sent_again_is_answered_as_the_first(server):
    ada = server.guest()
    table = (await ada.table("me", "open", options={"first": 0}))["id"]
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    act = {"ply": 0, "action": frame["actions"][0]["text"], "request": "r1"}
    first = await ada.post(f"/tables/{table}/actions", act)
    assert await ada.post(f"/tables/{table}/actions", act) == first
    await ada.post(f"/tables/{table}/actions", act | {"request": "r2"}, 409)
    await ada.post(f"/tables/{table}/actions", act | {"request": "x" * 65}, 400)


async def test_the_description_tells_every_way_to_be_refused(server):
    schema = (await server.guest().http.get("/api/v1/openapi.json")).json()
    for path, calls in schema["paths"].items():
        for method, call in calls.items():
            assert {"400", "429"} <= set(call["responses"]), (method, path)
            refused = {status: each for status, each in call["responses"].items() if status >= "400"}
            assert all("application/problem+json" in each["content"] for each in refused.values()), path
    answer = await server.guest().http.post("/api/v1/tables")
    assert answer.status_code == 400
    assert "body" in answer.json()["detail"]


async def test_health_readiness_metrics_and_headers(server):
    ada = server.guest()
    made = await ada.table("me", "open", options={"first": 0})
    action = {"ply": 0, "action": made["frame"]["actions"][0]["text"]}
    await ada.post(f"/tables/{made['id']}/actions", action)
    assert (await ada.http.get("/health")).json() == {"status": "ok"}
    assert (await ada.http.get("/ready")).status_code == 200
    text = (await ada.http.get("/metrics")).text
    assert "fimbul_tables 1.0" in text
    assert "fimbul_moves_total 1.0" in text
    (passed,) = [line for line in text.splitlines() if line.startswith("fimbul_move_seconds_total ")]
    assert float(passed.split()[1]) > 0
    server.services.closing = True
    assert (await ada.http.get("/ready")).status_code == 503
    server.services.closing = False
    for path in ("/", "/api/v1/me", "/static/style.css", "/nowhere"):
        headers = (await ada.http.get(path)).headers
        assert headers["cross-origin-opener-policy"] == "same-origin", path
        assert headers["cross-origin-resource-policy"] == "same-origin", path
        assert "camera=()" in headers["permissions-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert "'unsafe-inline'" not in headers["content-security-policy"], path
        assert "strict-transport-security" not in headers


async def test_a_server_behind_https_tells_browsers_to_come_by_it_only(tmp_path):
    async with serving(tmp_path, secure=True) as server:
        answer = await server.guest().http.get("/api/v1/me")
        assert "max-age=31536000" in answer.headers["strict-transport-security"]
        assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_websocket_is_not_taken_for_half_a_request(server, monkeypatch):
    monkeypatch.setattr("fimbul.server.doors.BODY_WITHIN", 0.05)
    monkeypatch.setattr("fimbul.server.doors.HEADERS_WITHIN", 0.5)
    ada = server.guest()
    async with ada.sit((await ada.table("me", "open"))["id"]) as seat:
        await seat.hear("table")
        for _ in range(20):
            await asyncio.sleep(0.05)
            assert await seat.silent()


async def test_a_full_disk_is_told_in_a_sentence_and_what_is_stored_is_still_shown(server, caplog):
    ada = server.guest()
    table = (await ada.table("me", "open", options={"first": 0}))["id"]
    store = server.services.store.database
    pages = 1  # no page more than there are: what a full disk is to SQLite

    def fill(connection):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    for engine in (store.engine.sync_engine, store.hand.engine):
        event.listen(engine, "begin", fill)
    answers = [await ada.http.post("/api/v1/tables", json={"game": "fimbulvetr"}) for _ in range(50)]
    told = next(answer for answer in answers if answer.status_code != 201)
    assert (told.status_code, "disk is full" in told.json()["detail"]) == (507, True)
    assert not any(record.getMessage() == "A request failed" for record in caplog.records)
    assert (await ada.get(f"/tables/{table}"))["id"] == table
    pages = 1 << 30
    assert (await ada.table("me", "open"))["id"]
