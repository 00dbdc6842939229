"""Run the server: everything that can be wrong is found before it starts, and told in one sentence."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import re
import socket
import sys
import threading
import webbrowser
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar

from fimbul.core import FimbulError
from fimbul.games import problems
from fimbul.server.app import build
from fimbul.server.bus import bus_at
from fimbul.server.doors import Door, OpenDoor, Window
from fimbul.server.guests import load_secret
from fimbul.server.notices import mail_server
from fimbul.server.running import log_as_json
from fimbul.server.services import Settings
from fimbul.server.store import Store

LARGEST_MESSAGE = 4 << 20  # beyond this the connection is closed; beyond live.LONGEST a message is refused
IDLE = 20  # seconds that a connection is kept between requests: longer than clients and proxies keep theirs
PULSE = 8  # seconds between questions on a websocket whether anybody is there; browsers answer by themselves
SILENCE = 10  # seconds for the answer; so within twenty seconds all know who is gone without a word
GRACE = 2  # seconds that open connections have when the server stops
EVERYWHERE = ("0.0.0.0", "::")  # a door that stands open to others
NEIGHBOUR = ("192.0.2.1", 9)  # any address that is not this machine's: nothing is ever sent there
HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?")


class Server(uvicorn.Server):
    """A server that says when it is there, and says goodbye before it hangs up."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Litestar,
        address: str,
        *,
        outside: str | None = None,
        open_browser: bool = False,
    ) -> None:
        super().__init__(config)
        self.app = app
        self.address = address
        self.outside = outside
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell the address."""
        await super().startup(sockets)
        if self.started:
            others = f", for others on your network at {self.outside}" if self.outside else ""
            print(f"fimbul is at {self.address}{others} (Ctrl-C stops it)", flush=True)
            if self.open_browser and has_browser():
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, and stop."""
        services = self.app.state.get("services")
        if services is not None:
            services.farewell()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def run(
    settings: Settings,
    host: str,
    port: int,
    *,
    open_browser: bool = False,
    behind: str | None = None,
    log_json: bool = False,
) -> None:
    """Serve a data folder or a database until somebody stops it."""
    for problem in problems():
        print(f"fimbul: {problem}", file=sys.stderr)
    allow_many_connections()
    asyncio.run(check(settings))
    trusted = proxies(behind)
    door = listen(host, port)
    here, outside = address_of(door), address_outside(door)
    app = build(msgspec.structs.replace(settings, address=linked(settings, door, outside or here)))
    config = configured(app, http=Door if settings.limits else OpenDoor, forwarded_allow_ips=trusted)
    if log_json:
        log_as_json()
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, app, here, outside=outside, open_browser=open_browser).run(sockets=[door])


def allow_many_connections() -> None:
    """Have as many files and connections open as the system lets us."""
    if os.name == "posix":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))


def configured(app: Litestar, **more: Any) -> uvicorn.Config:
    """How connections are taken."""
    return uvicorn.Config(
        app,
        **{
            "log_level": "warning",
            "log_config": None,
            "access_log": False,
            "lifespan": "on",
            "http": Door,
            "ws": Window,
            "ws_max_size": LARGEST_MESSAGE,
            "ws_ping_interval": PULSE,
            "ws_ping_timeout": SILENCE,
            "timeout_keep_alive": IDLE,
            "timeout_graceful_shutdown": GRACE,
            **more,
        },
    )


async def check(settings: Settings) -> None:
    """See that names and mail make sense, that the store can be used, and that the news is carried."""
    for name in settings.names:
        if not HOST_NAME.fullmatch(name):
            raise FimbulError(f"--name is a host name alone, such as club.example, not '{name}'.")
    if settings.smtp is not None:
        mail_server(settings.smtp)
    if settings.database is None:
        load_secret(settings.folder)
    await (await Store.open(settings.folder, settings.database)).close()
    bus = bus_at(settings.channels)
    await bus.start()
    await bus.stop()


def listen(host: str, port: int) -> socket.socket:
    """The open door, or a sentence why it cannot be opened."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise FimbulError(f"There is no address '{host}' to listen at; try --host 127.0.0.1.") from None
    door = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(place)
        door.listen(2048)
    except OSError as problem:
        door.close()
        if problem.errno == errno.EADDRINUSE:
            raise FimbulError(
                f"Port {port} is already taken, perhaps by another fimbul: choose another with --port."
            ) from None
        reason = (problem.strerror or str(problem)).lower()
        raise FimbulError(f"Nothing can listen at {host}, port {port}: {reason}.") from None
    return door


def proxies(behind: str | None) -> str | list[str]:
    """Whose word is taken on who is asking: this machine's, and that of the proxies in front."""
    if behind == "*":
        return behind
    named = [part.strip() for part in (behind or "").split(",") if part.strip()]
    for each in named:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise FimbulError(
                f"--behind is the address of a proxy or of its network, or *, not '{each}'."
            ) from None
    return ["127.0.0.1", "::1", *named]


def linked(settings: Settings, door: socket.socket, address: str) -> str:
    """How notices lead to the server: by its name, else by its address."""
    if not settings.names:
        return address
    name = settings.names[0]
    return f"https://{name}" if settings.secure else f"http://{name}:{door.getsockname()[1]}"


def address_outside(door: socket.socket) -> str | None:
    """Where others on the network find the door, if it stands open to them."""
    host, port = door.getsockname()[:2]
    if host not in EVERYWHERE:
        return None
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(NEIGHBOUR)
        return f"http://{probe.getsockname()[0]}:{port}"
    return None


def address_of(door: socket.socket) -> str:
    """Where a browser finds the door."""
    host, port = door.getsockname()[:2]
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def has_browser() -> bool:
    """Whether there is a screen for a browser: a text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
