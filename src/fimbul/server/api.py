"""The JSON API under `/api/v1`."""

import secrets
from typing import Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post, put
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from fimbul.core import BadOption, BadRecord, Game
from fimbul.games import all_games
from fimbul.games import game as find_game
from fimbul.server.catalogue import Crafted, GameInfo, ShortGame, crafted, in_full, in_short
from fimbul.server.chronicle import download_chronicle
from fimbul.server.frames import Frame, Idea, LogLine, SeatInfo, TableInfo, whole_log
from fimbul.server.guests import checked_name
from fimbul.server.house import House
from fimbul.server.pages import Asset, RuleText, asset, deliver, rule_picture, rules_of
from fimbul.server.pictures import picture
from fimbul.server.problems import Problem, not_found, stale
from fimbul.server.store import Piece, TableRow
from fimbul.server.tables import SeatWish, Table

LARGEST_RECORD = 2 << 20
LARGEST_PIECE = 16 * 1024
FOREVER = "public, max-age=31536000, immutable"
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

Asked = Request[Any, Any, Any]
Guest = NamedDependency[str]
Home = NamedDependency[House]


# ---- what goes in and out


class Me(msgspec.Struct):
    """A guest."""

    id: str
    name: str


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name to be known by."""

    name: str


class ToCraft(msgspec.Struct, forbid_unknown_fields=True):
    """A piece that somebody builds."""

    piece: Any


class NewPiece(msgspec.Struct, forbid_unknown_fields=True):
    """A piece to save."""

    game: str
    piece: Any


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open."""

    game: str
    options: dict[str, Any] | None = None
    seats: list[SeatWish] | None = None
    seed: int | str | None = None
    listed: bool = True


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
    outcome: dict[str, Any] | None
    updated: int


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """The token of an invite link."""

    invite: str | None = None


class NewAction(msgspec.Struct, forbid_unknown_fields=True):
    """An action, for the ply of the frame that was seen."""

    ply: int
    action: str


class Undone(msgspec.Struct):
    """Whether the table went back, or the others were asked."""

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


# ---- guests


@get("/me")
async def me(guest: Guest, house: Home) -> Me:
    """Who is asking."""
    return Me(guest, await house.tables.name_of(guest))


@put("/me")
async def set_me(data: JSONBody[NewName], guest: Guest, house: Home) -> Me:
    """Be known by another name."""
    name = checked_name(data.name)
    await house.tables.rename(guest, name)
    return Me(guest, name)


# ---- games


def game_at(slug: str) -> Game:
    """A game by its name, or a problem."""
    try:
        return find_game(slug)
    except BadOption as problem:
        raise not_found(str(problem)) from None


@get("/games", sync_to_thread=False)
def list_games() -> list[ShortGame]:
    """All games."""
    return [in_short(game) for game in all_games()]


@get("/games/{slug:str}", sync_to_thread=False)
def show_game(slug: FromPath[str]) -> GameInfo:
    """One game, with its icons and its workshop."""
    return in_full(game_at(slug))


@get("/games/{slug:str}/picture.svg", sync_to_thread=True, opt={"squeezed": True})
def show_picture(request: Asked, slug: FromPath[str]) -> Response[bytes]:
    """A real position, drawn."""
    return svg(request, picture(game_at(slug)), cache="public, max-age=3600")


@get("/games/{slug:str}/rules", sync_to_thread=True)
def show_rules(slug: FromPath[str]) -> list[RuleText]:
    """The numbered rules."""
    return rules_of(game_at(slug))


