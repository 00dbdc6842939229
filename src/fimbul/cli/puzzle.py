"""`fimbul puzzle`: a position with one best action, a new one each day."""

import datetime
from typing import Annotated

from cyclopts import Parameter

from fimbul.cli.console import say_json, say_sketch
from fimbul.cli.files import WrongUse
from fimbul.cli.options import Flag


def puzzle(
    number: int | None = None,
    /,
    *,
    date: str | None = None,
    attempt: Annotated[str | None, Parameter(name="--try")] = None,
    solution: Flag = False,
    json: Flag = False,
) -> int:
    """Show today's puzzle, or another one, and judge an answer.

    Exactly one action does what is asked. The status is 1 if the action that was tried is another.

    Example: fimbul puzzle

    Example: fimbul puzzle 3 --solution

    Parameters
    ----------
    number
        Which puzzle, counted from 1; today's if not given.
    date
        The puzzle of another day, as 2026-12-24.
    attempt
        The action to try, in notation.
    solution
        Show the solution and its proof.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.bots.puzzles import GOALS, judged, opened, puzzle_at, puzzle_of

    if number is not None and date is not None:
        raise WrongUse("Name a puzzle or a date, not both.")
    if attempt is not None and solution:
        raise WrongUse("Either try an action or ask for the solution.")
    number = number if number is not None else puzzle_of(day(date))
    found = puzzle_at(number)
    text = found.solution if solution else attempt
    verdict = judged(number, text) if text is not None else None
    goal, match = GOALS[found.goal], opened(number)
    state = match.state
    seat = state.to_act[0]
    view = state.view(seat)
    if json:
        told = {"number": number, "game": found.game, "title": goal.title, "asked": goal.asked, "seat": seat}
        say_json(told | {"legal": [str(each) for each in state.legal(seat)], "verdict": verdict})
    else:
        print(f"Puzzle {number}, {match.game.title}: {goal.title}")
        print(f"{match.game.seat_name(view, seat)}: {goal.asked}\n")
        say_sketch(match.game.sketch(view))
        print()
        if verdict is None:
            print("Try an action with --try; 'fimbul show' and docs/notation.md say how actions are written.")
        else:
            print("\n".join([verdict.words, *(f"  {line}" for line in verdict.proof)]))
    return 0 if verdict is None or verdict.solved else 1


def day(text: str | None) -> datetime.date:
    """A day as people write it; today if they do not."""
    if text is None:
        return datetime.datetime.now(datetime.UTC).date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise WrongUse(f"Unknown date '{text}'; expected one like 2026-12-24.") from None
