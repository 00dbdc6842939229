"""Several servers and workers on one PostgreSQL: one club, whichever server people come to."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.exc import IntegrityError
from tests.server.conftest import PATIENCE, Guest, serving

from fimbul.server.bus import Bus, PostgresBackend
from fimbul.server.problems import as_problem
from fimbul.server.store import Spoken


@asynccontextmanager
async def two(tmp_path, database, **more):
    """Two servers on one database."""
    async with (
        serving(tmp_path, database=database, **more) as first,
        serving(tmp_path, database=database, **more) as second,
    ):
        yield first, second


def at(server, guest):
    """The same person at another server."""
    twin = Guest(server.address)
    twin.http.cookies = guest.http.cookies
    server.guests.append(twin)
    return twin


async def seated(first, second):
    """Two people at one table, each at a server of their own."""
    ada, ben = first.guest(), second.guest()
    table = (await ada.table("me", "open", options={"first": 0}))["id"]
    await ben.post(f"/tables/{table}/join", {})
    return ada, ben, table


async def test_people_at_two_servers_play_talk_and_see_each_other(tmp_path, database):
    async with two(tmp_path, database) as (first, second):
        ada, ben, table = await seated(first, second)
        async with ada.sit(table, "?presence=1") as one, ben.sit(table) as other:
            frame = (await one.hear("table"))["table"]["frame"]
            theirs = (await other.hear("table"))["table"]["frame"]
            while (await one.hear("presence"))["seats"] != [0, 1]:
                pass
            for ply in range(1, 7):
                await (one if ply % 2 else other).act(frame if ply % 2 else theirs)
                frame, theirs = [(await seat.hear("frame"))["frame"] for seat in (one, other)]
                assert frame["ply"] == theirs["ply"] == ply
            await other.send("chat", text="Hail")
            assert (await one.hear("chat"))["text"] == "Hail"
            await one.send("undo")
            await other.hear("ask_undo")
            await other.send("allow_undo", yes=True)
            sheets = [(await seat.hear("table"))["table"] for seat in (one, other)]
            while sheets[0]["epoch"] != 1:
                sheets[0] = (await one.hear("table"))["table"]
            while sheets[1]["epoch"] != 1:
                sheets[1] = (await other.hear("table"))["table"]
            assert [sheet["plies"] for sheet in sheets] == [4, 4]
            await one.send("resign")
            while not sheets[1]["finished"]:
                sheets[1] = (await other.hear("table"))["table"]
        board = sheets[0]["frame"]["scene"]["boards"][0]["ground"]
        assert await second.guest().get(f"/boards/{board}") == await first.guest().get(f"/boards/{board}")


async def test_of_twenty_who_race_for_a_ply_at_two_servers_one_wins(tmp_path, database):
    async with two(tmp_path, database, workers=0) as (first, second):
        ada, ben, table = await seated(first, second)
        people = [(ada, at(second, ada)), (at(first, ben), ben)]
        for ply in range(12):
            here, there = people[ply % 2]
            frame = (await here.get(f"/tables/{table}"))["frame"]
            choices = [choice["text"] for choice in frame["actions"]]
            tries = [
                (here, there)[number % 2].http.post(
                    f"/api/v1/tables/{table}/actions",
                    json={"ply": ply, "action": choices[number % len(choices)]},
                )
                for number in range(20)
            ]
            statuses = sorted(answer.status_code for answer in await asyncio.gather(*tries))
            assert statuses == [200] + [409] * 19
            sheets = [await guest.get(f"/tables/{table}") for guest in (here, there)]
            assert [sheet["plies"] for sheet in sheets] == [ply + 1] * 2


async def both(*calls):
    """Calls at once; their statuses, none of which is a failure."""
    answers = await asyncio.gather(*calls)
    assert all(answer.status_code < 500 for answer in answers), [answer.text[:200] for answer in answers]
    return [answer.status_code for answer in answers]


def sitting(sheet):
    """Who sits where, as everybody is told."""
    return [(seat["kind"], seat["name"], seat["resigned"]) for seat in sheet["seats"]]


async def agreed(table, *guests):
    """What people at different servers are told of a table, which is the same."""
    sheets = [await guest.get(f"/tables/{table}") for guest in guests]
    told = [
        (sitting(sheet), sheet["plies"], sheet["epoch"], sheet["outcome"], sheet["frame"]["to_act"])
        for sheet in sheets
    ]
    assert len({str(each) for each in told}) == 1, told
    return sheets[0]


@pytest.mark.parametrize("round_", range(3))
async def test_whatever_two_do_at_once_at_two_servers_one_thing_happens(tmp_path, database, round_):
    async with two(tmp_path, database, workers=0) as (first, second):
        ada, ben, eve = first.guest(), second.guest(), first.guest()
        for guest in (ben, eve):
            await guest.get("/me")

        async def begun(plies):
            table = (await ada.table("me", "open", options={"first": 0}))["id"]
            await ben.post(f"/tables/{table}/join", {})
            for ply in range(plies):
                mover = (ada, ben)[ply % 2]
                await call(mover, table, "actions", **await next_move(mover, table))
            return table

        async def next_move(guest, table):
            frame = (await guest.get(f"/tables/{table}"))["frame"]
            return {"ply": frame["ply"], "action": frame["actions"][round_]["text"]}

        def call(guest, table, what, **body):
            return guest.http.post(f"/api/v1/tables/{table}/{what}", json=body)

        table = (await ada.table("me", "open"))["id"]  # two want one seat
        assert sorted(await both(call(ben, table, "join"), call(eve, table, "join"))) == [200, 409]
        await agreed(table, ada, ben, eve)

        table = await begun(1)  # sent away, and acting for the first time
        move = call(ben, table, "actions", **await next_move(ben, table))
        await both(call(ada, table, "kick", seat=1), move)
        sheet = await agreed(table, ada, ben)
        assert (sheet["seats"][1]["kind"], sheet["plies"]) in (("open", 1), ("person", 2))

        # Going back over the other's move needs them, a new move makes that void; both may go back in turn.
        table = await begun(2)
        move = call(ada, table, "actions", **await next_move(ada, table))
        await both(call(ada, table, "undo"), move, call(ben, table, "undo"))
        sheet = await agreed(table, ada, ben)
        assert sheet["plies"] in (0, 1, 2, 3)

        table = await begun(3)  # giving up, and moving
        move = call(ben, table, "actions", **await next_move(ben, table))
        await both(call(ada, table, "resign"), move)
        sheet = await agreed(table, ada, ben)
        assert sheet["finished"] or sheet["plies"] == 4

        table = await begun(3)  # both give up
        statuses = await both(call(ada, table, "resign"), call(ben, table, "resign"))
        assert sorted(statuses) == [200, 409]
        assert sum((await agreed(table, ada, ben))["outcome"]["scores"]) == 1.0

        made = await asyncio.gather(*(guest.post(f"/tables/{table}/rematch") for guest in (ada, ben)))
        assert made[0]["id"] == made[1]["id"]  # both want to play again
        assert {sheet["me"] for sheet in made} == {0, 1}
        assert [line["id"] for line in await ben.get("/tables?show=mine")].count(made[0]["id"]) == 1
        private = [line for line in await ada.get("/tables?show=mine") if line["access"] == "private"]
        assert [line["id"] for line in private] == [made[0]["id"]]

        table = (await ada.table("me", "open", pace={"kind": "fischer", "base": 10}))["id"]
        await ben.post(f"/tables/{table}/join", {})
        row = (await first.services.store.tables.get(table)).twin()
        row.clock["since"] = row.deadline = 0  # the flag has fallen: both servers see it
        await first.services.store.tables.save(row)
        await asyncio.gather(first.services.watch_clocks(), second.services.watch_clocks())
        assert (await agreed(table, ada, ben))["finished"]


async def test_a_request_that_is_sent_again_elsewhere_is_done_once(tmp_path, database):
    async with two(tmp_path, database, workers=0) as (first, second):
        ada, ben, table = await seated(first, second)
        frame = (await ada.get(f"/tables/{table}"))["frame"]
        act = {"ply": 0, "action": frame["actions"][0]["text"], "request": "one"}
        answers = await asyncio.gather(
            *(guest.post(f"/tables/{table}/actions", act) for guest in (ada, at(second, ada)) * 3)
        )
        assert {answer["ply"] for answer in answers} == {1}
        assert (await ben.get(f"/tables/{table}"))["plies"] == 1
        await ben.post(f"/tables/{table}/actions", act, 409)


async def test_a_bot_thinks_in_a_worker_elsewhere(tmp_path, database):
    async with serving(tmp_path, database=database, workers=0) as first:
        ada = first.guest()
        table = await ada.table("me", "random", options={"first": 1})
        async with ada.sit(table["id"]) as seat:
            await seat.hear("table")
            async with asyncio.timeout(PATIENCE):
                while await first.services.store.questions.waiting() != 1:
                    await asyncio.sleep(0.01)
            async with serving(tmp_path, database=database, workers=1):
                frame = (await seat.hear("frame"))["frame"]
                assert (frame["ply"], frame["to_act"]) == (1, [0])


async def test_limits_are_counted_together(tmp_path, database, monkeypatch):
    from fimbul.server.limits import LIMITS

    monkeypatch.setitem(LIMITS, "open", (3, 100))
    monkeypatch.setattr("fimbul.server.limits.WINDOW", 10**9)  # one minute for ever
    async with two(tmp_path, database, workers=0) as (first, second):
        ada = first.guest()
        await ada.get("/me")
        for guest in (ada, at(second, ada), ada):
            await guest.table("me", "open")
        await at(second, ada).post("/tables", {"game": "fimbulvetr"}, 429)


async def test_a_server_that_missed_the_news_finds_out(tmp_path, database):
    async with two(tmp_path, database, workers=0) as (first, second):
        ada, ben, table = await seated(first, second)
        async with ben.sit(table) as seat:
            await seat.hear("table")
            first.services.bus.backend = None  # nobody hears of it
            frame = (await ada.get(f"/tables/{table}"))["frame"]
            await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
            await second.services.tables.look_again()
            assert (await seat.hear("frame"))["frame"]["ply"] == 1


@pytest.mark.parametrize("address", ["mysql://x/y", "nonsense", "postgresql://nobody@127.0.0.1:1/none"])
async def test_a_database_that_is_none_is_told_in_a_sentence(tmp_path, address):
    from fimbul.core import FimbulError
    from fimbul.server.store import Store

    with pytest.raises(FimbulError, match=r"\.$"):
        await Store.open(tmp_path, address)


@pytest.mark.parametrize("moments", range(6))
async def test_a_server_that_is_told_something_while_it_stops_stops(moments):
    """A note may come at any moment between the wish to stop and the end."""
    backend = PostgresBackend("postgresql://nobody@localhost/nothing")
    bus = Bus(backend)
    bus.tasks = [asyncio.create_task(bus.hear())]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    backend.heard(None, 0, "fimbul", '{"kind": "x", "from": "y"}')
    for _ in range(moments):
        await asyncio.sleep(0)
    stopping = asyncio.create_task(bus.stop())
    done, _ = await asyncio.wait({stopping}, timeout=PATIENCE)
    assert done


async def test_servers_are_restarted_one_after_the_other_and_the_game_goes_on(tmp_path, database, start):
    """A rolling restart: whoever sat at the server that stops goes on at the other."""
    more = ("--db", database, "--port", "0", "--workers", "0", "--no-limits")
    running = [start(tmp_path / str(number), *more) for number in range(2)]
    places = [process.address for process in running]
    ada, ben = Guest(places[0]), Guest(places[0])
    table = (await ada.table("me", "open", options={"first": 0}))["id"]  # a set-up is longer than eight plies
    await ben.post(f"/tables/{table}/join", {})
    try:
        frame = (await ada.get(f"/tables/{table}"))["frame"]
        for restarted in range(4):
            here = restarted % 2
            ada.address, ben.address = places[here], places[1 - here]
            seen = f"?since={frame['ply']}&epoch=0"
            async with ada.sit(table, seen) as mine, ben.sit(table, seen) as theirs:
                told = [(await seat.hear("table"))["table"]["frame"] for seat in (mine, theirs)]
                assert [each["ply"] for each in told] == [frame["ply"]] * 2
                for _ in range(2):
                    mover = told[0]["to_act"][0]
                    await (mine, theirs)[mover].act(told[mover])
                    told = [(await seat.hear("frame"))["frame"] for seat in (mine, theirs)]
                running[here].process.terminate()
                assert "closing" in (await mine.hear("bye"))["reason"]
                assert await theirs.silent()  # whoever sits elsewhere notices nothing
                frame = told[0]
            assert (await asyncio.to_thread(running[here].finish))[0] in (0, -15)
            running[here] = start(tmp_path / str(here), *more)
            places[here] = running[here].address
        ada.http.base_url = places[0]
        assert (await ada.get(f"/tables/{table}"))["plies"] == 8
    finally:
        await ada.http.aclose()
        await ben.http.aclose()


async def test_a_table_that_was_thrown_away_is_gone_at_every_server(tmp_path, database):
    async with two(tmp_path, database, workers=0) as (first, second):
        ada = first.guest()
        table = (await ada.table("me", "random"))["id"]
        there = at(second, ada)
        async with there.sit(table) as seat:
            frame = (await seat.hear("table"))["table"]["frame"]
            held = second.services.tables.live[table]
            await ada.http.delete(f"/api/v1/tables/{table}")
            assert (await seat.hear("bye"))["reason"] == "This table was cleared away."
        await there.get(f"/tables/{table}", 404)
        second.services.tables.use(second.services.tables.hold(held))  # as if no note had come
        action = {"ply": 0, "action": (frame["actions"] or [{"text": "pass"}])[0]["text"]}
        await there.post(f"/tables/{table}/actions", action, 404)
        second.services.tables.use(second.services.tables.hold(held))
        await there.post(f"/tables/{table}/talk", {"text": "Is anybody there?"}, 404)
        with pytest.raises(IntegrityError) as caught:  # and thrown away just before something is said
            await second.services.store.tables.say(table, "ada", Spoken("Ada", "Hello?", 0))
        assert as_problem(caught.value).status == 409


async def test_who_asks_again_and_again_is_paired_once(tmp_path, database):
    async with two(tmp_path, database, workers=0) as (first, second):
        people = [first.guest(), second.guest(), first.guest(), second.guest()]
        for guest in people:
            await guest.get("/me")
        twins = [at(server, guest) for guest in people for server in (first, second)]
        wish = {"game": "fimbulvetr"}
        for _ in range(5):
            await both(*(twin.http.post("/api/v1/lobby/seek", json=wish) for twin in twins))
            for guest in people:  # who is still being paired asks again, as a browser does
                while (await guest.post("/lobby/seek", wish))["table"] is None:
                    pass
            for guest in people:
                (line,) = await guest.get("/tables?show=mine")
                assert line["id"] == (await guest.get("/lobby/seek"))["table"]
            for guest in people:
                await guest.http.delete("/api/v1/lobby/seek")
                (line,) = await guest.get("/tables?show=mine")
                await guest.post(f"/tables/{line['id']}/leave")
