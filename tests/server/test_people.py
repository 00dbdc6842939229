"""People: accounts that keep a guest's games, sessions, tokens, ratings, friends, being forgotten."""

from contextlib import asynccontextmanager

import pytest
import websockets
from tests.server.conftest import Seat

from fimbul.games import SLUGS
from fimbul.games import game as find_game
from fimbul.server import ratings

PASSWORD = "a long and winding fjord"


async def account(server, login, password=PASSWORD):
    """A new account; the person with it, and its recovery codes."""
    guest = server.guest()
    made = await guest.post("/accounts", {"login": login, "password": password})
    return guest, made["recovery_codes"]


async def test_a_guest_becomes_an_account_keeps_their_games_and_comes_back(server):
    ada = server.guest()
    table = await ada.table("me", "open")
    made = await ada.post("/accounts", {"login": "Ada", "password": PASSWORD})
    assert (made["me"]["login"], len(set(made["recovery_codes"]))) == ("ada", 8)
    assert (await ada.get(f"/tables/{table['id']}"))["me"] == 0
    assert (await ada.get(f"/tables/{table['id']}"))["seats"][0]["player"] == "ada"
    await ada.post("/accounts", {"login": "other", "password": PASSWORD}, 409)

    elsewhere = server.guest()
    other = await elsewhere.table("me", "open")  # begun before logging in
    await elsewhere.post("/login", {"login": "ada", "password": "not this one at all"}, 401)
    assert (await elsewhere.post("/login", {"login": "ADA", "password": PASSWORD}))["login"] == "ada"
    mine = {line["id"] for line in await elsewhere.get("/tables?show=mine")}
    assert mine == {table["id"], other["id"]}

    sessions = await elsewhere.get("/me/sessions")
    assert [each["current"] for each in sessions].count(True) == 1
    (old,) = [each["id"] for each in sessions if not each["current"]]
    answer = await elsewhere.http.delete(f"/api/v1/me/sessions/{old}")
    assert answer.status_code == 204
    assert (await ada.get("/me"))["login"] is None  # that browser is a guest again
    await elsewhere.http.post("/api/v1/logout")
    assert (await elsewhere.get("/me"))["login"] is None


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ab", PASSWORD),
        ("-ada", PASSWORD),
        ("a b c", PASSWORD),
        ("x" * 31, PASSWORD),
        ("ada", "short"),
        ("ada", "x" * 201),
    ],
)
async def test_what_is_no_login_or_password_is_refused(server, login, password):
    await server.guest().post("/accounts", {"login": login, "password": password}, 400)


async def test_a_taken_login_is_taken_in_any_case(server):
    await account(server, "ada")
    await server.guest().post("/accounts", {"login": "ADA", "password": PASSWORD}, 409)


async def test_recovery_codes_open_once_and_end_all_sessions(server):
    ada, codes = await account(server, "ada")
    new = "another fjord, further north"
    lost = server.guest()
    await lost.post("/recover", {"login": "ada", "code": "0000-0000-0000-0000", "password": new}, 401)
    assert (await lost.post("/recover", {"login": "ada", "code": codes[0], "password": new}))[
        "login"
    ] == "ada"
    assert (await ada.get("/me"))["login"] is None
    again = {"login": "ada", "code": codes[0], "password": PASSWORD}
    await server.guest().post("/recover", again, 401)
    await server.guest().post("/login", {"login": "ada", "password": PASSWORD}, 401)
    await server.guest().post("/login", {"login": "ada", "password": new})


async def test_the_time_of_an_answer_does_not_tell_whether_there_is_such_an_account(server, monkeypatch):
    from fimbul.server.limits import LIMITS

    monkeypatch.setitem(LIMITS, "login", (10_000, 10_000))
    await account(server, "ada")
    hashed = []
    verify = server.services.accounts.verify

    async def counting(secret, password):
        hashed.append(secret.split("$")[1:4])
        return await verify(secret, password)

    monkeypatch.setattr(server.services.accounts, "verify", counting)
    for login in ("ada", "nobody"):
        problem = await server.guest().post("/login", {"login": login, "password": "wrong password"}, 401)
        assert problem["detail"] == "The login or the password is wrong."
    assert len(hashed) == 2
    assert hashed[0] == hashed[1]  # the same work with the same parameters for both


