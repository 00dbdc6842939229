"""A question that nobody asks any more is not thought about: its process ends, and another is free."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest
from tests.server.conftest import PATIENCE, serving

from fimbul.server import catalogue, pools, workers
from fimbul.server.problems import Problem

POND = "FIMBUL_TEST_POND"
REALLY = workers.choose


def brood(slug, snapshot, seat, spec):
    """Think for ever the first time, and not at all from then on; in the worker's process."""
    pond = Path(os.environ[POND])
    if pond.exists():
        return REALLY(slug, snapshot, seat, "random")
    pond.write_text(str(os.getpid()))
    time.sleep(10 * PATIENCE)
    return None


@pytest.fixture
def pond(tmp_path, monkeypatch):
    """Where the first thinker leaves its number."""
    monkeypatch.setenv(POND, str(tmp_path / "pond"))
    monkeypatch.setattr(workers, "choose", brood)
    return tmp_path / "pond"


def alive(number):
    """Whether a process runs."""
    try:
        os.kill(number, 0)
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(true):
    """Wait for a state."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def test_going_back_ends_a_thought_and_the_bot_is_asked_anew(tmp_path, pond):
    async with serving(tmp_path, workers=1) as server:
        ada = server.guest()
        table = (await ada.table("me", "expert", options={"first": 0, "setup": "quick"}))["id"]
        async with ada.sit(table) as seat:
            frame = (await seat.hear("table"))["table"]["frame"]
            await seat.act(frame)
            await until(lambda: pond.exists() and pond.read_text())
            await seat.send("undo")
            assert (await seat.hear("table"))["table"]["frame"]["ply"] == 0
            await until(lambda: not alive(int(pond.read_text())))
            assert await server.services.store.questions.waiting() == 0
            await seat.act(frame)
            while (await seat.hear("frame"))["frame"]["ply"] < 2:
                pass


async def test_nobody_thinks_for_a_table_that_was_thrown_away(tmp_path, pond):
    async with serving(tmp_path, workers=1) as server:
        ada = server.guest()
        table = (await ada.table("expert", "me", options={"first": 0, "setup": "quick"}))["id"]
        await until(lambda: pond.exists() and pond.read_text())
        held = server.services.tables.live[table]
        assert (await ada.http.delete(f"/api/v1/tables/{table}")).is_success
        await until(lambda: not alive(int(pond.read_text())) and held.thinker is None)
        assert await server.services.store.questions.waiting() == 0


async def test_a_worker_elsewhere_hears_that_a_game_is_over(tmp_path, pond, database):
    async with (
        serving(tmp_path, database=database, workers=0) as server,
        serving(tmp_path, database=database, workers=1),
    ):
        ada = server.guest()
        table = (await ada.table("expert", "me", options={"first": 0, "setup": "quick"}))["id"]
        await until(lambda: pond.exists() and pond.read_text())
        await ada.post(f"/tables/{table}/resign")
        await until(lambda: not alive(int(pond.read_text())))


async def test_a_job_without_end_is_given_up_and_the_next_one_done(monkeypatch):
    monkeypatch.setattr(pools, "LONGEST", 0.5)
    held = pools.Pools()
    try:
        with pytest.raises(Problem, match="too much"):
            await held.crunch(time.sleep, 10 * PATIENCE)
        monkeypatch.setattr(pools, "LONGEST", 60.0)
        assert await held.crunch(abs, -7) == 7
    finally:
        held.stop()


async def test_a_hint_is_withdrawn_when_its_asker_acts(server):
    server.services.worker.closing = True  # nobody answers
    for task in server.services.worker.tasks:
        task.cancel()
    ada = server.guest()
    made = await ada.table("me", "me", options={"first": 0, "setup": "quick"})
    path = f"/tables/{made['id']}"
    asked = asyncio.create_task(ada.post(f"{path}/hint", None, 409))
    await until(lambda: server.services.play.thinking.waiting)
    await ada.post(f"{path}/actions", {"ply": 0, "action": made["frame"]["actions"][0]["text"]})
    assert (await asked)["detail"] == "The table has moved on."
    assert await server.services.store.questions.waiting() == 0


def practise(slug, spec):
    """Leave a note of what was rehearsed; in the worker's process."""
    with Path(os.environ[POND]).open("a") as notes:
        notes.write(f"{slug} {spec}\n")


async def test_a_bot_rehearses_while_a_person_looks_at_the_board(tmp_path, pond, monkeypatch):
    """What it has to compile is compiled before it is asked, once; a bot without a kernel has nothing to."""
    monkeypatch.setattr(workers, "rehearse", practise)
    monkeypatch.setattr(workers.kernels, "supports", lambda slug: slug == "fimbulvetr")
    async with serving(tmp_path, workers=1) as server:
        ada = server.guest()
        await ada.table("me", "club", game="fate")
        for _ in range(2):
            table = (await ada.table("me", "club", options={"first": 0, "setup": "quick"}))["id"]
            async with ada.sit(table) as seat:
                await seat.hear("table")
        await until(lambda: pond.exists() and pond.read_text())
    assert pond.read_text() == "fimbulvetr club\n"


def test_a_rehearsal_is_a_thought():
    workers.rehearse("fate", "club")


PLAYER = Path(__file__).parents[2] / "examples" / "engines" / "player.py"


@pytest.fixture
def introduce(monkeypatch):
    """Let a program sit at tables; a server, which is a process of its own, asks once what bots there are."""

    def known(name, command):
        monkeypatch.setenv("FIMBUL_CONNECT", json.dumps({name: f"{sys.executable} {command}"}))
        forget()

    def forget():
        catalogue.in_short.cache_clear()
        catalogue.in_full.cache_clear()

    yield known
    forget()


async def test_another_program_plays_at_a_table(tmp_path, introduce):
    introduce("striker", PLAYER)
    async with serving(tmp_path, workers=1) as server:
        ada = server.guest()
        assert "striker" in (await ada.get("/games/fimbulvetr"))["bots"]
        table = (await ada.table("me", "striker", options={"first": 1, "setup": "quick"}))["id"]
        async with asyncio.timeout(PATIENCE):
            while (await ada.get(f"/tables/{table}"))["frame"]["ply"] == 0:
                await asyncio.sleep(0.01)


async def test_of_a_program_that_fails_people_are_told_and_the_log_says_why(tmp_path, introduce, caplog):
    introduce("dies", "-c 'raise SystemExit(3)'")
    async with serving(tmp_path, workers=1) as server:
        ada = server.guest()
        table = (await ada.table("me", "dies", options={"first": 1, "setup": "quick"}))["id"]
        async with ada.sit(table) as seat:
            assert "The bot could not move" in (await seat.hear("refused"))["reason"]
    assert "ended (status 3) without an answer" in caplog.text
