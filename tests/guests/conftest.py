"""A package with a tiny game, as `fimbul new-game` writes it, and installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import fim  # noqa: F401  # the command line, run in this process
from tests.guests.helpers import installed, visiting

from fimbul.cli.new_game import write


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a new game."""
    project = tmp_path_factory.mktemp("new") / "long_ships"
    write("long_ships", project)
    return project


@pytest.fixture(scope="session")
def site(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where it is installed."""
    return installed(package, tmp_path_factory.mktemp("site"))


@pytest.fixture
def long_ships(site: Path) -> Iterator[Path]:
    """While the test lasts, the game is installed."""
    with visiting(site):
        yield site
