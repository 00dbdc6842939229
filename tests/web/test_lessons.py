"""The guided first games of the two larger games, played through in a real browser as their words ask."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PHONE

LEARN = Path(__file__).parents[2] / "src" / "fimbul" / "web" / "static" / "learn"
LAID = "((table) => table.frame && table.table.id !== x)(document.querySelector('fimbul-table'))"
LESSONS = {
    "six_winters": {
        "Two friends and a fog": [],
        "Ask the table": ["scene"],
        "Overcome": ["person:0", "obstacle:2"],
        "Stress": ["confirm"],
        "An asset": ["person:1", "asset:21"],
        "Create": ["act:1:create", "die:1:1"],
        "Fill a slot": ["res:2:0", "slot:21:3"],
        "The turn ends": ["end"],
        "All together": ["person:1", "location:2"],
        "The scene": ["person:1", "scene"],
        "Show the violin": ["asset:21"],
        "Show the Miasma": ["obstacle:2"],
        "Tell it": ["done", "tell"],
    },
    "fornaldar": {
        "The march of the Jotuns": ["stack:klattka"],
        "Over the border": ["h2024"],
        "Ask the table": ["stack:asdulf"],
        "To battle": ["fight:h2024:land"],
        "Driven out": ["b:drive_out"],
        "Nothing to answer": ["b:done"],
        "Reinforcements": ["h1249"],
        "Enchantments": ["b:done"],
        "Attrition": ["who:centaur"],
        "Call your friends": ["group:fynn"],
        "After him": ["stack:klattka"],
        "What they see": ["top", "top:saemung"],
        "March": ["h1924"],
        "The second battle": ["fight:h1924:land"],
        "A challenge": ["who:saemung", "challenge:saemung:trial"],
        "The price": ["who:centaur"],
        "Once more": ["b:press"],
        "The end": ["b:done"],
    },
}


def tap(ada, name):
    """A finger touches something; a card it reads first, and then chooses."""
    ada.show(name)
    node = ada.node(name)
    is_card = node.evaluate("node => node.matches('.face')")
    node.scroll_into_view_if_needed()
    box = node.bounding_box()
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if is_card:
        ada.page.get_by_role("button", name="hoose it").tap()  # or why one cannot


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("slug", LESSONS)
def test_lesson_is_learned(window, slug, size):
    ada = window(**size)
    ada.go(f"/learn/{slug}")
    title, words = ada.page.locator(".lesson h2"), "We sang until the keeper laughed."
    steps = {step["title"]: step for step in json.loads((LEARN / f"{slug}.json").read_text())["steps"]}
    assert [*LESSONS[slug]] == [*steps][:-1]
    laid = ""
    for number, (name, touches) in enumerate(LESSONS[slug].items()):
        expect(title).to_have_text(name)
        if "ply" in steps[name]:  # a table of its own is laid for it
            ada.wait(LAID, laid)
            laid = ada.ask("() => document.querySelector('fimbul-table').table.id")
        for touch in touches:
            if "why" not in steps[name]:  # what is refused does not light up
                ada.wait("document.querySelector('fimbul-table').touch.next.has(x)", touch)
            if size and not ada.node(touch).evaluate("node => node.namespaceURI.endsWith('svg')"):
                tap(ada, touch)
            else:
                ada.touch(touch)
        if touches[-1:] == ["tell"]:
            ada.page.locator("dialog textarea").fill(words)
            ada.page.get_by_role("button", name="Say it").click()
        on = ada.page.get_by_role("button", name="Go on")
        expect(on).to_be_visible()
        ada.picture(f"learn-{slug}{'-phone' * bool(size)}-{number:02}")
        on.click()
    expect(ada.page.get_by_role("link", name="Play a game of your own")).to_be_visible()
