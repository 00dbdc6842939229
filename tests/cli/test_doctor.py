"""`fimbul doctor` says what is there, what is missing for what, and never falls over."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

import fimbul
from fimbul.cli import doctor as doctoring

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_it_names_every_extra_every_game_and_what_the_machine_has(fim: Runner) -> None:
    ran = fim("doctor", "--json")
    assert ran.status == 0
    found = {one["what"]: one for one in ran.json["findings"]}
    assert {"Python", "system", "processors", "memory", "data folder", "network", "terminal"} <= set(found)
    assert {game.slug for game in fimbul.all_games()} <= set(found)
    assert set(EXTRAS) - {"dev"} <= set(doctoring.PURPOSES)
    for name in doctoring.extras_of_fimbul():
        assert doctoring.PURPOSES[name] in found[name]["said"]
    assert "This machine" in fim("doctor").out


def test_what_is_missing_is_named_with_its_extra(fim: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> str:
        if package in ("polars", "numba"):
            raise PackageNotFoundError(package)
        return version(package)

    monkeypatch.setattr("importlib.metadata.version", absent)
    told = fim("doctor")
    assert told.status == 0  # one plays without them
    assert "missing polars: pip install 'fimbul[lab]'" in told.out
    assert "missing numba: pip install 'fimbul[fast]'" in told.out


def test_a_folder_that_cannot_be_written_to_is_told(
    fim: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "cannot be written to" in fim("doctor").out


@pytest.mark.parametrize(
    ("name", "words"), [("Windows", "not tested"), ("Darwin", "not tested"), ("Linux", "Linux")]
)
def test_it_says_honestly_where_it_is_not_tested(
    monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: name)
    assert words in doctoring.system().said
