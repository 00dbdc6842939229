"""At the table: clocks, draws, breaking off, votes, plans, handing over, giving up among several."""

import sys
import types

import pytest
from sqlalchemy import update
from tests.core.toys import Cairn, Ravens
from tests.server.conftest import serving

from fimbul.core import Record, verify
from fimbul.core.dice import commitment
from fimbul.games import game as find_game
from fimbul.server import agreements, clocks
from fimbul.server.clocks import DAY, Pace, checked_pace, fallen, tick
from fimbul.server.store import SeatRow, TableRow, now, now_ms
from fimbul.server.store.schema import tables


async def two_people(server, **more):
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "open", options={"first": 0}, **more))["id"]
    await ben.post(f"/tables/{table}/join", {})
    return ada, ben, f"/tables/{table}"


async def act(guest, place, choice=0):
    frame = (await guest.get(place))["frame"]
    text = frame["actions"][choice % len(frame["actions"])]["text"]
    return await guest.post(f"{place}/actions", {"ply": frame["ply"], "action": text})


# ---- time


def row(*kinds, pace=None, to_act=(0,)):
    seats = [SeatRow(seat, kind) for seat, kind in enumerate(kinds)]
    return TableRow(
        id="t",
        game="g",
        rules="1",
        options={},
        seed=1,
        invite="i",
        to_act=list(to_act),
        seats=seats,
        pace=pace,
    )


def test_a_fischer_clock_runs_for_whoever_is_to_act_and_gives_its_increment():
    table = row("person", "person", pace=checked_pace(Pace("fischer", 60, 5)))
    tick(table, 1_000)
    assert table.clock == {"left": [60_000, 60_000], "since": 1_000, "running": [0]}
    assert table.deadline == 61_000
    table.to_act = [0]  # a turn of several actions
    tick(table, 3_000)
    assert table.clock["left"] == [58_000, 60_000]
    table.to_act = [1]
    tick(table, 4_000, acted=True)
    assert table.clock["left"] == [62_000, 60_000]
    assert (table.deadline, fallen(table, 63_999), fallen(table, 64_000)) == (64_000, [], [1])
    table.finished, table.to_act = True, []
    tick(table, 5_000)
    assert table.deadline is None


def test_only_who_has_acted_gets_an_increment():
    table = row("person", "person", pace=checked_pace(Pace("fischer", 60, 5)))
    tick(table, 0)
    table.to_act = [1]
    tick(table, 1_000, acted=True)
    table.to_act = [0]  # the first action was taken back
    tick(table, 3_000)
    assert table.clock["left"] == [64_000, 58_000]


def test_while_a_seat_is_open_all_clocks_stand_and_nobody_gains_time_by_getting_up():
    table = row("person", "person", pace=checked_pace(Pace("fischer", 60, 5)))
    tick(table, 0)
    table.to_act, table.ply = [1], 1
    tick(table, 20_000, acted=True)
    table.seats[1].kind = "open"
    clocks.stand(table, 50_000)
    assert (table.clock["left"], table.clock["running"], table.deadline) == ([45_000, 30_000], [], None)
    table.seats[1].kind = "person"
    tick(table, 90_000)
    assert (table.clock["left"], table.deadline) == ([45_000, 30_000], 120_000)


def test_a_clock_that_nobody_has_acted_under_starts_anew():
    table = row("person", "person", pace=checked_pace(Pace("fischer", 60, 5)))
    tick(table, 0)
    table.seats[1].kind = "open"
    clocks.stand(table, 50_000)
    assert (table.clock, table.deadline) == (None, None)


def test_days_start_anew_and_wait_for_open_seats_and_bots():
    table = row("person", "open", pace=checked_pace(Pace("days", days=2)))
    tick(table, 0)
    assert table.clock is None
    table.seats[1].kind = "bot"
    tick(table, 0)
    assert table.deadline == 2 * DAY
    table.to_act = [1]
    tick(table, DAY)
    assert (table.clock["left"][0], table.deadline) == (2 * DAY, None)
    table.to_act = [0]
    tick(table, DAY)
    clocks.grant(table, 0, 10 * DAY)
    assert table.deadline == 10 * DAY


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "fischer"},
        {"kind": "fischer", "base": 60, "days": 1},
        {"kind": "days"},
        {"kind": "days", "days": 31},
        {"kind": "hourglass"},
        {"kind": "fischer", "base": 60, "increment": -1},
    ],
)
async def test_a_pace_that_cannot_be_is_refused(server, pace):
    await server.guest().post("/tables", {"game": "fimbulvetr", "pace": pace}, 400)


