"""A real Chromium before a real `fimbul serve`.

Every window is watched: no error, no request to another host.  Nothing here waits for a time: what happens at
the table is shown at once (but where a test is about pace), and every wait is for a state.
"""

import json
import os
import random
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import TimeoutError
from tests.server.conftest import Process

CHROMIUM = shutil.which(os.environ.get("CHROMIUM", "chromium"))
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 30_000  # milliseconds: far beyond any machine; a test fails by a state that does not come
ARTIFACTS = Path(__file__).parents[2] / "artifacts" / "web"
TABLE = "document.querySelector('fimbul-table')"
LIT = (
    "[...document.querySelectorAll('fimbul-board:not([hidden])')]"
    ".flatMap(board => [...board.shadowRoot.querySelectorAll('[data-can]')])"
    ".concat([...document.querySelectorAll('fimbul-scene [data-can]')])"
)
NEARER = """node => {
  const board = node.getRootNode().host;
  const [own, all] = [node.getBoundingClientRect(), board.getBoundingClientRect()];
  const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
  if (x < all.left || x > all.right || y < all.top || y > all.bottom) board.look(board.box);
}"""  # what lies out of sight is found by looking at the whole board, as a hand would
THERE = f"""() => {{
  const table = {TABLE};
  const {{ frame, latest, past, pending, pace, live, news, touch }} = table ?? {{}};
  return {{
    at: location.pathname,
    me: table?.table?.me,
    shown: [frame?.epoch, frame?.ply, frame?.draft, frame?.to_act, frame?.actions?.length],
    latest: [latest?.epoch, latest?.ply, latest === frame],
    path: touch?.path,
    past, pending, idle: pace?.idle, line: live?.socket.readyState, news: news?.textContent,
    boxes: [...document.querySelectorAll("dialog, .toast")].map(({{ textContent }}) => textContent),
  }};
}}"""  # said where a wait was in vain
RECORDS: dict[str, dict[Path, str]] = {}  # those that a server has been shown: their tables
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


