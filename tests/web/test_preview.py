"""What would come of something before it is done: cards laid, warriors turned, odds; and pieces dragged."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE, Window
from tests.web.test_fate import SEED, begin, road_to_battle

RECORD = Path(__file__).parents[1] / "golden" / "valknut" / "two-goblins-draugar.saga"
DANGEROUS = 51  # a start in which one move in five leaves one's bearer to be slain
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


STRUCK = (
    "[...document.querySelector('fimbul-board').shadowRoot.querySelectorAll('[data-struck]')]"
    ".map(node => node.dataset.id)"
)
PATH = f"{TABLE}.touch.path.join(' ')"


def middle(window: Window, name: str) -> tuple[float, float]:
    """The middle of something on the board, on the screen."""
    box = window.node(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_warrior_is_dragged_and_turned_and_one_sees_whom_it_would_threaten(
    window: Callable[..., Window],
) -> None:
    me = window(settings={"confirm": True})
    me.new_table("casual", seed=1087, options={"relic": "defense"})
    mouse, rider, cell = me.page.mouse, "warrior:0:rider", "cell:0,-1"
    start, goal = middle(me, rider), middle(me, cell)
    for end, path in (((2.0, 2.0), ""), (goal, f"{rider} {cell}")):  # let go beside the board: nothing
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0], start[1] - 20)
        me.wait(f"{PATH} === x", rider)
        mouse.move(*end)
        mouse.up()
        me.wait(f"{PATH} === x", path)
    me.wait(f"{SEEN}.join() === x", f"as:{rider}")
    mouse.move(*middle(me, "facing:2"))
    me.wait(f"{STRUCK}.join() === x", "warrior:1:jarl")
    assert "rotate(180deg)" in me.node(f"as:{rider}").get_attribute("style")
    tip = me.page.locator("fimbul-board .tip")
    expect(tip).to_contain_text("Threatens")
    me.picture("preview-facing")
    mouse.move(*middle(me, "facing:0"))
    me.wait(f"{STRUCK}.length === 0")
    me.touch("facing:2")  # and one is asked before it is done
    sure = me.page.get_by_role("dialog")
    expect(sure).to_contain_text("Threatens")
    assert me.ply == 0
    sure.get_by_role("button", name="Do it").click()
    me.wait_ply(2)


def test_a_turn_that_is_on_its_way_is_seen_on_the_warrior(window: Callable[..., Window]) -> None:
    me = window()
    me.new_table("casual", seed=1087, options={"relic": "defense"})
    me.ask(f"{TABLE}.live.socket.send = () => {{}}")  # it never arrives
    me.touch("warrior:0:rider", "facing:2")
    me.wait(f"{TABLE}.pending")
    stands, seen = (
        me.node(name).get_attribute("style").split(" rotate")
        for name in ("warrior:0:rider", "as:warrior:0:rider")
    )
    assert seen == [stands[0], "(180deg);"]


def test_the_odds_of_an_attack_are_seen_before_it(window: Callable[..., Window]) -> None:
    me = window()
    before, attack = road_to_battle("bjorn", SEED)
    table = begin(me, "bjorn")
    ply = 0
    for text in before:
        ply = me.call(f"/tables/{table}/actions", {"ply": ply, "action": text})["ply"]
    me.open(table)
    (target,) = next(each["clicks"] for each in me.frame["actions"] if each["text"] == attack)
    me.page.mouse.move(*middle(me, target))
    tip = me.page.locator("fimbul-board .tip")
    expect(tip).to_contain_text("Kills it")
    expect(tip).to_contain_text("%")
    me.picture("preview-odds")


PRESS = """([type, x, y]) => {
  const { svg } = document.querySelector("fimbul-board");
  const at = { clientX: x, clientY: y, pointerType: "touch", pointerId: 9, bubbles: true, composed: true };
  const node = document.querySelector("fimbul-board").shadowRoot.elementFromPoint(x, y);
  (node ?? svg).dispatchEvent(new PointerEvent(type, at));
}"""
LONG = "The Thegn of the Saxons is severed and must be reconnected this turn. " * 4


def test_on_a_phone_a_tip_lies_beside_its_piece_and_news_unfold(window: Callable[..., Window]) -> None:
    me = window(**PHONE)
    me.new_table("casual", seed=1087, options={"relic": "defense"})
    tip, piece = me.page.locator("fimbul-board .tip"), "warrior:0:rider"
    me.ask(PRESS, ["pointerdown", *middle(me, piece)])
    expect(tip).to_contain_text("Rider of the Saxons")
    over, under = tip.bounding_box(), me.node(piece).bounding_box()
    assert over is not None
    assert under is not None
    beside = over["x"] >= under["x"] + under["width"] or over["x"] + over["width"] <= under["x"]
    above = over["y"] >= under["y"] + under["height"] or over["y"] + over["height"] <= under["y"]
    assert beside or above
    me.ask(PRESS, ["pointerup", *middle(me, piece)])
    me.ask(f"text => {TABLE}.say(text)", LONG)
    news = me.page.locator(".words")
    whole = "document.querySelector('.words').scrollHeight <= document.querySelector('.words').clientHeight"
    assert not me.ask(whole)
    news.tap()
    me.wait(whole)
    news.tap()
    me.wait(f"!({whole})")


def test_who_would_leave_their_bearer_open_is_warned_until_they_do_not_want_it(
    window: Callable[..., Window],
) -> None:
    a = window(settings={"warn": True}, **PHONE)
    a.new_table("random", seed=DANGEROUS)
    grave = [one for one in a.frame["actions"] if one.get("prospect", {}).get("grave")]
    first, second, *_ = (one for one in grave if one["text"].startswith("move("))
    a.touch(*first["clicks"])
    box = a.page.locator("dialog")
    assert "could cost you the game" in box.inner_text()
    assert "Bearer could be slain by" in box.inner_text()
    a.picture("warned")
    box.get_by_role("button", name="Back").click()
    assert a.ply == 0
    a.touch(*second["clicks"])
    box.get_by_role("button", name="Do it, and do not warn again").click()
    a.wait_ply(1)
    assert a.ask("JSON.parse(localStorage.settings).warn") is False
