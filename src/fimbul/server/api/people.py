"""Calls about oneself and others."""

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from fimbul.server.api.common import Context, Who, problems
from fimbul.server.guests import checked_name


class Me(msgspec.Struct):
    """Whoever is asking; an account has a `login`."""

    id: str
    name: str
    login: str | None = None


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name to be known by."""

    name: str


@get("/me", responses=problems())
async def me(caller: Who, services: Context) -> Me:
    """Who is asking."""
    name = await services.tables.name_of(caller.person)
    return Me(caller.person, name, caller.account.login if caller.account else None)


@put("/me", responses=problems())
async def set_me(data: JSONBody[NewName], caller: Who, services: Context) -> Me:
    """Be known by another name."""
    await services.limits.count("name", caller.counted, caller.address)
    name = checked_name(data.name)
    await services.seating.rename(caller.person, name)
    return Me(caller.person, name, caller.account.login if caller.account else None)


HANDLERS = [me, set_me]