@get("/games/{slug:str}/rules/{name:str}", sync_to_thread=False, opt={"squeezed": True})
def show_rule_picture(request: Asked, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A picture of the rules."""
    found = rule_picture(game_at(slug).slug, name.removesuffix(".svg"))
    return svg(request, found, cache="public, max-age=3600")


@post("/games/{slug:str}/craft", status_code=200, sync_to_thread=False)
def craft(slug: FromPath[str], data: JSONBody[ToCraft]) -> Crafted:
    """Everything that is wrong with a piece that somebody builds, and how it looks."""
    return crafted(game_at(slug), data.piece)


@get("/boards/{name:str}", sync_to_thread=False, opt={"squeezed": True})
def show_board(request: Asked, name: FromPath[str], house: Home) -> Response[bytes]:
    """A board that a frame has named."""
    body = house.tables.boards.known.get(name)
    if body is None:
        raise not_found("There is no such board: fetch the table again.")
    return deliver(request, asset(body, "application/json"), cache=FOREVER)


# ---- pieces


@post("/pieces")
async def save_piece(data: JSONBody[NewPiece], guest: Guest, house: Home) -> Piece:
    """Save a sound piece."""
    faults = crafted(game_at(data.game), data.piece).faults
    if faults:
        raise Problem(422, faults[0].message, rule=faults[0].rule)
    if len(msgspec.json.encode(data.piece)) > LARGEST_PIECE:
        raise Problem(413, "That piece is too large.")
    title = str(data.piece.get("name", "")) if isinstance(data.piece, dict) else ""
    house.gate.count(guest)
    piece = Piece(secrets.token_hex(5), data.game, title[:40], data.piece)
    await house.store.add_piece(piece, guest)
    return piece


@get("/pieces/{name:str}")
async def show_piece(name: FromPath[str], house: Home) -> Piece:
    """A piece by its link."""
    found = await house.store.piece(name)
    if found is None:
        raise not_found(f"There is no piece '{name[:40]}'.")
    return found


@get("/pieces")
async def list_pieces(guest: Guest, house: Home, game: FromQuery[str | None] = None) -> list[Piece]:
    """One's own pieces."""
    return await house.store.pieces_of(guest, game)


# ---- tables


@post("/tables")
async def open_table(data: JSONBody[NewTable], guest: Guest, house: Home) -> TableInfo:
    """Open a table."""
    game = game_at(data.game)
    house.gate.count(guest)
    seed = whole(data.seed) if data.seed is not None else None
    table = await house.tables.create(
        game, guest, options=data.options, wishes=data.seats, seed=seed, listed=data.listed
    )
    house.play.wake(table)
    return await shown(house, table, guest)


def whole(seed: int | str) -> int:
    """A seed, which a browser writes as text because its numbers are too short."""
    if isinstance(seed, int):
        return seed
    if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
        raise BadOption(f"A seed is a whole number, not '{seed[:40]}'.")
    return int(seed)


async def shown(house: House, table: Table, guest: str) -> TableInfo:
    """A table as a guest may see it."""
    async with table.lock:
        return await house.tables.info(table, guest)


@get("/tables")
async def list_tables(
    guest: Guest, house: Home, show: FromQuery[Literal["open", "mine", "finished"]] = "open"
) -> list[ShortTable]:
    """Tables to join, to go on with, or to watch."""
    known = {game.slug for game in all_games()}
    found = await house.store.list_tables(show, guest)
    return [short(row, guest) for row in found if row.game in known]


def short(row: TableRow, guest: str) -> ShortTable:
    """A table as a line."""
    mine = {seat.seat for seat in row.seats if seat.guest == guest}
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
        ply=row.ply,
        finished=row.finished,
        outcome=row.outcome,
        updated=row.updated,
    )


@get("/tables/{name:str}")
async def show_table(name: FromPath[str], guest: Guest, house: Home) -> TableInfo:
    """A table."""
    return await shown(house, await house.tables.get(name), guest)


@post("/tables/{name:str}/join", status_code=200)
async def join(name: FromPath[str], guest: Guest, house: Home, data: JSONBody[Joining]) -> TableInfo:
    """Take an open seat."""
    table = await house.tables.get(name)
    await house.tables.join(table, guest, data.invite)
    return await shown(house, table, guest)


@get("/tables/{name:str}/log")
async def show_log(name: FromPath[str], guest: Guest, house: Home) -> list[LogLine]:
    """Everything that happened, as the asker may know it."""
    table = await house.tables.get(name)
    async with table.lock:
        return whole_log(await house.tables.match(table), table.seat_of(guest))


