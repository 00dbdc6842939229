"""How a game is told in the language of whoever sits at the terminal."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from fimbul.core import Game, Rules, Sketch, Span, View
from fimbul.speech import given_names, retold, speech

T = TypeVar("T")
Line = tuple[Span, ...]

# Words with what stands around them: marks, numbers, gaps, and a letter that is a sign.
WORDS = re.compile(r"(?P<before>(?:\w )?[\W\d]*)(?P<words>[^\W\d].*?)(?P<after>[\W\d]*)\Z")
NAMED = re.compile(r"[:,(]| of |\Z")  # what may stand after the name of a thing, in its title
LETTERS = 4  # fewer, of a thing on a board, are an abbreviation


class Tongue:
    """A language, with what a game and the commands say in it."""

    def __init__(self, language: str, game: Game, options: Any = None) -> None:
        self.language = language
        self.game = game
        self.own = speech(language, game, "fimbul.cli", given_names(game, options or {}))

    def __call__(self, text: str) -> str:
        """A text as it is said: of several sentences every one that can be."""
        return text if self.own is None else self.own.line(text)

    def whole(self, value: T) -> T:
        """Something with words in it, with all of them said."""
        return value if self.own is None else retold(value, self.own)

    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules_in(self.language)

    # ---- boards

    def board(self, view: View) -> Sketch:
        """The board as a sketch, with its words said."""
        sketch = self.game.sketch(view)
        if self.own is None:
            return sketch
        boards = self.game.scene(view).boards
        titles = {node.id: node.title for board in boards for node in board.nodes}
        return Sketch(tuple(self.line(line, titles) for line in sketch.lines))

    def line(self, line: Line, titles: Mapping[str, str]) -> Line:
        """A line: what becomes longer takes its room from the next gap, so that all after it stays.

        A word that was cut is known by its thing's title.
        """
        spans = list(line)
        loose = not any(span.node or span.place for span in line)  # a legend: nothing lies below it
        for at, span in enumerate(spans):
            found = WORDS.match(span.text)
            told = self.word(found["words"], span.node, titles) if found is not None else None
            if found is None or told is None:
                continue
            gaps = (n for n in range(at + 1, len(spans)) if is_gap(spans[n]))
            gap = None if loose else next(gaps, None)
            if loose:
                text = f"{found['before']}{told}{found['after']}"
            else:
                words = f"{found['before'].lstrip()}{told}{found['after'].rstrip()}"
                text = fitted(span.text, words, len(spans[gap].text) - 1 if gap is not None else 0)
            spans[at] = msgspec.structs.replace(span, text=text)
            if gap is not None:
                left = len(spans[gap].text) - len(text) + len(span.text)
                spans[gap] = msgspec.structs.replace(spans[gap], text=" " * left)
        return tuple(spans)

    def word(self, word: str, node: str, titles: Mapping[str, str]) -> str | None:
        """A word on a board, said."""
        if self.own is None or (node and len(word) < LETTERS):
            return None
        title = titles.get(node, "")
        names = (word, *(title[: end.start()] for end in NAMED.finditer(title) if title.startswith(word)))
        return next(filter(None, map(self.own.find, names)), None)


def is_gap(span: Span) -> bool:
    """Whether nothing stands there, nor could be touched there."""
    return bool(span.text) and not (span.text.strip() or span.node or span.place)


def fitted(old: str, words: str, spare: int) -> str:
    """Other words where these stood: in the middle if they did, and with so many letters more at most."""
    before, after = (len(old) - len(rest) for rest in (old.lstrip(), old.rstrip()))
    words = words[: len(old) + spare]
    if before and after and abs(before - after) <= 1:
        return words.center(len(old))
    told = f"{' ' * min(before, len(old) + spare - len(words))}{words}"
    return told.ljust(len(old)) if after else told
