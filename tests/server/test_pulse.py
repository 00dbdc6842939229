"""Signs of life: what a server that died has left undone is done, and no clock runs while nobody serves."""

import json

import pytest
from sqlalchemy import select, update
from tests.server.conftest import serving
from tests.server.test_tables import act, two_people

from fimbul.server.play import Play
from fimbul.server.pulse import BEAT, SILENT, Pulse
from fimbul.server.ratings import Ratings
from fimbul.server.services import Services
from fimbul.server.store import Store, now_ms
from fimbul.server.store.schema import meta, notices, results


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request):
    """Where the servers keep things."""
    return None if request.param == "sqlite" else request.getfixturevalue("database")


async def nothing(*_):
    """What a server does that dies before it."""


async def rows(server, table):
    async with server.services.store.database.reading() as connection:
        return (await connection.execute(select(table))).mappings().all()


async def age(database, by):
    """All signs of life are older by so many milliseconds."""
    async with database.writing() as connection:
        for name, value in (await connection.execute(select(meta.c.name, meta.c.value))).all():
            if name.startswith("server:"):
                sign = json.loads(value)
                older = json.dumps({**sign, "at": sign["at"] - by})
                await connection.execute(update(meta).where(meta.c.name == name).values(value=older))


async def test_what_a_server_left_undone_when_it_died_is_done(tmp_path, address, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(Pulse, "end", nothing)
        dying.setattr(Play, "follow_plans", nothing)
        dying.setattr(Ratings, "count", nothing)
        dying.setattr(Services, "tell_turn", lambda *_: None)
        async with serving(tmp_path, database=address, workers=0) as server:
            ada, ben, planned = await two_people(server)
            await ben.post("/accounts", {"login": "ben", "password": "a long and winding fjord"})
            webhook = {"kind": "webhook", "address": {"url": "https://example.org/"}}
            await ben.post("/me/contacts", webhook)
            first = (await ada.get(planned))["frame"]["actions"][0]["text"]
            state = server.services.tables.live[planned.split("/")[-1]].match.state.copy()
            state.play(server.services.tables.live[planned.split("/")[-1]].game.parse(first), 0)
            answer = str(state.legal(1)[0])
            await ben.http.put(f"/api/v1{planned}/plans", json={"lines": [[first, answer]]})
            await ada.post(f"{planned}/actions", {"ply": 0, "action": first})
            assert (await ada.get(planned))["plies"] == 1

            ended = (await ada.table("me", "open", options={"first": 0}))["id"]
            waits = (await ada.table("me", "open", options={"first": 0}))["id"]
            for table in (ended, waits):
                await ben.post(f"/tables/{table}/join", {})
                await act(ada, f"/tables/{table}")
            await act(ben, f"/tables/{ended}")
            await ben.post(f"/tables/{ended}/resign")
            assert not await rows(server, results)
            assert not await rows(server, notices)
            await age(server.services.store.database, SILENT)
            cookies = ada.http.cookies
    async with serving(tmp_path, database=address, workers=0) as server:
        ada = server.guest()
        ada.http.cookies = cookies
        while (await ada.get(planned))["plies"] != 2:
            pass
        while not (counted := await rows(server, results)):
            pass
        assert {row["table_id"] for row in counted} == {ended}
        while not (told := await rows(server, notices)):
            pass
        assert {row["table_id"] for row in told} == {waits}


async def test_no_clock_runs_while_nobody_serves(tmp_path, address):
    away = SILENT + 3_600_000
    async with serving(tmp_path, database=address, workers=0) as server:
        ada, _, place = await two_people(server, pace={"kind": "fischer", "base": 60})
        await act(ada, place)
        before = server.services.tables.live[place.split("/")[-1]].row.clock
        cookies = ada.http.cookies
    store = await Store.open(tmp_path, address)  # as if all that had happened long ago
    row = (await store.tables.get(place.split("/")[-1])).twin()
    row.clock["since"] -= away
    row.deadline -= away
    await store.tables.save(row)
    await age(store.database, away)
    await store.close()
    async with serving(tmp_path, database=address, workers=0) as server:
        ada = server.guest()
        ada.http.cookies = cookies
        sheet = await ada.get(place)
        assert not sheet["finished"]
        after = server.services.tables.live[place.split("/")[-1]].row.clock
        passed = now_ms() - after["since"]
        assert after["left"] == before["left"]
        assert 0 <= passed <= BEAT * 1000 + now_ms() - before["since"]
