"""Words that people write into an action: letters that can be shown, and that disguise nothing."""

import unicodedata

from fimbul.core import FimbulError

# What turns the direction of writing: with these a name or a line can pretend to say something else.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class BadWords(FimbulError):
    """Words that cannot be shown."""


def check_letters(text: str, what: str) -> None:
    """Refuse letters that cannot be shown, or that disguise the others; lines may be broken."""
    for letter in text:
        hidden = unicodedata.category(letter) in ("Cc", "Cs", "Co") and letter not in "\n\t"
        if hidden or letter in TURNING:
            raise BadWords(f"{what} has letters that cannot be shown.")
