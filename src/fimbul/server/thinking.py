"""Asking the bots: a question goes into the queue, and its answer comes back to whoever waits for it."""

import asyncio
import contextlib
from typing import Any

from fimbul.core import FimbulError, State
from fimbul.server.bus import Bus
from fimbul.server.store import Store, TableRow
from fimbul.server.store.questions import Question
from fimbul.server.workers import Worker, cost_of

LOOK = 3.0  # seconds between looks for an answer that came unheard


class Thinking:
    """The server's side of the queue."""

    def __init__(self, store: Store, bus: Bus, worker: Worker | None) -> None:
        self.store = store
        self.bus = bus
        self.worker = worker
        self.waiting: dict[str, asyncio.Event] = {}
        bus.on("answered", self.heard)

    def heard(self, note: dict[str, Any]) -> None:
        """There is an answer."""
        if news := self.waiting.get(note["question"]):
            news.set()

    async def ask(self, kind: str, row: TableRow, state: State, seat: int, bot: str, owner: str) -> Any:
        """A bot's answer.  The same question asked by another process is asked once."""
        name = name_of(row, state, seat, kind)
        question = Question(
            id=name,
            table_id=row.id,
            kind=kind,
            owner=owner,
            game=row.game,
            seat=seat,
            bot=bot,
            state=state.snapshot(),
            cost=cost_of(bot),
        )
        news = self.waiting.setdefault(name, asyncio.Event())
        try:
            await self.store.questions.ask(question)
            self.bus.tell("asked")
            if self.worker is not None:
                self.worker.news.set()
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK)
                news.clear()
                answer = await self.store.questions.answered(name)
                if answer is not None:
                    break
                if not await self.store.questions.known(name):
                    raise FimbulError("Nobody waited for the bot any more.")
        except asyncio.CancelledError:
            await asyncio.shield(self.store.questions.withdraw(name))
            raise
        finally:
            self.waiting.pop(name, None)
        if answer.problem is not None:
            await self.store.questions.withdraw(name)
            raise FimbulError(answer.problem)
        return answer.value


def name_of(row: TableRow, state: State, seat: int, kind: str) -> str:
    """What a question is called: the same question has the same name at every process."""
    return f"{row.id}-{row.epoch}-{state.ply}.{len(state.draft(seat))}-{seat}-{kind}"
