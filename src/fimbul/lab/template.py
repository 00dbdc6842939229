"""The file that a new experiment starts from, and experiments written as files."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from fimbul.core import Game
from fimbul.lab.experiment import Experiment
from fimbul.lab.patches import data_of, house

TEMPLATE = """\
# An experiment of {title}.
# See what it takes:  fimbul lab run {file} --plan
# Run it:             fimbul lab run {file}
# Read the report:    fimbul lab report runs/{stem}

title = "{title}: a question"
question = "What do you want to know?"
game = "{slug}"
seed = 1        # the same seed gives the same games on any machine (with nodes, not seconds)
games = 100     # for each arm: each variant with each value of each sweep
records = 1     # keep the record of every game; 10: of every tenth; 0: of none
# estimates = 1 # ask the bot along every game how it stands (if not: along 50 of an arm, then one in ten)

# Who plays, seat by seat; one alone has all seats. {seats}
# Bots are random, greedy, search (give it a budget below) and the levels from newcomer to master.
players = {players}
rotate = {rotate}  # players change seats from game to game

# [player.thinker]
# bot = "search"
# nodes = 2000          # positions for an action (or seconds = 0.5, which depends on the machine)

# What holds for all games. The options of {title} and what they are if you say nothing:
[options]
{options}

# Versions of the rules to compare. Games of different variants share their seeds.
[[variant]]
name = "as it is"

# [[variant]]
# name = "changed"
# options = {{ }}
{patches}
# One option with one value after another, with games for each:
# [[sweep]]
# option = "seats"
# values = {seat_values}

# Options that go round from game to game:
# [cycle]
# {cycle}

# Stop an arm when the first player's share of wins is known to plus or minus so much:
# [stop]
# width = 0.03
"""


def template(game: Game, file: str) -> str:
    """A commented experiment that can be run as it is."""
    options = msgspec.to_builtins(game.read_options({}))
    lines = [f"# {name} = {written(value)}" for name, value in options.items() if value is not None]
    lines += [f"# {name} = {unset(game, name)}" for name, value in options.items() if value is None]
    seats = list(game.seats)
    example = next(iter(options), "")
    return TEMPLATE.format(
        title=game.title,
        slug=game.slug,
        file=file,
        stem=file.removesuffix(".toml").rpartition("/")[2],
        seats=f"{game.title} has {seats[0]} to {seats[-1]} seats."
        if len(seats) > 1
        else f"There are {seats[0]} seats.",
        players=written(["greedy"] if game.cooperative else ["greedy", "greedy"]),
        rotate="false" if game.cooperative else "true",
        options="\n".join(lines),
        patches=patch_line(game.slug),
        seat_values=written(seats),
        cycle=f"{example} = [{written(options[example]) if options[example] is not None else '...'}]"
        if example
        else f"({game.title} has none)",
    )


def unset(game: Game, name: str) -> str:
    """What an option may be that is nothing as it stands."""
    if name in house(game.slug):
        file = f"mine/{name}.toml" if (data_of(game) / f"{name}.toml").is_file() else "mine"
        return f'"@{file}"   # data of your own: fimbul lab data {game.slug} mine'
    return f"...   # {game.allowed(name)}"


def numbers_in(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """Every whole number of some data, with the path that leads to it."""
    if type(value) is int:
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            name = inner.get("id") if isinstance(inner, dict) else None
            yield from numbers_in(inner, f"{path}.{name}" if isinstance(name, str) else f"{path}[{place}]")


def patch_line(slug: str) -> str:
    """An example of a patch, where there is a number to change."""
    for data in house(slug).values():
        tables = {"figures": data["figures"]} if "figures" in data else data
        for path, value in numbers_in(tables, ""):
            if "." in path:
                return f'# data = {{ "{path}" = {value} }}   # a patch of the data\n'
    return ""


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        given = {key: inner for key, inner in value.items() if inner is not None}  # TOML knows no null
        inner = ", ".join(f"{key_of(key)} = {written(inner)}" for key, inner in given.items())
        return f"{{ {inner} }}" if inner else "{}"
    return repr(value)


def key_of(name: str) -> str:
    """A key as TOML."""
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name)


def as_toml(tables: dict[str, Any]) -> str:
    """An experiment as its file."""
    plain: dict[str, Any] = msgspec.to_builtins(tables)  # an option may be a game's own cards
    return "".join(f"{key_of(name)} = {written(value)}\n" for name, value in plain.items())


def text_of(experiment: Experiment) -> str:
    """An experiment as its file."""
    return as_toml(msgspec.to_builtins(experiment))
