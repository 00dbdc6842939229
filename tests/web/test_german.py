"""The table in German: longer words have room, and nothing is left in another language."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.guests.helpers import installed
from tests.server.conftest import Process
from tests.web.conftest import PHONE, TABLE, Window
from tests.web.test_access import judge
from tests.web.test_layout import middle, sit

from fimbul.games import SLUGS

SMALL = {**PHONE, "width": 360, "height": 740}  # as wide as many phones are
TABLET = {"width": 820, "height": 1180, "has_touch": True}
TABS = """() => [...document.querySelectorAll(".tabs [role=tab]")].filter((tab) => tab.checkVisibility())
  .map((tab) => {
    const { left, right, top, bottom } = tab.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const seen = left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && tab.contains(hit);
    return [tab.textContent, seen && tab.scrollWidth <= tab.clientWidth];
  })"""
ROWS = """() => new Set([...document.querySelectorAll(".tabs [role=tab]")]
  .filter((tab) => tab.checkVisibility()).map((tab) => tab.getBoundingClientRect().top)).size"""
NEWS = "on => document.querySelectorAll('.tabs button').forEach((one) => one.classList.toggle('news', on))"
# Every word of a card, an answer or the news that goes on in the next line (without a hyphen of its own).
BROKEN = r"""() => {
  const found = [];
  const READ = ".card .body, .answer, .words, .question, .fact, .ideas span";
  for (const part of document.querySelectorAll(READ)) {
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      if (text.parentElement.closest(".aside, svg")) continue;
      for (const { index, 0: word } of text.data.matchAll(/\p{L}{3,}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter((line) => line.width > 1);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("shape", [SMALL, PHONE, TABLET, {}], ids=["small", "phone", "tablet", "wide"])
@pytest.mark.parametrize("slug", SLUGS)
def test_long_words_have_room(window: Any, slug: str, shape: dict[str, Any]) -> None:
    """All tabs are seen at once, with a dot for news or without, and no word is broken in two."""
    ada = window(locale="de-DE", **shape)
    sit(ada, slug, "middle")
    for news in (False, True):
        ada.ask(NEWS, news)
        tabs = ada.ask(TABS)
        assert len(tabs) >= 5
        assert [name for name, seen in tabs if not seen] == []
        assert shape is TABLET or ada.ask(ROWS) == 1
    if shape is TABLET:  # where the ideas of a bot have least room
        ada.ask(f"{TABLE}.askHint()")
        expect(ada.page.locator(".ideas button").first).to_be_visible()
    for tab in ("Mats", "Log"):
        ada.ask(f"tab => {TABLE}.panel.open(tab)", tab)
        ada.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert ada.ask(BROKEN) == []
    assert ada.ask("document.querySelector('fimbul-scene').closest('[lang]').lang") == "de"


def test_what_stays_english_says_so_to_those_who_listen(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of another package that speaks English only, on German pages."""
    site = installed(Path(__file__).parents[2] / "examples" / "tablut", tmp_path / "site")
    paths = [str(site), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    process = Process(tmp_path / "data", "--port", "0")
    ada = Window(browser, process.address.rstrip("/"), locale="de-DE")
    try:
        ada.go("/")
        expect(ada.page.locator("[data-game=tablut] .blurb")).to_have_attribute("lang", "en")
        assert ada.ask("document.querySelector('[data-game=fate] .blurb').closest('[lang]').lang") == "de"
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        ada.open(ada.call("/tables", {"game": "tablut", "seats": seats})["id"])
        for part in ("fimbul-board", "#page-Log", "#actions"):
            assert ada.ask(f"document.querySelector('{part}').closest('[lang]').lang") == "en", part
        assert ada.ask("document.querySelector('.tabs').closest('[lang]').lang") == "de"
        ada.go("/rules/tablut")
        ada.wait("document.querySelector('article')?.closest('[lang]').lang === 'en'")
        assert ada.wrong == []
    finally:
        ada.context.close()
        process.kill()


def test_the_way_out_of_the_welcome_is_seen(window: Any) -> None:
    ada = window(locale="de-DE", **TABLET)
    sit(ada, "fate", "first")
    way = ada.page.locator(".welcome .plain")
    box, sheet = way.bounding_box(), ada.page.locator("fimbul-sheet").bounding_box()
    assert box["x"] + box["width"] <= sheet["x"] + sheet["width"]
    way.click()
    expect(way).to_have_count(0)


def test_a_puzzle_says_the_way_back_in_words(window: Any) -> None:
    ada = window(locale="de-DE")
    ada.go("/puzzles#1")
    ada.wait("document.querySelector('fimbul-scene')?.next.size")
    ada.ask(
        "document.querySelector('fimbul-scene').choose([...document.querySelector('fimbul-scene').next][0])"
    )
    crumb = ada.page.locator(".crumb")
    expect(crumb).to_be_visible()
    assert "=>" not in crumb.inner_text()
    crumb.get_by_role("button", name="Zurück").click()
    expect(crumb).to_be_hidden()


def test_what_a_browser_asks_for_by_itself_is_german_too(window: Any) -> None:
    """Pictures and the chronicle, where the browser's own language is another."""
    ada = window(locale="en-GB")
    ada.page.add_init_script("localStorage.setItem('language', 'de')")
    ada.go("/")
    expect(ada.page.locator(".game img")).to_have_count(len(SLUGS))
    addresses = ada.ask("[...document.querySelectorAll('.game img')].map(one => one.src)")
    assert all(each.endswith("?language=de") for each in addresses)
    ada.go(f"/t/{ada.record(middle('six_winters')[0])}/replay")
    ada.page.get_by_role("link", name="Chronik").click()
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    expect(ada.page.get_by_role("link", name="Als Markdown speichern")).to_be_visible()
    ada.go(
        f"{ada.ask('location.pathname')}?language=en"
    )  # its words are English, whatever one reads elsewhere
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")


def test_a_page_that_was_never_fetched_says_so_in_words(window: Any) -> None:
    """Without the net a browser tells of modules; people are told that there is no connection."""
    ada = window(locale="de-DE", service_workers="allow")
    ada.go("/")
    ada.ask("navigator.serviceWorker.ready.then(() => true)")
    ada.page.reload()
    ada.context.set_offline(True)
    ada.go("/lobby")
    expect(ada.page.locator(".lost p")).to_contain_text("keine Verbindung")
    ada.wrong.clear()  # the browser itself tells of every request that found no net


@pytest.mark.parametrize("shape", [PHONE, TABLET, {}], ids=["phone", "tablet", "wide"])
def test_everybody_can_use_it_in_german(window: Any, shape: dict[str, Any]) -> None:
    """Home, the settings and a table, with axe-core: among other things the page says its language."""
    ada = window(locale="de-DE", **shape)
    ada.go("/")
    expect(ada.page.locator(".game").first).to_be_visible()
    judge(ada, "home")
    ada.page.get_by_role("button", name="Einstellungen").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    judge(ada, "settings")
    sit(ada, "six_winters", "middle")
    judge(ada, "a table")