async def test_a_flag_falls_by_itself_and_after_a_restart(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        ada, ben, place = await two_people(server, pace={"kind": "fischer", "base": 10})
        await act(ada, place)
        name = place.split("/")[-1]
        live = server.services.tables.live[name].row
        clock = server.services.tables.live[name].row.clock
        assert (await ben.get(place))["clock"]["running"] == [1]
        assert clock["left"][0] <= 10_000
        stored = live.twin()
        stored.clock["since"] -= 20_000  # as if the server had been away that long
        stored.deadline -= 20_000
        await server.services.store.tables.save(stored)
        server.services.tables.live[name].row = stored
        cookies = ben.http.cookies
    async with serving(tmp_path) as server:
        ben = server.guest()
        ben.http.cookies = cookies
        async with ben.sit(name) as seat:
            sheet = (await seat.hear("table"))["table"]
            while not sheet["finished"]:
                sheet = (await seat.hear("table"))["table"]
        assert sheet["outcome"]["scores"] == [1.0, 0.0]
        assert "ran out of time" in sheet["outcome"]["reason"]


async def test_a_table_that_cannot_be_replayed_holds_no_flag_up(server):
    pace = {"kind": "fischer", "base": 10}
    _, ben, place = await two_people(server, pace=pace)
    eve, old = server.guest(), await server.guest().table("me", "random", pace=pace)
    store, late = server.services.store.tables, now_ms() - 60_000
    async with store.database.writing() as connection:
        await connection.execute(update(tables).where(tables.c.id == old["id"]).values(rules="0"))
    for number, name in enumerate((old["id"], place.split("/")[-1])):
        row = (await store.get(name)).twin()
        row.clock["since"] = row.deadline = late + number
        row.clock["left"] = [0] * len(row.seats)
        await store.save(row)
        server.services.tables.live.pop(name)
        server.services.tables.known.pop(name, None)
    while not (await ben.get(place))["finished"]:
        pass
    assert not await store.due(now_ms())
    await eve.get(f"/tables/{old['id']}", 410)


async def test_who_hands_a_seat_over_and_takes_it_again_has_no_more_time_than_before(server):
    ada, ben, place = await two_people(server, pace={"kind": "fischer", "base": 600})
    await act(ada, place)
    table = server.services.tables.live[place.split("/")[-1]]
    table.row.clock["since"] -= 300_000
    invite = (await ben.post(f"{place}/hand-over"))["invite"]
    clock = (await ben.post(f"{place}/join", {"invite": invite}))["clock"]
    assert clock["left"][1] <= 300_000
    assert clock["running"] == [1]


async def test_a_holiday_holds_the_flag_up(server):
    ada = server.guest()
    await ada.post("/accounts", {"login": "ada", "password": "a long and winding fjord"})
    table = (await ada.table("me", "random", options={"first": 0}, pace={"kind": "days", "days": 1}))["id"]
    answer = await ada.http.put("/api/v1/me/settings", json={"vacation_until": now() + 20 * 86400})
    assert answer.status_code == 200
    assert (
        await ada.http.put("/api/v1/me/settings", json={"vacation_until": now() + 99 * 86400})
    ).status_code == 400
    live = server.services.tables.live[table]
    live.row.clock["since"] -= 2 * DAY
    live.row.deadline -= 2 * DAY
    await server.services.store.tables.save(live.row)
    await server.services.watch_clocks()
    assert not live.row.finished
    assert live.row.deadline > (now() + 19 * 86400) * 1000


# ---- agreements


async def test_a_draw_is_offered_declined_and_agreed(server):
    ada, ben, place = await two_people(server)
    await act(ada, place)
    async with ben.sit(place.split("/")[-1]) as seat:
        await seat.hear("table")
        assert await ada.post(f"{place}/requests", {"kind": "draw"}) == {"done": False, "asked": True}
        asked = await seat.hear("ask")
        assert (asked["kind"], asked["seat"]) == ("draw", 0)
        await ada.http.put(f"/api/v1{place}/requests", json={"kind": "draw", "yes": True})  # not one's own
        assert not (await ada.get(place))["finished"]
        await seat.send("answer", kind="draw", yes=False)
        while (await ben.get(place))["requests"]:
            pass
        await ada.post(f"{place}/requests", {"kind": "draw"})
        await seat.hear("ask")
        await seat.send("answer", kind="draw", yes=True)
        sheet = (await seat.hear("table"))["table"]
    assert sheet["outcome"]["scores"] == [0.5, 0.5]
    await server.guest().post(f"{place}/requests", {"kind": "draw"}, 403)
    await ada.post(f"{place}/requests", {"kind": "draw"}, 409)


async def test_a_move_makes_an_offer_void(server):
    ada, ben, place = await two_people(server)
    await ada.post(f"{place}/requests", {"kind": "draw"})
    await act(ada, place)
    answer = await ben.http.put(f"/api/v1{place}/requests", json={"kind": "draw", "yes": True})
    assert answer.status_code == 409


async def test_against_bots_alone_nobody_agrees_to_a_draw_and_a_rated_game_is_not_broken_off(server):
    ada = server.guest()
    await ada.post("/accounts", {"login": "ada", "password": "a long and winding fjord"})
    for rated in (False, True):
        table = await ada.table("me", "random", rated=rated, options={"first": 0})
        place = f"/tables/{table['id']}"
        if rated:
            await ada.post(f"{place}/requests", {"kind": "abort"})  # nothing has happened yet
            assert (await ada.get(place))["finished"]
            table = await ada.table("me", "random", rated=True, options={"first": 0})
            place = f"/tables/{table['id']}"
        await act(ada, place)
        await ada.post(f"{place}/requests", {"kind": "draw"}, 409)
        if rated:
            await ada.post(f"{place}/requests", {"kind": "abort"}, 409)
        assert not (await ada.get(place))["finished"]


async def test_a_game_is_broken_off_by_consent(server):
    ada, ben, place = await two_people(server)
    await ben.post(f"{place}/requests", {"kind": "abort"})
    done = await ada.http.put(f"/api/v1{place}/requests", json={"kind": "abort", "yes": True})
    assert done.json()["finished"]
    assert done.json()["outcome"]["scores"] == [0.0, 0.0]


async def test_a_seat_is_handed_over_and_taken_by_whoever_has_the_link(server):
    ada, ben, place = await two_people(server)
    cid = server.guest()
    await act(ada, place)
    invite = (await ben.post(f"{place}/hand-over"))["invite"]
    assert (await cid.post(f"{place}/join", {"invite": invite}))["me"] == 1
    await act(cid, place)


# ---- several


async def three(server):
    """Three people at a table of Valknut, after a first action of each that comes first."""
    people = [server.guest() for _ in range(3)]
    made = await people[0].table("me", "open", "open", game="valknut")
    place = f"/tables/{made['id']}"
    for guest in people[1:]:
        await guest.post(f"{place}/join", {})
    acted = set()
    while acted != {0, 1, 2}:
        frame = (await people[0].get(place))["frame"]
        mover = frame["to_act"][0]
        await act(people[mover], place)
        acted.add(mover)
    return people, place


async def test_one_of_several_gives_up_and_the_others_play_on(server):
    people, place = await three(server)
    sheet = await people[1].post(f"{place}/resign")
    assert (sheet["finished"], sheet["me"]) == (False, None)
    assert (sheet["seats"][1]["kind"], sheet["seats"][1]["resigned"]) == ("bot", True)
    plies = sheet["plies"]
    await people[0].post(f"{place}/requests", {"kind": "abort"})
    await people[2].http.put(f"/api/v1{place}/requests", json={"kind": "abort", "yes": True})
    text = (await people[0].http.get(f"/api/v1{place}/record.saga")).text
    record = Record.parse(text)
    assert text.startswith("fimbul-saga 2\n")
    assert record.resigned == [(1, plies)]
    assert record.ended.reason == "The game was broken off."
    verify(record, find_game("valknut"))
    told = await people[0].get(place)
    assert commitment(record.dice.table, record.dice.salt, record.seed) == told["seed_hash"]


async def test_a_bot_takes_the_seat_of_somebody_who_left_if_the_others_agree(server, monkeypatch):
    people, place = await three(server)
    name = place.split("/")[-1]
    async with people[1].sit(name) as seat:
        await seat.hear("table")
        await people[0].post(f"{place}/requests", {"kind": "replace", "target": 1}, 409)
    while server.services.tables.live[name].present()[0]:
        await people[0].get("/me")
    await people[0].post(f"{place}/requests", {"kind": "replace", "target": 1}, 409)  # they may come back
    monkeypatch.setattr(agreements, "AWAY", 0.0)
    assert (await people[0].post(f"{place}/requests", {"kind": "replace", "target": 1}))["asked"]
    answer = await people[2].http.put(f"/api/v1{place}/requests", json={"kind": "replace", "yes": True})
    assert answer.json()["seats"][1]["kind"] == "bot"
    await people[0].post(f"{place}/requests", {"kind": "replace", "target": 0}, 404)


async def test_where_a_move_has_days_or_the_game_is_rated_nobody_is_replaced_so_soon(server, monkeypatch):
    monkeypatch.setattr(agreements, "AWAY", 0.0)
    ada, ben, place = await two_people(server, pace={"kind": "days", "days": 3})
    await act(ada, place)
    await ada.post(f"{place}/requests", {"kind": "replace", "target": 1}, 409)
    for guest, login in ((ada, "ada"), (ben, "ben")):
        await guest.post("/accounts", {"login": login, "password": "a long and winding fjord"})
    rated = await ada.table("me", "open", rated=True, options={"first": 0})
    place = f"/tables/{rated['id']}"
    await ben.post(f"{place}/join", {})
    await act(ada, place)
    await ada.post(f"{place}/requests", {"kind": "replace", "target": 1}, 409)
    assert not (await ada.get(place))["finished"]


# ---- plans


async def test_a_planned_answer_is_played_at_once(server):
    ada, ben, place = await two_people(server)
    first = (await ada.get(place))["frame"]["actions"][0]["text"]
    game, state = find_game("fimbulvetr"), None
    live = server.services.tables.live[place.split("/")[-1]]
    state = live.match.state.copy()
    state.play(game.parse(first), 0)
    answer = str(state.legal(1)[0])
    planned = await ben.http.put(f"/api/v1{place}/plans", json={"lines": [[first, answer]]})
    assert planned.status_code == 200
    assert (await ben.get(place))["plans"] == [[first, answer]]
    assert (await ada.get(place))["plans"] == []  # nobody else's business
    await ada.post(f"{place}/actions", {"ply": 0, "action": first})
    sheet = await ada.get(place)
    assert (sheet["plies"], sheet["frame"]["to_act"]) == (2, [0])
    for wrong in ([["x"]], [[first]], [["nonsense(1)", first]]):
        answered = await ben.http.put(f"/api/v1{place}/plans", json={"lines": wrong})
        assert answered.status_code == 400


async def test_what_somebody_has_planned_leaves_the_seat_with_them(server):
    ada, ben, place = await two_people(server)
    eve = server.guest()
    first = (await ada.get(place))["frame"]["actions"][0]["text"]
    state = server.services.tables.live[place.split("/")[-1]].match.state.copy()
    state.play(find_game("fimbulvetr").parse(first), 0)
    lines = [[first, str(state.legal(1)[0])]]
    await ben.http.put(f"/api/v1{place}/plans", json={"lines": lines})
    await ada.http.put("/api/v1/me", json={"name": "Ada"})
    assert (await ben.get(place))["plans"] == lines
    invite = (await ben.post(f"{place}/hand-over"))["invite"]
    assert (await eve.post(f"{place}/join", {"invite": invite}))["plans"] == []
    await ada.post(f"{place}/actions", {"ply": 0, "action": first})
    assert (await eve.get(place))["frame"]["to_act"] == [1]


@pytest.fixture
def toys(monkeypatch):
    monkeypatch.setattr(sys.modules["fimbul.games"], "SLUGS", ("fimbulvetr", "ravens", "cairn"))
    for toy in (Ravens(), Cairn()):
        monkeypatch.setitem(sys.modules, f"fimbul.games.{toy.slug}", types.SimpleNamespace(GAME=toy))
    find_game.cache_clear()
    yield
    find_game.cache_clear()


async def test_in_a_game_of_secrets_nothing_is_planned(toys, server):
    ada = server.guest()
    table = (await ada.table("me", "open", game="ravens"))["id"]
    answer = await ada.http.put(f"/api/v1/tables/{table}/plans", json={"lines": []})
    assert answer.status_code == 409


# ---- far games


async def test_a_long_game_is_opened_and_stepped_through_from_snapshots(tmp_path, monkeypatch):
    from fimbul.server import tables
    from fimbul.table import history

    monkeypatch.setattr(history, "EVERY", 5)
    monkeypatch.setattr(tables, "EVERY", 5)
    async with serving(tmp_path) as server:
        ada, ben = server.guest(), server.guest()
        place = f"/tables/{(await ada.table('me', 'open', game='valknut', seed=1))['id']}"
        await ben.post(f"{place}/join", {})
        players, frames = (ada, ben), []
        for number in range(23):
            frame = (await ada.get(place))["frame"]
            await act(players[frame["to_act"][0]], place, number * 5)
            frames.append((await ada.get(place))["frame"])
        name = place.split("/")[-1]
        assert await server.services.store.tables.snapshot_plies(name) == {5, 10, 15, 20}
        cookies = ada.http.cookies
    async with serving(tmp_path) as server:
        ada = server.guest()
        ada.http.cookies = cookies
        applied = []
        kind = find_game("valknut").State
        take = kind.take

        def counting(self, action, seat):
            applied.append(action)
            return take(self, action, seat)

        monkeypatch.setattr(kind, "take", counting)
        for ply in (23, 22, 11, 3, 12, 20):
            applied.clear()
            shown = await ada.get(f"{place}/frames/{ply}")
            assert (shown["ply"], shown["log"]) == (ply, frames[ply - 1]["log"])
            assert len(applied) <= 10, ply
        assert len(await ada.get(f"{place}/log")) == sum(len(frame["log"]) for frame in frames)
