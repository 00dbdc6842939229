"""What happens in Six Winters, for the log and the animation."""

from collections.abc import Iterable

from fimbul.core import Event
from fimbul.core.wording import listed


def dice_words(dice: Iterable[str]) -> str:
    """Dice as they are written in words, those of a kind together: `sorcery 6, 4 and 4; military 2`."""
    kinds: dict[str, list[str]] = {}
    for die in dice:
        kind, _, value = die.replace(" ", "-").rpartition("-")
        kinds.setdefault(kind, []).append(value)
    return "; ".join(
        listed(values) if kind == "action" else f"{kind} {listed(values)}" for kind, values in kinds.items()
    )


class Rolled(Event, frozen=True):
    """Dice were rolled, and lie somewhere."""

    who: str
    what: str
    dice: tuple[str, ...]

    def sentence(self) -> str:
        return f"{self.who} {self.what} {dice_words(self.dice) or 'no dice'}."
