"""Games from other packages: built as pip would build them, and put where Python looks for packages."""

import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from fimbul import games


def installed(project: Path, site: Path) -> Path:
    """The folder in which the project's wheel is unpacked, which is what pip does with it."""
    (wheel,) = WheelBuilder(str(project)).build(directory=str(site / "wheels"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def forget() -> None:
    """Let fimbul look for packages anew."""
    for kept in (games.game, games.offered, games.problem_of):
        kept.cache_clear()


@contextmanager
def visiting(site: Path) -> Iterator[None]:
    """While this lasts, what is installed in that folder is installed."""
    before = set(sys.modules)
    sys.path.insert(0, str(site))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        for name in set(sys.modules) - before:
            if (file := getattr(sys.modules[name], "__file__", None)) and Path(file).is_relative_to(site):
                del sys.modules[name]
        forget()
