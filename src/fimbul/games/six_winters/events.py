"""What happens in Six Winters, for the log and the animation."""

from fimbul.core import Event


class Told(Event, frozen=True):
    """Something happened, in a sentence; with the nodes that it is about."""

    text: str
    about: tuple[str, ...] = ()

    def sentence(self) -> str:
        return self.text

    def touches(self) -> tuple[str, ...]:
        return self.about


class Rolled(Event, frozen=True):
    """Dice were rolled, and lie somewhere."""

    who: str
    what: str
    dice: tuple[str, ...]

    def sentence(self) -> str:
        return f"{self.who}: {self.what} {', '.join(self.dice) or 'none'}."

    def touches(self) -> tuple[str, ...]:
        return ()


class Ended(Event, frozen=True):
    """The game is over."""

    rule: str
    reason: str

    def sentence(self) -> str:
        return f"{self.reason} ({self.rule})"
