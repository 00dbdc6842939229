"""In which language a command speaks to whoever sits at the terminal."""

import os
import re
from collections.abc import Mapping

from fimbul.cli.files import WrongUse
from fimbul.core.wording import either
from fimbul.speech import languages

ENGLISH = "en"
Language = str | None  # an argument of commands: without it that of the terminal
# What a terminal says of its language: the first that is set counts.
WHERE = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a terminal, if we speak it; else English."""
    wished = next((environment[name] for name in WHERE if environment.get(name)), "")
    name = re.split(r"[_.@-]", wished.lower())[0]
    return name if name in languages() else ENGLISH


def read_language(given: Language) -> str:
    """The language that was asked for; without a wish, that of the terminal."""
    if given is None:
        return language_of(os.environ)
    if given not in (ENGLISH, *languages()):
        raise WrongUse(f"There is no language '{given}'; expected {either([ENGLISH, *languages()])}.")
    return given
