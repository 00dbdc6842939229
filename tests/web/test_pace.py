"""The pace: what happens is told one event at a time, in order; it can be skipped, and looked at again."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE
from tests.web.test_browser import GOLDEN
from tests.web.test_fate import QUIET, begin
from tests.web.test_layout import middle, sit

from fimbul.core import Record

WATCH = f"""() => {{
  window.told = [];
  const news = {TABLE}.news;
  new MutationObserver(() => news.textContent && window.told.push(news.textContent))
    .observe(news, {{ childList: true }});
}}"""


def test_events_are_told_one_after_the_other(window):
    ada = window(settings={"pace": "fast"})
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(WATCH)
    ada.take("move(rider,0,-1,2)")
    ada.wait_ply(2)
    ada.wait(f"{TABLE}.pace.idle")
    told, log = ada.ask("window.told"), ada.ask(f"{TABLE}.log.map(line => line.text)")
    assert len(log) >= 2
    assert [line for line in told if line in log] == log


@pytest.mark.parametrize("way", ["key", "tap"])
def test_a_long_turn_can_be_skipped(window, way):
    """At a slow pace nothing can be touched while it is told; one key or tap shows the present at once."""
    ada = window(settings={"pace": "slow"})
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.touch("warrior:0:rider", "cell:0,-1", "facing:2")
    ada.wait(f"{TABLE}.hasAttribute('data-pacing')")
    assert ada.lit() == []
    ada.wait(f"{TABLE}.latest.ply === 2")
    skip = ada.page.get_by_role("button", name="Skip to the present")
    if way == "key":
        ada.page.keyboard.press("s")
    else:
        skip.click()
    ada.wait_ply(2)
    assert ada.wait_turn()
    expect(skip).to_be_hidden()  # there is nothing to skip now


def test_past_moves_are_looked_at_and_the_present_comes_back(window):
    ada = window()
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.take("move(rider,0,-1,2)")
    ada.wait_ply(2)
    ada.wait_turn()
    ada.page.keyboard.press(",")
    sheet = ada.page.locator("fimbul-sheet")
    expect(sheet).to_contain_text("You are looking at move 1 of 2.")
    assert ada.lit() == []
    ada.page.keyboard.press(",")
    expect(sheet).to_contain_text("You are looking at move 0 of 2.")
    ada.page.get_by_role("button", name="Back to now").click()
    assert ada.wait_turn()
    assert ada.ply == 2
    ada.page.locator("#page-Log a").first.click()
    expect(sheet).to_contain_text("You are looking at move 1 of 2.")
    ada.page.keyboard.press("Escape")
    assert ada.wait_turn()


def test_a_move_made_while_the_line_was_down_is_not_lost(window):
    """The move is kept, told to be on its way, and sent when the connection is back."""
    ada = window()
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.context.set_offline(True)
    ada.ask(f"{TABLE}.live.drop()")
    ada.wait(f"{TABLE}.hasAttribute('data-lost')")
    ada.touch("warrior:0:rider", "cell:0,-1", "facing:2")
    ada.wait(f"{TABLE}.hasAttribute('data-sending')")
    ada.context.set_offline(False)
    ada.wait_ply(2)
    assert not ada.ask(f"{TABLE}.hasAttribute('data-sending')")
    ada.wrong = [line for line in ada.wrong if "ERR_INTERNET_DISCONNECTED" not in line]


def test_what_happened_since_one_s_move_is_summed_up(window):
    """The monsters' turn is many events: they are listed where one decides, each leading to its move."""
    ada = window()
    ada.open(begin(ada, "alva"))
    since = ada.page.locator(".digest")
    for _ in range(12):
        if since.count():
            break
        ply, lit = ada.ply, ada.lit()
        ada.touch(next(name for name in (*QUIET, *lit) if name in lit))
        ada.wait(f"{TABLE}.frame.ply !== x", ply)
        ada.wait_turn()
    since.locator("summary").click()
    told = since.locator("li")
    assert told.count() >= 6
    expect(told.last).to_contain_text("It is Alva's turn")


