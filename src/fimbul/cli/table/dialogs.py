"""Questions that the table asks, and its page of help."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

HELP = """\
[b]Playing[/b]
What you can touch is lit. Touch who acts, then where or whom; number keys take what the bar below offers.
[b]mouse[/b] or [b]arrows + Enter[/b]  touch        [b]n[/b] / [b]p[/b]  next / previous lit thing
[b]Escape[/b]  step back        [b]1[/b]-[b]9[/b]  take a choice from the bar
[b]/[/b]  filter the actions by typing (words or notation), Enter plays the first
[b]a[/b] actions   [b]l[/b] log   [b]r[/b] rules, at the rule that refused you last
[b]Tab[/b]  go between board and panel; a highlighted action is previewed on the board

[b]The table[/b]
[b]u[/b]  undo your last action        [b]h[/b]  hint: a bot's three best ideas
[b]s[/b]  save as a .saga file         [b]x[/b]  resign
[b]g[/b]  new game                     [b]q[/b]  leave

"""


class Question(ModalScreen[str]):
    """A question with a few answers; Escape is the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "last", "Back", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, text: str, answers: dict[str, str]) -> None:
        super().__init__()
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical(classes="dialog"):
            yield Label(self.text)
            with Horizontal(classes="answers"):
                for name, label in self.answers.items():
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An answer."""
        self.dismiss(event.button.id or "")

    def on_key(self, event: object) -> None:
        """The first letter of an answer is the answer."""
        key = getattr(event, "key", "")
        for name, label in self.answers.items():
            if key == label[0].lower():
                self.dismiss(name)
                return

    def action_last(self) -> None:
        """Back out."""
        self.dismiss(list(self.answers)[-1])


class SaveAs(ModalScreen[str]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", show=False)]

    def __init__(self, name: str, trouble: str = "") -> None:
        super().__init__()
        self.given = name
        self.trouble = trouble

    def compose(self) -> ComposeResult:
        """One line to type in."""
        with Vertical(classes="dialog"):
            yield Label("Save the game as (Enter saves, Escape goes back)")
            yield Input(self.given, select_on_focus=False)
            yield Label(self.trouble, classes="trouble")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A name."""
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """No name."""
        self.dismiss("")


class Help(ModalScreen[None]):
    """The keys, and how to read this game's board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "close", "Close", show=False)
    ]

    def __init__(self, more: str) -> None:
        super().__init__()
        self.more = more

    def compose(self) -> ComposeResult:
        """A page that scrolls."""
        with VerticalScroll(classes="dialog page"):
            yield Static(HELP)
            yield Static(self.more, markup=False)
            yield Static("[dim]Escape closes this page.[/dim]")

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
