"""What happens in Fornaldar, for the log and the animation."""

from typing import ClassVar

from fimbul.core import Event, Told


class Rolled(Event, frozen=True):
    """Dice were rolled: for what, the dice, what was added, and what came of it; `table` names the chart."""

    what: str
    dice: tuple[int, ...]
    added: int = 0
    result: str = ""
    table: str = ""
    column: str = ""  # of the chart, where it has columns
    about: tuple[str, ...] = ()

    def sentence(self) -> str:
        shown = " + ".join(map(str, self.dice))
        if self.added:
            shown += f" {'+' if self.added > 0 else '-'} {abs(self.added)}"
        if len(self.dice) > 1 or self.added:
            shown += f" = {sum(self.dice) + self.added}"
        if len(self.result) == 1:  # a letter says something only on its chart
            return f"{self.what}: {shown}, {self.result} on the {self.table} table."
        end = f": {self.result}" if self.result else ""
        return f"{self.what}: {shown}{end}."

    def touches(self) -> tuple[str, ...]:
        return self.about


class Struck(Told, frozen=True):
    """A blow: those before the last node struck it."""

    blow: ClassVar[bool] = True
