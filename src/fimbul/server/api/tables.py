"""Calls about tables: opening, joining, playing, going back, and what is left of a game."""

from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from fimbul.core import BadOption, BadRecord, Game, Outcome, Reach, View
from fimbul.core.record import Dice
from fimbul.games import all_games
from fimbul.games import game as find_game
from fimbul.server.afield import LARGEST, Brought
from fimbul.server.api.common import Asked, Context, Who, game_at, problems
from fimbul.server.api.games import svg
from fimbul.server.chronicle import download_chronicle
from fimbul.server.clocks import Pace
from fimbul.server.guests import Caller
from fimbul.server.matches import recorded, start_of
from fimbul.server.pages import Asset, asset, deliver
from fimbul.server.problems import not_found, stale
from fimbul.server.seating import SeatWish, Terms
from fimbul.server.services import Services
from fimbul.server.sheets import Sheet
from fimbul.server.store import TableRow, now
from fimbul.server.store.tables import Wanted
from fimbul.server.tables import FAR, Table
from fimbul.server.tongues import ENGLISH, asked, spoken
from fimbul.speech import Speech
from fimbul.speech.retelling import drawn
from fimbul.table.frames import Frame, Idea, LogLine, SeatInfo
from fimbul.table.history import History, log_of

LARGEST_RECORD = 2 << 20
MOST_SOUGHT = 8  # options by which tables are found


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open.  `listed: false` is short for `access: "unlisted"`."""

    game: str
    options: dict[str, Any] | None = None
    seats: list[SeatWish] | None = None
    seed: int | str | None = None
    listed: bool = True
    access: str | None = None
    rated: bool = False
    hints: bool = False
    pace: Pace | None = None


class ShortTable(msgspec.Struct, kw_only=True):
    """A table as a line of a list."""

    id: str
    game: str
    title: str
    seats: list[SeatInfo]
    to_act: list[int]
    my_turn: bool
    ply: int
    finished: bool
    outcome: Outcome | None
    updated: int
    access: str
    hosting: bool
    rated: bool
    hints: bool
    created: int
    pace: dict[str, Any] | None
    deadline: int | None
    options: dict[str, Any]


class Hiding(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a table is put away."""

    hidden: bool


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """The token of an invite link."""

    invite: str | None = None


class NewAction(msgspec.Struct, forbid_unknown_fields=True):
    """An action, for the ply of the frame that was seen; sent again with its `request`, it is done once."""

    ply: int
    action: str
    words: str = ""
    request: str | None = None
    draft: int = 0  # how far the sender had come in a sealed choice
    seat: int | None = None  # for whom, where one sits in several seats


class Undone(msgspec.Struct):
    """Whether it is done, or the others were asked."""

    done: bool
    asked: bool


class Hints(msgspec.Struct):
    """A bot's best ideas."""

    ideas: list[Idea]


class Forking(msgspec.Struct, forbid_unknown_fields=True):
    """Where to play from, in which seat, against whom."""

    ply: int
    seat: int | None = None
    bot: str | None = None


class Named(msgspec.Struct):
    """The id of what was made."""

    id: str


