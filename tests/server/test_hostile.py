"""Hostile messages: no failure, no hang, no change of state, no secret told.

`FIMBUL_HOSTILE=50000 pytest tests/server/test_hostile.py` sends as many as one likes.
"""

import asyncio
import json
import os
import random
from pathlib import Path

import pytest
from tests.server.conftest import serving

from fimbul.server import live
from fimbul.server.limits import LIMITS

MESSAGES = int(os.environ.get("FIMBUL_HOSTILE", "400"))
BURST = 50  # messages that are sent at once
GROWTH = 48 * 2**20  # bytes that a server may still grow by when half of them have come
WORDS = (
    "",
    "act",
    "why",
    "chat",
    "ping",
    "undo",
    "answer",
    "ask",
    "resign!",
    "\x00",
    "\u202e",
    "𝔣" * 50,
    "null",
    "-1",
    "1e999",
    "Jarl, Thegn, " * 40,
    "Jarl: Thegn; " * 40,
)

ASKED = (*WORDS, str(2**31), str(2**63), str(10**30), "mode:\x00", "mode:x")  # in an address


@pytest.fixture(params=["sqlite", "postgresql"])
async def server(request, tmp_path):
    """A server with either store."""
    address = None if request.param == "sqlite" else request.getfixturevalue("database")
    async with serving(tmp_path, database=address) as running:
        yield running


def value(chance, depth=0):
    """Any JSON."""
    kinds = 9 if depth < 3 else 6
    match chance.randrange(kinds):
        case 0:
            return chance.choice(WORDS)
        case 1:
            return chance.choice((-1, 0, 1, 2**31, 2**63, -(2**63), 10**30))
        case 2:
            return chance.random() * 10 ** chance.randrange(-5, 300)
        case 3:
            return chance.choice((True, False, None))
        case 4:
            return "x" * chance.randrange(3000)
        case 5:
            return []
        case 6:
            return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {chance.choice(WORDS): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def message(chance):
    """Something that looks like a message, or does not."""
    if chance.random() < 0.2:
        return "".join(chr(chance.randrange(1, 300)) for _ in range(chance.randrange(50)))
    kind = chance.choice(("act", "why", "chat", "ask", "answer", "allow_undo", "hint", "ping", "dance"))
    fields = {
        name: value(chance)
        for name in chance.sample(
            ("ply", "action", "clicks", "text", "kind", "yes", "target", "words", "request"), 4
        )
    }
    if chance.random() < 0.3:
        fields["ply"] = chance.randrange(-2, 3)
    return json.dumps({"type": kind, **fields})


def resident():
    """Bytes of memory that this process, and with it the server, holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_hostile_messages_change_nothing_and_learn_nothing(server, monkeypatch):
    for name in LIMITS:
        monkeypatch.setitem(LIMITS, name, (10**9, 10**9))
    monkeypatch.setattr(live, "BURST", 10**9)
    monkeypatch.setattr(live, "SECONDS", 0.0)
    chance = random.Random(2)
    ada, ben, eve = server.guest(), server.guest(), server.guest()
    made = await ada.table("me", "open", options={"first": 0})
    table = made["id"]
    await ben.post(f"/tables/{table}/join", {})
    row = server.services.tables.live[table].row
    secrets = [str(row.seed), row.salt, row.invite, row.seats[0].person, row.seats[1].person]
    before, memory = (await ada.get(f"/tables/{table}"))["frame"], 0
    async with eve.sit(table, "?language=de") as seat:  # where there is more to do with what somebody sends
        await seat.hear("table")
        for number in range(0, MESSAGES, BURST):
            for _ in range(BURST):
                await seat.raw(message(chance))
            for _ in range(BURST):  # each is answered, and by nothing else
                heard = await seat.hear()
                assert heard["type"] in ("refused", "chat", "pong"), heard
                assert not any(secret in json.dumps(heard) for secret in secrets)
            if number <= MESSAGES // 2:
                memory = resident()
    assert resident() - memory < GROWTH
    assert (await ada.get(f"/tables/{table}"))["frame"] == before
    assert server.services.failed == 0


async def test_hostile_calls_get_no_5xx_change_nothing_and_learn_nothing(server, monkeypatch):
    for name in LIMITS:
        monkeypatch.setitem(LIMITS, name, (10**9, 10**9))
    chance = random.Random(3)
    ada, ben, eve = server.guest(), server.guest(), server.guest()
    table = (await ada.table("me", "open", access="unlisted"))["id"]
    invite = server.services.tables.live[table].row.invite
    await ben.post(f"/tables/{table}/join", {"invite": invite})
    schema = (await eve.http.get("/api/v1/openapi.json")).json()
    await eve.get("/me")
    eve.http.headers["Accept-Language"] = "de"
    row = server.services.tables.live[table].row
    secrets = [str(row.seed), row.salt, row.invite, row.seats[0].person, row.seats[1].person]
    before, memory = await ada.get(f"/tables/{table}"), 0
    calls = [(method, path) for path, each in schema["paths"].items() for method in each]
    # Registering and logging in hash for a long time, and pictures are drawn by another process.
    slow = ("picture.svg", "/accounts", "/login", "/recover", "/hint")
    calls = [call for call in calls if not call[1].endswith(slow)]

    async def call(number):
        """One of them; what is wrong with its answer fails the test."""
        method, path = calls[number % len(calls)]
        for name, good in (("{name}", table), ("{slug}", "fimbulvetr"), ("{ply}", "0"), ("{login}", "ada")):
            strange = chance.choice(("%00", "..%2f", "x" * 300, "%ff", "-1", "ﬁmbul"))
            path = path.replace(name, good if chance.random() < 0.6 else strange)
        answer = await eve.http.request(
            method,
            path,
            json=value(chance) if chance.random() < 0.7 else None,
            params={chance.choice(("show", "before", "game", "seats", "option", "x")): chance.choice(ASKED)},
        )
        assert answer.status_code < 500 or answer.status_code == 501, (method, path, answer.text[:200])
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json", (method, path)
        told = f"{answer.headers} {answer.text}"
        assert not any(secret in told for secret in secrets), (method, path)

    for number in range(0, MESSAGES, BURST):
        await asyncio.gather(*(call(number + each) for each in range(BURST)))
        if number <= MESSAGES // 2:
            memory = resident()
    assert resident() - memory < GROWTH
    assert await ada.get(f"/tables/{table}") == before
