"""`fimbul doctor`: what is installed, what is missing for what, and whether this machine can do it."""

import importlib.metadata
import os
import platform
import re
import shutil
import socket
import sys
from pathlib import Path

import msgspec

from fimbul import __version__
from fimbul.cli.console import columns, say_json
from fimbul.cli.files import terminal, writable_folder
from fimbul.cli.options import Flag
from fimbul.core import FimbulError

# What each extra is for.
PURPOSES = {
    "bench": "the yardsticks of 'fimbul bench'",
    "fast": "compiled kernels: faster, stronger bots for Fimbulvetr and Valknut",
    "server": "a club's server: PostgreSQL, Redis, accounts, notices",
    "lab": "experiments, reports, tuning; 'fimbul export --to parquet'",
    "cluster": "experiments on many machines",
    "envs": "environments for learning: PettingZoo, Gymnasium, OpenSpiel",
    "learn": "the learners in examples/ (JAX)",
    "client": "playing at a server from a script",
    "mcp": "'fimbul mcp', a table for assistants",
    "docs": "the documents as a site ('make docs')",
}
NEEDED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)")
EXTRA = re.compile(r"extra\s*==\s*['\"]([a-z]+)['\"]")
TERMINAL = (80, 24)
GIB = 1 << 30


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at: whether it is well, and what there is to say."""

    what: str
    ok: bool
    said: str
    needed: bool = False  # whether nobody can play without it


def doctor(*, json: Flag = False) -> int:
    """Say what is installed, what is missing for what, and whether this machine can do it.

    The status is 1 if something is missing without which nobody can play.

    Example: fimbul doctor

    Parameters
    ----------
    json
        Print one JSON object, for scripts.
    """
    machine, extras, games = look_at_machine(), look_at_extras(), look_at_games()
    found = [*machine, *extras, *games]
    if json:
        say_json({"fimbul": __version__, "findings": found})
    else:
        print(f"fimbul {__version__}")
        for heading, part in (("This machine", machine), ("Extras", extras), ("Games", games)):
            print(f"\n{heading}")
            print(columns([(f"{'+' if one.ok else '-'} {one.what}", one.said) for one in part]))
    return 1 if any(one.needed and not one.ok for one in found) else 0


def look_at_machine() -> list[Finding]:
    """What the table and the bots need of the machine."""
    return [python(), system(), processor(), memory(), data_folder(), door(), screen(), browser(), offline()]


def python() -> Finding:
    """The Python that runs."""
    version = platform.python_version()
    ok = sys.version_info >= (3, 11)
    return Finding("Python", ok, f"{version}{'' if ok else ': fimbul needs 3.11 or newer'}", needed=True)


def system() -> Finding:
    """The operating system, and whether fimbul is tested on it."""
    name = platform.system() or sys.platform
    tested = name == "Linux"
    said = f"{name} {platform.release()}, {platform.machine()}"
    return Finding("system", True, said if tested else f"{said}: considered in the code, but not tested")


def processor() -> Finding:
    """How many bots can think at once."""
    cores = os.cpu_count() or 1
    return Finding("processors", True, f"{cores}: as many games of 'simulate' and the lab are played at once")


def memory() -> Finding:
    """How much memory there is, where the system says."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return Finding("memory", True, "the system does not say")
    enough = size >= 2 * GIB
    note = "" if enough else ": enough to play; the lab wants 2 GiB and more"
    return Finding("memory", enough, f"{size / GIB:.1f} GiB{note}")


def data_folder() -> Finding:
    """Where tables are kept."""
    from platformdirs import user_data_path

    folder = user_data_path("fimbul", appauthor=False)
    try:
        writable_folder(folder)
    except FimbulError as problem:
        return Finding("data folder", False, f"{problem} 'fimbul serve --data DIR' names another")
    free = shutil.disk_usage(folder).free
    return Finding("data folder", free > GIB // 10, f"{folder}, {free / GIB:.1f} GiB free")


def door() -> Finding:
    """Whether a server can listen."""
    try:
        with socket.create_server(("127.0.0.1", 0)):
            return Finding("network", True, "a server can listen on this machine")
    except OSError as problem:
        return Finding("network", False, f"nothing can listen on this machine ({problem.strerror})")


def screen() -> Finding:
    """Whether the terminal table has a terminal."""
    if not all(map(terminal, ("stdin", "stdout"))):
        return Finding("terminal", True, "this is none; 'fimbul play' needs one of 80 columns and 24 lines")
    wide, high = shutil.get_terminal_size()
    ok = wide >= TERMINAL[0] and high >= TERMINAL[1]
    note = "" if ok else ": 'fimbul play' needs 80 columns and 24 lines"
    return Finding("terminal", ok, f"{wide} columns, {high} lines{note}")


def browser() -> Finding:
    """Whether `fimbul serve` can open a browser by itself."""
    from fimbul.server.run import has_browser

    if has_browser():
        return Finding("browser", True, "'fimbul serve' opens one")
    return Finding("browser", True, "there is no screen here: open the address that 'fimbul serve' prints")


def offline() -> Finding:
    """Whether people can play on in their browsers when the connection is lost."""
    from fimbul.cli.offline import offline_folder
    from fimbul.server.provisions import complete

    folder = offline_folder()
    if complete(folder):
        return Finding("playing on", True, f"without a connection, by what is in {folder}")
    return Finding(
        "playing on", False, "a lost connection interrupts every game: 'fimbul offline install' mends that"
    )


def look_at_extras() -> list[Finding]:
    """Each extra: whether all its packages are there, and what it is for."""
    return [extra(name, packages) for name, packages in sorted(extras_of_fimbul().items())]


def extra(name: str, packages: list[str]) -> Finding:
    """One extra."""
    missing = [package for package in packages if version_of(package) is None]
    purpose = PURPOSES.get(name, "")
    if missing:
        gone = f"missing {', '.join(missing)}: pip install 'fimbul[{name}]'"
        return Finding(name, False, f"{purpose} ({gone})")
    there = ", ".join(f"{package} {version_of(package)}" for package in packages)
    return Finding(name, True, f"{purpose} ({there})")


def extras_of_fimbul() -> dict[str, list[str]]:
    """The packages of each extra, as the installed fimbul declares them, but for its developers'."""
    names = importlib.metadata.metadata("fimbul").get_all("Provides-Extra") or []
    found: dict[str, list[str]] = {name: [] for name in names if name != "dev"}
    for line in importlib.metadata.requires("fimbul") or []:
        name, extra = NEEDED.match(line), EXTRA.search(line)
        if name is None or extra is None or extra[1] not in found or name[1] == "fimbul":
            continue
        found[extra[1]].append(name[1])
    return found


def version_of(package: str) -> str | None:
    """The version of an installed package."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def look_at_games() -> list[Finding]:
    """Every game, and what is wrong with those that other packages offer."""
    from fimbul.games import SLUGS, all_games, problems

    found = []
    for game in all_games():
        house = "" if game.slug in SLUGS else f", from {Path(str(game.pages)).parent}"
        found.append(
            Finding(game.slug, True, f"{game.title}, rules {game.rules_version}{house}", needed=True)
        )
    return [*found, *(Finding("another package", False, problem) for problem in problems())]
