"""Calls about games, their rules and boards, and the pieces that people build."""

import asyncio
import secrets
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fimbul import bots
from fimbul.core import Game
from fimbul.games import game as find_game
from fimbul.games import all_games
from fimbul.server.api.common import Asked, Context, Who, game_at, problems
from fimbul.server.pages import Asset, RuleText, asset, deliver, rule_picture, rules_of, static_folder
from fimbul.server.pictures import picture
from fimbul.server.problems import Problem, not_found
from fimbul.server.services import Services
from fimbul.server.store import Piece
from fimbul.server.words import checked_words
from fimbul.server.workers import DEFAULT, PLANNER

LARGEST_PIECE = 16 * 1024
LONGEST_TITLE = 40
FOREVER = "public, max-age=31536000, immutable"
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class BotInfo(msgspec.Struct):
    """A bot and the levels that it plays at."""

    name: str
    levels: list[str]


class GameInfo(msgspec.Struct, kw_only=True):
    """A game as the home page shows it."""

    slug: str
    title: str
    designer: str
    blurb: str
    minutes: str
    seats: list[int]
    cooperative: bool
    hidden: bool
    chance: bool
    roles: list[str]
    options: dict[str, Any]
    bots: list[BotInfo]
    default_bot: str
    pieces: list[Any]
    lesson: bool


class ToCraft(msgspec.Struct, forbid_unknown_fields=True):
    """A piece that somebody builds."""

    piece: Any


class Crafted(msgspec.Struct):
    """Whether a piece is sound, and everything that is wrong with it."""

    ok: bool
    faults: list[Any]


class NewPiece(msgspec.Struct, forbid_unknown_fields=True):
    """A piece to save."""

    game: str
    piece: Any


def described(game: Game) -> GameInfo:
    """A game as the home page shows it."""
    return GameInfo(
        slug=game.slug,
        title=game.title,
        designer=game.designer,
        blurb=game.blurb,
        minutes=game.minutes,
        seats=list(game.seats),
        cooperative=game.cooperative,
        hidden=game.hidden,
        chance=game.chance,
        roles=list(game.roles),
        options=options_schema(game),
        bots=[BotInfo(name, [] if name == "random" else list(bots.LEVELS)) for name in bots.NAMES],
        default_bot=PLANNER if getattr(game.mind, "plans", False) else DEFAULT,
        pieces=msgspec.to_builtins(game.pieces()),
        lesson=(static_folder() / "learn" / f"{game.slug}.json").is_file(),
    )


def options_schema(game: Game) -> dict[str, Any]:
    """The JSON schema of a game's options, with the options themselves at its root."""
    (root,), parts = msgspec.json.schema_components([game.Options], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = parts.pop(root["$ref"].rpartition("/")[2])
    return schema | {"$defs": parts}


@get("/games", responses=problems())
async def list_games(services: Context) -> list[GameInfo]:
    """All games."""
    return await services.pools.draw(lambda: [described(game) for game in all_games()])


@get("/games/{slug:str}", responses=problems(404))
async def show_game(slug: FromPath[str], services: Context) -> GameInfo:
    """One game."""
    return await services.pools.draw(described, game_at(slug))


PICTURES: dict[str, asyncio.Task[Asset]] = {}


@get("/games/{slug:str}/picture.svg", opt={"squeezed": True}, responses=problems(404))
async def show_picture(request: Asked, slug: FromPath[str], services: Context) -> Response[bytes]:
    """A real position, drawn."""
    game = game_at(slug)
    return svg(request, await picture_of(services, game.slug), cache="public, max-age=3600")


async def picture_of(services: Services, slug: str) -> Asset:
    """A game's picture, drawn once in another process, however many ask for it."""
    known = PICTURES.get(slug)
    if known is None or (known.done() and (known.cancelled() or known.exception() is not None)):
        known = PICTURES[slug] = asyncio.create_task(services.pools.crunch(drawn_picture, slug))
    if known.get_loop() is not asyncio.get_running_loop():  # of a server that was here before
        PICTURES.pop(slug)
        return await picture_of(services, slug)
    return await asyncio.shield(known)


def drawn_picture(slug: str) -> Asset:
    """A game's picture."""
    return picture(find_game(slug))


@get("/games/{slug:str}/rules", responses=problems(404))
async def show_rules(slug: FromPath[str], services: Context) -> list[RuleText]:
    """The numbered rules."""
    return await services.pools.draw(rules_of, game_at(slug))


@get("/games/{slug:str}/rules/{name:str}", opt={"squeezed": True}, responses=problems(404))
async def show_rule_picture(
    request: Asked, slug: FromPath[str], name: FromPath[str], services: Context
) -> Response[bytes]:
    """A picture of the rules."""
    found = await services.pools.draw(rule_picture, game_at(slug).slug, name.removesuffix(".svg"))
    return svg(request, found, cache="public, max-age=3600")


@post("/games/{slug:str}/craft", status_code=200, responses=problems(404))
async def craft(slug: FromPath[str], data: JSONBody[ToCraft], services: Context) -> Crafted:
    """Everything that is wrong with a piece that somebody builds."""
    faults = await services.pools.draw(game_at(slug).craft, data.piece)
    return Crafted(not faults, list(faults))


@get("/boards/{name:str}", opt={"squeezed": True}, responses=problems(404))
async def show_board(request: Asked, name: FromPath[str], services: Context) -> Response[bytes]:
    """A board that a frame has named."""
    body = await services.tables.board(name)
    if body is None:
        raise not_found("There is no such board: fetch the table again.")
    found = await services.pools.draw(asset, body, "application/json")
    return deliver(request, found, cache=FOREVER)


@post("/pieces", responses=problems(404, 422))
async def save_piece(data: JSONBody[NewPiece], caller: Who, services: Context) -> Piece:
    """Save a sound piece."""
    game = game_at(data.game)
    await services.limits.count("open", caller.counted, caller.address)
    faults = await services.pools.draw(game.craft, data.piece)
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
    return deliver(
        request, found, cache=cache, headers={"Content-Security-Policy": SVG_POLICY} | (headers or {})
    )


HANDLERS = [
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
]
