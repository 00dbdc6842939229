"""Questions that the table asks, and its page of help."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

Told = Callable[[str], str]  # words in the language of the table

KEYS = (
    ("", "What you can touch is lit: touch who acts, then where or whom."),
    ("mouse, arrows Enter", "touch; pointing at a thing tells what it is"),
    ("n, p", "point at the next or previous lit thing"),
    ("1 to 9", "take what the bar below the board offers"),
    ("Escape", "step back"),
    ("/", "filter the actions; Enter plays the first one"),
    ("a", "actions; the board previews the highlighted one"),
    ("l", "log; the board shows who the highlighted line is about"),
    ("r", "rules, at the one that refused you last"),
    ("u", "undo your last action and the answer to it"),
    ("h", "hint: a bot's three best ideas, with its estimate"),
    ("c, t", "show the notation of actions; tell what happens faster or slower"),
    ("s", "save the game as a .saga file"),
    ("x, g, q", "resign, new game, leave"),
)


def keys_in(told: Told) -> str:
    """The keys and what they do."""
    rows = [(told(key), told(words)) for key, words in KEYS]
    return "\n".join(f"[b #ffb454]{key:<20}[/]{words}" if key else words for key, words in rows)


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
            yield Label(self.text, markup=False)
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

    def __init__(self, name: str, trouble: str, told: Told) -> None:
        super().__init__()
        self.given = name
        self.trouble = told(trouble)
        self.asked = told("Save the game as (Enter saves, Escape goes back)")

    def compose(self) -> ComposeResult:
        """One line to type in."""
        with Vertical(classes="dialog"):
            yield Label(self.asked, markup=False)
            yield Input(self.given, select_on_focus=False)
            yield Label(self.trouble, classes="trouble", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A name."""
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """No name."""
        self.dismiss("")


class Words(ModalScreen[str | None]):
    """Asks for words that the player makes up; none of them is an answer too."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", show=False)]

    def __init__(self, question: str, told: Told) -> None:
        super().__init__()
        self.question = f"{told(question)} {told('(Enter says it, Escape goes back)')}"

    def compose(self) -> ComposeResult:
        """One line to type in."""
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The words."""
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """Say nothing yet."""
        self.dismiss(None)


class Veil(ModalScreen[None]):
    """Covers the table while the keyboard is passed on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift", "Look", show=False)]

    def __init__(self, name: str, told: Told) -> None:
        super().__init__()
        self.lines = (
            told(f"Pass the keyboard to {name}; the others look away."),
            told(f"{name}: press Enter."),
        )

    def compose(self) -> ComposeResult:
        """Who shall sit down."""
        with Vertical(classes="dialog"):
            for line in self.lines:
                yield Label(line, markup=False)

    def action_lift(self) -> None:
        """Show the table."""
        self.dismiss(None)


class Help(ModalScreen[None]):
    """The keys, and how to read this game's board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "close", "Close", show=False)
    ]

    def __init__(self, more: str, told: Told) -> None:
        super().__init__()
        self.keys = keys_in(told)
        self.more = told(more)

    def compose(self) -> ComposeResult:
        """A page that scrolls."""
        with VerticalScroll(classes="dialog page"):
            yield Static(self.keys)
            yield Static(f"\n{self.more}", markup=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