class Sending(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of somebody who is sent away."""

    seat: int


class Filling(msgspec.Struct, forbid_unknown_fields=True):
    """An open seat, and the bot that shall sit there."""

    seat: int
    bot: str | None = None


class HandedOver(msgspec.Struct):
    """The token that gives the seat to whoever has it."""

    invite: str


class Wanting(msgspec.Struct, forbid_unknown_fields=True):
    """What the others are asked for; `target` is the seat that a bot shall take."""

    kind: Literal["undo", "draw", "abort", "replace"]
    target: int | None = None


class Answering(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to what another has asked for."""

    kind: Literal["undo", "draw", "abort", "replace"]
    yes: bool


class Planned(msgspec.Struct, forbid_unknown_fields=True):
    """Lines of their action, mine, theirs, mine, and so on."""

    lines: list[list[str]]


class Speaking(msgspec.Struct, forbid_unknown_fields=True):
    """A line of talk."""

    text: str


# ---- opening and finding


@post("/tables", responses=problems(404))
async def open_table(data: JSONBody[NewTable], caller: Who, services: Context) -> Sheet:
    """Open a table."""
    game = game_at(data.game)
    await services.limits.count("open", caller.counted, caller.address)
    if data.rated and caller.account is None:
        raise BadOption("Rated games are for accounts: log in, or play without a rating.")
    terms = Terms(
        access=data.access or ("open" if data.listed else "unlisted"),
        rated=data.rated,
        hints=data.hints,
        pace=data.pace,
        seed=whole(data.seed) if data.seed is not None else None,
    )
    table = await services.seating.create(
        game, caller.person, options=data.options, wishes=data.seats, terms=terms
    )
    services.play.wake(table)
    return await shown(services, table, caller)


def whole(seed: int | str) -> int:
    """A seed, which a browser writes as text because its numbers are too short."""
    if isinstance(seed, int):
        return seed
    if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
        raise BadOption(f"A seed is a whole number, not '{seed[:40]}'.")
    return int(seed)


async def shown(services: Services, table: Table, caller: Caller) -> Sheet:
    """A table as the caller may see it."""
    async with table.lock:
        return await services.tables.info(table, caller.person)


async def found(services: Services, name: str, caller: Caller, invite: str | None = None) -> Table:
    """A table that the caller may look at."""
    table = await services.tables.get(name)
    await services.tables.admit(table, caller.person, invite)
    return table


@get("/tables", responses=problems())
async def list_tables(
    caller: Who,
    services: Context,
    show: FromQuery[Literal["open", "mine", "finished", "watch", "hidden"]] = "open",
    game: FromQuery[str | None] = None,
    seats: FromQuery[int | None] = None,
    pace: FromQuery[Literal["untimed", "fischer", "days"] | None] = None,
    rated: FromQuery[bool | None] = None,
    option: FromQuery[list[str] | None] = None,
    before: FromQuery[int | None] = None,
) -> list[ShortTable]:
    """Tables to join, to go on with, to look at afterwards or to watch, the latest first.

    `option=mode:ragnarok` finds those that are played so; several may be given.
    """
    parts = [each.partition(":") for each in option or ()]
    if len(parts) > MOST_SOUGHT or not all(name.isidentifier() and mark for name, mark, _ in parts):
        raise BadOption(f"An option is sought by its name and value, mode:ragnarok; at most {MOST_SOUGHT}.")
    options = {name: value for name, _, value in parts}
    wanted = Wanted(game=game, seats=seats, pace=pace, rated=rated, options=options)
    known = {each.slug for each in all_games()}
    rows = await services.store.tables.listed(show, caller.person, wanted, before=before)
    return [short(row, caller.person) for row in rows if row.game in known]


def short(row: TableRow, guest: str) -> ShortTable:
    """A table as a line."""
    mine = {seat.seat for seat in row.seats if seat.person == guest}
    return ShortTable(
        id=row.id,
        game=row.game,
        title=find_game(row.game).title,
        seats=[
            SeatInfo(seat.seat, seat.kind, seat.name, seat.plays, seat.seat in mine, seat.bot)
            for seat in row.seats
        ],
        to_act=row.to_act,
        my_turn=bool(mine & set(row.to_act)),
        ply=0 if find_game(row.game).sealed else row.ply,
        finished=row.finished,
        outcome=msgspec.convert(row.outcome, Outcome) if row.outcome else None,
        updated=last_known(row),
        access=row.access,
        hosting=row.host == guest,
        rated=row.rated,
        hints=row.hints,
        created=row.created,
        pace=row.pace,
        deadline=row.deadline,
        options=row.options,
    )


def last_known(row: TableRow) -> int:
    """When a table last changed: to the minute where somebody may just have done something in secret."""
    if row.finished or not find_game(row.game).sealed:
        return row.updated
    return min(now(), -(-row.updated // 60) * 60)


@get("/tables/{name:str}", responses=problems(404, 410))
async def show_table(
    name: FromPath[str], caller: Who, services: Context, invite: FromQuery[str | None] = None
) -> Sheet:
    """A table."""
    table = await found(services, name, caller, invite)
    if table.seat_of(caller.person) is not None:
        services.play.wake(table)
    return await shown(services, table, caller)


# ---- clearing away


@put("/tables/{name:str}/hidden", status_code=204, responses=problems(404))
async def hide(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Hiding]) -> None:
    """Put a table away from one's own lists, or take it out again."""
    if not await services.store.tables.hide(name, caller.person, data.hidden):
        raise not_found("You do not sit at such a table.")


@delete("/tables/{name:str}", responses=problems(404))
async def discard(name: FromPath[str], caller: Who, services: Context) -> None:
    """Throw away a table at which nobody else plays."""
    await services.seating.discard(await services.tables.get(name), caller.person)


@post("/lessons/{slug:str}", responses=problems(404))
async def begin_lesson(slug: FromPath[str], caller: Who, services: Context, data: JSONBody[Forking]) -> Sheet:
    """A table for a step of a lesson: in no list, and cleared away when the learner goes on."""
    game = game_at(slug)
    await services.limits.count("open", caller.counted, caller.address)
    table = await services.lessons.begin(game, caller.person, data.ply, data.seat, data.bot)
    services.play.wake(table)
    return await shown(services, table, caller)


# ---- sitting down and getting up


@post("/tables/{name:str}/join", status_code=200, responses=problems(404, 410))
async def join(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Joining]) -> Sheet:
    """Take an open seat."""
    table = await services.tables.get(name)
    await services.limits.count("act", caller.counted, caller.address)
    await services.seating.join(table, caller.person, data.invite)
    return await shown(services, table, caller)


@post("/tables/{name:str}/leave", status_code=200, responses=problems(404, 410))
async def leave(name: FromPath[str], caller: Who, services: Context) -> Sheet:
    """Give a seat back that one has not played from."""
    table = await services.tables.get(name)
    await services.seating.leave(table, caller.person)
    return await shown(services, table, caller)


@post("/tables/{name:str}/kick", status_code=200, responses=problems(404, 410))
async def kick(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Sending]) -> Sheet:
    """Whoever opened the table sends somebody away who has not played yet."""
    table = await services.tables.get(name)
    await services.seating.kick(table, caller.person, data.seat)
    return await shown(services, table, caller)


