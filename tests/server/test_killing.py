"""`kill -9` in the middle of play, on both stores: what was acknowledged is there once, and tables go on.

`FIMBUL_KILLS=200 pytest tests/server/test_killing.py` does it as often as one likes.
"""

import asyncio
import contextlib
import os
import random

import pytest
from tests.server.conftest import Guest

KILLS = int(os.environ.get("FIMBUL_KILLS", "2"))


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request):
    """How a server is told where to keep things."""
    if request.param == "sqlite":
        return ()
    return ("--db", request.getfixturevalue("database"))


async def test_kill_9_again_and_again_loses_and_doubles_nothing(tmp_path, start, store):
    chance = random.Random(1)
    process = start(tmp_path, "--port", "0", "--workers", "0", *store)
    address = process.address
    ada, ben = Guest(address), Guest(address)
    players = (ada, ben)
    wish = {"kind": "fischer", "base": 3600, "increment": 1}
    made = await ada.table("me", "open", options={"first": 0, "setup": "quick"}, pace=wish, seed=9)
    place = made["id"]
    await ben.post(f"/tables/{place}/join", {})
    told: list[str] = []  # every action that was acknowledged, in order

    async def play(until):
        """Move as fast as the server tells, until it is gone."""
        while True:
            sheet = await ada.get(f"/tables/{place}")
            frame = sheet["frame"]
            if frame["outcome"]:
                return
            mover = players[frame["to_act"][0]]
            mine = (await mover.get(f"/tables/{place}"))["frame"]
            action = chance.choice(mine["actions"])["text"]
            await mover.post(f"/tables/{place}/actions", {"ply": mine["ply"], "action": action})
            told[mine["ply"] :] = [action]
            if len(told) >= until:
                asyncio.get_running_loop().call_soon(process.kill)
                until = 1 << 30

    try:
        for _ in range(KILLS):
            with contextlib.suppress(Exception):
                await play(len(told) + chance.randrange(1, 5))
            if process.process.poll() is None:
                process.kill()
            process = start(tmp_path, "--port", "0", "--workers", "0", *store)
            address = process.address
            for guest in players:
                await guest.http.aclose()
                cookies, guest.http = guest.http.cookies, Guest(address).http
                guest.address, guest.http.cookies = address, cookies
            sheet = await ada.get(f"/tables/{place}")
            assert len(told) <= sheet["plies"] <= len(told) + 1  # one may have been stored and not yet told
            stored = [line async for line in actions_of(ada, place, sheet["plies"])]
            assert stored[: len(told)] == list(range(1, len(told) + 1))
            assert all(0 < left <= 3_600_000 + 1000 * sheet["plies"] for left in sheet["clock"]["left"])
            assert sheet["clock"]["running"] == sheet["frame"]["to_act"]
            if sheet["finished"]:
                break
            frame = (await players[sheet["frame"]["to_act"][0]].get(f"/tables/{place}"))["frame"]
            assert frame["actions"]
            del told[sheet["plies"] :]
            told += ["?"] * (sheet["plies"] - len(told))
    finally:
        for guest in players:
            await guest.http.aclose()


async def actions_of(guest, place, plies):
    """The plies that the table has, each once."""
    for ply in range(1, plies + 1):
        frame = await guest.get(f"/tables/{place}/frames/{ply}")
        yield frame["ply"]
