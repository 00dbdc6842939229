"""What a seat sees, in words: made from the same scene that people see, so it tells nothing more."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from fimbul.core import BadOption

MOST_ACTIONS = 60  # in one answer; the rest is asked for
MOST_NODES = 120


class Offered(Protocol):
    """An action as it is offered."""

    @property
    def text(self) -> str:
        """Its notation."""

    @property
    def words(self) -> str:
        """Its words."""


def tell_scene(scene: dict[str, Any], sketch: str = "") -> str:
    """The table as text: the question, the board, and what lies around it."""
    parts = [tell_sheet(scene["sheet"])]
    if sketch:
        parts.append(f"## Board\n\n```\n{sketch}\n```")
    parts += [tell_board(board) for board in scene["boards"]]
    parts += [tell_tray(tray) for tray in scene["trays"]]
    return "\n\n".join(part for part in parts if part)


def tell_sheet(sheet: dict[str, Any]) -> str:
    """The question and what helps to answer it."""
    lines = [f"## {'Your decision' if sheet['mine'] else 'Now'}", "", sheet["text"]]
    for fact in sheet["facts"]:
        if fact["type"] == "odds":
            value = ", ".join(f"{name} {chance:.0%}" for name, chance in fact["chances"])
        elif fact["type"] == "dice":
            value = ", ".join(die["name"] or die["value"] for die in fact["dice"])
        else:
            value = fact["value"]
        lines.append(f"- {fact['name']}{f': {value}' if value else ''}")
    return "\n".join(lines)


def tell_board(board: dict[str, Any]) -> str:
    """What stands on a board, as far as it has a title."""
    titles = [node["title"] for node in board["nodes"] if node["title"] and not node["floating"]]
    kept = titles[-MOST_NODES:]  # pieces are drawn after the ground
    if not kept:
        return ""
    left_out = [f"- ... and {len(titles) - len(kept)} more"] if len(kept) < len(titles) else []
    heading = f"## On the board{within(board['title'])}"
    return "\n".join([heading, "", *(f"- {title}" for title in kept), *left_out])


def tell_tray(tray: dict[str, Any]) -> str:
    """Cards that belong together."""
    heading = f"## {tray['title']}{within(tray['note'])}"
    lines = [heading, ""]
    if tray["figures"]:
        lines.append(tell_figures(tray["figures"]))
    for card in tray["cards"]:
        about = ", ".join(part for part in (card["kind"], card["state"]) if part)
        figures = tell_figures((*card["figures"], *card["marks"]))
        line = f"- {card['title']}{within(about)}"
        line += f": {figures}" if figures else ""
        line += f". {card['text']}" if card["text"] else ""
        lines.append(line)
    return "\n".join(lines) if len(lines) > 2 else ""


def within(text: str) -> str:
    """A note in brackets, where there is one."""
    return f" ({text})" if text else ""


def tell_figures(figures: Iterable[dict[str, Any]]) -> str:
    """Numbers and tokens."""
    return ", ".join(f"{figure['name']} {figure['value']}".strip() for figure in figures)


def tell_actions(actions: Sequence[Offered], words: str = "", first: int = 0) -> str:
    """Legal actions with their words, those that have all the words asked for, some at a time."""
    wanted = words.lower().split()
    found = [
        action
        for action in actions
        if all(word in f"{action.text} {action.words}".lower() for word in wanted)
    ]
    if not found:
        return f"None of the {len(actions)} legal actions has the words '{words}'." if actions else ""
    if first not in range(len(found)):
        raise BadOption(f"first may be 0 to {len(found) - 1} here, not {first}.")
    shown = found[first : first + MOST_ACTIONS]
    kinds = f" with '{words}'" if words else ""
    heading = f"## Legal actions{kinds}: {len(found)}"
    lines = [heading, "", *(f"- `{action.text}` {action.words}" for action in shown)]
    if first + len(shown) < len(found):
        lines.append(
            f"- ... {len(found) - first - len(shown)} more: legal_actions with first={first + len(shown)}"
        )
    return "\n".join(lines)