async def test_who_guesses_is_stopped_and_locks_nobody_else_out(server, monkeypatch):
    from fimbul.server.limits import LIMITS, Limits

    await account(server, "ada")
    monkeypatch.setitem(LIMITS, "login", (3, 1000))
    monkeypatch.setattr("fimbul.server.limits.WINDOW", 10**9)
    eve, wrong = server.guest(), {"login": "ada", "password": "wrong but long enough"}
    for _ in range(3):
        await eve.post("/login", wrong, 401)
    await eve.post("/login", wrong | {"login": " ADA "}, 429)
    await eve.post("/recover", wrong | {"code": "0000"}, 429)
    elsewhere = Limits.count  # the owner comes from another address

    async def from_elsewhere(self, what, person, address):
        await elsewhere(self, what, (person or "").replace(address, "192.0.2.9"), "192.0.2.9")

    monkeypatch.setattr(Limits, "count", from_elsewhere)
    await server.guest().post("/login", {"login": "ada", "password": PASSWORD})


async def test_a_token_acts_for_its_owner_until_it_is_ended(server):
    ada, _ = await account(server, "ada")
    token = await ada.post("/me/tokens", {"name": "my bot"})
    program = server.guest()
    program.http.headers["authorization"] = f"Bearer {token['secret']}"
    assert (await program.get("/me"))["login"] == "ada"
    table = await program.table("me", "open")
    assert (await ada.get(f"/tables/{table['id']}"))["me"] == 0
    await ada.http.delete(f"/api/v1/me/sessions/{token['id']}")
    await program.get("/me", 401)
    program.http.headers["authorization"] = "Bearer fimbul_made_up"
    await program.get("/me", 401)
    await server.guest().post("/me/tokens", {"name": "x"}, 401)


async def test_ratings_move_once_and_are_listed(server, monkeypatch):
    ada, _ = await account(server, "ada")
    ben, _ = await account(server, "ben")
    made = await ada.table("me", "open", options={"first": 0}, rated=True)
    place = f"/tables/{made['id']}"
    await server.guest().post(f"{place}/join", {}, 403)
    await ben.post(f"{place}/join", {})
    for ply, mover in enumerate((ada, ben)):
        frame = (await mover.get(place))["frame"]
        await mover.post(f"{place}/actions", {"ply": ply, "action": frame["actions"][0]["text"]})
    await ada.post(f"{place}/hint", None, 409)
    await ben.post(f"{place}/resign")
    winner, loser = await ada.get("/people/ada"), await ada.get("/people/ben")
    assert winner["ratings"]["fimbulvetr"]["rating"] > 1500 > loser["ratings"]["fimbulvetr"]["rating"]
    assert winner["tallies"] == [
        {"game": "fimbulvetr", "level": "", "games": 1, "won": 1, "drawn": 0, "lost": 0}
    ]
    (game,) = await ben.get("/people/ben/games")
    assert (game["score"], game["rated"], game["before"]) == (0.0, True, 1500.0)
    row = await server.services.store.tables.get(made["id"])
    await server.services.ratings.count(row, find_game("fimbulvetr"))  # as if another process counted too
    assert await ada.get("/people/ada") == winner
    monkeypatch.setattr(ratings, "SURE", 400.0)
    assert [line["player"] for line in await ada.get("/games/fimbulvetr/leaders")] == ["ada", "ben"]
    await ada.post("/tables", {"game": "fimbulvetr", "rated": True, "seed": 3}, 400)
    await server.guest().post("/tables", {"game": "fimbulvetr", "rated": True}, 400)


