"""`fimbul.client`, `fimbul admin` and `fimbul worker`: what people do beside the browser."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.conftest import serving

from fimbul.cli import run
from fimbul.client import AsyncClient, Client, Refused, calls, waiting
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


async def test_the_dice_of_a_table_are_checked_by_the_hash_that_it_showed_before(server, tmp_path, capsys):
    async with AsyncClient(server.address) as ada, AsyncClient(server.address) as ben:
        seats = [{"kind": "me"}, {"kind": "open"}]
        table, twin = [await ada.open_table("valknut", seats=seats) for _ in range(2)]
        told, other = [(await each.sheet()).seed_hash for each in (table, twin)]
        both = table, await ben.join(table.id)
        for _ in range(3):
            for place in both:
                await place.sheet()
            mover = next(place for place in both if place.frame.actions)
            await mover.act(mover.frame.actions[0])
        await table.resign()
        saga = tmp_path / "game.saga"
        saga.write_text(await table.record())
    assert run(["verify", str(saga), "--dice", told]) == 0
    assert run(["verify", str(saga), "--dice", other]) == 1
    said = capsys.readouterr()
    assert "other dice" in said.out + said.err
    # Whoever changes the salt afterwards is found out, by the seal or by the hash.
    text = saga.read_text()
    line = next(line for line in text.splitlines() if line.startswith("dice"))
    saga.write_text(text.replace(line, line[:-1] + ("0" if line[-1] != "0" else "1")))
    assert run(["verify", str(saga), "--dice", told]) == 1


async def test_a_script_goes_on_when_its_server_is_started_anew(tmp_path, start, monkeypatch):
    monkeypatch.setattr(waiting, "TRIES", 12)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    server = start(tmp_path, "--port", port)
    async with AsyncClient(server.address) as ada:
        table = await ada.open_table("fimbulvetr", seats=[{"kind": "me"}, {"kind": "open"}])
        frames = table.frames()
        assert (await anext(frames)).ply == 0
        coming = asyncio.create_task(anext(frames))
        await asyncio.sleep(0)
        server.process.terminate()  # it says goodbye
        assert (await asyncio.to_thread(server.finish))[0] in (0, -15)
        again = start(tmp_path, "--port", port)
        assert again.address == server_at(port)
        assert (await coming).ply == 0  # what it had seen, from the new server
        await frames.aclose()
        nowhere = await ada.table(table.id)
        nowhere.id = "none"
        with pytest.raises(Refused, match="no table"):
            await anext(nowhere.frames())


def server_at(port):
    """Where a server on a port says that it is."""
    return f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(("call", "content"), [(calls.me(), b"<html>"), (calls.record("t"), b"\xff")])
def test_an_answer_that_is_no_servers_of_ours_is_refused(call, content):
    with pytest.raises(Refused, match="no fimbul server"):
        call.read(200, content)


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
    (tmp_path / "junk").write_text("no archive")
    status, _, error = await at("import", tmp_path / "junk", "--data", tmp_path / "new")
    assert (status, "is no archive of fimbul" in error, "gzip" in error) == (1, True, False)
    status, _, error = await at("export", file, "--data", home)
    assert (status, "is there already" in error) == (1, True)


async def test_whoever_keeps_order_means_the_database_that_the_servers_mean(
    tmp_path, database, capsys, monkeypatch
):
    home = tmp_path / "home"
    home.mkdir()
    await club(home)
    file = tmp_path / "club.fimbul"

    async def at(*arguments):
        return await asyncio.to_thread(admin, capsys, *arguments)

    assert (await at("export", file, "--data", home))[0] == 0
    monkeypatch.setenv("FIMBUL_DB", database)  # as the compose file gives it to every container
    assert (await at("import", file))[0] == 0
    assert (await at("ban", "ada"))[0] == 0
    status, out, _ = await at("stats", "--json")
    assert (status, json.loads(out)["banned"]) == (0, 1)
    status, out, _ = await at("stats", "--json", "--data", home)  # who names a folder means it
    assert (status, json.loads(out)["banned"]) == (0, 0)
    assert (await at("stats", "--data", home, "--db", database))[0] == 2
    assert "pg_dump" in (await at("backup", tmp_path / "copy"))[2]


def test_a_folder_that_holds_no_club_is_not_filled_with_an_empty_one(tmp_path, capsys):
    nowhere = tmp_path / "nowhere"
    for what in ("stats", "reports"):
        status, _, error = admin(capsys, what, "--data", nowhere)
        assert (status, "There is no" in error) == (1, True)
    assert not nowhere.exists()


async def test_what_a_restored_copy_takes_the_place_of_is_kept(tmp_path, capsys):
    home = tmp_path / "home"
    home.mkdir()
    await club(home)

    async def at(*arguments):
        return await asyncio.to_thread(admin, capsys, *arguments, "--data", home, "--json")

    copy = tmp_path / "copy.sqlite"
    assert (await at("backup", copy))[0] == 0
    assert (await at("ban", "ada"))[0] == 0
    status, out, _ = await at("restore", copy)
    assert status == 0
    assert json.loads((await at("stats"))[1])["banned"] == 0
    kept = Path(json.loads(out)["kept what was there as"])
    assert kept.stat().st_mode & 0o777 == 0o600
    assert (await at("restore", kept))[0] == 0
    assert json.loads((await at("stats"))[1])["banned"] == 1
    (home / "fimbul.sqlite").write_bytes(b"what a broken disk has left of it")
    assert (await at("restore", copy))[0] == 0
    assert json.loads((await at("stats"))[1])["banned"] == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
async def test_what_root_puts_into_a_folder_belongs_to_whoever_serves_from_it(tmp_path, capsys):
    home, copy = tmp_path / "home", tmp_path / "copy.sqlite"
    home.mkdir()
    await club(home)
    served = 12345
    os.chown(home, served, served)
    assert (await asyncio.to_thread(admin, capsys, "backup", copy, "--data", home))[0] == 0
    assert (await asyncio.to_thread(admin, capsys, "restore", copy, "--data", home))[0] == 0
    assert ((home / "fimbul.sqlite").stat().st_uid, copy.stat().st_uid) == (served, 0)


async def test_a_copy_for_which_there_is_no_room_leaves_nothing(tmp_path, capsys):
    home = tmp_path / "home"
    home.mkdir()
    await club(home)
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    for what in ("backup", "export"):
        (tmp_path / "copy.part").symlink_to(full)
        status, _, error = await asyncio.to_thread(admin, capsys, what, tmp_path / "copy", "--data", home)
        assert (status, "copy cannot be written" in error) == (1, True)
        assert not list(tmp_path.glob("copy*"))


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
    await store.people.report("x", (await store.people.by_login("ada")).id, "t1", "too loud")
    assert (await at("stats"))[0] == 0  # also while a server has the folder
    assert (await at("backup", tmp_path / "live.sqlite"))[0] == 0
    assert (await at("ban", "ada", "--reason", "loud"))[0] == 0
    assert (await store.people.by_login("ada")).banned == "loud"
    for alone in ("restore", "import"):
        status, _, error = await at(alone, copy)
        assert (status, "Another fimbul" in error) == (1, True)
    await store.close()
    junk = tmp_path / "junk"
    junk.write_text("no database")
    status, _, error = await at("restore", junk)
    assert (status, "is no database of fimbul." in error) == (1, True)
    assert not list(home.glob("*.part"))
    status, out, _ = await at("reports")
    assert (status, "a guest about ada at table t1: too loud" in out) == (0, True)
    assert (await at("settle", "1"))[0] == 0
    for number in ("7", "²", "9" * 30):
        assert (await at("settle", number))[0] == 1
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


async def test_whoever_lost_their_password_gets_another_from_the_host(tmp_path, capsys):
    async with serving(tmp_path) as server:
        ada, again = server.guest(), server.guest()
        await ada.post("/accounts", {"login": "ada", "password": "a long and winding fjord"})

        async def at(*arguments):
            return await asyncio.to_thread(admin, capsys, *arguments, "--data", tmp_path, "--json")

        status, out, _ = await at("password", "Ada")
        fresh = json.loads(out)["new password"]
        assert (status, (await ada.get("/me"))["login"]) == (0, None)  # their sessions have ended
        await again.post("/login", {"login": "ada", "password": "a long and winding fjord"}, 401)
        assert (await again.post("/login", {"login": "ada", "password": fresh}))["login"] == "ada"
        assert (await at("password", "zoe"))[0] == 1
