"""`fimbul.client`, `fimbul admin` and `fimbul worker`: what people do beside the browser."""

import asyncio
import json
import subprocess
import sys

import pytest
from tests.server.conftest import serving

from fimbul.cli import run
from fimbul.client import AsyncClient, Client, Refused
from fimbul.core import Record, verify
from fimbul.games import game as find_game
from fimbul.server.store import Store

PASSWORD = "a long and winding fjord"


async def test_a_script_plays_a_game_to_its_end(server):
    async with AsyncClient(server.address) as ada, AsyncClient(server.address) as ben:
        table = await ada.open_table(
            "fimbulvetr", seats=[{"kind": "me"}, {"kind": "open"}], options={"setup": "quick"}, seed=3
        )
        await ben.rename("Ben")
        other = await ben.join(table.id)
        assert (table.seat, other.seat) == (0, 1)
        assert (await ben.tables("mine"))[0].id == table.id

        async def play(mine):
            async for frame in mine.frames():
                if frame.ply >= 8:
                    return
                if frame.actions:
                    await mine.act(frame.actions[frame.ply % len(frame.actions)])

        await asyncio.gather(play(table), play(other))
        with pytest.raises(Refused) as refused:
            await other.act("nonsense(1)")
        assert refused.value.status in (400, 409)
        await other.say("Well played.")
        assert (await other.resign()).outcome.scores == (1.0, 0.0)
        assert len(await table.log()) >= 8
        assert (await table.at(0)).ply == 0
        record = Record.parse(await table.record())
        assert record.ended.scores == (1.0, 0.0)
        verify(record, find_game("fimbulvetr"))
        assert {game.slug for game in await ada.games()} >= {"fimbulvetr"}


async def test_the_plain_client_says_the_same_and_takes_a_token(server):
    guest = server.guest()
    await guest.post("/accounts", {"login": "ada", "password": PASSWORD})
    token = (await guest.post("/me/tokens", {"name": "script"}))["secret"]

    def script():
        with Client(server.address, token=token) as client:
            assert client.me().login == "ada"
            table = client.open_table("fimbulvetr", options={"setup": "quick", "first": 0})
            for turn in table.turns():
                table.act(turn.actions[0])
                break
            assert table.frame.ply >= 1
            with pytest.raises(Refused, match="no table"):
                client.table("none")
            return table.resign().finished

    assert await asyncio.to_thread(script)


def test_a_server_that_is_not_there_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr("fimbul.client.waiting.PAUSE", 0.001)
    with Client("http://127.0.0.1:1") as client, pytest.raises(Refused, match="does not answer"):
        client.me()


async def club(folder, url=None):
    """A club with an account, a game and some talk."""
    async with serving(folder, database=url, workers=0) as server:
        ada = server.guest()
        await ada.post("/accounts", {"login": "ada", "password": PASSWORD})
        table = (await ada.table("me", "open", options={"first": 0}))["id"]
        frame = (await ada.get(f"/tables/{table}"))["frame"]
        await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
        await ada.http.post(f"/api/v1/tables/{table}/talk", json={"text": "Hail"})
        return table


def admin(capsys, *arguments):
    status = run(["admin", *map(str, arguments)])
    out, error = capsys.readouterr()
    return status, out, error


async def test_a_club_moves_from_a_folder_to_postgresql_and_back(tmp_path, database, capsys):
    home, back = tmp_path / "home", tmp_path / "back"
    home.mkdir()
    table = await club(home)
    file = tmp_path / "club.fimbul"

    async def at(*arguments):
        return await asyncio.to_thread(admin, capsys, *arguments)

    status, out, error = await at("export", file, "--data", home, "--json")
    assert (status, json.loads(out)["actions"], error) == (0, 1, "")
    assert (await at("import", file, "--db", database))[0] == 0
    status, _, error = await at("import", file, "--db", database)
    assert (status, "empty" in error) == (1, True)
    async with serving(tmp_path, database=database, workers=0) as server:
        sheet = await server.guest().get(f"/tables/{table}")
        assert (sheet["plies"], sheet["chat"][0]["text"]) == (1, "Hail")
        assert (await server.guest().post("/login", {"login": "ada", "password": PASSWORD}))["login"] == "ada"
        again = await server.guest().table("me", "open")
        await server.services.play.say(await server.services.tables.get(table), "x", "Hail again")
        assert again["id"] != table
    assert (await at("export", tmp_path / "two.fimbul", "--db", database))[0] == 0
    assert (await at("import", tmp_path / "two.fimbul", "--data", back))[0] == 0
    status, out, _ = await at("stats", "--data", back, "--json")
    assert (json.loads(out)["tables"], json.loads(out)["accounts"]) == (2, 1)
    (tmp_path / "cut.fimbul").write_bytes(file.read_bytes()[:-40])
    status, _, error = await at("import", tmp_path / "cut.fimbul", "--data", tmp_path / "new")
    assert (status, error.count("\n")) == (1, 1)


async def test_backup_restore_ban_and_reports(tmp_path, capsys):
    home = tmp_path / "home"
    home.mkdir()
    await club(home)

    async def at(*arguments):
        return await asyncio.to_thread(admin, capsys, *arguments, "--data", home)

    copy = tmp_path / "copy.sqlite"
    assert (await at("backup", copy))[0] == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (await at("backup", copy))[0] == 1
    assert (await at("ban", "ada", "--reason", "unkind"))[0] == 0
    assert (await at("ban", "zoe"))[0] == 1
    store = await Store.open(home)
    assert (await store.people.by_login("ada")).banned == "unkind"
    await store.people.report("x", (await store.people.by_login("ada")).id, None, "too loud")
    assert (await at("stats"))[0] == 1  # somebody uses the folder
    await store.close()
    status, out, _ = await at("reports")
    assert (status, "about ada: too loud" in out) == (0, True)
    assert (await at("settle", "1"))[0] == 0
    assert (await at("settle", "7"))[0] == 1
    assert (await at("unban", "ada"))[0] == 0
    assert (await at("restore", copy))[0] == 0
    assert run(["admin", "ban"]) == 2
    assert run(["admin", "backup", "x", "--db", "postgresql://x/y"]) == 2


async def test_a_worker_process_thinks_for_a_server_without_any(tmp_path, database):
    async with serving(tmp_path, database=database, workers=0) as server:
        ada = server.guest()
        table = await ada.table("me", "random", options={"first": 1})
        command = [sys.executable, "-m", "fimbul.cli", "worker", "--db", database, "--slots", "1"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            async with ada.sit(table["id"]) as seat:
                frame = (await seat.hear("table"))["table"]["frame"]
                while frame["ply"] == 0:
                    frame = (await seat.hear("frame"))["frame"]
                assert frame["to_act"] == [0]
        finally:
            process.terminate()
            assert await asyncio.to_thread(process.wait, 120) == 0
            process.stdout.close()
