"""`fimbul serve` as a process: what stops it from starting, and what a killed one leaves behind."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.server.conftest import Guest, serving

from fimbul.cli import run


async def moved(guest, table, plies):
    """Play both seats' first legal actions up to a ply; what the server acknowledged."""
    told = []
    for _ in range(plies):
        frame = (await guest.get(f"/tables/{table}"))["frame"]
        text = frame["actions"][0]["text"]
        await guest.post(f"/tables/{table}/actions", {"ply": frame["ply"], "action": text})
        told.append(text)
    return told


async def test_kill_9_in_the_middle_of_a_game_loses_nothing_acknowledged(tmp_path, start):
    process = start(tmp_path, "--port", "0")
    address = process.address
    ada, ben = Guest(address), Guest(address)
    table = await ada.table("me", "open", options={"first": 0})
    place = table["id"]
    await ben.post(f"/tables/{place}/join", {})
    players, acknowledged = (ada, ben), 0

    async def play():
        """Move as fast as the server tells, until it is gone."""
        nonlocal acknowledged
        async with ada.sit(place) as first, ben.sit(place) as second:
            frames = [(await seat.hear("table"))["table"]["frame"] for seat in (first, second)]
            while True:
                mover = frames[0]["to_act"][0]
                await (first, second)[mover].act(frames[mover])
                frames = [(await seat.hear("frame"))["frame"] for seat in (first, second)]
                acknowledged = frames[0]["ply"]

    playing = asyncio.create_task(play())
    while acknowledged < 9:
        await asyncio.sleep(0.005)
        assert not playing.done(), playing.exception()
    process.kill()
    with pytest.raises(Exception, match=r"close|Connect"):
        await playing
    assert acknowledged >= 9

    # A new server on the same folder: same table, same seats by the same cookies, every acknowledged ply.
    again = start(tmp_path, "--port", "0")
    address = again.address
    for guest in players:
        guest.address, guest.http.base_url = address, address
    sheet = await ben.get(f"/tables/{place}")
    assert sheet["plies"] in (acknowledged, acknowledged + 1)  # one may have been stored and not yet told
    assert sheet["me"] == 1
    mover = players[sheet["frame"]["to_act"][0]]
    async with mover.sit(place, f"?since={acknowledged}") as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        while frame["ply"] < sheet["plies"]:
            frame = (await seat.hear("frame"))["frame"]
        await seat.act(frame)
        assert (await seat.hear("frame"))["frame"]["ply"] == sheet["plies"] + 1
    for guest in players:
        await guest.http.aclose()


async def test_after_a_restart_a_bot_that_was_to_move_moves_when_somebody_comes(tmp_path):
    async with serving(tmp_path) as server:
        ada = server.guest()
        table = await ada.table("me", "random", options={"first": 1})
        cookies = ada.http.cookies
        place = table["id"]
        # As if the process had died before the bot moved: forget its move.
        async with ada.sit(place) as seat:
            while (await seat.hear("table", "frame"))["type"] != "frame":
                pass
    with sqlite3.connect(tmp_path / "fimbul.sqlite") as database:
        database.execute("DELETE FROM actions")
        database.execute("UPDATE tables SET ply = 0, to_act = '[1]'")
    database.close()
    async with serving(tmp_path) as server:
        ada = server.guest()
        ada.http.cookies = cookies
        async with ada.sit(place) as seat:
            assert (await seat.hear())["table"]["plies"] == 0
            frame = (await seat.hear("frame"))["frame"]
            assert (frame["ply"], frame["to_act"]) == (1, [0])


