"""`fimbul show`: a position as text or as a picture."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fimbul.cli.console import say_json, say_sketch
from fimbul.cli.files import WrongUse, read_match, write_text
from fimbul.cli.languages import Language, read_language
from fimbul.cli.options import Flag, Pairs, read_options
from fimbul.cli.tongue import Tongue
from fimbul.core import BadOption, Match
from fimbul.core.wording import either


def show(
    what: str,
    /,
    *,
    ply: int | None = None,
    svg: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
    seat: int | None = None,
    players: int | None = None,
    option: Pairs = None,
    seed: int = 0,
    language: Language = None,
    json: Flag = False,
    chronicle: Flag = False,
) -> None:
    """Show a position as text or as an SVG picture.

    Example: fimbul show game.saga --ply 20

    Example: fimbul show game.saga --ply 20 --svg position.svg

    Parameters
    ----------
    what
        A .saga file, or the name of a game for its first position.
    ply
        After how many actions of the record; the last position if not given.
    svg
        Draw the position into this file instead ('-' for standard output).
    seat
        Show what this seat may know (0 is the first); a spectator's view if not given.
    players
        With a game's name: how many play; as few as can be if not given.
    option
        With a game's name: an option of the game as name=value. May be repeated.
    seed
        With a game's name: the seed of its chance.
    language
        The language of the words: en or de; that of your terminal if not given.
    json
        Print one JSON object: view, legal actions, prompt and board; it is English.
    chronicle
        Print the story up to there as Markdown, for games that write a chronicle.
    """
    if chronicle and (svg is not None or json):
        raise WrongUse("--chronicle prints Markdown; it does not go with --svg or --json.")
    from fimbul.games import game as find
    from fimbul.games import slugs

    file = Path(what)
    if what in slugs() and not file.is_file():
        if ply:
            raise WrongUse(f"A new game of {what} has only ply 0; name a .saga file to see later ones.")
        match = Match(find(what), seats=players, options=read_options(find(what), option or []), seed=seed)
    elif not file.exists() and "." not in what and "/" not in what:
        raise BadOption(f"'{what}' is neither a file nor a game; expected {either(slugs())}.")
    elif option or seed or players:
        raise WrongUse(
            "A record has its own options and seed; --players, --option and --seed go with a game's name."
        )
    else:
        match = read_match(file, ply)
    if seat is not None and not 0 <= seat < match.seats:
        raise BadOption(f"There are seats 0 to {match.seats - 1}, and no seat {seat}.")
    told = Tongue(read_language(language), match.game, match.options)
    if chronicle:
        tell(match, seat, told)
    elif svg is not None:
        draw(match, seat, svg, told, json)
    elif json:
        say_json(position(match, seat))
    else:
        describe(match, seat, told)


def draw(match: Match, seat: int | None, svg: Path, told: Tongue, json: bool) -> None:
    """The position as a picture in a file."""
    picture = told.whole(match.game.scene(match.state.view(seat))).to_svg()
    if str(svg) == "-":
        print(picture, end="")
        return
    where = write_text(svg, picture)
    if json:
        say_json({"game": match.game.slug, "ply": match.state.ply, "svg": str(where)})
    else:
        print(told(f"Ply {match.state.ply} of {match.game.title} is drawn in {where}"))


def tell(match: Match, seat: int | None, told: Tongue) -> None:
    """The chronicle."""
    text = match.game.chronicle(match.state.view(seat))
    if not text:
        raise BadOption(f"{match.game.title} writes no chronicle.")
    print("\n".join(told(line) for line in text.split("\n")), end="")


def describe(match: Match, seat: int | None, told: Tongue) -> None:
    """The position as text."""
    game, state = match.game, match.state
    view = state.view(seat)
    names = ", ".join(f"{told(game.seat_name(view, n))} ({name})" for n, name in enumerate(match.names))
    print(f"{game.title}, {told(f'ply {state.ply}')}: {names}")
    if match.log:
        for event in match.log[-1]:
            if event.seen_by(seat):
                print(f"  {told(event.sentence())}")
    print()
    say_sketch(told.board(view))
    print()
    print(told(game.prompt(view)))


def position(match: Match, seat: int | None) -> dict[str, Any]:
    """The position as data.  Legal actions are shown only to those who may know them."""
    game, state = match.game, match.state
    view = state.view(seat)
    visible = [who for who in state.to_act if who == seat or not game.hidden]
    return {
        "game": game.slug,
        "rules": game.rules_version,
        "ply": state.ply,
        "turn": state.turn,
        "names": match.names,
        "to_act": state.to_act,
        "prompt": game.prompt(view),
        "legal": {str(who): [str(action) for action in state.legal(who)] for who in visible},
        "outcome": state.outcome,
        "hash": state.fingerprint() if not game.hidden else None,
        "view": view,
        "board": game.sketch(view).plain(),
    }
