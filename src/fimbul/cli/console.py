"""What commands print: JSON for scripts, plain or coloured text for people, progress on stderr."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from fimbul.cli.files import terminal
from fimbul.core import Sketch, Span

if TYPE_CHECKING:
    from rich.text import Text

# Sketch styles as terminal colours: ice against ember, what helps in green, what harms in red.
STYLES = {
    "": "",
    "seat0": "#7fc8f8",
    "seat1": "#ffab5e",
    "seat2": "#b7e07a",
    "seat3": "#e6a1f0",
    "good": "#8fd694",
    "bad": "#ff6b6b",
    "dim": "#7d8a99",
    "bold": "bold",
}
CARDS = {"seat0": "on #17324a", "seat1": "on #4a2d15", "seat2": "on #2c4019", "seat3": "on #45264b"}


def say_json(value: Any) -> None:
    """Print one JSON object: on one line, or laid out for a person at a terminal."""
    indent = 2 if terminal("stdout") else None
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=indent))


def say_sketch(sketch: Sketch) -> None:
    """Print a board, in colour where there is a terminal."""
    if not terminal("stdout"):
        print(sketch.plain())
        return
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for line in sketch.lines:
        console.print(coloured(line))


def coloured(line: tuple[Any, ...]) -> "Text":
    """A line of spans as Rich text."""
    from rich.text import Text

    return Text.assemble(*((span.text, style_of(span)) for span in line))


def style_of(span: Span) -> str:
    """A span's colours; what belongs to a seat and can be touched has a card's ground under it."""
    names = span.style.split()
    ground = [CARDS[name] for name in names if name in CARDS] if span.node else []
    return " ".join([STYLES.get(name, "") for name in names] + ground)


class Bar(Protocol):
    """Something that is told how far the work has come."""

    def advance(self, steps: int = 1) -> None:
        """So many more are done."""


class Silent:
    """No terminal, no bar."""

    def advance(self, steps: int = 1) -> None:
        """Nothing to show."""


@contextmanager
def progress(what: str, total: int, unit: str) -> Iterator[Bar]:
    """A bar with rate and time left on stderr, while a person is there to watch it."""
    if not terminal("stderr"):
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn

    class Rate(TextColumn):
        def render(self, task: Task) -> "Text":
            from rich.text import Text

            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.1f} {unit}/s" if speed else f"- {unit}/s", style="cyan")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(""),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)

        class Shown:
            def advance(self, steps: int = 1) -> None:
                bars.advance(task, steps)

        yield Shown()


def columns(rows: Sequence[tuple[str, ...]], gap: int = 2) -> str:
    """Rows as aligned text, for people."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "".join(f"{cell:<{width + gap}}" for cell, width in zip(row, widths, strict=True)) for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def warn(text: str) -> None:
    """A sentence on stderr."""
    print(f"fimbul: {text}", file=sys.stderr)
