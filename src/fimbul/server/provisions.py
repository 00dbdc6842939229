"""What a browser needs to play on without a connection: Python for browsers, and fimbul's own modules.

Python itself comes from a folder that `fimbul offline install` fills; fimbul's modules are packed as they are
installed here, so they are always those of this server.  All of it stands at an address that is a hash of it.
"""

import functools
import gzip
import io
import os
import zipfile
from hashlib import blake2b
from importlib import resources
from pathlib import Path

import msgspec

from fimbul.games import SLUGS
from fimbul.server.pages import Asset, static_folder
from fimbul.server.problems import not_found

PYODIDE = "314.0.7"
MSGSPEC = "0.22.0"
FOLDER = f"pyodide-{PYODIDE}-msgspec-{MSGSPEC}"
WHEEL = "msgspec.whl"
PACKED, WORKER = "fimbul.zip", "worker.js"  # what is ours
KINDS = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
    WHEEL: "application/zip",
    PACKED: "application/zip",
    WORKER: "text/javascript",
}
FETCHED = KINDS.keys() - {PACKED, WORKER}
ROOMS = ("core", "kernels", "bots", "speech", "table", *(f"games/{slug}" for slug in SLUGS))
LEFT_OUT = ("__pycache__/", "kernels/fimbulvetr/", "kernels/valknut/", "bots/data/")  # compiled; puzzles


class Provisions(msgspec.Struct, frozen=True):
    """A filled folder, and the address below which it is handed out."""

    folder: Path
    address: str

    def file(self, name: str) -> Asset:
        """One of the files."""
        if name not in KINDS:
            raise not_found("There is nothing at this address.")
        return handed_out(self.folder, name)


def complete(folder: Path) -> bool:
    """Whether Python for browsers is in a folder, whole, in the edition that this fimbul wants."""
    return all(os.path.isfile(folder / FOLDER / name) for name in FETCHED)  # also where one may not look


def provisions(folder: Path | None) -> Provisions | None:
    """What can be handed out of a folder; None where it has not been filled."""
    if folder is None or not complete(folder):
        return None
    here = folder / FOLDER
    seal = blake2b(digest_size=9)
    for name in KINDS:
        seal.update(blake2b(body_of(here, name)).digest())
    return Provisions(here, f"/offline/{seal.hexdigest()}/")


def body_of(folder: Path, name: str) -> bytes:
    """What is in a file."""
    if name == PACKED:
        return packed()
    return (static_folder() / "afield.worker.js" if name == WORKER else folder / name).read_bytes()


@functools.lru_cache(maxsize=len(KINDS))
def handed_out(folder: Path, name: str) -> Asset:
    """A file as it is sent; archives are squeezed already."""
    body, kind = body_of(folder, name), KINDS[name]
    small = None if kind == "application/zip" else gzip.compress(body, 6, mtime=0)
    return Asset(body, small, kind, f'"{blake2b(body, digest_size=9).hexdigest()}"')


@functools.cache
def packed() -> bytes:
    """Those of fimbul's modules that play a game, as a zip that is the same for the same modules."""
    root = Path(str(resources.files("fimbul")))
    found = [root / "__init__.py", root / "games" / "__init__.py"]
    for room in ROOMS:
        found += sorted(path for path in (root / room).rglob("*") if path.is_file())
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in found:
            name = path.relative_to(root).as_posix()
            if not any(part in name for part in LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(f"fimbul/{name}"), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return body.getvalue()
