"""In which language somebody is spoken to.

What games say is said in it when it is told; everything else that the server says comes in English, and
is found in the catalogue of the client.  A page asks with `Accept-Language`, a line to a table with
`language=`.
"""

import asyncio
from contextvars import ContextVar
from typing import Any

import msgspec
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from fimbul.core import Game
from fimbul.games import game as find_game
from fimbul.games import slugs
from fimbul.server.sheets import Sheet
from fimbul.server.store import Spoken
from fimbul.speech import Speech, languages, retold, speech, tongues
from fimbul.table.frames import SeatInfo

ENGLISH = "en"
TALK = b'{"type":"chat"'

asked: ContextVar[str] = ContextVar("asked", default=ENGLISH)
Subject = tuple[Game | None, tuple[str, ...]]  # a game, and what people called what they built for it
about: ContextVar[Subject] = ContextVar("about", default=(None, ()))  # what a request is about


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The first language that somebody wants and that we speak."""
    wished: str = connection.query_params.get("language") or connection.headers.get("accept-language") or ""
    for part in wished.split(",")[:10]:
        name = part.partition(";")[0].strip().lower().partition("-")[0]
        if name == ENGLISH or name in languages():
            return name
    return ENGLISH


async def listen(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Remember how a request is to be answered."""
    asked.set(language_of(connection))


async def answer(response: Response[Any]) -> Response[Any]:
    """An answer in the language of whoever asked."""
    language = asked.get()
    if language != ENGLISH and not isinstance(response.content, bytes | str):
        response.content = await asyncio.to_thread(told, response.content, about.get(), language)
    return response


def told(value: Any, subject: Subject, language: str) -> Any:
    """What a game says, in a language.  What names its game is about that one."""
    if language == ENGLISH:
        return value
    if isinstance(value, list):
        return [told(each, subject, language) for each in value]
    slug = getattr(value, "game", None) or getattr(value, "slug", None)
    if isinstance(value, msgspec.Struct) and slug in slugs() and (game := find_game(slug)) is not subject[0]:
        subject = game, ()
    house = of_house(subject, language)
    if isinstance(value, Sheet):
        value = msgspec.structs.replace(value, chat=[heard(line, house) for line in value.chat])
    seats = getattr(value, "seats", None)
    if isinstance(value, msgspec.Struct) and isinstance(seats, list):
        value = msgspec.structs.replace(value, seats=[named(seat, house) for seat in seats])
    own = spoken(subject, language)
    return value if own is None else retold(value, own)


def named(seat: Any, own: Speech) -> Any:
    """Who sits there: a bot's name says what it is, people's names are theirs."""
    bot = isinstance(seat, SeatInfo) and seat.kind == "bot"
    return msgspec.structs.replace(seat, name=own(seat.name)) if bot else seat


def spoken(subject: Subject, language: str) -> Speech | None:
    """How a language says what a game says; None for English, and for a game that nobody has translated."""
    game, names = subject
    known = language != ENGLISH and (game is None or language in tongues(game))
    return speech(language, game, names=names) if known else None


def of_house(subject: Subject, language: str) -> Speech:
    """How a language says who bots are and what they say, whatever they play."""
    found = spoken(subject, language) or spoken((None, ()), language)
    assert found is not None, language
    return found


def heard(line: Spoken, own: Speech) -> Spoken:
    """A line of a table's talk: what a bot says, or nobody; what people say is theirs."""
    if line.name and not line.bot:
        return line
    return msgspec.structs.replace(line, name=own(line.name), text=own(line.text))


def overheard(message: bytes, subject: Subject, language: str) -> bytes:
    """A message to all, which may be a line of talk."""
    if language == ENGLISH or not message.startswith(TALK):
        return message
    line = heard(msgspec.json.decode(message, type=Spoken), of_house(subject, language))
    return msgspec.json.encode({"type": "chat"} | msgspec.structs.asdict(line))
