"""The bar below the board: what can be chosen next that is not on it (a facing, a token, to pass)."""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static


class Choices(Static, can_focus=True):
    """Numbered choices, taken by number, by mouse, or with the arrows and Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", show=False),
        Binding("right,down", "step(1)", show=False),
        Binding("enter,space", "take", show=False),
    ]

    class Taken(Message):
        """A choice was made."""

        def __init__(self, node: str) -> None:
            super().__init__()
            self.node = node

    class Considered(Message):
        """A choice is pointed at."""

        def __init__(self, node: str) -> None:
            super().__init__()
            self.node = node

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.items: list[tuple[str, str]] = []
        self.place = 0

    def offer(self, items: list[tuple[str, str]]) -> None:
        """Offer these nodes, each with its words."""
        if items == self.items:
            return
        self.items, self.place = items, 0
        self.display = bool(items)
        self.paint()

    def paint(self) -> None:
        """Draw the bar."""
        text = Text()
        for place, (_, words) in enumerate(self.items):
            chosen = self.has_focus and place == self.place
            style = "#14181f on #ffb454" if chosen else "#f2f5f9 on #2e2619"
            number = f"{place + 1} " if place < 9 else ""
            label = f" {number}{words} ".replace(" ", "\u00a0")  # a choice is never broken in two
            text.append(label, Style.parse(style) + Style(meta={"choice": place}))
            text.append(" ")
        self.update(text)

    @property
    def node(self) -> str:
        """The choice that is pointed at, while the bar has the focus."""
        return self.items[self.place][0] if self.has_focus and self.items else ""

    def on_click(self, event: events.Click) -> None:
        """Take what is under the mouse."""
        place = event.style.meta.get("choice")
        if isinstance(place, int):
            self.take(place)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show what is pointed at, while somebody is there to point."""
        super().watch_has_focus(has_focus)
        self.paint()
        self.post_message(self.Considered(self.node))

    def action_step(self, by: int) -> None:
        """Point at the next one."""
        if self.items:
            self.place = (self.place + by) % len(self.items)
            self.paint()
            self.post_message(self.Considered(self.node))

    def action_take(self) -> None:
        """Take what is pointed at."""
        self.take(self.place)

    def take(self, place: int) -> None:
        """Take a choice by its place."""
        if 0 <= place < len(self.items):
            self.post_message(self.Taken(self.items[place][0]))