@post("/tables/{name:str}/fill", status_code=200, responses=problems(404, 410))
async def fill(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Filling]) -> Sheet:
    """Whoever opened the table puts a bot into an open seat."""
    table = await services.tables.get(name)
    await services.seating.fill(table, caller.person, data.seat, data.bot)
    return await shown(services, table, caller)


@post("/tables/{name:str}/hand-over", status_code=200, responses=problems(404, 410))
async def hand_over(name: FromPath[str], caller: Who, services: Context) -> HandedOver:
    """Get up for whoever comes with the invitation."""
    table = await services.tables.get(name)
    return HandedOver(await services.seating.hand_over(table, caller.person))


@post("/tables/{name:str}/rematch", status_code=200, responses=problems(404, 410))
async def rematch(name: FromPath[str], caller: Who, services: Context) -> Sheet:
    """Play again: a new table, whose link only those who sat here see; it is answered to all of them."""
    await services.limits.count("open", caller.counted, caller.address)
    table = await services.seating.rematch(await services.tables.get(name), caller.person)
    if table.seat_of(caller.person) is None:
        await services.seating.join(table, caller.person, table.row.invite)
    services.play.wake(table)
    return await shown(services, table, caller)


# ---- playing


@post("/tables/{name:str}/actions", status_code=200, responses=problems(404, 410, 422))
async def act(name: FromPath[str], caller: Who, services: Context, data: JSONBody[NewAction]) -> Frame:
    """Act."""
    await services.limits.count("act", caller.counted, caller.address)
    table = await services.tables.get(name)
    if data.seat is not None:
        await services.seating.turn(table, caller.person, data.seat)
    await services.play.act(table, caller.person, data.ply, data.action, data.words, data.request, data.draft)
    async with table.lock:
        match = await services.tables.match(table)
        return await services.tables.frame(table, match, (table.seat_of(caller.person), ENGLISH))


@post("/tables/{name:str}/undo", status_code=200, responses=problems(404, 410))
async def undo(name: FromPath[str], caller: Who, services: Context) -> Undone:
    """Go back to your last decision, or ask the others."""
    await services.limits.count("act", caller.counted, caller.address)
    done = await services.agreements.undo(await services.tables.get(name), caller.person)
    return Undone(done, not done)


