"""The calls beside the play: games, rules, pieces, lists, forks, records, pages, and bad requests."""

import re
from collections import OrderedDict

import pytest
from tests.server.conftest import serving

from fimbul.core import Match, Record, verify
from fimbul.core.dice import commitment
from fimbul.games import game as find_game
from fimbul.server.catalogue import shortly
from fimbul.server.limits import DAILY, LIMITS, whereabouts
from fimbul.server.pages import static_folder


async def finished(server, guest):
    """A short game that a rule ended or its player gave up, and its table."""
    table = await guest.table("me", "open", options={"setup": "quick", "first": 0}, seed=5)
    place = f"/tables/{table['id']}"
    ben = server.guest()
    await ben.post(f"{place}/join", {})
    for ply in range(4):
        mover = (guest, ben)[ply % 2]
        frame = (await mover.get(place))["frame"]
        await mover.post(f"{place}/actions", {"ply": ply, "action": frame["actions"][0]["text"]})
    await ben.post(f"{place}/resign")
    return table["id"]


def test_where_bots_are_slower_people_are_told_so(monkeypatch):
    assert shortly(find_game("fate"))["note"] == ""
    monkeypatch.setattr("fimbul.kernels.available", lambda: False)
    assert "slower and weaker without the extra 'fast'" in shortly(find_game("valknut"))["note"]
    assert shortly(find_game("fate"))["note"] == ""


