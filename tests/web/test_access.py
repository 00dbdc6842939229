"""Everybody can use every page: axe-core finds nothing serious, and who listens hears what happens."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE
from tests.web.test_layout import middle, sit

from fimbul.games import SLUGS

AXE = Axe()
GRAVE = ("serious", "critical")
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
DRESS = """() => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "night" ? "birch" : "night";
  for (const board of document.querySelectorAll("fimbul-board")) board.replaceWith();
}"""  # words on boards have colours of their own, which another test measures


def grave(found: list[dict[str, Any]]) -> list[str]:
    """The serious and critical violations among those that were found."""
    bad = [each for each in found if each["impact"] in GRAVE]
    return [f"{each['id']}: {node['html'][:160]}" for each in bad for node in each["nodes"]]


def judge(window: Any, name: str) -> None:
    """No serious or critical violation on the page as it is."""
    found = AXE.run(window.page).response["violations"]
    assert grave(found) == [], name
    assert "page-has-heading-one" not in [each["id"] for each in found], name


def judge_colours(window: Any, name: str) -> None:
    """Nothing is hard to see, as it is coloured now."""
    found = AXE.run(window.page, options=COLOURS).response["violations"]
    assert grave(found) == [], f"{name}, in the other theme"


def judge_both(window: Any, name: str) -> None:
    """The same, then in the other theme's colours what stands around the boards; the page is done for."""
    judge(window, name)
    window.ask(DRESS)
    judge_colours(window, name)


TABLET = {"width": 820, "height": 1180}
UPRIGHT = {"width": PHONE["width"], "height": PHONE["height"]}


@pytest.mark.parametrize("shape", [{}, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_pages(window, shape):
    """Every page around the tables, as a guest and with an account."""
    ada = window(**shape)
    shown = ".game, .rules article, .verdict.ok, fimbul-scene .warrior, .puzzles .here, .box, .ranks, .pages"
    shown += ", .lost"
    paths = ["/", "/rules/fimbulvetr", "/build/fimbulvetr", "/learn/fimbulvetr", "/lobby", "/account"]
    for path in (*paths, "/puzzles", "/nowhere"):
        ada.go(path)
        expect(ada.page.locator(shown).first).to_be_visible()
        judge_both(ada, path)
    ada.wrong = [line for line in ada.wrong if "404" not in line]  # the page that is not there
    ada.call("/accounts", {"login": f"ada-{len(shape)}", "password": "a long and winding fjord"})
    for path in ("/account", f"/people/ada-{len(shape)}", "/leaders/valknut"):
        ada.go(path)
        expect(ada.page.locator("h1")).to_be_visible()
        ada.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        judge_both(ada, path)


@pytest.mark.parametrize("slug", SLUGS)
def test_tables_and_replays(window, slug):
    ada = window()
    sit(ada, slug, "middle")
    judge_both(ada, slug)
    ada.ask("location.assign(location.pathname + '/replay')")
    expect(ada.page.locator("b.count")).to_be_visible()
    judge_both(ada, f"replay of {slug}")


@pytest.mark.parametrize("slug", SLUGS)
def test_phone_and_tablet(window, slug):
    """The table and its replay at both sizes, and then again in the other theme's colours."""
    ada = window(**PHONE)
    for path, shown in (("", "fimbul-board"), ("/replay", "b.count")):
        if path:
            ada.ask("path => location.assign(location.pathname + path)", path)
        else:
            sit(ada, slug, "middle")
        expect(ada.page.locator(shown).first).to_be_visible()
        for judged in (judge, judge_colours):
            for size in (UPRIGHT, TABLET):
                ada.page.set_viewport_size(size)
                judged(ada, f"{slug}{path}, {size}")
            ada.ask(DRESS)


@pytest.mark.parametrize("shape", [{}, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_the_chronicle(window, shape):
    """A page that the server writes itself."""
    ada = window(**shape)
    ada.go("/")
    told = ada.record(middle("six_winters")[0])
    for theme in ("night", "birch"):
        ada.ask("theme => localStorage.setItem('theme', theme)", theme)
        ada.go(f"/t/{told}/chronicle")
        expect(ada.page.locator("html")).to_have_attribute("data-theme", theme)
        judge(ada, f"chronicle, {theme}")


def test_every_tab(window):
    ada = window()
    ada.new_table(seed=1087)
    for tab in ("Actions", "Rules", "Chat", "Notes"):
        ada.ask(f"tab => {TABLE}.panel.open(tab)", tab)
        if tab == "Rules":
            expect(ada.page.locator(".rules article").first).to_be_visible()
        judge(ada, tab)


def test_who_listens_hears_pieces_and_moves(window):
    """Pieces say whose they are and where, empty floor says nothing, and moves are announced."""
    ada = window()
    ada.new_table("casual", seed=1087)
    spoken = ada.ask(
        "[...document.querySelector('fimbul-board').shadowRoot.querySelectorAll('.node')]"
        ".filter(node => node.getAttribute('aria-hidden') !== 'true').map(node => node.ariaLabel)"
    )
    assert len(spoken) >= 12
    assert sum("Saxons" in words for words in spoken) >= 6
    assert not [words for words in spoken if words.startswith("cell")]
    news = ada.page.locator("[role=log]")
    expect(news).to_be_attached()
    assert news.get_attribute("aria-live") == "polite"
    ply = ada.ply
    ada.take(ada.frame["actions"][0]["text"])
    ada.wait_ply(ply + 2)
    expect(news).not_to_be_empty()
    assert ada.frame["log"][-1]["text"] in news.inner_text()


def test_focus_is_kept(window):
    """Whoever plays from the keyboard never falls back to the top of the page."""
    ada = window()
    ada.new_table("casual", seed=1087)
    for _ in range(2):
        ply = ada.ply
        while ada.ply == ply and ada.lit():
            ada.page.keyboard.press("ArrowDown")
            ada.page.keyboard.press("Enter")
            ada.wait(f"{TABLE}.touch.path.length || {TABLE}.pending || {TABLE}.frame.ply !== x", ply)
            assert ada.ask("document.activeElement !== document.body")
        ada.wait_ply(ply + 2)
        if not ada.wait_turn():
            break
        assert ada.ask("document.activeElement !== document.body")
