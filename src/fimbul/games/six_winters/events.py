"""What happens in Six Winters, for the log and the animation."""

from fimbul.core import Event


class Rolled(Event, frozen=True):
    """Dice were rolled, and lie somewhere."""

    who: str
    what: str
    dice: tuple[str, ...]

    def sentence(self) -> str:
        shown = (die.removeprefix("action-").replace("-", " ") for die in self.dice)
        return f"{self.who} {self.what} {', '.join(shown) or 'no dice'}."