async def test_a_forgotten_match_is_replayed_and_the_store_has_the_last_word(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = server.guest(), server.guest()
        place = (await ada.table("me", "open", options={"first": 0}))["id"]
        await ben.post(f"/tables/{place}/join", {})
        before = await ada.get(f"/tables/{place}")
        live = server.services.tables.live[place]
        live.match = None
        assert await ada.get(f"/tables/{place}") == before
        # Somebody else's server wrote this ply first: ours is refused, and memory follows the store.
        first, second = (choice["text"] for choice in before["frame"]["actions"][:2])
        with sqlite3.connect(tmp_path / "fimbul.sqlite") as database:
            deed = "INSERT INTO actions (table_id, ply, seat, action, at) VALUES (?, 0, 0, ?, 0)"
            database.execute(deed, (place, first))
            database.execute("UPDATE tables SET ply = 1, to_act = '[1]', version = version + 1")
        database.close()
        await ada.post(f"/tables/{place}/actions", {"ply": 0, "action": second}, 409)
        sheet = await ben.get(f"/tables/{place}")
        assert (sheet["plies"], sheet["frame"]["to_act"]) == (1, [1])


async def test_a_table_of_other_rules_is_refused_by_name(tmp_path):
    async with serving(tmp_path) as server:
        ada = server.guest()
        place = (await ada.table("me", "open"))["id"]
    with sqlite3.connect(tmp_path / "fimbul.sqlite") as database:
        database.execute("UPDATE tables SET rules = '000000.0'")
    database.close()
    async with serving(tmp_path) as server:
        problem = await server.guest().get(f"/tables/{place}", 410)
        assert "000000.0" in problem["detail"]
        async with server.guest().sit(place) as seat:
            assert "000000.0" in (await seat.hear("bye"))["reason"]


def test_what_keeps_it_from_starting(tmp_path, capsys):
    def refused(folder, *arguments, words):
        """One clear sentence on stderr, status 1, nothing else."""
        status = run(["serve", "--no-open", "--data", str(tmp_path / folder), *arguments])
        out, error = capsys.readouterr()
        assert (status, out) == (1, ""), error
        assert error.startswith("fimbul: ")
        assert error.count("\n") == 1
        assert error.endswith(".\n")
        assert all(word in error for word in words), error

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused("a", "--port", port, words=(port, "taken", "--port"))
    refused("b", "--host", "no.such.host.invalid", words=("no.such.host.invalid",))
    (tmp_path / "file").write_text("")
    refused("file/data", words=(str(tmp_path / "file" / "data"),))
    for name in ("newer", "garbage", "cut"):
        (tmp_path / name).mkdir()
    with sqlite3.connect(tmp_path / "newer" / "fimbul.sqlite") as database:
        database.execute("CREATE TABLE meta (name VARCHAR PRIMARY KEY, value TEXT NOT NULL)")
        database.execute("INSERT INTO meta VALUES ('version', '99')")
    database.close()
    refused("newer", words=("newer", "99", "--data"))
    (tmp_path / "garbage" / "fimbul.sqlite").write_bytes(b"this is no database" * 100)
    refused("garbage", words=("database",))
    (tmp_path / "cut" / "secret").write_bytes(b"short")
    refused("cut", words=("secret",))


def test_a_taken_port_ends_the_process_without_a_traceback(tmp_path, start):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, out, error = start(tmp_path, "--port", str(taken.getsockname()[1])).finish()
    assert (status, out, error.count("\n")) == (1, "", 1)


def test_the_secret_is_only_the_owners_and_bots_end_with_the_server(tmp_path, start):
    process = start(tmp_path, "--port", "0")
    address = process.address
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600

    async def wake_a_bot():
        ada = Guest(address)
        table = await ada.table("me", "random", options={"first": 1})
        async with ada.sit(table["id"]) as seat:
            while (await seat.hear())["type"] != "frame":
                pass
        await ada.http.aclose()

    asyncio.run(wake_a_bot())
    workers = children(process.process.pid)
    assert workers
    process.kill()
    for _ in range(200):
        if not any(map(running, workers)):
            break
        subprocess.run([sys.executable, "-c", "import time; time.sleep(0.02)"], check=True)
    assert not any(map(running, workers))


def children(parent):
    """The processes that a process has started (on Linux; elsewhere none is found and the test skips)."""
    try:
        with open(f"/proc/{parent}/task/{parent}/children") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        pytest.skip("there is no /proc here")


def running(process):
    """Whether a process is there and not merely waiting to be buried."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_ctrl_c_says_goodbye_and_ends_well(tmp_path, start):
    process = start(tmp_path, "--port", "0")
    ada = Guest(process.address)
    table = await ada.table("me", "open")
    async with ada.sit(table["id"]) as seat:
        await seat.hear("table")
        process.process.send_signal(signal.SIGINT)
        message = await seat.hear()
        assert message["type"] == "bye", json.dumps(message)
    await ada.http.aclose()
    status, _, error = await asyncio.to_thread(process.finish)
    assert (status, error) == (0, "")
    assert os.path.exists(tmp_path / "fimbul.sqlite")


def test_the_bench_measures_a_real_server():
    from fimbul.server.bench import as_text, measure

    steps = []
    report = measure(moves=6, tables=2, done=lambda: steps.append(1))
    assert len(steps) == 8
    assert report["moves"] == 6
    assert 0 < report["round_trip_p50_ms"] <= report["round_trip_p95_ms"]
    assert report["first_load_kb"] > report["client_kb"] > 0
    assert all(isinstance(cell, str) for row in as_text(report) for cell in row)


async def test_memory_holds_a_few_tables_and_forgets_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr("fimbul.server.tables.MOST_TABLES", 3)
    monkeypatch.setattr("fimbul.server.tables.MOST_MATCHES", 2)
    async with serving(tmp_path) as server:
        ada = server.guest()
        made = [await ada.table("me", "open", options={"first": 0}) for _ in range(6)]
        live = server.services.tables.live
        assert len(live) == 3
        assert sum(table.match is not None for table in live.values()) == 2
        async with ada.sit(made[0]["id"]) as seat:  # somebody watches this one: it stays
            await seat.hear("table")
            for table in made[1:]:
                assert await ada.get(f"/tables/{table['id']}") == table
            assert made[0]["id"] in live
            assert live[made[0]["id"]].match is None
            await seat.act(made[0]["frame"])
            assert (await seat.hear("frame"))["frame"]["ply"] == 1


def test_a_client_that_reads_too_slowly_is_let_go():
    from fimbul.server.live import BACKLOG, TOO_SLOW, Connection

    async def flood():
        connection = Connection(SimpleNamespace(query_params={}), "guest")
        for number in range(BACKLOG + 1):
            connection.send(b"%d" % number)
        return connection.code, [connection.queue.get_nowait() for _ in range(connection.queue.qsize())]

    code, waiting = asyncio.run(flood())
    assert code == TOO_SLOW
    assert json.loads(waiting[0])["type"] == "bye"
    assert waiting[1:] == [None]
