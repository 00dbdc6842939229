"""`kill -9` in the middle of play, on both stores: what was acknowledged is there once, and tables go on.

`FIMBUL_KILLS=200 pytest tests/server/test_killing.py` does it as often as one likes.
"""

import asyncio
import contextlib
import os
import random
import sqlite3

import asyncpg
import pytest
from tests.server.conftest import Guest

KILLS = int(os.environ.get("FIMBUL_KILLS", "2"))
SOON = 0.05  # seconds in which the blow falls, wherever the server is by then
DEEDS = "SELECT ply, seat, action FROM actions WHERE table_id = '{}' ORDER BY ply"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request):
    """Where the server keeps things: a database's address, or none for its folder."""
    return None if request.param == "sqlite" else request.getfixturevalue("database")


class Players:
    """Two people who move as fast as the server tells them, and note what it has acknowledged."""

    def __init__(self, server, chance):
        self.guests, self.chance = (Guest(server), Guest(server)), chance
        self.table, self.told = "", []

    async def sit_down(self):
        """A new table; every action that is acknowledged there is noted: (ply, seat, action)."""
        ada, ben = self.guests
        pace = {"kind": "fischer", "base": 3600, "increment": 1}
        made = await ada.table("me", "open", options={"first": 0, "setup": "quick"}, pace=pace)
        self.table, self.told = made["id"], []
        await ben.post(f"/tables/{self.table}/join", {})

    async def sheet(self):
        return await self.guests[0].get(f"/tables/{self.table}")

    async def move(self):
        """One action of whoever is to act; false when the game is over."""
        to_act = (await self.sheet())["frame"]["to_act"]
        if not to_act:
            return False
        mover = self.guests[to_act[0]]
        frame = (await mover.get(f"/tables/{self.table}"))["frame"]
        action = self.chance.choice(frame["actions"])["text"]
        await mover.post(f"/tables/{self.table}/actions", {"ply": frame["ply"], "action": action})
        self.told.append((frame["ply"], to_act[0], action))
        return True

    async def go_to(self, *servers):
        """The same people, with their cookies, at servers that are there: each at one, or both."""
        for number, guest in enumerate(self.guests):
            server = servers[number % len(servers)]
            await guest.http.aclose()
            cookies, guest.http = guest.http.cookies, Guest(server).http
            guest.address, guest.http.cookies = server, cookies

    async def close(self):
        for guest in self.guests:
            await guest.http.aclose()


async def stored(folder, address, table):
    """The actions that the database has."""
    if address is None:
        with contextlib.closing(sqlite3.connect(folder / "fimbul.sqlite")) as database:
            return database.execute(DEEDS.format(table)).fetchall()
    database = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await database.fetch(DEEDS.format(table))]
    finally:
        await database.close()


async def test_kill_9_again_and_again_loses_and_doubles_nothing(tmp_path, start, address):
    arguments = ("--port", "0", "--workers", "0", *(("--db", address) if address else ()))
    chance, loop = random.Random(1), asyncio.get_running_loop()
    process = start(tmp_path, *arguments)
    players, acknowledged, kills = Players(process.address, chance), 0, 0
    await players.sit_down()
    try:
        while kills < KILLS:
            falls, blow = len(players.told) + chance.randrange(1, 5), None
            with contextlib.suppress(Exception):
                while await players.move():
                    if len(players.told) == falls:
                        blow = loop.call_later(chance.random() * SOON, process.kill)
            if blow is not None:
                blow.cancel()
            if process.process.poll() is None:  # the game was over first
                acknowledged += len(players.told)
                await players.sit_down()
                continue
            kills += 1
            process = start(tmp_path, *arguments)
            await players.go_to(process.address)
            sheet, kept = await players.sheet(), await stored(tmp_path, address, players.table)
            assert kept[: len(players.told)] == players.told
            assert len(kept) <= len(players.told) + 1  # one may have been stored and not yet told
            assert sheet["plies"] == len(kept)
            players.told = kept
            if not sheet["finished"]:
                assert all(0 < left <= 3_600_000 + 1000 * len(kept) for left in sheet["clock"]["left"])
                assert sheet["clock"]["running"] == sheet["frame"]["to_act"]
                assert await players.move()
        acknowledged += len(players.told)
        print(f"{kills} kills, {acknowledged} actions")
        assert acknowledged >= KILLS
    finally:
        await players.close()


async def test_either_of_two_servers_is_killed_and_the_other_knows_all_that_was_acknowledged(
    tmp_path, start, database
):
    arguments = ("--port", "0", "--workers", "0", "--db", database)
    chance, loop = random.Random(2), asyncio.get_running_loop()
    running = [start(tmp_path / str(number), *arguments) for number in range(2)]
    places = [process.address for process in running]
    players, kills, acknowledged = Players(places[0], chance), 0, 0
    await players.sit_down()
    await players.go_to(*places)
    try:
        while kills < KILLS:
            falls, blow, victim = len(players.told) + chance.randrange(1, 5), None, chance.randrange(2)
            with contextlib.suppress(Exception):
                while await players.move():
                    if len(players.told) == falls:
                        blow = loop.call_later(chance.random() * SOON, running[victim].kill)
            if blow is not None:
                blow.cancel()
            if running[victim].process.poll() is None:  # the game was over first
                acknowledged += len(players.told)
                await players.sit_down()
                continue
            kills += 1
            await players.go_to(places[1 - victim])
            sheet, kept = await players.sheet(), await stored(tmp_path, database, players.table)
            assert kept[: len(players.told)] == players.told
            assert len(kept) <= len(players.told) + 1
            assert sheet["plies"] == len(kept)
            players.told = kept
            if not sheet["finished"]:
                assert await players.move()  # before the other is back
            running[victim] = start(tmp_path / str(victim), *arguments)
            places[victim] = running[victim].address
            await players.go_to(*places)
        acknowledged += len(players.told)
        print(f"{kills} kills, {acknowledged} actions")
        assert acknowledged >= KILLS
    finally:
        await players.close()
