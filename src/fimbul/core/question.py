"""A question: a decision as it is put to people.

Whoever decides reads `text`; whoever watches reads `watching`.  Words, touches, pictures and bots ask the
question what they need to know, never which class put it.
"""

from typing import Literal

import msgspec

from fimbul.core.words import Words


class Die(msgspec.Struct, frozen=True):
    """A die on the table: what it shows, in a sign (an icon's name) or a value, and what that means."""

    value: Words
    name: Words
    icon: str = ""
    state: str = ""  # "hit", "miss", "spent": how it is drawn
    id: str = ""  # where it can be touched


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """Dice that fell or are to be chosen from, under a heading."""

    name: Words
    dice: tuple[Die, ...]


class Odds(msgspec.Struct, frozen=True, tag="odds"):
    """How likely each result is, as bars: a name and a probability for each."""

    name: Words
    chances: tuple[tuple[Words, float], ...]


class Line(msgspec.Struct, frozen=True, tag="line"):
    """A figure or a sentence that helps to decide: a cost, a total, what would come of it."""

    name: Words
    value: Words = ""
    state: Literal["", "good", "bad"] = ""


Fact = Dice | Odds | Line


class Prospect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What would come of an action, as far as the seat that may take it can know.

    A client shows it while one points at the action, before it is done: figures, and ids of the scene that it
    would strike or threaten.  One that could lose everything at once, where another would not, is `grave`:
    a person is asked before it is done, unless they do not want to be.
    """

    facts: tuple[Fact, ...] = ()
    struck: tuple[str, ...] = ()
    grave: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked.

    `about` are ids of the scene that it is about: where a camera looks, what a screen reader is told.
    `labels` give an answer's words where those depend on the question: for each verb a text in which `{}`
    stands for what the answer names ("Pass the damage on to {}", "Do not upgrade").
    """

    text: Words
    watching: Words = ""
    rule: str = ""
    about: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    secret: bool = False  # whether those who watch learn nothing but `watching`

    def label(self, verb: str, *named: object, default: str = "{}") -> str:
        """The words of an answer with this verb, which names these things."""
        for known, text in self.labels:
            if known == verb:
                return text.format(*named)
        return default.format(*named)

    def watched(self) -> "Question":
        """What those who watch may know of it."""
        if self.secret:
            return Question(text=self.watching, watching=self.watching, rule=self.rule)
        return msgspec.structs.replace(self, text=self.watching)