async def test_games_tell_what_a_home_page_needs(server):
    ada = server.guest()
    game = next(game for game in await ada.get("/games") if game["slug"] == "fimbulvetr")
    whole = await ada.get("/games/fimbulvetr")
    assert game == {name: value for name, value in whole.items() if name not in ("icons", "workshop")}
    assert [icon["id"] for icon in whole["icons"]][:2] == ["M1", "M2"]
    assert (game["slug"], game["seats"], game["default_bot"]) == ("fimbulvetr", [2], "club")
    setup = game["options"]["properties"]["setup"]
    assert (setup["enum"], setup["default"]) == (["placed", "quick"], "placed")
    assert game["lesson"]
    assert all(option["title"] for option in game["options"]["properties"].values())
    assert game["bots"] == ["newcomer", "casual", "club", "expert", "master"]
    assert [start["label"] for start in game["starts"]] == ["Play now", "Place them yourself"]
    assert (game["builds"]["title"], game["builds"]["option"]) == ("Build a clan", "clans")
    assert [piece["id"] for piece in whole["workshop"]["pieces"]][:2] == ["saxons", "vikings"]
    picture = await ada.http.get("/api/v1/games/fimbulvetr/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "warrior" in picture.text
    await ada.get("/games/chess", 404)


async def test_rules_are_numbered_linked_and_safe(server):
    ada = server.guest()
    rules = {rule["number"]: rule for rule in await ada.get("/games/fimbulvetr/rules")}
    assert set(rules) == {"", *(rule.number for rule in find_game("fimbulvetr").rules.rules)}
    assert rules["F2"]["ruling"]
    assert not rules["F1"]["ruling"]
    whole = "".join(rule["html"] for rule in rules.values())
    assert "<script" not in whole
    assert 'href="#F5"' in rules["F6"]["html"]
    for picture in set(re.findall(r'src="([^"]*)"', whole)):
        assert picture.startswith("/api/v1/games/fimbulvetr/rules/")
        answer = await ada.http.get(picture)
        assert answer.status_code == 200, picture
        assert answer.headers["content-type"].startswith("image/svg+xml")
    await ada.get("/games/fimbulvetr/rules/none.svg", 404)
    await ada.get("/games/fimbulvetr/rules/..%2Ffimbulvetr", 404)
    await ada.get("/games/chess/rules", 404)


def test_markup_in_a_rules_page_is_shown_not_obeyed():
    from fimbul.core.rules import parse_rules
    from fimbul.server.pages import rules_of

    class Sly(type(find_game("fimbulvetr"))):
        rules = parse_rules(
            "# T\n\n## A. B\n\n### F1 One\n\n<script>alert(1)</script> [x](javascript:alert(1)) F2\n\n"
            "### F2 Two\n\n`F1` F99"
        )

    _, one, two = rules_of(Sly())
    assert "<script" not in one.html
    assert 'href="javascript' not in one.html
    assert '<a class="rule" href="#F2">F2</a>' in one.html
    assert "F99" in two.html
    assert "#F99" not in two.html


CLAN = {
    "id": "wolfkin",
    "name": "Wolfkin",
    "warriors": [
        {"id": f"w{number}", "name": f"Wolf {number}", "corners": ["M2", "D1", "V1", "D2"]}
        for number in range(6)
    ],
}


def spoilt(**changes):
    """The clan with something changed; a number changes that warrior's corners."""
    clan = CLAN | {name: value for name, value in changes.items() if not name.startswith("w_")}
    if "warriors" not in changes:
        clan["warriors"] = [
            warrior | {"corners": changes.get(f"w_{place}", warrior["corners"])}
            for place, warrior in enumerate(CLAN["warriors"])
        ]
    return clan


async def test_a_crafted_clan_hears_all_its_faults_at_once(server):
    ada = server.guest()

    async def faults(piece):
        answer = await ada.post("/games/fimbulvetr/craft", {"piece": piece})
        assert answer["ok"] == (not answer["faults"])
        return answer["faults"]

    assert await faults(CLAN) == []
    found = await faults(
        spoilt(
            name="",
            w_0=["M1", "M1", "M1", "D1"],
            w_3=["M2", "D1", "V1", "X9"],
            w_5=["M2", "D1", "V1"],
        )
    )
    assert [(fault["where"], fault["rule"]) for fault in found] == [
        ("clan", None),
        ("warriors[0]", "F8"),
        ("warriors[0]", "F8"),
        ("warriors[3]", "F8"),
        ("warriors[5]", "F8"),
    ]
    assert "Single" in found[1]["message"]
    assert "one type" in found[2]["message"]
    assert "X9" in found[3]["message"]
    assert all(fault["message"].endswith(".") for fault in found)
    assert {fault["rule"] for fault in await faults(spoilt(warriors=CLAN["warriors"][:5]))} == {"F1"}
    twice = await faults(spoilt(warriors=[CLAN["warriors"][0]] * 6))
    assert "6 warriors with the id" in twice[0]["message"]
    for nonsense in (None, 3, [], "clan", {"id": 3}, {"warriors": [3]}, {"colour": "grey"}, {}):
        assert await faults(nonsense)
    for body in ({}, {"piece": CLAN, "more": 1}):
        await ada.post("/games/fimbulvetr/craft", body, 400)
    await ada.post("/games/chess/craft", {"piece": CLAN}, 404)


async def test_a_sound_clan_is_saved_shared_and_played_with(server):
    ada, ben = server.guest(), server.guest()
    saved = await ada.post("/pieces", {"game": "fimbulvetr", "piece": CLAN})
    assert (saved["name"], saved["piece"]) == ("Wolfkin", CLAN)
    assert await ben.get(f"/pieces/{saved['id']}") == saved
    assert await ada.get("/pieces?game=fimbulvetr") == await ada.get("/pieces") == [saved]
    assert await ben.get("/pieces") == await ada.get("/pieces?game=chess") == []
    problem = await ada.post("/pieces", {"game": "fimbulvetr", "piece": spoilt(w_1=["M1"] * 4)}, 422)
    assert problem["rule"] == "F8"
    await ada.get("/pieces/none", 404)
    table = await ada.post("/tables", {"game": "fimbulvetr", "options": {"clans": [CLAN, "vikings"]}})
    assert table["seats"][0]["plays"] == "Wolfkin"
    bad = {"game": "fimbulvetr", "options": {"clans": [spoilt(w_1=["M1"] * 4), "vikings"]}}
    assert "F8" in (await ada.post("/tables", bad, 400))["detail"]


BAD_TABLES = (
    ({}, 400),
    ([], 400),
    ({"game": "chess"}, 404),
    ({"game": 3}, 400),
    ({"game": "fimbulvetr", "options": {"colour": "grey"}}, 400),
    ({"game": "fimbulvetr", "options": {"clans": ["saxons"]}}, 400),
    ({"game": "fimbulvetr", "options": {"clans": ["saxons", "nobody"]}}, 400),
    ({"game": "fimbulvetr", "seats": []}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "me"}]}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "me"}] * 2, "rated": True}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "open"}] * 99}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "me"}, {"kind": "cat"}]}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep blue"}]}, 400),
    ({"game": "fimbulvetr", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "search:god"}]}, 400),
    ({"game": "fimbulvetr", "seed": -1}, 400),
    ({"game": "fimbulvetr", "seed": "abc"}, 400),
    ({"game": "fimbulvetr", "seed": 1 << 63}, 400),
    ({"game": "fimbulvetr", "more": 1}, 400),
)


