"""A real server on a free port, and guests who talk to it over HTTP and websockets."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import uvicorn
import websockets

from fimbul.server.app import build
from fimbul.server.run import configured
from fimbul.server.services import Settings

API = "/api/v1"
PATIENCE = 120  # seconds until a test gives up on a message


class Seat:
    """An open websocket of a guest."""

    def __init__(self, line: Any) -> None:
        self.line = line

    async def send(self, type_: str, /, **fields: Any) -> None:
        await self.line.send(json.dumps({"type": type_, **fields}))

    async def raw(self, message: str | bytes) -> None:
        await self.line.send(message)

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds (any, if none is named)."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.line.recv())
                if not kinds or message["type"] in kinds:
                    return message

    async def silent(self) -> bool:
        """Whether nothing but the answer to a ping comes."""
        await self.send("ping")
        return (await self.hear())["type"] == "pong"

    async def act(self, frame: dict[str, Any], action: str | None = None) -> None:
        """Take an action, the first one if none is named."""
        await self.send("act", ply=frame["ply"], action=action or frame["actions"][0]["text"])


class Guest:
    """A person with a browser: a cookie, calls, and websockets."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE)

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(API + path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        answer = await self.http.post(API + path, json={} if body is None else body)
        assert answer.status_code in ((200, 201) if status is None else (status,)), answer.text[:500]
        if status is not None and status >= 400:
            problem = answer.json()
            assert answer.headers["content-type"] == "application/problem+json"
            assert problem["status"] == status
            assert problem["detail"].endswith(".")
        return answer.json() if answer.content else None

    async def table(self, *seats: str, game: str = "fimbulvetr", **more: Any) -> dict[str, Any]:
        """A new table: `me`, `open`, or a bot's name for each seat."""
        wishes = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats
        ]
        made: dict[str, Any] = await self.post("/tables", {"game": game, "seats": wishes, **more})
        return made

    @asynccontextmanager
    async def sit(self, table: str, query: str = "") -> AsyncIterator[Seat]:
        """Open the table's websocket."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws', 1)}{API}/tables/{table}/live{query}"
        async with websockets.connect(
            address, additional_headers={"Cookie": cookie} if cookie else None, max_size=None
        ) as line:
            yield Seat(line)


class Server:
    """A running server."""

    def __init__(self, address: str, app: Any = None) -> None:
        self.address = address
        self.app = app
        self.guests: list[Guest] = []

    def guest(self) -> Guest:
        self.guests.append(Guest(self.address))
        return self.guests[-1]

    @property
    def services(self) -> Any:
        return self.app.state["services"]


@asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[Server]:
    """A server in this process, on a free port."""
    app = build(Settings(folder=folder, **{"workers": 1, **more}))
    with socket.create_server(("127.0.0.1", 0)) as door:
        running = uvicorn.Server(configured(app))
        running.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(running.serve(sockets=[door]))
        while not running.started:
            assert not task.done()
            await asyncio.sleep(0.005)
        server = Server(f"http://127.0.0.1:{door.getsockname()[1]}", app)
        try:
            yield server
        finally:
            for guest in server.guests:
                await guest.http.aclose()
            running.should_exit = True
            await task


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as running:
        yield running


class Process:
    """`fimbul serve` as people run it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fimbul.cli", "serve", "--no-open", "--data", str(folder), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )

    @property
    def address(self) -> str:
        """Where it says that it is."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, line + self.process.communicate()[1]
        return line.split()[3]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def finish(self) -> tuple[int, str, str]:
        """Wait until it ends by itself: status, output, errors."""
        out, error = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, error


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Start servers in processes of their own; what still runs at the end is ended."""
    started: list[Process] = []

    def begin(folder: Path, *arguments: str) -> Process:
        started.append(Process(folder, *arguments))
        return started[-1]

    yield begin
    for process in started:
        if process.process.poll() is None:
            process.kill()


BINARIES = Path("/usr/lib/postgresql/15/bin")


class Postgres:
    """A PostgreSQL of its own in a temporary folder, run by a user who is not root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user is not None:
            shutil.chown(folder, self.user)
        self.data = folder / "data"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.run("initdb", "-D", str(self.data), "-U", "fimbul", "-A", "trust", "--no-sync", "-E", "UTF8")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        self.made = 0

    def run(self, program: str, *arguments: str) -> None:
        command = [str(BINARIES / program), *arguments]
        if self.user is not None:
            command = ["runuser", "-u", self.user, "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def database(self) -> str:
        """The address of a new, empty database."""
        self.made += 1
        name = f"club{self.made}"
        address = f"postgresql://fimbul@127.0.0.1:{self.port}"

        async def create() -> None:
            connection = await asyncpg.connect(f"{address}/postgres")
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()

        with ThreadPoolExecutor(1) as pool:  # the test's own loop may be running
            pool.submit(asyncio.run, create()).result()
        return f"{address}/{name}"

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, where Debian's is installed.

    Its folder is not one of pytest's: those are closed to other users whenever another pytest starts.
    """
    if not (BINARIES / "initdb").exists():
        pytest.skip("PostgreSQL 15 is not installed")
    with tempfile.TemporaryDirectory(prefix="fimbul-postgres-") as folder:
        running = Postgres(Path(folder))
        yield running
        running.stop()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty PostgreSQL database."""
    return postgres.database()
