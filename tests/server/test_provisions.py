"""What browsers play on with: handed out whole, for ever, under a policy of its own; and it plays alone."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest
from tests.server.conftest import serving

from fimbul.server.provisions import FETCHED, FOLDER, KINDS, PACKED, WORKER, packed, provisions


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder as `fimbul offline install` fills it, with other contents."""
    folder = tmp_path / "offline"
    (folder / FOLDER).mkdir(parents=True)
    for name in FETCHED:
        (folder / FOLDER / name).write_bytes(name.encode() * 200)
    return folder


async def test_it_is_handed_out_at_an_address_that_never_changes(filled: Path, tmp_path: Path) -> None:
    async with serving(tmp_path, offline=filled) as server:
        ada = server.guest()
        made = await ada.table("me", "random")
        assert made["along"] == server.services.provisions.address
        for name, kind in KINDS.items():
            answer = await ada.http.get(made["along"] + name)
            assert answer.status_code == 200
            assert answer.headers["content-type"].split(";")[0] == kind
            assert "immutable" in answer.headers["cache-control"]
            policy = answer.headers["content-security-policy"]
            assert ("'wasm-unsafe-eval'" in policy) == (name == WORKER)
            if name in FETCHED:
                assert answer.content == name.encode() * 200
        for lost in (f"{made['along']}secret", "/offline/other/pyodide.mjs", f"{made['along']}../../secret"):
            assert (await ada.http.get(lost)).status_code == 404
        page = await ada.http.get("/")
        assert "wasm" not in page.headers["content-security-policy"]


async def test_a_server_without_it_offers_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, offline=tmp_path / "none") as server:
        ada = server.guest()
        assert (await ada.table("me", "random"))["along"] is None
        assert (await ada.http.get("/offline/x/pyodide.mjs")).status_code == 404


def test_other_contents_have_another_address(filled: Path) -> None:
    first = provisions(filled)
    (filled / FOLDER / "pyodide.mjs").write_bytes(b"new")
    second = provisions(filled)
    assert first is not None
    assert second is not None
    assert first.address != second.address
    (filled / FOLDER / "pyodide.mjs").unlink()
    assert provisions(filled) is None
    assert provisions(None) is None


def test_what_is_packed_plays_without_a_server(tmp_path: Path) -> None:
    """Nothing in it asks for a web server, a database or numbers: msgspec and Python's own are enough."""
    archive = zipfile.ZipFile(io.BytesIO(packed()))
    names = archive.namelist()
    assert not [name for name in names if "server" in name.split("/") or "__pycache__" in name]
    assert packed() is packed()
    assert PACKED in KINDS
    archive.extractall(tmp_path)
    (tmp_path / "msgspec").symlink_to(Path(str(msgspec.__file__)).parent)
    play = """
import json, fimbul
from fimbul.table.afield import Afield
for slug in ("fimbulvetr", "valknut", "fate", "six_winters", "fornaldar"):
    game = fimbul.game(slug)
    count = game.seats[0]
    parcel = {"game": slug, "rules": game.rules_version, "seats": count, "options": {}, "seed": "5",
              "bots": {str(seat): "club" for seat in range(1, count)}, "epoch": 0, "deeds": []}
    sheet = {"id": "x", "seats": [{"seat": seat} for seat in range(count)]}
    table = Afield(json.dumps({"parcel": parcel, "sheet": sheet, "epoch": 1, "me": 0}))
    for _ in range(3):
        while table.think() != b"null":
            pass
        frame = json.loads(table.begin())["messages"][0]["table"]["frame"]
        table.hear(json.dumps({"type": "act", "ply": frame["ply"], "draft": frame["draft"],
                               "action": frame["actions"][0]["text"]}))
    assert table.played
"""
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {play}"
    subprocess.run([sys.executable, "-I", "-S", "-c", start.replace("; \n", "\n")], check=True, cwd=tmp_path)