async def test_a_table_that_cannot_be_is_refused_with_a_sentence(server):
    ada = server.guest()
    for body, status in BAD_TABLES:
        await ada.post("/tables", body, status)


async def test_requests_that_are_no_requests(server):
    ada = server.guest()
    for path, content, status in (
        ("/tables", b"not JSON", 400),
        ("/tables", b"\xff\xfe", 400),
        ("/tables", b'{"game": "' + b"x" * (1 << 20) + b'"}', 413),
        ("/tables", b"[" * 5_000, 400),
        ("/records", b"x" * (3 << 20), 413),
        ("/records", b"\xff\xfe\x00", 400),
        ("/records", b"", 400),
        ("/tables/x/nothing", b"{}", 404),
    ):
        answer = await ada.http.post(f"/api/v1{path}", content=content)
        assert (answer.status_code, answer.json()["status"]) == (status, status), path
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"].endswith(".")
    assert (await ada.http.delete("/api/v1/tables")).status_code == 405
    for path in (
        "/tables/none",
        "/tables/none/log",
        "/tables/none/frames/0",
        "/tables/none/record.saga",
        "/boards/none",
        f"/tables/{'x' * 2000}",
    ):
        problem = await ada.get(path, 404)
        assert problem["detail"].endswith(".")
    await ada.get("/tables?show=everything", 400)


async def test_a_table_that_does_not_exist_says_goodbye(server):
    async with server.guest().sit("none") as seat:
        message = await seat.hear()
        assert message["type"] == "bye"
        assert "no table" in message["reason"]
        with pytest.raises(Exception, match="4404"):
            await seat.hear()


async def test_names_are_kept_shown_and_bounded(server):
    ada, ben = server.guest(), server.guest()
    assert (await ada.get("/me"))["name"]
    table = await ada.table("me", "open")
    async with ben.sit(table["id"]) as seat:
        await seat.hear("table")
        answer = await ada.http.put("/api/v1/me", json={"name": "  Ada\n of  <Kent> "})
        assert answer.json()["name"] == "Ada of <Kent>"
        assert (await seat.hear("table"))["table"]["seats"][0]["name"] == "Ada of <Kent>"
    assert (await ada.get("/me"))["name"] == "Ada of <Kent>"
    for name in ("", "   ", "x" * 41, "a\x00b", "\u202egnirts"):
        assert (await ada.http.put("/api/v1/me", json={"name": name})).status_code == 400
    assert (await ada.http.put("/api/v1/me", json={"name": 3})).status_code == 400


async def test_lists_show_what_is_open_mine_and_finished(server):
    ada, ben = server.guest(), server.guest()
    open_one = await ada.table("me", "open", options={"first": 0})
    solo = await ada.table("me", "random", options={"first": 0})
    assert [line["id"] for line in await ben.get("/tables?show=open")] == [open_one["id"]]
    assert await ben.get("/tables") == await ben.get("/tables?show=open")
    mine = await ada.get("/tables?show=mine")
    assert {line["id"] for line in mine} == {open_one["id"], solo["id"]}
    assert all(line["my_turn"] and line["title"] == "Fimbulvetr" for line in mine)
    assert await ben.get("/tables?show=mine") == []
    await ben.post(f"/tables/{open_one['id']}/join", {})
    assert await ada.get("/tables?show=open") == []
    await ada.post(f"/tables/{solo['id']}/resign")
    (done,) = await ben.get("/tables?show=finished")
    assert (done["id"], done["finished"], done["outcome"]["scores"]) == (solo["id"], True, [0.0, 1.0])


