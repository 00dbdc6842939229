"""`fimbul mcp`: a table for assistants that speak the Model Context Protocol."""

import os
from pathlib import Path

from fimbul.cli.files import writable_folder


def mcp(
    *,
    server: str | None = None,
    token: str | None = None,
    player: str = "assistant",
    save: Path | None = None,
) -> int:
    """Let an assistant play, over the Model Context Protocol on standard input and output.

    It lists games, reads rules by their numbers, opens or joins tables, sees its view in words, and plays.
    This needs the extra `mcp`.

    Example: fimbul mcp

    Example: fimbul mcp --server https://club.example --token fimbul_...

    Parameters
    ----------
    server
        Play at this fimbul server; on this machine against bots if not given.
    token
        The token of the account to play for at the server (also FIMBUL_TOKEN).
    player
        What the player is called in records and rows.
    save
        Keep each finished game of this machine in this folder: its record, and a row for a benchmark.
    """
    from fimbul.lab import need

    need("mcp", "mcp")
    from fimbul.mcp.tools import Desk, served

    if save is not None:
        writable_folder(save)
    desk = Desk(server, token or os.environ.get("FIMBUL_TOKEN") or None, player=player, save=save)
    served(desk).run("stdio")
    return 0
