"""Calls about games, their rules and boards, and the pieces that people build."""

import secrets
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fimbul.server.api.common import Asked, Context, Who, game_at, problems
from fimbul.server.catalogue import (
    Crafted,
    GameInfo,
    ShortGame,
    Tried,
    crafted,
    everything,
    in_full,
    tried,
)
from fimbul.server.pages import PICTURE_POLICY, Asset, RuleText, asset, deliver, rule_picture, rules_of
from fimbul.server.pictures import picture
from fimbul.server.problems import Problem, not_found
from fimbul.server.store import Piece
from fimbul.server.tongues import ENGLISH, asked, told
from fimbul.server.words import checked_words
from fimbul.table.frames import Ground

LARGEST_PIECE = 16 * 1024
LONGEST_TITLE = 40
FOREVER = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
BY_LANGUAGE = {"Vary": "Accept-Encoding, Accept-Language"}


class ToCraft(msgspec.Struct, forbid_unknown_fields=True):
    """A piece that somebody builds."""

    piece: Any


class ToTry(msgspec.Struct, forbid_unknown_fields=True):
    """Options that somebody thinks about, for so many seats."""

    options: dict[str, Any]
    seats: int


class NewPiece(msgspec.Struct, forbid_unknown_fields=True):
    """A piece to save."""

    game: str
    piece: Any


@get("/games", responses=problems())
async def list_games(services: Context) -> list[ShortGame]:
    """All games."""
    return await services.pools.draw(everything)


@get("/games/{slug:str}", responses=problems(404))
async def show_game(slug: FromPath[str], services: Context) -> GameInfo:
    """One game, with its icons and its workshop."""
    return await services.pools.draw(in_full, game_at(slug))


@get("/games/{slug:str}/picture.svg", opt={"squeezed": True}, responses=problems(404))
async def show_picture(request: Asked, slug: FromPath[str], services: Context) -> Response[bytes]:
    """A real position, drawn when the client was made; of a game from another package, when first asked."""
    found = await services.pools.draw(picture, game_at(slug), asked.get())
    return svg(request, found, cache=HOUR, headers=BY_LANGUAGE)


@get("/games/{slug:str}/rules", responses=problems(404))
async def show_rules(slug: FromPath[str], services: Context) -> list[RuleText]:
    """The numbered rules."""
    return await services.pools.draw(rules_of, game_at(slug), asked.get())


@get("/games/{slug:str}/rules/{name:str}", opt={"squeezed": True}, responses=problems(404))
async def show_rule_picture(
    request: Asked, slug: FromPath[str], name: FromPath[str], services: Context
) -> Response[bytes]:
    """A picture of the rules."""
    found = await services.pools.draw(rule_picture, game_at(slug), name.removesuffix(".svg"), asked.get())
    return svg(request, found, cache=HOUR, headers=BY_LANGUAGE)


@post("/games/{slug:str}/craft", status_code=200, responses=problems(404))
async def craft(slug: FromPath[str], data: JSONBody[ToCraft], services: Context) -> Crafted:
    """Everything that is wrong with a piece that somebody builds, and how it looks."""
    return await services.pools.draw(crafted, game_at(slug), data.piece)


@post("/games/{slug:str}/options", status_code=200, responses=problems(404))
async def try_options(slug: FromPath[str], data: JSONBody[ToTry], caller: Who, services: Context) -> Tried:
    """Whether a game can be played with these options, and which changes of one of them would not do."""
    await services.limits.count("act", caller.counted, caller.address)
    return await services.pools.draw(tried, game_at(slug), data.options, data.seats)


@get("/boards/{name:str}", opt={"squeezed": True}, responses=problems(404))
async def show_board(request: Asked, name: FromPath[str], services: Context) -> Response[bytes]:
    """A board that a frame has named."""
    body = await services.tables.board(name)
    if body is None:
        raise not_found("There is no such board: fetch the table again.")
    language = asked.get()
    found = await services.pools.draw(board_asset, body, language)
    cache = FOREVER if language == ENGLISH else HOUR  # its name is that of the English: a catalogue may grow
    return deliver(request, found, cache=cache, headers=BY_LANGUAGE)


def board_asset(body: bytes, language: str) -> Asset:
    """A board with its names in a language; in a thread."""
    if language != ENGLISH:
        body = msgspec.json.encode(told(msgspec.json.decode(body, type=Ground), (None, ()), language))
    return asset(body, "application/json")


@post("/pieces", responses=problems(404, 422))
async def save_piece(data: JSONBody[NewPiece], caller: Who, services: Context) -> Piece:
    """Save a sound piece."""
    game = game_at(data.game)
    await services.limits.count("open", caller.counted, caller.address)
    faults = (await services.pools.draw(crafted, game, data.piece)).faults
    if faults:
        raise Problem(422, faults[0].message, rule=faults[0].rule)
    if len(msgspec.json.encode(data.piece)) > LARGEST_PIECE:
        raise Problem(413, "That piece is too large.")
    title = str(data.piece.get("name", "")) if isinstance(data.piece, dict) else ""
    title = checked_words(title[:LONGEST_TITLE] or game.title, LONGEST_TITLE, "A piece's name")
    piece = Piece(secrets.token_hex(5), data.game, title, data.piece)
    await services.store.tables.add_piece(piece, caller.person)
    return piece


@get("/pieces/{name:str}", responses=problems(404))
async def show_piece(name: FromPath[str], services: Context) -> Piece:
    """A piece by its link."""
    found = await services.store.tables.piece(name)
    if found is None:
        raise not_found(f"There is no piece '{name[:40]}'.")
    return found


@get("/pieces", responses=problems())
async def list_pieces(caller: Who, services: Context, game: FromQuery[str | None] = None) -> list[Piece]:
    """One's own pieces."""
    return await services.store.tables.pieces_of(caller.person, game)


def svg(
    request: Asked, found: Asset, *, cache: str = "no-cache", headers: dict[str, str] | None = None
) -> Response[bytes]:
    """A picture, which may do nothing but be looked at."""
    return deliver(request, found, cache=cache, headers=PICTURE_POLICY | (headers or {}))


HANDLERS = [
    list_games,
    show_game,
    show_picture,
    show_rules,
    show_rule_picture,
    craft,
    try_options,
    show_board,
    save_piece,
    show_piece,
    list_pieces,
]
