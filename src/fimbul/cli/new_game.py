"""`fimbul new-game`: a package with a tiny game that already keeps the whole contract, to start from."""

import keyword
import re
import shutil
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from fimbul.cli.files import WrongUse, reason
from fimbul.core import BadOption, FimbulError

NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z")
SUFFIX = ".tmpl"


def new_game(name: str, /, *, into: Path | None = None) -> int:
    """Write a package with a tiny game of your own: rules, tests, table, scene and bot.

    It passes the conformance suite as it stands; change it step by step into the game you mean. Once it is
    installed ('pip install -e NAME') the game appears wherever fimbul lists games.

    Example: fimbul new-game long_ships

    Parameters
    ----------
    name
        The game's name: small letters, digits and underscores, as in long_ships.
    into
        Where to write it; a new folder of that name if not given.
    """
    folder = into or Path(name)
    check(name)
    write(name, folder)
    print(f"{title_of(name)} is in {folder}. Next:")
    print(f"  pip install -e {folder}")
    print(f"  fimbul play {name}")
    print(f"  fimbul check {name}")
    return 0


def check(name: str) -> None:
    """Refuse a name that no package could have, or that is taken."""
    from fimbul.games import slugs

    if not NAME.match(name) or keyword.iskeyword(name):
        raise WrongUse(f"'{name}' is no name for a game; use small letters, digits and _, as in long_ships.")
    if name in slugs() or find_spec(name) is not None:
        raise BadOption(f"There is a game or a Python package '{name}' already; choose another name.")


def write(name: str, folder: Path) -> None:
    """Write the package into a folder that is not there yet, whole or not at all."""
    if folder.exists():
        raise BadOption(f"{folder} is there already; name another folder with --into.")
    words = {
        "slug": name,
        "project": name.replace("_", "-"),
        "Class": "".join(part.capitalize() for part in name.split("_")),
        "Title": title_of(name),
    }
    try:
        fill(resources.files("fimbul.cli") / "starter", folder, words)
    except OSError as problem:
        shutil.rmtree(folder, ignore_errors=True)
        raise FimbulError(f"{folder} cannot be written: {reason(problem)}.") from None


def fill(source: Traversable, target: Path, words: dict[str, str]) -> None:
    """Copy a folder of the template with the names in it."""
    target.mkdir(parents=True)
    for part in source.iterdir():
        name = part.name.removesuffix(SUFFIX).replace("slug", words["slug"])
        if part.is_dir():
            fill(part, target / name, words)
            continue
        text = re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], part.read_text(encoding="utf-8"))
        name = ".gitignore" if name == "gitignore" else name
        (target / name).write_text(text, encoding="utf-8", newline="\n")


def title_of(name: str) -> str:
    """The name as a title: long_ships is Long Ships."""
    return " ".join(part.capitalize() for part in name.split("_"))
