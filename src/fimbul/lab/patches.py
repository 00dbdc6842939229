"""Patches of a game's data: `"heroes.bjorn.levels[0].strength" = 3`, checked like any library.

The house's own data go through the game's own reader, the named number is changed, and the whole becomes
the option in which the game takes a user's own data: so a patch can do what a user's own file can.
"""

import functools
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadOption, FimbulError, Game
from fimbul.core.wording import either
from fimbul.games import game as find

STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_'-]*)|\[(\d+)\]")
PIECES = "clans"  # where a game has pieces to build, the option that takes them


def data_of(game: Game) -> Path:
    """The folder of a game's own data files."""
    return Path(inspect.getfile(type(game))).parent / "data"


@functools.cache
def house(slug: str) -> dict[str, Any]:
    """The data that a game lets its users replace, by the option that takes them."""
    game = find(slug)
    data = data_of(game)
    found: dict[str, Any] = {}
    for option in game.Options.__struct_fields__:
        for path in (data, data / f"{option}.toml"):
            try:
                found[option] = msgspec.to_builtins(game.file_option(option, path))
            except FimbulError:
                continue
            break
    shop = game.workshop
    if shop is not None:
        found[shop.option] = {shop.option: msgspec.to_builtins(shop.pieces())}
    return found


def patched(game: Game, options: Mapping[str, Any], patches: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the patches in them."""
    if not patches:
        return dict(options)
    given = house(game.slug)
    if not given:
        raise BadOption(f"{game.title} has no data that can be patched.")
    changed = dict(options)
    for path, value in patches.items():
        option = option_of(game, path, given)
        if option == PIECES:
            changed[PIECES] = with_piece(game, changed, path, value)
        else:
            if option in options and option not in touched(patches, given, path):
                raise BadOption(f"The option '{option}' is given and patched ('{path}'); do one of them.")
            base = changed.get(option) or given[option]
            changed[option] = replaced(base, list(steps(path)), value, path, game.title)
    return changed


def touched(patches: Mapping[str, Any], given: Mapping[str, Any], path: str) -> set[str]:
    """The options that patches before this one have already made."""
    before = list(patches)[: list(patches).index(path)]
    return {option for option, data in given.items() for other in before if first_of(other) in data}


def first_of(path: str) -> str:
    """The first word of a path."""
    return str(next(steps(path)))


def option_of(game: Game, path: str, given: Mapping[str, Any]) -> str:
    """The option that takes what a path names."""
    first = first_of(path)
    for option, data in given.items():
        if first in data:
            return option
    known = either(name for data in given.values() for name in data)
    raise BadOption(f"The data of {game.title} have no '{first}' (in '{path}'); expected {known}.")


def with_piece(game: Game, options: Mapping[str, Any], path: str, value: Any) -> list[Any]:
    """The chosen clans, with one of them changed."""
    names = list(options.get(PIECES) or msgspec.to_builtins(game.read_options({})).get(PIECES))
    all_steps = list(steps(path))
    if len(all_steps) < 3 or not isinstance(all_steps[1], str):
        raise BadOption(f"The patch '{path}' must name a clan and a field, as 'clans.saxons.warriors[0]...'.")
    who = all_steps[1]
    changed = False
    for place, clan in enumerate(names):
        id = clan if isinstance(clan, str) else clan["id"]
        if id == who:
            base = clan if isinstance(clan, dict) else step_into(house(game.slug)[PIECES][PIECES], who, path)
            names[place] = replaced(base, all_steps[2:], value, path, game.title)
            changed = True
    if not changed:
        step_into(house(game.slug)[PIECES][PIECES], who, path)
        raise BadOption(f"The patch '{path}' changes a clan that does not play here.")
    return names


def steps(path: str) -> Iterator[str | int]:
    """The words and numbers of a path."""
    at = 0
    while at < len(path):
        match = STEP.match(path, at)
        if match is None:
            raise BadOption(f"'{path}' is no path into data, as 'heroes.bjorn.levels[0].strength'.")
        yield match[1] if match[1] is not None else int(match[2])
        at = match.end()
    if not path:
        raise BadOption("A patch without a path changes nothing.")


def replaced(base: Any, path: list[str | int], value: Any, whole: str, title: str) -> Any:
    """A copy of the data with one value changed."""
    if not path:
        group, several = isinstance(base, (dict, list, tuple)), (list, tuple)
        if group and not (isinstance(base, several) and isinstance(value, several)):
            raise BadOption(f"'{whole}' names a group of {title}'s data, and not one value.")
        return value
    step, rest = path[0], path[1:]
    place = key_of(base, step, whole)
    if place is None:  # one level further in: a hero's file holds the hero
        inner = next(key for key, part in base.items() if isinstance(part, dict) and step in part)
        return {**base, inner: replaced(base[inner], path, value, whole, title)}
    if isinstance(base, dict):
        return {**base, place: replaced(base[place], rest, value, whole, title)}
    changed = list(base)
    changed[place] = replaced(base[place], rest, value, whole, title)
    return changed


def step_into(base: Any, step: str | int, whole: str) -> Any:
    """What a step leads to."""
    place = key_of(base, step, whole)
    return base[place]


def key_of(base: Any, step: str | int, whole: str) -> Any:
    """The key or number that a step means; None: it is one level further in."""
    if isinstance(base, dict):
        if step in base:
            return step
        if any(isinstance(part, dict) and step in part for part in base.values()):
            return None
        raise BadOption(f"There is no '{step}' (in '{whole}'); expected {either(map(str, base))}.")
    if isinstance(base, (list, tuple)):
        if isinstance(step, int):
            if step < len(base):
                return step
            raise BadOption(f"There is no [{step}] (in '{whole}'); there are {len(base)}, from [0].")
        names = [id_of(part) for part in base]
        if step in names:
            return names.index(step)
        known = either(name for name in names if name) or f"[0] to [{len(base) - 1}]"
        raise BadOption(f"There is no '{step}' (in '{whole}'); expected {known}.")
    raise BadOption(f"'{whole}' leads further than the data: there is nothing in {base!r}.")


def id_of(part: Any) -> str:
    """What an entry of the data is called, if it has a name."""
    if not isinstance(part, dict):
        return ""
    for key in ("id", "hex", "name"):
        if isinstance(part.get(key), str) and part[key]:
            return str(part[key])
    return next((id_of(inner) for inner in part.values() if isinstance(inner, dict) and "id" in inner), "")


@functools.cache
def things(slug: str) -> dict[str, tuple[str, str]]:
    """Everything in a game's data that has an id: its name, and the table that it stands in."""
    found: dict[str, tuple[str, str]] = {}

    def look(value: Any, table: str) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("id"), str) and value["id"]:
                found.setdefault(value["id"], (str(value.get("name") or value["id"]), table))
            for key, inner in value.items():
                if isinstance(inner, (dict, list, tuple)):
                    look(inner, key if isinstance(inner, (list, tuple)) else table)
        elif isinstance(value, (list, tuple)):
            for inner in value:
                look(inner, table)

    for data in house(slug).values():
        for table, value in data.items():
            look(value, table)
    return found
