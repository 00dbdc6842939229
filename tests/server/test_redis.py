"""Notes by way of a real Redis, where one is installed."""

import asyncio
import contextlib
import shutil
import socket
import subprocess

import pytest
from tests.server.conftest import PATIENCE, serving

REDIS = shutil.which("redis-server") or shutil.which("valkey-server")


class Redis:
    """A Redis of its own on a free port, which keeps nothing."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        command = [str(REDIS), "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([*command, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL)
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis():
    if REDIS is None:
        pytest.skip("neither redis-server nor valkey-server is installed")
    running = Redis()
    yield running
    running.stop()


async def test_two_servers_hear_each_other_by_redis_also_after_it_was_gone(
    tmp_path, database, redis, monkeypatch
):
    monkeypatch.setattr("fimbul.server.services.LOOKS", 10**6)  # nobody finds out by looking
    monkeypatch.setattr("fimbul.server.bus.AGAIN", 0.05)
    shared = {"database": database, "channels": f"redis://127.0.0.1:{redis.port}", "workers": 0}
    async with serving(tmp_path, **shared) as first, serving(tmp_path, **shared) as second:
        ada, ben = first.guest(), second.guest()
        table = (await ada.table("me", "open", options={"first": 0, "setup": "quick"}))["id"]
        await ben.post(f"/tables/{table}/join", {})
        async with ben.sit(table) as seat:
            await seat.hear("table")
            frame = (await ada.get(f"/tables/{table}"))["frame"]
            await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
            assert (await seat.hear("frame"))["frame"]["ply"] == 1
            redis.stop()
            redis.start()
            async with asyncio.timeout(PATIENCE):  # what is said while it is gone may be lost; this is not
                hearing = asyncio.create_task(seat.hear("chat"))
                while not hearing.done():
                    await ada.http.post(f"/api/v1/tables/{table}/talk", json={"text": "Are you there?"})
                    await asyncio.wait({hearing}, timeout=0.2)
            assert hearing.result()["text"] == "Are you there?"
