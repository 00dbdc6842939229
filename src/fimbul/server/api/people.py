"""Calls about oneself and others: names, accounts, sessions, tokens, profiles, friends, notices."""

from typing import Any, Literal

import msgspec
from litestar import delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from fimbul.server.api.common import Asked, Context, Who, game_at, problems
from fimbul.server.guests import Caller, checked_name, set_cookie
from fimbul.server.notices import Contact
from fimbul.server.problems import Problem, not_found
from fimbul.server.ratings import Rating, Result, Standing, Tally
from fimbul.server.services import Services
from fimbul.server.store import now
from fimbul.server.store.people import Person, Session, Tie
from fimbul.server.words import checked_words

LONGEST_REPORT = 1000
LONGEST_VACATION = 60 * 24 * 3600


class Me(msgspec.Struct):
    """Whoever is asking; an account has a `login`."""

    id: str
    name: str
    login: str | None = None


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name to be known by."""

    name: str


class Registration(msgspec.Struct, forbid_unknown_fields=True):
    """A new account."""

    login: str
    password: str


class Registered(msgspec.Struct):
    """The account, and the codes that open it if the password is lost: they are shown once."""

    me: Me
    recovery_codes: list[str]


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """Who wants in."""

    login: str
    password: str


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery code, and the new password."""

    login: str
    code: str
    password: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: str
    new: str


class SessionInfo(msgspec.Struct):
    """A session or token, as its owner sees it."""

    id: str
    kind: str
    name: str
    created: int
    seen: int
    current: bool


