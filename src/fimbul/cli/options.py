"""What a person types after `--option`, made into the options of a game."""

import json
import types
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from cyclopts import Parameter

from fimbul.cli.files import at_home
from fimbul.core import BadOption, Game
from fimbul.core.wording import values

# The kinds of argument that several commands have.
Flag = Annotated[bool, Parameter(show_default=False)]
Programs = Annotated[list[str] | None, Parameter(name="--connect")]
Pairs = Annotated[list[str] | None, Parameter(name=["--option", "-o", "--options"])]


def seat_programs(given: list[str] | None) -> list[str]:
    """Let these programs sit wherever a bot can; their names."""
    from fimbul.bots import introduce

    return [introduce(text) for text in given or []]


YES = {"yes": True, "on": True, "True": True, "no": False, "off": False, "False": False}


def read_options(game: Game, pairs: list[str]) -> dict[str, Any]:
    """The options of `name=value` texts, or of whole JSON objects, each of the kind that the game wants."""
    options: dict[str, Any] = {}
    hints = get_type_hints(game.Options)
    for pair in pairs:
        if pair.lstrip().startswith("{"):
            options |= read_object(game, pair, hints)
            continue
        name, equals, text = pair.partition("=")
        name = name.replace("-", "_")
        if not equals:
            raise BadOption(f"An option is written name=value, not '{pair}'; {game.title} has {names(game)}.")
        if name not in game.Options.__struct_fields__:
            raise BadOption(f"{game.title} has no option '{name}'; it has {names(game)}.")
        value = read_value(game, name, text, hints[name])
        options[name] = check_value(game, name, value, hints[name])
    return options


def read_object(game: Game, text: str, hints: dict[str, Any]) -> dict[str, Any]:
    """Several options at once, as a JSON object."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadOption(f"The options '{text[:60]}' are no JSON object: {problem}.") from None
    for name in given:
        if name not in game.Options.__struct_fields__:
            raise BadOption(f"{game.title} has no option '{name}'; it has {names(game)}.")
    return {name: check_value(game, name, value, hints[name]) for name, value in given.items()}


def read_value(game: Game, name: str, text: str, hint: Any) -> Any:
    """A value from its text: JSON, else a list with commas where one is wanted, else the text itself.

    `@mine.toml` stands for what the game finds in that file.
    """
    if text.startswith("@") and "," not in text:
        found = game.file_option(name, at_home(Path(text[1:])))
        return [found] if is_list(hint) else found
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    if hint is bool:
        return YES.get(text, value)
    if value is None and type(None) in get_args(hint):
        return None
    if is_list(hint) and not isinstance(value, list):
        return [read_value(game, name, part.strip(), None) for part in text.split(",")]
    return value


def check_value(game: Game, name: str, value: Any, hint: Any) -> Any:
    """The value, or a sentence that says what the option may be."""
    try:
        msgspec.convert(value, hint)
    except (msgspec.ValidationError, UnicodeEncodeError) as problem:
        wanted = values(hint)
        about = f"is {wanted}" if wanted else f"does not fit: {problem}"
        tail = f", not {json.dumps(value, ensure_ascii=False)}" if wanted else ""
        if not wanted and isinstance(value, str) and "object" in str(problem):
            about, tail = f"takes your own file or folder, written @PATH, not '{value}'", ""
        raise BadOption(f"The option '{name}' of {game.title} {about}{tail}.") from None
    return value


def is_list(hint: Any) -> bool:
    """Whether an option holds several values."""
    if get_origin(hint) in (Union, types.UnionType):
        return any(map(is_list, get_args(hint)))
    return get_origin(hint) in (tuple, list)


def names(game: Game) -> str:
    """The options of a game, for a message."""
    return ", ".join(game.Options.__struct_fields__) or "no options"
