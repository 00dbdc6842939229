"""What happens in Six Winters, for the log and the animation."""

from fimbul.core import Event


class Rolled(Event, frozen=True):
    """Dice were rolled, and lie somewhere."""

    who: str
    what: str
    dice: tuple[str, ...]

    def sentence(self) -> str:
        return f"{self.who}: {self.what} {', '.join(self.dice) or 'none'}."
