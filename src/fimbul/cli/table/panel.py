"""What stands beside the board: the actions, the log and the rules."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Markdown, OptionList
from textual.widgets.option_list import Option

from fimbul.cli.rules import without_pictures
from fimbul.cli.table.dialogs import Told
from fimbul.core import Action, Event, Rule, Rules

DIM = "#7d8a99"


def take_up(widget: Widget) -> None:
    """Give a widget the keyboard at once.

    `focus()` waits until nothing else is to be done: keys pressed meanwhile would go to whoever had it, and
    what was taken up in between would be let go again.
    """
    widget.screen.set_focus(widget)


class Filter(Input):
    """A line to type in, from which the arrows lead into the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "into_list", show=False),
        Binding("escape", "leave", show=False),
    ]

    def action_into_list(self) -> None:
        """On to the list."""
        assert self.parent is not None
        take_up(self.parent.query_one(OptionList))

    def action_leave(self) -> None:
        """Clear it; if it was empty, back to the board."""
        if self.value:
            self.value = ""
        else:
            take_up(self.screen.query_one("#board"))


class Actions(Vertical):
    """Every legal action in words, and in notation for whoever wants it: the keyboard's way to play."""

    class Chosen(Message):
        """An action was picked."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Considered(Message):
        """An action is highlighted (None: none is)."""

        def __init__(self, action: Action | None) -> None:
            super().__init__()
            self.action = action

    class Typed(Message):
        """Enter was pressed on words that no action has."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, told: Told) -> None:
        super().__init__(id="actions")
        self.told = told
        self.choices: list[tuple[Action, str]] = []
        self.shown: list[Action] = []
        self.notation = False

    def compose(self) -> ComposeResult:
        """The filter above the list."""
        yield Filter(placeholder=self.told("/ to filter"), id="filter", compact=True)
        yield OptionList(id="action-list", compact=True)

    def offer(self, choices: list[tuple[Action, str]], *, keep_filter: bool = False) -> None:
        """Offer these actions."""
        if choices == self.choices:
            return
        self.choices = choices
        words = self.query_one(Filter)
        if words.value and not keep_filter:
            with words.prevent(Input.Changed):
                words.value = ""
        self.fill()

    def fill(self) -> None:
        """List the actions that have all the words typed."""
        words = self.query_one(Filter).value.lower().split()
        shown = [
            (action, text)
            for action, text in self.choices
            if all(word in f"{text} {action}".lower() for word in words)
        ]
        self.shown = [action for action, _ in shown]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Option(Text.assemble(text, (f" {action}" * self.notation, DIM))) for action, text in shown]
            or [
                Option(
                    Text(self.told("No action has these words." if words else "Nothing to choose."), DIM),
                    disabled=True,
                )
            ]
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter."""
        event.stop()
        self.fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play the first action that is left, or say why what was typed is none."""
        event.stop()
        if self.shown:
            exact = [action for action in self.shown if str(action) == event.value.strip()]
            self.post_message(self.Chosen((exact or self.shown)[0]))
        elif event.value:
            self.post_message(self.Typed(event.value.strip()))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play it."""
        event.stop()
        if event.option_index < len(self.shown):
            self.post_message(self.Chosen(self.shown[event.option_index]))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Think about it."""
        event.stop()
        self.consider()

    def on_descendant_focus(self) -> None:
        """The list is in hand: preview what is highlighted."""
        self.consider()

    def on_descendant_blur(self) -> None:
        """The list is out of hand."""
        self.consider()

    def consider(self) -> None:
        """Tell which action is highlighted, while the list has the focus."""
        options = self.query_one(OptionList)
        place = options.highlighted
        known = options.has_focus and place is not None and place < len(self.shown)
        self.post_message(self.Considered(self.shown[place] if known and place is not None else None))


class Log(Vertical):
    """What has happened, in sentences."""

    class Recalled(Message):
        """An entry is highlighted."""

        def __init__(self, nodes: tuple[str, ...]) -> None:
            super().__init__()
            self.nodes = nodes

    def __init__(self, told: Told) -> None:
        super().__init__(id="log")
        self.told = told
        self.entries: list[tuple[int, Event]] = []

    def compose(self) -> ComposeResult:
        """A list, so that an entry can be pointed at."""
        yield OptionList(id="log-list", compact=True)

    def tell(self, entries: list[tuple[int, Event]]) -> None:
        """Show the story so far: only what is new is added, unless something was taken back."""
        options = self.query_one(OptionList)
        count = len(self.entries)
        if entries[:count] != self.entries:
            options.clear_options()
            count = 0
        new = entries[count:]
        self.entries = entries
        if new:
            options.add_options(
                [Option(Text.assemble((f"{ply} ", DIM), self.told(event.sentence()))) for ply, event in new]
            )
            options.scroll_end(animate=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at what an entry is about."""
        event.stop()
        if event.option_list.has_focus and event.option_index < len(self.entries):
            self.post_message(self.Recalled(self.entries[event.option_index][1].touches()))


class RulesPage(Vertical):
    """The numbered rules, to search and to read."""

    def __init__(self, page: Rules, told: Told) -> None:
        super().__init__(id="rules")
        self.page = page
        self.told = told
        self.found: Sequence[Rule] = page.rules

    def compose(self) -> ComposeResult:
        """Search, contents, and the rule itself."""
        yield Filter(
            placeholder=self.told("search the rules: words or a number"), id="rule-filter", compact=True
        )
        yield OptionList(id="rule-list", compact=True)
        with VerticalScroll(id="rule-scroll"):
            yield Markdown(id="rule-text", open_links=False)

    def on_mount(self) -> None:
        """Start with everything."""
        self.fill()

    def fill(self) -> None:
        """List the rules that have all the words typed."""
        words = self.query_one(Filter).value
        number = words.strip().upper()
        exact = [rule for rule in self.page.rules if rule.number == number]
        self.found = exact or (self.page.search(words) if words.strip() else self.page.rules)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Option(Text.assemble((f"{rule.number:<5}", "#ffb454"), rule.title)) for rule in self.found]
        )
        if self.found:
            options.highlighted = 0

    async def read(self, number: str) -> None:
        """Turn to a rule."""
        words = self.query_one(Filter)
        with words.prevent(Input.Changed):
            words.value = ""
        self.fill()
        rule = self.page[number]
        self.query_one(OptionList).highlighted = list(self.found).index(rule)
        await self.show(rule)

    async def show(self, rule: Rule) -> None:
        """Show a rule's text."""
        text = f"**{rule.number} {rule.title}**\n\n{without_pictures(rule.text, self.told('Picture'))}"
        await self.query_one(Markdown).update(text)
        self.query_one("#rule-scroll").scroll_home(animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search."""
        event.stop()
        self.fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """On to what was found."""
        event.stop()
        take_up(self.query_one(OptionList))

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the rule."""
        event.stop()
        if event.option_index < len(self.found):
            await self.show(self.found[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """On to its text."""
        event.stop()
        take_up(self.query_one("#rule-scroll"))
