"""Helpers of the command line's tests: run a command here or in a process, and records to run it on."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import fimbul
from fimbul.cli import run as run_here
from fimbul.core import Match, Record

COMMAND = [sys.executable, "-m", "fimbul.cli"]


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def failed_with(self, *words: str, status: int = 1) -> bool:
        """Whether it failed with one line on stderr that has these words, and nothing on stdout."""
        assert self.status == status, self
        assert self.out == "", self
        assert self.err.startswith("fimbul: "), self
        assert self.err.count("\n") == 1, self
        assert "Traceback" not in self.err
        assert "mistake in fimbul" not in self.err
        for word in words:
            assert word in self.err, (word, self.err)
        return True


Runner = Callable[..., Ran]


@pytest.fixture
def fim(capfd: pytest.CaptureFixture[str]) -> Runner:
    """Run a command in this process: quick, and all but the script itself."""

    def call(*arguments: object) -> Ran:
        capfd.readouterr()
        status = run_here([str(argument) for argument in arguments])
        sys.stdout.flush()
        out, err = capfd.readouterr()
        return Ran(status, out, err)

    return call


def shell(*arguments: object, **more: Any) -> Ran:
    """Run a command in a process of its own."""
    words = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, **more)
    return Ran(done.returncode, done.stdout, done.stderr)


def played(plies: int | None = None, *, seed: int = 7, **options: Any) -> Match:
    """A match of random play, to its end or to a ply."""
    match = Match(fimbul.game("fimbulvetr"), seed=seed, options=options, names=["Ada", "Björn"])
    chance = random.Random(seed)
    while match.state.outcome is None and (plies is None or match.state.ply < plies):
        match.play(chance.choice(match.state.legal(match.state.to_act[0])))
    return match


@pytest.fixture
def match() -> Match:
    """A finished game."""
    return played()


@pytest.fixture
def record(match: Match) -> Record:
    """Its record."""
    return match.record()


@pytest.fixture
def saga(tmp_path: Path, record: Record) -> Path:
    """Its record in a file."""
    return keep(tmp_path / "game.saga", record)


def keep(path: Path, record: Record) -> Path:
    """Write a record."""
    path.write_bytes(record.to_text().encode())
    return path


def clan_file(path: Path, thegn: str = '["M1", "D1", "V2", "R2"]') -> Path:
    """Write a clan file, sound but for what its thegn may show."""
    lines = ["[[clan]]", 'id = "mine"', 'name = "Mine"', 'source = "made up"']
    for name in ("thegn", "b", "c", "d", "e", "f"):
        corners = thegn if name == "thegn" else '["M1", "D1", "V2", "R2"]'
        lines += ["[[clan.warrior]]", f'id = "{name}"', f'name = "{name.title()}"', f"corners = {corners}"]
    path.write_text("\n".join(lines))
    return path
