"""How a decision is put to people: a sentence for whoever decides, and one for those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Decision, Question
from fimbul.core.question import Fact
from fimbul.core.wording import closed

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def ask(
    decision: Decision[Any, Any],
    state: SixWintersState,
    seat: int,
    what: str,
    *,
    about: tuple[str, ...] = (),
    facts: tuple[Fact, ...] = (),
    labels: tuple[tuple[str, str], ...] = (),
) -> Question:
    """The question to do something: `choose where Keel starts`."""
    verb, _, rest = what.partition(" ")
    if len(decision.seats) > 1:
        who, does = "Somebody", thirdly(verb)
    else:
        who = state.players_of(seat)
        does = verb if len(state.own(seat)) > 1 else thirdly(verb)
    return Question(
        text=closed(f"{verb.capitalize()} {rest}"),
        watching=closed(f"{who} {does} {rest}"),
        rule=decision.rule,
        about=about,
        facts=facts,
        labels=labels,
    )


def thirdly(verb: str) -> str:
    """A verb as one uses it of somebody else: `chooses`, `touches`."""
    return f"{verb}es" if verb.endswith(("ch", "sh", "s")) else f"{verb}s"
