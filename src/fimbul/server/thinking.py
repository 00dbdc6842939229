"""Asking the bots: a question goes into the queue, and its answer comes back to whoever waits for it."""

import asyncio
import contextlib
from typing import Any

from fimbul.core import FimbulError, State
from fimbul.server.bus import Bus
from fimbul.server.problems import Problem
from fimbul.server.store import Store, TableRow
from fimbul.server.store.questions import Answer, Question
from fimbul.server.tables import Table
from fimbul.server.workers import Worker, cost_of

LOOK = 3.0  # seconds between looks for an answer that came unheard


class Withdrawn(Problem):
    """A question that nobody asks any more."""

    def __init__(self) -> None:
        super().__init__(409, "The table has moved on.")


class Waiting:
    """Somebody who waits for an answer about a position."""

    def __init__(self, question: Question, row: TableRow, state: State) -> None:
        self.question = question
        self.epoch = row.epoch
        self.moment = (state.ply, len(state.draft(question.seat)))
        self.news = asyncio.Event()
        self.withdrawn = False

    def outdated(self, table: Table) -> bool:
        """Whether the answer would be of no use: the table is elsewhere, over, gone, or has another bot."""
        row, seat, match = table.row, self.question.seat, table.match
        if table.dropped or row.finished or row.epoch != self.epoch:
            return True
        if self.question.kind == "move" and row.seats[seat].bot != self.question.bot:
            return True
        return match is not None and (match.state.ply, len(match.state.draft(seat))) != self.moment


class Thinking:
    """The server's side of the queue."""

    def __init__(self, store: Store, bus: Bus, worker: Worker | None) -> None:
        self.store = store
        self.bus = bus
        self.worker = worker
        self.waiting: dict[str, Waiting] = {}
        bus.on("answered", self.heard)

    def heard(self, note: dict[str, Any]) -> None:
        """There is an answer."""
        if waiting := self.waiting.get(note["question"]):
            waiting.news.set()

    def look(self, table: Table) -> None:
        """A table has changed: what it no longer asks is withdrawn."""
        for waiting in self.waiting.values():
            if waiting.question.table_id == table.row.id and waiting.outdated(table):
                waiting.withdrawn = True
                waiting.news.set()

    async def ask(self, kind: str, row: TableRow, state: State, seat: int, bot: str, owner: str) -> Any:
        """A bot's answer, or `Withdrawn`.  The same question asked by another process is asked once."""
        question = Question(
            id=name_of(row, state, seat, kind),
            table_id=row.id,
            kind=kind,
            owner=owner,
            game=row.game,
            seat=seat,
            bot=bot,
            state=state.snapshot(),
            cost=cost_of(bot),
        )
        waiting = self.waiting.setdefault(question.id, Waiting(question, row, state))
        try:
            await self.store.questions.ask(question)
            self.bus.tell("asked")
            if self.worker is not None:
                self.worker.news.set()
            answer = await self.awaited(waiting)
        except (asyncio.CancelledError, Withdrawn):
            await asyncio.shield(self.withdraw(question.id))
            raise
        finally:
            self.waiting.pop(question.id, None)
        if answer.problem is not None:
            await self.store.questions.withdraw(question.id)
            raise FimbulError(answer.problem)
        return answer.value

    async def awaited(self, waiting: Waiting) -> Answer:
        """The answer, when it comes."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await waiting.news.wait()
            waiting.news.clear()
            if waiting.withdrawn:
                raise Withdrawn
            answer = await self.store.questions.answered(waiting.question.id)
            if answer is not None:
                return answer
            if not await self.store.questions.known(waiting.question.id):
                raise Withdrawn

    async def withdraw(self, question: str) -> None:
        """Nobody wants to know any more: whoever thinks about it may stop."""
        await self.store.questions.withdraw(question)
        self.bus.tell("withdrawn", question=question)
        if self.worker is not None:
            self.worker.withdrawn(question)


def name_of(row: TableRow, state: State, seat: int, kind: str) -> str:
    """What a question is called: the same question has the same name at every process."""
    return f"{row.id}-{row.epoch}-{state.ply}.{len(state.draft(seat))}-{seat}-{kind}"