def test_one_of_two_is_away_in_the_middle_of_a_move_and_nothing_is_lost(window):
    """Two people and one who watches: everybody is told who is away, and the move arrives at all three when
    its maker is back, more than twenty seconds later by her own clock."""
    ada, ben, eva = window(), window(), window()
    ada.page.clock.install()
    made = ada.call(
        "/tables",
        {
            "game": "fimbulvetr",
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "options": {"setup": "quick", "first": 0},
            "access": "unlisted",
        },
    )
    ada.go(f"/t/{made['id']}")
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    expect(ben.page.locator(".seats")).to_contain_text("(you)")
    eva.go(f"/t/{made['id']}")
    expect(eva.page.locator(".seat")).to_have_count(2)
    ada.wait_turn()
    action = next(each for each in ada.frame["actions"] if each["text"].startswith("move("))
    first, *others = action["clicks"]
    ada.touch(first)
    ada.context.set_offline(True)
    ada.ask(f"{TABLE}.live.drop()")
    expect(ada.page.locator(".words")).to_contain_text("The connection is lost")
    for each in (ben, eva):
        expect(each.page.locator(".seat[data-away]")).to_have_count(1)
        expect(each.page.locator(".toast", has_text="is away.")).to_have_count(1)
    ada.touch(*others)
    expect(ada.page.locator(".words")).to_contain_text("Your move is kept")
    for tries in range(5):  # each waits longer for the next, up to eight seconds
        ada.wait(f"{TABLE}.live.tries > x && {TABLE}.live.socket.readyState === WebSocket.CLOSED", tries)
        ada.page.clock.run_for(8_000)
    assert ada.ask(f"{TABLE}.hasAttribute('data-sending')")
    assert ben.ply == eva.ply == 0
    ada.context.set_offline(False)
    ada.wait(f"{TABLE}.live.socket.readyState === WebSocket.CLOSED")
    ada.page.clock.run_for(8_000)
    for each in (ben, eva):
        expect(each.page.locator(".seat[data-away]")).to_have_count(0)
        expect(each.page.locator(".toast", has_text="is here.").last).to_be_visible()
    for each in (ada, ben, eva):
        each.wait_ply(1)
        assert each.ask(f"{TABLE}.frame.scene.boards[0].nodes.length") > 12
    assert ben.wait_turn()
    ada.wrong = [line for line in ada.wrong if "ERR_INTERNET_DISCONNECTED" not in line]


TEN = """async ([pace, skipped]) => {
  localStorage.settings = JSON.stringify({ pace });
  const { Pace } = await import(`/static/pace.js`);
  const { settings } = await import(`/static/settings.js`);
  settings.pace = pace;
  const told = [];
  let passed = 0; // milliseconds that it would have waited
  const queue = new Pace({
    tell: (frame, { text }) => told.push(text),
    settle: ({ ply }) => told.push(ply),
  });
  queue.wait = async (time) => {
    passed += time;
    if (skipped && told.length > 3) queue.skip();
  };
  for (let ply = 1; ply <= 10; ply += 1)
    queue.push({ ply, log: [1, 2].map((line) => ({ text: `move ${ply}, event ${line}` })) });
  while (!queue.idle) await new Promise(requestAnimationFrame);
  return [told, passed];
}"""


def test_ten_plies_take_as_long_as_the_pace_says_and_can_be_skipped(window):
    """Nothing is out of order, each pace is its own length, and a skip shows the rest at once."""
    ada = window()
    ada.go("/")
    lines = [[f"move {ply}, event 1", f"move {ply}, event 2", ply] for ply in range(1, 11)]
    told, normal = ada.ask(TEN, ["normal", False])
    assert told == [each for line in lines for each in line]
    for pace, share in (("slow", 1.9), ("fast", 0.4)):
        again, took = ada.ask(TEN, [pace, False])
        assert again == told
        assert took == pytest.approx(normal * share)
    assert normal > 20 * 450  # twenty events, none shorter than one can read
    at_once, took = ada.ask(TEN, ["instant", False])
    assert (at_once, took) == ([*range(1, 11)], 0)
    hurried, took = ada.ask(TEN, ["normal", True])
    assert hurried[:4] == told[:4]
    assert [each for each in hurried if isinstance(each, int)] == [*range(1, 11)]
    assert took < normal / 4


ONE = """async ([lines, own]) => {
  const { Pace } = await import(`/static/pace.js`);
  const { settings } = await import(`/static/settings.js`);
  settings.pace = "normal";
  const times = [];
  const queue = new Pace({ tell() {}, settle() {} });
  queue.wait = async (time) => void times.push(Math.round(time));
  queue.push({ ply: 1, log: lines.map((text) => ({ text })) }, own);
  while (!queue.idle) await new Promise(requestAnimationFrame);
  return times;
}"""


def test_what_follows_from_one_s_own_move_is_told_like_others_moves(window):
    """What one did oneself is told faster; a turn with very much in it takes twelve seconds at most."""
    ada = window()
    ada.go("/")
    usual = ada.ask(ONE, [["The Goblin goes on."] * 5, False])
    own = ada.ask(ONE, [["The Goblin goes on."] * 5, True])
    assert own[2:] == usual[2:] == [usual[0]] * 3
    assert own[0] == own[1] < usual[0] / 3 + 1
    many = ada.ask(ONE, [["The Goblin goes to the plains east of the Robber Camp."] * 30, False])
    assert sum(many) == pytest.approx(12_000, abs=30)
    assert set(ada.ask(ONE, [["The Goblin goes on."] * 90, False])) == {400}


FOLLOWED = f"""async ([name, first, last]) => {{
  const table = {TABLE};
  for (let ply = first; ply <= last; ply += 1) {{
    const frame = await (await fetch(`/api/v1/tables/${{name}}/frames/${{ply}}`)).json();
    table.see({{ ...frame, epoch: table.latest.epoch }});
  }}
}}"""
EVENING = datetime(2026, 11, 15, 18, tzinfo=UTC)


