"""The collector of garbage looks at everything seldom, but dead connections do not pile up."""

import asyncio
import gc

from tests.server.conftest import PATIENCE

from fimbul.server import garbage
from fimbul.server.doors import Window


def windows():
    """The websockets that are in memory, open or not."""
    return sum(isinstance(each, Window) for each in gc.get_objects())


async def test_connections_that_have_ended_are_swept_out_when_there_are_many(server, monkeypatch):
    monkeypatch.setattr(garbage, "MANY", 5)
    monkeypatch.setattr(garbage.Garbage, "connections", 0)
    ada = server.guest()
    table = (await ada.table("me", "open"))["id"]
    gc.disable()
    try:
        before = windows()
        for _ in range(5):
            async with ada.sit(table) as seat:
                await seat.hear("table")
        while garbage.Garbage.connections < 5:
            await asyncio.sleep(0.01)
        assert garbage.sweep()
        assert not garbage.sweep()  # nobody has left since
        async with asyncio.timeout(PATIENCE):
            while windows() > before:  # the last may still be hanging up
                await asyncio.sleep(0.01)
                garbage.Garbage.connections = 5
                garbage.sweep()
    finally:
        gc.enable()