class Window:
    """One person's browser window, and what a hand or a key does in it."""

    def __init__(
        self,
        browser: Any,
        address: str,
        width: int = 1280,
        height: int = 800,
        settings: dict[str, Any] | None = None,
        theme: str = "night",
        **more: Any,
    ) -> None:
        more = {
            "reduced_motion": "reduce",
            "permissions": ["clipboard-read", "clipboard-write"],
            "service_workers": "block",  # so that every request is seen; one test is about the worker
            **more,
        }
        self.context = browser.new_context(
            base_url=address, viewport={"width": width, "height": height}, **more
        )
        self.context.set_default_timeout(PATIENCE)
        chosen = json.dumps({"pace": "instant", "warn": False, **(settings or {})})
        self.context.add_init_script(
            f"localStorage.settings ??= {json.dumps(chosen)}; localStorage.theme ??= '{theme}';"
        )
        self.host = urlsplit(address).netloc
        self.wrong: list[str] = []
        self.page = self.context.new_page()
        self.page.on("console", lambda line: line.type == "error" and self.wrong.append(line.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.judge(request.url))
        self.page.on("websocket", lambda socket: self.judge(socket.url))

    def judge(self, url: str) -> None:
        """Nothing may be asked of another host."""
        if urlsplit(url).netloc not in (self.host, ""):
            self.wrong.append(f"asked for {url}")

    def go(self, path: str) -> None:
        self.page.goto(path)

    def picture(self, name: str) -> None:
        """Keep a screenshot for people to look at."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")

    def ask(self, expression: str, argument: Any = None) -> Any:
        return self.page.evaluate(expression, argument)

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until something is true in the page; `x` is the argument.  (The page forbids `eval`.)"""
        try:
            self.page.wait_for_function(f"x => {condition}", arg=argument)
        except TimeoutError as late:
            late.add_note(f"It never came true for {argument!r}: {condition}. There is: {self.ask(THERE)}")
            raise

    def call(self, path: str, body: Any) -> Any:
        """Ask the server as this guest."""
        answer = self.page.request.post(f"/api/v1{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open(self, table: str) -> None:
        """Sit down at a table of this guest's, and wait until something can be touched."""
        self.go(f"/t/{table}")
        self.wait_turn()

    def new_table(self, *others: str, **more: Any) -> dict[str, Any]:
        """A table of this guest's with quick set-up, opened in the window."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in others or ("casual",))]
        options = {"setup": "quick", "first": 0, **more.pop("options", {})}
        made: dict[str, Any] = self.call(
            "/tables", {"game": "fimbulvetr", "seats": seats, "options": options, **more}
        )
        self.open(made["id"])
        return made

    def record(self, path: Path) -> str:
        """A table that shows a record; its id."""
        known = RECORDS.setdefault(self.host, {})
        if path not in known:
            shown = self.page.request.post("/api/v1/records", data=path.read_text(encoding="utf-8"))
            assert shown.ok, shown.text()
            known[path] = str(shown.json()["id"])
        return known[path]

    def fork(self, path: Path, ply: int, seat: int, bot: str = "random") -> str:
        """A table that starts from a ply of a record; its id."""
        made = self.call(f"/tables/{self.record(path)}/fork", {"ply": ply, "seat": seat, "bot": bot})
        return str(made["id"])

    # ---- at a table

    @property
    def frame(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(f"{TABLE}.frame")
        return found

    @property
    def ply(self) -> int:
        return int(self.ask(f"{TABLE}?.frame?.ply ?? -1"))

    def wait_ply(self, ply: int) -> None:
        """Wait until the window shows this ply."""
        self.wait(f"{TABLE}?.frame?.ply >= x", ply)

    def wait_turn(self) -> bool:
        """Wait until something can be touched or the game is over; whether it goes on."""
        self.wait(f"{TABLE}?.frame?.outcome || {LIT}.length")
        return self.frame["outcome"] is None

    def lit(self) -> list[str]:
        """What glows."""
        found: list[str] = self.ask(f"{LIT}.map(node => node.dataset.id)")
        return found

    def node(self, name: str) -> Any:
        """Something of the scene: a node of a board, a card, a figure, a button."""
        return self.page.locator(f'fimbul-scene [data-id="{name}"]')

    def touch(self, *names: str) -> None:
        """Click things, one after the other, wherever they lie."""
        for name in names:
            node = self.node(name)
            if node.evaluate("node => node.namespaceURI.endsWith('svg')"):
                node.evaluate(NEARER)
                node.click(force=True)
            else:
                self.show(name)
                node.click()

    def show(self, name: str) -> None:
        """Open the tab behind which something lies."""
        self.ask(
            "id => { const table = document.querySelector('fimbul-table');"
            " const part = [...document.querySelectorAll('fimbul-scene [data-id]')]"
            " .find(one => one.dataset.id === id);"
            " if (part && !part.checkVisibility({ visibilityProperty: true }) && part.closest('.mats'))"
            " table.panel.open('Mats'); }",
            name,
        )

    def take(self, action: str) -> None:
        """Take an action by touching what it says, step by step, where it glows."""
        self.wait_turn()
        ply, draft = self.ply, self.frame["draft"]
        clicks = self.ask(
            f"text => {TABLE}.frame.actions.find(each => each.text === text)?.clicks ?? []", action
        )
        assert clicks, f"{action} is not offered"
        for name in clicks:
            self.wait(f"{TABLE}.touch.next.has(x)", name)
            self.touch(name)
            if self.ask(f"Boolean({TABLE}.pending) || {TABLE}.frame.ply !== {ply}"):
                break  # it was the last touch, or a last one without a choice
        self.wait(f"{TABLE}.frame.ply > x[0] || {TABLE}.frame.draft !== x[1]", [ply, draft])

    def play(self, chance: random.Random) -> None:
        """Take some turn by touching what glows."""
        ply = self.ply
        while self.ply == ply and (glowing := self.lit()):
            self.touch(chance.choice(glowing))

    def toast(self) -> Any:
        return self.page.locator(".toast").last


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of this module's own is."""
    process = Process(tmp_path_factory.mktemp("data"), "--port", "0")
    yield process.address.rstrip("/")
    process.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; where there is none, the tests that need it are skipped, and it is said aloud."""
    if CHROMIUM is None:
        warnings.warn(
            "NO BROWSER TESTS: chromium is not installed; the browser's table is untested.", stacklevel=1
        )
        pytest.skip("chromium is not installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def window(browser: Any, address: str) -> Iterator[Callable[..., Window]]:
    """Opens windows, one for each person; none of them may have seen anything wrong."""
    opened: list[Window] = []

    def begin(**more: Any) -> Window:
        opened.append(Window(browser, address, **more))
        return opened[-1]

    yield begin
    for each in opened:
        each.context.close()
    assert [wrong for each in opened for wrong in each.wrong] == []
