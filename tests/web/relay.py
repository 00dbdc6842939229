"""Stands between a browser and the server, and counts what the server sends, byte by byte."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Relay:
    """A door of its own to a server; `sent` says how much has come through it."""

    def __init__(self, address: str) -> None:
        self.server = (urlsplit(address).hostname, urlsplit(address).port)
        self.sent = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        """Let everybody through."""
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                server = socket.create_connection(self.server)
                for ends in ((client, server, False), (server, client, True)):
                    threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        """Carry what one says to the other."""
        with suppress(OSError):
            while data := one.recv(1 << 16):
                self.sent += len(data) * counted
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
