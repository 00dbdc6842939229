"""What all calls share."""

from typing import Any

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec

from fimbul.core import Game
from fimbul.games import all_games
from fimbul.games import game as find_game
from fimbul.server.guests import Caller
from fimbul.server.problems import MEDIA_TYPE, not_found
from fimbul.server.services import Services
from fimbul.server.tongues import about

Asked = Request[Any, Any, Any]
Guest = NamedDependency[str]
Who = NamedDependency[Caller]
Context = NamedDependency[Services]

WORDS = {
    400: "The request cannot be understood, or asks for what cannot be",
    401: "Log in first, or the login is wrong",
    403: "It is there, and not for the asker",
    404: "There is no such thing",
    409: "The table has moved on, or somebody else was first",
    410: "The table was played under other rules",
    413: "The request is too long",
    422: "A rule refuses it",
    429: "Too much at once; Retry-After says when to come back",
    501: "This server has not been set up for it",
    503: "The server has too much to do",
}


class ProblemDetails(msgspec.Struct, kw_only=True):
    """What is wrong (RFC 9457): a sentence for a person, and the rule that refused where one did."""

    type: str
    title: str
    status: int
    detail: str
    rule: str | msgspec.UnsetType = msgspec.UNSET


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """How a call may be refused, for its description.

    Every call may be refused with these and 400, 401, 403, 409, 413, 429, 503.
    """
    return {
        status: ResponseSpec(
            ProblemDetails,
            description=WORDS[status],
            media_type=MEDIA_TYPE,
            generate_examples=False,
        )
        for status in sorted({400, 401, 403, 409, 413, 429, 503, *statuses})
    }


def game_at(slug: str) -> Game:
    """A game by its name, or a problem."""
    if slug not in {game.slug for game in all_games()}:
        raise not_found(f"There is no game '{slug[:40]}'.")
    game = find_game(slug)
    about.set((game, ()))
    return game
