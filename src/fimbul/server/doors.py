"""The door: how connections are taken, before there is a request.

Whoever sends half a request and waits, or opens hundreds of connections, is let go before others are held up.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from fimbul.server import garbage
from fimbul.server.limits import whereabouts

HEADERS_WITHIN = 15.0  # seconds for the headers of a request
BODY_WITHIN = 60.0  # seconds for its body
MOST_FROM_ONE = 256  # connections of one address
LONG = 1000  # bytes of a message that is worth remembering
MOST_SQUEEZED = 256

WHY = (
    b'{"type":"about:blank","title":"Too Many Requests","status":429,'
    b'"detail":"There are too many connections from your address. Close some."}'
)
SORRY = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\nRetry-After: 60\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(WHY), WHY)
)


class Door(H11Protocol):
    """HTTP with time limits, and with room for everybody."""

    counted: ClassVar[Counter[str]] = Counter()
    most: ClassVar[int] = MOST_FROM_ONE

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self.waiting: asyncio.TimerHandle | None = None
        self.visitor = whereabouts(self.client[0]) if self.client else "?"
        self.refused = not self.trusted() and Door.counted[self.visitor] >= self.most
        Door.counted[self.visitor] += 1
        if self.refused:
            transport.write(SORRY)
            transport.close()
        else:
            self.expect(HEADERS_WITHIN)

    def trusted(self) -> bool:
        """Whether this is the proxy in front, by which everybody comes."""
        front: Any = self.config.loaded_app  # uvicorn's, which takes the word of these on who is asking
        return self.client is not None and self.client[0] in front.trusted_hosts

    def connection_lost(self, problem: Exception | None) -> None:
        """Somebody has gone."""
        self.leave()
        super().connection_lost(problem)

    def leave(self) -> None:
        """They no longer take room here."""
        self.expect(None)
        gone(self.visitor)
        self.visitor = ""

    def expect(self, seconds: float | None) -> None:
        """Wait so long for what is to come, or for nothing in particular."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = self.loop.call_later(seconds, self.transport.close) if seconds is not None else None

    def data_received(self, data: bytes) -> None:
        """Something has come: is it whole?"""
        if self.refused:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # a websocket now, which may be silent
            return
        state = self.conn.their_state
        if state is h11.IDLE and self.waiting is None:
            self.expect(HEADERS_WITHIN)
        elif state is h11.SEND_BODY and not getattr(self, "in_body", False):
            self.in_body = True
            self.expect(BODY_WITHIN)
        elif state not in (h11.IDLE, h11.SEND_BODY):
            self.in_body = False
            self.expect(None)

    def _should_upgrade(self) -> bool:
        """Only a GET becomes a websocket; anything else is answered as what it is."""
        return self.scope["method"] == "GET" and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """It is answered without an upgrade; there is nothing to warn of."""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the websocket counts the visitor."""
        self.expect(None)
        visitor, self.visitor = self.visitor, ""
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, Window):
            protocol.visitor = visitor


class OpenDoor(Door):
    """A door for those who are trusted: your own machine, a club behind one address."""

    most = 1 << 30


class SharedDeflate(PerMessageDeflate):
    """Squeezes a message once for all: without memory of earlier ones, everybody gets the same bytes."""

    squeezed: ClassVar[OrderedDict[tuple[int, bytes], bytes]] = OrderedDict()

    def encode(self, frame: Frame) -> Frame:
        """A frame, squeezed; a long one that was squeezed lately is not squeezed again."""
        if frame.opcode is not Opcode.TEXT or not frame.fin or len(frame.data) < LONG:
            return super().encode(frame)
        key, known = (self.local_max_window_bits, bytes(frame.data)), SharedDeflate.squeezed
        if key not in known:
            known[key] = bytes(super().encode(frame).data)
            while len(known) > MOST_SQUEEZED:
                known.popitem(last=False)
        known.move_to_end(key)
        return Frame(frame.opcode, known[key], True, True, frame.rsv2, frame.rsv3)


class SharedFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on `SharedDeflate`."""

    def process_request_params(self, *arguments: Any) -> Any:
        """What is agreed on."""
        told, made = super().process_request_params(*arguments)
        return told, SharedDeflate(
            made.remote_no_context_takeover,
            made.local_no_context_takeover,
            made.remote_max_window_bits,
            made.local_max_window_bits,
            made.compress_settings,
        )


class Window(WebSocketsSansIOProtocol):
    """A websocket whose messages are squeezed once, however many they are sent to."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.visitor = ""
        factory = SharedFactory(
            server_no_context_takeover=True, client_max_window_bits=12, compress_settings={"level": 4}
        )
        self.conn = ServerProtocol(
            extensions=[factory], max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )

    def connection_lost(self, problem: Exception | None) -> None:
        """Somebody has gone."""
        gone(self.visitor)
        self.visitor = ""
        super().connection_lost(problem)


def gone(visitor: str) -> None:
    """A connection of an address is closed."""
    if visitor:
        garbage.leave()
        Door.counted[visitor] -= 1
        if Door.counted[visitor] <= 0:
            del Door.counted[visitor]
