"""The websocket of a table: it tells what happens, and takes what a person does."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from fimbul.core import FimbulError, Illegal
from fimbul.server.agreements import message_of
from fimbul.server.play import Play
from fimbul.server.problems import Problem, as_problem
from fimbul.server.services import Services
from fimbul.server.tables import MOST_MISSED, Table, Tables, encode
from fimbul.server.thinking import Withdrawn
from fimbul.server.tongues import asked, spoken, told
from fimbul.table.frames import Frame

LONGEST = 16 * 1024  # of a message from a client, in characters
BACKLOG = 256  # messages that a slow client may be behind
MOST_CLICKS = 16
BURST, TALK, SECONDS = 200, 8, 10.0  # what one connection may ask for, and say, in so many seconds

TASKS: set[asyncio.Task[None]] = set()  # what is being done; a task that nobody holds may vanish

MOST_LISTENERS = 3000  # at one table

NO_TABLE, TOO_SLOW, BUSY, GOING = 4404, 4408, 4429, 1001


class Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=False):
    """What a client says."""


class Act(Message, tag="act"):
    """Take an action for the ply of the frame that was seen."""

    ply: int
    action: str
    words: str = ""  # the player's own, for an action that takes some
    request: str | None = None  # an id: sent again with it, the action is answered as the first time
    draft: int = 0  # how far the sender had come in a sealed choice


class Why(Message, tag="why"):
    """Ask why what was touched cannot be done."""

    clicks: list[str]


class Undo(Message, tag="undo"):
    """Go back to the seat's last decision."""


class AllowUndo(Message, tag="allow_undo"):
    """Let another go back, or not."""

    yes: bool


class Ask(Message, tag="ask"):
    """Ask the others for a draw, to break off, or for a bot in a left seat."""

    kind: str
    target: int | None = None


class Answer(Message, tag="answer"):
    """Agree to what another asked for, or not."""

    kind: str
    yes: bool


class Resign(Message, tag="resign"):
    """Give up."""


class Hint(Message, tag="hint"):
    """Ask a bot for ideas."""


class Turn(Message, tag="seat"):
    """Look and act through another of one's own seats."""

    seat: int


class Along(Message, tag="along"):
    """Take the table along: the course of its game, and from now on whatever is done there.

    Whoever has some of it says how many actions of which epoch.
    """

    epoch: int | None = None
    since: int = 0


class Chat(Message, tag="chat"):
    """Say something."""

    text: str


class Ping(Message, tag="ping"):
    """Is anybody there?"""


DECODER = msgspec.json.Decoder(
    Act | Why | Undo | AllowUndo | Ask | Answer | Resign | Hint | Turn | Along | Chat | Ping
)


class Connection:
    """One open websocket.  Messages wait in a queue, so that a slow reader holds nobody up."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        guest: str,
        address: str = "?",
        session: str | None = None,
    ) -> None:
        self.socket = socket
        self.guest = guest
        self.address = address
        self.session = session  # of an account, or a token: when that ends, this ends too
        self.curious = socket.query_params.get("presence") == "1"
        self.patches = socket.query_params.get("patches") == "1"
        self.language = asked.get()
        self.seen: Frame | None = None
        self.along: tuple[int, int] | None = None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.code = GOING
        self.asked: deque[float] = deque(maxlen=BURST)
        self.said: deque[float] = deque(maxlen=TALK)

    def send(self, message: bytes) -> None:
        """Tell it, soon."""
        if self.queue.qsize() >= BACKLOG:
            self.close("This connection is too slow for the table. Open it again.", TOO_SLOW)
        else:
            self.queue.put_nowait(message)

    def close(self, reason: str, code: int = GOING) -> None:
        """Say goodbye, instead of whatever still waits."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.code = code
        self.queue.put_nowait(encode("bye", reason=reason))
        self.queue.put_nowait(None)

    async def write(self) -> None:
        """Send what waits, until there is a goodbye."""
        while (message := await self.queue.get()) is not None:
            await self.socket.send_text(message)
        await self.socket.close(code=self.code)

    def later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the reading."""
        task = asyncio.create_task(work)
        TASKS.add(task)
        task.add_done_callback(TASKS.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something to its end, even if the client goes away meanwhile: what is stored must be told."""
        await asyncio.shield(self.later(work))


def count(times: deque[float]) -> None:
    """Refuse what comes too often."""
    moment = time.monotonic()
    if len(times) == times.maxlen and moment - times[0] < SECONDS:
        raise Problem(429, "That was too much at once. Wait a moment.")
    times.append(moment)


@websocket("/api/v1/tables/{name:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any], name: FromPath[str], services: NamedDependency[Services]
) -> None:
    """Follow a table, and play at it."""
    tables = services.tables
    caller = await services.gate.caller(socket)
    await socket.accept()
    session = caller.session.id if caller.session is not None else None
    connection = Connection(socket, caller.person, caller.address, session)
    writer = asyncio.create_task(connection.write())
    table: Table | None = None
    room = contextlib.ExitStack()
    try:
        await services.limits.count("connect", caller.counted, caller.address)
        room.enter_context(services.counted(caller.address))
        table = await tables.get(name)
        await tables.admit(table, caller.person, socket.query_params.get("invite"))
        if len(table.listeners) >= MOST_LISTENERS and table.seat_of(caller.person) is None:
            raise Problem(503, "As many people watch this table as it has room for.")
        services.lines.add(connection)
        await welcome(tables, table, connection, number(socket, "since"), number(socket, "epoch"))
        services.play.wake(table)
        tables.arrived(table)
        reader = asyncio.create_task(read(connection, table, services))
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketException):
            await reader
    except FimbulError as problem:
        busy = isinstance(problem, Problem) and problem.status in (429, 503)
        connection.close(str(problem), BUSY if busy else NO_TABLE)
        await asyncio.wait({writer}, timeout=5)
    finally:
        services.lines.discard(connection)
        room.close()
        if table is not None and connection in table.listeners:
            table.met(table.seats_of(connection.guest))
            table.listeners.discard(connection)
            tables.arrived(table)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await writer


