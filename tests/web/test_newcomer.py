"""Somebody who has never seen the game: what is asked lies in sight, and everything can be read."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE, Window
from tests.web.test_six_winters import begin, options

GOLDEN = Path(__file__).parents[1] / "golden"
PRESS = """([id, type]) => {
  const part = [...document.querySelectorAll("fimbul-scene [data-id]")].find((one) => one.dataset.id === id);
  const { left, top, width, height } = part.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
  part.dispatchEvent(new PointerEvent(type, { ...at, pointerType: "touch", pointerId: 9 }));
}"""
ASKED = """text => {
  const table = document.querySelector("fimbul-table");
  const { frame } = table;
  table.show({ ...frame, scene: { ...frame.scene, sheet: { ...frame.scene.sheet, text } } });
}"""
INSIDE = """(kind) => {
  const board = document.querySelector("fimbul-board");
  const edge = board.getBoundingClientRect();
  return [...board.shadowRoot.querySelectorAll(`[data-id^="${kind}"]`)].map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const beside = left >= edge.left - 1 && right <= edge.right + 1;
    return beside && top >= edge.top - 1 && bottom <= edge.bottom + 1;
  });
}"""
CORNERED = """id => {
  const { board } = document.querySelector("fimbul-table");
  const { x, y } = board.items.get(id).node;
  const [, , wide, high] = board.view;
  board.look([x + 3 - wide, y - high / 2, wide, high]);
}"""  # a place whose middle is just in sight at the right
REACHED = """() => {
  const board = document.querySelector("fimbul-board");
  const edge = board.getBoundingClientRect();
  return [...board.shadowRoot.querySelectorAll('[data-id^="cell:"][data-can]')].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return Math.min(x - edge.left, edge.right - x, y - edge.top, edge.bottom - y);
  });
}"""  # how far from the board's edge each place is where one can go
EDGED = """id => {
  const { board } = document.querySelector("fimbul-table");
  const { x, y } = board.items.get(id).node;
  const [, , wide, high] = board.view;
  board.turnTo([x + 40 - wide, y - 30, wide, high]);
}"""  # the warrior in the corner at the right and above
FACINGS = """() => {
  const board = document.querySelector("fimbul-board");
  const edge = board.getBoundingClientRect();
  return [...board.shadowRoot.querySelectorAll('[data-id^="facing:"][data-can]')].map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left >= edge.left && right <= edge.right && top >= edge.top && bottom <= edge.bottom;
  });
}"""


def year(window: Any, **more: Any) -> Window:
    """A year of Six Winters in which one player leads two characters, to the first action step."""
    ada: Window = window(**PHONE, **more)
    table = begin(ada, 3, options("order_of_the_blue_robe", characters=("keel", "thea")))
    ada.open(table)
    while not any(each["text"].startswith("muster") for each in ada.frame["actions"]):
        ada.take(ada.frame["actions"][0]["text"])
        ada.wait_turn()
    return ada


def test_a_newcomer_is_told_how_one_wins_until_they_know_it(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    expect(ada.page.locator(".words")).to_contain_text("Hold a finger on anything")
    ada.page.get_by_role("button", name="How do I win?").tap()
    expect(ada.page.get_by_role("heading", name="How you win, what to do first")).to_be_in_viewport()
    ada.page.get_by_role("tab", name="Table").tap()
    expect(ada.page.locator(".welcome a")).to_have_attribute("href", "/learn/fimbulvetr")
    before = ada.page.locator("fimbul-board").bounding_box()
    ada.page.locator(".welcome").get_by_role("button", name="I know this game").tap()
    expect(ada.page.locator(".welcome")).to_have_count(0)
    after = ada.page.locator("fimbul-board").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"]
    ada.page.reload()
    ada.wait_turn()
    expect(ada.page.locator(".welcome")).to_have_count(0)


def test_all_warriors_are_seen_on_a_phone(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    assert ada.ask(INSIDE, "warrior:") == [True] * 12


def test_what_can_be_touched_comes_from_under_the_edge(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(CORNERED, "cell:0,-1")
    ada.node("warrior:0:rider").click(force=True)
    assert min(ada.ask(REACHED)) >= 20  # half a finger


def test_all_places_are_seen_whole_on_a_phone(window: Callable[..., Window]) -> None:
    """Nothing is cut off for a board that would be hardly larger so."""
    ada = window(**PHONE)
    record, ply, seat = GOLDEN / "six_winters" / "four-players.saga", 21, 3
    ada.go("/")
    ada.open(ada.fork(record, ply, seat))
    assert ada.ask(INSIDE, "location:") == [True] * 10


def test_a_word_about_the_hand_gives_way_to_what_happened(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    line = ada.page.locator(".news .words")
    told = line.inner_text()
    for _ in range(2):
        ada.ask(
            "document.querySelector('fimbul-board').dispatchEvent(new Event('closer', { bubbles: true }))"
        )
        expect(line).to_contain_text("touch once more")
    ada.touch(ada.lit()[0])
    expect(line).to_have_text(told)


def test_what_one_has_touched_and_the_way_back_are_seen_and_the_board_stays(
    window: Callable[..., Window],
) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    before = ada.page.locator("fimbul-board").bounding_box()
    ada.touch("warrior:0:rider")
    expect(ada.page.locator(".crumb").get_by_role("button", name="Back")).to_be_in_viewport(ratio=1)
    assert ada.page.locator("fimbul-board").bounding_box() == before


def test_after_a_long_question_the_board_gets_its_room_back_and_keeps_still(
    window: Callable[..., Window],
) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    board = ada.page.locator("fimbul-board")
    heights = []
    for words in ("Choose. " * 60, *["Choose."] * 5):
        ada.ask(ASKED, words)
        box = board.bounding_box()
        assert box is not None
        heights.append(box["height"])
    assert heights[1] > heights[0] + 80  # what would be empty is the board's at once
    assert heights[1] == heights[3]  # but for a little, so that it does not move with every question
    assert heights[3] < heights[5] <= heights[3] + 48


def test_what_is_asked_for_among_the_mats_comes_into_sight(window: Callable[..., Window]) -> None:
    """The second character's dice lie far below the first one's."""
    ada = year(window)
    ada.ask("() => document.querySelector('.mats').scrollTo(0, 0)")
    second = next(each for each in ada.frame["actions"] if each["text"].startswith("reroll(thea,actions"))
    ply = ada.ply
    ada.touch(second["clicks"][0])
    ada.wait(f"{TABLE}.touch.path.length || {TABLE}.frame.ply !== x", ply)
    expect(ada.page.locator(".mats")).to_be_visible()
    lit = ada.page.locator(".mats [data-can]")
    expect(lit.first).to_be_in_viewport()


def test_a_finger_that_stays_on_a_button_reads_what_it_is_for(window: Callable[..., Window]) -> None:
    ada = year(window)
    ply = ada.ply
    muster = next(each["clicks"][0] for each in ada.frame["actions"] if each["text"].startswith("muster"))
    ada.ask(PRESS, [muster, "pointerdown"])
    expect(ada.page.locator(".prospect")).to_contain_text("moves for a new die")
    ada.ask(PRESS, [muster, "pointerup"])
    ada.node(muster).dispatch_event("click")  # what a browser may send when the finger leaves
    assert ada.ply == ply
    assert not ada.ask(f"Boolean({TABLE}.pending) || {TABLE}.touch.path.length > 0")
    ada.node(muster).tap()
    ada.wait(f"{TABLE}.frame.ply > x", ply)


def test_a_card_that_was_read_is_chosen_by_one_touch_where_that_leads_on(
    window: Callable[..., Window],
) -> None:
    """Units are set up one after the other from the same card; a finger that stays reads it again."""
    ada = window(**PHONE)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    options = {"warbands": ["dwarves", "draugar"]}
    ada.open(ada.call("/tables", {"game": "valknut", "seats": seats, "options": options, "seed": 1})["id"])
    lens = ada.page.locator(".lens")
    supply, zone = ada.frame["actions"][0]["clicks"]
    ada.node(supply).tap()
    lens.get_by_role("button", name="Choose it").tap()
    ada.touch(zone)
    ada.wait(f"{TABLE}.frame.ply === x && {TABLE}.pace.idle", 1)
    ada.node(supply).tap()
    ada.wait(f"{TABLE}.touch.path[0] === x", supply)
    expect(lens).to_be_hidden()
    ada.ask(PRESS, [supply, "pointerdown"])
    expect(lens).to_be_visible()
    ada.ask(PRESS, [supply, "pointerup"])
    lens.get_by_role("button", name="Close").tap()
    expect(lens).to_be_hidden()


def test_it_is_said_what_the_small_cards_are_for(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    crumb = ada.page.locator(".crumb")
    ada.touch("warrior:0:rider")
    expect(crumb).to_contain_text("Rider of the Saxons. A small card turns it.")
    ada.touch("cell:0,-1")
    expect(crumb).not_to_contain_text("empty")
    expect(crumb).not_to_contain_text(re.compile(r"\s\."))
    expect(crumb).to_contain_text("A small card shows how it will stand: touch one.")


def test_a_tap_that_could_mean_several_things_says_that_it_brought_them_near(
    window: Callable[..., Window],
) -> None:
    """Two characters stand side by side."""
    ada = year(window)
    ply, keel = ada.ply, ada.node("person:0")
    box = keel.bounding_box()
    assert box is not None
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator(".words")).to_contain_text("touch once more")
    near = keel.bounding_box()
    assert near is not None
    assert near["width"] > 1.4 * box["width"]
    assert (ada.ply, ada.ask(f"{TABLE}.touch.path")) == (ply, [])
    ada.page.touchscreen.tap(near["x"] + near["width"] / 2, near["y"] + near["height"] / 2)
    ada.wait(f"{TABLE}.touch.path[0] === 'person:0'")


def test_estimates_stand_beside_their_ideas(window: Callable[..., Window]) -> None:
    ada = window()
    ada.new_table(seed=1087)
    ada.page.get_by_role("button", name="Hint").click()
    idea = ada.page.locator(".ideas button").first
    bar, percent = (idea.locator(part).bounding_box() for part in (".bar", "b"))
    assert bar is not None
    assert percent is not None
    assert bar["x"] + bar["width"] <= percent["x"]
    assert percent["y"] <= bar["y"] + bar["height"] / 2 <= percent["y"] + percent["height"]


def test_whoever_touches_something_has_put_the_ideas_away(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.page.get_by_role("button", name="Hint").tap()
    ideas = ada.page.locator(".ideas")
    expect(ideas.get_by_role("button").first).to_be_in_viewport()
    ada.touch("warrior:0:rider")
    expect(ideas).to_be_hidden()
    expect(ada.page.locator(".crumb")).to_be_in_viewport(ratio=1)


def test_a_bot_that_thinks_for_long_is_not_taken_for_a_dead_one(window: Callable[..., Window]) -> None:
    ada = window()
    ada.page.clock.install()
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(f"() => {{ {TABLE}.live.heard = () => {{}}; }}")  # its answer never comes
    ada.ask(f"() => {TABLE}.show({{ ...{TABLE}.frame, to_act: [1], actions: [] }})")
    ada.page.clock.run_for(9_000)
    expect(ada.page.locator(".words")).to_contain_text("still thinks")


def test_a_facing_lies_whole_in_sight_at_the_edge_of_the_board(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(EDGED, "warrior:0:rider")
    ada.node("warrior:0:rider").dispatch_event("click")
    facings = ada.ask(FACINGS)
    assert len(facings) == 3
    assert all(facings), "one is cut off"


def test_the_end_leaves_the_board_its_room(window: Callable[..., Window]) -> None:
    """Whatever was asked before: the last blow is seen, and all that one can do then."""
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(ASKED, "Choose. " * 90)
    ada.page.locator(".menu summary").tap()
    ada.page.get_by_role("button", name="Resign").tap()
    ada.page.locator("dialog").get_by_role("button", name="Resign").tap()
    ada.wait(f"{TABLE}.frame.outcome")
    ways = ada.page.locator("fimbul-sheet").get_by_role("button", name="Turning points")
    expect(ways).to_be_in_viewport(ratio=1)
    board, sheet = (ada.page.locator(part).bounding_box() for part in ("fimbul-board", "fimbul-sheet"))
    assert board is not None
    assert sheet is not None
    assert board["height"] > 1.5 * sheet["height"]


def test_whoever_asks_for_a_hint_is_told_that_a_bot_thinks(window: Callable[..., Window]) -> None:
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(f"() => {{ {TABLE}.held = {TABLE}.live.heard; {TABLE}.live.heard = () => {{}}; }}")
    ada.page.get_by_role("button", name="Hint").tap()
    words = ada.page.locator(".words")
    expect(words).to_have_attribute("data-waits", "A bot thinks about it…")
    ada.ask(f"() => {TABLE}.held({{ type: 'hint', ideas: [] }})")
    expect(words).to_have_attribute("data-waits", "")


def test_what_happened_is_read_whole_on_a_phone(window: Callable[..., Window]) -> None:
    """A sentence of a move has room in its line, and no touch is needed to read it."""
    ada = window(**PHONE)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(f"() => {TABLE}.say('The Berserk of the Vikings goes 1 right and 1 down.')")
    assert not ada.ask("() => document.querySelector('.words').hasAttribute('data-long')")
