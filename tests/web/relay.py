"""Stands between a browser and the server, counts what the server sends, and can be a thin line."""

import socket
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from urllib.parse import urlsplit


class Relay:
    """A door of its own to a server; `sent` says how much has come through it.

    With a `rate`, in bytes a second, everything that the server sends shares one line of that width; with a
    `trip`, in seconds, the way there and back takes so long, as does the greeting of a new connection.
    """

    def __init__(self, address: str, *, rate: float = float("inf"), trip: float = 0.0) -> None:
        self.server = (urlsplit(address).hostname, urlsplit(address).port)
        self.rate, self.trip = rate, trip
        self.sent = 0
        self.free = 0.0  # when the line has carried all that was sent so far
        self.silent = False  # as a line in a tunnel: nothing arrives any more, and nobody hangs up
        self.turn = threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        """Let everybody through."""
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                server = socket.create_connection(self.server)
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                greeted = time.monotonic() + self.trip
                for ends in ((client, server, False), (server, client, True)):
                    threading.Thread(target=self.pass_on, args=(*ends, greeted), daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, counted: bool, greeted: float) -> None:
        """Carry what one says to the other."""
        under_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        threading.Thread(target=self.deliver, args=(under_way, other), daemon=True).start()
        with suppress(OSError):
            while data := one.recv(1 << 12):
                if not self.silent:
                    under_way.put((self.arrival(len(data), counted, greeted), data))
        under_way.put((0.0, b""))

    def arrival(self, size: int, counted: bool, greeted: float) -> float:
        """When something that is sent now will be there."""
        now = max(time.monotonic(), greeted)
        if not counted:
            return now + self.trip / 2
        with self.turn:
            self.sent += size
            self.free = max(now, self.free) + size / self.rate
            return self.free + self.trip / 2

    def deliver(self, under_way: "SimpleQueue[tuple[float, bytes]]", other: socket.socket) -> None:
        """Hand over each thing when it has arrived."""
        with suppress(OSError):
            while (there := under_way.get())[1]:
                time.sleep(max(0.0, there[0] - time.monotonic()))
                other.sendall(there[1])
            other.shutdown(socket.SHUT_WR)
