"""Everything that one running server shares."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from fimbul.server.bots import Bots
from fimbul.server.guests import Gate, load_secret
from fimbul.server.play import Play
from fimbul.server.store import Store
from fimbul.server.tables import Tables

PATIENCE = 5  # seconds for what is being stored when the server closes


class Services:
    """The store, the tables, the hands that play at them, and the gate."""

    def __init__(self, store: Store, gate: Gate, workers: int | None = None) -> None:
        self.store = store
        self.gate = gate
        self.tables = Tables(store)
        self.bots = Bots(workers)
        self.play = Play(self.tables, self.bots)

    def farewell(self) -> None:
        """Tell everybody that the server closes."""
        for table in self.tables.live.values():
            for listener in list(table.listeners):
                listener.close("The server is closing. What was played is kept: come back later.")

    async def close(self) -> None:
        """Stop thinking and put everything away."""
        thinkers = [table.thinker for table in self.tables.live.values() if table.thinker is not None]
        for thinker in thinkers:
            thinker.cancel()
        self.bots.stop()
        if thinkers:
            await asyncio.wait(thinkers, timeout=PATIENCE)
        await self.store.close()


@asynccontextmanager
async def opened(folder: Path, workers: int | None = None) -> AsyncIterator[Services]:
    """The services of a data folder, while it is open."""
    gate = Gate(load_secret(folder))
    services = Services(await Store.open(folder), gate, workers)
    try:
        yield services
    finally:
        await services.close()


def services_of(state: State) -> Services:
    """The services that a request came to."""
    found: Services = state["services"]
    return found


def guest_of(request: Request[Any, Any, State], services: NamedDependency[Services]) -> str:
    """Who is asking."""
    return services.gate.guest(request)
