"""`fimbul offline`: what browsers need to play on without a connection, fetched once by whoever hosts."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Literal

from fimbul.cli.files import at_home, writable_folder
from fimbul.core import FimbulError

# What is fetched: from npm's registry by npm, from PyPI by pip; each with the hash that it must have.
PACKAGE = "pyodide"
PACKAGE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
WHEEL_HASH = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
PATIENCE = 600  # seconds for one download


def offline_folder() -> Path:
    """The folder that is filled, and served from, if no other is named."""
    from platformdirs import user_data_path

    named = os.environ.get("FIMBUL_OFFLINE")
    return at_home(Path(named)) if named else user_data_path("fimbul", appauthor=False) / "offline"


def offline(
    what: Literal["install", "remove", "show"] = "show",
    /,
    *,
    to: Path | None = None,
    source: Path | None = None,
) -> int:
    """Let people play on in their browsers when the connection is lost: fetch what that takes, once.

    `install` fetches Python for browsers (Pyodide, by npm) and msgspec for it (by pip), about 7 MB, checks
    their hashes, and puts them into a folder of this machine. Servers that are started afterwards hand them
    out to browsers themselves; nothing is asked of another host. `remove` clears them away, `show` says what
    is there.

    Example: fimbul offline install

    Parameters
    ----------
    what
        What to do: install, remove or show.
    to
        Another folder than usual (also FIMBUL_OFFLINE); `fimbul serve --offline DIR` serves from it.
    source
        A folder with the two files, for a machine without a network, as npm and pip fetch them elsewhere.
    """
    from fimbul.server.provisions import FOLDER, complete

    folder = at_home(to) if to is not None else offline_folder()
    here = folder / FOLDER
    if what == "remove":
        shutil.rmtree(folder, ignore_errors=True)
        print(f"Nothing is kept in {folder} any more.")
        return 0
    if what == "install" and not complete(folder):
        writable_folder(folder)
        with tempfile.TemporaryDirectory(dir=folder) as fresh:
            fetched = at_home(source) if source is not None else fetch(Path(fresh))
            unpack(fetched, Path(fresh) / "new")
            shutil.rmtree(here, ignore_errors=True)
            (Path(fresh) / "new").rename(here)
    if complete(folder):
        size = sum(path.stat().st_size for path in here.iterdir()) / 1e6
        print(f"{here} has what browsers need to play on without a connection ({size:.0f} MB).")
        return 0
    print(f"{here} is not there: 'fimbul offline install' fetches it.")
    return 1


def fetch(folder: Path) -> Path:
    """Have npm and pip fetch the two files into a folder."""
    from fimbul.server.provisions import MSGSPEC, PYODIDE

    npm = shutil.which("npm")
    if npm is None:
        raise FimbulError(
            "npm was not found: install Node.js (on Debian and Ubuntu: apt install npm), or run "
            f"'npm pack {PACKAGE}@{PYODIDE}' elsewhere and name the folder with --source."
        )
    call([npm, "pack", f"{PACKAGE}@{PYODIDE}", "--silent", "--pack-destination", str(folder)], "npm")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", f"msgspec=={MSGSPEC}"]
    wanted = ["--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON]
    call([*pip, *wanted, "--quiet", "--dest", str(folder)], "pip")
    return folder


def call(command: list[str], name: str) -> None:
    """Run a program, or say what it said."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise FimbulError(f"{name} could not fetch what is needed: {problem}.") from None
    if ran.returncode:
        said = [line for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
        raise FimbulError(f"{name} could not fetch what is needed: {said[-1] if said else 'it says nothing'}")


def unpack(fetched: Path, folder: Path) -> None:
    """Take out of the two files what is handed out, if they are what they should be."""
    from fimbul.server.provisions import FETCHED, MSGSPEC, PYODIDE, WHEEL

    archive = checked(fetched / f"{PACKAGE}-{PYODIDE}.tgz", PACKAGE_HASH)
    wheels = sorted(fetched.glob(f"msgspec-{MSGSPEC}-*{PLATFORM}.whl"))
    wheel = checked(wheels[0] if wheels else fetched / f"msgspec-{MSGSPEC}-{PLATFORM}.whl", WHEEL_HASH)
    folder.mkdir()
    with tarfile.open(archive) as package:
        for name in FETCHED - {WHEEL}:
            member = package.extractfile(f"package/{name}")
            if member is None:
                raise FimbulError(f"{archive.name} has no {name}.")
            (folder / name).write_bytes(member.read())
    shutil.copyfile(wheel, folder / WHEEL)


def checked(path: Path, wanted: str) -> Path:
    """A file that is what it should be."""
    if not path.is_file():
        raise FimbulError(f"{path} is missing.")
    if hashlib.sha256(path.read_bytes()).hexdigest() != wanted:
        raise FimbulError(f"{path.name} is not the file that this fimbul knows: nothing was installed.")
    return path
