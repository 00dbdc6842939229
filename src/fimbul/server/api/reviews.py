"""Calls about a finished game: its review, and what else could have been played."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from fimbul.bots.review import Review
from fimbul.core import Event, Illegal, Outcome, State
from fimbul.server.api.common import Context, Who, problems
from fimbul.server.api.tables import course, found
from fimbul.server.problems import not_found, stale
from fimbul.server.reviews import Work
from fimbul.server.services import Services
from fimbul.server.tables import Table
from fimbul.server.tongues import ENGLISH, Subject, asked, told
from fimbul.table import frames
from fimbul.table.asking import Reason, explained
from fimbul.table.frames import Frame

LONGEST = 200  # actions of a variation
LINES = "application/x-ndjson"


class Reviewed(msgspec.Struct):
    """The last line of a review."""

    review: Review


class Variation(msgspec.Struct, forbid_unknown_fields=True):
    """Other actions from a ply on, in notation."""

    ply: int
    actions: list[str]


@get(
    "/tables/{name:str}/review",
    opt={"squeezed": True},
    responses={200: ResponseSpec(str, description="Lines of JSON: progress, and last the review")}
    | problems(404, 410),
)
async def show_review(name: FromPath[str], caller: Who, services: Context) -> Response[bytes] | Stream:
    """A coach's review of a finished game.

    Lines of JSON say `done` of `of` steps while it is made; the last one has the `review`, or a `problem`.
    It is made once and kept for a while; it is given up when nobody waits any more.
    """
    table = await found(services, name, caller)
    key = f"{table.row.id}-{table.row.epoch}"
    work = None
    if not services.reviews.kept(key):
        await services.limits.count("think", caller.counted, caller.address)
        work = await to_do(services, table)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    lines = services.reviews.follow(key, work)
    return Stream(translated(lines, table.subject, asked.get()), media_type=LINES, headers=headers)


async def translated(lines: AsyncIterator[bytes], subject: Subject, language: str) -> AsyncIterator[bytes]:
    """The lines of a review in a language."""
    async for line in lines:
        whole = language != ENGLISH and line.startswith(b'{"review"')
        yield await asyncio.to_thread(retell, line, subject, language) if whole else line


def retell(line: bytes, subject: Subject, language: str) -> bytes:
    """The line with the review itself."""
    found = msgspec.json.decode(line, type=Reviewed)
    return msgspec.json.encode(Reviewed(told(found.review, subject, language))) + b"\n"


async def to_do(services: Services, table: Table) -> Work:
    """All that a review needs."""
    async with table.lock:
        row = table.row
        if not row.finished:
            raise stale("A game is reviewed when it has ended: before that it would be a hint.")
        start, deeds = await course(services, table)
    names = [seat.name or f"Seat {seat.seat + 1}" for seat in row.seats]
    ended = msgspec.convert(row.outcome, Outcome) if row.outcome is not None else None
    return Work(start, deeds, ended, names)


@get("/tables/{name:str}/reasons/{ply:int}", responses=problems(404, 410))
async def show_reason(name: FromPath[str], ply: FromPath[int], caller: Who, services: Context) -> Reason:
    """What the action that led to a ply was for, in the game's words and as its player could see it.

    Where a game hides something from others, it is told when the game has ended.
    """
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    if table.game.hidden and not table.game.cooperative and not table.row.finished:
        raise stale("What a move is for is told when the game has ended: before that it would tell too much.")
    async with table.lock:
        match = await services.tables.match(table)
        if not 1 <= ply <= match.ply:
            raise not_found(f"The game has {match.ply} plies; there is no move before ply {ply}.")
        place = await services.pools.draw(match.place, ply - 1)
        state, _ = await services.tables.at(table, match, place)
        deed = match.deeds[place]
    return await services.pools.draw(explained, table.game, state, deed)


@post("/tables/{name:str}/variation", status_code=200, responses=problems(404, 410, 422))
async def vary(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Variation]) -> Frame:
    """What comes of other actions from a ply of a finished game on, seen by whoever decides next.

    Nothing of it is stored.
    """
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    if len(data.actions) > LONGEST:
        raise stale(f"A variation has {LONGEST} actions at most; play on from here instead.")
    async with table.lock:
        if not table.row.finished:
            raise stale("Other moves can be tried when the game has ended.")
        match = await services.tables.match(table)
        place = await services.pools.draw(match.place, min(max(0, data.ply), match.ply))
        state, events = await services.tables.at(table, match, place)
    made = await services.pools.draw(varied, services, table, state, events, data.actions)
    await services.tables.keep_boards()
    return made


def varied(services: Services, table: Table, state: State, events: list[Event], actions: list[str]) -> Frame:
    """The frame after some actions; in a thread."""
    for text in actions:
        action = table.game.parse(text)
        refusals = [(seat, state.why_not(action, seat)) for seat in state.to_act]
        able = [seat for seat, refusal in refusals if refusal is None]
        if not able:
            raise next((each for _, each in refusals if each), Illegal(state.end_rule, "The game is over."))
        events = state.play(action, able[0])
    return frames.frame(
        table.game,
        state,
        state.to_act[0] if state.to_act else None,
        events,
        services.tables.boards,
        epoch=table.row.epoch,
        seats=len(table.row.seats),
    )


HANDLERS = [show_review, show_reason, vary]
