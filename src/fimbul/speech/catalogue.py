"""Catalogues: what is said in English, and how another language says it.

A folder of a language (`lang/de/`) holds TOML files with four kinds of entry, each keyed by the English:

    [nouns]       "wolf | wolves" = "der Wolf, des Wolfes, die Wölfe"   # as a dictionary has it
    [names]       "Master Shot" = "Meisterschuss"                       # what is never declined
    [adjectives]  "dark" = "dunkel/dunkl"                               # the stem where it differs
    [phrases]     "{who} bites {whom}." = "{who} beißt {whom:akk}."

A slot `{x}` of an English phrase stands for anything that can be said by itself, `{n:#}` for a number and
`{x:*}` for words that nobody translates.  The slots of the other language say in which form they are wanted.
A phrase that is irregular has a table of its forms instead of a text.
"""

import functools
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import decoded

Files = Path | Traversable


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entries of a language, by their English."""

    nouns: dict[str, str] = {}
    names: dict[str, str] = {}
    adjectives: dict[str, str] = {}
    phrases: dict[str, str | dict[str, str]] = {}

    def over(self, other: "Catalogue") -> "Catalogue":
        """Both; where both know an entry, this one's."""
        kinds = self.__struct_fields__
        return Catalogue(**{kind: getattr(other, kind) | getattr(self, kind) for kind in kinds})


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages, besides English, that fimbul can be read in."""
    return tuple(sorted(each.name for each in common().iterdir() if each.is_dir()))


def common() -> Traversable:
    """The folder of what all games share."""
    return resources.files("fimbul.speech") / "lang"


def spoken_by(package: str, language: str) -> bool:
    """Whether a package has a catalogue of a language."""
    return (resources.files(package) / "lang" / language).is_dir()


@functools.cache
def load(language: str, package: str = "") -> Catalogue:
    """What a package says in a language, and what is common; without a package, only that."""
    shared = read_all(common() / language, f"speech/lang/{language}")
    if not package:
        return shared
    folder = resources.files(package) / "lang" / language
    return read_all(folder, f"{package}/lang/{language}").over(shared)


def read_all(folder: Files, where: str) -> Catalogue:
    """All the files of a folder as one catalogue; an entry stands in one of them."""
    found = Catalogue()
    for file in files(folder):
        read = read_one(file, f"{where}/{file.name}")
        for kind in found.__struct_fields__:
            entries: dict[str, Any] = getattr(found, kind)
            for english in getattr(read, kind).keys() & entries.keys():
                raise BadData(f"{where}/{file.name}, {kind}: '{english}' is said in another file as well.")
            entries |= getattr(read, kind)
    return found


def files(folder: Files) -> Iterator[Files]:
    """The files of a catalogue, in order; none where a game has none."""
    if folder.is_dir():
        every: Iterable[Files] = folder.iterdir()
        yield from sorted((each for each in every if each.name.endswith(".toml")), key=lambda each: each.name)


def read_one(file: Files, where: str) -> Catalogue:
    """One file."""
    try:
        return msgspec.toml.decode(decoded(file, f"file {where}"), type=Catalogue, strict=True)
    except msgspec.MsgspecError as problem:
        raise BadData(f"{where}: {problem}.") from None
    except ValueError as problem:
        raise BadData(f"{where} is no TOML: {problem}.") from None
