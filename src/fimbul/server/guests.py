"""Who is asking: a guest by a signed cookie, an account by its session, a program by its token."""

import hmac
import os
import secrets
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from fimbul.core import FimbulError
from fimbul.server.limits import whereabouts
from fimbul.server.problems import Problem
from fimbul.server.store import People, now
from fimbul.server.store.people import Person, Session
from fimbul.server.words import BLANK, checked_words

COOKIE = "fimbul"
CALLS = "/api/"  # where addresses begin that pages ask for by themselves
SECRET_FILE = "secret"
ID_BYTES = 12
YEARS = 5 * 365 * 24 * 3600
LONGEST_NAME = 40
SESSION_MARK = "session."
SESSION_AGE = 90 * 24 * 3600  # seconds without a visit

# What guests are called, by language: how they are, and what.
MADE_UP = {
    "en": (
        ("Grey", "Red", "White", "Silent", "Swift", "Stout", "Lone", "Frost", "Ember", "Iron", "Birch"),
        ("Wolf", "Bear", "Hare", "Raven", "Fox", "Elk", "Owl", "Lynx", "Seal", "Otter", "Stoat", "Heron"),
    ),
    "de": (
        (
            *("Grauer", "Roter", "Weißer", "Stiller", "Flinker", "Starker", "Einsamer", "Frostiger"),
            *("Feuriger", "Eiserner", "Silberner"),
        ),
        (
            *("Wolf", "Bär", "Hase", "Rabe", "Fuchs", "Elch", "Uhu", "Luchs", "Seehund", "Otter"),
            *("Marder", "Reiher"),
        ),
    ),
}


class Caller(msgspec.Struct):
    """Who is asking, and from where."""

    person: str
    address: str
    new: bool = False  # without a cookie yet, so that only the address tells one newcomer from another
    session: Session | None = None
    account: Person | None = None

    @property
    def counted(self) -> str:
        """What limits count this caller by."""
        return f"new@{self.address}" if self.new else self.person


class Gate:
    """Tells who is asking: by a guest's signed cookie, a session's, or a program's token."""

    def __init__(self, secret: bytes, people: People) -> None:
        self.secret = secret
        self.people = people

    def sign(self, guest: str) -> str:
        """The cookie of a guest."""
        return f"{guest}.{hmac.new(self.secret, guest.encode(), sha256).hexdigest()[:40]}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a cookie, if it was signed here."""
        guest, _, _ = (cookie or "").partition(".")
        good = cookie is not None and cookie.isascii() and hmac.compare_digest(cookie, self.sign(guest))
        return guest if good and guest else None

    async def caller(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
        """Who is asking; a new guest if nothing says who, who gets a cookie with the answer."""
        state = connection.scope["state"]
        if "fimbul_caller" not in state:
            state["fimbul_caller"] = await self.find(connection)
        found: Caller = state["fimbul_caller"]
        return found

    async def find(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
        """The same, looked up."""
        address = whereabouts(connection.client.host) if connection.client else "?"
        bearer = connection.headers.get("authorization", "")
        if bearer:
            word, _, token = bearer.partition(" ")
            session = await self.people.session(hashed(token.strip())) if word.lower() == "bearer" else None
            if session is None or session.kind != "token":
                raise Problem(401, "This token is not known here.")
            return await self.logged_in(session, address)
        cookie = connection.cookies.get(COOKIE) or ""
        if cookie.startswith(SESSION_MARK):
            session = await self.people.session(hashed(cookie.removeprefix(SESSION_MARK)))
            if session is not None and session.kind == "browser" and session.seen > now() - SESSION_AGE:
                return await self.logged_in(session, address)
        known = self.read(cookie)
        outdated = known is not None and await self.people.is_account(known)
        if outdated:
            known = None  # they have registered since: only a session opens what is theirs
        guest = known or secrets.token_hex(ID_BYTES)
        # A call that was under way meanwhile must not take the session's cookie away: a page brings another.
        if known is None and not (outdated and connection.scope["path"].startswith(CALLS)):
            set_cookie(connection, self.sign(guest))
        return Caller(guest, address, known is None)

    async def logged_in(self, session: Session, address: str) -> Caller:
        """The owner of a session or a token."""
        if session.seen < now() - 300:
            await self.people.touch(session.id)
        account = await self.people.get(session.person)
        if account is not None and account.banned is not None:
            raise Problem(403, f"This account is closed: {account.banned.rstrip('.')}.")
        return Caller(session.person, address, False, session, account)


def set_cookie(connection: ASGIConnection[Any, Any, Any, Any], value: str) -> None:
    """Let the answer bring a cookie: for HTTPS only, where people come by that."""
    by_https = connection.app.state["services"].settings.secure or connection.url.scheme in ("https", "wss")
    secure = "; Secure" if by_https else ""
    connection.scope["state"]["fimbul_cookie"] = (
        f"{COOKIE}={value}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{secure}"
    )


def hashed(secret: str) -> str:
    """What is stored of a random secret: too long to be guessed, so one round is enough."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def load_secret(folder: Path) -> bytes:
    """The secret of a data folder, made when there is none; only its owner can read it."""
    file = folder / SECRET_FILE
    try:
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            secret = file.read_bytes()
            if len(secret) < 32:
                raise FimbulError(
                    f"{file} holds no whole secret: delete it (guests then start anew) and try again."
                ) from None
            return secret
        secret = secrets.token_bytes(32)
        with os.fdopen(handle, "wb") as out:
            out.write(secret)
        return secret
    except OSError as problem:
        raise FimbulError(f"{file} cannot be used: {(problem.strerror or str(problem)).lower()}.") from None


def made_up_name(guest: str, language: str) -> str:
    """What a guest is called before they choose a name: always the same for the same guest."""
    number = int.from_bytes(blake2b(guest.encode(), digest_size=4).digest(), "big")
    how, what = MADE_UP.get(language, MADE_UP["en"])
    return f"{how[number % len(how)]} {what[number // len(how) % len(what)]}"


def checked_name(name: str) -> str:
    """A name that people can read, or a problem."""
    name = checked_words(name, LONGEST_NAME, "A name")
    if not name.isprintable() or BLANK & set(name):
        raise Problem(400, "A name has letters that cannot be shown.")
    return name