class TokenName(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    name: str


class NewToken(msgspec.Struct):
    """A token; its secret is shown once."""

    id: str
    name: str
    secret: str


class Codes(msgspec.Struct):
    """New recovery codes; the old ones are void."""

    recovery_codes: list[str]


class Leaving(msgspec.Struct, forbid_unknown_fields=True):
    """The password of an account that is to be forgotten."""

    password: str | None = None


class PasskeyInfo(msgspec.Struct):
    """A passkey, as its owner sees it."""

    id: str
    name: str
    created: int


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser made of the options, and a name for the device."""

    name: str
    credential: dict[str, Any]


class PasskeyLogin(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser made of the options."""

    credential: dict[str, Any]


class Profile(msgspec.Struct):
    """What anybody may know about an account or a bot."""

    login: str
    name: str
    created: int
    ratings: dict[str, Rating]
    tallies: list[Tally]


class Tying(msgspec.Struct, forbid_unknown_fields=True):
    """What one is to the other."""

    kind: Literal["friend", "blocked"]


class TieInfo(msgspec.Struct):
    """A friend, or somebody who is blocked; friends are `mutual` when both say so."""

    login: str
    name: str
    kind: str
    mutual: bool


class Complaint(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody did, and where."""

    text: str
    table: str | None = None


class SettingsInfo(msgspec.Struct, forbid_unknown_fields=True):
    """Settings that the server needs to know."""

    vacation_until: int = 0


class NewContact(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell somebody that it is their turn."""

    kind: Literal["push", "email", "webhook"]
    address: dict[str, Any]


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The code that came to an e-mail address."""

    code: str


class PushKey(msgspec.Struct):
    """The key that a browser's push subscription is made for."""

    key: str


def account_of(caller: Caller) -> Person:
    """The caller's account, or a problem for guests."""
    if caller.account is None:
        raise Problem(401, "This is for accounts: log in first.")
    return caller.account


def in_person(caller: Caller) -> Person:
    """The caller's account; a program's token plays for it, and does not rule over it."""
    account = account_of(caller)
    if caller.session is not None and caller.session.kind == "token":
        raise Problem(403, "A token plays for you. For this, log in yourself.")
    return account


def site_of(request: Asked) -> tuple[str, str]:
    """The host name that passkeys belong to, and the origin of its pages."""
    host = request.headers.get("host", "localhost")
    return (request.url.hostname or "localhost"), f"{request.url.scheme}://{host}"


async def me_of(services: Services, person: str) -> Me:
    """A person as they see themselves."""
    found = await services.store.people.get(person)
    return Me(person, await services.tables.name_of(person), found.login if found else None)


# ---- oneself


@get("/me", responses=problems())
async def me(caller: Who, services: Context) -> Me:
    """Who is asking."""
    return await me_of(services, caller.person)


@put("/me", responses=problems())
async def set_me(data: JSONBody[NewName], caller: Who, services: Context) -> Me:
    """Be known by another name."""
    await services.limits.count("name", caller.counted, caller.address)
    name = checked_name(data.name)
    await services.seating.rename(caller.person, name)
    return await me_of(services, caller.person)


@get("/me/export", responses=problems())
async def export(caller: Who, services: Context) -> dict[str, Any]:
    """Everything that is stored about the asker."""
    await services.limits.count("prove", caller.counted, caller.address)
    return await services.store.people.export(caller.person)


@post("/me/forget", status_code=204, responses=problems())
async def forget(data: JSONBody[Leaving], caller: Who, services: Context) -> None:
    """Forget the asker: the account, its talk, pieces, ratings; games stay, without the name."""
    await services.limits.count("login", caller.counted, caller.address)
    if caller.account is not None:
        in_person(caller)
    await services.accounts.remove(caller, data.password)


@get("/me/settings", responses=problems())
async def settings(caller: Who) -> SettingsInfo:
    """The asker's settings."""
    return msgspec.convert(account_of(caller).settings, SettingsInfo, strict=False)


@put("/me/settings", responses=problems())
async def set_settings(data: JSONBody[SettingsInfo], caller: Who, services: Context) -> SettingsInfo:
    """Change settings: until when one is on holiday and games with days for a move wait."""
    account = account_of(caller)
    if not 0 <= data.vacation_until <= now() + LONGEST_VACATION:
        raise Problem(400, f"A holiday lasts at most {LONGEST_VACATION // 86400} days.")
    await services.store.people.set_settings(account.id, msgspec.to_builtins(data))
    return data


# ---- accounts


@post("/accounts", responses=problems(501))
async def register(
    request: Asked, data: JSONBody[Registration], caller: Who, services: Context
) -> Registered:
    """Make an account of the guest who is asking; their games stay theirs."""
    await services.limits.count("register", caller.counted, caller.address)
    name = await services.tables.name_of(caller.person)
    agent = request.headers.get("user-agent", "")
    cookie, codes = await services.accounts.register(caller, data.login, data.password, name, agent)
    set_cookie(request, cookie)
    return Registered(await me_of(services, caller.person), codes)


async def count_guess(services: Services, login: str, caller: Caller) -> None:
    """Nobody guesses for long: not one login from one address, and not one login from everywhere."""
    login = f"login {login.strip().lower()[:40]}"
    await services.limits.count("login", f"{login} @{caller.address}", caller.address)
    await services.limits.count("guess", login, caller.address)


@post("/login", status_code=200, responses=problems(501))
async def login(request: Asked, data: JSONBody[Login], caller: Who, services: Context) -> Me:
    """Log in; games that were begun as a guest go with it."""
    await count_guess(services, data.login, caller)
    agent = request.headers.get("user-agent", "")
    cookie = await services.accounts.login(caller, data.login, data.password, agent)
    set_cookie(request, cookie)
    found = await services.store.people.by_login(data.login.strip())
    return await me_of(services, found.id if found else caller.person)


@post("/logout", status_code=204, responses=problems())
async def logout(request: Asked, caller: Who, services: Context) -> None:
    """Be a guest again."""
    if caller.session is not None:
        await services.accounts.end(caller.person, caller.session.id)
    set_cookie(request, "")


@post("/recover", status_code=200, responses=problems(501))
async def recover(request: Asked, data: JSONBody[Recovery], caller: Who, services: Context) -> Me:
    """Set a new password with a recovery code."""
    await count_guess(services, data.login, caller)
    agent = request.headers.get("user-agent", "")
    cookie = await services.accounts.recover(caller, data.login, data.code, data.password, agent)
    set_cookie(request, cookie)
    found = await services.store.people.by_login(data.login.strip())
    return await me_of(services, found.id if found else caller.person)


@put("/me/password", status_code=204, responses=problems(501))
async def change_password(
    request: Asked, data: JSONBody[NewPassword], caller: Who, services: Context
) -> None:
    """Change the password; all other sessions end."""
    account = in_person(caller)
    await services.limits.count("login", caller.person, caller.address)
    set_cookie(request, await services.accounts.change_password(account, data.old, data.new))


@post("/me/recovery-codes", responses=problems())
async def new_codes(caller: Who, services: Context) -> Codes:
    """New recovery codes; the old ones are void."""
    return Codes(await services.accounts.new_codes(in_person(caller).id))


@get("/me/sessions", responses=problems())
async def sessions(caller: Who, services: Context) -> list[SessionInfo]:
    """The asker's sessions and tokens."""
    found: list[Session] = await services.store.people.sessions_of(account_of(caller).id)
    here = caller.session.id if caller.session else None
    return [
        SessionInfo(each.id, each.kind, each.name, each.created, each.seen, each.id == here) for each in found
    ]


@delete("/me/sessions/{name:str}", responses=problems(404))
async def end_session(name: FromPath[str], caller: Who, services: Context) -> None:
    """End a session or a token."""
    await services.accounts.end(in_person(caller).id, name)


@post("/me/tokens", responses=problems())
async def new_token(data: JSONBody[TokenName], caller: Who, services: Context) -> NewToken:
    """A token for a program, which sends it as `Authorization: Bearer ...`."""
    name = checked_words(data.name, 60, "A token's name")
    session, secret = await services.accounts.new_token(in_person(caller).id, name)
    return NewToken(session.id, name, secret)


# ---- passkeys


@get("/me/passkeys", responses=problems())
async def passkeys(caller: Who, services: Context) -> list[PasskeyInfo]:
    """The asker's passkeys."""
    found = await services.store.people.passkeys_of(account_of(caller).id)
    return [PasskeyInfo(each.id, each.name, each.created) for each in found]


@post("/me/passkeys/options", status_code=200, responses=problems(501))
async def passkey_options(request: Asked, caller: Who, services: Context) -> dict[str, Any]:
    """What `navigator.credentials.create` needs."""
    return await services.passkeys.registration(in_person(caller), site_of(request)[0])


@post("/me/passkeys", responses=problems(501))
async def add_passkey(
    request: Asked, data: JSONBody[NewPasskey], caller: Who, services: Context
) -> PasskeyInfo:
    """Keep a passkey."""
    account, (site, origin) = in_person(caller), site_of(request)
    name = checked_words(data.name, 60, "A passkey's name")
    made = await services.passkeys.register(account, site, origin, data.credential, name)
    return PasskeyInfo(made.id, made.name, made.created)


@delete("/me/passkeys/{name:str}", responses=problems(404))
async def remove_passkey(name: FromPath[str], caller: Who, services: Context) -> None:
    """Forget a passkey."""
    if not await services.store.people.remove_passkey(in_person(caller).id, name):
        raise not_found("You have no such passkey.")


@post("/login/passkey/options", status_code=200, responses=problems(501))
async def passkey_login_options(request: Asked, services: Context) -> dict[str, Any]:
    """What `navigator.credentials.get` needs."""
    return services.passkeys.authentication(site_of(request)[0])


@post("/login/passkey", status_code=200, responses=problems(501))
async def passkey_login(request: Asked, data: JSONBody[PasskeyLogin], caller: Who, services: Context) -> Me:
    """Log in with a passkey."""
    await services.limits.count("login", caller.counted, caller.address)
    site, origin = site_of(request)
    account = await services.passkeys.login(caller, site, origin, data.credential)
    cookie = await services.accounts.enter(caller, account, request.headers.get("user-agent", ""))
    set_cookie(request, cookie)
    return await me_of(services, account.id)


# ---- others


async def player_at(services: Services, login: str) -> Person:
    """An account by its login, or a problem."""
    found = await services.store.people.by_login(login)
    if found is None:
        raise not_found(f"There is no account '{login[:40]}'.")
    return found


@get("/people/{login:str}", responses=problems(404))
async def profile(login: FromPath[str], services: Context) -> Profile:
    """What anybody may know about an account, or about a bot (`bot:club`)."""
    if login.startswith("bot:"):
        ratings = await services.ratings.of(login)
        tallies = await services.ratings.tallies(login)
        return Profile(login, login.removeprefix("bot:"), 0, ratings, tallies)
    found = await player_at(services, login)
    ratings, tallies = await services.ratings.of(found.id), await services.ratings.tallies(found.id)
    return Profile(str(found.login), found.name, found.created, ratings, tallies)


@get("/people/{login:str}/games", responses=problems(404))
async def history(
    login: FromPath[str], services: Context, before: FromQuery[int | None] = None
) -> list[Result]:
    """An account's games, the latest first; `before` a time for older ones."""
    player = login if login.startswith("bot:") else (await player_at(services, login)).id
    return await services.ratings.history(player, before)


@get("/games/{slug:str}/leaders", responses=problems(404))
async def leaders(slug: FromPath[str], services: Context) -> list[Standing]:
    """The strongest at a game."""
    return await services.ratings.leaders(game_at(slug).slug)


@get("/me/ties", responses=problems())
async def list_ties(caller: Who, services: Context) -> list[TieInfo]:
    """The asker's friends, and whom they have blocked."""
    found: list[Tie] = await services.store.people.ties_of(account_of(caller).id)
    known = [(each, await services.store.people.get(each.other)) for each in found]
    return [
        TieInfo(str(who.login), each.name, each.kind, each.mutual) for each, who in known if who is not None
    ]


@put("/me/ties/{login:str}", status_code=204, responses=problems(404))
async def tie(login: FromPath[str], data: JSONBody[Tying], caller: Who, services: Context) -> None:
    """Make somebody a friend, or block them."""
    account, other = account_of(caller), await player_at(services, login)
    if other.id == account.id:
        raise Problem(400, "That is you.")
    await services.store.people.tie(account.id, other.id, data.kind)


@delete("/me/ties/{login:str}", responses=problems(404))
async def untie(login: FromPath[str], caller: Who, services: Context) -> None:
    """Neither friend nor blocked."""
    await services.store.people.tie(account_of(caller).id, (await player_at(services, login)).id, None)


@post("/people/{login:str}/report", status_code=204, responses=problems(404))
async def report(login: FromPath[str], data: JSONBody[Complaint], caller: Who, services: Context) -> None:
    """Complain about somebody to those who run the club."""
    await services.limits.count("report", caller.counted, caller.address)
    text = checked_words(data.text, LONGEST_REPORT, "A complaint")
    other = await player_at(services, login)
    if data.table is not None and await services.store.tables.get(data.table) is None:
        raise not_found(f"There is no table '{data.table[:40]}'.")
    await services.store.people.report(caller.person, other.id, data.table, text)


# ---- notices


@get("/me/contacts", responses=problems())
async def contacts(caller: Who, services: Context) -> list[Contact]:
    """Where the asker is told that it is their turn."""
    return await services.notices.contacts_of(account_of(caller).id)


@post("/me/contacts", responses=problems(501))
async def add_contact(data: JSONBody[NewContact], caller: Who, services: Context) -> Contact:
    """Be told by web push, e-mail (when its address is confirmed) or a webhook."""
    if data.kind == "email":
        await services.limits.count("letter", caller.counted, caller.address)
    return await services.notices.add_contact(account_of(caller).id, data.kind, data.address)


@post("/me/contacts/{name:str}/confirm", status_code=200, responses=problems(404))
async def confirm_contact(
    name: FromPath[str], data: JSONBody[Confirmation], caller: Who, services: Context
) -> Contact:
    """Show by the code of a letter that an e-mail address is one's own."""
    account = account_of(caller)
    await services.limits.count("login", f"confirm {account.id}", caller.address)
    return await services.notices.confirm(account.id, name, data.code)


@delete("/me/contacts/{name:str}", responses=problems(404))
async def remove_contact(name: FromPath[str], caller: Who, services: Context) -> None:
    """Be told there no longer."""
    await services.notices.remove_contact(account_of(caller).id, name)


@get("/push-key", responses=problems(501))
async def push_key(services: Context) -> PushKey:
    """The key that a browser's push subscription is made for."""
    return PushKey(await services.notices.public_key())


HANDLERS = [
    me,
    set_me,
    export,
    forget,
    settings,
    set_settings,
    register,
    login,
    logout,
    recover,
    change_password,
    new_codes,
    sessions,
    end_session,
    new_token,
    passkeys,
    passkey_options,
    add_passkey,
    remove_passkey,
    passkey_login_options,
    passkey_login,
    profile,
    history,
    leaders,
    list_ties,
    tie,
    untie,
    report,
    contacts,
    add_contact,
    confirm_contact,
    remove_contact,
    push_key,
]
