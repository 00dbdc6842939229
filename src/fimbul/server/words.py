"""Words that people write: readable, of one line, and without characters that disguise what they say."""

from fimbul.server.problems import Problem
from fimbul.table.words import check_letters

# What looks like nothing at all, though it counts as a letter or a sign.
BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def checked_words(text: str, longest: int, what: str) -> str:
    """The words on one line, or a problem."""
    text = " ".join(text.split())
    if not 0 < len(text) <= longest:
        raise Problem(400, f"{what} has 1 to {longest} letters.")
    check_letters(text, what)
    return text
