"""`fimbul worker`: bots that think for a club's servers, on any machine that reaches its database."""

import asyncio
import contextlib
import os
import signal
import tempfile
from pathlib import Path

from fimbul.cli.files import WrongUse

MOST_SLOTS = 64


def worker(*, db: str | None = None, channels: str | None = None, slots: int | None = None) -> int:
    """Think for the bots of a club's servers.

    A worker takes questions from the queue in the database, fairly by whoever asks, and thinks about several
    at once. Start as many as you like, on as many machines; one that dies loses nothing.

    Example: fimbul worker --db postgresql://fimbul@db.example/fimbul --slots 4

    Parameters
    ----------
    db
        The address of the PostgreSQL database (also FIMBUL_DB).
    channels
        The address of a Redis or Valkey, if the servers use one.
    slots
        How many questions to think about at once; otherwise one for each core, at most four.
    """
    if slots is not None and not 1 <= slots <= MOST_SLOTS:
        raise WrongUse(f"--slots is 1 to {MOST_SLOTS}, not {slots}.")
    address = db or os.environ.get("FIMBUL_DB")
    if not address:
        raise WrongUse("Name the database with --db, or in FIMBUL_DB.")
    asyncio.run(work(address, channels or os.environ.get("FIMBUL_CHANNELS"), slots))
    return 0


async def work(db: str, channels: str | None, slots: int | None) -> None:
    """Think until somebody says stop."""
    from fimbul.server.bus import bus_at
    from fimbul.server.store import Store
    from fimbul.server.workers import Worker

    with tempfile.TemporaryDirectory(prefix="fimbul-worker-") as nowhere:
        store = await Store.open(Path(nowhere), db)
        bus = bus_at(channels or db)
        await bus.start()
        thinker = Worker(store, bus, slots)
        thinker.start()
        print(f"fimbul thinks with {thinker.slots} slots (Ctrl-C stops it)", flush=True)
        stop = asyncio.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C ends the loop by itself
                asyncio.get_running_loop().add_signal_handler(name, stop.set)
        try:
            await stop.wait()
        finally:
            await thinker.close()
            await bus.stop()
            await store.close()
