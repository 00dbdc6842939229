"""`fimbul play`: sit down at the terminal table."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fimbul.cli.files import WrongUse, read_match, terminal, write_text
from fimbul.cli.languages import ENGLISH, Language, read_language
from fimbul.cli.options import Pairs, Programs, read_options, seat_programs
from fimbul.core import BadOption, BadRecord, Game, Match
from fimbul.core.action import encodable
from fimbul.core.wording import either

if TYPE_CHECKING:
    from fimbul.cli.table.app import Table

HUMAN = "human"


def play(
    game: str,
    /,
    *,
    vs: str = "club",
    players: int | None = None,
    seat: int | None = None,
    option: Pairs = None,
    seed: int | None = None,
    load: Path | None = None,
    name: str | None = None,
    seconds: float | None = None,
    pace: Literal["slow", "normal", "fast", "instant"] = "normal",
    language: Language = None,
    connect: Programs = None,
) -> int:
    """Play a game at the terminal table.

    The table needs a terminal of 80 columns and 24 lines, or more. Press ? at the table for the keys.

    Example: fimbul play fimbulvetr --vs casual

    Example: fimbul play fimbulvetr --vs human --option setup=quick --option clans=picts,geats

    Example: fimbul play fate --players 2 --option heroes=embla,any

    Example: fimbul play valknut --language de

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    vs
        Who else plays: newcomer, casual, club, expert or master; random, greedy or search; or human for all
        at one keyboard.
    players
        How many play, you among them; as few as can be if not given.
    seat
        Where you sit; 0 (if not given) is the first seat.
    option
        An option of the game as name=value; @FILE reads a value from a file. May be repeated. With
        none, the game begins as it recommends to newcomers.
    seed
        What all chance is made from; any seed if not given.
    load
        Go on with a saved game.
    name
        Your name, for the record; 'You' if not given.
    seconds
        How long the bot may think about one action.
    pace
        How fast what happens is told, event by event; t changes it at the table.
    language
        The language of the table, its rules and all that the game says: en or de; that of your terminal
        (LC_ALL, LC_MESSAGES or LANG) if not given. What the command itself says stays English.
    connect
        A program that can sit as a bot, as name=command: --vs name plays against it. May be repeated.
    """
    from fimbul.games import game as find

    seat_programs(connect)
    rules = find(game)
    language = read_language(language)
    if load is not None and (option or seed is not None or players is not None):
        raise WrongUse("A saved game has its own options and seed: leave out --players, --option and --seed.")
    if name is not None and not encodable(name):
        raise WrongUse("--name is text: it cannot hold bytes that are none.")
    given = read_options(rules, option) if option else dict(rules.starts[0].options) if rules.starts else {}
    table = open_table(
        rules,
        given,
        vs=vs,
        players=players,
        seat=seat,
        seed=seed,
        load=load,
        name=name,
        seconds=seconds,
        pace=pace,
        language=language,
    )
    if not all(map(terminal, ("stdin", "stdout", "stderr"))):
        raise WrongUse(
            "The table needs a terminal to play at. To let bots play without one: "
            f"fimbul simulate {game} --bots search,greedy"
        )
    table.run()
    if table.broken is not None:
        rescue(table)
        raise table.broken
    if table.path is not None and not table.unsaved:
        print(table.told(f"The game is saved in {table.path}"))
    return 0


def open_table(
    rules: Game,
    options: dict[str, Any],
    *,
    vs: str,
    seat: int | None,
    seed: int | None,
    load: Path | None,
    name: str | None,
    seconds: float | None,
    players: int | None = None,
    pace: str = "normal",
    language: str = ENGLISH,
) -> "Table":
    """The table, with everybody seated."""
    from fimbul import bots
    from fimbul.cli.table.app import table_in
    from fimbul.cli.table.sitting import names_of
    from fimbul.cli.table.thinker import Player
    from fimbul.cli.tongue import Tongue

    hints = Player("search", seconds)
    opponent = None
    if vs != HUMAN:
        if vs not in bots.names():
            raise BadOption(
                f"Unknown bot '{vs}'; expected {either(bots.names())}, or human for all at one keyboard."
            )
        opponent = Player(vs, seconds)
    for player in (hints, opponent):
        if player is not None:
            bots.make(player.name, rules, seconds=player.seconds)

    if load is not None:
        match = read_match(load)
        if match.game is not rules:
            raise BadRecord(f"{load}: this is a record of {match.game.slug}, not of {rules.slug}.")
    else:
        seed = int.from_bytes(os.urandom(4), "little") if seed is None else seed
        match = Match(rules, seats=players, options=options, seed=seed)
    if not 0 <= (seat or 0) < match.seats:
        raise BadOption(f"{rules.title} has seats 0 to {match.seats - 1}, and no seat {seat}.")
    others = {n: opponent for n in range(match.seats) if n != (seat or 0)} if opponent is not None else {}
    if load is None:
        match.names = names_of(match.seats, others, name or Tongue(language, rules)("You"))
    return table_in(language, rules)(match, others, hints=hints, path=load, pace=pace, language=language)


def rescue(table: "Table") -> None:
    """Keep the game of a table that fell over."""
    if table.unsaved:
        where = write_text(Path.cwd() / table.file_name(), table.match.record().to_text())
        print(table.told(f"The game so far is saved in {where}"))
