"""Whole games on a phone with a finger alone: nothing is tapped but what the screen offers."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import PHONE, TABLE, Window

MOST_TAPS = 700
WAR = Path(__file__).parents[1] / "golden" / "fornaldar" / "whole-northern_war.saga"
READY = f"""() => {{
  const table = {TABLE};
  const ready = table?.frame && !table.pending && table.pace.idle;
  return Boolean(ready && (table.frame.outcome || table.touch.next.size));
}}"""
# What a finger can do now: what lies over everything else, or what glows where it can be seen and the tab
# behind which more of it lies.  Whatever is outside the board is scrolled to.
OFFERED = """() => {
  const table = document.querySelector("fimbul-table");
  const seen = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const buttons = (box) => [...document.querySelectorAll(box)].filter(seen)
    .map((button) => ({ id: button.textContent, ...middle(button) }));
  const middle = (part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const { path, frame } = table.touch ? { path: table.touch.path, frame: table.frame } : {};
  const state = `${frame.ply}.${frame.draft} ${path} ${table.panel.current}`;
  const front = buttons("dialog[open] button.primary, .lens.held:not([hidden]) button.primary");
  if (front.length) return { state, front: true, parts: front };
  const board = table.board;
  const shown = table.panel.current === "Table";
  const edge = board.getBoundingClientRect();
  const nodes = !shown ? [] : [...board.shadowRoot.querySelectorAll("[data-can]")]
    .map((node) => ({ id: node.dataset.id, ...middle(node) }))
    .filter(({ x, y }) => x > edge.left && x < edge.right && y > edge.top && y < edge.bottom);
  const others = [...table.scene.querySelectorAll("[data-can]")].filter(seen)
    .map((part) => ({ id: part.dataset.id, scroll: true }));
  const mats = document.querySelector("#tab-Mats");
  const tabs = seen(mats) && mats.classList.contains("news") && table.panel.current !== "Mats"
    ? [{ id: "Mats", tab: true, ...middle(mats) }] : [];
  return { state, over: Boolean(frame.outcome), parts: [...nodes, ...others, ...tabs] };
}"""
SCROLLED = """(id) => {
  const part = [...document.querySelectorAll("fimbul-scene [data-id]")].find((one) => one.dataset.id === id);
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
STATE = f"""before => {{
  const table = {TABLE};
  const {{ frame, touch, panel }} = table;
  const front = document.querySelector("dialog[open], .lens.held:not([hidden])");
  const now = `${{frame.ply}}.${{frame.draft}} ${{touch.path}} ${{panel.current}}`;
  return front || table.pending || now !== before;
}}"""
WISHED = """wishes => {
  const { touch } = document.querySelector("fimbul-table");
  const meant = wishes.map((text) => touch.live.find((action) => action.text === text)).find(Boolean);
  return meant?.clicks[touch.path.length];
}"""
CLOSER = "document.querySelector('fimbul-table').board.view.join()"
ASKED = "document.querySelector('fimbul-scene').asking"  # a busy machine may make a tap so long that it asks


class Finger:
    """Somebody who has a phone and no mouse, no keys, and no list of actions."""

    def __init__(self, window: Window, liked: Sequence[str] = (), wishes: Sequence[str] = ()) -> None:
        self.window = window
        self.chance = random.Random(1)
        self.liked = liked  # how the ids begin of what is tapped before anything else
        self.wishes = wishes  # actions that are taken wherever they can be
        self.taps = 0

    def tap(self, x: float, y: float) -> None:
        self.taps += 1
        self.window.page.touchscreen.tap(x, y)

    def choose(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        """What a wish asks for, or a liking, or anything."""
        wished = self.window.ask(WISHED, self.wishes) if self.wishes else None
        for liking in (wished, *self.liked) if wished else self.liked:
            if found := [part for part in parts if part["id"].startswith(liking)]:
                return self.chance.choice(found)
        return self.chance.choice(parts)

    def go_on(self) -> bool:
        """One tap; whether the game goes on."""
        page = self.window.page
        page.wait_for_function(READY)
        offered = page.evaluate(OFFERED)
        if offered.get("over"):
            return False
        assert offered["parts"], f"nothing to tap at {offered['state']}"
        part = self.choose(offered["parts"])
        spot = page.evaluate(SCROLLED, part["id"]) if part.get("scroll") else (part["x"], part["y"])
        before = page.evaluate(CLOSER)
        self.tap(*spot)
        told = f"x => ({STATE})(x[0]) || {CLOSER} !== x[1] || {ASKED}"
        page.wait_for_function(told, arg=[offered["state"], before])
        return True

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Tap until the game is over, or something is true."""
        while self.taps < MOST_TAPS and not until() and self.go_on():
            pass


def begin(window: Any, game: str, bots: Sequence[str], seed: int = 1, **options: Any) -> Window:
    """A phone at a table."""
    phone: Window = window(**PHONE)
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    made = phone.call("/tables", {"game": game, "seats": seats, "options": options, "seed": seed})
    phone.open(made["id"])
    return phone


@pytest.mark.parametrize(
    ("game", "bots", "options", "liked"),
    [
        ("fimbulvetr", ["greedy"], {"first": 0}, ()),
        ("valknut", ["random"], {}, ()),
        ("fate", [], {"heroes": ["alva"]}, ("act:practice", "end", "no", "done", "keep", "stop")),
        ("six_winters", [], {"mode": "session"}, ()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_whole_game_with_a_finger(window, game, bots, options, liked):
    phone = begin(window, game, bots, **options)
    finger = Finger(phone, liked)
    finger.play()
    print(f"{game}: {finger.taps} taps, {phone.ply} plies")
    assert phone.frame["outcome"] is not None
    phone.picture(f"touch-{game}")


def test_a_game_turn_of_fornaldar_with_a_battle_with_a_finger(window):
    """The last turn of a war: a march, a battle with its losses, the enemy's turn."""
    phone = window(**PHONE)
    phone.open(phone.fork(WAR, 619, 0))
    wishes = ("pick(h2028,land)", "go(h2331)", "fight(h2331,land)")
    finger = Finger(phone, ("b:halt", "b:done", "b:wait", "b:stand"), wishes)
    finger.play()
    print(f"fornaldar: {finger.taps} taps")
    told = phone.ask(f"{TABLE}.log.map(line => line.text).join(' ')")
    assert phone.frame["outcome"] is not None
    assert "battle" in told
    phone.picture("touch-fornaldar")
