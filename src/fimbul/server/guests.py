"""Guests: whoever comes gets an id in a signed cookie, and a name that they may change."""

import hmac
import os
import secrets
import time
from collections import deque
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from litestar.connection import ASGIConnection

from fimbul.core import FimbulError
from fimbul.server.problems import Problem

COOKIE = "fimbul"
SECRET_FILE = "secret"
ID_BYTES = 12
YEARS = 5 * 365 * 24 * 3600
LONGEST_NAME = 40
MOST_MADE = 60  # a minute, of one guest
MOST_COUNTED = 10_000

ADJECTIVES = ("Grey", "Red", "White", "Silent", "Swift", "Stout", "Lone", "Frost", "Ember", "Iron", "Birch")
ANIMALS = ("Wolf", "Bear", "Hare", "Raven", "Fox", "Elk", "Owl", "Lynx", "Seal", "Otter", "Stoat", "Heron")


class Gate:
    """Signs and checks cookies with the secret of one data folder."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.opened: dict[str, deque[float]] = {}

    def sign(self, guest: str) -> str:
        """The cookie of a guest."""
        return f"{guest}.{hmac.new(self.secret, guest.encode(), sha256).hexdigest()[:40]}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a cookie, if it was signed here."""
        guest, _, _ = (cookie or "").partition(".")
        good = cookie is not None and cookie.isascii() and hmac.compare_digest(cookie, self.sign(guest))
        return guest if good and guest else None

    def guest(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Who is asking; a new guest if the cookie says nothing, who gets one with the answer."""
        state = connection.scope["state"]
        if "fimbul_guest" not in state:
            known = self.read(connection.cookies.get(COOKIE))
            state["fimbul_guest"] = known or secrets.token_hex(ID_BYTES)
            if known is None:
                secure = "; Secure" if connection.url.scheme in ("https", "wss") else ""
                signed = f"{COOKIE}={self.sign(state['fimbul_guest'])}"
                state["fimbul_cookie"] = f"{signed}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{secure}"
        found: str = state["fimbul_guest"]
        return found

    def count(self, guest: str) -> None:
        """Refuse a guest who opens and saves more than anybody can play with."""
        moment = time.monotonic()
        if len(self.opened) > MOST_COUNTED:
            self.opened.clear()
        latest = self.opened.setdefault(guest, deque(maxlen=MOST_MADE))
        if len(latest) == MOST_MADE and moment - latest[0] < 60:
            raise Problem(429, "That is more than anybody can play with. Wait a minute.")
        latest.append(moment)


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


def made_up_name(guest: str) -> str:
    """What a guest is called before they choose a name: always the same for the same guest."""
    number = int.from_bytes(blake2b(guest.encode(), digest_size=4).digest(), "big")
    return f"{ADJECTIVES[number % len(ADJECTIVES)]} {ANIMALS[number // len(ADJECTIVES) % len(ANIMALS)]}"


def checked_name(name: str) -> str:
    """A name that people can read, or a problem."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Problem(400, f"A name has 1 to {LONGEST_NAME} letters.")
    return name