@post("/tables/{name:str}/requests", status_code=200, responses=problems(404, 410))
async def ask(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Wanting]) -> Undone:
    """Ask the others to go back, for a draw, to break off, or for a bot in the seat of somebody who left."""
    await services.limits.count("act", caller.counted, caller.address)
    table = await services.tables.get(name)
    done = await services.agreements.request(table, caller.person, data.kind, data.target)
    return Undone(done, not done)


@put("/tables/{name:str}/requests", responses=problems(404, 410))
async def answer(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Answering]) -> Sheet:
    """Agree to what another has asked for, or not."""
    table = await services.tables.get(name)
    await services.agreements.answer(table, caller.person, data.kind, data.yes)
    return await shown(services, table, caller)


@post(
    "/tables/{name:str}/back",
    status_code=200,
    request_max_body_size=LARGEST,
    responses=problems(404, 410, 422),
)
async def bring_back(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Brought]) -> Sheet:
    """Play again what was played at a table without a connection; the table at which it stands then.

    If people have acted at the table meanwhile, nothing is done (409): it can become a table of its own.
    """
    await services.limits.count("open" if data.apart else "prove", caller.counted, caller.address)
    table = await services.tables.get(name)
    return await shown(services, await services.afield.bring(table, caller.person, data), caller)


@put("/tables/{name:str}/plans", responses=problems(404, 410))
async def plan(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Planned]) -> Planned:
    """Plan answers to moves that the others may make, in games without dice and secrets."""
    await services.limits.count("act", caller.counted, caller.address)
    table = await services.tables.get(name)
    await services.play.plan(table, caller.person, data.lines)
    return data


@post("/tables/{name:str}/resign", status_code=200, responses=problems(404, 410))
async def resign(name: FromPath[str], caller: Who, services: Context) -> Sheet:
    """Give up."""
    table = await services.tables.get(name)
    await services.play.resign(table, caller.person)
    return await shown(services, table, caller)


@post("/tables/{name:str}/hint", status_code=200, responses=problems(404, 410))
async def hint(name: FromPath[str], caller: Who, services: Context) -> Hints:
    """A bot's best ideas."""
    await services.limits.count("think", caller.counted, caller.address)
    return Hints(await services.play.hint(await services.tables.get(name), caller.person))


@post("/tables/{name:str}/talk", status_code=204, responses=problems(404))
async def talk(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Speaking]) -> None:
    """Say something."""
    await services.limits.count("talk", caller.counted, caller.address)
    await services.play.say(await found(services, name, caller), caller.person, data.text)


@post("/tables/{name:str}/fork", responses=problems(404, 410))
async def fork(name: FromPath[str], caller: Who, services: Context, data: JSONBody[Forking]) -> Sheet:
    """Play on from a ply, against bots."""
    await services.limits.count("open", caller.counted, caller.address)
    source = await found(services, name, caller)
    table = await services.seating.fork(source, caller.person, data.ply, data.seat, data.bot)
    services.play.wake(table)
    return await shown(services, table, caller)


# ---- what is left of a game


@get("/tables/{name:str}/log", responses=problems(404, 410))
async def show_log(
    name: FromPath[str], caller: Who, services: Context, seat: FromQuery[int | None] = None
) -> list[LogLine]:
    """Everything that happened, as the asker may know it; `seat` is one of theirs, if they have several."""
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    async with table.lock:
        start, deeds = await course(services, table)
        viewer = table.seat_of(caller.person, seat)
    work = services.pools.crunch if len(deeds) > FAR else services.pools.draw
    return await work(log_of, start, deeds, viewer)


async def course(services: Services, table: Table) -> tuple[Any, Any]:
    """What a table's game can be replayed from anywhere.  The caller holds the lock."""
    match: History = await services.tables.match(table)
    return start_of(table.row), list(match.deeds)


