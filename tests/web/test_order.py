"""Messages come in any order, or not at all: the table is never left dead."""

import json

from playwright.sync_api import expect
from tests.web.conftest import TABLE

QUICK = {"setup": "quick", "first": 0}
PACED = """async () => {
  const { Pace } = await import("/static/pace.js");
  const shown = [];
  const settle = ({ ply }) => {
    if (ply === 1) throw new Error("it cannot be drawn");
    shown.push(ply);
  };
  const pace = new Pace({ tell() {}, settle });
  for (const ply of [1, 2, 3]) pace.push({ ply, log: [] });
  await new Promise((done) => setTimeout(done));
  return [shown, pace.idle];
}"""


def test_a_frame_that_comes_before_its_table_is_shown_is_the_present(window):
    """What the client must fetch first is late; the other has moved when it is there."""
    ada, ben = window(), window()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.call("/tables", {"game": "fimbulvetr", "seats": seats, "options": QUICK})
    ada.open(made["id"])
    late = []
    ben.page.route("**/api/v1/games/fimbulvetr", lambda route: late.append(route))
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    ben.wait(f"{TABLE}?.latest?.ply === 0")
    ada.take(next(each["text"] for each in ada.frame["actions"] if each["text"].startswith("move(")))
    ben.wait(f"{TABLE}.latest.ply === 1")
    assert ben.ask(f"{TABLE}.frame") is None
    for route in late:
        route.continue_()
    assert ben.wait_turn()
    assert ben.ply == 1
    ben.take(next(each["text"] for each in ben.frame["actions"] if each["text"].startswith("move(")))


def test_what_cannot_be_drawn_holds_up_nothing_after_it(window):
    ada = window(settings={"pace": "instant"})
    ada.go("/")
    assert ada.ask(PACED) == [[2, 3], True]
    assert [line for line in ada.wrong if "it cannot be drawn" not in line] == []
    ada.wrong.clear()


def test_a_turn_of_the_table_that_the_server_refuses_can_be_asked_for_again(window):
    """One device for both sides; the server is too busy to turn the table the first time."""
    ada = window()
    made = ada.call("/tables", {"game": "fimbulvetr", "seats": [{"kind": "me"}] * 2, "options": QUICK})
    refused = []

    def between(line):
        server = line.connect_to_server()

        def said(text):
            if json.loads(text)["type"] == "seat" and not refused:
                refused.append(text)
                line.send(json.dumps({"type": "refused", "reason": "Wait a minute.", "rule": None}))
            else:
                server.send(text)

        line.on_message(said)

    ada.page.route_web_socket("**/live**", between)
    ada.open(made["id"])
    first = ada.frame["to_act"]
    ada.take(next(each["text"] for each in ada.frame["actions"] if each["text"].startswith("move(")))
    expect(ada.toast()).to_contain_text("Wait a minute.")
    ada.page.get_by_role("button", name="Decide for").click()
    ada.wait(f"{TABLE}.frame.to_act.includes({TABLE}.table.me)")
    assert ada.wait_turn()
    assert refused
    assert ada.frame["to_act"] != first


def test_a_move_that_the_table_has_passed_by_brings_the_present(window):
    """Somebody's frames were lost on the way: the refusal of their move shows them where the table is."""
    ada = window()
    ada.new_table("casual", seed=1087, options={"relic": "defense"})
    ada.ask(f"() => {{ const {{ live }} = {TABLE}; live.told = live.heard; live.heard = () => {{}}; }}")
    ada.touch("warrior:0:rider", "cell:0,-1", "facing:2")
    ada.wait(f"{TABLE}.live.frame.ply === 2")
    ada.ask(f"() => {{ const {{ live }} = {TABLE}; live.heard = live.told; {TABLE}.sent(); }}")
    ada.ask(f"() => {TABLE}.choose()")
    ada.touch("warrior:0:rider", "cell:0,-1", "facing:2")
    ada.wait_ply(2)
    assert ada.wait_turn()