async def test_a_game_that_was_broken_off_counts_for_nothing(server):
    ada, _ = await account(server, "ada")
    ben, _ = await account(server, "ben")
    place = f"/tables/{(await ada.table('me', 'open', options={'first': 0}, rated=True))['id']}"
    await ben.post(f"{place}/join", {})
    frame = (await ada.get(place))["frame"]
    await ada.post(f"{place}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
    await ada.post(f"{place}/requests", {"kind": "abort"})
    answer = await ben.http.put(f"/api/v1{place}/requests", json={"kind": "abort", "yes": True})
    assert answer.json()["finished"]
    profile = await ada.get("/people/ada")
    assert (profile["ratings"], profile["tallies"]) == ({}, [])


async def test_a_free_for_all_is_rated_as_duels_and_bots_are_rated_too(server, monkeypatch):
    ada, _ = await account(server, "ada")
    ben, _ = await account(server, "ben")
    made = await ada.table("me", "open", "casual", game="valknut", rated=True)
    await ben.post(f"/tables/{made['id']}/join", {})
    row = (await server.services.store.tables.get(made["id"])).twin()
    row.ply, row.finished, row.outcome = 1, True, {"scores": [0.5, 1.0, 0.0]}
    await server.services.ratings.count(row, find_game("valknut"))
    monkeypatch.setattr(ratings, "SURE", 400.0)
    lines = await ada.get("/games/valknut/leaders")
    assert [line["player"] for line in lines] == ["ben", "ada", "bot:casual"]
    assert [line["rating"] > 1500 for line in lines] == [True, False, False]
    # Ada won one duel and lost one: nothing is known of her but that.
    assert lines[1]["rating"] == 1500
    assert (await ada.get("/people/ada"))["tallies"] == [
        {"game": "valknut", "level": "", "games": 1, "won": 0, "drawn": 1, "lost": 0}
    ]


async def test_a_game_that_all_win_or_lose_together_is_counted_by_its_difficulty(server):
    ada, _ = await account(server, "ada")
    for scores in ([1.0], [0.0], [1.0]):
        made = await ada.table("me", game="fate", options={"monster_die": True})
        row = (await server.services.store.tables.get(made["id"])).twin()
        row.ply, row.finished, row.outcome = 1, True, {"scores": scores}
        await server.services.ratings.count(row, find_game("fate"))
    told = await ada.get("/people/ada")
    assert told["ratings"] == {}
    (tally,) = told["tallies"]
    assert (tally["game"], tally["games"], tally["won"], tally["lost"]) == ("fate", 3, 2, 1)
    assert tally["level"] == "short, monster die"


def test_what_makes_a_game_harder_is_among_its_options():
    for slug in SLUGS:
        game = find_game(slug)
        assert set(game.difficulty) <= set(game.Options.__struct_fields__), slug
        assert bool(game.difficulty) == game.cooperative, slug


def test_glicko_2_as_in_glickmans_example():
    player = ratings.Rating(1500, 200, 0.06)
    others = [ratings.Rating(1400, 30), ratings.Rating(1550, 100), ratings.Rating(1700, 300)]
    after = ratings.rated(player, others, [1.0, 0.0, 0.0])
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert ratings.rested(after, 0).deviation == pytest.approx(after.deviation)
    year = ratings.Rating(1500, 60, 0.06, 9, 1)
    assert ratings.rested(year, 1 + 365 * 24 * 3600).deviation > 60


async def test_friends_tables_and_blocked_people(server):
    ada, _ = await account(server, "ada")
    ben, _ = await account(server, "ben")
    eve, _ = await account(server, "eve")
    assert (await ada.http.put("/api/v1/me/ties/ben", json={"kind": "friend"})).status_code == 204
    assert (await ada.http.put("/api/v1/me/ties/eve", json={"kind": "blocked"})).status_code == 204
    assert (await ada.http.put("/api/v1/me/ties/ada", json={"kind": "friend"})).status_code == 400
    assert (await ada.http.put("/api/v1/me/ties/zoe", json={"kind": "friend"})).status_code == 404
    assert {(each["login"], each["kind"], each["mutual"]) for each in await ada.get("/me/ties")} == {
        ("ben", "friend", False),
        ("eve", "blocked", False),
    }
    table = (await ada.table("me", "open", access="friends"))["id"]
    assert [line["id"] for line in await ben.get("/tables")] == [table]
    for stranger in (eve, server.guest()):
        assert await stranger.get("/tables") == []
        await stranger.get(f"/tables/{table}", 403)
        await stranger.post(f"/tables/{table}/join", {}, 403)
    assert (await ben.post(f"/tables/{table}/join", {}))["me"] == 1
    open_one = (await ada.table("me", "open"))["id"]
    assert await eve.get("/tables") == []
    await eve.post(f"/tables/{open_one}/join", {}, 403)
    assert (await eve.http.post("/api/v1/people/ada/report", json={"text": "unkind"})).status_code == 204
    await eve.post("/people/ada/report", {"text": "unkind", "table": "none\x1b[2J"}, 404)
    await eve.post("/people/ada/report", {"text": "here too", "table": open_one}, 204)
    told = await server.services.store.people.reports()
    assert [(each.text, each.table_id) for each in told] == [("unkind", None), ("here too", open_one)]


async def test_a_private_table_is_read_by_nobody_else(server):
    ada, eve = server.guest(), server.guest()
    made = await ada.table("me", "open", access="private")
    table = made["id"]
    await eve.get("/me")
    looks = ("", "/log", "/frames/0", "/frames/0.svg", "/frames/0/reach?node=x", "/record.saga")
    for path in (*looks, "/chronicle", "/review", "/reasons/1"):
        answer = await eve.http.get(f"/api/v1/tables/{table}{path}")
        assert answer.status_code == 403, path
    await eve.post(f"/tables/{table}/fork", {"ply": 0}, 403)
    await eve.post(f"/tables/{table}/talk", {"text": "hi"}, 403)
    await eve.post(f"/tables/{table}/variation", {"ply": 0, "actions": []}, 403)
    async with eve.sit(table) as seat:
        assert "private" in (await seat.hear())["reason"]
    for show in ("open", "watch", "finished"):
        assert await eve.get(f"/tables?show={show}") == []
    assert (await eve.get(f"/tables/{table}?invite={made['invite']}"))["id"] == table


@pytest.mark.parametrize("access", ["private", "open"])
async def test_who_was_sent_away_stays_away(server, access):
    ada, ben = server.guest(), server.guest()
    made = await ada.table("me", "open", access=access)
    table, old = made["id"], {"invite": made["invite"]}
    await ben.post(f"/tables/{table}/join", old)
    async with ben.sit(table) as seat:
        await seat.hear("table")
        new = (await ada.post(f"/tables/{table}/kick", {"seat": 1}))["invite"]
        if access == "private":
            assert "sent you away" in (await seat.hear("bye"))["reason"]
    for invitation in (old, {}):
        await ben.post(f"/tables/{table}/join", invitation, 403)
    await ben.get(f"/tables/{table}", 403 if access == "private" else 200)
    assert (await ben.post(f"/tables/{table}/join", {"invite": new}))["me"] == 1  # the host has thought again


async def test_who_ends_a_session_ends_what_it_has_open(server):
    ada, _ = await account(server, "ada")
    table = (await ada.table("me", "random", options={"first": 0}))["id"]
    thief = server.guest()
    await thief.post("/login", {"login": "ada", "password": PASSWORD})
    token = await ada.post("/me/tokens", {"name": "lost"})
    async with thief.sit(table) as stolen, ada.sit(table) as own:
        frame = (await stolen.hear("table"))["table"]["frame"]
        await own.hear("table")
        (other,) = [
            each["id"]
            for each in await ada.get("/me/sessions")
            if not each["current"] and each["id"] != token["id"]
        ]
        await ada.http.delete(f"/api/v1/me/sessions/{other}")
        assert "ended" in (await stolen.hear("bye"))["reason"]
        await own.act(frame)
        assert (await own.hear("frame"))["frame"]["ply"] == 1
        await server.services.store.people.ban((await ada.get("/me"))["id"], "unkind")
        await server.services.tidy()  # as an admin's ban at another process is found out
        assert "ended" in (await own.hear("bye"))["reason"]


async def test_a_token_does_not_rule_over_its_account(server):
    ada, _ = await account(server, "ada")
    program = server.guest()
    secret = (await ada.post("/me/tokens", {"name": "my bot"}))["secret"]
    program.http.headers["authorization"] = f"Bearer {secret}"
    await program.post("/me/tokens", {"name": "another"}, 403)
    await program.post("/me/recovery-codes", {}, 403)
    await program.post("/me/passkeys/options", {}, 403)
    await program.post("/me/forget", {"password": PASSWORD}, 403)
    body = {"old": PASSWORD, "new": "another long fjord"}
    assert (await program.http.put("/api/v1/me/password", json=body)).status_code == 403
    (session,) = [each for each in await ada.get("/me/sessions") if each["current"]]
    assert (await program.http.delete(f"/api/v1/me/sessions/{session['id']}")).status_code == 403
    assert (await ada.get("/me"))["login"] == "ada"


async def test_export_tells_all_and_forgetting_leaves_only_the_games(server):
    ada, _ = await account(server, "ada")
    table = (await ada.table("me", "open"))["id"]
    await ada.http.post(f"/api/v1/tables/{table}/talk", json={"text": "Hail"})
    told = await ada.get("/me/export")
    assert told["person"][0]["login"] == "ada"
    assert told["talk"][0]["text"] == "Hail"
    assert told["seats"][0]["table_id"] == table
    assert told["opened_tables"][0]["id"] == table
    whole, row = str(told), await server.services.store.tables.get(table)
    for secret in ("argon2", row.invite, str(row.seed), row.salt):
        assert secret not in whole
    await ada.post("/me/forget", {"password": "wrong"}, 401)
    assert (await ada.http.post("/api/v1/me/forget", json={"password": PASSWORD})).status_code == 204
    sheet = await server.guest().get(f"/tables/{table}")
    assert (sheet["seats"][0]["name"], sheet["chat"]) == ("Somebody who left", [])
    await server.guest().get("/people/ada", 404)
    await server.guest().post("/accounts", {"login": "ada", "password": PASSWORD})


async def test_two_who_seek_are_paired_and_hear_of_it(server):
    ada, ben = server.guest(), server.guest()
    wish = {"game": "fimbulvetr", "pace": {"kind": "fischer", "base": 600, "increment": 5}}
    await ada.get("/lobby/seek", 404)
    assert (await ada.post("/lobby/seek", wish))["table"] is None
    assert (await ada.post("/lobby/seek", wish))["table"] is None  # not with oneself
    assert (await ben.post("/lobby/seek", {"game": "fimbulvetr"}))["table"] is None  # another pace
    async with listening(ada) as lobby:
        assert (await lobby.hear())["type"] == "tables"
        table = (await ben.post("/lobby/seek", wish))["table"]
        assert table is not None
        assert (await lobby.hear("paired"))["table"] == table
    assert (await ada.get("/lobby/seek"))["table"] == table
    sheets = [await guest.get(f"/tables/{table}") for guest in (ada, ben)]
    assert {sheet["me"] for sheet in sheets} == {0, 1}
    (runs,) = sheets[0]["clock"]["running"]
    assert sheets[0]["clock"]["left"][1 - runs] == 600_000
    assert 0 < sheets[0]["clock"]["left"][runs] <= 600_000
    assert not sheets[0]["rated"]
    assert (await ada.http.delete("/api/v1/lobby/seek")).status_code == 204
    await ada.get("/lobby/seek", 404)


def listening(guest):
    """The lobby's websocket."""

    @asynccontextmanager
    async def opened():
        cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        address = f"{guest.address.replace('http', 'ws', 1)}/api/v1/lobby/live"
        async with websockets.connect(address, additional_headers={"Cookie": cookie}) as line:
            yield Seat(line)

    return opened()


async def test_an_address_has_room_for_so_many_lines_in_the_lobby_too(server, monkeypatch):
    monkeypatch.setattr("fimbul.server.services.MOST_SOCKETS", 2)
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "open"))["id"]
    await ben.get("/me")
    async with ada.sit(table) as seat, listening(ada) as lobby:
        await seat.hear("table")
        assert (await lobby.hear())["type"] == "tables"
        async with listening(ben) as third:
            assert "too many" in (await third.hear())["reason"]
    while server.services.sockets:
        await ben.get("/me")
    async with listening(ben) as line:
        assert (await line.hear())["type"] == "tables"


async def test_whoever_waits_in_the_lobby_hears_of_every_change_of_the_list(server):
    ada, ben = server.guest(), server.guest()
    await ada.get("/me")
    async with listening(ada) as lobby:
        assert (await lobby.hear())["type"] == "tables"
        for _ in range(3):  # one soon after the other: each is told, or told with the next
            table = (await ben.table("me", "open", access="open"))["id"]
            assert (await lobby.hear())["type"] == "tables"
            assert table in [line["id"] for line in await ada.get("/tables")]


async def test_a_banned_account_is_kept_out(server):
    ada, _ = await account(server, "ada")
    person = (await ada.get("/me"))["id"]
    await server.services.store.people.ban(person, "unkind to newcomers")
    assert (await ada.get("/me"))["login"] is None
    problem = await server.guest().post("/login", {"login": "ada", "password": PASSWORD}, 403)
    assert "unkind" in problem["detail"]
    await server.services.store.people.ban(person, None)
    await server.guest().post("/login", {"login": "ada", "password": PASSWORD})
