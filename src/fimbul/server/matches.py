"""Stored games: opened, and what is made of them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fimbul.core import FimbulError, Game, Match, Record, verify
from fimbul.games import game as find_game
from fimbul.games import game_of
from fimbul.server.problems import Problem
from fimbul.server.store import TableRow
from fimbul.table.history import EVERY, Deed, History, Start, replayed


def stored(options: Any) -> dict[str, Any]:
    """Options as the store gives them back: what is equal there is equal here."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return built


def start_of(row: TableRow) -> Start:
    """The start of a stored table."""
    return Start(row.game, row.rules, len(row.seats), row.options, row.seed)


def opened(start: Start, deeds: list[Deed], known: tuple[int, bytes] | None = None) -> History:
    """A stored game as far as it has come, or a problem."""
    check_rules(start, find_game(start.game))
    try:
        return replayed(start, deeds, known)
    except FimbulError as problem:
        raise Problem(500, f"This table cannot be replayed by this fimbul: {problem}") from None


def check_rules(start: Start, game: Game) -> None:
    """A table of other rules is refused, never misread."""
    if start.rules != game.rules_version:
        raise Problem(
            410,
            f"This table was played under rules {start.rules} of {game.title}; "
            f"this fimbul has rules {game.rules_version} and will not misread it.",
        )


# ---- what is done in another process where it is long


def far_snapshots(start: Start, deeds: list[Deed]) -> dict[int, bytes]:
    """All snapshots of a long game."""
    return opened(start, deeds).snapshots


def recorded(start: Start, deeds: list[Deed]) -> Record:
    """The record of a game, with its hashes."""
    return matched(start, deeds).record()


def matched(start: Start, deeds: Sequence[Deed]) -> Match:
    """The match of a game, played again from its start."""
    game = find_game(start.game)
    match = Match(game, seats=start.seats, options=start.options, seed=start.seed)
    for deed in deeds:
        match.play(game.parse(deed.action), deed.seat)
    return match


class Proved(msgspec.Struct):
    """What a record that holds what it claims tells."""

    record: Record
    plays: list[str]
    options: dict[str, Any]
    snapshots: dict[int, bytes]
    outcome: dict[str, Any] | None


def proved(text: str) -> Proved:
    """Prove a record, or `BadRecord`."""
    record = Record.parse(text)
    game = game_of(record)
    match = verify(record, game)
    view = match.state.view(None)
    start = Start(game.slug, game.rules_version, match.seats, stored(match.options), match.seed)
    deeds = [Deed(move.seat, move.action) for move in match.moves]
    outcome: Any = msgspec.to_builtins(match.state.outcome) if match.state.outcome else None
    return Proved(
        record,
        [game.seat_name(view, seat) for seat in range(match.seats)],
        start.options,
        opened(start, deeds).snapshots if len(deeds) >= EVERY else {},
        outcome,
    )


def proved_or_why(text: str) -> Proved | str:
    """The same, with a sentence instead of an exception, which would not travel between processes."""
    try:
        return proved(text)
    except FimbulError as problem:
        return str(problem)
