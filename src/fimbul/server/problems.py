"""What the server refuses: a sentence for a person, a status and fields for a program (RFC 9457)."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from fimbul.core import FimbulError, Illegal
from fimbul.server.store.database import disk_is_full
from fimbul.table.asking import TooLate

MEDIA_TYPE = "application/problem+json"
BAD_DATA = "22"  # how the states of errors in what was sent begin, in SQL

log = logging.getLogger("fimbul.server")


class Problem(FimbulError):
    """A request that cannot be met: an HTTP status, and the rule that refused where one did."""

    def __init__(
        self, status: int, detail: str, *, rule: str | None = None, retry: int | None = None
    ) -> None:
        super().__init__(detail)
        self.retry = retry
        self.status = status
        self.detail = detail
        self.rule = rule


def not_found(detail: str) -> Problem:
    """There is no such thing."""
    return Problem(404, detail)


def forbidden(detail: str) -> Problem:
    """It is there, and not for the asker."""
    return Problem(403, detail)


def stale(detail: str) -> Problem:
    """The table has moved on, or is not in a state for this."""
    return Problem(409, detail)


def as_problem(error: Exception) -> Problem:
    """Any exception as a problem; what nobody foresaw is logged and told without its insides."""
    match error:
        case Problem():
            return error
        case TooLate():
            return stale(str(error))
        case Illegal():
            return Problem(422, error.reason, rule=error.rule)
        case FimbulError():
            return Problem(400, str(error))
        case HTTPException():
            return Problem(error.status_code, worded(error))
        case msgspec.ValidationError() | msgspec.DecodeError() | RecursionError():
            return Problem(400, f"The request cannot be understood: {error}.")
        case TimeoutError():  # of the store: more is asked than it can answer
            return Problem(503, "The server has much to do just now. Try again in a minute.", retry=60)
        case IntegrityError():  # what it was about has gone, or has come, at the same moment
            log.warning("A request met with another: %s", error.orig)
            return Problem(409, "Something else happened at the same moment. Look again.")
        case _ if disk_is_full(error):
            log.error("The disk is full: nothing more can be kept until there is room")
            return Problem(507, "The server's disk is full: whoever runs it must make room. Nothing is lost.")
        case _ if unkeepable(error):
            return Problem(400, "The request holds a letter or a number that no database can keep.")
        case _:
            log.error("A request failed", exc_info=error)
            return Problem(500, "Something went wrong in the server. What was stored before is safe.")


def unkeepable(error: Exception) -> bool:
    """Whether a database refused what somebody sent: NUL in a text, or a number beyond 64 bits."""
    found: Any = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(found, OverflowError) or str(getattr(found, "sqlstate", "")).startswith(BAD_DATA)


def worded(error: HTTPException) -> str:
    """A framework's refusal as a sentence."""
    if error.status_code == 404:
        return "There is nothing at this address."
    if error.status_code == 413:
        return "The request is too long."
    text = error.detail.strip()
    if isinstance(error.extra, list):
        if any(part.get("key") == "data" and part.get("message") == "'data'" for part in error.extra):
            return "The request has no body, and needs one."
        parts = [f"{part.get('key', 'the body')}: {part.get('message', '')}" for part in error.extra]
        text = f"The request cannot be understood: {'; '.join(parts)}"
    return text if text.endswith(".") else f"{text}."


def body_of(problem: Problem) -> dict[str, Any]:
    """The problem details."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
    }
    if problem.rule is not None:
        body["rule"] = problem.rule
    return body


def answer(_: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The exception handler of the whole application."""
    problem = as_problem(error)
    headers = {"Retry-After": str(problem.retry)} if problem.retry is not None else {}
    body = msgspec.json.encode(body_of(problem))
    return Response(body, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)
