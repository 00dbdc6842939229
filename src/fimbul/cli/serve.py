"""`fimbul serve`: the table in the browser."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fimbul.cli.files import WrongUse, writable_folder

PORT = 8000


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    lab: Path | None = None,
    open_browser: Annotated[bool, Parameter(name="--open", negative="--no-open")] = True,
) -> int:
    """Serve the tables to browsers, and open one.

    Games are kept in your data folder, so a table is still there tomorrow. Others on your network can come
    to your tables when you give --host 0.0.0.0.

    Example: fimbul serve --port 8080

    Parameters
    ----------
    host
        The address to listen at.
    port
        The port to listen at; 0 takes any that is free.
    data
        The folder to keep tables in.
    lab
        Show the experiments of this folder at /lab.
    open_browser
        Open the home page in your browser.
    """
    from platformdirs import user_data_path

    from fimbul.server.run import run

    if not 0 <= port <= 65535:
        raise WrongUse(f"--port is 0 to 65535, not {port}.")
    folder = writable_folder(
        data.expanduser() if data is not None else user_data_path("fimbul", appauthor=False)
    )
    if lab is not None and not lab.is_dir():
        raise WrongUse(f"--lab names a folder of experiments, and {lab} is none.")
    run(folder, host, port, open_browser=open_browser, experiments=lab)
    return 0
