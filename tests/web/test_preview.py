"""What a card would look like where it is laid, before it is laid."""

from collections.abc import Callable
from pathlib import Path

from tests.web.conftest import Window

RECORD = Path(__file__).parents[1] / "golden" / "valknut" / "two-goblins-draugar.saga"
SEEN = (
    "[...document.querySelector('fimbul-board').shadowRoot.querySelectorAll('[data-id^=\"as:\"]')]"
    ".filter(node => !node.hasAttribute('data-away')).map(node => node.dataset.id)"
)


def test_a_card_is_seen_where_one_points_with_it(window: Callable[..., Window]) -> None:
    me = window()
    me.open(me.fork(RECORD, 36, 0))
    action = next(action for action in me.frame["actions"] if action["text"].startswith("lay("))
    card, turn, place = action["clicks"]
    assert me.ask(SEEN) == []
    me.touch(card, turn)
    box = me.node(place).bounding_box()
    assert box is not None
    me.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    me.wait(f"{SEEN}.length === 1 && {SEEN}[0] === x", f"as:{turn}")
    me.page.mouse.move(2, 2)
    me.page.keyboard.press("Escape")
    me.wait(f"{SEEN}.length === 0")
