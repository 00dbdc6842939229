"""Words that people write: readable, of one line, and without characters that disguise what they say."""

import unicodedata

from fimbul.server.problems import Problem

# What turns the direction of writing: with these a name or a line can pretend to say something else.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# What looks like nothing at all, though it counts as a letter or a sign.
BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def checked_words(text: str, longest: int, what: str) -> str:
    """The words on one line, or a problem."""
    text = " ".join(text.split())
    if not 0 < len(text) <= longest:
        raise Problem(400, f"{what} has 1 to {longest} letters.")
    check_letters(text, what)
    return text


def check_letters(text: str, what: str) -> None:
    """Refuse letters that cannot be shown, or that disguise the others; lines may be broken."""
    for letter in text:
        hidden = unicodedata.category(letter) in ("Cc", "Cs", "Co") and letter not in "\n\t"
        if hidden or letter in TURNING:
            raise Problem(400, f"{what} has letters that cannot be shown.")
