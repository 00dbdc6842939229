"""German: how nouns, their articles and their adjectives change with the case.

A noun is given as a dictionary gives it, `der Bogenschütze, des Bogenschützen, die Bogenschützen`: its
gender, its kind of declension and its plural follow from that.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from fimbul.core import BadData

Case = Literal["nom", "akk", "dat", "gen"]
CASES: tuple[Case, ...] = ("nom", "akk", "dat", "gen")
GENDERS = {"der": "m", "die": "f", "das": "n"}

# Of m, f, n and the plural (p), by case.
Forms = Mapping[str, tuple[str, ...]]
DEFINITE: Forms = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "p": ("die", "die", "den", "der"),
}
STRONG: Forms = {  # dieser, jeder; an adjective without any article
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "es"),
    "p": ("e", "e", "en", "er"),
}
INDEFINITE: Forms = {**STRONG, "m": ("", "en", "em", "es"), "n": ("", "", "em", "es")}  # ein, kein, mein
WEAK: Forms = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("e", "e", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
MIXED: Forms = {**WEAK, "m": ("er", "en", "en", "en"), "n": ("es", "es", "en", "en")}
BARE: Forms = {**STRONG, "m": ("er", "en", "em", "en"), "n": ("es", "es", "em", "en")}

# English determiners: the German stem, and how it and an adjective after it are declined.
LIKE_DER = {"this": "dies", "these": "dies", "that": "jen", "those": "jen", "each": "jed", "every": "jed"}
LIKE_DER |= {"all": "all", "which": "welch", "all the": "all", "both": "beid"}
LIKE_EIN = {"a": "ein", "an": "ein", "one": "ein", "no": "kein", "your": "dein", "my": "mein", "its": "sein"}
LIKE_EIN |= {"his": "sein", "her": "ihr", "their": "ihr", "our": "unser"}
LIKE_ADJECTIVE = {"some": "einig", "several": "mehrer", "many": "viel", "few": "wenig", "other": "ander"}
LIKE_ADJECTIVE |= {"more": "weiter", "any": "beliebig", "different": "verschieden"}
OTHER = {"another": "ander", "one more": "weiter"}  # ein anderer
NUMBERS = {"zero": "null", "two": "zwei", "three": "drei", "four": "vier", "five": "fünf", "six": "sechs"}
NUMBERS |= {
    "seven": "sieben",
    "eight": "acht",
    "nine": "neun",
    "ten": "zehn",
    "eleven": "elf",
    "twelve": "zwölf",
}
DIGITS = re.compile(r"\d+\Z")
CONTRACTED = {
    ("von", "dem"): "vom",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
    ("in", "dem"): "im",
    ("in", "das"): "ins",
    ("an", "dem"): "am",
    ("an", "das"): "ans",
    ("bei", "dem"): "beim",
}


class Noun(msgspec.Struct, frozen=True):
    """A German noun: its forms in the singular and in the plural, by case."""

    gender: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]


def read_noun(text: str, where: str) -> Noun:
    """A noun from its entry in a dictionary."""
    only = text.endswith("(pl)")
    parts = [part.strip().split(" ", 1) for part in text.removesuffix("(pl)").split(",")]
    if any(len(part) != 2 for part in parts) or parts[0][0] not in GENDERS or len(parts) > 3:
        raise BadData(f"{where}: '{text}' is no noun; a dictionary says 'der Wolf, des Wolfes, die Wölfe'.")
    if only:
        return Noun("p", (), plural_of(parts[0][1]))
    gender, name = GENDERS[parts[0][0]], parts[0][1]
    genitive = parts[1][1] if len(parts) > 1 else name
    oblique = name
    if gender == "m" and genitive in (f"{name}n", f"{name}en"):
        oblique = genitive
    elif gender == "m" and genitive == f"{name}ns":
        oblique = f"{name}n"
    plural = plural_of(parts[2][1]) if len(parts) > 2 else ()
    return Noun(gender, (name, oblique, oblique, genitive), plural)


def plural_of(name: str) -> tuple[str, ...]:
    """The plural by case: in the dative `Wölfen` and `Feldern`, but `Draugar`, `KP`."""
    return (name, name, f"{name}n" if name.endswith(("e", "el", "er")) else name, name)


def genitive(name: str) -> str:
    """The genitive of a name."""
    return f"{name}’" if name.endswith(("s", "x", "z", "ß")) else f"{name}s"


class Determiner(msgspec.Struct, frozen=True):
    """What stands before a noun and its adjectives."""

    words: str  # the article, with a `-` where its ending goes, and a `+` for that of an adjective
    endings: Forms
    after: Forms  # how adjectives are declined after it

    def said(self, gender: str, case: int) -> str:
        """In a form."""
        return self.words.replace("-", self.endings[gender][case])


NONE = Determiner("", BARE, BARE)
THE = Determiner("-", DEFINITE, WEAK)
THE_SAME = Determiner("-selb+", DEFINITE, WEAK)


def determiner(english: str) -> Determiner | None:
    """A determiner by its English words."""
    if english in ("the", "the same"):
        return THE if english == "the" else THE_SAME
    if english in LIKE_DER:
        return Determiner(f"{LIKE_DER[english]}-", STRONG, WEAK)
    if english in LIKE_EIN:
        return Determiner(f"{LIKE_EIN[english]}-", INDEFINITE, MIXED)
    if english in LIKE_ADJECTIVE:
        return Determiner(f"{LIKE_ADJECTIVE[english]}-", BARE, BARE)
    return None


def adjective(entry: str) -> str:
    """The stem of an adjective to which endings are added: `dunkl` of `dunkel/dunkl`."""
    return entry.rpartition("/")[2]


def number(text: str) -> str:
    """A number as German writes it: `12,5`."""
    return text.replace(".", ",") if re.fullmatch(r"[+-]?\d+\.\d+ ?%?", text) else text


def joined(before: str, after: str) -> str:
    """Two pieces of a sentence; a preposition and an article that meet become one word."""
    last = before.rstrip(" ").rpartition(" ")[2]
    first, _, rest = after.partition(" ")
    short = CONTRACTED.get((last.lower(), first)) if rest and before.endswith(" ") else None
    if short is None:
        return before + after
    if last[0].isupper():
        short = short[0].upper() + short[1:]
    return f"{before[: len(before) - len(last) - 1]}{short} {rest}"
