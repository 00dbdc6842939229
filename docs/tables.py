"""Photographs a table of each game for the README and the site: `make photographs` (it needs Chromium).

Each is a recorded game taken up in its middle, in a real browser before a real server.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "tests" / "golden"
SIZE = {"width": 1200, "height": 750}
QUALITY = 70
# Of each game a record, and how far into it the photograph is taken.
TABLES = {
    "fimbulvetr": ("shield-wall", 30),
    "valknut": ("ragnarok-elves-dragons-vanir-goblins", 90),
    "fate": ("two-embla-boldur", 60),
    "six_winters": ("three-players", 150),
    "fornaldar": ("whole-jotuns", 300),
}
LIT = (
    "() => [...document.querySelectorAll('fimbul-board:not([hidden])')]"
    ".some(board => board.shadowRoot.querySelector('[data-can]'))"
    " || document.querySelector('fimbul-scene [data-can]')"
)


def photograph(page: Page, slug: str) -> None:
    """Take up a recorded game where it is somebody's turn, and photograph the table."""
    name, ply = TABLES[slug]
    text = (GOLDEN / slug / f"{name}.saga").read_text(encoding="utf-8")
    shown = page.request.post("/api/v1/records", data=text)
    assert shown.ok, shown.text()
    source = shown.json()["id"]
    mover = page.request.get(f"/api/v1/tables/{source}/frames/{ply}").json()["to_act"][0]
    made = page.request.post(f"/api/v1/tables/{source}/fork", data={"ply": ply, "seat": mover})
    assert made.ok, made.text()
    page.goto(f"/t/{made.json()['id']}")
    page.wait_for_function(LIT)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=HERE / "tables" / f"{slug}.jpg", type="jpeg", quality=QUALITY)


def main() -> None:
    """Photograph all of them."""
    (HERE / "tables").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        words = [sys.executable, "-m", "fimbul.cli", "serve", "--no-open", "--port", "0", "--data", folder]
        server = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            context = browser.new_context(base_url=address, viewport=SIZE, reduced_motion="reduce")
            context.add_init_script('localStorage.settings ??= JSON.stringify({ pace: "instant" })')
            page = context.new_page()
            page.goto("/")
            for slug in sys.argv[1:] or TABLES:
                photograph(page, slug)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
