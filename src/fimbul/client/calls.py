"""The calls themselves, without the sending: both clients are made of these."""

import uuid
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from fimbul.client.shapes import Frame, GameInfo, Idea, Line, Me, Sheet, ShortTable
from fimbul.core import FimbulError

T = TypeVar("T")

ROOT = "/api/v1"


class Refused(FimbulError):
    """The server refused, with a sentence, a status, and the rule of the game where one refused."""

    def __init__(self, status: int, detail: str, rule: str | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.rule = rule


class Call(msgspec.Struct, Generic[T], frozen=True):
    """One call: what is sent, and what comes back."""

    method: str
    path: str
    answer: Any
    body: Any = None

    def read(self, status: int, content: bytes) -> T:
        """The answer, or `Refused`."""
        if status >= 400:
            try:
                told = msgspec.json.decode(content)
                raise Refused(status, str(told["detail"]), told.get("rule"))
            except (msgspec.DecodeError, KeyError, TypeError):
                raise Refused(status, f"The server answered with status {status}.") from None
        if self.answer is None:
            return None  # type: ignore[return-value]  # T is None then
        try:
            if self.answer is str:
                return content.decode()  # type: ignore[return-value]  # T is str then
            decoded: T = msgspec.json.decode(content, type=self.answer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Refused(status, "What answers there is no fimbul server of this kind.") from None
        return decoded


class Hints(msgspec.Struct):
    """A bot's ideas."""

    ideas: list[Idea]


class Token(msgspec.Struct):
    """A new token."""

    id: str
    name: str
    secret: str


def me() -> Call[Me]:
    """Who one is."""
    return Call("GET", "/me", Me)


def rename(name: str) -> Call[Me]:
    """Be called something else."""
    return Call("PUT", "/me", Me, {"name": name})


def login(name: str, password: str) -> Call[Me]:
    """Log in."""
    return Call("POST", "/login", Me, {"login": name, "password": password})


def new_token(name: str) -> Call[Token]:
    """A token for a program."""
    return Call("POST", "/me/tokens", Token, {"name": name})


def games() -> Call[list[GameInfo]]:
    """All games."""
    return Call("GET", "/games", list[GameInfo])


def tables(show: str) -> Call[list[ShortTable]]:
    """Tables that are open, your own, finished, or to watch."""
    return Call("GET", f"/tables?show={quote(show)}", list[ShortTable])


def open_table(game: str, more: dict[str, Any]) -> Call[Sheet]:
    """A new table."""
    return Call("POST", "/tables", Sheet, {"game": game, **more})


def at(name: str) -> str:
    """The path of a table: whatever its name holds, it is one part of it and leads nowhere else."""
    return f"/tables/{quote(name, safe='').replace('.', '%2E')}"


def table(name: str) -> Call[Sheet]:
    """A table."""
    return Call("GET", at(name), Sheet)


def join(name: str, invite: str | None) -> Call[Sheet]:
    """Take a seat."""
    return Call("POST", f"{at(name)}/join", Sheet, {"invite": invite} if invite else {})


def act(name: str, ply: int, draft: int, action: str, words: str) -> Call[Frame]:
    """Act.  The id makes it safe to send the same call again when the line breaks."""
    body = {"ply": ply, "draft": draft, "action": action, "words": words, "request": uuid.uuid4().hex}
    return Call("POST", f"{at(name)}/actions", Frame, body)


def resign(name: str) -> Call[Sheet]:
    """Give up."""
    return Call("POST", f"{at(name)}/resign", Sheet, {})


def hint(name: str) -> Call[Hints]:
    """A bot's ideas."""
    return Call("POST", f"{at(name)}/hint", Hints, {})


def say(name: str, text: str) -> Call[None]:
    """Say something."""
    return Call("POST", f"{at(name)}/talk", None, {"text": text})


def frame(name: str, ply: int) -> Call[Frame]:
    """A position."""
    return Call("GET", f"{at(name)}/frames/{ply}", Frame)


def log(name: str) -> Call[list[Line]]:
    """Everything that happened."""
    return Call("GET", f"{at(name)}/log", list[Line])


def record(name: str) -> Call[str]:
    """The record of a finished game."""
    return Call("GET", f"{at(name)}/record.saga", str)
