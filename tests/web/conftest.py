"""A real Chromium before a real `fimbul serve`.  Every window is watched: no error, no request to another host."""

import os
import random
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.server.conftest import Process

CHROMIUM = shutil.which(os.environ.get("CHROMIUM", "chromium"))
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 15_000  # milliseconds
ARTIFACTS = Path(__file__).parents[2] / "artifacts" / "web"


class Window:
    """One person's browser window, and what a hand or a key does in it."""

    def __init__(self, browser: Any, address: str, width: int = 1280, height: int = 800, **more: Any) -> None:
        more = {"reduced_motion": "reduce", "permissions": ["clipboard-read", "clipboard-write"], **more}
        self.context = browser.new_context(
            base_url=address, viewport={"width": width, "height": height}, **more
        )
        self.context.set_default_timeout(PATIENCE)
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
        """Wait until something is true in the page; `x` is the argument.  (A function: the page forbids `eval`.)"""
        self.page.wait_for_function(f"x => {condition}", arg=argument)

    def call(self, path: str, body: Any) -> Any:
        """Ask the server as this guest."""
        answer = self.page.request.post(f"/api/v1{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def new_table(self, *others: str, **more: Any) -> dict[str, Any]:
        """A table of this guest's with quick set-up, opened in the window."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in others or ("search:easy",))]
        options = {"setup": "quick", "first": 0, **more.pop("options", {})}
        made: dict[str, Any] = self.call(
            "/tables", {"game": "fimbulvetr", "seats": seats, "options": options, **more}
        )
        self.go(f"/t/{made['id']}")
        self.wait_turn()
        return made

    # ---- at a table

    @property
    def frame(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("document.querySelector('fimbul-table').frame")
        return found

    @property
    def ply(self) -> int:
        return int(self.ask("document.querySelector('fimbul-table')?.frame?.ply ?? -1"))

    def wait_ply(self, ply: int) -> None:
        """Wait until the window shows this ply."""
        self.wait("document.querySelector('fimbul-table')?.frame?.ply >= x", ply)

    def wait_turn(self) -> bool:
        """Wait until something can be touched or the game is over; whether it goes on."""
        self.wait(
            "document.querySelector('fimbul-table')?.frame?.outcome"
            " || document.querySelector('fimbul-board')?.shadowRoot.querySelector('[data-can]')"
        )
        return self.frame["outcome"] is None

    def lit(self) -> list[str]:
        """What glows."""
        found: list[str] = self.ask(
            "[...document.querySelector('fimbul-board').shadowRoot.querySelectorAll('[data-can]')].map(g => g.dataset.id)"
        )
        return found

    def node(self, name: str) -> Any:
        return self.page.locator(f'fimbul-board [data-id="{name}"]')

    def touch(self, *names: str) -> None:
        for name in names:
            self.node(name).click()

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
            "NO BROWSER TESTS: chromium is not installed, so the table in the browser is not tested.",
            stacklevel=1,
        )
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

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
