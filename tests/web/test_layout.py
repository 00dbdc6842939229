"""Nothing is cut off and nothing is out of reach: every game, three sizes, three fonts, two positions."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import LIT, PHONE, TABLE

from fimbul.core import Record, replay
from fimbul.games import SLUGS
from fimbul.games import game as find_game

GOLDEN = Path(__file__).parents[1] / "golden"
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "desk": (1440, 900)}
FONTS = {  # what a system may have: narrow, wide, and wider than anything
    "Liberation": ('"Liberation Serif"', '"Liberation Sans"'),
    "DejaVu": ('"DejaVu Serif"', '"DejaVu Sans"'),
    "wide": ('"DejaVu Sans Mono"', '"DejaVu Sans Mono"'),
}
DRESS = """([serif, sans]) => {
  const { style } = document.documentElement;
  style.setProperty("--serif", serif);
  style.setProperty("--sans", sans);
}"""
# Every line of text, held against every box around it up to the first that can be scrolled.
CUT = """() => {
  const found = [];
  const PASSED_BY = ".aside, select, option, textarea, noscript, svg, .words[data-long]"; // a tap unfolds it
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const scrolls = (value) => value === "auto" || value === "scroll";
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const own = text.parentElement;
    if (!text.data.trim() || own.closest(PASSED_BY)) continue;
    if (!own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      let [wide, high] = [true, true];
      for (let box = own; box && box !== document.documentElement; box = box.parentElement) {
        const { display, overflowX, overflowY, position } = getComputedStyle(box);
        if (display === "contents" || display === "inline") continue;
        const edge = box.getBoundingClientRect();
        wide &&= !scrolls(overflowX);
        high &&= !scrolls(overflowY);
        const aside = line.right > edge.right + 1.5 || line.left < edge.left - 1.5;
        const below = line.bottom > edge.bottom + 3 || line.top < edge.top - 3;
        if (wide && aside) found.push(`→ ${text.data}`);
        if (high && below) found.push(`↓ ${text.data}`);
        if (position === "fixed") break;
      }
    }
  }
  return [...new Set(found)];
}"""
TOO_SMALL = """() => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".aside, svg, noscript"))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 14)
  .map((one) => one.textContent)"""
# Everything outside the board that can be pressed: what it is, how big, and whether one sees it, scrolled to.
REACH = """() => [...document.querySelectorAll("main :is(button, a, input, select, summary, [data-can])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
  .filter((one) => !one.closest("p, .log, .aside") && one.type !== "file")
  .map((one) => {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const label = one.closest("label");
    const box = (label ?? one).getBoundingClientRect();
    const seen = one.contains(hit) || hit?.contains(one) || Boolean(label?.contains(hit));
    const name = one.dataset.id ?? one.outerHTML.slice(0, 80);
    return { name, size: Math.min(box.width, box.height), seen };
  })"""


def middle(slug: str) -> tuple[Path, int, int]:
    """The middle of a golden record: the record, the ply, and who is to act there."""
    path = sorted((GOLDEN / slug).glob("*.saga"))[0]
    record = Record.parse(path.read_text(encoding="utf-8"))
    ply = len(record.moves) // 2
    return path, ply, replay(record, find_game(slug), plies=ply).state.to_act[0]


def sit(window: Any, slug: str, position: str) -> None:
    """Sit down at a game's first or middle position."""
    if position == "middle":
        window.open(window.fork(*middle(slug)))
        return
    game = find_game(slug)
    start = game.starts[0] if game.starts else None
    count = (start.seats if start else None) or game.seats[0]
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (count - 1)]
    made = window.call(
        "/tables", {"game": slug, "seats": seats, "seed": 1, "options": start.options if start else {}}
    )
    window.open(made["id"])


LAID = """() => [...document.querySelectorAll(".game")].map((card) => {
  const parts = [...card.querySelectorAll(":is(button, a, summary)")].filter((one) => one.checkVisibility());
  const boxes = parts.map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const clear = boxes.every((box, place) => boxes.slice(place + 1).every((other) => !over(box, other)));
  return [clear, Math.round(card.querySelector("[href^='/rules/']").getBoundingClientRect().top)];
})"""


@pytest.mark.parametrize("width", [390, 1000, 1440, 2560])
def test_the_ways_into_a_game_never_cover_each_other(window, width):
    ada = window(width=width, height=900)
    ada.go("/")
    expect(ada.page.locator(".game")).to_have_count(len(SLUGS))
    cards = ada.ask(LAID)
    assert all(clear for clear, _ in cards)
    if width >= 1440:
        assert len({height for _, height in cards[:3]}) == 1  # what is alike lies at one height


FOUR = GOLDEN / "six_winters" / "four-players.saga"
UNSEEN = """() => {
  const list = document.querySelector(".seats");
  const edge = list.getBoundingClientRect();
  return [...list.children].map((seat) => seat.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) =>
      left < edge.left || right > edge.right || top < edge.top - 1 || bottom > edge.bottom + 1).length;
}"""


@pytest.mark.parametrize("width", [1200, 1440, 2560])
def test_four_seats_are_seen_at_once(window, width):
    ada = window(width=width, height=900)
    ada.go("/")
    ada.open(ada.fork(FOUR, 21, 3))
    assert ada.ask(UNSEEN) == 0


def test_whose_turn_it_is_sees_the_own_seat_on_a_phone(window):
    ada = window(**PHONE)
    ada.go("/")
    ada.open(ada.fork(FOUR, 21, 3))
    expect(ada.page.locator(".seat .me")).to_be_in_viewport()


def test_the_question_has_room_on_a_phone_that_lies_on_its_side(window):
    ada = window(**{**PHONE, "width": 844, "height": 390})
    ada.go("/")
    ada.open(ada.fork(GOLDEN / "fate" / "bjorn-solo.saga", 32, 0))
    for name in ("Move", "Prepare", "Focus", "Practice"):
        expect(ada.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    ada.page.get_by_role("tab", name="Rules").tap()
    expect(ada.page.locator("#page-Rules")).to_be_in_viewport()
    assert ada.page.locator("#page-Rules").bounding_box()["height"] > 120


@pytest.mark.parametrize(("width", "height"), [(667, 375), (720, 450)], ids=["small phone", "twofold zoom"])
def test_a_low_and_narrow_window_shows_question_and_log_beside_the_board(window, width, height):
    ada = window(width=width, height=height, has_touch=True, is_mobile=True)
    ada.go("/")
    ada.open(ada.fork(GOLDEN / "fate" / "bjorn-solo.saga", 32, 0))
    expect(ada.page.get_by_role("tab", selected=True)).to_have_text("Log")
    expect(ada.page.locator("#page-Log")).to_be_in_viewport()
    for name in ("Move", "Prepare"):
        expect(ada.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def test_whoever_writes_on_a_phone_keeps_the_page_when_the_keyboard_comes_up(window):
    ada = window(**PHONE)
    ada.new_table("random")
    for focused, page in ((True, "Chat"), (False, "Log")):
        ada.page.set_viewport_size({"width": 390, "height": 844})
        ada.page.get_by_role("tab", name="Chat").tap()
        line = ada.page.get_by_placeholder("Say something")
        if focused:
            line.tap()
        ada.page.set_viewport_size({"width": 390, "height": 380})
        ada.wait("innerHeight === 380")
        expect(ada.page.get_by_role("tab", selected=True)).to_have_text(page)
        line.evaluate("line => line.blur()")


@pytest.mark.parametrize(("width", "height"), [(667, 375), (844, 390)])
def test_a_replay_on_a_phone_that_lies_on_its_side_is_mostly_board(window, width, height):
    ada = window(width=width, height=height, has_touch=True, is_mobile=True)
    ada.go("/")
    path = GOLDEN / "fate" / "bjorn-solo.saga"
    ada.go(f"/t/{ada.record(path)}/replay#ply=32")
    expect(ada.page.locator(".timeline .words")).to_contain_text("32 /")
    assert ada.page.locator("fimbul-board").bounding_box()["height"] > 0.8 * height
    for name in ("Play", "Forward", "Save"):
        expect(ada.page.locator(f".timeline [title={name}]")).to_be_in_viewport(ratio=1)


def judge(window: Any, name: str) -> None:
    """Nothing that is shown is cut off, or too small to be read."""
    for font, faces in FONTS.items():
        window.ask(DRESS, list(faces))
        assert window.ask(CUT) == [], f"{name}, {font}"
    assert window.ask(TOO_SMALL) == [], name
    window.ask(DRESS, ["", ""])


@pytest.mark.parametrize("position", ["first", "middle"])
@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_cut_off_or_out_of_reach(window, slug, position):
    ada = window()
    sit(ada, slug, position)
    for size, (width, height) in SIZES.items():
        ada.page.set_viewport_size({"width": width, "height": height})
        tabs = ["Table", "Mats", "Log", "Actions"] if size == "phone" else ["Mats", "Log", "Actions"]
        for tab in tabs:
            ada.ask(f"tab => {TABLE}.panel.open(tab)", tab)
            ada.picture(f"{slug}-{position}-{size}-{tab.lower()}")
            name = f"{slug}, {position}, {size}, {tab}"
            judge(ada, name)
            assert ada.ask("document.documentElement.scrollHeight") == height, f"{name}: the page scrolls"
            for part in ada.ask(REACH):
                assert part["seen"], f"{name}: {part['name']} is covered"
                assert size != "phone" or part["size"] >= 43.5, f"{name}: {part['name']} is {part['size']} px"
        assert ada.ask("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("slug", SLUGS)
def test_a_finger_can_touch_everything_that_glows(window, slug):
    """On a phone: what glows outside the board is there or behind one tab; on the board one comes close."""
    ada = window(**PHONE)
    sit(ada, slug, "middle")
    for name in ada.lit()[:12]:
        inside = ada.node(name).evaluate("node => node.namespaceURI.endsWith('svg')")
        if not inside:
            ada.show(name)
            assert ada.node(name).evaluate("node => node.checkVisibility({visibilityProperty: true})"), name
    nodes = ada.ask(f"{LIT}.filter(node => node.namespaceURI.endsWith('svg')).map(node => node.dataset.id)")
    if not nodes:
        return
    ada.ask(f"{TABLE}.panel.open('Table')")
    name = nodes[len(nodes) // 2]
    node, ply = ada.node(name), ada.ply
    for _ in range(3):  # a tap that could mean several things comes close first
        box = node.bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        ada.page.touchscreen.tap(*middle)
        if ada.ask(f"{TABLE}.touch.path.length || {TABLE}.pending || {TABLE}.frame.ply !== {ply}"):
            break
    assert ada.ask(f"{TABLE}.touch.path.length || {TABLE}.pending || {TABLE}.frame.ply !== {ply}"), name


def test_the_measures_can_fail(window):
    """A word in a box that is too small, too far down, in small print or under something else is found."""
    ada = window()
    ada.go("/")
    ada.ask(
        """() => {
        const main = document.querySelector("main");
        main.insertAdjacentHTML("beforeend", `
        <div data-style="width: 30px; overflow: hidden; white-space: nowrap">Unbreakable</div>
        <div data-style="height: 10px; overflow: hidden">Deep</div>
        <p data-style="font-size: 13px">Tiny</p>
        <div data-style="position: relative">
          <button>Covered</button><b data-style="position: absolute; inset: 0"></b>
        </div>
        `);
        for (const part of main.querySelectorAll("[data-style]")) part.style.cssText = part.dataset.style;
        }"""
    )
    assert {"→ Unbreakable", "↓ Deep"} <= set(ada.ask(CUT))
    assert "Tiny" in ada.ask(TOO_SMALL)
    assert [part["seen"] for part in ada.ask(REACH) if "Covered" in part["name"]] == [False]


def test_the_header_keeps_its_height_and_the_panel_folds_away(window):
    """Four seats or two, at any size; what was folded stays so."""
    ada = window(width=1440, height=900)
    sit(ada, "valknut", "middle")
    assert ada.page.locator(".seat").count() == 4
    for width, height in (*SIZES.values(), (820, 1180), (640, 400)):  # the last is 1280 at 200 %
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.locator("header.bar").bounding_box()["height"] == 48
        assert ada.ask("document.documentElement.scrollWidth") == width
        assert ada.page.locator("fimbul-board").bounding_box()["height"] > 100, (width, height)
        shapes = ada.ask(
            "[...document.querySelectorAll('.seat')].map(seat => getComputedStyle(seat, '::before').clipPath)"
        )
        assert len(set(shapes)) == 4
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    board = ada.page.locator("fimbul-board")
    before = board.bounding_box()["width"]
    ada.page.get_by_role("button", name="Fold or open the panel").click()
    assert board.bounding_box()["width"] > before
    ada.page.reload()
    ada.wait_turn()
    assert board.bounding_box()["width"] > before
    ada.page.get_by_role("button", name="Fold or open the panel").click()
    assert board.bounding_box()["width"] == before


def test_the_camera_stays_where_one_put_it(window):
    ada = window()
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    view = "document.querySelector('fimbul-board').shadowRoot.querySelector('svg').getAttribute('viewBox')"
    ada.page.keyboard.press("+")
    ada.page.keyboard.press("+")
    mine = ada.ask(view)
    ada.take("move(rider,0,-1,2)")
    ada.wait_ply(2)
    ada.wait_turn()
    assert ada.ask(view) == mine


def test_notation_is_shown_only_to_whoever_wants_it(window):
    for wanted in (False, True):
        ada = window(settings={"notation": wanted})
        ada.new_table("casual", seed=1087)
        ada.ask(f"{TABLE}.panel.open('Actions')")
        text = ada.frame["actions"][0]["text"]
        assert (text in ada.page.locator("#page-Actions").inner_text()) is wanted
