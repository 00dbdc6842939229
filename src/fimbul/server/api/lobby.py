"""Calls of the lobby: quick pairing, and a websocket with its news."""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, delete, get, post, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import JSONBody

from fimbul.core import BadOption
from fimbul.server.api.common import Context, Who, game_at, problems
from fimbul.server.clocks import Pace
from fimbul.server.lobby import Seek
from fimbul.server.problems import Problem, not_found
from fimbul.server.services import Services
from fimbul.server.tables import encode

MOST_WAITING = 5000


class Waiting:
    """One open websocket of the lobby."""

    def __init__(self, guest: str, session: str | None) -> None:
        self.guest = guest
        self.session = session
        self.queue = asyncio.Queue[bytes](maxsize=200)
        self.over = False

    def close(self, reason: str) -> None:
        """Say goodbye, instead of whatever still waits."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(encode("bye", reason=reason))
        self.over = True


class Seeking(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would like to play."""

    game: str
    options: dict[str, Any] | None = None
    pace: Pace | None = None


@post("/lobby/seek", status_code=200, responses=problems(404))
async def seek(data: JSONBody[Seeking], caller: Who, services: Context) -> Seek:
    """Play somebody of about your strength: `table` names the table when there is one.

    Call it again at least every half minute while you wait, or listen to the lobby's websocket and ask
    `GET /lobby/seek`.  Both have accounts: the game is rated.
    """
    game = game_at(data.game)
    if 2 not in game.seats:
        raise BadOption(f"{game.title} is not for two.")
    await services.limits.count("act", caller.counted, caller.address)
    return await services.lobby.seek(caller, game, data.options, data.pace)


@get("/lobby/seek", responses=problems(404))
async def sought(caller: Who, services: Context) -> Seek:
    """What the asker waits for."""
    found = await services.lobby.status(caller)
    if found is None:
        raise not_found("You wait for nobody.")
    return found


@delete("/lobby/seek", responses=problems())
async def stop_seeking(caller: Who, services: Context) -> None:
    """Wait no longer."""
    await services.lobby.stop(caller)


@websocket("/lobby/live")
async def lobby_live(socket: WebSocket[Any, Any, Any], services: NamedDependency[Services]) -> None:
    """News: `{type: "tables"}` when the lists have changed, `{type: "paired", table}`, `{type.

    "turn", table}`.
    """
    caller = await services.gate.caller(socket)
    await socket.accept()
    lobby = services.lobby
    line = Waiting(caller.person, caller.session.id if caller.session is not None else None)
    queue = line.queue
    room = contextlib.ExitStack()
    try:
        await services.limits.count("connect", caller.counted, caller.address)
        room.enter_context(services.counted(caller.address))
        if len(lobby.listeners) >= MOST_WAITING:
            raise Problem(503, "The lobby is full. Try again in a minute.")
    except Problem as problem:
        room.close()
        await socket.send_text(encode("bye", reason=problem.detail))
        await socket.close(code=4429)
        return
    lobby.listeners[queue] = caller.person
    services.lines.add(line)
    reader = asyncio.create_task(silence(socket))
    try:
        await socket.send_text(encode("tables"))
        while not reader.done():
            waiting = asyncio.create_task(queue.get())
            await asyncio.wait({waiting, reader}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                waiting.cancel()
                break
            await socket.send_text(waiting.result())
            if line.over and queue.empty():
                await socket.close(code=1001)
                break
    except WebSocketDisconnect:
        pass
    finally:
        room.close()
        lobby.listeners.pop(queue, None)
        services.lines.discard(line)
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await reader


async def silence(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until the client goes away; nothing that it says matters."""
    with contextlib.suppress(WebSocketDisconnect):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


HANDLERS = [seek, sought, stop_seeking, lobby_live]