async def test_every_ply_can_be_seen_drawn_and_told_again(server):
    ada = server.guest()
    table = await finished(server, ada)
    sheet = await ada.get(f"/tables/{table}")
    assert (sheet["plies"], sheet["seed"]) == (4, "5")
    assert sheet["seed_hash"] == commitment(table, sheet["salt"], 5)
    frames = [await ada.get(f"/tables/{table}/frames/{ply}") for ply in range(5)]
    assert [frame["ply"] for frame in frames] == [0, 1, 2, 3, 4]
    assert frames[4] == sheet["frame"]
    assert frames[3]["outcome"] is None
    assert await ada.get(f"/tables/{table}/log") == [line for frame in frames for line in frame["log"]]
    drawing = await ada.http.get(f"/api/v1/tables/{table}/frames/2.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert (
        "script-src" in drawing.headers["content-security-policy"]
        or "default-src 'none'" in (drawing.headers["content-security-policy"])
    )
    for ply in ("5", "99999999999", "-1", "x", "2.png", "5.svg"):
        await ada.get(f"/tables/{table}/frames/{ply}", 404)
    board = await ada.get(f"/boards/{frames[0]['scene']['boards'][0]['ground']}")
    assert board["ground"].startswith("<defs>")
    assert board["style"]


async def test_how_far_a_piece_could_go_is_told_to_whoever_may_look(server):
    ada, ben = server.guest(), server.guest()
    options = {"scenario": "jotuns"}
    made = await ada.table("me", "open", game="fornaldar", options=options, seed=1, access="unlisted")
    table, nodes = made["id"], made["frame"]["scene"]["boards"][0]["nodes"]
    stacks = [node["id"] for node in nodes if "roams" in node["classes"]]
    assert stacks
    for guest in (ada, ben):
        told = [await guest.get(f"/tables/{table}/frames/0/reach?node={name}") for name in stacks[:6]]
        assert any(each["places"] and each["svg"] for each in told)
        assert all(each["text"].endswith(".") for each in told)
    for asked in ("0/reach?node=h2929", "0/reach?node=", "7/reach?node=stack:x", "-1/reach?node=stack:x"):
        await ada.get(f"/tables/{table}/frames/{asked}", 404)
    await ada.get(f"/tables/{table}/frames/0/reach", 400)


