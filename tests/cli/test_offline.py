"""`fimbul offline`: what browsers play on with is what it should be, or nothing is installed."""

import hashlib
import io
import tarfile
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

from fimbul.cli import offline
from fimbul.server.provisions import FETCHED, FOLDER, MSGSPEC, PYODIDE, WHEEL, complete


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIMBUL_OFFLINE", str(tmp_path / "offline"))


def parcels(folder: Path) -> Path:
    """Two files like those that npm and pip fetch."""
    folder.mkdir()
    with tarfile.open(folder / f"pyodide-{PYODIDE}.tgz", "w:gz") as package:
        for name in sorted(FETCHED - {WHEEL}):
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(name)
            package.addfile(member, io.BytesIO(name.encode()))
    (folder / f"msgspec-{MSGSPEC}-cp314-cp314-{offline.PLATFORM}.whl").write_bytes(b"wheel")
    return folder


def known(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Take the hashes of these files for those that are wanted."""
    tgz, wheel = sorted(folder.iterdir(), key=lambda path: path.suffix)
    for name, path in (("PACKAGE_HASH", tgz), ("WHEEL_HASH", wheel)):
        monkeypatch.setattr(offline, name, hashlib.sha256(path.read_bytes()).hexdigest())


def test_it_says_what_is_there_fills_the_folder_and_clears_it(
    fim: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "offline"
    none = fim("offline")
    assert none.status == 1
    assert "'fimbul offline install' fetches it" in none.out
    assert "a lost connection interrupts every game" in fim("doctor").out
    source = parcels(tmp_path / "source")
    known(monkeypatch, source)
    done = fim("offline", "install", "--source", str(source))
    assert done.status == 0
    assert complete(folder)
    assert {path.name for path in (folder / FOLDER).iterdir()} == set(FETCHED)
    assert (folder / FOLDER / WHEEL).read_bytes() == b"wheel"
    assert [path.name for path in folder.iterdir()] == [FOLDER]
    assert fim("offline").status == 0
    assert "without a connection, by what is in" in fim("doctor").out
    assert fim("offline", "install").status == 0  # it is there: nothing is fetched
    assert fim("offline", "remove").status == 0
    assert not folder.exists()


def test_files_that_nobody_knows_are_not_installed(fim: Runner, tmp_path: Path) -> None:
    source = parcels(tmp_path / "source")
    told = fim("offline", "install", "--source", str(source))
    assert told.status != 0
    assert "is not the file that this fimbul knows: nothing was installed" in told.err
    assert not complete(tmp_path / "offline")
    (source / f"pyodide-{PYODIDE}.tgz").unlink()
    assert "is missing" in fim("offline", "install", "--source", str(source)).err


def test_what_is_missing_to_fetch_them_is_named(
    fim: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    told = fim("offline", "install")
    assert told.status != 0
    assert "npm was not found: install Node.js" in told.err
    broken = tmp_path / "npm"
    broken.write_text("#!/bin/sh\necho nothing to be had >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(broken))
    assert "npm could not fetch what is needed: nothing to be had" in fim("offline", "install").err
    assert not complete(tmp_path / "offline")
