"""`fimbul serve`: the table in the browser."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fimbul.cli.files import WrongUse, at_home, writable_folder
from fimbul.cli.offline import offline_folder
from fimbul.cli.options import Flag, Programs, seat_programs

PORT = 8000
MOST_WORKERS = 64


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    db: str | None = None,
    channels: str | None = None,
    workers: int | None = None,
    name: tuple[str, ...] = (),
    secure: Flag = False,
    lab: Path | None = None,
    offline: Path | None = None,
    behind: str | None = None,
    smtp: str | None = None,
    log_json: Flag = False,
    connect: Programs = None,
    limits: Annotated[bool, Parameter(negative="--no-limits")] = True,
    open_browser: Annotated[bool, Parameter(name="--open", negative="--no-open")] = True,
) -> int:
    """Serve the tables to browsers, and open one.

    Games are kept in your data folder, so a table is still there tomorrow. Others on your network can come
    to your tables when you give --host 0.0.0.0.

    A club or a whole town plays on several servers at once: give each the address of the same PostgreSQL
    database with --db (this needs the extra `server`).

    Example: fimbul serve --port 8080

    Parameters
    ----------
    host
        The address to listen at.
    port
        The port to listen at; 0 takes any that is free.
    data
        The folder to keep tables in.
    db
        The address of a PostgreSQL database to keep tables in, instead of a folder (also FIMBUL_DB).
    channels
        The address of a Redis or Valkey by which servers tell each other the news, instead of the database.
    workers
        How many bots think at once in this server; 0 leaves it to `fimbul worker`.
    name
        A host name that the server is reached by, besides its addresses; may be given several times.
    secure
        The server is reached by HTTPS only (a proxy in front of it sees to that): tell browsers so.
    lab
        Show the experiments of this folder at /lab.
    offline
        The folder that `fimbul offline install` has filled, if it is not the usual one (also FIMBUL_OFFLINE).
    behind
        The address of the proxy in front, or of its network (or *), whose word on who is asking is taken.
    smtp
        How e-mail is sent: smtps://user:password@host?from=club@example.org (also FIMBUL_SMTP).
    limits
        Ask people to wait who ask for too much; a club behind one address may do without.
    log_json
        Log as JSON, one object a line.
    connect
        A program that can sit as a bot at any table, as name=command. May be repeated.
    open_browser
        Open the home page in your browser.
    """
    from platformdirs import user_data_path

    from fimbul.server.provisions import complete
    from fimbul.server.run import run
    from fimbul.server.services import Settings

    seat_programs(connect)
    if not 0 <= port <= 65535:
        raise WrongUse(f"--port is 0 to 65535, not {port}.")
    folder = writable_folder(at_home(data) if data is not None else user_data_path("fimbul", appauthor=False))
    if workers is not None and not 0 <= workers <= MOST_WORKERS:
        raise WrongUse(f"--workers is 0 to {MOST_WORKERS}, not {workers}.")
    if lab is not None and not lab.is_dir():
        raise WrongUse(f"--lab names a folder of experiments, and {lab} is none.")
    if offline is not None and not complete(at_home(offline)):
        raise WrongUse(
            f"--offline names what 'fimbul offline install' has filled, and {offline} is no such folder."
        )
    settings = Settings(
        folder=folder,
        database=db or os.environ.get("FIMBUL_DB") or None,
        channels=channels or os.environ.get("FIMBUL_CHANNELS") or None,
        workers=workers,
        names=name,
        secure=secure,
        limits=limits,
        smtp=smtp or os.environ.get("FIMBUL_SMTP") or None,
        experiments=lab,
        offline=at_home(offline) if offline is not None else offline_folder(),
    )
    run(settings, host, port, open_browser=open_browser, behind=behind, log_json=log_json)
    return 0