async def test_play_from_here(server):
    ada, cid = server.guest(), server.guest()
    source = await finished(server, ada)
    sheet = await cid.post(f"/tables/{source}/fork", {"ply": 2, "seat": 1, "bot": "random"})
    assert (sheet["me"], sheet["epoch"], sheet["finished"]) == (1, 0, False)
    assert sheet["id"] != source
    assert [seat["kind"] for seat in sheet["seats"]] == ["bot", "person"]
    async with cid.sit(sheet["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        while 1 not in frame["to_act"]:
            frame = (await seat.hear("frame"))["frame"]
        assert frame["ply"] == 3
        await seat.act(frame)
        assert (await seat.hear("frame"))["frame"]["ply"] == 4
    assert (await cid.get(f"/tables/{source}"))["plies"] == 4
    assert (await cid.post(f"/tables/{source}/fork", {"ply": 3}))["me"] == 1  # whoever is to act there
    await cid.post(f"/tables/{source}/fork", {"ply": 99}, 404)
    await cid.post(f"/tables/{source}/fork", {"ply": -1}, 404)
    await cid.post(f"/tables/{source}/fork", {"ply": 0, "seat": 7}, 400)
    await cid.post(f"/tables/{source}/fork", {"ply": 0, "bot": "hal"}, 400)
    await cid.post("/tables/none/fork", {"ply": 0}, 404)


async def test_a_record_is_downloaded_and_uploaded_again(server):
    ada, ben = server.guest(), server.guest()
    table = await finished(server, ada)
    answer = await ben.http.get(f"/api/v1/tables/{table}/record.saga")
    assert answer.headers["content-disposition"].endswith('.saga"')
    record = Record.parse(answer.text)
    assert len(verify(record, find_game("fimbulvetr")).moves) == 4

    shown = (await ben.http.post("/api/v1/records", content=answer.text)).json()["id"]
    assert (await ada.http.post("/api/v1/records", content=answer.text)).json()["id"] == shown
    sheet = await ben.get(f"/tables/{shown}")
    assert (sheet["finished"], sheet["plies"], sheet["me"], sheet["seed"]) == (True, 4, None, "5")
    assert [seat["name"] for seat in sheet["seats"]] == record.names
    again = await ben.http.get(f"/api/v1/tables/{shown}/record.saga")
    assert again.text == answer.text
    await ben.post(f"/tables/{shown}/actions", {"ply": 4, "action": "pass"}, 403)
    await ben.post(f"/tables/{shown}/join", {}, 403)
    assert (await ben.post(f"/tables/{shown}/fork", {"ply": 2, "bot": "random"}))["plies"] == 2


async def test_an_edited_record_is_refused(server):
    ada = server.guest()
    game = find_game("fimbulvetr")
    match = Match(game, seed=4, options={"setup": "quick"})
    for _ in range(6):
        match.play(match.state.legal(match.state.to_act[0])[0])
    good = match.record()
    text = good.to_text()
    swapped = match.record()
    swapped.moves[2], swapped.moves[3] = swapped.moves[3], swapped.moves[2]
    older = match.record()
    older.rules = "000000.0"
    elsewhere = match.record()
    elsewhere.game = "chess"
    many = match.record()
    many.names = ["x"]
    for bad in (
        text.replace("seed 4", "seed 5"),
        text[:-20],
        text.replace("fimbul-saga 1", "fimbul-saga 2"),
        swapped.to_text(),
        older.to_text(),
        elsewhere.to_text(),
        many.to_text(),
    ):
        answer = await ada.http.post("/api/v1/records", content=bad)
        assert answer.status_code == 400, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
    assert (await ada.http.post("/api/v1/records", content=text)).status_code == 201


async def test_pages_come_with_their_files_squeezed_and_cached(server):
    ada = server.guest()
    for page in (
        "/",
        "/t/abc",
        "/t/abc/replay",
        "/rules/fimbulvetr",
        "/learn/fimbulvetr",
        "/build/x",
        "/join/abc?invite=y",
    ):
        answer = await ada.http.get(page)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    script = next(static_folder().glob("*.js")).name
    answer = await ada.http.get(f"/static/{script}")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    again = await ada.http.get(f"/static/{script}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in (
        "/static/none.js",
        "/static/",
        "/static/%2e%2e/%2e%2e/__init__.py",
        "/static/..%2f..%2f__init__.py",
    ):
        assert (await ada.http.get(path)).status_code == 404
    assert (await ada.http.get("/somewhere")).status_code == 404


async def test_the_api_describes_itself_and_loads_nothing_from_elsewhere(server):
    ada = server.guest()
    schema = (await ada.http.get("/api/v1/openapi.json")).json()
    assert "/api/v1/tables/{name}/actions" in schema["paths"]
    page = await ada.http.get("/api/v1/docs")
    assert "/api/v1/tables/{name}/actions" in page.text
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", page.text)
    assert "<script" not in page.text


async def test_a_guest_cannot_open_tables_without_end(server, monkeypatch):
    monkeypatch.setitem(LIMITS, "open", (5, 8))
    monkeypatch.setattr("fimbul.server.limits.WINDOW", 10**9)  # one minute for ever
    ada = server.guest()
    await ada.get("/me")  # a cookie first
    for _ in range(5):
        await ada.table("me", "open")
    await ada.post("/tables", {"game": "fimbulvetr"}, 429)
    newcomers = [server.guest() for _ in range(5)]  # without a cookie only the address tells them apart
    answers = [await each.http.post("/api/v1/tables", json={"game": "fimbulvetr"}) for each in newcomers]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]


async def test_what_stays_for_good_has_its_measure_by_the_day(server, monkeypatch):
    monkeypatch.setitem(DAILY, "open", (2, 100))
    ada = server.guest()
    await ada.get("/me")
    for _ in range(2):
        await ada.table("me", "open")
    server.services.limits.counted = OrderedDict(  # the minute is over
        {key: count for key, count in server.services.limits.counted.items() if "today" in key[0]}
    )
    problem = await ada.post("/tables", {"game": "fimbulvetr"}, 429)
    assert "one day" in problem["detail"]


def test_a_household_is_counted_as_one_however_many_addresses_it_has():
    assert whereabouts("2001:db8:1:2::1") == whereabouts("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert whereabouts("2001:db8:1:3::1") != whereabouts("2001:db8:1:2::1")
    assert whereabouts("::ffff:192.0.2.1") == whereabouts("192.0.2.1") == "192.0.2.1"
    assert whereabouts("testclient") == "testclient"


async def test_nobody_asks_or_changes_anything_without_end(server, monkeypatch):
    monkeypatch.setattr("fimbul.server.limits.WINDOW", 10**9)
    ada = server.guest()
    table = (await ada.table("me", "open"))["id"]
    monkeypatch.setitem(LIMITS, "act", (3, 100))
    async with ada.sit(table) as seat:
        await seat.hear("table")
        for _ in range(4):
            await seat.send("why", clicks=[])
        told = [(await seat.hear("refused"))["reason"] for _ in range(4)]
        assert ["too much" in reason for reason in told] == [False, False, False, True]
        await seat.send("ping")
        await seat.hear("pong")
    monkeypatch.setitem(LIMITS, "write", (4, 100))
    statuses = [(await ada.http.put(f"/api/v1/tables/{table}/plans", json={})).status_code for _ in range(5)]
    assert statuses[-1] == 429
    assert 429 not in statuses[:3]
    monkeypatch.setitem(LIMITS, "write", (100, 10))
    guess = {"Authorization": "Bearer fimbul_guessed"}
    guesses = [(await ada.http.post("/api/v1/logout", headers=guess)).status_code for _ in range(11)]
    assert (guesses[0], guesses[-1]) == (401, 429)  # whoever guesses tokens is stopped too
    monkeypatch.setitem(LIMITS, "read", (100, 1))
    answer = await ada.http.get("/api/v1/games")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, str(10**9))
    assert (await ada.http.get("/")).status_code == 200


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
async def test_tables_are_found_by_what_they_are(request, tmp_path, store):
    database = request.getfixturevalue("database") if store == "postgresql" else None
    async with serving(tmp_path, database=database, workers=0) as server:
        ada, ben = server.guest(), server.guest()
        quick = await ada.table("me", "open", options={"setup": "quick", "vault_adjacent": True})
        slow = await ada.table("me", "open", pace={"kind": "days", "days": 3})
        three = await ada.table("me", "open", "open", game="valknut")
        for query, found in (
            ("", {quick["id"], slow["id"], three["id"]}),
            ("game=valknut", {three["id"]}),
            ("seats=2", {quick["id"], slow["id"]}),
            ("pace=days", {slow["id"]}),
            ("pace=untimed", {quick["id"], three["id"]}),
            ("rated=true", set()),
            ("option=setup:quick", {quick["id"]}),
            ("option=vault_adjacent:true&option=setup:quick", {quick["id"]}),
            ("option=vault_adjacent:false", {slow["id"]}),
        ):
            assert {each["id"] for each in await ben.get(f"/tables?{query}")} == found, query
        await ben.get("/tables?option=nonsense", 400)
