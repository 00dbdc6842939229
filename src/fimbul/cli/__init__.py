"""The `fimbul` command.

Each command is one module here; what is slow to import (Rich, Textual, bots) is imported by the command that
needs it.  Every failure ends in this module, as one sentence on stderr and an exit status.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from fimbul.core import FimbulError

if TYPE_CHECKING:
    from cyclopts import MissingArgumentError

OK, FAILED, USAGE, BUG, INTERRUPTED, CLOSED = 0, 1, 2, 70, 130, 141


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that lacks a character shows ?, it does not stop us
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command; its status, whatever happened."""
    from cyclopts import CycloptsError, MissingArgumentError

    from fimbul.cli.commands import application
    from fimbul.cli.files import WrongUse

    try:
        asked = list(arguments) or ["serve"]  # whoever says nothing wants to play
        status = application()(asked, exit_on_error=False, print_error=False)
        sys.stdout.flush()
        return int(status or OK)
    except MissingArgumentError as problem:
        return complain(f"{missing(problem)} See 'fimbul {command_of(arguments)}--help'.", USAGE)
    except CycloptsError as problem:
        return complain(f"{sentence(problem)} See 'fimbul {command_of(arguments)}--help'.", USAGE)
    except WrongUse as problem:
        return complain(str(problem), USAGE)
    except FimbulError as problem:
        return complain(str(problem), FAILED)
    except BrokenPipeError:
        # Whoever read our output has seen enough.  Python flushes once more on its way out: give it a sink.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except OSError as problem:
        what = problem.strerror or str(problem)
        return complain(f"{problem.filename}: {what}." if problem.filename else f"{what}.", FAILED)
    except KeyboardInterrupt as interrupt:  # whoever had something to keep has said what was kept
        return complain(str(interrupt) or "stopped.", INTERRUPTED)
    except Exception as problem:
        if os.environ.get("FIMBUL_DEBUG"):
            raise
        from fimbul.games import at_fault

        what = f"({type(problem).__name__}: {problem})"
        if place := at_fault(problem):
            return complain(
                f"this is a mistake in {place} {what}. FIMBUL_DEBUG=1 shows how it came to it.", BUG
            )
        return complain(
            f"this is a mistake in fimbul, not in what you typed {what}. "
            "Please report it with what FIMBUL_DEBUG=1 prints.",
            BUG,
        )


def complain(text: str, status: int) -> int:
    """Tell what is wrong, in one line on stderr."""
    print(f"fimbul: {' '.join(text.split())}", file=sys.stderr)
    return status


def sentence(problem: Exception) -> str:
    """The parser's message, as one line that ends like a sentence."""
    text = " ".join(str(problem).split())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def missing(problem: "MissingArgumentError") -> str:
    """What a command must be told, and which games there are if that is what is missing."""
    from fimbul.core.wording import either
    from fimbul.games import slugs

    name = problem.argument.name if problem.argument is not None else ""
    if name == "GAME":
        return f"Name a game: {either(slugs())}."
    return sentence(problem)


def command_of(arguments: Sequence[str]) -> str:
    """The command that was asked for, to point at its help."""
    from fimbul.cli import lab
    from fimbul.cli.commands import COMMANDS

    known = {command.__name__.replace("_", "-") for command in COMMANDS}
    first, second = (*arguments, "", "")[:2]
    if first == "lab":
        return f"lab {second} " if second in {command.__name__ for command in lab.COMMANDS} else "lab "
    return f"{first} " if first in known else ""
