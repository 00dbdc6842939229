"""`fimbul verify`: does a record tell the truth?"""

from pathlib import Path
from typing import Any

from fimbul.cli.console import say_json, warn
from fimbul.cli.files import WrongUse, located, named, read_record
from fimbul.cli.options import Flag
from fimbul.core import BadRecord, FimbulError, Illegal, Match, Record
from fimbul.core import verify as prove
from fimbul.core.dice import commitment
from fimbul.games import game_of


def verify(*files: Path, dice: str | None = None, json: Flag = False) -> int:
    """Prove that records are what they say.

    Every action is played again: it must be legal, every hash must fit, and the result must be what comes
    out. The status is 1 if any record fails.

    Example: fimbul verify game.saga records/*.saga

    Parameters
    ----------
    files
        The .saga files.
    dice
        The hash of the dice that the table showed from its start: was the game played with those?
    json
        Print one JSON object, for scripts.
    """
    if not files:
        raise WrongUse("Name at least one .saga file to verify, as in 'fimbul verify game.saga'.")
    reports = []
    for file in named(files):
        report = examine(file, dice)
        reports.append(report)
        if json:
            continue
        if report["ok"]:
            print(f"{file}: verified, {report['plies']} plies, {report['ending']}", flush=True)
        else:
            warn(str(report["error"]))
    failed = sum(not report["ok"] for report in reports)
    if json:
        say_json({"verified": len(reports) - failed, "failed": failed, "files": reports})
    return 1 if failed else 0


def examine(file: Path, dice: str | None = None) -> dict[str, Any]:
    """What there is to say about one file."""
    try:
        record = read_record(file)
        try:
            match = prove(record, game_of(record))
            if dice is not None:
                check_dice(record, dice)
        except BadRecord as problem:
            raise located(file, problem) from problem.__cause__
    except FimbulError as problem:
        cause = problem.__cause__
        return {
            "file": str(file),
            "ok": False,
            "error": str(problem),
            "line": getattr(problem, "line", None),
            "rule": cause.rule if isinstance(cause, Illegal) else None,
        }
    return {
        "file": str(file),
        "ok": True,
        "game": record.game,
        "rules": record.rules,
        "names": record.names,
        "plies": len(record.moves),
        "result": record.result,
        "ending": ending(match, record),
    }


def check_dice(record: Record, told: str) -> None:
    """Refuse a record whose dice are not those that a table told of before the game."""
    if record.dice is None:
        raise BadRecord("The record does not say where its dice were settled: it is of no table.")
    if commitment(record.dice.table, record.dice.salt, record.seed) != told.strip().lower():
        raise BadRecord("The game was played with other dice than that hash stands for.")


def ending(match: Match, record: Record) -> str:
    """How the game stands, in words."""
    outcome = match.state.outcome or record.ended
    return f"{outcome.reason} ({outcome.rule})" if outcome else "not finished."
