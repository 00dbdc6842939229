"""The games.  Each is one folder with one public name, `GAME`; nothing outside a folder knows its rules.

Five are the house's own.  Other packages bring games too: an entry point of the group `fimbul.games`, named
like the game and pointing at its `GAME`, is all that it takes.
"""

import functools
import importlib
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from fimbul.core.errors import BadOption, BadRecord
from fimbul.core.game import Game
from fimbul.core.record import Record
from fimbul.core.wording import either

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SLUGS = ("fimbulvetr", "valknut", "fate", "six_winters", "fornaldar")
GROUP = "fimbul.games"


@functools.cache
def game(slug: str) -> Game:
    """The game with this name."""
    if slug in SLUGS:
        found: Game = importlib.import_module(f"{__name__}.{slug}").GAME
        return found
    if slug not in offered():
        raise BadOption(f"Unknown game '{slug}'; expected {either(slugs())}.")
    return brought(slug)


def game_of(record: Record) -> Game:
    """The game that a record belongs to."""
    try:
        return game(record.game)
    except BadOption as problem:
        raise BadRecord(str(problem)) from None


def all_games() -> tuple[Game, ...]:
    """All games that can be played: the house's own, then those that other packages bring."""
    return tuple(game(slug) for slug in slugs())


def slugs() -> tuple[str, ...]:
    """The names of all games that can be played."""
    return *SLUGS, *(slug for slug in offered() if slug not in SLUGS and not problem_of(slug))


def problems() -> tuple[str, ...]:
    """A sentence for each game that a package offers and that cannot be played."""
    return tuple(text for text in map(problem_of, offered()) if text)


@functools.cache
def offered() -> "dict[str, tuple[EntryPoint, ...]]":
    """What other packages offer, by name: usually one entry point for each."""
    from importlib.metadata import entry_points  # slow to import, and few need it

    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry not in (others := found.setdefault(entry.name, [])):
            others.append(entry)
    return {name: tuple(entries) for name, entries in found.items()}


@functools.cache
def problem_of(slug: str) -> str:
    """Why a game that a package offers cannot be played; nothing where it can."""
    if slug in SLUGS:
        return f"{package_of(slug)} offers a game '{slug}', which is a name of the house's own games."
    try:
        game(slug)
    except BadOption as problem:
        return str(problem)
    return ""


def brought(slug: str) -> Game:
    """The game that another package offers under this name, or one sentence on what is wrong with it."""
    offer = f"{package_of(slug)} offers a game '{slug}'"
    if len(offered()[slug]) > 1:
        raise BadOption(f"{offer}, and so does another package: remove one of them.")
    (entry,) = offered()[slug]
    try:
        found = entry.load()
        if not isinstance(found, Game):
            raise BadOption(f"{offer}, but {entry.value} is no Game.")
        if found.slug != slug:
            raise BadOption(f"{offer}, but that game calls itself '{found.slug}'.")
        if (found.State.slug, found.State.rules_version) != (slug, found.rules_version):
            raise BadOption(f"{offer}, but its State has another slug or rules version.")
        found.rules  # noqa: B018  # a game without its page cannot be shown
    except BadOption:
        raise
    except Exception as problem:  # whatever a stranger's module does when it is imported
        text = " ".join(str(problem).split())
        raise BadOption(f"{offer}, which cannot be loaded: {type(problem).__name__}: {text}.") from problem
    return found


def at_fault(problem: Exception) -> str:
    """Where in a game of another package something went wrong, as file and line; nothing if in none."""
    names = {entry.module.partition(".")[0] for entries in offered().values() for entry in entries}
    files = [Path(sys.modules[name].__file__ or "") for name in names if name in sys.modules]
    roots = [file.parent if file.name == "__init__.py" else file for file in files]
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        if any(Path(frame.filename).is_relative_to(root) for root in roots):
            return f"{frame.filename}, line {frame.lineno}"
    return ""


def package_of(slug: str) -> str:
    """The package that offers a game, with its version, as people know it."""
    dist = offered()[slug][0].dist
    return f"The package {dist.name} {dist.version}" if dist is not None else "A package"