@get(
    "/tables/{name:str}/frames/{ply:str}",
    opt={"squeezed": True},
    responses={200: ResponseSpec(Frame, description="The position; as a picture, with .svg after its ply")}
    | problems(404, 410),
)
async def show_frame(
    request: Asked,
    name: FromPath[str],
    ply: FromPath[str],
    caller: Who,
    services: Context,
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """A position of the game, as the asker (or one of their seats) may see it: `12`, or `12.svg`."""
    number = ply.removesuffix(".svg")
    if not (number.isascii() and number.isdigit() and len(number) < 9):
        raise not_found("A position is fetched by its ply, a whole number.")
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    viewer = table.seat_of(caller.person, seat)
    async with table.lock:
        match = await services.tables.match(table)
        if number == ply:
            frame = await services.tables.past(table, match, int(number), (viewer, asked.get()))
            body = await services.pools.draw(lambda: asset(msgspec.json.encode(frame), "application/json"))
            return deliver(request, body)
        if int(number) > match.ply:
            raise not_found(f"The game has {match.ply} plies; there is no ply {number}.")
        place = await services.pools.draw(match.place, int(number))
        state, _ = await services.tables.at(table, match, place)
    own = spoken(table.subject, asked.get())
    drawn = await services.pools.draw(pictured, table.game, state.view(viewer), own)
    headers = {"Content-Disposition": f'inline; filename="{table.row.game}-{table.row.id}-{number}.svg"'}
    return svg(request, drawn, headers=headers)


def pictured(game: Game, view: View, own: Speech | None) -> Asset:
    """A position as a picture; in a thread."""
    picture = game.scene(view).to_svg(width=900)
    return asset((drawn(picture, own) if own is not None else picture).encode(), "image/svg+xml")


@get("/tables/{name:str}/frames/{ply:int}/reach", responses=problems(404, 410))
async def show_reach(
    name: FromPath[str],
    ply: FromPath[int],
    caller: Who,
    services: Context,
    node: FromQuery[str],
    seat: FromQuery[int | None] = None,
) -> Reach:
    """How far a piece of the board could go, as far as the asker (or one of their seats) may know it."""
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    viewer = table.seat_of(caller.person, seat)
    async with table.lock:
        match = await services.tables.match(table)
        if not 0 <= ply <= match.ply:
            raise not_found(f"The game has {match.ply} plies; there is no ply {ply}.")
        place = await services.pools.draw(match.place, ply)
        state, _ = await services.tables.at(table, match, place)
    reach = await services.pools.draw(lambda: table.game.table.reach(state.view(viewer), node))
    if reach is None:
        raise not_found("There is nothing there that could go anywhere.")
    return reach


@get("/tables/{name:str}/record.saga", responses=problems(404, 410))
async def download(name: FromPath[str], caller: Who, services: Context) -> Response[str]:
    """The record of a game that has ended; before that its seed is nobody's business."""
    await services.limits.count("replay", caller.counted, caller.address)
    table = await found(services, name, caller)
    async with table.lock:
        row = table.row
        if not row.finished:
            raise stale("The record holds the seed, so it can be had when the game has ended.")
        start, deeds = await course(services, table)
    work = services.pools.crunch if len(deeds) > FAR else services.pools.draw
    record = await work(recorded, start, deeds)
    record.names = [seat.name or f"Seat {seat.seat + 1}" for seat in row.seats]
    if record.result is None and row.outcome is not None:
        record.ended = msgspec.convert(row.outcome, Outcome)
    record.resigned = [(seat.seat, seat.resigned) for seat in row.seats if seat.resigned is not None]
    if row.salt:
        record.dice = Dice(row.origin or row.id, row.salt)
    headers = {"Content-Disposition": f'attachment; filename="{row.game}-{row.id}.saga"'}
    return Response(record.to_text(), media_type="text/plain", headers=headers)


@post("/records", request_max_body_size=LARGEST_RECORD, responses=problems())
async def upload(request: Asked, caller: Who, services: Context) -> Named:
    """Verify a `.saga` and show it as a table."""
    await services.limits.count("prove", caller.counted, caller.address)
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord("This is not a .saga record: it is not text in UTF-8.") from None
    return Named(await services.seating.show_record(text))


# The chronicle is described here, like its neighbours: its own module cannot know this package.
download_chronicle.responses = problems(404, 410)

HANDLERS = [
    open_table,
    list_tables,
    show_table,
    hide,
    discard,
    begin_lesson,
    join,
    leave,
    kick,
    fill,
    hand_over,
    rematch,
    act,
    undo,
    ask,
    answer,
    bring_back,
    plan,
    resign,
    hint,
    talk,
    fork,
    show_log,
    show_frame,
    show_reach,
    download,
    download_chronicle,
    upload,
]
