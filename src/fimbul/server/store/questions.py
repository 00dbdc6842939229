"""The queue of questions to bots: one for all servers and workers, with fair shares.

A worker takes the question whose owner has had the least thought of late, the shorter question first; nobody
has more than a few thought about at once.  A taken question is leased: if its worker dies, another takes it.
"""

import math
import secrets
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from fimbul.server.store.database import Database, Look, now, now_ms
from fimbul.server.store.schema import questions, shares

LEASE = 15_000  # milliseconds; a worker renews it while it thinks
MOST_TRIES = 3
MOST_AT_ONCE = 2  # questions of one owner that are thought about at the same time
HALF_LIFE = 60.0  # seconds in which what somebody has used is half forgotten
CANDIDATES = 64


WAITING = Look(  # whether anything is to be thought about that nobody thinks about
    select(questions.c.id)
    .where(
        questions.c.answer.is_(None),
        questions.c.lease.is_(None) | (questions.c.lease < bindparam("moment")),
    )
    .limit(1)
)


class Question(msgspec.Struct, kw_only=True):
    """What a bot is asked: a move or ideas, for a seat of a position."""

    id: str = ""
    table_id: str
    kind: str
    owner: str
    game: str
    seat: int
    bot: str
    state: bytes
    cost: int
    tries: int = 0
    asked: int = 0


class Answer(msgspec.Struct):
    """What a worker answers, or why it could not."""

    value: Any = None
    problem: str | None = None


class Questions:
    """The queue's part of the store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ask(self, question: Question) -> str:
        """Put a question into the queue; its id."""
        question.id, question.asked = question.id or secrets.token_hex(8), now_ms()
        dialect = postgresql if self.database.shared else sqlite
        async with self.database.writing() as connection:
            values = msgspec.structs.asdict(question)
            await connection.execute(dialect.insert(questions).values(values).on_conflict_do_nothing())
        return question.id

    async def release(self, question: str) -> None:
        """Give a question back that its worker could not answer."""
        async with self.database.writing() as connection:
            here = questions.c.id == question
            await connection.execute(update(questions).where(here).values(worker=None, lease=None))

    async def take(self, worker: str, most_cost: int | None = None) -> Question | None:
        """The next question for a worker, by fair share; None if nothing waits."""
        moment = now_ms()
        if not await self.database.glance(WAITING, {"moment": moment}):
            return None
        free = questions.c.answer.is_(None) & (questions.c.lease.is_(None) | (questions.c.lease < moment))
        busy = questions.alias()
        running = (
            select(func.count())
            .where(busy.c.owner == questions.c.owner, busy.c.answer.is_(None), busy.c.lease >= moment)
            .scalar_subquery()
        )
        spent = func.coalesce(
            select(shares.c.spent).where(shares.c.owner == questions.c.owner).scalar_subquery(), 0.0
        )
        last = func.coalesce(
            select(shares.c.at).where(shares.c.owner == questions.c.owner).scalar_subquery(), 0
        )
        asked = select(questions.c.id, running, spent, last, questions.c.cost, questions.c.asked).where(free)
        asked = asked.where(running < MOST_AT_ONCE)
        if most_cost is not None:
            asked = asked.where(questions.c.cost <= most_cost)
        async with self.database.writing() as connection:
            if self.database.shared:  # one worker at a time chooses, so that shares are counted right
                await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7110615)")
            found = (
                await connection.execute(asked.order_by(running, questions.c.asked).limit(CANDIDATES))
            ).all()
            if not found:
                return None
            best = min(found, key=lambda each: (each[1], faded(each[2], each[3]) + each[4], each[5]))
            await connection.execute(
                update(questions)
                .where(questions.c.id == best[0])
                .values(worker=worker, lease=moment + LEASE, tries=questions.c.tries + 1)
            )
            names = [questions.c[name] for name in Question.__struct_fields__]
            chosen = select(*names).where(questions.c.id == best[0])
            row = (await connection.execute(chosen)).mappings().first()
        return Question(**row) if row else await self.take(worker, most_cost)  # withdrawn just now

    async def renew(self, question: str, worker: str) -> bool:
        """The worker still thinks; whether anybody still wants to know."""
        here = (questions.c.id == question) & (questions.c.worker == worker)
        async with self.database.writing() as connection:
            values = {"lease": now_ms() + LEASE}
            return bool((await connection.execute(update(questions).where(here).values(values))).rowcount)

    async def answer(self, question: Question, worker: str, answer: Answer | None, spent: float) -> None:
        """Keep a worker's answer (none where it was withdrawn meanwhile), and what it cost its owner."""
        dialect = postgresql if self.database.shared else sqlite
        here = (questions.c.id == question.id) & (questions.c.worker == worker)
        async with self.database.writing() as connection:
            if answer is not None:
                values = {"answer": msgspec.to_builtins(answer)}
                await connection.execute(update(questions).where(here).values(values))
            before = (
                await connection.execute(
                    select(shares.c.spent, shares.c.at).where(shares.c.owner == question.owner)
                )
            ).first()
            sum_ = spent + (faded(before[0], before[1]) if before else 0.0)
            row = {"owner": question.owner, "spent": sum_, "at": now()}
            upsert = dialect.insert(shares).values(row)
            await connection.execute(
                upsert.on_conflict_do_update(index_elements=["owner"], set_={"spent": sum_, "at": row["at"]})
            )

    async def answered(self, question: str) -> Answer | None:
        """The answer to a question, if there is one."""
        async with self.database.reading() as connection:
            found = await connection.scalar(select(questions.c.answer).where(questions.c.id == question))
            return None if found is None else msgspec.convert(found, Answer)

    async def known(self, question: str) -> bool:
        """Whether a question is still in the queue."""
        async with self.database.reading() as connection:
            return bool(await connection.scalar(select(func.count()).where(questions.c.id == question)))

    async def withdraw(self, question: str) -> None:
        """Nobody wants to know any more."""
        async with self.database.writing() as connection:
            await connection.execute(delete(questions).where(questions.c.id == question))

    async def tidy(self, before: int) -> None:
        """Forget questions and shares that were left behind."""
        async with self.database.writing() as connection:
            await connection.execute(delete(questions).where(questions.c.asked < before))
            await connection.execute(delete(shares).where(shares.c.at < before // 1000))

    async def waiting(self) -> int:
        """How many wait or are being thought about."""
        async with self.database.reading() as connection:
            return int(await connection.scalar(select(func.count()).where(questions.c.answer.is_(None))) or 0)


def faded(spent: float, at: int) -> float:
    """What is left to remember of what somebody used."""
    return float(spent) * math.exp2(-max(0, now() - at) / HALF_LIFE)
