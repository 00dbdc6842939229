"""Accounts: a guest may keep what they have under a login, with a password or a passkey."""

import asyncio
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fimbul.server.guests import SESSION_MARK, Caller, hashed
from fimbul.server.problems import Problem, forbidden, not_found, stale
from fimbul.server.seating import Seating
from fimbul.server.store import Conflict, Store, now
from fimbul.server.store.people import Person, Session

LOGIN = re.compile(r"[a-z0-9][a-z0-9_-]{2,29}\Z")
SHORTEST, LONGEST = 10, 200
CODES = 8
MOST_TOKENS = 20
WRONG = "The login or the password is wrong."


class Accounts:
    """Registering, logging in, and everything that only an account has."""

    def __init__(self, store: Store, seating: Seating) -> None:
        self.store = store
        self.people = store.people
        self.seating = seating
        self.hashing = ThreadPoolExecutor(1, thread_name_prefix="hashing")  # each hash takes 64 MiB
        self.nobody: str | None = None
        self.ended: Callable[[], None] = lambda: None  # closes what sessions had open; set by the services

    # ---- coming in

    async def register(
        self, caller: Caller, login: str, password: str, name: str, agent: str
    ) -> tuple[str, list[str]]:
        """Make the guest an account; their new session and their recovery codes."""
        login = login.strip().lower()
        if not LOGIN.match(login):
            raise Problem(400, "A login has 3 to 30 letters a-z, digits, - and _, and starts with no sign.")
        check_password(password)
        if caller.account is not None:
            raise stale("You have an account already, and are logged in to it.")
        secret = await self.hash(password)
        try:
            for table in await self.people.register(caller.person, name, login, secret):
                await self.seating.renew(table)
        except Conflict:
            raise stale(f"The login '{login}' is taken.") from None
        self.ended()  # what is open by the guest's cookie, which anybody may have
        return await self.begin(caller.person, agent), await self.new_codes(caller.person)

    async def login(self, caller: Caller, login: str, password: str, agent: str) -> str:
        """A new session; what the guest had goes with it.

        It takes as long whether there is such a login or not.
        """
        found = await self.people.by_login(login.strip())
        if self.nobody is None:
            self.nobody = await self.hash(secrets.token_hex(16))
        known = found is not None and found.password is not None
        right = await self.verify(str(found.password) if found and known else self.nobody, password)
        if not right or found is None or not known:
            raise Problem(401, WRONG)
        return await self.enter(caller, found, agent)

    async def enter(self, caller: Caller, account: Person, agent: str) -> str:
        """A new session of an account that has proved itself."""
        if account.banned is not None:
            raise forbidden(f"This account is closed: {account.banned.rstrip('.')}.")
        if caller.account is None:
            for table in await self.people.adopt(caller.person, account.id):
                await self.seating.renew(table)
        return await self.begin(account.id, agent)

    async def begin(self, person: str, agent: str) -> str:
        """A new browser session; its cookie."""
        secret = secrets.token_urlsafe(32)
        session = Session(secrets.token_hex(8), person, "browser", described(agent), now(), now())
        await self.people.add_session(session, hashed(secret))
        return SESSION_MARK + secret

    async def recover(self, caller: Caller, login: str, code: str, password: str, agent: str) -> str:
        """Set a new password with a recovery code; a new session."""
        check_password(password)
        found = await self.people.by_login(login.strip())
        secret = hashed(code.strip().lower().replace("-", ""))
        used = await self.people.use_recovery_code(found.id if found else "nobody", secret)
        fresh = await self.hash(password)  # also for nobody: it takes as long
        if found is None or not used:
            raise Problem(401, "The login or the recovery code is wrong.")
        await self.people.set_password(found.id, fresh)
        self.ended()
        return await self.enter(caller, found, agent)

    async def change_password(self, account: Person, old: str, new: str) -> str:
        """A new password; all other sessions end, and a new one begins."""
        check_password(new)
        if account.password is not None and not await self.verify(account.password, old):
            raise Problem(401, "The old password is wrong.")
        await self.people.set_password(account.id, await self.hash(new))
        self.ended()
        return await self.begin(account.id, "password changed here")

    async def new_codes(self, person: str) -> list[str]:
        """New recovery codes, which are shown once; the old ones are void."""
        codes = [secrets.token_hex(8) for _ in range(CODES)]
        await self.people.set_recovery_codes(person, [hashed(code) for code in codes])
        return ["-".join(code[start : start + 4] for start in range(0, 16, 4)) for code in codes]

    # ---- tokens

    async def new_token(self, person: str, name: str) -> tuple[Session, str]:
        """A token for a program, which is shown once."""
        held = [each for each in await self.people.sessions_of(person) if each.kind == "token"]
        if len(held) >= MOST_TOKENS:
            raise stale(f"You have {MOST_TOKENS} tokens: end one of them first.")
        secret = f"fimbul_{secrets.token_urlsafe(32)}"
        session = Session(secrets.token_hex(8), person, "token", name, now(), now())
        await self.people.add_session(session, hashed(secret))
        return session, secret

    async def end(self, person: str, session: str) -> None:
        """End a session or a token."""
        if not await self.people.end_session(person, session):
            raise not_found("You have no such session.")
        self.ended()

    async def remove(self, caller: Caller, password: str | None) -> None:
        """Forget everything about the caller; games stay, without their name."""
        account = caller.account
        secret = account.password if account is not None else None
        if secret is not None and not await self.verify(secret, password or ""):
            raise Problem(401, "The password is wrong.")
        for table in await self.people.remove(caller.person):
            await self.seating.renew(table)
        self.ended()

    # ---- hashing

    async def hash(self, password: str) -> str:
        """A password as it is stored."""
        hasher = password_hasher()
        return await asyncio.get_running_loop().run_in_executor(self.hashing, hasher.hash, password)

    async def verify(self, secret: str, password: str) -> bool:
        """Whether a password is the stored one."""
        hasher = password_hasher()

        def check() -> bool:
            from argon2.exceptions import Argon2Error, InvalidHashError

            try:
                return bool(hasher.verify(secret, password))
            except (Argon2Error, InvalidHashError):
                return False

        return await asyncio.get_running_loop().run_in_executor(self.hashing, check)


def password_hasher() -> Any:
    """Argon2id with its authors' parameters."""
    try:
        from argon2 import PasswordHasher
    except ImportError:
        raise Problem(501, "Accounts need the extra 'server': pip install 'fimbul[server]'.") from None
    return PasswordHasher()


def check_password(password: str) -> None:
    """Refuse a password that is soon guessed, or too long to hash."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(400, f"A password has {SHORTEST} to {LONGEST} letters.")


def described(agent: str) -> str:
    """A browser in a few words, which are the same in every language."""
    for name in ("Firefox", "Edg", "OPR", "Chrome", "Safari"):
        if name in agent:
            system = next(
                (each for each in ("Android", "iPhone", "Windows", "Mac", "Linux") if each in agent), ""
            )
            called = {"Edg": "Edge", "OPR": "Opera"}.get(name, name)
            return f"{called} ({system})" if system else called
    return "".join(letter for letter in agent[:40] if letter.isprintable())