@get(
    "/tables/{name:str}/frames/{ply:str}",
    opt={"squeezed": True},
    responses={200: ResponseSpec(Frame, description="The position; as a picture, with .svg after its ply")},
)
async def show_frame(
    request: Asked, name: FromPath[str], ply: FromPath[str], guest: Guest, house: Home
) -> Response[bytes]:
    """A position of the game, as the asker may see it: `12`, or drawn as `12.svg`."""
    number = ply.removesuffix(".svg")
    if not (number.isascii() and number.isdigit() and len(number) < 9):
        raise not_found("A position is fetched by its ply, a whole number.")
    table = await house.tables.get(name)
    async with table.lock:
        match = await house.tables.match(table)
        frame = house.tables.past(table, match, int(number), table.seat_of(guest))
        if number == ply:
            return deliver(request, asset(msgspec.json.encode(frame), "application/json"))
        scene = table.game.scene(match.at(frame.ply).view(table.seat_of(guest)))
    headers = {"Content-Disposition": f'inline; filename="{table.row.game}-{table.row.id}-{number}.svg"'}
    return svg(request, asset(scene.to_svg(width=900).encode(), "image/svg+xml"), headers=headers)


@post("/tables/{name:str}/actions", status_code=200)
async def act(name: FromPath[str], guest: Guest, house: Home, data: JSONBody[NewAction]) -> Frame:
    """Act."""
    table = await house.tables.get(name)
    await house.play.act(table, guest, data.ply, data.action)
    async with table.lock:
        return house.tables.frame(table, await house.tables.match(table), table.seat_of(guest))


@post("/tables/{name:str}/undo", status_code=200)
async def undo(name: FromPath[str], guest: Guest, house: Home) -> Undone:
    """Go back to one's last decision, or ask the others."""
    done = await house.play.undo(await house.tables.get(name), guest)
    return Undone(done, not done)


@post("/tables/{name:str}/resign", status_code=200)
async def resign(name: FromPath[str], guest: Guest, house: Home) -> TableInfo:
    """Give up."""
    table = await house.tables.get(name)
    await house.play.resign(table, guest)
    return await shown(house, table, guest)


@post("/tables/{name:str}/hint", status_code=200)
async def hint(name: FromPath[str], guest: Guest, house: Home) -> Hints:
    """A bot's best ideas."""
    return Hints(await house.play.hint(await house.tables.get(name), guest))


@post("/tables/{name:str}/fork")
async def fork(name: FromPath[str], guest: Guest, house: Home, data: JSONBody[Forking]) -> TableInfo:
    """Play on from a ply, against bots."""
    house.gate.count(guest)
    source = await house.tables.get(name)
    table = await house.tables.fork(source, guest, data.ply, data.seat, data.bot)
    house.play.wake(table)
    return await shown(house, table, guest)


@get("/tables/{name:str}/record.saga")
async def download(name: FromPath[str], house: Home) -> Response[str]:
    """The record of a game that has ended; before that its seed is nobody's business."""
    table = await house.tables.get(name)
    async with table.lock:
        if not table.row.finished:
            raise stale("The record holds the seed, so it can be had when the game has ended.")
        record = (await house.tables.match(table)).record()
        record.names = [seat.name or f"Seat {seat.seat + 1}" for seat in table.row.seats]
    headers = {"Content-Disposition": f'attachment; filename="{table.row.game}-{table.row.id}.saga"'}
    return Response(record.to_text(), media_type="text/plain", headers=headers)


@post("/records", request_max_body_size=LARGEST_RECORD)
async def upload(request: Asked, guest: Guest, house: Home) -> Named:
    """Verify a `.saga` and show it as a table."""
    house.gate.count(guest)
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord("This is not a .saga record: it is not text in UTF-8.") from None
    return Named(await house.tables.show_record(text))


def svg(
    request: Asked, found: Asset, *, cache: str = "no-cache", headers: dict[str, str] | None = None
) -> Response[bytes]:
    """A picture, which may do nothing but be looked at."""
    return deliver(
        request, found, cache=cache, headers={"Content-Security-Policy": SVG_POLICY} | (headers or {})
    )


HANDLERS = [
    me,
    set_me,
    list_games,
    show_game,
    show_picture,
    show_rules,
    show_rule_picture,
    craft,
    show_board,
    save_piece,
    show_piece,
    list_pieces,
    open_table,
    list_tables,
    show_table,
    join,
    show_log,
    show_frame,
    act,
    undo,
    resign,
    hint,
    fork,
    download,
    download_chronicle,
    upload,
]


def router() -> Router:
    """All calls."""
    return Router("/api/v1", route_handlers=HANDLERS)
