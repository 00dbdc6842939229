"""Measure the first load of home and of a table of each game: bytes, and the time until it can be used.

    python tools/first_load.py            # 1.6 Mbit/s and 150 ms, three times each
    python tools/first_load.py --times 5

A real Chromium with an empty cache before a real server, and a thin line between them (`tests/web/relay.py`):
all connections share its width, and a new one has to be greeted first.  Bytes are counted where they pass,
packed as they are, headers included, until nothing more is asked for.  The time goes from the address to the
moment when something can be touched and the board is drawn (on home: a game can be begun), and is the middle
one.  The machine is not slowed down, so that one which is busy shows more.  (Chromium's own slow line is no
help: it counts what comes over a websocket as if it were not packed.)
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright
from tests.server.conftest import Process
from tests.web.conftest import CHROMIUM, FLAGS, LIT, Window
from tests.web.relay import Relay

from fimbul.games import SLUGS
from fimbul.games import game as find_game

RATE, TRIP = 200_000, 0.15  # bytes a second, seconds there and back
HOME = "document.querySelector('.game button.primary')"
DRAWN = "document.querySelector('fimbul-board').shadowRoot.querySelector('.ground').firstChild"


def table(window: Window, slug: str) -> str:
    """The address of a new table of the game, as home would open it."""
    game = find_game(slug)
    start = game.starts[0] if game.starts else None
    count = (start.seats if start else None) or game.seats[0]
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (count - 1)]
    body = {"game": slug, "seats": seats, "seed": 1, "options": start.options if start else {}}
    return f"/t/{window.call('/tables', body)['id']}"


def load(browser: Any, address: str, slug: str | None, slow: bool) -> tuple[int, float]:
    """Bytes and seconds of one first load, by somebody who has never been here."""
    relay = Relay(address, rate=RATE, trip=TRIP) if slow else Relay(address)
    fresh = Window(browser, relay.address)
    path, there = ("/", HOME) if slug is None else (table(fresh, slug), f"{LIT}.length && {DRAWN}")
    before, began = relay.sent, time.monotonic()
    fresh.page.goto(path, wait_until="commit")
    fresh.wait(there)
    took = time.monotonic() - began
    fresh.page.wait_for_load_state("networkidle")
    sent = relay.sent - before
    fresh.context.close()
    relay.door.close()
    return sent, took


def main() -> None:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    times = parser.parse_args().times
    if CHROMIUM is None:
        sys.exit("Chromium is not installed; name it in CHROMIUM.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), "--port", "0")
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug in (None, *SLUGS):
                load(browser, address, slug, slow=False)  # the server has been used before
                runs = [load(browser, address, slug, slow=True) for _ in range(times)]
                sent, took = max(sent for sent, _ in runs), statistics.median(took for _, took in runs)
                print(f"{slug or 'home':12} {sent / 1000:6.0f} kB {took:6.2f} s", flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
