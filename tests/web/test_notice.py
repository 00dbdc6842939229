"""What calls a player: sounds, the tab, the desktop; and what the others do, told to everybody."""

import random

from playwright.sync_api import expect
from tests.web.conftest import LIT, TABLE

# Stand-ins for what a machine without ears and desktop lacks: they keep what was asked of them.
HEARD = """
  window.heard = [];
  window.noticed = [];
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    createOscillator() {
      const frequency = {};
      return { frequency, connect: (to) => to, start: () => heard.push(frequency.value), stop() {} };
    }
    createGain() {
      const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain, connect: (to) => to };
    }
  };
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, { body }) { noticed.push([title, body]); }
    close() {}
  };
"""
MOVE, TURN = 220, [392, 587]  # hertz


def seated(window, **settings):
    ada = window(settings=settings)
    ada.context.add_init_script(HEARD)
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    return ada


def test_a_move_and_one_s_turn_are_heard_unless_one_wants_silence(window):
    ada = seated(window, sound=True)
    ada.take("move(rider,0,-1,2)")
    ada.wait_ply(2)
    ada.wait(f"{LIT}.length && x.every(pitch => heard.includes(pitch))", TURN)
    ada.page.get_by_label("Menu").click()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Sounds").uncheck()
    ada.page.get_by_role("button", name="Close").click()
    ada.ask("heard.length = 0")
    ada.take(ada.frame["actions"][0]["text"])
    ada.wait_ply(3)
    ada.wait(f"{TABLE}.frame.outcome || {LIT}.length")
    assert ada.ask("heard") == []
    ada.page.reload()
    ada.wait(f"{TABLE}?.frame")
    assert ada.ask("JSON.parse(localStorage.settings).sound") is False  # remembered


def test_the_tab_and_the_desktop_say_whose_turn_it_is(window):
    ada = seated(window, notify=True)
    sign = "document.querySelector('link[rel=icon]').href"
    ada.wait("document.title.startsWith('Your turn')")
    ada.wait(f"{sign}.startsWith('data:image/svg+xml')")
    ada.ask("Object.defineProperty(document, 'hidden', { value: true })")  # she looks at something else
    ada.take("move(rider,0,-1,2)")
    ada.wait_ply(2)
    ada.wait("noticed.length === 1")
    assert ada.ask("noticed[0][0]") == "Fimbulvetr"
    ada.go("/")
    ada.wait("!document.title.startsWith('Your turn')")
    assert ada.ask(sign).endswith("/static/icon.svg")


def test_joins_and_wishes_and_their_answers_are_announced(window):
    ada, ben = window(), window()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.call("/tables", {"game": "fimbulvetr", "seats": seats, "options": {"first": 0}})
    ada.go(f"/t/{made['id']}")
    expect(ada.page.locator("fimbul-sheet")).to_contain_text("Waiting for somebody")
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    expect(ada.page.locator(".toast", has_text="has taken a seat.")).to_have_count(1)
    ada.wait_turn()
    ada.play(random.Random(7))
    ben.wait_ply(1)
    ben.wait_turn()
    ben.play(random.Random(8))
    ada.wait_ply(2)
    ada.page.get_by_role("button", name="Undo").click()
    wish = ben.page.locator(".toast", has_text="take")
    expect(wish).to_be_visible()
    expect(ada.page.locator(".toast").last).to_contain_text("asked")
    wish.get_by_role("button", name="Refuse").click()
    expect(ada.page.locator(".toast").last).to_contain_text("not")
    assert ada.ply == 2
