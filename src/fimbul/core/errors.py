"""Everything that fimbul refuses, in one family.

A message is a sentence for a person; the fields are for programs.  Nothing in fimbul raises another
exception for bad input, so a caller who catches `FimbulError` has caught them all.
"""


class FimbulError(Exception):
    """The root of the family: a sentence that says what is wrong and, where it helps, what to do."""


class Illegal(FimbulError):
    """An action that a rule forbids.  `rule` is the number of that rule; nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason


class BadNotation(FimbulError):
    """A text that is no action of this game."""


class BadOption(FimbulError):
    """An option, a seat count or a name that the game does not know."""


class BadData(FimbulError):
    """A data file (a clan, a map, a chart) that breaks its format; the message names file and field."""


class BadRecord(FimbulError):
    """A record that is malformed, edited, from another rules version, or that does not replay.

    `line` is the number of the offending line where there is one.
    """

    def __init__(self, reason: str, *, line: int | None = None) -> None:
        super().__init__(f"line {line}: {reason}" if line is not None else reason)
        self.reason = reason
        self.line = line


class BadSnapshot(FimbulError):
    """Bytes that are not a snapshot of this game under these rules."""
