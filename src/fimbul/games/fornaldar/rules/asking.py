"""How a question is put: to the one who is asked, and to those who watch (R25.2)."""

from fimbul.core import Fact, Question
from fimbul.games.fornaldar.library.rows import SIDES


def side_name(seat: int) -> str:
    """What a seat plays."""
    return SIDES[seat].capitalize()


def ask(
    seat: int,
    text: str,
    does: str,
    *,
    rule: str = "",
    about: tuple[str, ...] = (),
    facts: tuple[Fact, ...] = (),
    labels: tuple[tuple[str, str], ...] = (),
    public: bool = False,
) -> Question:
    """A question to a seat; the others read what its player `does`, and more only if it is public."""
    return Question(
        text=text,
        watching=f"The {side_name(seat)} player {does}.",
        rule=rule,
        about=about,
        facts=facts,
        labels=labels,
        secret=not public,
    )
