"""`fimbul new-game` writes a package that already passes everything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

import fimbul
from fimbul.testing import check_game


@pytest.mark.usefixtures("long_ships")
def test_the_new_game_keeps_the_whole_contract() -> None:
    report = check_game(fimbul.game("long_ships"), games=6, seed=3, options=[None, {"stones": 1}])
    assert report.plies > 20
    assert report.checks["drawing"] > 0


def test_its_own_tests_pass_and_its_code_is_clean(package: Path) -> None:
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    tested = subprocess.run(pytest_, cwd=package, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout
    assert "7 passed" in tested.stdout
    kept = Path(__file__).parents[2] / "pyproject.toml"
    for how in (["check", "--ignore", "I001"], ["format", "--check"]):  # the order depends on the name
        words = [sys.executable, "-m", "ruff", *how, "--config", str(kept), "--no-cache", str(package)]
        ran = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ)
        assert ran.returncode == 0, ran.stdout


def test_a_name_that_cannot_be_is_refused_and_nothing_is_overwritten(fim: Runner, tmp_path: Path) -> None:
    for name in ("Long Ships", "class", "2ships", "../up", "long__ships"):
        assert fim("new-game", name, "--into", tmp_path / "x").failed_with("no name for a game", status=2)
    assert fim("new-game", "fate", "--into", tmp_path / "x").failed_with("already")
    assert fim("new-game", "json", "--into", tmp_path / "x").failed_with("already")
    (tmp_path / "mine").mkdir()
    assert fim("new-game", "mine", "--into", tmp_path / "mine").failed_with("is there already")
    (tmp_path / "file").touch()
    assert fim("new-game", "mine", "--into", tmp_path / "file" / "below").failed_with("cannot be written")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mine"]
    made = fim("new-game", "long_ships", "--into", tmp_path / "new")
    assert made.status == 0
    assert "pip install -e" in made.out