def number(socket: WebSocket[Any, Any, Any], name: str) -> int | None:
    """A whole number from the address; anything else is ignored."""
    text = socket.query_params.get(name) or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


async def welcome(
    tables: Tables, table: Table, connection: Connection, since: int | None, epoch: int | None
) -> None:
    """Show a newcomer the table, or somebody who comes back what they missed, and tell them what comes."""
    wish = number(connection.socket, "seat")
    async with table.lock:
        match = await tables.match(table)
        if wish in table.seats_of(connection.guest) and wish != table.seat_of(connection.guest):
            table.at[connection.guest] = wish
            await tables.tell_table(table, {wish})  # at their other windows too
        plies = match.ply
        rewound = epoch is not None and epoch != table.row.epoch
        if since is None or rewound or not plies - MOST_MISSED <= since <= plies:
            since = None
        seat = table.seat_of(connection.guest)
        sheet = await tables.info(table, connection.guest, since)
        connection.send(encode("table", table=told(sheet, table.subject, connection.language)))
        connection.seen = sheet.frame
        tables.tell_clock(table, [connection])
        if since is not None:
            for frame in await tables.missed(table, match, since, (seat, connection.language)):
                connection.send(encode("frame", frame=frame))
                connection.seen = frame
        if table.thinking is not None:
            connection.send(encode("thinking", seat=table.thinking))
        for asked in table.row.requests:
            if seat in asked.waiting and asked.ply == len(match):
                connection.send(message_of(table, asked))
        table.listeners.add(connection)


async def read(connection: Connection, table: Table, services: Services) -> None:
    """Take what the client says, until it goes away."""
    while True:
        try:
            event = await connection.socket.receive()
        except WebSocketDisconnect:
            return
        if event["type"] == "websocket.disconnect":
            return
        text: Any = event.get("text")
        try:
            if text is None:
                raise Problem(400, "Messages are JSON texts.")
            if len(text) > LONGEST:
                raise Problem(413, f"That message is too long: at most {LONGEST} letters.")
            count(connection.asked)
            await connection.shielded(handle(connection, table, services, understood(text)))
        except WebSocketDisconnect:
            return
        except Exception as error:
            problem = as_problem(error)
            refuse(connection, table, problem.detail, problem.rule)


def understood(text: str) -> Any:
    """The message in a text, or a problem."""
    try:
        return DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Problem(400, f"That message cannot be understood: {problem}.") from None


async def handle(connection: Connection, table: Table, services: Services, message: Any) -> None:
    """Do what a message asks for."""
    guest, play, agreements = connection.guest, services.play, services.agreements
    if not isinstance(message, Ping):
        services.limits.count_here("act", guest, connection.address)
    match message:
        case Act(ply, action, words, request, draft):
            await play.act(table, guest, ply, action, words, request, draft)
        case Why(clicks):
            if len(clicks) > MOST_CLICKS:
                raise Problem(400, "Nothing takes so many touches.")
            reason = await play.why(table, guest, tuple(clicks))
            refuse(
                connection,
                table,
                *((reason.reason, reason.rule) if isinstance(reason, Illegal) else (reason, None)),
            )
        case Undo():
            await agreements.undo(table, guest)
        case AllowUndo(yes):
            await agreements.answer(table, guest, "undo", yes)
        case Ask(kind, target):
            await agreements.request(table, guest, kind, target)
        case Answer(kind, yes):
            await agreements.answer(table, guest, kind, yes)
        case Resign():
            await play.resign(table, guest)
        case Hint():
            await services.limits.count("think", guest, connection.address)
            connection.later(send_hint(connection, table, play))
        case Turn(seat):
            await services.seating.turn(table, guest, seat)
        case Along(epoch, since):
            await services.afield.take(table, connection, epoch, since)
        case Chat(text):
            count(connection.said)
            await services.limits.count("talk", guest, connection.address)
            await play.say(table, guest, text)
        case Ping():
            connection.send(encode("pong"))


async def send_hint(connection: Connection, table: Table, play: Play) -> None:
    """Let a bot find ideas, while the client may go on asking for other things."""
    try:
        ideas = await play.hint(table, connection.guest)
        connection.send(encode("hint", ideas=told(ideas, table.subject, connection.language)))
    except Withdrawn:
        return  # the table has moved on, as the asker has seen
    except Exception as error:
        problem = as_problem(error)
        refuse(connection, table, problem.detail, problem.rule)


def refuse(connection: Connection, table: Table, reason: str, rule: str | None) -> None:
    """Tell a client, and nobody else, that something cannot be."""
    own = spoken(table.subject, connection.language)
    connection.send(encode("refused", reason=own(reason) if own is not None else reason, rule=rule))