@pytest.mark.parametrize("skipped", [False, True], ids=["followed", "skipped"])
def test_ten_plies_of_the_others_are_followed_at_the_table(window, skipped):
    """Three others move, ten plies in a row: each event has its time by the clock, in order; or none."""
    ada = window(settings={"pace": "normal"})
    ada.page.clock.install(time=EVENING)
    ada.go("/")
    record, ply, seat = middle("valknut")
    ada.open(ada.fork(record, ply, seat))
    ada.ask(WATCH)
    name = ada.record(record)
    path = f"/api/v1/tables/{name}/frames/"
    frames = [ada.page.request.get(f"{path}{at}").json() for at in range(ply + 1, ply + 11)]
    lines = [line["text"] for frame in frames for line in frame["log"]]
    assert len(lines) >= 10
    ada.ask(f"{TABLE}.live.close()")  # what comes, comes from here
    ada.page.clock.pause_at(EVENING + timedelta(hours=1))
    ada.ask(FOLLOWED, [name, ply + 1, ply + 10])
    assert ada.ask("window.told") == lines[:1]
    times = [min(2600, 450 + 22 * len(line)) for line in lines]
    if skipped:
        ada.page.keyboard.press("s")
    else:
        for at, time in enumerate(times[:-1]):
            ada.page.clock.run_for(time - 1)
            assert ada.ask("window.told.length") == at + 1
            ada.page.clock.run_for(1)
            ada.wait("window.told.length > x", at + 1)
        assert ada.ask("window.told") == lines
        ada.page.clock.run_for(times[-1])
    ada.wait(f"{TABLE}.frame.ply === x", ply + 10)
    assert ada.ask(f"{TABLE}.pace.idle")
    assert ada.ask(f"x => {TABLE}.log.slice(-x).map(line => line.text)", len(lines)) == lines


def test_the_last_blow_is_seen_before_the_result(window):
    """Forked one move before its end, a game is ended: first what happened, then who won, and what now."""
    path = GOLDEN[0]
    record = Record.parse(path.read_text(encoding="utf-8"))
    last = record.moves[-1]
    ada = window(settings={"pace": "normal"})
    ada.go("/")
    ada.open(ada.fork(path, len(record.moves) - 1, last.seat))
    ada.ask(WATCH)
    ada.ask(
        f"""() => {{
        window.early = [];
        const look = () => {TABLE}.hasAttribute("data-pacing") && document.querySelector(".result") &&
          window.early.push({TABLE}.news.textContent);
        new MutationObserver(look).observe({TABLE}, {{ subtree: true, childList: true, attributes: true }});
        }}"""
    )
    action = "text => { const table = document.querySelector('fimbul-table');"
    action += " table.act(table.frame.actions.find(each => each.text === text)); }"
    ada.ask(action, str(last.action))
    expect(ada.page.locator(".result")).to_be_visible()
    assert ada.ask("window.early") == []
    assert ada.ask("window.told.length") >= 1
    for name in ("Rematch", "Turning points"):
        expect(ada.page.get_by_role("button", name=name)).to_be_visible()
    expect(ada.page.get_by_role("link", name="Watch the replay")).to_be_visible()
    expect(ada.page.locator(".ending .rule")).to_be_visible()


SEEN = """id => {
  const { board } = document.querySelector("fimbul-table");
  const { left, right, top, bottom } = board.items.get(id).g.getBoundingClientRect();
  const edge = board.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > edge.left && x < edge.right && y > edge.top && y < edge.bottom;
}"""
FARTHEST = """() => {
  const { board } = document.querySelector("fimbul-table");
  const [x, y] = board.middle;
  const far = ({ node }) => Math.hypot(node.x - x, node.y - y);
  const standing = [...board.items.values()].filter(({ node }) => node.id.startsWith("stack:"));
  return standing.sort((one, other) => far(other) - far(one))[0].node.id;
}"""
TELL = """id => {
  const table = document.querySelector("fimbul-table");
  table.tellLine(table.frame, { text: "Something happens far away.", touches: [id], blow: false });
}"""


def test_the_eye_follows_what_is_told_unless_somebody_holds_it(window):
    """On a map that is larger than the screen, an event is looked at; after that, what is asked."""
    ada = window(**PHONE)
    sit(ada, "fornaldar", "first")
    far = ada.ask(FARTHEST)
    assert not ada.ask(SEEN, far)
    ada.ask(TELL, far)
    ada.wait(f"({SEEN})(x)", far)
    ada.ask(f"{TABLE}.show({TABLE}.frame)")
    ada.wait(f"!({SEEN})(x)", far)
    ada.ask(f"{TABLE}.board.turnTo({TABLE}.board.view)")  # a hand has moved it
    ada.ask(TELL, far)
    ada.wait(f"{TABLE}.board.items.get(x).g.hasAttribute('data-recent')", far)
    assert not ada.ask(SEEN, far)
