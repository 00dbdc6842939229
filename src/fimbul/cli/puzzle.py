"""`fimbul puzzle`: a position with one best action, a new one each day."""

import datetime
from typing import Annotated

from cyclopts import Parameter

from fimbul.cli.console import say_json, say_sketch
from fimbul.cli.files import WrongUse
from fimbul.cli.languages import Language, read_language
from fimbul.cli.options import Flag
from fimbul.cli.tongue import Tongue
from fimbul.core import choice


def puzzle(
    number: int | None = None,
    /,
    *,
    date: str | None = None,
    attempt: Annotated[str | None, Parameter(name="--try")] = None,
    solution: Flag = False,
    actions: Flag = False,
    language: Language = None,
    json: Flag = False,
) -> int:
    """Show today's puzzle, or another one, and judge an answer.

    Exactly one action does what is asked. The status is 1 if the action that was tried is another.

    Example: fimbul puzzle

    Example: fimbul puzzle 3 --actions

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
    actions
        List everything that may be done, in notation and in words.
    language
        The language of the words: en or de; that of your terminal if not given.
    json
        Print one JSON object, for scripts; it is English.
    """
    from fimbul.bots.puzzles import GOALS, judged, opened, puzzle_at, puzzle_of

    if number is not None and date is not None:
        raise WrongUse("Name a puzzle or a date, not both.")
    if attempt is not None and solution:
        raise WrongUse("Either try an action or ask for the solution.")
    if actions and (attempt is not None or solution):
        raise WrongUse("List the actions, or have one judged, not both.")
    number = number if number is not None else puzzle_of(day(date))
    found = puzzle_at(number)
    text = found.solution if solution else attempt
    verdict = judged(number, text) if text is not None else None
    goal, match = GOALS[found.goal], opened(number)
    state = match.state
    seat = state.to_act[0]
    view = state.view(seat)
    if json:
        about = {"number": number, "game": found.game, "title": goal.title, "asked": goal.asked, "seat": seat}
        say_json(about | {"legal": [str(each) for each in state.legal(seat)], "verdict": verdict})
    else:
        told = Tongue(read_language(language), match.game, match.options)
        print(f"{told(f'Puzzle {number}')}, {match.game.title}: {told(goal.title)}")
        print(f"{told(match.game.seat_name(view, seat))}: {told(goal.asked)}\n")
        say_sketch(told.board(view))
        print()
        if actions:
            offered = [choice(match.game.table, view, each) for each in state.legal(seat)]
            width = max(len(each.text) for each in offered)
            print("\n".join(f"{each.text:<{width}}  {told(each.words)}" for each in offered))
        elif verdict is None:
            print(told(match.game.prompt(view)))
            print(told("Try an action with --try; --actions lists all that may be done."))
        else:
            verdict = told.whole(verdict)
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
