"""`fimbul review`: what a coach says about a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING

from fimbul.cli.console import progress, say_json
from fimbul.cli.files import WrongUse, read_match, read_record
from fimbul.cli.languages import Language, read_language
from fimbul.cli.options import Flag
from fimbul.cli.tongue import Tongue
from fimbul.core import FimbulError
from fimbul.core.wording import closed, some

if TYPE_CHECKING:
    from fimbul.bots.review import Review

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60


def review(file: Path, /, *, nodes: int | None = None, language: Language = None, json: Flag = False) -> None:
    """Review a recorded game: where it turned, and what would have been better.

    Every action is judged by what its player could know, by a budget of positions: the same record gives the
    same review.

    Example: fimbul review game.saga

    Parameters
    ----------
    file
        The .saga file.
    nodes
        How many positions one look may take; as many as suit the game if not given.
    language
        The language of the words: en or de; that of your terminal if not given.
    json
        Print one JSON object, for scripts; it is English.
    """
    from fimbul.bots.review import MOST_JUDGED
    from fimbul.bots.review import review as examine

    if nodes is not None and nodes < 1:
        raise WrongUse(f"A look takes at least one position, not {nodes}.")
    record = read_record(file)
    match = read_match(file)
    if not match.moves:
        raise FimbulError(f"{file}: nothing was played, so there is nothing to review.")
    with progress("Reviewing", len(match.moves) + MOST_JUDGED, "steps") as bar:
        steps = 0

        def tell(done: int, total: int) -> None:
            nonlocal steps
            bar.advance(done - steps)
            steps = done

        found = examine(match, ended=record.ended, nodes=nodes, progress=tell)
    if json:
        say_json(found)
    else:
        told = Tongue(read_language(language), match.game, match.options)
        print(in_words(told.whole(found), told))


def in_words(review: "Review", told: Tongue) -> str:
    """A review as text."""
    sides = [f"{side} ({name})" for side, name in zip(review.sides, review.names, strict=True)]
    ending = f"{review.outcome.reason} ({review.outcome.rule})" if review.outcome else told("Not finished.")
    lines = [
        f"{review.title}: {', '.join(sides)}; {told(some(review.plies, 'ply', 'plies'))}. {ending}",
        f"{told('Judged by')} {review.method}. {review.knowledge}",
    ]
    if review.note:
        lines.append(review.note)
    lines += ["", *graph(review, told), "", told("Turning points")]
    for point in review.turning_points:
        whose = told("the group") if review.shared else review.sides[point.seat]
        change = f"{whose} {point.before:.0%} → {point.after:.0%}"
        lines.append(f"  {told(f'ply {point.ply}'):<8} {change}. {point.words}")
    if not review.turning_points:
        lines.append(f"  {told('none: no single move turned it.')}")
    lines += ["", told("Mistakes, the largest first")]
    for mistake in review.mistakes:
        taken = closed(f"{review.sides[mistake.seat]}: {mistake.words}")
        size = f"{told(mistake.size)} (-{mistake.loss:.0%})"
        lines.append(f"  {told(f'ply {mistake.ply}'):<8} {size} {taken}")
        better = f"{told('Better')}: {mistake.better_words}"
        lines.append(f"           {closed(better)} {mistake.why}".rstrip())
        if len(mistake.line) > 1:
            steps = (f"{review.sides[step.seat]}: {step.words}" for step in mistake.line[1:])
            lines.append(" " * 11 + closed(f"{told('Then')} {'; '.join(steps)}"))
        if mistake.maxim:
            lines.append(f"           {told('Rule of thumb')}: {mistake.maxim}")
    if not review.mistakes:
        lines.append(f"  {told('none that the coach could find.')}")
    return "\n".join(lines)


def graph(review: "Review", told: Tongue) -> list[str]:
    """The estimate along the game as small bars, a line for each side."""
    rows = []
    for seat in range(1 if review.shared else len(review.sides)):
        values = [each[seat] for each in review.estimates]
        steps = min(WIDTH, len(values))
        shown = [values[round(step * (len(values) - 1) / max(1, steps - 1))] for step in range(steps)]
        bars = "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in shown)
        rows.append(f"{bars}  {told('the group') if review.shared else review.sides[seat]}")
    return rows
