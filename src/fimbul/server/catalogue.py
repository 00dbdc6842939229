"""The games as people choose them: what they are, ways to begin, what can be built for them."""

import functools
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from fimbul import bots
from fimbul.core import BadOption, Built, Fault, FimbulError, Form, Game, Icon, Start, Words, Workshop
from fimbul.games import all_games
from fimbul.server.pages import static_folder
from fimbul.server.workers import DEFAULT
from fimbul.speech import tongues
from fimbul.table.forms import form_of, options_form


class Builds(msgspec.Struct, kw_only=True):
    """What can be built, the option that takes it, and the ids and names of what there is."""

    title: Words
    option: str
    known: list[tuple[str, Words]]


class WorkshopInfo(msgspec.Struct, kw_only=True):
    """What a workshop needs: the schema of its form, and pieces to start from."""

    form: Form
    pieces: list[Built]


class ShortGame(msgspec.Struct, kw_only=True):
    """A game as the home page shows it."""

    slug: str
    title: str
    designer: str
    blurb: Words
    minutes: Words
    seats: list[int]
    cooperative: bool
    hidden: bool
    chance: bool
    roles: list[Words]
    starts: list[Start]
    options: Form
    choices: dict[str, list[tuple[str, Words]]]  # what there is, of options that take names
    bots: list[str]  # the levels that bots play at, the weakest first
    default_bot: str
    note: Words  # what would make bots better here; empty if nothing would
    builds: Builds | None
    lesson: bool
    languages: list[str]  # that it is told in


class GameInfo(ShortGame, kw_only=True):
    """A game with everything that its tables and its workshop need."""

    icons: list[Icon]
    workshop: WorkshopInfo | None


class Refused(msgspec.Struct):
    """A value that does not go with the rest, and why: of an option, of one place of it, or of the seats."""

    option: str
    place: int | None
    value: Any
    why: Words


class Tried(msgspec.Struct):
    """Whether a game can be played so, why not, and which single changes would not do."""

    ok: bool
    why: Words
    refused: list[Refused]


class Crafted(msgspec.Struct):
    """Whether a piece is sound, everything that is wrong with it, and how it looks."""

    ok: bool
    faults: list[Fault]
    picture: str


def shortly(game: Game) -> dict[str, Any]:
    """What the home page needs to know of a game."""
    return {
        "slug": game.slug,
        "title": game.title,
        "designer": game.designer,
        "blurb": game.blurb,
        "minutes": game.minutes,
        "seats": list(game.seats),
        "cooperative": game.cooperative,
        "hidden": game.hidden,
        "chance": game.chance,
        "roles": list(game.roles),
        "starts": list(game.starts),
        "options": options_form(game.Options),
        "choices": {name: list(values) for name, values in game.choices().items()},
        "bots": [*bots.LEVELS, *bots.programs()],
        "default_bot": DEFAULT,
        "note": bots.slower(game),
        "builds": built(game.workshop) if game.workshop else None,
        "lesson": (static_folder() / "learn" / f"{game.slug}.json").is_file(),
        "languages": list(tongues(game)),
    }


@functools.cache
def in_short(game: Game) -> ShortGame:
    """A game as the home page shows it."""
    return ShortGame(**shortly(game))


def everything() -> list[ShortGame]:
    """All games as the home page shows them."""
    return [in_short(game) for game in all_games()]


@functools.cache
def in_full(game: Game) -> GameInfo:
    """A game with everything that its tables and its workshop need."""
    shop = game.workshop
    room = None
    if shop is not None:
        room = WorkshopInfo(form=form_of(shop.kind), pieces=msgspec.to_builtins(shop.pieces()))
    return GameInfo(**shortly(game), icons=list(game.table.icons), workshop=room)


def built(shop: Workshop) -> Builds:
    """What comes out of a workshop, in short."""
    known = [(piece.id, piece.name) for piece in shop.pieces()]
    return Builds(title=shop.title, option=shop.option, known=known)


def tried(game: Game, options: dict[str, Any], seats: int) -> Tried:
    """Try a combination of options and seats, and every value that a form offers beside what is chosen."""
    refused = []
    for name, part in options_form(game.Options)["properties"].items():
        now = options.get(name, part.get("default"))
        for place, value, new in trials(part, game.choices().get(name), now, seats):
            if why := fault(game, {**options, name: new}, seats):
                refused.append(Refused(name, place, value, why))
    fitted = {name: value for name, value in options.items() if not isinstance(value, list)}
    for count in game.seats:
        if why := fault(game, fitted, count):
            refused.append(Refused("", None, count, why))
    why = fault(game, options, seats)
    return Tried(not why, why, refused)


Trial = tuple[int | None, Any, Any]


def trials(
    part: dict[str, Any], names: list[tuple[str, str]] | None, now: Any, seats: int
) -> Iterator[Trial]:
    """What one could choose instead: the place in a list, the value, and what the option would be then.

    Where a list is left to chance, one trial stands for naming anything at all: its value is None.
    """
    kinds = (part, *part.get("anyOf", ()))
    values: list[Any] = [value for value, _ in names or ()]
    for kind in kinds:
        values = values or kind.get("enum") or ([False, True] if kind.get("type") == "boolean" else [])
    if not any(kind.get("type") == "array" for kind in kinds):
        yield from ((None, value, value) for value in values)
    elif now is None and values:
        yield (None, None, values[:seats])
    elif isinstance(now, list):
        for place, value in product(range(len(now)), values):
            yield (place, value, [*now[:place], value, *now[place + 1 :]])


def fault(game: Game, options: dict[str, Any], seats: int) -> str:
    """Why a game cannot begin so; nothing if it can."""
    try:
        game.new(seats=seats, options=options)
    except FimbulError as problem:
        return str(problem)
    return ""


def crafted(game: Game, piece: Any) -> Crafted:
    """What there is to say about a piece that somebody builds."""
    if game.workshop is None:
        raise BadOption(f"There is nothing to build for {game.title}.")
    faults = game.workshop.faults(piece)
    try:
        picture = game.workshop.picture(piece)
    except msgspec.ValidationError:  # it has not even the shape of a piece, as its faults say
        picture = ""
    return Crafted(not faults, faults, picture)
